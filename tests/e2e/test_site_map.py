"""Every page of the demonstration league, followed link by link: sound, readable to everybody, still, and small.

axe-core looks at each page on a phone, by day and by night. The time to the first paint is measured by the benchmarks.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import urljoin, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import resolve
from playwright.sync_api import Page, Response

from engine.acts import Deal, Share
from engine.roster import SppGained
from league.domain import languages
from league.models import League, User
from matches.domain import amending
from matches.models import Fixture, FixtureStatus, Result
from pictures.tour import FILES, kind_of
from teams.domain import trading
from teams.models import Team
from tests.e2e.pages import PHONE, fits, log_in
from tests.helpers import a_drafted_team, a_submitted_log, happens
from tests.test_permissions import routes, rows
from tests.tournaments.competing.builders import (
    a_competition,
    decided,
    entries,
    pairings,
    started,
    the_stage,
)
from tournaments.domain import demo, webhooks
from tournaments.domain.competing import setting_up
from tournaments.models import Competition, Format, Kind

pytestmark = pytest.mark.django_db(transaction=True)

HTML, CSS, JAVASCRIPT = 60_000, 40_000, 60_000
"""Bytes that a page, its stylesheets and its scripts may have, compressed."""
STILL = 0.1
"""How much of a page may move while it loads: the browser's own measure."""
SHIFTS = """
window.shifted = 0;
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({type: "layout-shift", buffered: true});
"""
RULES = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
BY_NIGHT = {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": ["color-contrast"]}}
OUT_OF_REACH = {
    "league:invitation": "its link is sent by whoever invites",
    "tournaments:stop_mail": "its link is in a mail",
}
"""Pages to which no link leads, and why."""


@dataclass
class Walk:
    """Through the site by its links. One page stands for all of its route, with the same names in its query."""

    page: Page
    seen: set[str] = field(default_factory=set)
    routes: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    files: dict[str, int] = field(default_factory=dict)

    def go(self, *begin: str) -> None:
        """From these pages on to every other."""
        waiting: list[str] = []
        for address in begin:
            self.seen.add(str(kind_of(address)))
            waiting += self.look_at(address)
        while waiting:
            address = waiting.pop(0)
            kind = kind_of(address)
            if kind is None or kind in self.seen:
                continue
            self.seen.add(kind)
            waiting += self.look_at(address)

    def look_at(self, address: str) -> list[str]:
        answer = self.page.goto(address)
        assert answer is not None, address
        if not answer.ok:
            self.faults.append(f"{address}: answered {answer.status}")
            return []
        if not answer.headers["content-type"].startswith("text/html"):
            return []
        self.routes.add(resolve(urlsplit(address).path).view_name)
        fits(self.page)
        self.faults += [
            f"{address}: {fault}" for fault in (*self.sizes(answer), *self.moved(), *self.barriers())
        ]
        return self.links(address)

    def links(self, address: str) -> list[str]:
        found = self.page.locator("a[href]").evaluate_all("all => all.map(one => one.getAttribute('href'))")
        return [urljoin(address, link) for link in found]

    def sizes(self, answer: Response) -> Iterator[str]:
        styles, scripts = (self.compressed(tag) for tag in ('link[rel="stylesheet"]', "script[src]"))
        for kind, size, limit in (
            ("HTML", len(gzip.compress(answer.body())), HTML),
            ("CSS", styles, CSS),
            ("JavaScript", scripts, JAVASCRIPT),
        ):
            if size > limit:
                yield f"{size:,} bytes of {kind}, compressed; {limit:,} are allowed"

    def compressed(self, tag: str) -> int:
        return sum(
            self.size_of(address)
            for address in self.page.locator(tag).evaluate_all("all => all.map(one => one.href || one.src)")
        )

    def size_of(self, address: str) -> int:
        if address not in self.files:
            self.files[address] = len(gzip.compress(self.page.request.get(address).body()))
        return self.files[address]

    def lacks(self, answer: Response) -> None:
        """Of what a page loads, what is not there."""
        if answer.status >= 400:
            self.faults.append(f"{self.page.url}: {answer.url} was answered {answer.status}")

    def moved(self) -> Iterator[str]:
        shifted = self.page.evaluate("window.shifted")
        if shifted > STILL:
            yield f"the page moved by {shifted:.2f} while it loaded"

    def barriers(self) -> Iterator[str]:
        yield from barriers(self.page, RULES)
        self.page.emulate_media(color_scheme="dark")
        yield from (f"by night, {fault}" for fault in barriers(self.page, BY_NIGHT))
        self.page.emulate_media(color_scheme="light")


def barriers(page: Page, rules: Mapping[str, object]) -> Iterator[str]:
    for fault in Axe().run(page, options=rules).response["violations"]:
        where = "; ".join(node["html"][:160] for node in fault["nodes"][:3])
        yield f"{fault['id']} ({len(fault['nodes'])}): {fault['help']}: {where}"


@pytest.mark.parametrize("page", [PHONE], indirect=True)
@pytest.mark.parametrize("who", ["spectator", "coach1", "commissioner"])
def test_every_page_is_sound(page: Page, who: str) -> None:
    league = demo.load()
    assert league is not None
    under_way = much_is_under_way(league)
    page.add_init_script(SHIFTS)
    if who != "spectator":
        log_in(page, User.objects.get(username=who))
    walk = Walk(page)
    page.on("response", lambda answer: walk.lacks(answer))
    # What is organised is the commissioner's to see.
    seen = [address for address in under_way if who == "commissioner" or not address.endswith("organise/")]
    walk.go("/", "/search/?q=orc", *seen)
    assert walk.faults == [], "\n".join(walk.faults)
    if who == "commissioner":
        assert sorted(pages_of_a_commissioner() - walk.routes) == sorted(OUT_OF_REACH)


@pytest.mark.parametrize("page", [PHONE], indirect=True)
@pytest.mark.parametrize("language", ["cs", "pl", "hu"])
def test_every_page_fits_a_phone_in_every_language(page: Page, language: str) -> None:
    """Their words are longer."""
    league = demo.load()
    assert league is not None
    log_in(page, User.objects.get(username="commissioner"))
    languages.choose(User.objects.get(username="commissioner"), language)
    walk = Reading(page)
    walk.go("/", *much_is_under_way(league))
    assert walk.faults == [], "\n".join(walk.faults)


class Reading(Walk):
    """The same walk, for how wide the pages are."""

    def look_at(self, address: str) -> list[str]:
        answer = self.page.goto(address)
        assert answer is not None, address
        if not answer.ok:
            self.faults.append(f"{address}: answered {answer.status}")
        if not answer.headers["content-type"].startswith("text/html"):
            return []
        if self.page.evaluate("document.documentElement.scrollWidth") > PHONE["width"]:
            self.faults.append(f"{address}: wider than a phone")
        return self.links(address)


def much_is_under_way(league: League) -> list[str]:
    """What the demonstration league has not. The pages of it, and one of each page that looks different in time."""
    by = User.objects.get(username="commissioner")
    played = Result.objects.filter(fixture__league=league).earliest("played_at")
    amending.begin(by, played)
    own = a_drafted_team(league, "Orc", by)
    happens(own, SppGained(1, "touchdown", 2, 6))
    draft = a_drafted_team(league, "Dwarf", by, accepted=False)
    other = Team.objects.filter(league=league, coach__username="coach1").get()
    assert other.coach is not None
    trading.offer(other, own, other.coach, Deal(Share(gold=1)))
    webhooks.add(by, league, webhooks.Wanted("Club", webhooks.EVENTS, "https://example.org/"))
    bracket = a_competition(league, ("Bracket", Format.KNOCKOUT, {}), kind=Kind.CUP, rosters=False)
    entries(bracket, 4)
    ladder = a_competition(league, ("Ladder", Format.LADDER, {}), rosters=False)
    entries(ladder, 3)
    swiss = ("Swiss", Format.SWISS, {"rounds": 1, "pairing": "squads"})
    squads = a_competition(league, swiss, kind=Kind.EVENT, rosters=False)
    for squad in ("Axes", "Bows"):
        entries(squads, 2, division=squad, squad=squad)
    season = a_competition(league, rosters=False)
    entries(season, 2)
    for one in (bracket, ladder, squads, season):
        started(one)
    decided(pairings(the_stage(season))[0], 2, 1)
    setting_up.end(by, season)
    to_play, waits = Fixture.objects.filter(league=league, status=FixtureStatus.OPEN).order_by("number")[:2]
    a_submitted_log(waits, by)
    event = Competition.objects.get(league=league, name="Quarry Open")
    pages = (to_play, waits, other, own, draft, bracket, ladder, squads, season)
    return [
        *(one.get_absolute_url() for one in pages),
        *(f"{one.get_absolute_url()}organise/" for one in (squads, season, event)),
        *(f"{one.get_absolute_url()}table/1/" for one in (squads, season)),
    ]


def pages_of_a_commissioner() -> set[str]:
    return {
        row.route
        for row in rows()
        if row.method == "GET"
        and row.cells["commissioner"] == "200"
        and not row.route.startswith(("api:", "admin:"))
        and not is_file(row.route)
    }


def is_file(route: str) -> bool:
    return route in FILES or "." in str(routes()[route].pattern)
