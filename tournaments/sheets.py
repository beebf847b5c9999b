"""Tables for spreadsheets."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.words import named, position_named
from teams.models import Team
from tournaments.domain.competing.reading import Division, Place
from tournaments.domain.competing.squads import SquadRow
from tournaments.domain.ratings import DECIMALS
from tournaments.domain.ratings import Line as Rating
from tournaments.page import Board, Line

CONTENT_TYPE = "text/csv; charset=utf-8"
STANDINGS = (
    _("Place"),
    _("Team"),
    _("Race"),
    _("Played"),
    _("Won"),
    _("Drawn"),
    _("Lost"),
    _("Points"),
    _("Touchdowns for"),
    _("Touchdowns against"),
    _("Touchdown difference"),
    _("Casualties for"),
    _("Casualties against"),
    _("Casualty difference"),
    _("At home"),
    pgettext_lazy("how often", "Away"),
)
STAGE = (
    _("Place"),
    _("Entry"),
    _("Coach"),
    _("Race"),
    _("Points"),
    _("Played"),
    _("Won"),
    _("Drawn"),
    _("Lost"),
    _("Byes"),
    _("Touchdowns for"),
    _("Touchdowns against"),
    _("Casualties for"),
    _("Casualties against"),
    _("At home"),
    pgettext_lazy("how often", "Away"),
    _("Bonus"),
    _("Painting"),
    _("Given or taken"),
)
SQUADS = (
    _("Place"),
    _("Squad"),
    _("Points"),
    _("Ties won"),
    _("Ties drawn"),
    _("Ties lost"),
    _("Members' points"),
    _("Touchdown difference"),
    _("Casualty difference"),
)
LEADERS = (_("Board"), _("Place"), _("Player"), _("Position"), _("Team"), _("Count"), _("Status"))
TEAMS = (
    _("Team"),
    _("Race"),
    _("Coach"),
    _("Played"),
    _("Won"),
    _("Drawn"),
    _("Lost"),
    _("Treasury"),
    _("Worth"),
    _("Fan factor"),
)
RATINGS = (
    _("Place"),
    _("Coach"),
    _("NAF number"),
    _("Race"),
    pgettext_lazy("of a coach", "Rating"),
    _("Matches"),
    _("Won"),
    _("Drawn"),
    _("Lost"),
    _("Best"),
    _("Last change"),
    _("Last match"),
)
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def plain(text: str) -> str:
    """A text that a spreadsheet will not take for a formula."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def as_csv(head: Iterable[object], rows: Iterable[Iterable[str | float | None]]) -> str:
    """UTF-8 with a byte-order mark, by which spreadsheets tell it from older encodings. No text is a formula."""
    file = StringIO()
    file.write("\ufeff")
    writer = csv.writer(file)
    writer.writerow([plain(str(cell)) for cell in head])
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
        named(line.race),
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


def stage_as_csv(divisions: Sequence[Division]) -> str:
    """The tables of a stage one after the other, each line with its division; behind it the value of each criterion,
    which is empty where it did not apply."""
    criteria = [one.name for one in divisions[0].table.criteria] if divisions else []
    head = (_("Division"), *STAGE, *(f"{number}. {gettext(name)}" for number, name in enumerate(criteria, 1)))
    return as_csv(
        head,
        (
            (division.name, *_place(place), *place.row.values)
            for division in divisions
            for place in division.places
        ),
    )


def _place(place: Place) -> tuple[str | int, ...]:
    row, entry = place.row, place.entry
    return (
        row.place,
        entry.name,
        entry.coach_name,
        named(entry.race),
        row.points,
        row.played,
        row.won,
        row.drawn,
        row.lost,
        row.byes,
        row.td_for,
        row.td_against,
        row.cas_for,
        row.cas_against,
        row.home,
        row.away,
        row.bonus,
        row.painting,
        row.adjusted,
    )


def squads_as_csv(rows: Iterable[SquadRow]) -> str:
    """Ties are empty where members are paired one by one."""
    return as_csv(
        SQUADS,
        (
            (
                row.place,
                row.squad,
                row.points,
                row.won,
                row.drawn,
                row.lost,
                row.members,
                row.td_difference,
                row.cas_difference,
            )
            for row in rows
        ),
    )


def leaders_as_csv(boards: Iterable[Board]) -> str:
    return as_csv(
        LEADERS,
        (
            (
                board.name,
                one.place,
                one.player,
                position_named(one.position),
                one.team,
                one.value,
                gettext(one.status),
            )
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
                named(team.race),
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
        named(line.race),
        round(line.rating, DECIMALS),
        line.games,
        line.won,
        line.drawn,
        line.lost,
        round(line.best, DECIMALS),
        round(line.change, DECIMALS),
        line.at.date().isoformat(),
    )
