"""An edition is a folder of one shape: nothing outside of ``engine/editions`` asks for its key, name or modules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import editions

ROOT = Path(__file__).parents[1]
PLACES = ("engine", "league", "teams", "matches", "tournaments", "config", "bench", "templates", "static")
KINDS = (".py", ".html", ".js", ".css", ".txt", ".typ")
FOLDERS = ROOT / "engine" / "editions"
SCORINGS = ('"lrb4-major"', '"lrb4-major-draw"')
"""Scorings that every league may take, by the names that the API gives them."""


def sources() -> Iterator[Path]:
    for place in PLACES:
        for path in sorted((ROOT / place).rglob("*")):
            if path.suffix in KINDS and FOLDERS not in path.parents and "vendor" not in path.parts:
                yield path


def named(text: str, key: str) -> list[str]:
    """Lines that name the key, alone or within a name: a file of rules that is cited, ``lrb4-cs.txt``, is none."""
    word = re.compile(rf"(?<![A-Za-z0-9]){re.escape(key)}(?![A-Za-z0-9]|-[a-z]+\.txt)")
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if word.search(line) and line.rstrip(",") not in SCORINGS]


@pytest.mark.parametrize("key", editions.EDITIONS)
def test_nothing_outside_of_the_editions_names_one(key: str) -> None:
    found = {
        str(path.relative_to(ROOT)): lines
        for path in sources()
        if (lines := named(path.read_text(encoding="utf-8"), key))
    }
    assert found == {}


@pytest.mark.parametrize("key", editions.EDITIONS)
def test_nothing_outside_of_the_editions_asks_for_the_name_of_one(key: str) -> None:
    name = editions.edition(key).name
    quoted = (f'"{name}"', f"'{name}'")
    found = [
        str(path.relative_to(ROOT))
        for path in sources()
        if any(one in path.read_text(encoding="utf-8") for one in quoted)
    ]
    assert found == []


def test_no_key_hides_in_the_text_of_a_module() -> None:
    assert named('if edition.key == "crp":', "crp") != []
    assert named("from engine.editions.lrb4 import rules", "lrb4") != []
    assert named('<table class="crp-list">', "crp") != []
    assert named("is_crp = key in CRP_LIKE", "crp") != []
    assert named("The source is lrb4-cs.txt:3812.", "lrb4") == []
    assert named("the description of a scrap", "crp") == []


def test_what_is_played_where_nobody_says_what_is_said_in_one_place() -> None:
    assert editions.DEFAULT in editions.EDITIONS
    asked = re.compile(r"[!=]= *(editions\.)?DEFAULT\b|\bDEFAULT *[!=]=")
    assert [path for path in sources() if asked.search(path.read_text(encoding="utf-8"))] == []


def test_the_whole_program_is_looked_through() -> None:
    looked_at = {path.relative_to(ROOT).parts[0] for path in sources()}
    assert looked_at == set(PLACES)
