"""The tables of tournaments against the numbers of the rules, typed by hand, and what house rules make of them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.contest.book import Format, prize_table
from engine.edition import Creation, Edition
from engine.editions import edition
from engine.questions import Refusal

LRB4 = edition("lrb4")


def test_the_four_majors_in_the_order_of_the_year() -> None:
    assert [(one.name, one.season, one.rolled) for one in LRB4.majors] == [
        ("Chaos Cup", "spring", True),
        ("Blood Bowl", "summer", False),
        ("Spike! Magazine Trophy", "autumn", False),
        ("Dungeonbowl", "winter", False),
    ]
    assert [
        (one.name, one.medals, one.fan_factor_die, one.player_of_the_year) for one in LRB4.majors[1:]
    ] == [
        ("Blood Bowl", True, False, 0),
        ("Spike! Magazine Trophy", False, True, 1),
        ("Dungeonbowl", False, False, 0),
    ]
    assert [one.name for one in LRB4.majors if one.sponsored] == ["Dungeonbowl"]


@pytest.mark.parametrize(
    ("name", "winner", "finalist"),
    [
        ("Blood Bowl", 350_000, 150_000),
        ("Spike! Magazine Trophy", 200_000, 100_000),
        ("Dungeonbowl", 150_000, 100_000),
    ],
)
def test_prizes_that_are_not_rolled_for(name: str, winner: int, finalist: int) -> None:
    (row,) = LRB4.major(name).prizes
    assert (row.winner, row.finalist) == (winner, finalist)


def test_the_prizes_of_the_chaos_cup_by_modified_die() -> None:
    table = prize_table(LRB4.major("Chaos Cup"))
    rows = [(table[total].winner, table[total].finalist) for total in range(8)]
    assert rows == [(100_000, 250_000)] * 3 + [(200_000, 150_000)] * 2 + [(300_000, 50_000)] * 3
    assert {(winner or 0) + (finalist or 0) for winner, finalist in rows} == {350_000}


def test_the_modifiers_of_the_chaos_cup() -> None:
    assert {
        race: row.change for row in LRB4.major("Chaos Cup").prize_modifiers for race in row.races
    } == {
        "Chaos": 1, "Nurgle's Rotters": 1, "Norse": 1, "Chaos Dwarf": 1,
        "Wood Elf": -1, "Dwarf": -1, "High Elf": -1,
    }  # fmt: skip


def test_how_a_major_is_played() -> None:
    assert LRB4.tournaments is not None
    assert LRB4.tournaments.format == Format(
        scoring="printed",
        results_counted=3,
        play_off_weeks=3,
        quarter_finals="above",
        quarter_finals_above=8,
        quarter_finals_week=True,
        challenges_per_week=1,
        refused_touchdowns=2,
        no_answer="organiser",
        turned_down="substitute",
    )
    assert [(one.name, one.win, one.draw, one.loss) for one in LRB4.tournaments.scorings] == [
        ("printed", 15, 10, 5),
        ("five_for_a_draw", 15, 5, 0),
    ]


def test_what_a_minor_tournament_may_pay() -> None:
    assert LRB4.tournaments is not None
    assert LRB4.tournaments.minor_prizes_max == 150_000
    assert [(one.name, one.winner, one.finalist) for one in LRB4.tournaments.minors] == [
        ("Far Albion Cup", 80_000, 40_000),
        ("Goblin Tribal Leeg", 0, 0),
    ]


def test_the_prizes_as_a_coach_reads_them() -> None:
    assert [(one.roll, one.name, one.words) for one in LRB4.rules.meanings("tournament.prize")] == [
        ("up to 2", "100,000 gold", "250,000 gold for the losing finalist."),
        ("3–4", "200,000 gold", "150,000 gold for the losing finalist."),
        ("5+", "300,000 gold", "50,000 gold for the losing finalist."),
    ]


def test_a_major_that_there_is_not() -> None:
    with pytest.raises(Refusal) as refused:
        LRB4.major("World Cup")
    assert refused.value.message == "Living Rulebook 4 has no major tournament called 'World Cup'."


def test_an_edition_may_know_no_tournaments() -> None:
    creation = Creation(*range(11))
    bare = Edition("bare", "Bare", {}, {}, creation, {}, (), LRB4.rules, {})
    assert bare.tournaments is None
    assert bare.majors == ()


CUP = "tournaments/majors/Chaos Cup"


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"tournaments/format/scoring": "three_one"}, "there is no scoring 'three_one'"),
        ({"tournaments/scorings/1/name": "printed"}, "two scorings are called 'printed'"),
        ({"tournaments/format/quarter_finals": "perhaps"}, "Invalid enum value 'perhaps'"),
        ({f"{CUP}/name": "Chaos Mug"}, "there is no trophy 'Chaos Mug'"),
        ({f"{CUP}/prizes/1/roll/low": 4}, "prizes of the Chaos Cup: 0 rows for a D6 of 3"),
        ({f"{CUP}/prizes/2/roll/high": 6}, "not one row for a modified roll of 7"),
        ({f"{CUP}/prizes/1/winner": -1}, f"{CUP}/prizes/1/winner' cannot be -1: it is 0 to 10,000,000."),
        ({f"{CUP}/prize_modifiers/0/races": ["Smurf"]}, "there is no team list named 'Smurf'"),
        ({f"{CUP}/prize_modifiers/0/races": ["Dwarf"]}, "a race has two modifiers"),
        ({"tournaments/minor_prizes_max": 100_000}, "the prizes of Far Albion Cup are above 100,000 gold"),
        ({"tournaments/format/results_counted": 0}, "cannot be 0: it is 1 to 99."),
    ],
)
def test_house_rules_that_no_tournament_can_be_played_by(rules: dict[str, Any], said: str) -> None:
    with pytest.raises(Refusal) as refused:
        edition("lrb4", rules)
    assert said in refused.value.message


def test_a_house_rule_makes_another_prize_a_matter_of_dice() -> None:
    rows = [
        {"winner": 0, "finalist": 0, "roll": {"high": 3}},
        {"winner": 9, "finalist": 1, "roll": {"low": 4}},
    ]
    rules = edition("lrb4", {"tournaments/majors/Dungeonbowl/prizes": rows})
    assert rules.major("Dungeonbowl").rolled
