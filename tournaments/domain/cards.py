"""The pictures that other sites show beside an address of a league: its front, its table, a match."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.words import named
from league.models import League
from matches.domain.queries import get_fixture
from matches.models import Fixture, Result
from teams.models import Player, Status
from tournaments.domain.cached import kept_as
from tournaments.domain.standings import standing_now
from tournaments.page import Line
from tournaments.printing import Card, CardLine, CardSide, LeagueCard, MatchCard, TableCard, png

TABLE_LINES = 8


def drawn(card: Card) -> tuple[bytes, str]:
    """The picture, and a name that it has as long as it is the same. Drawn once for each."""
    return kept_as("card", card, lambda: png(card))


def match(league: League, number: int) -> MatchCard:
    """A match of the league, played or to be played."""
    fixture = get_fixture(league, number)
    result = fixture.result if fixture.played else None
    return MatchCard(
        league=league.name,
        under=_("{season}, round {round}").format(season=fixture.season.name, round=fixture.round),
        home=CardSide(fixture.home.name, named(fixture.home.race), str(result.home_score) if result else ""),
        away=CardSide(fixture.away.name, named(fixture.away.race), str(result.away_score) if result else ""),
        note=of_match(fixture),
    )


def of_match(fixture: Fixture) -> str:
    """A line about it."""
    if fixture.played:
        result = fixture.result
        return _("Casualties {home}–{away}, {day}").format(
            home=result.home_casualties,
            away=result.away_casualties,
            day=date_format(result.played_at, "DATE_FORMAT"),
        )
    if fixture.scheduled:
        return _("To be played on {day}").format(day=date_format(fixture.scheduled, "DATE_FORMAT"))
    return _("To be played")


def table(league: League) -> TableCard:
    """The table of the season that is being played."""
    standing = standing_now(league)
    more = len(standing.lines) - TABLE_LINES
    return TableCard(
        league=league.name,
        under=standing.season.name,
        lines=tuple(
            CardLine(line.place, line.name, line.row.played, line.row.points)
            for line in standing.lines[:TABLE_LINES]
        ),
        played=_("Played"),
        points=_("Points"),
        more=ngettext("and {n} more team", "and {n} more teams", more).format(n=more) if more > 0 else "",
    )


def front(league: League) -> LeagueCard:
    """The league in three numbers; who leads it."""
    teams = league.teams.filter(accepted=True, withdrawn=False).count()
    played = Result.objects.filter(fixture__league=league).count()
    dead = Player.objects.filter(team__league=league, status=Status.DEAD).count()
    return LeagueCard(
        league=league.name,
        under=league.edition_name,
        figures=(
            (ngettext("team", "teams", teams), str(teams)),
            (ngettext("match played", "matches played", played), str(played)),
            (ngettext("player dead", "players dead", dead), str(dead)),
        ),
        note=leading(standing_now(league).lines),
    )


def leading(lines: Iterable[Line]) -> str:
    """Who is first in the table; empty as long as nothing was played, or where the place is shared."""
    first = [line for line in lines if line.row.place == 1 and line.row.played]
    if len(first) != 1:
        return ""
    points = first[0].row.points
    return ngettext(
        "{team} leads the table with {n} point", "{team} leads the table with {n} points", points
    ).format(team=first[0].name, n=points)
