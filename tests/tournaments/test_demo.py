"""The demonstration league is a recorded history that the verbs accept, and two of its matches are real ones."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Q, QuerySet

from engine.match.facts import decode_facts
from league.models import League, User
from matches.models import Fixture, FixtureStatus, Result, Stage
from teams.models import Act, Player, Team
from tests.helpers import assert_reconciled, browser
from tournaments.domain import demo
from tournaments.domain.competing import majors, reading
from tournaments.domain.standings import table
from tournaments.models import Kind, Pairing, State


def result_of(league: League, home: str) -> Result:
    """The first match of the team at home."""
    return Result.objects.filter(fixture__league=league, fixture__home__name=home).order_by("played_at")[0]


def cup_matches(league: League) -> QuerySet[Fixture]:
    """Those that were played; they do not count in the league's table."""
    return Fixture.objects.filter(league=league, stage=Stage.PLAY_OFF, status=FixtureStatus.PLAYED)


def gained(league: League, result: Result, side: str) -> dict[int, dict[str, int]]:
    """Star player points that the match brought, by shirt number and source."""
    team: Team = result.fixture.home if side == "home" else result.fixture.away
    numbers = {player.uid: player.number for player in team.players.all()}
    told = json.loads(result.act.roster_events.get(team=team).events)
    found: dict[int, dict[str, int]] = {}
    for event in told:
        if event["event"] == "spp":
            found.setdefault(numbers[event["player"]], {})[event["source"]] = event["points"]
    return found


def test_eight_teams_of_different_races_have_played_four_rounds(demo_league):
    teams = list(demo_league.teams.all())
    assert len(teams) == len({team.race for team in teams}) == 8
    assert all(team.accepted for team in teams)
    fixtures = Fixture.objects.filter(league=demo_league, stage=Stage.LEAGUE)
    played = fixtures.filter(status=FixtureStatus.PLAYED)
    assert sorted(played.values_list("round", flat=True)) == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4
    to_play = fixtures.filter(status=FixtureStatus.OPEN)
    assert [fixture.round for fixture in to_play] == [5] * 4
    days = [fixture.scheduled for fixture in to_play]
    assert all(day is not None and day > datetime.now(UTC).date() for day in days)


def test_every_row_is_what_the_ledger_says(demo_league):
    assert_reconciled(demo_league)
    lines = table(demo_league.season)
    in_the_cup = Q(home_fixtures__in=cup_matches(demo_league)) | Q(away_fixtures__in=cup_matches(demo_league))
    rows = {team.pk: team for team in demo_league.teams.exclude(in_the_cup)}
    for line in [one for one in lines if one.row.team in rows]:
        team = rows[line.row.team]
        assert (line.row.won, line.row.drawn, line.row.lost) == (team.won, team.drawn, team.lost)
        assert (line.row.td_for, line.row.td_against) == (team.touchdowns_for, team.touchdowns_against)
        assert (line.row.cas_for, line.row.cas_against) == (team.casualties_for, team.casualties_against)


def test_chaos_dwarfs_against_humans_went_as_it_did(demo_league):
    result = result_of(demo_league, "Горные Молоты")
    assert (result.home_score, result.away_score, result.winner) == (1, 2, "away")
    assert (result.home_casualties, result.away_casualties) == (0, 0)
    assert gained(demo_league, result, "home") == {13: {"touchdown": 3}, 8: {"mvp": 5}}
    assert gained(demo_league, result, "away") == {8: {"touchdown": 6}, 5: {"mvp": 5}, 6: {"completion": 1}}
    facts = decode_facts(result.facts)
    scored = [
        (one.half, one.turn, one.side, one.player) for one in facts if type(one).__name__ == "Touchdown"
    ]
    assert scored == [(1, 5, "away", 8), (2, 7, "home", 13), (2, 8, "away", 8)]
    (hurt,) = [one for one in facts if type(one).__name__ == "Casualty"]
    assert (hurt.side, hurt.player, hurt.cause, hurt.effect, hurt.earns) == (
        "home",
        2,
        "crowd",
        "miss",
        False,
    )


