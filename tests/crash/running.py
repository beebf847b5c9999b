"""Runs the trials of ``tests.crash`` in a process of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from django.conf import settings


def trial(story: str, points: int, folder: Path, url: str = "") -> dict[str, Any]:
    """What a trial on SQLite, or on the server of PostgreSQL that ``url`` names, has found."""
    environment = {
        **os.environ,
        "DATABASE_URL": url or f"sqlite:///{folder / 'crash.sqlite3'}",
        "REDIS_URL": "",
        "DUGOUT_VAR": str(folder),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.crash", story, str(points), str(folder)],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def assert_never_between(told: dict[str, Any]) -> None:
    """Both states were found, and nothing else."""
    assert told["faults"] == []
    assert told["old"] > 0
    assert told["new"] > 0
    assert told["killed"] > 0
