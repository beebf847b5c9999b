"""What petty cash buys: who is offered what and for how much, and what it does for the match."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.editions import edition
from engine.match import facts
from engine.match.log import LogRoster
from engine.match.offers import Offer, offers
from engine.match.state import Taken
from engine.questions import Choose, Report
from engine.replay import replay
from engine.simulate import Pace, answer
from tests.engine.editions.crp.nights import (
    CRP,
    FANS,
    NICE,
    WORTH,
    a_log,
    asks,
    buys,
    choose,
    given_gold,
    humans,
    orcs,
    shown,
    side,
    so_far,
)
from tests.engine.editions.crp.nights import offers as offered

MORG = "Morg 'n' Thorg"
DECKS = {
    "Miscellaneous Mayhem": 50_000,
    "Special Team Plays": 50_000,
    "Magic Items": 50_000,
    "Dirty Tricks": 50_000,
    "Good Karma": 100_000,
    "Random Events": 200_000,
    "Desperate Measures": 400_000,
}
CRP_KINDS = CRP.rules.meanings("hire")
FOR_EVERYBODY = {
    "Bloodweiser Babes": 50_000,
    "Bribe": 100_000,
    "Extra Team Training": 100_000,
    "Halfling Master Chef": 300_000,
    "Wizard": 150_000,
    **DECKS,
}


def kinds(*entries: Any, gold: int = WORTH, **team: Any) -> dict[str, int]:
    """What the away side is offered besides players, with prices."""
    names = {kind.name for kind in CRP_KINDS}
    return {
        name: price for name, price in offered(*entries, **given_gold(gold, **team)).items() if name in names
    }


def hire(*names: str) -> list[Any]:
    return [choose("hire", "away", name) for name in names]


def bought(*what: Any, **sides: Any) -> Any:
    """The match at its kick-off, the away side having bought this and no more; skills of mercenaries stand inside."""
    picks = [one if not isinstance(one, str) else choose("hire", "away", one) for one in what]
    return so_far(NICE, picks, choose("hire", "away", "done"), *FANS, **(given_gold(WORTH) | sides))


# what is offered


def test_all_are_offered_the_same_help_at_the_same_prices() -> None:
    assert kinds() == FOR_EVERYBODY | {"Wandering Apothecary": 100_000}


def test_igor_comes_to_those_who_have_no_apothecary_and_wandering_apothecaries_to_the_others() -> None:
    for race in CRP.races.values():
        team = side(race.name, race.positions[0].name, size=11, strength=0)
        found = offered(home=orcs(), away=team)
        igors = race.name in ("Khemri", "Necromantic", "Nurgle", "Undead")
        assert ("Igor" in found, "Wandering Apothecary" in found) == (igors, not igors)


def test_goblins_pay_half_for_a_bribe_and_halflings_a_third_for_their_chef() -> None:
    assert kinds(race="Goblin", position="Goblin")["Bribe"] == 50_000
    assert kinds(race="Halfling", position="Halfling")["Halfling Master Chef"] == 100_000


def test_the_chef_of_halflings_cost_less_before() -> None:
    rules = edition("lrb5x")
    halflings = side("Halfling", "Halfling", strength=0, rules=rules)
    assert offered(home=orcs(), away=halflings, rules=rules)["Halfling Master Chef"] == 50_000


def test_nothing_is_offered_that_the_petty_cash_cannot_pay() -> None:
    assert offered(**given_gold(40_000)) == {}
    assert kinds(gold=50_000) == {name: price for name, price in kinds().items() if price == 50_000}
    assert offered(**given_gold(70_000)) == kinds(gold=50_000)
    assert offered(**given_gold(80_000)) == kinds(gold=50_000) | {"Lineman": 80_000}


def test_who_can_pay_nothing_is_not_asked() -> None:
    assert asks(so_far(NICE, **given_gold(40_000))) == ("fans", "home")


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("Bloodweiser Babes", 2),
        ("Bribe", 3),
        ("Extra Team Training", 4),
        ("Halfling Master Chef", 1),
        ("Wandering Apothecary", 2),
        ("Wizard", 1),
    ],
)
def test_there_are_only_so_many_of_each(name: str, most: int) -> None:
    assert name in kinds(hire(*[name] * (most - 1)))
    assert name not in kinds(hire(*[name] * most))


def test_five_cards_are_all_that_a_side_may_have() -> None:
    four = hire("Magic Items", "Magic Items", "Dirty Tricks", "Good Karma")
    assert set(DECKS) <= set(kinds(four))
    assert not set(DECKS) & set(kinds(four, hire("Magic Items")))


def test_a_house_rule_sets_another_price() -> None:
    rules = edition("crp", {"inducements/kinds/Wizard/price": 100_000})
    assert offered(rules=rules, **given_gold(WORTH))["Wizard"] == 100_000


# the order of it


def test_the_stronger_side_shops_first() -> None:
    rich: dict[str, Any] = {
        "home": orcs(treasury=100_000),
        "away": humans(strength=WORTH + 50_000, treasury=100_000),
    }
    moved = [choose("petty_cash", "away", "100000"), choose("petty_cash", "home", "0")]
    assert asks(so_far(NICE, moved, **rich)) == ("hire", "away")
    assert asks(so_far(NICE, moved, buys("away"), **rich)) == ("hire", "home")


def test_gold_that_a_side_adds_can_make_it_the_stronger_one() -> None:
    rich: dict[str, Any] = {
        "home": orcs(treasury=100_000),
        "away": humans(strength=WORTH + 50_000, treasury=10_000),
    }
    moved = [choose("petty_cash", "away", "0"), choose("petty_cash", "home", "100000")]
    assert asks(so_far(NICE, moved, **rich)) == ("hire", "home")


def test_what_is_in_the_basket_is_known_before_it_comes_to_the_match() -> None:
    found = so_far(
        NICE, hire("Bribe", "Lineman"), choose("mercenary.skill", "away", "Block"), **given_gold(400_000)
    )
    sheet = found.sheets["away"]
    assert sheet.basket == (Taken("Bribe", 100_000), Taken("Lineman with Block", 130_000))
    assert (sheet.purse, sheet.paid, sheet.inducements) == (170_000, 0, {})
    assert len(sheet.players) == 11


# what it does


def test_what_was_bought_is_told_and_kept_to_be_used() -> None:
    found = bought("Bribe", "Bloodweiser Babes", "Bribe", "Magic Items")
    assert shown(found, facts.Induced) == [
        facts.Induced("away", "Bribe", 2, 200_000),
        facts.Induced("away", "Bloodweiser Babes", 1, 50_000),
        facts.Induced("away", "Magic Items", 1, 50_000),
    ]
    assert found.sheets["away"].inducements == {"Bribe": 2, "Bloodweiser Babes": 1, "Magic Items": 1}


def test_training_gives_a_team_reroll_in_each_half() -> None:
    found = bought("Extra Team Training", "Extra Team Training", away=humans(rerolls=1))
    assert (found.sheets["away"].rerolls, found.sheets["home"].rerolls) == ((3, 3), (0, 0))


def test_a_wizard_casts_for_the_side() -> None:
    found = bought("Wizard")
    assert found.sheets["away"].wizard == "wizard"
    assert shown(found, facts.WizardHired) == [facts.WizardHired("away", "wizard", 150_000)]


def test_wandering_apothecaries_join_that_of_the_team() -> None:
    found = bought("Wandering Apothecary", "Wandering Apothecary", away=humans(apothecary=1))
    assert (found.sheets["away"].apothecaries, found.sheets["home"].apothecaries) == (3, 0)
    assert shown(found, facts.Induced) == [facts.Induced("away", "Wandering Apothecary", 2, 200_000)]


def test_inducements_cost_the_treasury_nothing() -> None:
    assert bought("Wizard", "Bribe").sheets["away"].paid == 0


# star players


def test_a_star_plays_for_his_races_alone_and_only_once() -> None:
    assert offered(**given_gold(WORTH))["Griff Oberwald"] == 320_000
    assert "Griff Oberwald" not in offered(hire("Griff Oberwald"), **given_gold(WORTH))
    assert "Griff Oberwald" not in offered(**given_gold(WORTH, "Orc"))
    assert "Varag Ghoul-Chewer" in offered(**given_gold(WORTH, "Orc"))


def test_a_star_joins_for_the_match() -> None:
    found = bought("Griff Oberwald")
    assert shown(found, facts.Hired) == [
        facts.Hired(
            "away",
            12,
            "Griff Oberwald",
            "Star Player",
            "star",
            (7, 4, 4, 8),
            ("Loner", "Block", "Dodge", "Fend", "Sprint", "Sure Feet"),
            320_000,
        )
    ]


def test_two_stars_are_the_most() -> None:
    names = {star.name for star in CRP.stars}
    one = offered(hire("Griff Oberwald"), **given_gold(2 * WORTH))
    assert names & set(one)
    two = offered(hire("Griff Oberwald", "Mighty Zug"), **given_gold(2 * WORTH))
    assert not names & set(two)


def test_a_star_whom_both_sides_hire_plays_for_neither_and_both_have_paid() -> None:
    rich: dict[str, Any] = {
        "home": orcs(strength=WORTH - 500_000, treasury=500_000),
        "away": humans(treasury=500_000),
    }
    moved = [choose("petty_cash", "away", "500000"), choose("petty_cash", "home", "0")]
    found = so_far(NICE, moved, buys("away", MORG), buys("home", MORG, "Varag Ghoul-Chewer"), **rich)
    assert shown(found, facts.StarWithdrawn) == [facts.StarWithdrawn(MORG)]
    assert [(fact.side, fact.name) for fact in shown(found, facts.Hired)] == [("home", "Varag Ghoul-Chewer")]
    assert (found.sheets["home"].purse, found.sheets["away"].purse) == (280_000, 70_000)


OGRES = ("Ogre", "Snotling")


def test_brick_brings_grotty_for_the_price_of_both() -> None:
    found = offered(**given_gold(WORTH, *OGRES))
    assert (found["Brick Far'th"], "Grotty" in found) == (290_000, False)
    match = bought("Brick Far'th", away=side(*OGRES))
    assert [(fact.number, fact.name, fact.paid) for fact in shown(match, facts.Hired)] == [
        (12, "Brick Far'th", 290_000),
        (13, "Grotty", 0),
    ]


def test_brick_and_grotty_are_two_stars() -> None:
    names = {star.name for star in CRP.stars}
    assert not names & set(offered(hire("Brick Far'th"), **given_gold(WORTH, *OGRES)))
    assert "Brick Far'th" not in offered(hire("Bertha Bigfist"), **given_gold(WORTH, *OGRES))
    assert "Brick Far'th" not in offered(**given_gold(WORTH, *OGRES, size=15))
    assert "Bertha Bigfist" in offered(**given_gold(WORTH, *OGRES, size=15))


# mercenaries


def test_a_mercenary_costs_30000_more_than_his_position() -> None:
    found = offered(**given_gold(WORTH))
    assert {name: found[name] for name in ("Lineman", "Catcher", "Thrower", "Blitzer", "Ogre")} == {
        "Lineman": 80_000,
        "Catcher": 100_000,
        "Thrower": 100_000,
        "Blitzer": 120_000,
        "Ogre": 170_000,
    }


def test_a_mercenary_is_a_loner_and_may_bring_a_skill_for_50000() -> None:
    asked = so_far(NICE, hire("Blitzer"), **given_gold(WORTH)).waiting_for
    assert isinstance(asked, Choose)
    assert (asked.key, asked.about) == ("mercenary.skill", "skill")
    general = [one.name for one in CRP.skills.values() if one.category in ("General", "Strength")]
    assert asked.options == ("none", *(name for name in general if name != "Block"))
    assert set(asked.prices[1:]) == {50_000}
    found = bought("Blitzer", choose("mercenary.skill", "away", "Tackle"))
    assert shown(found, facts.Hired) == [
        facts.Hired(
            "away",
            12,
            "Mercenary Blitzer",
            "Blitzer",
            "mercenary",
            (7, 3, 3, 8),
            ("Block", "Loner", "Tackle"),
            170_000,
        )
    ]


def test_a_mercenary_without_a_skill_of_his_own_costs_no_more() -> None:
    found = bought("Blitzer", choose("mercenary.skill", "away", "none"))
    assert [(fact.skills, fact.paid) for fact in shown(found, facts.Hired)] == [(("Block", "Loner"), 120_000)]


def test_a_skill_that_cannot_be_paid_is_not_asked_for() -> None:
    assert asks(so_far(NICE, hire("Lineman"), **given_gold(120_000))) == ("fans", "home")
    assert asks(so_far(NICE, hire("Lineman"), **given_gold(130_000))) == ("mercenary.skill", "away")


def test_two_mercenaries_of_one_position_have_names_of_their_own() -> None:
    none = choose("mercenary.skill", "away", "none")
    found = bought("Blitzer", none, "Blitzer", none)
    assert [fact.name for fact in shown(found, facts.Hired)] == ["Mercenary Blitzer", "Mercenary Blitzer 2"]


def test_the_numbers_of_the_list_hold_for_those_who_can_play() -> None:
    none = choose("mercenary.skill", "away", "none")
    full: dict[str, Any] = {"others": ("Blitzer",) * 4, "size": 12}
    assert "Blitzer" not in offered(**given_gold(WORTH, **full))
    assert "Blitzer" in offered(**given_gold(WORTH, **full, misses=(1,)))
    assert "Blitzer" not in offered(hire("Blitzer"), none, **given_gold(WORTH, **full, misses=(1,)))


def test_sixteen_may_be_able_to_play() -> None:
    none = choose("mercenary.skill", "away", "none")
    players = {one.name for one in CRP.races["Human"].positions} | {star.name for star in CRP.stars}
    fifteen: dict[str, Any] = {"size": 15}
    assert "Lineman" in offered(**given_gold(WORTH, **fifteen))
    assert "Lineman" not in offered(hire("Lineman"), none, **given_gold(WORTH, **fifteen))
    assert not players & set(offered(hire("Lineman"), none, **given_gold(WORTH, **fifteen)))
    assert "Lineman" in offered(**given_gold(WORTH, size=16, misses=(1,)))
    assert not players & set(offered(**given_gold(WORTH, size=16)))


# what may be bought, by chance


GREEDY = Pace(hire=0.95)


@given(
    st.sampled_from(sorted(CRP.races)),
    st.sampled_from(sorted(CRP.races)),
    st.integers(0, 80),
    st.integers(0, 60),
    st.integers(6, 16),
    st.integers(0, 10_000),
)
def test_no_purchase_by_chance_is_more_than_the_rules_allow(
    home: str, away: str, weaker: int, treasury: int, size: int, seed: int
) -> None:
    sides: dict[str, Any] = {
        "home": FULL[home],
        "away": msgspec.structs.replace(
            FULL[away],
            strength=WORTH - 10_000 * weaker,
            treasury=10_000 * treasury,
            players=FULL[away].players[:size],
        ),
    }
    rng = random.Random(seed)
    entries: list[Any] = []
    found = replay(a_log(**sides), CRP)
    while not isinstance(found.waiting_for, Report):
        assert found.waiting_for is not None
        entries.append(answer(found.waiting_for, rng, GREEDY))
        found = replay(a_log(*entries, **sides), CRP)
    for one in ("home", "away"):
        _within_the_rules(found, one, sides[one])


FULL = {race.name: side(race.name, race.positions[0].name, size=11) for race in CRP.races.values()}


def _within_the_rules(found: Any, whose: str, roster: LogRoster) -> None:
    """The limits, told once more."""
    sheet = found.sheets[whose]
    cash = sum(
        fact.from_treasury + fact.given for fact in shown(found, facts.PettyCash) if fact.side == whose
    )
    assert sheet.purse >= 0
    assert sum(one.price for one in sheet.basket) + sheet.purse == cash
    induced = {fact.name: fact.count for fact in shown(found, facts.Induced) if fact.side == whose}
    assert sum(induced.get(deck, 0) for deck in DECKS) <= 5
    assert induced.get("Bribe", 0) <= 3
    assert induced.get("Igor", 0) <= (roster.race in ("Khemri", "Necromantic", "Nurgle", "Undead"))
    hired = [fact for fact in shown(found, facts.Hired) if fact.side == whose]
    stars = [fact for fact in hired if fact.how == "star"]
    assert len(stars) <= 2
    known = {star.name: star for star in CRP.stars}
    assert all(roster.race in known[star.name].plays_for for star in stars)
    assert 11 <= len(sheet.players) <= 16
    race = CRP.races[roster.race]
    for position, count in Counter(one.position for one in sheet.players).items():
        limit = race.position(position)
        assert limit is None or count <= limit.max
    assert all("Loner" in fact.skills for fact in hired)
    assert len({one.name for one in sheet.players}) == len(sheet.players)


# as a coach reads it


def card(name: str, *entries: Any, **sides: Any) -> Offer:
    question = so_far(NICE, *entries, **sides).waiting_for
    assert isinstance(question, Choose)
    return next(one for one in offers(CRP, question, sides["away"]) if one.option == name)


def test_the_shop_tells_what_each_thing_is() -> None:
    sides = given_gold(WORTH)
    bribe = card("Bribe", **sides)
    assert (bribe.kind, bribe.name, bribe.price) == ("inducement", "Bribe", 100_000)
    assert bribe.words == "A player who is to be sent off stays on 2 or more."
    blitzer = card("Blitzer", **sides)
    assert (blitzer.kind, blitzer.name, blitzer.stats) == ("mercenary", "Mercenary Blitzer", (7, 3, 3, 8))
    griff = card("Griff Oberwald", **sides)
    assert (griff.kind, griff.position, griff.price) == ("star", "Star Player", 320_000)
    done = card("done", **sides)
    assert (done.kind, done.name, done.words) == (
        "done",
        "Nothing else",
        "Nothing else is bought for this side.",
    )


def test_no_two_things_for_sale_have_the_same_name() -> None:
    names = {one.name for one in CRP_KINDS} | {star.name for star in CRP.stars}
    assert len(names) == len(CRP_KINDS) + len(CRP.stars)
    for race in CRP.races.values():
        assert not names & {position.name for position in race.positions}
