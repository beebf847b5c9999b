"""The page on which two teams stand side by side before they meet."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.questions import Problem, Refusal
from league.domain.roles import Viewer
from league.errors import status_of
from league.models import League
from league.views import league_page
from matches.domain import comparing, queries


@require_safe
@league_page()
def compare(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    """``?home=`` and ``?away=`` are addresses of teams; without both it asks which."""
    home, away = request.GET.get("home", ""), request.GET.get("away", "")
    problems: tuple[Problem, ...] = ()
    seen, status = None, 200
    if home and away:
        try:
            seen = comparing.compare(league, home, away)
        except Refusal as refusal:
            problems, status = refusal.problems, status_of(refusal)
    context = {
        "teams": queries.accepted_teams(league),
        "home": home,
        "away": away,
        "seen": seen,
        "problems": problems,
        "strength_name": league.rules.rules.strength_name,
    }
    return render(request, "matches/compare.html", context, status=status)
