"""Before a match by the Competition Rules: who may play, who fills a team up, the weather, and who comes to see it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.editions import edition
from engine.match import facts
from engine.match.log import LogRoster
from engine.questions import Choose
from tests.engine.editions.crp.nights import (
    BEFORE,
    CRP,
    NICE,
    WORTH,
    asks,
    choose,
    fault,
    humans,
    orcs,
    player,
    roll,
    shown,
    side,
    so_far,
)

LINEMAN = (6, 3, 3, 8)


# rosters that cannot be


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"fan_factor": -1}, "Human cannot have a fan factor of -1: the least is 0."),
        ({"apothecary": 2}, "Human cannot have 2 apothecaries (Human)."),
        ({"apothecary": -1}, "Human cannot have -1 apothecaries (Human)."),
        ({"rerolls": 9}, "Human cannot have 9 team re-rolls."),
        ({"rerolls": -1}, "Human cannot have -1 team re-rolls."),
    ],
)
def test_a_roster_that_no_team_can_have_is_refused(fields: dict[str, Any], sentence: str) -> None:
    assert fault(away=humans(**fields)) == sentence


def test_a_race_that_the_edition_does_not_have_is_refused() -> None:
    unknown = msgspec.structs.replace(humans(), race="Squig")
    assert fault(away=unknown) == "Human: this edition has no team list named 'Squig'."


def test_the_undead_have_no_apothecary() -> None:
    assert fault(home=side("Undead", "Zombie", apothecary=1)) == "Undead cannot have 1 apothecaries (Undead)."


# journeymen


def test_two_journeymen_fill_nine_players_up_to_eleven() -> None:
    found = so_far(home=orcs(size=9))
    assert shown(found, facts.Hired) == [
        facts.Hired("home", 10, "Journeyman Lineman", "Lineman", "journeyman", (5, 3, 3, 9), ("Loner",)),
        facts.Hired("home", 11, "Journeyman Lineman 2", "Lineman", "journeyman", (5, 3, 3, 9), ("Loner",)),
    ]
    assert [player(found, "home", number).id for number in (10, 11)] == [-1, -2]


def test_who_has_eleven_needs_no_journeyman() -> None:
    assert shown(so_far(), facts.Hired) == []


def test_who_misses_the_match_is_replaced_by_a_journeyman() -> None:
    found = so_far(home=orcs(size=12, misses=(3, 4)))
    assert [fact.number for fact in shown(found, facts.Hired)] == [13]


def test_a_journeyman_may_be_the_seventeenth_where_injured_players_fill_the_roster() -> None:
    found = so_far(home=orcs(size=16, misses=range(1, 7)))
    assert [fact.number for fact in shown(found, facts.Hired)] == [17]


def test_a_journeyman_counts_for_the_team_value_with_the_price_of_his_position() -> None:
    found = so_far(NICE, home=orcs(size=9), away=humans(strength=WORTH + 50_000))
    assert shown(found, facts.PettyCash) == [facts.PettyCash("away", 0, 50_000, WORTH + 50_000)]


def test_the_coach_picks_where_several_positions_are_common() -> None:
    undead = side("Undead", "Zombie", size=9)
    question = so_far(home=undead).waiting_for
    assert question == Choose("home", "journeyman", ("Skeleton", "Zombie"))
    picks = [choose("journeyman", "home", one) for one in ("Zombie", "Skeleton")]
    hired = shown(so_far(*picks, home=undead), facts.Hired)
    assert [(one.position, one.skills) for one in hired] == [
        ("Zombie", ("Regeneration", "Loner")),
        ("Skeleton", ("Regeneration", "Thick Skull", "Loner")),
    ]


@pytest.mark.parametrize(
    ("race", "position"),
    [("Chaos Pact", "Marauder"), ("Underworld", "Underworld Goblin"), ("Ogre", "Snotling")],
)
def test_a_position_of_twelve_or_sixteen_is_common(race: str, position: str) -> None:
    found = so_far(home=side(race, position, size=10))
    assert [fact.position for fact in shown(found, facts.Hired)] == [position]


def test_every_race_has_a_position_that_fills_it_up() -> None:
    for race in CRP.races.values():
        assert [one.name for one in race.positions if one.max >= 12]


def test_a_journeyman_takes_no_name_that_a_team_mate_has() -> None:
    team = orcs(size=10)
    named = msgspec.structs.replace(team.players[0], name="Journeyman Lineman")
    taken = msgspec.structs.replace(team, players=(named, *team.players[1:]))
    assert [fact.name for fact in shown(so_far(home=taken), facts.Hired)] == ["Journeyman Lineman 2"]


# the weather


@pytest.mark.parametrize(
    ("dice", "name"),
    [
        ((1, 1), "Sweltering Heat"),
        ((1, 2), "Very Sunny"),
        ((1, 3), "Nice"),
        ((4, 6), "Nice"),
        ((5, 6), "Pouring Rain"),
        ((6, 6), "Blizzard"),
    ],
)
def test_two_dice_tell_the_weather(dice: tuple[int, int], name: str) -> None:
    assert shown(so_far(roll("weather", "home", *dice)), facts.Weather) == [facts.Weather(name)]


def test_after_the_weather_two_equal_teams_without_gold_wait_for_their_fans() -> None:
    assert asks(so_far()) == ("weather", "home")
    assert asks(so_far(NICE)) == ("fans", "home")
    assert asks(so_far(NICE, BEFORE[1])) == ("fans", "away")
    assert so_far(*BEFORE).waiting_for is not None
    assert so_far(*BEFORE).waiting_for.key == "play"


# fans and FAME


def crowd(hosts: int, guests: int, home: LogRoster | None = None) -> list[tuple[int, int]]:
    """Spectators and FAME of both sides, by the totals of their dice."""
    dice = [
        roll("fans", "home", hosts - hosts // 2, hosts // 2),
        roll("fans", "away", guests - guests // 2, guests // 2),
    ]
    found = so_far(NICE, dice, home=home)
    fans = shown(found, facts.Fans)
    assert shown(found, facts.Gate) == [facts.Gate(sum(fact.spectators for fact in fans))]
    assert [found.sheets[one].fame for one in ("home", "away")] == [fact.fame for fact in fans]
    return [(fact.spectators, fact.fame) for fact in fans]


def test_two_dice_and_the_fan_factor_bring_thousands() -> None:
    assert crowd(9, 2, home=orcs(fan_factor=3)) == [(12_000, 2), (2_000, 0)]


def test_as_many_fans_bring_no_fame() -> None:
    assert crowd(7, 7) == [(7_000, 0), (7_000, 0)]


def test_more_fans_bring_one_and_twice_as_many_bring_two() -> None:
    assert crowd(5, 6) == [(5_000, 0), (6_000, 1)]
    assert crowd(11, 6) == [(11_000, 1), (6_000, 0)]
    assert crowd(12, 6) == [(12_000, 2), (6_000, 0)]


def test_a_favourite_of_the_fans_who_can_play_adds_one() -> None:
    def with_favourites(misses: tuple[int, ...] = ()) -> LogRoster:
        team = orcs(size=13, misses=misses)
        return msgspec.structs.replace(
            team,
            players=tuple(
                msgspec.structs.replace(one, skills=("Fan Favourite",)) if one.number < 3 else one
                for one in team.players
            ),
        )

    assert crowd(5, 6, home=with_favourites()) == [(5_000, 2), (6_000, 1)]
    assert crowd(5, 6, home=with_favourites(misses=(1,))) == [(5_000, 1), (6_000, 1)]


def test_a_house_rule_changes_what_fans_are_worth() -> None:
    found = so_far(*BEFORE, rules=edition("crp", {"match/fans/spectators": 500}))
    assert [fact.spectators for fact in shown(found, facts.Fans)] == [3_000, 3_000]
