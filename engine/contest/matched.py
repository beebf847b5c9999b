"""Matchings for schedules: as many pairs as can be at once, and each round of a list of matches."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from itertools import chain
from typing import TypeVar

import rustworkx

from engine.contest.played import Id
from engine.contest.schedule import Meeting

LOT_BITS = 48
ROOM = 64
"""Bits under a weight: lots of 48 bits never add up to one unit of it."""

Left = TypeVar("Left", bound=Hashable)
Right = TypeVar("Right", bound=Hashable)


def most_pairs(weights: Mapping[tuple[Id, Id], int], lot: random.Random) -> list[tuple[Id, Id]]:
    """The pairs of a heaviest matching among those with the most pairs; everybody is in one pair at most.

    Equal ones are told apart by lot, so that the same weights and lot give the same pairs. The pairs come in the order
    of the weights.
    """
    places: dict[Id, int] = {}
    for entrant in chain.from_iterable(weights):
        places.setdefault(entrant, len(places))
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * len(places))
    graph.extend_from_weighted_edge_list(
        [
            (places[one], places[other], (weight << ROOM) + lot.getrandbits(LOT_BITS))
            for (one, other), weight in weights.items()
        ]
    )
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    chosen = {frozenset(pair) for pair in found}
    return [pair for pair in weights if frozenset(places[seat] for seat in pair) in chosen]


def in_rounds(meetings: Sequence[Meeting], lot: random.Random) -> list[tuple[Meeting, ...]]:
    """The meetings in rounds in which nobody plays twice: about as many rounds as the busiest entrant has matches.

    Of a pair the legs come in order, and not in two rounds running where anything else is left.
    """
    left = sorted(meetings, key=lambda meeting: meeting.leg)
    rounds: list[tuple[Meeting, ...]] = []
    just: frozenset[frozenset[Id]] = frozenset()
    while left:
        first: dict[frozenset[Id], Meeting] = {}
        for meeting in left:
            first.setdefault(meeting.pair, meeting)
        fresh = [meeting for pair, meeting in first.items() if pair not in just] or list(first.values())
        urgency = _urgency(left)
        found = most_pairs({(m.home, m.away): urgency[m.home] + urgency[m.away] for m in fresh}, lot)
        pairs = {frozenset(pair) for pair in found}
        played = tuple(meeting for meeting in fresh if meeting.pair in pairs)
        rounds.append(played)
        left = [meeting for meeting in left if meeting not in played]
        just = frozenset(pairs)
    return rounds


def _urgency(left: Sequence[Meeting]) -> dict[Id, int]:
    """Who has the most matches left must play in every round, and one of his weighs more than all of the others'."""
    count = Counter(chain.from_iterable((meeting.home, meeting.away) for meeting in left))
    most, unit = max(count.values()), len(count) + 1
    return {one: unit ** max(0, 2 - (most - matches)) for one, matches in count.items()}


def assigned(options: Mapping[Left, Sequence[Right]]) -> dict[Left, Right]:
    """Each of the left with one of its options, no option twice, for as many as can be; earlier options first."""
    taken: dict[Right, Left] = {}

    def place(one: Left, tried: set[Right]) -> bool:
        for option in options[one]:
            if option in tried:
                continue
            tried.add(option)
            if option not in taken or place(taken[option], tried):
                taken[option] = one
                return True
        return False

    for one in options:
        place(one, set())
    return {one: option for option, one in taken.items()}
