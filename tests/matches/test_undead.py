"""Matches after which a dead opponent plays for the other side: in the ledger once, however often it is tried."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.match.entries import Casualty, Touchdown
from engine.match.facts import RaisedDead
from engine.match.log import encode_log
from engine.replay import replay
from league.models import League
from matches.domain import logs
from matches.domain.applying import apply_log
from matches.domain.errors import AlreadyApplied, AlreadySubmitted
from matches.models import Fixture, MatchLog
from teams.models import Team
from tests.helpers import a_commissioner, a_drafted_team, a_fixture, a_league, assert_reconciled, coach_of
from tests.matches.conftest import World
from tests.matches.played import a_written_match, written
from tests.matches.test_wizard import play_on

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

BLOCK = Casualty(1, 1, "away", 2, "block", 1)
KILLED: dict[str, Any] = {"casualty.home": (6,), "raise_dead": ("yes",)}
ROTTER = "rosters/races/Nurgle's Rotters/positions/Rotter"
VALUES = {f"{ROTTER}/price": 50_000, f"{ROTTER}/stats": [5, 3, 3, 8]}


def a_match_to_play(league: League, race: str) -> tuple[Fixture, Team, Team]:
    """A team of the race at home against Humans without an apothecary."""
    home = a_drafted_team(league, race, name="Champions of Death", seed=3)
    away = a_drafted_team(league, "Human", name="Reikland Reavers", seed=8, apothecary=0)
    return a_fixture(home, away), home, away


def submitted(fixture: Fixture, dice: dict[str, Any]) -> MatchLog:
    document = written(logs.template(fixture), BLOCK, dice=dice)
    return logs.submit_file(fixture, coach_of(fixture.home), encode_log(document))


@pytest.mark.parametrize("race", ["Undead", "Necromantic"])
def test_the_raised_zombie_stands_in_both_ledgers_once_and_plays_on(race: str) -> None:
    league = a_league()
    fixture, home, away = a_match_to_play(league, race)
    zombies = league.rules.race(race).position("Zombie")
    assert zombies is not None
    assert zombies.price is not None
    price, worth = zombies.price, home.worth - 10_000 * home.fan_factor
    victim, before = away.players.get(number=2), home.players.count()
    log = submitted(fixture, KILLED)
    apply_log(log, a_commissioner(league))
    with pytest.raises(AlreadyApplied):
        apply_log(log, a_commissioner(league))
    (zombie,) = home.players.filter(uid__gt=before)
    assert (zombie.name, zombie.position, zombie.price, zombie.matches) == (victim.name, "Zombie", price, 1)
    home.refresh_from_db()
    assert home.worth - 10_000 * home.fan_factor == worth + price
    victim.refresh_from_db()
    assert (victim.status, victim.matches) == ("dead", 1)
    assert_reconciled(league)
    scored = Touchdown(1, 1, "away", zombie.number)
    again = a_fixture(away, home, round=2)
    a_written_match(again, scored)
    zombie.refresh_from_db()
    assert zombie.touchdowns == 1
    assert_reconciled(league)


def test_who_does_not_want_the_zombie_has_none_however_often_it_is_saved() -> None:
    league = a_league()
    fixture, home, _ = a_match_to_play(league, "Undead")
    before = home.players.count()
    submitted(fixture, KILLED | {"raise_dead": ("no",)})
    for _ in range(2):
        with pytest.raises(AlreadySubmitted):
            submitted(fixture, KILLED | {"raise_dead": ("no",)})
    assert home.players.count() == before
    apply_log(MatchLog.objects.latest("pk"), a_commissioner(league))
    assert home.players.count() == before
    assert_reconciled(league)


def test_a_victim_of_nurgles_rot_joins_once() -> None:
    league = a_league(house_rules=VALUES)
    fixture, home, away = a_match_to_play(league, "Nurgle's Rotters")
    head = logs.template(fixture)
    beast = next((one.number for one in head.home.players if "Nurgle's Rot" in one.skills), None)
    if beast is None:
        pytest.fail("the drafted team has no Beast of Nurgle: choose another seed")
    before = home.players.count()
    block = Casualty(1, 1, "away", 2, "block", beast)
    infected: dict[str, Any] = {"casualty.home": (6,), "rot": ("yes",)}
    document = written(head, block, dice=infected)
    log = logs.submit_file(fixture, coach_of(home), encode_log(document))
    apply_log(log, a_commissioner(league))
    with pytest.raises(AlreadyApplied):
        apply_log(log, a_commissioner(league))
    (rotter,) = home.players.filter(uid__gt=before)
    assert (rotter.name, rotter.position, rotter.matches) == (away.players.get(number=2).name, "Rotter", 0)
    assert_reconciled(league)


def test_a_whole_match_with_the_raised_and_both_who_fell_is_entered_on_the_page(world: World) -> None:
    """Whoever fell in the block that was reported last may be named for the other side's casualty, and a new Zombie is
    offered as soon as he is raised.
    """
    league = world.league
    fixture, home, away = a_match_to_play(league, "Undead")
    document = written(
        logs.template(fixture),
        BLOCK,
        Casualty(1, 1, "home", 1, "block", 2),
        dice=KILLED,
        seed=4,
    )
    raised = next(fact for fact in replay(document).facts if isinstance(fact, RaisedDead))
    world = replace(world, fixture=fixture, home=home, away=away)
    play_on(world.browse(coach_of(home)), world, document.entries)
    stored = MatchLog.objects.latest("pk").document
    assert stored == encode_log(document).decode()
    assert raised.player not in [one.number for one in logs.template(fixture).home.players]
