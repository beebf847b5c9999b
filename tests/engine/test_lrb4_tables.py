"""The tables of LRB4 against lists typed by hand from the rules, and what the loader says to a wrong table."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contest.book import Tournaments
from engine.dice import D6, D66, TWO_D6, Dice, Span, Table
from engine.edition import (
    Creation,
    Position,
    Prompt,
    Race,
    Readings,
    Rosters,
    Skill,
    Skills,
    Stars,
    with_big_guys,
)
from engine.editions import edition
from engine.editions.lrb4.tables import Advancement, Hiring, HomeFields, Injuries, MatchTables
from engine.questions import Refusal
from engine.tables import Tables

PACKAGE = "engine.editions.lrb4"
FILES: dict[str, Any] = {
    "rosters": Rosters,
    "skills": Skills,
    "injuries": Injuries,
    "advancement": Advancement,
    "match": MatchTables,
    "league": Creation,
    "readings": Readings,
    "prompts": dict[str, Prompt],
    "hiring": Hiring,
    "stars": Stars,
    "stadiums": HomeFields,
    "tournaments": Tournaments,
}
PLAIN = Tables(PACKAGE, {})
ROSTERS = PLAIN.read("rosters", Rosters)
RACES = with_big_guys(ROSTERS)
SKILLS = {skill.name: skill for skill in PLAIN.read("skills", Skills).skills}
INJURIES = PLAIN.read("injuries", Injuries)
ADVANCEMENT = PLAIN.read("advancement", Advancement)
MATCH = PLAIN.read("match", MatchTables)
LEARNED = {"General", "Agility", "Strength", "Passing", "Physical"}


def every_position() -> list[tuple[str, Position]]:
    """Every line of every team list, and the big guys once each."""
    listed = [(race.name, position) for race in ROSTERS.races for position in race.positions]
    return listed + [("big guys", position) for position in ROSTERS.big_guys]


# --- dice


DIE_TABLES: list[tuple[str, Dice, list[tuple[Span, Any]]]] = [
    ("casualty", D6, [(row.roll, row.severity) for row in INJURIES.casualty]),
    ("serious injury", D66, [(row.roll, row.name) for row in INJURIES.serious_injury]),
    ("star player roll", TWO_D6, [(row.roll, row.result) for row in ADVANCEMENT.star_player_roll]),
    ("ageing", TWO_D6, [(row.roll, row.effect) for row in ADVANCEMENT.ageing]),
    ("weather", TWO_D6, [(row.roll, row.name) for row in MATCH.weather]),
    ("handicaps", D66, [(row.roll, row.effect) for row in MATCH.handicaps]),
    ("fan factor", D6, [(row.total, row.change) for row in MATCH.fan_factor.rows]),
]


@pytest.mark.parametrize(("name", "dice", "rows"), DIE_TABLES, ids=[name for name, _, _ in DIE_TABLES])
def test_every_total_of_the_dice_falls_on_exactly_one_row(
    name: str, dice: Dice, rows: list[tuple[Span, Any]]
) -> None:
    Table(name, dice, tuple(rows))
    for total in dice.totals():
        assert sum(total in span for span, _ in rows) == 1
    for span, _ in rows:
        assert any(total in span for total in dice.totals())


@given(st.integers(min_value=-40, max_value=40))
def test_fan_factor_has_one_row_for_every_modified_total(total: int) -> None:
    assert sum(total in row.total for row in MATCH.fan_factor.rows) == 1


@given(st.integers(min_value=0, max_value=10_000))
def test_every_difference_of_ratings_has_one_number_of_handicap_rolls(difference: int) -> None:
    assert sum(difference in row.difference for row in MATCH.handicap_counts) == 1


@given(st.data())
def test_a_hole_or_an_overlap_in_a_table_is_refused_by_name(data: st.DataObject) -> None:
    name, dice, rows = data.draw(st.sampled_from([row for row in DIE_TABLES if row[0] != "fan factor"]))
    index = data.draw(st.integers(min_value=0, max_value=len(rows) - 1))
    damaged = rows[:index] + rows[index + 1 :] if data.draw(st.booleans()) else [*rows, rows[index]]
    with pytest.raises(ValueError, match=name):
        Table(name, dice, tuple(damaged))


# --- injuries


def test_casualty_table() -> None:
    table = Table("casualty", D6, tuple((row.roll, row.severity) for row in INJURIES.casualty))
    assert [table[face] for face in range(1, 7)] == [
        "badly_hurt", "badly_hurt", "badly_hurt", "serious", "serious", "dead",
    ]  # fmt: skip


def test_serious_injuries_row_by_row() -> None:
    assert [
        (row.roll.low, row.roll.high, row.name, row.effect, row.czech) for row in INJURIES.serious_injury
    ] == [
        (11, 13, "Concussion", "miss", "Otřesen"),
        (14, 16, "Broken Ribs", "miss", "Zlomená žebra"),
        (21, 23, "Groin Strain", "miss", "Natržená třísla"),
        (24, 26, "Gouged Eye", "miss", "Vydloubnuté oko"),
        (31, 33, "Broken Jaw", "miss", "Zlomená čelist"),
        (34, 36, "Fractured Arm", "miss", "Fraktura ruky"),
        (41, 43, "Fractured Leg", "niggling", "Fraktura nohy"),
        (44, 46, "Smashed Hand", "niggling", "Roztříštěné zápěstí"),
        (51, 52, "Damaged Back", "niggling", "Poraněná záda"),
        (53, 54, "Smashed Knee", "niggling", "Roztříštěné koleno"),
        (55, 56, "Pinched Nerve", "niggling", "Utržená šlacha"),
        (61, 61, "Smashed Hip", "ma", "Roztříštěná kyčel"),
        (62, 62, "Smashed Ankle", "ma", "Roztříštěný kotník"),
        (63, 63, "Smashed Collar Bone", "st", "Roztříštěná klíční kost"),
        (64, 64, "Broken Neck", "ag", "Zlomený vaz"),
        (65, 65, "Serious Concussion", "av", "Vážný otřes"),
        (66, 66, "Fractured Skull", "av", "Fraktura lebky"),
    ]


def test_healing_and_limits() -> None:
    assert INJURIES.niggling_misses_on == 1
    assert (INJURIES.apothecary.heals_on, INJURIES.regeneration.works_on) == (2, 4)
    assert not INJURIES.apothecary.treats_crowd
    assert INJURIES.apothecary.treats_kick_off
    assert SKILLS[INJURIES.regeneration.skill].kind == "racial"
    limits = INJURIES.limits
    assert (limits.max_loss, limits.min_stat, limits.max_gain) == (2, 1, 2)


# --- advancement


def test_star_player_points() -> None:
    spp = ADVANCEMENT.spp
    assert (spp.completion, spp.casualty, spp.interception, spp.touchdown, spp.mvp) == (1, 2, 2, 3, 5)
    assert spp.casualty_causes == ("block",)


def test_levels_and_their_ageing_numbers() -> None:
    assert [(level.spp, level.title, level.ageing) for level in ADVANCEMENT.levels] == [
        (0, "Rookie", None),
        (6, "Experienced", 3),
        (16, "Veteran", 4),
        (31, "Emerging Star", 5),
        (51, "Star Player", 6),
        (76, "Super Star", 7),
        (126, "Mega Star", 8),
        (176, "Legend", 9),
    ]


def test_star_player_roll_and_ageing_results() -> None:
    rolls = Table("roll", TWO_D6, tuple((row.roll, row.result) for row in ADVANCEMENT.star_player_roll))
    assert [rolls[total] for total in range(2, 13)] == ["skill"] * 8 + ["ma", "ag", "st"]
    ageing = Table("ageing", TWO_D6, tuple((row.roll, row.effect) for row in ADVANCEMENT.ageing))
    assert [ageing[total] for total in range(2, 13)] == ["niggling"] * 7 + ["av", "ma", "ag", "st"]


# --- around a match


def test_weather() -> None:
    weather = Table("weather", TWO_D6, tuple((row.roll, row.name) for row in MATCH.weather))
    assert [weather[total] for total in range(2, 13)] == (
        ["Sweltering Heat", "Very Sunny"] + ["Nice"] * 7 + ["Pouring Rain", "Blizzard"]
    )


@pytest.mark.parametrize(
    ("difference", "rolls", "free_choice"),
    [
        (0, 0, 0), (10, 0, 0), (11, 1, 0), (25, 1, 0), (26, 2, 0), (50, 2, 0), (51, 3, 0), (75, 3, 0),
        (76, 4, 0), (100, 4, 0), (101, 4, 1), (400, 4, 1),
    ],
)  # fmt: skip
def test_handicap_rolls_by_difference(difference: int, rolls: int, free_choice: int) -> None:
    (row,) = [row for row in MATCH.handicap_counts if difference in row.difference]
    assert (row.rolls, row.free_choice) == (rolls, free_choice)


def test_handicaps_in_order_two_numbers_each() -> None:
    assert [(row.roll.low, row.roll.high, row.name) for row in MATCH.handicaps] == [
        (11, 12, "Extra Training"),
        (13, 14, "Intensive Training"),
        (15, 16, "Inspiration"),
        (21, 22, "I Am The Greatest!"),
        (23, 24, "Bad Press"),
        (25, 26, "Illegal Drugs"),
        (31, 32, "Morley's Revenge"),
        (33, 34, "Smelling Salts"),
        (35, 36, "Palmed Coin"),
        (41, 42, "Doom & Gloom"),
        (43, 44, "It Wasn't Me!"),
        (45, 46, "That Boy's Got Talent"),
        (51, 52, "Duh, Where Am I?"),
        (53, 54, "Bribe the Ref"),
        (55, 56, "Knuckledusters"),
        (61, 62, "Virus"),
        (63, 64, "Iron Man"),
        (65, 66, "Buzzing!"),
    ]
    assert len({row.effect for row in MATCH.handicaps}) == 18


WINNINGS = """
          1-99 100-125 126-150 151-175 176-200 201-225 226-250 251-275 276-300 301+
