"""A browser that several people are logged in with, and that takes pictures of what they see."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect, sync_playwright

from pictures.png import encoded

PHONE, DESK = 390, 900
PATIENCE = 30_000
"""Milliseconds that a page may take."""
LARGEST = 60_000
"""Bytes that a picture may have."""
MARGIN = 12
_EXTENT = """one => {
  const main = document.querySelector("main") || document.body;
  return [one.getBoundingClientRect().top + scrollY, main.getBoundingClientRect().bottom + scrollY];
}"""
_PIXELS = """async (data) => {
  const image = await createImageBitmap(await (await fetch(data)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const found = context.getImageData(0, 0, image.width, image.height).data;
  let text = "";
  for (let at = 0; at < found.length; at += 32768) {
    text += String.fromCharCode(...found.subarray(at, at + 32768));
  }
  return [image.width, image.height, btoa(text)];
}"""


class Camera:
    def __init__(self, browser: Browser, address: str, folder: Path, password: str) -> None:
        self.address, self.folder, self.password = address, folder, password
        self.browser = browser
        self.pages: dict[str, Page] = {}
        self.darkroom = browser.new_page()
        self.taken: list[tuple[str, int]] = []

    def page(self, who: str = "") -> Page:
        """The page that somebody has open; nobody's name is a visitor's."""
        if who not in self.pages:
            context = self.browser.new_context(base_url=self.address, viewport={"width": DESK, "height": 700})
            page = self.pages[who] = context.new_page()
            page.set_default_timeout(PATIENCE)
            if who:
                page.goto("/accounts/login/")
                page.get_by_label("Username or email").fill(who)
                page.get_by_label("Password").fill(self.password)
                page.get_by_role("main").get_by_role("button", name="Log in").click()
                expect(page.get_by_role("heading", name="Leagues", exact=True)).to_be_visible()
        return self.pages[who]

    def take(
        self,
        page: Page,
        name: str,
        *,
        width: int = DESK,
        height: int = 600,
        top: Locator | None = None,
    ) -> None:
        """So much of the page from below its navigation, or from ``top``, but not beyond its end; kept as ``name.png``.

        Raises SystemExit for a picture that is too large.
        """
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("document.activeElement.blur()")
        start, end = (top or page.locator("main")).evaluate(_EXTENT)
        y = max(start - MARGIN, 0)
        clip: FloatRect = {"x": 0, "y": y, "width": width, "height": min(height, end - y)}
        shot = page.screenshot(full_page=True, clip=clip, animations="disabled", caret="hide")
        page.set_viewport_size({"width": DESK, "height": 700})
        picture = self._small(shot)
        if len(picture) > LARGEST:
            raise SystemExit(f"pictures: {name}.png would have {len(picture)} bytes; {LARGEST} are allowed.")
        (self.folder / f"{name}.png").write_bytes(picture)
        self.taken.append((name, len(picture)))

    def _small(self, shot: bytes) -> bytes:
        data = f"data:image/png;base64,{base64.b64encode(shot).decode()}"
        width, height, pixels = self.darkroom.evaluate(_PIXELS, data)
        found = np.frombuffer(base64.b64decode(pixels), np.uint8).reshape(height, width, 4)
        return encoded(np.ascontiguousarray(found[:, :, :3]))


@contextmanager
def ready(address: str, folder: Path, password: str) -> Iterator[Camera]:
    path = shutil.which("chromium")
    if path is None:
        raise SystemExit("pictures: chromium is missing; Debian's package chromium brings it.")
    expect.set_options(timeout=PATIENCE)
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield Camera(browser, address, folder, password)
        browser.close()
