"""Pages of tables and publications: who sees them, what they say, and how often they ask the database."""

from __future__ import annotations

import csv
from datetime import UTC, datetime
from io import StringIO

import pytest

from league.domain.members import set_role
from league.models import Role
from matches.domain.applying import apply_log
from teams.domain.drafting import accept_team
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_played_match,
    a_submitted_log,
    a_user,
    browser,
)
from tests.tournaments.competing.builders import a_competition, commissioner_of
from tournaments.domain.competing import setting_up
from tournaments.domain.publishing import publish, set_schedule
from tournaments.models import Kind, Publication, Schedule

READ = ["", "standings/", "standings.csv", "leaders/", "standings/published/"]


@pytest.fixture
def league(db):
    return a_league()


@pytest.fixture
def played(league):
    home = a_drafted_team(league, "Orc", name="O'Malley's <b>Bruisers</b>")
    away = a_drafted_team(league, "Human", name="東京ドラゴンズ")
    result = a_played_match(home, away)
    a_fixture(away, home, round=2)
    return result


def page(league, path="", user=None, **query):
    return browser(user).get(f"/l/{league.slug}/{path}", query)


@pytest.mark.parametrize("path", READ)
def test_everybody_reads_a_public_league(league, played, path):
    assert page(league, path).status_code == 200


@pytest.mark.parametrize("path", READ)
def test_a_private_league_is_not_there_for_strangers(db, path):
    private = a_league(public=False)
    assert page(private, path).status_code == 404
    assert page(private, path, a_user()).status_code == 404
    assert page(private, path, a_coach(private)).status_code == 200


@pytest.mark.parametrize("path", READ)
def test_an_empty_league_has_its_pages(league, path):
    assert page(league, path).status_code == 200


def test_names_are_escaped(league, played):
    for path in ("", "standings/"):
        text = page(league, path).content.decode()
        assert "O&#x27;Malley&#x27;s &lt;b&gt;Bruisers&lt;/b&gt;" in text
        assert "東京ドラゴンズ" in text
        assert "<b>Bruisers" not in text


def test_a_new_league_tells_its_commissioner_what_to_do_next(league):
    commissioner = a_commissioner(league)
    text = page(league, user=commissioner).content.decode()
    assert next_step(text) == "Invite coaches"
    a_coach(league)
    assert next_step(page(league, user=commissioner).content.decode()) == "Draft teams"
    waiting = a_drafted_team(league, "Orc", accepted=False)
    assert "1 team waits for you to accept it." in page(league, user=commissioner).content.decode()
    accept_team(commissioner, waiting)
    other = a_drafted_team(league, "Human")
    assert next_step(page(league, user=commissioner).content.decode()) == "Make fixtures"
    fixture = a_fixture(waiting, other)
    assert next_step(page(league, user=commissioner).content.decode()) == "Play"
    publish(league, commissioner)
    log = a_submitted_log(fixture)
    assert "1 match log waits for you to apply it." in page(league, user=commissioner).content.decode()
    apply_log(log, commissioner)
    text = page(league, user=commissioner).content.decode()
    assert next_step(text) == "Publish", "a page from before the first match does not count"
    publish(league, commissioner, replace=True)
    assert "What to do next" not in page(league, user=commissioner).content.decode()


def next_step(text: str) -> str:
    """The name of the first step that is not done."""
    return text.split('aria-current="step">', 1)[1].split("<strong>", 1)[1].split("</strong>", 1)[0]


def test_a_commissioner_closes_the_first_steps(league):
    commissioner = a_commissioner(league)
    text = browser(commissioner).post(f"/l/{league.slug}/settings/guide/", follow=True).content.decode()
    assert "What to do next" not in text
    assert "What waits for you is in the office." in text


def test_the_home_shows_competitions_that_are_played_or_take_entries(league, played):
    a_competition(league, name="Autumn Season")
    setting_up.create(commissioner_of(league), league, "Not yet", Kind.CUP)
    text = page(league).content.decode()
    assert "Autumn Season" in text
    assert "Not yet" not in text


def test_a_new_league_tells_others_that_it_is_about_to_begin(league):
    assert "about to begin" in page(league).content.decode()
    assert "Draft a team" not in page(league).content.decode()
    assert "Draft a team" in page(league, user=a_coach(league)).content.decode()


def test_who_has_a_team_is_led_to_the_desk(league):
    team = a_drafted_team(league, "Orc", accepted=False)
    assert "To your desk" in page(league, user=team.coach).content.decode()


