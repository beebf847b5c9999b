"""What the pages of open play, of ladders and of a season's planning show, in few queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from engine.contest.ladder import Position
from league.domain.roles import Viewer
from league.errors import Conflict
from tournaments.domain.competing import ladders, open_play, reading
from tournaments.domain.competing.access import require_running
from tournaments.domain.competing.entering import coaches
from tournaments.domain.competing.reading import Meeting
from tournaments.domain.competing.setting_up import ASKED
from tournaments.models import Entry, Format, Pairing, Stage


@dataclass(frozen=True)
class Rung:
    """A place of a ladder. ``challenged_by`` are entries of the reader that may challenge it; where there are none,
    ``why`` says so of the nearest that might, and ``brief`` does in a few words. ``above``: it is above an entry of the
    reader."""

    position: Position
    entry: Entry
    mine: bool
    challenged_by: tuple[Entry, ...] = ()
    why: str = ""
    brief: str = ""
    above: bool = False


@dataclass(frozen=True)
class Board:
    """``own``: the entries that the reader may arrange matches for, each with whom it may meet.

    ``asked``: matches that wait for somebody to agree; the reader may ``answer`` those by their keys. ``still``: what
    is arranged and not played. ``why``: why the reader arranges nothing here, and challenges nobody; else empty.
    """

    own: list[tuple[Entry, list[Entry]]] = field(default_factory=list)
    asked: list[Meeting] = field(default_factory=list)
    answer: frozenset[int] = frozenset()
    still: list[Meeting] = field(default_factory=list)
    refusable: frozenset[int] = frozenset()
    rungs: list[Rung] = field(default_factory=list)
    why: str = ""


def board(stage: Stage, viewer: Viewer, organiser: bool) -> Board:
    """Empty for a stage whose matches are drawn."""
    if stage.format not in (Format.OPEN, Format.LADDER):
        return Board()
    entries = list(
        stage.competition.entries.filter(state=Entry.State.IN).select_related("team").order_by("number")
    )
    mine = [one for one in entries if coaches(viewer.user, one)] if viewer.is_coach else []
    found = reading.open_ones(reading.meetings(Pairing.objects.filter(round__stage=stage), viewer))
    asked = [one for one in found if ASKED in one.pairing.reports]
    still = [one for one in found if ASKED not in one.pairing.reports]
    why = _why(stage, organiser or bool(mine))
    acting = [] if why else entries if organiser else mine
    if stage.format == Format.LADDER:
        refusable = frozenset(
            one.pairing.pk for one in still if organiser or any(own.pk == one.pairing.home_id for own in mine)
        )
        there = rungs(stage, entries, mine, acting, [one.pairing for one in still])
        return Board(still=still, refusable=refusable, rungs=there, why=why)
    met = open_play.matches_of(stage) if acting else []
    own = [(one, open_play.opponents_among(stage, one, entries, met)) for one in acting]
    keys = {one.pk for one in mine}
    answer = frozenset(one.pairing.pk for one in asked if organiser or _waits_for(one.pairing, keys))
    return Board(own=own, asked=asked, answer=answer, still=still, why=why)


def _why(stage: Stage, acts: bool) -> str:
    try:
        require_running(stage)
    except Conflict as conflict:
        return conflict.message
    if acts:
        return ""
    if stage.format == Format.LADDER:
        said = _("Only who takes part in {competition}, or runs it, challenges others.")
    else:
        said = _("Only who takes part in {competition}, or runs it, arranges matches.")
    return said.format(competition=stage.competition.name)


def _waits_for(pairing: Pairing, keys: set[int]) -> bool:
    asked = pairing.away if pairing.home.number == pairing.reports[ASKED] else pairing.home
    return asked is not None and asked.pk in keys


def rungs(
    stage: Stage,
    entries: Sequence[Entry],
    mine: Sequence[Entry] = (),
    acting: Sequence[Entry] = (),
    still: Sequence[Pairing] = (),
) -> list[Rung]:
    """A ladder from the top. ``entries`` are all who take part, ``mine`` those of the reader, ``acting`` those that he
    may challenge for, and ``still`` the challenges that are not played; two queries."""
    by_name = {one.name: one for one in entries}
    ladder = ladders.ladder_of(stage)
    order = [by_name[str(one)] for one in ladder.order]
    by: dict[str, list[Entry]] = {}
    for one in acting:
        for above in ladders.reachable(stage, one, ladder, still):
            by.setdefault(above, []).append(one)
    keys, places = {one.pk for one in mine}, {one.pk: place for place, one in enumerate(order, 1)}
    speaking = sorted(mine or acting, key=lambda one: places[one.pk])
    lowest = places[speaking[-1].pk] if speaking else 0
    found = []
    for position, entry in zip(ladder.positions, order, strict=True):
        may, own, why, brief = tuple(by.get(entry.name, ())), entry.pk in keys, "", ""
        asking = _asking(speaking, entry, places)
        if acting and asking is not None and not may and not own:
            why = ladders.why_not(stage, asking, entry, ladder, still)
            brief = ladders.too_far(stage, asking, entry, ladder) or why
        found.append(Rung(position, entry, own, may, why, brief, position.place < lowest))
    return found


def _asking(speaking: Sequence[Entry], entry: Entry, places: Mapping[int, int]) -> Entry | None:
    """Of whose challenge there is something to say: the nearest below, or the last of all where nobody is."""
    others = [one for one in speaking if one.pk != entry.pk]
    below = (one for one in others if places[one.pk] > places[entry.pk])
    return next(below, others[-1] if others else None)
