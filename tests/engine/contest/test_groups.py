"""Groups by snake, and the knockout that keeps those of one group apart."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contest.bracket import Options
from engine.contest.groups import advanced, group_schedule, knockout_of_groups, snake
from engine.contest.schedule import round_robin
from engine.questions import Refusal


def first_round(bracket):
    return [
        (match.home, match.away)
        for match in bracket.matches
        if match.home is not None and match.away is not None
    ]


def tables(count, size):
    return [[f"{letter}{place}" for place in range(1, size + 1)] for letter in "ABCDEFGHIJKLMNOP"[:count]]


def test_the_snake_goes_forth_and_back():
    assert snake(range(1, 13), 4) == ((1, 8, 9), (2, 7, 10), (3, 6, 11), (4, 5, 12))


def test_fourteen_in_four_groups_are_four_four_three_three():
    groups = snake(range(1, 15), 4)
    assert [len(group) for group in groups] == [4, 4, 3, 3]
    assert groups == ((1, 8, 9, 13), (2, 7, 10, 14), (3, 6, 11), (4, 5, 12))


@given(count=st.integers(1, 12), more=st.integers(0, 30))
def test_groups_are_balanced_and_everybody_is_in_one(count, more):
    field = range(2 * count + more)
    groups = snake(field, count)
    sizes = [len(group) for group in groups]
    assert sorted(entrant for group in groups for entrant in group) == list(field)
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] - sizes[-1] <= 1
    assert [group[0] for group in groups] == list(range(count))


def test_a_lot_draws_the_groups_and_the_same_lot_draws_the_same():
    field = range(16)
    assert snake(field, 4, lot="a") == snake(field, 4, lot="a")
    assert snake(field, 4, lot="a") != snake(field, 4, lot="b")


@pytest.mark.parametrize("n, count", [(3, 2), (0, 1), (7, 4), (5, 0)])
def test_groups_of_fewer_than_two_are_refused(n, count):
    with pytest.raises(Refusal, match=f"{n} entrants make no {count} groups of at least two"):
        snake(range(n), count)


def test_groups_play_side_by_side():
    groups = dict(zip("ABCD", snake(range(14), 4), strict=True))
    schedule = group_schedule(groups, seed="spring")
    assert len(schedule.rounds) == 3
    assert len(schedule.meetings) == 6 + 6 + 3 + 3
    assert schedule == group_schedule(groups, seed="spring")
    assert schedule != group_schedule(groups, seed="autumn")
    assert all(any(m.pair <= set(group) for group in groups.values()) for m in schedule.meetings)


def test_each_group_plays_the_round_robin_of_its_own_lot():
    """So the schedule of one is the same whatever others play beside it."""
    schedule = group_schedule({"Lustria": range(4), "Norsca": range(4, 10)}, legs=2, seed="spring")
    alone = round_robin(range(4), legs=2, seed="spring Lustria")
    assert [m for m in schedule.meetings if m.home in range(4)] == list(alone.meetings)
    assert group_schedule({"": range(4)}) == round_robin(range(4))


@pytest.mark.parametrize(
    "groups, said",
    [
        (
            {"Lustria": "AB", "Norsca": "C"},
            "Division Norsca has one entry, and a round robin needs at least two.",
        ),
        (
            {"Lustria": "", "Norsca": "CD"},
            "Division Lustria has nobody, and a round robin needs at least two.",
        ),
        ({"": "A"}, "A round robin needs at least two entrants, and there is one."),
    ],
)
def test_a_group_of_fewer_than_two_is_named(groups, said):
    with pytest.raises(Refusal, match=f"^{said}$"):
        group_schedule(groups)


def test_the_best_of_each_group_go_on_rank_by_rank():
    assert advanced(tables(3, 4), 2, ["B3"]) == (("A1", "B1", "C1"), ("A2", "B2", "C2"), ("B3",))


@pytest.mark.parametrize(
    "each, extra, said",
    [
        (4, (), "Group 1 has 3 entrants, so 4 of it cannot go on."),
        (0, (), "At least one of each group goes on."),
        (1, ("Z",), "Z is in none of the groups, so it cannot go on."),
        (2, ("B2",), "B2 goes on already by its place."),
        (2, ("A3", "A3"), "A3 is entered more than once."),
    ],
)
def test_who_cannot_go_on_is_named(each, extra, said):
    with pytest.raises(Refusal) as refused:
        advanced(tables(2, 3), each, extra)
    assert str(refused.value) == said


def test_one_of_a_single_group_makes_no_knockout():
    with pytest.raises(Refusal, match="A knockout needs at least two entrants"):
        knockout_of_groups(tables(1, 4), 1)


def test_winners_meet_seconds_of_other_groups():
    assert first_round(knockout_of_groups(tables(2, 4), 2)) == [("A1", "B2"), ("B1", "A2")]


def halves(bracket):
    middle = len(bracket.slots) // 2
    return [{one for one in half if one} for half in (bracket.slots[:middle], bracket.slots[middle:])]


@pytest.mark.parametrize("count", [2, 4, 8, 16])
def test_the_two_best_of_a_group_can_meet_in_the_final_only(count):
    for half in halves(knockout_of_groups(tables(count, 4), 2)):
        assert len({name[0] for name in half}) == len(half) == count


@pytest.mark.parametrize("count", range(2, 13))
@pytest.mark.parametrize("each", range(1, 7))
def test_nobody_meets_his_own_group_in_the_first_round(count, each):
    bracket = knockout_of_groups(tables(count, 6), each)
    pairs = first_round(bracket)
    assert all(home[0] != away[0] for home, away in pairs)
    assert {str(name)[1] for name in bracket.byes} <= {str(place) for place in range(1, each + 1)}


@settings(deadline=None)
@given(count=st.integers(2, 12), each=st.integers(1, 3), data=st.data())
def test_extra_ones_do_not_meet_their_own_group_first_either(count, each, data):
    groups = tables(count, 4)
    extra = data.draw(st.lists(st.sampled_from([table[each] for table in groups]), unique=True))
    bracket = knockout_of_groups(groups, each, extra=extra)
    assert sorted(bracket.entrants) == sorted([*(one for table in groups for one in table[:each]), *extra])
    assert all(home[0] != away[0] for home, away in first_round(bracket))


def test_byes_go_to_the_winners_of_groups():
    bracket = knockout_of_groups(tables(3, 4), 2)
    assert sorted(bracket.byes) == ["A1", "B1"]


def test_the_knockout_of_groups_takes_all_options():
    bracket = knockout_of_groups(tables(4, 3), 2, options=Options(double=True, best_of=(3, 1)))
    assert bracket.options.double
    assert bracket.get("final").best_of == 3
