"""Editions that nobody plays, made for a test: a folder, and the line that makes it known.

Orcs of the summer rules have a cheaper re-roll and a dearer Blitzer who tackles, and a team has 1,100,000 gold.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine import editions

BUILD = """
from engine.editions import crp

def build(house_rules):
    return crp.build_as("summer", "Summer rules", __name__, house_rules)
"""
SUMMER = """
based_on = "engine.editions.crp"

[[differences]]
path = "rosters/races/Orc"
values = { reroll_price = 50_000 }

[[differences]]
path = "rosters/races/Orc/positions/Blitzer"
values = { price = 90_000, skills = ["Block", "Tackle"] }

[[differences]]
path = "league"
values = { treasury = 1_100_000 }
"""


def a_folder(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    package: str = "summer_rules",
    build: str = BUILD,
    **tables: str,
) -> str:
    """An edition's folder: its module, and its tables by name. Gives its package."""
    monkeypatch.syspath_prepend(tmp_path)
    data = tmp_path / package / "data"
    data.mkdir(parents=True)
    (data.parent / "__init__.py").write_text(build, encoding="utf-8")
    for name, text in tables.items():
        (data / f"{name}.toml").write_text(text, encoding="utf-8")
    monkeypatch.delitem(sys.modules, package, raising=False)
    return package


def summer_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the edition ``summer`` known until the test is over."""
    monkeypatch.setattr(editions, "_as_printed", {})
    package = a_folder(tmp_path, monkeypatch, differences=SUMMER)
    monkeypatch.setitem(editions.EDITIONS, "summer", package)
