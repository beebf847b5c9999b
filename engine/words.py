"""Sentences in the language of whoever reads them; numbers and lists in a sentence.

The engine writes English. A host that speaks other languages gives a ``Translator`` once, and every sentence that the
engine makes from then on goes through it. Nothing that decides anything, is stored in a log, or is a key does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeAlias


class Translator(Protocol):
    """The catalogues of a host. Each answers with what it was given where it knows no better."""

    def gettext(self, message: str) -> str: ...

    def ngettext(self, singular: str, plural: str, number: int) -> str: ...

    def pgettext(self, context: str, message: str) -> str: ...


class English:
    """What the engine is written in."""

    def gettext(self, message: str) -> str:
        return message

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return singular if number == 1 else plural

    def pgettext(self, context: str, message: str) -> str:
        return message


_translator: Translator = English()

RULES = "rules"
"""The context of names of rules in the catalogues: a Block is not any block."""


def translate_with(translator: Translator) -> None:
    """From now on, sentences are what ``translator`` makes of them."""
    global _translator
    _translator = translator


def gettext(message: str) -> str:
    return _translator.gettext(message)


def ngettext(singular: str, plural: str, number: int) -> str:
    return _translator.ngettext(singular, plural, number)


def gettext_noop(message: str) -> str:
    """Marks a sentence of a table for the catalogues; whoever uses it translates it then."""
    return message


def named(name: str) -> str:
    """A name of the rules (a skill, a position, a race, an injury, the weather ...) as its readers call it."""
    return _translator.pgettext(RULES, name) if name else ""


Word: TypeAlias = str | tuple[str, str]
"""A thing that is counted: one that takes an s where there are several, or its singular and its plural."""

STAFF_WORDS: dict[str, tuple[str, str]] = {
    "assistant_coaches": ("assistant coach", "assistant coaches"),
    "cheerleaders": ("cheerleader", "cheerleaders"),
    "apothecary": ("apothecary", "apothecaries"),
}
"""Whoever works for a team, by the fields of a roster."""


def counted(number: int, word: Word) -> str:
    """``1 touchdown``, ``2 touchdowns``, ``1,200 casualties``."""
    one, several = (word, f"{word}s") if isinstance(word, str) else word
    return f"{number:,} {one if number == 1 else several}"


def listed(parts: Iterable[str]) -> str:
    """``A``, ``A and B``, ``A, B and C``."""
    *firsts, last = list(parts) or [""]
    return f"{', '.join(firsts)} and {last}" if firsts else last
