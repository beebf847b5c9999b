"""Match logs of our own in the shape of everybody's."""

from __future__ import annotations

import random

import pytest

from engine.editions import edition
from engine.formats import dugout_log
from engine.formats.counting import disagreements, tallies
from engine.match import facts
from engine.match.log import encode_log
from engine.random_teams import random_roster
from engine.replay import replay
from engine.simulate import random_log


@pytest.mark.parametrize("seed", range(12))
def test_the_statistics_of_a_log_are_those_of_its_facts(seed: int) -> None:
    rules, rng = edition("lrb4"), random.Random(seed)
    home, away = (rules.rules.take_the_field(random_roster(rules, race, rng)) for race in ("Undead", "Human"))
    log = random_log(rules, home, away, rng)
    shown = replay(log).facts
    match = dugout_log.read(encode_log(log))
    assert disagreements(match) == ()
    counted = {
        "touchdowns": sum(isinstance(one, facts.Touchdown) for one in shown),
        "completions": sum(isinstance(one, facts.Completion) for one in shown),
        "interceptions": sum(isinstance(one, facts.Interception) for one in shown),
        "casualties": sum(isinstance(one, facts.Casualty) and one.earns for one in shown),
        "suffered": sum(isinstance(one, facts.Casualty) for one in shown),
        "mvps": sum(isinstance(one, facts.Mvp) and not one.lost for one in shown),
    }
    found = tallies(match)
    assert {what: sum(getattr(tally, what) for tally in found) for what in counted} == counted
    assert all(tally.name for tally in found)
    winnings = [
        sum(one.gold for one in shown if isinstance(one, facts.Winnings) and one.paid_to == side)
        for side in ("home", "away")
    ]
    assert [match.home_result.winnings, match.away_result.winnings] == winnings
