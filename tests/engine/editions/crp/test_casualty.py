"""Casualties by the D68: injuries, apothecaries, regeneration, Igor, decay, and the dead who come back."""

from __future__ import annotations

from typing import Any

import pytest

from engine.dice import D68
from engine.editions import edition
from engine.match import facts
from engine.match.entries import Casualty, Treatment
from engine.match.narrative import narrate
from engine.roster import Departed, Hired, Injured, SppGained, StatChanged, Taught, evolve
from tests.engine.editions.crp.matches import CRP, a_match, a_team, refused


def block(player: int, causer: int = 1, side: str = "away", turn: int = 1) -> Casualty:
    """A player of the side goes down in a block of an opponent."""
    return Casualty(1, turn, side, player, "block", causer)  # type: ignore[arg-type]


def test_the_table_has_a_row_for_each_of_the_48_numbers() -> None:
    totals = D68.totals()
    assert (len(totals), totals[0], totals[7], totals[-1]) == (48, 11, 18, 68)
    rules = CRP.rules.meanings("casualty")
    assert [(row.roll, row.name) for row in (rules[0], rules[1], rules[-1])] == [
        ("11–38", "Badly Hurt"),
        ("41", "Broken Ribs"),
        ("61–68", "Dead"),
    ]


@pytest.mark.parametrize(
    ("dice", "events"),
    [
        ((3, 8), []),
        ((4, 1), [Injured(1, "Broken Ribs", "miss")]),
        ((4, 8), [Injured(1, "Pinched Nerve", "miss")]),
        ((5, 1), [Injured(1, "Damaged Back", "niggling")]),
        ((5, 3), [Injured(1, "Smashed Hip", "ma")]),
        ((5, 5), [Injured(1, "Serious Concussion", "av")]),
        ((5, 7), [Injured(1, "Broken Neck", "ag")]),
        ((5, 8), [Injured(1, "Smashed Collar Bone", "st")]),
    ],
)
def test_what_the_two_dice_leave_on_the_roster(dice: tuple[int, int], events: list[Injured]) -> None:
    match = a_match(block(1), dice={"casualty.home": [dice]})
    assert match.happened("away", Injured) == events
    assert match.happened("home", SppGained)[0] == SppGained(1, "casualty", 1, 2)


def test_a_six_for_the_tens_kills() -> None:
    match = a_match(block(1), dice={"casualty.home": [(6, 1)]})
    assert match.happened("away", Departed) == [
        Departed(1, "dead", "killed by a block from Gouged Eye 1 (Gouged Eye)")
    ]


def test_a_point_that_cannot_fall_is_not_lost() -> None:
    weak = evolve(a_team(), StatChanged(1, "st", -2))
    match = a_match(block(1), away=weak, dice={"casualty.home": [(5, 8)]})
    assert match.happened("away", Injured) == [Injured(1, "Smashed Collar Bone", "st", applied=False)]


@pytest.mark.parametrize(("pick", "events"), [("Badly Hurt", []), ("Dead", ["dead"])])
def test_the_apothecary_has_it_rolled_again_and_the_coach_takes_either(pick: str, events: list[str]) -> None:
    match = a_match(
        block(1),
        away=a_team(apothecary=1),
        dice={"casualty.home": [(6, 1)], "apothecary.casualty": [(2, 2)]},
        picks={"apothecary": ["yes"], "apothecary.result": [pick]},
    )
    assert [event.status for event in match.happened("away", Departed)] == events
    (fact,) = match.shown(facts.Casualty)
    assert (fact.severity, fact.rolled) == ("dead", ("Dead", "Badly Hurt"))
    assert fact.saved_by == ("apothecary" if pick == "Badly Hurt" else "")


def test_whoever_is_only_badly_hurt_goes_back_to_the_reserves_without_a_roll() -> None:
    match = a_match(
        block(1), block(1, turn=2), away=a_team(apothecary=1), dice={"casualty.home": [(1, 1), (4, 1)]},
        picks={"apothecary": ["yes"]},
    )  # fmt: skip
    assert [fact.outcome for fact in match.shown(facts.Casualty)] == ["saved", "serious"]


def test_one_apothecary_treats_one_player_a_match() -> None:
    assert refused(
        Treatment(1, 1, "away", 1), Treatment(1, 2, "away", 2), away=a_team(apothecary=1)
    ) == "Reavers has no apothecary who is still to be used in this match."  # fmt: skip


def test_a_house_rule_keeps_the_apothecary_from_those_who_are_hired() -> None:
    strict = edition("crp", {"injuries/apothecary/treats_hired": False})
    sides: dict[str, Any] = {
        "home": a_team(race="Orc", name="Gouged Eye", rerolls=7),
        "away": a_team(apothecary=1),
    }
    hired = {"hire.away": ["Lineman", "done"], "mercenary.skill": ["none"]}
    assert (
        refused(Treatment(1, 1, "away", 12), rules=strict, picks=hired, **sides)
        == "The apothecary of Reavers may not treat whoever is hired for the match."
    )
    match = a_match(Treatment(1, 1, "away", 12), picks=hired, **sides)
    assert match.shown(facts.Treatment) == [facts.Treatment(1, 1, "away", 12, healed=True)]


