"""Matches across divisions."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contest.across import with_byes_across, with_rounds_across
from engine.contest.schedule import in_parallel, round_robin, venues
from engine.contest.venues import uneven
from engine.questions import Refusal


def season(*sizes, legs=1):
    names = iter(range(sum(sizes)))
    divisions = [[next(names) for _ in range(size)] for size in sizes]
    return divisions, in_parallel(round_robin(division, legs=legs) for division in divisions)


def across(schedule, divisions):
    home = {entrant: number for number, division in enumerate(divisions) for entrant in division}
    return [m for m in schedule.meetings if home[m.home] != home[m.away]]


def test_two_divisions_of_nine_play_their_byes_across():
    divisions, schedule = season(9, 9)
    filled = with_byes_across(schedule, divisions)
    assert len(filled.rounds) == 9
    assert {one.byes for one in filled.rounds} == {()}
    met = across(filled, divisions)
    assert len(met) == len({m.pair for m in met}) == 9
    assert len(filled.meetings) == 2 * 36 + 9
    assert uneven(venues(filled)) == {}


def test_over_two_legs_the_second_meeting_across_is_at_the_other_ground():
    divisions, schedule = season(5, 5, legs=2)
    met = across(with_byes_across(schedule, divisions), divisions)
    assert len(met) == len(set(met)) == 10
    assert Counter((m.home, m.away) for m in met).most_common(1)[0][1] == 1


def test_divisions_of_even_size_have_no_byes_to_play():
    divisions, schedule = season(4, 6)
    assert with_byes_across(schedule, divisions) == schedule


@pytest.mark.parametrize("sizes", [(4, 4), (8, 8), (4, 4, 4), (5, 5, 5, 5), (6, 6, 6)])
def test_rounds_across_pair_everybody_and_no_pair_twice(sizes):
    divisions, schedule = season(*sizes)
    longer = with_rounds_across(schedule, divisions, 3, seed=1)
    met = across(longer, divisions)
    assert longer.rounds[: len(schedule.rounds)] == schedule.rounds
    assert len(longer.rounds) == len(schedule.rounds) + 3
    assert len(met) == len({m.pair for m in met}) == 3 * sum(sizes) // 2
    assert uneven(venues(longer)) == {}


@settings(deadline=None, max_examples=60)
@given(
    sizes=st.lists(st.integers(2, 9), min_size=2, max_size=4),
    count=st.integers(1, 4),
    seed=st.integers(0, 99),
)
def test_rounds_across_are_fair_for_divisions_of_any_size(sizes, count, seed):
    divisions, schedule = season(*sizes)
    try:
        longer = with_rounds_across(schedule, divisions, count, seed=seed)
    except Refusal:
        assert count > min(sizes)
        return
    assert longer == with_rounds_across(schedule, divisions, count, seed=seed)
    met = across(longer, divisions)
    assert len({m.pair for m in met}) == len(met)
    for one in longer.rounds[len(schedule.rounds) :]:
        assert len(one.busy) == 2 * len(one.meetings)
        assert sorted((*one.busy, *one.byes)) == list(range(sum(sizes)))
    assert all(abs(count.lead) <= 1 for count in venues(longer).values())


def test_a_round_across_comes_after_every_so_many_rounds():
    divisions, schedule = season(4, 4, legs=2)
    longer = with_rounds_across(schedule, divisions, 3, every=2)
    home = {entrant: number for number, division in enumerate(divisions) for entrant in division}
    mixed = [any(home[m.home] != home[m.away] for m in one.meetings) for one in longer.rounds]
    assert mixed == [False, False, True] * 3


def test_more_rounds_across_than_there_are_opponents_are_refused():
    divisions, schedule = season(2, 2)
    with pytest.raises(
        Refusal, match="Everybody has met everybody of the other divisions after 2 rounds across"
    ):
        with_rounds_across(schedule, divisions, 3)


def test_an_entrant_without_a_division_is_refused():
    divisions, schedule = season(3, 3)
    with pytest.raises(Refusal, match="Entrant 5 is in the schedule and in none of the divisions"):
        with_byes_across(schedule, [divisions[0], divisions[1][:2]])
