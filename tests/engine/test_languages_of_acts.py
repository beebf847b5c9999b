"""Acts outside a match are told, and refused, in the language of the reader."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from engine.acts import (
    Deal,
    Decree,
    Moved,
    Purchase,
    Retirement,
    Share,
    build,
    clean_reason,
    convert,
    decree,
    decreeing,
    purchase,
    rename_player,
    renumber,
    repair,
    trade,
)
from engine.describe import describe_event
from engine.editions import edition
from engine.questions import Refusal
from engine.random_teams import random_roster
from engine.roster import Roster
from tests.engine.marking import Marks, all_forgotten, quotes_a_pick


def changes(old: str, new: str) -> Iterator[tuple[Roster, Moved]]:
    """Teams of every race, with what they would lose, moved to another edition."""
    before, after = edition(old), edition(new)
    for seed, race in enumerate(sorted(before.races)):
        roster = random_roster(before, race, random.Random(seed))
        learnt = tuple(
            msgspec.structs.replace(one, skills=(*one.skills, "Piling On", "Bone Head"))
            for one in roster.players
        )
        trophies = tuple(trophy.name for trophy in before.trophies)
        roster = msgspec.structs.replace(roster, players=learnt, trophies=trophies, fan_factor=0, rerolls=9)
        if before.stadiums:
            roster = msgspec.structs.replace(roster, stadium=before.stadiums[0].name)
        yield roster, convert(before, after, roster)


@pytest.mark.parametrize("old, new", [("lrb4", "crp"), ("lrb4", "lrb5x"), ("crp", "lrb4")])
def test_a_move_to_another_edition_is_told_in_the_readers_language(old: str, new: str, marks: Marks) -> None:
    for roster, moved in changes(old, new):
        told = [text for change in moved.changes for text in (change.subject, change.words)]
        told += (*moved.problems, *moved.odd)
        told += [describe_event(roster, event) for event in moved.events]
        assert told
        assert not all_forgotten(told, {roster.name, *(one.name for one in roster.players)})


def refused_acts() -> Iterator[Callable[[], Any]]:
    """Acts of one roster that cannot be, one of each kind at least."""
    rules = edition("lrb4")
    roster, other = (random_roster(rules, race, random.Random(7)) for race in ("Orc", "Elf"))
    one = roster.players[0]
    decrees: tuple[Decree, ...] = (
        decreeing.Gold(-900_000),
        decreeing.Gold(0),
        decreeing.Gold(10**12),
        decreeing.FanFactor(-50),
        decreeing.Rerolls(-50),
        decreeing.StaffMembers("cheerleaders", -5),
        decreeing.StaffMembers("apothecary", 3),
        decreeing.Trophy("Chaos Cup", held=False),
        decreeing.Spp(one.id, -50),
        decreeing.Teach(one.id, "No such skill"),
        decreeing.Teach(one.id, one.skills[0] if one.skills else "No such skill"),
        decreeing.ChangeStat(one.id, "av", 1),
        decreeing.Heal(one.id, "miss"),
        decreeing.Heal(one.id, "niggling"),
        decreeing.Heal(one.id, "st", "No such injury"),
        decreeing.Return(one.id),
        decreeing.Leave(999),
    )
    for wanted in decrees:
        yield lambda wanted=wanted: decree(rules, roster, (wanted,), "why")
    yield lambda: decree(rules, roster, (), "why")
    yield lambda: clean_reason("")
    yield lambda: purchase(rules, roster, Purchase())
    yield lambda: purchase(rules, roster, Purchase(rerolls=50, assistant_coaches=-1, apothecary=5))
    yield lambda: purchase(
        rules, roster, Purchase(retire=(Retirement(999), Retirement(one.id), Retirement(one.id)))
    )
    yield lambda: trade(rules, roster, other, Deal(Share(), Share()))
    yield lambda: trade(
        rules, roster, other, Deal(Share(players=(one.id, one.id, 999), gold=10**7), Share(gold=5))
    )
    yield lambda: build(rules, roster, "No such field")
    yield lambda: build(rules, roster, rules.stadiums[0].name)
    yield lambda: repair(rules, roster)
    yield lambda: rename_player(rules, roster, one.id, roster.players[1].name)
    yield lambda: rename_player(rules, roster, one.id, "\u202e")
    yield lambda: renumber(rules, roster, {one.id: 400})


def test_acts_are_refused_in_the_readers_language(marks: Marks) -> None:
    told = []
    for act in refused_acts():
        try:
            act()
        except Refusal as refusal:
            told.append(refusal.message)
    assert len(told) > 20
    rosters = [random_roster(edition("lrb4"), race, random.Random(7)) for race in ("Orc", "Elf")]
    names = {roster.name for roster in rosters} | {one.name for roster in rosters for one in roster.players}
    assert not [text for text in all_forgotten(told, names) if not quotes_a_pick(text, names)]
