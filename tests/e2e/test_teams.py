"""Drafting and improving in a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from engine.roster import SppGained
from teams.models import Team
from tests.e2e.pages import PHONE, fits, log_in
from tests.helpers import a_coach, a_drafted_team, a_league, a_player, assert_reconciled, happens

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_draft_is_priced_while_it_is_filled_in(page: Page) -> None:
    league = a_league()
    log_in(page, a_coach(league))
    page.goto(f"/l/{league.slug}/draft/")
    page.get_by_role("link", name="Orc", exact=True).click()
    page.get_by_label("Name of the team").fill("東京 Gouged Eye")
    page.get_by_label("Lineman", exact=True).fill("11")
    page.get_by_label("Lineman", exact=True).blur()
    name = page.get_by_label("Name of Lineman 1", exact=True)
    name.fill("Żółć Ñuñoa")
    page.get_by_label("Team re-rolls").fill("9")
    page.get_by_label("Team re-rolls").blur()
    expect(page.locator("#sum")).to_contain_text("100,000 too few")
    page.get_by_label("Team re-rolls").fill("2")
    page.get_by_label("Team re-rolls").blur()
    expect(page.locator("#sum")).to_contain_text("Nothing stands in the way")
    expect(name).to_have_value("Żółć Ñuñoa")
    page.get_by_role("button", name="Draft the team").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("東京 Gouged Eye")
    expect(page.get_by_role("row", name="Żółć Ñuñoa")).to_be_visible()
    assert_reconciled(league)


@pytest.mark.parametrize("page", [PHONE], ids=["phone"], indirect=True)
def test_a_star_player_roll_on_a_phone(page: Page) -> None:
    team = happens(a_drafted_team(a_league()), SppGained(1, "mvp", 2, 10))
    assert team.coach is not None
    log_in(page, team.coach)
    page.goto(team.get_absolute_url())
    fits(page)
    page.get_by_role("link", name="improve").click()
    page.get_by_role("button", name="Roll 2D6 for me").click()
    expect(page.get_by_text("rolled by Dugout")).to_be_visible()
    page.reload()
    page.get_by_role("radio").first.check()
    page.get_by_role("button", name="Choose").click()
    for die in ("Die 1", "Die 2"):
        page.get_by_label(die).fill("6")
    page.get_by_role("button", name="Enter the dice").click()
    expect(page.locator("#notices")).to_contain_text("gains")
    fits(page)
    assert a_player(Team.objects.get()).advances == 1
    assert_reconciled(team.league)
