"""Pictures that other sites show beside an address, as values. Every text is shown as it is, whatever is in it."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

WIDTH, HEIGHT = 1200, 630
"""Pixels, as such pictures are asked for."""


class _Card(msgspec.Struct, frozen=True, tag_field="kind"):
    """``league`` stands at the head, ``under`` beside it."""

    league: str
    under: str


class CardSide(msgspec.Struct, frozen=True):
    """A team of a match: ``score`` is empty as long as it is not played."""

    name: str
    race: str
    score: str = ""


class MatchCard(_Card, frozen=True, tag="match"):
    home: CardSide = CardSide("", "")
    away: CardSide = CardSide("", "")
    note: str = ""


class CardLine(msgspec.Struct, frozen=True):
    place: str
    name: str
    played: int
    points: int


class TableCard(_Card, frozen=True, tag="table"):
    """The first lines of a table; ``more`` tells of the others."""

    lines: tuple[CardLine, ...] = ()
    played: str = ""
    points: str = ""
    more: str = ""


class LeagueCard(_Card, frozen=True, tag="league"):
    """``figures``: names and numbers, as many as stand side by side."""

    figures: tuple[tuple[str, str], ...] = ()
    note: str = ""


Card: TypeAlias = MatchCard | TableCard | LeagueCard
