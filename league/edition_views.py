"""Public pages on the editions of the rules: what there are, and two of them side by side."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.domain import queries

ALL = "everything"
"""What ``?show=`` asks for besides what differs."""


@require_safe
def editions_page(request: HttpRequest) -> HttpResponse:
    return render(request, "league/editions.html", {"editions": queries.all_editions()})


@require_safe
def compare(request: HttpRequest, edition: str, other_edition: str) -> HttpResponse:
    """``?race=`` for one team list by its name in either edition; ``?show=everything`` for what is the same as well."""
    seen = queries.compared(edition, other_edition)
    race = request.GET.get("race", "")
    chosen = queries.compared_race(seen, race) if race else None
    everything = request.GET.get("show") == ALL
    context = {
        "seen": seen,
        "editions": queries.all_editions(),
        "race": chosen,
        "everything": everything,
        "show": f"show={ALL}&" if everything else "",
    }
    return render(request, "league/compare.html", context)
