"""A season of 100 teams and 1,000 matches on SQLite, and a past that is corrected at its first and its last match."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator

from bench.figures import Figure
from bench.season import measured


def run() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(prefix="dugout-bench-") as folder:
        yield from measured("sqlite", f"sqlite:///{folder}/amend.sqlite3", folder, "bench.amend_on")
