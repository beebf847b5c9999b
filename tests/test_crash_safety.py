"""Whoever dies in the middle leaves the old state or the new one, never one between: SQLite, at some moments.

All moments, and PostgreSQL, are in ``tests/service/test_crash_safety.py``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.running import assert_never_between, trial
from tests.crash.stories import STORIES

POINTS = 8


@pytest.mark.parametrize("story", STORIES)
def test_sqlite_holds_the_old_or_the_new_state(story: str, tmp_path: Path) -> None:
    assert_never_between(trial(story, POINTS, tmp_path))


def test_a_use_case_that_lands_by_halves_would_be_found(tmp_path: Path) -> None:
    told = trial("torn", POINTS, tmp_path)
    assert any("neither the old nor the new state" in fault for fault in told["faults"])
