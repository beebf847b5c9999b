"""A roster that moves to another edition of the rules: what everybody is there, and what stands in the way."""

from __future__ import annotations

import random

import pytest

from engine import editions
from engine.acts import Decisions, convert, decree, draft
from engine.acts.converting import Change, Names
from engine.acts.decreeing import Return
from engine.describe import describe_event
from engine.edition import Edition
from engine.match.log import FORMAT, MatchLog
from engine.questions import Refusal
from engine.random_teams import random_draft
from engine.replay import replay
from engine.roster import (
    Advanced,
    Converted,
    Departed,
    FanFactorChanged,
    Healed,
    Injured,
    RerollsChanged,
    Roster,
    RosterEvent,
    SppGained,
    StadiumChanged,
    StadiumState,
    StaffChanged,
    TrophyChanged,
    decode_events,
    encode_events,
    evolve,
)
from tests.engine.rosters import a_roster, lines

LRB4, LRB5, CRP = (editions.edition(key) for key in ("lrb4", "lrb5x", "crp"))
EVERY_PAIR = [(old, new) for old in (LRB4, LRB5, CRP) for new in (LRB4, LRB5, CRP) if old is not new]


def a_team(edition: Edition, race: str, *events: RosterEvent) -> Roster:
    return evolve(Roster(), *draft(edition, random_draft(edition, race, random.Random(3))), *events)


def moved(old: Edition, new: Edition, roster: Roster, decided: Decisions | None = None) -> Roster:
    found = convert(old, new, roster, decided)
    assert found.problems == ()
    return evolve(roster, *found.events)


@pytest.mark.parametrize(("old", "new"), EVERY_PAIR, ids=lambda one: one.key)
def test_every_name_of_the_conversion_is_in_both_editions(old: Edition, new: Edition) -> None:
    for table in new.conversions:
        if old.key not in table.editions:
            continue
        for here, there in table.races.items():
            assert (here in old.races, there in new.races) == (True, True)
        for race, positions in table.positions.items():
            to = new.race(table.races.get(race, race))
            for here, there in positions.items():
                assert old.race(race).position(here) is not None
                assert to.position(there) is not None
                # A line that is there by its own name needs no other.
                assert to.position(here) is None
        for here, there in table.skills.items():
            assert (here in old.skills, there in new.skills) == (True, True)


def test_a_way_that_is_written_down_once_is_read_backwards() -> None:
    there, back = Names(LRB4, CRP), Names(CRP, LRB4)
    for race in LRB4.races.values():
        for position in race.positions:
            found = there.position(race.name, position.name)
            if found:
                assert back.position(there.race(race.name), found) == position.name


def test_a_player_keeps_what_he_gained_and_is_worth_it_by_the_new_rules() -> None:
    """A Human Catcher: Block is no category of his, Catch he has; a point of agility; a hip that took a point."""
    roster = a_roster(players=lines(("Lineman", 10), ("Catcher", 1)))
    roster = evolve(
        roster,
        Advanced(11, "Block", "skill"),
        Advanced(11, "ag", "stat"),
        Injured(11, "Smashed Hip", "ma", misses_next=False),
        SppGained(11, "touchdown", 6, 18),
    )
    before, after = roster.player(11), moved(LRB4, CRP, roster).player(11)
    assert after.gained == ("Block",)
    assert after.value == 20_000 + 40_000
    catcher = CRP.race("Human").position("Catcher")
    assert catcher is not None
    assert after.price == catcher.price
    assert after.stats == (7, 2, 4, 7)
    assert (after.spp, after.advances, after.injuries) == (before.spp, before.advances, before.injuries)


def test_what_the_new_edition_calls_otherwise_goes_by_its_name_there() -> None:
    dwarfs = a_team(LRB4, "Dwarf")
    after = moved(LRB4, CRP, dwarfs)
    assert {one.position for one in dwarfs.active} - {one.position for one in after.active} == {"Long Beard"}
    assert "Blocker" in {one.position for one in after.active}
    rotters = evolve(Roster(), *draft(LRB4, random_draft(LRB4, "Nurgle's Rotters", random.Random(3))))
    assert moved(LRB4, CRP, rotters).race == "Nurgle"


