"""A season on paper, as values. Every text is shown as it is, whatever is in it."""

from __future__ import annotations

import msgspec

from tournaments.printing.papers import Cell, Column, PlayerLine, _Paper


class Titled(msgspec.Struct, frozen=True):
    """Lines under a heading: each a few cells, the first of which is strong where ``strong`` says so."""

    title: str
    lines: tuple[tuple[Cell, ...], ...] = ()


class SeasonMatch(msgspec.Struct, frozen=True):
    """A result. ``told``: who scored, and who did not come home."""

    home: str
    away: str
    score: str
    casualties: str
    told: str = ""
    won: str = ""
    """``home``, ``away``, or nobody."""


class SeasonRound(msgspec.Struct, frozen=True):
    title: str
    matches: tuple[SeasonMatch, ...] = ()
    open: int = 0
    """Matches that were not played."""


class SeasonTeam(msgspec.Struct, frozen=True):
    """A team with its roster at the end of the season, and how it fared in it. ``place`` is empty without a table."""

    name: str
    under: str
    place: str = ""
    strength_name: str = ""
    strength: int = 0
    players: tuple[PlayerLine, ...] = ()
    record: tuple[tuple[str, Cell], ...] = ()
    results: tuple[tuple[str, str, str], ...] = ()
    """The round, against whom, and how it ended."""


class Almanac(_Paper, frozen=True, tag="almanac"):
    """A season from its cover to its graveyard. ``title`` is the league, ``subtitle`` the season.

    ``empty`` are the sentences for parts that nothing is to be told of.
    """

    span: str = ""
    edition: str = ""
    champion: str = ""
    figures: tuple[tuple[str, Cell], ...] = ()
    columns: tuple[Column, ...] = ()
    table: tuple[tuple[Cell, ...], ...] = ()
    note: str = ""
    rounds: tuple[SeasonRound, ...] = ()
    leaders: tuple[Titled, ...] = ()
    records: tuple[Titled, ...] = ()
    honours: tuple[Titled, ...] = ()
    milestones: tuple[tuple[Cell, ...], ...] = ()
    dead: tuple[tuple[Cell, ...], ...] = ()
    hurt: tuple[tuple[Cell, ...], ...] = ()
    teams: tuple[SeasonTeam, ...] = ()
