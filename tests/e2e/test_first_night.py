"""A league night from an installation without an account to a published table: on phones, by what the pages show.

After the first address, and the two links that are sent to the coaches, everything is reached by links and buttons.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from league.domain import first_hour
from league.models import League
from tests.e2e.pages import fits
from tests.e2e.test_first_hour import PASSWORD
from tests.e2e.test_first_hour import nobody_was_here as nobody_was_here  # the fixture
from tests.e2e.test_thumb import Thumb, phone
from tests.helpers import assert_reconciled
from tournaments.domain.publishing import publish_due

pytestmark = pytest.mark.django_db(transaction=True)

FOR_ME = re.compile("for me$")
"""What a button says with which Dugout rolls."""


@dataclass
class Somebody:
    """A person with a phone, who reads it."""

    page: Page
    faults: list[str]

    @property
    def main(self) -> Locator:
        return self.page.get_by_role("main")

    def follows(self, link: str, shows: str | re.Pattern[str]) -> None:
        """A link of the page by its words; the next page has that heading."""
        self.main.get_by_role("link", name=link).first.tap()
        self.sees(shows)

    def turns_to(self, place: str, shows: str | re.Pattern[str]) -> None:
        """A page of the league's bar."""
        self.page.get_by_role("navigation", name="League").get_by_role("link", name=place, exact=True).tap()
        self.sees(shows)

    def presses(self, button: str | re.Pattern[str], said: str) -> None:
        """A button, after which the site says that."""
        self.main.get_by_role("button", name=button).first.tap()
        expect(self.page.locator("#notices")).to_contain_text(said)
        fits(self.page)

    def wants(self, label: str | re.Pattern[str], count: int, costs: str = "") -> None:
        """So many, on a sheet that says what it comes to."""
        self.page.get_by_label(label).first.fill(str(count))
        self.page.get_by_label(label).first.blur()
        expect(self.page.locator("#sum dd").first).to_contain_text(costs)

    def shown_a_refusal(self, status: int) -> None:
        """A refused form is an error page to the browser, which says so to itself."""
        (fault,) = self.faults
        assert str(status) in fault
        self.faults.clear()

    def sees(self, heading: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_role("heading", level=1, name=heading)).to_be_visible()
        fits(self.page)

    def fills(self, **fields: str) -> None:
        for label, value in fields.items():
            self.page.get_by_label(label.replace("_", " "), exact=True).fill(value)


@pytest.fixture
def arrives(
    browser: Browser, live_server: LiveServer, faults: list[str], nobody_was_here: None
) -> Iterator[Callable[[], Somebody]]:
    contexts: list[BrowserContext] = []

    def somebody() -> Somebody:
        contexts.append(phone(browser, live_server, faults))
        page = contexts[-1].new_page()
        page.set_default_timeout(10_000)
        return Somebody(page, faults)

    yield somebody
    for context in contexts:
        context.close()
    first_hour.look_again()
    assert faults == []


def test_from_an_empty_installation_to_a_table_that_a_stranger_reads(arrives: Callable[[], Somebody]) -> None:
    owner = arrives()
    links = opens_a_league(owner)
    grim, ulf = arrives(), arrives()
    joins(grim, "grim", links[0])
    joins(ulf, "ulf", links[1])
    drafts(grim, "Human", "Reikland Reavers", "660,000")
    drafts(ulf, "Orc", "Gouged Eye", "680,000")
    accepts_and_sets_a_match(owner)
    plays(grim)
    assert publish_due() == [], "the clock leaves the first page to the commissioner"
    applies(owner)
    improves_and_buys(grim)
    publishes(owner)
    reads_the_table(arrives())
    assert_reconciled(League.objects.get())


def opens_a_league(owner: Somebody) -> list[str]:
    """The links for two coaches."""
    owner.page.goto("/")
    owner.sees("Welcome to Dugout")
    owner.fills(Username="morg", Password=PASSWORD, Password_confirmation=PASSWORD)
    owner.presses("Make this account", "This site is yours now.")
    owner.fills(Name="Old World Cup")
    owner.presses("Open the league", "Old World Cup is open. Invite its coaches.")
    made = owner.page.locator(".link-to-send code")
    for count in (1, 2):
        owner.main.get_by_role("button", name="Make a link").tap()
        expect(made).to_have_count(count)
        expect(made.first, "the link to send is on the screen").to_be_in_viewport()
    links = made.all_inner_texts()
    owner.follows("What to do next", "Old World Cup")
    return links


def joins(coach: Somebody, name: str, link: str) -> None:
    coach.page.goto(link)
    coach.sees("Join Old World Cup")
    coach.follows("Sign up and join", "Sign up")
    coach.fills(
        Username=name, Email=f"{name}@example.org", Password=PASSWORD, **{"Password_(again)": PASSWORD}
    )
    coach.presses("Sign up", f"signed in as {name}")
    coach.presses(f"Join as {name}", "Welcome to Old World Cup.")


