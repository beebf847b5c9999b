"""The page of an improvement: the chances before the dice fall, and the options after."""

from __future__ import annotations

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from engine.roster import SppGained
from teams.domain import improving, levelling
from tests.helpers import a_drafted_team, a_league, assert_reconciled, browser, coach_of, happens

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["lrb4", "crp", "lrb5x"])
def team(request):
    league = a_league(edition=request.param)
    yield happens(a_drafted_team(league), SppGained(1, "mvp", 2, 10))
    assert_reconciled(league)


def address(team):
    return reverse("teams:improve", args=[team.league.slug, team.slug, 1])


def test_the_chances_of_each_roll_add_up_to_one(team):
    found = levelling.prospects(team.league.rules, improving.current(team, 1))
    assert [sum(line.chance.faces for line in one.lines) for one in found] == [36] * len(found)
    text = browser(coach_of(team)).get(address(team)).content.decode()
    for one in found:
        for line in one.lines:
            assert f"{line.chance.faces}/36" in text
            assert line.words in text


def test_after_the_roll_the_options_stand_by_category(team):
    coach = browser(coach_of(team))
    coach.post(address(team), {"version": "0", "die": ["6", "6"]})
    seen = improving.current(team, 1)
    assert levelling.prospects(team.league.rules, seen) == ()
    groups = levelling.option_groups(team.league.rules, seen)
    assert tuple(option.pick for group in groups for option in group.options) == seen.question.options
    assert groups[0].name == "Characteristics"
    assert [option.pick for option in groups[0].options] == ["+st"]
    text = coach.get(address(team)).content.decode()
    for group in groups:
        assert f"<legend>{group.name}</legend>" in text
    assert ("worth 50,000 gold" in text) == (team.league.edition != "lrb4")


def test_the_api_tells_the_same_chances(team):
    client = APIClient()
    client.force_authenticate(coach_of(team))
    told = client.get(f"/api/v1/leagues/{team.league.slug}/teams/{team.slug}/players/1/improve/").json()
    chances = told["prospects"][0]["chances"]
    assert [one["faces"] for one in chances] == [
        line.chance.faces
        for line in levelling.prospects(team.league.rules, improving.current(team, 1))[0].lines
    ]
    assert chances[-1]["stats"] == ["st"]
    client.post(
        f"/api/v1/leagues/{team.league.slug}/teams/{team.slug}/players/1/improve/",
        {"version": 0, "dice": [6, 6]},
        format="json",
    )
    asked = client.get(f"/api/v1/leagues/{team.league.slug}/teams/{team.slug}/players/1/improve/").json()
    assert len(asked["question"]["worth"]) == len(asked["question"]["options"])
