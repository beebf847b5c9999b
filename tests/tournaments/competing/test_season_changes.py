"""In the middle of a season: late entries, withdrawals, matches put off, walk-overs and deductions."""

from __future__ import annotations

from datetime import date

import pytest

from engine.questions import Refusal
from league.domain.roles import Forbidden
from league.errors import Conflict
from league.models import User
from tests.helpers import a_coach, a_drafted_team, a_league, assert_reconciled
from tests.tournaments.competing.builders import (
    a_competition,
    a_played_round,
    beats,
    between,
    commissioner_of,
    decided,
    entries,
    pairings,
    played_through,
    started,
    the_stage,
)
from tournaments.domain.competing import entering, results, seasons, tables
from tournaments.models import Competition, Entry, Format, Pairing, Stage

pytestmark = pytest.mark.django_db


def a_running_season(count: int, rosters: bool = False, **settings: object) -> tuple[Stage, list[Entry]]:
    competition = a_competition(None, ("Season", Format.ROUND_ROBIN, settings), rosters=rosters)
    there = entries(competition, count)
    started(competition)
    return the_stage(competition), there


def by_of(stage: Stage) -> User:
    return commissioner_of(stage.competition.league)


def nobody_is_in_a_round_twice(stage: Stage) -> bool:
    for number in stage.rounds.values_list("number", flat=True):
        sides = [side for row in pairings(stage, number) for side in (row.home_id, row.away_id)]
        if len(sides) != len(set(sides)):
            return False
    return True


# joining


def test_a_late_entry_meets_everybody_from_the_next_round_on() -> None:
    stage, there = a_running_season(5)
    for row in pairings(stage, 1):
        decided(row, 1, 0)
    late = entering.enter(by_of(stage), stage.competition, name="Late")
    rows = [row for row in pairings(stage) if late.pk in (row.home_id, row.away_id)]
    assert late.joined_round == 2
    assert {row.home_id for row in rows} | {row.away_id for row in rows} == {one.pk for one in (*there, late)}
    assert len(rows) == 5
    assert min(row.round.number for row in rows) == 2
    assert nobody_is_in_a_round_twice(stage)
    assert tables.standing(stage).row(late.number).played == 0


def test_a_late_entry_of_a_team_has_fixtures_like_all_others() -> None:
    stage, _ = a_running_season(3, rosters=True, legs=2)
    league = stage.competition.league
    a_played_round(stage, 1)
    late = entering.enter(by_of(stage), stage.competition, a_drafted_team(league))
    assert league.fixtures.filter(pairing__isnull=False).count() == 12
    assert {(row.home_id, row.away_id) for row in pairings(stage)} == {
        (row.away_id, row.home_id) for row in pairings(stage)
    }
    rounds = {row.pk: row.round.number for row in pairings(stage)}
    assert {one.pairing.pk: one.round for one in league.fixtures.select_related("pairing")} == rounds
    assert late.joined_round == 2
    assert_reconciled(league)


def test_a_late_entry_plays_its_own_division_alone() -> None:
    competition = a_competition(rosters=False)
    entries(competition, 3, "East")
    entries(competition, 4, "West")
    started(competition)
    late = entering.enter(commissioner_of(competition.league), competition, name="Late", division="East")
    rows = [row for row in pairings(the_stage(competition)) if late.pk in (row.home_id, row.away_id)]
    assert len(rows) == 3
    assert {row.away.division for row in rows if row.away} == {"East"}
    with pytest.raises(Refusal, match="nobody in division North whom Later could meet"):
        entering.enter(commissioner_of(competition.league), competition, name="Later", division="North")
    assert competition.entries.count() == 8


def test_a_season_planned_anew_with_a_late_entry_is_no_longer_than_it_must() -> None:
    stage, _ = a_running_season(4, late="anew")
    for row in pairings(stage, 1):
        decided(row, 1, 0)
    entering.enter(by_of(stage), stage.competition, name="Late")
    assert nobody_is_in_a_round_twice(stage)
    assert len(pairings(stage)) == 10
    assert stage.rounds.count() <= 6


def test_a_coach_cannot_enter_late_by_himself() -> None:
    stage, _ = a_running_season(3, rosters=True)
    league = stage.competition.league
    coach = a_coach(league)
    team = a_drafted_team(league, coach=coach)
    with pytest.raises(Conflict, match="are closed; the organiser may still let somebody in"):
        entering.enter(coach, stage.competition, team)
    assert_reconciled(league)


# leaving


def after_two_of_three(rosters: bool = False) -> tuple[Stage, list[Entry]]:
    """Four entries; the first has beaten the second and the third, and the fourth is to come."""
    stage, there = a_running_season(4, rosters=rosters)
    beats(stage, there[0], there[1], 2, 1)
    beats(stage, there[0], there[2], 3, 0)
    beats(stage, there[2], there[3], 1, 0)
    return stage, there