def test_orcs_against_wood_elves_went_as_it_did(demo_league):
    result = result_of(demo_league, "Green Tide Athletic")
    assert (result.home_score, result.away_score, result.winner) == (1, 1, "")
    assert (result.home_casualties, result.away_casualties) == (2, 3)
    assert gained(demo_league, result, "home") == {
        9: {"touchdown": 3, "casualty": 2},
        3: {"casualty": 2},
        5: {"mvp": 5},
    }
    assert gained(demo_league, result, "away") == {
        2: {"touchdown": 3, "casualty": 2},
        1: {"casualty": 2},
        3: {"casualty": 2},
        11: {"mvp": 5},
    }
    orcs = result.fixture.home.players
    assert orcs.get(uid=5).stats[1] == orcs.get(uid=5).start[1] - 1
    assert orcs.get(uid=10).injuries == []


def test_it_has_what_a_league_has(demo_league):
    kinds = set(Act.objects.filter(league=demo_league).values_list("kind", flat=True))
    assert kinds >= {"draft", "accept", "match", "improve", "buy"}
    assert demo_league.bulletins.count() == 5
    assert demo_league.publications.count() == 4
    assert Player.objects.filter(team__league=demo_league).exclude(gained=[]).exists()
    assert not Player.objects.filter(team__league=demo_league, owed__gt=0).exists()


def test_a_major_is_in_its_play_off(demo_league):
    cup = demo_league.competitions.get(kind=Kind.MAJOR)
    major = majors.major_of(majors.stage_of(cup))
    assert (cup.state, major.over, len(major.entries)) == (State.RUNNING, False, 8)
    assert [one.kind for one in major.results] == ["played", "played", "played", "refused"]
    assert [one.state for one in major.challenges] == ["refused", "issued"]
    assert (
        Pairing.objects.filter(round__stage__competition=cup, fixture__status=FixtureStatus.OPEN).count() == 1
    )


def test_an_event_is_in_its_third_round(demo_league):
    event = demo_league.competitions.get(kind=Kind.EVENT)
    assert event.entries.count() == 13
    found = reading.meetings(reading.published(event))
    assert [one.pairing.round.number for one in found if one.is_bye] == [1, 2, 3]
    assert sorted(one.pairing.round.number for one in found if one.open) == [3] * 4


def test_its_history_lies_in_the_weeks_before(demo_league):
    played = list(Result.objects.filter(fixture__league=demo_league).values_list("played_at", flat=True))
    assert max(played) - min(played) > timedelta(days=20)
    assert max(played) < datetime.now(UTC)
    moments = list(Act.objects.filter(league=demo_league).order_by("sequence").values_list("at", flat=True))
    assert moments == sorted(moments)


def test_the_people_can_log_in(demo_league):
    logins = demo.logins()
    for name in (logins.commissioner, *logins.coaches):
        assert User.objects.get(username=name).check_password(logins.password)
    assert len(logins.coaches) == 2


@pytest.mark.parametrize("page", ["", "standings/", "leaders/", "standings/published/"])
def test_its_pages_show(demo_league, page):
    answer = browser().get(f"/l/{demo_league.slug}/{page}")
    assert answer.status_code == 200


def test_matches_of_the_major_are_called_by_its_stage(demo_league):
    home = browser().get(f"/l/{demo_league.slug}/").content.decode()
    assert home.count('<span class="note">Play-off · ') == 3
    assert home.count('<span class="muted small">Play-off, ') == 1
    assert home.count('<span class="muted small">Round 5, ') == 4


def test_loading_again_changes_nothing(demo_league, capsys):
    def everything():
        return [model.objects.count() for model in (League, User, Team, Player, Act, Fixture, Result)]

    before = everything()
    call_command("demo", "--if-empty")
    assert everything() == before
    assert "commissioner, coach1, coach2" in capsys.readouterr().out
    with pytest.raises(CommandError, match="there already"):
        call_command("demo")
    assert everything() == before
