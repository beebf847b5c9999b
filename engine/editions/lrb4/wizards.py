"""Wizards, and who stands in their place."""

from __future__ import annotations

from engine.editions.lrb4.book import Book
from engine.match.state import Match, Squad
from engine.questions import Script


def before_the_kick_off(book: Book, match: Match, squad: Squad) -> Script[None]:
    """The runesmith."""
    yield from ()


def half_time_due(book: Book, squad: Squad) -> bool:
    return False


def before_half(book: Book, match: Match, squad: Squad, half: int) -> Script[None]:
    """The master chef."""
    yield from ()
