"""Teams, players, the graveyard and the ledger, for everybody who may read the league."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from engine.questions import Refusal
from engine.words import named
from league.domain.roles import Viewer
from league.errors import status_of
from league.models import League
from league.views import league_page
from teams.domain import access, as_it_was, queries, roster_sheet, trading
from teams.domain import history as history_of
from teams.domain.as_it_was import Past
from teams.models import Team

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
    """The team as it is, or with ``?on=`` as it stood at the end of a day: then there is nothing to do."""
    found = queries.get_team(league, team)
    try:
        past = _past(request, found)
    except Refusal as refusal:
        return _not_then(request, found.name, found.get_absolute_url(), refusal)
    shown = past.team if past else found
    players = past.players if past else tuple(queries.roster_rows(found))
    may_act = not past and access.may_act(viewer, found)
    context = {
        "team": shown,
        "sheet": queries.sheet(shown, players),
        "totals": roster_sheet.totals(players),
        "receipt": queries.receipt(shown, players),
        "gold": queries.treasury_ledger(shown, until=as_it_was.end_of(past.day) if past else None),
        "may_act": may_act,
        "offers_waiting": trading.waiting(found) if may_act else 0,
        "may_decree": not past and access.may_decree(viewer, found),
        "strength_name": shown.league.rules.rules.strength_name,
        "team_address": found.get_absolute_url(),
        **_day(past),
    }
    return render(request, "teams/team.html", context)


@require_safe
@league_page()
def player(request: HttpRequest, league: League, viewer: Viewer, team: str, uid: int) -> HttpResponse:
    """As with the team: ``?on=`` shows who he was."""
    found = queries.get_team(league, team)
    today = queries.get_player(found, uid)
    try:
        past = _past(request, found)
        one = past.player(uid) if past else today
    except Refusal as refusal:
        return _not_then(request, today.name, today.get_absolute_url(), refusal)
    until = as_it_was.end_of(past.day) if past else None
    rules = past.team.league.rules if past else league.rules
    chapters = queries.career(one, rules, until)
    context = {
        "team": past.team if past else found,
        "player": one,
        "title": named(rules.rules.title(one.spp)),
        "points": queries.points_by_source(one, rules),
        "page": Paginator(chapters, CHAPTERS_ON_A_PAGE).get_page(request.GET.get("page")),
        "may_act": not past and access.may_act(viewer, found),
        "may_decree": not past and access.may_decree(viewer, found),
        "player_address": today.get_absolute_url(),
        **_day(past),
    }
    return render(request, "teams/player.html", context)


def _past(request: HttpRequest, team: Team) -> Past | None:
    """What ``?on=`` asks for. Raises Refusal for a day that is none, or before the team was there."""
    asked = request.GET.get("on", "")
    return as_it_was.team_on(team, as_it_was.read_day(asked)) if asked.strip() else None


def _day(past: Past | None) -> dict[str, object]:
    """What the pages of a day take: the day, and what keeps it in their links."""
    return {
        "on": past.day if past else None,
        "on_query": f"?on={past.day.isoformat()}" if past else "",
        "today": timezone.localdate(),
    }


def _not_then(request: HttpRequest, title: str, address: str, refusal: Refusal) -> HttpResponse:
    context = {"title": title, "address": address, "problems": refusal.problems, **_day(None)}
    return render(request, "teams/not_then.html", context, status=status_of(refusal))


@require_safe
@league_page()
def history(request: HttpRequest, league: League, viewer: Viewer, team: str) -> HttpResponse:
    """The team's ledger as a story by days; ``?kind=`` shows one kind of acts alone."""
    found = queries.get_team(league, team)
    kind = request.GET.get("kind", "")
    page = Paginator(history_of.acts(found, kind), ACTS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "team": found,
        "page": page,
        "days": history_of.days(league, found, list(page.object_list)),
        "kinds": history_of.kinds(found),
        "kind": kind,
    }
    return render(request, "teams/history.html", context)


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
    """Everything that the ledger says of the team; with ``?on=`` what had happened by the end of that day."""
    found = queries.get_team(league, team)
    try:
        past = _past(request, found)
    except Refusal as refusal:
        return _not_then(request, found.name, request.path, refusal)
    rows = queries.acts(league, found)
    if past:
        rows = rows.filter(at__lte=as_it_was.end_of(past.day))
    page = Paginator(rows, ACTS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "team": past.team if past else found,
        "page": page,
        "told": queries.told(league, page.object_list, found),
        **_day(past),
    }
    return render(request, "teams/ledger.html", context)


@require_safe
@league_page()
def act(request: HttpRequest, league: League, viewer: Viewer, sequence: int) -> HttpResponse:
    """One act, with whatever else has stood in its place."""
    found = queries.get_act(league, sequence)
    one, *kin = queries.told(league, [found, *queries.same_place(found)])
    return render(request, "teams/one_act.html", {"one": one, "kin": kin})
