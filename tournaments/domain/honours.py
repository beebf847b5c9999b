"""Who is honoured at the end of a competition: worked out from its results, never entered."""

from __future__ import annotations

from dataclasses import dataclass

from engine.contest.awards import awards
from engine.contest.played import Id
from tournaments.domain.competing import tables
from tournaments.models import Competition, Entry


@dataclass(frozen=True, slots=True)
class Honour:
    """``name`` of the award, the entry that has it, and for what."""

    name: str
    entry: Entry
    why: str


def honours(competition: Competition) -> list[Honour]:
    """The awards of ``engine.contest.awards``, by the table over all stages. Empty as long as nothing was played."""
    entries = {entry.number: entry for entry in competition.entries.all()}
    races: dict[Id, str] = {number: entry.race for number, entry in entries.items()}
    found = awards(tables.overall(competition).rows, races)
    return [Honour(one.name, entries[int(one.entrant)], one.why) for one in found]
