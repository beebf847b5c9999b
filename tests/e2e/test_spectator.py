"""A spectator reads the league as a sports page: the front, a match, a season in charts, records and meetings."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pages import BOTH_SIZES, fits
from tournaments.domain import demo

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_a_spectator_follows_the_league_from_its_front_page(page: Page) -> None:
    league = demo.load()
    assert league is not None
    page.goto(f"/l/{league.slug}/")
    main = page.get_by_role("main")
    for heading in ("Latest results", "Next matches", "Standings", "Milestones", "Leaders", "Casualty list"):
        expect(main.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    fits(page)

    main.locator(".score-list .tally").first.click()
    expect(main.get_by_role("heading", name="Figures")).to_be_visible()
    expect(main.locator(".match-lead")).to_contain_text("spectators saw it.")
    expect(main.get_by_role("heading", name="First half")).to_be_visible()
    fits(page)
    main.get_by_role("link", name="All meetings of the two").click()
    expect(main.get_by_role("heading", name="Meetings")).to_be_visible()
    fits(page)

    main.get_by_role("navigation", name="Annals").get_by_role("link", name="Records").click()
    expect(main.get_by_text("Biggest win")).to_be_visible()
    fits(page)
    main.get_by_role("navigation", name="Annals").get_by_role("link", name="Hall of fame").click()
    expect(main.get_by_role("heading", name="The greatest players")).to_be_visible()
    fits(page)


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_charts_are_drawn_and_told_as_tables(page: Page, scheme: str) -> None:
    league = demo.load()
    assert league is not None
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(f"/l/{league.slug}/season/")
    race = page.locator("figure").first
    drawing = race.get_by_role("img", name="Race through the season")
    expect(drawing).to_have_count(1)
    room = drawing.bounding_box()
    assert room is not None
    letters = drawing.locator("text").first.evaluate("one => one.getBoundingClientRect().height")
    assert letters >= 10, "letters that nobody can read"
    table = race.get_by_role("table")
    expect(table).to_be_hidden()
    race.get_by_text("As a table").click()
    expect(table).to_be_visible()
    fits(page)

    page.get_by_label("Follow a team").select_option("Green Tide Athletic")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="Star player points of Green Tide Athletic")).to_be_visible()
    expect(page.locator("g.focus")).not_to_have_count(0)
    assert re.search(r"team=green-tide-athletic", page.url)
    fits(page)
