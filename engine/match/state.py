"""A match in progress. It may change as it goes; what goes in and what comes out is frozen."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.dice import Dice
from engine.edition import Edition
from engine.match.facts import Fact
from engine.match.log import LogPlayer, LogRoster, MatchLog, Stage, StarRecord
from engine.questions import SIDES, Refusal, Roll, Script, Side
from engine.roster import RosterEvent, with_stat
from engine.words import gettext as _
from engine.words import gettext_noop

Condition = Literal["fit", "missing", "hurt", "dead", "off"]

Hired = Literal["", "freebooter", "star", "talent", "journeyman", "mercenary", "raised"]

_WHY_NOT = {
    "missing": gettext_noop("he misses this match"),
    "hurt": gettext_noop("he was carried off injured"),
    "dead": gettext_noop("he is dead"),
    "off": gettext_noop("he was sent off"),
}
Deed = Literal[
    "be hurt",
    "be sent off",
    "be treated",
    "cause a casualty",
    "complete a pass",
    "intercept",
    "line up",
    "score",
]
_CANNOT: dict[Deed, str] = {
    "be hurt": gettext_noop("{player} cannot be hurt: {why}."),
    "be sent off": gettext_noop("{player} cannot be sent off: {why}."),
    "be treated": gettext_noop("{player} cannot be treated: {why}."),
    "cause a casualty": gettext_noop("{player} cannot cause a casualty: {why}."),
    "complete a pass": gettext_noop("{player} cannot complete a pass: {why}."),
    "intercept": gettext_noop("{player} cannot intercept: {why}."),
    "line up": gettext_noop("{player} cannot line up: {why}."),
    "score": gettext_noop("{player} cannot score: {why}."),
}
"""Looked up only where somebody cannot: most reports are right, and a replay has no time for words."""


class Absent(Refusal):
    """Somebody whom an entry names is not at the match."""


class Taken(msgspec.Struct, frozen=True):
    """Something that a side has asked for before a match. ``price`` in gold pieces."""

    option: str
    price: int


class Fielded:
    """One player in one match. ``played``: he is known to have stood on the pitch."""

    __slots__ = (
        "casualties",
        "completions",
        "condition",
        "hired",
        "interceptions",
        "mvps",
        "played",
        "player",
        "skills",
        "stats",
        "touchdowns",
    )

    def __init__(self, player: LogPlayer, hired: Hired = "") -> None:
        self.player = player
        self.hired: Hired = hired
        """How he came for this match alone; empty for a player under contract."""
        self.stats = player.stats
        """With what this match alone gives or takes; ``player.stats`` are his own."""
        self.skills = player.skills
        self.condition: Condition = "missing" if player.misses else "fit"
        self.played = False
        self.touchdowns = 0
        self.completions = 0
        self.interceptions = 0
        self.casualties = 0
        self.mvps = 0

    @property
    def number(self) -> int:
        return self.player.number

    def gain(self, stat: str = "", skills: tuple[str, ...] = ()) -> None:
        """A point of a characteristic, or skills, for this match."""
        if stat:
            self.stats = with_stat(self.stats, stat, 1)
        self.skills += tuple(skill for skill in skills if skill not in self.skills)

    def __str__(self) -> str:
        return _("number {number} ({player})").format(number=self.player.number, player=self.player.name)


class Squad:
    """One side in one match."""

    __slots__ = (
        "apart",
        "apothecaries",
        "basket",
        "bribes",
        "casualties",
        "clumsy",
        "early",
        "events",
        "fame",
        "fan_factor",
        "fan_factor_modifier",
        "fans",
        "handicaps",
        "inducements",
        "ingredients",
        "iron",
        "joining",
        "missing_at_start",
        "paid",
        "players",
        "purse",
        "rerolls",
        "roster",
        "score",
        "side",
        "smuggled",
        "spp_casualties",
        "strength",
        "trophy_rerolls",
        "wizard",
    )

    def __init__(self, side: Side, roster: LogRoster) -> None:
        self.side = side
        self.roster = roster
        self.players = {player.number: Fielded(player) for player in roster.players}
        self.apothecaries = roster.apothecary
        """Those of the team and those hired for this match, as far as they are still to be used."""
        self.strength = roster.strength
        """With those who play for the team in this match alone, where the edition counts them."""
        self.fans = 0
        """Spectators who came for this side."""
        self.fame = 0
        """What the larger crowd is worth to this side, in editions that know it."""
        self.purse = roster.treasury
        """Gold pieces that may still be spent on whoever is hired for this match."""
        self.basket: list[Taken] = []
        """What was asked for so far, in order; it comes to the match when both sides are done."""
        self.inducements: dict[str, int] = {}
        """What was bought for this match and how much of it is left, by name."""
        self.score = 0
        self.casualties = 0
        """Casualties that players of this side caused, by whatever means."""
        self.spp_casualties = 0
        self.events: list[RosterEvent] = []
        """Injuries and deaths, as they come."""
        self.early: list[RosterEvent] = []
        """What happened to the roster before the kick-off."""
        self.joining: list[RosterEvent] = []
        """Players who sign during or after the match; their events come before all others."""
        self.paid: list[tuple[int, str]] = []
        """Gold pieces spent before the match, and what for."""
        self.fan_factor = roster.fan_factor
        """In force now: the field, the cold or bad press may have changed it for this match."""
        self.fan_factor_modifier = 0
        """Added to what is rolled with the fan factor on the kick-off table."""
        self.rerolls = [roster.rerolls, roster.rerolls]
        """Team re-rolls of the first and of the second half."""
        self.smuggled = 0
        """Players beyond the usual number who may stand on the pitch when the second half begins."""
        self.trophy_rerolls = 0
        """Re-rolls that can be used once in the match."""
        self.wizard = ""
        """The wizard, or who stands in his place, hired for this match."""
        self.handicaps: dict[str, int | None] = {}
        """Effects of the handicap table in force for this side's benefit, with the player concerned."""
        self.ingredients = 0
        """Dice that were bought for the chef."""
        self.apart: tuple[int, ...] = ()
        """Numbers of whom only one may line up at a kick-off."""
        self.iron: tuple[int, ...] = ()
        """Numbers of those who cannot be hurt."""
        self.clumsy: tuple[int, ...] = ()
        """Numbers of those who drop every ball."""
        self.bribes = 0
        """Sendings-off that the referee will overlook."""
        self.missing_at_start = [one.player.id for one in self.players.values() if one.condition == "missing"]

    def fielded(self, number: int) -> Fielded:
        """Raises Refusal for a number that nobody wears."""
        try:
            return self.players[number]
        except KeyError:
            raise Absent(
                _("{team} has no player with the number {number}.").format(
                    team=self.roster.team, number=number
                )
            ) from None

    def full(self, one: Fielded) -> str:
        """Name, number and team, in a sentence."""
        return _("{player} (number {number}, {team})").format(
            player=one.player.name, number=one.number, team=self.roster.team
        )

    def acting(self, number: int, deed: Deed) -> Fielded:
        """The player, who thereby took the field. Raises Refusal when he cannot act."""
        one = self.players.get(number) or self.fielded(number)
        if one.condition != "fit":
            refusal = Absent if one.condition == "missing" else Refusal
            raise refusal(_(_CANNOT[deed]).format(player=self.full(one), why=_(_WHY_NOT[one.condition])))
        one.played = True
        return one

    def fit(self) -> list[Fielded]:
        return [one for one in self.players.values() if one.condition == "fit"]

    @property
    def contracted(self) -> list[Fielded]:
        """Those under contract, by shirt number: whoever is hired for the match alone leaves no trace on the roster."""
        return [one for _number, one in sorted(self.players.items()) if not one.hired]

    def free_number(self) -> int:
        """The lowest shirt number that nobody wears."""
        return next(number for number in range(1, 1000) if number not in self.players)

    def free_id(self) -> int:
        """The id of the next player who signs."""
        signed = len(self.joining)
        if signed < len(self.roster.new_ids):
            return self.roster.new_ids[signed]
        taken = [one.player.id for one in self.contracted]
        return max(self.roster.next_id, max(taken, default=0) + 1)

    def add(self, player: LogPlayer, hired: Hired = "") -> Fielded:
        """Somebody joins for this match, or for good; his number must be free."""
        self.players[player.number] = one = Fielded(player, hired)
        return one


