"""What comes of a roll, from the tables that it is looked up in: for whoever has no rulebook at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.describe import STAT_WORDS, capital
from engine.edition import Meaning
from engine.editions.crp.book import Book

_EFFECTS = {
    "": "Out for the rest of the match.",
    "miss": "Misses the next match.",
    "niggling": "A niggling injury; misses the next match.",
    "dead": "Unless he can still be saved.",
}


def meanings(book: Book, key: str) -> tuple[Meaning, ...]:
    """Empty for a key that asks for nothing of a table."""
    return _TABLES[key](book) if key in _TABLES else ()


def _weather(book: Book) -> tuple[Meaning, ...]:
    return tuple(Meaning(str(row.roll), row.name) for row in book.match.weather)


def _casualty(book: Book) -> tuple[Meaning, ...]:
    return tuple(
        Meaning(
            str(row.roll),
            row.name,
            _EFFECTS.get(row.effect) or f"{capital(STAT_WORDS[row.effect])} -1; misses the next match.",
        )
        for row in book.injuries.casualty
    )


def _inducements(book: Book) -> tuple[Meaning, ...]:
    return tuple(Meaning("", kind.name, kind.words) for kind in book.inducements.kinds)


def _bribe(book: Book) -> tuple[Meaning, ...]:
    return (Meaning(f"{book.inducements.bribe.works_on}+", "The player stays"),)


def _chef(book: Book) -> tuple[Meaning, ...]:
    words = "A team re-roll more for this half, and one less for the other side, for each die."
    return (Meaning(f"{book.inducements.chef.works_on}+", "A good dish", words),)


_TABLES: Mapping[str, Callable[[Book], tuple[Meaning, ...]]] = {
    "weather": _weather,
    "hire": _inducements,
    "bribe": _bribe,
    "chef": _chef,
    "casualty": _casualty,
    "apothecary.casualty": _casualty,
    "apothecary.covers": _casualty,
    "apothecary.result": _casualty,
}
