"""Days and weeks of a major are those of the place where the league keeps its time."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from league.domain import clock
from league.models import League
from tests.helpers import a_league, coach_of
from tests.tournaments.competing.builders import commissioner_of
from tests.tournaments.competing.cups import a_major, refusal, teams_of
from tournaments.domain.competing import majors
from tournaments.domain.publishing import set_schedule
from tournaments.tasks import refuse_unanswered

pytestmark = pytest.mark.django_db

MONDAY = date(2026, 3, 2)


@pytest.fixture
def league() -> League:
    league = a_league()
    set_schedule(commissioner_of(league), league, 1, 6, "Asia/Tokyo")
    return league


def at(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 3, day, hour, minute, tzinfo=UTC)


def test_the_day_of_an_answer_ends_at_the_midnight_of_the_league(league: League) -> None:
    by, teams = commissioner_of(league), teams_of(league, 4)
    # Monday at nine in the morning in Tokyo is midnight in UTC.
    with clock.at(at(2, 0)):
        cup = a_major(league, teams, starts=MONDAY, no_answer="refusal")
        majors.issue(coach_of(teams[0]), cup, 1, 2)
        majors.pass_on(by, cup, 1)
    with clock.at(at(2, 14, 59)):
        assert refuse_unanswered() == 0
    with clock.at(at(2, 15)):
        assert refusal(majors.accept, coach_of(teams[1]), cup, 1) == (
            "Challenge 1 was to be answered on 2026-03-02, and it is 2026-03-03."
        )
        assert refuse_unanswered() == 1


def test_a_week_of_challenges_begins_at_the_midnight_of_the_league(league: League) -> None:
    teams = teams_of(league, 4)
    coach = coach_of(teams[0])
    with clock.at(at(2, 0)):
        cup = a_major(league, teams, starts=MONDAY)
        majors.issue(coach, cup, 1, 2)
    with clock.at(at(8, 14, 59)):
        assert refusal(majors.issue, coach, cup, 1, 3) == (
            "Team 1 may issue one challenge a week and has done so in week 1."
        )
    with clock.at(at(8, 15)):
        majors.issue(coach, cup, 1, 3)
    challenges = majors.major_of(majors.stage_of(cup)).challenges
    assert [(one.challenger, one.opponent) for one in challenges] == [(1, 2), (1, 3)]
