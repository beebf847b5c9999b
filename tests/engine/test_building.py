"""Buying, building over and repairing a home field (LRB4, Stadiums; lrb4-cs.txt:3145-3187, 3316-3317)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.acts import build, check_build, check_repair, draft, offers, repair, repair_price
from engine.describe import describe_event
from engine.editions import edition
from engine.match.effects import effects
from engine.roster import (
    FanFactorChanged,
    GoldChanged,
    Roster,
    StadiumChanged,
    StadiumState,
    evolve,
    worth,
)
from tests.engine.rosters import LRB4, a_draft, lines, refused

KINDS = ("Stadium", "Grandstands", "Terraces", "Not-So-Grandstand")


def a_team(race: str = "Human", treasury: int = 500_000, **traits: Any) -> Roster:
    """Drafted, and with this much gold since."""
    lineman = LRB4.race(race).positions[0].name
    founded = evolve(Roster(), *draft(LRB4, a_draft(race=race, players=lines((lineman, 11)))))
    return msgspec.structs.replace(founded, treasury=treasury, **traits)


def built(roster: Roster, kind: str) -> Roster:
    return evolve(roster, *build(LRB4, roster, kind))


@pytest.mark.parametrize(
    ("kind", "price", "fans"),
    [("Stadium", 300_000, 3), ("Grandstands", 200_000, 2), ("Terraces", 150_000, 1)],
)
def test_a_field_costs_its_price_and_brings_its_fans_once(kind: str, price: int, fans: int) -> None:
    before = a_team()
    assert build(LRB4, before, kind) == (
        GoldChanged(-price, kind),
        StadiumChanged(kind, price),
        FanFactorChanged(fans, "a new home field"),
    )
    after = built(before, kind)
    assert (after.treasury, after.stadium) == (500_000 - price, kind)
    assert after.fan_factor == before.fan_factor + fans


def test_a_not_so_grandstand_brings_no_fans() -> None:
    before = a_team("Goblin")
    assert build(LRB4, before, "Not-So-Grandstand") == (
        GoldChanged(-100_000, "Not-So-Grandstand"),
        StadiumChanged("Not-So-Grandstand", 100_000),
    )


def test_the_price_is_gone_from_the_treasury_but_stays_in_the_rating() -> None:
    before = a_team()
    after = built(before, "Stadium")
    assert worth(after, LRB4.creation) == worth(before, LRB4.creation) + 300_000 + 30_000
    assert LRB4.rules.strength(after) == LRB4.rules.strength(before) + 3


def test_terraces_become_grandstands_for_fifty_thousand() -> None:
    owner = built(a_team(), "Terraces")
    assert build(LRB4, owner, "Grandstands") == (
        GoldChanged(-50_000, "Grandstands in place of Terraces"),
        StadiumChanged("Grandstands", 200_000),
        FanFactorChanged(1, "a new home field"),
    )
    step_by_step = built(built(owner, "Grandstands"), "Stadium")
    at_once = built(a_team(), "Stadium")
    assert step_by_step == at_once


@pytest.mark.parametrize(
    ("race", "kinds"),
    [
        ("Goblin", ("Not-So-Grandstand",)),
        ("Elf", ("Stadium", "Grandstands")),
        ("Wood Elf", ("Stadium", "Grandstands")),
        ("High Elf", ("Stadium", "Grandstands")),
        ("Dark Elf", ("Stadium", "Grandstands", "Terraces")),
        ("Human", ("Stadium", "Grandstands", "Terraces")),
    ],
)
def test_which_fields_are_open_to_a_race(race: str, kinds: tuple[str, ...]) -> None:
    team = a_team(race)
    assert tuple(offer.stadium.name for offer in offers(LRB4, team)) == kinds
    for kind in KINDS:
        wrong = [problem.message for problem in check_build(LRB4, team, kind)]
        assert wrong == ([] if kind in kinds else [f"The home field {kind} is not for {race} teams."])


def test_what_is_refused() -> None:
    assert (
        refused(build, LRB4, a_team(), "Colosseum")
        == "Living Rulebook 4 has no home field called 'Colosseum'."
    )
    assert refused(build, LRB4, a_team(treasury=140_000), "Terraces") == (
        "This costs 150,000 gold; the treasury holds 140,000, 10,000 too few."
    )
    owner = built(a_team(), "Grandstands")
    assert refused(build, LRB4, owner, "Grandstands") == "Reavers plays on its Grandstands already."
    assert refused(build, LRB4, owner, "Terraces") == (
        "Reavers owns the better home field Grandstands; it cannot be built back to Terraces."
    )
    poor = msgspec.structs.replace(owner, treasury=90_000)
    assert refused(build, LRB4, poor, "Stadium") == (
        "This costs 100,000 gold; the treasury holds 90,000, 10,000 too few."
    )


def test_every_problem_at_once() -> None:
    assert [one.message for one in check_build(LRB4, a_team("Goblin", treasury=0), "Stadium")] == [
        "The home field Stadium is not for Goblin teams.",
        "This costs 300,000 gold; the treasury holds 0, 300,000 too few.",
    ]


def test_an_offer_says_what_it_costs_and_brings_now() -> None:
    owner = built(a_team(), "Terraces")
    stadium, grandstands, terraces = offers(LRB4, owner)
    assert (stadium.price, stadium.fan_factor, stadium.owned, stadium.problems) == (150_000, 2, False, ())
    assert (grandstands.price, grandstands.fan_factor) == (50_000, 1)
    assert (terraces.owned, terraces.price, terraces.fan_factor) == (True, 0, 0)
    assert stadium.strength == LRB4.rules.strength(built(owner, "Stadium"))
    assert terraces.strength == LRB4.rules.strength(owner)


def test_a_price_by_house_rule() -> None:
    cheap = edition("lrb4", {"stadiums/kinds/Terraces/price": 120_000})
    assert build(cheap, a_team(treasury=120_000), "Terraces")[:2] == (
        GoldChanged(-120_000, "Terraces"),
        StadiumChanged("Terraces", 120_000),
    )


def test_what_was_paid_for_a_field_counts_whatever_it_costs_today() -> None:
    """Grandstands for 50,000 more than the Terraces were bought for, though Terraces are cheaper by now."""
    owner = built(a_team(), "Terraces")
    cheap = edition("lrb4", {"stadiums/kinds/Terraces/price": 120_000})
    assert build(cheap, owner, "Grandstands")[0] == GoldChanged(-50_000, "Grandstands in place of Terraces")


def test_what_was_paid_for_a_field_stays_in_a_better_one_that_costs_less_today() -> None:
    owner = built(a_team(), "Terraces")
    cheap = edition(
        "lrb4", {"stadiums/kinds/Terraces/price": 100_000, "stadiums/kinds/Grandstands/price": 120_000}
    )
    events = build(cheap, owner, "Grandstands")
    assert events[0] == StadiumChanged("Grandstands", 150_000)
    offered = next(one for one in offers(cheap, owner) if one.stadium.name == "Grandstands")
    assert offered.strength == cheap.rules.strength(evolve(owner, *events))


def a_wreck(treasury: int = 40_000) -> Roster:
    owner = evolve(built(a_team("Goblin"), "Not-So-Grandstand"), StadiumState(broken=True))
    return msgspec.structs.replace(owner, treasury=treasury)


def test_a_broken_stand_is_repaired_for_forty_thousand() -> None:
    assert repair_price(LRB4, a_wreck()) == 40_000
    events = repair(LRB4, a_wreck())
    assert events == (GoldChanged(-40_000, "repair of the Not-So-Grandstand"), StadiumState(broken=False))
    after = evolve(a_wreck(), *events)
    assert (after.treasury, after.stadium_broken, after.stadium_value) == (0, False, 100_000)


def test_what_cannot_be_repaired() -> None:
    assert refused(repair, LRB4, a_team()) == "Reavers has no home field."
    assert refused(repair, LRB4, built(a_team("Goblin"), "Not-So-Grandstand")) == (
        "The Not-So-Grandstand of Reavers needs no repair."
    )
    assert refused(repair, LRB4, a_wreck(30_000)) == (
        "The repair costs 40,000 gold; the treasury holds 30,000, 10,000 too few."
    )
    assert check_repair(LRB4, a_wreck()) == ()


def test_what_was_built_is_told() -> None:
    before = a_team()
    events = build(LRB4, before, "Terraces")
    after = evolve(before, *events)
    assert [describe_event(after, event) for event in events] == [
        "-150,000 gold: Terraces.",
        "The team's home field is now: Terraces (worth 150,000 gold).",
        "Fan factor +1: a new home field.",
    ]
    assert [(one.what, one.before, one.after) for one in effects(LRB4, before, after)] == [
        ("treasury", "500,000 gold", "350,000 gold"),
        ("fan factor", "1", "2"),
        ("home field", "none", "Terraces"),
        ("team rating", "106", "107"),
    ]
