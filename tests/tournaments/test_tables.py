"""The table of a season, the leaders and the dead, as the domain finds them."""

from __future__ import annotations

import pytest

from engine.roster import Departed, SppGained
from league.domain.leagues import change_settings, open_season
from league.domain.rules import rule_books
from matches.domain.applying import apply_log
from matches.domain.fixtures import make_fixture
from matches.models import Result
from teams.domain.naming import rename_team
from tests.helpers import (
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_played_match,
    a_submitted_log,
    assert_reconciled,
    happens,
)
from tournaments.domain.leaders import boards, deaths
from tournaments.domain.standings import played_in, standing_now, table


@pytest.fixture
def league(db):
    return a_league()


def test_a_new_league_has_an_empty_table(league):
    assert table(league.season) == ()


def test_accepted_teams_are_in_the_table_before_they_have_played(league):
    a_drafted_team(league, "Orc", name="Beta")
    a_drafted_team(league, "Human", name="Alpha")
    a_drafted_team(league, "Dwarf", name="Waiting", accepted=False)
    assert [(line.name, line.place) for line in table(league.season)] == [("Alpha", "=1"), ("Beta", "=1")]


def test_a_result_is_in_the_table_at_once(league):
    home, away = a_drafted_team(league, "Orc"), a_drafted_team(league, "Human")
    assert all(line.row.played == 0 for line in table(league.season))
    result = a_played_match(home, away)
    league.refresh_from_db()
    lines = {line.row.team: line.row for line in table(league.season)}
    assert lines[home.pk].td_for == lines[away.pk].td_against == result.home_score
    assert lines[home.pk].cas_for == lines[away.pk].cas_against == result.home_casualties
    assert lines[home.pk].played == lines[away.pk].played == 1


def test_the_winner_is_carried_and_not_read_from_the_score(league):
    home, away = a_drafted_team(league, "Orc"), a_drafted_team(league, "Human")
    result = a_played_match(home, away)
    Result.objects.filter(pk=result.pk).update(home_score=2, away_score=2, winner="away")
    (played,) = played_in(league.season, rule_books(league))
    assert (played.home_td, played.away_td, played.winner) == (2, 2, away.pk)
    Result.objects.filter(pk=result.pk).update(winner="")
    assert played_in(league.season, rule_books(league))[0].winner is None


def test_a_cup_is_not_in_the_table_of_the_season(league):
    home, away = a_drafted_team(league, "Orc"), a_drafted_team(league, "Human")
    by = a_commissioner(league)
    final = make_fixture(by, league, home, away, 1, stage="final")
    apply_log(a_submitted_log(final), by)
    league.refresh_from_db()
    assert [line.row.played for line in table(league.season)] == [0, 0]
    a_played_match(home, away, round=2)
    league.refresh_from_db()
    assert [line.row.played for line in table(league.season)] == [1, 1]
    assert_reconciled(league)


def test_other_points_count_from_the_next_match_on(league):
    home, away = a_drafted_team(league, "Orc"), a_drafted_team(league, "Human")
    a_played_match(home, away)
    league.refresh_from_db()
    before = {line.row.team: line.row.points for line in table(league.season)}
    change_settings(a_commissioner(league), league, win_points=7, draw_points=7, loss_points=7)
    assert {line.row.team: line.row.points for line in table(league.season)} == before
    a_played_match(home, away, round=2, seed=2)
    league.refresh_from_db()
    after = {line.row.team: line.row.points for line in table(league.season)}
    assert {team: after[team] - before[team] for team in after} == {home.pk: 7, away.pk: 7}


def test_points_that_nothing_was_played_for_are_written_anew(league):
    home, away = a_drafted_team(league, "Orc"), a_drafted_team(league, "Human")
    league.refresh_from_db()
    for points in (5, 9):
        change_settings(
            a_commissioner(league), league, win_points=points, draw_points=points, loss_points=points
        )
    a_played_match(home, away)
    league.refresh_from_db()
    assert [line.row.points for line in table(league.season)] == [9, 9]


def test_another_name_shows_at_once(league):
    team = a_drafted_team(league, "Orc", name="Before")
    table(league.season)
    rename_team(team, a_commissioner(league), "After")
    league.refresh_from_db()
    assert [line.name for line in table(league.season)] == ["After"]


def test_every_season_has_a_table_of_its_own(league):
    home, away = a_drafted_team(league, "Orc"), a_drafted_team(league, "Human")
    a_played_match(home, away)
    league.refresh_from_db()
    open_season(a_commissioner(league), league)
    assert [line.row.played for line in standing_now(league).lines] == [0, 0]
    assert [line.row.played for line in standing_now(league, 1).lines] == [1, 1]


def test_a_warm_table_asks_for_teams_and_rule_books_only(league, django_assert_num_queries):
    home, away = a_drafted_team(league, "Orc"), a_drafted_team(league, "Human")
    a_played_match(home, away)
    league.refresh_from_db()
    season = league.season
    with django_assert_num_queries(3):
        table(season)
    with django_assert_num_queries(2):
        table(season)


def test_leaders_share_places_and_nobody_leads_with_nothing(league):
    team = a_drafted_team(league, "Orc")
    happens(
        team,
        SppGained(1, "touchdown", 2, 6),
        SppGained(2, "touchdown", 1, 3),
        SppGained(3, "touchdown", 1, 3),
        SppGained(4, "completion", 1, 1),
    )
    league.refresh_from_db()
    by_measure = {board.measure: board.leaders for board in boards(league)}
    assert by_measure["touchdowns"][0].uid == 1
    assert {one.uid for one in by_measure["touchdowns"]} == {1, 2, 3}
    assert [one.shown for one in by_measure["touchdowns"]] == ["1", "=2", "=2"]
    assert [one.value for one in by_measure["spp"]] == [6, 3, 3, 1]
    assert [one.uid for one in by_measure["completions"]] == [4]
    assert by_measure["casualties"] == ()


def test_a_place_is_shared_also_with_who_is_not_shown(league):
    team = a_drafted_team(league, "Orc")
    happens(team, *(SppGained(uid, "completion", 1, 1) for uid in (1, 2, 3)))
    league.refresh_from_db()
    board = next(board for board in boards(league, length=2) if board.measure == "completions")
    assert [one.shown for one in board.leaders] == ["=1", "=1"]


def test_the_dead_are_told_and_others_who_left_are_not(league):
    team = a_drafted_team(league, "Orc")
    happens(team, Departed(1, "dead", "killed by a rock"), Departed(2, "retired", "retired"))
    league.refresh_from_db()
    (death,) = deaths(league)
    assert (death.uid, death.fate, death.slug) == (1, "killed by a rock", team.slug)
    assert deaths(league, since=death.at) == ()


def test_teams_of_other_leagues_stay_out(league):
    other = a_league()
    a_played_match(a_drafted_team(other, "Orc"), a_drafted_team(other, "Human"))
    team = a_drafted_team(league, "Orc")
    assert [line.row.team for line in table(league.season)] == [team.pk]
    assert all(board.leaders == () for board in boards(league))


def test_a_fixture_brings_a_team_into_the_table_of_an_old_season(league):
    home, away = a_drafted_team(league, "Orc"), a_drafted_team(league, "Human")
    a_fixture(home, away)
    first = league.season
    open_season(a_commissioner(league), league)
    a_drafted_team(league, "Dwarf")
    first.refresh_from_db()
    assert {line.row.team for line in table(first)} == {home.pk, away.pk}
