"""The shapes of the tables that only this edition has. Gold in gold pieces, gates in spectators."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.dice import Span
from engine.edition import FieldBonus, Stadium, Trophy


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class SeverityRow(_Row, frozen=True):
    roll: Span
    severity: Literal["badly_hurt", "serious", "dead"]


class InjuryRow(_Row, frozen=True):
    """``effect``: miss, niggling, or a lost point (ma, st, ag, av). Each costs the next match as well."""

    roll: Span
    name: str
    effect: Literal["miss", "niggling", "ma", "st", "ag", "av"]
    czech: str = ""


class Apothecary(_Row, frozen=True):
    heals_on: int
    treats_crowd: bool
    """House rule: may he treat a player whom the crowd beat up after a push off the pitch?"""
    treats_kick_off: bool
    """House rule: may he treat a player hurt on the pitch by a Pitch Invasion or a thrown rock?"""


class Regeneration(_Row, frozen=True):
    skill: str
    works_on: int


class Limits(_Row, frozen=True):
    """How far a characteristic can move from its ``start``.

    Source: LRB4, Serious Injuries, Star player rolls; lrb4-cs.txt:2440-2442, 2566-2569, 3856-3859
    """

    max_loss: int
    min_stat: int
    max_gain: int

    def may_fall(self, value: int, start: int) -> bool:
        """Never below the least, nor too far below the start."""
        return value - 1 >= max(self.min_stat, start - self.max_loss)

    def may_rise(self, value: int, start: int) -> bool:
        """Never too far above the start; a point lost may be gained again."""
        return value < start + self.max_gain


class RaiseDead(_Row, frozen=True):
    """Whose necromancer raises a victim as what; who has one of these skills or positions is not of human size."""

    races: tuple[str, ...]
    position: str
    not_with_skills: tuple[str, ...]
    not_positions: tuple[str, ...]


class Rot(_Row, frozen=True):
    """A victim of a block with a player who has ``skill`` comes back as ``position``."""

    skill: str
    position: str


class Injuries(_Row, frozen=True):
    """``injuries.toml``."""

    casualty: tuple[SeverityRow, ...]
    serious_injury: tuple[InjuryRow, ...]
    niggling_misses_on: int
    apothecary: Apothecary
    regeneration: Regeneration
    limits: Limits
    raise_dead: RaiseDead
    rot: Rot


class SppValues(_Row, frozen=True):
    completion: int
    casualty: int
    interception: int
    touchdown: int
    mvp: int
    casualty_causes: tuple[str, ...]


class Level(_Row, frozen=True):
    spp: int
    """The first total of star player points that has this level."""
    title: str
    ageing: int | None = None
    """2D6 below this number: the player ages."""
    czech: str = ""


class AdvanceRow(_Row, frozen=True):
    roll: Span
    result: Literal["skill", "ma", "ag", "st"]


class AgeingRow(_Row, frozen=True):
    roll: Span
    effect: Literal["niggling", "ma", "st", "ag", "av"]


class Advancement(_Row, frozen=True):
    """``advancement.toml``."""

    spp: SppValues
    levels: tuple[Level, ...]
    star_player_roll: tuple[AdvanceRow, ...]
    ageing: tuple[AgeingRow, ...]


class WeatherRow(_Row, frozen=True):
    roll: Span
    name: str
    czech: str = ""


class HandicapCount(_Row, frozen=True):
    difference: Span
    rolls: int
    free_choice: int = 0


Handicap = Literal[
    "extra_training",
    "intensive_training",
    "inspiration",
    "i_am_the_greatest",
    "bad_press",
    "illegal_drugs",
    "morleys_revenge",
    "smelling_salts",
    "palmed_coin",
    "doom_and_gloom",
    "it_wasnt_me",
    "that_boys_got_talent",
    "duh_where_am_i",
    "bribe_the_ref",
    "knuckledusters",
    "virus",
    "iron_man",
    "buzzing",
]


class HandicapRow(_Row, frozen=True):
    roll: Span
    name: str
    effect: Handicap
    words: str = ""
    """What a coach gets by it."""
    czech: str = ""


class Winnings(_Row, frozen=True):
    """``modifiers[gate band][rating band]``; a band's number is its lowest value."""

    unit: int
    win: int
    minimum: int
    rating_bands: tuple[int, ...]
    gate_bands: tuple[int, ...]
    modifiers: tuple[tuple[int, ...], ...]


