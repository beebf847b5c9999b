"""A league night on a phone: a star is hired, handicaps are rolled for, and the second half begins."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pages import BOTH_SIZES, fits, log_in, throw
from tests.matches.conftest import World
from tests.matches.conftest import world as world  # the fixture
from tests.matches.nights import OPENING, a_night, answered, key_is

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_from_the_shop_to_half_time(page: Page, world: World) -> None:
    night = a_night(world)
    log_in(page, night.home_coach)
    page.goto(night.url("log/"))
    fits(page)

    page.get_by_role("button", name="Hire Morg 'n' Thorg for 200,000").click()
    expect(page.locator(".purse")).to_contain_text("200,000")
    expect(page.get_by_role("main")).to_contain_text("Hired so far: Morg 'n' Thorg (200,000).")
    fits(page)
    page.get_by_role("button", name="Hire Freebooter Goblin").click()
    page.get_by_role("button", name="Done, nobody else").click()
    expect(page.get_by_role("main")).to_contain_text("Grudge Bearers to choose.")
    page.get_by_role("button", name="Hire Runesmith for 50,000").click()
    page.get_by_role("button", name="Done, nobody else").click()

    expect(page.get_by_role("heading", name="Weather")).to_be_visible()
    answered(night, OPENING, key_is("handicap"))
    page.goto(night.url("log/"))
    page.get_by_text("What the dice mean").click()
    expect(page.get_by_role("main")).to_contain_text("One of your players has a skill more in this match")
    fits(page)
    in_force = page.locator("details", has_text="What is in force in this match")
    in_force.locator("summary").click()
    expect(in_force).to_contain_text("13 Morg 'n' Thorg")
    fits(page)

    throw(page, 1, 3)
    expect(page.get_by_role("heading", name=re.compile("^Intensive Training"))).to_be_visible()
    page.get_by_role("button", name=re.compile("^14 Freebooter Goblin")).click()
    page.get_by_role("button", name="Catch", exact=True).click()
    expect(in_force, "it stays open, and says what has come of it").to_contain_text(
        "Freebooter Goblin has trained hard and has Catch in this match."
    )
    fits(page)

    answered(night, {**OPENING, "handicap": OPENING["handicap"][1:]})
    page.goto(night.url("log/"))
    fits(page)
    page.get_by_role("button", name="Half-time").click()
    expect(page.get_by_role("heading", name=re.compile("^The home crowd: a re-roll"))).to_be_visible()
    step = answered(night, {}, lambda question: True)
    assert step.question is not None
    throw(page, 6, 6)
    expect(page.locator(".score .note")).to_contain_text("Half 2, turn 1")
    in_force.locator("summary").click()
    expect(in_force).to_contain_text("a team re-roll more in the second half")
    fits(page)
