"""After the final whistle: awards, winnings, expenses, fans, concessions, and the journeymen who stay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.editions import edition
from engine.match import facts
from engine.match.entries import Completion, Concession, Touchdown
from engine.roster import (
    Advanced,
    Departed,
    FanFactorChanged,
    GoldChanged,
    Hired,
    Injured,
    Roster,
    SppGained,
    evolve,
)
from tests.engine.editions.crp.matches import CRP, a_match, a_team, refused
from tests.engine.editions.crp.test_casualty import block

TOUCHDOWN = Touchdown(1, 1, "home", 1)


def worth(gold: int) -> Roster:
    """A team of this team value: its first player has learnt much."""
    return evolve(a_team(), Advanced(1, "Block", "skill", gold - 550_000))


def paid(events: list[GoldChanged]) -> list[tuple[int, str]]:
    return [(event.amount, event.reason) for event in events]


# winnings


def test_the_winner_and_a_draw_add_one_to_the_die() -> None:
    won = a_match(TOUCHDOWN, dice={"winnings.home": [(4,)], "winnings.away": [(4,)]})
    assert [fact.gold for fact in won.shown(facts.Winnings)] == [50_000, 40_000]
    drawn = a_match(dice={"winnings.home": [(4,)], "winnings.away": [(4,)]})
    assert [fact.gold for fact in drawn.shown(facts.Winnings)] == [50_000, 50_000]


def test_fame_adds_to_the_winnings() -> None:
    match = a_match(dice={"fans.home": [(6, 6)], "fans.away": [(1, 1)], "winnings.home": [(1,)]})
    assert match.shown(facts.Winnings)[0] == facts.Winnings("home", 1, 3, 40_000, "home")


def test_the_winner_may_roll_again_and_must_take_what_falls() -> None:
    match = a_match(TOUCHDOWN, dice={"winnings.home": [(3,), (1,)]}, picks={"winnings.again": ["yes"]})
    assert match.shown(facts.Winnings)[0] == facts.Winnings("home", 1, 1, 20_000, "home", first_die=3)


# expenses


@pytest.mark.parametrize(
    ("value", "gold"),
    [
        (1_740_000, 0),
        (1_750_000, 10_000),
        (1_890_000, 10_000),
        (1_900_000, 20_000),
        (2_040_000, 20_000),
        (2_050_000, 30_000),
        (2_950_000, 90_000),
    ],
)
def test_a_rich_team_has_its_price(value: int, gold: int) -> None:
    match = a_match(home=worth(value), dice={"winnings.home": [(6,)]})
    assert [fact.gold for fact in match.shown(facts.Expenses)] == ([gold] if gold else [])


def test_expenses_never_take_more_than_there_is() -> None:
    poor = evolve(worth(2_950_000), GoldChanged(-450_000, "a fire"))
    match = a_match(home=poor, dice={"winnings.home": [(1,)], "fans.home": [(1, 1)], "fans.away": [(1, 1)]})
    assert match.after["home"].treasury == 0
    assert paid(match.happened("home", GoldChanged)) == [
        (20_000, "winnings"),
        (-20_000, "spiralling expenses"),
    ]


# fan factor


@pytest.mark.parametrize(
    ("score", "fans", "dice", "change"),
    [
        ("won", 9, (3, 3, 4), 1),
        ("won", 9, (3, 3, 3), 0),
        ("won", 9, (1, 1, 1), 0),
        ("drawn", 5, (3, 3), 1),
        ("drawn", 5, (2, 3), 0),
        ("drawn", 5, (1, 1), -1),
        ("lost", 5, (6, 6), 0),
        ("lost", 5, (1, 3), -1),
        ("lost", 0, (1, 1), 0),
    ],
)
def test_dice_against_the_fan_factor(score: str, fans: int, dice: tuple[int, ...], change: int) -> None:
    goals = {"won": [TOUCHDOWN], "drawn": [], "lost": [Touchdown(1, 1, "away", 1)]}[score]
    match = a_match(*goals, home=a_team(fan_factor=fans), dice={"fan_factor.home": [dice]})
    expected = [FanFactorChanged(change, "the match")] if change else []
    assert match.happened("home", FanFactorChanged) == expected


# awards and concessions


def test_one_player_of_each_side_has_an_award_of_five_points() -> None:
    match = a_match(dice={"mvp.home": [(2,)], "mvp.away": [(11,)]})
    assert match.happened("home", SppGained) == [SppGained(2, "mvp", 1, 5)]
    assert match.happened("away", SppGained) == [SppGained(11, "mvp", 1, 5)]


def test_the_dead_may_have_the_award_and_the_missing_may_not() -> None:
    away = evolve(a_team(), Injured(2, "Broken Ribs", "miss"))
    match = a_match(block(1), away=away, dice={"casualty.home": [(6, 1)], "mvp.away": [(1,)]})
    assert match.happened("away", SppGained) == [SppGained(1, "mvp", 1, 5)]


def test_who_concedes_loses_winnings_award_fans_and_perhaps_stars() -> None:
    star = evolve(a_team(fan_factor=3), SppGained(1, "other", 1, 51))
    match = a_match(
        Concession(1, 4, "away"), home=a_team("Gouged Eye", "Orc", fan_factor=3), away=star,
        dice={"winnings.home": [(4,)], "winnings.away": [(4,)], "concession.leaves": [(3,)]},
    )  # fmt: skip
    assert [(fact.gold, fact.paid_to) for fact in match.shown(facts.Winnings)] == [
        (50_000, "home"),
        (40_000, "home"),
    ]
    assert len(match.shown(facts.Mvp)) == 2
    assert {fact.side for fact in match.shown(facts.Mvp)} == {"home"}
    assert match.happened("away", FanFactorChanged) == [FanFactorChanged(-1, "conceded the match")]
    assert match.happened("away", Departed) == [
        Departed(1, "left", "left the team after it conceded a match")
    ]


def test_a_side_with_too_few_players_loses_nothing_but_the_match() -> None:
    match = a_match(
        Concession(1, 4, "away", excused=True),
        home=a_team("Gouged Eye", "Orc", fan_factor=5),
        away=a_team(fan_factor=5),
        dice={"winnings.away": [(4,)], "fan_factor.away": [(1, 3)]},
    )
    assert match.happened("away", FanFactorChanged) == [FanFactorChanged(-1, "the match")]
    assert match.shown(facts.Winnings)[1] == facts.Winnings("away", 4, 0, 40_000, "away")
    assert {fact.side for fact in match.shown(facts.Mvp)} == {"home", "away"}
    assert match.after["away"].lost == 1


def test_an_edition_that_forgives_nobody_says_so() -> None:
    strict = edition("crp", {"match/concession/excused": False})
    assert (
        refused(Concession(1, 4, "away", excused=True), rules=strict)
        == "Competition Rules excuses nobody who concedes."
    )


# journeymen


def short(*missing: int, gold: int = 0) -> Roster:
    return evolve(
        a_team(),
        *(Injured(one, "Broken Ribs", "miss") for one in missing),
        GoldChanged(gold - 450_000, "spent"),
    )


def test_a_journeyman_who_stays_costs_his_position_and_keeps_what_he_did() -> None:
    match = a_match(
        Completion(1, 1, "home", 12), home=short(1, gold=100_000),
        dice={"mvp.home": [(11,)], "winnings.home": [(1,)]}, picks={"stays": ["yes"]},
    )  # fmt: skip
    (signed,) = match.happened("home", Hired)
    assert (signed.player, signed.number, signed.position, signed.price, signed.skills) == (
        12,
        12,
        "Lineman",
        50_000,
        (),
    )
    stayed = match.after["home"].player(12)
    assert (stayed.completions, stayed.mvps, stayed.spp, stayed.matches) == (1, 1, 6, 1)
    assert CRP.rules.improvements_owed(stayed.spp, stayed.advances) == 1
    assert paid(match.happened("home", GoldChanged))[-1] == (-50_000, f"{signed.name}, who stays")


def test_a_journeyman_keeps_his_injuries() -> None:
    match = a_match(
        block(12, side="home"),
        home=short(1, gold=100_000),
        dice={"casualty.away": [(5, 3)]},
        picks={"stays": ["yes"]},
    )
    stayed = match.after["home"].player(12)
    assert (stayed.injuries, stayed.stats[0], stayed.misses_next) == (("Smashed Hip",), 5, True)


def test_of_a_journeyman_who_leaves_nothing_remains() -> None:
    match = a_match(
        Completion(1, 1, "home", 12), block(12, side="home"), home=short(1), dice={"casualty.away": [(5, 3)]}
    )
    assert [player.id for player in match.after["home"].players] == list(range(1, 12))
    assert match.happened("home", Injured) == []


def test_a_team_without_gold_or_room_cannot_keep_him() -> None:
    broke = a_match(home=short(1), dice={"winnings.home": [(1,)], "fans": [(1, 1), (1, 1)]})
    assert [fact.why_not for fact in broke.shown(facts.JourneymanHired)] == [
        "the team cannot pay his 50,000 gold"
    ]
    full = evolve(
        a_team("Reavers", "Human", ("Lineman", 16)),
        *(Injured(one, "Broken Ribs", "miss") for one in range(1, 7)),
    )
    match = a_match(home=full)
    assert [fact.why_not for fact in match.shown(facts.JourneymanHired)] == [
        "the team has 16 players already"
    ]


@given(st.data())
def test_the_treasury_is_income_less_payments(data: st.DataObject) -> None:
    missing = data.draw(st.sets(st.integers(1, 11), max_size=4))
    gold = data.draw(st.sampled_from([0, 40_000, 90_000, 300_000]))
    match = a_match(
        home=short(*missing, gold=gold),
        dice={"winnings.home": [(data.draw(st.integers(1, 6)),)]},
    )
    before, after = match.before["home"], match.after["home"]
    flow = sum(event.amount for event in match.happened("home", GoldChanged))
    assert after.treasury == before.treasury + flow >= 0
