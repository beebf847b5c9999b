"""What the rules give two teams before their match, in each edition, by playing the sequence through."""

from __future__ import annotations

import random

import msgspec
import pytest

from engine.editions import edition
from engine.looking_ahead import Meeting, look_ahead
from engine.match.log import LogRoster, StarRecord
from engine.random_teams import random_roster

COMPETITION = ("crp", "lrb5x")


def a_side(key: str, race: str = "Orc", seed: int = 1, **changes: object) -> LogRoster:
    rules = edition(key)
    roster = rules.rules.take_the_field(random_roster(rules, race, random.Random(seed)))
    return msgspec.structs.replace(roster, treasury=0, **changes)


def meeting(key: str, home: int, away: int, **changes: object) -> Meeting:
    return look_ahead(
        edition(key), a_side(key, strength=home), a_side(key, "Skaven", 2, strength=away, **changes)
    )


@pytest.mark.parametrize(
    "difference",
    [0, 1, 10, 11, 25, 26, 50, 51, 75, 76, 100, 101, 500],
)
def test_in_lrb4_the_weaker_side_rolls_on_the_table_of_handicaps(difference: int) -> None:
    book = edition("lrb4").rules.book.match
    row = next(one for one in book.handicap_counts if difference in one.difference)
    for home, away in ((100 + difference, 100), (100, 100 + difference)):
        seen = meeting("lrb4", home, away)
        weaker = seen.away if home > away else seen.home
        stronger = seen.home if home > away else seen.away
        assert (weaker.rolls, weaker.picks) == (row.rolls, row.free_choice)
        assert (stronger.rolls, stronger.picks, stronger.given) == (0, 0, 0)
        assert seen.difference == home - away


@pytest.mark.parametrize("key", COMPETITION)
def test_by_the_competition_rules_the_weaker_side_is_given_the_difference(key: str) -> None:
    seen = meeting(key, 1_250_000, 1_000_000)
    assert (seen.weaker, seen.away.given, seen.away.purse) == ("away", 250_000, 250_000)
    assert (seen.home.given, seen.home.purse, seen.home.offers) == (0, 0, ())
    assert {one.kind for one in seen.away.offers} == {"inducement", "star", "mercenary"}
    assert max(one.price for one in seen.away.offers) <= 250_000
    assert all(one.name != "done" for one in seen.away.offers)


@pytest.mark.parametrize("key", COMPETITION)
def test_journeymen_count_for_the_strength(key: str) -> None:
    side = a_side(key, strength=1_000_000)
    few = msgspec.structs.replace(side, players=side.players[:9])
    seen = look_ahead(edition(key), few, a_side(key, "Skaven", 2, strength=1_000_000))
    assert seen.home.journeymen == 2
    assert seen.home.strength > 1_000_000
    assert seen.weaker == "away"


@pytest.mark.parametrize("key", ["lrb4", *COMPETITION])
def test_equal_teams_are_given_nothing(key: str) -> None:
    seen = meeting(key, 100, 100)
    assert (seen.difference, seen.weaker) == (0, None)
    assert not seen.home.helped
    assert not seen.away.helped


def test_in_lrb4_gold_of_the_treasury_hires() -> None:
    rich = msgspec.structs.replace(a_side("lrb4", "Skaven", 2, strength=100), treasury=500_000)
    seen = look_ahead(edition("lrb4"), a_side("lrb4", strength=100), rich)
    assert (seen.home.purse, seen.away.purse) == (0, 500_000)
    assert {"star", "freebooter", "helper"} <= {one.kind for one in seen.away.offers}


def test_a_star_who_misses_a_match_is_not_on_offer() -> None:
    rich = msgspec.structs.replace(a_side("lrb4", "Skaven", 2, strength=100), treasury=900_000)
    home = a_side("lrb4", strength=100)
    stars = [one.name for one in look_ahead(edition("lrb4"), home, rich).away.offers if one.kind == "star"]
    without = look_ahead(edition("lrb4"), home, rich, (StarRecord(stars[0], misses=True),)).away.offers
    assert [one.name for one in without if one.kind == "star"] == stars[1:]


@pytest.mark.parametrize("key", ["lrb4", *COMPETITION])
def test_the_same_teams_are_always_told_the_same(key: str) -> None:
    assert meeting(key, 180, 100) == meeting(key, 180, 100)
