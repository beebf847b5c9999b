"""Table numbers, the two orders of print, and two who change places."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from engine.contest.seating import name_order, table_order
from engine.contest.swiss import (
    Constraints,
    Entrant,
    Fault,
    ForbiddenPair,
    Pairing,
    Round,
    faults,
    swap,
)
from engine.questions import Refusal
from tests.engine.contest.swisses import drawn, entrants, played_round, swiss

# table numbers


def tables(of: Round) -> list[tuple[int, str]]:
    return [(pairing.table, "".join(sorted(str(seat) for seat in pairing.seats))) for pairing in of.pairings]


def test_the_highest_score_sits_at_table_one() -> None:
    """H and G have won and E and F have drawn; the rest has nothing."""
    after = swiss("ABCDEFGH", "H-A G-B E=F C?D")
    found = tables(drawn(after))
    assert [table for table, _ in found] == [1, 2, 3, 4]
    assert found[0] == (1, "GH")
    assert {"E", "F"} <= set(found[1][1] + found[2][1])


def test_at_one_score_the_higher_sum_goes_first_and_then_the_better_seed() -> None:
    points = {"A": 3, "B": 3, "C": 3, "D": 3, "E": 1, "F": 0}
    kept = (Pairing(0, "A", "F"), Pairing(0, "B", "E"), Pairing(0, "D", "C"))
    assert tables(drawn(swiss("ABCDEF"), points=points, kept=kept)) == [(1, "CD"), (2, "BE"), (3, "AF")]
    level = dict.fromkeys("ABCDEF", 3)
    assert tables(drawn(swiss("ABCDEF"), points=level, kept=kept)) == [(1, "AF"), (2, "BE"), (3, "CD")]


def test_who_has_a_table_keeps_it_and_the_others_close_up() -> None:
    first = drawn(swiss("ABCDEFGH", given={"A": {"fixed_table": 3}}))
    assert tables(first) == [(1, "BF"), (2, "CG"), (3, "AE"), (4, "DH")]
    far = drawn(swiss("ABCDEFGH", given={"A": {"fixed_table": 30}}))
    assert tables(far) == [(1, "BF"), (2, "CG"), (3, "DH"), (30, "AE")]


def test_where_two_with_tables_meet_the_better_seed_keeps_his() -> None:
    given = {"A": {"fixed_table": 2}, "E": {"fixed_table": 1}}
    start = swiss("ABCDEFGH", given=given)
    first = drawn(start)
    assert (2, "AE") in tables(first)
    assert [(fault.kind, fault.entrants) for fault in faults(start, first)] == [("table", ("E",))]


def test_a_table_is_nobodys_while_its_owner_rests() -> None:
    first = drawn(swiss("ABCDE", given={"E": {"fixed_table": 1}}))
    assert tables(first) == [(1, "AC"), (2, "BD"), (0, "E")]


def test_byes_come_last_and_have_no_table() -> None:
    first = drawn(swiss("ABCDEFG", given={"A": {"requested_byes": (1,)}, "B": {"requested_byes": (1,)}}))
    assert [pairing.table for pairing in first.pairings] == [1, 2, 0, 0, 0]


def test_at_home_is_who_has_been_so_less_often_and_else_the_better_placed() -> None:
    second = drawn(swiss("ABCD", "A=B C=D"))
    assert [pairing.seats for pairing in second.pairings] == [("A", "C"), ("B", "D")]
    third = drawn(swiss("ABCD", "A=B C=D", "A=C B=D"))
    assert [pairing.seats for pairing in third.pairings] == [("D", "A"), ("B", "C")]


# print orders


def test_pairings_by_table_have_byes_last() -> None:
    assert sorted([(0, True), (2, False), (1, False)], key=lambda one: table_order(*one)) == [
        (1, False),
        (2, False),
        (0, True),
    ]


def test_names_stand_in_order_accents_and_capitals_aside() -> None:
    names = ["zoe", "Eric", "Émile", "adam", "Xaver"]
    assert sorted(names, key=name_order) == ["adam", "Émile", "Eric", "Xaver", "zoe"]


# what a round breaks


def test_a_drafted_round_breaks_nothing() -> None:
    after = swiss("ABCDEFG", "A-E B-F C-G D", "A=B C=D E-F G")
    assert faults(after, drawn(after)) == ()


@pytest.mark.parametrize(
    "text, given, constraints, fault",
    [
        (
            "A?B C?D E",
            {},
            Constraints(),
            Fault("rematch", True, ("A", "B"), "A and B have met in round 1."),
        ),
        (
            "A?C D?E B",
            {"A": {"club": "Oslo"}, "C": {"club": "Oslo"}},
            Constraints(club="soft"),
            Fault("club", False, ("A", "C"), "A and C are of one club, Oslo."),
        ),
        (
            "A?C D?E B",
            {"A": {"coach": 7}, "C": {"coach": 7}},
            Constraints(),
            Fault("coach", True, ("A", "C"), "A and C have the same coach, 7."),
        ),
        (
            "A?C D?E B",
            {"A": {"squad": 7}, "C": {"squad": 7}},
            Constraints(),
            Fault("squad", True, ("A", "C"), "A and C are of one squad, 7."),
        ),
        (
            "A?C D?E B",
            {},
            Constraints(pairs=(ForbiddenPair("C", "A"),)),
            Fault("pair", True, ("A", "C"), "A and C are on the list of pairs that are kept apart."),
        ),
        (
            "A?C B?D E",
            {},
            Constraints(),
            Fault("bye", True, ("E",), "E has had a bye and others fewer."),
        ),
        (
            "A?C D?E B",
            {"D": {"fixed_table": 1}},
            Constraints(),
            Fault("table", False, ("D",), "D is to play at table 1 and sits at table 2."),
        ),
        (
            "A?C B",
            {"E": {"dropped": 1}},
            Constraints(),
            Fault("absent", True, ("D",), "D is in round 2 and not paired."),
        ),
        (
            "A?C D?E B",
            {"D": {"dropped": 1}},
            Constraints(),
            Fault("absent", True, ("D",), "D is paired and not in round 2."),
        ),
    ],
)
def test_each_fault_is_told_in_a_sentence(
    text: str, given: Any, constraints: Constraints, fault: Fault
) -> None:
    after = swiss(
        "ABCDE", "A-B C-E" if fault.kind != "bye" else "A-B C-D E", given=given, constraints=constraints
    )
    assert fault in faults(after, played_round(2, text))


def test_squads_that_have_met_often_are_a_soft_fault() -> None:
    given = {letter: {"squad": squad} for letter, squad in zip("ABCDEF", "XXXYYY", strict=True)}
    after = swiss("ABCDEF", "A-D B-E", given=given)
    text = "C and F are of squads that have met 2 times."
    assert faults(after, played_round(2, "C?F A?E B?D"))[0] == Fault("squads", False, ("C", "F"), text)


# changing places


def test_two_change_places_and_tables_stay() -> None:
    start = swiss("ABCDEFGH")
    changed = swap(start, drawn(start), "E", "F")
    assert tables(changed.round) == [(1, "AF"), (2, "BE"), (3, "CG"), (4, "DH")]
    assert changed.breaks == ()


def test_a_swap_back_is_as_before() -> None:
    start = swiss("ABCDEFGH")
    first = drawn(start)
    assert swap(start, swap(start, first, "E", "F").round, "F", "E").round == first


def test_home_and_away_change_places() -> None:
    start = swiss("AB")
    changed = swap(start, drawn(start), "A", "B")
    assert changed.round.pairings == (Pairing(1, "B", "A"),)
    assert changed.breaks == ()


def test_a_swap_that_makes_a_rematch_says_so_and_is_still_done() -> None:
    after = swiss("ABCD", "A=B C=D")
    second = Round(2, (Pairing(1, "A", "C"), Pairing(2, "B", "D")))
    changed = swap(after, second, "C", "B")
    assert tables(changed.round) == [(1, "AB"), (2, "CD")]
    assert [(fault.kind, fault.text) for fault in changed.breaks] == [
        ("rematch", "A and B have met in round 1."),
        ("rematch", "C and D have met in round 1."),
    ]


def test_a_swap_with_the_bye_may_make_a_second_one() -> None:
    after = swiss("ABC", "A=B C")
    second = drawn(after, kept=(Pairing(0, "B"),))
    changed = swap(after, second, "B", "C")
    assert changed.round.pairings[-1] == Pairing(0, "C", bye="by hand")
    assert [fault.kind for fault in changed.breaks] == ["rematch", "bye"]


def test_a_swap_tells_how_much_farther_apart_the_pairs_are() -> None:
    after = swiss("ABCD", "A-C B-D")
    second = Round(2, (Pairing(1, "A", "B"), Pairing(2, "C", "D")))
    changed = swap(after, second, "B", "D")
    assert [(fault.kind, fault.hard, fault.text) for fault in changed.breaks] == [
        ("gap", False, "The points of those who meet differ by 3 and 3 instead of 0 and 0."),
    ]
    assert swap(after, changed.round, "B", "D").breaks == ()


def test_a_swap_counts_the_points_of_an_own_table() -> None:
    start = swiss("ABCD")
    first = Round(1, (Pairing(1, "A", "B"), Pairing(2, "C", "D")))
    points = {"A": 5, "B": 5, "C": 0, "D": 0}
    assert [fault.kind for fault in swap(start, first, "B", "D", points=points).breaks] == ["gap"]


def test_what_was_broken_before_is_not_told_again() -> None:
    after = swiss("ABCDEF", "A=B C=D E=F")
    second = Round(2, (Pairing(1, "A", "B"), Pairing(2, "C", "E"), Pairing(3, "D", "F")))
    assert swap(after, second, "E", "F").breaks == ()


def test_leaving_a_kept_table_is_told() -> None:
    start = swiss("ABCD", given={"A": {"fixed_table": 1}})
    first = Round(1, (Pairing(1, "A", "B"), Pairing(2, "C", "D")))
    assert [fault.kind for fault in swap(start, first, "A", "C").breaks] == ["table"]


@pytest.mark.parametrize(
    "one, other, text",
    [
        ("A", "A", "An entrant cannot change places with itself."),
        ("A", "Z", "Entrant Z is not in the pairings of round 1."),
        ("C", "A", "The match of entrant A has a result, so nobody can change places there."),
    ],
)
def test_swaps_that_cannot_be_are_refused(one: str, other: str, text: str) -> None:
    start = swiss("ABCD")
    with pytest.raises(Refusal, match=f"^{re.escape(text)}$"):
        swap(start, played_round(1, "D-B C?A" if one == "A" else "A-B C?D"), one, other)


def test_a_swap_changes_nothing_that_it_was_given() -> None:
    start = swiss("ABCD")
    first = drawn(start)
    before = msgspec.json.encode((start, first))
    swap(start, first, "A", "D")
    assert msgspec.json.encode((start, first)) == before
    assert entrants("AB") == (Entrant("A", 1, name="A"), Entrant("B", 2, name="B"))
