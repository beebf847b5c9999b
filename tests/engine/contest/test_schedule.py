"""Round robins: each pair once a leg, venues within one, as few breaks as can be, and byes that are not matches."""

from collections import Counter, defaultdict
from itertools import combinations, groupby, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contest.schedule import (
    Meeting,
    Round,
    in_parallel,
    round_of,
    round_robin,
    venues,
)
from engine.questions import Refusal

SIZES = range(2, 41)
EVEN = [n for n in SIZES if n % 2 == 0]
ODD = [n for n in SIZES if n % 2]


def pairs(schedule):
    return Counter(meeting.pair for meeting in schedule.meetings)


def every_pair(n, times):
    return Counter({frozenset(pair): times for pair in combinations(range(n), 2)})


def rounds_of_pair(schedule, pair):
    return [number for number, one in enumerate(schedule.rounds, 1) for m in one.meetings if m.pair == pair]


def leads(schedule):
    return Counter(count.lead for count in venues(schedule).values())


def running(rounds):
    """The lengths of all runs of matches at home, or away; rounds without a match do not count."""
    grounds = defaultdict(list)
    for one in rounds:
        for meeting in one.meetings:
            grounds[meeting.home].append("home")
            grounds[meeting.away].append("away")
    return [len(list(run)) for played in grounds.values() for _, run in groupby(played)]


def longest_run(rounds):
    return max(running(rounds))


def breaks(rounds):
    """Times that an entrant has two matches running at home, or two away."""
    return sum(length - 1 for length in running(rounds))


def apart(schedule):
    """The fewest rounds between two meetings of a pair."""
    return min(
        later - sooner
        for pair in pairs(schedule)
        for sooner, later in pairwise(rounds_of_pair(schedule, pair))
    )


@pytest.mark.parametrize("n", SIZES)
def test_every_pair_meets_once_and_nobody_plays_twice_in_a_round(n):
    schedule = round_robin(range(n))
    assert pairs(schedule) == every_pair(n, 1)
    assert len(schedule.rounds) == (n if n % 2 else n - 1)
    for one in schedule.rounds:
        assert len(one.meetings) == n // 2
        assert len(one.busy) == 2 * len(one.meetings)


