"""A casualty becomes a kill in a browser: corrected, settled, committed and undone, every number is as before."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from matches.models import Amendment, AmendmentStatus
from tests.e2e.pages import BOTH_SIZES, fits, log_in, throw
from tests.engine.builders import hurt, touchdown
from tests.helpers import (
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_player,
    assert_reconciled,
)
from tests.matches.played import a_written_match, projections

pytestmark = pytest.mark.django_db(transaction=True)


def entry(page: Page, words: str) -> Locator:
    return page.locator(".entries li", has_text=words)


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True, ids=["phone", "desktop"])
def test_a_casualty_becomes_a_kill_and_everything_comes_back(page: Page) -> None:
    league = a_league("Old Quarry League")
    by = a_commissioner(league)
    team = a_drafted_team(league, "Human", name="Reavers", apothecary=0)
    rivals = a_drafted_team(league, "Orc", name="Gouged Eye"), a_drafted_team(league, "Dwarf", name="Anvils")
    fall = hurt("home", 1, cause="dodge", half=2, turn=8)
    dice = {"casualty.away": (4,), "serious_injury.away": (1, 1), "mvp.home": (2,)}
    for number in range(1, 5):
        fixture = a_fixture(team, rivals[number % 2], number)
        reported, fell = ([*fall], dice) if number == 2 else ([], {})
        scorer = 2 if number == 3 else 1
        a_written_match(fixture, touchdown("home", scorer), *reported, dice=fell, seed=number)
    hero = a_player(team, 1)
    before = projections(league)

    log_in(page, by)
    page.goto(f"/l/{league.slug}/m/2/")
    fits(page)
    page.get_by_label("Reason").fill("The sheet says that he died.")
    page.get_by_role("button", name="Correct this match").click()
    expect(page.locator(".notice-success")).to_contain_text("The log holds together.")
    fits(page)

    # The die of the casualty, and what is then left over.
    entry(page, "Casualty table: 4").get_by_role("link", name="Change").click()
    expect(page.locator(".entry-open")).to_be_visible()
    fits(page)
    throw(page, 6)
    expect(page.get_by_text("The log does not hold together yet")).to_be_visible()
    fits(page)
    page.locator(".entry-bad").get_by_role("link", name="Change").click()
    page.get_by_role("button", name="Take this entry out").click()
    expect(page.locator(".notice-success")).to_contain_text("The log holds together.")
    page.get_by_role("link", name="See what follows").click()

    # What he did after his death is struck; that he would not have sat out a match is left.
    items = page.locator(".item")
    expect(items).to_have_count(2)
    expect(items.nth(1)).to_contain_text(f"{hero.name} is dead since round 2 and scored here.")
    fits(page)
    items.nth(1).get_by_text("Decide by decree").click()
    fits(page)
    items.nth(1).get_by_role("button", name="Leave out what cannot have been").click()
    expect(items.nth(1).locator(".badge")).to_have_text("adjusted")
    page.get_by_role("link", name="3. Commit").click()
    expect(page.get_by_role("button", name="Write it into the ledger")).to_be_disabled()
    page.get_by_role("link", name="Decide").click()
    expect(items).to_have_count(1)
    page.get_by_role("button", name="Leave all as played").click()
    expect(page.get_by_text("Everything is decided")).to_be_visible()
    page.get_by_role("link", name="To the commit").click()
    fits(page)
    page.get_by_role("button", name="Write it into the ledger").click()
    expect(page.get_by_role("heading", name="It is in the ledger")).to_be_visible()
    fits(page)
    assert a_player(team, 1).status == "dead"

    # Everybody reads that it was corrected, and why.
    page.get_by_role("link", name="To the match").click()
    expect(page.get_by_role("note")).to_contain_text("This match was corrected")
    expect(page.get_by_role("note")).to_contain_text("The sheet says that he died.")
    fits(page)
    page.goto(f"/l/{league.slug}/ledger/")
    expect(page.locator("s", has_text="Match").first).to_be_visible()
    fits(page)

    # And back again.
    page.goto(f"/l/{league.slug}/amendments/")
    fits(page)
    page.get_by_role("link", name="Match 2, round 2").click()
    page.get_by_role("link", name="Undo this correction").click()
    fits(page)
    page.get_by_label("Reason").fill("He lives.")
    page.get_by_role("button", name="See what would follow").click()
    expect(page.get_by_text("Everything that came later still holds.")).to_be_visible()
    fits(page)
    page.get_by_role("link", name="To the commit").click()
    page.get_by_role("button", name="Write it into the ledger").click()
    expect(page.get_by_role("heading", name="It is in the ledger")).to_be_visible()
    assert projections(league) == before
    assert_reconciled(league)


def test_the_progress_of_a_worker_leads_to_the_result(page: Page) -> None:
    """The page asks again by itself, and goes on to what came of it."""
    league = a_league("Old Quarry League")
    by = a_commissioner(league)
    team, rival = a_drafted_team(league, "Human"), a_drafted_team(league, "Orc")
    result = a_written_match(a_fixture(team, rival), touchdown("home", 1))
    amendment = Amendment.objects.create(
        league=league, act=result.act, by=by, version=1, status=AmendmentStatus.QUEUED
    )
    log_in(page, by)
    page.goto(f"/l/{league.slug}/amendments/{amendment.pk}/")
    expect(page.locator("progress")).to_be_visible()
    Amendment.objects.filter(pk=amendment.pk).update(status=AmendmentStatus.ABANDONED)
    expect(page.get_by_role("heading", name="It was abandoned")).to_be_visible()
