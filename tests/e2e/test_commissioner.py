"""What a commissioner puts right, in a browser; and what a part of a page says when it fails."""

from __future__ import annotations

import pytest
from playwright.sync_api import FilePayload, Page, expect

from engine.roster import Injured
from league.domain import members
from league.models import Bulletin, League
from matches.models import Result
from teams.models import Team
from tests.e2e.pages import BOTH_SIZES, PHONE, fits, log_in
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_submitted_log,
    assert_reconciled,
    happens,
)
from tests.league.pictured import a_photograph

# A browser notes every answer that is no success: tests that provoke one take its note out of ``faults``.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    "page", [PHONE, {"width": 1280, "height": 900}], ids=["phone", "wide"], indirect=True
)
def test_a_decree_is_looked_at_made_and_read_in_the_ledger(page: Page) -> None:
    league = a_league()
    team = happens(a_drafted_team(league, name="Gouged Eye"), Injured(1, "Smashed Hip", "ma"))
    log_in(page, a_commissioner(league))
    page.goto(f"{team.get_absolute_url()}p/1/")
    page.get_by_role("link", name="Decree").click()
    fits(page)
    page.get_by_label("Gold (has 0)").fill("+50,000")
    page.get_by_label("Smashed Hip").select_option("is healed, with what it left")
    page.get_by_label("Reason").fill("the log named the wrong player")
    page.get_by_role("button", name="See what would come of it").click()
    expect(page.locator("#outlook")).to_contain_text("+50,000 gold: decree, the log named the wrong player.")
    assert Team.objects.get().treasury == 0
    page.get_by_role("button", name="Decree it").click()
    expect(page.locator("#notices")).to_contain_text("It is decreed")
    expect(page.get_by_text("Never seriously hurt.")).to_be_visible()
    page.goto(f"{team.get_absolute_url()}ledger/")
    expect(page.locator("li", has_text="Decree").first).to_contain_text("the log named the wrong player")
    fits(page)
    assert_reconciled(league)


@pytest.mark.parametrize("page", [PHONE], ids=["phone"], indirect=True)
def test_a_house_rule_is_changed_on_a_phone(page: Page, faults: list[str]) -> None:
    league = a_league()
    log_in(page, a_commissioner(league, "commissioner"))
    page.goto(f"/l/{league.slug}/rules/")
    page.get_by_label("Table", exact=True).select_option("Match")
    page.get_by_role("button", name="Open").click()
    page.wait_for_url("**table=match**")
    fits(page)
    page.get_by_label("match/turns", exact=True).fill("0")
    page.get_by_role("button", name="Change the house rules").click()
    expect(page.get_by_role("alert")).to_contain_text("House rule 'match/turns' cannot be 0: it is 1 to 99.")
    faults.clear()
    page.get_by_label("match/turns", exact=True).fill("7")
    page.get_by_role("button", name="Change the house rules").click()
    expect(page.locator("#notices")).to_contain_text("from the next act on")
    assert League.objects.get().house_rules == {"match/turns": 7}
    fits(page)


def test_a_part_of_a_page_says_what_is_not_allowed_any_more(page: Page, faults: list[str]) -> None:
    league = a_league()
    coach = a_coach(league)
    log_in(page, coach)
    page.goto(f"/l/{league.slug}/draft/?race=Orc")
    page.get_by_label("Name of the team").fill("Gouged Eye")
    members.remove(coach, league, coach.pk)
    page.get_by_label("Team re-rolls").fill("1")
    page.get_by_label("Team re-rolls").blur()
    expect(page.locator("#notices")).to_contain_text("Only coaches of")
    page.context.clear_cookies(name="sessionid")
    page.get_by_label("Team re-rolls").fill("2")
    page.get_by_label("Team re-rolls").blur()
    page.wait_for_url("**/accounts/login/**")
    faults.clear()


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_waiting_logs_are_looked_at_and_applied_in_their_order(page: Page) -> None:
    league = a_league()
    orcs, humans, dwarfs = (a_drafted_team(league, race, name=race) for race in ("Orc", "Human", "Dwarf"))
    for seed, (home, away, number) in enumerate([(humans, dwarfs, 2), (orcs, humans, 1)]):
        a_submitted_log(a_fixture(home, away, number), seed=seed)
    log_in(page, a_commissioner(league))
    page.goto(f"/l/{league.slug}/office/")
    fits(page)
    page.get_by_role("link", name="Preview all").click()
    expect(page.locator(".previews > li > h3").first).to_contain_text("can land")
    expect(page.locator(".previews > li > h3").last).to_contain_text("look at it")
    fits(page)
    page.get_by_role("button", name="Apply in this order").first.click()
    expect(page.locator("#notices")).to_contain_text("Stopped at Human v Dwarf, round 2")
    fits(page)
    assert [str(one.fixture) for one in Result.objects.all()] == ["Orc v Human"]
    assert_reconciled(league)


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_a_bulletin_is_written_with_a_picture_and_seen_while_it_is(page: Page) -> None:
    league = a_league()
    log_in(page, a_commissioner(league))
    page.goto(f"/l/{league.slug}/bulletins/new/")
    page.get_by_label("Title").fill("Our new pitch")
    page.get_by_label("Text").press_sequentially("It is **green**.")
    expect(page.locator("#preview strong")).to_have_text("green")
    picture: FilePayload = {
        "name": "pitch.jpg",
        "mimeType": "image/jpeg",
        "buffer": a_photograph(800, 500).getvalue(),
    }
    page.get_by_label("A picture").set_input_files(picture)
    page.get_by_label("What the picture shows").fill("The pitch from above")
    page.get_by_role("button", name="Put it into the text").click()
    shown = page.locator("#preview").get_by_alt_text("The pitch from above")
    expect(shown).to_have_js_property("complete", True)
    expect(shown).to_have_js_property("naturalWidth", 800)
    fits(page)
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("heading", name="Our new pitch")).to_be_visible()
    fits(page)
    assert Bulletin.objects.get().pictures.count() == 1
