"""The hall of fame: the greatest players of a league, whatever became of them, and its champions."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from engine.contest.standings import standings
from league.domain.rules import RuleBooks, rule_books
from league.models import League, Season
from matches.models import Stage
from tournaments.domain.annals.chronicle import chronicle
from tournaments.domain.annals.counting import titles
from tournaments.domain.annals.race import in_season, played
from tournaments.domain.annals.told import Chronicle, Person, TeamTold
from tournaments.domain.cached import cached
from tournaments.domain.honours import champions
from tournaments.domain.standings import points_of
from tournaments.models import Competition, State
from tournaments.page import STATUS_WORDS

GREATEST = 25
COMPETITIONS = 10
"""Of so many competitions that are over a page tells who has won them, the latest first."""


class Winner(msgspec.Struct, frozen=True):
    """``team`` is a slug, empty for whoever has no team of the league."""

    name: str
    team: str


@dataclass(frozen=True, slots=True)
class Great:
    """A player among the greatest. ``title`` by his star player points; ``legend``: there is no higher one."""

    place: int
    person: Person
    team: TeamTold
    title: str
    legend: bool

    @property
    def status(self) -> str:
        """What became of him, in a word; empty while he is under contract."""
        return "" if self.person.status == "active" else _(STATUS_WORDS.get(self.person.status, ""))


@dataclass(frozen=True, slots=True)
class Champions:
    """Who won a season that is over: the team on top of its table, or those that share the place."""

    season: Season
    teams: tuple[TeamTold, ...]


@dataclass(frozen=True, slots=True)
class Won:
    """A competition that is over, with who won it: several where they share the first place, or nobody."""

    competition: Competition
    winners: tuple[Winner, ...]


@dataclass(frozen=True, slots=True)
class Fame:
    greatest: tuple[Great, ...]
    legends: int
    """How many players of the league ever had the highest title."""
    champions: tuple[Champions, ...]
    won: tuple[Won, ...]
    competitions: Page[Competition]


def fame(league: League, page: str | None = None) -> Fame:
    """``page`` is that of the competitions that are over. Their winners are worked out once for each state of them."""
    past = chronicle(league)
    greatest, legends = _greatest(league, past)
    over = Competition.objects.filter(league=league, state__in=(State.ENDED, State.ARCHIVED))
    shown = Paginator(over.order_by("-number"), COMPETITIONS).get_page(page)
    won = tuple(Won(one, _winners(league, one)) for one in shown)
    return Fame(greatest, legends, _champions(league, past), won, shown)


def _greatest(league: League, past: Chronicle) -> tuple[tuple[Great, ...], int]:
    steps = titles(league.rules)
    highest = steps[-1][0]
    ranked = sorted(
        (one for one in past.careers if one.spp and one.team in past.team),
        key=lambda one: (-one.spp, -one.touchdowns, -one.casualties, one.name),
    )
    points = [one.spp for one in ranked]
    found = tuple(
        Great(
            points.index(one.spp) + 1,
            one,
            past.team[one.team],
            next(title for level, title in reversed(steps) if level <= one.spp),
            one.spp >= highest,
        )
        for one in ranked[:GREATEST]
    )
    return found, sum(one.spp >= highest for one in ranked)


def _champions(league: League, past: Chronicle) -> tuple[Champions, ...]:
    """Of seasons that are over, the latest first: whoever was on top of the table after the last round."""
    books = rule_books(league)
    found = []
    for season in league.seasons.filter(current=False).order_by("-number"):
        first = leaders(league, past, season, books)
        if first:
            found.append(Champions(season, first))
    return tuple(found)


def leaders(league: League, past: Chronicle, season: Season, books: RuleBooks) -> tuple[TeamTold, ...]:
    matches = [one for one in past.of_season(season.number) if one.stage == Stage.LEAGUE]
    if not matches:
        return ()
    teams = tuple(team.pk for team in in_season(past, matches, season.current))
    rows = standings(teams, [played(one, books) for one in matches], points_of(league))
    return tuple(past.team[row.team] for row in rows if row.place == 1)


def _winners(league: League, competition: Competition) -> tuple[Winner, ...]:
    competition.league = league
    key = f"winners:{competition.pk}:{league.sequence}:{competition.version}"
    kept = cached(
        key,
        tuple[Winner, ...],
        lambda: tuple(
            Winner(entry.name, entry.team.slug if entry.team else "") for entry in champions(competition)
        ),
    )
    return kept
