"""Several people at the same moment in one competition, on both databases."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.moments.stories import STORIES


@pytest.mark.service
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("story", STORIES)
def test_of_many_who_do_it_at_once_one_has_done_it_on_postgresql(story: str) -> None:
    STORIES[story]()


def test_of_many_who_do_it_at_once_one_has_done_it_on_sqlite(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{tmp_path / 'moments.sqlite3'}",
        "REDIS_URL": "",
        "DUGOUT_VAR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    words = [sys.executable, "-m", "tests.moments", str(tmp_path)]
    done = subprocess.run(
        words, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == list(STORIES)
