"""What the organiser of an event of squads is told before it begins."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers import browser
from tests.tournaments.competing.builders import a_competition, commissioner_of, entries
from tournaments.domain.competing.draw_options import SwissRules
from tournaments.domain.competing.squad_checks import squad_warnings
from tournaments.models import Entry, Format, Kind


def told(*members: str, **rules: Any) -> list[str]:
    """Members are written ``Axes/Orc``: one of the squad Axes with Orcs; without a squad ``/Orc``."""
    found = [
        Entry(number=number, name=f"Entry {number}", squad=one.split("/")[0], race=one.split("/")[1])
        for number, one in enumerate(members, 1)
    ]
    return list(squad_warnings(SwissRules(**{"pairing": "squads", **rules}), found))


def test_squads_of_one_size_with_a_race_each_are_fine() -> None:
    assert told("Axes/Orc", "Axes/Elf", "Bows/Orc", "Bows/Elf", squad_size=2, races_once=True) == []
    assert told("/Orc", "/Orc", pairing="entries", races_once=True) == []


def test_who_is_in_no_squad_is_named_where_squads_are_paired() -> None:
    assert told("/Orc", "Axes/Elf") == ["Squads are paired, and Entry 1 is in none."]
    assert told("/Orc", "/Elf", "/Elf") == [
        "Squads are paired, and Entry 1, Entry 2 and Entry 3 are in none."
    ]
    assert told("/Orc", "Axes/Elf", pairing="entries") == []


def test_squads_of_different_sizes_are_listed() -> None:
    assert told("Axes/Orc", "Bows/Orc", "Bows/Elf") == [
        "The squads are not of one size, so that somebody has no opponent: Axes 1, Bows 2."
    ]
    assert told("Axes/Orc", "Bows/Orc", "Bows/Elf", pairing="entries") == []


def test_squads_of_another_size_than_is_set_are_named() -> None:
    assert told("Axes/Orc", "Bows/Orc", "Bows/Elf", squad_size=3) == [
        "Axes has 1 member instead of 3.",
        "Bows has 2 members instead of 3.",
    ]


def test_a_race_that_a_squad_has_twice_is_named_where_each_is_to_be_there_once() -> None:
    members = ("Axes/Orc", "Axes/Orc", "Axes/Elf", "Axes/", "Axes/")
    assert told(*members, races_once=True) == [
        "Axes has 2 teams of the race Orc, and a squad has each race once."
    ]
    assert told(*members) == []


@pytest.mark.django_db
def test_the_desk_and_the_page_of_the_stage_say_it() -> None:
    swiss = ("Swiss", Format.SWISS, {"rounds": 2, "pairing": "squads", "squad_size": 2, "races_once": True})
    competition = a_competition(None, swiss, kind=Kind.EVENT, rosters=False)
    for squad in ("Axes", "Bows", "Clubs", "Darts"):
        entries(competition, 3 if squad == "Bows" else 2, division=squad, squad=squad)
    by = commissioner_of(competition.league)
    for path in ("organise/", "stages/1/"):
        page = browser(by).get(f"/l/{competition.league.slug}/c/{competition.slug}/{path}").content.decode()
        assert "Bows has 3 members instead of 2." in page
        assert "Clubs has 2 teams of the race Orc, and a squad has each race once." in page
