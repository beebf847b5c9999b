"""All tables of the edition, typed, proved and ready to be looked up in."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from engine.dice import D6, D66, TWO_D6, Span, Table
from engine.edition import Creation, Race, Rosters, Skill, Skills, Tables, check_races, with_big_guys
from engine.editions.lrb4.tables import (
    Advancement,
    AdvanceRow,
    AgeingRow,
    FanFactorRow,
    HandicapRow,
    Injuries,
    InjuryRow,
    MatchTables,
    SeverityRow,
    WeatherRow,
)

Lookup = TypeVar("Lookup")
_DIFFERENCES = (*range(1_000), 10**9)
"""Differences of ratings that must each have a row: those that happen, and one beyond all of them."""


class Book(msgspec.Struct, frozen=True):
    """The rules' numbers. The fields of type ``Table`` are those of the fields before them, by total."""

    races: dict[str, Race]
    skills: dict[str, Skill]
    creation: Creation
    match: MatchTables
    injuries: Injuries
    advancement: Advancement
    weather: Table[WeatherRow]
    handicap: Table[HandicapRow]
    casualty: Table[SeverityRow]
    serious_injury: Table[InjuryRow]
    fan_factor: Table[FanFactorRow]
    star_player_roll: Table[AdvanceRow]
    ageing: Table[AgeingRow]


def read_book(tables: Tables) -> Book:
    """Raises ValueError for a table with a hole or an overlap, and Refusal for a house rule of the wrong type."""
    races = with_big_guys(tables.read("rosters", Rosters))
    skills = {skill.name: skill for skill in tables.read("skills", Skills).skills}
    match = tables.read("match", MatchTables)
    injuries = tables.read("injuries", Injuries)
    advancement = tables.read("advancement", Advancement)
    check_races(races, skills)
    _check_winnings(match)
    _check_handicap_counts(match)
    fan_factor = Table("fan factor", D6, tuple((row.total, row) for row in match.fan_factor.rows))
    _check_open(fan_factor)
    return Book(
        races=races,
        skills=skills,
        creation=tables.read("league", Creation),
        match=match,
        injuries=injuries,
        advancement=advancement,
        weather=Table("weather", TWO_D6, _by_roll(match.weather)),
        handicap=Table("handicap table", D66, _by_roll(match.handicaps)),
        casualty=Table("casualty table", D6, _by_roll(injuries.casualty)),
        serious_injury=Table("serious injury table", D66, _by_roll(injuries.serious_injury)),
        fan_factor=fan_factor,
        star_player_roll=Table("star player roll", TWO_D6, _by_roll(advancement.star_player_roll)),
        ageing=Table("ageing table", TWO_D6, _by_roll(advancement.ageing)),
    )


def _by_roll(rows: tuple[Lookup, ...]) -> tuple[tuple[Span, Lookup], ...]:
    return tuple((row.roll, row) for row in rows)  # type: ignore[attr-defined]


def _check_winnings(match: MatchTables) -> None:
    winnings = match.winnings
    for name, bands in (("rating", winnings.rating_bands), ("gate", winnings.gate_bands)):
        if not bands or bands[0] > 0 or list(bands) != sorted(set(bands)):
            raise ValueError(f"winnings: the {name} bands do not rise from 0")
    if len(winnings.modifiers) != len(winnings.gate_bands):
        raise ValueError("winnings: there must be one row of modifiers for each band of gates")
    if any(len(row) != len(winnings.rating_bands) for row in winnings.modifiers):
        raise ValueError("winnings: each row must have one modifier for each band of ratings")


def _check_handicap_counts(match: MatchTables) -> None:
    for difference in _DIFFERENCES:
        if sum(difference in row.difference for row in match.handicap_counts) != 1:
            raise ValueError(f"handicap rolls: not one row for a difference of {difference}")


def _check_open(table: Table[FanFactorRow]) -> None:
    """Modifiers have no end, so the first and the last row must not have one either."""
    if not any(span.low is None for span, _ in table.rows) or not any(
        span.high is None for span, _ in table.rows
    ):
        raise ValueError(f"{table.name}: no row for modified rolls beyond the die")
    for total in range(-50, 50):
        if sum(total in span for span, _ in table.rows) != 1:
            raise ValueError(f"{table.name}: not one row for a modified roll of {total}")
