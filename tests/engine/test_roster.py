"""A roster is the fold of its events, and the events survive being stored."""

from __future__ import annotations

import random
from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.random_teams import random_roster
from engine.roster import (
    Advanced,
    Converted,
    Departed,
    FanFactorChanged,
    Founded,
    GoldChanged,
    Healed,
    Hired,
    Injured,
    Joined,
    MatchPlayed,
    MissServed,
    Player,
    PlayerRenamed,
    Renumbered,
    RerollsChanged,
    Returned,
    Roster,
    RosterEvent,
    SppGained,
    StadiumChanged,
    StadiumState,
    StaffChanged,
    StatChanged,
    Taught,
    TeamRenamed,
    TrophyChanged,
    decode_events,
    encode_events,
    evolve,
    worth,
)
from tests.engine.rosters import LRB4, a_roster, refused

EVENTS: tuple[RosterEvent, ...] = (
    Founded("Reavers", "Human", 1_000_000, 50_000),
    Hired(1, 4, "Griff", "Blitzer", 90_000, (7, 3, 3, 8), ("Block",)),
    Hired(2, 5, "Zolnar", "Lineman", 50_000, (6, 3, 3, 8)),
    GoldChanged(-140_000, "2 players"),
    RerollsChanged(3),
    StaffChanged("assistant_coaches", 2),
    StaffChanged("cheerleaders", 1),
    StaffChanged("apothecary", 1),
    FanFactorChanged(4, "draft"),
    TeamRenamed("Reikland Reavers"),
    PlayerRenamed(2, "Zolnar the Slow"),
    Renumbered(2, 12),
    SppGained(1, "touchdown", 2, 6),
    SppGained(1, "completion", 3, 3),
    SppGained(1, "interception", 1, 2),
    SppGained(1, "casualty", 1, 2),
    SppGained(1, "mvp", 1, 5),
    SppGained(1, "other", 1, 1),
    Injured(1, "Damaged Back", "niggling"),
    Injured(1, "Smashed Hip", "ma"),
    Injured(1, "Broken Neck", "ag", False),
    Injured(2, "Broken Jaw", "miss"),
    MissServed(2),
    Advanced(1, "Guard", "skill"),
    Advanced(1, "st", "stat"),
    Advanced(1, "", "nothing"),
    MatchPlayed("Gouged Eye", "won", 2, 1, 3, 0, (1, 2)),
    MatchPlayed("Gouged Eye", "drawn", 1, 1, 0, 1, (1,)),
    MatchPlayed("Gouged Eye", "lost", 0, 2, 0, 2, (), True),
    Departed(2, "dead", "a block"),
    Returned(2),
    Taught(2, "Dodge"),
    StatChanged(2, "ag", 1),
    Healed(2, "Broken Jaw", "miss"),
    Departed(2, "traded", "to Gouged Eye"),
    Joined(Player(3, 6, "Zug", "Blitzer", 90_000, (7, 3, 3, 8), (7, 3, 3, 8), spp=7), "Gouged Eye"),
    Healed(1, "Smashed Hip", "ma"),
    StadiumChanged("Terraces", 150_000),
    StadiumState(True),
    TrophyChanged("Chaos Cup", True),
    TrophyChanged("Dungeonbowl", True),
    TrophyChanged("Chaos Cup", False),
    Converted("crp", "lrb4", "Human", 50_000),
)


def test_the_fold_of_every_kind_of_event() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(RosterEvent))
    assert evolve(Roster(), *EVENTS) == Roster(
        name="Reikland Reavers",
        race="Human",
        treasury=860_000,
        rerolls=3,
        reroll_price=50_000,
        fan_factor=4,
        assistant_coaches=2,
        cheerleaders=1,
        apothecary=1,
        players=(
            Player(
                id=1,
                number=4,
                name="Griff",
                position="Blitzer",
                price=90_000,
                start=(7, 3, 3, 8),
                stats=(7, 4, 3, 8),
                skills=("Block", "Guard"),
                gained=("Guard",),
                spp=19,
                completions=3,
                touchdowns=2,
                interceptions=1,
                casualties=1,
                mvps=1,
                matches=2,
                advances=3,
                niggling=1,
                misses_next=True,
                injuries=("Damaged Back", "Broken Neck"),
            ),
            Player(
                id=2,
                number=12,
                name="Zolnar the Slow",
                position="Lineman",
                price=50_000,
                start=(6, 3, 3, 8),
                stats=(6, 3, 4, 8),
                skills=("Dodge",),
                gained=("Dodge",),
                matches=1,
                status="traded",
                fate="to Gouged Eye",
            ),
            Player(3, 6, "Zug", "Blitzer", 90_000, (7, 3, 3, 8), (7, 3, 3, 8), spp=7),
        ),
        won=1,
        drawn=1,
        lost=1,
        touchdowns_for=3,
        touchdowns_against=4,
        casualties_for=3,
        casualties_against=3,
        stadium="Terraces",
        stadium_value=150_000,
        stadium_broken=True,
        trophies=("Dungeonbowl",),
    )


@settings(deadline=None)
@given(st.integers(0, len(EVENTS)))
def test_a_fold_can_be_done_in_pieces(cut: int) -> None:
    assert evolve(evolve(Roster(), *EVENTS[:cut]), *EVENTS[cut:]) == evolve(Roster(), *EVENTS)


