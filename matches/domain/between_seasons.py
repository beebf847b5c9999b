"""What keeps a league from moving to another edition: matches that began by the rules of before."""

from __future__ import annotations

from engine.edition import Edition
from league.models import League
from matches.models import Fixture, FixtureStatus, LogStatus, MatchLog

NAMED = 5
"""Matches that a sentence names."""


def hindrances(league: League, edition: Edition) -> list[str]:
    """A league is between two seasons when the current one has nothing left to be played, or has not begun.

    And no log may be in work anywhere: its teams took the field by the rules of before. Three queries.
    """
    found = []
    season = Fixture.objects.filter(league=league, season__current=True)
    begun = season.filter(status=FixtureStatus.PLAYED).exists()
    left = list(season.filter(status=FixtureStatus.OPEN).order_by("number")[: NAMED + 1])
    if begun and left:
        found.append(
            f"The season is being played, with {_listed([one.number for one in left])} still open. A league is moved "
            "between two seasons: play what is left, or cancel it, or open the next season."
        )
    working = (LogStatus.DRAFT, LogStatus.SUBMITTED, LogStatus.QUEUED)
    logs = MatchLog.objects.filter(
        fixture__league=league, status__in=working, fixture__status=FixtureStatus.OPEN
    )
    numbers = list(logs.order_by("fixture__number").values_list("fixture__number", flat=True).distinct())
    if numbers:
        found.append(
            f"A log is in work for {_listed(numbers)} by the rules of before; apply it or put it aside."
        )
    return found


def _listed(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:NAMED]))
    more = " and more" if len(numbers) > NAMED else ""
    return f"{'match' if len(numbers) == 1 else 'matches'} {shown}{more}"
