"""How squads stand: by their ties where squads are paired, and by what their members have won otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.contest.rounds import Pairing as Drawn
from engine.contest.rounds import scores
from tournaments.domain.competing.paired import let_in, members_of, pairs_squads, swiss_of
from tournaments.domain.competing.tables import among, everybody_of, standings
from tournaments.models import Entry, Stage
from tournaments.page import shown_place


@dataclass(frozen=True, slots=True)
class SquadRow:
    """A squad in its table. ``points`` are those of its ties, or else the sum of its members' points; ties that were
    won, drawn and lost are None where members are paired one by one. ``members`` is the sum of their points, and
    ``first`` the number of the first of them, by whom its page is called."""

    squad: str
    first: int
    place: int
    shared: bool
    points: int
    won: int | None
    drawn: int | None
    lost: int | None
    members: int
    td_difference: int
    cas_difference: int

    @property
    def shown(self) -> str:
        return shown_place(self.place, self.shared)


def squad_standing(stage: Stage, everybody: Sequence[Entry] | None = None) -> tuple[SquadRow, ...]:
    """The best first: by points, the members' points, then the differences of touchdowns and of casualties.

    Empty where nobody is in a squad, and where squads are to be paired and somebody is in none yet. ``everybody`` are
    the entries of ``everybody_of``, where the caller has read them already.
    """
    if everybody is None:
        everybody = everybody_of(stage)
    there = among(stage, everybody)
    squads = [entry for entry in there if entry.squad]
    paired = pairs_squads(stage)
    in_swiss = let_in(stage, everybody) if paired else []
    if not squads or not all(entry.squad for entry in in_swiss):
        return ()
    rows = {row.entrant: row for table in standings(stage, there).values() for row in table.rows}
    ties = _ties(stage, in_swiss) if paired else {}
    keys: dict[str, tuple[int, int, int, int]] = {}
    for squad, members in members_of(squads).items():
        own = [rows[member.number] for member in members if member.number in rows]
        total = sum(row.points for row in own)
        keys[squad] = (
            ties[squad][0] if ties else total,
            total,
            sum(row.td_difference for row in own),
            sum(row.cas_difference for row in own),
        )
    order = sorted(keys, key=lambda squad: (*(-value for value in keys[squad]), squad))
    firsts = {squad: members[0].number for squad, members in members_of(squads).items()}
    return tuple(_row(squad, firsts[squad], keys, ties.get(squad)) for squad in order)


Tie = tuple[int, int, int, int]
"""Points, and ties won, drawn and lost."""


def _ties(stage: Stage, there: Sequence[Entry]) -> dict[str, Tie]:
    """What each squad has from its ties."""
    swiss = swiss_of(stage, there=there)
    points = scores(swiss)
    pairings = [pairing for played in swiss.rounds for pairing in played.pairings]
    return {
        str(entrant.id): (points[entrant.id], *_outcomes(pairings, str(entrant.id)))
        for entrant in swiss.entrants
    }


def _outcomes(pairings: list[Drawn], squad: str) -> tuple[int, int, int]:
    told = [one.outcomes[one.seats.index(squad)] for one in pairings if squad in one.seats and one.outcomes]
    return told.count("won"), told.count("drawn"), told.count("lost")


def _row(squad: str, first: int, keys: dict[str, tuple[int, int, int, int]], tie: Tie | None) -> SquadRow:
    own = keys[squad]
    place = 1 + sum(key > own for key in keys.values())
    shared = sum(key == own for key in keys.values()) > 1
    won, drawn, lost = tie[1:] if tie is not None else (None, None, None)
    return SquadRow(squad, first, place, shared, own[0], won, drawn, lost, *own[1:])
