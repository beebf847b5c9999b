"""One half of it, in a process of its own: ``python -m bench.archive_on export|import FOLDER`` prints figures as JSON.

The archive stays in the folder for the other half.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from time import perf_counter

import django

from bench.figures import Figure, peak
from bench.season_on import database, fixtures, open_league, play

BENCH = "archive/sqlite"


def export(path: Path) -> Iterator[Figure]:
    from tournaments.domain import archiving

    by, league, teams = open_league()
    for number, fixture in enumerate(fixtures(by, league, teams)):
        play(by, fixture, random.Random(number))
    start = perf_counter()
    archiving.backup_to(path)
    yield Figure(BENCH, "export a season", perf_counter() - start, "s", 10)
    yield Figure(BENCH, "size of the archive", path.stat().st_size / 1024**2, "MB")


def bring_in(path: Path) -> Iterator[Figure]:
    from teams.domain.reconciling import reconcile_league
    from tournaments.domain import archiving

    start = perf_counter()
    with path.open("rb") as file:
        (league,) = archiving.restore(file)
    yield Figure(BENCH, "import a season", perf_counter() - start, "s", 15)
    yield Figure(BENCH, "memory, peak of an import", peak(), "MB", 500)
    again = BytesIO()
    archiving.backup(again)
    yield Figure(BENCH, "memory, peak of both", peak(), "MB", 500)
    yield Figure(BENCH, "archives that differ", again.getvalue() != path.read_bytes(), "archives", 0)
    yield Figure(BENCH, "rows that differ from the ledger", len(reconcile_league(league)), "rows", 0)


PARTS = {"export": export, "import": bring_in}


def main() -> None:
    part, folder = sys.argv[1:]
    django.setup()
    with database(folder):
        for figure in PARTS[part](Path(folder) / "season.jsonl.gz"):
            print(json.dumps(asdict(figure)), flush=True)


if __name__ == "__main__":
    main()