def test_there_and_back_again_is_where_it_began() -> None:
    for race in ("Orc", "Human", "Dwarf", "High Elf", "Skaven", "Khemri", "Undead", "Wood Elf"):
        roster = a_team(LRB4, race)
        player = roster.active[0]
        skill = next(one for one in ("Block", "Tackle", "Dodge") if one not in player.skills)
        roster = evolve(roster, Advanced(player.id, skill, "skill"), Advanced(player.id, "av", "stat"))
        assert moved(CRP, LRB4, moved(LRB4, CRP, roster)) == roster


def test_editions_of_one_family_change_prices_alone() -> None:
    roster = a_team(CRP, "Orc")
    worth = CRP.rules.value_of(roster, 1, "Block")
    roster = evolve(roster, Advanced(1, "Block", "skill", worth), Advanced(2, "st", "stat", 50_000))
    assert moved(CRP, LRB5, roster) == roster
    assert convert(CRP, LRB5, roster).changes == ()
    golem = a_team(CRP, "Necromantic")
    after = moved(CRP, LRB5, golem)
    assert {one.price for one in after.active if one.position == "Flesh Golem"} == {100_000}


def test_a_raise_that_an_injury_took_back_keeps_its_worth() -> None:
    roster = a_team(
        CRP, "Orc", Advanced(1, "ag", "stat", 40_000), Injured(1, "Broken Neck", "ag", misses_next=False)
    )
    assert moved(CRP, LRB5, roster).player(1).value == 40_000


def test_no_improvement_is_worth_gold_where_the_rules_count_points() -> None:
    roster = a_team(
        CRP,
        "Orc",
        Advanced(1, "Block", "skill", 20_000),
        Advanced(1, "ag", "stat", 40_000),
        Injured(1, "Broken Neck", "ag", misses_next=False),
    )
    assert moved(CRP, LRB4, roster).player(1).value == 0


def test_a_skill_that_is_unknown_there_is_told_and_may_be_decided() -> None:
    roster = a_team(LRB4, "Chaos", Advanced(1, "Spikes", "skill"))
    name = roster.player(1).name
    found = convert(LRB4, CRP, roster)
    assert Change(name, "loses Spikes, which Competition Rules does not know", lost=True) in found.changes
    (gap,) = found.gaps
    assert (gap.table, gap.key, gap.decided, gap.stops) == ("skills", "Spikes", "", False)
    after = evolve(roster, *found.events).player(1)
    assert (after.gained, after.value) == ((), 0)

    decided = Decisions(skills={"Spikes": "Thick Skull"})
    assert [gap.decided for gap in convert(LRB4, CRP, roster, decided).gaps] == ["Thick Skull"]
    after = moved(LRB4, CRP, roster, decided).player(1)
    assert after.gained == ("Thick Skull",)
    assert after.value == 20_000


def test_a_skill_is_not_lost_by_a_decision_for_one_that_there_is_not() -> None:
    roster = a_team(LRB4, "Chaos", Advanced(1, "Spikes", "skill"))
    found = convert(LRB4, CRP, roster, Decisions(skills={"Spikes": "Thik Skull"}))
    assert found.events == ()
    assert found.problems == ("Competition Rules has no skill named Thik Skull, which Spikes is to become.",)


def test_a_skill_that_the_position_begins_with_is_not_had_twice() -> None:
    roster = a_team(LRB4, "Chaos", Advanced(1, "Spikes", "skill"))
    horned = next(one.id for one in roster.active if one.position == "Beastman")
    roster = a_team(LRB4, "Chaos", Advanced(horned, "Spikes", "skill"))
    found = convert(LRB4, CRP, roster, Decisions(skills={"Spikes": "Horns"}))
    assert Change(roster.player(horned).name, "has Horns already, for Spikes", lost=True) in found.changes
    assert evolve(roster, *found.events).player(horned).skills == ("Horns",)


