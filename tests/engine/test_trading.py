"""Gold and players that change hands between two teams."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.acts import Deal, Share, check_trade, trade
from engine.edition import Edition
from engine.roster import (
    Advanced,
    Departed,
    GoldChanged,
    Injured,
    Joined,
    Roster,
    SppGained,
    decode_events,
    encode_events,
    evolve,
)
from tests.engine.rosters import LRB4, a_roster, gold, lines, refused, with_player


def reavers(treasury: int = 200_000, **changes: Any) -> Roster:
    """Eleven Human linemen, numbered and with ids from 1."""
    return msgspec.structs.replace(a_roster(**changes), treasury=treasury)


def thunder(treasury: int = 200_000, **changes: Any) -> Roster:
    """Ten Human linemen and a blitzer, numbered from 1, with ids from 1."""
    usual: dict[str, Any] = {"name": "Thunder", "players": named("Thunder", ("Lineman", 10), ("Blitzer", 1))}
    return msgspec.structs.replace(a_roster(**(usual | changes)), treasury=treasury)


def named(prefix: str, *wanted: tuple[str, int]) -> Any:
    return tuple(msgspec.structs.replace(line, name=f"{prefix} {line.number}") for line in lines(*wanted))


def problems_of(first: Roster, second: Roster, deal: Deal, rules: Edition = LRB4) -> list[str]:
    return [problem.message for problem in check_trade(rules, first, second, deal)]


def test_a_player_for_gold() -> None:
    gives, gets = trade(LRB4, reavers(), thunder(), Deal(Share(gold=90_000), Share(players=(11,))))
    blitzer = thunder().player(11)
    assert gives == (
        Joined(msgspec.structs.replace(blitzer, id=12, number=12), "Thunder"),
        GoldChanged(-90_000, "trade with Thunder"),
    )
    assert gets == (
        Departed(11, "traded", "traded to Reavers"),
        GoldChanged(90_000, "trade with Reavers"),
    )


def test_a_player_goes_with_all_that_he_is() -> None:
    veteran = evolve(
        thunder(),
        SppGained(11, "touchdown", 3, 9),
        Advanced(11, "Guard", "skill"),
        Injured(11, "Smashed Hip", "ma"),
        Injured(11, "Smashed Hand", "niggling"),
    )
    before = veteran.player(11)
    events, _ = trade(LRB4, reavers(), veteran, Deal(Share(gold=1), Share(players=(11,))))
    after = evolve(reavers(), *events).player(12)
    assert after == msgspec.structs.replace(before, id=12, number=12)
    assert (after.spp, after.skills, after.stats[0], after.niggling, after.misses_next) == (
        9,
        ("Block", "Guard"),
        6,
        1,
        True,
    )


def test_he_keeps_his_number_where_it_is_free() -> None:
    away = with_player(thunder(), 11, number=77)
    events, _ = trade(LRB4, reavers(), away, Deal(Share(gold=1), Share(players=(11,))))
    assert [event.record.number for event in events if isinstance(event, Joined)] == [77]


def test_players_for_players_take_each_others_numbers() -> None:
    deal = Deal(Share(players=(1, 2)), Share(players=(2, 1)))
    gives, gets = trade(LRB4, reavers(), thunder(), deal)
    first, second = evolve(reavers(), *gives), evolve(thunder(), *gets)
    assert [(one.number, one.name) for one in first.active][:2] == [(1, "Thunder 1"), (2, "Thunder 2")]
    assert [(one.number, one.name) for one in second.active][:2] == [(1, "Lineman 1"), (2, "Lineman 2")]
    assert (first.player(1).status, first.player(1).fate) == ("traded", "traded to Thunder")
    assert (len(first.active), len(second.active)) == (11, 11)


def test_a_trade_moves_worth_and_points_from_one_rating_to_the_other() -> None:
    scorer = evolve(thunder(), SppGained(11, "mvp", 1, 5))
    before = [LRB4.rules.strength(roster) for roster in (reavers(), scorer)]
    gives, gets = trade(LRB4, reavers(), scorer, Deal(gets=Share(players=(11,))))
    after = [LRB4.rules.strength(roster) for roster in (evolve(reavers(), *gives), evolve(scorer, *gets))]
    assert [new - old for old, new in zip(before, after, strict=True)] == [9 + 1, -9 - 1]


def test_nothing_for_nothing_is_no_trade() -> None:
    assert problems_of(reavers(), thunder(), Deal()) == ["A trade must say who gives what."]


def test_gold_must_be_there() -> None:
    assert problems_of(reavers(50_000), thunder(), Deal(Share(gold=50_001), Share(players=(1,)))) == [
        "Reavers cannot pay 50,001 gold: the treasury holds 50,000."
    ]
    assert problems_of(reavers(), thunder(), Deal(Share(gold=-1))) == [
        "The gold that Reavers pays cannot be -1."
    ]
    assert problems_of(reavers(), thunder(), Deal(Share(gold=1), Share(gold=1))) == [
        "Only one of the two sides can pay gold."
    ]


def test_who_is_not_there_cannot_go() -> None:
    dead = with_player(reavers(), 4, status="dead")
    assert problems_of(dead, thunder(), Deal(Share(players=(4, 99, 5, 5)))) == [
        "Lineman 4 no longer plays for Reavers.",
        "Reavers has never had a player with the id 99.",
        "Lineman 5 cannot go twice.",
    ]


def test_a_player_of_another_list_cannot_come_though_his_position_has_the_same_name() -> None:
    orcs = reavers(name="Gouged Eye", race="Orc", players=named("Orc", ("Lineman", 11)))
    assert problems_of(thunder(), orcs, Deal(Share(players=(1,)))) == [
        "Thunder 1 cannot play for Gouged Eye: Orc teams have no such Lineman."
    ]
    assert problems_of(thunder(), orcs, Deal(Share(players=(11,)))) == [
        "Thunder 11 cannot play for Gouged Eye: Orc teams have no such Blitzer."
    ]


def test_a_player_who_stands_on_both_lists_may_change_sides() -> None:
    undead = reavers(name="Champions", race="Undead", players=named("Dead", ("Zombie", 11)))
    wolves = reavers(name="Wolves", race="Necromantic", players=named("Wolf", ("Zombie", 11)))
    assert problems_of(undead, wolves, Deal(Share(players=(1,)))) == []


def test_a_big_guy_goes_to_an_ally_who_has_none() -> None:
    humans = thunder(players=named("Thunder", ("Lineman", 10), ("Ogre", 1)))
    chaos = reavers(name="Chaos", race="Chaos", players=named("Chaos", ("Beastman", 11)))
    beasts = reavers(name="Beasts", race="Chaos", players=named("Beast", ("Beastman", 10), ("Minotaur", 1)))
    elves = reavers(name="Elves", race="Wood Elf", players=named("Elf", ("Lineman", 11)))
    deal = Deal(Share(players=(11,)))
    assert problems_of(humans, chaos, deal) == []
    assert problems_of(humans, beasts, deal) == ["A Chaos team may have 1 big guy, not 2."]
    assert problems_of(humans, elves, deal) == [
        "Thunder 11 cannot play for Elves: Wood Elf teams have no such Ogre."
    ]


def test_nobody_gets_more_of_a_position_than_the_list_allows() -> None:
    four = reavers(players=lines(("Lineman", 10), ("Blitzer", 4)))
    assert problems_of(four, thunder(), Deal(gets=Share(players=(11,)))) == [
        "A Human team may have 4 Blitzer, not 5."
    ]
    assert problems_of(four, thunder(), Deal(Share(players=(14,)), Share(players=(11,)))) == []


def test_nobody_gets_a_seventeenth_player() -> None:
    full = reavers(players=lines(("Lineman", 12), ("Catcher", 4)))
    assert problems_of(full, thunder(), Deal(gets=Share(players=(11,)))) == [
        "Reavers would have 17 players: a roster holds 16."
    ]
    assert problems_of(full, thunder(), Deal(Share(players=(1,)), Share(players=(11,)))) == []


def test_two_of_one_name_cannot_play_together() -> None:
    twin = with_player(thunder(), 11, name="LINEMAN 4")
    assert problems_of(reavers(), twin, Deal(gets=Share(players=(11,)))) == [
        "Reavers already has a player named LINEMAN 4; rename one of the two first."
    ]
    assert problems_of(reavers(), twin, Deal(Share(players=(4,)), Share(players=(11,)))) == []


def test_a_refused_trade_tells_everything_that_is_wrong() -> None:
    told = refused(trade, LRB4, reavers(0), thunder(), Deal(Share(gold=1), Share(players=(99,))))
    assert told == (
        "Reavers cannot pay 1 gold: the treasury holds 0. Thunder has never had a player with the id 99."
    )


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000), paid=st.integers(0, 20))
def test_a_trade_creates_nothing_and_loses_nothing(seed: int, paid: int) -> None:
    rng = random.Random(seed)
    first, second = reavers(), thunder()
    deal = Deal(
        Share(paid * 10_000, tuple(rng.sample(range(1, 12), rng.randint(0, 4)))),
        Share(0, tuple(rng.sample(range(1, 12), rng.randint(0, 4)))),
    )
    if check_trade(LRB4, first, second, deal):
        assert refused(trade, LRB4, first, second, deal)
        return
    events = trade(LRB4, first, second, deal)
    assert all(decode_events(encode_events(told)) == told for told in events)
    after = evolve(first, *events[0]), evolve(second, *events[1])
    assert gold(events[0]) + gold(events[1]) == 0
    assert sum(one.treasury for one in after) == 400_000
    assert sorted(one.name for roster in after for one in roster.active) == sorted(
        one.name for roster in (first, second) for one in roster.active
    )
    for roster in after:
        numbers = [one.number for one in roster.active]
        assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("status", ["traded", "retired"])
def test_nobody_goes_twice(status: str) -> None:
    gone = with_player(reavers(), 4, status=status)
    assert problems_of(gone, thunder(), Deal(Share(players=(4,)))) == [
        "Lineman 4 no longer plays for Reavers."
    ]
