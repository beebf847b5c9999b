"""What tournaments pay, who holds a trophy, and what a minor tournament may pay."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.acts.driving import Driven, drive
from engine.contest import majors
from engine.contest.majors import PlayerOfTheYear, TeamEvents
from engine.dice import D6
from engine.edition import Edition
from engine.editions import edition
from engine.questions import Roll, Rolled
from engine.roster import (
    Departed,
    FanFactorChanged,
    GoldChanged,
    Roster,
    SppGained,
    TrophyChanged,
    evolve,
)
from tests.engine.contest.majors import LRB4, refused
from tests.engine.rosters import a_roster

CUP, BOWL, SPIKE, DUNGEON = (one.name for one in LRB4.majors)
ORCS, HUMANS, ELVES = 1, 2, 3


def rosters(**changes: Any) -> dict[int | str, Roster]:
    """Orcs, Humans and Wood Elves, by their ids; all with the usual eleven."""
    return {
        team: msgspec.structs.replace(a_roster(name=name), race=race, **changes.get(name, {}))
        for team, name, race in (
            (ORCS, "Gouged Eye", "Orc"),
            (HUMANS, "Reavers", "Human"),
            (ELVES, "Lightfeet", "Wood Elf"),
        )
    }


def awarded(
    name: str,
    *dice: int,
    league: dict[int | str, Roster] | None = None,
    winner: int = ORCS,
    finalist: int = HUMANS,
    rules: Edition = LRB4,
    **more: Any,
) -> Driven[Any]:
    known = league or rosters()
    keys = {CUP: "tournament.prize", SPIKE: "tournament.fan_factor"}
    answers = [Rolled(keys.get(name, "?"), "home", (die,)) for die in dice]
    script = majors.prizes(rules, name, known, winner, finalist, **more)
    return drive(script, answers, rules, known[winner])


def everything(*given: Any, **more: Any) -> dict[Any, tuple[Any, ...]]:
    found = awarded(*given, **more)
    assert found.events is not None
    return {one.team: one.events for one in found.events}


# --- the four majors ----------------------------------------------------------------------------------------------


def test_the_spike_trophy() -> None:
    waits = awarded(SPIKE)
    assert waits.waiting_for == Roll("home", D6, "tournament.fan_factor")
    assert awarded(SPIKE, 4).events == (
        TeamEvents(
            ORCS,
            (
                GoldChanged(200_000, "winner of the Spike! Magazine Trophy"),
                FanFactorChanged(4, "Spike! Magazine Trophy"),
                TrophyChanged(SPIKE, True),
            ),
        ),
        TeamEvents(HUMANS, (GoldChanged(100_000, "finalist of the Spike! Magazine Trophy"),)),
    )


def test_the_dungeonbowl_asks_for_no_dice() -> None:
    assert everything(DUNGEON) == {
        ORCS: (GoldChanged(150_000, "winner of the Dungeonbowl"), TrophyChanged(DUNGEON, True)),
        HUMANS: (GoldChanged(100_000, "finalist of the Dungeonbowl"),),
    }


def test_the_blood_bowl_and_its_medals_for_both_teams() -> None:
    found = everything(BOWL, took_part={ORCS: (3, 1), HUMANS: (2, 2, 11)})
    assert found == {
        ORCS: (
            GoldChanged(350_000, "winner of the Blood Bowl"),
            TrophyChanged(BOWL, True),
            SppGained(1, "mvp", 1, 5),
            SppGained(3, "mvp", 1, 5),
        ),
        HUMANS: (
            GoldChanged(150_000, "finalist of the Blood Bowl"),
            SppGained(2, "mvp", 1, 5),
            SppGained(11, "mvp", 1, 5),
        ),
    }
    before = rosters()[ORCS]
    after = evolve(before, *found[ORCS])
    assert (after.player(3).mvps, after.player(3).spp) == (1, 5)


def test_a_medal_comes_on_top_of_the_award_of_the_final_and_the_dead_have_it_too() -> None:
    known = rosters()
    known[ORCS] = evolve(known[ORCS], SppGained(3, "mvp", 1, 5), Departed(3, "dead", "killed"))
    after = evolve(known[ORCS], *everything(BOWL, league=known, took_part={ORCS: (3,), HUMANS: (2,)})[ORCS])
    assert (after.player(3).mvps, after.player(3).spp, after.player(3).status) == (2, 10, "dead")


def test_medals_need_to_know_who_took_part() -> None:
    assert refused(awarded, BOWL) == "Say who of Gouged Eye took part in the final of the Blood Bowl."
    assert refused(awarded, BOWL, took_part={ORCS: (1,)}) == (
        "Say who of Reavers took part in the final of the Blood Bowl."
    )
    assert refused(awarded, BOWL, took_part={ORCS: (1,), HUMANS: (99,)}) == (
        "Reavers has never had a player with the id 99."
    )


@pytest.mark.parametrize(
    ("race", "shares"),
    [
        ("Orc", [(100, 250), (100, 250), (200, 150), (200, 150), (300, 50), (300, 50)]),
        ("Human", [(100, 250), (100, 250), (200, 150), (200, 150), (300, 50), (300, 50)]),
        *(
            (race, [(100, 250), (200, 150), (200, 150), (300, 50), (300, 50), (300, 50)])
            for race in ("Chaos", "Nurgle's Rotters", "Norse", "Chaos Dwarf")
        ),
        *(
            (race, [(100, 250), (100, 250), (100, 250), (200, 150), (200, 150), (300, 50)])
            for race in ("Wood Elf", "Dwarf", "High Elf")
        ),
    ],
)
def test_the_chaos_cup_by_roll_and_race(race: str, shares: list[tuple[int, int]]) -> None:
    known = rosters()
    known[ORCS] = msgspec.structs.replace(known[ORCS], race=race)
    assert awarded(CUP, league=known).waiting_for == Roll("home", D6, "tournament.prize")
    found = []
    for die in range(1, 7):
        events = everything(CUP, die, league=known)
        assert events[ORCS][1:] == (TrophyChanged(CUP, True),)
        found.append((events[ORCS][0].amount // 1000, events[HUMANS][0].amount // 1000))
    assert found == shares
    assert {sum(pair) for pair in found} == {350}


def test_a_die_that_cannot_fall_so_is_told_with_its_place_in_the_rules() -> None:
    problem = awarded(CUP, 7).problem
    assert problem is not None
    assert (
        problem.message == "Answer 1, the D6 for the share of the prize, does not hold: a D6 cannot show 7."
    )
    assert problem.rule == "LRB4, The Chaos Cup; lrb4-cs.txt:3071-3097"


def test_the_gold_counts_in_the_rating() -> None:
    known = rosters()
    after = evolve(known[ORCS], *everything(DUNGEON)[ORCS])
    assert LRB4.rules.strength(after) - LRB4.rules.strength(known[ORCS]) == 15


def test_house_rules_change_what_a_major_pays() -> None:
    rules = edition("lrb4", {"tournaments/majors/Dungeonbowl/prizes/0/finalist": 0})
    assert set(everything(DUNGEON, rules=rules)) == {ORCS}


def test_nobody_is_both_finalists() -> None:
    assert refused(awarded, DUNGEON, finalist=ORCS) == (
        "Gouged Eye cannot be both finalists of the Dungeonbowl."
    )


# --- the player of the year ---------------------------------------------------------------------------------------


def stars(*points: tuple[int, int, int]) -> dict[int | str, Roster]:
    """Team, player and his star player points."""
    known = rosters()
    for team, player, spp in points:
        known[team] = evolve(known[team], SppGained(player, "other", 1, spp))
    return known


def test_the_player_of_the_year_need_not_have_been_in_the_final() -> None:
    known = stars((ELVES, 4, 60), (ORCS, 2, 59))
    assert majors.best_players(known) == (PlayerOfTheYear(ELVES, 4),)
    found = everything(SPIKE, 6, league=known, of_the_year=PlayerOfTheYear(ELVES, 4))
    name = known[ELVES].player(4).name
    assert found[ELVES] == (FanFactorChanged(1, f"player of the year: {name}"),)


def test_the_player_of_the_year_may_play_for_the_winner() -> None:
    known = stars((ORCS, 2, 60))
    found = everything(SPIKE, 6, league=known, of_the_year=PlayerOfTheYear(ORCS, 2))
    assert evolve(known[ORCS], *found[ORCS]).fan_factor == known[ORCS].fan_factor + 7


def test_the_player_of_the_year_is_under_contract_and_has_most() -> None:
    known = stars((ELVES, 4, 60), (ORCS, 2, 59), (HUMANS, 1, 60))
    assert majors.best_players(known) == (PlayerOfTheYear(HUMANS, 1), PlayerOfTheYear(ELVES, 4))
    orc, elf = known[ORCS].player(2).name, known[HUMANS].player(1).name
    assert refused(awarded, SPIKE, league=known, of_the_year=PlayerOfTheYear(ORCS, 2)) == (
        f"{orc} has 59 star player points and {elf} of Reavers 60: the player of the year is who has most."
    )
    known[ELVES] = evolve(known[ELVES], Departed(4, "retired"))
    assert majors.best_players(known) == (PlayerOfTheYear(HUMANS, 1),)
    assert refused(awarded, SPIKE, league=known, of_the_year=PlayerOfTheYear(ELVES, 4)).endswith(
        "no longer plays for Lightfeet."
    )


def test_who_has_no_points_is_no_player_of_the_year() -> None:
    assert majors.best_players(rosters()) == ()
    assert refused(awarded, SPIKE, of_the_year=PlayerOfTheYear(ORCS, 1)).endswith(
        "has no star player points and cannot be the player of the year."
    )


def test_other_majors_have_no_player_of_the_year() -> None:
    known = stars((ORCS, 2, 60))
    assert refused(awarded, DUNGEON, league=known, of_the_year=PlayerOfTheYear(ORCS, 2)) == (
        "The Dungeonbowl has no player of the year."
    )


# --- handing over -------------------------------------------------------------------------------------------------


def test_the_trophy_passes_on_and_the_fans_of_spike_stay() -> None:
    known = rosters()
    known[ELVES] = evolve(known[ELVES], FanFactorChanged(5, SPIKE), TrophyChanged(SPIKE, True))
    found = everything(SPIKE, 2, league=known)
    assert found[ELVES] == (TrophyChanged(SPIKE, False),)
    after = {team: evolve(roster, *found.get(team, ())) for team, roster in known.items()}
    assert after[ORCS].trophies == (SPIKE,)
    assert after[ELVES].trophies == ()
    assert after[ELVES].fan_factor == known[ELVES].fan_factor


def test_the_losing_finalist_may_hand_it_over() -> None:
    known = rosters()
    known[HUMANS] = evolve(known[HUMANS], TrophyChanged(DUNGEON, True))
    assert everything(DUNGEON, league=known)[HUMANS] == (
        GoldChanged(100_000, "finalist of the Dungeonbowl"),
        TrophyChanged(DUNGEON, False),
    )


def test_who_wins_again_keeps_it() -> None:
    known = rosters()
    known[ORCS] = evolve(known[ORCS], TrophyChanged(DUNGEON, True))
    assert everything(DUNGEON, league=known)[ORCS] == (GoldChanged(150_000, "winner of the Dungeonbowl"),)


def test_other_trophies_stay_where_they_are() -> None:
    known = rosters()
    known[ELVES] = evolve(known[ELVES], TrophyChanged(CUP, True))
    assert ELVES not in everything(DUNGEON, league=known)
    assert majors.handover(DUNGEON, known, None) == {}


def test_a_trophy_may_be_given_back_to_nobody() -> None:
    known = rosters()
    known[ELVES] = evolve(known[ELVES], TrophyChanged(CUP, True))
    assert majors.handover(CUP, known, None) == {ELVES: (TrophyChanged(CUP, False),)}


def test_two_trophies_are_held_at_once() -> None:
    known = rosters()
    known[ORCS] = evolve(known[ORCS], *everything(DUNGEON)[ORCS])
    known[ORCS] = evolve(known[ORCS], *everything(CUP, 3, league=known)[ORCS])
    assert known[ORCS].trophies == (DUNGEON, CUP)
    assert LRB4.rules.take_the_field(known[ORCS]).trophies == (DUNGEON, CUP)


# --- minor tournaments --------------------------------------------------------------------------------------------


def minor(*amounts: int, places: tuple[int, ...] = (ORCS, HUMANS, ELVES)) -> Any:
    return majors.minor_prizes(LRB4, "Far Albion Cup", amounts, places)


def test_the_far_albion_cup_pays_both_finalists_and_no_roster_holds_it() -> None:
    assert minor(80_000, 40_000) == (
        TeamEvents(ORCS, (GoldChanged(80_000, "prize of the Far Albion Cup"),)),
        TeamEvents(HUMANS, (GoldChanged(40_000, "prize of the Far Albion Cup"),)),
    )


def test_the_goblin_tribal_leeg_pays_nothing() -> None:
    assert minor(0, 0) == minor() == ()


def test_all_prizes_together_have_a_limit() -> None:
    assert minor(100_000, 50_000)
    for amounts, total in (((100_000, 50_001), "150,001"), ((100_000, 40_000, 20_000), "160,000")):
        assert refused(minor, *amounts) == (
            f"The prizes come to {total} gold; a minor tournament may pay 150,000 in all."
        )


def test_a_prize_is_not_less_than_nothing() -> None:
    """Else a fine for the second would make room for a larger prize of the first."""
    assert refused(minor, 200_000, -50_000) == "A prize cannot be -50,000 gold."


def test_a_prize_needs_somebody_to_take_it() -> None:
    assert refused(minor, 80_000, 40_000, places=(ORCS,)) == (
        "The Far Albion Cup has 2 prizes, more than teams to take them."
    )
    assert minor(80_000, 0, places=(ORCS,))
    assert refused(minor, 80_000, 40_000, places=(ORCS, ORCS)) == (
        "A team cannot come in two places of the Far Albion Cup."
    )


def test_a_league_may_set_another_limit() -> None:
    rules = edition("lrb4", {"tournaments/minor_prizes_max": 200_000})
    assert majors.check_minor(rules, (120_000, 80_000)) == ()
    bare = msgspec.structs.replace(LRB4, tournaments=None)
    assert majors.check_minor(bare, (10**9,)) == ()


@given(st.lists(st.integers(-10, 200_000), max_size=4))
def test_nothing_is_paid_beyond_the_limit_whatever_is_asked_for(amounts: list[int]) -> None:
    if majors.check_minor(LRB4, amounts):
        return
    paid = majors.minor_prizes(LRB4, "Cup", amounts, (1, 2, 3, 4))
    assert sum(event.amount for one in paid for event in one.events) == sum(amounts) <= 150_000
