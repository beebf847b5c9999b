"""Open play: coaches arrange their own matches, and the league limits how often."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from engine.contest.naming import called, sentence
from engine.contest.played import Id
from engine.questions import Refusal


class Limits(msgspec.Struct, frozen=True):
    """``meetings`` of a pair and ``matches`` of an entrant at most; None is no limit.

    Before a pair meets again, each of the two plays ``between`` matches against others.
    """

    meetings: int | None = 1
    matches: int | None = None
    between: int = 0


Match = tuple[Id, Id]


def check(limits: Limits, matches: Sequence[Match], one: Id, other: Id) -> None:
    """Raises Refusal where the two may not arrange a match. ``matches`` were played or arranged, in order."""
    fault = _fault(limits, matches, one, other)
    if fault:
        raise Refusal(sentence(fault))


def opponents(limits: Limits, matches: Sequence[Match], one: Id, field: Iterable[Id]) -> tuple[Id, ...]:
    """Those of the field whom ``one`` may arrange a match with now."""
    return tuple(other for other in field if not _fault(limits, matches, one, other))


def _fault(limits: Limits, matches: Sequence[Match], one: Id, other: Id) -> str:
    if one == other:
        return f"{called(one)} cannot play against itself."
    meetings = sum({one, other} == set(match) for match in matches)
    if limits.meetings is not None and meetings >= limits.meetings:
        return f"{called(one)} and {called(other)} have met {_times(meetings)}, and more is not allowed."
    for entrant in (one, other):
        count = sum(entrant in match for match in matches)
        if limits.matches is not None and count >= limits.matches:
            return f"{called(entrant)} has {_matches(count)}, and more are not allowed."
    for entrant in (one, other) if meetings else ():
        since = _since(matches, entrant, {one, other})
        if since < limits.between:
            rest = _matches(limits.between - since)
            return f"{called(entrant)} has to play {rest} against others before this pair meets again."
    return ""


def _since(matches: Sequence[Match], entrant: Id, pair: set[Id]) -> int:
    """Matches of ``entrant`` since the last one of the pair."""
    count = 0
    for match in reversed(matches):
        if set(match) == pair:
            return count
        count += entrant in match
    return count


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _matches(count: int) -> str:
    return "no match" if count == 0 else "one match" if count == 1 else f"{count} matches"
