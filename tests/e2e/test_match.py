"""A match is entered answer by answer in a browser, previewed and applied."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.questions import Chosen, Rolled
from matches.domain import wizard
from matches.models import Result
from tests.e2e.pages import BOTH_SIZES, choose, fits, log_in, throw
from tests.matches.conftest import World, simulated
from tests.matches.conftest import world as world  # the fixture

pytestmark = pytest.mark.django_db(transaction=True)


def answer(page: Page, entry: Any) -> None:
    """Fills what the page asks, as a person would."""
    if isinstance(entry, Rolled):
        throw(page, *entry.dice)
        return
    if isinstance(entry, Chosen):
        several = not isinstance(entry.pick, str)
        choose(page, *([entry.pick] if isinstance(entry.pick, str) else entry.pick), several=several)
        return
    kind = entry.__struct_config__.tag
    page.goto(f"{page.url.partition('?')[0]}?kind={kind}")
    for name in ("half", "turn"):
        if hasattr(entry, name):
            field = page.locator(f"#report_{name}")
            field.select_option(str(entry.half)) if name == "half" else field.fill(str(entry.turn))
    if hasattr(entry, "players"):
        page.locator("#report_side").select_option(entry.side)
        for number in entry.players:
            page.locator(f'input[name="players"][value="{entry.side}:{number}"]').check()
    if hasattr(entry, "player"):
        page.locator("#report_player").select_option(f"{entry.side}:{entry.player}")
    if getattr(entry, "opponents_turn", False):
        page.locator("#report_opponents_turn").check()
    if hasattr(entry, "cause"):
        page.locator("#report_cause").select_option(entry.cause)
    if getattr(entry, "causer", None) is not None:
        other = "away" if entry.side == "home" else "home"
        page.locator("#report_causer").select_option(f"{other}:{entry.causer}")
    page.get_by_role("button", name="Enter: ").click()


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_a_match_from_its_page_to_its_result(page: Page, world: World) -> None:
    whole = simulated(world.fixture, 7)
    started = 12
    log_in(page, world.home_coach)
    page.goto(world.url())
    fits(page)
    page.get_by_role("link", name="Enter the log").click()
    for place, entry in enumerate(whole.entries[:started], 1):
        answer(page, entry)
        expect(page.locator(".score .note")).to_contain_text(f"{place} entr")
        fits(page)
    # The rest is entered elsewhere; this page is out of date then, and says so.
    step = wizard.current(world.fixture)
    assert step.log.entries == whole.entries[:started]
    for entry in whole.entries[started:]:
        step = wizard.answer(world.fixture, world.away_coach, entry, step.row.version)
    page.goto(world.url("log/"))
    fits(page)
    page.get_by_role("button", name="Submit the log").click()
    expect(page.locator("#notices")).to_contain_text("The log is submitted.")
    fits(page)

    log_in(page, world.commissioner)
    page.goto(world.url("preview/"))
    fits(page)
    page.get_by_role("button", name="Apply the match").click()
    expect(page.locator("#notices")).to_contain_text("Applied: ")
    fits(page)
    result = Result.objects.get()
    expect(page.locator(".score .tally")).to_have_text(f"{result.home_score} – {result.away_score}")
    page.goto(f"/l/{world.league.slug}/fixtures/")
    fits(page)


def test_dugout_rolls_and_the_second_of_two_tabs_is_told(page: Page, world: World, faults: list[str]) -> None:
    log_in(page, world.home_coach)
    page.goto(world.url("log/"))
    other = page.context.new_page()
    other.goto(world.url("log/"))
    page.get_by_role("button", name="Roll 2D6 for me").click()
    expect(page.get_by_role("main")).to_contain_text("rolled by Dugout")
    other.get_by_role("button", name="Roll 2D6 for me").click()
    expect(other.get_by_role("main")).to_contain_text("Somebody else was first")
    expect(other.locator(".score .note")).to_contain_text("1 entry")
    assert len(wizard.current(world.fixture).log.entries) == 1
    faults[:] = [fault for fault in faults if "409" not in fault]
