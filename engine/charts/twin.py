"""The table that says what a chart shows."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

Cell = str | int | float | None


class Table(msgspec.Struct, frozen=True):
    """``head`` names the columns; the first cell of a row names it. None: there is no value."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def table_of(caption: str, head: Iterable[str], rows: Iterable[Iterable[Cell]]) -> Table:
    return Table(caption, tuple(head), tuple(tuple(row) for row in rows))
