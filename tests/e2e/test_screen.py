"""The screen for a projector: it scrolls by itself, counts down, and looks at the server again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pages import PHONE, fits
from tests.helpers import a_commissioner, a_league
from tests.tournaments.competing.builders import decided, pairings, the_stage
from tests.tournaments.competing.test_events import a_round, an_event
from tournaments.domain.competing import clocks

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("page", [{"width": 1920, "height": 1080}], indirect=True, ids=["projector"])
def test_the_screen_scrolls_counts_down_and_shows_new_results(page: Page) -> None:
    league = a_league()
    by = a_commissioner(league)
    event = an_event(league, by, 32, 32)
    round = a_round(event, by, results=False)
    clocks.start(by, round, 95)
    page.goto(f"{event.get_absolute_url()}screen/")
    expect(page.locator(".clock")).to_have_text(re.compile("1:34:5[0-7]"))
    decided(pairings(the_stage(event), 2)[0], 7, 1)
    expect(page.get_by_text("7–1")).to_have_count(1, timeout=20_000)
    assert page.evaluate("window.scrollY") > 0
    fits(page)


@pytest.mark.parametrize("page", [PHONE], indirect=True, ids=["phone"])
def test_the_screen_fits_a_phone(page: Page) -> None:
    league = a_league()
    event = an_event(league, a_commissioner(league), 6, 6)
    page.goto(f"{event.get_absolute_url()}screen/")
    fits(page)
