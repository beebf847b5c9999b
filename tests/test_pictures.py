"""The pictures of the documentation are there, small, and as a browser reads them."""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

from pictures.camera import LARGEST
from pictures.png import Pixels, encoded

DOCS = Path(__file__).resolve().parent.parent / "docs"


def decoded(picture: bytes) -> Pixels:
    """What ``encoded`` wrote, and nothing else: one palette, rows without a filter."""
    chunks: dict[bytes, bytes] = {}
    at = 8
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        kind, data = picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        assert struct.unpack(">I", picture[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + data)
        chunks[kind] = data
        at += 12 + length
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, width + 1)
    palette = np.frombuffer(chunks[b"PLTE"], np.uint8).reshape(-1, 3)
    return palette[rows[:, 1:]]


def test_a_picture_of_few_colours_stays_as_it_is() -> None:
    pixels = np.random.default_rng(7).choice(
        np.array([[0, 0, 0], [255, 255, 255], [12, 51, 33]], np.uint8), size=(20, 30)
    )
    assert (decoded(encoded(pixels)) == pixels).all()


def test_of_many_colours_the_commonest_stay_and_others_come_near_them() -> None:
    grey = np.repeat(np.arange(256, dtype=np.uint8), 2).reshape(16, 32)
    pixels = np.stack([grey] * 3, axis=2)
    pixels[0, 0] = (1, 0, 0)
    found = decoded(encoded(pixels))
    assert (found[1:] == pixels[1:]).all()
    assert np.abs(found.astype(int) - pixels.astype(int)).max() <= 1


@pytest.mark.parametrize("page", ["organisers.md", "tour.md", "../README.md"])
def test_every_picture_that_is_shown_is_there_and_small(page: str) -> None:
    shown = shown_on(page)
    assert shown
    sizes = {name: (DOCS / "pictures" / f"{name}.png").stat().st_size for name in shown}
    assert {name: size for name, size in sizes.items() if size > LARGEST} == {}


def test_every_picture_is_shown() -> None:
    there = {one.relative_to(DOCS / "pictures").with_suffix("").as_posix() for one in DOCS.rglob("*.png")}
    assert there - shown_on("organisers.md") - shown_on("tour.md") == set()


def shown_on(page: str) -> set[str]:
    return set(re.findall(r"pictures/([a-z/-]+)\.png", (DOCS / page).read_text(encoding="utf-8")))
