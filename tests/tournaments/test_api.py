"""Tables, leaders and publications in the API, and the admin of publications."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_league,
    a_played_match,
    a_user,
    browser,
)
from tournaments.domain.publishing import publish
from tournaments.models import Publication

READ = ["standings/", "leaders/", "publications/", "publications/schedule/"]


@pytest.fixture
def league(db):
    return a_league()


@pytest.fixture
def played(league):
    return a_played_match(a_drafted_team(league, "Orc"), a_drafted_team(league, "Human"))


def client(user=None):
    api = APIClient()
    api.force_authenticate(user)
    return api


def address(league, path):
    return f"/api/v1/leagues/{league.slug}/{path}"


def test_the_table(league, played):
    rows = client().get(address(league, "standings/")).json()
    by_team = {row["team"]: row for row in rows}
    home = by_team[played.fixture.home.slug]
    assert home["touchdowns_for"] == played.home_score
    assert home["casualties_against"] == played.away_casualties
    assert home["won"] + home["drawn"] + home["lost"] == 1
    assert client().get(address(league, "standings/?season=1")).json() == rows
    assert client().get(address(league, "standings/?season=7")).status_code == 404
    assert client().get(address(league, "standings/?season=x")).status_code == 400


def test_the_leaders(league, played):
    boards = client().get(address(league, "leaders/")).json()
    assert [board["measure"] for board in boards] == ["spp", "touchdowns", "casualties", "completions"]
    assert boards[0]["leaders"][0]["value"] >= 5


@pytest.mark.parametrize("path", READ)
def test_who_reads(league, path):
    private = a_league(public=False)
    assert client().get(address(league, path)).status_code == 200
    assert client().get(address(private, path)).status_code == 404
    assert client(a_user()).get(address(private, path)).status_code == 404
    assert client(a_coach(private)).get(address(private, path)).status_code == 200


def test_publishing(league, played):
    commissioner = client(a_commissioner(league))
    made = commissioner.post(address(league, "publications/"))
    assert made.status_code == 201
    body = made.json()
    assert [score["home"] for score in body["results"]] == [played.fixture.home.slug]
    seen = client().get(address(league, f"publications/{body['year']}-{body['week']}/"))
    assert seen.json() == body
    listed = client().get(address(league, "publications/")).json()
    assert [(one["year"], one["week"]) for one in listed["results"]] == [(body["year"], body["week"])]
    again = commissioner.post(address(league, "publications/"))
    assert again.status_code == 409
    assert "already" in again.json()["detail"]
    assert commissioner.post(address(league, "publications/"), {"replace": True}).status_code == 201
    assert client().get(address(league, "publications/1999-1/")).status_code == 404


def test_who_publishes(league, played):
    assert client().post(address(league, "publications/")).status_code == 401
    assert client(a_coach(league)).post(address(league, "publications/")).status_code == 403
    other = a_commissioner(a_league())
    assert client(other).post(address(league, "publications/")).status_code == 403
    assert not Publication.objects.exists()


def test_the_schedule(league):
    commissioner = client(a_commissioner(league))
    path = address(league, "publications/schedule/")
    assert client().get(path).json() == {"weekday": 1, "hour": 6, "zone": "UTC"}
    changed = {"weekday": None, "hour": 8, "zone": "Europe/Prague"}
    assert commissioner.put(path, changed).json() == changed
    assert commissioner.put(path, {**changed, "zone": "Mars/Olympus"}).status_code == 400
    assert commissioner.put(path, {"weekday": 9, "hour": 8}).status_code == 400
    assert client(a_coach(league)).put(path, {"weekday": 1, "hour": 8}).status_code == 403


def test_the_admin_publishes_and_changes_nothing(league, played):
    commissioner = browser(a_commissioner(league))
    add = "/admin/tournaments/publication/add/"
    assert commissioner.get(add).status_code == 200
    assert commissioner.post(add, {"league": league.pk}).status_code == 302
    publication = Publication.objects.get()
    refused = commissioner.post(add, {"league": league.pk}, follow=True)
    assert "already" in refused.content.decode()
    one = f"/admin/tournaments/publication/{publication.pk}/"
    assert commissioner.get("/admin/tournaments/publication/").status_code == 200
    assert commissioner.get(f"{one}change/").status_code == 200
    assert commissioner.post(f"{one}change/", {"week": 3}).status_code == 403
    assert commissioner.post(f"{one}delete/", {"post": "yes"}).status_code == 403
    assert Publication.objects.count() == 1


def test_the_admin_shows_publications_of_own_leagues_only(league, played):
    publication = publish(league)
    other = browser(a_commissioner(a_league()))
    answer = other.get(f"/admin/tournaments/publication/{publication.pk}/change/")
    assert answer.status_code in (302, 403, 404)
    assert other.post("/admin/tournaments/publication/add/", {"league": league.pk}).status_code == 200
    assert Publication.objects.count() == 1
