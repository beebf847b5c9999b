"""The registry of editions, and house rules: kept, told by their path, refused where they break a table."""

from __future__ import annotations

from typing import Any

import pytest

from engine.editions import EDITIONS, edition
from engine.questions import Refusal

OPEN_ROWS = [{"total": {"low": 1, "high": 5}, "change": 0}, {"total": {"low": 6}, "change": 1}]


def test_every_edition_in_the_registry_can_be_built() -> None:
    for key in EDITIONS:
        built = edition(key)
        assert built.key == key
        assert built.name
        assert built.races
        assert not built.house_rules


def test_the_same_rules_give_the_same_edition() -> None:
    rules: dict[str, Any] = {"match/mvp/bench": False, "league/treasury": 1_100_000}
    assert edition("lrb4") is edition("lrb4", {})
    assert edition("lrb4", rules) is edition("lrb4", dict(reversed(rules.items())))
    assert edition("lrb4", rules) is not edition("lrb4")
    assert edition("lrb4", rules).creation.treasury == 1_100_000
    assert edition("lrb4").creation.treasury == 1_000_000


def test_the_small_are_told_by_the_tables_of_the_edition() -> None:
    lrb4 = edition("lrb4")
    assert [name for name in lrb4.races if lrb4.is_stunty(name)] == ["Goblin", "Halfling", "Ogre"]
    assert not lrb4.is_stunty("Snotling")
    league = edition("lrb4", {"rosters/races/Ogre/stunty": False})
    assert [name for name in league.races if league.is_stunty(name)] == ["Goblin", "Halfling"]


def test_house_rules_are_the_callers_and_stay_his() -> None:
    rules: dict[str, Any] = {"rosters/races/Orc/positions/Troll": {"name": "Troll"}}
    with pytest.raises(Refusal):
        edition("lrb4", rules | {"rosters/races/Orc/nothing/there": 1})
    assert rules == {"rosters/races/Orc/positions/Troll": {"name": "Troll"}}


def test_an_unknown_edition() -> None:
    with pytest.raises(
        Refusal, match="no edition of the rules with the key 'lrb1'; known is: lrb4, lrb5x, crp"
    ):
        edition("lrb1")


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("match", 1, "names no value"),
        ("", 1, "names no value"),
        ("nowhere/turns", 1, "names no value"),
        ("match/turns", "eight", "'match/turns' does not fit"),
        ("match/moons", 2, "'match/moons' does not fit"),
        ("match/fan_factor/rows", OPEN_ROWS, "no row for modified rolls beyond the die"),
        (
            "match/weather",
            [{"roll": {"low": 2, "high": 11}, "name": "Nice"}],
            "weather: 0 rows for a 2D6 of 12",
        ),
        ("match/winnings/modifiers", [[1, 2], [3]], "winnings: there must be one row"),
        (
            "match/winnings/gate_bands",
            [5, 20, 30, 40, 50, 60, 70, 80, 90],
            "the gate bands do not rise from 0",
        ),
        (
            "match/handicap_counts",
            [{"difference": {"low": 5}, "rolls": 1}],
            "not one row for a difference of 0",
        ),
        ("rosters/races/Orc/big_guys", ["Dragon"], "Dragon"),
        ("rosters/races/Orc/positions/Lineman/skills", ["Flying"], "there is no skill 'Flying'"),
        ("rosters/races/Orc/positions/Lineman/access", ["Magic"], "there is no category 'Magic'"),
        ("rosters/races/Nurgle's Rotters/positions/Rotter/price", 50_000, "price and stats go together"),
        ("match/turns", float("nan"), "does not fit"),
        ("match/turns", object(), "neither number, text nor list"),
    ],
)
def test_a_house_rule_that_breaks_a_table(path: str, value: Any, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        edition("lrb4", {path: value})
    assert sentence in str(refused.value)
    assert str(refused.value).endswith(".")


def test_of_several_house_rules_the_one_at_fault_is_named() -> None:
    with pytest.raises(Refusal, match="'match/gate_per_pip'"):
        edition("lrb4", {"match/turns": 9, "match/gate_per_pip": "lots", "match/mvp/bench": False})


def test_the_policies_of_an_edition_answer() -> None:
    rules = edition("lrb4").rules
    assert rules.strength_name == "team rating"
    assert (rules.turns, rules.players_on_pitch) == (8, 11)
    assert [rules.spp(deed) for deed in ("completion", "casualty", "interception", "touchdown", "mvp")] == [
        1,
        2,
        2,
        3,
        5,
    ]
    assert rules.spp("other") == 0
