"""What keeps a league from moving to another edition: matches that began by the rules of before."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

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
            ngettext(
                "The season is being played, with match {matches} still open. A league is moved between two seasons: "
                "play what is left, or cancel it, or open the next season.",
                "The season is being played, with matches {matches} still open. A league is moved between two "
                "seasons: play what is left, or cancel it, or open the next season.",
                len(left),
            ).format(matches=_listed([one.number for one in left]))
        )
    working = (LogStatus.DRAFT, LogStatus.SUBMITTED, LogStatus.QUEUED)
    logs = MatchLog.objects.filter(
        fixture__league=league, status__in=working, fixture__status=FixtureStatus.OPEN
    )
    numbers = list(logs.order_by("fixture__number").values_list("fixture__number", flat=True).distinct())
    if numbers:
        found.append(
            ngettext(
                "A log is in work for match {matches} by the rules of before; apply it or put it aside.",
                "A log is in work for matches {matches} by the rules of before; apply it or put it aside.",
                len(numbers),
            ).format(matches=_listed(numbers))
        )
    return found


def _listed(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:NAMED]))
    return _("{matches} and more").format(matches=shown) if len(numbers) > NAMED else shown
