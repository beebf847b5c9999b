"""Pages of a league itself. ``league_page`` stands before the pages of every app."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse

from league.domain import roles
from league.domain.queries import get_league
from league.domain.roles import Viewer
from league.models import League

Rest = ParamSpec("Rest")
LeagueView = Callable[Concatenate[HttpRequest, League, Viewer, Rest], HttpResponse]


def league_page(
    required: roles.Required = "reader",
) -> Callable[[LeagueView[Rest]], Callable[..., HttpResponse]]:
    """Loads the league that ``<slug:league>`` of the address names, and who asks; both also reach the templates.

    Strangers get 404 for a private league, and whoever may read the league but not do this gets 403.
    """

    def decorate(view: LeagueView[Rest]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def page(request: HttpRequest, league: str, **rest: Any) -> HttpResponse:
            found, viewer = get_league(league, request.user)
            request.league, request.viewer = found, viewer  # type: ignore[attr-defined]
            roles.require(viewer, required)
            return view(request, found, viewer, **rest)  # type: ignore[call-arg]

        return page

    return decorate
