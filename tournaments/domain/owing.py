"""What coaches have to do in a league, for the mails that they get."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import League
from matches.models import Fixture, FixtureStatus
from teams.models import Player, Status, Team

TO_PLAY = 3
"""Matches of a team that a mail names."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a mail, and the path of the page about it; empty where there is none."""

    told: str
    path: str = ""

    @property
    def address(self) -> str:
        return f"{settings.SITE_URL}{self.path}" if self.path else ""


def owed(league: League, users: Collection[int]) -> dict[int, list[Item]]:
    """What each of these accounts has to do in the league: improvements and matches; three queries for all of them."""
    found: dict[int, list[Item]] = defaultdict(list)
    teams = list(
        Team.objects.filter(league=league, coach__in=users, accepted=True, withdrawn=False).order_by(
            "name_key"
        )
    )
    improving = _improving(teams)
    matches = _to_play(league, teams)
    for team in teams:
        if team.coach_id is None:
            continue
        count = improving[team.pk]
        if count:
            told = ngettext(
                "{n} player of {team} has earned an improvement.",
                "{n} players of {team} have earned improvements.",
                count,
            ).format(n=count, team=team.name)
            found[team.coach_id].append(Item(told, reverse("teams:team", args=[league.slug, team.slug])))
        found[team.coach_id] += matches[team.pk]
    return found


def _improving(teams: Iterable[Team]) -> dict[int, int]:
    """How many players of each team have improvements to take."""
    counts: dict[int, int] = defaultdict(int)
    for key in Player.objects.filter(team__in=teams, status=Status.ACTIVE, owed__gt=0).values_list(
        "team", flat=True
    ):
        counts[key] += 1
    return counts


def _to_play(league: League, teams: Sequence[Team]) -> dict[int, list[Item]]:
    keys = {team.pk for team in teams}
    fixtures = Fixture.objects.filter(league=league, status=FixtureStatus.OPEN, season__current=True)
    found: dict[int, list[Item]] = defaultdict(list)
    for one in fixtures.select_related("home", "away").order_by("round", "scheduled", "number"):
        one.league = league
        for key in {one.home_id, one.away_id} & keys:
            if len(found[key]) < TO_PLAY:
                found[key].append(Item(_match(one), one.get_absolute_url()))
    return found


def _match(one: Fixture) -> str:
    if one.scheduled is None:
        return _("To be played: {home} v {away}, round {round}.").format(
            home=one.home.name, away=one.away.name, round=one.round
        )
    return _("To be played: {home} v {away}, round {round}, on {day}.").format(
        home=one.home.name,
        away=one.away.name,
        round=one.round,
        day=date_format(one.scheduled, "MONTH_DAY_FORMAT"),
    )
