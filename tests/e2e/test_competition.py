"""Competitions in a browser: a Swiss round from the entries to the table, challenges of a major, a season's page."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from engine.roster import GoldChanged
from league.domain import clock
from league.models import User
from tests.e2e.pages import BOTH_SIZES, fits, log_in
from tests.helpers import a_coach, a_drafted_team, a_league, assert_reconciled, coach_of, happens
from tests.tournaments.competing.builders import (
    a_competition,
    a_played_round,
    commissioner_of,
    pairings,
    started,
    the_stage,
)
from tests.tournaments.competing.cups import a_major, teams_of
from tournaments.domain import publishing
from tournaments.models import Competition, Format, Kind, Pairing

pytestmark = pytest.mark.django_db(transaction=True)


def goes_to(page: Page, competition: Competition, part: str = "") -> None:
    page.goto(f"{competition.get_absolute_url()}{part}")


def presses(page: Page, button: str, said: str) -> None:
    """The button is pressed, and its answer is there."""
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.locator("#notices")).to_contain_text(said)
    fits(page)


# --- a Swiss ------------------------------------------------------------------------------------------------------


def enters(page: Page, coach: User, competition: Competition, team: str) -> None:
    """From the league's front page, with the only team of the coach."""
    log_in(page, coach)
    page.goto(competition.league.get_absolute_url())
    page.get_by_role("link", name=competition.name).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(competition.name)
    fits(page)
    page.get_by_role("link", name="Enter", exact=True).click()
    page.get_by_label("Team", exact=True).select_option(label=team)
    presses(page, "Enter", f"{team} is entered.")
    expect(page.get_by_role("main")).to_contain_text(f"You have entered {team}.")


def reports(page: Page, td: tuple[int, int], cas: tuple[int, int]) -> None:
    for name, number in zip(("home_td", "away_td", "home_cas", "away_cas"), (*td, *cas), strict=True):
        page.locator(f"#id_{name}").fill(str(number))


