"""The amendments, in a process of their own: ``python -m bench.amend_on NAME FOLDER`` prints figures as JSON."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

import django

from bench.figures import Figure, peak
from bench.season_on import ROUNDS, database, fixtures, open_league, play

if TYPE_CHECKING:
    from league.models import League, User
    from matches.domain.amending import Item, Settlement
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
    before = peak()
    results = list(Result.objects.filter(fixture__league=league).order_by("act__place"))
    yield Figure(bench, "matches", len(results), "matches")
    first = _first_with_a_casualty(by, results)
    for words, choose in (("left", _leave), ("derived anew", _anew), ("decreed", _decree)):
        yield from _amend(bench, by, first, words, choose)
    yield from _undo_last(bench, by)
    yield from _everything(bench, league)
    yield Figure(bench, "memory, peak", peak(), "MB", 500)
    yield Figure(bench, "memory, peak before the amendments", before, "MB")
    yield Figure(bench, "rows that differ from the ledger", _differences(league), "rows", 0)


def _differences(league: League) -> int:
    from teams.domain.reconciling import reconcile_league

    return len(reconcile_league(league))


def _first_with_a_casualty(by: User, results: list[Result]) -> Result:
    """The first match in which a casualty can become a kill that is felt all season long."""
    from matches.domain import amending

    for result in results:
        amendment = _corrected(by, result)
        if amendment is not None:
            felt = len(amending.consequences(amendment).items)
            amending.abandon(amendment, by)
            if felt >= ROUNDS // 2:
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


Choose = Callable[["Item"], "Settlement"]


def _leave(item: Item) -> Settlement:
    return "leave" if item.can_leave else "void"


def _anew(item: Item) -> Settlement:
    return "anew" if item.can_anew else _leave(item)


def _decree(item: Item) -> Settlement:
    """Gold for both teams, so that it goes on to all whom they meet: the whole season is written anew."""
    from engine.roster import GoldChanged
    from matches.domain.amending import Decree

    gold = (GoldChanged(500_000, "so that it goes on"),)
    return Decree(add={team.slug: gold for team in item.teams}) if item.can_leave else "void"


def _amend(bench: str, by: User, first: Result, words: str, choose: Choose) -> Iterator[Figure]:
    from matches.domain import amending
    from matches.domain.amending.working import encode_settlement
    from matches.models import Result

    what = f"first match, all {words}"
    amendment = _corrected(by, Result.objects.select_related("act__league").get(pk=first.pk))
    assert amendment is not None
    looked, seen = _timed(lambda: amending.consequences(amendment, choose))
    yield Figure(bench, f"{what}: items", len(seen.items), "acts")
    yield Figure(bench, f"{what}: rewritten", len(seen.rewritten), "acts")
    yield Figure(bench, f"{what}: teams", len(seen.teams), "teams")
    yield Figure(bench, f"{what}: looked at", looked, "ms")
    amendment.settlements = {str(one.place): encode_settlement(choose(one)) for one in seen.items}
    amendment.save(update_fields=["settlements"])
    spent, head = _timed(lambda: amending.commit(amendment, by, seen.sequence, amendment.version))
    yield Figure(bench, f"{what}: written", spent, "ms", 3_000)
    spent, _ = _timed(lambda: _undo(by, head))
    yield Figure(bench, f"{what}: undone", spent, "ms")


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


def _undo_last(bench: str, by: User) -> Iterator[Figure]:
    from matches.models import Result

    times = []
    for _ in range(LAST):
        last = Result.objects.select_related("act__league").order_by("-act__place").first()
        assert last is not None
        spent, _ = _timed(partial(_undo, by, last.act))
        times.append(spent)
    yield Figure(bench, "last match undone, median", median(times), "ms", 100)


def _everything(bench: str, league: League) -> Iterator[Figure]:
    """Every act of the season, on the rosters that it met: what it comes to is what it came to."""
    from matches.domain.amending.past import Chronicle, Past
    from teams.domain.deriving import Circumstances, can_derive, derive

    def derived() -> int:
        past = Past(league, 1)
        told, count = Chronicle(past), 0
        everybody = {team for step in past.steps for team in step.texts}
        for number, step in enumerate(past.steps):
            if not step.texts or not can_derive(step.kind):
                continue
            stood = {team: told.before(team, step.place, lambda: everybody) for team in step.texts}
            given = Circumstances(
                past.books.at(step.place),
                step.parameters,
                past.answers(number, everybody),
                stood,
                stood,
                step.events,
                past.material(number, everybody),
            )
            if derive(step.kind, given).events != step.events:
                raise RuntimeError(f"act {step.sequence} comes to something else than it came to")
            count += 1
        return count

    spent, count = _timed(derived)
    yield Figure(bench, "the whole season derived anew: acts", count, "acts")
    yield Figure(bench, "the whole season derived anew", spent, "ms", 3_000)


def main() -> None:
    name, folder = sys.argv[1:]
    django.setup()
    with database(folder):
        for figure in amendments(name):
            print(json.dumps(asdict(figure)), flush=True)


if __name__ == "__main__":
    main()
