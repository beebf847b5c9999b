"""Freebooters, star players and wizards, hired for one match."""

from __future__ import annotations

from engine.editions.lrb4.book import Book
from engine.match.state import Match
from engine.questions import Script


def hire(book: Book, match: Match) -> Script[None]:
    yield from ()
