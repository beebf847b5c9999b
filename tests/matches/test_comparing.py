"""Two teams side by side: on the page, in the API, and by the edition of their league."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from rest_framework.test import APIClient

from engine.questions import Refusal
from engine.roster import GoldChanged, Injured
from league.domain.roles import NotVisible
from matches.domain import comparing
from tests.helpers import (
    a_coach,
    a_drafted_team,
    a_fixture,
    a_league,
    a_played_match,
    assert_reconciled,
    browser,
    happens,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["lrb4", "crp", "lrb5x"])
def league(request):
    found = a_league(edition=request.param)
    yield found
    assert_reconciled(found)


@pytest.fixture
def teams(league):
    return a_drafted_team(league, "Orc", name="Iron Tusks"), a_drafted_team(
        league, "Skaven", name="Sewer Saints"
    )


def page(league, **asked):
    return reverse("matches:compare", args=[league.slug], query=asked or None)


def text(league, **asked):
    return browser().get(page(league, **asked)).content.decode()


def test_without_two_teams_it_asks_which(league):
    assert "Two teams are needed" in text(league)


def test_it_offers_the_teams_that_play(league, teams):
    a_drafted_team(league, "Dwarf", name="Not Yet", accepted=False)
    shown = text(league)
    assert "Iron Tusks" in shown
    assert "Not Yet" not in shown
    assert "Choose two teams" in shown


def test_a_team_is_not_compared_with_itself(league, teams):
    answer = browser().get(page(league, home=teams[0].slug, away=teams[0].slug))
    assert answer.status_code == 400
    assert "choose two different teams" in answer.content.decode()
    with pytest.raises(Refusal):
        comparing.compare(league, teams[0].slug, teams[0].slug)


def test_a_team_of_another_league_is_not_there(league, teams):
    stranger = a_drafted_team(a_league())
    assert browser().get(page(league, home=teams[0].slug, away=stranger.slug)).status_code == 404
    with pytest.raises(NotVisible):
        comparing.compare(league, teams[0].slug, stranger.slug)


def test_both_teams_stand_side_by_side(league, teams):
    home = happens(teams[0], Injured(1, "Smashed Knee", "niggling"))
    home = happens(home, Injured(2, "Broken Ribs", "miss"))
    seen = comparing.compare(league, home.slug, teams[1].slug)
    assert [one.id for one in seen.home.missing] == [1, 2]
    assert seen.home.fit == len(seen.home.roster.active) - 2
    assert seen.home.help.strength >= home.strength
    shown = text(league, home=home.slug, away=teams[1].slug)
    for one in seen.sides:
        assert f"{one.help.strength:,}" in shown
    assert "misses the match" in shown


def test_whom_a_team_could_hire_stands_with_the_price(league, teams):
    home = happens(teams[0], GoldChanged(800_000, "a gift"))
    seen = comparing.compare(league, home.slug, teams[1].slug)
    offers = [offer for one in seen.sides for _, shelf in one.shelves for offer in shelf]
    shown = text(league, home=home.slug, away=teams[1].slug)
    assert offers or seen.home.own_gold == home.treasury
    for offer in offers:
        assert f"{offer.price:,}" in shown


def test_earlier_matches_are_counted_from_both_sides(league, teams):
    first = a_played_match(*teams, seed=3)
    second = a_played_match(teams[1], teams[0], round=2, seed=4)
    seen = comparing.compare(league, teams[0].slug, teams[1].slug)
    assert (seen.played, [one.pk for one in seen.met]) == (2, [second.pk, first.pk])
    mirrored = comparing.compare(league, teams[1].slug, teams[0].slug)
    assert (seen.home.won, seen.away.won, seen.drawn) == (
        mirrored.away.won,
        mirrored.home.won,
        mirrored.drawn,
    )
    assert f"{second.home_score}–{second.away_score}" in text(league, home=teams[0].slug, away=teams[1].slug)


def test_the_next_match_of_the_two_is_a_click_away(league, teams):
    fixture = a_fixture(*teams)
    assert fixture.get_absolute_url() in text(league, home=teams[1].slug, away=teams[0].slug)


def test_earlier_matches_cost_no_more_queries(league, teams):
    def count():
        with CaptureQueriesContext(connection) as captured:
            text(league, home=teams[0].slug, away=teams[1].slug)
        return len(captured)

    a_played_match(*teams, seed=3)
    before = count()
    a_played_match(*teams, round=2, seed=4)
    a_drafted_team(league, "Dwarf")
    assert count() == before


def test_the_api_compares_as_the_page_does(league, teams):
    client = APIClient()
    client.force_authenticate(a_coach(league))
    address = f"/api/v1/leagues/{league.slug}/compare/"
    seen = comparing.compare(league, teams[0].slug, teams[1].slug)
    told = client.get(address, {"home": teams[0].slug, "away": teams[1].slug}).json()
    assert (told["difference"], told["weaker"], told["fixture"]) == (seen.difference, seen.weaker, None)
    assert told["away"]["help"]["purse"] == seen.away.help.purse
    assert told["home"]["fit"] == seen.home.fit
    assert client.get(address, {"home": teams[0].slug}).status_code == 404
    assert client.get(address).status_code == 400
