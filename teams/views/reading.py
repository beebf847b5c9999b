"""Teams, players, the graveyard and the ledger, for everybody who may read the league."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.domain.roles import Viewer
from league.models import League
from league.views import league_page
from teams.domain import access, queries

TEAMS_ON_A_PAGE = 50
ACTS_ON_A_PAGE = 25
PLAYERS_ON_A_PAGE = 50
CHAPTERS_ON_A_PAGE = 30


@require_safe
@league_page()
def teams(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    page = Paginator(queries.teams(league), TEAMS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "teams/teams.html", {"page": page})


@require_safe
@league_page()
def team(request: HttpRequest, league: League, viewer: Viewer, team: str) -> HttpResponse:
    found = queries.get_team(league, team)
    context = {
        "team": found,
        "sheet": queries.sheet(found),
        "gold": queries.treasury_ledger(found),
        "may_act": access.may_act(viewer, found),
        "strength_name": league.rules.rules.strength_name,
    }
    return render(request, "teams/team.html", context)


@require_safe
@league_page()
def player(request: HttpRequest, league: League, viewer: Viewer, team: str, uid: int) -> HttpResponse:
    found = queries.get_team(league, team)
    one = queries.get_player(found, uid)
    chapters = queries.career(one, league.rules)
    context = {
        "team": found,
        "player": one,
        "title": league.rules.rules.title(one.spp),
        "points": queries.points_by_source(one, league.rules),
        "page": Paginator(chapters, CHAPTERS_ON_A_PAGE).get_page(request.GET.get("page")),
        "may_act": access.may_act(viewer, found),
    }
    return render(request, "teams/player.html", context)


@require_safe
@league_page()
def graveyard(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    dead = request.GET.get("who") != "departed"
    page = Paginator(queries.departed(league, dead), PLAYERS_ON_A_PAGE).get_page(request.GET.get("page"))
    days = queries.departures(page.object_list)
    rows = [(one, days.get(one.pk)) for one in page.object_list]
    return render(request, "teams/graveyard.html", {"page": page, "rows": rows, "dead": dead})


@require_safe
@league_page()
def ledger(request: HttpRequest, league: League, viewer: Viewer, team: str) -> HttpResponse:
    found = queries.get_team(league, team)
    page = Paginator(queries.acts(league, found), ACTS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"team": found, "page": page, "told": queries.told(league, page.object_list, found)}
    return render(request, "teams/ledger.html", context)


@require_safe
@league_page()
def acts(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    kind = request.GET.get("kind", "")
    page = Paginator(queries.acts(league, kind=kind), ACTS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "told": queries.told(league, page.object_list),
        "kinds": queries.KINDS.items(),
        "kind": kind,
    }
    return render(request, "teams/acts.html", context)
