"""The tables of the Competition Rules against the values that were found for them."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from engine.acts import Draft, Line, check_draft, draft, draft_cost
from engine.edition import Creation, Edition, Race, Rosters, Skills, Stars, with_big_guys
from engine.editions import EDITIONS, edition
from engine.editions.crp.sense import BOUNDS
from engine.questions import Refusal
from engine.roster import Roster, evolve
from engine.tables import Tables
from tests.engine.editions import expected
from tests.engine.test_house_rules import SPANS, has_numbers

PRINTED = Tables("engine.editions.crp", {})
RACES = with_big_guys(PRINTED.read("rosters", Rosters))
STARS = {star.name: star for star in PRINTED.read("stars", Stars).stars}
SKILLS = {skill.name: skill for skill in PRINTED.read("skills", Skills).skills}
NEW = ["Chaos Pact", "Slann", "Underworld"]


def as_expected(race: Race) -> expected.ExpectedRace:
    """What our tables say, in the shape of what they should."""
    flags = {name for name in ("apothecary", "advanced", "new") if getattr(race, name)}
    positions = tuple(
        expected.ExpectedPosition(
            one.name,
            one.max,
            one.price or 0,
            one.stats or (),
            one.skills,
            frozenset(one.access),
            frozenset(one.doubles),
        )
        for one in race.positions
    )
    own = {star.name: star for star in STARS.values() if race.name in star.plays_for}
    first = [star for star in own.values() if star.price]
    stars = sorted(f"{star.name} & {star.pair}" if star.pair else star.name for star in first)
    return expected.ExpectedRace(race.name, race.reroll_price, frozenset(flags), tuple(stars), positions)


@pytest.mark.parametrize("wanted", expected.races(), ids=lambda race: race.name)
def test_each_team_list(wanted: expected.ExpectedRace) -> None:
    assert as_expected(RACES[wanted.name]) == wanted


def test_there_are_24_team_lists_and_three_of_them_are_new() -> None:
    assert list(RACES) == [race.name for race in expected.races()]
    assert len(RACES) == 24
    assert [race.name for race in RACES.values() if race.new] == NEW


@pytest.mark.parametrize("wanted", expected.stars(), ids=lambda star: star.name)
def test_each_star_player(wanted: expected.ExpectedStar) -> None:
    star = STARS[wanted.name]
    found = expected.ExpectedStar(star.name, star.price, star.stats, star.skills, star.plays_for, star.pair)
    assert found == wanted
    assert star.league_price == star.price
    assert star.secret_weapon == ""


def test_there_are_56_star_players_to_be_hired_and_grotty() -> None:
    assert sorted(STARS) == sorted(star.name for star in expected.stars())
    assert [star.name for star in STARS.values() if not star.price] == ["Grotty"]
    assert len(STARS) == 57


def test_every_name_in_the_tables_is_one_of_the_tables() -> None:
    named = {skill for race in RACES.values() for one in race.positions for skill in one.skills}
    named |= {skill for star in STARS.values() for skill in star.skills}
    assert named <= SKILLS.keys()
    assert {race for star in STARS.values() for race in star.plays_for} == RACES.keys()
    assert {star.pair for star in STARS.values() if star.pair} == {"Brick Far'th", "Grotty"}
    assert all(STARS[STARS[star.pair].pair] == star for star in STARS.values() if star.pair)
    assert all("Loner" in star.skills for star in STARS.values())


def test_each_skill_in_its_category() -> None:
    assert {skill.name: skill.category for skill in SKILLS.values()} == expected.skills()
    assert len(SKILLS) == 75
    assert Counter(skill.category for skill in SKILLS.values()) == {
        "General": 14,
        "Agility": 10,
        "Passing": 7,
        "Strength": 10,
        "Mutation": 10,
        "Extraordinary": 24,
    }
    assert {name for name, skill in SKILLS.items() if skill.kind != "skill"} == {
        name for name, skill in SKILLS.items() if skill.category == "Extraordinary"
    }


def test_a_double_opens_what_a_normal_roll_does_not() -> None:
    for race in RACES.values():
        for one in race.positions:
            assert not set(one.access) & set(one.doubles), (race.name, one.name)
            assert {"General", "Agility", "Strength", "Passing"} <= {*one.access, *one.doubles}


def test_the_limits_of_a_draft() -> None:
    assert PRINTED.read("league", Creation) == Creation(
        treasury=1_000_000,
        players_min=11,
        players_max=16,
        fan_factor_price=10_000,
        fan_factor_min=0,
        fan_factor_max=9,
        assistant_price=10_000,
        cheerleader_price=10_000,
        apothecary_price=50_000,
        apothecary_max=1,
        reroll_later_factor=2,
        gold_between_teams=False,
        retired_coach=False,
        rerolls_max=8,
    )


@pytest.mark.parametrize("key", ["crp", "lrb5x"])
def test_every_number_of_the_tables_has_its_bounds(key: str) -> None:
    tables = Tables(EDITIONS[key], {})
    bounded = [re.compile(pattern.replace("*", "[^/]+")) for pattern, _ in BOUNDS]
    numbers = [
        path
        for table in tables.names
        for path, value in tables.leaves(table)
        if has_numbers(value) and path.rpartition("/")[2] not in SPANS
    ]
    assert [path for path in numbers if not any(one.fullmatch(path) for one in bounded)] == []
    assert len(numbers) > 400


def test_what_is_less_than_sure_says_why() -> None:
    doubtful = [
        (one.name, one.confidence, bool(one.note))
        for one in (*(position for race in RACES.values() for position in race.positions), *STARS.values())
        if one.confidence != "high"
    ]
    assert doubtful == [
        ("Treeman", "medium", True),
        ("Rat Ogre", "medium", True),
        ("Bertha Bigfist", "medium", True),
    ]


# --- whole teams, worked out by hand --------------------------------------------------------------------------------


def a_team(race: str, players: dict[str, int], **bought: int) -> Draft:
    positions = [position for position, count in players.items() for _ in range(count)]
    lines = tuple(
        Line(position, f"{position} {number}", number) for number, position in enumerate(positions, 1)
    )
    return Draft("A team", race, lines, **({"fan_factor": 0} | bought))


TEAMS = [
    (
        a_team(
            "Orc",
            {"Black Orc Blocker": 4, "Blitzer": 4, "Thrower": 1, "Lineman": 2},
            rerolls=3,
            fan_factor=1,
        ),
        1_000_000,
    ),
    (
        a_team(
            "Amazon",
            {"Blitzer": 4, "Catcher": 2, "Thrower": 2, "Linewoman": 3},
            rerolls=3,
            apothecary=1,
        ),
        990_000,
    ),
    (
        a_team("Undead", {"Mummy": 2, "Ghoul": 4, "Wight": 2, "Zombie": 3}, rerolls=2, fan_factor=4),
        1_000_000,
    ),
    (
        a_team(
            "Halfling",
            {"Treeman": 2, "Halfling": 12},
            rerolls=4,
            fan_factor=9,
            apothecary=1,
            cheerleaders=1,
            assistant_coaches=1,
        ),
        1_000_000,
    ),
    (
        a_team(
            "Chaos Pact",
            {
                "Chaos Troll": 1,
                "Chaos Ogre": 1,
                "Minotaur": 1,
                "Dark Elf Renegade": 1,
                "Skaven Renegade": 1,
                "Goblin Renegade": 1,
                "Marauder": 5,
            },
            rerolls=2,
            apothecary=1,
        ),
        1_000_000,
    ),
    (
        a_team(
            "Necromantic",
            {"Flesh Golem": 2, "Werewolf": 2, "Wight": 2, "Ghoul": 2, "Zombie": 3},
            rerolls=1,
            fan_factor=3,
        ),
        1_000_000,
    ),
    (a_team("Ogre", {"Ogre": 5, "Snotling": 8}, rerolls=1, apothecary=1), 980_000),
]


@pytest.mark.parametrize(("wanted", "cost"), TEAMS, ids=[team.race for team, _ in TEAMS])
def test_what_a_whole_team_costs(wanted: Draft, cost: int) -> None:
    crp = edition("crp")
    assert draft_cost(crp, wanted) == cost
    assert check_draft(crp, wanted) == ()
    assert evolve(Roster(), *draft(crp, wanted)).treasury == 1_000_000 - cost


def faults(rules: Edition, wanted: Draft) -> list[str]:
    return [problem.message for problem in check_draft(rules, wanted)]


def test_a_team_has_eight_rerolls_and_a_fan_factor_of_nine_at_most() -> None:
    wanted = a_team("Goblin", {"Goblin": 11}, rerolls=9, fan_factor=10)
    assert faults(edition("crp"), wanted) == [
        "The fan factor at the start is 0 to 9, not 10.",
        "A team may have 8 team re-rolls, not 9.",
        "The draft costs 1,080,000 gold; the treasury holds 1,000,000, 80,000 too few.",
    ]


@pytest.mark.parametrize("race", ["Khemri", "Necromantic", "Nurgle", "Undead"])
def test_the_dead_and_the_rotten_have_no_apothecary(race: str) -> None:
    cheapest = min(RACES[race].positions, key=lambda one: one.price or 0).name
    wanted = a_team(race, {cheapest: 11}, apothecary=1)
    assert faults(edition("crp"), wanted) == [
        f"{'An' if race[0] in 'U' else 'A'} {race} team may not have an apothecary."
    ]


# --- races that a league does not draft -----------------------------------------------------------------------------

SLANN = a_team("Slann", {"Lineman": 11})


def test_one_house_rule_closes_the_new_teams() -> None:
    without = edition("crp", {"rosters/new_teams": False})
    assert faults(without, SLANN) == ["In this league no Slann team may be drafted."]
    with pytest.raises(Refusal):
        draft(without, SLANN)
    assert [race.name for race in without.draftable] == [name for name in RACES if name not in NEW]
    assert without.races.keys() == RACES.keys(), "teams that are there play on"


def test_by_the_book_the_new_teams_are_open() -> None:
    assert faults(edition("crp"), SLANN) == []
    assert len(edition("crp").draftable) == 24


@pytest.mark.parametrize("key", ["crp", "lrb4"])
def test_any_race_can_be_closed(key: str) -> None:
    closed = edition(key, {"rosters/races/Goblin/closed": True})
    assert {race.name for race in closed.races.values()} - {race.name for race in closed.draftable} == {
        "Goblin"
    }


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"rosters/new_teams": "no"}, "House rule 'rosters/new_teams' does not fit"),
        ({"stars/stars/Grotty/pair": "Snotty"}, "stars: Grotty: there is no star 'Snotty' to come with him"),
    ],
)
def test_house_rules_that_do_not_fit(rules: dict[str, Any], said: str) -> None:
    with pytest.raises(Refusal) as refused:
        edition("crp", rules)
    assert said in refused.value.message
