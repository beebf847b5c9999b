"""Who meets whom: the best perfect matching of a field that stands in the order of its table.

A pairing has a cost of several orders. In each, the sum over all pairs is what counts, and one unit of a higher order
weighs more than everything below it can ever come to:

1. severity, which the caller sets: rematches that are allowed, club mates who had better not meet;
2. the points of who has the bye, above the lowest of the field;
3. the square of the difference in points: one pair three apart is worse than three pairs one apart;
4. pairs of two who both have points from a bye, since those points were not won from anybody;
5. the fold: inside a score group the upper half meets the lower half in order, across groups the nearest meet;
6. a lot that is distinct for each pair and comes from the seed: first that of the pairs across groups and of the bye,
   then that of the pairs inside each group. So one matching is the best, whatever way the solver takes to it.

Two thousand entrants have two million possible pairs, and nearly all of the best ones lie near the table's diagonal or
near the fold. So the graph has, for each entrant, the places within a width of his own and of the ideal opponent of
the fold; the width doubles until the matching is perfect and widening saves no more severity.

The solver is slow where all weights differ, because it then moves by one pair at a time. The whole field is therefore
solved with lots for the few pairs across groups only, and each score group once more with the lots of its own pairs.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
import rustworkx

WIDTH = 12
DENSE_UP_TO = 64
"""A field of this size is paired over all its pairs: it costs no more, and small fields are where rules collide."""
HIGHEST = 10**30
"""Weights are 128-bit integers in the solver, which adds several of them."""

Severity = Callable[[int, int], int | None]


def even(_one: int, _other: int) -> int:
    """Every pair is as good as any other."""
    return 0


class Field(msgspec.Struct, frozen=True):
    """Those who are to be paired, as places 0, 1, 2 in the order of the table.

    ``points`` never rise from one place to the next. ``severity(one, other)``, with ``one < other``, is None where the
    two may not meet, and else how bad it is that they do. ``may_rest`` says who may have the bye of an odd field, and
    ``rested`` who has had one.
    """

    points: tuple[int, ...]
    severity: Severity = even
    may_rest: tuple[bool, ...] = ()
    rested: tuple[bool, ...] = ()


class Cost(msgspec.Struct, frozen=True, order=True):
    """What a matching costs, order by order; without the lot."""

    severity: int = 0
    bye: int = 0
    gap: int = 0
    rested: int = 0
    fold: int = 0


class Matching(msgspec.Struct, frozen=True):
    """Pairs of places, each with the better place first, in the order of the table; ``bye`` is the place that rests."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    cost: Cost


class _Edge(msgspec.Struct, frozen=True, gc=False):
    one: int
    other: int
    severity: int
    bye: int
    gap: int
    fold: int
    """The orders of byes that meet and of the fold, in one number."""
    lot: int
    inside: bool
    """Both are of one score group."""


def best_matching(field: Field, seed: str, *, dense: bool = False) -> Matching | None:
    """The cheapest perfect matching, or None where there is none. ``dense`` takes every pair into the graph."""
    count = len(field.points)
    width = count if dense or count <= DENSE_UP_TO else WIDTH
    best: Matching | None = None
    while True:
        found = _Graph(field, seed, width).solved()
        if found is not None and (best is None or found.cost < best.cost):
            gained = best is None or found.cost.severity < best.cost.severity
            best = found
        else:
            gained = False
        settled = best is not None and (best.cost.severity == 0 or not gained)
        if width >= count or settled:
            return best
        width *= 2


