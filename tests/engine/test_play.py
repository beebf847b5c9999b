"""What happens on the pitch: who may act, in which turn, and how a match is decided."""

from __future__ import annotations

from typing import Any

import pytest

from engine.match import facts
from engine.questions import Report
from tests.engine.builders import (
    a_match,
    completion,
    concession,
    facts_of,
    fault,
    hurt,
    interception,
    lineup,
    orcs,
    overtime,
    roll,
    sent_off,
    shoot_out,
    so_far,
    touchdown,
)


def shots(home: int, away: int) -> list[Any]:
    return [roll("shoot_out", "home", home), roll("shoot_out", "away", away)]


def kinds(*played: Any) -> tuple[str, ...]:
    waiting = so_far(*played).waiting_for
    assert isinstance(waiting, Report)
    return waiting.kinds


# deeds


def test_the_score_grows_with_each_touchdown() -> None:
    found = a_match(touchdown("home", 4, turn=3), touchdown("away", 5, turn=7), touchdown("home", 4, half=2))
    assert found.score == (2, 1)
    assert [(fact.home, fact.away) for fact in facts_of(found, facts.Touchdown)] == [(1, 0), (1, 1), (2, 1)]
    assert (found.outcome.winner, found.clock) == ("home", (2, 1))
    assert facts_of(found, facts.FinalScore) == [facts.FinalScore(2, 1, "home")]


def test_a_draw_has_no_winner() -> None:
    assert a_match().outcome.winner is None


def test_a_touchdown_in_the_opponents_turn_is_told_apart() -> None:
    found = so_far(touchdown("away", 5, turn=3, opponents=True))
    assert facts_of(found, facts.Touchdown)[0].opponents_turn


@pytest.mark.parametrize(
    ("deed", "does"),
    [
        (touchdown, "score"),
        (completion, "complete a pass"),
        (interception, "intercept"),
        (sent_off, "be sent off"),
    ],
)
def test_nobody_acts_who_is_not_there(deed: Any, does: str) -> None:
    def told(*before: Any, team: Any = None) -> str:
        return fault(*before, deed("home", 4), home=team)

    whom = f"Gouged Eye 4 (number 4, Gouged Eye) cannot {does}: he"
    assert told(hurt("home", 4, 5, die=1)) == f"Entry 5: {whom} was carried off injured."
    assert told(hurt("home", 4, 5, die=6)) == f"Entry 5: {whom} is dead."
    assert told(sent_off("home", 4)) == f"Entry 4: {whom} was sent off."
    assert told(team=orcs(misses={4})) == f"Entry 3: {whom} misses this match."
    assert fault(deed("home", 44)) == "Entry 3: Gouged Eye has no player with the number 44."


# line-ups


def test_eleven_stand_on_the_pitch_at_most() -> None:
    found = so_far(lineup("home", *range(1, 12)))
    assert facts_of(found, facts.Lineup)[0].players == tuple(range(1, 12))
    assert fault(lineup("home", *range(1, 13))) == (
        "Entry 3: Gouged Eye lines up 12 players; 11 may stand on the pitch."
    )


def test_fewer_than_eleven_may_line_up() -> None:
    assert so_far(lineup("home", *range(1, 11))).waiting_for.key == "play"


def test_nobody_lines_up_twice_or_hurt() -> None:
    assert "lines up a player twice" in fault(lineup("home", 1, 2, 2))
    assert "cannot line up: he was sent off" in fault(sent_off("home", 2), lineup("home", 1, 2))


# the clock


def test_turns_never_run_back() -> None:
    assert fault(completion("home", 4, turn=5), completion("home", 4, turn=4)) == (
        "Entry 4: Half 1, turn 4 is over: the match has reached half 1, turn 5."
    )
    assert "is over" in fault(completion("home", 4, half=2), completion("home", 4, half=1, turn=8))


