"""Match logs of our own in the shape of everybody's."""

from __future__ import annotations

import random

import msgspec
import pytest

from engine.editions import edition
from engine.formats import dugout_log
from engine.formats.counting import disagreements, tallies
from engine.match import facts
from engine.match.log import MatchLog, encode_log
from engine.questions import SIDES, Refusal
from engine.random_teams import random_roster
from engine.replay import replay
from engine.simulate import Pace, random_log

RICH = 500_000


def played(seed: int) -> MatchLog:
    """Undead against Humans who can afford anybody."""
    rules, rng = edition("lrb4"), random.Random(seed)
    home, away = (
        msgspec.structs.replace(rules.rules.take_the_field(random_roster(rules, race, rng)), treasury=RICH)
        for race in ("Undead", "Human")
    )
    return random_log(rules, home, away, rng)


@pytest.mark.parametrize("seed", [1, 3, 4, 7, 8, 12, 19, 22])
def test_the_statistics_of_a_log_are_those_of_its_facts(seed: int) -> None:
    log = played(seed)
    shown = replay(log).facts
    match = dugout_log.read(encode_log(log))
    assert disagreements(match) == ()
    counted = {
        "touchdowns": sum(isinstance(one, facts.Touchdown) for one in shown),
        "completions": sum(isinstance(one, facts.Completion) for one in shown),
        "interceptions": sum(isinstance(one, facts.Interception) for one in shown),
        "casualties": sum(isinstance(one, facts.Casualty) and one.earns for one in shown),
        "suffered": sum(isinstance(one, facts.Casualty) for one in shown),
        "sent_off": sum(isinstance(one, facts.SendingOff) and not one.forgiven for one in shown),
        "mvps": sum(isinstance(one, facts.Mvp) and not one.lost for one in shown),
    }
    found = tallies(match)
    assert {what: sum(getattr(tally, what) for tally in found) for what in counted} == counted
    assert all(tally.name for tally in found)
    for side in SIDES:
        taken = [one.gold for one in shown if isinstance(one, facts.Winnings) and one.paid_to == side]
        gave_up = any(isinstance(one, facts.Concession) and one.side == side for one in shown)
        assert match.result(side).winnings == sum(taken)
        assert match.result(side).conceded == gave_up


@pytest.mark.parametrize(("seed", "kind"), [(3, "raised"), (8, "mercenary"), (22, "star")])
def test_players_who_are_not_on_the_roster_are_there_once(seed: int, kind: str) -> None:
    log = played(seed)
    match = dugout_log.read(encode_log(log))
    signed = len(log.home.players) + len(log.away.players)
    players = (*match.home.players, *match.away.players)
    assert [one.kind for one in players if one.kind != "roster"] == [kind]
    assert len(players) == signed + 1


def test_what_was_hired_and_bought_by_the_competition_rules_is_told_as_what_it_is() -> None:
    """Ten Orcs against Humans who are worth two millions more."""
    rules, kinds = edition("crp"), set()
    for seed in range(8):
        rng = random.Random(seed)
        orcs, humans = (
            rules.rules.take_the_field(random_roster(rules, race, rng)) for race in ("Orc", "Human")
        )
        orcs = msgspec.structs.replace(orcs, players=orcs.players[:10])
        humans = msgspec.structs.replace(humans, strength=orcs.strength + 2_000_000)
        log = random_log(rules, orcs, humans, rng, pace=Pace(hire=0.8))
        shown = replay(log).facts
        match = dugout_log.read(encode_log(log))
        hired = {one.number: one.how for one in shown if isinstance(one, facts.Hired)}
        assert {one.number: one.kind for one in match.home.players if one.kind != "roster"} == hired
        kinds |= set(hired.values())
        bought = [(one.name, one.count, one.paid) for one in shown if isinstance(one, facts.Induced)]
        bought += [(one.wizard, 1, one.paid) for one in shown if isinstance(one, facts.WizardHired)]
        told = match.home_result.inducements
        assert sorted((one.name, one.count, one.count * (one.price or 0)) for one in told) == sorted(bought)
    assert kinds == {"journeyman", "mercenary", "star"}


def test_a_log_that_breaks_the_rules_is_no_match() -> None:
    log = played(1)
    broken = msgspec.structs.replace(log, entries=(*log.entries, log.entries[-1]))
    with pytest.raises(Refusal) as caught:
        dugout_log.read(encode_log(broken))
    assert caught.value.problems[0].entry == len(broken.entries)
