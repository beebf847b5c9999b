"""Signing up and logging in, in a browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pages import BOTH_SIZES, fits, log_in
from tests.helpers import a_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_sign_up_log_out_and_log_in(page: Page) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Username").fill("grim")
    page.get_by_label("Email").fill("grim@example.org")
    page.get_by_label("Password", exact=True).fill("ironjaw and sons")
    page.get_by_label(re.compile("again")).fill("ironjaw and sons")
    page.get_by_role("button", name="Sign up").click()
    page.goto("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Log out").click()
    page.goto("/accounts/login/")
    page.get_by_label("Username or email").fill("grim")
    page.get_by_label("Password").fill("ironjaw and sons")
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    page.goto("/accounts/email/")
    expect(page.get_by_role("main")).to_contain_text("grim@example.org")
    fits(page)


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_somebody_takes_his_data_along_and_deletes_his_account(page: Page, faults: list[str]) -> None:
    log_in(page, a_user("grim", password="ironjaw and sons"))
    page.goto("/accounts/data/")
    fits(page)
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download all of it").click()
    assert taken.value.suggested_filename == "dugout-account.json"
    page.get_by_label("Your password").fill("ironjaw")
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_role("alert")).to_contain_text("This is not your password")
    faults.clear()
    page.get_by_label("Your password").fill("ironjaw and sons")
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_text("Your account is deleted.")).to_be_visible()
    expect(page.get_by_role("link", name="Log in").first).to_be_visible()
