"""Squads: the threesome of an odd number, and the matches of the members."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import msgspec
import pytest

from engine.contest.rounds import History, SeatOutcome, check
from engine.contest.squads import Game, Squad, games_of, outcomes_of, threesomes
from engine.contest.swiss import Entrant, NoPairing, Pairing, Round, Swiss, draft_round, published, scores
from engine.questions import Refusal
from tests.engine.contest.swisses import drawn, pairs, refused, swiss

# who meets


def three_of(of: Round) -> Pairing | None:
    found = [pairing for pairing in of.pairings if pairing.third is not None]
    assert len(found) < 2
    return found[0] if found else None


def test_an_odd_number_of_squads_makes_a_threesome_at_the_bottom() -> None:
    first = drawn(swiss("ABCDEFG", odd="threesome"))
    assert not any(pairing.is_bye for pairing in first.pairings)
    assert pairs(first) == {"AC", "BD", "EFG"}


def test_an_even_number_of_squads_makes_none() -> None:
    assert three_of(drawn(swiss("ABCDEF", odd="threesome"))) is None


def test_all_of_a_threesome_have_met() -> None:
    first = drawn(swiss("ABC", odd="threesome"))
    after = published(swiss("ABC", odd="threesome"), first)
    met = History(after, 2).met
    assert {one: set(others) for one, others in met.items()} == {
        "A": {"B", "C"},
        "B": {"A", "C"},
        "C": {"A", "B"},
    }
    ending = refused(after)
    assert [offer.kind for offer in ending.offers] == ["rematches", "end"]
    assert ending.offers[0].text.startswith("Pair round 2 with 3 rematches (")


def test_one_squad_alone_beside_requested_byes_rests() -> None:
    given = {"A": {"requested_byes": (1,)}, "B": {"requested_byes": (1,)}}
    first = drawn(swiss("ABC", given=given, odd="threesome"))
    assert [(pairing.home, pairing.bye) for pairing in first.pairings] == [
        ("A", "requested"),
        ("B", "requested"),
        ("C", "allotted"),
    ]


def test_nobody_is_in_a_second_threesome_while_three_were_in_none() -> None:
    for size in (9, 11, 15):
        for seed in range(15):
            rng = random.Random(f"{size}/{seed}")
            after = Swiss(tuple(Entrant(one, one) for one in range(1, size + 1)), 3, odd="threesome")
            times: Counter[Any] = Counter()
            met: set[frozenset[Any]] = set()
            for _ in range(3):
                drafted = draft_round(after, seed)
                assert isinstance(drafted, Round)
                three = three_of(drafted)
                assert three is not None
                fresh = [one for one in range(1, size + 1) if not times[one]]
                if len(fresh) >= 3 and max(times[seat] for seat in three.seats):
                    # Only where the three could not be: they have met, or the rest could not be paired.
                    assert all(
                        any(frozenset(pair) in met for pair in combinations(trio, 2))
                        for trio in combinations(fresh, 3)
                    )
                times.update(three.seats)
                meetings = [frozenset(pair) for pairing in drafted.pairings for pair in pairing.meetings]
                assert met.isdisjoint(meetings)
                met.update(meetings)
                after = published(after, with_chance(drafted, rng))


def with_chance(drafted: Round, rng: random.Random) -> Round:
    told: tuple[SeatOutcome, ...] = ("won", "drawn", "lost")
    pairings = tuple(
        msgspec.structs.replace(
            pairing,
            outcomes=tuple(rng.choice(told) for _ in pairing.seats)
            if pairing.third
            else rng.choice((("won", "lost"), ("drawn", "drawn"))),
        )
        for pairing in drafted.pairings
    )
    return msgspec.structs.replace(drafted, pairings=pairings)


def test_each_of_a_threesome_has_a_result_of_its_own() -> None:
    first = Round(1, (Pairing(1, "A", "B", "C", outcomes=("won", "won", "lost")),))
    after = Swiss(tuple(Entrant(one, seed) for seed, one in enumerate("ABC", 1)), 1, (first,))
    check(after)
    assert scores(after) == {"A": 3, "B": 3, "C": 0}


def test_where_no_threesome_is_left_there_is_no_pairing() -> None:
    """Everybody has met everybody in two rounds of five."""
    squads = swiss("ABCDE", odd="threesome")
    after = published(squads, drawn(squads))
    second = draft_round(after, 1)
    if isinstance(second, Round):
        second = draft_round(published(after, second), 1)
    assert isinstance(second, NoPairing)
    assert "end" in [offer.kind for offer in second.offers]


def test_threesomes_come_from_the_fewest_before_and_from_the_bottom() -> None:
    found = list(threesomes((9, 6, 6, 3, 0), (0, 0, 0, 0, 1), lambda one, other: 0))
    assert found[0] == (1, 2, 3)
    assert sorted(found) == list(combinations(range(5), 3))
    barred = list(threesomes((9, 6, 6, 3, 0), (0,) * 5, lambda one, other: None if other == 4 else 0))
    assert barred[0] == (1, 2, 3)
    assert all(4 not in three for three in barred)


def test_threesomes_are_looked_for_everywhere_and_found_once() -> None:
    count = 15
    found = list(threesomes(tuple(range(count, 0, -1)), (0,) * count, lambda one, other: 0))
    assert len(found) == len(set(found)) == len(list(combinations(range(count), 3)))
    assert found[0] == (12, 13, 14)


# the members' matches


def squads_of(size: int, letters: str = "XYZ") -> dict[Any, Squad]:
    return {one: Squad(one, tuple(f"{one}{place}" for place in range(1, size + 1))) for one in letters}


def shown(games: tuple[Game, ...]) -> list[str]:
    return [f"{game.home}-{game.away}" if game.away else str(game.home) for game in games]


def test_members_meet_in_the_order_of_the_line_up() -> None:
    games = games_of(Pairing(1, "X", "Y"), squads_of(3))
    assert shown(games) == ["X1-Y1", "X2-Y2", "X3-Y3"]
    assert {game.squads for game in games} == {("X", "Y")}


def test_members_meet_by_their_points() -> None:
    points = {"X2": 6, "X1": 3, "Y3": 4, "Y1": 4}
    games = games_of(Pairing(1, "X", "Y"), squads_of(3), order="points", points=points)
    assert shown(games) == ["X2-Y1", "X1-Y3", "X3-Y2"]


def test_a_short_squad_leaves_somebody_without_an_opponent() -> None:
    short = {"X": Squad("X", ("X1",)), "Y": Squad("Y", ("Y1", "Y2"))}
    games = games_of(Pairing(1, "X", "Y"), short)
    assert shown(games) == ["X1-Y1", "Y2"]
    assert games[1].squads == ("Y",)


@pytest.mark.parametrize("size", range(1, 13))
def test_in_a_threesome_each_squad_plays_half_against_each_of_the_others(size: int) -> None:
    games = games_of(Pairing(1, "X", "Y", "Z"), squads_of(size))
    alone = [game for game in games if game.away is None]
    assert len(alone) == size % 2
    members = [member for game in games for member in (game.home, game.away) if member]
    assert sorted(members) == sorted(member for squad in squads_of(size).values() for member in squad.members)
    met = Counter(frozenset(game.squads) for game in games if game.away)
    assert all(len(pair) == 2 for pair in met)
    assert all(abs(met[pair] - size / 2) <= 0.5 for pair in met)
    assert sum(met.values()) == (3 * size) // 2
    for game in games:
        if game.away:
            places = [int(str(member)[1:]) for member in (game.home, game.away)]
            assert abs(places[0] - places[1]) <= 1


def test_a_threesome_of_two_members() -> None:
    games = games_of(Pairing(1, "X", "Y", "Z"), squads_of(2))
    assert sorted(shown(games)) == ["X1-Y1", "Y2-Z2", "Z1-X2"]


def test_a_short_squad_in_a_threesome_leaves_as_few_as_can_be_without_an_opponent() -> None:
    short = {**squads_of(2), "Z": Squad("Z", ("Z1",))}
    assert shown(games_of(Pairing(1, "X", "Y", "Z"), short)) == ["X1-Y1", "Z1-X2", "Y2"]


def test_squads_without_matches_are_refused() -> None:
    with pytest.raises(Refusal, match=r"^Squad X has a bye, so its members have no matches\.$"):
        games_of(Pairing(0, "X"), squads_of(3))
    with pytest.raises(Refusal, match=r"^Squad W has no line-up\.$"):
        games_of(Pairing(1, "X", "W"), squads_of(3))


def test_a_squad_wins_by_winning_more_than_it_loses() -> None:
    won: tuple[SeatOutcome, ...] = ("won", "lost")
    lost: tuple[SeatOutcome, ...] = ("lost", "won")
    even: tuple[SeatOutcome, ...] = ("drawn", "drawn")
    tie = Pairing(1, "X", "Y")

    def after(*outcomes: tuple[SeatOutcome, ...]) -> tuple[SeatOutcome, ...]:
        games = games_of(tie, squads_of(len(outcomes)))
        played = [msgspec.structs.replace(g, outcomes=o) for g, o in zip(games, outcomes, strict=True)]
        return outcomes_of(tie, played)

    assert after(won, won, lost) == ("won", "lost")
    assert after(won, even, lost) == ("drawn", "drawn")
    assert after(even, even, lost) == ("lost", "won")


def test_a_threesome_has_an_outcome_for_each_squad() -> None:
    tie = Pairing(1, "X", "Y", "Z")
    games = games_of(tie, squads_of(2))
    beaten: dict[frozenset[Any], str] = {frozenset("XY"): "X", frozenset("YZ"): "Y", frozenset("XZ"): "X"}
    played = []
    for game in games:
        home: SeatOutcome = "won" if beaten[frozenset(game.squads)] == game.squads[0] else "lost"
        played.append(msgspec.structs.replace(game, outcomes=(home, "lost" if home == "won" else "won")))
    assert outcomes_of(tie, played) == ("won", "drawn", "lost")


def test_an_open_match_of_a_tie_is_refused() -> None:
    tie = Pairing(1, "X", "Y")
    text = "The match of X1 and Y1 has no result."
    with pytest.raises(Refusal, match=f"^{re.escape(text)}$"):
        outcomes_of(tie, games_of(tie, squads_of(1)))


def test_one_without_an_opponent_decides_nothing() -> None:
    short = {"X": Squad("X", ("X1",)), "Y": Squad("Y", ("Y1", "Y2"))}
    tie = Pairing(1, "X", "Y")
    first, rest = games_of(tie, short)
    told = msgspec.structs.replace(first, outcomes=("won", "lost"))
    assert outcomes_of(tie, (told, rest)) == ("won", "lost")


# individual pairing


def test_members_of_one_squad_never_meet_in_individual_pairing() -> None:
    field = tuple(Entrant(one, one, squad=f"Squad {one % 4}") for one in range(1, 17))
    after = Swiss(field, 6)
    rng = random.Random(2)
    squads = {one.id: one.squad for one in field}
    for _ in range(6):
        drafted = drawn(after, 2)
        for pairing in drafted.pairings:
            assert all(squads[one] != squads[other] for one, other in pairwise(pairing.seats))
        after = published(after, with_chance(drafted, rng))
