"""Drafting and buying: sheets that show what they cost and what is wrong while they are filled in."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from engine.edition import Race
from engine.questions import Problem, Refusal
from engine.words import number
from league.domain import queries as league_queries
from league.domain.roles import Viewer
from league.errors import status_of
from league.models import League, User
from league.views import league_page
from teams.domain import access, buying, drafting, queries
from teams.forms import DraftSheet, PurchaseSheet, number_in

asked_or_sent = require_http_methods(["GET", "HEAD", "POST"])


@asked_or_sent
@league_page("coach")
def draft(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    """Choose a race, fill the sheet in, and draft. ``check`` only draws the sheet anew."""
    given = request.POST if request.method == "POST" else request.GET
    race = league.rules.races.get(given.get("race", ""))
    if race is None or (race.closed and request.method != "POST"):
        races = sorted(league.rules.draftable, key=lambda one: one.name)
        return render(request, "teams/choose_race.html", {"races": races})
    sheet = DraftSheet(league, race, given.dict())
    if request.method != "POST" or "check" in request.POST:
        return _draft_page(request, viewer, sheet, sheet.problems if request.method == "POST" else ())
    return _draft(request, viewer, sheet)


def _draft(request: HttpRequest, viewer: Viewer, sheet: DraftSheet) -> HttpResponse:
    league = viewer.league
    try:
        if sheet.faults:
            raise Refusal(sheet.faults[0], sheet.problems)
        coach = _coach(request, viewer)
        team = drafting.draft_team(league, viewer.person, sheet.draft, coach, sheet.key)
    except Refusal as refusal:
        return _draft_page(request, viewer, sheet, refusal.problems, status_of(refusal))
    messages.success(request, _("{team} is drafted. The commissioner accepts it.").format(team=team.name))
    return redirect(team)


def _coach(request: HttpRequest, viewer: Viewer) -> User | None:
    member = number_in(request.POST.get("coach"))
    if member is None or not viewer.is_commissioner:
        return None
    return league_queries.get_member(viewer.league, member).user


def _draft_page(
    request: HttpRequest,
    viewer: Viewer,
    sheet: DraftSheet,
    problems: tuple[Problem, ...],
    status: int = 200,
) -> HttpResponse:
    context = {
        "sheet": sheet,
        "problems": problems,
        "members": league_queries.members(viewer.league) if viewer.is_commissioner else (),
        "coach": request.POST.get("coach", ""),
        "strength_name": viewer.league.rules.rules.strength_name,
    }
    return render(request, "teams/draft.html", context, status=status)


@require_POST
@league_page("coach")
def draft_check(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    """The total and the problems of a draft in the making, and its lines when others are wanted."""
    race: Race = league.rules.race(request.POST.get("race", ""))
    sheet = DraftSheet(league, race, request.POST.dict())
    return _checked(request, league, sheet)


def _checked(request: HttpRequest, league: League, sheet: DraftSheet | PurchaseSheet) -> HttpResponse:
    context = {
        "sheet": sheet,
        "problems": sheet.problems,
        "strength_name": league.rules.rules.strength_name,
    }
    return render(request, "teams/_checked.html", context)


@asked_or_sent
@league_page("coach")
def buy(request: HttpRequest, league: League, viewer: Viewer, team: str) -> HttpResponse:
    found = queries.get_team(league, team)
    access.acting_as_commissioner(viewer.person, found)
    sheet = PurchaseSheet(found, request.POST.dict())
    problems: tuple[Problem, ...] = ()
    status = 200
    if "check" in request.POST:
        problems = sheet.problems
    elif request.method == "POST":
        try:
            if sheet.faults:
                raise Refusal(sheet.faults[0], sheet.problems)
            bought = buying.buy(found, viewer.person, sheet.purchase, sheet.key)
        except Refusal as refusal:
            problems, status = refusal.problems, status_of(refusal)
        else:
            messages.success(
                request, _("Bought. The treasury holds {gold} gold.").format(gold=number(bought.treasury))
            )
            return redirect(bought)
    context = {
        "team": found,
        "sheet": sheet,
        "problems": problems,
        "strength_name": league.rules.rules.strength_name,
    }
    return render(request, "teams/buy.html", context, status=status)


@require_POST
@league_page("coach")
def buy_check(request: HttpRequest, league: League, viewer: Viewer, team: str) -> HttpResponse:
    found = queries.get_team(league, team)
    access.acting_as_commissioner(viewer.person, found)
    sheet = PurchaseSheet(found, request.POST.dict())
    return _checked(request, league, sheet)