class FanFactorRow(_Row, frozen=True):
    total: Span
    change: int


class FanFactor(_Row, frozen=True):
    rows: tuple[FanFactorRow, ...]
    win: int
    loss: int
    touchdowns: int
    touchdowns_needed: int
    casualties: int
    casualties_needed: int
    per_ten: int
    semi_final: int
    final: int
    minimum: int


class Concession(_Row, frozen=True):
    winner_fan_factor: int
    loser_fan_factor: int
    leaves_from_spp: int
    leaves_on: Span


class Mvp(_Row, frozen=True):
    bench: bool
    """House rule: may a fit player who never took the field be the most valuable player?"""
    dead: bool


class Rating(_Row, frozen=True):
    gold_per_point: int
    spp_per_point: int


class WizardRule(_Row, frozen=True):
    """Who may hire an ordinary wizard, and for what."""

    price: int
    never_for: tuple[str, ...]
    own_kind: tuple[str, ...]
    """Races with a wizard of their own kind: an ordinary one only with the trophy."""
    trophy: str
    trophy_price: int


class RuneRow(_Row, frozen=True):
    """Without a name the rune fizzles."""

    roll: Span
    name: str
    stat: Literal["", "ma", "st", "ag", "av"] = ""
    skills: tuple[str, ...] = ()


class Runesmith(_Row, frozen=True):
    races: tuple[str, ...]
    price: int
    runes: tuple[RuneRow, ...]


class Chef(_Row, frozen=True):
    races: tuple[str, ...]
    dice: int
    """Dice for nothing before each half; each lot of ingredients adds one."""
    works_on: int
    ingredients_price: int


class Followers(_Row, frozen=True):
    """Fans of one player, whoever hires him."""

    skill: str
    dice: int
    fan_factor: int


class Hiring(_Row, frozen=True):
    """``hiring.toml``."""

    freebooter_divisor: int
    stars_max: int
    dear_for: tuple[str, ...]
    dear_factor: int
    keep_star_injuries: bool
    """House rule: does a star player keep what he suffers?"""
    wizard: WizardRule
    runesmith: Runesmith
    chef: Chef
    followers: Followers


class MatchTables(_Row, frozen=True):
    """``match.toml``."""

    weather: tuple[WeatherRow, ...]
    gate_per_pip: int
    handicap_counts: tuple[HandicapCount, ...]
    handicaps: tuple[HandicapRow, ...]
    handicap_trophy: str
    """Who holds this trophy has one roll on the handicap table more."""
    winnings: Winnings
    fan_factor: FanFactor
    concession: Concession
    mvp: Mvp
    rating: Rating
    players_on_pitch: int
    turns: int
    consecutive_matches_max: int


class CollapseRow(_Row, frozen=True):
    """``on``: so much or more on 2D6, once the match has seen so many touchdowns, and the field collapses."""

    touchdowns: Span
    on: int


class Ramshackle(_Row, frozen=True):
    """A field that goblins built."""

    no_fans: tuple[str, ...]
    """Races whose fans do not come."""
    invasion: int
    snotlings: int
    collapse: tuple[CollapseRow, ...]
    home_victims: Span
    fans_lost: int
    breaks_after: int
    """Collapses of one match."""


class HomeFields(_Row, frozen=True):
    """``stadiums.toml``."""

    kinds: tuple[Stadium, ...]
    reroll_exactly: bool
    """House rule: must the dice for a re-roll show the number of the field, and no more?"""
    modifier_after_match: bool
    """House rule: does a race's bonus on rolls with the fan factor count after the match as well?"""
    end_returns_on: int
    end_injury: int
    foul_let_off_on: int
    bonuses: tuple[FieldBonus, ...]
    ramshackle: Ramshackle
    trophies: tuple[Trophy, ...]
