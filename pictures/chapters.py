"""What is done in the demonstration league, and what of it is shown: a chapter of docs/organisers.md each."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page, expect

from pictures.camera import PHONE, Camera
from pictures.tour import tour

LEAGUE = "/l/old-quarry-league/"
TODAY = datetime.now(UTC).date()


def goes(page: Page, part: str) -> None:
    page.goto(f"{LEAGUE}{part}")


def presses(page: Page, button: str, said: str) -> None:
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.locator("#notices")).to_contain_text(said)


def quiet(page: Page) -> None:
    """The page as it is without the message that led to it."""
    page.goto(page.url.partition("#")[0])


def organised(page: Page, name: str | re.Pattern[str]) -> str:
    """The address of a competition by its name; its first page is open."""
    goes(page, "competitions/")
    page.get_by_role("main").get_by_role("link", name=name).click()
    expect(page.get_by_role("link", name="Overview", exact=True)).to_be_visible()
    return page.url


# --- the league ---------------------------------------------------------------------------------------------------


def league(camera: Camera) -> None:
    page = camera.page()
    goes(page, "standings/published/")
    page.get_by_role("row").nth(1).get_by_role("link").click()
    expect(page.get_by_role("heading", name="Results of the week")).to_be_visible()
    camera.take(page, "standings", height=760, top=page.locator("body"))
    goes(page, "")
    camera.take(page, "home-phone", width=PHONE, height=760, top=page.locator("body"))


# --- a season -----------------------------------------------------------------------------------------------------


def season(camera: Camera) -> None:
    page = camera.page("commissioner")
    goes(page, "competitions/new/")
    page.get_by_label("Name", exact=True).fill("Winter Season")
    camera.take(page, "set-up", height=760)
    presses(page, "Set it up", "is set up.")
    page.get_by_role("link", name="Settings of Round robin").click()
    page.get_by_label("Legs", exact=True).fill("2")
    presses(page, "Change it", "is changed.")
    presses(page, "Open for entries", "is open for entries.")
    page.get_by_role("link", name="Entries", exact=True).first.click()
    presses(page, "Enter every team of the league", "8 teams are entered.")
    page.get_by_role("link", name="Overview", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("8 have entered.")
    camera.take(page, "next-phone", width=PHONE, height=620)
    presses(page, "Begin with Round robin", "has begun.")
    address = organised(page, "Winter Season")
    page.goto(f"{address}plan/1/")
    page.get_by_label("The first round").fill((TODAY + timedelta(days=3)).isoformat())
    presses(page, "Set the days", "Every round has its day.")
    page.get_by_role("link", name="All matches", exact=True).click()
    expect(page.get_by_role("heading", name="Round 14", exact=True)).to_be_visible()
    camera.take(page, "schedule", height=620)


# --- an event -----------------------------------------------------------------------------------------------------


def event(camera: Camera) -> None:
    page = camera.page("commissioner")
    address = organised(page, "Quarry Open")
    coach = camera.page("coach1")
    coach.goto(address)
    coach.get_by_role("heading", name="You play").locator("..").get_by_role(
        "link", name="v", exact=True
    ).click()
    for name, number in (("home_td", 2), ("away_td", 1), ("home_cas", 1), ("away_cas", 3)):
        coach.locator(f"#id_{name}").fill(str(number))
    camera.take(coach, "report-phone", width=PHONE, height=620)
    presses(coach, "Report", "Your report is kept.")
    page.goto(f"{address}organise/")
    camera.take(page, "desk", height=640)

    page.goto(f"{address}rounds/1-3/")
    page.get_by_text("Round clock").click()
    presses(page, "Start", "The clock runs")
    page.goto(f"{address}screen/")
    camera.take(page, "screen", height=560, top=page.locator("body"))
    for number in range(4):
        page.goto(f"{address}rounds/1-3/")
        page.get_by_role("link", name="Report", exact=True).first.click()
        for name, scored in (("home_td", number % 3), ("away_td", 1), ("home_cas", 2), ("away_cas", number)):
            page.locator(f"#id_{name}").fill(str(scored))
        presses(page, "It stands", "The result stands.")
    page.goto(address)
    page.get_by_role("button", name="Pair round 4").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 4")
    page.get_by_label("Who", exact=True).select_option(index=0)
    page.get_by_label("With whom").select_option(index=2)
    page.get_by_role("button", name="See what it breaks").click()
    expect(page.get_by_role("button", name=re.compile("^Swap them"))).to_be_visible()
    camera.take(page, "draft", height=1320)
    presses(page, "Publish", "The round is published.")
    page.goto(f"{address}rounds/1-4/?by=name")
    camera.take(page, "round-phone", width=PHONE, height=700)
    page.goto(f"{address}table/1/")
    page.locator("tbody tr").first.locator("td a").nth(1).click()
    expect(page.locator("#terms")).to_contain_text("Round 1")
    camera.take(page, "why", height=620, top=page.locator("#terms"))
    page.goto(f"{address}naf/")
    camera.take(page, "naf", height=620)


# --- a knockout ---------------------------------------------------------------------------------------------------

CUP = ("Bats", "Kegs", "Saws", "Nets", "Rats", "Pikes", "Elks", "Bells")


def cup(camera: Camera) -> None:
    page = camera.page("commissioner")
    goes(page, "competitions/new/")
    page.get_by_label("Name", exact=True).fill("Lantern Cup")
    page.get_by_label("What it is").select_option(label="Cup")
    page.get_by_label("Anybody: results alone are counted").check()
    page.get_by_label("Format").first.select_option(label="Knockout")
    presses(page, "Set it up", "is set up.")
    presses(page, "Open for entries", "is open for entries.")
    page.get_by_role("link", name="Entries", exact=True).first.click()
    for name in CUP:
        page.get_by_label("Team", exact=True).fill(f"Quarry {name}")
        presses(page, "Enter", "is entered.")
    page.get_by_role("link", name="Organise", exact=True).click()
    presses(page, "Begin with Knockout", "has begun.")
    address = organised(page, "Lantern Cup")
    if page.get_by_role("link", name="Look at the draft").count():
        page.get_by_role("link", name="Look at the draft").click()
        presses(page, "Publish", "The round is published.")
    for td in ((2, 0), (1, 3), (2, 1)):
        page.goto(f"{address}rounds/1-1/")
        page.get_by_role("link", name="Report", exact=True).first.click()
        for name, number in (("home_td", td[0]), ("away_td", td[1]), ("home_cas", 1), ("away_cas", 0)):
            page.locator(f"#id_{name}").fill(str(number))
        presses(page, "It stands", "The result stands.")
    page.goto(f"{address}bracket/1/")
    camera.take(page, "bracket", height=620)


# --- a major ------------------------------------------------------------------------------------------------------


def major(camera: Camera) -> None:
    page = camera.page("commissioner")
    address = organised(page, re.compile("^Chaos Cup"))
    camera.take(page, "major-next", height=560)
    page.goto(f"{address}challenges/")
    presses(page, "Pass it on", "The challenge is passed on")
    coach = camera.page("coach2")
    coach.goto(f"{address}challenges/")
    camera.take(coach, "challenge-phone", width=PHONE, height=800, top=coach.locator("#challenge-2"))
    page.goto(f"{address}major/")
    camera.take(page, "play-off", height=760)
    page.goto(f"{address}finals/")
    page.get_by_label("Matches and challenges that are still open fall away").check()
    presses(page, "Decide who goes on", "go on.")
    presses(page, "Draw the semi-finals", "Drawn:")
    quiet(page)
    camera.take(page, "finals", height=560)
    page.goto(f"{address}prizes/")
    camera.take(page, "prizes", height=620)


# --- corrections --------------------------------------------------------------------------------------------------


def corrections(camera: Camera) -> None:
    page = camera.page("commissioner")
    goes(page, "m/3/")
    page.get_by_label("Reason").fill("The sheet names another scorer.")
    page.get_by_role("button", name="Correct this match").click()
    expect(page.get_by_role("link", name="See what follows")).to_be_visible()
    camera.take(page, "correct", height=700)


CHAPTERS: dict[str, Callable[[Camera], None]] = {
    "league": league,
    "season": season,
    "event": event,
    "cup": cup,
    "major": major,
    "corrections": corrections,
    "tour": tour,
}