@pytest.mark.parametrize("n", EVEN)
def test_an_even_field_splits_in_halves_of_one_more_at_home_and_one_more_away(n):
    assert leads(round_robin(range(n))) == {1: n // 2, -1: n // 2}


@pytest.mark.parametrize("n", ODD)
def test_in_an_odd_field_everybody_is_as_often_at_home_as_away(n):
    assert leads(round_robin(range(n))) == {0: n}


@pytest.mark.parametrize("n", SIZES)
def test_breaks_are_as_few_as_can_be(n):
    rounds = round_robin(range(n)).rounds
    assert breaks(rounds) == (0 if n % 2 else n - 2)
    assert longest_run(rounds) <= 2


@pytest.mark.parametrize("n", ODD)
def test_in_an_odd_field_one_rests_each_round_and_each_rests_once(n):
    schedule = round_robin(range(n))
    assert sorted(entrant for one in schedule.rounds for entrant in one.byes) == list(range(n))
    assert {len(one.byes) for one in schedule.rounds} == {1}
    for one in schedule.rounds:
        assert not set(one.byes) & one.busy


@pytest.mark.parametrize("n", EVEN)
def test_in_an_even_field_nobody_rests(n):
    assert {one.byes for one in round_robin(range(n)).rounds} == {()}


@pytest.mark.parametrize("order", ["mirrored", "french", "shuffled"])
@pytest.mark.parametrize("n", SIZES)
def test_in_a_double_round_robin_every_pair_meets_once_at_each_ground(n, order):
    schedule = round_robin(range(n), legs=2, order=order, seed=7)
    assert Counter((m.home, m.away) for m in schedule.meetings) == Counter(
        {(one, other): 1 for one in range(n) for other in range(n) if one != other}
    )
    assert leads(schedule) == {0: n}
    assert longest_run(schedule.rounds) <= 2


@pytest.mark.parametrize("n", [n for n in EVEN if n >= 6])
def test_mirrored_legs_have_the_fewest_breaks_of_their_kind(n):
    schedule = round_robin(range(n), legs=2)
    assert breaks(schedule.rounds) == 3 * n - 6
    assert apart(schedule) == n - 1


@pytest.mark.parametrize("n, expected", [(6, 12), (8, 16), (12, 24), (16, 32)])
def test_french_legs_have_fewer_breaks_and_meet_one_round_sooner(n, expected):
    schedule = round_robin(range(n), legs=2, order="french")
    assert breaks(schedule.rounds) == expected
    assert apart(schedule) == n - 2


@pytest.mark.parametrize("n", ODD)
def test_mirrored_legs_of_an_odd_field_have_one_break_each(n):
    schedule = round_robin(range(n), legs=2)
    assert breaks(schedule.rounds) == n
    assert apart(schedule) == n


def test_four_have_a_french_return_leg_because_a_mirrored_one_has_three_running():
    schedule = round_robin(range(4), legs=2)
    assert schedule == round_robin(range(4), legs=2, order="french")
    assert (breaks(schedule.rounds), longest_run(schedule.rounds)) == (8, 2)


def test_a_mirrored_leg_keeps_its_order():
    rounds = round_robin(range(8), legs=2).rounds
    for first, second in zip(rounds[:7], rounds[7:], strict=True):
        assert [Meeting(m.away, m.home, 2) for m in first.meetings] == list(second.meetings)


@pytest.mark.parametrize("n", [n for n in SIZES if n > 2])
def test_a_shuffled_leg_has_the_same_rounds_in_another_order_and_never_one_twice_running(n):
    first, second = (round_robin(range(n), legs=2, order="shuffled", seed=seed) for seed in (1, 2))
    one_leg = len(first.rounds) // 2

    def rounds(schedule, leg):
        return [frozenset(m.pair for m in one.meetings) for one in schedule.rounds[leg * one_leg :][:one_leg]]

    for schedule in (first, second):
        assert Counter(rounds(schedule, 0)) == Counter(rounds(schedule, 1))
        assert apart(schedule) >= 2
    if n > 8:
        orders = {tuple(rounds(s, 0).index(one) for one in rounds(s, 1)) for s in (first, second)}
        assert len(orders) == 2
        assert tuple(range(one_leg)) not in orders


@pytest.mark.parametrize("order", ["mirrored", "french", "shuffled"])
@pytest.mark.parametrize("legs", [3, 4, 5])
@pytest.mark.parametrize("n", range(2, 13))
def test_any_number_of_legs_alternates_the_grounds_of_each_pair(n, legs, order):
    schedule = round_robin(range(n), legs=legs, order=order)
    assert pairs(schedule) == every_pair(n, legs)
    assert set(leads(schedule)) <= {-1, 0, 1}
    assert longest_run(schedule.rounds) <= 2
    for pair in pairs(schedule):
        of_pair = [m for m in schedule.meetings if m.pair == pair]
        assert [m.leg for m in of_pair] == list(range(1, legs + 1))
        assert all(sooner.home == later.away for sooner, later in pairwise(of_pair))


@settings(deadline=None, max_examples=50)
@given(
    n=st.integers(2, 40),
    legs=st.integers(1, 3),
    seed=st.integers(),
    order=st.sampled_from(["mirrored", "shuffled"]),
)
def test_a_seed_gives_the_same_schedule_each_time(n, legs, seed, order):
    field = [f"team {number}" for number in range(n)]
    schedule = round_robin(field, legs=legs, order=order, seed=seed)
    assert schedule == round_robin(field, legs=legs, order=order, seed=seed)
    assert schedule.entrants == tuple(field)
    assert Counter(m.pair for m in schedule.meetings) == {
        frozenset(pair): legs for pair in combinations(field, 2)
    }


@pytest.mark.parametrize("n", range(6, 41))
def test_another_seed_gives_another_order(n):
    assert len({round_robin(range(n), seed=seed).rounds for seed in range(10)}) == 10


@pytest.mark.parametrize(
    "n, rounds, matches", [(2, 1, 1), (3, 3, 3), (5, 5, 10), (7, 7, 21), (8, 7, 28), (16, 15, 120)]
)
def test_rounds_and_matches_are_as_many_as_a_league_expects(n, rounds, matches):
    single, double = round_robin(range(n)), round_robin(range(n), legs=2)
    assert (len(single.rounds), len(single.meetings)) == (rounds, matches)
    assert (len(double.rounds), len(double.meetings)) == (2 * rounds, 2 * matches)


@pytest.mark.parametrize(
    "field, said",
    [
        ([], "A round robin needs at least two entrants, and there are none."),
        (["Reikland"], "A round robin needs at least two entrants, and there is one."),
        (["Reikland", "Naggaroth", "Reikland"], "Reikland is entered more than once."),
        ([1, 2, 1, 2, 3], "Entrant 1 and entrant 2 are entered more than once."),
    ],
)
def test_a_field_that_cannot_play_is_refused_in_a_sentence(field, said):
    with pytest.raises(Refusal) as refused:
        round_robin(field)
    assert str(refused.value) == said


def test_no_leg_at_all_is_refused():
    with pytest.raises(Refusal, match="at least one leg, and 0 were asked for"):
        round_robin(range(4), legs=0)


def test_divisions_play_side_by_side_and_the_smaller_one_is_through_first():
    one, two = round_robin("ABCDEF"), round_robin([1, 2, 3])
    season = in_parallel([one, two])
    assert season.entrants == (*"ABCDEF", 1, 2, 3)
    assert [len(r.meetings) for r in season.rounds] == [4, 4, 4, 3, 3]
    assert [len(r.byes) for r in season.rounds] == [1, 1, 1, 0, 0]
    assert set(season.meetings) == {*one.meetings, *two.meetings}


def test_an_entrant_of_two_divisions_is_refused():
    with pytest.raises(Refusal, match="A is entered more than once"):
        in_parallel([round_robin("AB"), round_robin("CA")])


def test_a_meeting_is_found_in_its_round():
    schedule = round_robin("ABCD")
    assert [round_of(schedule, meeting) for meeting in schedule.meetings] == [1, 1, 2, 2, 3, 3]
    with pytest.raises(Refusal, match="A against E is not in the schedule"):
        round_of(schedule, Meeting("A", "E"))


def test_a_round_says_who_is_busy():
    assert Round((Meeting("A", "B"), Meeting("C", "D")), ("E",)).busy == {"A", "B", "C", "D"}
