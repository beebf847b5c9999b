"""A league is opened, a coach is invited and joins, in a browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from league.models import User
from tests.e2e.pages import BOTH_SIZES, fits

pytestmark = pytest.mark.django_db(transaction=True)


def log_in(page: Page, name: str) -> None:
    page.context.clear_cookies()
    page.goto("/accounts/login/")
    page.get_by_label("Username or email").fill(name)
    page.get_by_label("Password").fill("ironjaw and sons")
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="Leagues", exact=True)).to_be_visible()


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_from_an_empty_site_to_a_league_with_a_coach(page: Page) -> None:
    User.objects.create_user("morg", password="ironjaw and sons", is_staff=True)
    User.objects.create_user("grim", password="ironjaw and sons")
    log_in(page, "morg")
    fits(page)
    page.get_by_role("link", name="Open a league").click()
    page.get_by_label("Name").fill("Old World Cup")
    page.get_by_label("House rules").fill("match/mvp/bench = false")
    fits(page)
    page.get_by_role("button", name="Open the league").click()
    expect(page.locator("#notices")).to_contain_text("Old World Cup is open.")

    page.get_by_role("button", name="Make a link").click()
    link = page.locator("code").inner_text()
    fits(page)
    page.goto("/l/old-world-cup/rules/")
    expect(page.get_by_role("main")).to_contain_text("with 1 house rule")
    fits(page)
    page.goto("/l/old-world-cup/bulletins/new/")
    page.get_by_label("Title").fill("Welcome")
    page.get_by_label("Text").fill("Draft by Friday.")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
    fits(page)

    log_in(page, "grim")
    page.goto(re.sub(r"^https?://[^/]+", "", link))
    fits(page)
    page.get_by_role("button", name="Join as grim").click()
    expect(page.locator("#notices")).to_contain_text("Welcome to Old World Cup.")
    page.goto("/l/old-world-cup/members/")
    expect(page.get_by_role("row", name=re.compile("grim"))).to_contain_text("Coach")
    fits(page)
