"""A match file on a phone: uploaded, settled, and completed in the wizard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from teams.domain import naming
from tests.e2e.pages import PHONE, fits, log_in, throw
from tests.matches.filed import A, a_filed_world

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_from_the_upload_to_what_the_file_lacks(page: Page) -> None:
    world = a_filed_world(A, home="Skavenblight Scramblers")
    renamed = world.home.players.get(number=3)
    naming.rename_player(world.home, world.home_coach, renamed.uid, "Skweel")
    log_in(page, world.home_coach)
    page.goto(world.url("upload/"))
    fits(page)
    page.get_by_label("Match log").set_input_files(A)
    page.get_by_role("button", name="Upload the log").click()

    expect(page.get_by_role("heading", name="Match file", level=1)).to_be_visible()
    fits(page)
    expect(page.get_by_role("main")).to_contain_text("The home team is called Name 15 in the file")
    expect(page.get_by_role("main")).to_contain_text("same number and position")
    page.get_by_text("11 players are on the roster by number and name").click()
    fits(page)
    page.get_by_label("They are the same teams").check()
    page.get_by_label("3 Name 4, Gutter Runner").select_option("3 Skweel, Gutter Runner")
    page.get_by_role("button", name="Fill the log from the file").click()

    expect(page.get_by_role("main")).to_contain_text("The file says: Sweltering Heat.")
    fits(page)
    for dice, heading in (((1, 1), "Fans"), ((4, 5), "Fans")):
        throw(page, *dice)
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("17,000 came for Name 29")
    throw(page, 6, 6)

    expect(page.locator(".score")).to_contain_text("1 – 2")
    expect(page.get_by_role("main")).to_contain_text("The die in the file is the one that counted")
    fits(page)
    page.get_by_role("button", name="Take back my last answer").click()
    expect(page.locator(".score")).to_contain_text("0 – 0")
    page.get_by_role("button", name="Take back one entry").click()
    expect(page.get_by_role("main")).to_contain_text("14,000 came for Name 15")
    fits(page)

    page.get_by_role("link", name="Who is who").click()
    expect(page.get_by_role("heading", name="Match file", level=1)).to_be_visible()
    expect(page.get_by_role("row", name="3 Name 4 3 Skweel", exact=True)).to_be_visible()
    fits(page)
