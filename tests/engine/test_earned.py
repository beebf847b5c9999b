"""What each entry of a log earned, held against what the match did to the rosters."""

from __future__ import annotations

import random
import re

import pytest

from engine.editions import EDITIONS, edition
from engine.match import facts
from engine.match.earned import earned
from engine.match.log import MatchLog
from engine.random_teams import random_roster
from engine.replay import replay
from engine.roster import FanFactorChanged, SppGained
from engine.simulate import random_log
from tests.engine.builders import BEFORE, a_log, completion, hurt, sent_off, touchdown

LRB4 = edition("lrb4", {})


def words_of(*played: object) -> list[tuple[str, ...]]:
    """What the reports after the questions before the match brought."""
    found = earned(a_log(*played, after=None), LRB4)
    return [tuple(one.words for one in brought) for brought in found[len(BEFORE) :]]


def name(log: MatchLog, side: str, number: int) -> str:
    roster = log.home if side == "home" else log.away
    return next(one.name for one in roster.players if one.number == number)


def test_deeds_earn_points() -> None:
    who = name(a_log(), "home", 1)
    assert words_of(completion("home", 1), touchdown("home", 1)) == [
        (f"+1 SPP {who}",),
        (f"+3 SPP {who}",),
    ]


def test_a_casualty_brings_its_injury_with_the_last_die_and_points_to_whoever_caused_it() -> None:
    causer = name(a_log(), "home", 1)
    assert words_of(hurt("away", 2, 1, die=2)) == [(), ("badly hurt", f"+2 SPP {causer}")]
    assert words_of(hurt("away", 2, 1, die=6)) == [(), ("dead", f"+2 SPP {causer}")]
    serious = words_of(hurt("away", 2, 1, die=4, serious=(4, 1)))
    (fact,) = [
        one
        for one in replay(a_log(hurt("away", 2, 1, die=4, serious=(4, 1)), after=None)).facts
        if isinstance(one, facts.Casualty)
    ]
    assert serious == [(), (), (fact.injury, f"+2 SPP {causer}")]


def test_an_accident_earns_nobody_anything() -> None:
    assert words_of(hurt("away", 2, cause="dodge", die=1)) == [(), ("badly hurt",)]


def test_a_sending_off_is_bad_for_the_side() -> None:
    ((one,),) = earned(a_log(sent_off("home", 3), after=None), LRB4)[len(BEFORE) :]
    assert (one.side, one.words, one.good) == ("home", "sent off", False)


def test_it_ends_at_the_entry_with_a_problem() -> None:
    log = a_log(touchdown("home", 1), touchdown("home", 99), touchdown("home", 2), after=None)
    assert len(earned(log, LRB4)) == len(BEFORE) + 1


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("seed", range(6))
def test_all_that_was_earned_is_what_the_rosters_get(key: str, seed: int) -> None:
    rules = edition(key, {})
    rng = random.Random(seed)
    home, away = (random_roster(rules, race, rng) for race in ("Orc", "Human"))
    log = random_log(rules, rules.rules.take_the_field(home), rules.rules.take_the_field(away), rng)
    found = replay(log)
    assert found.outcome is not None
    brought = earned(log, rules)
    assert len(brought) == len(log.entries)
    points = {"home": 0, "away": 0}
    fans = {"home": 0, "away": 0}
    for one in (one for some in brought for one in some):
        if said := re.match(r"\+(\d+) SPP ", one.words):
            points[one.side] += int(said[1])
        if said := re.fullmatch(r"fan factor ([+-]\d+)", one.words):
            fans[one.side] += int(said[1])
    for side, events in (("home", found.outcome.home_events), ("away", found.outcome.away_events)):
        assert points[side] == sum(one.points for one in events if isinstance(one, SppGained))
        assert fans[side] == sum(one.change for one in events if isinstance(one, FanFactorChanged))
