"""The matching, with networkx as the oracle of its cost."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import networkx  # type: ignore[import-untyped]
import pytest
import rustworkx

from engine.contest.pairing import (
    DENSE_UP_TO,
    HIGHEST,
    Cost,
    Field,
    Matching,
    _Lot,
    best_matching,
    even,
)


def a_field(
    rng: random.Random, count: int, *, soft: float = 0.0, barred: float = 0.2, step: int = 1
) -> Field:
    points = tuple(sorted((step * rng.choice((0, 1, 3, 4, 6)) for _ in range(count)), reverse=True))
    severities: dict[tuple[int, int], int | None] = {}
    for pair in combinations(range(count), 2):
        chance = rng.random()
        severities[pair] = None if chance < barred else rng.randint(1, 3) if chance < barred + soft else 0

    def severity(one: int, other: int) -> int | None:
        return severities[one, other]

    rested = tuple(rng.random() < 0.3 for _ in range(count))
    may_rest = tuple(not one for one in rested) if not all(rested) else (True,) * count
    return Field(points, severity, may_rest, rested)


def cost_of(field: Field, one: int, other: int) -> Cost | None:
    """The cost of one pair by the definition; ``other`` is the number of places for the bye."""
    count, points = len(field.points), field.points
    if other == count:
        return Cost(bye=points[one] - points[-1], fold=count - one) if field.may_rest[one] else None
    severity = field.severity(one, other)
    if severity is None:
        return None
    group = [place for place in range(count) if points[place] == points[one]]
    fold = other - one if other not in group else abs(other - one - len(group) // 2)
    rested = bool(field.rested and field.rested[one] and field.rested[other])
    return Cost(severity, 0, (points[one] - points[other]) ** 2, rested, fold)


def in_one_number(cost: Cost) -> int:
    number = 0
    for order in (cost.severity, cost.bye, cost.gap, cost.rested, cost.fold):
        number = number * 10**9 + order
    return number


def total(costs: list[Cost]) -> Cost:
    return Cost(*(sum(getattr(cost, order) for cost in costs) for order in Cost.__struct_fields__))


def cheapest(field: Field) -> Cost | None:
    """What networkx finds over all pairs."""
    count = len(field.points)
    graph: Any = networkx.Graph()
    size = count + count % 2
    graph.add_nodes_from(range(size))
    costs = {}
    for one, other in combinations(range(size), 2):
        cost = cost_of(field, one, other)
        if cost is not None:
            costs[one, other] = cost
            graph.add_edge(one, other, weight=10**60 - in_one_number(cost))
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) != size:
        return None
    return total([costs[min(pair), max(pair)] for pair in found])


def told_cost(field: Field, found: Matching) -> Cost:
    """The cost of a matching by the definition, pair by pair."""
    edges = [*found.pairs, *([] if found.bye is None else [(found.bye, len(field.points))])]
    costs = [cost_of(field, one, other) for one, other in edges]
    return total([cost for cost in costs if cost is not None])


def is_perfect(field: Field, found: Matching) -> bool:
    places = [place for pair in found.pairs for place in pair] + ([] if found.bye is None else [found.bye])
    return sorted(places) == list(range(len(field.points))) and all(
        field.severity(one, other) is not None for one, other in found.pairs
    )


@pytest.mark.parametrize("soft", [0.0, 0.3])
@pytest.mark.parametrize("barred", [0.0, 0.3, 0.7])
def test_the_cost_is_that_of_networkx_over_all_pairs(barred: float, soft: float) -> None:
    rng = random.Random(f"{barred}/{soft}")
    for count in [*range(2, 17), 23, 30]:
        field = a_field(rng, count, barred=barred, soft=min(soft, 1 - barred))
        found, best = best_matching(field, "oracle"), cheapest(field)
        assert (found and found.cost) == best, (count, barred, soft)
        if found is not None:
            assert is_perfect(field, found)
            assert told_cost(field, found) == best


@pytest.mark.parametrize("barred", [0.0, 0.05, 0.1])
@pytest.mark.parametrize("count", [66, 97, 150, 200])
def test_the_sparse_graph_has_the_optimum_of_all_pairs(count: int, barred: float) -> None:
    assert count > DENSE_UP_TO
    rng = random.Random(count)
    for _ in range(3):
        field = a_field(rng, count, barred=barred)
        sparse, dense = best_matching(field, "seed"), best_matching(field, "seed", dense=True)
        assert sparse is not None
        assert dense is not None
        assert sparse.cost == dense.cost
        assert is_perfect(field, sparse)


def test_a_large_field_is_that_of_networkx_too() -> None:
    field = a_field(random.Random(5), 80, barred=0.15)
    found = best_matching(field, "seed")
    assert found is not None
    assert found.cost == cheapest(field)


def test_clubs_that_fill_the_neighbourhood_widen_the_graph() -> None:
    """Nobody finds an opponent near: the first fifty are of one club, and the last fifty of another."""
    field = Field(tuple(range(100, 0, -1)), lambda one, other: None if (one < 50) == (other < 50) else 0)
    found = best_matching(field, "seed")
    assert found is not None
    assert is_perfect(field, found)


def test_no_perfect_matching_is_none() -> None:
    field = Field((0, 0, 0, 0), lambda one, other: 0 if one == 0 else None)
    assert best_matching(field, "seed") is None
    assert best_matching(Field((3, 0), lambda one, other: None), "seed") is None


def test_an_empty_field_has_an_empty_matching() -> None:
    assert best_matching(Field(()), "seed") == Matching((), None, Cost())


def test_one_alone_has_the_bye() -> None:
    assert best_matching(Field((3,), may_rest=(True,)), "seed") == Matching((), 0, Cost(fold=1))


def test_who_may_not_rest_does_not() -> None:
    assert best_matching(Field((3,), may_rest=(False,)), "seed") is None


def test_the_upper_half_meets_the_lower_half_in_order() -> None:
    found = best_matching(Field((0,) * 8), "seed")
    assert found is not None
    assert found.pairs == ((0, 4), (1, 5), (2, 6), (3, 7))


def test_squares_take_three_pairs_one_apart_before_one_pair_three_apart() -> None:
    """Points 3 2 1 0, where 3-2 and 1-0 are barred: 3-1 and 2-0 (4 + 4) and not 3-0 and 2-1 (9 + 1)."""
    barred = {(0, 1), (2, 3)}
    found = best_matching(
        Field((3, 2, 1, 0), lambda one, other: None if (one, other) in barred else 0), "seed"
    )
    assert found is not None
    assert found.pairs == ((0, 2), (1, 3))
    assert found.cost.gap == 8


def test_one_rematch_outweighs_every_softer_fault() -> None:
    """Severity is an order of its own: all the points of the field do not buy one unit of it."""
    bad = {(0, 1): 1}
    field = Field((900, 900, 0, 0), lambda one, other: bad.get((one, other), 0))
    found = best_matching(field, "seed")
    assert found is not None
    assert found.cost.severity == 0
    assert found.cost.gap == 2 * 900**2


def test_two_with_points_from_a_bye_do_not_meet_where_it_can_be_helped() -> None:
    rested = (True, False, True, False)
    found = best_matching(Field((3,) * 4, rested=rested), "seed")
    assert found is not None
    assert found.cost.rested == 0
    assert (0, 2) not in found.pairs


def test_the_same_seed_gives_the_same_matching_and_another_seed_may_not() -> None:
    field = Field((0,) * 6, lambda one, other: None if (one, other) == (0, 3) else 0)
    first = {best_matching(field, f"{seed}") for seed in range(20)}
    assert first == {best_matching(field, f"{seed}") for seed in range(20)}
    assert {found.cost for found in first if found} == {best_matching(field, "0").cost}
    assert len(first) > 1


def test_the_lot_is_another_one_for_each_pair() -> None:
    for seed in ("1", "2", "3"):
        lot = _Lot(seed, 201**2)
        assert len({lot(number) for number in range(201**2)}) == 201**2
        assert max(lot(number) for number in range(201**2)) <= lot.highest


def test_points_without_bounds_are_still_paired() -> None:
    """Weights would leave 128 bits: differences are then counted in coarser steps."""
    rng = random.Random(3)
    points = tuple(sorted((rng.randrange(10**14) for _ in range(40)), reverse=True))
    field = Field(points)
    assert (points[0] - points[-1]) ** 2 * 10**6 > HIGHEST
    found = best_matching(field, "seed")
    assert found is not None
    assert is_perfect(field, found)
    exact = cheapest_gap(points)
    assert exact <= found.cost.gap <= exact * 1.001


def cheapest_gap(points: tuple[int, ...]) -> int:
    """Where nothing is barred, neighbours meet."""
    return sum((points[place] - points[place + 1]) ** 2 for place in range(0, len(points), 2))


def test_the_solver_finds_one_matching_among_equal_ones_at_each_call() -> None:
    """Before its version 0.18 two calls could differ in more than which of two is named first."""
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * 5)
    graph.extend_from_weighted_edge_list([(one, other, 1) for one, other in combinations(range(5), 2)])
    calls = {
        tuple(sorted((min(pair), max(pair)) for pair in rustworkx.max_weight_matching(graph, True, int)))
        for _ in range(200)
    }
    assert len(calls) == 1


def test_the_solver_proves_its_optimum_with_our_weights() -> None:
    """``verify_optimum`` panics where the dual solution does not prove the matching."""
    rng = random.Random(9)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * 30)
    graph.extend_from_weighted_edge_list(
        [(one, other, rng.randrange(HIGHEST)) for one, other in combinations(range(30), 2)]
    )
    found = rustworkx.max_weight_matching(graph, True, int, verify_optimum=True)
    assert len(found) == 15


def test_without_a_rule_every_pair_is_as_good() -> None:
    assert even(0, 1) == 0
