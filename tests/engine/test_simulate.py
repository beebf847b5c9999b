"""Matches by chance are legal matches: they replay to one outcome, and their beginnings wait for the rest."""

from __future__ import annotations

import random
from statistics import mean
from typing import get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.acts import Purchase, check_draft, draft_cost, purchase
from engine.editions import edition
from engine.editions.lrb4.tables import Handicap
from engine.match import facts
from engine.match.log import LogPlayer, LogRoster, MatchLog, Stage, decode_log, encode_log
from engine.match.narrative import narrate
from engine.questions import Refusal
from engine.random_teams import replacements
from engine.replay import replay
from engine.roster import Departed, GoldChanged, Hired, Roster, SppGained, evolve
from engine.simulate import BUSY, CALM, random_draft, random_log, random_roster

LRB4 = edition("lrb4")
RACES = sorted(name for name in LRB4.races)
SLOW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


LAVISH = msgspec.structs.replace(BUSY, hire=0.7)
"""Coaches who spend what they have."""
STAGES = get_args(Stage)
TROPHIES = [trophy.name for trophy in LRB4.trophies]


def aged(roster: LogRoster, rng: random.Random) -> LogRoster:
    """The team some seasons later: injuries old and new, stars, other fans, another rating, gold and a home field."""
    fields = ["", *(one.name for one in LRB4.stadiums if one.open_to(roster.race))]
    return msgspec.structs.replace(
        roster,
        strength=rng.randint(60, 320),
        fan_factor=rng.randint(1, 19),
        treasury=rng.choice((0, 30_000, 150_000, 900_000)),
        rerolls=rng.randint(0, 6),
        stadium=rng.choice(fields),
        trophies=tuple(rng.sample(TROPHIES, rng.choice((0, 0, 1, 2)))),
        players=tuple(_aged(player, rng) for player in roster.players),
    )


def _aged(player: LogPlayer, rng: random.Random) -> LogPlayer:
    return msgspec.structs.replace(
        player,
        niggling=rng.choice((0, 0, 0, 1, 2)),
        misses=rng.random() < 0.1,
        spp=rng.choice((0, 5, 16, 51, 80)),
        skills=(*player.skills, "Regeneration") if rng.random() < 0.05 else player.skills,
    )


def a_match(seed: int, old: bool = True) -> tuple[MatchLog, Roster, Roster]:
    """A simulated match of two random races, and their rosters; their treasuries differ much, and so their ratings."""
    rng = random.Random(seed)
    home, away = (random_roster(LRB4, rng.choice(RACES), rng) for _ in range(2))
    home, away = (
        evolve(one, GoldChanged(rng.choice((0, 200_000, 1_200_000)), "a gift")) for one in (home, away)
    )
    fields = [LRB4.rules.take_the_field(roster) for roster in (home, away)]
    if old:
        fields = [aged(field, rng) for field in fields]
    pace, stage = rng.choice((BUSY, CALM, LAVISH)), rng.choice(STAGES)
    return random_log(LRB4, fields[0], fields[1], rng, pace=pace, stage=stage), home, away


def cut(log: MatchLog, length: int) -> MatchLog:
    return msgspec.structs.replace(log, entries=log.entries[:length])


@SLOW
@given(st.integers(0, 10**9))
def test_every_simulated_match_replays_to_one_outcome(seed: int) -> None:
    log, _, _ = a_match(seed)
    found = replay(log)
    assert found.problem is None
    assert found.waiting_for is None
    assert found.outcome is not None
    assert found.entries_read == len(log.entries)
    assert replay(decode_log(encode_log(log))) == found


@SLOW
@given(st.integers(0, 10**9), st.floats(0, 1, exclude_max=True))
def test_the_beginning_of_a_match_waits_for_the_rest(seed: int, share: float) -> None:
    log, _, _ = a_match(seed)
    length = int(len(log.entries) * share)
    found = replay(cut(log, length))
    assert found.problem is None
    assert found.outcome is None
    assert found.waiting_for is not None
    assert found.entries_read == length
    found.waiting_for.accept(log.entries[length])
    whole = replay(log)
    assert whole.facts[: len(found.facts)] == found.facts


@SLOW
@given(st.integers(0, 10**9))
def test_an_entry_too_many_is_a_problem_at_its_place(seed: int) -> None:
    log, _, _ = a_match(seed)
    longer = msgspec.structs.replace(log, entries=(*log.entries, log.entries[0]))
    problem = replay(longer).problem
    assert problem is not None
    assert problem.entry == len(log.entries) + 1


@SLOW
@given(st.integers(0, 10**9), st.floats(0, 1, exclude_max=True))
def test_no_log_breaks_the_replay_when_an_entry_is_missing(seed: int, share: float) -> None:
    log, _, _ = a_match(seed)
    place = int(len(log.entries) * share)
    found = replay(msgspec.structs.replace(log, entries=log.entries[:place] + log.entries[place + 1 :]))
    assert found.problem is None or found.problem.message.endswith(".")


@SLOW
@given(st.integers(0, 10**9))
def test_the_events_add_up_to_the_facts(seed: int) -> None:
    log, home, away = a_match(seed, old=False)
    found = replay(log)
    assert found.outcome is not None
    after = evolve(home, *found.outcome.home_events), evolve(away, *found.outcome.away_events)
    scored = [fact.side for fact in found.facts if isinstance(fact, facts.Touchdown)]
    assert (scored.count("home"), scored.count("away")) == found.score
    assert (after[0].touchdowns_for, after[1].touchdowns_for) == found.score
    assert (after[0].touchdowns_against, after[1].touchdowns_against) == found.score[::-1]
    for roster, events in zip(after, (found.outcome.home_events, found.outcome.away_events), strict=True):
        assert roster.won + roster.drawn + roster.lost == 1
        assert roster.treasury >= 0
        assert roster.fan_factor >= 1
        assert sum(one.spp for one in roster.players) == sum(
            event.points for event in events if isinstance(event, SppGained)
        )
        thrown = [one.completions for one in roster.players]
        assert all(one.spp >= one.completions + 3 * one.touchdowns for one in roster.players)
        assert sum(thrown) == sum(
            event.count for event in events if isinstance(event, SppGained) and event.source == "completion"
        )
    assert after[0].won == after[1].lost


