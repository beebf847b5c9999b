"""A coat of arms for each position: the tinctures of the race, and a charge for what the player is there for.

Drawn from simple shapes in ``static/portraits.svg``, whose symbols have the names of ``Role`` and ``Division``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from zlib import crc32

from engine.edition import Edition, Position, Stats

Role = Literal[
    "lineman", "thrower", "catcher", "runner", "blitzer", "blocker", "giant", "small", "killer", "star"
]
Division = Literal["plain", "pale", "fess", "bend", "chevron", "quarterly", "bordure", "chief"]

_BY_NAME: tuple[tuple[str, Role], ...] = (
    ("thrower", "thrower"),
    ("catcher", "catcher"),
    ("runner", "runner"),
    ("blitzer", "blitzer"),
    ("blocker", "blocker"),
    ("line", "lineman"),
)
"""What a name of a position says of it, where it says something."""

_WEAPONS = frozenset(("Secret Weapon", "Stab", "Chainsaw", "Bombardier", "Ball & Chain"))
_CATCHES = frozenset(("Catch", "Diving Catch", "Pass Block"))
_CARRIES = frozenset(("Sure Hands", "Dump-Off"))
_WILD = frozenset(("Frenzy", "Claw", "Claws"))
_GIANT_FROM, _STRONG_FROM, _SMALL_TO = 5, 4, 2
"""Strength."""
_FAST_FROM, _SLOW_TO = 7, 4
"""Movement."""
_ARMOURED_FROM = 9


@dataclass(frozen=True, slots=True)
class Arms:
    """Colours as ``#rrggbb``: the field, what divides it, and the charge, which is light."""

    field: str
    second: str
    charge: str
    division: Division


_ARMS: dict[str, Arms] = {
    "Amazon": Arms("#1f6f54", "#d08a1d", "#fff6dc", "chevron"),
    "Chaos": Arms("#7a1f1f", "#241c1c", "#f3d9a0", "pale"),
    "Chaos Dwarf": Arms("#5a1d14", "#b5651d", "#ffe9c2", "fess"),
    "Chaos Pact": Arms("#5b2333", "#394053", "#f5e0d0", "quarterly"),
    "Dark Elf": Arms("#3a1f5c", "#12101c", "#e9dcff", "bend"),
    "Dwarf": Arms("#8a3b12", "#d9a441", "#fff4d6", "bordure"),
    "Elf": Arms("#0f6f8c", "#4fb3c8", "#ffffff", "bend"),
    "Goblin": Arms("#4c7a1d", "#c9b41d", "#fffbd6", "quarterly"),
    "Halfling": Arms("#7c5a22", "#4d7a34", "#fff4d9", "chief"),
    "High Elf": Arms("#1d4fa0", "#e6e9f2", "#fff3b0", "chief"),
    "Human": Arms("#1e3f7d", "#b02a2a", "#ffffff", "pale"),
    "Khemri": Arms("#1c6a72", "#c49a3a", "#fff0c9", "fess"),
    "Lizardmen": Arms("#0f7a6c", "#205a9a", "#fff3c2", "chevron"),
    "Necromantic": Arms("#37474f", "#5c2340", "#e8f1ea", "pale"),
    "Norse": Arms("#27557d", "#9aa7b5", "#ffffff", "bend"),
    "Nurgle": Arms("#5f6b23", "#3d2f1d", "#f3f0c0", "quarterly"),
    "Nurgle's Rotters": Arms("#5f6b23", "#3d2f1d", "#f3f0c0", "quarterly"),
    "Ogre": Arms("#6b4a2f", "#a03a22", "#ffe7cf", "chief"),
    "Orc": Arms("#2f6b2a", "#1d2a1b", "#fbe7b0", "chevron"),
    "Skaven": Arms("#5d4a2a", "#7f8a1f", "#f6efc8", "bend"),
    "Slann": Arms("#2b7a4b", "#c47a1d", "#fff5d0", "fess"),
    "Undead": Arms("#2d2d3f", "#5f6f7f", "#f2f2e6", "bordure"),
    "Underworld": Arms("#46603a", "#6a3d6b", "#f2f5d0", "pale"),
    "Vampire": Arms("#6f0f24", "#17121a", "#ffe3e3", "bordure"),
    "Wood Elf": Arms("#3f6d2a", "#8a5a2b", "#fdf6d8", "fess"),
}
_FIELDS = ("#1f5f8b", "#7a2d5a", "#35682d", "#8a4b12", "#3d3f7a", "#7a2222", "#1f6f6f", "#5a4a2a")
_SECONDS = ("#24262b", "#b5772a", "#8a8f98", "#5a2d6a", "#2d5a8a", "#8a2d2d")
_DIVISIONS: tuple[Division, ...] = ("pale", "fess", "bend", "chevron", "quarterly", "bordure", "chief")


def arms_of(race: str) -> Arms:
    """The race's arms; a race that we do not know gets some of its own, the same at all times."""
    if race in _ARMS:
        return _ARMS[race]
    drawn = crc32(race.encode())
    return Arms(
        _FIELDS[drawn % len(_FIELDS)],
        _SECONDS[drawn // 8 % len(_SECONDS)],
        "#fff6e0",
        _DIVISIONS[drawn // 64 % len(_DIVISIONS)],
    )


def role_of(position: Position) -> Role:
    """What a position is there for: by its name where that says it, else by its skills and characteristics."""
    if position.big_guy:
        return "giant"
    name = position.name.casefold()
    for word, role in _BY_NAME:
        if word in name:
            return role
    return role_by_gifts(position.stats, position.skills)


def role_by_gifts(stats: Stats | None, skills: tuple[str, ...]) -> Role:
    """What somebody with these characteristics and skills is there for."""
    movement, strength, _agility, armour = stats or (6, 3, 3, 8)
    has = frozenset(skills)
    tests: tuple[tuple[bool, Role], ...] = (
        (bool(has & _WEAPONS), "killer"),
        (strength >= _GIANT_FROM, "giant"),
        (strength <= _SMALL_TO and "Stunty" in has, "small"),
        ("Pass" in has, "thrower"),
        (bool(has & _CATCHES), "catcher"),
        (bool(has & _CARRIES), "runner"),
        (bool(has & _WILD), "killer"),
        (strength >= _STRONG_FROM or (armour >= _ARMOURED_FROM and movement <= _SLOW_TO), "blocker"),
        ("Block" in has, "blitzer"),
        (movement >= _FAST_FROM, "runner"),
    )
    return next((role for holds, role in tests if holds), "lineman")


def role_in(edition: Edition, race: str, position: str) -> Role:
    """The role of a position by name; somebody of no list of the race is a star."""
    known = edition.races.get(race)
    found = known.position(position) if known else None
    return role_of(found) if found else "star"
