"""The history of a team as a story by days: what stands in its ledger, without what was replaced or undone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.db.models import QuerySet
from django.utils import timezone

from league.models import League
from teams.domain import queries
from teams.domain.queries import Told
from teams.models import Act, Team

ICONS: dict[str, str] = {
    "draft": "shield",
    "accept": "shield",
    "withdraw": "shield",
    "hand_over": "shield",
    "convert": "shield",
    "match": "ball",
    "improve": "star",
    "set_aside": "star",
    "prize": "cup",
    "buy": "coins",
    "trade": "coins",
    "build": "field",
    "repair": "field",
    "dismiss": "door",
    "retire": "door",
    "drop": "door",
    "rename": "pen",
    "rename_player": "pen",
    "renumber": "pen",
    "decree": "gavel",
}
"""The picture of each kind of act, by its name in ``static/kinds.svg``."""
OTHER = "pen"
AT_ONCE = 4
"""Sentences of an act that are shown; the others are folded away."""


@dataclass(frozen=True, slots=True)
class Episode:
    """An act of the team: what it did in sentences, the first of them at once."""

    told: Told
    icon: str
    sentences: tuple[str, ...]

    @property
    def first(self) -> tuple[str, ...]:
        return self.sentences[:AT_ONCE]

    @property
    def rest(self) -> tuple[str, ...]:
        return self.sentences[AT_ONCE:]


@dataclass(frozen=True, slots=True)
class Day:
    """A day on which something happened, with its episodes, the latest first."""

    day: date
    episodes: tuple[Episode, ...]


def acts(team: Team, kind: str = "") -> QuerySet[Act]:
    """What stands of the team, the latest first; one ``kind`` alone where it is given."""
    found = queries.acts(team.league, team, kind)
    # Most acts say nothing of being void, and a database takes what is not said for neither yes nor no.
    void = Act.objects.filter(league=team.league, parameters__void=True)
    return found.filter(replaced_by=None).exclude(pk__in=void.values("pk"))


def kinds(team: Team) -> list[tuple[str, str]]:
    """Kinds of acts that the team has had, with their words, in the order of the ledger's list."""
    there = set(acts(team).order_by().values_list("kind", flat=True).distinct())
    return [(kind, words) for kind, words in queries.kinds(team.league) if kind in there]


def days(league: League, team: Team, shown: Sequence[Act]) -> list[Day]:
    """The acts of a page of ``acts`` by day, where the reader is."""
    episodes = (_episode(one) for one in queries.told(league, shown, team))
    by_day = groupby(episodes, key=lambda one: timezone.localtime(one.told.act.at).date())
    return [Day(day, tuple(found)) for day, found in by_day]


def _episode(one: Told) -> Episode:
    return Episode(one, ICONS.get(one.act.kind, OTHER), tuple(_sentences(one)))


def _sentences(one: Told) -> Iterable[str]:
    for _team, sentences in one.teams:
        yield from sentences
