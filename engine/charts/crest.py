"""A badge for a team, drawn from its name: the same name always has the same one."""

from __future__ import annotations

from zlib import crc32

from engine.charts.drawing import cells, element, words

COLOURS = 12
SHIELDS = (
    "M4 3H36V22C36 30 28 35 20 38C12 35 4 30 4 22Z",
    "M20 2A18 18 0 1 1 20 38A18 18 0 1 1 20 2Z",
    "M20 2L36 11V29L20 38L4 29V11Z",
    "M5 3C10 6 15 5 20 2C25 5 30 6 35 3C38 20 34 32 20 38C6 32 2 20 5 3Z",
)
MARKINGS = (
    "",
    "M7 25L31 9V16L9 31Z",
    "M16 5H24V35H16Z",
    "M10 8H30V12H10Z",
    "M11 28H29V32H11Z",
    "M33 25L9 9V16L31 31Z",
)
"""What is laid over the shield: nothing, a bend, a pale, a chief, a base, a bend the other way. All lie within each of
the shields."""


def initials(name: str) -> str:
    """Up to two letters: of the first two words, or the first two of one. Articles do not count, and a letter that is
    twice as wide, as those of East Asia, is alone."""
    found = [word for word in name.split() if word[0].isalnum() and word.casefold() not in ("the", "of")]
    found = found or [word for word in name.split() if word[0].isalnum()]
    if not found:
        return "?"
    letters = found[0][0] + found[1][0] if len(found) > 1 else found[0][:2]
    return letters.upper() if cells(letters) <= 2 else letters[0]


def crest(name: str) -> str:
    """Decoration beside a name that is written out: readers aloud are told nothing."""
    said = crc32(name.encode())
    shield = SHIELDS[said % len(SHIELDS)]
    marking = MARKINGS[said // 7 % len(MARKINGS)]
    inside = [element("path", d=shield, class_="crest-field")]
    if marking:
        inside.append(element("path", d=marking, class_="crest-marking"))
    letters = element(
        "text",
        words(initials(name)),
        x=20,
        y=25.5,
        text_anchor="middle",
        class_="crest-letters",
        font_size=16,
        font_weight="700",
    )
    return (
        f'<svg class="crest crest-{said // 101 % COLOURS}" viewBox="0 0 40 40" width="40" height="40" '
        f'aria-hidden="true" focusable="false">{"".join(inside)}{letters}</svg>'
    )