class _Graph:
    """One graph of a field, of a width."""

    def __init__(self, field: Field, seed: str, width: int) -> None:
        self.field = field
        self.width = width
        self.count = len(field.points)
        self.rested = field.rested if any(field.rested) else ()
        self.groups = _groups(field.points)
        self.lot = _Lot(seed, (self.count + 1) ** 2)
        self.lowest = field.points[-1] if field.points else 0
        self.step = math.gcd(*(points - self.lowest for points in field.points)) or 1

    def solved(self) -> Matching | None:
        edges = list(self._edges())
        if self.count % 2:
            edges += self._byes()
        found = _solved(edges, self.step, lots_inside=False)
        if len(found) != (self.count + 1) // 2:
            return None
        settled = [edge for edge in found if not edge.inside]
        for group in self._inside(edges, found):
            settled += _solved(group, self.step, lots_inside=True)
        settled.sort(key=lambda edge: edge.one)
        pairs = tuple((edge.one, edge.other) for edge in settled if edge.other != self.count)
        bye = next((edge.one for edge in settled if edge.other == self.count), None)
        return Matching(pairs, bye, self._cost(settled))

    # edges

    def _opponents(self, one: int) -> Iterator[int]:
        """The places below ``one`` that he may be paired with: those next to him, and those about the fold."""
        end = min(one + self.width + 1, self.count)
        yield from range(one + 1, end)
        ideal = one + self.groups[one][1]
        yield from range(max(end, ideal - self.width), min(ideal + self.width + 1, self.count))

    def _edges(self) -> Iterator[_Edge]:
        points, severity, rested = self.field.points, self.field.severity, self.rested
        groups, lot, span = self.groups, self.lot, self.count + 1
        for one in range(self.count):
            start, half = groups[one]
            for other in self._opponents(one):
                bad = severity(one, other)
                if bad is None:
                    continue
                inside = groups[other][0] == start
                fold = abs(other - one - half) if inside else other - one
                if rested and rested[one] and rested[other]:
                    fold += self._rested_unit
                gap = points[one] - points[other]
                yield _Edge(one, other, bad, 0, gap, fold, lot(one * span + other), inside)

    @property
    def _rested_unit(self) -> int:
        return (self.count + 1) ** 2

    def _byes(self) -> Iterator[_Edge]:
        """The bye stands below the last place. Its candidates are as many of the lowest as an entrant has opponents."""
        bye, found = self.count, 0
        for one in reversed(range(self.count)):
            if not self.field.may_rest[one]:
                continue
            above = self.field.points[one] - self.lowest
            yield _Edge(one, bye, 0, above, 0, bye - one, self.lot(one * (bye + 1) + bye), False)
            found += 1
            if found > 2 * self.width:
                return

    def _inside(self, edges: Iterable[_Edge], found: Iterable[_Edge]) -> Iterable[list[_Edge]]:
        """For each score group the edges between those of it that meet one of their own group."""
        inside = [-1] * (self.count + 1)
        groups: dict[int, list[_Edge]] = {}
        for edge in found:
            if edge.inside:
                start = self.groups[edge.one][0]
                groups[start] = []
                inside[edge.one] = inside[edge.other] = start
        for edge in edges:
            if edge.inside and inside[edge.one] == inside[edge.other] != -1:
                groups[inside[edge.one]].append(edge)
        return groups.values()

    def _cost(self, settled: Sequence[_Edge]) -> Cost:
        both, fold = divmod(sum(edge.fold for edge in settled), self._rested_unit)
        return Cost(
            severity=sum(edge.severity for edge in settled),
            bye=sum(edge.bye for edge in settled),
            gap=sum(edge.gap**2 for edge in settled),
            rested=both,
            fold=fold,
        )


def _solved(edges: Sequence[_Edge], step: int, *, lots_inside: bool) -> list[_Edge]:
    """A cheapest matching among those with the most pairs. ``edges`` have their ``one`` above their ``other``."""
    if not edges:
        return []
    places = sorted({edge.one for edge in edges} | {edge.other for edge in edges})
    vertices = {place: vertex for vertex, place in enumerate(places)}
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * len(places))
    weights = _weights(edges, len(places) // 2, step, lots_inside)
    graph.extend_from_weighted_edge_list(
        [(vertices[e.one], vertices[e.other], weight) for e, weight in zip(edges, weights, strict=True)]
    )
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    chosen = {(min(pair), max(pair)) for pair in found}
    return [edge for edge in edges if (vertices[edge.one], vertices[edge.other]) in chosen]


def _weights(edges: Sequence[_Edge], pairs: int, step: int, lots_inside: bool) -> list[int]:
    """The best edge weighs most. Differences in points count in steps, coarser ones where points are so many that the
    weights would be too large."""
    while True:
        costs = _costs(edges, pairs, step, lots_inside)
        highest = max(costs)
        if highest < HIGHEST:
            return [highest + 1 - cost for cost in costs]
        step *= 2


def _costs(edges: Sequence[_Edge], pairs: int, step: int, lots_inside: bool) -> list[int]:
    fold_unit = pairs * max((edge.lot for edge in edges if lots_inside or not edge.inside), default=0) + 1
    gap_unit = fold_unit * (pairs * max(edge.fold for edge in edges) + 1)
    bye_unit = gap_unit * (pairs * max((edge.gap // step) ** 2 for edge in edges) + 1)
    severity_unit = bye_unit * (max(edge.bye // step for edge in edges) + 1)
    return [
        edge.severity * severity_unit
        + edge.bye // step * bye_unit
        + (edge.gap // step) ** 2 * gap_unit
        + edge.fold * fold_unit
        + (edge.lot if lots_inside or not edge.inside else 0)
        for edge in edges
    ]


def _groups(points: Sequence[int]) -> list[tuple[int, int]]:
    """For each place, where its score group begins and how many places half the group is."""
    groups: list[tuple[int, int]] = []
    start = 0
    for place in range(1, len(points) + 1):
        if place == len(points) or points[place] != points[start]:
            groups += [(start, (place - start) // 2)] * (place - start)
            start = place
    return groups


class _Lot:
    """Numbers up to ``highest`` that look random, another one for each number below ``size``: a permutation that the
    seed chooses.

    Multiplying by an odd number and folding the upper bits onto the lower ones can both be undone, so that no two
    numbers meet. There are many more lots than pairs, so that sums of lots do not meet either.
    """

    def __init__(self, seed: str, size: int) -> None:
        rng = random.Random(seed)
        bits = max(size.bit_length(), 24)
        self.highest = (1 << bits) - 1
        self.shift = (bits + 1) // 2
        self.factors = (rng.getrandbits(bits) | 1, rng.getrandbits(bits) | 1)
        self.start = rng.getrandbits(bits)

    def __call__(self, number: int) -> int:
        number = (number + self.start) * self.factors[0] & self.highest
        number = (number ^ number >> self.shift) * self.factors[1] & self.highest
        return number ^ number >> self.shift
