"""A match in a few sentences: its result, its course, its heroes and its victims."""

from __future__ import annotations

from typing import Any

import pytest

from engine.match.entries import Casualty, Concession, HalfTime
from league.domain.leagues import change_house_rules
from matches.domain.story import story_of
from matches.models import Result
from tests.engine.builders import touchdown
from tests.helpers import a_commissioner, a_drafted_team, a_fixture, a_league, assert_reconciled
from tests.matches.played import a_written_match

pytestmark = pytest.mark.django_db


def played(*reports: Any, dice: dict[str, Any] | None = None) -> Result:
    """Reavers at home against the Eye, neither with an apothecary; one gate for all."""
    league = a_league()
    home = a_drafted_team(league, "Human", name="Reavers", apothecary=0)
    away = a_drafted_team(league, "Orc", name="Gouged Eye", apothecary=0)
    result = a_written_match(a_fixture(home, away), *reports, dice=dice)
    assert_reconciled(league)
    return result


def told(*reports: Any, dice: dict[str, Any] | None = None) -> tuple[str, ...]:
    """Without the gate, which ends them."""
    *found, gate = story_of(played(*reports, dice=dice)).headlines
    assert gate.endswith("spectators saw it.")
    return tuple(found)


def name(result: Result, side: str, number: int) -> str:
    team = result.fixture.home if side == "home" else result.fixture.away
    return team.players.get(number=number).name


def test_a_goalless_draw() -> None:
    assert told() == (
        "Reavers and Gouged Eye could not score a touchdown between them.",
        "Everybody walked off the pitch.",
    )


def test_a_narrow_win_tells_who_scored_first() -> None:
    result = played(touchdown("home", 1, turn=3))
    assert story_of(result).headlines[:2] == (
        "Reavers beat Gouged Eye 1–0.",
        f"{name(result, 'home', 1)} scored first, in turn 3 of the first half.",
    )


def test_a_clear_win_with_a_hero() -> None:
    result = played(*(touchdown("away", 1, turn=turn) for turn in (1, 2, 3)))
    assert story_of(result).headlines[:3] == (
        "Gouged Eye swept Reavers aside, 3–0.",
        f"{name(result, 'away', 1)} scored first, in turn 1 of the first half.",
        f"{name(result, 'away', 1)} scored 3 touchdowns for Gouged Eye.",
    )


def test_the_last_turn_is_that_of_the_league() -> None:
    league = a_league()
    change_house_rules(a_commissioner(league), league, {"match/turns": 6})
    late = a_written_match(
        a_fixture(a_drafted_team(league, "Human"), a_drafted_team(league, "Orc")),
        HalfTime(),
        touchdown("home", 1, half=2, turn=6),
    )
    assert f"{name(late, 'home', 1)} decided it in the last turn." in story_of(late).headlines
    assert_reconciled(league)


def test_a_match_that_was_turned() -> None:
    found = told(touchdown("home", 1, turn=1), touchdown("away", 1, turn=2), touchdown("away", 2, turn=5))
    assert found[:2] == (
        "Gouged Eye beat Reavers 2–1.",
        "Gouged Eye had been behind, 1–0, before they turned the match.",
    )


def test_a_death_is_told_by_name() -> None:
    killed = Casualty(1, 2, "away", 3, "block", 2)
    result = played(killed, dice={"casualty.home": (6,)})
    assert f"{name(result, 'away', 3)} did not leave the pitch alive." in story_of(result).headlines


def test_the_hurt_are_counted_where_nobody_died() -> None:
    hurt = Casualty(1, 2, "away", 3, "block", 2)
    assert "1 player was carried off, and nobody died." in told(hurt, dice={"casualty.home": (1,)})


def test_a_concession_is_no_win_like_others() -> None:
    found = told(touchdown("home", 1, turn=1), Concession(1, 4, "home"))
    assert found[0] == "Reavers conceded the match to Gouged Eye when it stood at 1–0."


def test_each_player_has_the_points_that_the_ledger_gave_him() -> None:
    result = played(touchdown("home", 1, turn=1), dice={"mvp.home": (1,)})
    story = story_of(result)
    for side, team in ((story.home, result.fixture.home), (story.away, result.fixture.away)):
        assert {line.player.id: line.spp for line in side.players.values() if line.spp} == dict(
            team.players.filter(spp__gt=0).values_list("uid", "spp")
        )
        assert side.spp == sum(team.players.values_list("spp", flat=True))


def test_the_scorers_stand_under_the_score_with_how_it_then_stood() -> None:
    result = played(touchdown("home", 1, turn=1), touchdown("away", 2, turn=4))
    assert [(one.side, one.player, one.score) for one in story_of(result).scorers] == [
        ("home", name(result, "home", 1), "1–0"),
        ("away", name(result, "away", 2), "1–1"),
    ]
