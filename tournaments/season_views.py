"""What coaches arrange themselves, what an organiser plans of a season, and the season after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from engine.questions import Refusal
from league.domain.roles import require_commissioner
from league.errors import Forbidden, status_of
from league.models import NAME_LENGTH
from league.views import refused
from tournaments.competing_shared import (
    Open,
    act_of,
    competition_page,
    day_in,
    needed_number,
    number_in,
    person,
    show,
)
from tournaments.domain.competing import arranged, carrying_over, ladders, open_play, reading, seasons
from tournaments.models import Pairing, Stage, State

# --- open play and ladders ------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@competition_page()
def competition_arrange(request: HttpRequest, open: Open, stage: int) -> HttpResponse:
    """Matches that coaches arrange: whom one may meet, who has asked whom, and the ladder where there is one."""
    found = open.stage(stage)
    if request.method == "POST":
        if not open.viewer.is_coach:
            raise Forbidden(
                _("Only coaches of {league} arrange matches in it.").format(league=open.league.name)
            )
        said = _ARRANGING[act_of(request, _ARRANGING)](request, open, found)
        messages.success(request, said)
        return redirect("tournaments:competition_arrange", open.league.slug, open.competition.slug, stage)
    board = arranged.board(found, open.viewer, open.organiser)
    return show(request, "c_arrange.html", open, stage=found, board=board)


def _two(request: HttpRequest, open: Open) -> tuple[Any, Any]:
    one = reading.find_entry(open.competition, needed_number(request, "one", _("The entry that asks")))
    return one, reading.find_entry(open.competition, needed_number(request, "other", _("The other entry")))


def _pairing(request: HttpRequest, open: Open) -> Pairing:
    return reading.find_pairing(
        open.competition, needed_number(request, "pairing", _("The match")), open.organiser
    )


def _arrange(request: HttpRequest, open: Open, stage: Stage) -> str:
    made = open_play.arrange(request.user, stage, *_two(request, open))
    said = _("{match} is asked for.") if made.reports else _("{match} is arranged.")
    return said.format(match=made)


def _agree(request: HttpRequest, open: Open, stage: Stage) -> str:
    return _("{match} is arranged.").format(match=open_play.agree(request.user, _pairing(request, open)))


def _call_off(request: HttpRequest, open: Open, stage: Stage) -> str:
    pairing = _pairing(request, open)
    named = str(pairing)
    open_play.call_off(request.user, pairing)
    return _("{match} is called off.").format(match=named)


def _challenge(request: HttpRequest, open: Open, stage: Stage) -> str:
    made = ladders.challenge(request.user, stage, *_two(request, open))
    return _("{match} is to be played.").format(match=made)


def _refuse(request: HttpRequest, open: Open, stage: Stage) -> str:
    pairing = _pairing(request, open)
    ladders.refuse(person(request), pairing, request.POST.get("reason", ""))
    return _("{home} refuses, and {away} has won.").format(home=pairing.home, away=pairing.away)


_ARRANGING: dict[str, Callable[[HttpRequest, Open, Stage], str]] = {
    "arrange": _arrange,
    "agree": _agree,
    "call_off": _call_off,
    "challenge": _challenge,
    "refuse": _refuse,
}


# --- the planning of a season ---------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@competition_page(organising=True)
def competition_plan(request: HttpRequest, open: Open, stage: int) -> HttpResponse:
    """Matches that are to be played, with their rounds and days; and other rounds and days for them."""
    found = open.stage(stage)
    if request.method == "POST":
        said = _PLANNING[act_of(request, _PLANNING)](request, open, found)
        messages.success(request, said)
        return redirect("tournaments:competition_plan", open.league.slug, open.competition.slug, stage)
    rows = reading.meetings(reading.published(open.competition).filter(round__stage=found), open.viewer)
    return show(request, "c_plan.html", open, stage=found, still=reading.open_ones(rows))


def _days(request: HttpRequest, open: Open, stage: Stage) -> str:
    first = day_in(request, "first")
    if first is None:
        raise Refusal(_("The day of the first round is missing."))
    seasons.set_days(request.user, stage, first, needed_number(request, "every", _("The number of days")))
    return _("Every round has its day.")


def _put_off(request: HttpRequest, open: Open, stage: Stage) -> str:
    moved = seasons.postpone(request.user, _pairing(request, open), number_in(request, "round"))
    return _("{match} is played in round {number}.").format(match=moved, number=moved.round.number)


def _one_day(request: HttpRequest, open: Open, stage: Stage) -> str:
    pairing = _pairing(request, open)
    seasons.set_day(request.user, pairing, day_in(request, "day"))
    return _("The day of {match} is set.").format(match=pairing)


_PLANNING: dict[str, Callable[[HttpRequest, Open, Stage], str]] = {
    "days": _days,
    "put_off": _put_off,
    "day": _one_day,
}


# --- the season after -----------------------------------------------------------------------------------------


class AgainForm(forms.Form):
    name = forms.CharField(max_length=NAME_LENGTH, label=gettext_lazy("Name of the new competition"))
    new_season = forms.BooleanField(
        required=False, initial=True, label=gettext_lazy("Open the league's next season for it")
    )
    moving = forms.IntegerField(
        min_value=0,
        max_value=20,
        initial=0,
        label=gettext_lazy("Entries that go up a division, and as many down"),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@competition_page(organising=True)
def competition_again(request: HttpRequest, open: Open) -> HttpResponse:
    """The same competition again, with all who took part to the end. For commissioners."""
    require_commissioner(open.viewer)
    form = AgainForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                again = carrying_over.carry_over(request.user, open.competition, **form.cleaned_data)
            except Refusal as refusal:
                status = status_of(refusal)
                refused(form, refusal)
            else:
                messages.success(
                    request,
                    _("{competition} is open, and all entries are carried over.").format(
                        competition=again.name
                    ),
                )
                return redirect("tournaments:competition", open.league.slug, again.slug)
    ended = open.competition.state in (State.ENDED, State.ARCHIVED)
    return show(request, "c_again.html", open, status, form=form, ended=ended)
