"""Challenges in a major: one a week, answered on the day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from engine.contest import majors
from engine.contest.majors import Major
from engine.contest.played import Played
from tests.engine.contest.majors import (
    STARTS,
    WEEK_1,
    WEEK_2,
    WEEK_3,
    WEEK_4,
    a_major,
    after,
    game,
    level,
    points,
    refused,
)

DAY = timedelta(days=1)


def challenged(pair: str = "AB", day: date = WEEK_1, **format: Any) -> Major:
    """``AB``: A has challenged B, and the organiser has passed it on the same day."""
    return majors.pass_on(majors.issue(a_major(**format), pair[0], pair[1], day), 1, day)


def states(major: Major) -> list[str]:
    return [one.state for one in major.challenges]


def open_pairs(major: Major) -> list[str]:
    return [f"{one.challenger}{one.opponent}" for one in majors.open_challenges(major)]


# --- issuing ------------------------------------------------------------------------------------------------------


def test_one_challenge_a_week() -> None:
    major = majors.issue(a_major(), "A", "B", WEEK_1)
    assert refused(majors.issue, major, "A", "C", WEEK_1 + 6 * DAY) == (
        "Team A may issue one challenge a week and has done so in week 1."
    )
    assert majors.issue(major, "C", "A", WEEK_1)
    for week, whom in ((WEEK_2, "C"), (WEEK_3, "D")):
        major = majors.issue(major, "A", whom, week)
    assert [(one.number, one.challenged) for one in major.challenges] == [(1, "B"), (2, "C"), (3, "D")]


def test_a_dropped_challenge_was_the_one_of_its_week() -> None:
    major = majors.drop(majors.issue(a_major(), "A", "B", WEEK_1), 1)
    assert states(major) == ["dropped"]
    assert refused(majors.issue, major, "A", "C", WEEK_1).endswith("has done so in week 1.")


def test_an_event_may_allow_more_a_week_or_none() -> None:
    two = majors.issue(a_major(challenges_per_week=2), "A", "B", WEEK_1)
    two = majors.issue(two, "A", "C", WEEK_1)
    assert refused(majors.issue, two, "A", "D", WEEK_1) == (
        "Team A may issue 2 challenges a week and has done so in week 1."
    )
    assert refused(majors.issue, a_major(challenges_per_week=0), "A", "B", WEEK_1) == (
        "The Chaos Cup has no challenges."
    )


@pytest.mark.parametrize("day", [STARTS - DAY, WEEK_4])
def test_challenges_are_for_the_play_off(day: date) -> None:
    assert refused(majors.issue, a_major(), "A", "B", day) == (
        f"Challenges are issued during the play-off, from 2026-03-02 to 2026-03-22, and not on {day}."
    )


def test_nobody_is_challenged_by_whom_he_has_met() -> None:
    major = after(a_major(), game("AB", "0-1"))
    assert refused(majors.issue, major, "B", "A", WEEK_1) == (
        "Team B and Team A have met in this play-off, and two teams meet once in it."
    )


def test_two_teams_have_one_open_challenge() -> None:
    major = majors.issue(a_major(), "A", "B", WEEK_1)
    assert refused(majors.issue, major, "B", "A", WEEK_1) == (
        "Team B and Team A have an open challenge already."
    )


def test_only_others_of_the_major_can_be_challenged() -> None:
    assert refused(majors.issue, a_major(), "A", "A", WEEK_1) == "Team A cannot challenge its own coach."
    assert refused(majors.issue, a_major(), "A", "Z", WEEK_1) == "Team Z is not in the Chaos Cup."


# --- passing on and answering -------------------------------------------------------------------------------------


def test_a_challenge_goes_through_the_organiser() -> None:
    major = majors.issue(a_major(), "A", "B", WEEK_1 + DAY)
    assert refused(majors.accept, major, 1, WEEK_1 + DAY) == "Challenge 1 has not been passed on yet."
    assert refused(majors.pass_on, major, 1, WEEK_1) == (
        "Challenge 1 was issued on 2026-03-03 and cannot be passed on before."
    )
    assert refused(majors.pass_on, major, 2, WEEK_1) == "The Chaos Cup has no challenge 2."
    major = majors.pass_on(major, 1, WEEK_2)
    assert refused(majors.pass_on, major, 1, WEEK_2) == (
        "Challenge 1 has been passed on and waits for its answer."
    )
    assert major.challenges[0].passed_on == WEEK_2


def test_the_answer_is_due_on_the_day_it_was_passed_on() -> None:
    major = challenged(day=WEEK_2)
    for answer in (majors.accept, majors.refuse):
        assert refused(answer, major, 1, WEEK_2 + DAY) == (
            "Challenge 1 was to be answered on 2026-03-09, and it is 2026-03-10."
        )
        assert answer(major, 1, WEEK_2 + DAY, late=True)
    assert refused(majors.accept, major, 1, WEEK_1) == (
        "Challenge 1 was passed on on 2026-03-09 and cannot be answered before."
    )


def test_an_accepted_challenge_is_open_until_the_match() -> None:
    major = majors.accept(challenged(), 1, WEEK_1)
    assert open_pairs(major) == ["AB"]
    assert refused(majors.refuse, major, 1, WEEK_1) == "Challenge 1 has been accepted."
    assert open_pairs(after(major, game("BA", "2-0"))) == []


def test_a_match_that_two_teams_play_anyway_settles_their_challenge() -> None:
    major = after(challenged(), game("AB", "2-0"))
    assert open_pairs(major) == []
    assert refused(majors.refuse, major, 1, WEEK_1) == (
        "Team A and Team B have met in this play-off, and two teams meet once in it."
    )


def test_a_refusal_is_a_win_of_two_to_nothing_and_the_one_meeting() -> None:
    major = majors.refuse(challenged(), 1, WEEK_1)
    assert major.results == (Played("A", "B", "home", 2, 0, kind="refused", stage="play_off", neutral=True),)
    assert (states(major), points(major)["A"], points(major)["B"]) == (["refused"], 17, 3)
    assert refused(majors.issue, major, "B", "A", WEEK_2).startswith("Team B and Team A have met")
    assert refused(majors.record, major, game("AB", "1-0")).startswith("Team A and Team B have met")
    assert refused(majors.accept, major, 1, WEEK_1) == "Challenge 1 has been refused."


def test_an_event_may_count_a_refusal_otherwise() -> None:
    assert points(majors.refuse(challenged(refused_touchdowns=3), 1, WEEK_1))["A"] == 18


# --- substitutes --------------------------------------------------------------------------------------------------


def test_a_substitute_plays_instead_and_the_challenged_is_free() -> None:
    major = majors.substitute(challenged(), 1, "C", WEEK_1)
    assert (states(major), open_pairs(major)) == (["substituted"], ["AC"])
    assert open_pairs(after(major, game("AC", "1-0"))) == []
    assert after(major, game("AC", "1-0"), game("AB", "1-0"))


@pytest.mark.parametrize("team", ["A", "B"])
def test_neither_of_the_two_is_a_substitute(team: str) -> None:
    assert refused(majors.substitute, challenged(), 1, team, WEEK_1) == (
        f"Team {team} is one of the two whom the challenge is about and cannot stand in."
    )


def test_a_substitute_is_in_the_major_has_not_met_the_challenger_and_has_agreed() -> None:
    assert refused(majors.substitute, challenged(), 1, "Z", WEEK_1) == "Team Z is not in the Chaos Cup."
    met = after(challenged(), game("CA", "1-0"))
    assert refused(majors.substitute, met, 1, "C", WEEK_1) == (
        "Team A and Team C have met in this play-off, and two teams meet once in it."
    )
    assert refused(majors.substitute, challenged(), 1, "C", WEEK_1, agreed=False) == (
        "Team C has not agreed to play instead of Team B."
    )
    gone = majors.withdraw(after(challenged(), game("CD", "1-0")), "C")
    assert refused(majors.substitute, gone, 1, "C", WEEK_1) == "Team C has withdrawn from the Chaos Cup."
    busy = majors.issue(challenged(), "C", "A", WEEK_1)
    assert refused(majors.substitute, busy, 1, "C", WEEK_1) == (
        "Team C and Team A have an open challenge already, and meet once."
    )
    assert refused(majors.substitute, challenged(), 1, "C", WEEK_1 + DAY).startswith("Challenge 1 was to be")


def test_a_challenger_who_will_not_play_the_substitute_has_lost() -> None:
    major = majors.turn_down(majors.substitute(challenged(), 1, "C", WEEK_1), 1)
    assert major.results == (Played("C", "A", "home", 2, 0, kind="refused", stage="play_off", neutral=True),)
    assert (points(major)["A"], points(major)["B"], points(major)["C"]) == (3, 0, 17)
    assert refused(majors.turn_down, major, 1) == (
        "Challenge 1 has been lost, for the challenger would not play the substitute."
    )
    assert majors.record(major, game("AB", "1-0"))


def test_an_event_may_give_that_win_to_the_challenged() -> None:
    major = majors.substitute(challenged(turned_down="challenged"), 1, "C", WEEK_1)
    major = majors.turn_down(major, 1)
    assert (points(major)["A"], points(major)["B"], points(major)["C"]) == (3, 17, 0)
    assert majors.record(major, game("AC", "1-0"))


def test_only_a_substitute_can_be_turned_down() -> None:
    accepted = majors.accept(challenged(), 1, WEEK_1)
    assert refused(majors.turn_down, accepted, 1) == "Challenge 1 has been accepted."


# --- silence ------------------------------------------------------------------------------------------------------


def test_silence_is_a_refusal_once_the_organiser_says_so() -> None:
    major = challenged()
    assert majors.overdue(major, WEEK_1) == ()
    assert refused(majors.decide, major, 1, WEEK_1) == (
        "Challenge 1 may be answered until the end of 2026-03-02."
    )
    assert [one.number for one in majors.overdue(major, WEEK_1 + DAY)] == [1]
    assert majors.silence(major, WEEK_1 + DAY) == major
    decided = majors.decide(major, 1, WEEK_1 + DAY)
    assert (states(decided), points(decided)["A"]) == (["unanswered"], 17)
    assert refused(majors.decide, decided, 1, WEEK_1 + DAY) == "Challenge 1 counts as refused."


def test_silence_is_a_refusal_by_itself_where_the_event_says_so() -> None:
    major = challenged(no_answer="refusal")
    assert majors.silence(major, WEEK_1) == major
    found = majors.silence(major, WEEK_1 + DAY)
    assert states(found) == ["unanswered"]
    assert majors.silence(found, WEEK_1 + DAY) == found


def test_what_was_never_passed_on_is_not_overdue() -> None:
    assert majors.overdue(majors.issue(a_major(), "A", "B", WEEK_1), WEEK_3) == ()


# --- the end of the play-off --------------------------------------------------------------------------------------


def test_the_play_off_does_not_end_over_open_challenges_unawares() -> None:
    major = majors.accept(challenged(), 1, WEEK_1)
    major = majors.issue(major, "C", "D", WEEK_3)
    assert refused(majors.qualify, major, level(major), "1") == (
        "The challenge of Team A to Team B and that of Team C to Team D is still open."
    )
    assert majors.qualify(major, level(major), "1", despite_challenges=True).over
    settled = majors.drop(after(major, game("AB", "1-0")), 2)
    assert majors.qualify(settled, level(settled), "1").over


def test_challenges_of_who_withdraws_are_over() -> None:
    assert open_pairs(majors.withdraw(challenged(), "B")) == []
    played = majors.accept(after(challenged(), game("BF", "1-0")), 1, WEEK_1)
    gone = majors.withdraw(played, "B")
    assert (states(gone), open_pairs(gone)) == (["accepted"], [])
