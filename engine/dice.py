"""Dice, and tables that a roll is looked up in."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from engine.words import gettext as _
from engine.words import ngettext

Row = TypeVar("Row")


class Dice(msgspec.Struct, frozen=True):
    """So many dice of so many faces; with ``digits`` they are read as the digits of one number (D66).

    ``last`` is given where the last die has other faces than those before it (D68).
    """

    count: int
    faces: int
    digits: bool = False
    last: int = 0

    @property
    def each(self) -> tuple[int, ...]:
        """How many faces each die has, in order."""
        faces = (self.faces,) * self.count
        return (*faces[:-1], self.last) if self.last else faces

    def __str__(self) -> str:
        if self.digits:
            return "D" + "".join(map(str, self.each))
        return f"{self.count if self.count > 1 else ''}D{self.faces}"

    def __format__(self, spec: str) -> str:
        """In a sentence dice are called as its reader calls them; ``str`` is their name in logs and in the API."""
        count, _letter, faces = str(self).partition("D")
        return _("{count}D{faces}").format(count=count, faces=faces)

    def fault(self, dice: tuple[int, ...]) -> str | None:
        """What is wrong with these faces as an answer to this roll, or None."""
        if len(dice) != self.count:
            return ngettext(
                "{roll} takes {n} die, not {given}", "{roll} takes {n} dice, not {given}", self.count
            ).format(roll=self, n=self.count, given=len(dice))
        for face, faces in zip(dice, self.each, strict=True):
            if not 1 <= face <= faces:
                return _("a D{faces} cannot show {face}").format(faces=faces, face=face)
        return None

    def read(self, dice: tuple[int, ...]) -> int | tuple[int, ...]:
        """One die or a D66 is a number; several dice stay apart, for the rule to add or to compare."""
        if self.count == 1:
            return dice[0]
        if self.digits:
            number = 0
            for face in dice:
                number = number * 10 + face
            return number
        return dice

    def totals(self) -> list[int]:
        """Every number that a table for this roll must cover, in order."""
        if self.digits:
            tens, ones = self.each
            return [10 * ten + one for ten in range(1, tens + 1) for one in range(1, ones + 1)]
        return list(range(self.count, self.count * self.faces + 1))


D6 = Dice(1, 6)
TWO_D6 = Dice(2, 6)
THREE_D6 = Dice(3, 6)
D66 = Dice(2, 6, digits=True)
D68 = Dice(2, 6, digits=True, last=8)


def pool(count: int) -> Dice:
    """``count`` six-sided dice, kept apart."""
    return Dice(count, 6)


def faces_of(answer: int | tuple[int, ...]) -> tuple[int, ...]:
    """The faces of a pool, which is read as a number where it has only one die."""
    return (answer,) if isinstance(answer, int) else answer


class Span(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Totals from ``low`` to ``high``, both included; a missing end is open."""

    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        """``2``, ``3–5``, ``6+``."""
        if self.low is None:
            return _("up to {high}").format(high=self.high)
        if self.high is None:
            return f"{self.low}+"
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"

    def __contains__(self, total: int) -> bool:
        return (self.low is None or total >= self.low) and (self.high is None or total <= self.high)


class Table(Generic[Row]):
    """Rows by total. Building it proves that every total of ``dice`` falls on exactly one row.

    Raises ValueError, naming the table and the total, when a total has no row or two. Totals outside the dice
    (after modifiers) fall on the row whose open end holds them.
    """

    def __init__(self, name: str, dice: Dice, rows: tuple[tuple[Span, Row], ...]) -> None:
        self.name = name
        self._rows = rows
        self._by_total: dict[int, Row] = {}
        for total in dice.totals():
            found = [row for span, row in rows if total in span]
            if len(found) != 1:
                raise ValueError(
                    _("{name}: {count} rows for a {dice} of {total}, where there must be one").format(
                        name=_(name), count=len(found), dice=dice, total=total
                    )
                )
            self._by_total[total] = found[0]

    def __getitem__(self, total: int) -> Row:
        if total in self._by_total:
            return self._by_total[total]
        for span, row in self._rows:
            if total in span:
                return row
        raise KeyError(_("{name}: no row for {total}").format(name=_(self.name), total=total))

    @property
    def rows(self) -> tuple[tuple[Span, Row], ...]:
        return self._rows
