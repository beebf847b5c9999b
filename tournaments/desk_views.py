"""The coach's desk in one league, and his front over all of them."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.domain.roles import Viewer
from league.models import League
from league.views import league_page
from tournaments.domain import desk as desks


@require_safe
@league_page("coach")
def desk(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    context = {"desk": desks.desk(league, viewer), "strength_name": league.rules.rules.strength_name}
    return render(request, "tournaments/desk.html", context)


@require_safe
@login_required
def front(request: HttpRequest) -> HttpResponse:
    assert request.user.is_authenticated
    return render(request, "tournaments/desks.html", {"lines": desks.front(request.user)})