0          +1     0      -1      -2      -3      -4      -5      -6      -7     -8
20001      +2    +1       0      -1      -2      -3      -4      -5      -6     -7
40001      +3    +2      +1       0      -1      -2      -3      -4      -5     -6
60001      +4    +3      +2      +1       0      -1      -2      -3      -4     -5
80001      +5    +4      +3      +2      +1       0      -1      -2      -3     -4
100001     +6    +5      +4      +3      +2      +1       0      -1      -2     -3
120001     +7    +6      +5      +4      +3      +2      +1       0      -1     -2
140001     +8    +7      +6      +5      +4      +3      +2      +1       0     -1
160001     +9    +8      +7      +6      +5      +4      +3      +2      +1      0
"""


def test_all_ninety_cells_of_the_winnings_table() -> None:
    winnings = MATCH.winnings
    header, *lines = WINNINGS.split("\n")[1:-1]
    rows = [[int(cell) for cell in line.split()] for line in lines]
    assert winnings.gate_bands == tuple(row[0] for row in rows)
    assert winnings.modifiers == tuple(tuple(row[1:]) for row in rows)
    assert sum(len(row) for row in winnings.modifiers) == 90
    starts = [int(band.rstrip("+").split("-")[0]) for band in header.split()]
    assert winnings.rating_bands == (0, *starts[1:])
    assert (winnings.unit, winnings.win, winnings.minimum) == (10_000, 1, 0)


def test_fan_factor_modifiers() -> None:
    fans = MATCH.fan_factor
    assert (fans.win, fans.loss, fans.per_ten) == (1, -1, -1)
    assert (fans.touchdowns, fans.touchdowns_needed) == (1, 2)
    assert (fans.casualties, fans.casualties_needed) == (1, 2)
    assert (fans.semi_final, fans.final, fans.minimum) == (1, 2, 1)
    table = Table("fan factor", D6, tuple((row.total, row.change) for row in fans.rows))
    assert [table[total] for total in (-3, 1, 2, 5, 6, 10)] == [-1, -1, 0, 0, 1, 1]


def test_gate_concession_rating_and_turns() -> None:
    assert MATCH.gate_per_pip == 1_000
    left = MATCH.concession
    assert (left.winner_fan_factor, left.loser_fan_factor, left.leaves_from_spp) == (2, -1, 51)
    assert [face for face in range(1, 7) if face in left.leaves_on] == [1, 2, 3]
    assert (MATCH.rating.gold_per_point, MATCH.rating.spp_per_point) == (10_000, 5)
    assert (MATCH.players_on_pitch, MATCH.turns, MATCH.consecutive_matches_max) == (11, 8, 2)
    assert MATCH.mvp.bench
    assert MATCH.mvp.dead


def test_prices_and_limits_of_a_draft() -> None:
    assert PLAIN.read("league", Creation) == Creation(
        treasury=1_000_000,
        players_min=11,
        players_max=16,
        fan_factor_price=10_000,
        fan_factor_min=1,
        fan_factor_max=9,
        assistant_price=10_000,
        cheerleader_price=10_000,
        apothecary_price=50_000,
        apothecary_max=1,
        reroll_later_factor=2,
    )


# --- skills


def test_sixty_one_skills_by_category() -> None:
    assert len(SKILLS) == len(PLAIN.read("skills", Skills).skills) == 61
    assert Counter((skill.category, skill.kind) for skill in SKILLS.values()) == {
        ("General", "skill"): 9,
        ("General", "trait"): 4,
        ("Agility", "skill"): 8,
        ("Agility", "trait"): 1,
        ("Passing", "skill"): 5,
        ("Passing", "trait"): 1,
        ("Strength", "skill"): 5,
        ("Strength", "trait"): 1,
        ("Physical", "trait"): 12,
        ("Racial", "racial"): 15,
    }


def test_traits_outside_physical() -> None:
    assert {s.name for s in SKILLS.values() if s.kind == "trait" and s.category != "Physical"} == {
        "Dauntless", "Leader", "Frenzy", "Nerves of Steel", "Jump Up", "Strong Arm", "Stand Firm",
    }  # fmt: skip


def test_every_skill_has_its_czech_name_and_its_place_in_the_text() -> None:
    assert all(skill.czech and skill.source.startswith("lrb4-cs.txt:") for skill in SKILLS.values())
    assert len({skill.czech for skill in SKILLS.values()}) == 61
    assert SKILLS["Right Stuff"].czech == "Pravý hadrák"


# --- team lists


def test_twenty_one_races_with_their_positions() -> None:
    assert {name: len(race.positions) - len(race.big_guys) for name, race in RACES.items()} == {
        "Amazon": 4, "Chaos": 2, "Chaos Dwarf": 3, "Dark Elf": 4, "Dwarf": 4, "Elf": 4, "Goblin": 1,
        "Halfling": 1, "High Elf": 4, "Human": 4, "Khemri": 4, "Lizardmen": 2, "Necromantic": 5,
        "Norse": 4, "Nurgle's Rotters": 3, "Ogre": 2, "Orc": 5, "Skaven": 4, "Undead": 5, "Vampire": 2,
        "Wood Elf": 4,
    }  # fmt: skip
    assert len(ROSTERS.races) == len(RACES) == 21


def test_prices_of_a_team_reroll() -> None:
    assert {name: race.reroll_price // 1000 for name, race in RACES.items()} == {
        "Amazon": 40, "Chaos": 70, "Chaos Dwarf": 70, "Dark Elf": 50, "Dwarf": 40, "Elf": 50, "Goblin": 60,
        "Halfling": 60, "High Elf": 50, "Human": 50, "Khemri": 70, "Lizardmen": 60, "Necromantic": 70,
        "Norse": 60, "Nurgle's Rotters": 70, "Ogre": 70, "Orc": 60, "Skaven": 60, "Undead": 70,
        "Vampire": 70, "Wood Elf": 50,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("race", "lines"),
    [
        (
            "Human",
            [
                ("Lineman", 12, 50_000, (6, 3, 3, 8)),
                ("Catcher", 4, 70_000, (8, 2, 3, 7)),
                ("Thrower", 2, 70_000, (6, 3, 3, 8)),
                ("Blitzer", 4, 90_000, (7, 3, 3, 8)),
                ("Ogre", 1, 120_000, (5, 5, 2, 9)),
            ],
        ),
        (
            "Orc",
            [
                ("Lineman", 12, 50_000, (5, 3, 3, 9)),
                ("Goblin", 4, 40_000, (6, 2, 3, 7)),
                ("Thrower", 2, 70_000, (5, 3, 3, 8)),
                ("Black Orc Blocker", 4, 80_000, (4, 4, 2, 9)),
                ("Blitzer", 4, 80_000, (6, 3, 3, 9)),
                ("Troll", 1, 100_000, (4, 5, 1, 9)),
            ],
        ),
        (
            "Wood Elf",
            [
                ("Lineman", 12, 70_000, (7, 3, 4, 7)),
                ("Catcher", 4, 90_000, (9, 2, 4, 7)),
                ("Thrower", 2, 90_000, (7, 3, 4, 7)),
                ("Wardancer", 2, 120_000, (8, 3, 4, 7)),
                ("Treeman", 1, 110_000, (2, 6, 1, 10)),
            ],
        ),
        ("Goblin", [("Goblin", 16, 40_000, (6, 2, 3, 7)), ("Troll", 2, 100_000, (4, 5, 1, 9))]),
        ("Halfling", [("Halfling", 16, 30_000, (5, 2, 3, 6)), ("Treeman", 2, 110_000, (2, 6, 1, 10))]),
    ],
)
def test_team_list_line_by_line(race: str, lines: list[tuple[Any, ...]]) -> None:
    assert [(line.name, line.max, line.price, line.stats) for line in RACES[race].positions] == lines


def test_big_guys_as_the_text_prints_them() -> None:
    assert {guy.name: (guy.price, guy.stats, set(guy.skills)) for guy in ROSTERS.big_guys} == {
        "Kroxigor": (
            130_000,
            (6, 5, 1, 9),
            {"Mighty Blow", "Prehensile Tail", "Thick Skull", "Big Guy", "Bone Head"},
        ),
        "Minotaur": (
            110_000,
            (5, 5, 2, 8),
            {"Mighty Blow", "Frenzy", "Horns", "Thick Skull"}
            | {"Big Guy", "Always Hungry", "Throw Team-Mate", "Wild Animal"},
        ),
        "Beast of Nurgle": (
            120_000,
            (4, 5, 1, 9),
            {"Foul Appearance", "Tentacles", "Mighty Blow"}
            | {"Really Stupid", "Regeneration", "Big Guy", "Nurgle's Rot"},
        ),
        "Ogre": (
            120_000,
            (5, 5, 2, 9),
            {"Mighty Blow", "Thick Skull", "Big Guy", "Bone Head", "Throw Team-Mate"},
        ),
        "Rat Ogre": (
            130_000,
            (6, 5, 2, 8),
            {"Mighty Blow", "Frenzy", "Prehensile Tail", "Big Guy", "Wild Animal"},
        ),
        "Treeman": (
            110_000,
            (2, 6, 1, 10),
            {"Mighty Blow", "Stand Firm", "Thick Skull", "Big Guy", "Take Root", "Throw Team-Mate"},
        ),
        "Troll": (
            100_000,
            (4, 5, 1, 9),
            {"Mighty Blow", "Big Guy", "Always Hungry", "Really Stupid", "Regeneration", "Throw Team-Mate"},
        ),
    }


def test_who_plays_with_which_big_guys() -> None:
    assert {name: (race.max_big_guys, race.big_guys) for name, race in RACES.items() if race.big_guys} == {
        "Chaos": (1, ("Minotaur", "Ogre", "Troll")),
        "Chaos Dwarf": (1, ("Minotaur", "Troll")),
        "Goblin": (2, ("Troll",)),
        "Halfling": (2, ("Treeman",)),
        "Human": (1, ("Ogre",)),
        "Lizardmen": (1, ("Kroxigor",)),
        "Norse": (1, ("Minotaur", "Ogre")),
        "Nurgle's Rotters": (1, ("Beast of Nurgle",)),
        "Orc": (1, ("Troll",)),
        "Skaven": (1, ("Rat Ogre",)),
        "Wood Elf": (1, ("Treeman",)),
    }
    assert all(race.max_big_guys == 0 for race in RACES.values() if not race.big_guys)
    assert all(position.big_guy == ("Big Guy" in position.skills) for _, position in every_position())


def test_who_may_have_an_apothecary() -> None:
    assert {name for name, race in RACES.items() if not race.apothecary} == {
        "Khemri", "Necromantic", "Nurgle's Rotters", "Undead",
    }  # fmt: skip
    limited = {name: race.apothecary_only_for for name, race in RACES.items() if race.apothecary_only_for}
    assert limited == {"Vampire": ("Thrall",)}
    for name, treated in limited.items():
        assert all(RACES[name].position(position) for position in treated)


def test_every_name_in_a_team_list_exists() -> None:
    for race, position in every_position():
        where = f"{race}, {position.name}"
        assert [skill for skill in position.skills if skill not in SKILLS] == [], where
        assert len(set(position.skills)) == len(position.skills), where
        assert set(position.access) <= LEARNED, where
        assert set(position.doubles) <= LEARNED, where
        assert position.access, where
    for race_of_them in RACES.values():
        names = [position.name for position in race_of_them.positions]
        assert len(set(names)) == len(names), race_of_them.name


def test_a_position_has_a_price_and_characteristics_or_is_marked_as_unknown() -> None:
    unknown = [(race, position.name) for race, position in every_position() if position.price is None]
    assert unknown == [("Nurgle's Rotters", "Rotter")]
    for race, position in every_position():
        assert (position.price is None) == (position.stats is None) == (position.confidence == "none"), race
        if position.confidence != "high":
            assert position.note, f"{race}, {position.name}"
    assert all(race.note for race in ROSTERS.races if race.confidence != "high")


def test_what_is_not_certain_is_known() -> None:
    assert {
        (race, position.name): position.confidence
        for race, position in every_position()
        if position.confidence != "high"
    } == {
        ("Dark Elf", "Thrower"): "medium",
        ("High Elf", "Phoenix Warrior"): "medium",
        ("Khemri", "Thro-Ra"): "medium",
        ("Khemri", "Mummy"): "medium",
        ("Necromantic", "Zombie"): "medium",
        ("Necromantic", "Wight"): "medium",
        ("Necromantic", "Flesh Golem"): "medium",
        ("Necromantic", "Werewolf"): "medium",
        ("Norse", "Catcher"): "medium",
        ("Nurgle's Rotters", "Beastman"): "medium",
        ("Nurgle's Rotters", "Rotter"): "none",
        ("Nurgle's Rotters", "Chaos Warrior"): "low",
        ("Ogre", "Ogre"): "medium",
        ("Ogre", "Goblin"): "medium",
        ("Undead", "Zombie"): "medium",
        ("Undead", "Wight"): "medium",
        ("Undead", "Mummy"): "medium",
        ("Vampire", "Vampire"): "medium",
    }
    assert {race.name: race.confidence for race in ROSTERS.races if race.confidence != "high"} == {
        "Amazon": "medium",
        "Nurgle's Rotters": "low",
        "Ogre": "medium",
    }


def open_to(position: Position, double: bool) -> set[str]:
    """What a player of this position may learn, as the head of rosters.toml says it."""

    def learns(skill: Skill) -> bool:
        if skill.kind == "skill":
            return skill.category in (position.doubles if double else position.access)
        return skill.kind == "trait" and double and skill.category in position.access

    return {skill.name for skill in SKILLS.values() if learns(skill)}


def test_physical_is_open_on_doubles_only_and_only_to_those_who_may_have_it() -> None:
    physical = {skill.name for skill in SKILLS.values() if skill.category == "Physical"}
    allowed = set()
    for race, position in every_position():
        assert ("Physical" in position.access) == ("Physical" in position.doubles), position.name
        assert set(position.doubles) - {"Physical"} == LEARNED - {"Physical"}, position.name
        assert not open_to(position, double=False) & physical
        if open_to(position, double=True) & physical:
            assert physical <= open_to(position, double=True)
            allowed.add((race, position.name))
    assert allowed == {
        ("Chaos", "Beastman"),
        ("Chaos", "Chaos Warrior"),
        ("Nurgle's Rotters", "Beastman"),
        ("Nurgle's Rotters", "Rotter"),
        ("Nurgle's Rotters", "Chaos Warrior"),
        ("Skaven", "Lineman"),
        ("Skaven", "Thrower"),
        ("Skaven", "Gutter Runner"),
        ("Skaven", "Storm Vermin"),
        ("big guys", "Minotaur"),
        ("big guys", "Beast of Nurgle"),
        ("big guys", "Rat Ogre"),
    }


def test_the_examples_of_a_human_catcher() -> None:
    catcher = RACES["Human"].position("Catcher")
    assert catcher
    assert catcher.access == ("General", "Agility")
    normal, double = open_to(catcher, double=False), open_to(catcher, double=True)
    assert len(normal) == 9 + 8
    assert "Guard" in double - normal
    assert "Leader" in double - normal
    assert "Jump Up" in double - normal
    assert "Stand Firm" not in double
    assert "Strong Arm" not in double


def test_a_house_rule_takes_physical_from_nurgles_rotters() -> None:
    overlay = {"rosters/races/Nurgle's Rotters/positions/Beastman/doubles": ["General", "Agility"]}
    race = next(
        race for race in Tables(PACKAGE, overlay).read("rosters", Rosters).races if "Nurgle" in race.name
    )
    beastman = race.position("Beastman")
    assert beastman
    assert beastman.doubles == ("General", "Agility")


# --- home fields and trophies


def test_what_home_fields_cost_and_bring() -> None:
    fields = PLAIN.read("stadiums", HomeFields)
    assert [
        (one.name, one.price, one.fan_factor, one.modifier, one.reroll_on, one.repair_price)
        for one in fields.kinds
    ] == [
        ("Stadium", 300_000, 3, 3, 9, None),
        ("Grandstands", 200_000, 2, 2, 10, None),
        ("Terraces", 150_000, 1, 1, 11, None),
        ("Not-So-Grandstand", 100_000, 0, 0, 12, 40_000),
    ]
    rows = [(row.touchdowns.low, row.touchdowns.high, row.on) for row in fields.ramshackle.collapse]
    assert rows == [(2, 2, 11), (3, 3, 10), (4, 4, 9), (5, 5, 8), (6, None, 7)]


def test_which_races_make_something_of_their_home_field() -> None:
    fields = PLAIN.read("stadiums", HomeFields)
    assert {(race, one.moment, one.needs, one.effect) for one in fields.bonuses for race in one.races} == {
        ("Undead", "gate", 6, "quarters"),
        ("Elf", "gate", 1, "own_fans"),
        ("Wood Elf", "gate", 1, "own_fans"),
        ("Dark Elf", "half_time", 6, "no_visitors"),
        ("Norse", "half_time", 6, "no_visitors"),
        ("Skaven", "half_time", 6, "visitors_turn"),
        ("Dwarf", "half_time", 5, "extra_player"),
        ("Chaos Dwarf", "half_time", 5, "no_visitors"),
        ("Halfling", "half_time", 5, "visitors_rolls"),
        ("High Elf", "gate", 6, "no_visitors"),
        ("Orc", "kick_off", 5, "home_rolls"),
        ("Human", "kick_off", 5, "visitors_rolls"),
        ("Chaos", "kick_off", 5, "home_rolls"),
    }


def test_the_trophies_of_the_four_majors() -> None:
    fields = PLAIN.read("stadiums", HomeFields)
    assert [(one.name, one.sponsorship) for one in fields.trophies] == [
        ("Chaos Cup", 0),
        ("Blood Bowl", 20_000),
        ("Spike! Magazine Trophy", 0),
        ("Dungeonbowl", 0),
    ]


def test_who_raises_the_dead_and_as_whom() -> None:
    raised, rot = INJURIES.raise_dead, INJURIES.rot
    assert (raised.races, raised.position) == (("Necromantic", "Undead"), "Zombie")
    assert (rot.skill, rot.position) == ("Nurgle's Rot", "Rotter")
    for rule, said in (
        ({"injuries/raise_dead/races": ["Orc"]}, "Orc teams have no position 'Zombie'"),
        ({"injuries/raise_dead/races": ["Smurf"]}, "no team list named 'Smurf'"),
        ({"injuries/raise_dead/not_with_skills": ["Flying"]}, "no skill 'Flying'"),
    ):
        with pytest.raises(Refusal, match=said):
            edition("lrb4", rule)


# --- readings and prompts


def value_at(path: str) -> Any:
    """What the shipped tables hold at the path of a house rule; None where an optional key is left out."""
    place: Any = PLAIN._raw
    for step in path.split("/"):
        rows = {row["name"]: row for row in place} if isinstance(place, list) else place
        place = rows.get(step)
    return place


def test_readings_say_what_is_played_and_name_house_rules_that_exist() -> None:
    readings = PLAIN.read("readings", Readings).readings
    assert len({reading.topic for reading in readings}) == len(readings)
    for reading in readings:
        assert reading.reading.endswith(".")
        assert reading.lines
        if reading.house_rule:
            value = value_at(reading.house_rule)
            if value is None:
                value = 50_000 if reading.house_rule.endswith("/price") else 8
            name = reading.house_rule.split("/")[0]
            Tables(PACKAGE, {reading.house_rule: value}).read(name, FILES[name])
    assert {reading.house_rule for reading in readings if reading.house_rule} == {
        "match/consecutive_matches_max",
        "match/mvp/bench",
        "injuries/apothecary/treats_crowd",
        "injuries/apothecary/treats_kick_off",
        "injuries/raise_dead/not_with_skills",
        "league/apothecary_price",
        "league/rerolls_max",
        "skills/skills/Pro/kind",
        "rosters/big_guys/Minotaur/doubles",
        "rosters/races/Nurgle's Rotters/positions/Beastman/doubles",
        "rosters/races/Nurgle's Rotters/positions/Rotter/price",
        "stars/stars/Griff Oberwald/league_price",
        "hiring/keep_star_injuries",
        "stadiums/reroll_exactly",
        "stadiums/modifier_after_match",
        "tournaments/format/scoring",
        "tournaments/format/quarter_finals",
        "tournaments/format/no_answer",
        "tournaments/format/turned_down",
    }


def test_every_question_has_its_words_and_its_place_in_the_rules() -> None:
    prompts = PLAIN.read("prompts", dict[str, Prompt])
    assert set(prompts) >= {
        "weather", "gate", "handicap", "handicap.choice", "niggling", "apothecary.niggling", "play",
        "casualty", "serious_injury", "apothecary", "apothecary.heal", "regeneration", "shoot_out",
        "winnings", "mvp", "mvp.bench", "fan_factor", "concession.leaves", "improve.roll", "improve.pick",
        "ageing", "ageing.result",
    }  # fmt: skip
    for prompt in prompts.values():
        assert prompt.label
        assert prompt.rule.startswith("LRB4, ")
        assert "; lrb4-cs.txt:" in prompt.rule


# --- the loader


def test_every_file_of_the_edition_is_one_that_is_read() -> None:
    assert set(PLAIN._raw) == set(FILES)


def test_a_house_rule_gives_the_rotter_his_price_and_characteristics() -> None:
    place = "rosters/races/Nurgle's Rotters/positions/Rotter"
    overlay: dict[str, Any] = {f"{place}/price": 40_000, f"{place}/stats": [5, 3, 3, 8]}
    races = with_big_guys(Tables(PACKAGE, overlay).read("rosters", Rosters))
    rotter = races["Nurgle's Rotters"].position("Rotter")
    assert rotter
    assert (rotter.price, rotter.stats) == (40_000, (5, 3, 3, 8))
    untouched = Tables(PACKAGE, {}).read("rosters", Rosters)
    assert all(
        position.price is None
        for race in untouched.races
        for position in race.positions
        if position.name == "Rotter"
    )


def test_house_rules_reach_a_race_a_number_in_a_list_and_a_switch() -> None:
    tables = Tables(
        PACKAGE,
        {
            "rosters/races/Amazon/reroll_price": 50_000,
            "match/winnings/modifiers/0/0": 2,
            "match/mvp/bench": False,
        },
    )
    amazon: Race = with_big_guys(tables.read("rosters", Rosters))["Amazon"]
    match = tables.read("match", MatchTables)
    assert amazon.reroll_price == 50_000
    assert match.winnings.modifiers[0][:2] == (2, 0)
    assert not match.mvp.bench


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("match/mvp/bench", "yes", r"\$\.mvp\.bench"),
        ("match/mvp/reserves", True, r"reserves.*\$\.mvp"),
        ("injuries/niggling_misses_on", "one", r"\$\.niggling_misses_on"),
        ("rosters/races/Orc/reroll_price", 60.5, r"\$\.races\[16\]\.reroll_price"),
        ("rosters/races/Orc/positions/Troll/price", 1, "Troll"),
        ("rosters/races/Orcs/reroll_price", 60_000, "'Orcs' is not there"),
        ("referee/bribes", 1, "'referee' is not there"),
        ("match/winnings/modifiers/9/0", 1, "'9' is not there"),
        ("match/winnings/modifiers/0/10", 1, "'10' is not there"),
        ("match/gate_per_pip/0", 1, "names no value"),
        ("match/mvp/", True, "names no value"),
    ],
)
def test_a_wrong_house_rule_is_refused_with_its_path(path: str, value: Any, fault: str) -> None:
    name = path.split("/")[0]
    with pytest.raises(Refusal, match=fault) as refused:
        Tables(PACKAGE, {path: value}).read(name, FILES[name])
    assert path in str(refused.value)


@pytest.mark.parametrize(
    ("toml", "fault"),
    [
        ("bench = 1\ndead = true", r"`bool`.*\$\.bench"),
        ("bench = true\ndead = true\nreserves = 1", "unknown field `reserves`"),
        ("bench = true", "missing required field `dead`"),
    ],
)
def test_a_wrong_shipped_table_names_its_file_and_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toml: str, fault: str
) -> None:
    from engine.editions.lrb4.tables import Mvp

    package = tmp_path / "edition_with_a_fault"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "data" / "mvp.toml").write_text(toml, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        with pytest.raises(ValueError, match=rf"edition_with_a_fault/data/mvp\.toml: .*{fault}"):
            Tables("edition_with_a_fault", {}).read("mvp", Mvp)
    finally:
        sys.modules.pop("edition_with_a_fault", None)
