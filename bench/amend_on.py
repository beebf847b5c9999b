"""The amendments, in a process of their own: ``python -m bench.amend_on NAME FOLDER`` prints figures as JSON."""

from __future__ import annotations

import json
import random
import resource
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Literal, TypeVar

import django

from bench.figures import Figure
from bench.season_on import database, fixtures, open_league, play

if TYPE_CHECKING:
    from league.models import League, User
    from matches.models import Amendment, Result
    from teams.models import Act

T = TypeVar("T")

LAST = 5
"""Matches that are undone at the end of the season, one after the other."""


def amendments(name: str) -> Iterator[Figure]:
    from matches.models import Result

    bench = f"amend/{name}"
    by, league, teams = open_league()
    for number, fixture in enumerate(fixtures(by, league, teams)):
        play(by, fixture, random.Random(number))
    before = _peak()
    results = list(Result.objects.filter(fixture__league=league).order_by("act__place"))
    yield Figure(bench, "matches", len(results), "matches")
    first = _first_with_a_casualty(by, results)
    for way in ("leave", "anew"):
        yield from _amend(bench, by, league, first, way)
    yield from _undo_last(bench, by, league)
    yield Figure(bench, "memory, peak", _peak() / 1024, "MB", 500)
    yield Figure(bench, "memory, peak before the amendments", before / 1024, "MB")
    yield Figure(bench, "rows that differ from the ledger", _differences(league), "rows", 0)


def _peak() -> int:
    """KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _differences(league: League) -> int:
    from teams.domain.reconciling import reconcile_league

    return len(reconcile_league(league))


def _first_with_a_casualty(by: User, results: list[Result]) -> Result:
    """The first match in which a casualty can become a kill by changing its die and what followed from it."""
    from matches.domain import amending

    for result in results:
        amendment = _corrected(by, result)
        if amendment is not None:
            amending.abandon(amendment, by)
            return result
    raise RuntimeError("no match has a casualty that could be changed")


def _corrected(by: User, result: Result) -> Amendment | None:
    """An amendment in which one casualty is a kill; None where there is none that can be changed so."""
    from engine.questions import Rolled
    from matches.domain import amending, wizard

    amendment = amending.begin(by, result, "The die was read wrongly.")
    whole = wizard.current(amendment).log
    for place, entry in enumerate(whole.entries, 1):
        if not isinstance(entry, Rolled) or entry.key != "casualty" or entry.dice == (6,):
            continue
        step = wizard.current(amendment)
        dead = Rolled(entry.key, entry.side, (6,), entry.player)
        step = amending.replace_entry(amendment, by, place, dead, step.row.version)
        while step.replay.problem is not None and step.replay.problem.entry == place + 1:
            step = amending.remove_entry(amendment, by, place + 1, step.row.version)
        amendment = amending.get_amendment(amendment.league, amendment.pk)
        if step.complete and amending.consequences(amendment).teams:
            return amendment
        wizard.put_document(amendment, by, whole, step.row.version)
    amending.abandon(amendment, by)
    return None


def _amend(
    bench: str, by: User, league: League, first: Result, way: Literal["leave", "anew"]
) -> Iterator[Figure]:
    from matches.domain import amending
    from matches.models import Result

    words = "left" if way == "leave" else "derived anew"
    amendment = _corrected(by, Result.objects.select_related("act__league").get(pk=first.pk))
    assert amendment is not None
    looked, seen = _timed(lambda: amending.settle_all(amendment, by, way, amendment.version))
    yield Figure(bench, f"first match, all {words}: to be settled", len(seen.items), "acts")
    yield Figure(bench, f"first match, all {words}: rewritten", len(seen.rewritten), "acts")
    yield Figure(bench, f"first match, all {words}: looked at", looked, "ms")
    spent, head = _timed(lambda: amending.commit(amendment, by, seen.sequence, amendment.version))
    yield Figure(bench, f"first match, all {words}: written", spent, "ms", 3_000)
    spent, _ = _timed(lambda: _undo(by, head))
    yield Figure(bench, f"first match, all {words}: undone", spent, "ms", 3_000)


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    """Milliseconds, and what came of it."""
    start = perf_counter()
    done = work()
    return (perf_counter() - start) * 1000, done


def _undo(by: User, act: Act) -> Act:
    """The whole of it: begun, looked at, and written."""
    from matches.domain import amending

    amendment = amending.undo(by, act, "It was right after all.")
    sequence = amending.consequences(amendment).sequence
    return amending.commit(amendment, by, sequence, amendment.version)


def _undo_last(bench: str, by: User, league: League) -> Iterator[Figure]:
    from matches.models import Result

    times = []
    for _ in range(LAST):
        last = Result.objects.select_related("act__league").order_by("-act__place").first()
        assert last is not None
        spent, _ = _timed(partial(_undo, by, last.act))
        times.append(spent)
    yield Figure(bench, "last match undone, median", median(times), "ms", 100)


def main() -> None:
    name, folder = sys.argv[1:]
    django.setup()
    with database(folder):
        for figure in amendments(name):
            print(json.dumps(asdict(figure)), flush=True)


if __name__ == "__main__":
    main()
