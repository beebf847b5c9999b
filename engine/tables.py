"""The tables of an edition as its folder holds them, with the house rules of a league laid over them.

House rules are an overlay of the same tables: a path (``rosters/races/Orc/reroll_price``) and the value it takes.
The same typed loader checks both.

An edition that is based on another holds only what it has otherwise: tables of its own in ``data/<table>.toml``, and in
``data/differences.toml`` single values of the other's tables, laid over them like house rules, and rows added to them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal, TypeVar

import msgspec

from engine.questions import Refusal
from engine.words import gettext as _

HouseRules = Mapping[str, "bool | int | float | str | list[Any]"]
T = TypeVar("T")
Confidence = Literal["high", "medium", "low", "none"]
"""How sure a printed value is."""


class Difference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a row, or a table, of the other edition is here: ``values`` by the ends of their paths."""

    path: str
    values: dict[str, Any]
    source: str = ""


class Addition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rows that follow those of a list of the other edition."""

    path: str
    rows: list[dict[str, Any]]
    source: str = ""


class Differences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``differences.toml``. ``based_on`` is the package of the edition that this one is made from."""

    based_on: str
    differences: tuple[Difference, ...] = ()
    additions: tuple[Addition, ...] = ()


class _Printed(msgspec.Struct, frozen=True):
    """The tables of an edition by the book: ``raw`` as JSON would have them, and ``files``, from which each comes."""

    raw: bytes
    files: dict[str, str]
    changed: frozenset[str] = frozenset()
    """Tables of another edition over which ``differences.toml`` lies."""
    based_on: str = ""


class Tables:
    """The raw tables of an edition with an overlay, handed out as typed values.

    Raises Refusal, with the path, for a house rule that names nothing or that has the wrong type.
    """

    def __init__(self, package: str, overlay: HouseRules) -> None:
        self._package = package
        self._printed = _as_printed(package, str(files(package)))
        self._raw: dict[str, Any] = msgspec.msgpack.decode(self._printed.raw)
        self._overlay = dict(overlay)
        for path, value in self._overlay.items():
            fault = _lay_over(self._raw, path, value)
            if fault:
                raise Refusal(_("House rule {path!r} {fault}.").format(path=path, fault=fault))

    def value_at(self, path: str) -> Any:
        """What stands at the path of a house rule; None where nothing does."""
        place: Any = self._raw
        for step in path.split("/"):
            place = _step(place, step)
        return place

    def every(self, pattern: str) -> Iterator[tuple[str, Any]]:
        """Each path of this pattern that is there, with its value. ``*`` stands for every row of a list or a table."""
        yield from _every(self._raw, pattern.split("/"), ())

    def leaves(self, table: str) -> Iterator[tuple[str, Any]]:
        """The path and the value of everything in a table that is no further table: what a house rule can set."""
        yield from _leaves(self._raw.get(table), (table,))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._raw))

    def read(self, name: str, kind: type[T]) -> T:
        """``data/<name>.toml`` as ``kind``. An unknown key or a wrong type names its file and its path."""
        try:
            return msgspec.convert(self._raw[name], kind)
        except msgspec.ValidationError as fault:
            for path, value in self._overlay.items():
                if path.startswith(f"{name}/") and self._misfit(name, kind, path, value):
                    raise Refusal(
                        _("House rule {path!r} does not fit: {fault}.").format(path=path, fault=fault)
                    ) from None
            raise ValueError(f"{self._file_at_fault(name, kind)}: {fault}") from None

    def _file_at_fault(self, name: str, kind: type[Any]) -> str:
        """Which file spoils the table as printed: its own, or that of the differences laid over it."""
        if name in self._printed.changed:
            try:
                Tables(self._printed.based_on, {}).read_plain(name, kind)
            except msgspec.ValidationError:
                pass
            else:
                return _path(self._package, "differences")
        return self._printed.files[name]

    def _misfit(self, name: str, kind: type[Any], path: str, value: Any) -> bool:
        """Does this house rule, alone, spoil the table?"""
        try:
            Tables(self._package, {path: value}).read_plain(name, kind)
        except (msgspec.ValidationError, Refusal):
            return True
        return False

    def read_plain(self, name: str, kind: type[T]) -> T:
        return msgspec.convert(self._raw[name], kind)


