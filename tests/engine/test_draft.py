"""A draft: its limits, its prices, all its problems at once, and the events that make the team."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.acts import Line, check_draft, draft, draft_cost
from engine.editions import edition
from engine.questions import Refusal
from engine.random_teams import random_draft
from engine.roster import (
    FanFactorChanged,
    Founded,
    GoldChanged,
    Hired,
    RerollsChanged,
    Roster,
    StaffChanged,
    decode_events,
    encode_events,
    evolve,
)
from tests.engine.rosters import LRB4, a_draft, a_roster, gold, lines, problems_of, refused

ROTTER = "rosters/races/Nurgle's Rotters/positions/Rotter"


def test_a_draft_becomes_the_events_of_its_team() -> None:
    wanted = a_draft(
        players=lines(("Lineman", 7), ("Blitzer", 3), ("Thrower", 1)),
        rerolls=3,
        fan_factor=4,
        assistant_coaches=2,
        cheerleaders=1,
        apothecary=1,
    )
    events = draft(LRB4, wanted)
    assert events == (
        Founded("Reavers", "Human", 1_000_000, 50_000),
        *(Hired(n, n, f"Lineman {n}", "Lineman", 50_000, (6, 3, 3, 8)) for n in range(1, 8)),
        *(Hired(n, n, f"Blitzer {n}", "Blitzer", 90_000, (7, 3, 3, 8), ("Block",)) for n in (8, 9, 10)),
        Hired(11, 11, "Thrower 11", "Thrower", 70_000, (6, 3, 3, 8), ("Sure Hands", "Pass")),
        GoldChanged(-690_000, "11 players"),
        GoldChanged(-150_000, "3 team re-rolls"),
        GoldChanged(-40_000, "fan factor 4"),
        GoldChanged(-20_000, "2 assistant coaches"),
        GoldChanged(-10_000, "1 cheerleader"),
        GoldChanged(-50_000, "apothecary"),
        RerollsChanged(3),
        FanFactorChanged(4, "draft"),
        StaffChanged("assistant_coaches", 2),
        StaffChanged("cheerleaders", 1),
        StaffChanged("apothecary", 1),
    )
    assert draft_cost(LRB4, wanted) == 960_000


def test_what_is_not_spent_stays_in_the_treasury() -> None:
    roster = a_roster(rerolls=2)
    assert roster.treasury == 1_000_000 - 560_000 - 100_000
    assert (roster.rerolls, roster.reroll_price, roster.fan_factor) == (2, 50_000, 1)


def test_a_draft_may_spend_the_last_coin() -> None:
    assert a_roster(rerolls=7, fan_factor=9, assistant_coaches=1).treasury == 0


@pytest.mark.parametrize("count", [11, 16])
def test_as_many_players_as_a_team_may_have(count: int) -> None:
    assert problems_of(a_draft(players=lines(("Goblin", count)), race="Goblin")) == []


@pytest.mark.parametrize("count", [0, 10, 17])
def test_too_few_or_too_many_players(count: int) -> None:
    found = problems_of(
        a_draft(race="Halfling", players=lines(("Halfling", min(count, 16)), ("Treeman", count // 17)))
    )
    assert found == [f"A team has 11 to 16 players; this draft has {count}."]


def test_the_maximum_of_a_position() -> None:
    assert problems_of(a_draft(players=lines(("Lineman", 9), ("Thrower", 2)))) == []
    assert problems_of(a_draft(players=lines(("Lineman", 8), ("Thrower", 3)))) == [
        "A Human team may have 2 Thrower, not 3."
    ]


def test_most_teams_may_have_one_big_guy() -> None:
    def chaos(*big_guys: str) -> list[str]:
        players = lines(("Beastman", 11 - len(big_guys)), *((name, 1) for name in big_guys))
        return problems_of(a_draft(race="Chaos", players=players))

    assert chaos("Minotaur") == []
    assert chaos("Ogre") == []
    assert chaos("Minotaur", "Ogre") == ["A Chaos team may have 1 big guy, not 2."]


def test_goblins_and_halflings_may_have_two_big_guys() -> None:
    assert problems_of(a_draft(race="Goblin", players=lines(("Goblin", 9), ("Troll", 2)))) == []
    assert problems_of(a_draft(race="Goblin", players=lines(("Goblin", 8), ("Troll", 3)))) == [
        "A Goblin team may have 2 Troll, not 3.",
        "A Goblin team may have 2 big guys, not 3.",
    ]


def test_a_team_without_a_big_guy_in_its_list_may_not_have_one() -> None:
    assert problems_of(a_draft(race="Amazon", players=lines(("Linewoman", 10), ("Ogre", 1)))) == [
        "An Amazon team has no position 'Ogre'."
    ]


@pytest.mark.parametrize("fan_factor", [1, 9])
def test_a_fan_factor_of_one_to_nine(fan_factor: int) -> None:
    assert problems_of(a_draft(fan_factor=fan_factor)) == []


@pytest.mark.parametrize("fan_factor", [-1, 0, 10])
def test_no_other_fan_factor(fan_factor: int) -> None:
    assert problems_of(a_draft(fan_factor=fan_factor)) == [
        f"The fan factor at the start is 1 to 9, not {fan_factor}."
    ]


def test_one_apothecary_where_the_race_may_have_him() -> None:
    assert problems_of(a_draft(apothecary=2)) == ["A team may have 1 apothecary, not 2."]
    undead = a_draft(race="Undead", players=lines(("Skeleton", 11)))
    assert problems_of(undead) == []
    assert problems_of(a_draft(race="Undead", players=lines(("Skeleton", 11)), apothecary=1)) == [
        "An Undead team may not have an apothecary."
    ]


def test_nothing_can_be_bought_less_than_never() -> None:
    assert problems_of(a_draft(rerolls=-1, assistant_coaches=-2, cheerleaders=-3, apothecary=-4)) == [
        "The number of team re-rolls cannot be -1.",
        "The number of assistant coaches cannot be -2.",
        "The number of cheerleaders cannot be -3.",
        "The number of apothecaries cannot be -4.",
    ]


def test_a_position_without_a_price_names_the_house_rules_that_would_give_it_one() -> None:
    wanted = a_draft(race="Nurgle's Rotters", players=lines(("Beastman", 10), ("Rotter", 1)))
    assert problems_of(wanted) == [
        "A Rotter cannot be hired: no source gives the price and the stats; the league's house rules can, "
        f"by {ROTTER}/price and {ROTTER}/stats."
    ]
    house = edition("lrb4", {f"{ROTTER}/price": 40_000, f"{ROTTER}/stats": [5, 3, 3, 8]})
    assert problems_of(wanted, house) == []
    assert draft_cost(house, wanted) == 10 * 60_000 + 40_000 + 10_000


def test_a_race_that_is_not_in_the_lists() -> None:
    assert problems_of(a_draft(race="Gnome")) == ["Living Rulebook 4 has no team list named 'Gnome'."]


def test_numbers_are_worn_once_and_go_from_1_to_99() -> None:
    def numbered(*numbers: int) -> list[str]:
        rest = lines(("Lineman", 11 - len(numbers)), first=11)
        shirts = tuple(Line("Lineman", f"Griff {place}", number) for place, number in enumerate(numbers, 1))
        return problems_of(a_draft(players=shirts + rest))

    assert numbered(1, 99) == []
    assert numbered(7, 7) == ["Two players wear the number 7."]
    assert numbered(0, 100) == [
        "Griff 1 cannot wear 0: numbers go from 1 to 99.",
        "Griff 2 cannot wear 100: numbers go from 1 to 99.",
    ]


@pytest.mark.parametrize("twin", ["Griff", "GRIFF", "  Griff ", "Ｇｒｉｆｆ", "Gr\u200biff"])
def test_no_two_players_have_one_name(twin: str) -> None:
    players = (Line("Lineman", "Griff", 1), Line("Lineman", twin, 2), *lines(("Lineman", 9), first=3))
    assert len(problems_of(a_draft(players=players))) == 1
    assert problems_of(a_draft(players=players))[0].startswith("Two players are named ")


def test_more_gold_than_there_is_names_both_sums() -> None:
    assert problems_of(a_draft(rerolls=8, fan_factor=9, assistant_coaches=0)) == [
        "The draft costs 1,040,000 gold; the treasury holds 1,000,000, 40,000 too few."
    ]


def test_a_house_rule_may_limit_the_re_rolls() -> None:
    house = edition("lrb4", {"league/rerolls_max": 4})
    assert problems_of(a_draft(rerolls=4), house) == []
    assert problems_of(a_draft(rerolls=5), house) == ["A team may have 4 team re-rolls, not 5."]


def test_all_problems_are_told_at_once() -> None:
    wanted = a_draft(
        name=" ",
        players=(Line("Wizard", "", 0), Line("Lineman", "Griff\x00", 5), *lines(("Thrower", 3), first=5)),
        fan_factor=0,
        apothecary=2,
        rerolls=20,
    )
    expected = [
        "The team's name is missing.",
        "A team has 11 to 16 players; this draft has 5.",
        "A Human team has no position 'Wizard'.",
        "The name of number 0 is missing.",
        "A player cannot wear 0: numbers go from 1 to 99.",
        "The name of number 5 must be one line without control characters.",
        "Two players wear the number 5.",
        "A Human team may have 2 Thrower, not 3.",
        "The fan factor at the start is 1 to 9, not 0.",
        "A team may have 1 apothecary, not 2.",
        "The draft costs 1,360,000 gold; the treasury holds 1,000,000, 360,000 too few.",
    ]
    assert problems_of(wanted) == expected
    assert refused(draft, LRB4, wanted) == " ".join(expected)
    with pytest.raises(Refusal) as caught:
        draft(LRB4, wanted)
    assert caught.value.problems == check_draft(LRB4, wanted)


def test_no_sentence_of_a_problem_holds_half_a_character() -> None:
    players = (Line("\udc80", "\ud800", 0), *lines(("Lineman", 10), first=2))
    for sentence in problems_of(a_draft(name="\udfff", players=players)):
        assert sentence.encode()


@settings(max_examples=60, deadline=None)
@given(race=st.sampled_from(sorted(LRB4.races)), seed=st.integers(0, 10_000))
def test_the_treasury_is_income_less_payments(race: str, seed: int) -> None:
    wanted = random_draft(LRB4, race, random.Random(seed))
    events = draft(LRB4, wanted)
    roster = evolve(Roster(), *events)
    assert roster.treasury == 1_000_000 + gold(events) == 1_000_000 - draft_cost(LRB4, wanted) >= 0
    assert [(one.number, one.name, one.position) for one in roster.players] == [
        (line.number, line.name, line.position) for line in wanted.players
    ]
    assert (roster.rerolls, roster.fan_factor, roster.assistant_coaches, roster.cheerleaders) == (
        wanted.rerolls,
        wanted.fan_factor,
        wanted.assistant_coaches,
        wanted.cheerleaders,
    )
    assert decode_events(encode_events(events)) == events
