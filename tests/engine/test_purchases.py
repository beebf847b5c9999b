"""What a team buys once the league has started, and who leaves it."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.acts import (
    Line,
    Purchase,
    Retirement,
    check_purchase,
    dismiss,
    drop_rerolls,
    drop_staff,
    purchase,
    purchase_cost,
    retire,
)
from engine.edition import Edition
from engine.editions import edition
from engine.questions import Refusal
from engine.random_teams import random_roster
from engine.roster import (
    Departed,
    GoldChanged,
    Hired,
    Injured,
    RerollsChanged,
    Roster,
    Staff,
    StaffChanged,
    decode_events,
    encode_events,
    evolve,
)
from tests.engine.rosters import LRB4, a_roster, gold, lines, refused, with_player


def rich(**changes: object) -> Roster:
    """The Reavers with a million in gold."""
    return msgspec.structs.replace(a_roster(**changes), treasury=1_000_000)


def problems_of(roster: Roster, wanted: Purchase, rules: Edition = LRB4) -> list[str]:
    return [problem.message for problem in check_purchase(rules, roster, wanted)]


def full() -> Roster:
    """Sixteen players: twelve linemen, four blitzers."""
    return rich(players=lines(("Lineman", 12), ("Blitzer", 4)))


def test_a_purchase_becomes_events() -> None:
    wanted = Purchase(
        players=(Line("Blitzer", " Griff  Oberwald ", 13),),
        rerolls=2,
        assistant_coaches=1,
        cheerleaders=3,
        apothecary=1,
    )
    events = purchase(LRB4, rich(), wanted)
    assert events == (
        Hired(12, 13, "Griff Oberwald", "Blitzer", 90_000, (7, 3, 3, 8), ("Block",)),
        GoldChanged(-90_000, "1 player"),
        GoldChanged(-200_000, "2 team re-rolls"),
        GoldChanged(-10_000, "1 assistant coach"),
        GoldChanged(-30_000, "3 cheerleaders"),
        GoldChanged(-50_000, "apothecary"),
        RerollsChanged(2),
        StaffChanged("assistant_coaches", 1),
        StaffChanged("cheerleaders", 3),
        StaffChanged("apothecary", 1),
    )
    after = evolve(rich(), *events)
    assert (after.treasury, after.rerolls, after.assistant_coaches) == (620_000, 2, 1)
    assert (after.cheerleaders, after.apothecary, len(after.active)) == (3, 1, 12)


def test_a_re_roll_costs_twice_its_list_price_but_is_worth_it_once() -> None:
    before = rich()
    assert purchase_cost(LRB4, before, Purchase(rerolls=1)) == 100_000
    after = evolve(before, *purchase(LRB4, before, Purchase(rerolls=1)))
    assert LRB4.rules.strength(after) == LRB4.rules.strength(before) - 10 + 5


def test_fans_are_not_for_sale() -> None:
    assert Purchase.__struct_fields__ == (
        "players",
        "rerolls",
        "assistant_coaches",
        "cheerleaders",
        "apothecary",
        "retire",
    )


def test_nothing_chosen_is_no_purchase() -> None:
    assert problems_of(rich(), Purchase()) == ["Nothing is chosen to be bought."]


def test_more_gold_than_there_is_names_both_sums() -> None:
    poor = msgspec.structs.replace(a_roster(), treasury=99_999)
    assert problems_of(poor, Purchase(rerolls=1)) == [
        "This costs 100,000 gold; the treasury holds 99,999, 1 too few."
    ]
    assert problems_of(msgspec.structs.replace(poor, treasury=100_000), Purchase(rerolls=1)) == []


def test_a_seventeenth_player_needs_somebody_to_retire() -> None:
    thrower = Purchase(players=(Line("Thrower", "Zolnar", 17),))
    assert problems_of(full(), thrower) == [
        "A roster holds 16 players and this would make 17: somebody must retire first."
    ]
    roster = evolve(full(), *retire(LRB4, full(), 3, True))
    assert problems_of(roster, thrower) == []
    assert evolve(roster, *purchase(LRB4, roster, thrower)).player(17).name == "Zolnar"


def test_an_old_player_makes_room_in_the_purchase_itself() -> None:
    wanted = Purchase(players=(Line("Thrower", "Lineman 3", 3),), retire=(Retirement(3, True),))
    events = purchase(LRB4, full(), wanted)
    assert events[:3] == (
        Departed(3, "retired", "retired, and coaches now"),
        StaffChanged("assistant_coaches", 1),
        Hired(17, 3, "Lineman 3", "Thrower", 70_000, (6, 3, 3, 8), ("Sure Hands", "Pass")),
    )
    after = evolve(full(), *events)
    assert (len(after.active), after.assistant_coaches) == (16, 1)
    assert after.player(17).number == 3


def test_room_is_made_by_as_many_as_come() -> None:
    throwers = (Line("Thrower", "Zolnar", 17), Line("Thrower", "Zara", 18))
    assert problems_of(full(), Purchase(players=throwers, retire=(Retirement(3),))) == [
        "A roster holds 16 players and this would make 17: somebody must retire first."
    ]
    assert problems_of(full(), Purchase(players=throwers, retire=(Retirement(3), Retirement(4)))) == []


def test_who_retires_leaves_his_position_free() -> None:
    roster = rich(players=lines(("Lineman", 10), ("Blitzer", 4)))
    griff = (Line("Blitzer", "Griff", 15),)
    assert problems_of(roster, Purchase(players=griff)) == ["A Human team may have 4 Blitzer, not 5."]
    assert problems_of(roster, Purchase(players=griff, retire=(Retirement(11),))) == []


def test_somebody_may_retire_though_nothing_is_bought() -> None:
    assert purchase(LRB4, a_roster(), Purchase(retire=(Retirement(4),))) == (
        Departed(4, "retired", "retired"),
    )


def test_who_is_gone_makes_no_room() -> None:
    roster = evolve(full(), Departed(3, "dead", "a block"))
    wanted = Purchase(retire=(Retirement(3), Retirement(99), Retirement(4), Retirement(4)))
    assert problems_of(roster, wanted) == [
        "Lineman 3 no longer plays for Reavers.",
        "Reavers has never had a player with the id 99.",
        "Lineman 4 cannot retire twice.",
    ]


@pytest.mark.parametrize("race", ["Khemri", "Necromantic", "Nurgle's Rotters", "Undead"])
def test_teams_of_the_dead_buy_no_apothecary(race: str) -> None:
    roster = Roster(name="Champions of Death", race=race, treasury=1_000_000)
    article = "An" if race[0] in "AEIOU" else "A"
    assert problems_of(roster, Purchase(apothecary=1)) == [
        f"{article} {race} team may not have an apothecary."
    ]


def test_a_team_of_vampires_may_have_one() -> None:
    roster = Roster(name="Counts", race="Vampire", treasury=50_000)
    assert purchase(LRB4, roster, Purchase(apothecary=1)) == (
        GoldChanged(-50_000, "apothecary"),
        StaffChanged("apothecary", 1),
    )


def test_the_dead_make_room_and_leave_their_name_and_number() -> None:
    roster = evolve(full(), Departed(3, "dead", "a block"))
    assert problems_of(roster, Purchase(players=(Line("Lineman", "Lineman 3", 3),))) == []


def test_who_misses_the_next_match_still_counts() -> None:
    roster = evolve(
        rich(players=lines(("Lineman", 9), ("Thrower", 2))), Injured(10, "Broken Jaw", "miss", True, True)
    )
    assert problems_of(roster, Purchase(players=(Line("Thrower", "Zolnar", 12),))) == [
        "A Human team may have 2 Thrower, not 3."
    ]
    dead = evolve(roster, Departed(10, "dead", "a block"))
    assert problems_of(dead, Purchase(players=(Line("Thrower", "Zolnar", 12),))) == []


def test_one_big_guy_at_a_time() -> None:
    roster = rich(race="Chaos", players=lines(("Beastman", 10), ("Minotaur", 1)))
    assert problems_of(roster, Purchase(players=(Line("Ogre", "Morg", 12),))) == [
        "A Chaos team may have 1 big guy, not 2."
    ]


def test_one_apothecary_at_a_time() -> None:
    assert problems_of(rich(apothecary=1), Purchase(apothecary=1)) == ["A team may have 1 apothecary, not 2."]
    undead = rich(race="Undead", players=lines(("Skeleton", 11)))
    assert problems_of(undead, Purchase(apothecary=1)) == ["An Undead team may not have an apothecary."]


def test_names_and_numbers_of_the_team_are_taken() -> None:
    assert problems_of(rich(), Purchase(players=(Line("Lineman", "LINEMAN 4", 5),))) == [
        "Two players are named LINEMAN 4.",
        "Two players wear the number 5.",
    ]


def test_a_limit_of_re_rolls_counts_those_the_team_has() -> None:
    house = edition("lrb4", {"league/rerolls_max": 4})
    roster = rich(rerolls=3)
    assert problems_of(roster, Purchase(rerolls=1), house) == []
    assert problems_of(roster, Purchase(rerolls=5), house) == ["A team may have 4 team re-rolls, not 8."]


def test_all_problems_are_told_at_once() -> None:
    wanted = Purchase(
        players=(Line("Wizard", "Merlin", 1),),
        rerolls=99,
        assistant_coaches=-1,
        cheerleaders=-1,
        apothecary=3,
    )
    expected = [
        "A Human team has no position 'Wizard'.",
        "Two players wear the number 1.",
        "The number of assistant coaches cannot be -1.",
        "The number of cheerleaders cannot be -1.",
        "A team may have 1 apothecary, not 3.",
        "This costs 10,030,000 gold; the treasury holds 1,000,000, 9,030,000 too few.",
    ]
    assert problems_of(rich(), wanted) == expected
    with pytest.raises(Refusal) as caught:
        purchase(LRB4, rich(), wanted)
    assert caught.value.message == " ".join(expected)
    assert [problem.message for problem in caught.value.problems] == expected


# --- leaving -----------------------------------------------------------------------------------------------------


def test_a_dismissed_player_brings_no_gold() -> None:
    roster = a_roster()
    events = dismiss(LRB4, roster, 4)
    assert events == (Departed(4, "dismissed", "dismissed"),)
    after = evolve(roster, *events)
    assert after.treasury == roster.treasury
    assert [one.id for one in after.active] == [1, 2, 3, 5, 6, 7, 8, 9, 10, 11]
    assert after.player(4).status == "dismissed"


def test_a_retired_player_may_stay_as_an_assistant_coach_for_nothing() -> None:
    roster = a_roster()
    events = retire(LRB4, roster, 4, True)
    assert events == (
        Departed(4, "retired", "retired, and coaches now"),
        StaffChanged("assistant_coaches", 1),
    )
    after = evolve(roster, *events)
    assert (after.treasury, after.assistant_coaches) == (roster.treasury, 1)


def test_a_retired_player_may_just_go() -> None:
    assert retire(LRB4, a_roster(), 4, False) == (Departed(4, "retired", "retired"),)


@pytest.mark.parametrize("status", ["dead", "retired", "dismissed", "left"])
def test_nobody_leaves_twice(status: str) -> None:
    roster = with_player(a_roster(), 4, status=status)
    assert refused(dismiss, LRB4, roster, 4) == "Lineman 4 no longer plays for Reavers."
    assert refused(retire, LRB4, roster, 4, True) == "Lineman 4 no longer plays for Reavers."


def test_a_stranger_cannot_leave() -> None:
    assert refused(dismiss, LRB4, a_roster(), 77) == "Reavers has never had a player with the id 77."


def test_staff_and_re_rolls_go_without_a_refund() -> None:
    roster = a_roster(rerolls=2, assistant_coaches=3, cheerleaders=1, apothecary=1)
    events = (
        *drop_staff(LRB4, roster, "assistant_coaches", 2),
        *drop_staff(LRB4, roster, "apothecary", 1),
        *drop_rerolls(LRB4, roster, 2),
    )
    assert events == (
        StaffChanged("assistant_coaches", -2),
        StaffChanged("apothecary", -1),
        RerollsChanged(-2),
    )
    after = evolve(roster, *events)
    assert (after.assistant_coaches, after.apothecary, after.rerolls) == (1, 0, 0)
    assert after.treasury == roster.treasury


@pytest.mark.parametrize(
    ("staff", "count", "sentence"),
    [
        ("cheerleaders", 2, "Reavers cannot drop 2 cheerleaders: it has 1."),
        ("assistant_coaches", 1, "Reavers cannot drop 1 assistant coach: it has 0."),
        ("apothecary", 2, "Reavers cannot drop 2 apothecaries: it has 1."),
        ("cheerleaders", 0, "Reavers cannot drop 0 cheerleaders: it has 1."),
        ("cheerleaders", -1, "Reavers cannot drop -1 cheerleaders: it has 1."),
        ("treasury", 1, "A team has no staff called 'treasury'."),
    ],
)
def test_only_staff_that_is_there_can_go(staff: Staff, count: int, sentence: str) -> None:
    assert refused(drop_staff, LRB4, a_roster(cheerleaders=1, apothecary=1), staff, count) == sentence


@pytest.mark.parametrize("count", [-1, 0, 3])
def test_only_re_rolls_that_are_there_can_go(count: int) -> None:
    assert refused(drop_rerolls, LRB4, a_roster(rerolls=2), count) == (
        f"Reavers cannot drop {count} team re-rolls: it has 2."
    )


# --- whatever is bought --------------------------------------------------------------------------------------------

wishes = st.builds(
    Purchase,
    players=st.lists(
        st.builds(
            Line,
            st.sampled_from([one.name for one in LRB4.race("Human").positions]),
            st.text("ab '", max_size=4),
            st.integers(0, 100),
        ),
        max_size=3,
    ).map(tuple),
    rerolls=st.integers(-1, 3),
    assistant_coaches=st.integers(-1, 3),
    cheerleaders=st.integers(-1, 3),
    apothecary=st.integers(-1, 2),
)


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 1_000), income=st.integers(0, 60), shopping=st.lists(wishes, max_size=6))
def test_the_treasury_is_income_less_payments(seed: int, income: int, shopping: list[Purchase]) -> None:
    """What may not be bought changes nothing; the rest costs what it said."""
    roster = random_roster(LRB4, "Human", random.Random(seed))
    roster = evolve(roster, GoldChanged(income * 10_000, "winnings"))
    balance = roster.treasury
    for wanted in shopping:
        if check_purchase(LRB4, roster, wanted):
            assert refused(purchase, LRB4, roster, wanted)
            continue
        balance -= purchase_cost(LRB4, roster, wanted)
        events = purchase(LRB4, roster, wanted)
        assert gold(events) == -purchase_cost(LRB4, roster, wanted)
        assert decode_events(encode_events(events)) == events
        roster = evolve(roster, *events)
    assert roster.treasury == balance >= 0
    assert len(roster.active) <= 16
    assert len({one.number for one in roster.active}) == len(roster.active)
    assert len({one.id for one in roster.players}) == len(roster.players)
