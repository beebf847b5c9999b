"""An edition is a folder of one shape: nothing outside of ``engine/editions`` asks for its key, or for its modules."""

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


def sources() -> Iterator[Path]:
    for place in PLACES:
        for path in sorted((ROOT / place).rglob("*")):
            if path.suffix in KINDS and FOLDERS not in path.parents and "vendor" not in path.parts:
                yield path


def named(text: str, key: str) -> list[str]:
    """Lines that name the key as a word of its own: a file of rules that is cited, ``lrb4-cs.txt``, is none."""
    alone = re.compile(rf"(?<![\w-]){re.escape(key)}(?![\w-])")
    return [line.strip() for line in text.splitlines() if alone.search(line)]


@pytest.mark.parametrize("key", editions.EDITIONS)
def test_nothing_outside_of_the_editions_names_one(key: str) -> None:
    found = {
        str(path.relative_to(ROOT)): lines
        for path in sources()
        if (lines := named(path.read_text(encoding="utf-8"), key))
    }
    assert found == {}


def test_no_key_hides_in_the_text_of_a_module() -> None:
    assert named('if edition.key == "crp":', "crp") != []
    assert named("from engine.editions.lrb4 import rules", "lrb4") != []
    assert named("The source is lrb4-cs.txt:3812.", "lrb4") == []


def test_what_is_played_where_nobody_says_what_is_said_in_one_place() -> None:
    assert editions.DEFAULT in editions.EDITIONS
