"""What a number of the tables may be, whatever its type allows: a house rule beyond it cannot be played with.

Paths are those of house rules; ``*`` stands for every row. Each number of the tables has its line here, and so has each
that a house rule may add.
"""

from __future__ import annotations

from typing import Any

from engine.questions import Refusal
from engine.tables import Tables

GOLD = (0, 10_000_000)
COUNT = (0, 99)
FROM_ONE = (1, 99)
CHANGE = (-99, 99)
ON_A_DIE = (1, 7)
"""So much or more on a D6; 7 is never."""
ON_TWO_DICE = (2, 13)
STAT = (1, 10)
SPP = (0, 100_000)

BOUNDS: tuple[tuple[str, tuple[int, int]], ...] = (
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
    ("match/gate_per_pip", (1, 1_000_000)),
    ("match/players_on_pitch", FROM_ONE),
    ("match/turns", FROM_ONE),
    ("match/consecutive_matches_max", FROM_ONE),
    ("match/handicap_counts/*/rolls", (0, 18)),
    ("match/handicap_counts/*/free_choice", (0, 18)),
    ("match/winnings/unit", (1, 10_000_000)),
    ("match/winnings/win", CHANGE),
    ("match/winnings/minimum", COUNT),
    ("match/winnings/rating_bands", (0, 1_000_000)),
    ("match/winnings/gate_bands", (0, 100_000_000)),
    ("match/winnings/modifiers", CHANGE),
    ("match/fan_factor/rows/*/change", CHANGE),
    ("match/fan_factor/win", CHANGE),
    ("match/fan_factor/loss", CHANGE),
    ("match/fan_factor/touchdowns", CHANGE),
    ("match/fan_factor/touchdowns_needed", FROM_ONE),
    ("match/fan_factor/casualties", CHANGE),
    ("match/fan_factor/casualties_needed", FROM_ONE),
    ("match/fan_factor/per_ten", CHANGE),
    ("match/fan_factor/semi_final", CHANGE),
    ("match/fan_factor/final", CHANGE),
    ("match/fan_factor/minimum", COUNT),
    ("match/concession/winner_fan_factor", CHANGE),
    ("match/concession/loser_fan_factor", CHANGE),
    ("match/concession/leaves_from_spp", SPP),
    ("match/rating/gold_per_point", (1, 10_000_000)),
    ("match/rating/spp_per_point", (1, 10_000)),
    ("injuries/niggling_misses_on", (0, 6)),
    ("injuries/apothecary/heals_on", ON_A_DIE),
    ("injuries/regeneration/works_on", ON_A_DIE),
    ("injuries/limits/max_loss", COUNT),
    ("injuries/limits/min_stat", STAT),
    ("injuries/limits/max_gain", COUNT),
    ("advancement/spp/completion", SPP),
    ("advancement/spp/casualty", SPP),
    ("advancement/spp/interception", SPP),
    ("advancement/spp/touchdown", SPP),
    ("advancement/spp/mvp", SPP),
    ("advancement/levels/*/spp", SPP),
    ("advancement/levels/*/ageing", (0, 13)),
    ("rosters/races/*/reroll_price", GOLD),
    ("rosters/races/*/max_big_guys", COUNT),
    ("rosters/races/*/positions/*/max", COUNT),
    ("rosters/races/*/positions/*/price", GOLD),
    ("rosters/races/*/positions/*/stats", STAT),
    ("rosters/big_guys/*/max", COUNT),
    ("rosters/big_guys/*/price", GOLD),
    ("rosters/big_guys/*/stats", STAT),
    ("hiring/freebooter_divisor", FROM_ONE),
    ("hiring/stars_max", COUNT),
    ("hiring/dear_factor", FROM_ONE),
    ("hiring/wizard/price", GOLD),
    ("hiring/wizard/trophy_price", GOLD),
    ("hiring/runesmith/price", GOLD),
    ("hiring/chef/dice", (0, 20)),
    ("hiring/chef/works_on", ON_A_DIE),
    ("hiring/chef/ingredients_price", (1, 10_000_000)),
    ("hiring/followers/dice", (0, 20)),
    ("hiring/followers/fan_factor", COUNT),
    ("stars/stars/*/league_price", GOLD),
    ("stars/stars/*/price", GOLD),
    ("stars/stars/*/stats", STAT),
    ("stars/stars/*/penalty_roll", ON_TWO_DICE),
    ("stadiums/kinds/*/price", GOLD),
    ("stadiums/kinds/*/fan_factor", COUNT),
    ("stadiums/kinds/*/modifier", COUNT),
    ("stadiums/kinds/*/reroll_on", ON_TWO_DICE),
    ("stadiums/kinds/*/repair_price", GOLD),
    ("stadiums/kinds/*/rough_end", COUNT),
    ("stadiums/end_returns_on", ON_A_DIE),
    ("stadiums/end_injury", COUNT),
    ("stadiums/foul_let_off_on", ON_A_DIE),
    ("stadiums/bonuses/*/dice", (0, 20)),
    ("stadiums/bonuses/*/needs", ON_A_DIE),
    ("stadiums/bonuses/*/amount", CHANGE),
    ("stadiums/ramshackle/invasion", COUNT),
    ("stadiums/ramshackle/snotlings", COUNT),
    ("stadiums/ramshackle/collapse/*/on", ON_TWO_DICE),
    ("stadiums/ramshackle/fans_lost", COUNT),
    ("stadiums/ramshackle/breaks_after", FROM_ONE),
    ("stadiums/trophies/*/sponsorship", GOLD),
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

_PAIRS = (
    ("league/players_min", "league/players_max"),
    ("league/fan_factor_min", "league/fan_factor_max"),
    ("league/players_max", "league/numbers_max"),
)
"""The first of each pair must not be greater than the second."""


def check_sense(tables: Tables) -> None:
    """Raises Refusal for a number that no rule can be played with, ValueError for two that contradict each other.

    What is no number at all is left to whoever reads the tables.
    """
    for pattern, (low, high) in BOUNDS:
        for path, value in tables.every(pattern):
            for number in _numbers(value):
                if not low <= number <= high:
                    raise Refusal(f"House rule {path!r} cannot be {number:,}: it is {low:,} to {high:,}.")
    for first, second in _PAIRS:
        less, more = tables.value_at(first), tables.value_at(second)
        if isinstance(less, int) and isinstance(more, int) and less > more:
            raise ValueError(f"{first} is {less} and {second} is {more}, which is less")
    _check_levels(tables.value_at("advancement/levels"))


def _numbers(value: Any) -> list[int]:
    if isinstance(value, list):
        return [number for item in value for number in _numbers(item)]
    return [value] if isinstance(value, int) and not isinstance(value, bool) else []


def _check_levels(levels: Any) -> None:
    """A rookie has no points, and every level needs more than the one before."""
    rows = levels if isinstance(levels, list) else []
    points: list[Any] = [level.get("spp") for level in rows if isinstance(level, dict)]
    if not points or not all(isinstance(one, int) for one in points):
        return
    if points[0] != 0:
        raise ValueError(
            f"advancement/levels: the first begins with {points[0]} star player points, not with 0"
        )
    if points != sorted(set(points)):
        raise ValueError(
            "advancement/levels: each level must need more star player points than the one before"
        )
