"""Tables for spreadsheets."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO

from tournaments.page import Line

HEAD = (
    "Place",
    "Team",
    "Race",
    "Played",
    "Won",
    "Drawn",
    "Lost",
    "Points",
    "Touchdowns for",
    "Touchdowns against",
    "Touchdown difference",
    "Casualties for",
    "Casualties against",
    "Casualty difference",
    "At home",
    "Away",
)
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def plain(text: str) -> str:
    """A text that a spreadsheet will not take for a formula."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def standings_as_csv(lines: Iterable[Line]) -> str:
    """UTF-8 with a byte-order mark, by which spreadsheets tell it from older encodings. A place is a number here."""
    file = StringIO()
    file.write("\ufeff")
    writer = csv.writer(file)
    writer.writerow(HEAD)
    for line in lines:
        row = line.row
        writer.writerow(
            (
                row.place,
                plain(line.name),
                plain(line.race),
                row.played,
                row.won,
                row.drawn,
                row.lost,
                row.points,
                row.td_for,
                row.td_against,
                row.td_difference,
                row.cas_for,
                row.cas_against,
                row.cas_difference,
                row.home,
                row.away,
            )
        )
    return file.getvalue()
