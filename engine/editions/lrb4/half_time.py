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
    """What the home race makes of its field, the kitchen of each side, and then the crowd's re-roll.

    As in the first half: the chef takes a re-roll before the half, and the crowd brings one as it starts
    (lrb4-cs.txt:1580-1583, 3215).
    """
    if not match.whole_book:
        return
    yield from grounds.half_time(book, match)
    for squad in match.both():
        yield from wizards.before_half(book, match, squad, 2)
    yield from grounds.second_half(book, match)
