"""Numbers and lists in a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

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
