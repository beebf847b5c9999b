"""The log of an amendment as it lies on the desk: its entries by the parts of the match, and what each answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.edition import Edition
from engine.match.entries import Concession, Entry, MatchEnd
from engine.questions import Chosen, Refusal, Rolled
from engine.replay import replay
from matches.domain import logs, story
from matches.domain.story import HALVES, EntryLine
from matches.domain.wizard import Step

BEFORE, AFTER = gettext_noop("Before the match"), gettext_noop("After the match")


@dataclass(frozen=True, slots=True)
class DeskLine:
    """``turn`` is given with reports. ``readable``: what the entry answers is known, so that it can be changed."""

    entry: EntryLine
    turn: int | None
    readable: bool


@dataclass(frozen=True, slots=True)
class Part:
    title: str
    lines: tuple[DeskLine, ...]


def parts(edition: Edition, step: Step) -> tuple[Part, ...]:
    """Every entry in order: before the match, each half, after it."""
    lines = story.entry_lines(edition, step.log, step.replay, step.row.rolled)
    last = _last_readable(step)
    told = [
        (_(title), DeskLine(line, getattr(entry, "turn", None), line.place <= last))
        for line, entry, title in zip(lines, step.log.entries, _titles(step.log.entries), strict=True)
    ]
    return tuple(
        Part(title, tuple(line for _title, line in group))
        for title, group in groupby(told, key=lambda one: one[0])
    )


def _last_readable(step: Step) -> int:
    """Behind a problem nobody knows what is asked. A head that is wrong asks nothing at all."""
    problem = step.replay.problem
    return len(step.log.entries) if problem is None else problem.entry


def _titles(entries: tuple[Entry, ...]) -> Iterator[str]:
    title = BEFORE
    for entry in entries:
        if not isinstance(entry, Rolled | Chosen):
            half = getattr(entry, "half", None)
            title = HALVES.get(half, title) if half else title
            if title == BEFORE:
                title = HALVES[1]
        yield title
        if isinstance(entry, MatchEnd | Concession):
            title = AFTER


def before(step: Step, place: int) -> Step:
    """The log up to an entry (places from 1): its ``question`` is the one that the entry answers.

    Raises Refusal where there is no such entry, and where an earlier one has to be put right first.
    """
    if not 1 <= place <= len(step.log.entries) + 1:
        raise Refusal(
            _("The log has no entry {place}: its last is {last}.").format(
                place=place, last=len(step.log.entries)
            )
        )
    last = _last_readable(step)
    if place > last + 1 or (place > last and step.replay.problem is not None):
        raise Refusal(
            _("Put entry {place} right first: what would be asked here depends on it.").format(place=last)
        )
    log = logs.with_entries(step.log, step.log.entries[: place - 1])
    return Step(step.row, log, replay(log))
