"""Challenges: whoever is avoided may call the other out in writing, once a week.

The organiser passes a challenge on, and the challenged answers on that day: plays, refuses and has lost, or names
somebody who plays instead.

Source: LRB4, Challenges; lrb4-cs.txt:3003-3013
"""

from __future__ import annotations

from datetime import date
from typing import Any

from msgspec.structs import replace

from engine.contest.majors.values import Challenge, Major
from engine.contest.majors.verbs import calendar, check_meeting, week_of
from engine.contest.played import Id, Played
from engine.questions import Refusal
from engine.words import gettext as _
from engine.words import gettext_noop, named, ngettext

_WAITING = ("issued", "passed_on")
_TO_BE_PLAYED = ("accepted", "substituted")


def issue(major: Major, challenger: Id, challenged: Id, day: date) -> Major:
    """Raises Refusal outside the play-off's weeks, for one more in a week than may be, and for two who have met."""
    if challenger == challenged:
        raise Refusal(
            _("{challenger} cannot challenge its own coach.").format(challenger=major.called(challenger))
        )
    check_meeting(major, challenger, challenged)
    check_issuing(major, challenger, day)
    for one in open_challenges(major):
        if {one.challenger, one.opponent} == {challenger, challenged}:
            raise Refusal(
                _("{challenger} and {challenged} have an open challenge already.").format(
                    challenger=major.called(challenger), challenged=major.called(challenged)
                )
            )
    number = max((one.number for one in major.challenges), default=0) + 1
    return replace(
        major, challenges=(*major.challenges, Challenge(number, challenger, challenged, issued=day))
    )


def check_issuing(major: Major, challenger: Id, day: date) -> None:
    """Raises Refusal where he may challenge nobody on this day."""
    week, weeks = week_of(major, day), major.format.play_off_weeks
    if not 1 <= week <= weeks:
        phase = calendar(major)[0]
        raise Refusal(
            _("Challenges are issued during the play-off, from {first} to {last}, and not on {day}.").format(
                first=phase.first, last=phase.last, day=day
            )
        )
    name = major.called(challenger)
    most = major.format.challenges_per_week
    if not most:
        raise Refusal(_("The {major} has no challenges.").format(major=named(major.name)))
    this_week = [
        one for one in major.challenges if one.challenger == challenger and week_of(major, one.issued) == week
    ]
    if len(this_week) >= most:
        raise Refusal(
            _("{name} may issue one challenge a week and has done so in week {week}.").format(
                name=name, week=week
            )
            if most == 1
            else ngettext(
                "{name} may issue {n} challenges a week and has done so in week {week}.",
                "{name} may issue {n} challenges a week and has done so in week {week}.",
                most,
            ).format(name=name, n=most, week=week)
        )


def open_challenges(major: Major) -> tuple[Challenge, ...]:
    """Those that wait for the organiser, for an answer, or for their match.

    One is over when its two teams have met, or when one of them has withdrawn.
    """
    standing = {one.team for one in major.standing}
    return tuple(
        one
        for one in major.challenges
        if one.state in (*_WAITING, *_TO_BE_PLAYED)
        and one.challenger in standing
        and one.opponent in standing
        and major.result("play_off", one.challenger, one.opponent) is None
    )


def pass_on(major: Major, number: int, day: date) -> Major:
    """The organiser hands the challenge over; it is to be answered on this day."""
    found = _found(major, number, ("issued",))
    if day < found.issued:
        raise Refusal(
            _("Challenge {number} was issued on {issued} and cannot be passed on before.").format(
                number=number, issued=found.issued
            )
        )
    return _with(major, replace(found, state="passed_on", passed_on=day))


def accept(major: Major, number: int, day: date, late: bool = False) -> Major:
    """The two play as they always do. ``late``: the organiser takes an answer that comes after its day."""
    found = _to_answer(major, number, day, late)
    return _with(major, replace(found, state="accepted", answered=day))


def refuse(major: Major, number: int, day: date, late: bool = False) -> Major:
    """The challenger has won, and nothing happens to either roster."""
    found = _to_answer(major, number, day, late)
    return _lost(major, replace(found, state="refused", answered=day), found.challenger, found.challenged)


