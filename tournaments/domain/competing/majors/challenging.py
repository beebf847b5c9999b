"""Challenges through the pages: the challenger's coach issues one, the organiser passes it on, and the challenged's
coach answers on that day."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.utils.translation import gettext as _

from engine.contest import majors
from engine.contest.majors import Challenge, Major
from engine.questions import Refusal
from league.domain.languages import in_language_of
from league.domain.roles import Person
from tournaments.domain.competing.access import changing, may_organise, require_organiser
from tournaments.domain.competing.majors.keeping import (
    PLAY_OFF,
    add_match,
    add_result,
    entries_of,
    entry_in,
    keep,
    major_of,
    open_pairing,
    require_own,
    running,
    stage_of,
    take_back,
    today,
)
from tournaments.models import Competition, Format, Stage, State

Change = Callable[[Major], Major]


def issue(by: Person, competition: Competition, challenger: int, challenged: int) -> Challenge:
    """For the coach of the challenger, or the organiser. Entries by their numbers."""
    require_own(by, competition, entry_in(competition, challenger))
    entry_in(competition, challenged)
    day = today(competition.league)
    after = _change(competition, lambda major: majors.issue(major, challenger, challenged, day))
    return after.challenges[-1]


def pass_on(by: Person, competition: Competition, number: int) -> None:
    """The organiser hands it over; it is to be answered by the end of the day."""
    require_organiser(by, competition)
    day = today(competition.league)
    _change(competition, lambda major: majors.pass_on(major, number, day))


def accept(by: Person, competition: Competition, number: int) -> None:
    """Makes the match. For the coach of the challenged on the day; the organiser also takes a late answer."""
    with _answering(by, competition, number) as late:
        day = today(competition.league)
        _change(competition, lambda major: majors.accept(major, number, day, late))


def refuse(by: Person, competition: Competition, number: int) -> None:
    """The challenger wins two to nothing, and no roster changes."""
    with _answering(by, competition, number) as late:
        day = today(competition.league)
        _change(competition, lambda major: majors.refuse(major, number, day, late))


def substitute(by: Person, competition: Competition, number: int, team: int, agreed: bool = False) -> None:
    """Another entry plays instead of the challenged, whose coach has agreed to it."""
    with _answering(by, competition, number) as late:
        day = today(competition.league)
        _change(competition, lambda major: majors.substitute(major, number, team, day, agreed, late))


def turn_down(by: Person, competition: Competition, number: int) -> None:
    """The challenger will not play the substitute. For his coach, or the organiser."""
    found = _challenge(competition, number)
    require_own(by, competition, entry_in(competition, int(found.challenger)))
    _change(competition, lambda major: majors.turn_down(major, number))


def decide(by: Person, competition: Competition, number: int) -> None:
    """The organiser says that a challenge without an answer counts as refused."""
    require_organiser(by, competition)
    day = today(competition.league)
    _change(competition, lambda major: majors.decide(major, number, day))


def drop(by: Person, competition: Competition, number: int) -> None:
    """The organiser lets a challenge be; the match that it asked for is not played by it."""
    require_organiser(by, competition)
    found = _challenge(competition, number)
    with changing(competition) as held:
        stage, major = running(held)
        keep(stage, majors.drop(major, number))
        match = open_pairing(stage, PLAY_OFF, int(found.challenger), int(found.opponent))
        if match is not None and found.state in ("accepted", "substituted"):
            take_back(stage, [match])


def silence_due() -> list[Competition]:
    """Challenges without an answer become refusals where the major says so; the majors in which that happened."""
    changed = []
    rows = Stage.objects.filter(
        format=Format.PLAY_OFF, state=Stage.State.RUNNING, competition__state=State.RUNNING
    ).select_related("competition__league")
    for stage in rows:
        major = major_of(stage)
        day = today(stage.competition.league)
        if major.format.no_answer == "refusal" and not major.over and majors.overdue(major, day):
            _change(stage.competition, lambda major, day=day: majors.silence(major, day))  # type: ignore[misc]
            changed.append(stage.competition)
    return changed


# --- what all of them do ------------------------------------------------------------------------------------------


def _challenge(competition: Competition, number: int) -> Challenge:
    major = major_of(stage_of(competition))
    found = next((one for one in major.challenges if one.number == number), None)
    if found is None:
        raise Refusal(
            _("{competition} has no challenge {number}.").format(competition=competition.name, number=number)
        )
    return found


@contextmanager
def _answering(by: Person, competition: Competition, number: int) -> Iterator[bool]:
    """Whether an answer may come late: the organiser's may."""
    found = _challenge(competition, number)
    person = require_own(by, competition, entry_in(competition, int(found.challenged)))
    yield may_organise(person, competition)


def _change(competition: Competition, change: Change) -> Major:
    """Changes the major, and makes the rows say what it says: a result without a match, or a match to be played."""
    with changing(competition) as held:
        stage, before = running(held)
        after = change(before)
        keep(stage, after)
        entries = entries_of(held)
        for result in after.results[len(before.results) :]:
            assert result.away is not None
            arranged = open_pairing(stage, PLAY_OFF, int(result.home), int(result.away))
            if arranged is not None:
                take_back(stage, [arranged])
            with in_language_of(held.league):
                add_result(stage, result, entries, _("Challenge"))
        known = set(before.challenges)
        for one in after.challenges:
            if one not in known and one.state in ("accepted", "substituted"):
                home, away = int(one.challenger), int(one.opponent)
                if open_pairing(stage, PLAY_OFF, home, away) is None:
                    add_match(stage, PLAY_OFF, entries[home], entries[away])
    return after
