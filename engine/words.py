"""Sentences in the language of whoever reads them; numbers and lists in a sentence.

The engine writes English. A host that speaks other languages gives a ``Translator`` once, and every sentence that the
engine makes from then on goes through it. Nothing that decides anything, is stored in a log, or is a key does: what
was stored for people is English, and is translated by ``engine.stored`` where it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeAlias


class Translator(Protocol):
    """The catalogues of a host. Each answers with what it was given where it knows no better."""

    def gettext(self, message: str) -> str: ...

    def ngettext(self, singular: str, plural: str, number: int) -> str: ...

    def pgettext(self, context: str, message: str) -> str: ...

    def number(self, value: int) -> str:
        """The number with its thousands kept apart, as the language does."""


class English:
    """What the engine is written in."""

    def gettext(self, message: str) -> str:
        return message

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return singular if number == 1 else plural

    def pgettext(self, context: str, message: str) -> str:
        return message

    def number(self, value: int) -> str:
        return f"{value:,}"


_translator: Translator = English()

RULES = "rules"
"""The context of names of rules in the catalogues: a Block is not any block."""
POSITION = "position"
"""The context of a position that is called like a race: one Ogre, where the race is Ogres in most languages."""
CALLED_LIKE_A_RACE = frozenset(("Goblin", "Halfling", "Ogre", "Vampire"))
"""Those positions; a test compares them with the tables of the editions."""


def translate_with(translator: Translator) -> Translator:
    """From now on, sentences are what ``translator`` makes of them. The one until now."""
    global _translator
    before, _translator = _translator, translator
    return before


def gettext(message: str) -> str:
    return _translator.gettext(message) if message else ""


def ngettext(singular: str, plural: str, number: int) -> str:
    return _translator.ngettext(singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """For a word that means several things; the context says which."""
    return _translator.pgettext(context, message)


def gettext_noop(message: str) -> str:
    """Marks a sentence of a table for the catalogues; whoever uses it translates it then."""
    return message


def named(name: str) -> str:
    """A name of the rules (a skill, a position, a race, an injury, the weather ...) as its readers call it.

    A sentence of the tables is translated as well: it stands in the catalogues without the context.
    """
    if not name:
        return ""
    found = _translator.pgettext(RULES, name)
    return found if found != name else _translator.gettext(name)


def position_named(name: str) -> str:
    """The position of one player, as its readers call it."""
    return _translator.pgettext(POSITION, name) if name in CALLED_LIKE_A_RACE else named(name)


def number(value: int) -> str:
    """``1,200``, as the language of the reader writes it."""
    return _translator.number(value)


def gold(amount: int) -> str:
    """``120,000 gold``; the amount in gold pieces."""
    return gettext("{amount} gold").format(amount=number(amount))


Word: TypeAlias = str | tuple[str, str]
"""A thing that is counted: one that takes an s where there are several, or its singular and its plural. All of them
stand in ``_countable``."""

STAFF_WORDS: dict[str, tuple[str, str]] = {
    "assistant_coaches": ("assistant coach", "assistant coaches"),
    "cheerleaders": ("cheerleader", "cheerleaders"),
    "apothecary": ("apothecary", "apothecaries"),
}
"""Whoever works for a team, by the fields of a roster."""


def counted(number: int, word: Word) -> str:
    """``1 touchdown``, ``2 touchdowns``, ``1,200 casualties``."""
    one, several = (word, f"{word}s") if isinstance(word, str) else word
    of_one, of_several = f"{{n}} {one}", f"{{n}} {several}"
    return ngettext(of_one, of_several, number).format(n=_translator.number(number))


def listed(parts: Iterable[str]) -> str:
    """``A``, ``A and B``, ``A, B and C``."""
    *firsts, last = list(parts) or [""]
    return gettext("{firsts} and {last}").format(firsts=", ".join(firsts), last=last) if firsts else last


def either(parts: Iterable[str]) -> str:
    """``A``, ``A or B``, ``A, B or C``."""
    *firsts, last = list(parts) or [""]
    return gettext("{firsts} or {last}").format(firsts=", ".join(firsts), last=last) if firsts else last


def capital(words: str) -> str:
    """The words as the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def joined(sentences: Iterable[str]) -> str:
    """Sentences one after the other; empty ones are left out."""
    return " ".join(filter(None, sentences))


def _countable(n: int) -> tuple[str, ...]:
    """Everything that ``counted`` is given, for the catalogues; a test compares the two. Nobody calls it."""
    return (
        ngettext("{n} act is", "{n} acts are", n),
        ngettext("{n} apothecary", "{n} apothecaries", n),
        ngettext("{n} assistant coach", "{n} assistant coaches", n),
        ngettext("{n} award as most valuable player", "{n} awards as most valuable player", n),
        ngettext("{n} big guy", "{n} big guys", n),
        ngettext("{n} bye", "{n} byes", n),
        ngettext("{n} casualty", "{n} casualties", n),
        ngettext("{n} casualty suffered", "{n} casualties suffered", n),
        ngettext("{n} cheerleader", "{n} cheerleaders", n),
        ngettext("{n} completion", "{n} completions", n),
        ngettext("{n} entry", "{n} entries", n),
        ngettext("{n} fault", "{n} faults", n),
        ngettext("{n} foul", "{n} fouls", n),
        ngettext("{n} interception", "{n} interceptions", n),
        ngettext("{n} match", "{n} matches", n),
        ngettext("{n} match is", "{n} matches are", n),
        ngettext("{n} member", "{n} members", n),
        ngettext("{n} more die", "{n} more dice", n),
        ngettext("{n} more team", "{n} more teams", n),
        ngettext("{n} niggling injury", "{n} niggling injuries", n),
        ngettext("{n} other is", "{n} others are", n),
        ngettext("{n} pair", "{n} pairs", n),
        ngettext("{n} place", "{n} places", n),
        ngettext("{n} player", "{n} players", n),
        ngettext("{n} point", "{n} points", n),
        ngettext("{n} re-roll", "{n} re-rolls", n),
        ngettext("{n} rematch", "{n} rematches", n),
        ngettext("{n} result", "{n} results", n),
        ngettext("{n} star player point", "{n} star player points", n),
        ngettext("{n} team is", "{n} teams are", n),
        ngettext("{n} team re-roll", "{n} team re-rolls", n),
        ngettext("{n} touchdown", "{n} touchdowns", n),
        ngettext("{n} warning", "{n} warnings", n),
        ngettext("{n} worker", "{n} workers", n),
    )
