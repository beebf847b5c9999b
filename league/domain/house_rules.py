"""House rules as a commissioner writes them, and whether the edition has a place for each."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from math import isfinite
from typing import Any, TypeAlias

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from engine import editions, words
from engine.questions import Problem, Refusal
from engine.tables import Tables

HouseRule: TypeAlias = "bool | int | float | str | list[Any]"

NO_VALUE = gettext_noop("House rule {path!r} has a value that is no number, text, list, true or false.")
RULES_MAX = 200
NUMBER_MAX = 1_000_000_000
"""Larger numbers have no meaning in any table, and do not fit a column of the database."""


def parse(text: str) -> dict[str, HouseRule]:
    """Lines ``path = value``. Raises Refusal with every line that cannot be read; the paths are not checked yet."""
    overlay: dict[str, HouseRule] = {}
    faults: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        path, equals, written = (part.strip() for part in line.partition("="))
        if not (path and equals and written):
            faults.append(
                _("Line {number} is not of the form path = value: {line!r}.").format(
                    number=number, line=line.strip()[:80]
                )
            )
        elif path in overlay:
            faults.append(_("Line {number} sets {path!r} a second time.").format(number=number, path=path))
        else:
            try:
                overlay[path] = parse_value(written)
            except ValueError:
                faults.append(
                    _("Line {number} has a value that cannot be read: {value!r}.").format(
                        number=number, value=written[:80]
                    )
                )
    if faults:
        raise Refusal.of(faults)
    return overlay


def parse_value(written: str) -> Any:
    """A value of TOML, or a bare word, which is a text. Raises ValueError."""
    try:
        return tomllib.loads(f"value = {written}")["value"]
    except tomllib.TOMLDecodeError:
        if any(mark in written for mark in "\"'[]{},"):
            raise
        return written
    except RecursionError:
        raise ValueError("too deep") from None


def write(overlay: Mapping[str, Any]) -> str:
    """The lines that ``parse`` reads."""
    return "\n".join(f"{path} = {write_value(value)}" for path, value in overlay.items())


def write_value(value: Any) -> str:
    """A value as TOML has it on one line."""
    if isinstance(value, list):
        return f"[{', '.join(write_value(item) for item in value)}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(key)} = {write_value(item)}' for key, item in value.items())} }}"
    return msgspec.json.encode(value).decode()


def _key(key: str) -> str:
    return key if key.isidentifier() and key.isascii() else msgspec.json.encode(key).decode()


def check(edition: str, overlay: object) -> dict[str, HouseRule]:
    """The overlay, if the edition takes it. Raises Refusal with everything that does not fit."""
    if not isinstance(overlay, Mapping):
        raise Refusal(_("House rules are a list of paths, each with its value."))
    if len(overlay) > RULES_MAX:
        raise Refusal(
            ngettext(
                "There is {n} house rule; {limit} are allowed. Take some back to the book.",
                "There are {n} house rules; {limit} are allowed. Take some back to the book.",
                len(overlay),
            ).format(n=len(overlay), limit=RULES_MAX)
        )
    editions.edition(edition)
    book = Tables(editions.EDITIONS[edition], {})
    problems = [
        Problem(fault)
        for path, value in overlay.items()
        if (fault := _value_fault(path, value) or _sense_fault(path, value, book.value_at(path)))
    ]
    if problems:
        raise Refusal(" ".join(problem.message for problem in problems), tuple(problems))
    rules = dict(overlay)
    try:
        editions.edition(edition, rules)
    except Refusal as whole:
        # The loader stops at the first fault, and cannot always tell which of several rules is at fault.
        problems = [problem for path in rules for problem in _problems_alone(edition, path, rules[path])]
        if not problems:
            raise
        raise Refusal(" ".join(problem.message for problem in problems), tuple(problems)) from whole
    return rules


def without_the_book(edition: str, overlay: Mapping[str, Any]) -> dict[str, Any]:
    """The overlay without those values that the book has itself."""
    book = Tables(editions.EDITIONS[edition], {})
    return {path: value for path, value in overlay.items() if not same(value, book.value_at(path))}


def carried_over(
    edition: str, overlay: Mapping[str, Any], base: str
) -> tuple[dict[str, HouseRule], tuple[str, ...]]:
    """The house rules of another edition that have a place in this one, and the paths of those that have none.

    ``base``: the edition that they are of. Where both books have the same there, or something of one kind, a rule is
    kept; and none that says what this book says itself.
    """
    here, there = (Tables(editions.EDITIONS[key], {}) for key in (edition, base))
    kept: dict[str, HouseRule] = {}
    for path, value in overlay.items():
        printed = here.value_at(path)
        if printed is None or type(printed) is not type(there.value_at(path)):
            continue
        try:
            kept = check(edition, {**kept, path: value})
        except Refusal:
            continue
    dropped = tuple(sorted(overlay.keys() - kept.keys()))
    return without_the_book(edition, kept), dropped


def same(one: object, other: object) -> bool:
    """Equal, and of one type: ``true`` is not 1."""
    return type(one) is type(other) and one == other


def _problems_alone(edition: str, path: str, value: HouseRule) -> tuple[Problem, ...]:
    try:
        editions.edition(edition, {path: value})
    except Refusal as refusal:
        return refusal.problems
    return ()


def _value_fault(path: object, value: object) -> str:
    if not isinstance(path, str) or "/" not in path:
        return _("House rule {path!r} names no value of the rules.").format(path=path)
    if not isinstance(value, bool | int | float | str | list):
        return _(NO_VALUE).format(path=path)
    return next((fault for item in _leaves(value) if (fault := _leaf_fault(path, item))), "")


def _sense_fault(path: str, value: HouseRule, printed: object) -> str:
    """What every type allows and no rule can be played with. ``printed`` is what the book has there, or None."""
    if (
        isinstance(value, int)
        and value < 0
        and (printed is None or (isinstance(printed, int) and printed >= 0))
    ):
        return _("House rule {path!r} must not be negative.").format(path=path)
    if value == [] and isinstance(printed, list) and printed and isinstance(printed[0], dict):
        return _("House rule {path!r} leaves no row of its table.").format(path=path)
    return ""


def _leaves(value: object) -> list[object]:
    if isinstance(value, list):
        return [leaf for item in value for leaf in _leaves(item)]
    if isinstance(value, dict):
        return [leaf for key, item in value.items() for leaf in (key, *_leaves(item))]
    return [value]


def _leaf_fault(path: str, leaf: object) -> str:
    if isinstance(leaf, bool):
        return ""
    if isinstance(leaf, int | float):
        fine, fault = (
            isfinite(leaf) and abs(leaf) <= NUMBER_MAX,
            _("House rule {path!r} has a number beyond {limit}."),
        )
    elif isinstance(leaf, str):
        fine, fault = leaf.isprintable(), _("House rule {path!r} has a text with unprintable characters.")
    else:
        fine, fault = False, _(NO_VALUE)
    return "" if fine else fault.format(path=path, limit=words.number(NUMBER_MAX))
