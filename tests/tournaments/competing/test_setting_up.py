"""Setting up, entering, appointing, and what is refused on the way."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from engine.questions import Refusal
from league.domain import members
from league.domain.leagues import open_season
from league.domain.roles import Forbidden, NotVisible, viewer
from league.errors import Conflict
from tests.helpers import a_coach, a_commissioner, a_drafted_team, a_league, a_user, assert_reconciled
from tests.tournaments.competing.builders import (
    a_competition,
    a_played_round,
    beats,
    commissioner_of,
    entries,
    pairings,
    played_through,
    started,
    the_stage,
)
from tournaments.domain.competing import access, carrying_over, entering, majors, setting_up
from tournaments.domain.competing.entering_all import enter_all
from tournaments.models import Competition, Entry, Format, Kind, State

pytestmark = pytest.mark.django_db


# setting up


def test_a_competition_goes_from_draft_to_the_archive() -> None:
    league = a_league()
    by = a_commissioner(league)
    competition = setting_up.create(
        by, league, "  Winter   League ", Kind.SEASON, stages=[("", Format.ROUND_ROBIN, {})], rosters=False
    )
    assert (competition.name, competition.slug, competition.number) == ("Winter League", "winter-league", 1)
    assert (competition.state, the_stage(competition).name) == (State.DRAFT, "Round robin")
    assert setting_up.open_entries(by, competition).state == State.ENTRIES
    entries(competition, 2)
    assert started(competition).state == State.RUNNING
    assert setting_up.end(by, competition, anyway=True).state == State.ENDED
    assert setting_up.archive(by, competition).state == State.ARCHIVED
    assert competition.version == 6


def test_two_competitions_of_one_name_have_two_addresses() -> None:
    league = a_league()
    assert [a_competition(league, name="Winter Cup").slug for _ in range(2)] == ["winter-cup", "winter-cup-2"]
    # What a competition is opened at.
    assert a_competition(league, name="New").slug == "new-2"


@pytest.mark.parametrize(
    ("kind", "stages", "why"),
    [
        ("jamboree", [], "There is no kind of competition called 'jamboree'"),
        (Kind.SEASON, [("A", "chess", {})], "There is no format called 'chess'"),
        (Kind.SEASON, [("A", Format.OPEN, {}), ("a", Format.OPEN, {})], "has a stage called a already"),
        (Kind.SEASON, [("A", Format.ROUND_ROBIN, {"logs": 2})], "A has no setting called logs"),
        (Kind.SEASON, [("A", Format.ROUND_ROBIN, {"legs": "two"})], "The settings of A do not fit"),
        (Kind.SEASON, [("A", Format.ROUND_ROBIN, {"legs": 0})], "A season has 1 to 10 legs, not 0"),
        (Kind.SEASON, [("A", Format.LADDER, {"reach": 0})], "challenge at least one place up"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_sentence(
    kind: str, stages: list[setting_up.StagePlan], why: str
) -> None:
    league = a_league()
    with pytest.raises(Refusal, match=why) as refused:
        setting_up.create(a_commissioner(league), league, "Cup", kind, stages=stages)
    assert len(refused.value.problems) == 1
    assert not Competition.objects.exists()


def test_a_stage_that_has_begun_keeps_its_format_and_may_change_its_points() -> None:
    competition = a_competition(rosters=False)
    by = commissioner_of(competition.league)
    stage = setting_up.change_stage(by, the_stage(competition), legs=2)
    assert stage.settings == {"legs": 2}
    entries(competition, 3)
    started(competition)
    with pytest.raises(Conflict, match="has begun, so its legs stays as it is"):
        setting_up.change_stage(by, stage, legs=1)
    assert setting_up.change_stage(by, stage, scoring="2-1-0").settings["scoring"]["win"] == 2


def test_who_saw_an_older_version_changes_nothing() -> None:
    competition = a_competition()
    by = commissioner_of(competition.league)
    setting_up.change(by, competition, competition.version, name="First")
    with pytest.raises(Conflict, match="Somebody has changed First in the meantime"):
        setting_up.change(by, competition, competition.version - 1, name="Second")
    assert Competition.objects.get().name == "First"


def test_an_organiser_runs_one_competition_for_as_long_as_he_is_a_member() -> None:
    competition = a_competition(rosters=False)
    by = commissioner_of(competition.league)
    person = a_coach(competition.league)
    with pytest.raises(Forbidden, match="Only the organiser of"):
        setting_up.start(person, competition)
    setting_up.appoint(by, competition, person)
    entries(competition, 2)
    assert setting_up.start(person, competition).state == State.RUNNING
    with pytest.raises(Forbidden):
        setting_up.appoint(person, competition, None)
    person.memberships.all().delete()
    assert not access.may_organise(viewer(person, competition.league), competition)
    with pytest.raises(Refusal, match="is no member of"):
        setting_up.appoint(by, competition, a_user())


def test_what_is_being_set_up_is_seen_by_those_who_run_it_alone() -> None:
    league = a_league()
    by = a_commissioner(league)
    competition = setting_up.create(by, league, "Cup", Kind.CUP)
    assert access.get_competition(viewer(by, league), "cup") == competition
    with pytest.raises(NotVisible):
        access.get_competition(viewer(a_coach(league), league), "cup")


def test_a_plan_that_nobody_has_entered_is_withdrawn() -> None:
    competition = a_competition(rosters=False)
    by = commissioner_of(competition.league)
    entries(competition, 1)
    with pytest.raises(Conflict, match="has entries, so it stays"):
        setting_up.withdraw_plan(by, competition)
    entering.drop(by, competition.entries.get())
    setting_up.withdraw_plan(by, competition)
    assert not Competition.objects.exists()


# entering


def test_a_coach_enters_his_own_team_and_no_other() -> None:
    league = a_league()
    competition = a_competition(league)
    coach = a_coach(league)
    team = a_drafted_team(league, coach=coach)
    entry = entering.enter(coach, competition, team)
    assert (entry.number, entry.name, entry.race, entry.user) == (1, team.name, team.race, coach)
    assert entry.rating == team.strength
    with pytest.raises(Forbidden, match="Only the coach of a team, or the organiser, enters it"):
        entering.enter(coach, competition, a_drafted_team(league))
    assert_reconciled(league)


@pytest.mark.parametrize("said", [{"seed": 1}, {"rating": 300}, {"division": "North"}, {"name": "Us"}])
def test_a_coach_does_not_say_how_good_his_entry_is(said: dict[str, Any]) -> None:
    league = a_league()
    competition = a_competition(league)
    coach = a_coach(league)
    team = a_drafted_team(league, coach=coach)
    with pytest.raises(Forbidden, match="A coach enters a team as it is"):
        entering.enter(coach, competition, team, **said)
    assert entering.enter(commissioner_of(league), competition, team, **said).team == team
    assert_reconciled(league)


def test_nobody_enters_twice() -> None:
    competition = a_competition()
    by = commissioner_of(competition.league)
    (entry,) = entries(competition, 1)
    with pytest.raises(Refusal, match=f"{entry.name} is entered for {competition.name} already."):
        entering.enter(by, competition, entry.team)
    event = a_competition(rosters=False)
    by = commissioner_of(event.league)
    entering.enter(by, event, name="Ærø", naf_number=7)
    with pytest.raises(Refusal, match="ÆRØ is entered for"):
        entering.enter(by, event, name="ÆRØ")
    with pytest.raises(Refusal, match="NAF number 7 is entered already"):
        entering.enter(by, event, name="Other", naf_number=7)
    assert event.entries.count() == 1


@pytest.mark.parametrize(("kind", "allowed"), [(Kind.MAJOR, False), (Kind.SEASON, True)])
def test_a_coach_enters_one_team_in_a_major(kind: str, allowed: bool) -> None:
    league = a_league()
    competition = a_competition(league, ("Play-off", Format.OPEN, {}), kind=kind)
    coach = a_coach(league)
    entering.enter(coach, competition, a_drafted_team(league, coach=coach))
    second = a_drafted_team(league, "Human", coach)
    if allowed:
        assert entering.enter(coach, competition, second).number == 2
    else:
        with pytest.raises(Refusal, match="and a coach enters one team"):
            entering.enter(coach, competition, second)
    assert_reconciled(league)


def test_teams_that_are_not_of_the_league_or_not_accepted_are_refused() -> None:
    competition = a_competition()
    by = commissioner_of(competition.league)
    with pytest.raises(Refusal, match="is not accepted into the league yet"):
        entering.enter(by, competition, a_drafted_team(competition.league, accepted=False))
    with pytest.raises(Refusal, match="does not play in"):
        entering.enter(by, competition, a_drafted_team(a_league()))
    with pytest.raises(Refusal, match="so an entry needs a team"):
        entering.enter(by, competition, name="Somebody")
    assert not competition.entries.exists()


def test_entries_open_and_close() -> None:
    league = a_league()
    by = a_commissioner(league)
    coach = a_coach(league)
    team = a_drafted_team(league, coach=coach)
    competition = setting_up.create(by, league, "Cup", Kind.CUP, stages=[("Cup", Format.ROUND_ROBIN, {})])
    with pytest.raises(Conflict, match="is not open for entries yet"):
        entering.enter(coach, competition, team)
    setting_up.open_entries(by, competition)
    entering.enter(coach, competition, team)
    with pytest.raises(Conflict, match="is past its setting up"):
        setting_up.open_entries(by, competition)
    entries(competition, 1)
    started(competition)
    setting_up.end(by, competition, anyway=True)
    with pytest.raises(Conflict, match="has ended, so nobody enters it"):
        entering.enter(by, competition, a_drafted_team(league))
    assert not league.fixtures.exists()
    assert_reconciled(league)


def test_a_substitute_takes_over_what_was_played() -> None:
    competition = a_competition(rosters=False)
    by = commissioner_of(competition.league)
    one, other = entries(competition, 2)
    started(competition)
    beats(the_stage(competition), one, other, 1, 0)
    entry = entering.replace(by, one, coach="Somebody Else", reason="Ill")
    assert (entry.coach, entry.name, entry.number) == ("Somebody Else", one.name, one.number)
    with pytest.raises(Refusal, match="needs a name"):
        entering.replace(by, one)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"seed": 1}, "Entry 1 has seed 1 already"),
        ({"table": 0}, "0 is no table for Entry 2"),
        ({"strength": 7}, "An entry has nothing called strength to change"),
        ({"rating": 10**10}, "10000000000 is no rating for Entry 2"),
        ({"club": "x" * 51}, "The club has 51 characters; 50 are the most"),
        ({"byes_wanted": [0]}, "rounds are counted from 1"),
    ],
)
def test_what_an_entry_cannot_have_is_refused(fields: dict[str, object], why: str) -> None:
    competition = a_competition(rosters=False)
    by = commissioner_of(competition.league)
    first, second = entries(competition, 2)
    entering.change_entry(by, first, seed=1, club="  Altdorf ")
    assert Entry.objects.get(pk=first.pk).club == "Altdorf"
    with pytest.raises(Refusal, match=why):
        entering.change_entry(by, second, **fields)


# ending, and the season after


def test_a_competition_with_open_matches_ends_only_on_purpose() -> None:
    league = a_league()
    competition = a_competition(league)
    by = commissioner_of(league)
    entries(competition, 3)
    started(competition)
    played_through(pairings(the_stage(competition), 1)[0])
    with pytest.raises(Refusal, match=r"cannot end yet: .+ v .+ and .+ v .+ are not played\."):
        setting_up.end(by, competition)
    setting_up.end(by, competition, anyway=True)
    assert league.fixtures.count() == 1
    assert_reconciled(league)


def test_a_season_carries_its_teams_over_with_what_they_suffered() -> None:
    league = a_league()
    competition = a_competition(league)
    by = commissioner_of(league)
    three = entries(competition, 3)
    started(competition)
    stage = the_stage(competition)
    for number in (1, 2, 3):
        a_played_round(stage, number)
    setting_up.end(by, competition)
    missing = {
        (player.team_id, player.uid)
        for team in league.teams.all()
        for player in team.players.filter(status="active", misses_next=True)
    }
    again = carrying_over.carry_over(by, competition, "Second season")
    league.refresh_from_db()
    assert (again.season, league.season.number) == (league.season, 2)
    assert [one.team_id for one in again.entries.order_by("number")] == [one.team_id for one in three]
    assert missing == {
        (player.team_id, player.uid)
        for team in league.teams.all()
        for player in team.players.filter(status="active", misses_next=True)
    }
    started(again)
    assert league.season.fixtures.count() == 3
    assert_reconciled(league)


def test_the_best_go_up_a_division_and_the_last_go_down() -> None:
    competition = a_competition(rosters=False)
    by = commissioner_of(competition.league)
    upper = entries(competition, 3, "A")
    lower = entries(competition, 3, "B")
    started(competition)
    stage = the_stage(competition)
    for field in (upper, lower):
        beats(stage, field[0], field[1], 2, 0)
        beats(stage, field[0], field[2], 2, 0)
        beats(stage, field[1], field[2], 2, 0)
    setting_up.end(by, competition)
    with pytest.raises(Refusal, match="has too few entries for 4 to go up or down"):
        carrying_over.carry_over(by, competition, "Too many", moving=4)
    again = carrying_over.carry_over(by, competition, "Again", moving=1)
    assert dict(again.entries.values_list("name", "division")) == {
        "A 1": "A",
        "A 2": "A",
        "A 3": "B",
        "B 1": "A",
        "B 2": "B",
        "B 3": "B",
    }


def test_who_has_left_the_league_does_not_run_the_competition_after() -> None:
    competition = a_competition(rosters=False)
    league, by = competition.league, commissioner_of(competition.league)
    entries(competition, 2)
    gone, staying = a_coach(league), a_coach(league)
    setting_up.appoint(by, competition, gone)
    setting_up.end(by, started(competition), anyway=True)
    members.remove(by, league, gone.pk)
    again = carrying_over.carry_over(by, competition, "Without him")
    assert again.organiser is None
    setting_up.appoint(by, competition, staying)
    assert carrying_over.carry_over(by, competition, "With him").organiser == staying


def test_a_competition_that_runs_is_not_carried_over() -> None:
    competition = a_competition(rosters=False)
    entries(competition, 2)
    started(competition)
    with pytest.raises(Conflict, match="has not ended, so nothing of it is carried over"):
        carrying_over.carry_over(commissioner_of(competition.league), competition, "Again")


def test_matches_of_a_competition_are_of_the_season_in_which_it_starts() -> None:
    league = a_league()
    competition = a_competition(league)
    entries(competition, 2)
    season = open_season(commissioner_of(league), league)
    started(competition)
    assert competition.season == season
    assert set(league.fixtures.values_list("season", flat=True)) == {season.pk}
    assert_reconciled(league)


def test_every_team_of_the_league_is_entered_at_once_or_none() -> None:
    league = a_league()
    by = commissioner_of(league)
    coach = a_coach(league)
    for name in ("Beta", "Alpha", "Gamma"):
        a_drafted_team(league, coach=coach, name=name)
    a_drafted_team(league, name="Not accepted", accepted=False)
    season = a_competition(league, name="Season")
    with pytest.raises(Forbidden):
        enter_all(coach, season)
    assert [one.name for one in enter_all(by, season)] == ["Alpha", "Beta", "Gamma"]
    assert enter_all(by, season) == []
    cup = majors.open_major(by, league, "Chaos Cup", date(2026, 3, 2))
    with pytest.raises(Refusal, match="a coach enters one team"):
        enter_all(by, cup)
    assert not cup.entries.exists()
    assert_reconciled(league)
