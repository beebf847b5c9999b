"""Where pairs sit, in which order pairings are read, and how two change places."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from engine.contest.constraints import Fault, faults
from engine.contest.naming import named
from engine.contest.played import Id
from engine.contest.rounds import History, Pairing, Round, Swiss, scores
from engine.questions import Refusal
from engine.words import gettext as _
from engine.words import listed


class Swapped(msgspec.Struct, frozen=True):
    """A round in which two entrants have changed places, and what that breaks which was not broken before."""

    round: Round
    breaks: tuple[Fault, ...]


# table numbers


def seated(history: History, pairings: Iterable[Pairing], points: Mapping[Id, int]) -> tuple[Pairing, ...]:
    """The pairings with table numbers: the highest score first, then the highest sum, then the best seed.

    Who has a table of his own keeps it, and the others take the numbers that are left. Pairings that come with a number
    keep that. Byes have none and come last.
    """
    entrants = history.entrants

    def rank(pairing: Pairing) -> tuple[int, int, int]:
        seats = pairing.seats
        highest = max(points[seat] for seat in seats)
        return -highest, -sum(points[seat] for seat in seats), min(entrants[seat].seed for seat in seats)

    ordered = sorted(pairings, key=rank)
    matches = [pairing for pairing in ordered if not pairing.is_bye]
    kept: dict[int, Pairing] = {}
    for wanted in (_typed_table, _table_of_seats):
        for pairing in matches:
            table = wanted(history, pairing)
            if table and table not in kept and not any(pairing is other for other in kept.values()):
                kept[table] = pairing
    numbers = {id(pairing): table for table, pairing in kept.items()}
    free = (table for table in range(1, len(matches) + len(kept) + 1) if table not in kept)
    placed = [
        msgspec.structs.replace(pairing, table=numbers.get(id(pairing)) or next(free)) for pairing in matches
    ]
    byes = [msgspec.structs.replace(pairing, table=0) for pairing in ordered if pairing.is_bye]
    return (*sorted(placed, key=lambda pairing: pairing.table), *byes)


def _typed_table(_history: History, pairing: Pairing) -> int:
    return pairing.table


def _table_of_seats(history: History, pairing: Pairing) -> int:
    """Where two have tables of their own, the better seed's is taken."""
    seats = sorted((history.entrants[seat] for seat in pairing.seats), key=lambda entrant: entrant.seed)
    return next((entrant.fixed_table for entrant in seats if entrant.fixed_table), 0)


# print orders


def table_order(table: int, bye: bool) -> tuple[bool, int]:
    """Where a pairing stands in a list by table: from table 1 on, byes last."""
    return bye, table


def name_order(name: str) -> str:
    """Where somebody stands in a list by name: accents and capitals aside."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


# swapping seats


def swap(
    swiss: Swiss, drawn: Round, one: Id, other: Id, *, points: Mapping[Any, int] | None = None
) -> Swapped:
    """Two entrants change places, whatever that breaks; a bye is a place as well. Tables stay where they are."""
    if one == other:
        raise Refusal(_("An entrant cannot change places with itself."))
    for seat in (one, other):
        if drawn.of(seat).outcomes:
            raise Refusal(
                _("The match of {entrant} has a result, so nobody can change places there.").format(
                    entrant=named(seat)
                )
            )
    exchanged = {one: other, other: one}
    pairings = tuple(_exchanged(pairing, exchanged) for pairing in drawn.pairings)
    changed = msgspec.structs.replace(drawn, pairings=pairings)
    before = {(fault.kind, frozenset(fault.entrants)) for fault in faults(swiss, drawn)}
    breaks = [
        fault for fault in faults(swiss, changed) if (fault.kind, frozenset(fault.entrants)) not in before
    ]
    tables = [place for place, pairing in enumerate(drawn.pairings) if {one, other} & set(pairing.seats)]
    counted = scores(msgspec.structs.replace(swiss, rounds=swiss.rounds[: drawn.number - 1]))
    gaps = [_gaps(which, tables, points or counted) for which in (drawn, changed)]
    if sum(gap**2 for gap in gaps[1]) > sum(gap**2 for gap in gaps[0]):
        breaks.append(Fault("gap", False, (one, other), _wider(*gaps)))
    return Swapped(changed, tuple(breaks))


def _exchanged(pairing: Pairing, exchanged: Mapping[Id, Id]) -> Pairing:
    if not any(seat in exchanged for seat in pairing.seats):
        return pairing
    home, away, third = (
        None if seat is None else exchanged.get(seat, seat)
        for seat in (pairing.home, pairing.away, pairing.third)
    )
    assert home is not None
    bye: Literal["", "by hand"] = "by hand" if pairing.is_bye else ""
    return msgspec.structs.replace(pairing, home=home, away=away, third=third, bye=bye)


def _gaps(drawn: Round, places: Sequence[int], points: Mapping[Any, int]) -> list[int]:
    return [
        abs(points[one] - points[other]) for place in places for one, other in drawn.pairings[place].meetings
    ]


def _wider(before: Sequence[int], after: Sequence[int]) -> str:
    now, was = (listed(str(gap) for gap in gaps) for gaps in (after, before))
    return _("The points of those who meet differ by {now} instead of {was}.").format(now=now, was=was)
