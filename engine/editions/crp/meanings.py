"""What comes of a roll, from the tables that it is looked up in: for whoever has no rulebook at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.describe import stat_words
from engine.edition import Meaning
from engine.editions.crp.book import Book
from engine.words import capital, gettext_noop, named
from engine.words import gettext as _

_EFFECTS = {
    "": gettext_noop("Out for the rest of the match."),
    "miss": gettext_noop("Misses the next match."),
    "niggling": gettext_noop("A niggling injury; misses the next match."),
    "dead": gettext_noop("Unless he can still be saved."),
}


def meanings(book: Book, key: str) -> tuple[Meaning, ...]:
    """Empty for a key that asks for nothing of a table."""
    return _TABLES[key](book) if key in _TABLES else ()


def _weather(book: Book) -> tuple[Meaning, ...]:
    return tuple(Meaning(str(row.roll), named(row.name), key=row.name) for row in book.match.weather)


def _casualty(book: Book) -> tuple[Meaning, ...]:
    return tuple(
        Meaning(
            str(row.roll),
            named(row.name),
            _(_EFFECTS[row.effect])
            if row.effect in _EFFECTS
            else _("{stat} -1; misses the next match.").format(stat=capital(stat_words(row.effect))),
            row.name,
        )
        for row in book.injuries.casualty
    )


def _inducements(book: Book) -> tuple[Meaning, ...]:
    return tuple(Meaning("", named(kind.name), _(kind.words), kind.name) for kind in book.inducements.kinds)


def _bribe(book: Book) -> tuple[Meaning, ...]:
    return (Meaning(f"{book.inducements.bribe.works_on}+", _("The player stays")),)


def _chef(book: Book) -> tuple[Meaning, ...]:
    words = _("A team re-roll more for this half, and one less for the other side, for each die.")
    return (Meaning(f"{book.inducements.chef.works_on}+", _("A good dish"), words),)


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
