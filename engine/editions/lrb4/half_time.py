"""What is rolled between the halves."""

from __future__ import annotations

from engine.editions.lrb4 import grounds, wizards
from engine.editions.lrb4.book import Book
from engine.match.state import Match
from engine.questions import Script


def due(book: Book, match: Match) -> bool:
    if not match.whole_book:
        return False
    return grounds.half_time_due(book, match) or any(
        wizards.half_time_due(book, squad) for squad in match.both()
    )


def half_time(book: Book, match: Match) -> Script[None]:
    """The home field first, then the kitchen of each side."""
    if not match.whole_book:
        return
    yield from grounds.half_time(book, match)
    for squad in match.both():
        yield from wizards.before_half(book, match, squad, 2)
