"""What a purchase would make of a team: what the preview says is what comes."""

from __future__ import annotations

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from engine.acts import Line, Purchase, Retirement
from engine.roster import GoldChanged, Injured
from teams.domain import buying, foreseeing
from teams.domain.ledger import roster_of
from teams.models import Status
from tests.helpers import a_draft, a_drafted_team, a_league, assert_reconciled, browser, coach_of, happens

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["lrb4", "crp", "lrb5x"])
def team(request):
    league = a_league(edition=request.param)
    found = a_drafted_team(league, players=a_draft(league).players[:11], rerolls=1, apothecary=0)
    yield happens(found, GoldChanged(400_000, "a gift"), Injured(2, "Broken Ribs", "miss"))
    assert_reconciled(league)


def outlook(team, wanted):
    return foreseeing.of_purchase(team.league.rules, roster_of(team), wanted, buying.check(team, wanted))


@pytest.mark.parametrize(
    "wanted",
    [
        Purchase(players=(Line("Goblin", "Snik", 77),)),
        Purchase(rerolls=1),
        Purchase(assistant_coaches=2, cheerleaders=1),
        Purchase(apothecary=1),
        Purchase(players=(Line("Goblin", "Snik", 77),), retire=(Retirement(1),)),
    ],
    ids=["player", "re-roll", "staff", "apothecary", "room"],
)
def test_what_is_foreseen_comes(team, wanted):
    foreseen = outlook(team, wanted)
    bought = buying.buy(team, coach_of(team), wanted)
    active = bought.players.filter(status=Status.ACTIVE).count()
    assert (foreseen.left, foreseen.players, foreseen.strength) == (bought.treasury, active, bought.strength)
    assert foreseen.cost == team.treasury - bought.treasury


def test_one_of_each_thing_is_foreseen_as_if_it_were_bought_alone(team):
    found = foreseeing.one_more(team.league.rules, roster_of(team))
    assert found["rerolls"] == outlook(team, Purchase(rerolls=1))
    assert found["Goblin"] == outlook(team, Purchase(players=(Line("Goblin", "Snik", 77),)))
    assert {*found} == {
        *(one.name for one in team.league.rules.race("Orc").positions),
        *foreseeing.THINGS,
    }


def test_what_cannot_be_paid_says_how_much_is_missing(team):
    poor = happens(team, GoldChanged(-team.treasury, "a thief"))
    foreseen = foreseeing.one_more(poor.league.rules, roster_of(poor))["Goblin"]
    assert (foreseen.strength, foreseen.short) == (None, 40_000)
    page = reverse("teams:buy", args=[poor.league.slug, poor.slug])
    assert "40,000 too few" in browser(coach_of(poor)).get(page).content.decode()


def test_the_page_shows_the_team_after_the_purchase_as_it_is_filled_in(team):
    coach = browser(coach_of(team))
    args = [team.league.slug, team.slug]
    first = coach.get(reverse("teams:buy", args=args)).content.decode()
    assert "leaves" in first
    after = outlook(team, Purchase(rerolls=1))
    shown = coach.post(reverse("teams:buy_check", args=args), {"rerolls": "1"}).content.decode()
    assert f"{after.strength:,}" in shown
    assert f"{after.left:,}" in shown
    without_script = coach.post(reverse("teams:buy", args=args), {"rerolls": "1", "check": "1"})
    assert f"{after.strength:,}" in without_script.content.decode()
    assert team.league.acts.filter(kind="buy").count() == 0


def test_the_api_foresees_the_same(team):
    client = APIClient()
    client.force_authenticate(coach_of(team))
    address = f"/api/v1/leagues/{team.league.slug}/teams/{team.slug}/buy/check/"
    after = outlook(team, Purchase(rerolls=1))
    assert client.post(address, {"rerolls": 1}, format="json").json() == {
        "cost": after.cost,
        "left": after.left,
        "players": 11,
        "strength": after.strength,
        "problems": [],
    }
    refused = client.post(address, {"rerolls": 99}, format="json").json()
    assert refused["strength"] is None
    assert refused["problems"]
