"""The search field in the head of every page, by keyboard, by thumb and without a script."""

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.pages import BOTH_SIZES, PHONE, fits, log_in
from tests.helpers import a_commissioner, a_drafted_team, a_league

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_a_team_is_found_while_one_types(page: Page) -> None:
    league = a_league("Old World Cup")
    a_drafted_team(league, name="Żółć")
    page.goto("/")
    page.get_by_role("searchbox", name="Search").press_sequentially("zol")
    found = page.get_by_role("region", name="What was found")
    expect(found.get_by_role("link", name="Żółć")).to_be_visible()
    fits(page)
    found.get_by_role("link", name="Żółć").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Żółć")
    expect(page.get_by_role("region", name="What was found")).to_be_hidden()
    fits(page)


@pytest.mark.parametrize("keys", ["/", "Control+k"])
def test_the_palette_opens_by_a_key_and_leads_to_a_page_of_the_league(page: Page, keys: str) -> None:
    league = a_league("Old World Cup")
    log_in(page, a_commissioner(league))
    page.goto(league.get_absolute_url())
    page.keyboard.press(keys)
    field, found = (
        page.get_by_role("searchbox", name="Search"),
        page.get_by_role("region", name="What was found"),
    )
    expect(field).to_be_focused()
    expect(found.get_by_role("link", name="Settings")).to_be_visible()
    page.keyboard.type("correct")
    expect(found.get_by_role("link")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(found.get_by_role("link", name="Corrections")).to_be_focused()
    page.keyboard.press("Escape")
    expect(found).to_be_hidden()
    page.keyboard.press(keys)
    expect(found.get_by_role("link")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Corrections")


def test_a_slash_that_is_typed_into_a_form_stays_there(page: Page) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Username or email").press("/")
    expect(page.get_by_label("Username or email")).to_have_value("/")


def test_without_a_script_the_field_opens_a_page(browser: Browser, live_server: LiveServer) -> None:
    a_drafted_team(a_league("Old World Cup"), name="Żółć")
    context = browser.new_context(base_url=live_server.url, viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("searchbox", name="Search").fill("zol")
    page.get_by_role("searchbox", name="Search").press("Enter")
    expect(page.get_by_role("main").get_by_role("link", name="Żółć")).to_be_visible()
    context.close()
