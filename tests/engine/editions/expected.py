"""The values that editions must have, as ``tests/data/editions/`` lists them: a line for a row, its cells between
strokes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).parents[2] / "data" / "editions"
CATEGORIES = {
    "G": "General",
    "A": "Agility",
    "P": "Passing",
    "S": "Strength",
    "M": "Mutation",
    "E": "Extraordinary",
}


@dataclass(frozen=True)
class ExpectedPosition:
    name: str
    max: int
    price: int
    stats: tuple[int, ...]
    skills: tuple[str, ...]
    access: frozenset[str]
    doubles: frozenset[str]


@dataclass(frozen=True)
class ExpectedRace:
    """``stars``: whom it may hire; a pair as one, its names with ``&`` between them."""

    name: str
    reroll_price: int
    flags: frozenset[str]
    stars: tuple[str, ...]
    positions: tuple[ExpectedPosition, ...]


@dataclass(frozen=True)
class ExpectedStar:
    name: str
    price: int
    stats: tuple[int, ...]
    skills: tuple[str, ...]
    plays_for: tuple[str, ...]
    pair: str


def races() -> tuple[ExpectedRace, ...]:
    found: list[tuple[list[str], list[ExpectedPosition]]] = []
    for indented, cells in _rows("crp-rosters.txt"):
        if indented:
            found[-1][1].append(_position(*cells))
        else:
            found.append((cells, []))
    return tuple(
        ExpectedRace(name, int(reroll), frozenset(flags.split()), _list(stars), tuple(positions))
        for (name, reroll, flags, stars), positions in found
    )


def stars() -> tuple[ExpectedStar, ...]:
    return tuple(
        ExpectedStar(name, int(price), _numbers(stats), _list(skills), _list(teams), pair)
        for _, (name, price, stats, skills, teams, pair) in _rows("crp-stars.txt")
    )


def skills() -> dict[str, str]:
    """Category by name."""
    return {
        name: CATEGORIES[letter] for _, (letter, names) in _rows("crp-skills.txt") for name in _list(names)
    }


def lrb5x_differences() -> dict[str, tuple[int, int]]:
    """By path, the value there and that of the Competition Rules."""
    return {path: (int(here), int(there)) for _, (path, here, there) in _rows("lrb5x-differences.txt")}


def _rows(name: str) -> list[tuple[bool, list[str]]]:
    """The cells of each line, and whether it is indented."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [
        (line.startswith(" "), [cell.strip() for cell in line.split("|")])
        for line in lines
        if line.strip() and not line.startswith("#")
    ]


def _position(
    name: str, most: str, price: str, stats: str, skills: str, normal: str, double: str
) -> ExpectedPosition:
    return ExpectedPosition(
        name,
        int(most),
        int(price),
        _numbers(stats),
        _list(skills),
        frozenset(CATEGORIES[letter] for letter in normal),
        frozenset(CATEGORIES[letter] for letter in double),
    )


def _list(cell: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in cell.split(",") if name.strip())


def _numbers(cell: str) -> tuple[int, ...]:
    return tuple(map(int, cell.split()))
