"""What was bought helps during the match: the chef cooks before each half, and the referee takes bribes."""

from __future__ import annotations

from typing import Any

import pytest

from engine.dice import D6, pool
from engine.match import facts
from engine.match.entries import HalfTime, SendingOff, Touchdown
from engine.match.narrative import narrate
from engine.questions import Choose, Roll
from engine.replay import Replay
from tests.engine.editions.crp.nights import (
    FANS,
    NICE,
    WORTH,
    a_log,
    asks,
    buys,
    choose,
    fault,
    given_gold,
    humans,
    orcs,
    roll,
    shown,
    so_far,
)

CHEF = "Halfling Master Chef"


def a_night(
    *played: Any, bought: tuple[str, ...], chef: tuple[int, ...] | None = None, **sides: Any
) -> Replay:
    """The away side, which has a million to spend, buys this; then the match begins."""
    cooked = [roll("chef", "away", *chef)] if chef else []
    return so_far(NICE, buys("away", *bought), *FANS, cooked, *played, **(given_gold(WORTH) | sides))


def rerolls(found: Replay) -> tuple[tuple[int, int], tuple[int, int]]:
    """Of the home side and of the away side, in both halves."""
    return found.sheets["home"].rerolls, found.sheets["away"].rerolls


# the chef


def test_the_chef_rolls_three_dice_before_each_half() -> None:
    assert a_night(bought=(CHEF,)).waiting_for == Roll("away", pool(3), "chef")
    assert a_night(HalfTime(), bought=(CHEF,), chef=(1, 2, 3)).waiting_for == Roll("away", pool(3), "chef")


def test_each_four_or_more_takes_a_reroll_from_the_other_side() -> None:
    home = orcs(strength=2 * WORTH, rerolls=3)
    found = a_night(bought=(CHEF,), chef=(3, 4, 6), home=home)
    assert rerolls(found) == ((1, 3), (2, 0))
    assert shown(found, facts.Chef) == [facts.Chef("away", 1, 2, 2)]
    again = a_night(HalfTime(), roll("chef", "away", 4, 1, 1), bought=(CHEF,), chef=(3, 4, 6), home=home)
    assert rerolls(again) == ((1, 2), (2, 1))
    assert shown(again, facts.Chef)[1] == facts.Chef("away", 2, 1, 1)


def test_who_has_no_reroll_loses_none() -> None:
    found = a_night(bought=(CHEF,), chef=(4, 5, 6), home=orcs(strength=2 * WORTH, rerolls=1))
    assert rerolls(found) == ((0, 1), (3, 0))
    assert shown(found, facts.Chef) == [facts.Chef("away", 1, 3, 1)]


def test_both_sides_may_have_a_chef() -> None:
    sides: dict[str, Any] = {
        "home": orcs(treasury=300_000, rerolls=2),
        "away": humans(treasury=300_000, rerolls=2),
    }
    moved = [
        roll("petty_cash.first", "home", 1),
        choose("petty_cash", "home", "300000"),
        choose("petty_cash", "away", "300000"),
    ]
    shopped = [choose("hire", "home", CHEF), choose("hire", "away", CHEF)]
    cooked = [roll("chef", "home", 4, 4, 1), roll("chef", "away", 5, 1, 1)]
    found = so_far(NICE, moved, shopped, *FANS, cooked, **sides)
    assert rerolls(found) == ((3, 2), (1, 2))


def test_half_time_must_be_told_where_somebody_cooks_again() -> None:
    second_half = Touchdown(2, 1, "home", 1)
    entries = (NICE, buys("away", CHEF), *FANS, roll("chef", "away", 1, 1, 1))
    assert fault(*entries, second_half, **given_gold(WORTH)) == (
        "Entry 7: Report half-time first: something is rolled for then, before the second half begins."
    )
    assert so_far(NICE, *FANS, second_half).score == (1, 0)


# bribes


