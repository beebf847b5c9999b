"""Before the kick-off: weather, gate, handicaps, niggling injuries, and rosters that cannot be."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.dice import D66, pool
from engine.editions import EDITIONS
from engine.match import facts
from engine.questions import Choose, Roll
from engine.replay import replay
from tests.engine.builders import (
    AFTER,
    BEFORE,
    END,
    a_log,
    a_match,
    choose,
    completion,
    facts_of,
    fault,
    gate,
    humans,
    hurt,
    mvp,
    orcs,
    roll,
    so_far,
    touchdown,
    weather,
)

VIRUS, PALMED_COIN, BAD_PRESS = (6, 1), (3, 5), (2, 3)


@pytest.mark.parametrize(
    ("dice", "name"),
    [
        ((1, 1), "Sweltering Heat"),
        ((1, 2), "Very Sunny"),
        ((2, 2), "Nice"),
        ((5, 6), "Pouring Rain"),
        ((6, 6), "Blizzard"),
    ],
)
def test_the_weather(dice: tuple[int, int], name: str) -> None:
    found = so_far(before=(weather(*dice),))
    assert found.facts == (facts.Weather(name),)


def test_the_gate_of_the_book_21000_for_1_to_6() -> None:
    found = a_match()
    assert found.outcome.gate == 21_000
    assert facts_of(found, facts.Gate) == [facts.Gate(21_000)]


def test_the_gate_takes_a_die_for_each_point_of_both_fan_factors() -> None:
    waiting = so_far(before=BEFORE[:1], home=orcs(fan_factor=7), away=humans(fan_factor=4)).waiting_for
    assert waiting == Roll("home", pool(11), "gate")


@pytest.mark.parametrize("fans", [0, 1])
def test_by_a_house_rule_there_may_be_one_fan_or_none(fans: int) -> None:
    dice = [gate(5)] * fans
    found = so_far(
        before=(*BEFORE[:1], *dice),
        home=orcs(fan_factor=fans),
        away=humans(fan_factor=0),
        house_rules={"match/fan_factor/minimum": 0},
    )
    assert (found.facts[-1], found.waiting_for.key) == (facts.Gate(5_000 * fans), "play")


@pytest.mark.parametrize(
    ("difference", "rolls"),
    [(0, 0), (10, 0), (11, 1), (25, 1), (26, 2), (50, 2), (51, 3), (75, 3), (76, 4), (100, 4)],
)
def test_handicap_rolls_of_the_weaker_side_by_the_difference_of_ratings(difference: int, rolls: int) -> None:
    results = ((1, 1), (2, 3), (3, 3), (4, 1))[:rolls]
    dice = [roll("handicap", "away", *one) for one in results]
    found = so_far(before=(*BEFORE, *dice), home=orcs(strength=100 + difference))
    assert found.waiting_for.key == "play"
    assert [fact.side for fact in facts_of(found, facts.Handicap)] == ["away"] * rolls


def test_the_home_side_rolls_when_it_is_the_weaker() -> None:
    waiting = so_far(away=humans(strength=111)).waiting_for
    assert waiting == Roll("home", D66, "handicap")


def test_a_handicap_that_the_side_has_is_rolled_again_until_it_differs() -> None:
    dice = [roll("handicap", "away", *one) for one in (VIRUS, VIRUS, (6, 2), PALMED_COIN)]
    found = so_far(before=(*BEFORE, *dice), home=orcs(strength=130))
    assert [fact.name for fact in facts_of(found, facts.Handicap)] == ["Virus", "Palmed Coin"]
    assert found.waiting_for.key == "play"


def test_from_101_points_on_a_fifth_handicap_is_chosen_after_the_rolls() -> None:
    dice = [roll("handicap", "away", *one) for one in (VIRUS, PALMED_COIN, BAD_PRESS, (1, 1))]
    log: dict[str, Any] = {"before": (*BEFORE, *dice), "home": orcs(strength=201)}
    waiting = so_far(**log).waiting_for
    assert isinstance(waiting, Choose)
    assert (waiting.side, waiting.key, len(waiting.options)) == ("away", "handicap.choice", 14)
    assert not {"Virus", "Palmed Coin", "Bad Press", "Extra Training"} & set(waiting.options)
    found = so_far(choose("handicap.choice", "away", "Bribe the Ref"), **log)
    assert facts_of(found, facts.Handicap)[-1] == facts.Handicap("away", "Bribe the Ref", chosen=True)
    assert found.waiting_for.key == "play"
    assert "not among the options" in fault(choose("handicap.choice", "away", "Virus"), **log)


def test_a_die_for_each_niggling_injury_and_one_1_is_enough() -> None:
    team = orcs(niggling={9: 1, 4: 3})
    found = so_far(
        roll("niggling", "home", 2, 1, 6, player=4), roll("niggling", "home", 2, player=9), home=team
    )
    assert facts_of(found, facts.Niggling) == [
        facts.Niggling("home", 4, misses=True),
        facts.Niggling("home", 9, misses=False),
    ]
    assert 4 not in found.available["home"]
    assert 9 in found.available["home"]


def test_a_player_who_misses_the_match_anyway_is_not_tested() -> None:
    assert so_far(home=orcs(niggling={4: 1}, misses={4})).waiting_for.key == "play"


def test_a_player_who_misses_through_a_niggling_injury_cannot_act() -> None:
    text = fault(roll("niggling", "home", 1, player=4), touchdown("home", 4), home=orcs(niggling={4: 1}))
    assert text == "Entry 4: Gouged Eye 4 (number 4, Gouged Eye) cannot score: he misses this match."


def test_the_apothecary_brings_one_of_them_back_without_a_roll_and_is_spent() -> None:
    team = orcs(niggling={4: 1, 5: 1, 6: 1}, apothecary=1)
    dice = [roll("niggling", "home", die, player=number) for number, die in ((4, 1), (5, 6), (6, 1))]
    waiting = so_far(*dice, home=team).waiting_for
    assert waiting == Choose("home", "apothecary.niggling", ("none", "4", "6"), about="player")
    found = so_far(*dice, choose("apothecary.niggling", "home", "6"), completion("home", 6), home=team)
    assert facts_of(found, facts.BroughtBack) == [facts.BroughtBack("home", 6)]
    assert 4 not in found.available["home"]
    spent = so_far(*dice, choose("apothecary.niggling", "home", "6"), hurt("home", 1, 1, die=6), home=team)
    assert spent.waiting_for.key == "play"


def test_the_apothecary_may_be_kept() -> None:
    team = orcs(niggling={4: 1}, apothecary=1)
    found = a_match(
        roll("niggling", "home", 1, player=4),
        choose("apothecary.niggling", "home", "none"),
        home=team,
        after=(END, *AFTER[:2], mvp("home", 11), *AFTER[3:]),
    )
    assert facts_of(found, facts.Mvp)[0] == facts.Mvp("home", 12)


def test_the_apothecary_of_vampires_brings_back_thralls_only() -> None:
    team = orcs(race="Vampire", niggling={1: 1, 2: 1}, apothecary=1, positions={1: "Vampire", 2: "Thrall"})
    dice = [roll("niggling", "home", 1, player=number) for number in (1, 2)]
    assert so_far(*dice, home=team).waiting_for.options == ("none", "2")


def test_rosters_that_cannot_be() -> None:
    one, *others = orcs().players
    twice = msgspec.structs.replace(others[0], number=one.number)
    same = msgspec.structs.replace(others[0], id=one.id)
    wrong = {
        "Gouged Eye has 17 players; a roster holds at most 16.": orcs(size=17),
        "Gouged Eye has two players with the number 1.": with_players(one, twice),
        "Gouged Eye has two players with the id 101.": with_players(one, same),
        "Gouged Eye has a player with the number 0: it must be 1 to 99.": with_players(
            msgspec.structs.replace(one, number=0)
        ),
        "Gouged Eye: this edition has no team list named 'Squirrel'.": orcs(race="Squirrel"),
        "Gouged Eye cannot have a fan factor of 0: the least is 1.": orcs(fan_factor=0),
        "Gouged Eye cannot have 1 apothecaries (Undead).": orcs(race="Undead", apothecary=1),
        "Gouged Eye cannot have 2 apothecaries (Orc).": orcs(apothecary=2),
    }
    for sentence, team in wrong.items():
        found = replay(a_log(home=team))
        assert (found.problem.message, found.problem.entry, found.facts) == (sentence, 0, ())


def with_players(*players: Any) -> Any:
    return msgspec.structs.replace(orcs(), players=players)


def test_an_edition_that_nobody_knows() -> None:
    log = msgspec.structs.replace(a_log(), edition="lrb99")
    found = replay(log)
    known = ", ".join(EDITIONS)
    assert (
        found.problem.message == f"There is no edition of the rules with the key 'lrb99'; known is: {known}."
    )


def test_too_few_dice_for_the_gate() -> None:
    assert fault(before=(weather(3, 4), gate(1, 2, 3))) == (
        "Entry 2, the 6D6 for the gate (Gouged Eye), does not hold: 6D6 takes 6 dice, not 3."
    )
