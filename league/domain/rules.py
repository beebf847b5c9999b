"""Which rules a league played by, act by act: its rule books.

A rule book holds from the act after ``after`` until the next book begins. Whatever is worked out anew for an act of the
past is worked out by the book that was in force there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from engine.contest.standings import Points
from engine.edition import Edition
from league.domain import clock
from league.models import League, RuleBook, User


@dataclass(frozen=True, slots=True)
class RuleBooks:
    """All books of one league, the oldest first: what many acts are looked up in, for one query."""

    league: League
    books: tuple[RuleBook, ...]

    def book_at(self, place: int) -> RuleBook | None:
        """The book with the largest ``after`` below the place; the oldest where every book begins later."""
        found = next((book for book in reversed(self.books) if book.after < place), None)
        return found or (self.books[0] if self.books else None)

    def at(self, place: int) -> Edition:
        """The edition as the act at this place was made under it."""
        book = self.book_at(place)
        return book.rules if book else self.league.rules

    def on(self, moment: datetime) -> Edition:
        """The edition as it was played at a moment."""
        found = next((book for book in reversed(self.books) if book.created <= moment), None)
        book = found or (self.books[0] if self.books else None)
        return book.rules if book else self.league.rules

    def points_at(self, place: int) -> Points:
        """What a match of this place brings in the table."""
        book = self.book_at(place) or self.league
        return Points(book.win_points, book.draw_points, book.loss_points)


def rule_books(league: League) -> RuleBooks:
    return RuleBooks(league, tuple(league.rule_books.order_by("after")))


def history(league: League) -> list[RuleBook]:
    """Who changed the rules and when, the latest first, each with its person: one query."""
    return list(league.rule_books.select_related("by").order_by("-after"))


PINNED = ("edition", "house_rules", "win_points", "draw_points", "loss_points")
"""What a rule book holds of a league's settings."""


def open_book(league: League, by: User | None, before: League | None = None) -> RuleBook:
    """The book of the rules as the league's row has them, from the next act on.

    The league must be held. A book that no act was made under is written anew. ``before`` is the league as it was,
    for one that never had a book: what was played so far keeps the rules that it was played by.
    """
    if before is not None and not league.rule_books.exists():
        RuleBook.objects.create(league=league, after=0, **_pinned(before))
    book, _ = RuleBook.objects.update_or_create(
        league=league,
        after=league.sequence,
        defaults={**_pinned(league), "by": by, "created": clock.now()},
    )
    return book


def _pinned(league: League) -> dict[str, object]:
    return {name: getattr(league, name) for name in PINNED}


def changes_rules(fields: Iterable[str]) -> bool:
    """Whether one of these fields of a league is pinned."""
    return any(name in PINNED for name in fields)
