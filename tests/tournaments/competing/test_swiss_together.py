"""What is asked for and happens in one Swiss at the same time: tables, byes, late entries, drops, acceleration."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from league.domain import clock
from league.models import User
from tests.tournaments.competing.builders import (
    a_competition,
    commissioner_of,
    decided,
    entries,
    pairings,
    started,
    the_stage,
)
from tournaments.domain.competing import entering, journal, results, rounds, tables
from tournaments.models import Entry, Format, Kind, Pairing, Stage

pytestmark = pytest.mark.django_db


def a_swiss(count: int, **settings: Any) -> Stage:
    scoring = settings.pop("scoring", "3-1-0")
    plan = ("Swiss", Format.SWISS, {"rounds": 5, "seeding": "entered", **settings})
    competition = a_competition(None, plan, kind=Kind.EVENT, rosters=False, scoring=scoring)
    entries(competition, count)
    started(competition)
    return the_stage(competition)


def by_of(stage: Stage) -> User:
    return commissioner_of(stage.competition.league)


def entry(stage: Stage, number: int) -> Entry:
    return stage.competition.entries.get(number=number)


def a_round(stage: Stage, number: int) -> list[Pairing]:
    """Drawn, published, and won by the lower number."""
    by = by_of(stage)
    rounds.publish(by, rounds.pair(by, stage))
    for one in pairings(stage, number):
        if one.away is not None:
            decided(one, *((2, 0) if one.home.number < one.away.number else (0, 2)))
    return pairings(stage, number)


def sits(found: list[Pairing], number: int) -> tuple[int, str]:
    """The table of an entry, and what kind of bye it has."""
    one = next(row for row in found if number in (row.home.number, row.away.number if row.away else 0))
    return one.table, one.place


def points(stage: Stage) -> dict[object, int]:
    return {row.entrant: row.points for row in tables.standing(stage).rows}


def test_a_table_that_is_kept_waits_while_its_owner_rests_as_he_asked_to_and_is_his_again() -> None:
    stage = a_swiss(7)
    by = by_of(stage)
    entering.change_entry(by, entry(stage, 6), table=1, byes_wanted=[2])
    assert sits(a_round(stage, 1), 6) == (1, "")
    second = a_round(stage, 2)
    assert sits(second, 6) == (0, "requested")
    assert sorted(one.table for one in second if one.away) == [1, 2, 3]
    assert sum(one.away is None for one in second) == 1
    assert sits(a_round(stage, 3), 6) == (1, "")


def test_who_drops_gives_his_table_up_and_has_it_again_when_he_is_back() -> None:
    stage = a_swiss(6)
    by = by_of(stage)
    entering.change_entry(by, entry(stage, 6), table=2)
    assert sits(a_round(stage, 1), 6) == (2, "")
    entering.drop(by, entry(stage, 6), reason="A train")
    entering.change_entry(by, entry(stage, 1), table=2)
    assert sits(a_round(stage, 2), 1) == (2, "")
    entering.change_entry(by, entry(stage, 1), table=None)
    entering.return_(by, entry(stage, 6))
    assert sits(a_round(stage, 3), 6) == (2, "")
    # The round that he missed was no bye.
    byes = [one.home.number for number in (1, 2, 3) for one in pairings(stage, number) if one.away is None]
    assert 6 not in byes


def test_two_who_are_there_do_not_have_one_table_when_somebody_is_back() -> None:
    stage = a_swiss(6)
    by = by_of(stage)
    entering.change_entry(by, entry(stage, 6), table=2)
    a_round(stage, 1)
    entering.drop(by, entry(stage, 6))
    entering.change_entry(by, entry(stage, 5), table=2)
    entering.return_(by, entry(stage, 6))
    assert (entry(stage, 6).table, entry(stage, 5).table) == (None, 2)
    second = a_round(stage, 2)
    assert len({one.table for one in second if one.away}) == 3


def test_a_late_entry_is_paired_by_the_points_that_it_was_given_for_what_it_missed() -> None:
    stage = a_swiss(7, scoring={"win": 3, "draw": 1, "loss": 0, "bye": 0})
    by = by_of(stage)
    a_round(stage, 1)
    late = entering.enter(by, stage.competition, name="Late")
    draft = rounds.pair(by, stage)
    assert opponent(stage, 2, late.number) not in {1, 2, 3}
    entering.adjust(by, late, 3, "A win for round 1")
    rounds.redraw(by, draft, another_lot=False)
    assert opponent(stage, 2, late.number) in {1, 2, 3}
    assert points(stage)[late.number] == 3


def opponent(stage: Stage, round: int, number: int) -> int:
    met = [
        {row.home.number, row.away.number} - {number}
        for row in pairings(stage, round)
        if row.away and number in (row.home.number, row.away.number)
    ]
    return met[0].pop()


def test_the_upper_half_meets_itself_in_accelerated_rounds_and_gains_no_point() -> None:
    stage = a_swiss(8, acceleration={"rounds": 2, "points": 3})
    found = a_round(stage, 1)
    assert {frozenset((one.home.number, one.away.number)) for one in found if one.away} == {
        frozenset(pair) for pair in ((1, 3), (2, 4), (5, 7), (6, 8))
    }
    assert sum(points(stage).values()) == 4 * 3
    second = {frozenset((one.home.number, one.away.number)) for one in a_round(stage, 2) if one.away}
    assert frozenset((1, 2)) in second
    # Who lost above meets who won below.
    assert {len(pair & {3, 4}) for pair in second if pair & {5, 6}} == {1}


def test_everything_that_brings_points_besides_a_result_is_in_one_table() -> None:
    """Two of a win are for touchdowns, three at most; a concession costs, and who did not come loses most."""
    scoring = {
        "win": 10,
        "draw": 5,
        "loss": 1,
        "narrow_loss": 3,
        "concession": -2,
        "no_show": -5,
        "walk_over": 8,
        "bye": 7,
        "clean_sheet": 2,
        "painting": 2,
        "bonuses": [
            {"counted": "td_for", "points": 1, "each": 1, "at_most": 3},
            {"counted": "cas_for", "points": 1, "each": 2, "at_most": 1},
        ],
    }
    stage = a_swiss(9, scoring=scoring)
    by = by_of(stage)
    for number, marks in ((1, 3), (9, 1)):
        entering.change_entry(by, entry(stage, number), painting=marks)
    rounds.publish(by, rounds.pair(by, stage))
    found = {one.home.number: one for one in pairings(stage, 1)}
    assert {number: one.away and one.away.number for number, one in found.items()} == {
        1: 5, 2: 6, 3: 7, 4: 8, 9: None,
    }  # fmt: skip
    decided(found[1], 5, 4, 5, 0)
    decided(found[2], 2, 0, 1, 2)
    results.concede(by, found[3], "away", 1, 2, 0, 4)
    results.no_show(by, found[4], "away", "Nobody has seen him")
    assert points(stage) == {
        1: 10 + 3 + 1 + 6,
        5: 3 + 3,
        2: 10 + 2 + 2,
        6: 1 + 1,
        3: 10 + 1,
        7: -2 + 2 + 1,
        4: 8,
        8: -5,
        9: 7 + 2,
    }
    results.correct(by, found[2], 2, 2, 4, 0)
    assert (points(stage)[2], points(stage)[6]) == (5 + 2 + 1, 5 + 2)
    entering.adjust(by, entry(stage, 9), -4, "No rosters handed in")
    row = tables.standing(stage).row(9)
    assert (row.points, row.painting, row.adjusted, row.byes, row.played) == (5, 2, -4, 1, 0)


def seated(stage: Stage, number: int) -> set[int]:
    found = pairings(stage, number)
    return {one.number for row in found for one in (row.home, row.away) if one is not None}


def test_who_left_and_who_came_after_a_round_did_so_before_it_once_it_is_taken_back() -> None:
    stage = a_swiss(6)
    by = by_of(stage)
    a_round(stage, 1)
    a_round(stage, 2)
    entering.drop(by, entry(stage, 5))
    entering.enter(by, stage.competition, name="Late")
    rounds.unpublish_last(by, stage, with_results=True)
    assert (entry(stage, 5).dropped_after, entry(stage, 7).joined_round) == (1, 2)
    a_round(stage, 2)
    assert seated(stage, 2) == {1, 2, 3, 4, 6, 7}
    entering.return_(by, entry(stage, 5))
    a_round(stage, 3)
    assert seated(stage, 3) == {1, 2, 3, 4, 5, 6, 7}


def test_a_draft_that_does_not_fit_any_more_at_its_time_is_told_in_the_journal() -> None:
    stage = a_swiss(6)
    by = by_of(stage)
    with clock.at(datetime(2026, 5, 1, 9, tzinfo=UTC)):
        rounds.publish(by, rounds.pair(by, stage), datetime(2026, 5, 1, 10, tzinfo=UTC))
        entering.drop(by, entry(stage, 6))
    with clock.at(datetime(2026, 5, 1, 10, tzinfo=UTC)):
        assert rounds.publish_due() == []
    last = journal.lines([the_stage(stage.competition)])[0]
    assert (last.by, last.text) == (
        "",
        "Round 1 is not published at its time: Entry 6 is paired and not in round 1. Draw the round up again.",
    )