@lru_cache(maxsize=16)
def _as_printed(package: str, place: str) -> _Printed:
    """The tables of an edition by the book: read once from the folder ``place``.

    Whoever lays something over them decodes a copy of their own. Raises ValueError, with the file, for differences
    that are none.
    """
    own = {
        entry.name.removesuffix(".toml"): tomllib.loads(entry.read_text(encoding="utf-8"))
        for entry in files(package).joinpath("data").iterdir()
        if entry.name.endswith(".toml")
    }
    found_in = {name: _path(package, name) for name in own}
    if "differences" not in own:
        return _Printed(msgspec.msgpack.encode(own), found_in)
    where = found_in.pop("differences")
    try:
        book = msgspec.convert(own.pop("differences"), Differences)
    except msgspec.ValidationError as fault:
        raise ValueError(f"{where}: {fault}") from None
    base = _as_printed(book.based_on, str(files(book.based_on)))
    raw: dict[str, Any] = msgspec.msgpack.decode(base.raw)
    changed = frozenset((*_apply(raw, book.differences, where), *_add(raw, book.additions, where)))
    for name in changed & own.keys():
        raise ValueError(
            _("{where}: {name} has a file of its own, which says what differs").format(where=where, name=name)
        )
    return _Printed(msgspec.msgpack.encode(raw | own), base.files | found_in, changed, book.based_on)


def _path(package: str, table: str) -> str:
    return f"{package}/data/{table}.toml"


def _apply(raw: dict[str, Any], differences: tuple[Difference, ...], where: str) -> Iterator[str]:
    """Lays the differences over the raw tables, and gives the table of each."""
    for difference in differences:
        for key, value in difference.values.items():
            path = f"{difference.path}/{key}"
            fault = _lay_over(raw, path, value)
            if fault:
                raise ValueError(f"{where}: {path!r} {fault}")
        yield difference.path.partition("/")[0]


def _add(raw: dict[str, Any], additions: tuple[Addition, ...], where: str) -> Iterator[str]:
    """Lets the rows follow those that are there, and gives the table of each."""
    for addition in additions:
        place: Any = raw
        for step in addition.path.split("/"):
            place = _step(place, step)
        if not isinstance(place, list):
            raise ValueError(
                _("{where}: {path!r} names no list of the rules").format(where=where, path=addition.path)
            )
        place.extend(addition.rows)
        yield addition.path.partition("/")[0]


def _lay_over(raw: dict[str, Any], path: str, value: Any) -> str:
    """Puts the value where the path leads. What is wrong with the path, as the end of a sentence; empty if nothing."""
    *parents, last = path.split("/")
    if not parents:
        return _("names no value of the rules, but a whole table or nothing")
    place: Any = raw
    for step in parents:
        place = _step(place, step)
        if place is None:
            return _("names no value of the rules: {step!r} is not there").format(step=step)
    if isinstance(place, list):
        index = _index(place, last)
        if index is None:
            return _("names no value of the rules: {last!r} is not there").format(last=last)
        place[index] = value
    elif isinstance(place, dict) and last:
        place[last] = value
    else:
        return _("names no value of the rules")
    return ""


def _every(place: Any, steps: list[str], done: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    if not steps:
        yield "/".join(done), place
    elif steps[0] != "*":
        found = _step(place, steps[0])
        if found is not None:
            yield from _every(found, steps[1:], (*done, steps[0]))
    elif isinstance(place, list):
        for index, row in enumerate(place):
            yield from _every(row, steps[1:], (*done, _name(row, index)))
    elif isinstance(place, dict):
        for key, value in place.items():
            yield from _every(value, steps[1:], (*done, key))


def _leaves(place: Any, done: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    if isinstance(place, dict):
        for key, value in place.items():
            yield from _leaves(value, (*done, key))
    elif isinstance(place, list) and place and isinstance(place[0], dict):
        for index, row in enumerate(place):
            yield from _leaves(row, (*done, _name(row, index)))
    else:
        yield "/".join(done), place


def _name(row: Any, index: int) -> str:
    """How a path calls a row: by its name, where one of this kind has no stroke in it."""
    name = row.get("name") if isinstance(row, dict) else None
    return name if isinstance(name, str) and name and "/" not in name else str(index)


def _step(place: Any, step: str) -> Any:
    if isinstance(place, dict):
        return place.get(step)
    if isinstance(place, list):
        index = _index(place, step)
        return None if index is None else place[index]
    return None


def _index(rows: list[Any], step: str) -> int | None:
    """A row of a list by its name, or by its number from 0."""
    for index, row in enumerate(rows):
        if isinstance(row, dict) and row.get("name") == step:
            return index
    return int(step) if step.isdecimal() and int(step) < len(rows) else None
