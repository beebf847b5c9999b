"""The foot of the roster sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from teams.models import Player


@dataclass(frozen=True, slots=True)
class Totals:
    """Of everybody under contract; ``fit`` counts those who can play the next match, ``worth`` is gold pieces."""

    fit: int
    completions: int
    touchdowns: int
    interceptions: int
    casualties: int
    mvps: int
    spp: int
    worth: int


def totals(signed: Sequence[Player]) -> Totals:
    """Those who left count no more."""
    active = [one for one in signed if one.active]
    return Totals(
        fit=sum(not one.misses_next for one in active),
        completions=sum(one.completions for one in active),
        touchdowns=sum(one.touchdowns for one in active),
        interceptions=sum(one.interceptions for one in active),
        casualties=sum(one.casualties for one in active),
        mvps=sum(one.mvps for one in active),
        spp=sum(one.spp for one in active),
        worth=sum(one.worth for one in active),
    )
