"""Signing up and logging in, in a browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pages import BOTH_SIZES, fits

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
