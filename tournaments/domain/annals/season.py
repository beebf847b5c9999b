"""A season in charts: the race for its table, gold and rating, points by source, casualties.

What is drawn is limited: the first of the table, and whoever is asked for. A table beside each chart has the numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec
from django.utils.text import capfirst
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from engine.charts import Bar, Diverging, Pair, Plot, Series, Stacked
from engine.words import named
from league.domain.roles import NotVisible
from league.domain.rules import RuleBooks, rule_books
from league.models import League, Season
from matches.models import Stage
from tournaments.domain.annals.chronicle import chronicle
from tournaments.domain.annals.race import Race, run, state_of
from tournaments.domain.annals.told import SOURCES, Chronicle, MatchTold, SideTold, TeamTold
from tournaments.domain.cached import cached
from tournaments.domain.queries import get_season

DRAWN = 8
"""So many teams of a season are drawn, besides the one that is asked for."""
PLAYERS = 12
"""So many players of a team are drawn."""


class Charts(msgspec.Struct, frozen=True):
    """``teams`` are all of the season, the first of the table first; ``left_out`` of them are not drawn. ``team`` is
    the one that is asked for; ``of_team`` tells of it alone."""

    teams: tuple[TeamTold, ...]
    left_out: int
    matches: int
    team: TeamTold | None
    race: Plot
    treasury: Plot
    strength: Plot
    points: Stacked
    casualties: Diverging
    of_team: Stacked | None


@dataclass(frozen=True, slots=True)
class SeasonCharts:
    """The charts of a season, and all seasons, the latest first."""

    season: Season
    seasons: tuple[Season, ...]
    charts: Charts


def season_charts(league: League, number: int | None = None, team: str = "") -> SeasonCharts:
    """Three queries where the charts are kept. Raises NotVisible for a season or a team that is not there."""
    season = get_season(league, number)
    books = rule_books(league)
    key = f"season-charts:{state_of(league, season, books)}:{get_language()}:{team}"
    charts = cached(key, Charts, lambda: _charts(league, season, books, team))
    return SeasonCharts(season, tuple(league.seasons.order_by("-number")), charts)


def _charts(league: League, season: Season, books: RuleBooks, team: str) -> Charts:
    past = chronicle(league)
    race = run(league, past, season.number, season.current, books)
    asked = _asked(past, race, team)
    order = [one.team for one in race.runners]
    shown = order[:DRAWN] + ([asked.pk] if asked and asked.pk not in order[:DRAWN] else [])
    drawing = _Drawing(past, past.of_season(season.number), tuple(shown), asked.pk if asked else None, season)
    return Charts(
        tuple(past.team[pk] for pk in order),
        len(order) - len(shown),
        len(drawing.matches),
        asked,
        drawing.race(race),
        drawing.treasury(),
        drawing.strength(league.rules.rules.strength_name),
        drawing.points(),
        drawing.casualties(),
        drawing.players(asked) if asked else None,
    )


def _asked(past: Chronicle, race: Race, slug: str) -> TeamTold | None:
    if not slug:
        return None
    found = past.slugs.get(slug)
    if found is None or found.pk not in {one.team for one in race.runners}:
        raise NotVisible(_("No team of that name is in the table of this season. Choose one from the list."))
    return found


def source_names() -> tuple[str, ...]:
    """What star player points are for, in the order of ``SOURCES``."""
    return (
        _("Completions"),
        _("Touchdowns"),
        _("Interceptions"),
        _("Casualties"),
        _("Most valuable player"),
        pgettext("star player points", "Other"),
    )


class _Drawing:
    """``shown`` are the teams that are drawn, in their order; a team keeps its look in every chart."""

    def __init__(
        self,
        past: Chronicle,
        matches: tuple[MatchTold, ...],
        shown: tuple[int, ...],
        focus: int | None,
        season: Season,
    ) -> None:
        self.past, self.matches, self.shown, self.focus, self.season = past, matches, shown, focus, season
        self.rounds = tuple(sorted({one.round for one in matches}))

    def _series(self, values: Callable[[int], Sequence[int | None]]) -> tuple[Series, ...]:
        return tuple(
            Series(self.past.team[team].name, tuple(values(team)), look, team == self.focus)
            for look, team in enumerate(self.shown)
        )

    def race(self, race: Race) -> Plot:
        places = {one.team: one.places for one in race.runners}
        return Plot(
            _("Race through the season"),
            _("The place of each team in the table after each round; the first place is on top."),
            _("Round"),
            tuple(str(one) for one in race.rounds),
            self._series(lambda team: places[team]),
            inverted=True,
        )

    def _over_time(
        self, title: str, told: str, at_match: Callable[[SideTold], int], now: Callable[[TeamTold], int]
    ) -> Plot:
        """As each team took the field in its last match of a round; of the season that is played, also as it is now."""
        found: dict[tuple[int, int], int] = {}
        for match in self.matches:
            for side in (match.home, match.away):
                found[side.team, match.round] = at_match(side)
        labels = [str(one) for one in self.rounds]
        current = self.season.current and bool(labels)
        if current:
            labels.append(_("now"))

        def values(team: int) -> list[int | None]:
            told: list[int | None] = [found.get((team, one)) for one in self.rounds]
            return [*told, now(self.past.team[team])] if current else told

        return Plot(title, told, _("Round"), tuple(labels), self._series(values))

    def treasury(self) -> Plot:
        return self._over_time(
            _("Treasury"),
            _("Gold pieces with which each team took the field, round by round."),
            lambda side: side.treasury,
            lambda team: team.treasury,
        )

    def strength(self, name: str) -> Plot:
        return self._over_time(
            capfirst(named(name)),
            _("What each team was rated when it took the field, round by round."),
            lambda side: side.strength,
            lambda team: team.strength,
        )

    def points(self) -> Stacked:
        sums: dict[int, list[int]] = defaultdict(lambda: [0] * len(SOURCES))
        for match in self.matches:
            for side in (match.home, match.away):
                for deeds in side.deeds:
                    for kind, amount in enumerate(deeds.points):
                        sums[side.team][kind] += amount
        return self._stacked(
            _("Star player points by what they are for"),
            _("Points that the players of each team gained in the matches of the season."),
            _("Team"),
            [Bar(self.past.team[team].name, tuple(sums[team]), team == self.focus) for team in self.shown],
        )

    def _stacked(self, title: str, told: str, rows: str, bars: list[Bar]) -> Stacked:
        """Without the kinds that nobody has."""
        kept = [
            kind
            for kind in range(len(SOURCES))
            if kind < len(SOURCES) - 1 or any(one.parts[kind] for one in bars)
        ]
        names = source_names()
        return Stacked(
            title,
            told,
            rows,
            tuple(names[kind] for kind in kept),
            tuple(Bar(one.name, tuple(one.parts[kind] for kind in kept), one.focus) for one in bars),
            _("Together"),
        )

    def players(self, team: TeamTold) -> Stacked:
        """The players of one team who gained most in the season."""
        sums: dict[int, list[int]] = defaultdict(lambda: [0] * len(SOURCES))
        for match in self.matches:
            for side in (match.home, match.away):
                for deeds in side.deeds if side.team == team.pk else ():
                    for kind, amount in enumerate(deeds.points):
                        sums[deeds.player][kind] += amount
        known = [(uid, points) for uid, points in sums.items() if (team.pk, uid) in self.past.person]
        known.sort(key=lambda one: (-sum(one[1]), one[0]))
        return self._stacked(
            _("Star player points of {team}").format(team=team.name),
            _("Points that its players gained in the matches of the season, whoever has most first."),
            _("Player"),
            [Bar(self.past.person[team.pk, uid].name, tuple(points)) for uid, points in known[:PLAYERS]],
        )

    def casualties(self) -> Diverging:
        caused: dict[int, int] = defaultdict(int)
        suffered: dict[int, int] = defaultdict(int)
        for match in self.matches:
            if match.stage == Stage.LEAGUE:
                for own, rival in match.sides:
                    caused[own.team] += own.caused
                    suffered[own.team] += rival.caused
        return Diverging(
            _("Casualties suffered and caused"),
            _("Casualties of each team in the matches that count for the table."),
            _("Team"),
            _("Suffered"),
            _("Caused"),
            tuple(
                Pair(self.past.team[team].name, suffered[team], caused[team], team == self.focus)
                for team in self.shown
            ),
        )
