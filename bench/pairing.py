"""Drawing the fifth round of a Swiss: how long it takes, how much memory, and whether it is the best of all pairs."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from statistics import median
from time import process_time

from bench.figures import Figure, peak
from engine.contest.constraints import field_of, in_order, severity_of
from engine.contest.pairing import Cost, best_matching
from engine.contest.rounds import Entrant, History, Round, Swiss, published, scores
from engine.contest.swiss import draft_round
from engine.contest.swiss_by_chance import played_by_chance

MILLISECONDS = {64: 10, 256: 30, 1_024: 200, 2_000: 600}
DENSE_UP_TO = 1_024
"""All pairs of 2,000 entrants would take more memory than many servers have to spare."""
MEGABYTES = 150
ROUNDS_BEFORE = 4
REPEATS = 7


def run() -> Iterator[Figure]:
    # First, since a new process begins with the size of the one that it comes from, as the kernel counts.
    megabytes = _memory(max(MILLISECONDS))
    for size, milliseconds in MILLISECONDS.items():
        swiss = after_rounds(size)
        yield Figure("pairing", f"a round of {size:,}, processor time", _time(swiss), "ms", milliseconds)
        if size <= DENSE_UP_TO:
            yield Figure("pairing", f"cost above the best of all pairs, {size:,}", _excess(swiss), "", 0)
    yield Figure(
        "pairing", f"memory of a process that draws {max(MILLISECONDS):,}", megabytes, "MB", MEGABYTES
    )


def after_rounds(size: int, rounds: int = ROUNDS_BEFORE) -> Swiss:
    """A Swiss with so many rounds played by chance."""
    rng = random.Random(size)
    swiss = Swiss(tuple(Entrant(one, one, coach=one) for one in range(1, size + 1)), rounds + 1)
    for number in range(rounds):
        swiss = published(swiss, played_by_chance(_drawn(swiss, number), rng))
    return swiss


def _drawn(swiss: Swiss, seed: int) -> Round:
    drafted = draft_round(swiss, seed)
    if not isinstance(drafted, Round):
        raise RuntimeError(drafted.text)
    return drafted


def _time(swiss: Swiss) -> float:
    """The median of several draws. Processor time, since one core is busy with it from the first to the last moment,
    and other work on the machine is not what is measured."""
    spent = []
    for seed in range(REPEATS):
        start = process_time()
        _drawn(swiss, seed)
        spent.append(process_time() - start)
    return 1000 * median(spent)


def _excess(swiss: Swiss) -> int:
    """By how much the cost of the draft's matching differs from the optimum over all pairs, order by order."""
    history, points = History(swiss, swiss.next_number), scores(swiss)
    ordered = in_order(swiss.entrants, points)
    field = field_of(history, ordered, points, severity_of(history, ordered))
    sparse, dense = best_matching(field, "1"), best_matching(field, "1", dense=True)
    if sparse is None or dense is None:
        raise RuntimeError("the field has no perfect matching")
    return sum(
        abs(getattr(sparse.cost, order) - getattr(dense.cost, order)) for order in Cost.__struct_fields__
    )


def _memory(size: int) -> float:
    """The largest that a process of its own has been, interpreter and libraries included."""
    command = [sys.executable, "-m", "bench.pairing", str(size)]
    told = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    return float(json.loads(told))


if __name__ == "__main__":
    after_rounds(int(sys.argv[1]), ROUNDS_BEFORE + 1)
    print(json.dumps(peak()))
