"""The editions that Dugout knows. One line makes a folder known; nothing else names an edition outside of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from typing import Any

import msgspec

from engine.edition import Edition
from engine.questions import Refusal
from engine.words import gettext as _

EDITIONS: dict[str, str] = {
    "lrb4": "engine.editions.lrb4",
    "lrb5x": "engine.editions.lrb5x",
    "crp": "engine.editions.crp",
}
"""Package by key. Its ``build(house_rules)`` makes the edition; it raises ValueError for tables that do not fit."""

DEFAULT = "lrb4"
"""What is played where nobody says what."""

_encoder = msgspec.json.Encoder(order="deterministic")
_as_printed: dict[str, Edition] = {}


def edition(key: str, house_rules: Mapping[str, Any] | None = None) -> Edition:
    """The edition as a league with these house rules plays it. The same rules give the same object while it is kept.

    Raises Refusal for an unknown edition, and for house rules that do not fit it.
    """
    if not house_rules:
        found = _as_printed.get(key)
        if found is None:
            found = _as_printed[key] = _build(key, {})
        return found
    try:
        laid_over = _encoder.encode(dict(house_rules))
    except (TypeError, ValueError, RecursionError, msgspec.MsgspecError):
        raise Refusal(_("The house rules hold a value that is neither number, text nor list.")) from None
    return _with_house_rules(key, laid_over)


@lru_cache(maxsize=128)
def _with_house_rules(key: str, laid_over: bytes) -> Edition:
    return _build(key, msgspec.json.decode(laid_over))


def _build(key: str, house_rules: dict[str, Any]) -> Edition:
    package = EDITIONS.get(key)
    if package is None:
        known = ", ".join(EDITIONS)
        raise Refusal(
            _("There is no edition of the rules with the key {key!r}; known is: {known}.").format(
                key=key, known=known
            )
        )
    try:
        built: Edition = import_module(package).build(house_rules)
    except ValueError as fault:
        if not house_rules:
            raise
        raise Refusal(_("The house rules do not fit: {fault}.").format(fault=fault)) from None
    return built


def match_files(key: str) -> tuple[str, ...]:
    """Names that match files have for these rules: a file of one of them holds a match that was played by the edition.

    Its package says it, if there are any, as ``MATCH_FILES``.
    """
    found: tuple[str, ...] = getattr(import_module(EDITIONS[key]), "MATCH_FILES", ())
    return found
