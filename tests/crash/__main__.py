"""``python -m tests.crash STORY POINTS FOLDER``: kills a process that does the story, again and again, and looks at
what it has left. ``DATABASE_URL`` names the kind of database and, for PostgreSQL, its server.

The process is killed with SIGKILL before each statement, and before and after each commit, at ``POINTS`` moments that
are spread evenly where there are more; and then at some points of time, wherever it is. Prints JSON:
``moments`` there are, ``killed`` so many times, how often the ``old`` and the ``new`` state was found, and ``faults``.

It runs in a process of its own because it forks, and because the time stands still in it: whatever is done twice is
then the same to the byte.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import django
from django.utils import timezone

PARTS = 12
"""Points of time, at most."""
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def main() -> None:
    # Before the models are read: some of them keep the function itself.
    timezone.now = lambda: NOON
    django.setup()
    from tests.crash.databases import Postgresql, Sqlite

    story, points, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    url = os.environ["DATABASE_URL"]
    database = Sqlite(folder) if url.startswith("sqlite") else Postgresql(url)
    print(json.dumps(Trial(database, story, points).run()))


class Trial:
    def __init__(self, database: Any, story: str, points: int) -> None:
        self.database, self.story, self.points = database, story, points
        self.faults: list[str] = []
        self.found = {"old": 0, "new": 0}

    def run(self) -> dict[str, Any]:
        from django.db import connection

        from tests.crash.databases import with_tables
        from tests.crash.stories import STORIES, torn
        from tests.rows import dump

        with_tables(self.database, "blank")
        self.database.copy("blank", "prepared")
        self.database.use("prepared")
        self.work = STORIES.get(self.story, torn)(self.database)
        self.prepared = "elsewhere" if self.story == "import" else "prepared"
        self.old = {**dump(), "differences": []}
        connection.close()
        began = time.perf_counter()
        moments = self._moments()
        took = time.perf_counter() - began
        self.new = self._look()
        assert self.old != self.new
        killed = 0
        for moment in _spread(moments, self.points):
            killed += self._kill(f"moment {moment} of {moments}", moment=moment)
        parts = min(self.points, PARTS)
        for part in range(1, parts + 1):
            # Not all of them meet it alive.
            killed += self._kill(f"part {part} of {parts}", seconds=took * part / parts)
        return {"moments": moments, "killed": killed, "faults": self.faults, **self.found}

    def _moments(self) -> int:
        """How many there are; the work is done whole."""
        reading, writing = os.pipe()
        status = self._in_a_child(Killer(0), lambda killer: os.write(writing, str(killer.count).encode()))
        os.close(writing)
        with open(reading) as told:
            moments = int(told.read() or 0)
        assert status == 0, "the story cannot be done"
        return moments

    def _kill(self, where: str, moment: int = 0, seconds: float = 0) -> bool:
        from tests.crash.stories import once_more

        status = self._in_a_child(Killer(moment, seconds))
        self.database.settle("victim")
        if os.WIFEXITED(status) and os.WEXITSTATUS(status):
            self.faults.append(f"{where}: the work failed")
        left = self._look()
        if left == self.old:
            self.found["old"] += 1
        elif left == self.new:
            self.found["new"] += 1
        else:
            self.faults.append(
                f"{where}: neither the old nor the new state, but {_difference(left, self.new)}"
            )
        self.database.use("victim")
        once_more(self.work)
        after = self._look()
        if after != self.new:
            self.faults.append(f"{where}: done again it gives {_difference(after, self.new)}")
        return os.WIFSIGNALED(status)

    def _in_a_child(self, killer: Killer, then: Any = None) -> int:
        """How a process ended that does the work on a fresh copy."""
        from django.db import connection

        connection.close()
        self.database.copy(self.prepared, "victim")
        self.database.use("victim")
        child = os.fork()
        if child:
            return os.waitpid(child, 0)[1]
        try:
            killer.watch(connection)
            self.work()
            if then is not None:
                then(killer)
            connection.close()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)

    def _look(self) -> dict[str, Any]:
        """Everything that is there, with eyes that have seen nothing before."""
        from django.db import connection

        from league.models import League
        from teams.domain.reconciling import reconcile_league
        from tests.rows import dump

        self.database.use("victim")
        seen: dict[str, Any] = dump()
        seen["differences"] = [
            str(one) for league in League.objects.all() for one in reconcile_league(league)
        ]
        if seen["differences"]:
            self.faults.append(f"rows differ from the ledger: {seen['differences'][:3]}")
        connection.close()
        return seen


class Killer:
    """Ends its process at the ``moment``-th time that the database is spoken to, or after so many seconds."""

    def __init__(self, moment: int, seconds: float = 0) -> None:
        self.moment, self.seconds, self.count = moment, seconds, 0

    def watch(self, connection: Any) -> None:
        connection.execute_wrappers.append(self._around)
        commit = connection._commit

        def committed() -> None:
            self._reached()
            commit()
            self._reached()

        connection._commit = committed
        if self.seconds:
            # Nobody handles the alarm: the process ends on the spot, in the middle of whatever it does.
            signal.setitimer(signal.ITIMER_REAL, self.seconds)

    def _around(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self._reached()
        return execute(sql, params, many, context)

    def _reached(self) -> None:
        self.count += 1
        if self.count == self.moment:
            os.kill(os.getpid(), signal.SIGKILL)


def _difference(one: dict[str, Any], other: dict[str, Any]) -> str:
    return ", ".join(name for name in one if one[name] != other[name])


def _spread(count: int, most: int) -> Iterator[int]:
    """From 1 to the count, all of them or so many at even distances, the last one included."""
    if count <= most:
        yield from range(1, count + 1)
        return
    for part in range(1, most + 1):
        yield round(part * count / most)


if __name__ == "__main__":
    main()
