"""Drawing the rounds of a Swiss."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections import Counter
from typing import Any

import msgspec
import pytest

from engine.contest.rounds import History, check
from engine.contest.swiss import (
    VERSION,
    Acceleration,
    Constraints,
    Entrant,
    ForbiddenPair,
    Pairing,
    Round,
    Swiss,
    Worth,
    advice,
    as_played,
    draft_round,
    faults,
    published,
    scores,
    virtual_points,
)
from engine.questions import Refusal
from tests.engine.contest.swisses import (
    after_rounds,
    bye_of,
    drawn,
    entrants,
    pairs,
    refused,
    swiss,
    with_results,
)

# rematches


def test_an_avoidable_rematch_is_avoided() -> None:
    """A2 B1 C1 D0 after A-B, C-D, A-C, B-D: whoever pairs from the top down must repeat one."""
    after = swiss("ABCD", "A-B C-D", "A-C B-D", worth=Worth(win=1))
    assert scores(after) == {"A": 2, "B": 1, "C": 1, "D": 0}
    assert pairs(drawn(after)) == {"AD", "BC"}


def test_everybody_is_paired_where_a_full_round_exists() -> None:
    third = drawn(swiss("ABCDEF", "A-B C-D", "A-C B-D"))
    assert len(third.pairings) == 3
    assert {seat for pairing in third.pairings for seat in pairing.seats} == set("ABCDEF")
    assert pairs(third).isdisjoint({"AB", "CD", "AC", "BD"})


def test_three_points_meet_three_and_a_half_while_a_lower_one_is_free() -> None:
    """With 7, 6, 6 and 5 half points the two in the middle do not meet: 1 + 1 is less than 0 + 4."""
    points = {"A": 7, "B": 6, "C": 6, "D": 5}
    assert pairs(drawn(swiss("ABCD"), points=points)) in ({"AB", "CD"}, {"AC", "BD"})


def test_the_first_round_is_the_upper_half_against_the_lower_half() -> None:
    assert pairs(drawn(swiss("ABCDEFGH"))) == {"AE", "BF", "CG", "DH"}


def test_a_match_without_a_result_still_makes_a_meeting_and_brings_nothing() -> None:
    after = swiss("ABCD", "A?B C-D")
    assert scores(after) == {"A": 0, "B": 0, "C": 3, "D": 0}
    assert pairs(drawn(after)).isdisjoint({"AB", "CD"})


def test_six_entrants_may_have_no_fourth_round() -> None:
    """Two triangles are left, in which only two pairs of three can meet."""
    after = swiss("ABCDEF", "A-D B-E C-F", "A-E B-F C-D", "A-F B-D C-E")
    ending = refused(after)
    assert ending.round == 4
    assert not ending.ended
    assert ending.text == "No pairing of round 4 is without a rematch."
    assert [offer.kind for offer in ending.offers] == ["rematches", "end"]
    again, end = ending.offers
    assert re.fullmatch(r"Pair round 4 with 1 rematch \([A-F] and [A-F]\)\.", again.text)
    assert end == msgspec.structs.replace(end, text="End the Swiss after round 3.", round=None)
    assert again.round is not None
    assert [fault.kind for fault in faults(after, again.round)] == ["rematch"]
    assert published(after, again.round).next_number == 5


@pytest.mark.parametrize("size", [10, 14])
def test_the_same_holds_for_ten_and_fourteen(size: int) -> None:
    """After half as many rounds across two odd halves nobody is left across, and an odd half cannot be paired."""
    half = size // 2
    rounds = tuple(
        Round(
            shift + 1,
            tuple(
                Pairing(one + 1, one, half + (one + shift) % half, outcomes=("won", "lost"))
                for one in range(half)
            ),
        )
        for shift in range(half)
    )
    after = Swiss(tuple(Entrant(one, one + 1) for one in range(size)), size, rounds)
    ending = refused(after)
    assert ending.round == half + 1
    assert ending.offers[0].text.startswith(f"Pair round {half + 1} with 1 rematch (")


def test_a_full_round_exists_up_to_half_as_many_rounds_as_entrants() -> None:
    for size in (4, 6, 8, 10, 12):
        after = Swiss(tuple(Entrant(one, one) for one in range(1, size + 1)), size)
        for seed in range(5):
            assert len(after_rounds(after, size // 2, seed).rounds) == size // 2


def test_no_planned_round_is_left() -> None:
    with pytest.raises(Refusal, match=r"^All 1 rounds of this Swiss are paired\.$"):
        draft_round(swiss("ABCD", "A-B C-D", planned=1), 1)


# who is there


@pytest.mark.parametrize(
    "given, text",
    [
        (
            {"A": {"dropped": 1}, "B": {"dropped": 1}, "C": {"dropped": 0}},
            "There is nobody left for round 2, so the Swiss ends.",
        ),
        (
            {"A": {"dropped": 1}, "C": {"dropped": 1}},
            "There is only B left for round 2, so the Swiss ends.",
        ),
    ],
)
def test_with_one_or_nobody_left_the_stage_ends(given: Any, text: str) -> None:
    ending = refused(swiss("ABC", "A-B", given=given))
    assert ending.ended
    assert ending.text == text
    assert [(offer.kind, offer.text) for offer in ending.offers] == [("end", "End the Swiss after round 1.")]


def test_a_swiss_without_entrants_ends_before_it_begins() -> None:
    assert refused(swiss("")).offers[0].text == "End the Swiss."


def test_who_left_is_not_paired_and_keeps_the_points() -> None:
    after = swiss("ABCDEF", "A-B C-D E-F", given={"A": {"dropped": 1}, "F": {"dropped": 1}})
    second = drawn(after)
    assert {seat for pairing in second.pairings for seat in pairing.seats} == set("BCDE")
    assert scores(after)["A"] == 3


def test_who_comes_back_is_paired_again() -> None:
    rounds = ("A-B C-D", "C-B A")
    away = swiss("ABCD", *rounds, given={"D": {"dropped": 1}})
    back = msgspec.structs.replace(away, entrants=entrants("ABCD"))
    assert {seat for pairing in drawn(back).pairings for seat in pairing.seats} == set("ABCD")


def test_a_late_entry_has_points_for_the_missed_rounds_and_no_bye() -> None:
    after = swiss("ABCDE", "A-B C-D", given={"E": {"joined": 2, "missed": 1}})
    assert scores(after)["E"] == 1
    assert History(after, 2).byes["E"] == 0
    assert "E" in {seat for pairing in drawn(after).pairings for seat in pairing.seats}
    before = msgspec.structs.replace(after, rounds=())
    assert "E" not in {seat for pairing in drawn(before).pairings for seat in pairing.seats}


# byes


def test_the_bye_goes_to_the_lowest_of_the_first_round() -> None:
    first = drawn(swiss("ABCDE"))
    assert first.pairings[-1] == Pairing(0, "E", bye="allotted")


def test_of_three_the_one_without_a_bye_gets_it() -> None:
    after = swiss("ABC", "A-B C", "A-C B")
    assert bye_of(drawn(after)) == "A"


def test_a_bye_typed_by_hand_is_a_bye() -> None:
    kinds: tuple[Any, ...] = ("by hand", "", "requested")
    for kind in kinds:
        rounds = (Round(1, (Pairing(1, "A", "B", outcomes=("won", "lost")), Pairing(0, "C", bye=kind))),)
        after = Swiss(entrants("ABC"), 3, rounds)
        assert bye_of(drawn(after)) == "B"


def test_three_rounds_of_an_odd_field_give_three_different_byes() -> None:
    for size in (5, 7, 9, 15):
        for seed in range(10):
            after = after_rounds(Swiss(tuple(Entrant(one, one) for one in range(1, size + 1)), 3), 3, seed)
            assert len({bye_of(played) for played in after.rounds}) == 3


def test_the_top_does_not_get_the_bye() -> None:
    """Eleven rounds of a large odd field: the bye is always with the lowest score of those with the fewest."""
    after = Swiss(tuple(Entrant(one, one) for one in range(1, 32)), 11)
    rng = random.Random(4)
    for number in range(1, 12):
        points, byes = scores(after), History(after, number).byes
        drafted = drawn(after, 3)
        fewest = min(byes[entrant.id] for entrant in after.entrants)
        lowest = min(points[entrant.id] for entrant in after.entrants if byes[entrant.id] == fewest)
        resting = bye_of(drafted)
        assert (byes[resting], points[resting]) == (fewest, lowest)
        after = with_results(published(after, drafted), rng)


def test_a_second_bye_comes_only_when_everybody_has_had_one() -> None:
    """Five rounds of five: a bye for each, and then no match is left."""
    after = Swiss(tuple(Entrant(one, one) for one in range(1, 6)), 9)
    rng = random.Random(1)
    for _ in range(3):
        after = with_results(published(after, drawn(after)), rng)
    counted = Counter(bye_of(played) for played in after.rounds)
    assert max(counted.values()) == 1


def test_a_bye_is_credited() -> None:
    after = published(swiss("ABC"), drawn(swiss("ABC")))
    assert scores(after) == {"A": 0, "B": 0, "C": 3}
    assert scores(msgspec.structs.replace(after, worth=Worth(bye=2)))["C"] == 2


def test_requested_byes_are_given_before_the_number_is_odd() -> None:
    """Of five one asks for the bye of round 1: two matches and one bye remain."""
    first = drawn(swiss("ABCDE", given={"B": {"requested_byes": (1,)}}))
    assert first.pairings[-1] == Pairing(0, "B", bye="requested")
    assert [pairing.is_bye for pairing in first.pairings] == [False, False, True]


def test_a_requested_bye_brings_its_own_points_and_counts_as_a_bye() -> None:
    given = {"B": {"requested_byes": (1,)}}
    after = published(swiss("ABC", given=given), drawn(swiss("ABC", given=given)))
    assert scores(after)["B"] == Worth().requested
    assert bye_of(drawn(after)) != "B"


def test_an_odd_field_with_a_requested_bye_has_a_second_one_by_lot() -> None:
    first = drawn(swiss("ABCD", given={"A": {"requested_byes": (1,)}}))
    assert [(pairing.home, pairing.bye) for pairing in first.pairings if pairing.is_bye] == [
        ("A", "requested"),
        ("D", "allotted"),
    ]


def test_those_with_a_bye_meet_each_other_only_where_nobody_else_is_left() -> None:
    """Four of sixteen have a bye in round 1, and three points like the six winners."""
    for seed in range(30):
        resting = random.Random(seed).sample(range(1, 17), 4)
        field = tuple(
            Entrant(one, one, requested_byes=(1,) if one in resting else ()) for one in range(1, 17)
        )
        start = Swiss(field, 3, worth=Worth(requested=3))
        after = with_results(published(start, drawn(start, seed)), random.Random(seed), draws=0)
        for pairing in drawn(after, seed).pairings:
            assert len(set(pairing.seats) & set(resting)) < 2


def test_pairings_kept_by_hand_are_taken_as_they_are() -> None:
    first = drawn(swiss("ABCDEFG"), kept=(Pairing(4, "A", "B"), Pairing(0, "C")))
    assert Pairing(4, "A", "B") in first.pairings
    assert Pairing(0, "C", bye="by hand") in first.pairings
    assert pairs(first) == {"AB", "C", "DF", "EG"}


def test_a_kept_bye_is_no_second_bye_beside_a_requested_one() -> None:
    first = drawn(swiss("ABCD", given={"A": {"requested_byes": (1,)}}), kept=(Pairing(0, "A"),))
    assert Counter(pairing.bye for pairing in first.pairings) == {"": 1, "by hand": 1, "allotted": 1}


@pytest.mark.parametrize(
    "kept, text",
    [
        (
            (Pairing(0, "A", "Z"),),
            "A pairing made by hand names entrant Z, who is not in round 1.",
        ),
        (
            (Pairing(0, "A", "B"), Pairing(0, "B", "C")),
            "Entrant B is in more than one pairing made by hand.",
        ),
        ((Pairing(0, "A", "A"),), "Entrant A is in more than one pairing made by hand."),
    ],
)
def test_wrong_pairings_by_hand_are_refused(kept: tuple[Pairing, ...], text: str) -> None:
    with pytest.raises(Refusal, match=f"^{re.escape(text)}$"):
        draft_round(swiss("ABCD"), 1, kept=kept)


# who is kept apart


def two_clubs(rule: Any, *rounds: str) -> Swiss:
    """A and E would meet in round 1, and are of one club."""
    given = {"A": {"club": "Oslo"}, "E": {"club": "Oslo"}}
    return swiss("ABCDEFGH", *rounds, given=given, constraints=Constraints(club=rule))


@pytest.mark.parametrize(
    "rule, apart", [("free", False), ("soft", True), ("first round", True), ("never", True)]
)
def test_clubs_are_kept_apart_in_round_one(rule: str, apart: bool) -> None:
    assert ("AE" not in pairs(drawn(two_clubs(rule)))) is apart


@pytest.mark.parametrize(
    "rule, apart", [("free", False), ("soft", True), ("first round", False), ("never", True)]
)
def test_clubs_are_kept_apart_later_only_where_the_rule_says_so(rule: str, apart: bool) -> None:
    """A and E are the only ones with three points."""
    after = two_clubs(rule, "A-B E-F C=D G=H")
    assert ("AE" not in pairs(drawn(after))) is apart


def test_a_soft_rule_gives_way_where_it_must_and_a_hard_one_does_not() -> None:
    given = {"A": {"club": "Oslo"}, "B": {"club": "Oslo"}}
    soft = swiss("AB", given=given, constraints=Constraints(club="soft"))
    assert pairs(drawn(soft)) == {"AB"}
    assert [(fault.kind, fault.hard) for fault in faults(soft, drawn(soft))] == [("club", False)]
    hard = refused(msgspec.structs.replace(soft, constraints=Constraints(club="never")))
    assert hard.text == "No pairing of round 1 keeps apart those who are to be kept apart."
    assert [offer.kind for offer in hard.offers] == ["clubs", "end"]
    assert hard.offers[0].text == "Pair round 1 with 1 pair to be kept apart (A and B)."


def test_a_soft_rule_never_costs_a_rematch() -> None:
    given = {letter: {"club": "Oslo"} for letter in "AD"}
    after = swiss("ABCD", "A-B C-D", "A-C B-D", given=given, constraints=Constraints(club="soft"))
    assert pairs(drawn(after)) == {"AD", "BC"}


def test_both_ways_on_are_offered_where_clubs_and_rematches_collide() -> None:
    given = {letter: {"club": "Oslo"} for letter in "AD"}
    after = swiss("ABCD", "A-B C-D", "A-C B-D", given=given, constraints=Constraints(club="never"))
    ending = refused(after)
    assert ending.text == (
        "No pairing of round 3 is without a rematch and keeps apart those who are to be kept apart."
    )
    assert [offer.kind for offer in ending.offers] == ["rematches", "clubs", "end"]
    rematches, clubs, _ = ending.offers
    assert rematches.text.startswith("Pair round 3 with 2 rematches (")
    assert clubs.text == "Pair round 3 with 1 pair to be kept apart (D and A)."
    assert clubs.round is not None
    assert pairs(clubs.round) == {"AD", "BC"}


def test_a_rematch_and_a_pair_kept_apart_are_told_together() -> None:
    given = {letter: {"club": "Oslo"} for letter in "AB"}
    after = swiss("AB", "A-B", given=given, constraints=Constraints(club="never"))
    ending = refused(after)
    assert [offer.kind for offer in ending.offers] == ["rematches", "end"]
    assert ending.offers[0].text == (
        "Pair round 2 with 1 rematch (B and A) and with 1 pair to be kept apart (B and A)."
    )


@pytest.mark.parametrize("kind", ["coach", "squad"])
def test_two_of_one_coach_or_squad_never_meet(kind: str) -> None:
    given = {"A": {kind: 7}, "E": {kind: 7}}
    assert "AE" not in pairs(drawn(swiss("ABCDEFGH", given=given)))
    alone = refused(swiss("AE", given=given))
    assert [offer.kind for offer in alone.offers] == ["end"]


@pytest.mark.parametrize(
    "rule, apart", [("soft", True), ("first round", True), ("never", True), ("free", False)]
)
def test_pairs_on_the_list_are_kept_apart(rule: Any, apart: bool) -> None:
    constraints = Constraints(pairs=(ForbiddenPair("E", "A", rule),))
    assert ("AE" not in pairs(drawn(swiss("ABCDEFGH", constraints=constraints)))) is apart


@pytest.mark.parametrize(
    "rule, apart", [("soft", True), ("first round", False), ("never", True), ("free", False)]
)
def test_pairs_on_the_list_may_meet_later_where_only_the_first_round_is_meant(rule: Any, apart: bool) -> None:
    """A and E are the only ones with three points."""
    constraints = Constraints(pairs=(ForbiddenPair("E", "A", rule),))
    after = swiss("ABCDEFGH", "A-B E-F C=D G=H", constraints=constraints)
    assert ("AE" not in pairs(drawn(after))) is apart


def test_squads_do_not_meet_a_third_time_if_it_can_be_helped() -> None:
    given = {letter: {"squad": squad} for letter, squad in zip("ABDE", "XXYY", strict=True)}
    after = swiss("ABCDEFGH", "A=D B=E", given=given)
    counted = History(after, 2).squads
    assert counted["X", "Y"] == counted["Y", "X"] == 2
    assert not any({"X", "Y"} == squads_of(after, pairing) for pairing in drawn(after).pairings)
    careless = msgspec.structs.replace(after, constraints=Constraints(squad_meetings=0))
    assert any({"X", "Y"} == squads_of(after, pairing) for pairing in drawn(careless).pairings)


def squads_of(after: Swiss, pairing: Pairing) -> set[Any]:
    squads = {entrant.id: entrant.squad for entrant in after.entrants}
    return {squads[seat] for seat in pairing.seats}


# acceleration


def test_the_upper_half_meets_itself_in_the_accelerated_rounds() -> None:
    start = swiss("ABCDEFGH", acceleration=Acceleration(rounds=2, points=3))
    assert pairs(drawn(start)) == {"AC", "BD", "EG", "FH"}
    after = swiss("ABCDEFGH", "A-C B-D E-G F-H", acceleration=Acceleration(rounds=2, points=3))
    assert "AB" in pairs(drawn(after))
    assert {"CE", "DF"} == pairs(drawn(after)) - {"AB", "GH"} or {"CF", "DE"} <= pairs(drawn(after))
    later = swiss("ABCDEFGH", "A-C B-D E-G F-H", "A-B C-E D-F G-H", acceleration=Acceleration(rounds=2))
    assert virtual_points(later, 3) == {}


def test_the_upper_half_is_even_and_fixed_by_the_first_round() -> None:
    start = swiss("ABCDEF", given={"B": {"joined": 2}}, acceleration=Acceleration())
    assert set(virtual_points(start, 1)) == set("ACDE")
    after = published(start, drawn(start))
    dropped = msgspec.structs.replace(after, entrants=entrants("ABCDEF", A={"dropped": 1}))
    assert set(virtual_points(dropped, 2)) == set("ACDE")


def test_virtual_points_are_in_no_score() -> None:
    assert set(scores(swiss("ABCD", acceleration=Acceleration())).values()) == {0}


# the same inputs give the same bytes


def encoded(drafted: Any) -> bytes:
    return msgspec.json.encode(drafted)


def test_the_same_round_is_drawn_again_byte_by_byte() -> None:
    after = after_rounds(Swiss(tuple(Entrant(one, one) for one in range(1, 34)), 6), 3)
    fourth = encoded(drawn(after, "seed"))
    assert fourth == encoded(drawn(after, "seed"))
    shuffled = msgspec.structs.replace(after, entrants=after.entrants[::-1])
    assert fourth == encoded(drawn(shuffled, "seed"))


def test_a_round_taken_back_is_as_if_it_had_never_been() -> None:
    after = after_rounds(Swiss(tuple(Entrant(one, one) for one in range(1, 12)), 6), 2)
    third = drawn(after, 5)
    there = published(after, third)
    back = msgspec.structs.replace(there, rounds=there.rounds[:-1])
    assert encoded(drawn(back, 5)) == encoded(third)


def test_another_seed_or_another_score_is_another_digest() -> None:
    after = swiss("ABCDEF", "A-B C-D E-F")
    digests = {
        drawn(after, 1).digest,
        drawn(after, 2).digest,
        drawn(swiss("ABCDEF", "A-B C-D E=F"), 1).digest,
        drawn(after, 1, points=dict.fromkeys("ABCDEF", 0)).digest,
        drawn(after, 1, kept=(Pairing(0, "A", "F"),)).digest,
    }
    assert len(digests) == 5
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in digests)
    assert drawn(after, 1).version == VERSION
    assert drawn(after, 1).seed == "1"


SCRIPT = """
import hashlib, msgspec
from engine.contest.swiss_by_chance import Plan, simulated
swiss, _ = simulated(Plan(entrants=71, rounds=5, clubs=9, seed=3))
print(hashlib.sha256(msgspec.json.encode(swiss)).hexdigest())
"""


def test_every_process_draws_the_same() -> None:
    """The order of sets of strings differs between processes; nothing that is drawn may hang on it."""
    told = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(told) == 1


def test_this_version_draws_these_pairs() -> None:
    """If these change, ``VERSION`` has to change as well."""
    assert VERSION == "swiss 1, rustworkx 0.18.1"
    third = drawn(swiss("ABCDEFGHI", "A-E B-F C=G D-H I", "A=B D-I C-E F-G H"), "version")
    assert [pairing.seats for pairing in third.pairings] == [
        ("D", "A"),
        ("B", "C"),
        ("H", "F"),
        ("I", "G"),
        ("E",),
    ]


# results


def test_finished_pairings_are_handed_to_the_tables() -> None:
    after = swiss("ABCDEFG", "A-B C=D E?F G")
    after = msgspec.structs.replace(
        after,
        rounds=(
            *after.rounds,
            Round(
                2,
                (
                    Pairing(1, "A", "C", outcomes=("lost", "won")),
                    Pairing(2, "B", "D", outcomes=("lost", "lost")),
                    Pairing(0, "E", bye="requested"),
                ),
            ),
        ),
    )
    told = [(one.home, one.away, one.outcome, one.kind, one.round) for one in as_played(after, "swiss")]
    assert told == [
        ("A", "B", "home", "played", 1),
        ("C", "D", "draw", "played", 1),
        ("G", None, "home", "bye", 1),
        ("A", "C", "away", "played", 2),
        ("B", "D", "neither", "forfeit", 2),
        ("E", None, "draw", "bye", 2),
    ]
    assert {one.stage for one in as_played(after, "swiss")} == {"swiss"}


# setting up


@pytest.mark.parametrize(
    "entered, rounds, recommended, warnings",
    [
        (33, 6, 6, 0),
        (32, 5, 5, 0),
        (8, 4, 3, 0),
        (8, 5, 3, 1),
        (8, 7, 3, 2),
        (6, 4, 3, 1),
        (2, 1, 1, 1),
        (1, 1, 0, 2),
        (64, 4, 6, 1),
    ],
)
def test_organisers_are_advised(entered: int, rounds: int, recommended: int, warnings: int) -> None:
    told = advice(entered, rounds)
    assert (told.recommended, len(told.warnings)) == (recommended, warnings)


def test_the_advice_is_in_sentences() -> None:
    assert advice(6, 5).warnings == (
        "5 rounds are more than half of 6 entrants, so that a later round may have no pairing without a rematch.",
        "In 5 rounds 6 entrants can play a round robin, which is fairer.",
    )
    assert advice(64, 4).warnings == ("4 rounds may leave several without a loss; 6 are recommended.",)


def broken(**given: Any) -> Swiss:
    return msgspec.structs.replace(swiss("ABCD", "A-B C-D"), **given)


@pytest.mark.parametrize(
    "given, text",
    [
        ({"entrants": (*entrants("ABCD"), Entrant("A", 5))}, "Entrant A is entered twice."),
        ({"entrants": (*entrants("ABCD"), Entrant("E", 4))}, "Seed 4 is given to more than one entrant."),
        (
            {"entrants": entrants("ABCD", A={"fixed_table": 1}, B={"fixed_table": 1})},
            "Table 1 is kept for more than one entrant.",
        ),
        (
            {"entrants": entrants("ABCD", A={"fixed_table": 0})},
            "A cannot have table 0; tables are counted from 1.",
        ),
        ({"entrants": entrants("ABCD", A={"joined": 0})}, "A cannot join before round 1."),
        ({"entrants": entrants("ABCD", A={"requested_byes": (0,)})}, "A asks for a bye before round 1."),
        ({"planned": 0}, "A Swiss has at least one round."),
        (
            {"constraints": Constraints(pairs=(ForbiddenPair("A", "A"),))},
            "Entrant A is forbidden to meet itself.",
        ),
        (
            {"constraints": Constraints(pairs=(ForbiddenPair("A", "Z"),))},
            "A forbidden pair names entrant Z, who is not entered.",
        ),
        ({"rounds": (Round(2, ()),)}, "Round 2 stands where round 1 belongs."),
        (
            {"rounds": (Round(1, (Pairing(1, "A", "A"),)),)},
            "Entrant A is paired twice in round 1.",
        ),
        (
            {"rounds": (Round(1, (Pairing(1, "A", "Z"),)),)},
            "Round 1 pairs entrant Z, who is not entered.",
        ),
        (
            {"rounds": (Round(1, (Pairing(0, "A", outcomes=("won",)),)),)},
            "The results of A in round 1 are not one for each seat.",
        ),
    ],
)
def test_a_swiss_that_contradicts_itself_is_refused(given: Any, text: str) -> None:
    with pytest.raises(Refusal, match=f"^{re.escape(text)}$"):
        check(broken(**given))


def test_points_of_an_own_table_name_everybody() -> None:
    with pytest.raises(Refusal, match=r"^There are no points for B, D\.$"):
        draft_round(swiss("ABCD"), 1, points={"A": 1, "C": 0})


def test_only_the_next_round_is_published() -> None:
    start = swiss("ABCD")
    first = drawn(start)
    with pytest.raises(Refusal, match=r"^Round 1 cannot be published: the next one is round 2\.$"):
        published(published(start, first), first)
