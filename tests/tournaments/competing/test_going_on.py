"""Stages that follow each other: who plays on, in what order, and what of the stage before still counts."""

from __future__ import annotations

import pytest

from engine.questions import Refusal
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
from tournaments.domain.competing import brackets, entering, rounds, setting_up, tables
from tournaments.models import Competition, Format, Kind, Pairing, Stage, State

pytestmark = pytest.mark.django_db

FIRST = ("First", Format.SWISS, {"rounds": 2, "seeding": "entered"})


def an_event(count: int, *stages: setting_up.StagePlan) -> Competition:
    competition = a_competition(None, *stages, kind=Kind.EVENT, rosters=False, scoring="3-1-0")
    entries(competition, count)
    return started(competition)


def by_of(competition: Competition) -> User:
    return commissioner_of(competition.league)


def a_round(stage: Stage, number: int) -> list[Pairing]:
    """Drawn, published, and won by the lower number each time."""
    by = by_of(stage.competition)
    rounds.publish(by, rounds.pair(by, stage))
    for one in pairings(stage, number):
        if one.away is not None:
            decided(one, *((2, 0) if one.home.number < one.away.number else (0, 2)))
    return pairings(stage, number)


def there(found: list[Pairing]) -> set[int]:
    return {entry.number for one in found for entry in (one.home, one.away) if entry is not None}


def go_on(competition: Competition, number: int = 2) -> Stage:
    setting_up.next_stage(by_of(competition), competition, "another seed")
    return the_stage(competition, number)


def test_a_second_swiss_is_of_those_who_are_still_there_from_its_first_round_on() -> None:
    competition = an_event(6, FIRST, ("Second", Format.SWISS, {"rounds": 2}))
    by, first = by_of(competition), the_stage(competition)
    a_round(first, 1)
    late = entering.enter(by, competition, name="Late")
    a_round(first, 2)
    entering.drop(by, competition.entries.get(number=1))
    second = go_on(competition)
    assert there(a_round(second, 1)) == {2, 3, 4, 5, 6, late.number}
    assert {row.entrant for row in tables.standing(second).rows} == {2, 3, 4, 5, 6, late.number}
    assert {row.entrant for row in tables.standing(first).rows} == {1, 2, 3, 4, 5, 6, late.number}


def test_who_comes_back_or_enters_in_a_second_swiss_is_late_in_it() -> None:
    competition = an_event(6, FIRST, ("Second", Format.SWISS, {"rounds": 3}))
    by, first = by_of(competition), the_stage(competition)
    a_round(first, 1)
    a_round(first, 2)
    entering.drop(by, competition.entries.get(number=1))
    second = go_on(competition)
    a_round(second, 1)
    entering.return_(by, competition.entries.get(number=1))
    assert there(a_round(second, 2)) == {1, 2, 3, 4, 5, 6}
    late = entering.enter(by, competition, name="Late")
    assert late.joined_round == 3
    assert there(a_round(second, 3)) == {1, 2, 3, 4, 5, 6, 7}
    rows = tables.standing(the_stage(competition, 2)).rows
    assert {row.entrant: row.played + row.byes for row in rows}[1] == 2


def test_a_bye_that_was_asked_for_in_one_stage_is_none_in_the_next() -> None:
    competition = an_event(6, FIRST, ("Second", Format.SWISS, {"rounds": 2}))
    by, first = by_of(competition), the_stage(competition)
    entering.change_entry(by, competition.entries.get(number=3), byes_wanted=[1])
    assert {one.home.number for one in a_round(first, 1) if one.place == "requested"} == {3}
    a_round(first, 2)
    second = go_on(competition)
    assert all(one.away is not None for one in a_round(second, 1))