def test_the_roster_that_was_given_stays_as_it_was() -> None:
    before = a_roster()
    copy = msgspec.json.decode(msgspec.json.encode(before), type=Roster)
    evolve(before, SppGained(1, "mvp", 1, 5), GoldChanged(-1, "a coin"), Departed(2, "dead", "a block"))
    assert before == copy
    assert evolve(before) == before


def test_the_events_survive_being_stored() -> None:
    stored = encode_events(EVENTS)
    assert decode_events(stored) == EVENTS
    assert decode_events(stored.encode()) == EVENTS
    assert encode_events(decode_events(stored)) == stored
    assert decode_events(encode_events(())) == ()


@pytest.mark.parametrize(
    "stored",
    [
        '[{"event":"wished","amount":1}]',
        '[{"event":"gold","amount":1}]',
        '[{"event":"gold","amount":1,"reason":"winnings","at":"night"}]',
        '[{"event":"gold","amount":"1","reason":"winnings"}]',
        '[{"event":"staff","staff":"fans","change":1}]',
        "{}",
    ],
)
def test_what_is_no_event_is_not_read(stored: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        decode_events(stored)


names = st.text(st.characters(exclude_categories=["Cs"]), max_size=50)
amounts = st.integers(-(10**7), 10**7)
ids = st.integers(1, 11)
any_event: st.SearchStrategy[RosterEvent] = st.one_of(
    st.builds(TeamRenamed, names),
    st.builds(PlayerRenamed, ids, names),
    st.builds(Renumbered, ids, st.integers(1, 99)),
    st.builds(GoldChanged, amounts, names),
    st.builds(RerollsChanged, st.integers(-3, 3)),
    st.builds(StaffChanged, st.sampled_from(["assistant_coaches", "cheerleaders", "apothecary"]), ids),
    st.builds(FanFactorChanged, st.integers(-3, 3), names),
    st.builds(SppGained, ids, st.sampled_from(["completion", "mvp", "other"]), ids, ids),
    st.builds(
        Injured,
        ids,
        names,
        st.sampled_from(["miss", "niggling", "ma", "st", "ag", "av"]),
        st.booleans(),
        st.booleans(),
    ),
    st.builds(MissServed, ids),
    st.builds(Advanced, ids, st.sampled_from(["ma", "st", "ag", "av"]), st.just("stat")),
    st.builds(Departed, ids, st.sampled_from(["dead", "retired", "dismissed", "left"]), names),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(any_event, max_size=30))
def test_any_history_survives_being_stored_and_folds_to_one_roster(history: list[RosterEvent]) -> None:
    stored = decode_events(encode_events(history))
    assert stored == tuple(history)
    start = a_roster()
    one_by_one = start
    for event in stored:
        one_by_one = evolve(one_by_one, event)
    at_once = evolve(start, *history)
    assert at_once == one_by_one
    earned = sum(event.amount for event in history if isinstance(event, GoldChanged))
    assert at_once.treasury == start.treasury + earned
    points = sum(event.points for event in history if isinstance(event, SppGained))
    assert sum(one.spp for one in at_once.players) == points
    assert msgspec.json.decode(msgspec.json.encode(at_once), type=Roster) == at_once


def test_the_active_players_stand_by_shirt_number() -> None:
    roster = evolve(
        a_roster(), Renumbered(1, 50), Departed(2, "left", "conceded"), Injured(3, "Gouged Eye", "miss")
    )
    assert [one.id for one in roster.active] == [3, 4, 5, 6, 7, 8, 9, 10, 11, 1]


def test_an_id_is_never_given_to_another() -> None:
    assert Roster().next_id == 1
    assert evolve(a_roster(), Departed(11, "dead", "a block")).next_id == 12
    again = Hired(11, 50, "Griff", "Lineman", 50_000, (6, 3, 3, 8))
    assert refused(evolve, a_roster(), again) == "Reavers already has a player with the id 11."


@pytest.mark.parametrize(
    "event",
    [
        SppGained(12, "mvp", 1, 5),
        Injured(12, "Broken Jaw", "miss"),
        Advanced(12, "Block", "skill"),
        Departed(12, "dead"),
        MissServed(12),
        Renumbered(12, 1),
        PlayerRenamed(12, "Griff"),
        MatchPlayed("Gouged Eye", "won", 1, 0, 0, 0, (12,)),
    ],
    ids=lambda event: type(event).__name__,
)
def test_nothing_happens_to_one_who_never_signed(event: RosterEvent) -> None:
    assert refused(evolve, a_roster(), event) == "Reavers has never had a player with the id 12."


def test_who_departs_misses_no_match_any_more() -> None:
    roster = evolve(a_roster(), Injured(4, "Gouged Eye", "miss"))
    assert roster.player(4).misses_next
    assert not evolve(roster, Departed(4, "retired", "retired")).player(4).misses_next


@settings(max_examples=30, deadline=None)
@given(race=st.sampled_from(sorted(LRB4.races)), seed=st.integers(0, 10_000))
def test_worth_and_treasury_of_a_new_team_are_its_million(race: str, seed: int) -> None:
    roster = random_roster(LRB4, race, random.Random(seed))
    assert worth(roster, LRB4.creation) + roster.treasury == LRB4.creation.treasury
