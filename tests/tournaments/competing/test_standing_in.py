"""Who stands in plays only where the others are odd in number, and is neither honoured nor goes on."""

from __future__ import annotations

import pytest

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
from tournaments.domain.competing import entering, rounds, setting_up, tables
from tournaments.domain.honours import honours
from tournaments.models import Competition, Format, Kind, Pairing

pytestmark = pytest.mark.django_db

STAND_IN = 1


def an_event(others: int, *more: setting_up.StagePlan) -> Competition:
    """The first entry stands in; who has the lower number wins, so that he does whenever he plays."""
    swiss = ("Swiss", Format.SWISS, {"rounds": 3, "seeding": "entered", "stand_in": STAND_IN})
    competition = a_competition(None, swiss, *more, kind=Kind.EVENT, rosters=False, scoring="3-1-0")
    entries(competition, others + 1)
    return started(competition)


def by_of(competition: Competition) -> User:
    return commissioner_of(competition.league)


def a_round(competition: Competition, number: int) -> list[Pairing]:
    stage, by = the_stage(competition), by_of(competition)
    rounds.publish(by, rounds.pair(by, stage))
    for one in pairings(stage, number):
        if one.away is not None:
            decided(one, *((2, 0) if one.home.number < one.away.number else (0, 2)))
    return pairings(stage, number)


def there(found: list[Pairing]) -> set[int]:
    return {entry.number for one in found for entry in (one.home, one.away) if entry is not None}


def test_he_plays_whenever_the_others_are_odd_in_number_and_nobody_rests() -> None:
    competition = an_event(6)
    by = by_of(competition)
    assert STAND_IN not in there(a_round(competition, 1))
    entering.drop(by, competition.entries.get(number=7))
    second = a_round(competition, 2)
    assert there(second) == {1, 2, 3, 4, 5, 6}
    assert all(one.away is not None for one in second)
    entering.enter(by, competition, name="Late")
    assert STAND_IN not in there(a_round(competition, 3))


def test_who_rests_as_he_asked_to_is_not_counted() -> None:
    competition = an_event(6)
    entering.change_entry(by_of(competition), competition.entries.get(number=4), byes_wanted=[1])
    found = a_round(competition, 1)
    assert there(found) == {1, 2, 3, 4, 5, 6, 7}
    assert [one.home.number for one in found if one.away is None] == [4]


def test_he_is_in_the_table_and_has_no_honour() -> None:
    competition = an_event(5)
    a_round(competition, 1)
    table = tables.standing(the_stage(competition))
    assert table.row(STAND_IN).won == 1
    found = honours(competition)
    assert STAND_IN not in {one.entry.number for one in found}
    first = {one.entry.number for one in found if one.name == "First place"}
    assert first == {int(row.entrant) for row in table.rows if row.won and row.entrant != STAND_IN}


@pytest.mark.parametrize("settings", [{"advance": 2}, {}, {"seeding": "table"}])
def test_he_does_not_go_on(settings: dict[str, object]) -> None:
    competition = an_event(5, ("Cut", Format.KNOCKOUT, settings))
    a_round(competition, 1)
    setting_up.next_stage(by_of(competition), competition)
    cut = set(the_stage(competition, 2).draw["entrants"])
    assert STAND_IN not in cut
    assert len(cut) == (2 if "advance" in settings else 5)


def test_he_stands_in_again_where_he_is_named_again() -> None:
    again = ("Again", Format.SWISS, {"rounds": 1, "stand_in": STAND_IN})
    competition = an_event(5, again)
    a_round(competition, 1)
    setting_up.next_stage(by_of(competition), competition)
    by, stage = by_of(competition), the_stage(competition, 2)
    rounds.pair(by, stage)
    assert there(pairings(stage, 1)) == {1, 2, 3, 4, 5, 6}


def test_a_draft_from_before_somebody_left_is_drawn_up_again_with_him() -> None:
    competition = an_event(6)
    by, stage = by_of(competition), the_stage(competition)
    draft = rounds.pair(by, stage)
    entering.drop(by, competition.entries.get(number=7))
    rounds.publish(by, rounds.redraw(by, draft, another_lot=False))
    assert there(pairings(stage, 1)) == {1, 2, 3, 4, 5, 6}
