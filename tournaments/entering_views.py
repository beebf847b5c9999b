"""Who takes part in a competition: entering, leaving, coming back, and what its organiser says of an entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from engine.questions import Refusal
from league.domain import queries as league_queries
from league.domain.roles import require_coach
from league.errors import Forbidden, status_of
from league.views import refused
from tournaments.competing_shared import (
    Open,
    act_of,
    competition_page,
    member_in,
    needed_number,
    number_in,
    person,
    show,
)
from tournaments.domain.competing import entering, reading
from tournaments.domain.competing.entering_all import enter_all
from tournaments.entering_forms import AnybodyForm, EntryForm, OwnTeamForm, TeamEntryForm
from tournaments.models import Entry


@require_http_methods(["GET", "HEAD", "POST"])
@competition_page()
def competition_entries(request: HttpRequest, open: Open) -> HttpResponse:
    """Everybody who takes part; whoever may enters here."""
    form: Any = None
    if request.method == "POST":
        require_coach(open.viewer)
    if request.POST.get("act") == "all":
        count = len(enter_all(request.user, open.competition))
        said = ngettext("{n} team is entered.", "{n} teams are entered.", count)
        messages.success(request, said.format(n=count))
        return redirect("tournaments:competition_entries", open.league.slug, open.competition.slug)
    may = entering.may_enter(open.viewer, open.competition)
    if may or request.method == "POST":
        form = _entry_form(request, open)
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                made = entering.enter(request.user, open.competition, **form.cleaned_data)
            except Refusal as refusal:
                refused(form, refusal)
                status = status_of(refusal)
            else:
                messages.success(request, _("{name} is entered.").format(name=made.name))
                return redirect("tournaments:competition_entries", open.league.slug, open.competition.slug)
    found = reading.entrants(open.competition)
    context = {
        "found": found,
        "entered": next((one for one in found.playing if entering.coaches(request.user, one)), None),
        "form": form,
        "anybody": isinstance(form, AnybodyForm),
        "no_team": isinstance(form, OwnTeamForm) and not form.fields["team"].queryset.exists(),  # type: ignore[attr-defined]
    }
    return show(request, "c_entries.html", open, status, **context)


def _entry_form(request: HttpRequest, open: Open) -> AnybodyForm | OwnTeamForm:
    data = request.POST or None
    if open.organiser and not open.competition.rosters and "team" not in (data or {}):
        return AnybodyForm(data)
    teams = reading.teams_to_enter(open.viewer, open.competition, open.organiser)
    return TeamEntryForm(data, teams=teams) if open.organiser else OwnTeamForm(data, teams=teams)


@require_http_methods(["GET", "HEAD", "POST"])
@competition_page()
def competition_entry(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """One entry: what is said of it, its matches, and what its coach or the organiser does with it."""
    found = reading.find_entry(open.competition, entry)
    own = open.viewer.is_coach and entering.coaches(request.user, found)
    form = EntryForm(None, initial=EntryForm.initial_of(found)) if open.organiser else None
    status = 200
    if request.method == "POST":
        if not open.organiser and not own:
            raise Forbidden(
                _("Only the coach of {name}, or the organiser, may do this.").format(name=found.name)
            )
        act = act_of(request, ("change", *_ACTS) if open.organiser else ("drop",))
        if act == "change":
            form = EntryForm(request.POST, initial=EntryForm.initial_of(found))
            status = _changed(request, found, form)
        else:
            messages.success(request, _ACTS[act](request, open, found))
        if status == 200:
            where = "entries" if not reading.is_there(found) else "entry"
            rest = [] if where == "entries" else [found.number]
            return redirect(
                f"tournaments:competition_{where}", open.league.slug, open.competition.slug, *rest
            )
    context = {
        "entry": found,
        "own": own,
        "form": form,
        "meetings": reading.meetings_of(found, open.viewer),
        "adjustments": found.adjustments.select_related("by"),
        "members": league_queries.members(open.league) if open.organiser else (),
    }
    return show(request, "c_entry.html", open, status, **context)


def _changed(request: HttpRequest, entry: Entry, form: EntryForm) -> int:
    """The status of the answer."""
    if not form.is_valid():
        return 400
    try:
        entering.change_entry(request.user, entry, **form.changes)
    except Refusal as refusal:
        refused(form, refusal)
        return status_of(refusal)
    messages.success(request, _("{entry} is changed.").format(entry=entry.name))
    return 200


def _drop(request: HttpRequest, open: Open, entry: Entry) -> str:
    results = request.POST.get("results", "kept")
    if results not in ("kept", "awarded"):
        raise Refusal(_("Open matches are left out, or go to the opponents."))
    after = number_in(request, "after") if open.organiser else None
    entering.drop(request.user, entry, after, request.POST.get("reason", ""), results=results)
    return _("{entry} plays no more.").format(entry=entry.name)


def _return(request: HttpRequest, open: Open, entry: Entry) -> str:
    entering.return_(request.user, entry)
    return _("{entry} is back.").format(entry=entry.name)


def _annul(request: HttpRequest, open: Open, entry: Entry) -> str:
    entering.annul(request.user, entry, request.POST.get("reason", ""))
    return _("Nothing that {entry} played counts.").format(entry=entry.name)


def _replace(request: HttpRequest, open: Open, entry: Entry) -> str:
    chosen = member_in(request, "user", open.league)
    coach, reason = request.POST.get("coach", ""), request.POST.get("reason", "")
    number = number_in(request, "naf_number")
    entering.replace(request.user, entry, user=chosen, coach=coach, naf_number=number, reason=reason)
    return _("{entry} has another coach.").format(entry=entry.name)


def _adjust(request: HttpRequest, open: Open, entry: Entry) -> str:
    text = request.POST.get("points", "").strip().replace("−", "-")
    if not text.removeprefix("-").removeprefix("+").isdecimal() or len(text) > 8:
        raise Refusal(_("Points are a whole number, below 0 where they are taken."))
    entering.adjust(person(request), entry, int(text), request.POST.get("reason", ""))
    return _("The points of {entry} are changed.").format(entry=entry.name)


def _take_back(request: HttpRequest, open: Open, entry: Entry) -> str:
    key = needed_number(request, "adjustment", _("Which points are meant"))
    entering.take_back(request.user, reading.find_adjustment(entry, key))
    return _("The points of {entry} are what they were.").format(entry=entry.name)


_ACTS: dict[str, Callable[[HttpRequest, Open, Entry], str]] = {
    "drop": _drop,
    "return": _return,
    "annul": _annul,
    "replace": _replace,
    "adjust": _adjust,
    "take_back": _take_back,
}
