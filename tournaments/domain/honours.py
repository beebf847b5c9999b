"""Who is honoured at the end of a competition: worked out from its results, never entered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.contest.table import Row
from tournaments.domain.competing import tables
from tournaments.models import Competition, Entry

STUNTY_RACES = frozenset({"Goblin", "Goblins", "Halfling", "Halflings", "Ogre", "Ogres", "Snotling", "Gnome"})
"""Teams of the small, for whom a cup of their own is kept; names as editions and the NAF have them."""


@dataclass(frozen=True, slots=True)
class Honour:
    """``name`` of the award, the entry that has it, and for what."""

    name: str
    entry: Entry
    why: str


def honours(competition: Competition) -> list[Honour]:
    """The first three, most touchdowns and casualties, best defence, best of the small teams, and the wooden spoon.

    By the table over all stages. Whoever is equal shares an award; who has not played gets none. Empty as long as
    nothing was played.
    """
    entries = {entry.number: entry for entry in competition.entries.all()}
    rows = [row for row in tables.overall(competition).rows if row.played]
    if not rows:
        return []
    found = [
        *_first_three(rows, entries),
        *_best(rows, entries, "Most touchdowns", lambda row: row.td_for, "{} touchdowns"),
        *_best(rows, entries, "Most casualties", lambda row: row.cas_for, "{} casualties"),
        *_best_defence(rows, entries),
        *_stunty_cup(rows, entries),
    ]
    last = rows[-1]
    if len(rows) > 3:
        spoons = [row for row in rows if row.place == last.place]
        found += [Honour("Wooden spoon", _entry(row, entries), _record(row)) for row in spoons]
    return found


def _entry(row: Row, entries: dict[int, Entry]) -> Entry:
    return entries[int(row.entrant)]


def _record(row: Row) -> str:
    return f"{row.won} won, {row.drawn} drawn, {row.lost} lost"


def _first_three(rows: Sequence[Row], entries: dict[int, Entry]) -> list[Honour]:
    names = {1: "First place", 2: "Second place", 3: "Third place"}
    return [
        Honour(names[row.place], _entry(row, entries), _record(row)) for row in rows if row.place in names
    ]


def _best(
    rows: Sequence[Row], entries: dict[int, Entry], name: str, count: Callable[[Row], int], words: str
) -> list[Honour]:
    most = max(count(row) for row in rows)
    if not most:
        return []
    return [Honour(name, _entry(row, entries), words.format(most)) for row in rows if count(row) == most]


def _best_defence(rows: Sequence[Row], entries: dict[int, Entry]) -> list[Honour]:
    """Of those who played as often as anybody: who has missed rounds has not defended in them."""
    most = max(row.played for row in rows)
    there = [row for row in rows if row.played == most]
    least = min(row.td_against for row in there)
    return [
        Honour("Best defence", _entry(row, entries), f"{least} touchdowns against in {most} matches")
        for row in there
        if row.td_against == least
    ]


def _stunty_cup(rows: Sequence[Row], entries: dict[int, Entry]) -> list[Honour]:
    small = [row for row in rows if _entry(row, entries).race in STUNTY_RACES]
    return [
        Honour("Stunty cup", _entry(row, entries), _record(row))
        for row in small
        if row.place == small[0].place
    ]
