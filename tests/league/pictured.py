"""Pictures as people upload them."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image


def a_photograph(width: int = 60, height: int = 40, kind: str = "JPEG", **saved: Any) -> io.BytesIO:
    """Of one colour; a JPEG has been taken with a phone that notes more than it should."""
    file = io.BytesIO()
    picture = Image.new("RGB", (width, height), (20, 72, 46))
    if kind == "JPEG":
        exif = Image.Exif()
        exif[0x010F] = "Secret Phones"
        exif[0x0112] = saved.pop("orientation", 1)
        saved["exif"] = exif
    picture.save(file, kind, **saved)
    file.seek(0)
    return file
