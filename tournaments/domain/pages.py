"""What a page about the whole league shows: its table, results, fixtures, leaders, deaths and news.

The league's home shows it as it is now; a publication keeps it as it was.
"""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import override

from league.models import Bulletin, League, Season
from matches.models import Fixture, FixtureStatus, Result, Stage
from tournaments.domain.leaders import boards, deaths, injuries
from tournaments.domain.standings import moved, table
from tournaments.models import Publication
from tournaments.page import Coming, News, Page, Score

PUBLISHED_FIXTURES = 50
PUBLISHED_ROUNDS = 2
"""Of a whole season's schedule a page of the week shows what comes next."""
PUBLISHED_LEADERS = 5
PUBLISHED_DEATHS = 100
PUBLISHED_INJURIES = 200


def to_publish(league: League, season: Season, last: Publication | None, since: datetime) -> Page:
    """The league as it is now, in full; ``since``: what is news."""
    bulletin = news(league)
    return Page(
        table=moved(table(season), last.places if last else {}),
        results=results(season, since=since),
        fixtures=_next_rounds(coming(season, PUBLISHED_FIXTURES)),
        leaders=tuple(board.top(PUBLISHED_LEADERS) for board in boards(league)),
        deaths=deaths(league, since, PUBLISHED_DEATHS),
        injuries=injuries(league, since, PUBLISHED_INJURIES),
        bulletin=bulletin if bulletin and bulletin.published > since else None,
    )


def results(season: Season, since: datetime | None = None, length: int | None = None) -> tuple[Score, ...]:
    """The latest first."""
    found = Result.objects.filter(fixture__season=season)
    if since is not None:
        found = found.filter(played_at__gt=since)
    found = (
        found.select_related("fixture__home", "fixture__away")
        .only(
            "home_score",
            "away_score",
            "home_casualties",
            "away_casualties",
            "winner",
            "conceded_by",
            "played_at",
            "fixture__number",
            "fixture__round",
            "fixture__stage",
            "fixture__home__name",
            "fixture__home__slug",
            "fixture__away__name",
            "fixture__away__slug",
        )
        .order_by("-played_at", "-pk")
    )
    return tuple(
        Score(
            number=result.fixture.number,
            round=result.fixture.round,
            home=result.fixture.home.name,
            home_slug=result.fixture.home.slug,
            away=result.fixture.away.name,
            away_slug=result.fixture.away.slug,
            home_score=result.home_score,
            away_score=result.away_score,
            home_casualties=result.home_casualties,
            away_casualties=result.away_casualties,
            winner=result.winner,
            conceded_by=result.conceded_by,
            played_at=result.played_at,
            occasion=_occasion(result.fixture),
        )
        for result in found[:length]
    )


def _occasion(fixture: Fixture) -> str:
    """In English: it is kept, and translated where it is shown."""
    if fixture.stage == Stage.LEAGUE:
        return ""
    with override("en"):
        return str(Stage(fixture.stage).label)


def coming(season: Season, length: int) -> tuple[Coming, ...]:
    """The next fixtures: by round, then by day."""
    found: list[Fixture] = list(
        season.fixtures.filter(status=FixtureStatus.OPEN)
        .select_related("home", "away")
        .order_by("round", "scheduled", "number")[:length]
    )
    return tuple(
        Coming(
            number=fixture.number,
            round=fixture.round,
            home=fixture.home.name,
            home_slug=fixture.home.slug,
            away=fixture.away.name,
            away_slug=fixture.away.slug,
            scheduled=fixture.scheduled,
            occasion=_occasion(fixture),
        )
        for fixture in found
    )


def _next_rounds(fixtures: tuple[Coming, ...]) -> tuple[Coming, ...]:
    rounds = list(dict.fromkeys(one.round for one in fixtures))[:PUBLISHED_ROUNDS]
    return tuple(one for one in fixtures if one.round in rounds)


def news(league: League) -> News | None:
    """The latest bulletin."""
    bulletin: Bulletin | None = league.bulletins.select_related("author").first()
    if bulletin is None:
        return None
    return News(
        bulletin.title,
        bulletin.text,
        bulletin.author.username if bulletin.author else "",
        bulletin.published,
    )
