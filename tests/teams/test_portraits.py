"""Coats of arms: each position has a charge that the picture holds, and a race its own tinctures."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from django.conf import settings
from django.template import Context, Template

from engine.editions import EDITIONS, edition
from teams.portraits import Division, Role, arms_of, role_by_gifts, role_in

SYMBOLS = set(re.findall(r'<g id="(\w+)"', (settings.BASE_DIR / "static" / "portraits.svg").read_text()))


def test_the_picture_holds_every_charge_and_every_division() -> None:
    assert {*get_args(Role), *get_args(Division)} == SYMBOLS


@pytest.mark.parametrize(
    "race, position, role",
    [
        ("Human", "Lineman", "lineman"),
        ("Human", "Thrower", "thrower"),
        ("Human", "Catcher", "catcher"),
        ("Human", "Blitzer", "blitzer"),
        ("Human", "Ogre", "giant"),
        ("Orc", "Black Orc Blocker", "blocker"),
        ("Orc", "Goblin", "small"),
        ("Skaven", "Gutter Runner", "runner"),
        ("Dark Elf", "Witch Elf", "killer"),
        ("High Elf", "Lion Warrior", "catcher"),
        ("High Elf", "Phoenix Warrior", "thrower"),
        ("Undead", "Ghoul", "runner"),
        ("Nurgle's Rotters", "Rotter", "lineman"),
        ("Human", "Griff Oberwald", "star"),
    ],
)
def test_what_a_position_is_there_for(race: str, position: str, role: str) -> None:
    assert role_in(edition("lrb4", {}), race, position) == role


def test_nobody_of_no_known_characteristics_is_anything_special() -> None:
    assert role_by_gifts(None, ()) == "lineman"


def test_races_of_all_editions_differ() -> None:
    races = {race for key in EDITIONS for race in edition(key, {}).races}
    arms = {arms_of(race) for race in races - {"Nurgle's Rotters"}}
    assert len(arms) == len(races) - 1
    assert arms_of("A race of the house") == arms_of("A race of the house")


def test_a_portrait_is_read_out_only_where_it_is_given_a_name() -> None:
    page = Template(
        "{% load portraits %}{% portrait rules 'Orc' 'Blitzer' %}{% portrait rules 'Orc' 'Troll' label=name %}"
    )
    text = page.render(Context({"rules": edition("lrb4", {}), "name": "A <troll>"}))
    assert text.count('aria-hidden="true"') == 1
    assert 'role="img" aria-label="A &lt;troll&gt;"' in text
    assert re.findall(r"portraits[^#]*\.svg#(\w+)", text) == [
        "plain",
        "chevron",
        "blitzer",
        "plain",
        "chevron",
        "giant",
    ]
