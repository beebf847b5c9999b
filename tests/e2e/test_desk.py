"""The coach's desk in a browser: the roster changed in place, a purchase foreseen, chances told, two teams compared."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from engine.roster import GoldChanged, SppGained
from teams.models import Team
from tests.e2e.pages import BOTH_SIZES, fits, log_in
from tests.helpers import (
    a_drafted_team,
    a_fixture,
    a_league,
    a_player,
    assert_reconciled,
    coach_of,
    happens,
)

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.parametrize("page", BOTH_SIZES, ids=["phone", "wide"], indirect=True),
]


@pytest.fixture
def team() -> Team:
    return happens(a_drafted_team(a_league(), name="Iron Tusks"), GoldChanged(300_000, "a gift"))


def roster(page: Page, team: Team) -> None:
    log_in(page, coach_of(team))
    page.goto(team.get_absolute_url())
    expect(page.get_by_role("button", name="Shirt 1,")).to_be_visible()


def ready(page: Page) -> None:
    """The field in the place of a name belongs to htmx once it has settled."""
    expect(page.locator(".who-form")).to_be_visible()
    expect(page.locator(".htmx-added")).to_have_count(0)


def shirts(team: Team) -> list[int]:
    """The players by their shirts."""
    return list(team.players.order_by("number").values_list("uid", flat=True))


def test_a_player_is_renamed_on_the_roster(page: Page, team: Team) -> None:
    roster(page, team)
    old = a_player(team).name
    pencil = page.get_by_role("link", name=f"Rename {old}", exact=True)
    pencil.focus()
    page.keyboard.press("Enter")
    field = page.get_by_label(f"New name of {old}")
    ready(page)
    expect(field).to_be_focused()
    fits(page)
    field.fill("Somebody else")
    page.keyboard.press("Escape")
    expect(pencil).to_be_focused()
    assert a_player(team).name == old
    pencil.click()
    ready(page)
    field.fill("Żółć 東京")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Rename Żółć 東京")).to_be_focused()
    assert a_player(team).name == "Żółć 東京"
    assert team.league.acts.filter(kind="rename_player").count() == 1
    assert_reconciled(team.league)


def test_a_name_that_is_taken_is_refused_beside_its_field(page: Page, team: Team, faults: list[str]) -> None:
    roster(page, team)
    first, second = a_player(team, 1).name, a_player(team, 2).name
    page.get_by_role("link", name=f"Rename {first}", exact=True).click()
    ready(page)
    page.get_by_label(f"New name of {first}").fill(second)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("already has a player named")
    expect(page.get_by_label(f"New name of {first}")).to_have_value(second)
    faults[:] = [fault for fault in faults if "400" not in fault]
    assert a_player(team, 1).name == first


def test_shirts_change_by_dragging_a_line(page: Page, team: Team) -> None:
    roster(page, team)
    before = shirts(team)
    grip = page.get_by_role("button", name="Shirt 1,")
    target = page.locator("table.roster tbody tr").nth(2)
    target.scroll_into_view_if_needed()
    start, end = grip.bounding_box(), target.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(start["x"] + 10, end["y"] + end["height"] / 2, steps=8)
    page.mouse.move(start["x"] + 10, end["y"] + end["height"] - 3, steps=4)
    page.mouse.up()
    expect(page.get_by_text("Changed shirts: 3")).to_be_visible()
    page.get_by_role("button", name="Give the shirts out").click()
    expect(page.locator("#notices")).to_contain_text("The shirts are given out")
    assert shirts(team) == [before[1], before[2], before[0], *before[3:]]
    assert team.league.acts.filter(kind="renumber").count() == 1
    assert_reconciled(team.league)


def test_shirts_change_by_the_keyboard_and_by_buttons(page: Page, team: Team) -> None:
    roster(page, team)
    before = shirts(team)
    page.get_by_role("button", name="Shirt 2,").focus()
    page.keyboard.press("ArrowUp")
    name = a_player(team, before[1]).name
    expect(page.locator("[data-shirts-said]")).to_have_text(f"{name} now wears 1.")
    page.get_by_role("button", name="Shirt 3,").click()
    page.get_by_role("button", name=", one line down").click()
    expect(page.get_by_text("Changed shirts: 4")).to_be_visible()
    page.get_by_role("button", name="As they were").click()
    expect(page.get_by_text("Changed shirts")).to_have_count(0)
    page.get_by_role("button", name="Shirt 1,").focus()
    page.keyboard.press("ArrowDown")
    page.get_by_role("button", name="Give the shirts out").click()
    expect(page.locator("#notices")).to_contain_text("The shirts are given out")
    assert shirts(team) == [before[1], before[0], *before[2:]]


def test_shirts_change_while_a_name_is_being_changed(page: Page, team: Team) -> None:
    roster(page, team)
    before = shirts(team)
    name = a_player(team, before[1]).name
    page.get_by_role("link", name=f"Rename {name}", exact=True).click()
    ready(page)
    page.get_by_role("button", name="Shirt 1,").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_text("Changed shirts: 3")).to_be_visible()
    page.get_by_role("button", name="Give the shirts out").click()
    expect(page.locator("#notices")).to_contain_text("The shirts are given out")
    assert shirts(team) == [before[1], before[2], before[0], *before[3:]]


def test_shirts_are_typed_in_on_a_page_of_their_own(page: Page, team: Team) -> None:
    log_in(page, coach_of(team))
    page.goto(f"{team.get_absolute_url()}renumber/")
    name = a_player(team, 1).name
    page.get_by_label(f"Number of {name}").fill("77")
    page.get_by_role("button", name="Give the shirts out").click()
    expect(page.locator("#notices")).to_contain_text("The shirts are given out")
    assert a_player(team, 1).number == 77


def test_a_purchase_is_foreseen_while_it_is_chosen(page: Page, team: Team) -> None:
    log_in(page, coach_of(team))
    page.goto(team.get_absolute_url())
    page.get_by_role("link", name="Buy", exact=True).click()
    expect(page.get_by_text("leaves").first).to_be_visible()
    left = team.treasury - team.league.rules.creation.cheerleader_price
    page.get_by_label("Cheerleaders").fill("1")
    page.get_by_label("Cheerleaders").blur()
    expect(page.locator("#sum")).to_contain_text(f"{left:,}")
    expect(page.locator("#sum")).to_contain_text("Nothing stands in the way")
    fits(page)
    page.get_by_role("button", name="Buy", exact=True).click()
    expect(page.locator("#notices")).to_contain_text(f"{left:,} gold")
    assert_reconciled(team.league)


def test_an_improvement_shows_its_chances_and_then_its_options(page: Page, team: Team) -> None:
    happens(team, SppGained(1, "mvp", 2, 10))
    log_in(page, coach_of(team))
    page.goto(f"/l/{team.league.slug}/desk/")
    fits(page)
    page.get_by_role("link", name="Improve").click()
    expect(page.get_by_role("table", name="Star player roll")).to_contain_text("26/36")
    expect(page.get_by_role("row", name="Strength +1")).to_contain_text("1/36")
    fits(page)
    page.get_by_label("Die 1").fill("6")
    page.get_by_label("Die 2").fill("6")
    page.get_by_role("button", name="Enter the dice").click()
    expect(page.get_by_role("group", name="Characteristics")).to_contain_text("Strength +1")
    expect(page.get_by_role("heading", name="The chances")).to_have_count(0)
    fits(page)
    page.get_by_label("Strength +1").check()
    page.get_by_role("button", name="Choose").click()
    expect(page.get_by_role("table", name="Ageing")).to_be_visible()


def test_two_teams_are_compared_from_the_desk(page: Page, team: Team) -> None:
    other = a_drafted_team(team.league, "Skaven", name="Sewer Saints")
    a_fixture(team, other)
    log_in(page, coach_of(team))
    page.goto(f"/l/{team.league.slug}/desk/")
    page.get_by_role("link", name="Compare Sewer Saints").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Iron Tusks against Sewer Saints")
    expect(page.get_by_role("table", name="Both teams")).to_be_visible()
    fits(page)
    page.get_by_label("Home").select_option("Sewer Saints")
    page.get_by_label("Away").select_option("Iron Tusks")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sewer Saints against Iron Tusks")
    page.get_by_role("link", name="To the match").click()
    expect(page.get_by_role("link", name="Both teams side by side")).to_be_visible()


def test_the_history_tells_what_happened_on_a_day(page: Page, team: Team) -> None:
    log_in(page, coach_of(team))
    page.goto(team.get_absolute_url())
    page.get_by_role("link", name="History").click()
    expect(page.get_by_role("link", name="As it stood that day").first).to_be_visible()
    fits(page)
    page.get_by_label("Kind").select_option("Draft")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="Team accepted")).to_have_count(0)
    expect(page.get_by_role("heading", name="Draft")).to_be_visible()


def test_the_front_leads_to_each_desk(page: Page, team: Team) -> None:
    log_in(page, coach_of(team))
    page.goto("/desk/")
    fits(page)
    page.get_by_role("link", name=team.league.name).click()
    expect(page.get_by_role("heading", name="Iron Tusks")).to_be_visible()
