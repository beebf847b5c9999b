"""Seasons from entries to the last table: rounds, byes, divisions, and their fixtures."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.questions import Refusal
from engine.roster import StadiumChanged
from league.models import DicePolicy
from matches.domain.applying import apply_log
from matches.domain.fixtures import cancel
from matches.models import Fixture, Hosting
from matches.models import Stage as Occasion
from tests.helpers import (
    a_coach,
    a_drafted_team,
    a_league,
    a_submitted_log,
    assert_reconciled,
    happens,
)
from tests.tournaments.competing.builders import (
    a_competition,
    a_played_round,
    commissioner_of,
    decided,
    entries,
    names_of,
    pairings,
    started,
    team_of,
    the_stage,
)
from tournaments.domain.competing import entering, seasons, setting_up, tables
from tournaments.models import Entry, Format, Kind, Stage, State

pytestmark = pytest.mark.django_db

SIZES = (2, 3, 5, 7, 8, 16)


def a_season_of(count: int, **settings: object) -> Stage:
    """Of coaches from anywhere, so that nothing but the schedule is made."""
    competition = a_competition(None, ("Season", Format.ROUND_ROBIN, settings), rosters=False)
    entries(competition, count)
    started(competition)
    return the_stage(competition)


def test_a_double_round_robin_of_eight_teams_goes_from_entries_to_its_last_table() -> None:
    league = a_league()
    by = commissioner_of(league)
    competition = a_competition(league, ("Season", Format.ROUND_ROBIN, {"legs": 2}))
    taking_part = entries(competition, 8)
    started(competition)
    stage = the_stage(competition)
    assert [len(pairings(stage, number)) for number in range(1, 16)] == [4] * 14 + [0]
    assert set(league.fixtures.values_list("stage", "neutral")) == {(Occasion.LEAGUE, False)}

    with pytest.raises(Refusal, match="cannot end yet"):
        setting_up.end(by, competition)
    for number in range(1, 15):
        a_played_round(stage, number)

    table = tables.standing(stage)
    assert {row.entrant for row in table.rows} == {entry.number for entry in taking_part}
    assert {(row.played, row.home, row.away, row.byes) for row in table.rows} == {(14, 7, 7, 0)}
    assert sum(row.td_for for row in table.rows) == sum(row.td_against for row in table.rows)
    names = names_of(taking_part)
    for row in table.rows[:-1]:
        assert tables.why(table, row.entrant, names)
    assert setting_up.end(by, competition).state == State.ENDED
    assert setting_up.archive(by, competition).state == State.ARCHIVED
    with pytest.raises(Refusal, match="is archived and stays as it is"):
        setting_up.change(by, competition, name="Another name")
    assert_reconciled(league)


@pytest.mark.parametrize("count", SIZES)
def test_every_pair_meets_once_in_a_single_round_robin(count: int) -> None:
    stage = a_season_of(count)
    rows = pairings(stage)
    assert set(Counter(frozenset((row.home_id, row.away_id)) for row in rows).values()) == {1}
    assert len(rows) == count * (count - 1) // 2
    rounds = count if count % 2 else count - 1
    assert stage.rounds.count() == rounds
    for number in range(1, rounds + 1):
        sides = [side for row in pairings(stage, number) for side in (row.home_id, row.away_id)]
        assert len(sides) == len(set(sides)) == count - count % 2
    there = stage.competition.entries.values_list("pk", flat=True)
    at_home = Counter(row.home_id for row in rows)
    away = Counter(row.away_id for row in rows)
    assert all(abs(at_home[one] - away[one]) <= 1 for one in there)


@pytest.mark.parametrize("count", SIZES)
def test_every_pair_meets_once_at_each_ground_in_a_double_round_robin(count: int) -> None:
    rows = pairings(a_season_of(count, legs=2))
    assert len({(row.home_id, row.away_id) for row in rows}) == len(rows) == count * (count - 1)


@pytest.mark.parametrize("count", [3, 5, 7])
def test_a_bye_is_not_a_match_and_brings_nothing(count: int) -> None:
    stage = a_season_of(count)
    resting = [seasons.resting(stage, number) for number in range(1, count + 1)]
    assert [len(one) for one in resting] == [1] * count
    assert sorted(one for round in resting for one in round) == list(range(1, count + 1))
    assert {(row.points, row.played, row.byes) for row in tables.standing(stage).rows} == {(0, 0, 0)}


def test_the_same_seed_draws_the_same_season_and_another_seed_another_one() -> None:
    drawn = []
    for seed in ("one", "one", "another"):
        competition = a_competition(rosters=False)
        entries(competition, 8)
        started(competition, seed)
        drawn.append(
            [(row.home.number, row.away and row.away.number) for row in pairings(the_stage(competition))]
        )
    assert drawn[0] == drawn[1]
    assert drawn[0] != drawn[2]


@pytest.mark.parametrize(("count", "there"), [(0, "none"), (1, "1")])
def test_nobody_plays_a_season_alone(count: int, there: str) -> None:
    competition = a_competition(rosters=False)
    entries(competition, count)
    with pytest.raises(Refusal, match=f"needs at least two entries to start, and has {there}."):
        started(competition)
    assert competition.state == State.ENTRIES


def test_a_division_of_one_is_refused_by_its_name() -> None:
    competition = a_competition(rosters=False)
    entries(competition, 3, "Old World")
    entries(competition, 1, "Lustria")
    with pytest.raises(
        Refusal, match=r"^Division Lustria has one entry, and a round robin needs at least two"
    ):
        started(competition)
    assert not the_stage(competition).rounds.exists()


def test_divisions_play_side_by_side_and_have_a_table_each() -> None:
    competition = a_competition(rosters=False)
    for name, count in (("Old World", 4), ("Lustria", 3)):
        entries(competition, count, name)
    started(competition)
    stage = the_stage(competition)
    assert [len(pairings(stage, number)) for number in (1, 2, 3)] == [3, 3, 3]
    assert all(row.away and row.home.division == row.away.division for row in pairings(stage))
    found = tables.standings(stage)
    assert {name: len(table.rows) for name, table in found.items()} == {"Lustria": 3, "Old World": 4}


def test_those_who_rest_meet_across_two_divisions_of_nine() -> None:
    competition = a_competition(None, ("Season", Format.ROUND_ROBIN, {"byes_across": True}), rosters=False)
    entries(competition, 9, "East")
    entries(competition, 9, "West")
    started(competition)
    stage = the_stage(competition)
    assert [len(pairings(stage, number)) for number in range(1, 10)] == [9] * 9
    across = [row for row in pairings(stage) if row.away and row.home.division != row.away.division]
    assert len(across) == 9
    assert all(seasons.resting(stage, number) == [] for number in range(1, 10))


def test_rounds_across_divisions_are_added_where_they_are_asked_for() -> None:
    plan = ("Season", Format.ROUND_ROBIN, {"across": 2, "every": 2})
    competition = a_competition(None, plan, rosters=False)
    entries(competition, 4, "East")
    entries(competition, 4, "West")
    started(competition)
    stage = the_stage(competition)
    across = [
        all(row.away and row.home.division != row.away.division for row in pairings(stage, number))
        for number in range(1, 6)
    ]
    assert across == [False, False, True, False, True]


def test_groups_are_drawn_from_the_seeds() -> None:
    competition = a_competition(None, ("Groups", Format.ROUND_ROBIN, {"groups": 2}), rosters=False)
    by = commissioner_of(competition.league)
    for number in range(1, 8):
        entering.enter(by, competition, name=f"Seed {number}", seed=number)
    started(competition)
    stage = the_stage(competition)
    assert {name: {*numbers} for name, numbers in stage.draw["groups"].items()} == {
        "Group A": {1, 4, 5, 7},
        "Group B": {2, 3, 6},
    }
    assert list(tables.standings(stage)) == ["Group A", "Group B"]


def test_the_best_of_each_group_play_on_in_a_group_of_their_own() -> None:
    competition = a_competition(
        None,
        ("Groups", Format.ROUND_ROBIN, {"groups": 2, "drawn": False}),
        ("Finals", Format.ROUND_ROBIN, {"advance": 2}),
        rosters=False,
    )
    six = entries(competition, 6)
    started(competition)
    stage = the_stage(competition)
    for row in pairings(stage):
        # The lower number wins.
        decided(row, *((2, 0) if row.away and row.home.number < row.away.number else (0, 2)))
    by = commissioner_of(competition.league)
    setting_up.next_stage(by, competition)
    finals = the_stage(competition, 2)
    assert {name: len(table.rows) for name, table in tables.standings(finals).items()} == {"": 4}
    assert sorted(finals.draw["entrants"]) == [1, 2, 3, 4]
    assert len(pairings(finals)) == 6
    # Who did not get there may leave all the same.
    entering.drop(by, six[5])
    assert len(pairings(the_stage(competition, 2))) == 6


# fixtures


def test_two_teams_of_one_coach_meet_only_where_the_competition_allows_it() -> None:
    league = a_league()
    coach = a_coach(league)
    competition = a_competition(league)
    by = commissioner_of(league)
    for race in ("Orc", "Human"):
        entering.enter(by, competition, a_drafted_team(league, race, coach))
    entries(competition, 1)
    with pytest.raises(Refusal, match="have the same coach, and this is not allowed here"):
        started(competition)
    assert not league.fixtures.exists()
    setting_up.change(by, competition, settings={"same_coach": True})
    started(competition)
    assert league.fixtures.count() == 3
    assert_reconciled(league)


def test_the_scores_of_a_match_that_the_visitor_hosts_stay_with_their_teams() -> None:
    league = a_league()
    competition = a_competition(league)
    first, second = entries(competition, 2)
    started(competition)
    stage = the_stage(competition)
    (pairing,) = pairings(stage)
    # As where the away team owns a home field: the fixture has the two the other way round.
    fixture = Fixture.objects.get(pk=pairing.fixture_id)
    Fixture.objects.filter(pk=fixture.pk).update(
        home=fixture.away_id, away=fixture.home_id, hosting=Hosting.OWNER
    )
    log = a_submitted_log(
        Fixture.objects.select_related("league", "season", "home", "away").get(pk=fixture.pk)
    )
    result = apply_log(log, commissioner_of(league))
    host = {first.team_id: first, second.team_id: second}[result.fixture.home_id]
    assert tables.standing(stage).row(host.number).td_for == result.home_score
    (match,) = tables.played(stage)
    assert (match.home, match.home_td, match.away_td) == (host.number, result.home_score, result.away_score)
    assert_reconciled(league)


def test_a_fixture_of_a_competition_is_not_cancelled_behind_its_back() -> None:
    league = a_league()
    competition = a_competition(league)
    entries(competition, 2)
    started(competition)
    with pytest.raises(Refusal, match="belongs to a competition"):
        cancel(commissioner_of(league), league.fixtures.get())
    assert league.fixtures.count() == 1
    assert_reconciled(league)


def test_a_third_match_running_against_the_same_opponent_is_refused() -> None:
    league = a_league()
    competition = a_competition(league, ("Season", Format.ROUND_ROBIN, {"legs": 3}))
    entries(competition, 2)
    with pytest.raises(Refusal, match="would play 3 matches in a row against"):
        started(competition)
    assert_reconciled(league)


def test_a_cup_is_played_on_neutral_ground() -> None:
    league = a_league()
    competition = a_competition(league, kind=Kind.CUP)
    entries(competition, 3)
    started(competition)
    assert set(league.fixtures.values_list("stage", "neutral")) == {(Occasion.TOURNAMENT, True)}
    assert_reconciled(league)


def a_home_field(entry: Entry) -> None:
    happens(team_of(entry), StadiumChanged("Terraces", 150_000))


def test_the_owner_of_a_home_field_hosts_whatever_the_schedule_says() -> None:
    league = a_league()
    competition = a_competition(league)
    four = entries(competition, 4)
    a_home_field(four[0])
    started(competition)
    hosted = league.fixtures.filter(hosting=Hosting.OWNER)
    assert {fixture.home_id for fixture in hosted} == {four[0].team_id}
    assert hosted.count() == 3
    stage = the_stage(competition)
    assert [row.home_id for row in pairings(stage)].count(four[0].pk) < 3
    assert_reconciled(league)


@pytest.mark.parametrize(
    ("policy", "why"), [(DicePolicy.TABLE, Hosting.AGREED), (DicePolicy.APP, Hosting.DIE)]
)
def test_two_owners_take_turns_after_a_die_or_after_what_the_schedule_says(policy: str, why: str) -> None:
    league = a_league(dice_policy=policy)
    competition = a_competition(league, ("Season", Format.ROUND_ROBIN, {"legs": 2}))
    for entry in entries(competition, 2):
        a_home_field(entry)
    started(competition)
    first, second = league.fixtures.order_by("round")
    assert (first.hosting, second.hosting) == (why, Hosting.TURN)
    assert first.home_id == second.away_id
    assert (first.host_die is None) == (policy == DicePolicy.TABLE)
    assert_reconciled(league)


def test_the_fixtures_of_a_longer_season_cost_no_more_queries() -> None:
    counts = []
    for count in (4, 8):
        competition = a_competition(a_league(), ("Season", Format.ROUND_ROBIN, {"legs": 2}))
        entries(competition, count)
        with CaptureQueriesContext(connection) as queries:
            started(competition)
        counts.append(len(queries))
        assert competition.league.fixtures.count() == count * (count - 1)
    assert counts[0] == counts[1]
