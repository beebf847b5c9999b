"""The page and the API on which a league is moved to another edition, and those that compare editions."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from rest_framework.test import APIClient

from engine import editions
from league.models import League, User
from teams.domain.converting import look
from teams.models import Act, Team
from tests.helpers import (
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_played_match,
    assert_reconciled,
    browser,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(db: None) -> League:
    return a_league("Old World Cup")


@pytest.fixture
def by(league: League) -> User:
    return a_commissioner(league)


def page(league: League) -> str:
    return reverse("teams:move", args=[league.slug])


def sent(league: League, **more: Any) -> dict[str, Any]:
    return {"edition": "crp", "sequence": League.objects.get(pk=league.pk).sequence, "key": "k", **more}


def test_a_league_is_chosen_looked_at_and_moved(league: League, by: User) -> None:
    team = a_drafted_team(league, "Dwarf", name="Anvils")
    visitor = browser(by)
    rules = visitor.get(reverse("league:rules", args=[league.slug])).content.decode()
    assert page(league) in rules
    chosen = visitor.get(page(league)).content.decode()
    assert "Competition Rules" in chosen
    assert "Move Old World Cup to" not in chosen
    seen = visitor.get(page(league), {"edition": "crp"}).content.decode()
    assert "Long Beard is called Blocker" in seen
    assert "Move Old World Cup to Competition Rules" in seen
    answer = visitor.post(page(league), sent(league), follow=True)
    act = Act.objects.get(league=league, kind="convert")
    assert answer.redirect_chain == [(reverse("teams:act", args=[league.slug, act.sequence]), 302)]
    told = answer.content.decode()
    assert "Old World Cup plays Competition Rules from now on." in told
    assert "Moves from Living Rulebook 4 to Competition Rules, as Dwarf" in told
    assert "Blocker" in set(Team.objects.get(pk=team.pk).players.values_list("position", flat=True))
    assert_reconciled(league)


def test_what_stands_in_the_way_is_told_and_nothing_moves(league: League, by: User) -> None:
    one, other = a_drafted_team(league, "Orc"), a_drafted_team(league, "Human")
    a_played_match(one, other)
    a_fixture(one, other, round=2)
    visitor = browser(by)
    seen = visitor.get(page(league), {"edition": "crp"}).content.decode()
    assert "The season is being played, with match 2 still open." in seen
    assert "Move Old World Cup to" not in seen
    answer = visitor.post(page(league), sent(league))
    assert answer.status_code == 400
    assert "The season is being played" in answer.content.decode()
    assert League.objects.get(pk=league.pk).edition == "lrb4"


def test_what_has_no_counterpart_is_chosen_on_the_page(league: League, by: User) -> None:
    a_drafted_team(league, "Ogre", name="Bellies")
    visitor = browser(by)
    seen = visitor.get(page(league), {"edition": "crp"}).content.decode()
    assert 'name="positions/Ogre/Goblin"' in seen
    assert "Not decided: the league stays" in seen
    decided = {"positions/Ogre/Goblin": "Snotling"}
    seen = visitor.get(page(league), {"edition": "crp", **decided}).content.decode()
    assert '<input type="hidden" name="positions/Ogre/Goblin" value="Snotling">' in seen
    assert "Goblin is called Snotling" in seen
    assert visitor.post(page(league), sent(league, **decided)).status_code == 302
    assert_reconciled(league)


@pytest.mark.parametrize(
    "typed",
    [
        {"edition": "lrb9"},
        {"edition": "crp", "sequence": "x"},
        {"edition": "crp", "sequence": "9" * 40},
        {"edition": "", "sequence": "1"},
        {"edition": "lrb4", "sequence": "1"},
        {"edition": "crp", "positions/Ogre/Goblin": "\x00", "sequence": "1"},
    ],
)
def test_whatever_is_sent_is_answered_in_words(league: League, by: User, typed: dict[str, str]) -> None:
    answer = browser(by).post(page(league), typed)
    assert answer.status_code in (400, 409)
    assert 'role="alert"' in answer.content.decode()
    assert League.objects.get(pk=league.pk).edition == "lrb4"


def test_an_outlook_takes_as_many_queries_for_few_teams_as_for_many(league: League, by: User) -> None:
    a_drafted_team(league, "Orc")

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            look(by, league, "crp")
        return len(captured)

    before = queries()
    for race in ("Human", "Dwarf", "Skaven"):
        a_drafted_team(league, race)
    assert queries() == before


def test_the_api_looks_and_moves(league: League, by: User) -> None:
    a_drafted_team(league, "Ogre", name="Bellies")
    client = APIClient()
    client.force_authenticate(by)
    check = reverse("api:move_check", args=[league.slug])
    seen = client.post(check, {"edition": "crp"}, format="json").json()
    assert [one["team"] for one in seen["teams"]] == ["bellies"]
    assert seen["problems"] != []
    assert [(gap["table"], gap["key"], gap["stops"]) for gap in seen["gaps"]] == [
        ("positions", "Ogre/Goblin", True)
    ]
    wanted = {"edition": "crp", "decided": {"positions": {"Ogre/Goblin": "Snotling"}}}
    seen = client.post(check, wanted, format="json").json()
    assert seen["problems"] == []
    move = reverse("api:move", args=[league.slug])
    stale = client.post(move, {**wanted, "sequence": seen["sequence"] - 1}, format="json")
    assert stale.status_code == 409
    done = client.post(move, {**wanted, "sequence": seen["sequence"]}, format="json")
    assert (done.status_code, done.json()["kind"]) == (200, "convert")
    assert League.objects.get(pk=league.pk).edition == "crp"
    again = client.post(move, {"edition": "crp", "sequence": 3, "decided": {"ogres": 1}}, format="json")
    assert again.status_code == 400
    assert_reconciled(league)


# --- editions side by side ----------------------------------------------------------------------------------------


def test_every_two_editions_are_compared_for_everybody() -> None:
    visitor = browser()
    listed = visitor.get(reverse("league:editions")).content.decode()
    for key in editions.EDITIONS:
        assert editions.edition(key).name in listed
        for other in editions.EDITIONS:
            if other != key:
                address = reverse("league:compare", args=[key, other])
                assert address in listed
                assert visitor.get(address).status_code == 200
                assert visitor.get(address, {"show": "everything"}).status_code == 200


def test_an_edition_beside_itself_differs_in_nothing() -> None:
    address = reverse("league:compare", args=["crp", "crp"])
    told = browser().get(address).content.decode()
    assert "Nothing differs." in told
    assert "Team lists" not in told
    assert "Team lists" in browser().get(address, {"show": "everything"}).content.decode()


def test_what_changed_for_my_orcs() -> None:
    address = reverse("league:compare", args=["lrb4", "crp"])
    told = browser().get(address, {"race": "Orc"}).content.decode()
    assert "What changed for Orc?" in told
    assert "110,000 gold" in told
    assert "Black Orc Blocker" not in told
    everything = browser().get(address, {"race": "Orc", "show": "everything"}).content.decode()
    assert "Black Orc Blocker" in everything
    for race in editions.edition("lrb4").races:
        assert browser().get(address, {"race": race}).status_code == 200


def test_an_edition_or_a_list_that_is_not_there_is_not_found() -> None:
    visitor = browser()
    assert visitor.get("/editions/lrb4/lrb9/").status_code == 404
    assert visitor.get("/editions/lrb4/crp/", {"race": "Snow Elf"}).status_code == 404
    client = APIClient()
    assert client.get("/api/v1/editions/lrb4/lrb9/").status_code == 404
    assert client.get("/api/v1/editions/lrb4/crp/", {"race": "Snow Elf"}).status_code == 404


def test_the_api_compares() -> None:
    client = APIClient()
    address = reverse("api:compared", args=["lrb4", "crp"])
    seen = client.get(address).json()
    assert (seen["old"], seen["new"], len(seen["races"])) == ("lrb4", "crp", 24)
    (orcs,) = client.get(address, {"race": "Orc"}).json()["races"]
    troll = next(one for one in orcs["positions"] if one["new"] == "Troll")
    assert {"what": "Price", "old": "100,000 gold", "new": "110,000 gold", "differs": True} in troll["pairs"]
    slann = next(one for one in seen["races"] if one["new"] == "Slann")
    assert slann["old"] is None


def test_comparing_asks_the_database_nothing() -> None:
    visitor = browser()
    with CaptureQueriesContext(connection) as captured:
        visitor.get(reverse("league:compare", args=["lrb4", "crp"]))
    assert len(captured) == 0
