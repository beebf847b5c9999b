"""What only the Competition Rules ask, answered on a phone: from the casualty table to the journeyman who stays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pages import BOTH_SIZES, choose, fits, log_in, throw
from tests.matches.conftest import World
from tests.matches.nights import answered
from tests.matches.test_crp_match import OPENING
from tests.matches.test_crp_match import night as night  # the fixture

pytestmark = pytest.mark.django_db(transaction=True)


def asked(page: Page, heading: str) -> None:
    """The wizard asks this next, and the page fits the screen."""
    expect(page.locator("#wizard").get_by_role("heading", name=heading, exact=True)).to_be_visible()
    fits(page)


def report(page: Page, kind: str, **fields: str) -> None:
    page.goto(f"{page.url.partition('?')[0]}?kind={kind}")
    for name, value in fields.items():
        page.locator(f"#report_{name}").select_option(value)
    fits(page)
    page.get_by_role("button", name="Enter: ").click()


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_a_match_with_a_saved_goblin_a_rotten_player_and_a_journeyman(page: Page, night: World) -> None:
    answered(night, OPENING)
    log_in(page, night.commissioner)
    page.goto(night.url("log/"))
    page.locator('a[href$="?kind=concession"]').click()
    expect(page.get_by_label("Too few players are left: the rules excuse it")).to_be_visible()
    fits(page)

    report(page, "casualty", player="away:9", cause="block", causer="home:10")
    asked(page, "Was the injury roll a 9?")
    choose(page, "table")
    asked(page, "Casualty table")
    assert [page.locator(f'input[name="die-{place}"]').count() for place in (1, 2)] == [6, 8]
    throw(page, 6, 8)
    asked(page, "Does the apothecary treat him?")
    choose(page, "yes")
    asked(page, "Casualty table, once more")
    throw(page, 4, 8)
    asked(page, "Which of the two results does he suffer?")
    expect(page.locator("#wizard")).to_contain_text("Misses the next match.")
    choose(page, "Pinched Nerve")
    asked(page, "What happened next?")

    report(page, "casualty", player="home:2", cause="block", causer="away:11")
    for tens, units in ((1, 3), (5, 2)):
        asked(page, "Casualty table")
        throw(page, tens, units)
        expect(page.locator("#wizard li", has_text=f"Casualty table: {tens} {units}")).to_be_visible()
    asked(page, "What happened next?")
    report(page, "touchdown", player="home:12")
    expect(page.locator("#wizard li", has_text="Touchdown by")).to_be_visible()
    report(page, "half_time")
    expect(page.locator("#wizard .score")).to_contain_text("Half 2")
    report(page, "match_end")
    ending(page)

    page.get_by_role("link", name="Preview the match").click()
    expect(page.get_by_role("heading", name="What it does")).to_be_visible()
    fits(page)
    page.get_by_role("button", name="Apply the match").click()
    expect(page.get_by_role("heading", name="Figures")).to_be_visible()
    fits(page)
    page.goto(f"/l/{night.league.slug}/t/{night.home.slug}/")
    receipt = page.locator("details.receipt")
    receipt.locator("summary").click()
    expect(receipt).to_contain_text("12 Journeyman Rotter, Rotter")
    fits(page)


def ending(page: Page) -> None:
    """After the final whistle; the winner rolls again, and the journeyman who scored stays."""
    for team in ("Pals", "Eye"):
        expect(page.locator("#wizard")).to_contain_text(f"most valuable player, rolled by {team}.")
        throw(page, 1)
    asked(page, "Winnings")
    throw(page, 1)
    asked(page, "Roll the winnings again?")
    choose(page, "yes")
    for team in ("Pals", "Eye"):
        expect(page.locator("#wizard")).to_contain_text(f"D6 for the winnings, rolled by {team}.")
        throw(page, 5)
    for team, dice in (("Pals", (1, 1, 1)), ("Eye", (1, 1))):
        expect(page.locator("#wizard")).to_contain_text(f"the fan factor, rolled by {team}.")
        throw(page, *dice)
    asked(page, "Does he stay with the team?")
    choose(page, "yes")
    asked(page, "Everything is answered")
