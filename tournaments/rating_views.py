"""Ratings of coaches: of a league, and of all public leagues together."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from league.domain.roles import Viewer
from league.models import League
from league.views import league_page
from tournaments.domain.ratings import choose, profile

ON_A_PAGE = 100
MATCHES_ON_A_PAGE = 20
ORDER_NAMES = (
    ("rating", gettext_lazy("The best rating first")),
    ("best", gettext_lazy("The best that it has been")),
    ("games", gettext_lazy("The most matches first")),
    ("latest", gettext_lazy("The latest match first")),
    ("name", gettext_lazy("By coach")),
    ("race", gettext_lazy("By race")),
)
"""The orders of ``ratings.ORDERS`` in words."""


def _table(request: HttpRequest, league: League | None) -> HttpResponse:
    chosen = choose(league, request.GET.get("race", ""), request.GET.get("order", ""))
    page = Paginator(chosen.lines, ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"chosen": chosen, "page": page, "orders": ORDER_NAMES, **_addresses(league)}
    return render(request, "tournaments/ratings.html", context)


def _coach(request: HttpRequest, league: League | None, coach: str) -> HttpResponse:
    """What his ratings are made of: a page of its own, or, for htmx, what stands on it."""
    found = profile(league, coach, request.GET.get("race", ""))
    page = Paginator(found.told, MATCHES_ON_A_PAGE).get_page(request.GET.get("page"))
    part = getattr(request, "htmx", False)
    template = "tournaments/_rating_told.html" if part else "tournaments/rating.html"
    return render(request, template, {"profile": found, "page": page, "part": part, **_addresses(league)})


def _addresses(league: League | None) -> dict[str, str]:
    where = [league.slug] if league is not None else []
    names = ("league_ratings", "league_ratings_csv") if where else ("ratings", "ratings_csv")
    return {
        # Long lists put keys behind it: working an address out for each row takes time.
        "ratings_address": reverse(f"tournaments:{names[0]}", args=where),
        "csv_address": reverse(f"tournaments:{names[1]}", args=where),
        "json_address": reverse(f"api:{names[0]}", args=where),
    }


@require_safe
@league_page()
def league_ratings(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    return _table(request, league)


@require_safe
@league_page()
def league_rating(request: HttpRequest, league: League, viewer: Viewer, coach: str) -> HttpResponse:
    return _coach(request, league, coach)


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    return _table(request, None)


@require_safe
def rating(request: HttpRequest, coach: str) -> HttpResponse:
    return _coach(request, None, coach)
