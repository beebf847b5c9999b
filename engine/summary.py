"""Words that the summaries of all editions share, so that two of them stand side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.describe import STAT_WORDS, capital
from engine.edition import SummaryLine

_EFFECTS = {
    "": "Out for the rest of the match",
    "miss": "Misses the next match",
    "niggling": "A niggling injury",
    "dead": "Dead",
}


def by_effect(part: str, rows: Iterable[tuple[str, str, str]]) -> Iterator[SummaryLine]:
    """A line for each effect, with the rolls that have it. ``rows``: the roll, its name, its effect."""
    found: dict[str, list[str]] = {}
    for roll, name, effect in rows:
        what = _EFFECTS.get(effect) or f"{capital(STAT_WORDS[effect])} -1"
        found.setdefault(what, []).append(f"{roll} {name}")
    for what, lines in found.items():
        yield SummaryLine(part, what, ", ".join(lines))
