"""A table of a contest that explains itself: who stands where, which criterion put him there, and what it is made of.

Criteria are applied in order, each to those who are equal in everything before it, and none is gone back to: one that
shall be tried again among those who are left is named again. Who is equal in everything shares a place.

The table is the same in whatever order entrants and matches are given.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

import msgspec

from engine.contest.played import Id, Played
from engine.contest.scoring import Adjustment, Scoring
from engine.contest.tallies import Entrant, Tallies, Tally
from engine.contest.tiebreaks import Criterion, Key, Term, Value, criteria_of, terms_of, values, values_among
from engine.questions import Refusal
from engine.words import gettext as _


class Row(msgspec.Struct, frozen=True):
    """An entrant in the table.

    ``shared``: another holds the same place, since nothing tells them apart. ``decided`` is the number, from 0, of the
    criterion that put him above the next row; None where the place is shared with it, and in the last row.
    ``values`` has one value for each criterion; None where the criterion looks only at those who are tied, and he was
    not, or it did not apply to them.

    ``points`` are all that he has. Part of them are ``bonus``, ``painting`` and ``adjusted``, the last with the sum of
    all adjustments. ``byes`` are not among the matches played; home and away matches leave out those on neutral ground.
    """

    entrant: Id
    place: int
    shared: bool
    decided: int | None
    values: tuple[Value | None, ...]
    points: int
    played: int
    won: int
    drawn: int
    lost: int
    byes: int
    bonus: int
    painting: int
    adjusted: int
    td_for: int
    td_against: int
    cas_for: int
    cas_against: int
    home: int
    away: int

    @property
    def td_difference(self) -> int:
        return self.td_for - self.td_against

    @property
    def cas_difference(self) -> int:
        return self.cas_for - self.cas_against


class Decision(msgspec.Struct, frozen=True):
    """Why one row is above the next: ``value`` against ``against`` in a criterion."""

    above: Id
    below: Id
    criterion: Criterion
    value: Value
    against: Value


@dataclass(frozen=True, slots=True)
class Table:
    rows: tuple[Row, ...]
    criteria: tuple[Criterion, ...]
    adjustments: tuple[Adjustment, ...] = ()
    """Those of entrants who have a row."""
    _tallies: Tallies | None = field(default=None, repr=False, compare=False)

    def row(self, entrant: Id) -> Row:
        for row in self.rows:
            if row.entrant == entrant:
                return row
        raise Refusal(_("{entrant} is not in the table.").format(entrant=entrant))

    def decision(self, entrant: Id) -> Decision | None:
        """What put him above the next row; None where nothing did, and in the last row."""
        row = self.row(entrant)
        if row.decided is None:
            return None
        below = self.rows[self.rows.index(row) + 1]
        value, against = row.values[row.decided], below.values[row.decided]
        if value is None or against is None:
            raise ValueError(_("a criterion without values has decided a place"))
        return Decision(entrant, below.entrant, self.criteria[row.decided], value, against)


STANDARD: tuple[Key, ...] = ("points", "td_difference", "cas_difference", "td_for")
"""What the order goes by where nothing else is set."""


def table(
    entrants: Iterable[Entrant | Id],
    played: Iterable[Played],
    scoring: Scoring,
    criteria: Sequence[str | Criterion] = STANDARD,
    adjustments: Iterable[Adjustment] = (),
    stages: Collection[str] | None = None,
) -> Table:
    """The table of all entrants, best first. Those who share a place are in the order of their ids.

    ``stages``: only matches of these count, in every column. Raises Refusal as ``Tallies`` does.
    """
    tallies = Tallies(entrants, played, scoring, adjustments, stages)
    return _table(tallies, list(tallies), criteria_of(criteria))


def tables(
    divisions: Mapping[str, Iterable[Entrant | Id]],
    played: Iterable[Played],
    scoring: Scoring,
    criteria: Sequence[str | Criterion] = STANDARD,
    adjustments: Iterable[Adjustment] = (),
    stages: Collection[str] | None = None,
) -> dict[str, Table]:
    """The table of each division. A match across divisions counts for either side in its own table.

    Raises Refusal for who is in two divisions.
    """
    fields = {name: tuple(entrants) for name, entrants in divisions.items()}
    members = {name: {_id(one) for one in entrants} for name, entrants in fields.items()}
    everybody = [one for entrants in fields.values() for one in entrants]
    tallies = Tallies(everybody, played, scoring, adjustments, stages)
    chosen = criteria_of(criteria)
    return {
        name: _table(tallies, [tally for tally in tallies if tally.id in ids], chosen)
        for name, ids in members.items()
    }


def terms(table: Table, entrant: Id, criterion: int | Key) -> tuple[Term, ...]:
    """What an entrant's value in a criterion is made of; the criterion by its number from 0, or by its key.

    Empty where the criterion did not apply to him. Raises Refusal for who is not in the table, for a criterion that is
    not, and for a table that was stored without its matches.
    """
    if table._tallies is None:
        raise Refusal(_("This table was stored without its matches, so that it cannot explain its values."))
    number = _number(table, criterion)
    row = table.row(entrant)
    before = row.values[:number]
    tied = [table._tallies.of(one.entrant) for one in table.rows if one.values[:number] == before]
    everybody = [table._tallies.of(one.entrant) for one in table.rows]
    return terms_of(table._tallies.of(entrant), table.criteria[number], everybody, tied)


def _number(table: Table, criterion: int | Key) -> int:
    for number, one in enumerate(table.criteria):
        if criterion in (number, one.key):
            return number
    raise Refusal(_("The table is not ordered by {criterion}.").format(criterion=criterion))


def _table(tallies: Tallies, members: list[Tally], criteria: tuple[Criterion, ...]) -> Table:
    """``members`` come in the order of their ids, which stays among those who are equal."""
    order = _Order(members)
    for number, criterion in enumerate(criteria):
        if criterion.among_the_tied:
            order.split_tied(number, criterion)
        else:
            order.split(number, criterion)
    return Table(
        tuple(order.rows()),
        criteria,
        tuple(adjustment for tally in members for adjustment in tally.adjustments),
        tallies,
    )


class _Order:
    """Entrants while the criteria take them apart: groups of those who are equal so far, as numbers of members.

    ``ends`` has for each group the criterion that put it above the next one; None for the last.
    """

    def __init__(self, members: list[Tally]) -> None:
        self.members = members
        self.groups: list[list[int]] = [list(range(len(members)))] if members else []
        self.values: list[list[Value | None]] = [[] for _ in members]
        self.ends: list[int | None] = [None] * len(self.groups)

    def split(self, number: int, criterion: Criterion) -> None:
        found = values(self.members, criterion)
        for kept, value in zip(self.values, found, strict=True):
            kept.append(value)
        self._take_apart(number, found, criterion.lower_is_better)

    def split_tied(self, number: int, criterion: Criterion) -> None:
        found: list[Value] = [0] * len(self.members)
        applied: set[int] = set()
        for group in self.groups:
            among = values_among([self.members[one] for one in group], criterion) if len(group) > 1 else None
            if among is not None:
                applied.update(group)
                for one, value in zip(group, among, strict=True):
                    found[one] = value
        for one, kept in enumerate(self.values):
            kept.append(found[one] if one in applied else None)
        self._take_apart(number, found, lower=False)

    def _take_apart(self, number: int, found: Sequence[Value], lower: bool) -> None:
        groups: list[list[int]] = []
        ends: list[int | None] = []
        for group, end in zip(self.groups, self.ends, strict=True):
            if len(group) == 1:
                groups.append(group)
            else:
                group.sort(key=found.__getitem__, reverse=not lower)
                groups += [list(part) for _, part in groupby(group, key=found.__getitem__)]
                ends += [number] * (len(groups) - len(ends) - 1)
            ends.append(end)
        self.groups, self.ends = groups, ends

    def rows(self) -> Iterable[Row]:
        place = 1
        for group, end in zip(self.groups, self.ends, strict=True):
            for one in group:
                decided = end if one == group[-1] else None
                yield _row(self.members[one], place, len(group) > 1, decided, tuple(self.values[one]))
            place += len(group)


def _row(tally: Tally, place: int, shared: bool, decided: int | None, shown: tuple[Value | None, ...]) -> Row:
    return Row(
        entrant=tally.id,
        place=place,
        shared=shared,
        decided=decided,
        values=shown,
        points=tally.points,
        played=tally.played,
        won=tally.won,
        drawn=tally.drawn,
        lost=tally.lost,
        byes=tally.byes,
        bonus=tally.bonus,
        painting=tally.painting,
        adjusted=tally.adjusted,
        td_for=tally.td[0],
        td_against=tally.td[1],
        cas_for=tally.cas[0],
        cas_against=tally.cas[1],
        home=tally.at_home,
        away=tally.away,
    )


def _id(entrant: Entrant | Id) -> Id:
    return entrant.id if isinstance(entrant, Entrant) else entrant
