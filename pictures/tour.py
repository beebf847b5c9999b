"""A picture of every page: the links of the demonstration league are followed, and each kind of page is taken once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from urllib.parse import parse_qsl, urljoin, urlsplit

import django
from django.urls import Resolver404, resolve

from pictures.camera import PHONE, Camera

FILES = ("league:picture", "tournaments:account_file", "tournaments:archive_file")
"""Links to what is kept, not read; so are those whose name has an ending."""
HEIGHT = 640
ALSO = "/l/old-quarry-league/m/17/"
"""A match that is still to be played: the first one that a link leads to is not."""
HEAD = """# Every page

What a commissioner of the demonstration league sees on a phone. `./dugout pictures` writes this page and takes its
pictures.
"""


def route_of(address: str) -> str | None:
    """The name of a page of Dugout's own; nothing for another site, a file, the API and the admin."""
    parts = urlsplit(address)
    if parts.netloc or parts.scheme or not parts.path.startswith("/"):
        return None
    try:
        route = resolve(parts.path).view_name
    except Resolver404:
        return None
    if route.startswith(("admin:", "docs", "schema", "api:")) or route in FILES or "." in parts.path:
        return None
    return route


def kind_of(address: str) -> str | None:
    """The page and the names in its query: pages of one kind look alike."""
    route = route_of(address)
    if route is None:
        return None
    names = sorted(name for name, _ in parse_qsl(urlsplit(address).query, keep_blank_values=True))
    return f"{route}?{'&'.join(names)}"


def tour(camera: Camera) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    folder = camera.folder / "tour"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    told = sorted(taken(camera))
    camera.page("commissioner").set_viewport_size({"width": 900, "height": 700})
    text = "".join(
        f'\n## {title}\n\n<img src="pictures/tour/{name}.png" width="260" alt="">\n' for title, name in told
    )
    (camera.folder.parent / "tour.md").write_text(HEAD + text, encoding="utf-8")


def taken(camera: Camera) -> Iterator[tuple[str, str]]:
    """The heading of each page and the name of its picture."""
    page = camera.page("commissioner")
    waiting, seen = ["/", ALSO], set[str]()
    while waiting:
        address = waiting.pop(0)
        route = route_of(address)
        if route is None or (route in seen and address != ALSO):
            continue
        seen.add(route)
        answer = page.goto(address)
        if answer is None or not answer.ok or not answer.headers["content-type"].startswith("text/html"):
            continue
        links = page.locator("a[href]").evaluate_all("all => all.map(one => one.getAttribute('href'))")
        waiting += [urljoin(address, link) for link in links]
        if address != ALSO:
            name = route.replace(":", "-").replace("_", "-")
            camera.take(page, f"tour/{name}", width=PHONE, height=HEIGHT, top=page.locator("body"))
            yield page.locator("h1").first.inner_text(), name