def substitute(
    major: Major, number: int, team: Id, day: date, agreed: bool = True, late: bool = False
) -> Major:
    """Another team of the major plays instead of the challenged: the challenger must play it.

    Raises Refusal for a team that has not agreed, is not in the major, or has met the challenger or is about to.
    """
    found = _to_answer(major, number, day, late)
    name = major.called(team)
    if team in (found.challenger, found.challenged):
        raise Refusal(
            _("{name} is one of the two whom the challenge is about and cannot stand in.").format(name=name)
        )
    check_meeting(major, found.challenger, team)
    if any({one.challenger, one.opponent} == {found.challenger, team} for one in open_challenges(major)):
        challenger = major.called(found.challenger)
        raise Refusal(
            _("{name} and {challenger} have an open challenge already, and meet once.").format(
                name=name, challenger=challenger
            )
        )
    if not agreed:
        raise Refusal(
            _("{name} has not agreed to play instead of {challenged}.").format(
                name=name, challenged=major.called(found.challenged)
            )
        )
    return _with(major, replace(found, state="substituted", substitute=team, answered=day))


def turn_down(major: Major, number: int) -> Major:
    """The challenger will not play the substitute, and has lost."""
    found = _found(major, number, ("substituted",))
    winner = found.opponent if major.format.turned_down == "substitute" else found.challenged
    return _lost(major, replace(found, state="turned_down"), winner, found.challenger)


def overdue(major: Major, today: date) -> tuple[Challenge, ...]:
    """Those whose day to answer is past."""
    return tuple(
        one
        for one in open_challenges(major)
        if one.state == "passed_on" and one.passed_on is not None and one.passed_on < today
    )


def silence(major: Major, today: date) -> Major:
    """What comes of overdue challenges by themselves: a refusal each, where the format says so, and else nothing."""
    if major.format.no_answer == "refusal":
        for one in overdue(major, today):
            major = decide(major, one.number, today)
    return major


def decide(major: Major, number: int, today: date) -> Major:
    """An overdue challenge counts as refused: the organiser has said so, or the format does."""
    found = _found(major, number, ("passed_on",))
    if found not in overdue(major, today):
        raise Refusal(
            _("Challenge {number} may be answered until the end of {passed_on}.").format(
                number=number, passed_on=found.passed_on
            )
        )
    return _lost(major, replace(found, state="unanswered"), found.challenger, found.challenged)


def drop(major: Major, number: int) -> Major:
    """The organiser lets a challenge be that is not fought out. It still was the challenger's of its week."""
    return _with(major, replace(_found(major, number, (*_WAITING, *_TO_BE_PLAYED)), state="dropped"))


_WORDS = {
    "issued": gettext_noop("Challenge {number} has not been passed on yet."),
    "passed_on": gettext_noop("Challenge {number} has been passed on and waits for its answer."),
    "accepted": gettext_noop("Challenge {number} has been accepted."),
    "refused": gettext_noop("Challenge {number} has been refused."),
    "unanswered": gettext_noop("Challenge {number} counts as refused."),
    "substituted": gettext_noop("Challenge {number} has been answered with a substitute."),
    "turned_down": gettext_noop(
        "Challenge {number} has been lost, for the challenger would not play the substitute."
    ),
    "dropped": gettext_noop("Challenge {number} has been dropped."),
}


def _found(major: Major, number: int, states: tuple[str, ...]) -> Challenge:
    """Raises Refusal for a challenge that is not there, that is over, or that stands elsewhere."""
    found = next((one for one in major.challenges if one.number == number), None)
    if found is None:
        raise Refusal(
            _("The {major} has no challenge {number}.").format(major=named(major.name), number=number)
        )
    if found.state not in states:
        raise Refusal(_(_WORDS[found.state]).format(number=number))
    check_meeting(major, found.challenger, found.opponent)
    return found


def _to_answer(major: Major, number: int, day: date, late: bool) -> Challenge:
    found = _found(major, number, ("passed_on",))
    due: Any = found.passed_on
    if day < due:
        raise Refusal(
            _("Challenge {number} was passed on on {due} and cannot be answered before.").format(
                number=number, due=due
            )
        )
    if day > due and not late:
        raise Refusal(
            _("Challenge {number} was to be answered on {due}, and it is {day}.").format(
                number=number, due=due, day=day
            )
        )
    return found


def _with(major: Major, changed: Challenge) -> Major:
    challenges = tuple(changed if one.number == changed.number else one for one in major.challenges)
    return replace(major, challenges=challenges)


def _lost(major: Major, changed: Challenge, winner: Id, loser: Id) -> Major:
    """Two to nothing without a match. It is the one meeting of these two."""
    check_meeting(major, winner, loser)
    result = Played(
        home=winner,
        away=loser,
        outcome="home",
        home_td=major.format.refused_touchdowns,
        kind="refused",
        stage="play_off",
        neutral=True,
    )
    return replace(_with(major, changed), results=(*major.results, result))
