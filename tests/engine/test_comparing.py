"""Two editions side by side, from the data that both are played by."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine import editions
from engine.comparing import Lines, Pair, RacePair, compare
from engine.edition import Edition

LRB4, LRB5, CRP = (editions.edition(key) for key in ("lrb4", "lrb5x", "crp"))


def race(old: Edition, new: Edition, name: str) -> RacePair:
    found = compare(old, new).race(name)
    assert found is not None
    return found


def line(lines: tuple[Lines, ...], name: str) -> Lines:
    return next(one for one in lines if name in (one.old, one.new))


def pair(pairs: tuple[Pair, ...], what: str) -> tuple[str, str, bool]:
    found = next(one for one in pairs if one.what == what)
    return found.old, found.new, found.differs


def part(old: Edition, new: Edition, title: str) -> tuple[Pair, ...]:
    return next(one.pairs for one in compare(old, new).parts if one.title == title)


def test_what_changed_for_the_orcs() -> None:
    orcs = race(LRB4, CRP, "Orc")
    assert pair(orcs.pairs, "Team re-roll") == ("60,000 gold", "60,000 gold", False)
    blitzer = line(orcs.positions, "Blitzer")
    assert pair(blitzer.pairs, "Price") == ("80,000 gold", "80,000 gold", False)
    troll = line(orcs.positions, "Troll")
    assert pair(troll.pairs, "Price") == ("100,000 gold", "110,000 gold", True)
    assert pair(troll.pairs, "MA ST AG AV") == ("4 5 1 9", "4 5 1 9", False)
    assert troll.differs
    varag = line(orcs.stars, "Varag Ghoul-Chewer")
    assert varag.old == varag.new


def test_lines_that_are_called_otherwise_stand_beside_each_other() -> None:
    dwarfs = race(LRB4, CRP, "Dwarf")
    blocker = line(dwarfs.positions, "Blocker")
    assert (blocker.old, blocker.new) == ("Long Beard", "Blocker")
    assert pair(blocker.pairs, "Skills") == (
        "Block, Tackle, Thick Skull",
        "Block, Tackle, Thick Skull",
        False,
    )
    machine = line(dwarfs.positions, "Deathroller")
    assert (machine.old, machine.differs) == ("", True)
    nurgle = race(LRB4, CRP, "Nurgle's Rotters")
    assert (nurgle.name, nurgle.old_name) == ("Nurgle", "Nurgle's Rotters")
    assert nurgle == race(LRB4, CRP, "Nurgle")


def test_a_list_that_only_one_has_is_there() -> None:
    slann = race(LRB4, CRP, "Slann")
    assert (slann.old, slann.new is not None) == (None, True)
    assert {one.old for one in slann.positions} == {""}
    assert compare(LRB4, CRP).race("Snow Elf") is None


@pytest.mark.parametrize(("old", "new"), list(permutations((LRB4, LRB5, CRP), 2)), ids=lambda one: one.key)
def test_every_list_every_position_and_every_skill_of_both_is_told_once(old: Edition, new: Edition) -> None:
    seen = compare(old, new)
    assert sorted(one.old.name for one in seen.races if one.old) == sorted(old.races)
    assert sorted(one.new.name for one in seen.races if one.new) == sorted(new.races)
    for one in seen.races:
        for edition, names in (
            (one.old, [x.old for x in one.positions]),
            (one.new, [x.new for x in one.positions]),
        ):
            if edition is not None:
                assert sorted(filter(None, names)) == sorted(position.name for position in edition.positions)
    skills = part(old, new, "Skills")
    assert sorted(one.what for one in skills if one.old) == sorted(old.skills)
    assert len([one for one in skills if one.new]) == len(new.skills)
    for title in {one.title for one in seen.parts}:
        whats = [one.what for one in part(old, new, title)]
        assert len(whats) == len(set(whats))


def test_the_other_way_round_the_same_differs() -> None:
    for old, new in permutations((LRB4, LRB5, CRP), 2):
        there, back = compare(old, new), compare(new, old)
        assert {one.name: one.changes for one in there.races if one.old and one.new and not one.old_name} == {
            one.name: one.changes for one in back.races if one.old and one.new and not one.old_name
        }
        assert sum(len(one.different) for one in there.parts if one.title != "Skills") == sum(
            len(one.different) for one in back.parts if one.title != "Skills"
        )


def test_an_edition_compared_with_itself_differs_in_nothing() -> None:
    for edition in (LRB4, LRB5, CRP):
        seen = compare(edition, edition)
        assert not seen.differs
        assert [one.title for one in seen.parts if one.differs] == []
        assert [one.name for one in seen.races if one.changes] == []


def test_what_the_family_has_otherwise_is_what_its_differences_say() -> None:
    seen = compare(CRP, LRB5)
    assert [(one.title, [pair.what for pair in one.different]) for one in seen.parts if one.differs] == [
        ("For one match", ["Halfling Master Chef"])
    ]
    golem = line(race(CRP, LRB5, "Necromantic").positions, "Flesh Golem")
    assert [(one.what, one.old, one.new) for one in golem.different] == [
        ("Price", "110,000 gold", "100,000 gold")
    ]


def test_the_tables_of_both_stand_side_by_side() -> None:
    points = part(LRB4, CRP, "Star player points")
    assert pair(points, "Most valuable player") == ("5", "5", False)
    assert pair(points, "Level from 126 points") == ("Mega Star", "", True)
    draft = part(LRB4, CRP, "The draft")
    assert pair(draft, "Fan factor") == ("1 to 9, 10,000 gold each", "0 to 9, 10,000 gold each", True)
    assert pair(draft, "Team re-rolls") == ("No limit", "8 at most", True)
    injuries = part(LRB4, CRP, "Injuries")
    assert pair(injuries, "Agility -1") == ("64 Broken Neck", "57 Broken Neck", True)
    assert pair(part(LRB4, CRP, "Improvement"), "A skill is worth") == ("", "20,000 gold", True)
    assert pair(part(LRB4, CRP, "For one match"), "Wizard")[1] == "150,000 gold, 1 at most"


def test_house_rules_are_told_as_they_are_played() -> None:
    played = editions.edition("crp", {"advancement/values/skill": 10_000})
    pairs = next(one.pairs for one in compare(CRP, played).parts if one.title == "Improvement")
    assert pair(pairs, "A skill is worth") == ("20,000 gold", "10,000 gold", True)
