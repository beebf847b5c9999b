"""Signs of life that one process leaves for another: that the clock goes, and that a backup was taken."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

_CLOCK = "signs:clock"


def note_clock() -> None:
    """By what the scheduler starts every minute. Without Redis the clock's own file says so (``manage.py clock``)."""
    if settings.REDIS_URL:
        cache.set(_CLOCK, timezone.now().isoformat(), None)


def clock_seen() -> datetime | None:
    """When something was done by the clock last."""
    if settings.REDIS_URL:
        said = cache.get(_CLOCK)
        return datetime.fromisoformat(said) if said else None
    try:
        times = json.loads((settings.VAR_DIR / "clock.json").read_text()).values()
        return max(map(datetime.fromisoformat, times), default=None)
    except (OSError, ValueError, AttributeError, TypeError):
        return None


def note_backup() -> None:
    """Of all leagues. Where nothing can be written the backup counts all the same."""
    try:
        _backup_file().touch()
    except OSError:
        return


def last_backup() -> datetime | None:
    """The latest that Dugout took, or that lies in the folder ``BACKUPS``."""
    files = [_backup_file()]
    if settings.BACKUPS:
        files += [one for one in Path(settings.BACKUPS).glob("*") if one.is_file()]
    times = [one.stat().st_mtime for one in files if one.exists()]
    return datetime.fromtimestamp(max(times), UTC) if times else None


def _backup_file() -> Path:
    return Path(settings.VAR_DIR) / "backed-up"
