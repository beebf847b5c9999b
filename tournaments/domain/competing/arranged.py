"""What the pages of open play, of ladders and of a season's planning show, in few queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.contest.ladder import Position
from league.domain.roles import Viewer
from tournaments.domain.competing import ladders, open_play, reading
from tournaments.domain.competing.entering import coaches
from tournaments.domain.competing.reading import Meeting
from tournaments.domain.competing.setting_up import ASKED
from tournaments.models import Entry, Format, Pairing, Stage


@dataclass(frozen=True)
class Rung:
    """A place of a ladder. ``challenged_by`` are entries of the reader that may challenge it."""

    position: Position
    entry: Entry
    mine: bool
    challenged_by: tuple[Entry, ...] = ()


@dataclass(frozen=True)
class Board:
    """``own``: the entries that the reader may arrange matches for, each with whom it may meet.

    ``asked``: matches that wait for somebody to agree; the reader may ``answer`` those by their keys. ``still``: what
    is arranged and not played.
    """

    own: list[tuple[Entry, list[Entry]]] = field(default_factory=list)
    asked: list[Meeting] = field(default_factory=list)
    answer: frozenset[int] = frozenset()
    still: list[Meeting] = field(default_factory=list)
    refusable: frozenset[int] = frozenset()
    rungs: list[Rung] = field(default_factory=list)


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
    running = stage.state == Stage.State.RUNNING
    if stage.format == Format.LADDER:
        refusable = frozenset(
            one.pairing.pk for one in still if organiser or any(own.pk == one.pairing.home_id for own in mine)
        )
        acting = (entries if organiser else mine) if running else []
        return Board(still=still, refusable=refusable, rungs=rungs(stage, entries, mine, acting))
    acting = (entries if organiser else mine) if running else []
    met = open_play.matches_of(stage) if acting else []
    own = [(one, open_play.opponents_among(stage, one, entries, met)) for one in acting]
    keys = {one.pk for one in mine}
    answer = frozenset(one.pairing.pk for one in asked if organiser or _waits_for(one.pairing, keys))
    return Board(own=own, asked=asked, answer=answer, still=still)


def _waits_for(pairing: Pairing, keys: set[int]) -> bool:
    asked = pairing.away if pairing.home.number == pairing.reports[ASKED] else pairing.home
    return asked is not None and asked.pk in keys


def rungs(
    stage: Stage, entries: Sequence[Entry], mine: Sequence[Entry] = (), acting: Sequence[Entry] = ()
) -> list[Rung]:
    """A ladder from the top. ``entries`` are all who take part, ``mine`` those of the reader, and ``acting`` those that
    he may challenge for; two queries."""
    by_number = {one.number: one for one in entries}
    ladder = ladders.ladder_of(stage)
    by: dict[int, list[Entry]] = {}
    for one in acting:
        for above in ladders.reachable(stage, one, ladder):
            by.setdefault(above, []).append(one)
    keys = {one.pk for one in mine}
    return [
        Rung(
            position,
            by_number[int(position.entrant)],
            by_number[int(position.entrant)].pk in keys,
            tuple(by.get(int(position.entrant), ())),
        )
        for position in ladder.positions
    ]
