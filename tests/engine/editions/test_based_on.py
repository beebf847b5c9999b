"""Editions made from another: a folder of what differs, and one line that makes it known."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from engine import editions
from engine.edition import Rosters
from engine.questions import Refusal
from engine.random_teams import random_roster
from engine.replay import replay
from engine.simulate import random_log
from engine.tables import Tables
from tests.engine.editions.made_up import SUMMER, a_folder, summer_rules

Make = Callable[..., str]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    return partial(a_folder, tmp_path, monkeypatch)


def test_a_third_edition_is_one_folder_and_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    summer_rules(tmp_path, monkeypatch)
    summer = editions.edition("summer")
    assert (summer.key, summer.name, summer.creation.treasury) == ("summer", "Summer rules", 1_100_000)
    orcs, before = summer.race("Orc"), editions.edition("crp").race("Orc")
    blitzer = orcs.position("Blitzer")
    assert blitzer is not None
    assert (orcs.reroll_price, blitzer.price, blitzer.skills) == (50_000, 90_000, ("Block", "Tackle"))
    assert [one for one in orcs.positions if one != blitzer] == [
        one for one in before.positions if one.name != "Blitzer"
    ]
    dear = editions.edition("summer", {"rosters/races/Orc/reroll_price": 80_000})
    assert dear.race("Orc").reroll_price == 80_000, "house rules lie over what differs"


def test_a_third_edition_can_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    summer_rules(tmp_path, monkeypatch)
    summer, rng = editions.edition("summer"), random.Random(5)
    orcs, slann = (summer.rules.take_the_field(random_roster(summer, race, rng)) for race in ("Orc", "Slann"))
    played = replay(random_log(summer, orcs, slann, rng))
    assert played.problem is None
    assert played.outcome is not None


def test_a_table_of_its_own_stands_for_the_other(make: Make) -> None:
    league = "treasury = 1\n"
    tables = Tables(make(differences='based_on = "engine.editions.crp"', league=league, extra="a = 1"), {})
    assert tables.value_at("league/treasury") == 1
    assert tables.value_at("league/players_max") is None
    assert set(tables.names) == {*Tables("engine.editions.crp", {}).names, "extra"}


def test_a_chain_of_editions(make: Make) -> None:
    make(differences=SUMMER)
    late = """
    based_on = "summer_rules"
    [[differences]]
    path = "rosters/races/Orc/positions/Blitzer"
    values = { price = 100_000 }
    """
    tables = Tables(make("late_summer", differences=late), {})
    assert tables.value_at("rosters/races/Orc/positions/Blitzer/price") == 100_000
    assert tables.value_at("rosters/races/Orc/reroll_price") == 50_000


def test_rows_can_be_added(make: Make) -> None:
    snow = """
    based_on = "engine.editions.crp"
    [[additions]]
    path = "rosters/races/Orc/positions"
    rows = [{ name = "Snow Goblin", max = 2, price = 50_000, stats = [6, 2, 3, 7] }]
    """
    tables = Tables(make(differences=snow), {"rosters/races/Orc/positions/Snow Goblin/max": 3})
    orcs = next(race for race in tables.read("rosters", Rosters).races if race.name == "Orc")
    assert [(one.name, one.max) for one in orcs.positions[-2:]] == [("Troll", 1), ("Snow Goblin", 3)]


def difference(path: str, values: str) -> str:
    return f'based_on = "engine.editions.crp"\n[[differences]]\npath = "{path}"\nvalues = {{ {values} }}\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            difference("rosters/races/Orks", "reroll_price = 1"),
            "'rosters/races/Orks/reroll_price' names no value",
        ),
        (difference("rosters/races", "Orks = 1"), "'rosters/races/Orks' names no value"),
        ('based_on = "engine.editions.crp"\nfrom = 1', "unknown field `from`"),
        (
            'based_on = "engine.editions.crp"\n[[additions]]\npath = "league/treasury"\nrows = []',
            "'league/treasury' names no list of the rules",
        ),
        ("differences = []", "missing required field `based_on`"),
    ],
)
def test_differences_that_are_none(make: Make, text: str, said: str) -> None:
    package = make(differences=text)
    with pytest.raises(ValueError, match=r"^summer_rules/data/differences\.toml: ") as fault:
        Tables(package, {})
    assert said in str(fault.value)


def test_a_difference_of_the_wrong_type_is_found_in_its_file(make: Make) -> None:
    tables = Tables(make(differences=difference("rosters/races/Orc", 'reroll_price = "dear"')), {})
    with pytest.raises(ValueError, match=r"^summer_rules/data/differences.toml: Expected `int`, got `str`"):
        tables.read("rosters", Rosters)


def test_a_fault_of_its_own_table_is_found_in_that(make: Make) -> None:
    tables = Tables(make(differences='based_on = "engine.editions.crp"', rosters="races = 1"), {})
    with pytest.raises(ValueError, match=r"^summer_rules/data/rosters.toml: "):
        tables.read("rosters", Rosters)


def test_a_house_rule_is_to_blame_before_a_difference(make: Make) -> None:
    package = make(differences=difference("rosters/races/Orc", "reroll_price = 50_000"))
    tables = Tables(package, {"rosters/races/Orc/reroll_price": "cheap"})
    with pytest.raises(Refusal, match="House rule 'rosters/races/Orc/reroll_price' does not fit"):
        tables.read("rosters", Rosters)


def test_what_differs_stands_in_one_place(make: Make) -> None:
    package = make(differences=SUMMER, league="treasury = 1")
    with pytest.raises(ValueError, match=r"differences.toml: league has a file of its own"):
        Tables(package, {})
