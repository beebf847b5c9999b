"""Races of which a league drafts no teams, and races that are hard to play."""

from __future__ import annotations

from html import unescape

import msgspec
import pytest
from django.urls import reverse

from engine.questions import Refusal
from league.domain import leagues
from teams.domain import drafting
from teams.models import Team
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_draft,
    a_drafted_team,
    a_league,
    assert_reconciled,
    browser,
)

pytestmark = pytest.mark.django_db
REFUSED = "In this league no Slann team may be drafted."


@pytest.fixture
def league(db):
    league = a_league(edition="crp")
    yield league
    assert_reconciled(league)


def closed(league):
    return leagues.change_house_rules(a_commissioner(league), league, {"rosters/new_teams": False})


def offered(league, coach):
    """The cards of the page where a race is chosen, by race."""
    page = unescape(browser(coach).get(reverse("teams:draft", args=[league.slug])).content.decode())
    cards = page.split('<li class="card">')[1:]
    return {card.split("?race=")[1].split(">")[1].split("<")[0]: card for card in cards}


def test_the_page_offers_every_race_with_what_a_coach_should_know(league):
    cards = offered(league, a_coach(league))
    assert len(cards) == 24
    hard = {race for race, card in cards.items() if "for experienced coaches" in card}
    assert hard == {race.name for race in league.rules.races.values() if race.advanced}
    assert {race for race, card in cards.items() if "new team" in card} == {
        "Chaos Pact",
        "Slann",
        "Underworld",
    }


def test_a_hard_race_says_so_on_its_sheet(league):
    address = reverse("teams:draft", args=[league.slug])
    coach = browser(a_coach(league))
    words = "This race is hard to play"
    assert words in coach.get(address, {"race": "Goblin"}).content.decode()
    assert words not in coach.get(address, {"race": "Orc"}).content.decode()


def test_a_closed_race_is_neither_offered_nor_drafted(league):
    coach, wanted = a_coach(league), a_draft(league, "Slann")
    shut = closed(league)
    assert len(offered(shut, coach)) == 21
    sheet = browser(coach).get(reverse("teams:draft", args=[league.slug]), {"race": "Slann"})
    assert "First, the race" in sheet.content.decode()
    with pytest.raises(Refusal) as refused:
        drafting.draft_team(shut, coach, wanted)
    assert [one.message for one in refused.value.problems] == [REFUSED]
    assert not Team.objects.exists()


def test_the_api_says_the_same(league):
    coach, wanted = a_coach(league), msgspec.to_builtins(a_draft(league, "Slann"))
    closed(league)
    answer = browser(coach).post(
        f"/api/v1/leagues/{league.slug}/draft/check/", wanted, content_type="application/json"
    )
    assert answer.json()["problems"] == [REFUSED]
    slann = next(
        race
        for race in browser(coach).get("/api/v1/editions/crp/").json()["races"]
        if race["name"] == "Slann"
    )
    assert (slann["new"], slann["closed"], slann["advanced"]) == (True, False, False)


def test_a_team_that_is_there_goes_on(league):
    team = a_drafted_team(league, "Slann")
    closed(league)
    assert team.coach is not None
    page = browser(team.coach).get(reverse("teams:buy", args=[league.slug, team.slug]))
    assert page.status_code == 200


def test_a_draft_by_the_api_begins_with_the_least_fan_factor(league):
    wanted = {"name": "Ghosts", "race": "Orc", "players": []}
    answer = browser(a_coach(league)).post(
        f"/api/v1/leagues/{league.slug}/draft/check/", wanted, content_type="application/json"
    )
    assert answer.json()["cost"] == 0
