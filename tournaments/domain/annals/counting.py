"""Counts through the history of a league, and notes each number that is worth a notice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime

from engine.edition import Edition
from engine.roster import Joined, MatchPlayed, RosterEvent, SppGained
from tournaments.domain.annals.told import Milestone

OF_A_PLAYER = {
    "touchdown": (1, 10, 25, 50, 75, 100),
    "casualty": (10, 25, 50, 75, 100),
    "completion": (25, 50, 100),
    "mvp": (5, 10),
}
"""Deeds of one player, by the source of their star player points."""
OF_A_TEAM = {
    "matches": (1, 25, 50, 100, 150, 200),
    "wins": (1, 10, 25, 50, 100),
    "touchdowns": (50, 100, 200, 300),
    "casualties": (50, 100, 200, 300),
}
OF_THE_LEAGUE = {
    "matches": (1, 50, 100, 200, 300, 500, 1000),
    "touchdowns": (100, 250, 500, 1000, 2000),
    "casualties": (100, 250, 500, 1000, 2000),
}
FIRST_TITLE = 2
"""The title of a beginner and the one after it come to everybody: notices begin with the next."""
HIGHEST = 300
"""Star player points beyond which no edition has another title."""


def titles(rules: Edition) -> tuple[tuple[int, str], ...]:
    """The titles of the rules and the star player points that they begin with, the lowest first."""
    found: dict[str, int] = {}
    for points in range(HIGHEST):
        found.setdefault(rules.rules.title(points), points)
    return tuple((points, title) for title, points in found.items())


class Counting:
    """``numbers`` are those of the matches, by the place of their acts."""

    def __init__(self, rules: Edition, numbers: dict[int, int]) -> None:
        self._titles = titles(rules)[FIRST_TITLE:]
        self._numbers = numbers
        self._players: dict[tuple[int, int, str], int] = defaultdict(int)
        self._teams: dict[tuple[int, str], int] = defaultdict(int)
        self._league: dict[str, int] = defaultdict(int)
        self._now = (0, datetime.min)

    def milestones(
        self, happened: Iterable[tuple[int, datetime, int, tuple[RosterEvent, ...]]]
    ) -> tuple[Milestone, ...]:
        return tuple(one for row in happened for one in self._row(*row))

    def _row(
        self, place: int, at: datetime, team: int, events: tuple[RosterEvent, ...]
    ) -> Iterator[Milestone]:
        self._now = (place, at)
        for event in events:
            if isinstance(event, SppGained):
                yield from self._deeds(team, event)
            elif isinstance(event, MatchPlayed):
                yield from self._match(team, event)
            elif isinstance(event, Joined):
                self._joined(team, event)

    def _joined(self, team: int, event: Joined) -> None:
        """What he has done for another team counts on, and was told then."""
        record, key = event.record, (team, event.record.id)
        for what, count in (
            ("spp", record.spp),
            ("touchdown", record.touchdowns),
            ("casualty", record.casualties),
            ("completion", record.completions),
            ("mvp", record.mvps),
        ):
            self._players[*key, what] = count

    def _deeds(self, team: int, event: SppGained) -> Iterator[Milestone]:
        key = (team, event.player, event.source)
        before = self._players[key]
        self._players[key] = after = before + event.count
        for count in _passed(OF_A_PLAYER.get(event.source, ()), before, after):
            yield self._note(f"player_{event.source}", count, count > 1, team, event.player)
        points = (team, event.player, "spp")
        had = self._players[points]
        self._players[points] = has = had + event.points
        for level, title in self._titles:
            if had < level <= has:
                yield self._note("player_title", level, True, team, event.player, title)

    def _match(self, team: int, event: MatchPlayed) -> Iterator[Milestone]:
        gained = {
            "matches": 1,
            "wins": int(event.result == "won"),
            "touchdowns": event.touchdowns_for,
            "casualties": event.casualties_for,
        }
        for what, steps in OF_A_TEAM.items():
            before = self._teams[team, what]
            self._teams[team, what] = after = before + gained[what]
            for count in _passed(steps, before, after):
                yield self._note(f"team_{what}", count, count > 1, team)
        for what, steps in OF_THE_LEAGUE.items():
            # Both teams tell of a match, and each of its own deeds: a match is whole with the second.
            before = self._league[what]
            self._league[what] = after = before + gained[what]
            halves = 2 if what == "matches" else 1
            for count in _passed([step * halves for step in steps], before, after):
                yield self._note(f"league_{what}", count // halves, True)

    def _note(
        self,
        what: str,
        count: int,
        great: bool,
        team: int | None = None,
        uid: int | None = None,
        title: str = "",
    ) -> Milestone:
        place, at = self._now
        return Milestone(what, count, at, place, great, self._numbers.get(place), team, uid, title)


def _passed(steps: Iterable[int], before: int, after: int) -> list[int]:
    return [step for step in steps if before < step <= after]