def test_but_once_after_a_touchdown_by_injury_time() -> None:
    scored = [touchdown("home", 4, turn=6), lineup("home", 1, turn=6)]
    once = [*scored, completion("away", 5, turn=5), completion("home", 4, turn=6)]
    assert so_far(*once).clock == (1, 6)
    assert "is over" in fault(*scored, completion("away", 5, turn=4))
    assert "is over" in fault(*once, completion("away", 5, turn=5))
    assert so_far(*once, touchdown("away", 5, turn=6), completion("home", 4, turn=5)).clock == (1, 5)
    assert "is over" in fault(
        touchdown("home", 4, turn=8),
        completion("home", 4, half=2, turn=2),
        completion("home", 4, half=2, turn=1),
    )


@pytest.mark.parametrize(
    ("half", "turn", "sentence"),
    [
        (0, 1, "A match has no half 0."),
        (4, 1, "A match has no half 4."),
        (1, 0, "A half has the turns 1 to 8, not 0."),
        (1, 9, "A half has the turns 1 to 8, not 9."),
        (3, 1, "Half 3 is overtime, which has not begun."),
    ],
)
def test_turns_that_no_match_has(half: int, turn: int, sentence: str) -> None:
    assert fault(completion("home", 4, half=half, turn=turn)) == f"Entry 3: {sentence}"


# how a match is decided


def test_overtime_and_a_shoot_out_are_offered_while_the_score_is_level() -> None:
    assert {"overtime", "shoot_out"} <= set(kinds())
    assert not {"overtime", "shoot_out"} & set(kinds(touchdown("home", 4)))
    assert fault(touchdown("home", 4), overtime()) == (
        "Entry 4 is overtime, which cannot happen now: "
        "it takes a level score, and nothing that has decided the match."
    )


def test_the_first_touchdown_of_overtime_ends_the_match() -> None:
    sudden_death = [overtime(), touchdown("away", 5, half=3, turn=2)]
    assert kinds(*sudden_death) == ("match_end",)
    assert a_match(*sudden_death).outcome.winner == "away"
    assert fault(*sudden_death, completion("home", 4, half=3, turn=2)) == (
        "Entry 5 is a completion by Gouged Eye 4 (number 4, Gouged Eye), which cannot happen now: "
        "the match is decided, and only its end may follow."
    )


def test_overtime_comes_once_and_after_it_no_earlier_half() -> None:
    assert "overtime" not in kinds(overtime())
    assert "is over" in fault(overtime(), completion("home", 4, half=2, turn=8))


def test_overtime_without_a_touchdown_is_a_draw_or_a_shoot_out() -> None:
    assert a_match(overtime(), completion("home", 4, half=3, turn=8)).outcome.winner is None
    found = a_match(overtime(), shoot_out(), *shots(3, 4))
    assert (found.outcome.winner, found.score) == ("away", (0, 0))


def test_unused_rerolls_count_in_a_shoot_out() -> None:
    found = a_match(shoot_out(home=2), *shots(3, 4), home=orcs(rerolls=2))
    assert facts_of(found, facts.ShootOut) == [facts.ShootOut(5, 4)]
    assert found.outcome.winner == "home"


def test_equal_totals_are_rolled_again() -> None:
    found = a_match(shoot_out(away=1), *shots(3, 2), *shots(6, 6))
    assert facts_of(found, facts.ShootOut) == [facts.ShootOut(3, 3), facts.ShootOut(6, 7)]
    assert found.outcome.winner == "away"


@pytest.mark.parametrize("rerolls", [-1, 6])
def test_rerolls_that_nobody_can_have_left(rerolls: int) -> None:
    assert fault(shoot_out(home=rerolls), home=orcs(rerolls=2)) == (
        f"Entry 3: Gouged Eye cannot have {rerolls} team re-rolls left."
    )


def test_after_a_shoot_out_only_the_end_follows() -> None:
    assert kinds(shoot_out(), *shots(3, 4)) == ("match_end",)


def test_a_concession_ends_the_match_for_the_other_side_whatever_the_score() -> None:
    found = so_far(touchdown("home", 4), concession("home"))
    assert found.waiting_for.key == "winnings"
    assert facts_of(found, facts.FinalScore) == [facts.FinalScore(1, 0, "away")]
