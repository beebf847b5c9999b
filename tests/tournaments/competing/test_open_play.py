"""Open play: coaches arrange their own matches, within limits."""

from __future__ import annotations

import pytest

from engine.questions import Refusal, Side
from league.domain import members
from league.domain.roles import Forbidden
from league.errors import Conflict
from tests.helpers import a_coach, a_drafted_team, a_league, a_played_match, assert_reconciled
from tests.tournaments.competing.builders import (
    a_competition,
    coach,
    commissioner_of,
    decided,
    entries,
    pairings,
    played_through,
    started,
    team_of,
    the_stage,
)
from tournaments.domain.competing import entering, open_play, results, setting_up, tables
from tournaments.models import Entry, Format, Pairing, Stage, State

pytestmark = pytest.mark.django_db


def an_open_stage(count: int = 3, rosters: bool = True, **limits: object) -> tuple[Stage, list[Entry]]:
    competition = a_competition(None, ("Open play", Format.OPEN, limits), rosters=rosters)
    there = entries(competition, count)
    started(competition)
    return the_stage(competition), there


def pairing_side(pairing: Pairing, entry: Entry) -> Side:
    return "home" if pairing.home_id == entry.pk else "away"


def test_a_match_is_made_when_both_coaches_want_it() -> None:
    stage, (one, other, third) = an_open_stage()
    league = stage.competition.league
    pairing = open_play.arrange(coach(one), stage, one, other)
    assert not league.fixtures.exists()
    with pytest.raises(Forbidden):
        open_play.agree(coach(one), pairing)
    made = open_play.agree(coach(other), pairing)
    assert made.fixture is not None
    assert {made.fixture.home_id, made.fixture.away_id} == {one.team_id, other.team_id}
    with pytest.raises(Conflict, match="is arranged already"):
        open_play.agree(coach(other), pairing)
    played_through(pairings(stage)[0])
    played = {row.entrant: row.played for row in tables.standing(stage).rows}
    assert played == {one.number: 1, other.number: 1, third.number: 0}
    assert_reconciled(league)


def test_the_organiser_arranges_a_match_at_once_and_calls_it_off() -> None:
    stage, (one, other, _) = an_open_stage()
    by = commissioner_of(stage.competition.league)
    pairing = open_play.arrange(by, stage, one, other)
    assert pairing.fixture is not None
    with pytest.raises(Forbidden):
        open_play.call_off(coach(one), pairing)
    open_play.call_off(by, pairing)
    assert not stage.competition.league.fixtures.exists()
    assert not stage.rounds.exists()
    assert_reconciled(stage.competition.league)


def test_either_coach_says_no_to_a_match_that_is_not_agreed() -> None:
    stage, (one, other, third) = an_open_stage()
    pairing = open_play.arrange(coach(one), stage, one, other)
    with pytest.raises(Forbidden):
        open_play.call_off(coach(third), pairing)
    open_play.call_off(coach(other), pairing)
    assert pairings(stage) == []
    with pytest.raises(Conflict, match="is called off already"):
        open_play.agree(coach(other), pairing)


def test_a_match_that_is_only_asked_for_has_no_result_where_rosters_change() -> None:
    stage, (one, other, _) = an_open_stage()
    pairing = open_play.arrange(coach(one), stage, one, other)
    for person in (coach(one), commissioner_of(stage.competition.league)):
        with pytest.raises(Refusal, match="its match is not made yet"):
            results.report(person, pairing, 2, 1)
    with pytest.raises(Refusal, match="its match is not made yet"):
        results.concede(coach(other), pairing, pairing_side(pairing, other))
    assert pairings(stage)[0].reports == {open_play.ASKED: one.number}


def test_who_has_left_the_league_arranges_nothing_any_more() -> None:
    stage, (one, other, _) = an_open_stage(rosters=False)
    gone, by = a_coach(stage.competition.league), commissioner_of(stage.competition.league)
    entry = entering.change_entry(by, other, user=gone)
    pairing = open_play.arrange(by, stage, one, other)
    Pairing.objects.filter(pk=pairing.pk).update(reports={open_play.ASKED: one.number})
    members.remove(gone, stage.competition.league, gone.pk)
    for act in (
        lambda: open_play.arrange(gone, stage, entry, one),
        lambda: open_play.agree(gone, pairing),
        lambda: open_play.call_off(gone, pairing),
    ):
        with pytest.raises(Forbidden):
            act()


