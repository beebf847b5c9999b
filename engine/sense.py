"""What a number of the tables may be, whatever its type allows: a house rule beyond it cannot be played with.

Paths are those of house rules; ``*`` stands for every row. Each edition has a line for each number of its tables, and
for each that a house rule may add.
"""

from __future__ import annotations

from typing import Any

from engine.questions import Refusal
from engine.tables import Tables
from engine.words import gettext as _
from engine.words import number

Bounds = tuple[tuple[str, tuple[int, int]], ...]
"""The least and the greatest value by path."""
Pairs = tuple[tuple[str, str], ...]
"""The first of each pair must not be greater than the second."""

GOLD = (0, 10_000_000)
COUNT = (0, 99)
FROM_ONE = (1, 99)
CHANGE = (-99, 99)
ON_A_DIE = (1, 7)
"""So much or more on a D6; 7 is never."""
ON_TWO_DICE = (2, 13)
STAT = (1, 10)
SPP = (0, 100_000)

DRAFT: Bounds = (
    ("league/treasury", GOLD),
    ("league/players_min", FROM_ONE),
    ("league/players_max", FROM_ONE),
    ("league/fan_factor_price", GOLD),
    ("league/fan_factor_min", COUNT),
    ("league/fan_factor_max", COUNT),
    ("league/assistant_price", GOLD),
    ("league/cheerleader_price", GOLD),
    ("league/apothecary_price", GOLD),
    ("league/apothecary_max", COUNT),
    ("league/reroll_later_factor", FROM_ONE),
    ("league/numbers_max", (1, 999)),
    ("league/rerolls_max", COUNT),
)
"""Of ``league.toml``, which every edition has."""
ROSTERS: Bounds = (
    ("rosters/races/*/reroll_price", GOLD),
    ("rosters/races/*/max_big_guys", COUNT),
    ("rosters/races/*/positions/*/max", COUNT),
    ("rosters/races/*/positions/*/price", GOLD),
    ("rosters/races/*/positions/*/stats", STAT),
    ("rosters/big_guys/*/max", COUNT),
    ("rosters/big_guys/*/price", GOLD),
    ("rosters/big_guys/*/stats", STAT),
)
STARS: Bounds = (
    ("stars/stars/*/league_price", GOLD),
    ("stars/stars/*/price", GOLD),
    ("stars/stars/*/stats", STAT),
    ("stars/stars/*/penalty_roll", ON_TWO_DICE),
)
TOURNAMENTS: Bounds = (
    ("tournaments/minor_prizes_max", GOLD),
    ("tournaments/format/results_counted", FROM_ONE),
    ("tournaments/format/play_off_weeks", (1, 52)),
    ("tournaments/format/quarter_finals_above", (7, 999)),
    ("tournaments/format/challenges_per_week", COUNT),
    ("tournaments/format/refused_touchdowns", FROM_ONE),
    ("tournaments/scorings/*/win", CHANGE),
    ("tournaments/scorings/*/draw", CHANGE),
    ("tournaments/scorings/*/loss", CHANGE),
    ("tournaments/majors/*/prizes/*/winner", GOLD),
    ("tournaments/majors/*/prizes/*/finalist", GOLD),
    ("tournaments/majors/*/prize_modifiers/*/change", CHANGE),
    ("tournaments/majors/*/player_of_the_year", COUNT),
    ("tournaments/minors/*/winner", GOLD),
    ("tournaments/minors/*/finalist", GOLD),
)
PAIRS: Pairs = (
    ("league/players_min", "league/players_max"),
    ("league/fan_factor_min", "league/fan_factor_max"),
    ("league/players_max", "league/numbers_max"),
)


def check_sense(tables: Tables, bounds: Bounds, pairs: Pairs) -> None:
    """Raises Refusal for a number that no rule can be played with, ValueError for two that contradict each other.

    What is no number at all is left to whoever reads the tables.
    """
    for pattern, (low, high) in bounds:
        for path, value in tables.every(pattern):
            for one in _numbers(value):
                if not low <= one <= high:
                    raise Refusal(
                        _("House rule {path!r} cannot be {number}: it is {low} to {high}.").format(
                            path=path, number=number(one), low=number(low), high=number(high)
                        )
                    )
    for first, second in pairs:
        less, more = tables.value_at(first), tables.value_at(second)
        if isinstance(less, int) and isinstance(more, int) and less > more:
            raise ValueError(
                _("{first} is {less} and {second} is {more}, which is less").format(
                    first=first, less=less, second=second, more=more
                )
            )
    _check_levels(tables.value_at("advancement/levels"))


def _numbers(value: Any) -> list[int]:
    if isinstance(value, list):
        return [one for item in value for one in _numbers(item)]
    return [value] if isinstance(value, int) and not isinstance(value, bool) else []


def _check_levels(levels: Any) -> None:
    """A rookie has no points, and every level needs more than the one before."""
    rows = levels if isinstance(levels, list) else []
    points: list[Any] = [level.get("spp") for level in rows if isinstance(level, dict)]
    if not points or not all(isinstance(one, int) for one in points):
        return
    if points[0] != 0:
        raise ValueError(
            _("advancement/levels: the first begins with {points} star player points, not with 0").format(
                points=points[0]
            )
        )
    if points != sorted(set(points)):
        raise ValueError(
            _("advancement/levels: each level must need more star player points than the one before")
        )