def test_a_position_without_a_counterpart_stands_in_the_way_until_it_is_decided() -> None:
    roster = a_team(LRB4, "Ogre")
    goblins = [one for one in roster.active if one.position == "Goblin"]
    found = convert(LRB4, CRP, roster)
    assert found.events == ()
    assert len(found.problems) == len(goblins) > 0
    assert found.problems[0].startswith(
        f"{goblins[0].name} (number {goblins[0].number}) is Goblin, and Ogre of "
    )
    (gap,) = found.gaps
    assert (gap.table, gap.key, gap.stops) == ("positions", "Ogre/Goblin", True)
    assert gap.options == ("Snotling", "Ogre")

    after = moved(LRB4, CRP, roster, Decisions(positions={"Ogre/Goblin": "Snotling"}))
    assert {one.position for one in after.active} == {"Snotling", "Ogre"}
    snotling = after.player(goblins[0].id)
    assert (snotling.price, snotling.stats) == (20_000, (5, 1, 3, 5))
    assert convert(LRB4, CRP, roster, Decisions(positions={"Ogre/Goblin": "Gnoblar"})).problems


def test_a_race_without_a_counterpart_stands_in_the_way() -> None:
    roster = a_team(CRP, "Slann")
    found = convert(CRP, LRB4, roster)
    assert found.problems == ("Living Rulebook 4 has no team list for Slann.",)
    assert [(gap.table, gap.key) for gap in found.gaps] == [("races", "Slann")]


def test_a_position_whose_price_nobody_knows_stands_in_the_way() -> None:
    roster = a_team(CRP, "Nurgle")
    found = convert(CRP, LRB4, roster)
    assert "would be Rotter, for whom no source gives price and characteristics" in found.problems[0]
    assert [(gap.key, gap.options) for gap in found.gaps] == [
        ("Nurgle/Rotter", ("Beastman", "Chaos Warrior", "Beast of Nurgle"))
    ]
    decided = Decisions(positions={"Nurgle/Rotter": "Beastman"})
    assert "Rotter" not in {one.position for one in moved(CRP, LRB4, roster, decided).active}
    assert [gap.decided for gap in convert(CRP, LRB4, roster, decided).gaps] == ["Beastman"]


def test_a_lost_point_that_the_new_list_cannot_take_stays_at_one() -> None:
    roster = a_team(LRB4, "Ogre")
    goblin = next(one.id for one in roster.active if one.position == "Goblin")
    roster = evolve(roster, Injured(goblin, "Smashed Collar Bone", "st", misses_next=False))
    found = convert(LRB4, CRP, roster, Decisions(positions={"Ogre/Goblin": "Snotling"}))
    assert evolve(roster, *found.events).player(goblin).stats[1] == 1
    name = roster.player(goblin).name
    assert Change(name, "strength stays 1: it cannot fall further") in found.changes


def test_home_field_and_trophies_end_where_nobody_knows_them() -> None:
    trophy = LRB4.trophies[0].name
    roster = a_team(
        LRB4,
        "Orc",
        StadiumChanged("Stadium", 500_000),
        StadiumState(True),
        TrophyChanged(trophy, True),
        TrophyChanged("The Cup of the Old Quarry", True),
    )
    found = convert(LRB4, CRP, roster)
    assert found.events[1:] == (
        StadiumChanged("", 0),
        StadiumState(False),
        TrophyChanged(trophy, False),
    )
    after = evolve(roster, *found.events)
    assert (after.stadium, after.stadium_value, after.stadium_broken, after.trophies) == (
        "",
        0,
        False,
        ("The Cup of the Old Quarry",),
    )
    assert after.treasury == roster.treasury
    assert [change.lost for change in found.changes if change.subject == "Team"] == [True] * 2


