"""A league is published once a week, and what is published stays as it was."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.management import CommandError, call_command

from engine.questions import Refusal
from engine.roster import Departed
from league.domain import clock
from league.domain.bulletins import publish as tell
from league.domain.roles import Forbidden
from teams.domain.naming import rename_team
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_played_match,
    browser,
    happens,
)
from tests.tournaments.competing.builders import (
    a_competition,
    commissioner_of,
    entries,
    started,
    the_stage,
)
from tournaments.domain.competing import rounds
from tournaments.domain.publishing import AlreadyPublished, publish, publish_due, set_schedule
from tournaments.models import Format, Publication
from tournaments.tasks import publish_due as task

MONDAY = datetime(2027, 1, 4, 7, tzinfo=UTC)
"""The first day of the first ISO week of 2027."""
WEEK = timedelta(days=7)


@pytest.fixture
def league(db):
    return a_league()


@pytest.fixture
def teams(league):
    with clock.at(MONDAY - WEEK):
        return a_drafted_team(league, "Orc", name="Alpha"), a_drafted_team(league, "Human", name="Beta")


def test_it_holds_the_week(league, teams):
    commissioner = a_commissioner(league)
    with clock.at(MONDAY - timedelta(days=1)):
        result = a_played_match(*teams)
        happens(teams[0], Departed(11, "dead", "killed by a rock"))
        tell(commissioner, league, "News", "Much happened.")
    fixture = a_fixture(teams[1], teams[0], round=2)
    publication = publish(league, commissioner, MONDAY)
    page = publication.page
    assert (publication.year, publication.week, publication.by) == (2027, 1, commissioner)
    assert [line.name for line in page.table] in (["Alpha", "Beta"], ["Beta", "Alpha"])
    assert [(one.home, one.home_score, one.away_score) for one in page.results] == [
        ("Alpha", result.home_score, result.away_score)
    ]
    assert [one.number for one in page.fixtures] == [fixture.number]
    assert "killed by a rock" in [one.fate for one in page.deaths]
    assert page.bulletin.title == "News"
    assert page.has_leaders


def test_of_a_whole_schedule_the_next_two_rounds_are_published(league, teams):
    four = [*teams, *(a_drafted_team(league, "Orc") for _ in range(2))]
    pairs = [(0, 1, 2), (2, 3, 2), (0, 2, 3), (0, 3, 4)]
    wanted = [a_fixture(four[home], four[away], round=number).number for home, away, number in pairs]
    page = publish(league, at=MONDAY).page
    assert [one.number for one in page.fixtures] == wanted[:3]


def test_the_week_is_the_iso_week(league, teams):
    publication = publish(league, at=datetime(2027, 1, 3, 23, tzinfo=UTC))
    assert (publication.year, publication.week) == (2026, 53)


def test_what_is_published_is_frozen(league, teams):
    before = publish(league, at=MONDAY)
    a_played_match(*teams)
    rename_team(teams[0], teams[0].coach, "Gamma")
    after = Publication.objects.get(pk=before.pk)
    assert after.page == before.page
    assert [line.name for line in after.page.table] == ["Alpha", "Beta"]


def test_movement_and_news_are_since_the_last_publication(league, teams):
    first = publish(league, at=MONDAY)
    assert [line.moved for line in first.page.table] == [None, None]
    with clock.at(MONDAY + timedelta(days=1)):
        seed = next(seed for seed in range(1, 30) if a_result_with_a_winner(teams, seed))
    assert seed
    league.refresh_from_db()
    second = publish(league, at=MONDAY + WEEK)
    moved = {line.row.place: line.moved for line in second.page.table}
    assert moved == {1: 0, 2: -1}
    assert len(second.page.results) == seed
    third = publish(league, at=MONDAY + 2 * WEEK)
    assert third.page.results == ()
    assert [line.moved for line in third.page.table] == [0, 0]


def a_result_with_a_winner(teams, seed):
    home, away = teams
    return bool(a_played_match(home, away, round=seed, seed=seed).winner)


def test_a_second_time_in_a_week_is_refused_unless_confirmed(league, teams):
    first = publish(league, at=MONDAY)
    with pytest.raises(AlreadyPublished, match="Week 1 of 2027 was published"):
        publish(league, at=MONDAY + timedelta(days=3))
    happens(teams[0], Departed(11, "dead", "old age"))
    again = publish(league, at=MONDAY + timedelta(days=3), replace=True)
    assert again.pk == first.pk
    assert Publication.objects.count() == 1
    assert again.published_at == MONDAY + timedelta(days=3)


def test_places_are_counted_from_the_page_that_replaces_another(league, teams):
    def moved():
        return 'bad">▼' in browser().get(f"/l/{league.slug}/standings/").content.decode()

    publish(league, at=MONDAY)
    assert any(a_result_with_a_winner(teams, seed) for seed in range(1, 30))
    assert moved()
    publish(league, at=MONDAY + timedelta(days=3), replace=True)
    assert not moved()


def test_news_of_a_replaced_page_is_since_the_one_before_it(league, teams):
    publish(league, at=MONDAY)
    with clock.at(MONDAY + timedelta(days=2)):
        a_played_match(*teams)
    publish(league, at=MONDAY + WEEK)
    again = publish(league, at=MONDAY + WEEK + timedelta(days=1), replace=True)
    assert len(again.page.results) == 1


def test_an_empty_league_has_nothing_to_publish(league):
    with pytest.raises(Refusal, match="no team yet"):
        publish(league, at=MONDAY)


def test_only_a_commissioner_publishes(league, teams):
    with pytest.raises(Forbidden):
        publish(league, a_coach(league), MONDAY)
    with pytest.raises(Forbidden):
        set_schedule(a_coach(league), league, 1, 6)


def test_what_is_due_is_published_once(league, teams):
    assert publish_due(MONDAY - timedelta(hours=2)) == []  # Monday, before the hour
    (publication,) = publish_due(MONDAY)
    assert publication.by is None
    assert publish_due(MONDAY + timedelta(hours=1)) == []
    # Nothing has happened since.
    assert publish_due(MONDAY + WEEK) == []
    happens(teams[0], Departed(11, "dead", "old age"))
    assert [one.week for one in publish_due(MONDAY + WEEK)] == [2]


def test_a_missed_hour_is_made_up_for_in_the_same_week(league, teams):
    assert [one.week for one in publish_due(MONDAY + timedelta(days=4))] == [1]


def test_the_week_in_which_a_league_opens_is_left_to_its_commissioner(db):
    with time_machine.travel(MONDAY, tick=False):
        young = a_league()
        a_drafted_team(young, "Orc")
        assert publish_due(MONDAY + timedelta(days=6)) == []
        assert [one.week for one in publish_due(MONDAY + WEEK)] == [2]


def test_a_day_that_was_chosen_counts_at_once(db):
    with time_machine.travel(MONDAY, tick=False):
        young = a_league()
        a_drafted_team(young, "Orc")
        set_schedule(a_commissioner(young), young, 1, 6)
        assert [one.week for one in publish_due(MONDAY)] == [1]


def test_the_commissioner_chooses_the_day(league, teams):
    commissioner = a_commissioner(league)
    set_schedule(commissioner, league, 4, 20)
    assert publish_due(MONDAY) == []
    assert len(publish_due(MONDAY + timedelta(days=3, hours=13))) == 1
    set_schedule(commissioner, league, None, 20)
    happens(teams[0], Departed(11, "dead", "old age"))
    assert publish_due(MONDAY + WEEK + timedelta(days=5)) == []


@pytest.mark.parametrize("weekday, hour", [(0, 6), (8, 6), (1, 24), (1, -1)])
def test_days_that_are_none_are_refused(league, weekday, hour):
    with pytest.raises(Refusal):
        set_schedule(a_commissioner(league), league, weekday, hour)


def test_one_league_does_not_stop_the_others(league, teams):
    empty = a_league()
    a_drafted_team(empty, "Orc", accepted=False)
    other = a_league()
    a_drafted_team(other, "Orc")
    assert {one.league_id for one in publish_due(MONDAY)} == {league.pk, other.pk}


def test_the_task_and_the_command(league, teams, capsys):
    set_schedule(a_commissioner(league), league, 1, 0)
    assert task.delay().get() == 1
    call_command("publish")
    assert "No league is due" in capsys.readouterr().out
    with pytest.raises(CommandError, match="--replace confirms it"):
        call_command("publish", league.slug)
    call_command("publish", league.slug, "--replace")
    assert "Published" in capsys.readouterr().out
    with pytest.raises(CommandError, match="no league"):
        call_command("publish", "nowhere")


@pytest.mark.django_db
def test_the_command_publishes_rounds_whose_time_has_come(capsys):
    competition = a_competition(None, ("Rounds", Format.SWISS, {}), rosters=False)
    entries(competition, 4)
    started(competition)
    by, stage = commissioner_of(competition.league), the_stage(competition)
    round = rounds.pair(by, stage)
    rounds.publish(by, round, clock.now() + timedelta(hours=1))
    call_command("publish")
    assert "no round" in capsys.readouterr().out
    with time_machine.travel(clock.now() + timedelta(hours=2)):
        call_command("publish")
    assert "Published" in capsys.readouterr().out
    round.refresh_from_db()
    assert round.state == "published"


# --- the league's own clocks --------------------------------------------------------------------------------------


def weekly(league, zone, weekday=1, hour=6):
    return set_schedule(a_commissioner(league), league, weekday, hour, zone)


def due_at(league, moment):
    """Whether the league is published when the clock strikes: its week, or None."""
    with time_machine.travel(moment, tick=False):
        publish_due()
    found = league.publications.first()
    return (found.year, found.week) if found and found.published_at == moment else None


def test_the_hour_is_that_of_the_leagues_clocks(league, teams):
    weekly(league, "America/New_York")
    assert due_at(league, datetime(2027, 1, 4, 10, 59, tzinfo=UTC)) is None
    assert due_at(league, datetime(2027, 1, 4, 11, tzinfo=UTC)) == (2027, 1)


def test_the_week_is_that_of_the_leagues_clocks(league, teams):
    weekly(league, "Pacific/Auckland")
    sunday = datetime(2027, 1, 3, 17, tzinfo=UTC)  # Monday, 6:00, in Auckland
    assert due_at(league, sunday - timedelta(hours=1)) is None
    assert due_at(league, sunday) == (2027, 1)
    with pytest.raises(AlreadyPublished):
        publish(league, at=sunday + timedelta(days=2))
    west = a_league()
    a_drafted_team(west, "Orc")
    weekly(west, "America/Los_Angeles", weekday=7, hour=20)
    assert due_at(west, datetime(2027, 1, 11, 4, tzinfo=UTC)) == (2027, 1)  # Sunday, 20:00, in Los Angeles


def test_the_hour_stays_the_same_when_the_clocks_change(league, teams):
    weekly(league, "Europe/Prague", weekday=7)
    assert due_at(league, datetime(2027, 3, 21, 4, tzinfo=UTC)) is None
    assert due_at(league, datetime(2027, 3, 21, 5, tzinfo=UTC)) == (2027, 11)
    happens(teams[0], Departed(1, "dead", "old age"))
    assert (
        due_at(league, datetime(2027, 3, 28, 3, tzinfo=UTC)) is None
    )  # Clocks went from 2:00 to 3:00 this night.
    assert due_at(league, datetime(2027, 3, 28, 4, tzinfo=UTC)) == (2027, 12)


def test_an_hour_that_is_left_out_in_spring_is_made_up_for_by_the_next(league, teams):
    weekly(league, "Europe/Prague", weekday=7, hour=2)
    assert due_at(league, datetime(2027, 3, 28, 0, tzinfo=UTC)) is None  # 1:00
    assert due_at(league, datetime(2027, 3, 28, 1, tzinfo=UTC)) == (2027, 12)  # 3:00


def test_an_hour_that_comes_twice_in_autumn_is_published_once(league, teams):
    weekly(league, "Europe/Prague", weekday=7, hour=2)
    assert due_at(league, datetime(2027, 10, 31, 0, tzinfo=UTC)) == (2027, 43)  # 2:00 in summer time
    happens(teams[0], Departed(1, "dead", "old age"))
    assert due_at(league, datetime(2027, 10, 31, 1, tzinfo=UTC)) is None  # 2:00 again
    assert league.publications.count() == 1


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../etc/passwd", "UTC+1", "x" * 500, "Europe/Prague\0"])
def test_time_zones_that_are_none_are_refused(league, zone):
    with pytest.raises(Refusal, match="There is no time zone"):
        weekly(league, zone)


def test_a_replaced_page_was_replaced_by_somebody_who_said_so(league, teams):
    """Neither the clock nor a second press of the button replaces anything."""
    weekly(league, "UTC")
    first = publish(league, at=MONDAY)
    happens(teams[0], Departed(11, "dead", "old age"))
    assert publish_due(MONDAY + timedelta(days=2)) == []
    with pytest.raises(AlreadyPublished):
        publish(league, at=MONDAY + timedelta(days=2))
    first.refresh_from_db()
    assert first.published_at == MONDAY
