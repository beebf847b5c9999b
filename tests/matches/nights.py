"""A league night on which much is out of the ordinary: gold to spend, a home field, a trophy, handicaps."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.questions import Choose, Chosen, Question, Report, Roll, Rolled
from engine.roster import GoldChanged, Injured, StadiumChanged, TrophyChanged
from engine.simulate import CALM, answer
from matches.domain import wizard
from matches.domain.fixtures import make_fixture
from matches.models import Fixture
from tests.helpers import happens
from tests.matches.conftest import World, a_team

Plan = Mapping[str, Sequence[Any]]
"""What is answered by key, in this order: dice, or the option that is picked."""


def a_night(world: World) -> World:
    """Goblins on their Not-So-Grandstand against Dwarfs with a much higher rating, who hold the Chaos Cup."""
    league, by = world.league, world.commissioner
    snots = a_team(league, by, world.home_coach, "Goblin", "Bloodwater Snots <i>", 5)
    bearers = a_team(league, by, world.away_coach, "Dwarf", "Grudge Bearers", 6)
    snots = happens(snots, GoldChanged(400_000, "a gift"), StadiumChanged("Not-So-Grandstand", 100_000))
    bearers = happens(
        bearers,
        GoldChanged(900_000, "a gift"),
        TrophyChanged("Chaos Cup", True),
        Injured(2, "Broken Ribs", "miss", True, True),
        Injured(3, "Smashed Hand", "niggling", True, False),
    )
    made = make_fixture(by, league, snots, bearers, 5)
    fixture = Fixture.objects.select_related("league", "season", "home", "away").get(pk=made.pk)
    return replace(world, home=snots, away=bearers, fixture=fixture)


def planned(question: Question, plan: dict[str, list[Any]], rng: random.Random) -> Rolled | Chosen:
    """By the plan while it says something of the question; else nobody is hired, and chance decides."""
    assert isinstance(question, Roll | Choose)
    left = plan.get(question.key, [])
    if left:
        told = left.pop(0)
    elif question.key == "hire":
        told = "done"
    else:
        return answer(question, rng, CALM)
    if isinstance(question, Roll):
        return Rolled(question.key, question.side, told, question.player)
    return Chosen(question.key, question.side, told, question.player)


def answered(
    world: World, plan: Plan, until: Callable[[Question], bool] = lambda question: False, seed: int = 3
) -> wizard.Step:
    """The log goes on until this question is asked, or until a report is wanted, or to its end."""
    rng = random.Random(seed)
    left = {key: list(answers) for key, answers in plan.items()}
    step = wizard.current(world.fixture)
    while step.question is not None and not isinstance(step.question, Report) and not until(step.question):
        entry = planned(step.question, left, rng)
        step = wizard.answer(world.fixture, world.commissioner, entry, step.row.version)
    return step


def reported(world: World, *reports: Any, plan: Plan | None = None) -> wizard.Step:
    """Each report, and the answers to what follows from it."""
    step = wizard.current(world.fixture)
    for report in reports:
        wizard.answer(world.fixture, world.commissioner, report, step.row.version)
        step = answered(world, plan or {})
    return step


def key_is(key: str) -> Callable[[Question], bool]:
    return lambda question: question.key == key


OPENING: Plan = {
    "hire": ["Morg 'n' Thorg", "Goblin", "done", "runesmith", "done"],
    "weather": [(3, 4)],
    # Intensive Training and I Am The Greatest! for the Goblins, It Wasn't Me! for the holders of the Chaos Cup.
    "handicap": [(1, 3), (2, 1), (4, 3)],
    "handicap.intensive_training.player": ["1"],
    "handicap.intensive_training.skill": ["Catch"],
    "handicap.i_am_the_greatest.player": [(1,), (1,)],
    "handicap.it_wasnt_me.player": [(2,)],
    "niggling": [(5,)],
    "runesmith": [(3,)],
    "runesmith.player": ["5"],
    "home_field.reroll": [(6, 6)],
}
"""Morg (13) and a freebooter (14) play for the Goblins, whose number 1 can catch and whose number 2 is arrested. The
Dwarfs' 1 and 3 will not line up together, 2 misses the match, and 5 is stronger by a rune."""
