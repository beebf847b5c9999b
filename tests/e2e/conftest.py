"""A real browser on a live server.

A test fails when a page of it logs an error, breaks the content policy, or asks another server.
"""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, sync_playwright
from pytest_django.live_server_helper import LiveServer

# The browser's driver runs an event loop in the thread of the test, where Django would refuse to use the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/e2e/" in item.path.as_posix():
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium")
    assert path, "chromium is missing; Debian's package chromium brings it"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def faults() -> list[str]:
    """What the browser complained of. A test that provokes an error page takes it out of here."""
    return []


@pytest.fixture(params=[{"width": 1280, "height": 900}], ids=["wide"])
def page(
    request: pytest.FixtureRequest, browser: Browser, live_server: LiveServer, faults: list[str]
) -> Iterator[Page]:
    """A page whose addresses are relative to the live server. Parametrise it indirectly for another size."""
    context = browser.new_context(base_url=live_server.url, viewport=request.param)

    def stay(route: Route) -> None:
        if route.request.url.startswith((live_server.url, "data:")):
            route.continue_()
        else:
            faults.append(f"asked another server: {route.request.url}")
            route.abort()

    context.route("**/*", stay)
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    assert faults == []
