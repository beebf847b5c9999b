"""Petty cash: who decides first, what leaves the treasury, and what the weaker side is given."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from engine.describe import describe_entry, describe_option
from engine.dice import D6
from engine.editions import edition
from engine.match import facts
from engine.questions import Choose, Roll
from engine.roster import GoldChanged
from tests.engine.editions.crp.matches import a_match, a_team
from tests.engine.editions.crp.nights import (
    CRP,
    NICE,
    WORTH,
    a_log,
    asks,
    buys,
    choose,
    humans,
    orcs,
    roll,
    shown,
    so_far,
)

ORCS, HUMANS = orcs(), humans()
RICH: dict[str, Any] = {"home": orcs(treasury=30_000), "away": humans(treasury=30_000)}


def moved(whose: str, gold: int) -> object:
    return choose("petty_cash", "home" if whose == "home" else "away", str(gold))


# who decides


def test_the_stronger_side_decides_first() -> None:
    stronger = humans(strength=WORTH + 10_000, treasury=30_000)
    assert asks(so_far(NICE, home=orcs(treasury=30_000), away=stronger)) == ("petty_cash", "away")
    assert asks(so_far(NICE, moved("away", 0), home=orcs(treasury=30_000), away=stronger)) == (
        "petty_cash",
        "home",
    )


def test_journeymen_make_a_side_the_stronger_one() -> None:
    found = so_far(NICE, home=orcs(treasury=30_000), away=humans(size=10, treasury=30_000))
    assert asks(found) == ("petty_cash", "away")


def test_a_die_decides_between_equals_who_both_have_gold() -> None:
    assert so_far(NICE, **RICH).waiting_for == Roll("home", D6, "petty_cash.first")
    for die, first in ((1, "home"), (3, "home"), (4, "away"), (6, "away")):
        assert asks(so_far(NICE, roll("petty_cash.first", "home", die), **RICH)) == ("petty_cash", first)


def test_no_die_is_rolled_where_one_of_two_equals_has_nothing_to_move() -> None:
    assert asks(so_far(NICE, away=humans(treasury=10_000))) == ("petty_cash", "away")
    assert asks(so_far(NICE, home=orcs(treasury=9_999), away=humans(treasury=9_999))) == ("fans", "home")


def test_gold_moves_in_steps_of_ten_thousand() -> None:
    assert so_far(NICE, home=orcs(treasury=34_000)).waiting_for == Choose(
        "home",
        "petty_cash",
        ("0", "10000", "20000", "30000"),
        prices=(0, 10_000, 20_000, 30_000),
    )


def test_a_treasury_beyond_measure_is_offered_up_to_five_million() -> None:
    question = so_far(NICE, home=orcs(treasury=10**15)).waiting_for
    assert isinstance(question, Choose)
    assert question.options[-1] == "5000000"


def test_a_house_rule_changes_the_step() -> None:
    rules = edition("crp", {"inducements/petty_cash_step": 25_000})
    question = so_far(NICE, home=orcs(treasury=60_000), rules=rules).waiting_for
    assert isinstance(question, Choose)
    assert question.options == ("0", "25000", "50000")


# what comes of it


def test_the_weaker_side_is_given_the_difference_of_the_team_values() -> None:
    found = so_far(NICE, away=humans(strength=WORTH + 70_000))
    assert shown(found, facts.PettyCash) == [facts.PettyCash("home", 0, 70_000, WORTH)]
    assert (found.sheets["home"].purse, found.sheets["away"].purse) == (70_000, 0)


def test_equals_who_move_nothing_have_no_petty_cash() -> None:
    found = so_far(NICE, moved("away", 0), away=humans(treasury=20_000))
    assert shown(found, facts.PettyCash) == []
    assert asks(found) == ("fans", "home")


def test_gold_out_of_the_treasury_counts_for_the_team_value_and_goes_to_the_opponents_as_well() -> None:
    found = so_far(
        NICE,
        moved("away", 60_000),
        home=orcs(strength=WORTH + 20_000),
        away=humans(treasury=60_000),
    )
    assert shown(found, facts.PettyCash) == [
        facts.PettyCash("home", 0, 40_000, WORTH + 20_000),
        facts.PettyCash("away", 60_000, 0, WORTH + 60_000),
    ]


def test_the_weaker_side_may_answer_with_gold_of_its_own() -> None:
    found = so_far(
        NICE,
        moved("home", 20_000),
        moved("away", 30_000),
        home=orcs(strength=WORTH + 50_000, treasury=20_000),
        away=humans(treasury=30_000),
    )
    assert shown(found, facts.PettyCash) == [
        facts.PettyCash("home", 20_000, 0, WORTH + 70_000),
        facts.PettyCash("away", 30_000, 40_000, WORTH + 30_000),
    ]


def test_gold_of_the_weaker_side_adds_nothing_until_it_is_the_stronger_one() -> None:
    """A coach's example of the time: 1,800,000 against 1,720,000."""
    sides: dict[str, Any] = {
        "home": orcs(strength=1_800_000),
        "away": humans(strength=1_720_000, treasury=100_000),
    }
    for gold, away, home in (
        (0, 80_000, 0),
        (20_000, 80_000, 0),
        (80_000, 80_000, 0),
        (100_000, 100_000, 20_000),
    ):
        found = so_far(NICE, moved("away", gold), **sides)
        assert (found.sheets["away"].purse, found.sheets["home"].purse) == (away, home)


