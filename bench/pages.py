"""The time to a page's first paint in a browser that is four times slower than this machine, with an empty cache.

The demonstration league is served as ``./dugout run`` serves it, on this machine: the network takes no time.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator

from playwright.sync_api import Browser, sync_playwright

from bench.figures import Figure
from pictures.site import running

SLOWER = 4
ROUNDS = 5
LEAGUE = "/l/old-quarry-league/"
PAGES = {
    "front page": "/",
    "league": LEAGUE,
    "standings": f"{LEAGUE}standings/",
    "fixtures": f"{LEAGUE}fixtures/",
    "match": f"{LEAGUE}m/1/",
    "team": f"{LEAGUE}t/green-tide-athletic/",
    "leaders": f"{LEAGUE}leaders/",
    "competitions": f"{LEAGUE}competitions/",
}
PAINTED = """() => new Promise(resolve => {
  const found = performance.getEntriesByName("first-contentful-paint");
  if (found.length) return resolve(found[0].startTime);
  new PerformanceObserver(list => {
    for (const one of list.getEntries()) if (one.name === "first-contentful-paint") resolve(one.startTime);
  }).observe({type: "paint", buffered: true});
})"""


def run() -> Iterator[Figure]:
    chromium = shutil.which("chromium")
    if chromium is None:
        print("pages are not measured: Debian's package chromium is missing.", file=sys.stderr)
        return
    with running() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, path in PAGES.items():
            # The first visit finds nothing ready on the server either.
            times = sorted(first_paint(browser, address + path) for _ in range(ROUNDS))
            yield Figure("pages", f"first paint, {name}", times[len(times) // 2], "ms", 1000)
        browser.close()


def first_paint(browser: Browser, address: str) -> float:
    """Milliseconds from the request to the first text or picture, with an empty cache."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address)
    painted = page.evaluate(PAINTED)
    context.close()
    return float(painted)
