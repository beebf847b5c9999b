"""What a team lacks, and what its treasury can buy now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.edition import Edition
from engine.roster import Roster
from teams.domain import foreseeing
from teams.domain.foreseeing import Foreseen

Kind = Literal["player", "apothecary", "rerolls"]


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that could be bought today: a position by its name, or a thing of the team.

    ``price``, and what is ``left`` after it, in gold pieces.
    """

    kind: Kind
    name: str
    price: int
    left: int


@dataclass(frozen=True, slots=True)
class Shortage:
    """``fit`` players can play the next match, and ``missing`` more would make a full side."""

    fit: int
    missing: int


def shortage(edition: Edition, roster: Roster) -> Shortage | None:
    """None where a full side can be fielded."""
    fit = sum(not one.misses_next for one in roster.active)
    missing = edition.rules.players_on_pitch - fit
    return Shortage(fit, missing) if missing > 0 else None


def wishes(edition: Edition, roster: Roster) -> tuple[Wish, ...]:
    """One of each, and only what the treasury pays and the rules allow: what the team has none of comes first.

    Of players the cheapest and the dearest.
    """
    possible = {
        name: one for name, one in foreseeing.one_more(edition, roster).items() if one.strength is not None
    }
    found: list[Wish] = []
    if "apothecary" in possible and not roster.apothecary:
        found.append(_wish("apothecary", "apothecary", possible["apothecary"]))
    if "rerolls" in possible:
        found.append(_wish("rerolls", "rerolls", possible["rerolls"]))
    players = [(name, one) for name, one in possible.items() if name not in foreseeing.THINGS]
    players.sort(key=lambda named: named[1].cost)
    for name, one in dict((*players[:1], *players[-1:])).items():
        found.append(_wish("player", name, one))
    if shortage(edition, roster):
        found.sort(key=lambda wish: wish.kind != "player")
    return tuple(found)


def _wish(kind: Kind, name: str, one: Foreseen) -> Wish:
    return Wish(kind, name, one.cost, one.left)
