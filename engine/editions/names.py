"""What the tables of the editions say to people, for the catalogues: names of the rules, and sentences.

Everything is found in the tables as printed, so that a table that changes is a catalogue that lacks something. Names of
people are no names of the rules: a star player is called the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.describe import STAT_WORDS
from engine.editions import EDITIONS, edition
from engine.tables import Tables

_NAMES = frozenset(("name", "title", "category", "position", "secret_weapon", "season", "place"))
"""Keys of the tables whose values are names of the rules."""
_OWN_NAMES = (("stars", "name"), ("scorings", "name"), ("bonuses", "name"))
"""Of these tables they are the names of people, or keys that nobody reads."""
_SENTENCES = frozenset(("label", "asks", "help", "words", "topic", "reading", "note"))
"""Keys of the tables whose values are sentences, or parts of one. Sources and lines of the texts are neither."""
_WITHOUT_A_TABLE = frozenset(("Ageing", "Niggling Injury"))
"""Names of injuries that no table has."""
_OPTIONS = "options"
"""Its values tell what comes of the options of a question."""


def rule_names() -> tuple[str, ...]:
    """Every name of the rules of any edition that a person reads: to be translated by ``named``."""
    found = set(STAT_WORDS.values()) | _WITHOUT_A_TABLE | {stat.upper() for stat in STAT_WORDS}
    for key, package in EDITIONS.items():
        book = edition(key)
        found |= {book.name, book.rules.strength_key}
        found |= {text for name, text in _texts(package) if name in _NAMES}
        found |= {skill for text in book.skills.values() for skill in (text.name, text.category)}
    return tuple(sorted(found - {""}))


def rule_sentences() -> tuple[str, ...]:
    """Every sentence of the tables of any edition that a person reads: to be translated by ``gettext``."""
    found: set[str] = set()
    for key, package in EDITIONS.items():
        book = edition(key)
        found |= {book.about, *msgspec.structs.astuple(book.shop)}
        found |= {text for name, text in _texts(package) if name in _SENTENCES}
    return tuple(sorted(found - {""}))


def _texts(package: str) -> Iterator[tuple[str, str]]:
    """The key and the value of each text in the tables; options of a question stand under ``words``."""
    tables = Tables(package, {})
    for table in tables.names:
        yield from _within(tables.value_at(table), (table,))


def _within(value: Any, path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _within(inner, (*path, key))
    elif isinstance(value, list):
        for inner in value:
            yield from _within(inner, path)
    elif isinstance(value, str):
        if _OPTIONS in path[:-1]:
            yield "words", value
        elif not any(table in path and path[-1] == key for table, key in _OWN_NAMES):
            yield path[-1], value
