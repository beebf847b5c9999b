"""LRB5 with the experiments of 2008: what it has otherwise than the Competition Rules, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acts import check_draft, draft_cost
from engine.contest import majors
from engine.contest.book import Tournaments
from engine.edition import Rosters, Stars
from engine.editions import edition
from engine.roster import GoldChanged
from engine.tables import Tables
from tests.engine.contest.majors import STARTS, refused
from tests.engine.contest.test_prizes import rosters
from tests.engine.editions import expected
from tests.engine.editions.test_crp_data import TEAMS

CRP = Tables("engine.editions.crp", {})
LRB5X = Tables("engine.editions.lrb5x", {})
MAJORS = LRB5X.read("tournaments", Tournaments)
WORDS = ("note", "confidence", "price_confidence")
DIFFERENCES = expected.lrb5x_differences()


@pytest.mark.parametrize("path", DIFFERENCES)
def test_each_difference(path: str) -> None:
    assert (LRB5X.value_at(path), CRP.value_at(path)) == DIFFERENCES[path]


def leaves(tables: Tables) -> dict[str, Any]:
    return {
        path: value
        for name in tables.names
        if name not in ("prompts", "readings")
        for path, value in tables.leaves(name)
        if path.rpartition("/")[2] not in WORDS
    }


def test_nothing_else_differs_but_the_majors() -> None:
    """A star has one price, so that what he takes in a league goes with it."""
    here, there = leaves(LRB5X), leaves(CRP)
    league_prices = {
        path.replace("/price", "/league_price") for path in DIFFERENCES if path.startswith("stars/")
    }
    changed = {path for path in here.keys() | there.keys() if here.get(path) != there.get(path)}
    assert {
        path for path in changed if not path.startswith("tournaments/")
    } == DIFFERENCES.keys() | league_prices
    assert set(LRB5X.names) - set(CRP.names) == {"tournaments"}


def test_every_price_that_differs_is_marked_as_less_than_sure() -> None:
    stars = {star.name: star for star in LRB5X.read("stars", Stars).stars}
    doubtful = {
        name: star.price_confidence for name, star in stars.items() if star.price_confidence != "high"
    }
    assert set(doubtful) == {path.split("/")[2] for path in DIFFERENCES if path.startswith("stars/")}
    assert {name for name, one in doubtful.items() if one == "medium"} == {
        "Crazy Igor",
        "Fezglitch",
        "Glart Smashrip Jr.",
        "Morg 'n' Thorg",
        "Zzharg Madeye",
    }
    assert all(stars[name].note for name in doubtful)
    necromantic = next(race for race in LRB5X.read("rosters", Rosters).races if race.name == "Necromantic")
    assert [one.name for one in necromantic.positions if one.confidence == "low"] == ["Flesh Golem"]


def test_two_golems_are_20_000_gold_cheaper() -> None:
    wanted = next(team for team, _ in TEAMS if team.race == "Necromantic")
    assert draft_cost(edition("crp"), wanted) == 1_000_000
    assert draft_cost(edition("lrb5x"), wanted) == 980_000
    assert check_draft(edition("lrb5x"), wanted) == ()


def test_it_says_what_it_takes_from_the_edition_after_it() -> None:
    here, there = edition("lrb5x").readings, edition("crp").readings
    assert here[: len(there)] == there
    assert [one.topic for one in here[len(there) :]] == [
        "Prices of star players and of the Flesh Golem",
        "Price of the chef for Halflings",
        "Order before and after a match",
        "What a trophy brings",
        "Prizes of the majors",
    ]


# --- majors whose prizes are in no source ---------------------------------------------------------------------------

CUP = "tournaments/majors/Chaos Cup/prizes/0"
ORCS, HUMANS = 1, 2


def test_the_four_majors_and_where_they_are_played() -> None:
    assert [(one.name, one.season, one.place) for one in MAJORS.majors] == [
        ("Chaos Cup", "spring", ""),
        ("Blood Bowl", "summer", "Altdorf"),
        ("Spike! Magazine Trophy", "autumn", "Magritta"),
        ("Dungeonbowl", "winter", "Barak-Varr"),
    ]
    assert edition("lrb5x").majors == MAJORS.majors
    assert edition("crp").majors == ()


def test_no_prize_is_made_up() -> None:
    for major in MAJORS.majors:
        assert major.missing == ("prizes/0/winner", "prizes/0/finalist")
        assert major.confidence == "none"
        assert major.note
    assert MAJORS.minor_prizes_max is None
    assert (MAJORS.confidence, bool(MAJORS.note)) == ("low", True)


def test_a_major_without_prizes_can_be_neither_opened_nor_paid() -> None:
    rules = edition("lrb5x", {f"{CUP}/winner": 50_000})
    sentence = f"No source says what the Chaos Cup pays, and the league has no house rule for {CUP}/finalist."
    assert refused(majors.begin, rules, "Chaos Cup", STARTS) == sentence
    assert refused(next, majors.prizes(rules, "Chaos Cup", rosters(), ORCS, HUMANS)) == sentence
    assert f"{CUP}/winner and {CUP}/finalist" in refused(majors.begin, edition("lrb5x"), "Chaos Cup", STARTS)


def test_house_rules_give_the_prizes() -> None:
    rules = edition("lrb5x", {f"{CUP}/winner": 50_000, f"{CUP}/finalist": 0})
    assert majors.begin(rules, "Chaos Cup", STARTS).name == "Chaos Cup"
    script = majors.prizes(rules, "Chaos Cup", rosters(), ORCS, HUMANS)
    with pytest.raises(StopIteration) as paid:
        next(script)
    (won,) = paid.value.value
    assert (won.team, won.events[0]) == (ORCS, GoldChanged(50_000, "winner of the Chaos Cup"))


def test_nothing_limits_the_prizes_of_a_minor_tournament() -> None:
    assert majors.check_minor(edition("lrb5x"), [900_000]) == ()