def test_shared_places_are_shown_as_such(league):
    a_drafted_team(league, "Orc")
    a_drafted_team(league, "Human")
    assert page(league, "standings/").content.decode().count("=1</td>") == 2


def test_an_old_season_and_none(league, played):
    assert page(league, "standings/", season=1).status_code == 200
    assert page(league, "standings/", season=2).status_code == 404
    assert page(league, "standings/", season="x").status_code == 400


def test_the_spreadsheet(league, played):
    a_drafted_team(league, "Dwarf", name="=cmd()")
    answer = page(league, "standings.csv")
    rows = list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"))))
    assert {row["Team"] for row in rows} == {"O'Malley's <b>Bruisers</b>", "東京ドラゴンズ", "'=cmd()"}
    assert {row["Played"] for row in rows} == {"0", "1"}


def test_publishing_from_the_page(league, played):
    commissioner = a_commissioner(league)
    client = browser(commissioner)
    address = f"/l/{league.slug}/standings/publish/"
    answer = client.post(address, follow=True)
    assert answer.status_code == 200
    assert "is published" in answer.content.decode()
    again = client.post(address)
    assert again.status_code == 409
    assert "Replace it" in again.content.decode()
    assert client.post(address, {"replace": "1"}).status_code == 302
    assert Publication.objects.count() == 1


@pytest.mark.parametrize("path", ["standings/publish/", "standings/schedule/"])
def test_only_a_commissioner_publishes(league, played, path):
    address = f"/l/{league.slug}/{path}"
    assert browser().post(address).status_code in (302, 403)
    assert browser(a_coach(league)).post(address).status_code == 403
    assert browser(a_commissioner(league)).get(address).status_code == 405
    assert not Publication.objects.exists()


def test_a_former_commissioner_publishes_no_more(league, played):
    keeper, former = a_commissioner(league), a_commissioner(league)
    set_role(keeper, league, former.pk, Role.COACH)
    assert browser(former).post(f"/l/{league.slug}/standings/publish/").status_code == 403


def test_the_day_of_publication(league):
    client = browser(a_commissioner(league))
    address = f"/l/{league.slug}/standings/schedule/"
    assert client.post(address, {"weekday": "4", "hour": "20", "zone": "Europe/Prague"}).status_code == 302
    assert "Every Thursday at 20:00" in page(league, "standings/published/").content.decode()
    assert client.post(address, {"weekday": "", "hour": "20", "zone": "UTC"}).status_code == 302
    assert Schedule.objects.get().weekday is None
    assert client.post(address, {"weekday": "9", "hour": "20", "zone": "UTC"}).status_code == 400
    assert client.post(address, {"weekday": "4", "hour": "20", "zone": "Mars/Olympus"}).status_code == 400


def test_when_it_was_published_is_told_by_the_leagues_clocks(league, played):
    set_schedule(a_commissioner(league), league, 1, 6, "Asia/Tokyo")
    publish(league, at=datetime(2027, 1, 4, 21, tzinfo=UTC))
    text = page(league, "standings/published/").content.decode()
    assert "5 January 2027, 06:00" in text
    assert "Every Monday at 06:00 in Tokyo" in text


def test_a_publication_that_is_not_there(league):
    assert page(league, "standings/2026-48/").status_code == 404


def test_a_publication_shows_the_names_of_its_day(league, played):
    made = publish(league)
    text = page(league, f"standings/{made.year}-{made.week}/").content.decode()
    assert "東京ドラゴンズ" in text
    assert f"Week {made.week} of {made.year}" in text


@pytest.mark.parametrize(
    "path, most", [("", 12), ("standings/", 8), ("leaders/", 8), ("standings/published/", 8)]
)
def test_queries_do_not_grow_with_the_league(league, played, path, most, django_assert_max_num_queries):
    user = a_coach(league)
    client = browser(user)
    address = f"/l/{league.slug}/{path}"
    client.get(address)
    with django_assert_max_num_queries(most) as few:
        client.get(address)
    third, fourth = a_drafted_team(league, "Dwarf"), a_drafted_team(league, "Skaven")
    for round in (2, 3):
        a_played_match(third, fourth, round, seed=round)
        a_fixture(fourth, played.fixture.home, round + 5)
    client.get(address)
    with django_assert_max_num_queries(most) as more:
        client.get(address)
    assert len(more.captured_queries) == len(few.captured_queries)
