"""Something to be done next in a competition, as its pages offer it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """``act`` is the button that does it on the desk, ``page`` what to look at instead: ``entries``, ``round``,
    ``pair``, ``missing``, ``fixtures``, or of a major ``major``, ``challenges``, ``finals`` or ``prizes``."""

    text: str
    act: str = ""
    label: str = ""
    page: str = ""
    stage: int = 0
    round: int = 0
