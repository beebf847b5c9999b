"""Matches of a major: arranged by the coaches, followed by their results, and decided where nobody came."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext as _
from msgspec.structs import replace

from engine.contest import majors
from engine.contest.majors import Major
from engine.contest.majors.values import stage_words
from engine.contest.majors.verbs import check_meeting
from engine.contest.played import Played, check
from engine.questions import Refusal
from league.domain.roles import Person
from league.errors import Conflict
from matches.signals import results_changed
from tournaments.domain.competing.access import changing, organising
from tournaments.domain.competing.majors.keeping import (
    PLAY_OFF,
    add_match,
    entry_in,
    follow_draws,
    is_open,
    keep,
    major_of,
    open_pairing,
    pair_of,
    pairings_of,
    require_own,
    running,
    stage_of,
    take_back,
)
from tournaments.domain.competing.majors.paying import paid_by
from tournaments.domain.competing.outcomes import kind_of, outcome_of, result_of
from tournaments.domain.competing.pitches import take_back_fixtures
from tournaments.models import Competition, Entry, Format, Pairing, Stage

_AFTER: dict[str, tuple[str, ...]] = {
    "quarter_final": ("semi_final", "third_place", "final"),
    "semi_final": ("third_place", "final"),
}
"""What is drawn from the results of a stage."""


def arrange(by: Person, competition: Competition, home: int, away: int, day: date | None = None) -> Pairing:
    """A match of the play-off between two entries, by their numbers, for one of the coaches or the organiser.

    Raises Refusal for two who have met or are about to, and for a day outside the play-off.
    """
    first, second = entry_in(competition, home), entry_in(competition, away)
    require_own(by, competition, first, second)
    with changing(competition) as held:
        stage, major = running(held)
        if home == away:
            raise Refusal(_("{first} cannot play against itself.").format(first=first.name))
        check_meeting(major, home, away)
        if open_pairing(stage, PLAY_OFF, home, away) is not None:
            raise Conflict(
                _("{first} and {second} are to meet already.").format(first=first.name, second=second.name)
            )
        if day is not None and not 1 <= majors.week_of(major, day) <= major.format.play_off_weeks:
            phase = majors.calendar(major)[0]
            raise Refusal(
                _("The play-off is from {first} to {last}, and {day} is not in it.").format(
                    first=phase.first, last=phase.last, day=day
                )
            )
        return add_match(stage, PLAY_OFF, first, second, day)


def call_off(by: Person, competition: Competition, pairing: int) -> None:
    """A match of the play-off that is not played after all, for one of the coaches or the organiser.

    Raises Refusal once a log is handed in, and for a match that a challenge asks for, unless the organiser drops that.
    """
    with changing(competition) as held:
        stage, major = running(held)
        row = _row(stage, pairing)
        assert row.away is not None
        require_own(by, held, row.home, row.away)
        if row.place != PLAY_OFF or not is_open(row):
            raise Conflict(_("{match} stays as it is.").format(match=row))
        for one in majors.open_challenges(major):
            if one.state in ("accepted", "substituted") and pair_of(row) == {one.challenger, one.opponent}:
                raise Conflict(
                    _("{match} is to be played by challenge {number}.").format(match=row, number=one.number)
                )
        take_back(stage, [row])


def _row(stage: Stage, pairing: int) -> Pairing:
    found = next((one for one in pairings_of(stage) if one.pk == pairing), None)
    if found is None:
        raise Refusal(_("{competition} has no such match.").format(competition=stage.competition.name))
    return found


def award(by: Person, competition: Competition, pairing: int, winner: int) -> None:
    """The opponent did not come: the match is won without being played, and nothing happens to a roster.

    For the organiser. Raises Refusal where it is played, or a log is handed in.
    """
    with organising(by, competition) as held:
        stage, major = running(held)
        row = _row(stage, pairing)
        assert row.away is not None
        if not is_open(row):
            raise Conflict(_("{match} has a result already.").format(match=row))
        if winner not in pair_of(row):
            raise Refusal(
                _("Say which of {home} and {away} has won.").format(home=row.home.name, away=row.away.name)
            )
        home = winner == row.home.number
        goals = major.format.refused_touchdowns
        result = Played(
            row.home.number,
            row.away.number,
            "home" if home else "away",
            goals if home else 0,
            0 if home else goals,
            kind="forfeit",
            stage=row.place,
        )
        major = majors.record(major, result)
        take_back_fixtures(held, [row])
        row.kind, row.outcome = "forfeit", "home" if home else "away"
        row.home_td, row.away_td, row.decided_by = result.home_td, result.away_td, _user(by)
        row.save()
        keep(stage, major)


def _user(by: Person) -> Any:
    return by if by.is_authenticated else None


def strike(by: Person, competition: Competition, pairing: int) -> None:
    """A result of the play-off that nobody played is taken back, with the challenge that it came from.

    For the organiser. Raises Refusal for a match that was played: that is undone in the ledger.
    """
    with organising(by, competition) as held:
        stage, major = running(held)
        row = _row(stage, pairing)
        assert row.away is not None
        if not row.outcome:
            raise Conflict(_("{match} was not decided by hand.").format(match=row))
        keep(stage, majors.strike(major, row.home.number, row.away.number))
        row.delete()


# --- results ------------------------------------------------------------------------------------------------------


@receiver(results_changed, dispatch_uid="majors follow results")
def _results_changed(sender: Any, fixtures: Iterable[int], **rest: Any) -> None:
    concerned = Competition.objects.filter(
        stages__format=Format.PLAY_OFF, stages__rounds__pairings__fixture__in=fixtures
    ).select_related("league")
    for competition in concerned.distinct():
        follow(competition, fixtures)


def follow(competition: Competition, fixtures: Iterable[int] | None = None) -> None:
    """The major takes its results from the fixtures, those given or all; doing it again changes nothing.

    Raises Refusal for a result that the knock-out cannot have, or that what followed does not allow.
    """
    wanted = None if fixtures is None else set(fixtures)
    with changing(competition) as held:
        stage = stage_of(held)
        before = major = major_of(stage)
        for row in pairings_of(stage):
            if row.fixture_id is None or (wanted is not None and row.fixture_id not in wanted):
                continue
            if not _annulled(row):
                major = _followed(major, row)
        if major == before:
            return
        if _winner(before) != _winner(major) and paid_by(held) is not None:
            raise Refusal(
                _(
                    "The prizes of {competition} are paid: undo that act before its final has another end."
                ).format(competition=held.name)
            )
        keep(stage, major)
        if major.draws != before.draws:
            follow_draws(stage, major)


def _annulled(row: Pairing) -> bool:
    return any(one is not None and one.state == Entry.State.ANNULLED for one in (row.home, row.away))


def _as_played(row: Pairing) -> Played:
    """By the numbers of the entries. All is on neutral ground, so the fixture has the sides of the pairing."""
    assert row.away is not None
    result = result_of(row)
    scored = (row.home_td, row.away_td, row.home_cas, row.away_cas)
    if result is not None:
        scored = (result.home_score, result.away_score, result.home_casualties, result.away_casualties)
    return Played(
        row.home.number,
        row.away.number,
        outcome_of(row),
        *scored,
        kind=kind_of(row),
        stage=row.place,
        neutral=True,
    )


def _followed(major: Major, row: Pairing) -> Major:
    assert row.away is not None
    now = _as_played(row)
    old = major.result(row.place, row.home.number, row.away.number)
    if now.outcome is None:
        return major if old is None else _undone(major, old)
    if now == old:
        return major
    if row.place == PLAY_OFF:
        # Once it is decided who goes on, a corrected score no longer changes that.
        check(now)
        kept = tuple(one for one in major.results if one is not old)
        return replace(major, results=(*kept, now))
    return majors.record(major, now) if old is None else majors.correct(major, now)


def _undone(major: Major, old: Played) -> Major:
    """What was drawn from the result is drawn anew, unless it has been played."""
    after = _AFTER.get(old.stage, ())
    for one in major.results:
        if one.stage in after:
            said = _("The {stage} that follows has been played: undo that first.")
            raise Refusal(said.format(stage=stage_words(one.stage)))
    return replace(
        major,
        results=tuple(one for one in major.results if one is not old),
        draws=tuple(one for one in major.draws if one.stage not in after),
    )


def _winner(major: Major) -> Any:
    return [one.winner for one in major.of_stage("final")]
