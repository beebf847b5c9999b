"""The runesmith's runes and the master chef's cooking."""

from __future__ import annotations

from typing import Any

import pytest

from engine.dice import D6, pool
from engine.match import facts
from engine.match.entries import Entry, HalfTime
from engine.match.log import LogRoster
from engine.questions import Choose, Roll, Side
from engine.replay import Replay
from engine.roster import GoldChanged
from tests.engine.builders import (
    BEFORE,
    a_match,
    a_team,
    choose,
    completion,
    concession,
    events_of,
    facts_of,
    fault,
    humans,
    roll,
    sent_off,
    shoot_out,
    so_far,
)


def dwarfs(**traits: Any) -> LogRoster:
    return a_team("Karak Eagles", "Dwarf", 100, **({"treasury": 50_000} | traits))


def halflings(**traits: Any) -> LogRoster:
    return a_team("Moot Muffins", "Halfling", 100, **({"rerolls": 2} | traits))


SMITH: tuple[Entry, ...] = (choose("hire", "home", "runesmith"), *BEFORE)


def struck(die: int, *more: Entry) -> Replay:
    return so_far(roll("runesmith", "home", die), *more, before=SMITH, home=dwarfs())


def sheet_of(found: Replay, side: Side, number: int) -> Any:
    return next(one for one in found.sheets[side].players if one.number == number)


# the runesmith


def test_he_rolls_at_the_start_of_the_match_and_his_coach_names_the_player() -> None:
    asked = so_far(before=SMITH, home=dwarfs())
    assert asked.waiting_for == Roll("home", D6, "runesmith")
    chosen = struck(3).waiting_for
    assert chosen == Choose(
        "home", "runesmith.player", tuple(str(number) for number in range(1, 13)), about="player"
    )


@pytest.mark.parametrize(
    ("die", "stats", "skills"),
    [
        (2, (7, 3, 3, 8), ("Sprint",)),
        (3, (6, 4, 3, 8), ()),
        (4, (6, 3, 4, 8), ()),
        (5, (6, 3, 3, 9), ("Stand Firm",)),
        (6, (6, 3, 3, 8), ("Dauntless", "Frenzy")),
    ],
)
def test_the_runes_of_the_book(die: int, stats: tuple[int, ...], skills: tuple[str, ...]) -> None:
    found = struck(die, choose("runesmith.player", "home", "5"))
    one = sheet_of(found, "home", 5)
    assert (one.stats, one.skills, one.changed) == (stats, skills, True)
    assert facts_of(found, facts.Rune)[0].player == 5
    assert found.waiting_for.key == "play"


def test_a_one_spoils_the_rune() -> None:
    found = struck(1)
    assert facts_of(found, facts.Rune) == [facts.Rune("home")]
    assert found.waiting_for.key == "play"
    assert not any(one.changed for one in found.sheets["home"].players)


def test_a_rune_lasts_for_the_match_and_costs_50000() -> None:
    found = a_match(
        roll("runesmith", "home", 3), choose("runesmith.player", "home", "5"), before=SMITH, home=dwarfs()
    )
    assert events_of(found, "home", GoldChanged)[0] == GoldChanged(
        -50_000, "a runesmith, hired for one match"
    )
    assert {type(event).__name__ for event in found.outcome.home_events} == {
        "GoldChanged",
        "MatchPlayed",
        "SppGained",
    }


def test_a_rune_is_not_given_to_who_misses_the_match() -> None:
    found = so_far(roll("runesmith", "home", 3), before=SMITH, home=dwarfs(misses={1}))
    assert "1" not in found.waiting_for.options


# the master chef


def cooked(*dice: int, **log: Any) -> Replay:
    given: dict[str, Any] = {"home": halflings(), "away": humans(rerolls=3)}
    return so_far(roll("chef", "home", *dice), **(given | log))


def test_he_rolls_a_die_for_nothing_before_each_half() -> None:
    assert so_far(home=halflings()).waiting_for == Roll("home", pool(1), "chef")
    assert cooked(2).waiting_for.key == "play"
    second = so_far(roll("chef", "home", 2), completion("home", 1), HalfTime(), home=halflings())
    assert second.waiting_for == Roll("home", pool(1), "chef")


