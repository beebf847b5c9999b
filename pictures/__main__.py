"""Takes every picture of the documentation, or those of the chapters that are named."""

from __future__ import annotations

import json
import sys

from pictures.camera import ready
from pictures.chapters import CHAPTERS
from pictures.site import ROOT, running

FOLDER = ROOT / "docs" / "pictures"


def main(wanted: list[str]) -> None:
    unknown = [name for name in wanted if name not in CHAPTERS]
    if unknown:
        raise SystemExit(f"pictures: there is no chapter {unknown[0]!r}; there are {', '.join(CHAPTERS)}.")
    file = json.loads((ROOT / "tournaments" / "demo" / "league.json").read_text(encoding="utf-8"))
    with running() as address, ready(address, FOLDER, file["password"]) as camera:
        for name in wanted or CHAPTERS:
            CHAPTERS[name](camera)
        for name, size in camera.taken:
            print(f"{name}.png, {size:,} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
