"""Open play: coaches arrange their own matches, and the league limits how often."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from engine.contest.naming import called, sentence
from engine.contest.played import Id
from engine.questions import Refusal
from engine.words import gettext as _
from engine.words import ngettext


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
        return _("{one} cannot play against itself.").format(one=called(one))
    meetings = sum({one, other} == set(match) for match in matches)
    if limits.meetings is not None and meetings >= limits.meetings:
        return _met(meetings).format(one=called(one), other=called(other), n=meetings)
    for entrant in (one, other):
        count = sum(entrant in match for match in matches)
        if limits.matches is not None and count >= limits.matches:
            return _has(count).format(entrant=called(entrant), n=count)
    for entrant in (one, other) if meetings else ():
        since = _since(matches, entrant, {one, other})
        if since < limits.between:
            rest = limits.between - since
            return _rests(rest).format(entrant=called(entrant), n=rest)
    return ""


def _since(matches: Sequence[Match], entrant: Id, pair: set[Id]) -> int:
    """Matches of ``entrant`` since the last one of the pair."""
    count = 0
    for match in reversed(matches):
        if set(match) == pair:
            return count
        count += entrant in match
    return count


def _met(times: int) -> str:
    if times == 1:
        return _("{one} and {other} have met once, and more is not allowed.")
    if times == 2:
        return _("{one} and {other} have met twice, and more is not allowed.")
    return ngettext(
        "{one} and {other} have met {n} time, and more is not allowed.",
        "{one} and {other} have met {n} times, and more is not allowed.",
        times,
    )


def _has(matches: int) -> str:
    if not matches:
        return _("{entrant} has no match, and more are not allowed.")
    if matches == 1:
        return _("{entrant} has one match, and more are not allowed.")
    return ngettext(
        "{entrant} has {n} match, and more are not allowed.",
        "{entrant} has {n} matches, and more are not allowed.",
        matches,
    )


def _rests(matches: int) -> str:
    if matches == 1:
        return _("{entrant} has to play one match against others before this pair meets again.")
    return ngettext(
        "{entrant} has to play {n} match against others before this pair meets again.",
        "{entrant} has to play {n} matches against others before this pair meets again.",
        matches,
    )
