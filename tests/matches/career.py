"""The career of a player: four matches, each with a touchdown of his, and what a correction of them needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from engine.match.entries import MatchEnd
from league.models import League, User
from matches.domain import amending, wizard
from matches.models import Amendment, Result
from teams.models import Act, Player, Team
from tests.engine.builders import hurt, touchdown
from tests.helpers import a_commissioner, a_drafted_team, a_fixture, a_league, a_player
from tests.matches.played import a_written_match, places


@dataclass
class Career:
    """Number 1 of the Reavers scores in each of four matches, and is the best player of the first."""

    league: League
    by: User
    team: Team
    rivals: tuple[Team, Team]
    results: list[Result]

    @property
    def hero(self) -> Player:
        return a_player(self.team, 1)

    def lines(self) -> tuple[int, int, int]:
        """His star player points, touchdowns and matches."""
        return self.hero.spp, self.hero.touchdowns, self.hero.matches

    def result(self, number: int) -> Result:
        """Of his match of this number, as it stands now."""
        fixture = self.results[number - 1].fixture
        return Result.objects.select_related("act__league", "log", "fixture").get(fixture=fixture)


@pytest.fixture
def career(db: None) -> Career:
    league = a_league()
    by = a_commissioner(league)
    team = a_drafted_team(league, "Human", name="Reavers", apothecary=0)
    rivals = a_drafted_team(league, "Orc", name="Gouged Eye"), a_drafted_team(league, "Dwarf", name="Anvils")
    results = [
        a_written_match(
            a_fixture(team, rivals[number % 2], number),
            touchdown("home", 1),
            dice={"mvp.home": (1 if number == 1 else 2,)},
            seed=number,
        )
        for number in range(1, 5)
    ]
    return Career(league, by, team, rivals, results)


def begin_with(career: Career, number: int, *entries: Any) -> Amendment:
    """An amendment of this match, with these entries before its end."""
    amendment = amending.begin(career.by, career.result(number), "The sheet was misread.")
    for entry in entries:
        step = wizard.current(amendment)
        end = places(step.log, MatchEnd)[0]
        amending.insert_entry(amendment, career.by, end, entry, step.row.version)
    return amending.get_amendment(career.league, amendment.pk)


KILLED = hurt("home", 1, cause="dodge", die=6, half=2, turn=8)
HURT = hurt("home", 1, cause="dodge", die=4, serious=(2, 2), half=2, turn=8)


def settled(career: Career, amendment: Amendment, **ways: Any) -> Act:
    """Commits with each item settled by what is wanted for its match, ``m3="adjust"``, or left."""
    found = amending.consequences(amendment)
    for _ in range(20):
        if not found.unsettled:
            break
        item = found.unsettled[0]
        way = ways.get(f"m{item.fixture}", ways.get(item.kind, "leave"))
        found = amending.settle(amendment, career.by, item.place, way, amendment.version)
    return amending.commit(amendment, career.by, found.sequence, amendment.version)
