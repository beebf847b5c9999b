"""A commissioner compares two editions and moves a league to the other, in a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from league.models import League
from tests.e2e.pages import BOTH_SIZES, fits, log_in
from tests.helpers import a_commissioner, a_drafted_team, a_league, assert_reconciled

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_a_league_is_compared_decided_and_moved(page: Page) -> None:
    league = a_league("Old World Cup")
    by = a_commissioner(league)
    a_drafted_team(league, "Ogre", name="Bellies")
    log_in(page, by)
    page.goto(f"/l/{league.slug}/rules/")
    page.get_by_role("link", name="Move the league to another edition").click()
    expect(page.get_by_role("heading", name="Move the league to another edition")).to_be_visible()
    page.get_by_label("To which edition?").select_option("Competition Rules")
    page.get_by_role("button", name="Look at what changes").click()
    expect(page.get_by_role("alert")).to_contain_text("have no such position")
    fits(page)
    page.get_by_label("Position Ogre/Goblin").select_option("Snotling")
    page.get_by_role("button", name="Look again").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_text("Bellies", exact=True).click()
    expect(page.get_by_text("Goblin is called Snotling").first).to_be_visible()
    fits(page)
    page.get_by_role("button", name="Move Old World Cup to Competition Rules").click()
    expect(page.locator("#notices")).to_contain_text("plays Competition Rules from now on")
    fits(page)
    assert League.objects.get(pk=league.pk).edition == "crp"
    assert_reconciled(league)


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_what_changed_for_my_orcs_is_read_by_everybody(page: Page) -> None:
    page.goto("/editions/")
    fits(page)
    page.get_by_role("article").filter(has=page.get_by_role("heading", name="Living Rulebook 4")).get_by_role(
        "link", name="Competition Rules"
    ).click()
    expect(page.get_by_role("heading", name="Two editions side by side")).to_be_visible()
    fits(page)
    page.get_by_label("What changed for my").select_option("Orc")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="What changed for Orc?")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("110,000 gold")
    fits(page)
    page.get_by_role("link", name="Everything").click()
    expect(page.get_by_role("main")).to_contain_text("Black Orc Blocker")
    fits(page)