@SLOW
@given(st.integers(0, 10**9))
def test_every_simulated_match_can_be_told(seed: int) -> None:
    log, _, _ = a_match(seed)
    story = narrate(log, replay(log).facts)
    assert all(sentence.text.endswith(".") for sentence in story)
    played = [(one.half, one.turn) for one in story if one.part == "play"]
    assert played == sorted(played)


def test_all_that_can_help_a_side_happens_by_chance() -> None:
    shown = [replay(a_match(seed)[0]).facts for seed in range(400)]
    kinds = {type(fact) for one in shown for fact in one}
    assert {
        facts.Hired, facts.WizardHired, facts.Ingredients, facts.Chef, facts.Improved,
        facts.Followers, facts.HomeField, facts.Trophies, facts.RaisedDead,
    } <= kinds  # fmt: skip
    effects = {fact.effect for one in shown for fact in one if isinstance(fact, facts.HandicapEffect)}
    assert effects == set(get_args(Handicap))
    acting = {
        (fact.side, fact.player) in {(one.side, one.number) for one in match if isinstance(one, facts.Hired)}
        for match in shown
        for fact in match
        if isinstance(fact, facts.Touchdown)
    }
    assert acting == {True, False}


@SLOW
@given(st.integers(0, 10**9))
def test_the_hired_leave_no_trace_but_in_the_treasury(seed: int) -> None:
    log, _, _ = a_match(seed)
    found = replay(log)
    assert found.outcome is not None
    paid: dict[str, int] = {"home": 0, "away": 0}
    for fact in found.facts:
        if isinstance(fact, facts.Hired | facts.WizardHired | facts.Ingredients):
            paid[fact.side] += fact.paid
    for side, roster, events in (
        ("home", log.home, found.outcome.home_events),
        ("away", log.away, found.outcome.away_events),
    ):
        spent = -sum(event.amount for event in events if isinstance(event, GoldChanged) and event.amount < 0)
        assert paid[side] <= spent <= roster.treasury
        known = {player.id for player in roster.players}
        known |= {event.player for event in events if isinstance(event, Hired)}
        assert {event.player for event in events if hasattr(event, "player")} <= known


def test_the_same_seed_gives_the_same_match() -> None:
    assert encode_log(a_match(7)[0]) == encode_log(a_match(7)[0])
    assert encode_log(a_match(7)[0]) != encode_log(a_match(8)[0])


def test_a_half_has_as_many_turns_as_the_house_rules_say() -> None:
    short = edition("lrb4", {"match/turns": 5})
    rng = random.Random(3)
    home, away = (short.rules.take_the_field(random_roster(short, race, rng)) for race in ("Orc", "Human"))
    found = replay(random_log(short, home, away, rng, short.house_rules))
    assert found.problem is None
    assert {fact.turn for fact in found.facts if isinstance(fact, facts.Completion)} == {1, 2, 3, 4, 5}


def test_the_rates_are_those_of_the_game() -> None:
    rng = random.Random(1)
    orcs, humans = (LRB4.rules.take_the_field(random_roster(LRB4, race, rng)) for race in ("Orc", "Human"))
    logs = [random_log(LRB4, orcs, humans, rng) for _ in range(200)]
    shown = [replay(log).facts for log in logs]
    touchdowns = [sum(isinstance(fact, facts.Touchdown) for fact in one) for one in shown]
    casualties = [sum(isinstance(fact, facts.Casualty) for fact in one) for one in shown]
    assert 1.5 < mean(touchdowns) < 4
    assert 2 < mean(casualties) < 6
    assert mean(len(log.entries) for log in logs) > 80
    ended = {type(fact) for one in shown for fact in one}
    assert {facts.Overtime, facts.ShootOut, facts.Concession, facts.Interception, facts.Treatment} <= ended


@pytest.mark.parametrize("race", RACES)
def test_every_race_can_be_drafted_near_its_budget(race: str) -> None:
    for seed in range(20):
        drafted = random_draft(LRB4, race, random.Random(seed))
        assert check_draft(LRB4, drafted) == ()
        assert 0 <= LRB4.creation.treasury - draft_cost(LRB4, drafted) < LRB4.creation.cheerleader_price


def test_a_race_that_is_not_there() -> None:
    with pytest.raises(Refusal, match="Gnomes of Zürich"):
        random_draft(LRB4, "Gnomes of Zürich", random.Random(1))


@pytest.mark.parametrize("race", RACES)
def test_the_dead_are_replaced_as_far_as_the_gold_goes(race: str) -> None:
    rng = random.Random(5)
    roster = random_roster(LRB4, race, rng)
    dead = [Departed(one.id, "dead") for one in roster.active[:4]]
    left = evolve(roster, *dead, GoldChanged(190_000, "winnings"))
    bought = replacements(LRB4, left, rng)
    assert bought.players
    assert len(evolve(left, *purchase(LRB4, left, bought)).active) <= 12
    assert replacements(LRB4, evolve(left, GoldChanged(-left.treasury, "tax")), rng) == Purchase()
