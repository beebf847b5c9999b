"""The table of a season, worked out once for each state of the league."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec
from django.core.cache import cache
from django.db.models import Q

from engine.contest.standings import Played, Points, Row, standings
from league.domain.rules import RuleBooks, rule_books
from league.models import League, Season
from matches.models import Result, Stage, Winner
from teams.models import Team
from tournaments.domain.cached import cached
from tournaments.domain.queries import get_season, last_publication
from tournaments.models import Publication
from tournaments.page import Line


@dataclass(frozen=True, slots=True)
class Standing:
    """A season and its table, with movement since the last time that it was published."""

    season: Season
    lines: tuple[Line, ...]
    published: Publication | None


def points_of(league: League) -> Points:
    return Points(league.win_points, league.draw_points, league.loss_points)


def standing_now(league: League, number: int | None = None) -> Standing:
    """The season of that number, or the one that is being played."""
    season = get_season(league, number)
    last = last_publication(season)
    return Standing(season, moved(table(season), last.places if last else {}), last)


def moved(lines: Iterable[Line], before: Mapping[int, int]) -> tuple[Line, ...]:
    """The lines with their movement since another table, which is given as places by team."""
    return tuple(
        msgspec.structs.replace(
            line, moved=before[line.row.team] - line.row.place if line.row.team in before else None
        )
        for line in lines
    )


def table(season: Season) -> tuple[Line, ...]:
    """The table of the season, best first, at two queries at most.

    Worked out once for each number of the league's last act; names are those of today.
    """
    league = season.league
    teams = {team.pk: team for team in _teams(season)}
    return tuple(
        Line(row, team.name, team.slug, team.race, team.coach_id)
        for row in _rows(season, tuple(teams), points_of(league))
        for team in (teams[row.team],)
    )


def _teams(season: Season) -> Iterable[Team]:
    """Who has a row: the accepted teams, and whoever had a match in the season. By name, for shared places."""
    played = season.fixtures.all()
    entered = Q(pk__in=played.values("home")) | Q(pk__in=played.values("away"))
    if season.current:
        entered |= Q(accepted=True)
    return (
        Team.objects.filter(entered, league=season.league_id)
        .only("name", "slug", "race", "coach_id")
        .order_by("name_key")
    )


def _rows(season: Season, teams: tuple[int, ...], points: Points) -> tuple[Row, ...]:
    """Kept under everything that they are worked out from."""
    books = rule_books(season.league)
    return cached(
        _key(season, teams, books, points),
        tuple[Row, ...],
        lambda: standings(teams, played_in(season, books), points),
    )


def _key(season: Season, teams: tuple[int, ...], books: RuleBooks, points: Points) -> str:
    # A book that nothing was played under yet may be written anew, under the same number of the last act.
    worth = [(book.after, book.win_points, book.draw_points, book.loss_points) for book in books.books]
    digest = hash((teams, msgspec.structs.astuple(points), tuple(worth)))
    return f"table:{season.pk}:{season.league.sequence}:{digest}"


def stale(season: Season) -> str | None:
    """The key of a kept table that is not what its results say; None where there is none, or it is right."""
    teams, points = tuple(team.pk for team in _teams(season)), points_of(season.league)
    books = rule_books(season.league)
    key = _key(season, teams, books, points)
    kept = cache.get(key)
    anew = msgspec.json.encode(standings(teams, played_in(season, books), points))
    return key if kept is not None and kept != anew else None


def played_in(season: Season, books: RuleBooks) -> list[Played]:
    """Every league match of the season that has a result; cups do not count.

    Who won is carried, not read from the score. A match brings the points that it was played for, whatever the league
    gives now.
    """
    results = Result.objects.filter(fixture__season=season, fixture__stage=Stage.LEAGUE).values_list(
        "fixture__home_id",
        "fixture__away_id",
        "home_score",
        "away_score",
        "home_casualties",
        "away_casualties",
        "winner",
        "act__place",
        "fixture__neutral",
    )
    return [
        Played(
            home,
            away,
            home_td,
            away_td,
            home_cas,
            away_cas,
            _winner(winner, home, away),
            books.points_at(place),
            neutral,
        )
        for home, away, home_td, away_td, home_cas, away_cas, winner, place, neutral in results.order_by()
    ]


def _winner(winner: str, home: int, away: int) -> int | None:
    return {Winner.HOME: home, Winner.AWAY: away}.get(Winner(winner))
