"""The page of a team's home field: what can be built, and what must be repaired."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from engine.questions import Problem, Refusal
from engine.words import named, number
from league.domain.roles import Viewer
from league.errors import status_of
from league.models import League, User
from league.views import league_page
from teams.domain import building
from teams.models import Team
from teams.views.acting import own_team
from teams.views.shopping import asked_or_sent


@asked_or_sent
@league_page("coach")
def field(request: HttpRequest, league: League, viewer: Viewer, team: str) -> HttpResponse:
    """Sent back, it builds the kind that was chosen, or repairs what the team owns."""
    found = own_team(league, viewer, team)
    problems: tuple[Problem, ...] = ()
    status = 200
    if request.method == "POST":
        try:
            done = _do(request, found, viewer.person)
        except Refusal as refusal:
            problems, status = refusal.problems, status_of(refusal)
        else:
            messages.success(request, done)
            return redirect(found)
    context = {
        "team": found,
        "ground": building.ground(found),
        "strength_name": league.rules.rules.strength_name,
        "problems": problems,
        "key": uuid.uuid4(),
    }
    return render(request, "teams/field.html", context, status=status)


def _do(request: HttpRequest, team: Team, by: User) -> str:
    key = request.POST.get("key")
    if "repair" in request.POST:
        repaired = building.repair(team, by, key)
        return _("The {stadium} is repaired. The treasury holds {gold} gold.").format(
            stadium=named(repaired.stadium), gold=number(repaired.treasury)
        )
    built = building.build(team, by, request.POST.get("stadium", ""), key)
    return _("{team} plays on its {stadium} now. The treasury holds {gold} gold.").format(
        team=built.name, stadium=named(built.stadium), gold=number(built.treasury)
    )