def test_what_was_moved_is_paid_whether_it_is_spent_or_not() -> None:
    rich = a_team("Gouged Eye", "Orc")
    poor = a_team("Reavers", "Human", rerolls=1)
    assert (CRP.rules.strength(rich), CRP.rules.strength(poor)) == (550_000, 600_000)
    match = a_match(home=rich, away=poor, picks={"petty_cash.home": ["100000"]})
    paid = [event for event in match.happened("home", GoldChanged) if event.amount < 0]
    assert paid == [GoldChanged(-100_000, "petty cash, for inducements")]
    winnings = sum(fact.gold for fact in match.shown(facts.Winnings) if fact.paid_to == "home")
    assert match.after["home"].treasury == rich.treasury - 100_000 + winnings


GOLD = st.integers(0, 30).map(lambda count: count * 10_000)


@given(GOLD, GOLD, GOLD, GOLD)
def test_with_their_petty_cash_both_sides_are_equal_whatever_they_move(
    home: int, away: int, from_home: int, from_away: int
) -> None:
    sides: dict[str, Any] = {
        "home": msgspec.structs.replace(ORCS, strength=WORTH + home, treasury=from_home),
        "away": msgspec.structs.replace(HUMANS, strength=WORTH + away, treasury=from_away),
    }
    entries: list[object] = [NICE]
    found = so_far(*entries, **sides)
    while asks(found)[0].startswith("petty_cash"):
        key, whose = asks(found)
        first = key == "petty_cash.first"
        entries.append(
            roll(key, "home", 2) if first else moved(whose, from_home if whose == "home" else from_away)
        )
        found = so_far(*entries, **sides)
    purses = {one: found.sheets[one].purse for one in ("home", "away")}
    assert home + purses["home"] == away + purses["away"]
    assert min(purses["home"] - from_home, purses["away"] - from_away) == 0
    assert [found.sheets[one].paid for one in ("home", "away")] == [from_home, from_away]


# in words


def test_amounts_are_told_as_gold() -> None:
    log = a_log(NICE, moved("home", 20_000), home=orcs(treasury=30_000))
    question = so_far(NICE, home=orcs(treasury=30_000)).waiting_for
    assert isinstance(question, Choose)
    assert describe_option(question, "20000", log) == "20,000 gold"
    assert describe_entry(log, log.entries[1], CRP) == (
        "How much gold goes from the treasury into petty cash: 20,000 gold (Orc)."
    )


def test_who_has_petty_cash_and_buys_nothing_loses_it() -> None:
    found = so_far(NICE, buys("home"), away=humans(strength=WORTH + 100_000))
    assert asks(found) == ("fans", "home")
    assert shown(found, facts.Induced) == []
