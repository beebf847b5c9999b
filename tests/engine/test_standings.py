"""The table: outcomes are carried, and teams that nothing tells apart share a place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contest.standings import Played, Points, standings
from engine.questions import Refusal

A, B, C, D = 1, 2, 3, 4


def match(home, away, home_td, away_td, cas=(0, 0), winner="by score"):
    if winner == "by score":
        winner = None if home_td == away_td else home if home_td > away_td else away
    return Played(home, away, home_td, away_td, cas[0], cas[1], winner)


FOUR_TEAMS = (
    match(A, B, 1, 0),
    match(A, C, 0, 1),
    match(A, D, 1, 1),
    match(B, C, 3, 0),
    match(B, D, 2, 0),
    match(C, D, 0, 3),
)


def places(rows):
    return [(row.place, row.shared, row.team) for row in rows]


def test_points_and_touchdown_difference_order_the_table():
    rows = standings((A, B, C, D), FOUR_TEAMS, Points())
    by_team = {row.team: row for row in rows}
    assert {team: row.points for team, row in by_team.items()} == {A: 4, B: 6, C: 3, D: 4}
    assert {team: row.td_difference for team, row in by_team.items()} == {A: 0, B: 4, C: -5, D: 1}
    assert places(rows) == [(1, False, B), (2, False, D), (3, False, A), (4, False, C)]


@pytest.mark.parametrize("points", [Points(3, 1, 0), Points(2, 2, 0), Points(0, 2, 2), Points(2, 1, 2)])
def test_outcomes_are_the_same_whatever_they_are_worth(points):
    rows = {row.team: row for row in standings((A, B, C, D), FOUR_TEAMS, points)}
    assert (rows[A].won, rows[A].drawn, rows[A].lost) == (1, 1, 1)
    assert (rows[B].won, rows[B].drawn, rows[B].lost) == (2, 0, 1)
    assert rows[A].points == points.win + points.draw + points.loss


def test_a_shoot_out_names_a_winner_at_a_level_score():
    first, second = standings((A, B), [match(A, B, 1, 1, winner=B)], Points())
    assert (first.team, first.won, first.points, first.td_difference) == (B, 1, 3, 0)
    assert (second.team, second.lost) == (A, 1)


def test_a_side_that_led_and_conceded_has_lost():
    first, second = standings((A, B), [match(A, B, 2, 0, winner=B)], Points())
    assert (first.team, first.won, first.td_difference) == (B, 1, -2)
    assert (second.team, second.lost, second.td_difference) == (A, 1, 2)


def test_the_away_side_wins_by_its_score():
    (first, _) = standings((A, B), [match(A, B, 1, 2)], Points())
    assert (first.team, first.won, first.td_for, first.td_against) == (B, 1, 2, 1)


def test_casualties_break_a_tie_and_then_touchdowns_scored():
    rows = standings((A, B, C, D), [match(A, B, 1, 1, cas=(2, 0)), match(C, D, 2, 2)], Points())
    assert places(rows) == [(1, False, A), (2, True, C), (2, True, D), (4, False, B)]


def test_shared_places_are_counted_on_after():
    rows = standings((A, B, C, D), [match(A, B, 1, 0), match(C, D, 1, 0)], Points())
    assert places(rows) == [(1, True, A), (1, True, C), (3, True, B), (3, True, D)]


def test_teams_without_a_match_share_the_only_place():
    rows = standings((C, A, B), [], Points())
    assert places(rows) == [(1, True, C), (1, True, A), (1, True, B)]
    assert all(row.played == 0 for row in rows)


def test_a_single_team_shares_with_nobody():
    assert places(standings((A,), [], Points())) == [(1, False, A)]
    assert standings((), [], Points()) == ()


@pytest.mark.parametrize(
    "played, sentence",
    [
        (match(A, A, 1, 0), "against itself"),
        (match(A, D, 1, 0), "not in the table"),
        (match(A, B, 1, 0, winner=C), "did not play"),
    ],
)
def test_matches_that_cannot_count_are_refused(played, sentence):
    with pytest.raises(Refusal, match=sentence):
        standings((A, B, C), [played], Points())


@st.composite
def contests(draw):
    teams = range(1, draw(st.integers(2, 7)) + 1)
    pairs = st.lists(st.sampled_from(teams), min_size=2, max_size=2, unique=True)
    number = st.integers(0, 4)
    played = []
    for home, away in draw(st.lists(pairs, max_size=20)):
        winner = draw(st.sampled_from([home, away, None]))
        played.append(Played(home, away, draw(number), draw(number), draw(number), draw(number), winner))
    return tuple(teams), played


@given(contests())
def test_what_one_side_has_the_other_lacks(contest):
    teams, played = contest
    rows = standings(teams, played, Points())
    assert sorted(row.team for row in rows) == sorted(teams)
    assert sum(row.won for row in rows) == sum(row.lost for row in rows)
    assert sum(row.played for row in rows) == 2 * len(played)
    assert sum(row.td_difference for row in rows) == 0
    assert sum(row.cas_difference for row in rows) == 0
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    for row in rows:
        assert row.shared == (sum(other.place == row.place for other in rows) > 1)


@given(contests())
def test_the_order_of_the_matches_does_not_matter(contest):
    teams, played = contest
    assert standings(teams, played, Points()) == standings(teams, played[::-1], Points())


def test_matches_at_home_and_away_are_counted_and_neutral_ones_are_neither() -> None:
    played = [Played(1, 2, 1, 0, 0, 0, 1), Played(1, 2, 1, 0, 0, 0, 1), Played(2, 1, 0, 0, 0, 0, None)]
    played.append(Played(1, 2, 0, 1, 0, 0, 2, neutral=True))
    rows = {row.team: (row.played, row.home, row.away) for row in standings([1, 2], played, Points())}
    assert rows == {1: (4, 2, 1), 2: (4, 1, 2)}