def test_an_apothecary_leaves_whom_nobody_may_have_there() -> None:
    roster = a_team(CRP, "Orc", StaffChanged("apothecary", 1))
    roster = evolve(roster, Converted("crp", "crp", "Undead", 70_000))
    there = convert(CRP, LRB5, roster, Decisions(positions={f"Undead/{one}": "Zombie" for one in (
        position.name for position in CRP.race("Orc").positions)}))  # fmt: skip
    assert there.events[1:] == (StaffChanged("apothecary", -roster.apothecary),)


def plays(rules: Edition, roster: Roster) -> bool:
    """Whether a match with this roster can begin."""
    home, away = (rules.rules.take_the_field(one) for one in (roster, a_team(rules, "Human")))
    return replay(MatchLog(FORMAT, rules.key, home, away)).problem is None


def test_rerolls_beyond_the_most_end_so_that_the_team_can_play() -> None:
    roster = a_team(LRB4, "Orc")
    roster = evolve(roster, RerollsChanged(10 - roster.rerolls))
    found = convert(LRB4, CRP, roster)
    assert (found.events[1:], found.odd) == ((RerollsChanged(-2),), ())
    assert Change("Team", "keeps 8 team re-rolls of 10", lost=True) in found.changes
    assert plays(CRP, evolve(roster, *found.events))


def test_a_fan_factor_below_the_least_rises_so_that_the_team_can_play() -> None:
    roster = a_team(CRP, "Orc")
    roster = evolve(roster, FanFactorChanged(-roster.fan_factor, "nobody came"))
    found = convert(CRP, LRB4, roster)
    assert found.events[1:] == (FanFactorChanged(1, "the least in Living Rulebook 4"),)
    assert Change("Team", "fan factor 1, the least there, before 0") in found.changes
    assert plays(LRB4, evolve(roster, *found.events))


def test_what_no_draft_would_allow_is_told_and_allowed() -> None:
    roster = a_team(LRB4, "Nurgle's Rotters")
    horned = sum(one.position == "Beastman" for one in roster.active)
    found = convert(LRB4, CRP, roster)
    assert found.events
    assert found.odd == (f"A Nurgle team may have 4 Pestigor, not {horned}.",)


def test_those_who_are_gone_stay_what_they_were() -> None:
    roster = a_team(LRB4, "Dwarf")
    gone = next(one.id for one in roster.active if one.position == "Long Beard")
    roster = evolve(roster, Departed(gone, "dead"))
    assert moved(LRB4, CRP, roster).player(gone) == roster.player(gone)


def test_nobody_comes_back_as_what_the_new_edition_does_not_know() -> None:
    roster = a_team(LRB4, "Dwarf")
    gone = next(one.id for one in roster.active if one.position == "Long Beard")
    other = next(one.id for one in roster.active if one.position == "Blitzer")
    after = moved(LRB4, CRP, evolve(roster, Departed(gone, "left"), Departed(other, "left")))
    with pytest.raises(Refusal, match="left as Long Beard, before the league moved to another edition"):
        decree(CRP, after, [Return(gone)], "he is missed")
    assert (
        evolve(after, *decree(CRP, after, [Return(other)], "he is missed")).player(other).status == "active"
    )


def test_the_event_keeps_and_tells_what_was_decided() -> None:
    roster = a_team(LRB4, "Dwarf")
    (event,) = convert(LRB4, CRP, roster).events
    assert decode_events(encode_events((event,))) == (event,)
    after = evolve(roster, event)
    assert describe_event(Roster(), event) == "Moves from Living Rulebook 4 to Competition Rules, as Dwarf."
    one = after.active[0]
    named = describe_event(Roster(players=(one,)), event)
    assert named.endswith(f"as Dwarf: {one.name} is {one.position} ({one.price:,} gold).")


def test_an_injury_is_healed_after_the_move_as_before() -> None:
    roster = a_team(LRB4, "Orc", Injured(1, "Smashed Hip", "ma", misses_next=False))
    after = evolve(moved(LRB4, CRP, roster), Healed(1, "Smashed Hip", "ma"))
    assert after.player(1).stats == after.player(1).start