def test_the_results_of_who_withdraws_are_kept() -> None:
    stage, there = after_two_of_three()
    entry = entering.drop(by_of(stage), there[0], reason="Has moved")
    assert (entry.state, entry.reason) == (Entry.State.DROPPED, "Has moved")
    table = tables.standing(stage)
    assert (table.row(1).points, table.row(1).played) == (6, 2)
    assert (table.row(2).lost, table.row(3).lost, table.row(4).played) == (1, 1, 1)
    assert not [
        row for row in pairings(stage) if not row.outcome and there[0].pk in (row.home_id, row.away_id)
    ]


def test_the_results_of_who_withdraws_are_annulled() -> None:
    stage, there = after_two_of_three()
    entering.annul(by_of(stage), there[0], "Never paid")
    table = tables.standing(stage)
    assert [row.entrant for row in table.rows] == [3, 2, 4]
    assert [(row.played, row.points) for row in table.rows] == [(1, 3), (0, 0), (1, 0)]
    with pytest.raises(Conflict, match="are annulled already"):
        entering.annul(by_of(stage), there[0])


def test_the_matches_of_who_withdraws_go_to_those_who_would_have_met_him() -> None:
    stage, there = after_two_of_three()
    entering.drop(by_of(stage), there[0], results="awarded")
    table = tables.standing(stage)
    assert (table.row(4).won, table.row(4).points, table.row(4).td_for) == (1, 3, 2)
    assert (table.row(1).lost, table.row(1).points) == (1, 6)


def test_matches_of_teams_are_taken_back_with_who_withdraws_and_move_no_roster() -> None:
    stage, there = a_running_season(4, rosters=True)
    league = stage.competition.league
    played_through(pairings(stage, 1)[0])
    before = tables.standing(stage)
    gone = next(one for one in there if not before.row(one.number).played)
    entering.drop(by_of(stage), gone, results="awarded", reason="Has moved")
    assert (
        league.fixtures.filter(home=gone.team).count() + league.fixtures.filter(away=gone.team).count() == 0
    )
    table = tables.standing(stage)
    assert table.row(gone.number).lost == 3
    assert all(table.row(one.number).won >= 1 for one in there if one != gone)
    assert_reconciled(league)


def test_what_was_played_with_a_log_stays_in_the_ledger_when_it_is_annulled() -> None:
    stage, _ = a_running_season(3, rosters=True)
    league = stage.competition.league
    a_played_round(stage, 1)
    row = pairings(stage, 1)[0]
    entering.annul(by_of(stage), row.home, "Was never there")
    assert league.fixtures.filter(status="played").count() == 1
    assert all(one.played == 0 for one in tables.standing(stage).rows)
    assert_reconciled(league)


def test_a_coach_withdraws_his_own_team_and_nobody_elses() -> None:
    stage, there = a_running_season(3, rosters=True)
    coach = there[0].user
    assert coach is not None
    with pytest.raises(Forbidden, match="Only its coach, or the organiser, takes"):
        entering.drop(coach, there[1])
    assert entering.drop(coach, there[0]).state == Entry.State.DROPPED
    with pytest.raises(Conflict, match="does not take part any more"):
        entering.drop(coach, there[0])
    assert_reconciled(stage.competition.league)


@pytest.mark.parametrize("results", ["kept", "annulled"])
def test_who_comes_back_plays_what_he_has_not(results: str) -> None:
    stage, there = after_two_of_three()
    if results == "annulled":
        entering.annul(by_of(stage), there[0])
    else:
        entering.drop(by_of(stage), there[0])
    entry = entering.return_(by_of(stage), there[0])
    assert (entry.state, entry.dropped_after) == (Entry.State.IN, None)
    assert (tables.standing(stage).row(1).played, tables.standing(stage).row(1).points) == (2, 6)
    assert len(pairings(stage)) == 6
    assert not between(stage, there[0], there[3]).outcome
    assert nobody_is_in_a_round_twice(stage)


def test_who_comes_back_into_a_double_round_robin_is_at_each_ground_once() -> None:
    stage, there = a_running_season(4, legs=2)
    for row in pairings(stage, 1):
        decided(row, 2, 2)
    entering.drop(by_of(stage), there[2])
    entering.return_(by_of(stage), there[2])
    assert len({(row.home_id, row.away_id) for row in pairings(stage)}) == len(pairings(stage)) == 12
    assert nobody_is_in_a_round_twice(stage)


# other rounds and days


def test_a_match_is_put_off_to_a_round_in_which_both_rest() -> None:
    stage, _ = a_running_season(4, rosters=True)
    row = pairings(stage, 1)[0]
    moved = seasons.postpone(by_of(stage), row)
    assert moved.round.number == 4
    assert moved.fixture is not None
    assert moved.fixture.round == 4
    assert nobody_is_in_a_round_twice(stage)
    assert set(seasons.resting(the_stage(stage.competition), 1)) == {row.home.number, row.away.number}
    back = seasons.postpone(by_of(stage), moved, to=1)
    assert (back.round.number, stage.rounds.count()) == (1, 3)
    assert_reconciled(stage.competition.league)


