"""What is printed, as values. Every text is shown as it is, whatever is in it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec


class _Paper(msgspec.Struct, frozen=True, tag_field="kind"):
    """``title`` stands at the head, ``subtitle`` under it, ``foot`` at the bottom of each page."""

    title: str
    subtitle: str = ""
    foot: str = ""


class Column(msgspec.Struct, frozen=True):
    """``wide`` columns share the room that the others leave."""

    name: str
    wide: bool = False
    align: Literal["left", "right", "center"] = "right"
    strong: bool = False


Cell: TypeAlias = str | int
"""A number is set with a true minus sign."""


class Table(_Paper, frozen=True, tag="table"):
    """A table of any columns: standings, leaders, a list of teams. ``note`` explains it below."""

    columns: tuple[Column, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    note: str = ""
    across: bool = False
    """On a page that lies."""


class Pairing(msgspec.Struct, frozen=True):
    """Who meets at a table. ``table`` is 0 where there is none, ``away`` empty for a bye."""

    table: int
    home: str
    away: str = ""
    home_coach: str = ""
    away_coach: str = ""
    home_race: str = ""
    away_race: str = ""


class Pairings(_Paper, frozen=True, tag="pairings"):
    """As they stand. By name, each is a line about who is its ``home``, so that a match is there twice."""

    pairings: tuple[Pairing, ...] = ()
    by: Literal["table", "name"] = "table"


class PlayerLine(msgspec.Struct, frozen=True):
    """``stats`` are MA, ST, AG and AV. ``out``: he misses the next match."""

    number: int
    name: str
    position: str
    stats: tuple[int, int, int, int]
    skills: str = ""
    injuries: str = ""
    completions: int = 0
    touchdowns: int = 0
    interceptions: int = 0
    casualties: int = 0
    mvps: int = 0
    spp: int = 0
    price: int = 0
    out: bool = False


class Side(msgspec.Struct, frozen=True):
    """A team on a match sheet: empty texts are left to be filled in."""

    name: str = ""
    coach: str = ""
    race: str = ""
    strength: str = ""
    players: tuple[PlayerLine, ...] = ()


class MatchSheet(msgspec.Struct, frozen=True):
    home: Side = Side()
    away: Side = Side()
    occasion: str = ""
    """Such as the round and the table."""
    rows: int = 16
    """Lines for players where none are given."""


class MatchSheets(_Paper, frozen=True, tag="match_sheets"):
    """A page for each match, on which its result is written down."""

    sheets: tuple[MatchSheet, ...] = ()
    bought: str = ""
    """What the edition calls what is had for this match alone; empty where nothing is."""


class Roster(msgspec.Struct, frozen=True):
    """A team with everybody under contract. ``staff`` and ``record`` are lines of a name and a value."""

    name: str
    race: str
    coach: str
    strength_name: str
    strength: int
    players: tuple[PlayerLine, ...] = ()
    staff: tuple[tuple[str, Cell], ...] = ()
    record: tuple[tuple[str, Cell], ...] = ()


class Rosters(_Paper, frozen=True, tag="rosters"):
    """A page that lies for each team."""

    rosters: tuple[Roster, ...] = ()


class Award(msgspec.Struct, frozen=True):
    """``name`` of the award, who gets it, and for what."""

    name: str
    winner: str
    team: str = ""
    why: str = ""


class Awards(_Paper, frozen=True, tag="awards"):
    """A certificate a page: ``title`` is the event, ``subtitle`` the place and the day."""

    awards: tuple[Award, ...] = ()
    signed: str = "Organiser"


class DrawnText(msgspec.Struct, frozen=True):
    """A text of a drawing: where its base line begins or ends, and how large it is, in the units of the drawing."""

    text: str
    x: float
    y: float
    size: float
    anchor: Literal["start", "middle", "end"] = "start"
    strong: bool = False
    dim: bool = False


class Drawing(_Paper, frozen=True, tag="drawing"):
    """A drawing on a page of its own, as large as fits: lines as ``svg``, and the texts over them, since only what is
    set here has all letters that the fonts have. ``told`` is what it shows, for those who have it read out."""

    svg: str = ""
    width: float = 1
    height: float = 1
    texts: tuple[DrawnText, ...] = ()
    told: str = ""


Paper: TypeAlias = Table | Pairings | MatchSheets | Rosters | Awards | Drawing
