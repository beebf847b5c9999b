"""How many full match logs the engine decodes, replays and settles on the rosters in a second, on one core.

And how long it takes to read a real file of another program.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.figures import Figure
from engine.edition import Edition
from engine.editions import EDITIONS, edition
from engine.formats.counting import disagreements
from engine.formats.reading import read
from engine.match.log import MatchLog, decode_log, encode_log
from engine.random_teams import random_roster
from engine.replay import replay
from engine.roster import Roster, evolve
from engine.simulate import random_log

ENTRIES = 80
ROUNDS = 7
SECONDS = 0.7
REAL_FILES = Path(__file__).parents[1] / "tests" / "data" / "logs"


def full_match(rules: Edition, seed: int = 1) -> tuple[MatchLog, Roster, Roster]:
    """The first simulated match from this seed on that fills a score sheet, and the rosters that play it."""
    while True:
        rng = random.Random(seed)
        home, away = random_roster(rules, "Orc", rng), random_roster(rules, "Human", rng)
        field = rules.rules.take_the_field
        log = random_log(rules, field(home), field(away), rng)
        if len(log.entries) >= ENTRIES:
            return log, home, away
        seed += 1


def run() -> Iterator[Figure]:
    for key in EDITIONS:
        log, home, away = full_match(edition(key))
        yield Figure("replay", f"{key}, entries in the log", len(log.entries), "entries", ENTRIES, "least")
        rate = _rate(log, home, away)
        yield Figure("replay", f"{key}, decoded, replayed and settled", rate, "logs/s", 3_000, "least")
    for path in sorted(REAL_FILES.glob("*/*.*")):
        yield Figure("replay", f"reading {path.name}", median(_readings(path.read_bytes())), "ms")


def _rate(log: MatchLog, home: Roster, away: Roster) -> float:
    """Logs a second, the median of several rounds."""
    document = encode_log(log)

    def once() -> None:
        outcome = replay(decode_log(document)).outcome
        if outcome is None:
            raise RuntimeError("the simulated match does not replay to its end")
        evolve(home, *outcome.home_events)
        evolve(away, *outcome.away_events)

    once()
    rates = []
    for _ in range(ROUNDS):
        count, start = 0, perf_counter()
        while (spent := perf_counter() - start) < SECONDS:
            once()
            count += 1
        rates.append(count / spent)
    return median(rates)


def _readings(data: bytes) -> Iterator[float]:
    """Milliseconds to unpack a file of another program, read it, and hold its events against its own counts."""
    for _ in range(ROUNDS):
        start = perf_counter()
        if disagreements(read(data)):
            raise RuntimeError("a real file does not agree with its own counts")
        yield (perf_counter() - start) * 1_000
