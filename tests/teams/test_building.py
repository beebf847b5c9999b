"""Home fields of teams: built, built over and repaired, by whom, on the pages and in the API."""

from __future__ import annotations

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from engine import acts
from engine.questions import Refusal
from engine.roster import (
    GoldChanged,
    Roster,
    RosterEvent,
    StadiumState,
    TrophyChanged,
    decode_events,
    evolve,
)
from league.domain.roles import Forbidden
from league.errors import Conflict
from teams.domain import building
from teams.domain.deriving import Circumstances, derive
from teams.domain.ledger import roster_of
from teams.models import Team
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_league,
    assert_reconciled,
    browser,
    coach_of,
    happens,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def league(db):
    """Its rows are proved against its ledger after every test."""
    league = a_league()
    yield league
    assert_reconciled(league)


@pytest.fixture
def team(league):
    team = a_drafted_team(league, race="Human", name="Reavers")
    return happens(team, GoldChanged(400_000 - team.treasury, "a gift"))


@pytest.fixture
def wreck(league):
    """Goblins whose stand came down."""
    team = a_drafted_team(league, race="Goblin", name="Lowdown Rats")
    team = happens(team, GoldChanged(140_000 - team.treasury, "a gift"))
    return happens(building.build(team, coach_of(team), "Not-So-Grandstand"), StadiumState(broken=True))


def has(team):
    return team.stadium, team.stadium_value, team.treasury


def test_a_coach_builds_a_field_and_makes_a_better_one_of_it(team):
    fans, rating = team.fan_factor, team.strength
    built = building.build(team, coach_of(team), "Terraces")
    assert has(built) == ("Terraces", 150_000, 250_000)
    assert (built.fan_factor, built.strength) == (fans + 1, rating + 1)
    better = building.build(built, coach_of(team), "Stadium")
    assert has(better) == ("Stadium", 300_000, 100_000)
    assert (better.fan_factor, better.strength) == (fans + 3, rating + 3)


def test_a_commissioner_builds_in_the_coachs_place_and_nobody_else(league, team):
    with pytest.raises(Forbidden):
        building.build(team, a_coach(league), "Terraces")
    building.build(team, a_commissioner(league), "Terraces")
    act = league.acts.get(kind="build")
    assert act.as_commissioner
    assert act.parameters == {"team": team.slug, "stadium": "Terraces"}


def test_what_is_refused_changes_nothing(league, team):
    with pytest.raises(Refusal, match="is not for Human teams"):
        building.build(team, coach_of(team), "Not-So-Grandstand")
    with pytest.raises(Refusal, match="has no home field called 'Colosseum'"):
        building.build(team, coach_of(team), "Colosseum")
    with pytest.raises(Refusal, match="has no home field"):
        building.repair(team, coach_of(team))
    team = happens(team, GoldChanged(-300_000, "a theft"))
    with pytest.raises(Refusal, match="This costs 150,000 gold; the treasury holds 100,000, 50,000 too few"):
        building.build(team, coach_of(team), "Terraces")
    assert not league.acts.filter(kind__in=("build", "repair")).exists()


def test_the_same_request_builds_once(league, team):
    for _ in range(2):
        built = building.build(team, coach_of(team), "Terraces", "once")
    assert has(built) == ("Terraces", 150_000, 250_000)
    with pytest.raises(Conflict, match="used for something else"):
        building.build(team, coach_of(team), "Stadium", "once")
    assert league.acts.filter(kind="build").count() == 1


def test_each_team_of_a_coach_pays_for_its_own_field(league, team):
    """The gold of one team builds nothing for another."""
    poor = a_drafted_team(league, race="Orc", coach=coach_of(team))
    poor = happens(poor, GoldChanged(-poor.treasury, "debts"))
    with pytest.raises(Refusal, match="the treasury holds 0, 150,000 too few"):
        building.build(poor, coach_of(team), "Terraces")


def test_a_stand_that_came_down_is_repaired(wreck):
    assert (wreck.stadium_broken, wreck.treasury) == (True, 40_000)
    repaired = building.repair(wreck, coach_of(wreck))
    assert (repaired.stadium_broken, repaired.treasury) == (False, 0)
    with pytest.raises(Refusal, match="needs no repair"):
        building.repair(repaired, coach_of(wreck))


# --- pages ----------------------------------------------------------------------------------------------------


def page(team, name="field"):
    return reverse(f"teams:{name}", args=[team.league.slug, team.slug])


def test_the_page_offers_what_the_race_may_own(team):
    shown = browser(coach_of(team)).get(page(team)).content.decode()
    for words in ("Stadium", "Grandstands", "Terraces", "300,000", "9 or more on 2D6", "hooligans"):
        assert words.lower() in shown.lower()
    assert "Not-So-Grandstand" not in shown
    assert "owns no home field" in shown


