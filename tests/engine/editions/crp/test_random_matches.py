"""Matches of all races by chance: they replay to one outcome, their beginnings wait, their gold adds up."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.match import facts
from engine.match.log import MatchLog, decode_log, encode_log
from engine.match.narrative import narrate
from engine.questions import SIDES, Side
from engine.replay import replay
from engine.roster import FanFactorChanged, GoldChanged, Hired, Injured, Roster, SppGained, Taught, evolve
from engine.simulate import BUSY, CALM, random_log, random_roster
from tests.engine.editions.crp.matches import CRP

RACES = sorted(CRP.races)
SEEDS = st.integers(0, 10**9)
BY_CHANCE = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
LAVISH = msgspec.structs.replace(BUSY, hire=0.7, concession=0.1)
"""Coaches who spend what they have, and sometimes give up."""


def seasoned(roster: Roster, rng: random.Random) -> Roster:
    """The team some seasons later: gold, fans, injuries, and a star who carries the Rot and may be worth a fortune."""
    players = roster.active
    events: list[object] = [
        GoldChanged(rng.choice((0, 60_000, 240_000, 900_000)), "a gift"),
        FanFactorChanged(rng.randint(0, 9), "some seasons"),
        SppGained(rng.choice(players).id, "touchdown", 20, 60),
        *(
            Injured(one.id, "Broken Ribs", "miss", True, True)
            for one in rng.sample(players, rng.choice((0, 0, 1, 3)))
        ),
    ]
    star = rng.choice(players)
    events += [
        Taught(star.id, skill, rng.choice((20_000, 900_000)))
        for skill in ("Nurgle's Rot", "Regeneration")
        if skill not in star.skills
    ]
    return evolve(roster, *events)  # type: ignore[arg-type]


def a_match(seed: int, race: str = "") -> tuple[MatchLog, dict[Side, Roster]]:
    """A whole match by chance of ``race`` against any other, and the rosters that met."""
    rng = random.Random(seed)
    sides: dict[Side, Roster] = {
        side: seasoned(random_roster(CRP, name or rng.choice(RACES), rng), rng)
        for side, name in (("home", race), ("away", ""))
    }
    heads = [CRP.rules.take_the_field(sides[side]) for side in SIDES]
    return random_log(CRP, heads[0], heads[1], rng, pace=rng.choice((BUSY, CALM, LAVISH))), sides


@pytest.mark.parametrize("race", RACES)
def test_every_race_plays(race: str) -> None:
    for seed in range(3):
        log, _ = a_match(seed, race)
        found = replay(log)
        assert found.problem is None
        assert found.outcome is not None
        assert all(sentence.text.endswith(".") for sentence in narrate(log, found.facts))


@BY_CHANCE
@given(SEEDS)
def test_a_match_replays_to_one_outcome(seed: int) -> None:
    log, _ = a_match(seed)
    found = replay(log)
    assert found.problem is None
    assert found.outcome is not None
    assert found.entries_read == len(log.entries)
    assert replay(decode_log(encode_log(log))) == found
    assert a_match(seed)[0] == log


@BY_CHANCE
@given(SEEDS, st.floats(0, 1, exclude_max=True))
def test_a_whole_is_its_beginning_and_the_rest(seed: int, share: float) -> None:
    log, _ = a_match(seed)
    length = int(len(log.entries) * share)
    beginning = replay(msgspec.structs.replace(log, entries=log.entries[:length]))
    assert beginning.problem is None
    assert beginning.outcome is None
    assert beginning.waiting_for is not None
    beginning.waiting_for.accept(log.entries[length])
    whole = replay(log)
    assert whole.facts[: len(beginning.facts)] == beginning.facts


@BY_CHANCE
@given(SEEDS)
def test_the_treasury_is_income_less_payments(seed: int) -> None:
    log, sides = a_match(seed)
    found = replay(log)
    assert found.outcome is not None
    events = {"home": found.outcome.home_events, "away": found.outcome.away_events}
    for side in SIDES:
        gold = sides[side].treasury
        for fact in found.facts:
            match fact:
                case facts.PettyCash(side=whose, from_treasury=amount) if whose == side:
                    gold -= amount
                case facts.Winnings(paid_to=whose, gold=amount) if whose == side:
                    gold += amount
                case facts.Expenses(side=whose, gold=amount) if whose == side:
                    gold -= amount
                case facts.JourneymanHired(side=whose, paid=amount) if whose == side:
                    gold -= amount
        after = evolve(sides[side], *events[side])
        assert after.treasury == gold
        assert gold >= 0


@BY_CHANCE
@given(SEEDS)
def test_what_is_bought_is_paid_by_petty_cash(seed: int) -> None:
    found = replay(a_match(seed)[0])
    for side in SIDES:
        cash = sum(
            fact.from_treasury + fact.given
            for fact in found.facts
            if isinstance(fact, facts.PettyCash) and fact.side == side
        )
        paid = sum(
            fact.paid
            for fact in found.facts
            if isinstance(fact, facts.Hired | facts.Induced | facts.WizardHired) and fact.side == side
        )
        assert 0 <= paid <= cash
        assert cash - paid == found.sheets[side].purse


@BY_CHANCE
@given(SEEDS)
def test_the_team_value_is_what_the_receipt_adds_up_to(seed: int) -> None:
    log, sides = a_match(seed)
    found = replay(log)
    assert found.outcome is not None
    for side, events in (("home", found.outcome.home_events), ("away", found.outcome.away_events)):
        after = evolve(sides[side], *events)  # type: ignore[index]
        receipt = CRP.rules.receipt(after)
        assert receipt.full == sum(line.total for line in receipt.lines)
        assert receipt.current == receipt.full - sum(line.missing for line in receipt.lines)
        assert receipt.current == CRP.rules.strength(after)
        assert receipt.full % 10_000 == 0
        assert after.fan_factor >= 0
        assert len(after.active) <= CRP.creation.players_max
        joined = [event for event in events if isinstance(event, Hired)]
        assert all("Loner" not in one.skills for one in joined)


def test_all_that_the_rules_know_happens_by_chance() -> None:
    kinds = {type(fact) for seed in range(250) for fact in replay(a_match(seed)[0]).facts}
    assert {
        facts.Hired, facts.Induced, facts.PettyCash, facts.Fans, facts.Chef, facts.RaisedDead, facts.Infected,
        facts.Expenses, facts.JourneymanHired, facts.Departure, facts.Concession, facts.Bribe,
    } <= kinds  # fmt: skip
