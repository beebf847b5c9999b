"""The commissioner's office, and the league's month."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from league.domain.roles import Viewer
from league.models import League
from league.views import league_page
from matches.domain import in_order
from tournaments.domain.month import month, month_named
from tournaments.domain.office import office


@require_safe
@league_page("commissioner")
def office_page(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    """What waits. ``?preview=all`` shows what the logs that wait would do, in the order in which they land."""
    context: dict[str, Any] = {"office": office(league)}
    if request.GET.get("preview") == "all":
        context |= {"seen": in_order.look(league), "at_once": in_order.AT_ONCE}
    return render(request, "tournaments/office.html", context)


@require_POST
@league_page("commissioner")
def apply_in_order(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    done = in_order.apply_in_order(viewer.person, league)
    for result in done.results:
        messages.success(request, _("Applied: {result}.").format(result=result))
    if done.stopped is not None:
        said = _("Stopped at {match}, round {round}; it and what comes after it is as it was.")
        messages.warning(request, said.format(match=done.stopped.fixture, round=done.stopped.fixture.round))
        for why in done.why:
            messages.warning(request, why)
    elif done.left:
        said = ngettext(
            "{n} log still waits: apply once more.", "{n} logs still wait: apply once more.", done.left
        )
        messages.info(request, said.format(n=done.left))
    elif not done.results:
        messages.info(request, _("Somebody else has just dealt with these logs."))
    return redirect("tournaments:office", league.slug)


@require_safe
@league_page()
def calendar(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    shown = month(league, month_named(request.GET.get("month", ""), league))
    return render(request, "tournaments/calendar.html", {"month": shown})
