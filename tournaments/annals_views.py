"""The annals of a league: seasons in charts, meetings, records, the hall of fame, star players, milestones."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.domain.roles import Viewer
from league.models import League
from league.views import league_page
from tournaments.charts import shown
from tournaments.domain.annals import fame, meetings, notices, record_pages, season, stars
from tournaments.views import season_number

NOTICES_ON_A_PAGE = 40
STARS_ON_A_PAGE = 40
MATCHES_ON_A_PAGE = 30


@require_safe
@league_page()
def annals(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    """What there is, and every milestone, the latest first."""
    page = Paginator(notices.notices(league), NOTICES_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "tournaments/annals/index.html", {"page": page})


@require_safe
@league_page()
def season_page(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    found = season.season_charts(league, season_number(request), request.GET.get("team", ""))
    charts = found.charts
    others = (charts.of_team, charts.strength, charts.treasury, charts.points, charts.casualties)
    context = {
        "found": found,
        "charts": charts,
        "race": shown(charts.race, wide=True),
        "others": [shown(one) for one in others if one is not None],
    }
    return render(request, "tournaments/annals/season.html", context)


@require_safe
@league_page()
def head_to_head(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    by: meetings.By = "coaches" if request.GET.get("by") == "coaches" else "teams"
    found = meetings.meetings(league, by, request.GET.get("home", ""), request.GET.get("away", ""))
    page = Paginator(found.meetings, MATCHES_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "tournaments/annals/head_to_head.html", {"found": found, "page": page})


@require_safe
@league_page()
def records(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    found = record_pages.record_page(league, season_number(request))
    return render(request, "tournaments/annals/records.html", {"records": found})


@require_safe
@league_page()
def hall_of_fame(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    return render(
        request, "tournaments/annals/fame.html", {"fame": fame.fame(league, request.GET.get("page"))}
    )


@require_safe
@league_page()
def star_players(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    hired = stars.stars(league)
    page = Paginator(hired, STARS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "idle": stars.idle(league, hired)}
    return render(request, "tournaments/annals/stars.html", context)


@require_safe
@league_page()
def star_player(request: HttpRequest, league: League, viewer: Viewer, star: str) -> HttpResponse:
    found = stars.star(league, star)
    page = Paginator(found.appearances, MATCHES_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "tournaments/annals/star.html", {"star": found, "page": page})
