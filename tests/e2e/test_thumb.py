"""League night on a phone: a match is entered by tapping, with and without a network, and without a script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from engine.match.entries import Touchdown
from engine.questions import Chosen, Rolled
from matches.domain import wizard
from matches.domain.applying import apply_log
from matches.domain.logs import submit_draft
from matches.models import MatchLog, Result
from tests.e2e.pages import PHONE, fits, log_in
from tests.e2e.test_site_map import BY_NIGHT, RULES
from tests.helpers import assert_reconciled
from tests.matches.conftest import World
from tests.matches.conftest import world as world  # the fixture

pytestmark = pytest.mark.django_db(transaction=True)

SECONDS_A_TAP = 1.2
"""A thumb that looks for the next button, in a crowded pub."""
MOST_TAPS = 70
"""For a match of 3-2 with four casualties, every die of the table tapped in; docs/league-night.md tells of it."""


@dataclass
class Thumb:
    """Somebody with a phone. ``taps`` and ``sent`` count what it takes."""

    page: Page
    taps: int = 0
    sent: int = 0
    dice: dict[str, list[tuple[int, ...]]] = field(default_factory=dict)
    """Faces by the key of their question, in order; others show 3s."""

    @property
    def wizard(self) -> Locator:
        return self.page.locator("#wizard")

    @property
    def asked(self) -> str:
        return self.wizard.get_attribute("data-asked") or ""

    def tap(self, what: Locator) -> None:
        what.tap()
        self.taps += 1

    def answered(self, *taps: Locator) -> None:
        """The taps, after which the site asks something else."""
        version = self.wizard.get_attribute("data-version") or ""
        for one in taps:
            self.tap(one)
        expect(self.wizard).not_to_have_attribute("data-version", version)

    def report(self, side: str, deed: str, *numbers: int, turn: int = 0) -> None:
        """``numbers``: of whoever did it; of a casualty, then of whoever was hurt."""
        other = "away" if side == "home" else "home"
        if turn:
            self.tap(self.page.locator(f'.turns .chip:has([value="{turn}"])'))
        self.tap(self.page.locator(f'.deed:has([value="{side}:{deed}"])'))
        tiles = [
            self.page.locator(f'.who-{whose} .tile:has([value="{number}"])')
            for whose, number in zip((side, other), numbers, strict=False)
        ]
        for one in tiles:
            self.tap(one)

    def reported(self, side: str, deed: str, *numbers: int, turn: int = 0) -> None:
        """The same, and the site has it."""
        version = self.wizard.get_attribute("data-version") or ""
        self.report(side, deed, *numbers, turn=turn)
        expect(self.wizard).not_to_have_attribute("data-version", version)

    def ends(self, kind: str) -> None:
        self.answered(self.page.locator(f'.ends button[value="{kind}"]'))

    def answer_what_is_asked(self) -> None:
        """Until it is asked what happened next, or everything is answered."""
        while self.asked not in ("play", ""):
            key = self.asked.partition(":")[0]
            thrown = self.dice.get(key) or [()]
            faces = thrown.pop(0) if len(thrown) > 1 or thrown[0] else ()
            self._answer(faces)

    def _answer(self, faces: tuple[int, ...]) -> None:
        page = self.page
        enter = page.get_by_role("button", name="Enter the dice")
        rows = page.locator("[role=radiogroup]")
        if page.locator("[data-pad]").count():
            boxes = page.locator("input.die").count()
            self.answered(*[page.locator('[data-pad] button[value="3"]')] * boxes, enter)
        elif rows.count():
            shown = faces or (3,) * rows.count()
            row = [
                rows.nth(place).locator(f'.face:has([value="{face}"])') for place, face in enumerate(shown)
            ]
            self.answered(*row, enter)
        elif page.locator("button.face").count():
            self.answered(page.locator(f'button.face[value="{faces[0] if faces else 3}"]'))
        else:
            self.answered(page.locator('#wizard button[name="pick"]').last)


def phone(browser: Browser, server: LiveServer, faults: list[str], script: bool = True) -> BrowserContext:
    context = browser.new_context(
        base_url=server.url, viewport=PHONE, has_touch=True, is_mobile=True, java_script_enabled=script
    )
    context.on("weberror", lambda error: faults.append(str(error.error)))
    context.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    return context


@pytest.fixture
def thumb(browser: Browser, live_server: LiveServer, faults: list[str], world: World) -> Iterator[Thumb]:
    """The coach at home, with the log of his match open."""
    context = phone(browser, live_server, faults)
    page = context.new_page()
    page.set_default_timeout(10_000)
    log_in(page, world.home_coach)
    page.goto(world.url("log/"))
    found = Thumb(page)
    page.on("request", lambda _: setattr(found, "sent", found.sent + 1))
    yield found
    context.close()
    assert faults == []


def at_kick_off(thumb: Thumb) -> Thumb:
    thumb.answer_what_is_asked()
    expect(thumb.page.get_by_role("heading", name="What happened next?")).to_be_visible()
    return thumb


def entries(world: World) -> tuple[object, ...]:
    return wizard.current(world.fixture).log.entries


def touchdowns(world: World) -> list[int]:
    return [one.player for one in entries(world) if isinstance(one, Touchdown)]


def fit(world: World, side: str, count: int) -> list[int]:
    return list(wizard.current(world.fixture).replay.available[side][:count])  # type: ignore[index]


def test_a_match_of_five_touchdowns_and_four_casualties_by_thumb(thumb: Thumb, world: World) -> None:
    home, away = fit(world, "home", 6), fit(world, "away", 6)
    thumb.dice = {"casualty": [(2,), (4,), (6,), (3,), (1,)], "serious_injury": [(4, 1)]}
    at_kick_off(thumb)
    fits(thumb.page)
    for turn, side, deed, numbers in (
        (2, "home", "casualty", (home[0], away[0])),
        (4, "home", "touchdown", (home[1],)),
        (6, "away", "casualty", (away[1], home[2])),
        (8, "away", "touchdown", (away[2],)),
        (0, "", "half_time", ()),
        (2, "home", "touchdown", (home[1],)),
        (3, "home", "casualty", (home[3], away[3])),
        (5, "away", "touchdown", (away[2],)),
        (6, "away", "casualty", (away[4], home[4])),
        (8, "home", "touchdown", (home[5],)),
        (0, "", "match_end", ()),
    ):
        if numbers:
            thumb.reported(side, deed, *numbers, turn=turn)
        else:
            thumb.ends(deed)
        thumb.answer_what_is_asked()
        fits(thumb.page)
    expect(thumb.page.get_by_role("heading", name="Everything is answered")).to_be_visible()
    expect(thumb.page.locator(".night-head .tally")).to_have_text("3 – 2")
    print(f"{thumb.taps} taps, {thumb.sent} requests, {thumb.taps * SECONDS_A_TAP:.0f} s")
    assert thumb.taps <= MOST_TAPS
    assert thumb.taps * SECONDS_A_TAP < 180
    assert thumb.sent <= thumb.taps
    row = submit_draft(world.fixture, world.home_coach, wizard.current(world.fixture).row.version)
    apply_log(MatchLog.objects.select_related("fixture__league").get(pk=row.pk), world.commissioner)
    result = Result.objects.get()
    assert (result.home_score, result.away_score) == (3, 2)
    assert_reconciled(world.league)


def test_what_an_entry_earned_is_said_beside_it(thumb: Thumb, world: World) -> None:
    (scorer,) = fit(world, "home", 1)
    at_kick_off(thumb).reported("home", "touchdown", scorer)
    newest = thumb.page.locator(".night-log li").first
    expect(newest).to_contain_text("Touchdown by")
    expect(newest.locator(".earned")).to_have_text(re.compile(r"^\+3 SPP "))
    expect(thumb.page.locator("#night-says")).to_have_text("1 – 0. What happened next?")


def test_the_last_answer_is_taken_back_by_one_tap(thumb: Thumb, world: World) -> None:
    first, second = fit(world, "home", 2)
    at_kick_off(thumb).reported("home", "touchdown", first)
    expect(thumb.page.locator(".night-head .tally")).to_have_text("1 – 0")
    thumb.answered(thumb.page.get_by_role("button", name="Take back the last answer"))
    expect(thumb.page.locator(".night-head .tally")).to_have_text("0 – 0")
    thumb.reported("home", "touchdown", second)
    assert touchdowns(world) == [second]


def test_without_a_network_answers_wait_and_arrive_in_order(thumb: Thumb, world: World) -> None:
    first, second = fit(world, "home", 2)
    at_kick_off(thumb)
    waiting = thumb.page.locator("#night-waiting")
    thumb.page.context.set_offline(True)
    thumb.report("home", "touchdown", first, turn=3)
    expect(waiting).to_contain_text("1 answer waits for the network.")
    thumb.report("home", "touchdown", second, turn=5)
    expect(waiting).to_contain_text("2 answers wait for the network.")
    fits(thumb.page)
    assert touchdowns(world) == []
    thumb.page.context.set_offline(False)
    expect(thumb.page.locator(".night-head .tally")).to_have_text("2 – 0")
    expect(waiting).to_be_hidden()
    assert touchdowns(world) == [first, second]


def test_play_goes_on_while_the_dice_of_a_casualty_wait(thumb: Thumb, world: World) -> None:
    (scorer,), (victim,) = fit(world, "home", 1), fit(world, "away", 1)
    at_kick_off(thumb).reported("home", "casualty", scorer, victim)
    thumb.page.context.set_offline(True)
    thumb.tap(thumb.page.locator('button.face[value="2"]'))
    thumb.report("home", "touchdown", scorer, turn=2)
    expect(thumb.page.locator("#night-waiting")).to_contain_text("2 answers wait for the network.")
    thumb.page.context.set_offline(False)
    expect(thumb.page.get_by_role("heading", name="Does the apothecary treat him?")).to_be_visible()
    thumb.answer_what_is_asked()
    expect(thumb.page.locator(".night-head .tally")).to_have_text("1 – 0")
    assert [type(one) for one in entries(world)[-3:]] == [Rolled, Chosen, Touchdown]


def test_a_die_that_waits_can_be_taken_back(thumb: Thumb, world: World) -> None:
    (scorer,), (victim,) = fit(world, "home", 1), fit(world, "away", 1)
    at_kick_off(thumb).reported("home", "casualty", scorer, victim)
    before = entries(world)
    thumb.page.context.set_offline(True)
    thumb.tap(thumb.page.locator('button.face[value="6"]'))
    expect(thumb.page.locator("#night-waiting")).to_contain_text("1 answer waits for the network.")
    thumb.tap(thumb.page.get_by_role("button", name="Take back the last answer"))
    expect(thumb.page.locator("#night-waiting")).to_be_hidden()
    expect(thumb.page.locator(".deed").first, "the question is back in the place of the board").to_be_hidden()
    thumb.page.context.set_offline(False)
    assert entries(world) == before
    thumb.answered(thumb.page.locator('button.face[value="2"]'))


def test_reports_that_ran_ahead_wait_for_the_question_between(thumb: Thumb, world: World) -> None:
    (scorer,), (victim,) = fit(world, "home", 1), fit(world, "away", 1)
    at_kick_off(thumb)
    thumb.page.context.set_offline(True)
    thumb.report("home", "casualty", scorer, victim)
    thumb.report("home", "touchdown", scorer)
    thumb.page.context.set_offline(False)
    expect(thumb.page.get_by_role("heading", name="Casualty table")).to_be_visible()
    expect(thumb.page.locator("#night-waiting")).to_contain_text("Answer this question first")
    assert touchdowns(world) == []
    thumb.answer_what_is_asked()
    expect(thumb.page.locator(".night-head .tally")).to_have_text("1 – 0")
    expect(thumb.page.locator("#night-waiting")).to_be_hidden()


def test_an_answer_whose_receipt_was_lost_is_stored_once(
    thumb: Thumb, world: World, faults: list[str]
) -> None:
    (scorer,) = fit(world, "home", 1)
    at_kick_off(thumb)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    thumb.page.route("**/log/", lose, times=1)
    thumb.report("home", "touchdown", scorer)
    expect(thumb.page.locator("#night-waiting")).to_contain_text("1 answer waits for the network.")
    assert touchdowns(world) == [scorer]
    expect(thumb.page.locator(".night-head .tally"), "it is sent again by itself").to_have_text("1 – 0")
    assert touchdowns(world) == [scorer]
    faults[:] = [one for one in faults if "ERR_FAILED" not in one]


def test_a_refusal_stops_what_waits_and_loses_nothing(thumb: Thumb, world: World, faults: list[str]) -> None:
    first, second = fit(world, "home", 2)
    at_kick_off(thumb)
    thumb.page.context.set_offline(True)
    thumb.report("home", "touchdown", first)
    thumb.report("home", "touchdown", second)
    step = wizard.current(world.fixture)
    theirs = Touchdown(1, 1, "away", step.replay.available["away"][0])
    wizard.answer(world.fixture, world.away_coach, theirs, step.row.version)
    thumb.page.context.set_offline(False)
    waiting = thumb.page.locator("#night-waiting")
    expect(thumb.page.locator("#wizard")).to_contain_text("Somebody else was first")
    expect(waiting).to_contain_text("This does not fit any more.")
    expect(waiting.locator("li")).to_have_count(2)
    thumb.page.reload()
    expect(waiting.locator("li"), "they are kept on the device").to_have_count(2)
    thumb.tap(waiting.get_by_role("button", name="Send now"))
    expect(thumb.page.locator(".night-head .tally")).to_have_text("2 – 1")
    assert touchdowns(world) == [theirs.player, first, second]
    faults[:] = [one for one in faults if "409" not in one]


def test_what_waited_through_a_reload_is_not_reported_twice(
    thumb: Thumb, world: World, faults: list[str]
) -> None:
    """The other coach has entered the same touchdown meanwhile: whoever comes back has a look first."""
    (scorer,) = fit(world, "home", 1)
    at_kick_off(thumb)
    step = wizard.current(world.fixture)
    thumb.page.context.set_offline(True)
    thumb.report("home", "touchdown", scorer)
    wizard.answer(world.fixture, world.away_coach, Touchdown(1, 1, "home", scorer), step.row.version)
    thumb.page.route(
        "**/log/",
        lambda route: (
            route.fulfill(status=503, body="") if route.request.method == "POST" else route.fallback()
        ),
    )
    thumb.page.context.set_offline(False)
    thumb.page.reload()
    waiting = thumb.page.locator("#night-waiting")
    expect(waiting).to_contain_text("1 answer waits for the network.")
    thumb.page.unroute_all()
    thumb.tap(waiting.locator("summary"))
    thumb.tap(waiting.get_by_role("button", name="Send now"))
    expect(waiting).to_contain_text("This does not fit any more.")
    assert touchdowns(world) == [scorer]
    thumb.tap(waiting.get_by_role("button", name="Drop"))
    expect(waiting).to_be_hidden()
    faults[:] = [one for one in faults if "409" not in one and "503" not in one]


def test_what_waits_can_be_dropped(thumb: Thumb, world: World) -> None:
    first, second = fit(world, "home", 2)
    at_kick_off(thumb)
    thumb.page.context.set_offline(True)
    thumb.report("home", "touchdown", first)
    thumb.report("home", "touchdown", second)
    thumb.tap(thumb.page.get_by_role("button", name="Take back the last answer"))
    waiting = thumb.page.locator("#night-waiting")
    expect(waiting).to_contain_text("1 answer waits for the network.")
    thumb.tap(waiting.locator("summary"))
    thumb.tap(waiting.get_by_role("button", name="Drop"))
    expect(waiting).to_be_hidden()
    thumb.page.context.set_offline(False)
    thumb.reported("home", "touchdown", second)
    assert touchdowns(world) == [second]


def test_what_is_entered_while_an_answer_is_taken_back_arrives(thumb: Thumb, world: World) -> None:
    (first,), (second,) = fit(world, "home", 1), fit(world, "away", 1)
    at_kick_off(thumb).reported("home", "touchdown", first)
    held: list[Route] = []
    thumb.page.route("**/undo/", lambda route: held.append(route), times=1)
    with thumb.page.expect_request("**/undo/"):
        thumb.tap(thumb.page.get_by_role("button", name="Take back the last answer"))
    thumb.report("away", "touchdown", second, turn=2)
    held[0].continue_()
    expect(thumb.page.locator(".night-head .tally")).to_have_text("0 – 1")
    assert touchdowns(world) == [second]


def test_what_was_entered_behind_a_refusal_waits_for_it(
    thumb: Thumb, world: World, faults: list[str]
) -> None:
    first, second, third = fit(world, "home", 3)
    at_kick_off(thumb).reported("home", "touchdown", first, turn=5)
    held: list[Route] = []
    thumb.page.route("**/log/", lambda route: held.append(route), times=1)
    with thumb.page.expect_request("**/log/"):
        thumb.report("home", "touchdown", second, turn=1)
    thumb.report("home", "touchdown", third, turn=6)
    held[0].continue_()
    waiting = thumb.page.locator("#night-waiting")
    expect(waiting).to_contain_text("This does not fit any more.")
    expect(waiting.locator("li")).to_have_count(2)
    assert touchdowns(world) == [first]
    thumb.tap(waiting.get_by_role("button", name="Drop").first)
    expect(thumb.page.locator(".night-head .tally")).to_have_text("2 – 0")
    assert touchdowns(world) == [first, third]
    faults[:] = [one for one in faults if "400" not in one]


def test_taking_back_leaves_what_was_refused(thumb: Thumb, world: World, faults: list[str]) -> None:
    first, second = fit(world, "home", 2)
    at_kick_off(thumb).reported("home", "touchdown", first, turn=5)
    thumb.page.context.set_offline(True)
    thumb.report("home", "touchdown", second, turn=1)
    waiting = thumb.page.locator("#night-waiting")
    expect(waiting).to_contain_text("1 answer waits for the network.")
    thumb.page.context.set_offline(False)
    expect(waiting).to_contain_text("This does not fit any more.")
    thumb.answered(thumb.page.get_by_role("button", name="Take back the last answer"))
    expect(thumb.page.locator(".night-head .tally")).to_have_text("0 – 0")
    thumb.tap(waiting.get_by_role("button", name="Send now"))
    expect(thumb.page.locator(".night-head .tally")).to_have_text("1 – 0")
    assert touchdowns(world) == [second]
    faults[:] = [one for one in faults if "400" not in one]


def test_a_report_of_nothing_is_refused_by_the_site(thumb: Thumb, world: World, faults: list[str]) -> None:
    at_kick_off(thumb).page.locator('[name="turn"][value="1"]').press("Enter")
    expect(thumb.wizard).to_contain_text("Say what happened next.")
    faults[:] = [one for one in faults if "400" not in one]


def test_whoever_was_logged_out_logs_in_beside_it_and_sends(
    thumb: Thumb, world: World, faults: list[str]
) -> None:
    (scorer,), (victim,) = fit(world, "home", 1), fit(world, "away", 1)
    at_kick_off(thumb).reported("home", "casualty", scorer, victim)
    thumb.page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    thumb.tap(thumb.page.locator('button.face[value="2"]'))
    waiting = thumb.page.locator("#night-waiting")
    expect(waiting).to_contain_text("You are logged out.")
    log_in(thumb.page.context.new_page(), world.home_coach)
    thumb.tap(waiting.locator("summary"))
    thumb.tap(waiting.get_by_role("button", name="Send now"))
    expect(thumb.page.get_by_role("heading", name="Does the apothecary treat him?")).to_be_visible()
    expect(waiting).to_be_hidden()
    faults[:] = [one for one in faults if "403" not in one]


def test_without_a_script(browser: Browser, live_server: LiveServer, faults: list[str], world: World) -> None:
    context = phone(browser, live_server, faults, script=False)
    page = context.new_page()
    log_in(page, world.home_coach)
    page.goto(world.url("log/"))
    page.locator('.face:has([name="die-1"][value="3"])').tap()
    page.locator('.face:has([name="die-2"][value="4"])').tap()
    page.get_by_role("button", name="Enter the dice").tap()
    expect(page.get_by_role("heading", name="Gate")).to_be_visible()
    page.get_by_role("button", name=re.compile("for me$")).tap()
    expect(page.locator(".score .note")).to_contain_text("2 entries")
    step = wizard.current(world.fixture)
    thumb = Thumb(page)
    while thumb.asked != "play":
        page.get_by_role("button", name=re.compile("for me$")).tap()
        expect(page.locator(".score .note")).not_to_contain_text(f"{len(step.log.entries)} entries")
        step = wizard.current(world.fixture)
    (scorer,), (victim,) = fit(world, "home", 1), fit(world, "away", 1)
    thumb.report("home", "touchdown", scorer)
    page.get_by_role("button", name="Enter it").tap()
    expect(page.locator(".night-head .tally")).to_have_text("1 – 0")
    fits(page)
    thumb.report("away", "casualty", victim, scorer)
    page.get_by_role("button", name="Enter it").tap()
    expect(page.get_by_role("heading", name="Casualty table")).to_be_visible()
    page.locator('button.face[value="1"]').tap()
    expect(page.locator(".night-log li").first).to_contain_text("Casualty table: 1")
    page.get_by_role("button", name="Take back the last answer").tap()
    expect(page.get_by_role("heading", name="Casualty table")).to_be_visible()
    context.close()
    assert faults == []


def barriers(page: Page) -> list[str]:
    """What axe-core finds by day, and of colours by night."""
    axe, found = Axe(), []
    for scheme, rules in (("light", RULES), ("dark", BY_NIGHT)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found += [
            f"{scheme}: {one['id']}: {one['nodes'][0]['html']}"
            for one in axe.run(page, options=rules).response["violations"]
        ]
    return found


def test_what_is_tapped_can_be_read_and_reached(thumb: Thumb, world: World) -> None:
    """Every sort of question, a report that is begun, and a list of what waits."""
    page = thumb.page
    found = barriers(page)
    (scorer,), (victim,) = fit(world, "home", 1), fit(world, "away", 1)
    thumb.answered(
        *[page.locator("[role=radiogroup]").nth(at).locator(".face").first for at in (0, 1)],
        page.get_by_role("button", name="Enter the dice"),
    )
    found += barriers(page)
    at_kick_off(thumb)
    found += barriers(page)
    thumb.report("home", "casualty", scorer)
    found += barriers(page)
    thumb.tap(page.locator(f'.who-away .tile:has([value="{victim}"])'))
    expect(page.get_by_role("heading", name="Casualty table")).to_be_visible()
    found += barriers(page)
    thumb.answered(page.locator('button.face[value="2"]'))
    expect(page.get_by_role("heading", name="Does the apothecary treat him?")).to_be_visible()
    found += barriers(page)
    thumb.answer_what_is_asked()
    page.context.set_offline(True)
    thumb.report("home", "touchdown", scorer)
    thumb.tap(page.locator("#night-waiting summary"))
    found += barriers(page)
    assert found == []
