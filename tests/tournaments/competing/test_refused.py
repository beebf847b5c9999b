"""Bad input: one sentence each, and not a row of the competition is another than before."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from engine.questions import Refusal
from league.domain import clock
from league.models import User
from tests.helpers import a_coach, a_drafted_team, a_league, coach_of
from tests.tournaments.competing.builders import (
    a_competition,
    commissioner_of,
    decided,
    entries,
    pairings,
    started,
    the_stage,
)
from tests.tournaments.competing.cups import STARTS, a_major, on, teams_of
from tournaments.domain.competing import entering, majors, results, rounds, setting_up, tables
from tournaments.models import Adjustment, Competition, Entry, Format, Kind, Pairing, Round, Stage

pytestmark = pytest.mark.django_db


def everything() -> list[list[dict[str, Any]]]:
    """Every row that competitions have, the version of each with it."""
    models: tuple[Any, ...] = (Competition, Entry, Adjustment, Stage, Round, Pairing)
    return [list(model._default_manager.order_by("pk").values()) for model in models]


def refused(act: Callable[..., object], *given: object, **named: object) -> str:
    before = everything()
    with pytest.raises(Refusal) as caught:
        act(*given, **named)
    assert everything() == before
    assert len(caught.value.problems) == 1 or "Results are missing" in caught.value.message
    return caught.value.message


def an_event(count: int, **settings: Any) -> Competition:
    plan = ("Swiss", Format.SWISS, {"rounds": 3, "seeding": "entered", **settings})
    competition = a_competition(None, plan, kind=Kind.EVENT, rosters=False, name="Open")
    entries(competition, count)
    return started(competition)


def by_of(competition: Competition) -> User:
    return commissioner_of(competition.league)


def test_nobody_enters_twice() -> None:
    league = a_league()
    competition = a_competition(league, kind=Kind.CUP, name="Cup")
    team = a_drafted_team(league, name="Reikland Reavers")
    by = commissioner_of(league)
    entering.enter(by, competition, team)
    assert refused(entering.enter, by, competition, team) == ("Reikland Reavers is entered for Cup already.")
    event = an_event(2)
    assert refused(entering.enter, by_of(event), event, name="ENTRY 1") == (
        "ENTRY 1 is entered for Open already."
    )


def test_a_coach_enters_one_team_in_a_major() -> None:
    league = a_league()
    coach = a_coach(league)
    one, other = (a_drafted_team(league, name=name, coach=coach) for name in ("First", "Second"))
    cup = majors.open_major(commissioner_of(league), league, "Chaos Cup", date(2026, 3, 2))
    entering.enter(coach, cup, one)
    assert refused(entering.enter, coach, cup, other) == (
        f"{coach} has entered First for {cup.name}, and a coach enters one team."
    )


def test_a_bye_has_no_result() -> None:
    competition = an_event(3)
    by, stage = by_of(competition), the_stage(competition)
    rounds.publish(by, rounds.pair(by, stage))
    bye = next(one for one in pairings(stage, 1) if one.away is None)
    assert refused(results.report, by, bye, 2, 0) == (
        "Entry 3 has a bye in round 1 of Swiss, so there is no result to enter."
    )


def test_a_round_with_results_missing_is_not_paired_unawares() -> None:
    competition = an_event(4)
    by, stage = by_of(competition), the_stage(competition)
    rounds.publish(by, rounds.pair(by, stage))
    first, second = pairings(stage, 1)
    assert refused(rounds.pair, by, stage) == (
        f"Results are missing: round 1, table 1, {first}, round 1, table 2, {second}. "
        "Confirm that the next round is paired without them."
    )


def test_a_competition_with_open_matches_neither_ends_nor_goes_on_unawares() -> None:
    competition = an_event(4)
    setting_up.add_stage(by_of(competition), competition, "Cut", Format.KNOCKOUT)
    by, stage = by_of(competition), the_stage(competition)
    rounds.publish(by, rounds.pair(by, stage))
    first, second = pairings(stage, 1)
    still = f"{first} and {second} are not played."
    assert refused(setting_up.end, by, competition) == f"Open cannot end yet: {still}"
    assert refused(setting_up.next_stage, by, competition) == f"Swiss cannot close: {still}"


def test_a_challenge_too_many() -> None:
    league = a_league()
    teams = teams_of(league, 4)
    coach = coach_of(teams[0])
    with clock.at(on(STARTS)):
        cup = a_major(league, teams)
        majors.issue(coach, cup, 1, 2)
        assert refused(majors.issue, coach, cup, 1, 3) == (
            "Team 1 may issue one challenge a week and has done so in week 1."
        )
        assert refused(majors.issue, coach, cup, 1, 1) == "Team 1 cannot challenge its own coach."


def test_a_result_that_stands_is_no_other_by_sending_it_again() -> None:
    competition = an_event(4)
    by, stage = by_of(competition), the_stage(competition)
    rounds.publish(by, rounds.pair(by, stage))
    match = decided(pairings(stage, 1)[0], 2, 1)
    before = tables.standing(stage).rows
    assert refused(results.report, by, match, 1, 2, as_organiser=True) == (
        f"The result of {match} is decided; the organiser corrects it."
    )
    assert tables.standing(stage).rows == before


@pytest.mark.parametrize(
    ("score", "said"),
    [
        ((-1, 0), "Touchdowns and casualties are counted from 0 to 99, and -1 was entered."),
        ((0, 100), "Touchdowns and casualties are counted from 0 to 99, and 100 was entered."),
        ((0, 0, 0, 400), "Touchdowns and casualties are counted from 0 to 99, and 400 was entered."),
    ],
)
def test_a_score_that_cannot_be(score: tuple[int, ...], said: str) -> None:
    competition = an_event(4)
    by, stage = by_of(competition), the_stage(competition)
    rounds.publish(by, rounds.pair(by, stage))
    assert refused(results.report, by, pairings(stage, 1)[0], *score, as_organiser=True) == said


def test_points_without_a_reason_a_table_that_is_taken_and_a_bye_before_the_first_round() -> None:
    competition = an_event(4)
    by = by_of(competition)
    one, other = competition.entries.get(number=1), competition.entries.get(number=2)
    entering.change_entry(by, one, table=2, seed=1)
    for act, given, said in (
        (
            entering.adjust,
            (by, one, -3, " "),
            "Points of Entry 1 are given or taken for a reason, and there is none.",
        ),
        (entering.adjust, (by, one, 0, "None"), "0 points cannot be given to Entry 1, nor taken."),
    ):
        assert refused(act, *given) == said
    for field, value, said in (
        ("table", 2, "Entry 1 has table 2 already."),
        ("seed", 1, "Entry 1 has seed 1 already."),
        ("table", 0, "0 is no table for Entry 2."),
        ("byes_wanted", [0], "A bye is asked for a round, and rounds are counted from 1."),
    ):
        assert refused(entering.change_entry, by, other, **{field: value}) == said
