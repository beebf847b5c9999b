"""Ratings in the browser: what one is made of, on a click."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pages import BOTH_SIZES, fits, log_in
from tests.helpers import a_drafted_team, a_league, a_played_match, coach_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True, ids=["phone", "desktop"])
def test_a_click_on_a_rating_tells_what_it_is_made_of(page: Page) -> None:
    league = a_league()
    home, away = a_drafted_team(league, "Orc"), a_drafted_team(league, "Human")
    result = a_played_match(home, away)
    coach, other = coach_of(home).username, coach_of(away).username
    log_in(page, coach_of(home))
    page.goto(f"/l/{league.slug}/standings/")
    page.get_by_role("link", name="Ratings", exact=True).click()
    expect(page.get_by_role("heading", name="Ratings", exact=True)).to_be_visible()
    fits(page)
    page.get_by_role("row", name=coach).get_by_role("link", name=re.compile(r"^1\d\d\.\d\d$")).click()
    told = page.locator("#told")
    expect(told.get_by_role("heading", name=f"{coach} with Orc: the latest matches")).to_be_visible()
    expect(told.get_by_role("link", name=other)).to_be_visible()
    expect(page).to_have_url(re.compile(r"/ratings/$"))
    fits(page)
    told.get_by_role("link", name=f"All {coach} has played").click()
    expect(page.get_by_role("heading", name=coach, exact=True)).to_be_visible()
    fits(page)
    page.get_by_role("link", name="Over all public leagues").click()
    expect(page.get_by_text("over all public leagues", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name=league.name)).to_be_visible()
    fits(page)
    page.locator("tbody").last.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(rf"/m/{result.fixture.number}/$"))
