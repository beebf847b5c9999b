"""The shapes of the tables that this edition has of its own. Gold in gold pieces, fans in spectators."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.dice import Span

Effect = Literal["", "miss", "niggling", "ma", "st", "ag", "av", "dead"]


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class InjuryRow(_Row, frozen=True):
    """``effect``: nothing, a miss, a niggling injury, a lost point, or death. All but the first and the last cost the
    next match as well."""

    roll: Span
    name: str
    effect: Effect = ""


class Apothecary(_Row, frozen=True):
    """``treats_hired``: may he treat star players and mercenaries?"""

    treats_hired: bool


class Regeneration(_Row, frozen=True):
    skill: str
    works_on: int


class Decay(_Row, frozen=True):
    """Who has the skill suffers so many results of the casualty table at once."""

    skill: str
    rolls: int


class Frail(_Row, frozen=True):
    """Who has the skill may be badly hurt without a roll on the casualty table."""

    skill: str


class Limits(_Row, frozen=True):
    """How far a characteristic can move from its start, and its least and greatest value."""

    max_loss: int
    min_stat: int
    max_gain: int
    max_stat: int

    def may_fall(self, value: int, start: int) -> bool:
        return value - 1 >= max(self.min_stat, start - self.max_loss)

    def may_rise(self, value: int, start: int) -> bool:
        return value < min(self.max_stat, start + self.max_gain)


class Raising(_Row, frozen=True):
    """A killed opponent of strength ``strength_max`` or less, without ``not_with_skills``, joins as ``position``."""

    races: tuple[str, ...]
    position: str
    strength_max: int
    not_with_skills: tuple[str, ...]
    killer_skill: str = ""
    """Only those whom a player with this skill killed; empty means all."""


class Injuries(_Row, frozen=True):
    """``injuries.toml``."""

    casualty: tuple[InjuryRow, ...]
    apothecary: Apothecary
    regeneration: Regeneration
    decay: Decay
    frail: Frail
    limits: Limits
    raise_dead: Raising
    rot: Raising


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


class AdvanceRow(_Row, frozen=True):
    """``stats`` may be taken instead of a skill."""

    roll: Span
    stats: tuple[Literal["ma", "st", "ag", "av"], ...] = ()


class Values(_Row, frozen=True):
    """What an improvement adds to the worth of a player."""

    skill: int
    double: int
    ma: int
    st: int
    ag: int
    av: int


class Exclusion(_Row, frozen=True):
    """Nobody may have the skill together with one of the others."""

    skill: str
    not_with: tuple[str, ...]


class Advancement(_Row, frozen=True):
    """``advancement.toml``."""

    spp: SppValues
    levels: tuple[Level, ...]
    improvement_roll: tuple[AdvanceRow, ...]
    values: Values
    exclusions: tuple[Exclusion, ...]


class WeatherRow(_Row, frozen=True):
    roll: Span
    name: str


class Fans(_Row, frozen=True):
    """``dice`` and the fan factor, each point so many spectators; FAME for more of them, and for ``multiple`` times
    as many or more."""

    dice: int
    spectators: int
    more: int
    multiple: int
    many_more: int
    fame_skill: str
    """Each player with it who can play adds one to the FAME of his side."""


class Winnings(_Row, frozen=True):
    unit: int
    win: int
    draw: int
    loss: int
    winner_rerolls: bool


class Expenses(_Row, frozen=True):
    """From a team value of ``start`` on every match costs ``step``, and so much more for each ``interval`` above."""

    start: int
    interval: int
    step: int


class FanFactor(_Row, frozen=True):
    """Dice against the fan factor: more of it is won by a higher roll, and lost by a lower one."""

    win_dice: int
    draw_dice: int
    loss_dice: int
    draw_rises: bool
    minimum: int


class Concession(_Row, frozen=True):
    fan_factor: int
    leaves_from_spp: int
    leaves_on: Span
    excused: bool
    """May a side with too few players concede without a penalty?"""


class Mvp(_Row, frozen=True):
    """Who may be the most valuable player besides those under contract."""

    journeymen: bool
    hired: bool


class Journeymen(_Row, frozen=True):
    """Players of positions with ``position_max`` or more on the list fill a team up, with a skill of theirs."""

    position_max: int
    skill: str


class MatchTables(_Row, frozen=True):
    """``match.toml``."""

    players_on_pitch: int
    turns: int
    weather: tuple[WeatherRow, ...]
    fans: Fans
    winnings: Winnings
    expenses: Expenses
    fan_factor: FanFactor
    concession: Concession
    mvp: Mvp
    journeymen: Journeymen


Inducing = Literal["babes", "bribe", "training", "chef", "igor", "apothecary", "wizard", "deck"]


class Inducement(_Row, frozen=True):
    """``max`` of one kind for a match. ``reduced`` holds the price of those races that pay another."""

    name: str
    effect: Inducing
    price: int
    max: int
    reduced: dict[str, int] = {}
    only_for: tuple[str, ...] = ()
    """Races; empty means all."""
    words: str = ""
    """What a coach gets by it."""


class Mercenaries(_Row, frozen=True):
    """``surcharge`` on the price of the position; one skill of the normal access for ``skill_price``."""

    surcharge: int
    skill_price: int
    skill: str
    """The skill that every one of them has."""


class Bribe(_Row, frozen=True):
    works_on: int


class Chef(_Row, frozen=True):
    dice: int
    works_on: int


class Inducements(_Row, frozen=True):
    """``inducements.toml``."""

    kinds: tuple[Inducement, ...]
    petty_cash_step: int
    stars_max: int
    decks_max: int
    mercenaries: Mercenaries
    bribe: Bribe
    chef: Chef
