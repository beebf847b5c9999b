"""A screenshot as a small PNG: one byte for each pixel, and no more than 256 colours."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

COLOURS = 256
Pixels = NDArray[np.uint8]
"""Height, width, and red, green and blue."""


def encoded(pixels: Pixels) -> bytes:
    """The commonest colours stay as they are; any other becomes the nearest of them."""
    height, width, _ = pixels.shape
    palette, places = _reduced(pixels.reshape(-1, 3))
    rows = places.astype(np.uint8).reshape(height, width)
    # Each row is led by its filter, which is none: neighbours in a palette have nothing in common.
    lines = np.hstack([np.zeros((height, 1), np.uint8), rows]).tobytes()
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = (
        (b"IHDR", head),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(lines, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _reduced(pixels: Pixels) -> tuple[Pixels, NDArray[np.intp]]:
    """The palette, and the place in it of each pixel."""
    colours, places, counts = np.unique(pixels, axis=0, return_inverse=True, return_counts=True)
    kept = np.sort(np.argsort(-counts, kind="stable")[:COLOURS])
    palette = colours[kept]
    away = ((colours[:, None, :].astype(np.int32) - palette[None, :, :].astype(np.int32)) ** 2).sum(axis=2)
    return palette, away.argmin(axis=1)[places.reshape(-1)]


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
