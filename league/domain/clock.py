"""What time it is for the use cases: now, unless a whole history is being replayed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from django.utils import timezone

_moment: ContextVar[datetime | None] = ContextVar("moment", default=None)


def now() -> datetime:
    return _moment.get() or timezone.now()


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Whatever is done inside is recorded as done at this moment."""
    token = _moment.set(moment)
    try:
        yield
    finally:
        _moment.reset(token)
