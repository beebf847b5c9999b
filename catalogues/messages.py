"""Everything that Dugout says, as it stands in the code, the templates, and the tables of the editions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from django.utils.translation.template import templatize

from engine.editions.names import rule_names, rule_sentences
from engine.words import CALLED_LIKE_A_RACE, POSITION, RULES

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("cs", "hu", "pl")
"""The languages besides English, which is what the code is written in."""

_CODE = ("engine", "league", "teams", "matches", "tournaments")
_KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
Message: TypeAlias = str | tuple[str, ...]


def catalogue(language: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def template() -> Catalog:
    """Every message once, with the places where it is said."""
    found = Catalog(fuzzy=False)
    for place, line, message, context in sorted(_said(), key=lambda said: said[:2]):
        found.add(message, locations=[(place, line)] if line else [], context=context, flags=_flags(message))
    for name in rule_names():
        found.add(name, context=RULES)
    for name in sorted(CALLED_LIKE_A_RACE):
        found.add(name, context=POSITION)
    for sentence in rule_sentences():
        found.add(sentence, flags=_flags(sentence))
    return found


def _flags(message: Message) -> tuple[str, ...]:
    one = message if isinstance(message, str) else message[0]
    return ("python-brace-format",) if re.search(r"\{\w", one) else ()


def _said() -> Iterator[tuple[str, int, Message, str | None]]:
    for app in _CODE:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts:
                yield from _in_code(path, path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "templates").rglob("*")):
        if path.suffix in {".html", ".txt"}:
            yield from _in_code(path, _as_code(path))


def _as_code(path: Path) -> str:
    """What a template says, as calls in Python on the lines where they stand."""
    text = templatize(path.read_text(encoding="utf-8"), origin=str(path))
    # Everything else of a template has become letters, whose indents are no Python.
    return "\n".join(line.lstrip() for line in text.splitlines())


def _in_code(path: Path, code: str) -> Iterator[tuple[str, int, Message, str | None]]:
    place = path.relative_to(ROOT).as_posix()
    for line, message, _comments, context in extract("python", BytesIO(code.encode()), _KEYWORDS):
        yield place, line, message, context
