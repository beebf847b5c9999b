"""What is worked out once for each state of a league.

A key holds the number of the league's last act, and everything else that the value is worked out from, or else all
that it tells; so nothing is ever taken back from the cache, and old values expire.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TypeVar

import msgspec
from django.core.cache import cache
from django.utils.translation import get_language

KEPT_SECONDS = 24 * 3600

T = TypeVar("T")


def cached(key: str, kind: type[T], work_out: Callable[[], T]) -> T:
    """The value kept under the key, or else worked out and kept as JSON of this kind.

    What another version of the program has kept in another shape is worked out anew.
    """
    kept = cache.get(key)
    if kept is not None:
        try:
            return msgspec.json.decode(kept, type=kind)
        except msgspec.ValidationError:
            pass
    kept = msgspec.json.encode(work_out())
    cache.set(key, kept, KEPT_SECONDS)
    return msgspec.json.decode(kept, type=kind)


def kept_as(kind: str, told: msgspec.Struct, make: Callable[[], bytes]) -> tuple[bytes, str]:
    """What is made of a value, in the language that is spoken, and a name that it has as long as it is the same."""
    said = msgspec.json.encode(told) + (get_language() or "").encode()
    name = hashlib.sha256(said).hexdigest()[:32]
    kept: bytes | None = cache.get(f"{kind}:{name}")
    if kept is None:
        kept = make()
        cache.set(f"{kind}:{name}", kept, KEPT_SECONDS)
    return kept, name
