"""The tables of an edition as fields that a commissioner fills in: each value with its path, by the book and here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine import editions
from engine.acts import search_key
from engine.questions import Problem, Refusal
from engine.tables import Tables
from engine.words import named
from league.domain.house_rules import parse_value, same, write_value
from league.models import League

FOUND_MOST = 60
"""Values that a search shows."""
NOT_SET = gettext_noop("nothing")
WORDS = frozenset(
    ("name", "words", "note", "czech", "source", "confidence", "price_confidence", "advanced", "place")
)
"""Keys that say what a row is, and nothing that is played by."""
NOTHING: Mapping[str, str] = MappingProxyType({})
KNOWN = (
    # Tables.
    gettext_noop("Advancement"),
    gettext_noop("Hiring"),
    gettext_noop("Inducements"),
    gettext_noop("Injuries"),
    gettext_noop("League"),
    gettext_noop("Match"),
    gettext_noop("Skills"),
    gettext_noop("Stadiums"),
    gettext_noop("Stars"),
    gettext_noop("Tournaments"),
    # Values that a league is asked for, where no source has them.
    gettext_noop("Price"),
    gettext_noop("League price"),
    gettext_noop("Reroll price"),
    gettext_noop("Stats"),
    gettext_noop("Winner"),
    gettext_noop("Finalist"),
    gettext_noop("Scoring"),
    gettext_noop("Results counted"),
    gettext_noop("Play off weeks"),
)
"""Keys of the tables that the catalogues know; any other is shown as the tables have it."""
UNPLAYED = frozenset(("prompts", "readings", "conversion"))
"""Tables of texts and names."""


@dataclass(frozen=True, slots=True)
class Field:
    """A value of the tables. ``book`` and ``own`` as a house rule writes them; ``own`` is empty where the book holds.

    ``shown`` is what the field of a form shows: its own value, or what was typed where the form came back with a fault.
    """

    path: str
    book: str
    own: str
    shown: str

    @property
    def words(self) -> str:
        """The path for people: ``Match › Turns``."""
        return " › ".join(part.replace("_", " ").capitalize() for part in self.path.split("/"))

    @property
    def label(self) -> str:
        """The end of the path, where the row is known."""
        return _(self.path.rpartition("/")[2].replace("_", " ").capitalize())


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the tables that is shown at once; ``key`` is its path."""

    key: str
    name: str


def printed(league: League) -> Tables:
    """The tables by the book."""
    return Tables(editions.EDITIONS[league.edition], {})


def chapters(league: League) -> list[Chapter]:
    """Every table that is played by; the team lists one by one, after what they have in common."""
    found, book = [], printed(league)
    for table in book.names:
        if table == "rosters":
            if any(map(_of_all_lists, (path for path, _ in book.leaves(table)))):
                found.append(Chapter(table, _("All team lists")))
            found += [
                Chapter(f"rosters/races/{race}", _("Team list: {race}").format(race=named(race)))
                for race in _races(league)
            ]
            if book.value_at("rosters/big_guys"):
                found.append(Chapter("rosters/big_guys", _("Big guys")))
        elif table not in UNPLAYED:
            found.append(Chapter(table, _(table.replace("_", " ").capitalize())))
    return found


def _of_all_lists(path: str) -> bool:
    """Whether this is something that the team lists have in common."""
    return path.startswith("rosters/") and path.count("/") == 1


def _races(league: League) -> list[str]:
    return sorted(league.rules.races)


def fields_of(league: League, chapter: str, typed: Mapping[str, str] = NOTHING) -> list[Field]:
    """Every value of one chapter, in the order of the book; of an unknown one none."""
    table = chapter.partition("/")[0]
    if chapter not in {one.key for one in chapters(league)}:
        return []
    return [
        field(league, path, value, typed)
        for path, value in printed(league).leaves(table)
        if path.startswith(f"{chapter}/")
        and path.rpartition("/")[2] not in WORDS
        and (chapter != "rosters" or _of_all_lists(path))
    ]


def found(league: League, words: str, typed: Mapping[str, str] = NOTHING) -> list[Field]:
    """Values whose paths have all of these words, in the order of the book; the first of them where there are many."""
    wanted = search_key(words.replace("_", " ").replace("/", " ").replace("›", " ")).split()
    if not wanted:
        return []
    every = (
        field(league, path, value, typed)
        for table in printed(league).names
        if table not in UNPLAYED
        for path, value in printed(league).leaves(table)
        if path.rpartition("/")[2] not in WORDS
    )
    fitting = (one for one in every if all(word in search_key(one.words) for word in wanted))
    return list(islice(fitting, FOUND_MOST))


def field(league: League, path: str, book: Any, typed: Mapping[str, str] = NOTHING) -> Field:
    own = write_value(league.house_rules[path]) if path in league.house_rules else ""
    return Field(path, _(NOT_SET) if book is None else write_value(book), own, typed.get(path, own))


def read_changes(league: League, typed: Mapping[str, str]) -> dict[str, Any]:
    """What was typed for paths as changes of the house rules: None where a field was emptied.

    Fields that say what is played already change nothing. Raises Refusal with every value that cannot be read.
    """
    changes: dict[str, Any] = {}
    faults: list[Problem] = []
    for path, text in typed.items():
        written = text.strip()
        if not written:
            if path in league.house_rules:
                changes[path] = None
            continue
        try:
            value = parse_value(written)
        except ValueError:
            faults.append(
                Problem(
                    _("The value of {path!r} cannot be read: {value!r}.").format(
                        path=path, value=written[:80]
                    )
                )
            )
            continue
        if path not in league.house_rules or not same(value, league.house_rules[path]):
            changes[path] = value
    if faults:
        raise Refusal(" ".join(fault.message for fault in faults), tuple(faults))
    return changes


def changed_paths(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """(path, before, after) of what two sets of house rules have differently; the book where one has nothing."""
    for path in sorted(before.keys() | after.keys()):
        if path not in before or path not in after or not same(before[path], after[path]):
            yield (
                path,
                write_value(before[path]) if path in before else _("the book"),
                write_value(after[path]) if path in after else _("the book"),
            )