SENT_OFF = SendingOff(1, 3, "away", 5, "foul")


def bribes(*dice: int, count: int = 2, cause: Any = "foul") -> Replay:
    """The coach tries a bribe for each die."""
    sent_off = SendingOff(1, 3, "away", 5, cause)
    tried = [
        entry
        for die in dice
        for entry in (choose("bribe", "away", "yes", player=5), roll("bribe", "away", die, player=5))
    ]
    return a_night(sent_off, tried, bought=("Bribe",) * count)


def test_without_a_bribe_the_player_goes() -> None:
    found = bribes(count=0)
    assert shown(found, facts.SendingOff) == [facts.SendingOff(1, 3, "away", 5, "foul")]
    assert 5 not in found.available["away"]


def test_the_coach_is_asked_and_a_die_is_rolled() -> None:
    assert bribes().waiting_for == Choose("away", "bribe", ("yes", "no"), 5)
    tried = a_night(SENT_OFF, choose("bribe", "away", "yes", player=5), bought=("Bribe",))
    assert tried.waiting_for == Roll("away", D6, "bribe", 5)


@pytest.mark.parametrize("die", [2, 6])
@pytest.mark.parametrize("cause", ["foul", "secret_weapon"])
def test_on_two_or_more_the_player_stays(die: int, cause: str) -> None:
    found = bribes(die, cause=cause)
    assert shown(found, facts.Bribe) == [facts.Bribe(1, 3, "away", 5, die, worked=True)]
    assert shown(found, facts.SendingOff) == []
    assert 5 in found.available["away"]
    assert found.sheets["away"].inducements == {"Bribe": 1}


def test_on_a_one_the_bribe_is_lost_and_another_may_be_tried() -> None:
    found = bribes(1)
    assert asks(found) == ("bribe", "away")
    assert found.sheets["away"].inducements == {"Bribe": 1}
    saved = bribes(1, 2)
    assert 5 in saved.available["away"]
    assert saved.sheets["away"].inducements == {"Bribe": 0}


def test_who_has_no_bribe_left_must_go() -> None:
    found = bribes(1, 1)
    assert [fact.worked for fact in shown(found, facts.Bribe)] == [False, False]
    assert shown(found, facts.SendingOff) == [facts.SendingOff(1, 3, "away", 5, "foul")]
    assert 5 not in found.available["away"]


def test_a_coach_who_will_not_bribe_keeps_his_bribes() -> None:
    found = a_night(SENT_OFF, choose("bribe", "away", "no", player=5), bought=("Bribe",))
    assert 5 not in found.available["away"]
    assert found.sheets["away"].inducements == {"Bribe": 1}


def test_a_bribe_does_not_help_the_other_side() -> None:
    found = a_night(SendingOff(1, 3, "home", 5, "foul"), bought=("Bribe",))
    assert 5 not in found.available["home"]


# as it is told


def test_the_night_is_told_in_sentences() -> None:
    found = a_night(
        SENT_OFF,
        choose("bribe", "away", "yes", player=5),
        roll("bribe", "away", 1, player=5),
        choose("bribe", "away", "no", player=5),
        bought=("Bribe", "Bribe", "Wizard"),
        away=humans(size=10),
    )
    told = [one.text for one in narrate(a_log(**given_gold(WORTH)), found.facts)]
    assert told == [
        "Human can field too few players: Journeyman Lineman (number 11) plays this match for them.",
        "The weather: Nice.",
        "For inducements Human are given 950,000 gold as the weaker side.",
        "Human buy for this match: Bribe × 2, for 200,000 gold.",
        "Human hire a wizard for 150,000 gold.",
        "6,000 fans have come for Orc.",
        "6,000 fans have come for Human.",
        "12,000 spectators have come to see Orc play Human.",
        "The referee takes the bribe of Human, and does not spare Human 5.",
        "The referee sends Human 5 of Human off for a foul.",
    ]
