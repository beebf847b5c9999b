"""The entries of a log as sentences, with the score as it ran."""

from __future__ import annotations

from dataclasses import dataclass

from engine.describe import describe_entry
from engine.edition import Edition
from engine.match import facts
from engine.match.entries import Touchdown
from engine.match.log import MatchLog
from engine.questions import Rolled
from engine.replay import Replay


@dataclass(frozen=True, slots=True)
class EntryLine:
    """``score`` is given with an entry that changed it; ``problem`` where the entry does not fit."""

    place: int
    text: str
    dice: tuple[int, ...]
    rolled_here: bool
    score: str
    problem: str
    when: str
    big: bool


def entry_lines(edition: Edition, log: MatchLog, seen: Replay, rolled: list[int]) -> list[EntryLine]:
    """Every entry in order, those after a problem as well."""
    touchdowns = iter([fact for fact in seen.facts if isinstance(fact, facts.Touchdown)])
    wrong = seen.problem
    lines = []
    for place, entry in enumerate(log.entries, 1):
        scored = next(touchdowns, None) if isinstance(entry, Touchdown) else None
        lines.append(
            EntryLine(
                place=place,
                text=describe_entry(log, entry, edition),
                dice=entry.dice if isinstance(entry, Rolled) else (),
                rolled_here=place in rolled,
                score=f"{scored.home}–{scored.away}" if scored else "",
                problem=wrong.message if wrong is not None and wrong.entry == place else "",
                when=f"Entry {place}",
                big=scored is not None,
            )
        )
    return lines
