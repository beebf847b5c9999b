"""A ladder: challenges, what they move, and who may make them."""

from __future__ import annotations

import pytest

from engine.questions import Refusal
from league.domain.roles import Forbidden
from tests.helpers import assert_reconciled
from tests.tournaments.competing.builders import (
    a_competition,
    coach,
    commissioner_of,
    decided,
    entries,
    pairings,
    played_through,
    started,
    the_stage,
)
from tournaments.domain.competing import entering, ladders, results
from tournaments.models import Entry, Format, Stage

pytestmark = pytest.mark.django_db


def a_ladder(count: int = 5, rosters: bool = False, **rules: object) -> tuple[Stage, list[Entry]]:
    competition = a_competition(None, ("Ladder", Format.LADDER, rules), rosters=rosters)
    there = entries(competition, count)
    started(competition)
    return the_stage(competition), there


def order(stage: Stage) -> list[int]:
    numbers = dict(stage.competition.entries.values_list("name", "number"))
    return [numbers[str(one)] for one in ladders.ladder_of(the_stage(stage.competition)).order]


def test_who_beats_somebody_above_takes_his_place() -> None:
    stage, there = a_ladder()
    by = commissioner_of(stage.competition.league)
    assert order(stage) == [1, 2, 3, 4, 5]
    near = ladders.reachable(stage, there[4], ladders.ladder_of(stage), [])
    assert near == [there[number].name for number in (3, 2, 1)]
    row = ladders.challenge(by, stage, there[3], there[1])
    assert row.home == there[1]
    decided(row, 0, 1)
    assert order(stage) == [1, 4, 2, 3, 5]
    results.correct(by, row, 1, 0)
    assert order(stage) == [1, 2, 3, 4, 5]


def test_results_count_in_the_order_in_which_they_were_decided() -> None:
    stage, there = a_ladder(4)
    by = commissioner_of(stage.competition.league)
    late = ladders.challenge(by, stage, there[2], there[0])
    soon = ladders.challenge(by, stage, there[3], there[1])
    decided(soon, 0, 1)
    decided(late, 0, 1)
    assert order(stage) == [3, 1, 4, 2]


def test_a_refused_challenge_is_lost_and_moves_no_roster() -> None:
    stage, there = a_ladder(3, rosters=True)
    league = stage.competition.league
    row = ladders.challenge(coach(there[2]), stage, there[2], there[0])
    assert row.fixture is not None
    with pytest.raises(Forbidden):
        ladders.refuse(coach(there[1]), row)
    before = league.acts.count()
    refused = ladders.refuse(coach(there[0]), row, "No time")
    assert (refused.kind, refused.outcome, refused.away_td) == ("refused", "away", 2)
    assert (order(stage), league.acts.count()) == ([3, 1, 2], before)
    assert not league.fixtures.exists()
    assert_reconciled(league)


def test_a_challenge_is_played_like_any_match_of_the_league() -> None:
    stage, there = a_ladder(2, rosters=True)
    ladders.challenge(coach(there[1]), stage, there[1], there[0])
    played_through(pairings(stage)[0])
    positions = ladders.ladder_of(stage).positions
    assert sum(one.won + one.drawn + one.lost for one in positions) == 2
    assert_reconciled(stage.competition.league)


@pytest.mark.parametrize(
    ("challenger", "challenged", "why"),
    [
        (4, 0, "Entry 1 stands 4 places above Entry 5, who may challenge 3 places up"),
        (0, 2, "Entry 3 stands below Entry 1, and challenges go up the ladder"),
        (1, 1, "Entry 2 cannot challenge himself"),
    ],
)
def test_challenges_go_up_and_not_too_far(challenger: int, challenged: int, why: str) -> None:
    stage, there = a_ladder()
    with pytest.raises(Refusal, match=why):
        ladders.challenge(
            commissioner_of(stage.competition.league), stage, there[challenger], there[challenged]
        )
    assert pairings(stage) == []


def test_one_challenge_at_a_time() -> None:
    stage, there = a_ladder()
    by = commissioner_of(stage.competition.league)
    ladders.challenge(by, stage, there[2], there[1])
    with pytest.raises(Refusal, match="Entry 2 has a challenge that is not played yet"):
        ladders.challenge(by, stage, there[3], there[1])


def test_who_enters_late_stands_at_the_bottom_and_who_leaves_makes_room() -> None:
    stage, there = a_ladder(3)
    by = commissioner_of(stage.competition.league)
    ladders.challenge(by, stage, there[1], there[0])
    entering.enter(by, stage.competition, name="Late")
    entering.drop(by, there[0])
    assert order(stage) == [2, 3, 4]
    assert pairings(stage) == []
