"""Awards of an event: worked out from its table, never entered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec

from engine.contest.played import Id
from engine.contest.table import Row
from engine.words import Word, counted, gettext_noop, ngettext, number
from engine.words import gettext as _

PLACES = {1: gettext_noop("First place"), 2: gettext_noop("Second place"), 3: gettext_noop("Third place")}


class Award(msgspec.Struct, frozen=True):
    """``name`` of the award, the entrant who has it, and for what."""

    name: str
    entrant: Id
    why: str


def awards(
    table: Sequence[Row],
    stunty: Collection[Id],
    podium: Sequence[tuple[Id, int]] | None = None,
    painting: Mapping[Id, int] | None = None,
) -> tuple[Award, ...]:
    """The first three, most touchdowns and casualties, best defence, best of the small teams, best painted, and the
    wooden spoon.

    ``table`` is best first. Whoever is equal shares an award; who has not played gets none. The wooden spoon is given
    where there are more than three. Empty as long as nothing was played.

    ``stunty``: those with a team of the small, for whom a cup of their own is kept.
    ``podium``: entrants and their places, the best first, where a knockout ends it; the table then places nobody.
    ``painting``: the marks that the judges gave, whatever they bring in the table.
    """
    rows = [row for row in table if row.played]
    if not rows:
        return ()
    by_entrant = {row.entrant: row for row in table}
    placed = [(row.entrant, row.place) for row in rows] if podium is None else podium
    found = [
        *(
            Award(_(PLACES[place]), one, _record(by_entrant[one]))
            for one, place in placed
            if place in PLACES and one in by_entrant
        ),
        *_most(rows, _("Most touchdowns"), lambda row: row.td_for, "touchdown"),
        *_most(rows, _("Most casualties"), lambda row: row.cas_for, ("casualty", "casualties")),
        *_best_defence(rows),
        *_stunty_cup(rows, stunty),
        *_best_painted(rows, painting or {}),
    ]
    if len(rows) > 3:
        spoons = [row for row in rows if row.place == rows[-1].place]
        found += [Award(_("Wooden spoon"), row.entrant, _record(row)) for row in spoons]
    return tuple(found)


def _record(row: Row) -> str:
    return _("{won} won, {drawn} drawn, {lost} lost").format(won=row.won, drawn=row.drawn, lost=row.lost)


def _most(rows: Sequence[Row], name: str, count: Callable[[Row], int], what: Word) -> list[Award]:
    most = max(count(row) for row in rows)
    if not most:
        return []
    return [Award(name, row.entrant, counted(most, what)) for row in rows if count(row) == most]


def _best_defence(rows: Sequence[Row]) -> list[Award]:
    """Of those who played as often as anybody: who has missed rounds has not defended in them."""
    most = max(row.played for row in rows)
    there = [row for row in rows if row.played == most]
    least = min(row.td_against for row in there)
    why = _("{touchdowns} against in {matches}").format(
        touchdowns=counted(least, "touchdown"), matches=counted(most, ("match", "matches"))
    )
    return [Award(_("Best defence"), row.entrant, why) for row in there if row.td_against == least]


def _stunty_cup(rows: Sequence[Row], stunty: Collection[Id]) -> list[Award]:
    small = [row for row in rows if row.entrant in stunty]
    return [Award(_("Stunty cup"), row.entrant, _record(row)) for row in small if row.place == small[0].place]


def _best_painted(rows: Sequence[Row], marks: Mapping[Id, int]) -> list[Award]:
    most = max(marks.get(row.entrant, 0) for row in rows)
    best = [row.entrant for row in rows if most > 0 and marks.get(row.entrant, 0) == most]
    return [
        Award(_("Best painted"), one, ngettext("{n} mark", "{n} marks", most).format(n=number(most)))
        for one in best
    ]
