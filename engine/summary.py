"""Words that the summaries of all editions share, so that two of them stand side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.describe import stat_words
from engine.edition import SummaryLine
from engine.words import capital, gettext_noop, named
from engine.words import gettext as _

_EFFECTS = {
    "": gettext_noop("Out for the rest of the match"),
    "miss": gettext_noop("Misses the next match"),
    "niggling": gettext_noop("A niggling injury"),
    "dead": gettext_noop("Dead"),
}


def by_effect(part: str, rows: Iterable[tuple[str, str, str]]) -> Iterator[SummaryLine]:
    """A line for each effect, with the rolls that have it. ``rows``: the roll, its name, its effect."""
    found: dict[str, list[str]] = {}
    for roll, name, effect in rows:
        loss = _("{stat} -1").format(stat=capital(stat_words(effect)))
        what = _(_EFFECTS[effect]) if effect in _EFFECTS else loss
        found.setdefault(what, []).append(f"{roll} {named(name)}")
    for what, lines in found.items():
        yield SummaryLine(part, what, ", ".join(lines))
