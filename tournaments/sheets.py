"""Tables for spreadsheets."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO

from teams.models import Team
from tournaments.domain.ratings import DECIMALS
from tournaments.domain.ratings import Line as Rating
from tournaments.page import Board, Line

CONTENT_TYPE = "text/csv; charset=utf-8"
STANDINGS = (
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
LEADERS = ("Board", "Place", "Player", "Position", "Team", "Count", "Status")
TEAMS = ("Team", "Race", "Coach", "Played", "Won", "Drawn", "Lost", "Treasury", "Worth", "Fan factor")
RATINGS = (
    "Place",
    "Coach",
    "NAF number",
    "Race",
    "Rating",
    "Matches",
    "Won",
    "Drawn",
    "Lost",
    "Best",
    "Last change",
    "Last match",
)
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def plain(text: str) -> str:
    """A text that a spreadsheet will not take for a formula."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def as_csv(head: Iterable[str], rows: Iterable[Iterable[str | float | None]]) -> str:
    """UTF-8 with a byte-order mark, by which spreadsheets tell it from older encodings. No text is a formula."""
    file = StringIO()
    file.write("\ufeff")
    writer = csv.writer(file)
    writer.writerow(head)
    writer.writerows([plain(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return file.getvalue()


def standings_as_csv(lines: Iterable[Line]) -> str:
    """A place is a number here."""
    return as_csv(STANDINGS, (_standing(line) for line in lines))


def _standing(line: Line) -> tuple[str | int | None, ...]:
    row = line.row
    return (
        row.place,
        line.name,
        line.race,
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


def leaders_as_csv(boards: Iterable[Board]) -> str:
    return as_csv(
        LEADERS,
        (
            (board.name, one.place, one.player, one.position, one.team, one.value, one.status)
            for board in boards
            for one in board.leaders
        ),
    )


def teams_as_csv(teams: Iterable[Team], strength_name: str) -> str:
    """Each with its coach."""
    return as_csv(
        (*TEAMS, strength_name),
        (
            (
                team.name,
                team.race,
                team.coach.username if team.coach else "",
                team.played,
                team.won,
                team.drawn,
                team.lost,
                team.treasury,
                team.worth,
                team.fan_factor,
                team.strength,
            )
            for team in teams
        ),
    )


def ratings_as_csv(lines: Iterable[Rating]) -> str:
    return as_csv(RATINGS, (_rating(line) for line in lines))


def _rating(line: Rating) -> tuple[str | float | None, ...]:
    return (
        line.place,
        line.name,
        line.naf_number,
        line.race,
        round(line.rating, DECIMALS),
        line.games,
        line.won,
        line.drawn,
        line.lost,
        round(line.best, DECIMALS),
        round(line.change, DECIMALS),
        line.at.date().isoformat(),
    )
