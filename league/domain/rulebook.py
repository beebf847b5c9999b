"""What a league plays by, and how sure it is: for the page of rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine import editions
from engine.edition import Confidence, Edition, Position, Race, SeedReading, Tables
from league.domain.house_rules import write_value
from league.models import League

NOT_SET = "nothing"


@dataclass(frozen=True)
class Difference:
    """A house rule: what it names, what the book has there, and what is played."""

    path: str
    book: str
    played: str


@dataclass(frozen=True)
class Reading:
    """A place that the text leaves open. ``changed`` where the league has a house rule on it."""

    reading: SeedReading
    changed: bool


@dataclass(frozen=True)
class Uncertain:
    """A value that nobody could prove. ``path`` is where a house rule may set it; ``missing`` names what is unknown."""

    race: str
    what: str
    confidence: Confidence
    note: str
    path: str
    missing: tuple[str, ...]
    settled: bool
    """The league has a house rule on it."""


@dataclass(frozen=True)
class Rulebook:
    edition: Edition
    differences: tuple[Difference, ...]
    readings: tuple[Reading, ...]
    uncertain: tuple[Uncertain, ...]


def rulebook(league: League) -> Rulebook:
    """Raises Refusal where the edition no longer takes the league's house rules."""
    edition = league.rules
    return Rulebook(
        edition,
        tuple(_differences(league)),
        tuple(
            Reading(reading, bool(reading.house_rule) and _is_set(edition, reading.house_rule))
            for reading in edition.readings
        ),
        tuple(sorted(uncertain_values(edition), key=_least_sure_first)),
    )


def _differences(league: League) -> Iterator[Difference]:
    book = Tables(editions.EDITIONS[league.edition], {})
    for path, value in league.house_rules.items():
        yield Difference(path, _written(book.value_at(path)), write_value(value))


def _written(value: Any) -> str:
    return NOT_SET if value is None else write_value(value)


def _is_set(edition: Edition, path: str) -> bool:
    """Is there a house rule at the path, or at a path below it?"""
    return any(rule == path or rule.startswith(f"{path}/") for rule in edition.house_rules)


def uncertain_values(edition: Edition) -> Iterator[Uncertain]:
    """Every team list and every position that is less than sure, or that cannot be played for want of a value."""
    for race in edition.races.values():
        if race.confidence != "high":
            yield _uncertain_race(edition, race)
        for position in race.positions:
            missing = _missing(position)
            if position.confidence != "high" or missing:
                yield _uncertain_position(edition, race, position, missing)


def _least_sure_first(value: Uncertain) -> int:
    return 0 if value.missing else 1 + ("none", "low", "medium", "high").index(value.confidence)


def _uncertain_race(edition: Edition, race: Race) -> Uncertain:
    path = f"rosters/races/{race.name}"
    own = {f"{path}/reroll_price", f"{path}/apothecary", f"{path}/max_big_guys"}
    settled = bool(own & set(edition.house_rules))
    return Uncertain(race.name, "Team list", race.confidence, race.note, path, (), settled)


def _uncertain_position(
    edition: Edition, race: Race, position: Position, missing: tuple[str, ...]
) -> Uncertain:
    big_guy = position.name in race.big_guys
    path = f"rosters/{'big_guys' if big_guy else f'races/{race.name}/positions'}/{position.name}"
    settled = _is_set(edition, path) and not missing
    return Uncertain(race.name, position.name, position.confidence, position.note, path, missing, settled)


def _missing(position: Position) -> tuple[str, ...]:
    """What a position lacks before it can be hired."""
    known = {"price": position.price, "stats": position.stats}
    return tuple(name for name, value in known.items() if value is None)
