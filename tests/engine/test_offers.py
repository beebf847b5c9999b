"""What a coach is told of his choices: who is for hire, what comes of a roll, and whom a die picks."""

from __future__ import annotations

import pytest

from engine.dice import Dice
from engine.editions import edition
from engine.match.log import LogRoster
from engine.match.offers import Offer, offers
from engine.match.state import Taken
from engine.questions import Choose, Roll
from tests.engine.builders import a_team, choose, humans, orcs, roll, so_far

LRB4 = edition("lrb4")
MORG = "Morg 'n' Thorg"


def rich(race: str) -> LogRoster:
    return a_team(race, race, 100, treasury=400_000)


def offered(home: LogRoster, away: LogRoster) -> dict[str, Offer]:
    question = so_far(home=home, away=away, before=()).waiting_for
    assert isinstance(question, Choose)
    return {one.option: one for one in offers(LRB4, question, home)}


def test_the_one_card_that_the_text_prints_is_offered_as_it_is_printed() -> None:
    assert offered(rich("Orc"), humans())[MORG] == Offer(
        MORG,
        "star",
        MORG,
        100_000,
        "Ogre blitzer",
        (6, 6, 3, 10),
        ("Block", "Mighty Blow", "Thick Skull", "Throw Team-Mate"),
    )


def test_a_price_that_nothing_proves_is_marked_and_a_secret_weapon_named() -> None:
    nobbla = offered(rich("Goblin"), humans())["Nobbla Blackwart"]
    assert (nobbla.weapon, nobbla.proven) == ("Chainsaw (8+)", False)


@pytest.mark.parametrize(
    ("race", "option", "path"),
    [
        ("Goblin", "Nobbla Blackwart", "stars/stars/Nobbla Blackwart/league_price"),
        ("Khemri", "Mummy", "rosters/races/Khemri/positions/Mummy/price"),
    ],
)
def test_a_price_that_the_league_has_set_needs_no_proof(race: str, option: str, path: str) -> None:
    question = Choose("home", "hire", (option,), prices=(50_000,))
    found = [offers(one, question, rich(race))[0].proven for one in (LRB4, edition("lrb4", {path: 50_000}))]
    assert found == [False, True]


def test_a_freebooter_is_a_player_of_the_own_list() -> None:
    thrower = offered(rich("Human"), orcs())["Thrower"]
    assert (thrower.kind, thrower.name, thrower.price) == ("freebooter", "Freebooter Thrower", 35_000)
    assert thrower.skills == ("Sure Hands", "Pass")


def test_helpers_and_the_end_of_it_come_with_words() -> None:
    found = offered(rich("Dwarf"), humans())
    assert (found["runesmith"].kind, found["runesmith"].name) == ("helper", "Runesmith")
    assert found["runesmith"].words.startswith("Strikes a rune")
    assert (found["done"].kind, found["done"].price, found["done"].words != "") == ("done", 0, True)


def test_what_both_sides_have_taken_is_known_before_it_is_paid() -> None:
    found = so_far(
        choose("hire", "home", MORG),
        choose("hire", "home", "wizard"),
        choose("hire", "home", "done"),
        choose("hire", "away", "Thrower"),
        home=rich("Orc"),
        away=rich("Human"),
        before=(),
    )
    home, away = found.sheets["home"], found.sheets["away"]
    assert (home.basket, home.purse) == ((Taken(MORG, 100_000), Taken("wizard", 50_000)), 250_000)
    assert (away.basket, away.purse, away.paid) == ((Taken("Thrower", 35_000),), 365_000, 0)


@pytest.mark.parametrize(
    "key, total",
    [
        ("weather", 5),
        ("handicap", 18),
        ("casualty", 3),
        ("serious_injury", 17),
        ("runesmith", 6),
        ("winnings", 0),
    ],
)
def test_a_roll_on_a_table_has_a_meaning_for_each_row(key: str, total: int) -> None:
    found = LRB4.rules.meanings(key)
    assert len(found) == total
    assert len({one.roll for one in found}) == total


def test_a_die_of_a_home_field_means_what_the_field_does() -> None:
    (works,) = LRB4.rules.meanings("home_field.waaagh")
    assert works.roll == "5+"
    (sixes,) = LRB4.rules.meanings("home_field.ends")
    assert sixes.roll == "6"


def test_house_rules_change_what_a_roll_means() -> None:
    rules = edition("lrb4", {"injuries/casualty": [
        {"roll": {"low": 1, "high": 5}, "severity": "badly_hurt"},
        {"roll": {"low": 6, "high": 6}, "severity": "serious"},
    ]})  # fmt: skip
    assert [(one.roll, one.name) for one in rules.rules.meanings("casualty")] == [
        ("1–5", "Badly hurt"),
        ("6", "Seriously injured"),
    ]


def test_whom_a_die_picks_is_known_while_it_is_waited_for() -> None:
    weak = {"home": orcs(strength=120), "away": humans(misses=(2,))}
    found = so_far(roll("handicap", "away", 6, 3), **weak)
    assert found.waiting_for == Roll("away", Dice(1, 11), "handicap.iron_man.player")
    assert found.counted == tuple(("away", number) for number in (1, *range(3, 13)))
    picked = so_far(roll("handicap", "away", 6, 3), roll("handicap.iron_man.player", "away", 2), **weak)
    assert picked.counted == ()