class Match:
    """``half`` and ``turn`` are those of the last report; ``winner`` is None until the end, and for a draw.

    ``may_go_back``: there was a touchdown since the turns last went back, so that Injury Time may put them back by one.
    """

    __slots__ = (
        "at_home",
        "conceded_by",
        "concession_excused",
        "counted",
        "edition",
        "ended",
        "facts",
        "gate",
        "half",
        "half_time_over",
        "may_go_back",
        "squads",
        "stage",
        "stars",
        "turn",
        "whole_book",
        "winner",
    )

    def __init__(
        self,
        edition: Edition,
        home: LogRoster,
        away: LogRoster,
        stage: Stage = "league",
        at_home: bool = True,
        stars: tuple[StarRecord, ...] = (),
        whole_book: bool = True,
    ) -> None:
        self.edition = edition
        self.stage: Stage = stage
        self.at_home = at_home
        """Whether the home team's field counts."""
        self.stars = {one.name: one for one in stars}
        self.whole_book = whole_book
        """Whether everything is asked that the rules ask, or only what logs of version 1 hold."""
        self.half_time_over = False
        self.counted: tuple[tuple[Side, int], ...] = ()
        """Shirt numbers that the die which is asked for counts, in order, where it picks one of several players."""
        self.squads: dict[Side, Squad] = {"home": Squad("home", home), "away": Squad("away", away)}
        self.facts: list[Fact] = []
        self.half = 1
        self.turn = 1
        self.may_go_back = False
        self.gate = 0
        self.winner: Side | None = None
        self.conceded_by: Side | None = None
        self.concession_excused = False
        """Whether nothing is lost by the concession but the match."""
        self.ended = False

    @classmethod
    def of(cls, log: MatchLog, edition: Edition) -> Match:
        """The match of this log before anything has happened."""
        return cls(edition, log.home, log.away, log.stage, log.at_home, log.stars, log.whole_book)

    def one_of(self, able: list[Fielded], squad: Squad, by: Side, key: str) -> Script[int]:
        """The place, from 1, of one of these players of a squad at random: a die with as many faces, if need be."""
        if len(able) == 1:
            return 1
        self.counted = tuple((squad.side, one.number) for one in able)
        place: int = yield Roll(by, Dice(1, len(able)), key)
        self.counted = ()
        return place

    @property
    def home(self) -> Squad:
        return self.squads["home"]

    @property
    def away(self) -> Squad:
        return self.squads["away"]

    def both(self) -> tuple[Squad, Squad]:
        return self.squads[SIDES[0]], self.squads[SIDES[1]]