def test_nobody_arranges_matches_of_others() -> None:
    stage, (one, other, third) = an_open_stage()
    with pytest.raises(Forbidden, match="Only the coach of"):
        open_play.arrange(coach(third), stage, one, other)
    with pytest.raises(Refusal, match="cannot play against itself"):
        open_play.arrange(coach(one), stage, one, one)


def test_a_pair_meets_no_more_often_than_the_stage_allows() -> None:
    stage, (one, other, third) = an_open_stage(rosters=False, meetings=1)
    by = commissioner_of(stage.competition.league)
    decided(open_play.arrange(by, stage, one, other), 1, 0)
    with pytest.raises(Refusal, match=f"{one.name} and {other.name} have met once, and more is not allowed."):
        open_play.arrange(by, stage, one, other)
    met = open_play.matches_of(stage)
    assert open_play.opponents_among(stage, one, [one, other, third], met) == [third]


def test_other_opponents_come_before_a_rematch() -> None:
    stage, (one, other, third) = an_open_stage(rosters=False, meetings=None, between=1)
    by = commissioner_of(stage.competition.league)
    open_play.arrange(by, stage, one, other)
    with pytest.raises(Refusal, match="has to play one match against others before this pair meets again"):
        open_play.arrange(by, stage, one, other)
    open_play.arrange(by, stage, one, third)
    open_play.arrange(by, stage, other, third)
    again = open_play.arrange(by, stage, one, other)
    assert again.round.number == 4


def test_nobody_plays_more_matches_than_the_stage_allows() -> None:
    stage, (one, other, third) = an_open_stage(rosters=False, matches=1)
    by = commissioner_of(stage.competition.league)
    open_play.arrange(by, stage, one, other)
    with pytest.raises(Refusal, match=f"{other.name} has one match, and more are not allowed"):
        open_play.arrange(by, stage, third, other)


def test_two_teams_of_one_coach_arrange_no_match() -> None:
    competition = a_competition(None, ("Open play", Format.OPEN, {}))
    by = commissioner_of(competition.league)
    person = a_coach(competition.league)
    one, other = (
        entering.enter(by, competition, a_drafted_team(competition.league, race, person))
        for race in ("Orc", "Human")
    )
    started(competition)
    with pytest.raises(Refusal, match="have the same coach"):
        open_play.arrange(person, the_stage(competition), one, other)
    assert_reconciled(competition.league)


def test_a_league_match_of_two_entries_counts_when_it_is_played() -> None:
    stage, (one, other, _) = an_open_stage()
    a_played_match(team_of(one), team_of(other))
    (row,) = pairings(stage)
    assert {row.home_id, row.away_id} == {one.pk, other.pk}
    assert sum(row.played for row in tables.standing(stage).rows) == 2
    a_played_match(team_of(one), team_of(other), round=2, seed=2)
    assert len(pairings(stage)) == 1
    assert_reconciled(stage.competition.league)


def test_a_league_match_that_was_asked_for_is_that_match() -> None:
    stage, (one, other, _) = an_open_stage()
    open_play.arrange(coach(one), stage, one, other)
    a_played_match(team_of(one), team_of(other))
    (row,) = pairings(stage)
    assert (row.fixture is not None, row.reports) == (True, {})
    assert_reconciled(stage.competition.league)


def test_what_is_only_asked_for_does_not_keep_a_season_from_ending() -> None:
    stage, (one, other, _) = an_open_stage()
    open_play.arrange(coach(one), stage, one, other)
    competition = setting_up.end(commissioner_of(stage.competition.league), stage.competition)
    assert competition.state == State.ENDED
    assert pairings(stage) == []


def test_who_leaves_has_no_matches_arranged_any_more() -> None:
    stage, (one, other, third) = an_open_stage()
    by = commissioner_of(stage.competition.league)
    open_play.arrange(by, stage, one, other)
    open_play.arrange(by, stage, one, third)
    entering.drop(by, one)
    assert pairings(stage) == []
    with pytest.raises(Refusal, match="does not take part in"):
        open_play.arrange(by, stage, other, one)
    assert_reconciled(stage.competition.league)


def test_matches_of_a_season_with_a_schedule_are_not_arranged() -> None:
    league = a_league()
    competition = a_competition(league)
    one, other = entries(competition, 2)
    started(competition)
    with pytest.raises(Refusal, match="are drawn, and coaches arrange none"):
        open_play.arrange(coach(one), the_stage(competition), one, other)
    assert_reconciled(league)
