"""Squads: which three meet where their number is odd, and which members meet in a tie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Literal

import msgspec

from engine.contest.pairing import Severity
from engine.contest.played import Id
from engine.contest.rounds import Pairing, SeatOutcome
from engine.questions import Refusal
from engine.words import gettext as _

WINDOW = 12


class Squad(msgspec.Struct, frozen=True):
    """A squad, its members in the captain's line-up."""

    id: Id
    members: tuple[Id, ...]


class Game(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match of two members in a tie of their squads. ``away`` is nobody where no opponent is left.

    ``outcomes`` are those of the home and the away member, as soon as the match is over.
    """

    squads: tuple[Id, ...]
    home: Id
    away: Id | None = None
    outcomes: tuple[SeatOutcome, ...] = ()


# who meets


def threesomes(
    points: Sequence[int], before: Sequence[int], severity: Severity
) -> Iterator[tuple[int, int, int]]:
    """Threesomes of places in the table that are allowed, the best first.

    Those who were in the fewest threesomes come first, then what is avoided least, then the bottom of the table, then
    the nearest in points. They are looked for among ever more squads, since the first one is nearly always good.
    """
    count = len(points)
    candidates = sorted(range(count), key=lambda place: (before[place], -place))
    seen, width = 0, min(WINDOW, count)
    while True:
        fresh = set(candidates[seen:width])
        ranked = []
        for three in combinations(sorted(candidates[:width]), 3):
            if fresh.isdisjoint(three):
                continue
            bad = [severity(one, other) for one, other in combinations(three, 2)]
            if None not in bad:
                gaps = [points[one] - points[other] for one, other in combinations(three, 2)]
                above = sum(points[place] - points[-1] for place in three)
                severe = sum(one for one in bad if one is not None)
                merit = sum(before[place] for place in three), severe, above, sum(gap**2 for gap in gaps)
                ranked.append((merit, tuple(-place for place in three), three))
        yield from (three for _, _, three in sorted(ranked))
        if width == count:
            return
        seen, width = width, min(2 * width, count)


# the members' matches


def games_of(
    tie: Pairing,
    squads: Mapping[Any, Squad],
    *,
    order: Literal["line-up", "points"] = "line-up",
    points: Mapping[Any, int] | None = None,
) -> tuple[Game, ...]:
    """The members' matches of a tie, in the order of the line-up or of the members' points.

    In a threesome each squad plays half of its matches against each of the two others: of every two places in the order
    the first of two squads meet, and the third squad meets one of either. Where a squad is short, or the members of a
    threesome are odd in number, somebody has no opponent.
    """
    if tie.is_bye:
        raise Refusal(_("Squad {squad} has a bye, so its members have no matches.").format(squad=tie.home))
    missing = [seat for seat in tie.seats if seat not in squads]
    if missing:
        raise Refusal(_("Squad {squad} has no line-up.").format(squad=missing[0]))
    queues = [_ordered(squads[seat], order, points or {}) for seat in tie.seats]
    pairs = _threes(queues) if tie.third is not None else _twos(queues)
    return tuple(_game(tie.seats, pair) for pair in pairs)


def _ordered(squad: Squad, order: Literal["line-up", "points"], points: Mapping[Any, int]) -> list[Id]:
    if order == "line-up":
        return list(squad.members)
    return sorted(squad.members, key=lambda member: -points.get(member, 0))


Seat = tuple[int, Id]
"""The index of the squad in the tie, and its member."""


def _twos(queues: Sequence[Sequence[Id]]) -> Iterator[tuple[Seat, ...]]:
    first, second = queues
    for place in range(max(len(first), len(second))):
        yield tuple(
            (index, queue[place]) for index, queue in enumerate((first, second)) if place < len(queue)
        )


def _threes(queues: Sequence[Sequence[Id]]) -> Iterator[tuple[Seat, ...]]:
    waiting: list[Seat] = []
    for place in range(max(len(queue) for queue in queues)):
        # Each place has other squads first, so that none always waits.
        turns = [(index + place // 2) % 3 for index in range(3)]
        for index in turns:
            if place >= len(queues[index]):
                continue
            seat = (index, queues[index][place])
            opponent = next((one for one in waiting if one[0] != index), None)
            if opponent is None:
                waiting.append(seat)
            else:
                waiting.remove(opponent)
                yield opponent, seat
    for seat in waiting:
        yield (seat,)


def _game(squads: tuple[Id, ...], pair: tuple[Seat, ...]) -> Game:
    sides = tuple(squads[index] for index, _ in pair)
    return Game(sides, pair[0][1], pair[1][1] if len(pair) > 1 else None)


def outcomes_of(tie: Pairing, games: Sequence[Game]) -> tuple[SeatOutcome, ...]:
    """What the members' matches come to for each squad of the tie: it wins by winning more than it loses."""
    balance = dict.fromkeys(tie.seats, 0)
    for game in games:
        if game.away is None:
            continue
        if len(game.outcomes) != 2:
            raise Refusal(
                _("The match of {home} and {away} has no result.").format(home=game.home, away=game.away)
            )
        for squad, outcome in zip(game.squads, game.outcomes, strict=True):
            balance[squad] += {"won": 1, "drawn": 0, "lost": -1}[outcome]
    return tuple(
        "won" if balance[seat] > 0 else "lost" if balance[seat] < 0 else "drawn" for seat in tie.seats
    )