def test_a_two_or_more_moves_a_reroll_for_this_half() -> None:
    found = cooked(2)
    assert (found.sheets["home"].rerolls, found.sheets["away"].rerolls) == ((3, 2), (2, 3))
    assert facts_of(found, facts.Chef) == [facts.Chef("home", 1, 1, 1)]
    burnt = cooked(1)
    assert (burnt.sheets["home"].rerolls, burnt.sheets["away"].rerolls) == ((2, 2), (3, 3))


def test_nobody_loses_a_reroll_that_he_does_not_have() -> None:
    found = cooked(6, away=humans(rerolls=0))
    assert (found.sheets["home"].rerolls, found.sheets["away"].rerolls) == ((3, 2), (0, 0))


def test_a_chef_who_was_thrown_out_for_arguing_cooks_no_second_meal() -> None:
    first = (roll("chef", "home", 2), sent_off("home", 3), HalfTime())
    asked = so_far(*first, home=halflings())
    assert asked.waiting_for == Choose("home", "chef.stays", ("yes", "no"))
    assert so_far(*first, choose("chef.stays", "home", "yes"), home=halflings()).waiting_for.key == "chef"
    gone = so_far(*first, choose("chef.stays", "home", "no"), home=halflings())
    assert gone.waiting_for.key == "play"
    assert gone.sheets["home"].rerolls == (3, 2)
    assert facts_of(gone, facts.Chef)[1] == facts.Chef("home", 2, 0, 0, thrown_out=True)
    theirs = so_far(roll("chef", "home", 2), sent_off("away", 3), HalfTime(), home=halflings())
    assert theirs.waiting_for.key == "chef"


def test_each_lot_of_ingredients_is_a_die_more_before_each_half() -> None:
    home = halflings(treasury=40_000)
    before = (*[choose("hire", "home", "ingredients")] * 2, *BEFORE)
    assert so_far(before=before, home=home).waiting_for == Roll("home", pool(3), "chef")
    rolls = [roll("chef", "home", 2, 1, 6), HalfTime(), roll("chef", "home", 5, 5, 5)]
    found = so_far(*rolls, before=before, home=home, away=humans(rerolls=2))
    assert facts_of(found, facts.Ingredients) == [facts.Ingredients("home", 2, 40_000)]
    assert (found.sheets["home"].rerolls, found.sheets["away"].rerolls) == ((4, 5), (0, 0))
    paid = a_match(*rolls, before=before, home=home)
    assert events_of(paid, "home", GoldChanged)[0] == GoldChanged(-40_000, "ingredients for the chef")


def test_both_chefs_cook() -> None:
    found = so_far(
        roll("chef", "home", 6),
        roll("chef", "away", 6),
        home=halflings(),
        away=a_team("Bree", "Halfling", 200, rerolls=0),
    )
    assert (found.sheets["home"].rerolls[0], found.sheets["away"].rerolls[0]) == (2, 1)


def test_half_time_must_be_reported_where_a_chef_cooks() -> None:
    start = [roll("chef", "home", 2)]
    why = "Report half-time first: something is rolled for then, before the second half begins."
    assert fault(*start, completion("home", 1, half=2), home=halflings()) == f"Entry 4: {why}"
    assert fault(*start, home=halflings()) == f"Entry 4: {why}"
    assert fault(*start, concession("away"), home=halflings()) == f"Entry 4: {why}"


def test_a_match_that_is_conceded_in_the_first_half_has_no_second_meal() -> None:
    found = so_far(roll("chef", "home", 2), concession("away", half=1, turn=2), home=halflings())
    assert found.waiting_for.key == "winnings"


def test_unused_rerolls_of_a_chef_count_in_a_shoot_out() -> None:
    whole = [roll("chef", "home", 2), HalfTime(), roll("chef", "home", 6)]
    found = so_far(*whole, shoot_out(home=3), home=halflings())
    assert found.waiting_for.key == "shoot_out"


def test_a_whole_match_of_halflings() -> None:
    found = a_match(roll("chef", "home", 2), HalfTime(), roll("chef", "home", 1), home=halflings())
    assert [fact.half for fact in facts_of(found, facts.Chef)] == [1, 2]
