"""Elements and words of a drawing."""

from __future__ import annotations

import re
import unicodedata
from html import escape

from engine.words import number as with_thousands_apart

FONT = 13
"""The size of text in a drawing that is shown about as wide as it is drawn."""
LETTER = 7.0
"""How wide most letters of that size are."""

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def words(text: str) -> str:
    """Text as it may stand in a drawing: without what XML has no place for, and escaped."""
    return escape(_NOT_IN_XML.sub("", text))


def cells(text: str) -> int:
    """How many letters wide: those of East Asia take two, marks on others none."""
    return sum(
        0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1
        for one in text
    )


def grouped(value: float) -> str:
    """``150,000``, as the language of the reader writes it."""
    return with_thousands_apart(value) if isinstance(value, int) else f"{value:,}"


def shortened(text: str, room: float) -> str:
    """As much of it as fits into so many units of the drawing, with an ellipsis where it was longer."""
    if cells(text) * LETTER <= room:
        return text
    kept, used = "", 1
    for one in text:
        used += cells(one)
        if used * LETTER > room:
            break
        kept += one
    return f"{kept.rstrip()}…"


def element(tag: str, *inside: str, **attributes: str | float) -> str:
    """An element; an attribute named ``class_`` is its class, and ``stroke_width`` is ``stroke-width``."""
    told = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
    )
    return f"<{tag}{told}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{told}/>"


def number(value: float) -> str:
    """A length, to the tenth."""
    return f"{round(value, 1):g}"


def line(x1: float, y1: float, x2: float, y2: float, class_: str) -> str:
    return element("path", d=f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}", class_=class_)


def label(text: str, x: float, y: float, class_: str = "", anchor: str = "start") -> str:
    """Text on a base line; ``anchor`` is where of it ``x`` is. Without a class it has that of its group."""
    placed: dict[str, str] = {"class_": class_} if class_ else {}
    if anchor != "start":
        placed["text_anchor"] = anchor
    return element("text", words(text), x=x, y=y, **placed)


def frame(width: float, height: float, title: str, told: str, inside: list[str], kind: str) -> str:
    """The whole drawing, an image with a title and a description for whoever does not see it."""
    about = element("title", words(title)) + (element("desc", words(told)) if told else "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart {kind}" role="img" '
        f'viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" height="{number(height)}" '
        f'font-size="{FONT}" fill="currentColor">{about}{"".join(inside)}</svg>'
    )
