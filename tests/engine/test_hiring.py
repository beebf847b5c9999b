"""Freebooters, star players and wizards for one match: who is offered, for how much, and what they leave behind."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.dice import D6, pool
from engine.editions import edition
from engine.match import facts
from engine.match.entries import Entry
from engine.match.log import LogRoster, StarRecord
from engine.match.narrative import narrate
from engine.match.stars import star_records
from engine.questions import Choose, Roll, Side
from engine.replay import Replay, replay
from engine.roster import GoldChanged, Injured, MatchPlayed, SppGained
from tests.engine.builders import (
    AFTER,
    BEFORE,
    END,
    a_log,
    a_match,
    a_team,
    choose,
    completion,
    events_of,
    facts_of,
    fault,
    gate,
    humans,
    hurt,
    mvp,
    orcs,
    roll,
    sent_off,
    so_far,
    touchdown,
)

LRB4 = edition("lrb4")
RICH = 1_000_000
MORG = "Morg 'n' Thorg"
GRIFF = "Griff Oberwald"
LUTHOR = "Count Luthor von Drakenborg"


def hire(side: Side, *names: str) -> list[Entry]:
    """These, and no more."""
    return [choose("hire", side, name) for name in (*names, "done")]


def team(race: str, **traits: Any) -> LogRoster:
    return a_team(race, race, 100, **traits)


def offers(home: LogRoster, *names: str, **log: Any) -> dict[str, int]:
    """What the home side is offered, with prices, after it has hired these; nothing where it is not asked."""
    picks = [choose("hire", "home", name) for name in names]
    waiting = so_far(*picks, before=(), home=home, **log).waiting_for
    if not isinstance(waiting, Choose) or waiting.side != "home":
        return {}
    assert waiting.key == "hire"
    return dict(zip(waiting.options, waiting.prices, strict=True))


def on_sheet(found: Replay, side: Side, number: int) -> Any:
    return next(one for one in found.sheets[side].players if one.number == number)


# what is offered


def test_a_human_blitzer_costs_45000_for_one_match() -> None:
    assert offers(humans(treasury=RICH))["Blitzer"] == 45_000


def test_only_what_the_treasury_can_pay_is_offered() -> None:
    def eleven(treasury: int) -> LogRoster:
        return humans(size=11, treasury=treasury)

    assert offers(eleven(24_999)) == {"done": 0, "Thrud the Barbarian": 20_000}
    assert offers(eleven(25_000)) == {"done": 0, "Lineman": 25_000, "Thrud the Barbarian": 20_000}
    assert offers(eleven(100_000))[MORG] == 100_000
    assert MORG not in offers(eleven(99_999))
    assert MORG not in offers(eleven(120_000), "Lineman")


def test_who_can_pay_nobody_is_not_asked() -> None:
    assert so_far(before=(), home=humans(treasury=19_999)).waiting_for.key == "weather"
    asked = so_far(before=(), away=humans(treasury=25_000)).waiting_for
    assert (asked.key, asked.side) == ("hire", "away")


def test_the_home_side_hires_first_and_then_the_away_side() -> None:
    teams: dict[str, Any] = {"home": orcs(treasury=RICH), "away": humans(treasury=RICH)}
    assert so_far(before=(), **teams).waiting_for.side == "home"
    assert so_far(before=hire("home"), **teams).waiting_for.side == "away"
    assert so_far(before=(*hire("home"), *hire("away")), **teams).waiting_for.key == "weather"


def test_a_team_never_has_more_than_sixteen_players() -> None:
    assert "Blitzer" in offers(humans(size=15, treasury=RICH))
    assert offers(humans(size=15, treasury=RICH), "Blitzer") == {"done": 0, "wizard": 50_000}
    assert offers(humans(size=16, treasury=RICH)) == {"done": 0, "wizard": 50_000}


def test_who_misses_the_match_still_counts() -> None:
    assert offers(humans(size=16, treasury=RICH, misses={1, 2})) == {"done": 0, "wizard": 50_000}


def test_a_freebooter_keeps_to_the_numbers_of_the_list() -> None:
    four = humans(treasury=RICH, positions=dict.fromkeys(range(1, 5), "Blitzer"), misses={1})
    assert "Blitzer" not in offers(four)
    three = humans(treasury=RICH, positions=dict.fromkeys(range(1, 4), "Blitzer"))
    assert "Blitzer" in offers(three)
    assert "Blitzer" not in offers(three, "Blitzer")


def test_a_freebooter_keeps_to_the_number_of_big_guys() -> None:
    assert offers(humans(treasury=RICH))["Ogre"] == 60_000
    assert "Ogre" not in offers(humans(treasury=RICH), "Ogre")
    assert "Ogre" not in offers(humans(treasury=RICH, positions={1: "Ogre"}))


def test_a_star_counts_neither_as_a_big_guy_nor_in_a_position() -> None:
    assert "Ogre" in offers(humans(treasury=RICH), MORG)


def test_a_position_without_a_price_is_not_for_hire() -> None:
    assert "Rotter" not in offers(team("Nurgle's Rotters", treasury=RICH))


def test_stars_play_only_for_their_teams() -> None:
    assert GRIFF in offers(humans(treasury=RICH))
    assert GRIFF not in offers(orcs(treasury=RICH))
    assert "Thrud the Barbarian" in offers(team("Lizardmen", treasury=RICH))


def test_a_team_hires_a_star_once_and_at_most_four_of_them() -> None:
    four = (MORG, GRIFF, "Mighty Zug", "Zara the Slayer")
    assert GRIFF not in offers(humans(treasury=RICH), GRIFF)
    assert not {star.name for star in LRB4.stars} & set(offers(humans(size=11, treasury=RICH), *four))
    assert "Lineman" in offers(humans(size=11, treasury=RICH), *four)


@pytest.mark.parametrize(
    ("race", "star", "price"),
    [
        ("Human", MORG, 100_000),
        ("Goblin", MORG, 200_000),
        ("Goblin", "Ripper Bolgrot", 50_000),
        ("Goblin", "Nobbla Blackwart", 10_000),
        ("Goblin", "Scrappa Sorehead", 10_000),
        ("Goblin", "Varag Ghoul-Chewer", 120_000),
        ("Orc", "Varag Ghoul-Chewer", 60_000),
        ("Halfling", "Deeproot Strongbranch", 60_000),
        ("Halfling", "Thrud the Barbarian", 40_000),
    ],
)
def test_halflings_and_goblins_pay_double_but_for_trees_trolls_and_goblins(
    race: str, star: str, price: int
) -> None:
    assert offers(team(race, treasury=RICH))[star] == price


def test_a_league_sets_the_price_of_a_star() -> None:
    rule = {f"stars/stars/{GRIFF}/league_price": 85_000}
    assert offers(humans(treasury=RICH), house_rules=rule)[GRIFF] == 85_000


def test_only_the_printed_price_is_sure() -> None:
    sure = [star for star in LRB4.stars if star.price_confidence == "high"]
    assert [(star.name, star.price, star.league_price) for star in sure] == [(MORG, 430_000, 100_000)]
    for star in LRB4.stars:
        assert star.league_price == max(10_000, star.price // 4 // 10_000 * 10_000)


# wizards


@pytest.mark.parametrize(
    ("race", "wanted"),
    [
        ("Human", {"wizard": 50_000}),
        ("Khemri", {}),
        ("Undead", {}),
        ("Necromantic", {}),
        ("Dwarf", {"runesmith": 50_000}),
        ("Halfling", {"ingredients": 20_000}),
    ],
)
def test_who_may_have_which_wizard(race: str, wanted: dict[str, int]) -> None:
    kinds = {"wizard", "runesmith", "ingredients"}
    found = offers(team(race, treasury=RICH))
    assert {name: price for name, price in found.items() if name in kinds} == wanted


@pytest.mark.parametrize("race", ["Human", "Dwarf", "Halfling", "Undead"])
def test_the_holder_of_the_dungeonbowl_pays_half_and_may_have_one(race: str) -> None:
    assert offers(team(race, treasury=RICH, trophies=("Dungeonbowl",)))["wizard"] == 25_000


def test_khemri_have_none_for_any_trophy() -> None:
    assert "wizard" not in offers(team("Khemri", treasury=RICH, trophies=("Dungeonbowl",)))


def test_one_wizard_a_match() -> None:
    assert "wizard" not in offers(humans(treasury=RICH), "wizard")
    dwarfs = team("Dwarf", treasury=RICH, trophies=("Dungeonbowl",))
    assert not {"wizard", "runesmith"} & set(offers(dwarfs, "runesmith"))
    assert not {"wizard", "runesmith"} & set(offers(dwarfs, "wizard"))


def test_a_wizard_is_a_fact_and_stands_on_the_sheet() -> None:
    found = so_far(before=(*hire("away", "wizard"), *BEFORE), away=humans(treasury=RICH))
    assert facts_of(found, facts.WizardHired) == [facts.WizardHired("away", "wizard", 50_000)]
    assert (found.sheets["away"].wizard, found.sheets["home"].wizard) == ("wizard", "")


# who plays, and what is left


def test_hired_players_get_the_lowest_free_numbers_and_can_play() -> None:
    found = so_far(
        completion("home", 13),
        before=(*hire("home", "Blitzer", MORG), *BEFORE),
        home=orcs(treasury=RICH),
    )
    assert facts_of(found, facts.Hired) == [
        facts.Hired(
            "home", 13, "Freebooter Blitzer", "Blitzer", "freebooter", (6, 3, 3, 9), ("Block",), 40_000
        ),
        facts.Hired(
            "home", 14, MORG, "Ogre blitzer", "star", (6, 6, 3, 10),
            ("Block", "Mighty Blow", "Thick Skull", "Throw Team-Mate"), 100_000,
        ),
    ]  # fmt: skip
    assert {13, 14} <= set(found.available["home"])
    morg = on_sheet(found, "home", 14)
    assert (morg.id < 0, morg.hired, morg.stats, morg.changed) == (True, "star", (6, 6, 3, 10), False)


def test_two_freebooters_of_one_position_are_told_apart() -> None:
    found = so_far(before=hire("home", "Lineman", "Lineman"), home=orcs(size=10, treasury=RICH))
    assert [fact.name for fact in facts_of(found, facts.Hired)] == [
        "Freebooter Lineman",
        "Freebooter Lineman 2",
    ]


def test_the_money_is_spent_before_the_winnings_come_in() -> None:
    found = a_match(before=(*hire("home", "Blitzer", MORG, "wizard"), *BEFORE), home=orcs(treasury=RICH))
    gold = events_of(found, "home", GoldChanged)
    assert [event.amount for event in gold] == [-40_000, -100_000, -50_000, 50_000]
    assert gold[0].reason == "a freebooter (Blitzer), hired for one match"
    assert gold[1].reason == f"{MORG}, hired for one match"


def test_a_hired_player_leaves_no_trace_on_the_roster() -> None:
    played = [
        touchdown("home", 13),
        *hurt("away", 1, 13, die=1),
        *hurt("home", 13, 2, die=4, serious=(6, 3)),
        *hurt("home", 14, 2, die=6),
    ]
    found = a_match(*played, before=(*hire("home", "Blitzer", MORG), *BEFORE), home=orcs(treasury=RICH))
    outcome = found.outcome
    assert outcome is not None
    ids = {getattr(event, "player", 1) for event in outcome.home_events}
    assert all(one > 0 for one in ids)
    assert not events_of(found, "home", Injured)
    assert events_of(found, "home", MatchPlayed)[0].played == tuple(range(101, 113))
    assert [event.source for event in events_of(found, "home", SppGained)] == ["mvp"]
    assert (found.score, outcome.home_casualties) == ((1, 0), 1)
    assert [fact.earns for fact in facts_of(found, facts.Casualty)] == [False, True, True]


def test_a_stars_award_is_lost() -> None:
    found = a_match(
        before=(*hire("home", MORG), *BEFORE),
        home=orcs(treasury=RICH),
        after=(END, *AFTER[:2], mvp("home", 13), *AFTER[3:]),
    )
    assert facts_of(found, facts.Mvp)[0] == facts.Mvp("home", 13, lost=True)
    assert not events_of(found, "home", SppGained)


def test_a_touchdown_of_a_hired_player_is_told_by_name() -> None:
    log = a_log(touchdown("home", 13), before=(*hire("home", MORG), *BEFORE), home=orcs(treasury=RICH))
    told = " ".join(sentence.text for sentence in narrate(log, replay(log).facts))
    assert f"Gouged Eye hire the star player {MORG} (Ogre blitzer, number 13) for 100,000 gold." in told
    assert f"{MORG} carries the ball over the line for Gouged Eye." in told


def test_a_problem_names_a_hired_player() -> None:
    text = fault(
        sent_off("home", 13),
        touchdown("home", 13),
        before=(*hire("home", MORG), *BEFORE),
        home=orcs(treasury=RICH),
    )
    assert text == f"Entry 6: {MORG} (number 13, Gouged Eye) cannot score: he was sent off."


def test_nobody_plays_for_a_team_that_he_was_not_offered_to() -> None:
    text = fault(before=hire("home", GRIFF), home=orcs(treasury=RICH))
    assert text.endswith("does not hold: 'Griff Oberwald' is not among the options.")


# the same star


def test_a_star_whom_both_hire_plays_for_neither_and_keeps_both_fees() -> None:
    teams: dict[str, Any] = {"home": orcs(treasury=RICH), "away": humans(treasury=RICH)}
    found = a_match(before=(*hire("home", MORG), *hire("away", MORG, GRIFF), *BEFORE), **teams)
    assert facts_of(found, facts.StarWithdrawn) == [facts.StarWithdrawn(MORG)]
    assert [fact.name for fact in facts_of(found, facts.Hired)] == [GRIFF]
    assert events_of(found, "home", GoldChanged)[0].amount == -100_000
    assert [event.amount for event in events_of(found, "away", GoldChanged)][:2] == [-100_000, -70_000]
    assert 13 not in found.available["home"]


def test_a_vampire_team_has_its_own_count() -> None:
    teams: dict[str, Any] = {
        "home": team("Undead", treasury=RICH),
        "away": a_team("Vampire", "Vampire", 200, treasury=RICH),
    }
    found = so_far(before=(*hire("home", LUTHOR), *hire("away", LUTHOR)), **teams)
    assert [(fact.side, fact.name) for fact in facts_of(found, facts.Hired)] == [
        ("home", LUTHOR),
        ("away", f"The Second {LUTHOR}"),
    ]
    two = {"home": team("Undead", treasury=RICH), "away": a_team("Others", "Necromantic", 200, treasury=RICH)}
    neither = so_far(before=(*hire("home", LUTHOR), *hire("away", LUTHOR)), **two)
    assert facts_of(neither, facts.StarWithdrawn) == [facts.StarWithdrawn(LUTHOR)]


# Thrud's fans


def test_thruds_fans_come_with_3d6_thousand_and_add_three_to_the_fan_factor() -> None:
    before = (choose("hire", "away", "Thrud the Barbarian"), BEFORE[0], gate(1, 2, 3, 4, 5, 6))
    visitors = humans(treasury=20_000)
    asked = so_far(before=before, away=visitors)
    assert asked.waiting_for == Roll("away", pool(3), "gate.followers", 13)
    found = so_far(roll("gate.followers", "away", 6, 5, 4, player=13), before=before, away=visitors)
    assert facts_of(found, facts.Gate) == [facts.Gate(36_000)]
    assert found.sheets["away"].fan_factor == 6
    assert found.sheets["home"].fan_factor == 3


# what stars keep


KEPT = {"hiring/keep_star_injuries": True}
HUMAN_ORC = ("Orc", "Human")


def star_match(*played: Any) -> Replay:
    return a_match(*played, before=(*hire("home", MORG), *BEFORE), home=orcs(treasury=RICH), house_rules=KEPT)


def test_a_star_who_died_or_must_miss_is_not_offered() -> None:
    for record in (StarRecord(MORG, dead=True), StarRecord(MORG, misses=True)):
        log = msgspec.structs.replace(a_log(before=(), after=None, home=orcs(treasury=RICH)), stars=(record,))
        waiting = replay(log).waiting_for
        assert isinstance(waiting, Choose)
        assert MORG not in waiting.options


def test_a_star_brings_what_he_has_lost() -> None:
    record = StarRecord(MORG, niggling=2, lost={"ag": 1})
    log = a_log(before=(*hire("home", MORG), *BEFORE), after=None, home=orcs(treasury=RICH))
    found = replay(msgspec.structs.replace(log, stars=(record,)))
    assert found.waiting_for == Roll("home", pool(2), "niggling", 13)
    assert on_sheet(found, "home", 13).stats == (6, 6, 2, 10)


def test_a_record_of_a_characteristic_that_is_none() -> None:
    log = msgspec.structs.replace(a_log(), stars=(StarRecord(MORG, lost={"luck": 1}),))
    problem = replay(log).problem
    assert problem is not None
    assert problem.message == f"{MORG} cannot have lost 'luck': a characteristic is ma, st, ag, av."


def test_records_are_folded_from_what_matches_showed() -> None:
    hip, dead = hurt("home", 13, 2, die=4, serious=(6, 1)), hurt("home", 13, 2, die=6)
    first, last = star_match(*hip).facts, star_match(*dead).facts
    assert star_records(LRB4, [(HUMAN_ORC, first)]) == (StarRecord(MORG, misses=True, lost={"ma": 1}),)
    elves = (("Wood Elf", "Dwarf"), ())
    assert star_records(LRB4, [(HUMAN_ORC, first), elves])[0].misses
    served = star_records(LRB4, [(HUMAN_ORC, first), (HUMAN_ORC, ())])
    assert served == (StarRecord(MORG, lost={"ma": 1}),)
    assert star_records(LRB4, [(HUMAN_ORC, last)]) == (StarRecord(MORG, dead=True),)
    unhurt = star_match().facts
    assert star_records(LRB4, [(HUMAN_ORC, unhurt)]) == ()


def test_without_the_house_rule_a_star_is_whole_again() -> None:
    assert not LRB4.rules.keeps_star_injuries
    assert edition("lrb4", KEPT).rules.keeps_star_injuries


def test_a_hired_player_may_be_hurt_and_is_rolled_for_as_others_are() -> None:
    found = so_far(*hurt("home", 13, 2), before=(*hire("home", MORG), *BEFORE), home=orcs(treasury=RICH))
    assert found.waiting_for == Roll("away", D6, "casualty", 13)