def meeting(first: str, second: str) -> Pairing:
    return Pairing.objects.get(home__name__in=(first, second), away__name__in=(first, second))


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_a_swiss_round_from_the_entries_to_the_table(page: Page) -> None:
    league = a_league()
    by = commissioner_of(league)
    first, second = a_coach(league), a_coach(league)
    for coach, name in ((first, "Gouged Eye"), (second, "Reikland Reavers")):
        a_drafted_team(league, coach=coach, name=name)
    event = a_competition(
        league, ("Swiss", Format.SWISS, {"rounds": 3}), kind=Kind.EVENT, rosters=False, name="Dungeon Open"
    )
    enters(page, first, event, "Gouged Eye")
    enters(page, second, event, "Reikland Reavers")

    log_in(page, by)
    goes_to(page, event, "entries/")
    for name in ("Bats in the Belfry", "Last Pint Standing"):
        page.get_by_label("Team", exact=True).fill(name)
        presses(page, "Enter", f"{name} is entered.")
    # Lots of this seed let the two coaches meet others, so that seats have to be swapped.
    started(event, "three")
    goes_to(page, event)
    page.get_by_role("button", name="Pair round 1").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1")
    expect(page.get_by_role("main")).to_contain_text("A draft, which only those who run the competition see.")
    fits(page)
    (drawn,) = [one for one in pairings(the_stage(event)) if "Gouged Eye" in (one.home.name, str(one.away))]
    other = str(drawn.away) if drawn.home.name == "Gouged Eye" else drawn.home.name
    assert other != "Reikland Reavers"
    page.get_by_label("Who", exact=True).select_option(label=other)
    page.get_by_label("With whom").select_option(label="Reikland Reavers")
    page.get_by_role("button", name="See what it breaks").click()
    expect(page.get_by_role("main")).to_contain_text("can change places, and nothing is broken by it.")
    fits(page)
    presses(page, "Swap them", "The two have changed places.")
    presses(page, "Publish", "The round is published.")

    match = meeting("Gouged Eye", "Reikland Reavers")
    for coach, said in ((first, "Your report is kept."), (second, "The result stands.")):
        log_in(page, coach)
        goes_to(page, event)
        page.get_by_role("heading", name="You play").locator("..").get_by_role(
            "link", name="v", exact=True
        ).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(str(match))
        reports(page, (2, 1), (3, 0))
        presses(page, "Report", said)

    log_in(page, by)
    goes_to(page, event, "rounds/1-1/")
    page.get_by_role("link", name="Report", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Last Pint Standing")
    reports(page, (1, 1), (0, 2))
    presses(page, "It stands", "The result stands.")
    page.get_by_role("link", name="Dungeon Open").first.click()
    expect(page.get_by_role("heading", name="Next for you who run it").locator("..")).to_contain_text(
        "Round 2 of 3 can be paired."
    )
    page.get_by_role("link", name="Swiss", exact=True).first.click()
    top = page.locator("tbody tr").first
    expect(top).to_contain_text(match.home.name)
    expect(top).to_contain_text("2:1")
    fits(page)
    top.get_by_role("link", name="1", exact=True).first.click()
    expect(page.locator("#terms")).to_contain_text("Round 1")
    fits(page)


# --- a major ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_challenges_in_a_major_are_refused_and_accepted(page: Page) -> None:
    league = a_league()
    by = commissioner_of(league)
    teams = teams_of(league, 4)
    cup = a_major(league, teams, starts=timezone.now().date())
    for number, (challenger, challenged, answer, said) in enumerate(
        [(0, 1, "Refuse", "The challenge is refused."), (2, 3, "Accept", "The challenge is accepted")], 1
    ):
        log_in(page, coach_of(teams[challenger]))
        goes_to(page, cup)
        expect(page.get_by_role("main")).to_contain_text("Arrange a match")
        page.get_by_role("link", name="Challenges", exact=True).click()
        page.locator("#challenged").select_option(label=teams[challenged].name)
        presses(page, "Challenge", f"Challenge {number} is with the organiser.")

        log_in(page, by)
        goes_to(page, cup)
        page.get_by_role("link", name="To the challenge").click()
        presses(page, "Pass it on", "The challenge is passed on")

        log_in(page, coach_of(teams[challenged]))
        goes_to(page, cup)
        expect(page.get_by_role("main")).to_contain_text(f"{teams[challenger].name} challenge you.")
        page.get_by_role("link", name="Answer", exact=True).click()
        presses(page, answer, said)
        expect(page.get_by_role("button", name=answer, exact=True)).to_have_count(0)

    page.get_by_role("link", name="Play-off", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Play-off")
    winner = page.locator("tbody tr").first
    expect(winner).to_contain_text("Won by a refused challenge 2–0 v Team 2")
    made = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Team 3", exact=True))
    made.get_by_role("link", name=re.compile("match page")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Team 3 v Team 4")
    fits(page)
    assert_reconciled(league)


# --- a season -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_a_season_is_published_with_the_places_that_have_moved(page: Page, faults: list[str]) -> None:
    season = a_competition(None, ("Season", Format.ROUND_ROBIN, {"legs": 2}), name="Autumn Season")
    league, by = season.league, commissioner_of(season.league)
    for _ in range(4):
        a_drafted_team(league)
    log_in(page, by)
    page.goto(league.get_absolute_url())
    page.get_by_role("link", name="Autumn Season").click()
    page.get_by_role("main").get_by_role("link", name="Entries", exact=True).last.click()
    presses(page, "Enter every team of the league", "4 teams are entered.")
    page.get_by_role("link", name="Overview", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("4 have entered. Beginning closes the entries.")
    fits(page)
    presses(page, "Begin with Season", "Autumn Season has begun.")
    expect(page.get_by_role("main")).to_contain_text("12 matches are to be played.")
    with clock.at(timezone.now() - timedelta(days=7)):
        a_played_round(the_stage(season), 1)
        publishing.publish(league, by)
    for number in (2, 3, 4):
        a_played_round(the_stage(season), number)

    page.get_by_role("link", name="Standings", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Standings")
    presses(page, "Publish this week", "is published.")
    week = page.get_by_role("heading", level=1).inner_text()
    expect(page.get_by_role("row").filter(has_text=re.compile("[▲▼]"))).not_to_have_count(0)
    results = page.get_by_role("heading", name="Results of the week").locator("..")
    expect(results.get_by_role("listitem")).to_have_count(6)
    coming = page.get_by_role("heading", name="Next matches").locator("..")
    expect(coming.get_by_role("listitem")).to_have_count(4)

    page.get_by_role("link", name="Published", exact=True).click()
    expect(page.get_by_role("row")).to_have_count(3)
    fits(page)
    page.get_by_role("button", name="Publish this week").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Replace the page of this week?")
    fits(page)
    page.get_by_role("link", name="Keep it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(week)
    faults[:] = [one for one in faults if "409" not in one]
    feed = page.request.get(f"{league.get_absolute_url()}feed.atom")
    assert feed.text().count("<title>Week ") == 1, (
        "of this week there is one page, and newer things than the last"
    )
    assert week in feed.text()
    assert_reconciled(league)


# --- a trade ------------------------------------------------------------------------------------------------------


TRADING = (("Gouged Eye", 7), ("Reikland Reavers", 8))
"""Teams with their seeds: no two of their players have the same name."""


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_a_trade_is_offered_and_accepted(page: Page) -> None:
    league = a_league()
    seller, buyer = (a_drafted_team(league, name=name, seed=seed) for name, seed in TRADING)
    happens(buyer, GoldChanged(50_000, "winnings"))
    sold, bought = seller.players.get(uid=2), buyer.players.get(uid=3)
    log_in(page, coach_of(seller))
    page.goto(seller.get_absolute_url())
    page.get_by_role("link", name="Trades", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("No trade was offered yet.")
    page.get_by_role("link", name="Offer a trade").click()
    page.get_by_label("With whom").select_option(label=f"Reikland Reavers (Orc, {coach_of(buyer)})")
    page.get_by_role("button", name="Go on").click()
    gives = page.get_by_role("group", name="Gouged Eye gives")
    gives.get_by_role("checkbox", name=re.compile(f"^{sold.number} ")).check()
    gets = page.get_by_role("group", name="Reikland Reavers gives")
    gets.get_by_role("checkbox", name=re.compile(f"^{bought.number} ")).check()
    gets.get_by_label("Gold").fill("10000")
    page.get_by_label("Words to the other coach").fill("He is slow, but cheap.")
    fits(page)
    page.get_by_role("button", name="Offer it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Trade")
    expect(page.get_by_role("button", name="Withdraw the offer")).to_be_visible()
    fits(page)

    log_in(page, coach_of(buyer))
    page.goto(buyer.get_absolute_url())
    page.get_by_role("link", name=re.compile("^Trades")).click()
    page.get_by_role("link", name="From Gouged Eye").click()
    expect(page.get_by_role("main")).to_contain_text("He is slow, but cheap.")
    fits(page)
    page.get_by_role("button", name="Accept for Reikland Reavers").click()
    expect(page.get_by_role("main")).to_contain_text("Accepted on")
    page.goto(buyer.get_absolute_url())
    expect(page.get_by_role("row").filter(has_text=sold.name)).to_be_visible()
    page.goto(seller.get_absolute_url())
    expect(page.get_by_role("row").filter(has_text=sold.name)).to_have_count(0)
    assert_reconciled(league)