def drafts(coach: Somebody, race: str, team: str, costs: str) -> None:
    """Once with no player, which is refused where he sees it; then with eleven and two re-rolls."""
    coach.follows("Draft a team", "Draft a team")
    coach.follows(race, f"Draft: {race}")
    coach.fills(Name_of_the_team=team)
    coach.main.get_by_role("button", name="Draft the team").tap()
    refused = coach.page.get_by_role("alert")
    expect(refused).to_contain_text("A team has 11 to 16 players; this draft has 0.")
    expect(refused).to_be_in_viewport()
    coach.shown_a_refusal(400)
    coach.wants(re.compile("^Lineman"), 11)
    coach.wants("Team re-rolls", 2, costs)
    coach.presses("Draft the team", f"{team} is drafted.")


def accepts_and_sets_a_match(owner: Somebody) -> None:
    owner.turns_to("Home", "Old World Cup")
    expect(owner.page.locator("[aria-current=step]")).to_contain_text("2 teams wait for you to accept them.")
    owner.turns_to("Office", "Office")
    for team in ("Reikland Reavers", "Gouged Eye"):
        owner.presses(re.compile(f"^Accept.*{team}$"), f"{team} plays in Old World Cup now.")
        owner.sees("Office")
    owner.turns_to("Home", "Old World Cup")
    owner.follows("Make a fixture", "New fixture")
    owner.page.get_by_label("Home team").select_option(label="Reikland Reavers")
    owner.page.get_by_label("Away team").select_option(label="Gouged Eye")
    owner.presses("Make the fixture", "Reikland Reavers v Gouged Eye, round 1, is a fixture now.")


def plays(coach: Somebody) -> None:
    """Three touchdowns of one player against one, and a casualty; every die is rolled by Dugout."""
    coach.turns_to("Home", "Old World Cup")
    coach.follows("To your desk", "Your desk")
    coach.follows("Report", "Match log")
    thumb = Roller(coach.page)
    thumb.answer_what_is_asked()
    thumb.reported("home", "casualty", 2, 3, turn=2)
    thumb.answer_what_is_asked()
    for turn in (3, 5, 8):
        thumb.reported("home", "touchdown", 1, turn=turn)
        thumb.answer_what_is_asked()
    thumb.ends("half_time")
    thumb.answer_what_is_asked()
    thumb.reported("away", "touchdown", 1, turn=4)
    thumb.answer_what_is_asked()
    thumb.ends("match_end")
    thumb.answer_what_is_asked()
    expect(coach.page.locator(".night-head .tally")).to_have_text("3 – 1")
    fits(coach.page)
    coach.presses("Submit the log", "The log is submitted. The commissioner applies it")
    expect(coach.main.get_by_role("link", name="Look at it").first).to_be_in_viewport()


class Roller(Thumb):
    """Somebody without dice."""

    def _answer(self, faces: tuple[int, ...]) -> None:
        rolls = self.wizard.get_by_role("button", name=FOR_ME)
        if rolls.count():
            self.answered(rolls.first)
        else:
            self.answered(self.wizard.locator('button[name="pick"]').first)


def applies(owner: Somebody) -> None:
    owner.turns_to("Home", "Old World Cup")
    expect(owner.page.locator("[aria-current=step]")).to_contain_text(
        "1 match log waits for you to apply it."
    )
    owner.follows("To the office", "Office")
    owner.follows("Preview all", "Office")
    expect(owner.page.get_by_role("heading", name="What these logs would do")).to_be_visible()
    owner.presses("Apply in this order", "Applied: Reikland Reavers 3-1 Gouged Eye.")


def improves_and_buys(coach: Somebody) -> None:
    coach.turns_to("Desk", "Your desk")
    coach.follows("Improve", re.compile("improves$"))
    while coach.page.get_by_role("heading", level=1, name=re.compile("improves$")).count():
        asked = coach.main.inner_text()
        if coach.main.get_by_role("button", name=FOR_ME).count():
            coach.main.get_by_role("button", name=FOR_ME).first.tap()
        else:
            coach.main.get_by_role("radio").first.check()
            coach.main.get_by_role("button", name="Choose").tap()
        expect(coach.main).not_to_have_text(asked, use_inner_text=True)
        fits(coach.page)
    expect(coach.main).to_contain_text("Improvement roll")
    coach.turns_to("Desk", "Your desk")
    coach.follows("To the shop", "Buy")
    coach.wants("Cheerleaders", 1, "10,000")
    coach.presses(re.compile("^Buy$"), "Bought. The treasury holds")


def publishes(owner: Somebody) -> None:
    owner.turns_to("Home", "Old World Cup")
    expect(owner.page.locator("[aria-current=step]")).to_contain_text("Publish the table")
    owner.follows("To the pages", "Published")
    owner.presses("Publish this week", "published")


def reads_the_table(stranger: Somebody) -> None:
    stranger.page.goto("/")
    stranger.follows("Old World Cup", "Old World Cup")
    stranger.follows("The whole table of 2 teams", "Standings")
    first, second = stranger.main.get_by_role("row").filter(has=stranger.page.get_by_role("cell")).all()
    expect(first).to_contain_text("Reikland Reavers")
    expect(second).to_contain_text("Gouged Eye")
    stranger.main.get_by_role("navigation").get_by_role("link", name="Published").tap()
    stranger.sees("Published")
    stranger.follows("Week", re.compile("^Week"))
    expect(stranger.main).to_contain_text("Reikland Reavers")
    expect(stranger.main.locator("tbody tr").first).to_contain_text("Reikland Reavers")
