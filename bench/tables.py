"""How long a table of 2,000 entrants, 6 rounds and ten tie-breakers takes, and one explanation of it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from statistics import median
from time import perf_counter

from bench.figures import Figure
from engine.contest.played import Outcome, Played
from engine.contest.scoring import Scoring
from engine.contest.table import Table, table, terms
from engine.contest.tiebreaks import Criterion

ENTRANTS = 2_000
ROUNDS = 6
REPEATS = 9
TIE_BREAKERS: tuple[str | Criterion, ...] = (
    "opponents_points",
    "opponents_points_but_worst",
    "opponents_points_median",
    "opponents_other_points",
    "sonneborn_berger",
    "head_to_head",
    "opponents_percentage",
    "progressive",
    "td_and_half_cas",
    Criterion("lot", seed="bench"),
)


def event(entrants: int, rounds: int, seed: int = 1) -> list[Played]:
    """Rounds of pairs drawn by lot, which is harder on a table than those of a Swiss: more criteria are needed."""
    rng = random.Random(seed)
    played = []
    for number in range(1, rounds + 1):
        field = list(range(entrants))
        rng.shuffle(field)
        for home, away in zip(field[::2], field[1::2], strict=True):
            td = rng.randint(0, 3), rng.randint(0, 3)
            cas = rng.randint(0, 4), rng.randint(0, 4)
            outcome: Outcome = "draw" if td[0] == td[1] else "home" if td[0] > td[1] else "away"
            played.append(Played(home, away, outcome, *td, *cas, round=number))
    return played


def run() -> Iterator[Figure]:
    played = event(ENTRANTS, ROUNDS)
    criteria: Sequence[str | Criterion] = ("points", *TIE_BREAKERS)

    def once() -> Table:
        return table(range(ENTRANTS), played, Scoring(), criteria)

    made = once()
    yield Figure("tables", "entrants", len(made.rows), "entrants", ENTRANTS, "least")
    spent = []
    for _ in range(REPEATS):
        start = perf_counter()
        made = once()
        spent.append(perf_counter() - start)
    yield Figure("tables", "table, 6 rounds, ten tie-breakers", median(spent), "s", 0.3)
    start = perf_counter()
    for criterion in range(len(criteria)):
        terms(made, 0, criterion)
    yield Figure("tables", "all terms of an entrant", (perf_counter() - start) * 1000, "ms")
