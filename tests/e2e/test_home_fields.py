"""A home field in a browser: built on a phone, and what it means for the next fixture."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from engine.roster import GoldChanged, StadiumState
from tests.e2e.pages import PHONE, fits, log_in
from tests.helpers import a_commissioner, a_drafted_team, a_league, assert_reconciled, coach_of, happens

pytestmark = pytest.mark.django_db(transaction=True)
SIZES = [{"width": 1280, "height": 900}, PHONE]


@pytest.mark.parametrize("page", SIZES, ids=["wide", "phone"], indirect=True)
def test_a_coach_builds_a_field_and_has_it_repaired(page: Page) -> None:
    team = a_drafted_team(a_league(), "Goblin", name="Lowdown Rats")
    team = happens(team, GoldChanged(160_000, "a gift"))
    log_in(page, coach_of(team))
    page.goto(team.get_absolute_url())
    page.get_by_role("link", name="Home field", exact=True).click()
    fits(page)
    page.get_by_role("button", name="Build it for 100,000 gold").click()
    expect(page.get_by_text("Lowdown Rats plays on its Not-So-Grandstand now.")).to_be_visible()
    happens(team, StadiumState(broken=True))
    page.goto(team.get_absolute_url())
    expect(page.get_by_text("broken down")).to_be_visible()
    page.get_by_role("link", name="Home field", exact=True).click()
    fits(page)
    page.get_by_role("button", name="Repair it for 40,000 gold").click()
    expect(page.get_by_text("The Not-So-Grandstand is repaired.")).to_be_visible()
    assert_reconciled(team.league)


@pytest.mark.parametrize("page", SIZES, ids=["wide", "phone"], indirect=True)
def test_a_die_decides_where_two_owners_meet(page: Page) -> None:
    league = a_league()
    teams = [
        a_drafted_team(league, race, name=name)
        for race, name in (("Orc", "Gouged Eye"), ("Human", "Reavers"))
    ]
    for team in teams:
        rich = happens(team, GoldChanged(300_000, "a gift"))
        log_in(page, coach_of(rich))
        page.goto(f"{rich.get_absolute_url()}field/")
        page.locator("form", has_text="Terraces").get_by_role("button").click()
    log_in(page, a_commissioner(league))
    page.goto(f"/l/{league.slug}/fixtures/new/")
    page.get_by_label("Home team").select_option("Gouged Eye")
    page.get_by_label("Away team").select_option("Reavers")
    page.get_by_label("Die for the home match").fill("6")
    fits(page)
    page.get_by_role("button", name="Make the fixture").click()
    expect(page.get_by_text("Reavers at home by the die (6)")).to_be_visible()
    fits(page)
    page.locator("a.tally").click()
    fits(page)
