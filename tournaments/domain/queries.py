"""Reads of seasons and publications."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.domain.roles import NotVisible
from league.models import League, Season
from tournaments.models import Publication


def get_season(league: League, number: int | None = None) -> Season:
    """The season of that number, or the one that is being played."""
    if number is None:
        return league.season
    season = league.seasons.filter(number=number).first()
    if season is None:
        raise NotVisible(_("{league} has no season {number}.").format(league=league.name, number=number))
    return season


def publications(league: League) -> QuerySet[Publication]:
    """The latest first, without what is on their pages."""
    return league.publications.select_related("season", "by").defer(
        "table", "results", "fixtures", "leaders", "deaths", "injuries", "bulletin"
    )


def last_publication(season: Season) -> Publication | None:
    """With its table only."""
    return (
        season.publications.only("league_id", "season_id", "year", "week", "published_at", "table")
        .order_by("-year", "-week")
        .first()
    )
