"""What a roster is worth, and how it takes the field."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.acts import Purchase, dismiss, drop_rerolls, purchase
from engine.editions import edition
from engine.match.log import LogPlayer, LogRoster
from engine.random_teams import random_roster
from engine.roster import (
    Advanced,
    Departed,
    FanFactorChanged,
    GoldChanged,
    Injured,
    MissServed,
    Roster,
    SppGained,
    StaffChanged,
    evolve,
)
from tests.engine.rosters import LRB4, a_roster


def rating(roster: Roster) -> int:
    return LRB4.rules.strength(roster)


def with_points(roster: Roster, *points: int) -> Roster:
    """Star player points of the players 1, 2, ... of the team."""
    return evolve(roster, *(SppGained(player, "other", 1, gained) for player, gained in enumerate(points, 1)))


def test_the_rating_is_called_so() -> None:
    assert LRB4.rules.strength_name == "team rating"


@settings(max_examples=60, deadline=None)
@given(race=st.sampled_from(sorted(LRB4.races)), seed=st.integers(0, 10_000))
def test_every_team_starts_with_a_rating_of_100(race: str, seed: int) -> None:
    assert rating(random_roster(LRB4, race, random.Random(seed))) == 100


def test_sixty_star_player_points_are_twelve_points_of_rating() -> None:
    assert rating(with_points(a_roster(), 20, 20, 20)) == 112


@pytest.mark.parametrize(("points", "expected"), [(4, 100), (5, 101), (9, 101), (10, 102)])
def test_star_player_points_are_summed_first_and_rounded_down(points: int, expected: int) -> None:
    assert rating(with_points(a_roster(), points)) == expected
    assert rating(with_points(a_roster(), *([1] * points))) == expected


@pytest.mark.parametrize(("gold", "expected"), [(-1, 99), (0, 100), (9_999, 100), (10_000, 101)])
def test_every_ten_thousand_of_gold_are_a_point_and_the_rest_is_none(gold: int, expected: int) -> None:
    assert rating(evolve(a_roster(), GoldChanged(gold, "winnings"))) == expected


def test_gold_and_star_player_points_are_rounded_apart() -> None:
    roster = evolve(with_points(a_roster(), 4), GoldChanged(9_999, "winnings"))
    assert rating(roster) == 100


def test_everything_counts_at_its_list_price() -> None:
    roster = a_roster(rerolls=2, fan_factor=3, assistant_coaches=4, cheerleaders=5, apothecary=1)
    # 11 x 50,000 + 2 x 50,000 + 3 x 10,000 + 4 x 10,000 + 5 x 10,000 + 50,000
    assert rating(msgspec.structs.replace(roster, treasury=0)) == 82
    assert rating(evolve(roster, FanFactorChanged(1, "won"))) == 101
    assert rating(evolve(roster, StaffChanged("cheerleaders", -5), StaffChanged("apothecary", -1))) == 90


def test_what_is_bought_for_its_price_leaves_the_rating_and_a_late_re_roll_lowers_it() -> None:
    roster = a_roster()
    assert rating(evolve(roster, *purchase(LRB4, roster, Purchase(cheerleaders=3, apothecary=1)))) == 100
    assert rating(evolve(roster, *purchase(LRB4, roster, Purchase(rerolls=1)))) == 95


def test_who_goes_takes_his_price_and_his_points_along() -> None:
    roster = with_points(a_roster(), 50)
    assert rating(roster) == 110
    assert rating(evolve(roster, *dismiss(LRB4, roster, 1))) == 95
    assert rating(evolve(roster, Departed(1, "dead", "a block"))) == 95
    twice = a_roster(rerolls=2)
    assert rating(evolve(twice, *drop_rerolls(LRB4, twice, 2))) == 90


def test_the_hurt_the_dead_and_the_dismissed_are_in_the_rating_at_once() -> None:
    """Eleven linemen and 440,000 in gold: 100 points, and two for ten star player points of one of them."""
    before = evolve(with_points(a_roster(), 10), Advanced(1, "Block", "skill"))
    hip = evolve(before, Injured(1, "Smashed Hip", "ma"))
    assert (rating(before), rating(hip)) == (102, 102)
    assert rating(evolve(hip, MissServed(1))) == 102
    assert rating(evolve(before, Departed(1, "dead", "a block"))) == 95
    assert rating(evolve(hip, *dismiss(LRB4, hip, 1))) == 95


def test_who_misses_the_next_match_counts_with_his_points() -> None:
    roster = with_points(a_roster(), 50)
    assert rating(evolve(roster, Injured(1, "Broken Jaw", "miss"))) == 110


def test_a_skill_adds_nothing() -> None:
    roster = with_points(a_roster(), 6)
    assert rating(evolve(roster, Advanced(1, "Block", "skill"))) == rating(roster) == 101


def test_a_house_rule_may_price_the_points_otherwise() -> None:
    house = edition("lrb4", {"match/rating/spp_per_point": 10})
    assert house.rules.strength(with_points(a_roster(), 60)) == 106


def test_a_roster_takes_the_field_by_shirt_number() -> None:
    roster = msgspec.structs.replace(
        a_roster(rerolls=2, fan_factor=4, assistant_coaches=1, cheerleaders=3, apothecary=1),
        players=a_roster().players[:4],
    )
    roster = evolve(
        with_points(roster, 7, 0, 12),
        Advanced(1, "Block", "skill"),
        Injured(2, "Damaged Back", "niggling"),
        Injured(3, "Smashed Hip", "ma", True, False),
        Departed(4, "dead", "a block"),
    )
    swapped = tuple(msgspec.structs.replace(one, number=21 - one.number) for one in roster.players)
    roster = msgspec.structs.replace(roster, players=swapped)
    stats = (6, 3, 3, 8)
    assert LRB4.rules.take_the_field(roster) == LogRoster(
        team="Reavers",
        race="Human",
        strength=rating(roster),
        fan_factor=4,
        players=(
            LogPlayer(3, 18, "Lineman 3", "Lineman", stats, (5, 3, 3, 8), spp=12),
            LogPlayer(2, 19, "Lineman 2", "Lineman", stats, stats, niggling=1, misses=True),
            LogPlayer(1, 20, "Lineman 1", "Lineman", stats, stats, ("Block",), spp=7),
        ),
        rerolls=2,
        assistant_coaches=1,
        cheerleaders=3,
        apothecary=1,
        treasury=roster.treasury,
        next_id=5,
    )