def test_a_match_is_not_put_off_to_a_round_in_which_one_of_the_two_plays() -> None:
    stage, there = a_running_season(4)
    row = pairings(stage, 1)[0]
    with pytest.raises(Refusal, match=r"^Entry \d plays another match in round 2\.$"):
        seasons.postpone(by_of(stage), row, to=2)
    with pytest.raises(Refusal, match="There is no round 9 to put a match off to"):
        seasons.postpone(by_of(stage), row, to=9)
    decided(row, 1, 0)
    with pytest.raises(Conflict, match="is played, so its round and day stand"):
        seasons.postpone(by_of(stage), row)
    assert there


def test_rounds_get_their_days_a_week_apart() -> None:
    stage, _ = a_running_season(4, rosters=True)
    seasons.set_days(by_of(stage), stage, date(2026, 3, 2))
    days = {row.fixture.scheduled: row.round.number for row in pairings(stage) if row.fixture}
    assert days == {date(2026, 3, 2): 1, date(2026, 3, 9): 2, date(2026, 3, 16): 3}
    row = pairings(stage, 2)[0]
    seasons.set_day(by_of(stage), row, date(2026, 3, 12))
    row = Pairing.objects.select_related("fixture").get(pk=row.pk)
    assert row.fixture is not None
    assert row.fixture.scheduled == date(2026, 3, 12)


def test_only_a_season_that_runs_has_days_to_give() -> None:
    stage = the_stage(a_competition())
    with pytest.raises(Conflict, match="is not running"):
        seasons.set_days(by_of(stage), stage, date(2026, 3, 2))
    swiss = the_stage(a_competition(None, ("Swiss", Format.SWISS, {}), rosters=False))
    with pytest.raises(Refusal, match="has no schedule whose rounds have days"):
        seasons.set_days(by_of(swiss), swiss, date(2026, 3, 2))


# walk-overs and deductions


def test_a_walk_over_counts_for_who_came_and_moves_no_roster() -> None:
    stage, _ = a_running_season(2, rosters=True)
    league = stage.competition.league
    (row,) = pairings(stage)
    before = league.acts.count()
    results.no_show(by_of(stage), row, "away", "Did not come")
    table = tables.standing(stage)
    home = table.row(row.home.number)
    assert (home.points, home.won, home.td_for, home.td_against) == (3, 1, 2, 0)
    assert league.acts.count() == before
    assert not league.fixtures.exists()
    assert_reconciled(league)


def test_a_walk_over_that_is_taken_back_is_a_match_again() -> None:
    stage, _ = a_running_season(2, rosters=True)
    (row,) = pairings(stage)
    results.no_show(by_of(stage), row, "home")
    results.take_back(by_of(stage), row)
    played_through(pairings(stage)[0])
    assert sum(one.played for one in tables.standing(stage).rows) == 2
    assert_reconciled(stage.competition.league)


def test_who_has_left_is_annulled_afterwards() -> None:
    stage, there = after_two_of_three()
    entering.drop(by_of(stage), there[0])
    entering.annul(by_of(stage), there[0], "Had cheated")
    assert [row.entrant for row in tables.standing(stage).rows] == [3, 2, 4]
    entering.return_(by_of(stage), there[0])
    assert tables.standing(stage).row(1).points == 6


def test_nobody_leaves_after_a_round_that_there_was_not() -> None:
    stage, there = after_two_of_three()
    with pytest.raises(Refusal, match=r"cannot have left after round 9: \d were published"):
        entering.drop(by_of(stage), there[0], after=9)


def test_a_deduction_is_a_column_of_its_own_and_survives_recomputation() -> None:
    stage, there = after_two_of_three()
    given = entering.adjust(by_of(stage), there[0], -2, "Late with a report")
    row = tables.standing(stage).row(1)
    assert (row.points, row.adjusted, row.won) == (4, -2, 2)
    beats(stage, there[1], there[3], 1, 1)
    assert tables.standing(stage).row(1).adjusted == -2
    terms = tables.explain(stage, there[0], "points")
    assert [(term.what, term.value, term.reason) for term in terms if term.what == "adjustment"] == [
        ("adjustment", -2, "Late with a report")
    ]
    assert sum(term.value for term in terms) == 4
    entering.take_back(by_of(stage), given)
    assert tables.standing(stage).row(1).points == 6


@pytest.mark.parametrize(
    ("points", "reason", "why"),
    [(-2, " ", "for a reason, and there is none"), (0, "Nothing", "0 points cannot be given")],
)
def test_points_are_not_taken_without_a_reason_nor_without_points(points: int, reason: str, why: str) -> None:
    stage, there = a_running_season(2)
    with pytest.raises(Refusal, match=why):
        entering.adjust(by_of(stage), there[0], points, reason)
    with pytest.raises(Forbidden):
        entering.adjust(a_coach(a_league()), there[0], 1, "A gift")
    assert Competition.objects.get().entries.filter(adjustments__isnull=False).count() == 0
