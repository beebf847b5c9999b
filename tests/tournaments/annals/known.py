"""A season whose every number is known: three teams, three rounds, and who did what in them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.match.entries import Casualty
from league.models import League, User
from matches.models import Result
from teams.models import Team
from tests.engine.builders import completion, touchdown
from tests.helpers import a_commissioner, a_drafted_team, a_fixture, a_league
from tests.matches.played import a_written_match


@dataclass
class Known:
    """The Reavers win 3–0 against the Eye and draw 1–1 at the Anvils, who lose 1–0 to the Eye between the two.

    The Reavers' number 1 scores all four of their touchdowns; their number 2 hurts number 3 of the Eye badly by a block
    in the first match, and kills number 4 of the Anvils in the last.
    """

    league: League
    by: User
    reavers: Team
    eye: Team
    anvils: Team
    results: list[Result]

    @property
    def now(self) -> League:
        return League.objects.get(pk=self.league.pk)


def a_known_season() -> Known:
    league = a_league()
    by = a_commissioner(league)
    reavers = a_drafted_team(league, "Human", name="Reavers", apothecary=0)
    eye = a_drafted_team(league, "Orc", name="Gouged Eye", apothecary=0)
    anvils = a_drafted_team(league, "Dwarf", name="Anvils", apothecary=0)
    first = a_written_match(
        a_fixture(reavers, eye, 1),
        touchdown("home", 1, turn=1),
        Casualty(1, 2, "away", 3, "block", 2),
        touchdown("home", 1, turn=3),
        touchdown("home", 1, turn=4),
        dice={"casualty.home": (1,), "mvp.home": (2,), "mvp.away": (2,)},
        seed=1,
    )
    second = a_written_match(
        a_fixture(eye, anvils, 2),
        completion("home", 2, turn=1),
        touchdown("home", 1, turn=2),
        dice={"mvp.home": (2,), "mvp.away": (2,)},
        seed=2,
    )
    third = a_written_match(
        a_fixture(anvils, reavers, 3),
        touchdown("home", 1, turn=1),
        Casualty(1, 2, "home", 4, "block", 2),
        touchdown("away", 1, turn=3),
        dice={"casualty.away": (6,), "mvp.home": (2,), "mvp.away": (2,)},
        seed=3,
    )
    return Known(league, by, reavers, eye, anvils, [first, second, third])
