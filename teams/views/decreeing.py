"""What is the commissioner's alone: decrees, and who a team belongs to. Coaches withdraw their own drafts."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from engine.questions import Problem, Refusal
from league.domain import queries as league_queries
from league.domain.roles import Viewer
from league.errors import status_of
from league.models import League
from league.views import league_page
from teams.decree_form import DecreeSheet
from teams.domain import decreeing, handing, queries
from teams.domain.decreeing import Outlook
from teams.forms import number_in
from teams.models import Player, Team
from teams.views.acting import own_team
from teams.views.shopping import asked_or_sent


@asked_or_sent
@league_page("commissioner")
def decree(request: HttpRequest, league: League, viewer: Viewer, team: str) -> HttpResponse:
    """A form for the team and, with ``player``, for one of its players. ``check`` shows what would come of it."""
    found = queries.get_team(league, team)
    sheet = DecreeSheet(found, _player(request, found), request.POST)
    if request.method != "POST":
        return _decree_page(request, sheet)
    try:
        if "check" in request.POST:
            seen = decreeing.outlook(found, viewer.person, sheet.decrees, sheet.reason)
            return _decree_page(request, sheet, outlook=seen)
        decreeing.decree(found, viewer.person, sheet.decrees, sheet.reason, sheet.key)
    except Refusal as refusal:
        return _decree_page(request, sheet, refusal.problems, status=status_of(refusal))
    messages.success(request, _("It is decreed, and stands in the ledger with its reason."))
    if sheet.player is not None:
        return redirect("teams:player", league.slug, team, sheet.player.uid)
    return redirect(found)


def _player(request: HttpRequest, team: Team) -> Player | None:
    asked = (request.POST if request.method == "POST" else request.GET).get("player", "")
    uid = number_in(asked)
    return queries.get_player(team, uid) if uid is not None else None


def _decree_page(
    request: HttpRequest,
    sheet: DecreeSheet,
    problems: tuple[Problem, ...] = (),
    outlook: Outlook | None = None,
    status: int = 200,
) -> HttpResponse:
    rules = sheet.team.league.rules.rules
    context = {
        "team": sheet.team,
        "sheet": sheet,
        "problems": problems,
        "outlook": outlook,
        "players": sheet.team.players.order_by("number", "uid"),
        "strength_name": rules.strength_name,
    }
    return render(request, "teams/decree.html", context, status=status)


@asked_or_sent
@league_page("commissioner")
def hand_over(request: HttpRequest, league: League, viewer: Viewer, team: str) -> HttpResponse:
    found = queries.get_team(league, team)
    if request.method != "POST":
        context = {"team": found, "members": league_queries.members(league)}
        return render(request, "teams/hand_over.html", context)
    member = number_in(request.POST.get("coach"))
    if member is None:
        raise Refusal(_("Choose the coach who gets the team."))
    coach = league_queries.get_member(league, member).user
    handing.hand_over(found, viewer.person, coach, request.POST.get("key"))
    messages.success(
        request, _("{team} is coached by {coach} now.").format(team=found.name, coach=coach.username)
    )
    return redirect(found)


@asked_or_sent
@league_page("coach")
def withdraw(request: HttpRequest, league: League, viewer: Viewer, team: str) -> HttpResponse:
    found = own_team(league, viewer, team)
    if request.method != "POST":
        return render(request, "teams/withdraw.html", {"team": found})
    handing.withdraw(found, viewer.person, request.POST.get("key"))
    messages.success(request, _("The draft of {team} is withdrawn.").format(team=found.name))
    return redirect("teams:teams", league.slug)
