"""The archive of a season of 100 teams and 1,000 matches on SQLite: written, and imported by a process of its own."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator

from bench.figures import Figure
from bench.season import measured


def run() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(prefix="dugout-bench-") as folder:
        for part in ("export", "import"):
            yield from measured(part, f"sqlite:///{folder}/{part}.sqlite3", folder, "bench.archive_on")
