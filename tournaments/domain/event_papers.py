"""Papers of a competition: pairings, match sheets, its table, certificates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast
from xml.etree.ElementTree import Element, tostring

from defusedxml.ElementTree import fromstring
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.contest.bracket_svg import bracket_svg
from engine.contest.table import Row
from engine.words import named
from league.domain.roles import NotVisible
from tournaments.domain.competing import drawing, reading
from tournaments.domain.competing.reading import Division, Place
from tournaments.domain.competing.squads import squad_standing
from tournaments.domain.honours import honours
from tournaments.domain.papers import foot, sides_of
from tournaments.models import Competition, Entry, Pairing, Round, Stage
from tournaments.printing import (
    Award,
    Awards,
    Column,
    Drawing,
    DrawnText,
    MatchSheet,
    MatchSheets,
    Pairings,
    Side,
    Table,
)
from tournaments.printing import Pairing as Seats

PER_ROUND = ("pairings", "names", "sheets")


def round_paper(what: str, round: Round) -> Pairings | MatchSheets:
    """``pairings`` by table, ``names`` of who plays where, or match ``sheets``, of a round that the person may see."""
    competition = round.stage.competition
    title = round.name or _("Round {number}").format(number=round.number)
    subtitle = f"{competition.name}, {round.stage.name}"
    found = reading.meetings(Pairing.objects.filter(round=round))
    rows = [one.pairing for one in found]
    if what == "sheets":
        return _sheets(competition, rows, title)
    if what == "names":
        lines = [_seats(one.meeting.pairing, one.entry, one.opponent) for one in drawing.by_name(found)]
        return Pairings(title, subtitle, foot(competition.league), pairings=tuple(lines), by="name")
    seats = tuple(_seats(row, row.home, row.away) for row in rows)
    return Pairings(title, subtitle, foot(competition.league), pairings=seats)


def _seats(row: Pairing, one: Entry, other: Entry | None) -> Seats:
    return Seats(
        table=row.table,
        home=one.name,
        away=other.name if other else "",
        home_coach=one.coach_name,
        away_coach=other.coach_name if other else "",
        home_race=named(one.race),
        away_race=named(other.race) if other else "",
    )


def _sheets(competition: Competition, rows: list[Pairing], title: str) -> MatchSheets:
    """With the rosters of teams of the league; whoever came from elsewhere has empty lines."""
    played = [(row, row.home, row.away) for row in rows if row.away is not None]
    keys = {one.team_id for _, home, away in played for one in (home, away) if one.team_id}
    sides = sides_of(keys, competition.league)
    return MatchSheets(
        competition.name,
        title,
        foot(competition.league),
        sheets=tuple(
            MatchSheet(_side(home, sides), _side(away, sides), _at(row.table))
            for row, home, away in played
            if away is not None
        )
        or (MatchSheet(),),
        bought=named(competition.league.rules.shop.called),
    )


def _at(table: int) -> str:
    return _("Table {table}").format(table=table) if table else ""


def _side(entry: Entry, sides: dict[int, Side]) -> Side:
    found = sides.get(entry.team_id or 0)
    return found or Side(entry.name, entry.coach_name, named(entry.race))


# --- the table ------------------------------------------------------------------------------------------------


def stage_table(stage: Stage) -> Table:
    """Each division after the other, by the criteria that the stage counts."""
    competition = stage.competition
    found = reading.divisions(stage)
    if not found:
        raise NotVisible(_("{stage} has no table.").format(stage=stage.name))
    criteria = [one.name for one in found[0].table.criteria if one.key != "points"]
    columns = (
        Column("#"),
        Column(_("Name"), wide=True, align="left", strong=True),
        Column(_("Race"), align="left"),
        *(
            Column(name)
            for name in (_points(), pgettext("short: matches played", "P"), *_ended(), _("TD"), _("CAS"))
        ),
    )
    rows = [row for division in found for row in _rows(division, len(columns))]
    note = _("Points, then {criteria}.").format(criteria=", ".join(map(_, criteria))) if criteria else ""
    return Table(
        competition.name, stage.name, foot(competition.league), columns=columns, rows=tuple(rows), note=note
    )


def _points() -> str:
    return pgettext("short: points", "Pts")


def _ended() -> tuple[str, str, str]:
    return (
        pgettext("short: matches won", "W"),
        pgettext("short: matches drawn", "D"),
        pgettext("short: matches lost", "L"),
    )


def _rows(division: Division, width: int) -> list[tuple[str | int, ...]]:
    named = [("", division.name, *[""] * (width - 2))] if division.name else []
    return [*named, *(_row(place, place.row) for place in division.places)]


def _row(place: Place, row: Row) -> tuple[str | int, ...]:
    return (
        place.shown,
        place.entry.name,
        named(place.entry.race),
        row.points,
        row.played,
        row.won,
        row.drawn,
        row.lost,
        f"{row.td_for}–{row.td_against}",
        f"{row.cas_for}–{row.cas_against}",
    )


def squads_table(stage: Stage) -> Table:
    """How the squads of a stage stand, with their ties where squads are paired."""
    found = squad_standing(stage)
    if not found:
        raise NotVisible(_("{stage} has no table of squads.").format(stage=stage.name))
    ties = found[0].won is not None
    columns = (
        Column("#"),
        Column(_("Squad"), wide=True, align="left", strong=True),
        Column(_points()),
        *(Column(name) for name in ((*_ended(), _("Members")) if ties else ())),
        Column(_("TD")),
        Column(_("CAS")),
    )
    rows = tuple(
        (
            row.shown,
            row.squad,
            row.points,
            *((row.won or 0, row.drawn or 0, row.lost or 0, row.members) if ties else ()),
            row.td_difference,
            row.cas_difference,
        )
        for row in found
    )
    note = (
        _("Points of ties, then those of the members, then the differences of touchdowns and of casualties.")
        if ties
        else _("Points of all members, then the differences of touchdowns and of casualties.")
    )
    competition = stage.competition
    subtitle = _("{stage}, Squads").format(stage=stage.name)
    return Table(competition.name, subtitle, foot(competition.league), columns=columns, rows=rows, note=note)


# --- the bracket ----------------------------------------------------------------------------------------------


def bracket_drawing(stage: Stage, organiser: bool, *, standalone: bool = False) -> str:
    """The bracket as SVG. Raises NotVisible where it is not drawn, or not for the person to see yet."""
    found = drawing.bracket(stage, organiser)
    if found is None:
        raise NotVisible(_("{stage} has no bracket yet.").format(stage=stage.name))
    title = _("Bracket of {competition}, {stage}").format(
        competition=stage.competition.name, stage=stage.name
    )
    return bracket_svg(found.bracket, found.names, title=title, standalone=standalone)


def bracket(stage: Stage, organiser: bool) -> Drawing:
    drawn = fromstring(bracket_drawing(stage, organiser))
    width, height = (float(drawn.get(name, "1")) for name in ("width", "height"))
    texts = tuple(_texts(drawn, 0, 0, float(drawn.get("font-size", "13"))))
    competition = stage.competition
    return Drawing(
        competition.name,
        stage.name,
        foot(competition.league),
        svg=tostring(drawn, encoding="unicode"),
        width=width,
        height=height,
        texts=texts,
        told=_("The bracket of {stage}: who met whom, and who moved on.").format(stage=stage.name),
    )


def _texts(element: Element, x: float, y: float, size: float, strong: bool = False) -> Iterator[DrawnText]:
    """The texts of a drawing, which are taken out of it. Inner drawings say where they lie in the outer one."""
    strong = strong or element.get("font-weight") == "700"
    for child in list(element):
        name = child.tag.rpartition("}")[2]
        if name == "text":
            element.remove(child)
            yield DrawnText(
                child.text or "",
                x + float(child.get("x", "0")),
                y + float(child.get("y", "0")),
                float(child.get("font-size", size)),
                cast(Any, child.get("text-anchor", "start")),
                strong,
                bool(child.get("fill-opacity")),
            )
        elif name == "svg":
            inside = x + float(child.get("x", "0")), y + float(child.get("y", "0"))
            yield from _texts(child, *inside, size, strong)
        else:
            yield from _texts(child, x, y, size, strong)


# --- certificates ---------------------------------------------------------------------------------------------


def certificates(competition: Competition, stages: Sequence[Stage] | None = None) -> Awards:
    """One for each honour of the competition, and for each who holds it. ``stages``: its own, where they are read."""
    won = honours(competition, stages=stages)
    if not won:
        raise NotVisible(
            _("Nothing was played in {competition} yet, so nobody has won an award.").format(
                competition=competition.name
            )
        )
    day = date_format(competition.starts, "DATE_FORMAT") if competition.starts else ""
    return Awards(
        competition.name,
        day,
        signed=_("Organiser"),
        awards=tuple(
            Award(
                _(one.name),
                one.entry.coach_name or one.entry.name,
                one.entry.name if one.entry.coach_name else "",
                one.why,
            )
            for one in won
        ),
    )