def test_the_best_of_each_group_play_on_in_a_swiss_by_their_places() -> None:
    groups = ("Groups", Format.ROUND_ROBIN, {"groups": 2, "drawn": False})
    swiss = ("Swiss", Format.SWISS, {"rounds": 1, "advance": 2, "seeding": "table"})
    competition = an_event(8, groups, swiss)
    for one in pairings(the_stage(competition)):
        assert one.away is not None
        decided(one, *((2, 0) if one.home.number < one.away.number else (0, 2)))
    firsts, seconds = zip(
        *(
            [row.entrant for row in table.rows][:2]
            for table in tables.standings(the_stage(competition)).values()
        ),
        strict=True,
    )
    second = go_on(competition)
    assert second.draw["entrants"] == [*firsts, *seconds]
    found = a_round(second, 1)
    assert [{one.home.number, one.away.number} for one in found if one.away] == [
        {firsts[0], seconds[0]},
        {firsts[1], seconds[1]},
    ]


def test_the_two_unbeaten_of_a_swiss_can_meet_in_the_final_only() -> None:
    """Whatever the order of the seeds before it."""
    competition = an_event(8, FIRST, ("Cut", Format.KNOCKOUT, {"seeding": "table"}))
    first = the_stage(competition)
    a_round(first, 1)
    a_round(first, 2)
    order = [int(row.entrant) for row in tables.standing(first).rows]
    unbeaten = {int(row.entrant) for row in tables.standing(first).rows if row.won == 2}
    cut = go_on(competition)
    assert cut.draw["entrants"] == order
    assert set(order[:2]) == unbeaten
    slots = cut.draw["slots"]
    assert {slots.index(one) // 4 for one in unbeaten} == {0, 1}
    assert [(slots[place], slots[place + 1]) for place in (0, 2, 4, 6)] == [
        (order[one - 1], order[other - 1]) for one, other in ((1, 8), (4, 5), (2, 7), (3, 6))
    ]
    assert brackets.bracket_of(cut).entrants == tuple(order)


@pytest.mark.parametrize(
    ("format", "settings"),
    [
        (Format.SWISS, {"advance": 2}),
        (Format.SWISS, {"seeding": "table"}),
        (Format.KNOCKOUT, {"seeding": "table"}),
        (Format.ROUND_ROBIN, {"advance": 2}),
    ],
)
def test_a_first_stage_has_nobody_who_plays_on(format: str, settings: dict[str, object]) -> None:
    competition = a_competition(None, ("One", format, settings), kind=Kind.CUP, rosters=False)
    entries(competition, 4)
    with pytest.raises(Refusal, match=r"^One is the first stage, so nobody plays on from one before it\.$"):
        started(competition)
    competition.refresh_from_db()
    assert (competition.state, the_stage(competition).draw) == (State.ENTRIES, {})


def test_a_table_with_fewer_than_play_on_is_told() -> None:
    competition = an_event(4, FIRST, ("Second", Format.SWISS, {"rounds": 1, "advance": 6}))
    a_round(the_stage(competition), 1)
    a_round(the_stage(competition), 2)
    with pytest.raises(Refusal, match=r"^Group 1 has 4 entrants, so 6 of it cannot go on\.$"):
        go_on(competition)
    assert the_stage(competition).state == Stage.State.RUNNING


@pytest.mark.parametrize("groups", [0, 2])
def test_a_late_entry_of_a_round_robin_of_the_best_is_in_its_table(groups: int) -> None:
    finals = ("Finals", Format.ROUND_ROBIN, {"advance": 4, "groups": groups})
    competition = an_event(6, ("Season", Format.ROUND_ROBIN, {}), finals)
    for one in pairings(the_stage(competition)):
        decided(one, 1, 0)
    go_on(competition)
    late = entering.enter(by_of(competition), competition, name="Late")
    second = the_stage(competition, 2)
    for one in pairings(second):
        decided(one, 1, 0)
    rows = [row for table in tables.standings(second).values() for row in table.rows]
    assert len(rows) == 5
    assert next(row.played for row in rows if row.entrant == late.number) == (2 if groups else 4)
