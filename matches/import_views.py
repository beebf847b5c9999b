"""Pages of a match file that becomes the log of a fixture."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from engine.questions import SIDES, Refusal
from engine.words import number
from league.domain.roles import Viewer
from league.errors import status_of
from league.models import League
from league.views import league_page
from matches import sent
from matches.domain import access, importing, queries
from matches.domain import wizard as wizard_verbs
from matches.domain.errors import Overtaken
from matches.forms import MatchingForm
from matches.views import show_step, stepped


@league_page("coach")
def match_file(request: HttpRequest, league: League, viewer: Viewer, number: int) -> HttpResponse:
    """What the file holds beside the league, and who is who; a POST settles it."""
    fixture = queries.get_fixture(league, number)
    access.require_may_enter(viewer, fixture)
    try:
        found = importing.in_hand(fixture)
    except importing.NoneInHand:
        return redirect("matches:upload", league.slug, number)
    form = MatchingForm(request.POST if request.method == "POST" else None, found)
    refusal: Refusal | None = None
    if request.method == "POST" and form.is_valid():
        try:
            step = importing.settle(
                fixture,
                viewer.person,
                form.matching(),
                sent.version(request),
                confirmed=form.cleaned_data.get("confirmed", False),
            )
        except Refusal as fault:
            refusal = fault
        else:
            messages.success(request, _filled(len(step.log.entries)))
            return redirect("matches:wizard", league.slug, number)
    context = {
        "fixture": fixture,
        "found": found,
        "form": form,
        "sides": [(found.side(side), form.rows(side, False), form.rows(side, True)) for side in SIDES],
        "problems": refusal.problems if refusal else (),
    }
    status = status_of(refusal) if refusal else 400 if form.is_bound and form.errors else 200
    return render(request, "matches/match_file.html", context, status=status)


def _filled(entries: int) -> str:
    if not entries:
        return _("It is settled who is who. The file lacks what is asked first.")
    return ngettext(
        "It is settled who is who. Read from the file: {n} entry.",
        "It is settled who is who. Read from the file: {n} entries.",
        entries,
    ).format(n=number(entries))


@require_POST
@league_page("coach")
def turn_file(request: HttpRequest, league: League, viewer: Viewer, number: int) -> HttpResponse:
    fixture = queries.get_fixture(league, number)
    importing.turn(fixture, viewer.person, sent.version(request))
    messages.success(request, _("Home and away of the file are changed over."))
    return redirect("matches:match_file", league.slug, number)


@require_POST
@league_page("coach")
def read_on(request: HttpRequest, league: League, viewer: Viewer, number: int) -> HttpResponse:
    """The log goes on from its file."""
    fixture = queries.get_fixture(league, number)
    access.require_may_enter(viewer, fixture)
    try:
        step = wizard_verbs.read_on(fixture, viewer.person, sent.version(request))
    except Overtaken as refusal:
        return show_step(request, viewer, fixture, wizard_verbs.current(fixture), refusal)
    return stepped(request, viewer, fixture, step)