def test_building_on_the_page(team):
    client = browser(coach_of(team))
    response = client.post(page(team), {"stadium": "Grandstands", "key": "a"}, follow=True)
    assert response.redirect_chain == [(team.get_absolute_url(), 302)]
    shown = response.content.decode()
    assert "Reavers plays on its Grandstands now. The treasury holds 200,000 gold." in shown
    shown = client.get(page(team)).content.decode()
    assert "plays on its Grandstands" in shown
    assert "Still to pay" in shown
    response = client.post(page(team), {"stadium": "Terraces", "key": "b"})
    assert response.status_code == 400
    assert "cannot be built back to Terraces" in response.content.decode()


def test_the_team_page_shows_the_field_and_the_trophies(wreck):
    wreck = happens(wreck, TrophyChanged("Chaos Cup", held=True))
    shown = browser().get(wreck.get_absolute_url()).content.decode()
    assert "Not-So-Grandstand" in shown
    assert "broken down" in shown
    assert "Chaos Cup" in shown


def test_repairing_on_the_page(wreck):
    client = browser(coach_of(wreck))
    assert "Repair it for 40,000 gold" in client.get(page(wreck)).content.decode()
    shown = client.post(page(wreck), {"repair": "1", "key": "a"}, follow=True).content.decode()
    assert "The Not-So-Grandstand is repaired. The treasury holds 0 gold." in shown
    shown = client.get(page(wreck)).content.decode()
    assert "Repair it" not in shown
    assert "Nothing better can be built." in shown


def test_who_cannot_pay_sees_why(wreck):
    wreck = happens(wreck, GoldChanged(-20_000, "a theft"))
    shown = browser(coach_of(wreck)).get(page(wreck)).content.decode()
    assert "The repair costs 40,000 gold; the treasury holds 20,000, 20,000 too few." in shown
    assert "disabled" in shown


def test_the_ledger_tells_what_was_built(team):
    building.build(team, coach_of(team), "Terraces")
    shown = browser().get(page(team, "ledger")).content.decode()
    assert "Home field" in shown
    assert "The team&#x27;s home field is now: Terraces (worth 150,000 gold)." in shown


# --- the API --------------------------------------------------------------------------------------------------


def as_user(user):
    client = APIClient()
    client.force_authenticate(user)
    return client


def address(team: Team, *parts: str) -> str:
    return "/api/v1/" + "/".join(["leagues", team.league.slug, "teams", team.slug, "field", *parts]) + "/"


def test_the_api_offers_and_builds(team):
    client = as_user(coach_of(team))
    offered = client.get(address(team)).json()
    assert [(one["stadium"], one["price"], one["fan_factor"]) for one in offered["offers"]] == [
        ("Stadium", 300_000, 3),
        ("Grandstands", 200_000, 2),
        ("Terraces", 150_000, 1),
    ]
    assert offered["repair_price"] is None
    built = client.post(address(team), {"stadium": "Terraces"}, format="json")
    assert built.status_code == 200
    found = built.json()
    assert (found["stadium"], found["stadium_value"], found["stadium_broken"]) == ("Terraces", 150_000, False)
    refused = client.post(address(team), {"stadium": "Terraces"}, format="json")
    assert refused.status_code == 400
    assert "plays on its Terraces already" in refused.content.decode()


def test_the_api_repairs(wreck):
    client = as_user(coach_of(wreck))
    offered = client.get(address(wreck)).json()
    assert (offered["repair_price"], offered["repair_problems"]) == (40_000, [])
    repaired = client.post(address(wreck, "repair"), format="json").json()
    assert (repaired["stadium_broken"], repaired["treasury"]) == (False, 0)


# --- in a past that is corrected ------------------------------------------------------------------------------


def anew(team: Team, kind: str, before: Roster, poorer: int = 0) -> tuple[RosterEvent, ...]:
    """What the team's act of this kind would come to, on the roster of then with so much less gold."""
    act = team.league.acts.get(kind=kind)
    played = {team.pk: decode_events(act.roster_events.get().events)}
    now = evolve(before, GoldChanged(-poorer, "a smaller gate"))
    given = Circumstances(team.league.rules, act.parameters, (), {team.pk: before}, {team.pk: now}, played)
    return derive(kind, given).events[team.pk]


def test_a_field_of_the_past_is_built_again(team):
    before = roster_of(team)
    building.build(team, coach_of(team), "Terraces")
    assert anew(team, "build", before) == acts.build(team.league.rules, before, "Terraces")
    assert anew(team, "build", before, 250_000)[0] == GoldChanged(-150_000, "Terraces")
    with pytest.raises(Refusal, match="the treasury holds 149,999, 1 too few"):
        anew(team, "build", before, 250_001)


def test_a_repair_of_the_past_is_paid_again(wreck):
    before = roster_of(wreck)
    building.repair(wreck, coach_of(wreck))
    assert anew(wreck, "repair", before) == acts.repair(wreck.league.rules, before)
    with pytest.raises(Refusal, match="1 too few"):
        anew(wreck, "repair", before, 1)
