"""Squads in a Swiss while it runs: who comes and goes in them, what is asked for them, and what stays as it was."""

from __future__ import annotations

from typing import Any

import pytest

from engine.questions import Refusal
from league.errors import Conflict
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
from tournaments.domain.competing import entering, rounds, squads
from tournaments.models import Entry, Format, Kind, Pairing, Stage

pytestmark = pytest.mark.django_db

NAMES = ("Axes", "Bows", "Clubs", "Darts", "Epees", "Flails")


def an_event(count: int, members: int = 2, **settings: Any) -> Stage:
    """Members are numbered through: 1 and 2 are the Axes."""
    settings = {"rounds": 4, "pairing": "squads", "seeding": "entered", **settings}
    plan = ("Swiss", Format.SWISS, settings)
    competition = a_competition(None, plan, kind=Kind.EVENT, rosters=False, scoring="3-1-0")
    for name in NAMES[:count]:
        entries(competition, members, division=name, squad=name)
    started(competition)
    return the_stage(competition)


def by_of(stage: Stage) -> User:
    return commissioner_of(stage.competition.league)


def entry(stage: Stage, number: int) -> Entry:
    return stage.competition.entries.get(number=number)


def a_round(stage: Stage, number: int) -> list[Pairing]:
    rounds.publish(by_of(stage), rounds.pair(by_of(stage), stage))
    for one in pairings(stage, number):
        if one.away is not None:
            decided(one, *((2, 0) if one.home.number < one.away.number else (0, 2)))
    return pairings(stage, number)


def ties(found: list[Pairing]) -> set[frozenset[str]]:
    return {frozenset((one.home.squad, one.away.squad)) for one in found if one.away is not None}


def resting(found: list[Pairing]) -> set[int]:
    return {one.home.number for one in found if one.away is None}


def test_a_member_who_leaves_leaves_one_of_the_others_without_an_opponent() -> None:
    stage = an_event(4)
    a_round(stage, 1)
    entering.drop(by_of(stage), entry(stage, 1))
    second = a_round(stage, 2)
    assert len(ties(second)) == 2
    assert len(resting(second)) == 1
    assert 1 not in {one.number for row in second for one in (row.home, row.away) if one}
    entering.return_(by_of(stage), entry(stage, 1))
    assert resting(a_round(stage, 3)) == set()


def test_a_squad_rests_where_all_of_it_ask_for_it_and_not_where_one_does() -> None:
    stage = an_event(5)
    by = by_of(stage)
    for number in (3, 4, 5):
        entering.change_entry(by, entry(stage, number), byes_wanted=[1])
    found = a_round(stage, 1)
    assert resting(found) == {3, 4}
    assert {one.place for one in found if one.away is None} == {"requested"}


def test_a_squad_that_left_is_not_paired_and_one_that_comes_late_is() -> None:
    stage = an_event(4)
    by = by_of(stage)
    first = a_round(stage, 1)
    for number in (1, 2):
        entering.drop(by, entry(stage, number))
    for name in ("Late", "Later"):
        entering.enter(by, stage.competition, name=name, squad="Guests")
    second = a_round(stage, 2)
    assert {squad for pair in ties(second) for squad in pair} == {"Bows", "Clubs", "Darts", "Guests"}
    assert not ties(first) & ties(second)


def test_a_squad_keeps_the_table_of_its_tie() -> None:
    stage = an_event(6)
    entering.change_entry(by_of(stage), entry(stage, 11), table=1)
    for number in (1, 2):
        found = a_round(stage, number)
        assert "Flails" in {
            squad for one in found if one.place == "tie-1" for squad in (one.home.squad, one.away.squad)
        }


def test_squads_whose_members_are_on_the_list_are_kept_apart() -> None:
    apart = [{"one": 1, "other": 5, "rule": "never"}]
    assert frozenset(("Axes", "Clubs")) in ties(a_round(an_event(4), 1))
    assert frozenset(("Axes", "Clubs")) not in ties(a_round(an_event(4, pairs=apart), 1))


def test_who_has_played_for_a_squad_stays_in_it() -> None:
    stage = an_event(4)
    by = by_of(stage)
    entering.change_entry(by, entry(stage, 1), squad="Bows")
    entering.change_entry(by, entry(stage, 1), squad="Axes")
    a_round(stage, 1)
    with pytest.raises(Conflict, match=r"^Axes 1 has played for Axes and stays in it\.$"):
        entering.change_entry(by, entry(stage, 1), squad="Bows")
    entering.change_entry(by, entry(stage, 1), club="Another", squad="Axes")
    assert [row.squad for row in squads.squad_standing(stage)][:2] == ["Axes", "Bows"]


def test_where_everybody_is_paired_alone_a_squad_may_change() -> None:
    stage = an_event(4, pairing="entries")
    a_round(stage, 1)
    entering.change_entry(by_of(stage), entry(stage, 1), squad="Bows")
    assert entry(stage, 1).squad == "Bows"


def test_who_is_in_no_squad_is_named_when_squads_are_paired() -> None:
    stage = an_event(4)
    entering.enter(by_of(stage), stage.competition, name="Alone")
    with pytest.raises(Refusal, match=r"^Alone is in no squad, and squads are paired here\.$"):
        rounds.pair(by_of(stage), stage)
