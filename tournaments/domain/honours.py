"""Who is honoured at the end of a competition: worked out from its results, never entered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from engine.contest import majors as engine_majors
from engine.contest.awards import awards
from engine.contest.played import Id
from engine.contest.table import Row
from engine.formats.naf_events import ours
from engine.questions import Refusal
from tournaments.domain.competing import brackets, ladders, majors, tables
from tournaments.domain.competing.paired import stand_ins
from tournaments.models import ELIMINATION, Competition, Entry, Format, Stage


@dataclass(frozen=True, slots=True)
class Honour:
    """``name`` of the award, the entry that has it, and for what."""

    name: str
    entry: Entry
    why: str


def honours(
    competition: Competition, everybody: Sequence[Entry] | None = None, stages: Sequence[Stage] | None = None
) -> list[Honour]:
    """The awards of ``engine.contest.awards``, by the table over all stages. Empty as long as nothing was played.

    Where a knockout ends the competition, it says who is on the podium, and where a ladder does, its places are those
    that count. ``everybody`` and ``stages`` are all that the competition has, where the caller has read them already.
    """
    if everybody is None:
        everybody = list(competition.entries.select_related("team__coach").order_by("number"))
    if stages is None:
        stages = list(competition.stages.order_by("number"))
    entries = {entry.number: entry for entry in everybody}
    rules = competition.league.rules
    stunty = {number for number, entry in entries.items() if rules.is_stunty(ours(entry.race))}
    painting: dict[Id, int] = {number: entry.painting for number, entry in entries.items()}
    rows = _rows(competition, everybody, stages)
    found = awards(rows, stunty, _podium(competition, stages), painting)
    return [Honour(one.name, entries[int(one.entrant)], one.why) for one in found]


def champions(competition: Competition) -> list[Entry]:
    """Who has won a competition: several where they share the first place, nobody as long as nothing was played."""
    entries = list(competition.entries.select_related("team").order_by("number"))
    stages = list(competition.stages.order_by("number"))
    podium = _podium(competition, stages)
    if podium is None:
        podium = [(row.entrant, row.place) for row in _rows(competition, entries, stages) if row.played]
    first = {one for one, place in podium if place == 1}
    return [entry for entry in entries if entry.number in first]


def _rows(competition: Competition, everybody: Sequence[Entry], stages: Sequence[Stage]) -> list[Row]:
    """The table over all stages, or the order of the ladder that ends it; without those who only stand in."""
    rows = _without(tables.overall(competition, everybody, stages).rows, stand_ins(stages))
    if stages and stages[-1].format == Format.LADDER and stages[-1].state != Stage.State.WAITING:
        stages[-1].competition = competition
        rows = _as_on_the_ladder(rows, stages[-1], everybody)
    return rows


def _without(rows: Sequence[Row], numbers: set[int]) -> list[Row]:
    """The rows of a table as if these entries had no place in it."""
    above = [row.place for row in rows if row.entrant in numbers]
    return [
        msgspec.structs.replace(row, place=row.place - sum(place < row.place for place in above))
        for row in rows
        if row.entrant not in numbers
    ]


def _as_on_the_ladder(rows: Sequence[Row], ladder: Stage, everybody: Sequence[Entry]) -> list[Row]:
    """The rows from the top of a ladder; who has left it has none."""
    numbers = {entry.name: entry.number for entry in everybody}
    by_entrant = {row.entrant: row for row in rows}
    order = [numbers[str(name)] for name in ladders.ladder_of(ladder).order]
    return [
        msgspec.structs.replace(by_entrant[one], place=place, shared=False)
        for place, one in enumerate(order, 1)
        if one in by_entrant
    ]


def _podium(competition: Competition, stages: Sequence[Stage]) -> list[tuple[Id, int]] | None:
    """Entries and their places, the best first, by the knockout that ends it; None where a table does.

    Nobody is placed in a major before its final, nor in a bracket that is not drawn.
    """
    last = stages[-1] if stages else None
    if last is None or last.format not in (*ELIMINATION, Format.PLAY_OFF):
        return None
    last.competition = competition
    if last.format in ELIMINATION:
        return [(one.entrant, one.place) for one in brackets.places(last)] if "slots" in last.draw else []
    if "major" not in last.draw:
        return []
    try:
        told = engine_majors.honours(majors.major_of(last))
    except Refusal:
        return []
    return [(told.winner, 1), (told.finalist, 2), *((one, 3) for one in told.third)]
