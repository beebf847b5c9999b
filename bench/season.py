"""A season of 100 teams and 1,000 matches on SQLite and on PostgreSQL, and the pages that are read most at its end.

Each database is measured in a process of its own: Django takes its settings once.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack

from bench.figures import Figure
from tests.service.servers import postgresql


def run() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(prefix="dugout-bench-") as folder:
        yield from measured("sqlite", f"sqlite:///{folder}/season.sqlite3", folder)
    with tempfile.TemporaryDirectory(prefix="dugout-bench-") as folder, ExitStack() as stack:
        url = os.environ.get("DATABASE_URL", "")
        if not url.startswith(("postgres:", "postgresql:", "psql:")):
            try:
                url = stack.enter_context(postgresql(durable=True))
            except FileNotFoundError as fault:
                print(f"season on PostgreSQL is not measured: {fault}.", file=sys.stderr)
                return
        yield from measured("postgresql", url, folder)


def measured(database: str, url: str, folder: str, module: str = "bench.season_on") -> Iterator[Figure]:
    """The figures of one database, as they come. Its tables are made in a database of their own and dropped."""
    # Without Redis the cache is the memory of the process, and tasks run in the request.
    given = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    given |= {"DATABASE_URL": url, "DUGOUT_VAR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "-m", module, database, folder]
    with subprocess.Popen(command, env=given, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        for line in worker.stdout:
            yield Figure(**json.loads(line))
    if worker.returncode:
        raise RuntimeError(f"{module} on {database} broke off with exit code {worker.returncode}")
