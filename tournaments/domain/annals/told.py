"""The past of a league as values: its matches, who did what in them, and who died.

Gold in gold pieces. A team is named by its primary key, a player by that and his place in its ledger, a coach by his
account. Values are kept as lists without names of fields, since there are many.
"""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from typing import Literal

import msgspec

from engine.questions import SIDES, Side, other

Source = Literal["completion", "touchdown", "interception", "casualty", "mvp", "other"]
TRADED = "traded"
"""The status of a player of whom another team has a later line."""

SOURCES: tuple[Source, ...] = ("completion", "touchdown", "interception", "casualty", "mvp", "other")
"""What star player points are for, in the order in which ``Deeds`` has them."""


class TeamTold(msgspec.Struct, frozen=True, array_like=True):
    """A team as it stands. ``strength`` is its rating or team value."""

    pk: int
    name: str
    slug: str
    race: str
    coach: int | None
    treasury: int
    strength: int
    accepted: bool


class Person(msgspec.Struct, frozen=True, array_like=True):
    """A player as he stands, with his whole career. ``worth`` is what he would cost."""

    team: int
    uid: int
    name: str
    position: str
    status: str
    fate: str
    worth: int
    matches: int
    spp: int
    touchdowns: int
    completions: int
    interceptions: int
    casualties: int
    mvps: int


class Deeds(msgspec.Struct, frozen=True, array_like=True):
    """What one player did in one match: how often, and the points for it, by ``SOURCES``."""

    player: int
    counts: tuple[int, int, int, int, int, int]
    points: tuple[int, int, int, int, int, int]

    def count(self, source: Source) -> int:
        return self.counts[SOURCES.index(source)]

    @property
    def spp(self) -> int:
        return sum(self.points)


class SideTold(msgspec.Struct, frozen=True, array_like=True):
    """One side of a match. ``caused`` are casualties of the other side; ``dead`` are its own players who died.

    ``treasury`` and ``strength`` are those with which it took the field.
    """

    team: int
    coach: int | None
    score: int
    caused: int
    dead: int
    treasury: int
    strength: int
    winnings: int
    deeds: tuple[Deeds, ...] = ()


class StarTold(msgspec.Struct, frozen=True, array_like=True):
    """A star player for hire in a match: for whom, and what he did. ``fate`` is how he was carried off, if he was:
    ``saved``, ``badly_hurt``, ``serious`` or ``dead``; or ``sent_off``."""

    name: str
    position: str
    side: Side
    paid: int
    touchdowns: int = 0
    completions: int = 0
    interceptions: int = 0
    casualties: int = 0
    mvps: int = 0
    fate: str = ""


class Scorer(msgspec.Struct, frozen=True, array_like=True):
    """Who scored, and how often. ``player`` is 0 for one without a contract."""

    side: Side
    player: int
    name: str
    count: int


class MatchTold(msgspec.Struct, frozen=True, array_like=True):
    """A match. ``place`` is that of its act, which is the order of the league's history; ``stage`` what it was for."""

    number: int
    season: int
    round: int
    stage: str
    neutral: bool
    place: int
    at: datetime
    home: SideTold
    away: SideTold
    winner: Side | Literal[""]
    conceded: Side | Literal[""]
    gate: int
    stars: tuple[StarTold, ...] = ()
    scorers: tuple[Scorer, ...] = ()

    def side(self, side: Side) -> SideTold:
        return self.home if side == "home" else self.away

    @property
    def sides(self) -> tuple[tuple[SideTold, SideTold], tuple[SideTold, SideTold]]:
        """Each side with its opponent."""
        return (self.home, self.away), (self.away, self.home)

    def side_of(self, team: int) -> Side | None:
        return next((side for side in SIDES if self.side(side).team == team), None)

    def outcome(self, side: Side) -> Literal["won", "drawn", "lost"]:
        if not self.winner:
            return "drawn"
        return "won" if self.winner == side else "lost"

    def opponent(self, side: Side) -> SideTold:
        return self.side(other(side))


class DeathTold(msgspec.Struct, frozen=True, array_like=True):
    """A player who died and is dead still. ``match`` is its number, None where he did not die in one.

    ``cause`` is what killed him as the log has it (``block``, ``foul`` ...). The killer is a player of ``killer_team``;
    ``killer`` is 0 for one without a contract, and ``killer_name`` is empty where it was nobody's doing.
    """

    team: int
    uid: int
    at: datetime
    match: int | None
    cause: str = ""
    killer_team: int | None = None
    killer: int = 0
    killer_name: str = ""


class Milestone(msgspec.Struct, frozen=True, array_like=True):
    """A number that was reached: ``what`` of whom. Of a player ``uid``, of a team ``team`` alone, else of the league.

    ``title`` is a title of the rules, for star player points. ``great`` is what a whole league hears of.
    """

    what: str
    count: int
    at: datetime
    place: int
    great: bool
    match: int | None = None
    team: int | None = None
    uid: int | None = None
    title: str = ""


class Chronicle(msgspec.Struct, frozen=True, array_like=True, dict=True):
    """``matches`` and ``milestones`` in the order of the league's history, ``deaths`` the latest first."""

    teams: tuple[TeamTold, ...]
    people: tuple[Person, ...]
    matches: tuple[MatchTold, ...]
    deaths: tuple[DeathTold, ...]
    milestones: tuple[Milestone, ...]

    @cached_property
    def team(self) -> dict[int, TeamTold]:
        return {one.pk: one for one in self.teams}

    @cached_property
    def person(self) -> dict[tuple[int, int], Person]:
        return {(one.team, one.uid): one for one in self.people}

    @cached_property
    def careers(self) -> tuple[Person, ...]:
        """Everybody once: who was traded took all that he has done along, and stands where he plays now."""
        return tuple(one for one in self.people if one.status != TRADED)

    @cached_property
    def slugs(self) -> dict[str, TeamTold]:
        return {one.slug: one for one in self.teams}

    def of_season(self, number: int | None) -> tuple[MatchTold, ...]:
        """The matches of that season, or of all."""
        return self.matches if number is None else tuple(one for one in self.matches if one.season == number)
