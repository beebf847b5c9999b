"""In what order entries stand before anything is played: by lot, by rating, by hand, as they came."""

from __future__ import annotations

from typing import Any

import pytest

from engine.questions import Refusal
from tests.tournaments.competing.builders import a_competition, commissioner_of, pairings, started, the_stage
from tournaments.domain.competing import brackets, entering, rounds
from tournaments.models import Format, Kind, Stage

pytestmark = pytest.mark.django_db

RATINGS = (150, 210, 180, 210, 90, 165, 120, 200)
"""Of the entries 1 to 8. By them the order is 2 and 4 (or 4 and 2), 8, 3, 6, 1, 7, 5."""


def an_event(
    format: str, seeds: dict[int, int] | None = None, seed: str = "a seed", **settings: Any
) -> Stage:
    competition = a_competition(None, ("One", format, settings), kind=Kind.CUP, rosters=False)
    by = commissioner_of(competition.league)
    for number, rating in enumerate(RATINGS, 1):
        entering.enter(
            by,
            competition,
            name=f"Entry {number}",
            rating=rating,
            seed=(seeds or {}).get(number),
        )
    started(competition, seed)
    return the_stage(competition)


def first_round(stage: Stage) -> list[tuple[int, int]]:
    """Who meets whom at which table, the better placed first."""
    rounds.pair(commissioner_of(stage.competition.league), stage)
    return [(one.home.number, one.away.number) for one in pairings(stage, 1) if one.away]


def bracket_order(stage: Stage) -> tuple[int, ...]:
    return tuple(int(one) for one in brackets.bracket_of(stage).entrants)


def test_a_swiss_by_rating_pairs_the_upper_half_with_the_lower_in_its_order() -> None:
    found = first_round(an_event(Format.SWISS, seeding="rating"))
    assert {pair for pair in found if not {2, 4} & {*pair}} == {(8, 7), (3, 5)}
    assert {frozenset(pair) & {2, 4, 6, 1} for pair in found if {2, 4} & {*pair}} in (
        {frozenset({2, 6}), frozenset({4, 1})},
        {frozenset({4, 6}), frozenset({2, 1})},
    )


def test_a_swiss_in_the_order_of_entry() -> None:
    assert first_round(an_event(Format.SWISS, seeding="entered")) == [(1, 5), (2, 6), (3, 7), (4, 8)]


def test_seeds_by_hand_go_before_ratings_and_lots() -> None:
    seeds = {5: 1, 7: 2}
    for seeding in ("rating", "lot", "entered"):
        assert bracket_order(an_event(Format.KNOCKOUT, seeds, seeding=seeding))[:2] == (5, 7)
    order = bracket_order(an_event(Format.KNOCKOUT, seeds, seeding="rating"))
    assert ({*order[2:4]}, order[4:]) == ({2, 4}, (8, 3, 6, 1))


def test_a_lot_is_drawn_from_the_seed_that_is_kept() -> None:
    drawn = {seed: bracket_order(an_event(Format.KNOCKOUT, seed=seed, seeding="lot")) for seed in "abc"}
    assert len(set(drawn.values())) > 1
    for seed, order in drawn.items():
        again = an_event(Format.KNOCKOUT, seed=seed, seeding="lot")
        assert (again.seed, bracket_order(again)) == (seed, order)


def test_seeds_are_spread_over_groups_forth_and_back() -> None:
    seeds = {number: 9 - number for number in range(1, 9)}
    stage = an_event(Format.ROUND_ROBIN, seeds, groups=2)
    assert stage.draw["groups"] == {"Group A": [8, 5, 4, 1], "Group B": [7, 6, 3, 2]}


def test_a_seed_that_another_has_is_refused_when_somebody_enters() -> None:
    competition = a_competition(None, rosters=False)
    by = commissioner_of(competition.league)
    one = entering.enter(by, competition, name="One", seed=1)
    with pytest.raises(Refusal, match=r"^One has seed 1 already\.$"):
        entering.enter(by, competition, name="Other", seed=1)
    assert competition.entries.get() == one
