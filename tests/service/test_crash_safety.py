"""Whoever dies in the middle leaves the old state or the new one, never one between: on both databases."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.crash.running import assert_never_between, trial
from tests.crash.stories import STORIES

EVERY = 60
"""More moments than any story has."""
SOME = 12
"""To copy a database of PostgreSQL takes its time."""

pytestmark = pytest.mark.service


@pytest.mark.parametrize("story", STORIES)
def test_postgresql_holds_the_old_or_the_new_state(story: str, tmp_path: Path) -> None:
    assert_never_between(trial(story, SOME, tmp_path, os.environ["DATABASE_URL"]))


@pytest.mark.parametrize("story", STORIES)
def test_sqlite_holds_the_old_or_the_new_state_at_every_moment(story: str, tmp_path: Path) -> None:
    assert_never_between(trial(story, EVERY, tmp_path))
