"""From an installation without an account to teams that wait for their first match, with no help but the pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from league.domain import first_hour
from league.models import League
from teams.models import Team
from tests.e2e.pages import BOTH_SIZES, fits
from tests.helpers import assert_reconciled

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "ironjaw and sons"


@pytest.fixture
def nobody_was_here() -> Iterator[None]:
    first_hour.look_again()
    yield
    first_hour.look_again()


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_the_first_account_leads_to_a_league_its_coaches_and_their_teams(
    page: Page, nobody_was_here: None
) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", name="Welcome to Dugout")).to_be_visible()
    fits(page)
    page.get_by_label("Username").fill("morg")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password confirmation").fill(PASSWORD)
    page.get_by_role("button", name="Make this account").click()

    expect(page.locator("#notices")).to_contain_text("This site is yours now.")
    fits(page)
    page.get_by_label("Name", exact=True).fill("Old World Cup")
    page.get_by_role("button", name="Open the league").click()

    expect(page.locator("#notices")).to_contain_text("Old World Cup is open.")
    page.get_by_role("button", name="Make a link").click()
    expect(page.locator("#notices")).to_contain_text("The invitation is ready")
    link = re.sub(r"^https?://[^/]+", "", page.locator(".link-to-send code").inner_text())
    fits(page)

    draft(page, "Reikland Reavers")
    page.goto("/l/old-world-cup/")
    expect(page.locator("[aria-current=step]")).to_contain_text("Invite coaches")
    fits(page)
    page.context.clear_cookies()

    page.goto(link)
    page.get_by_role("link", name="Sign up and join").click()
    page.get_by_label("Username").fill("grim")
    page.get_by_label("Email").fill("grim@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.get_by_role("button", name="Join as grim").click()
    expect(page.locator("#notices")).to_contain_text("Welcome to Old World Cup.")
    expect(page.get_by_text("The league is about to begin")).to_be_visible()
    fits(page)
    draft(page, "Gouged Eye")
    assert sorted(Team.objects.values_list("name", flat=True)) == ["Gouged Eye", "Reikland Reavers"]
    assert_reconciled(League.objects.get())


def draft(page: Page, name: str) -> None:
    page.goto("/l/old-world-cup/draft/?race=Human")
    page.get_by_label("Name of the team").fill(name)
    fits(page)
    page.get_by_label("Lineman", exact=False).first.fill("11")
    page.get_by_role("button", name="Draft the team").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    fits(page)
