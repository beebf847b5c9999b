"""Home fields: what they do before a match, at half-time, on the pitch and after it."""

from __future__ import annotations

from engine.editions.lrb4.book import Book
from engine.match.state import Match
from engine.questions import Script


def before_the_gate(book: Book, match: Match) -> Script[None]:
    """What changes who comes to the match."""
    yield from ()


def before_the_kick_off(book: Book, match: Match) -> Script[None]:
    """What changes the match, but not its gate."""
    yield from ()


def half_time_due(book: Book, match: Match) -> bool:
    return False


def half_time(book: Book, match: Match) -> Script[None]:
    yield from ()


def after_the_match(book: Book, match: Match) -> Script[None]:
    yield from ()
