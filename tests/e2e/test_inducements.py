"""A night by the Competition Rules on a phone: petty cash, the shop, and a bribe for the referee."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pages import BOTH_SIZES, choose, fits, log_in, throw
from tests.matches.conftest import World
from tests.matches.nights import answered, key_is
from tests.matches.test_inducements import CASH, NIGHT
from tests.matches.test_inducements import night as night  # the fixture

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_from_petty_cash_to_a_bribe(page: Page, night: World) -> None:
    answered(night, {"weather": CASH["weather"]}, key_is("petty_cash"))
    log_in(page, night.home_coach)
    page.goto(night.url("log/"))
    fits(page)
    page.get_by_role("button", name="80,000 gold").click()
    page.get_by_role("combobox").select_option("50,000 gold")
    fits(page)
    page.get_by_role("button", name="Enter the choice").click()

    expect(page.locator(".purse")).to_contain_text("80,000")
    fits(page)
    page.get_by_role("button", name="Buy Bloodweiser Babes for 50,000").click()
    expect(page.get_by_role("main")).to_contain_text("Gouged Eye <b> to choose.")
    page.get_by_role("button", name="Buy Bribe for 100,000").click()
    expect(page.get_by_role("heading", name="Fans")).to_be_visible()
    fits(page)

    answered(night, {"fans": NIGHT["fans"]})
    page.goto(f"{night.url('log/')}?kind=sending_off")
    in_force = page.locator("details", has_text="What is in force in this match")
    in_force.locator("summary").click()
    expect(in_force).to_contain_text("A player who is to be sent off stays")
    fits(page)
    page.get_by_label("Player").select_option("home:5")
    page.get_by_role("button", name="Enter: ").click()
    expect(page.get_by_role("heading", name="A bribe for the referee?")).to_be_visible()
    fits(page)
    choose(page, "yes")
    throw(page, 6)
    expect(page.get_by_role("heading", name="What happened next?")).to_be_visible()
    expect(page.locator("#in-force")).to_contain_text("Bribe 0 of 1 left")
    fits(page)