def test_a_knocked_out_player_is_patched_up_without_a_roll() -> None:
    match = a_match(Treatment(1, 1, "away", 1), away=a_team(apothecary=1))
    assert match.shown(facts.Treatment) == [facts.Treatment(1, 1, "away", 1, healed=True)]


@pytest.mark.parametrize(("die", "left"), [(4, []), (3, [Injured(1, "Smashed Hip", "ma")])])
def test_regeneration_works_on_four(die: int, left: list[Injured]) -> None:
    match = a_match(
        block(1), away=a_team("Undying", "Undead"), dice={"casualty.home": [(5, 3)], "regeneration": [(die,)]}
    )
    assert match.happened("away", Injured) == left


def test_decay_suffers_twice_and_misses_one_match() -> None:
    khemri = a_team("Sons", "Khemri", ("Tomb Guardian", 1), ("Skeleton", 10))
    match = a_match(block(1), away=khemri, dice={"casualty.home": [(5, 3), (5, 1)], "regeneration": [(1,)]})
    assert match.happened("away", Injured) == [
        Injured(1, "Smashed Hip", "ma"),
        Injured(1, "Damaged Back", "niggling"),
    ]
    hurt = match.after["away"].player(1)
    assert (hurt.stats[0], hurt.niggling, hurt.misses_next) == (3, 1, True)


def test_of_two_injuries_the_apothecary_heals_one_and_it_is_told() -> None:
    rotten = evolve(a_team(apothecary=1), Taught(1, "Decay"))
    match = a_match(
        block(1), away=rotten, dice={"casualty.home": [(6, 1), (5, 3)], "apothecary.casualty": [(2, 2)]},
        picks={"apothecary": ["yes"], "apothecary.covers": ["Dead"], "apothecary.result": ["Badly Hurt"]},
    )  # fmt: skip
    assert match.happened("away", Injured) == [Injured(1, "Smashed Hip", "ma")]
    told = next(one.text for one in narrate(match.log, match.facts) if one.kind == "casualty")
    assert told.endswith(
        "The apothecary of Reavers heals one of two injuries. Reavers 1 is carried off with this injury: Smashed Hip, "
        "a point of movement allowance is gone, and misses the next match."
    )


def test_decay_takes_no_more_points_than_there_are() -> None:
    khemri = evolve(
        a_team("Sons", "Khemri", ("Tomb Guardian", 1), ("Skeleton", 10)), StatChanged(1, "ma", -1)
    )
    match = a_match(block(1), away=khemri, dice={"casualty.home": [(5, 3), (5, 4)], "regeneration": [(1,)]})
    assert [event.applied for event in match.happened("away", Injured)] == [True, False]


def test_a_stunty_player_can_be_badly_hurt_without_the_table() -> None:
    goblins = a_team("Rats", "Goblin", ("Goblin", 11))
    match = a_match(block(1), away=goblins, picks={"casualty.frail": ["badly_hurt"]})
    (fact,) = match.shown(facts.Casualty)
    assert (fact.severity, fact.outcome, fact.earns) == ("badly_hurt", "badly_hurt", True)


def test_points_come_of_blocks_alone() -> None:
    match = a_match(Casualty(1, 1, "away", 1, "foul", 1), Casualty(1, 1, "away", 2, "crowd", 1))
    assert [event for event in match.happened("home", SppGained) if event.source == "casualty"] == []


def test_who_is_raised_plays_at_once_and_stays_for_nothing() -> None:
    match = a_match(
        block(1), block(2, causer=12, turn=2), home=a_team("Undying", "Undead"),
        dice={"casualty.home": [(6, 1), (1, 1)]}, picks={"raise_dead": ["yes"], "stays": ["yes"]},
    )  # fmt: skip
    (raised,) = match.happened("home", Hired)
    assert (raised.player, raised.name, raised.position, raised.price) == (12, "Reavers 1", "Zombie", 40_000)
    zombie = match.after["home"].player(12)
    assert (zombie.casualties, zombie.spp, zombie.matches) == (1, 2, 1)
    assert not [event for event in match.events["home"] if getattr(event, "amount", 0) < 0]


@pytest.mark.parametrize("skill", ["Regeneration", "Stunty"])
def test_some_victims_cannot_be_raised(skill: str) -> None:
    match = a_match(
        block(1), home=a_team("Undying", "Undead"), away=evolve(a_team(), Taught(1, skill)),
        dice={"casualty.home": [(6, 1)]},
    )  # fmt: skip
    assert match.shown(facts.RaisedDead) == []


def test_a_victim_of_strength_five_cannot_be_raised() -> None:
    strong = evolve(a_team(), StatChanged(1, "st", 2))
    match = a_match(block(1), home=a_team("Undying", "Undead"), away=strong, dice={"casualty.home": [(6, 1)]})
    assert match.shown(facts.RaisedDead) == []


def test_the_rot_brings_a_rotter_after_the_match() -> None:
    nurgle = a_team("Pox", "Nurgle", ("Nurgle Warrior", 1), ("Rotter", 10))
    match = a_match(block(1), home=nurgle, dice={"casualty.home": [(6, 1)]}, picks={"rot": ["yes"]})
    (joined,) = match.happened("home", Hired)
    assert (joined.name, joined.position, joined.price) == ("Reavers 1", "Rotter", 40_000)
