"""Majors: opening one, its play-off, its challenges, its finals and its prizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.dice import Span
from engine.questions import Refusal
from engine.words import listed
from league.domain import queries as league_queries
from league.domain.roles import Viewer, require_coach
from league.errors import NotVisible, status_of
from league.models import DicePolicy, League
from league.views import league_page, refused
from teams.domain.queries import get_team
from tournaments import minor_views
from tournaments.competing_shared import (
    Open,
    act_of,
    competition_page,
    day_in,
    needed_number,
    number_in,
    require_organising,
    show,
)
from tournaments.domain.competing import entering, majors, reading, setting_up
from tournaments.domain.competing.majors.paying import candidates
from tournaments.domain.competing.majors.showing import Board, board
from tournaments.major_forms import MajorForm
from tournaments.models import Kind

READ_AND_DO = ["GET", "HEAD", "POST"]


@require_http_methods(READ_AND_DO)
@league_page("commissioner")
def major_new(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    members = [one.user for one in league_queries.members(league)]
    form = MajorForm(request.POST or None, league=league, members=members)
    status = 200 if request.method != "POST" else 400
    if request.method == "POST" and form.is_valid():
        data = dict(form.cleaned_data)
        organiser = next((one for one in members if one.pk == data["organiser"]), None)
        try:
            made = majors.open_major(request.user, league, **(data | {"organiser": organiser}))
        except Refusal as refusal:
            refused(form, refusal)
            status = status_of(refusal)
        else:
            messages.success(request, _("{name} is open for entries.").format(name=made.name))
            return redirect("tournaments:major", league.slug, made.slug)
    context = {"form": form, "majors": league.rules.majors}
    return render(request, "tournaments/major_new.html", context, status=status)


def _done(
    request: HttpRequest, open: Open, acts: dict[str, Callable[[HttpRequest, Open], str]], to: str
) -> HttpResponse:
    """What a button asks for, and back to the page on which it stands."""
    said = acts[act_of(request, acts)](request, open)
    messages.success(request, said)
    return redirect(f"tournaments:{to}", open.league.slug, open.competition.slug)


def _board(open: Open) -> Board:
    return board(open.competition, open.viewer)


# --- the play-off ---------------------------------------------------------------------------------------------


@require_http_methods(READ_AND_DO)
@competition_page()
def major(request: HttpRequest, open: Open) -> HttpResponse:
    """Its calendar, its table with what counted and why, and the matches of the play-off."""
    seen = _board(open)
    if request.method == "POST":
        require_coach(open.viewer)
        return _done(request, open, _PLAY_OFF_ACTS, "major")
    may_enter = seen.takes_entries and open.viewer.is_coach
    teams = reading.teams_to_enter(open.viewer, open.competition, open.organiser) if may_enter else ()
    return show(request, "major.html", open, board=seen, teams=teams)


def _enter(request: HttpRequest, open: Open) -> str:
    team = get_team(open.league, request.POST.get("team", ""))
    made = entering.enter(request.user, open.competition, team, club=request.POST.get("sponsor", "")[:60])
    return _("{name} is entered.").format(name=made.name)


def _leave(request: HttpRequest, open: Open) -> str:
    number = needed_number(request, "entry", _("The team"))
    entry = open.competition.entries.filter(number=number).first()
    if entry is None:
        raise Refusal(
            _("{competition} has no entry {number}.").format(competition=open.competition.name, number=number)
        )
    entering.drop(request.user, entry)
    return _("{entry} is out of {competition}.").format(entry=entry.name, competition=open.competition.name)


def _start(request: HttpRequest, open: Open) -> str:
    setting_up.start(request.user, open.competition)
    return _("The play-off has begun.")


def _arrange(request: HttpRequest, open: Open) -> str:
    made = majors.arrange(
        request.user,
        open.competition,
        needed_number(request, "home", _("The first team")),
        needed_number(request, "away", _("The opponent")),
        day_in(request, "day"),
    )
    said = _("{home} and {away} are to meet.")
    return said.format(home=made.home.name, away=made.away and made.away.name)


def _call_off(request: HttpRequest, open: Open) -> str:
    majors.call_off(request.user, open.competition, needed_number(request, "match", _("The match")))
    return _("The match is called off.")


def _award(request: HttpRequest, open: Open) -> str:
    majors.award(
        request.user,
        open.competition,
        needed_number(request, "match", _("The match")),
        needed_number(request, "winner", _("The winner")),
    )
    return _("The match is awarded.")


def _strike(request: HttpRequest, open: Open) -> str:
    majors.strike(request.user, open.competition, needed_number(request, "match", _("The match")))
    return _("The result is taken back.")


_PLAY_OFF_ACTS: dict[str, Callable[[HttpRequest, Open], str]] = {
    "enter": _enter,
    "leave": _leave,
    "start": _start,
    "arrange": _arrange,
    "call_off": _call_off,
    "award": _award,
    "strike": _strike,
}


# --- challenges -----------------------------------------------------------------------------------------------


@require_http_methods(READ_AND_DO)
@competition_page()
def major_challenges(request: HttpRequest, open: Open) -> HttpResponse:
    seen = _board(open)
    if request.method == "POST":
        require_coach(open.viewer)
        return _done(request, open, _CHALLENGE_ACTS, "major_challenges")
    return show(request, "major_challenges.html", open, board=seen)


def _issue(request: HttpRequest, open: Open) -> str:
    made = majors.issue(
        request.user,
        open.competition,
        needed_number(request, "challenger", _("The challenger")),
        needed_number(request, "challenged", _("The challenged")),
    )
    return _("Challenge {number} is with the organiser.").format(number=made.number)


def _number(request: HttpRequest) -> int:
    return needed_number(request, "challenge", _("The number of a challenge"))


def _pass_on(request: HttpRequest, open: Open) -> str:
    majors.pass_on(request.user, open.competition, _number(request))
    return _("The challenge is passed on, and to be answered today.")


def _accept(request: HttpRequest, open: Open) -> str:
    majors.accept(request.user, open.competition, _number(request))
    return _("The challenge is accepted, and the match is made.")


def _refuse(request: HttpRequest, open: Open) -> str:
    majors.refuse(request.user, open.competition, _number(request))
    return _("The challenge is refused.")


def _substitute(request: HttpRequest, open: Open) -> str:
    majors.substitute(
        request.user,
        open.competition,
        _number(request),
        needed_number(request, "team", _("Who plays instead")),
        agreed="agreed" in request.POST,
    )
    return _("Somebody else plays, and the match is made.")


def _turn_down(request: HttpRequest, open: Open) -> str:
    majors.turn_down(request.user, open.competition, _number(request))
    return _("The challenger has lost without a match.")


def _decide(request: HttpRequest, open: Open) -> str:
    majors.decide(request.user, open.competition, _number(request))
    return _("The challenge counts as refused.")


def _drop(request: HttpRequest, open: Open) -> str:
    majors.drop(request.user, open.competition, _number(request))
    return _("The challenge is let be.")


_CHALLENGE_ACTS: dict[str, Callable[[HttpRequest, Open], str]] = {
    "issue": _issue,
    "pass_on": _pass_on,
    "accept": _accept,
    "refuse": _refuse,
    "substitute": _substitute,
    "turn_down": _turn_down,
    "decide": _decide,
    "drop": _drop,
}


# --- the knock-out --------------------------------------------------------------------------------------------


@require_http_methods(READ_AND_DO)
@competition_page()
def major_finals(request: HttpRequest, open: Open) -> HttpResponse:
    seen = _board(open)
    if request.method == "POST":
        require_organising(open)
        return _done(request, open, _FINAL_ACTS, "major_finals")
    return show(request, "major_finals.html", open, board=seen)


def _qualify(request: HttpRequest, open: Open) -> str:
    after = majors.qualify(
        request.user, open.competition, anyway="anyway" in request.POST, version=number_in(request, "version")
    )
    names = [after.called(team) for team in after.qualified]
    return _("{names} go on.").format(names=listed(names))


def _draw(request: HttpRequest, open: Open) -> str:
    after = majors.draw(request.user, open.competition, version=number_in(request, "version"))
    last = after.draws[-1]
    against = _("{home} against {away}")
    pairs = [against.format(home=after.called(one), away=after.called(other)) for one, other in last.pairs]
    return _("Drawn: {matches}.").format(matches="; ".join(pairs))


def _third_place(request: HttpRequest, open: Open) -> str:
    # Longer than any entry's number is no entry.
    agreed = [int(one) for one in request.POST.getlist("agreed") if one.isdecimal() and len(one) < 10]
    majors.third_place(request.user, open.competition, agreed)
    return _("The match for third place is made.")


def _undo(request: HttpRequest, open: Open) -> str:
    majors.undo(request.user, open.competition, version=number_in(request, "version"))
    return _("The last step is taken back.")


_FINAL_ACTS: dict[str, Callable[[HttpRequest, Open], str]] = {
    "qualify": _qualify,
    "draw": _draw,
    "third_place": _third_place,
    "undo": _undo,
    "award": _award,
}


# --- prizes ---------------------------------------------------------------------------------------------------


@require_http_methods(READ_AND_DO)
@competition_page()
def major_prizes(request: HttpRequest, open: Open) -> HttpResponse:
    """What a tournament pays, and to whom; also of a minor one."""
    if open.competition.kind == Kind.MINOR:
        return minor_views.prizes(request, open)
    if open.competition.kind != Kind.MAJOR:
        raise NotVisible(_("{competition} has no prizes.").format(competition=open.competition.name))
    if request.method == "POST":
        require_organising(open)
        return _done(request, open, _PRIZE_ACTS, "major_prizes")
    act = majors.paid_by(open.competition)
    context: dict[str, Any] = {"act": act, "told": majors.outlook(act) if act else ()}
    return show(request, "major_prizes.html", open, **context, **_of_major(open, act))


def _of_major(open: Open, act: Any) -> dict[str, Any]:
    seen = _board(open)
    may_pay = open.organiser and act is None and seen.may_be_paid
    policy = open.league.dice_policy
    return {
        "board": seen,
        "book": seen.book,
        "rows": [(_span(row.roll), row.winner, row.finalist) for row in seen.book.prizes],
        "may_pay": may_pay,
        "question": majors.asked(open.competition) if may_pay else None,
        "candidates": candidates(open.competition) if may_pay else (),
        "may_roll": policy != DicePolicy.TABLE,
        "may_type": policy != DicePolicy.APP,
    }


def _span(span: Span) -> str:
    said = _("{low} to {high}")
    if span.low is None:
        said = _("Up to {high}")
    elif span.high is None:
        said = _("{low} and more")
    return said.format(low=span.low, high=span.high)


def _pay(request: HttpRequest, open: Open) -> str:
    typed = request.POST.get("die", "").strip()
    if typed and not (typed.isdecimal() and len(typed) == 1):
        raise Refusal(_("{typed!r} is not what a die shows.").format(typed=typed[:20]))
    honoured = request.POST.get("player", "")
    known = {key for key, *__ in candidates(open.competition)} if honoured else set()
    if honoured and honoured not in known:
        raise Refusal(_("This player cannot be the player of the year."))
    team, __, player = honoured.partition(":")
    majors.pay(
        request.user,
        open.competition,
        (int(typed),) if typed else "roll",
        player_of_the_year=(int(team), int(player)) if honoured else None,
        version=number_in(request, "version"),
    )
    return _("The prizes of {competition} are paid, and it is over.").format(
        competition=open.competition.name
    )


def _give_back(request: HttpRequest, open: Open) -> str:
    majors.give_back(request.user, open.competition)
    return _("{competition} is over without a winner.").format(competition=open.competition.name)


_PRIZE_ACTS: dict[str, Callable[[HttpRequest, Open], str]] = {"pay": _pay, "give_back": _give_back}
