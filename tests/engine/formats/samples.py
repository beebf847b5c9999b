"""The real files that the readers are held against. Their names of people and teams are replaced."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from pathlib import Path

from engine.formats import reading
from engine.formats.matchfile import MatchFile

LOGS = Path(__file__).parents[2] / "data" / "logs"
BB2 = tuple(sorted((LOGS / "bb2").glob("*.bbrz")))
FFB = tuple(sorted((LOGS / "ffb").glob("*.json.gz")))


def named(path: Path) -> str:
    return path.name


@cache
def match_of(path: Path) -> MatchFile:
    return reading.read(path.read_bytes())


def inside(path: Path) -> bytes:
    """The XML of a ``.bbrz``."""
    with zipfile.ZipFile(path) as archive:
        (name,) = archive.namelist()
        return archive.read(name)


def zipped(*files: tuple[str, bytes], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", packing) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return packed.getvalue()
