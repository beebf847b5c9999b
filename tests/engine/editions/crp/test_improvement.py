"""Improvement rolls: what two dice offer, and what it adds to a player's worth."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.roster import Advanced, Hired, Roster, RosterEvent, SppGained, StatChanged, Taught, evolve
from tests.engine import rosters
from tests.engine.editions.crp.matches import CRP, a_team
from tests.engine.rosters import picked, refused, rolled


def experienced(spp: int = 6, *events: RosterEvent) -> Roster:
    return evolve(a_team(), SppGained(1, "other", 1, spp), *events)


def offered(team: Roster, *dice: int) -> tuple[str, ...]:
    return rosters.offered(team, *dice, rules=CRP)


def improved(team: Roster, pick: str, *dice: int) -> RosterEvent:
    (event,) = rosters.improved(team, rolled("improve.roll", *dice), picked(pick), rules=CRP)
    return event


GENERAL = {skill.name for skill in CRP.skills.values() if skill.category == "General"}


def test_two_to_nine_is_a_skill_of_the_normal_access() -> None:
    assert set(offered(experienced(), 2, 3)) == GENERAL


def test_a_double_opens_further_categories_but_no_mutation() -> None:
    options = set(offered(experienced(), 3, 3))
    open_to = {skill.category for skill in CRP.skills.values() if skill.name in options}
    assert open_to == {"General", "Agility", "Strength", "Passing"}


@pytest.mark.parametrize(
    ("dice", "stats"), [((4, 6), ("+ma", "+av")), ((5, 6), ("+ag",)), ((6, 6), ("+st",)), ((4, 5), ())]
)
def test_ten_and_more_offer_a_stat_beside_skills(dice: tuple[int, int], stats: tuple[str, ...]) -> None:
    options = offered(experienced(), *dice)
    assert tuple(one for one in options if one.startswith("+")) == stats
    assert set(options) >= GENERAL


def test_a_stat_rises_by_two_at_most_and_never_over_ten() -> None:
    assert "+ma" in offered(experienced(6, StatChanged(1, "ma", 1)), 4, 6)
    assert "+ma" not in offered(experienced(6, StatChanged(1, "ma", 2)), 4, 6)
    assert "+av" not in offered(experienced(6, StatChanged(1, "av", 2)), 4, 6)


def test_what_a_player_has_and_what_does_not_go_with_it_are_not_offered() -> None:
    team = experienced(6, Taught(1, "Grab"), Taught(1, "Block"))
    assert not {"Block", "Frenzy"} & set(offered(team, 2, 3))


def test_the_edition_does_not_age_anybody() -> None:
    event = improved(experienced(), "Block", 2, 3)
    assert event == Advanced(1, "Block", "skill", 20_000)


@pytest.mark.parametrize(
    ("dice", "pick", "value"),
    [
        ((3, 3), "Guard", 30_000),
        ((3, 3), "Block", 20_000),
        ((4, 6), "+ma", 30_000),
        ((4, 6), "+av", 30_000),
        ((5, 6), "+ag", 40_000),
        ((6, 6), "+st", 50_000),
    ],
)
def test_an_improvement_adds_to_his_worth(dice: tuple[int, int], pick: str, value: int) -> None:
    event = improved(experienced(), pick, *dice)
    assert isinstance(event, Advanced)
    assert event.value == value


@pytest.mark.parametrize(
    ("spp", "owed", "title"),
    [
        (5, 0, "Rookie"),
        (6, 1, "Experienced"),
        (15, 1, "Experienced"),
        (16, 2, "Veteran"),
        (31, 3, "Emerging Star"),
        (51, 4, "Star"),
        (76, 5, "Super Star"),
        (175, 5, "Super Star"),
        (176, 6, "Legend"),
    ],
)
def test_levels_bring_rolls(spp: int, owed: int, title: str) -> None:
    assert (CRP.rules.improvements_owed(spp, 0), CRP.rules.title(spp)) == (owed, title)


def test_a_player_without_a_roll_is_refused() -> None:
    def improve() -> None:
        next(CRP.rules.improve(experienced(5), 1))

    assert refused(improve) == "Reavers 1 is not owed an improvement roll with 5 star player points."


@given(st.sampled_from(sorted(CRP.races)), st.integers(1, 6), st.integers(1, 6))
def test_every_roll_of_every_position_offers_something_new(race: str, first: int, second: int) -> None:
    for position in CRP.race(race).positions:
        team = Roster(name="Any", race=race)
        assert position.stats is not None
        team = evolve(
            team,
            Hired(1, 1, "One", position.name, position.price or 0, position.stats, position.skills),
            SppGained(1, "other", 1, 6),
        )
        options = offered(team, first, second)
        assert options != ("nothing",)
        assert not set(options) & set(position.skills)
