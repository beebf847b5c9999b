"""What every browser test does with a page."""

from __future__ import annotations

from django.conf import settings
from playwright.sync_api import Page, ViewportSize, expect

from league.models import User
from matches.asking import ROWS_OF_PADS
from tests.helpers import browser

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 900}
BOTH_SIZES = [PHONE, DESKTOP]


def fits(page: Page) -> None:
    """Nothing makes the page wider than the screen.

    It asks again for as long as the browser is between two pages, where there is nothing to measure.
    """
    page.wait_for_load_state()
    assert page.viewport_size is not None
    expect(page.locator("html"), page.url).to_have_js_property("scrollWidth", page.viewport_size["width"])


def throw(page: Page, *faces: int) -> None:
    """The dice that a question asks for: a tap for one, a row of faces for each of a few, boxes for many."""
    if len(faces) == 1:
        page.locator(f'button[name="die"][value="{faces[0]}"]').click()
        return
    for place, face in enumerate(faces, 1):
        row = page.locator(f'input[name="die-{place}"][value="{face}"]')
        if len(faces) > ROWS_OF_PADS:
            page.get_by_label(f"Die {place}", exact=True).fill(str(face))
        else:
            row.check()
    page.get_by_role("button", name="Enter the dice").click()


def choose(page: Page, *options: str, several: bool = False) -> None:
    """One of the options of a question, or several."""
    if not several:
        page.locator(f'button[name="pick"][value="{options[0]}"]').click()
        return
    for option in options:
        page.locator(f'input[name="pick"][value="{option}"]').check()
    page.get_by_role("button", name="Enter the choice").click()


def log_in(page: Page, user: User) -> None:
    """As the user, by a session of his; the log-in form has tests of its own."""
    session = browser(user).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.clear_cookies()
    page.goto("/")
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": page.url}])
