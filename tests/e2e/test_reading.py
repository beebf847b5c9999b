"""A page is read in another language, and by night."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from league.models import User
from tests.e2e.pages import BOTH_SIZES, PHONE, fits, log_in

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_a_stranger_changes_the_language_where_he_is(page: Page) -> None:
    page.goto("/editions/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Editions of the rules")
    page.get_by_role("contentinfo").get_by_role("button", name="Čeština").click()
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    expect(page).to_have_url("/editions/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Edice pravidel")
    fits(page)
    page.get_by_role("contentinfo").get_by_role("button", name="Magyar").click()
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    fits(page)
    page.get_by_role("contentinfo").get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Editions of the rules")


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_coach_finds_his_language_again_on_another_machine(page: Page) -> None:
    coach = User.objects.create_user("zdenka", password="ironjaw and sons")
    log_in(page, coach)
    page.goto("/")
    page.get_by_role("contentinfo").get_by_role("button", name="Polski").click()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    log_in(page, coach)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "pl")


def test_by_night_a_page_is_dark(page: Page) -> None:
    page.goto("/")
    by_day = lightness(page)
    page.emulate_media(color_scheme="dark")
    assert lightness(page) < 60 < 200 < by_day


def lightness(page: Page) -> int:
    """Of the ground of the page, 0 to 255."""
    found: int = page.evaluate(
        "Math.max(...getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3))"
    )
    return found
