"""Papers of a league: its table, its rosters, its match sheets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from django.db.models import Prefetch
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.words import named, position_named
from engine.words import number as grouped
from league.domain.roles import NotVisible
from league.models import League
from matches.domain.queries import get_fixture
from matches.models import Fixture, FixtureStatus
from teams.domain.queries import get_team
from teams.models import Player, Status, Team
from tournaments.domain import publishing
from tournaments.domain.queries import get_season
from tournaments.domain.standings import standing_now
from tournaments.page import Line
from tournaments.printing import Column, MatchSheet, MatchSheets, PlayerLine, Roster, Rosters, Side, Table

FOOT = "Dugout"


def table_columns() -> tuple[Column, ...]:
    short = (
        pgettext("short: matches played", "P"),
        pgettext("short: matches won", "W"),
        pgettext("short: matches drawn", "D"),
        pgettext("short: matches lost", "L"),
        _("TD±"),
        _("TD+"),
        _("TD−"),
        _("CAS±"),
        _("CAS+"),
        _("CAS−"),
    )
    return (
        Column("#"),
        Column(_("Team"), wide=True, align="left", strong=True),
        Column(_("Race"), align="left"),
        Column(pgettext("short: points", "Pts"), strong=True),
        *(Column(name) for name in short),
    )


def foot(league: League) -> str:
    return f"{league.name} · {FOOT}"


# --- standings ------------------------------------------------------------------------------------------------


def standings(league: League, number: int | None = None) -> Table:
    """The table of the season of that number, or of the one that is being played."""
    standing = standing_now(league, number)
    title = _("Standings, {season}").format(season=standing.season.name)
    return _table(league, title, standing.lines, how_points_are_given(league))


def how_points_are_given(league: League) -> str:
    return _(
        "{win} for a win, {draw} for a draw, {loss} for a loss; then touchdown difference, casualty difference, "
        "touchdowns scored."
    ).format(win=league.win_points, draw=league.draw_points, loss=league.loss_points)


def published(league: League, year: int, week: int) -> Table:
    """The table as it was published."""
    found = publishing.find(league, year, week)
    note = _("As published on {day}.").format(day=date_format(found.published_at, "DATE_FORMAT"))
    title = _("Week {week} of {year}, {season}").format(week=week, year=year, season=found.season.name)
    return _table(league, title, found.page.table, note)


def _table(league: League, title: str, lines: Iterable[Line], note: str) -> Table:
    return Table(title, league.name, foot(league), columns=table_columns(), rows=table_rows(lines), note=note)


def table_rows(lines: Iterable[Line]) -> tuple[tuple[str | int, ...], ...]:
    """In the order of ``table_columns``."""
    return tuple(
        (
            line.place,
            line.name,
            named(line.race),
            row.points,
            row.played,
            row.won,
            row.drawn,
            row.lost,
            row.td_difference,
            row.td_for,
            row.td_against,
            row.cas_difference,
            row.cas_for,
            row.cas_against,
        )
        for line in lines
        for row in (line.row,)
    )


# --- rosters --------------------------------------------------------------------------------------------------


def roster(league: League, slug: str) -> Rosters:
    team = get_team(league, slug)
    return Rosters(league.name, foot=foot(league), rosters=(_roster(with_players([team.pk])[0], league),))


def rosters(league: League) -> Rosters:
    """Of every accepted team, by name."""
    keys = league.teams.filter(accepted=True, withdrawn=False).values_list("pk", flat=True)
    return Rosters(
        league.name, foot=foot(league), rosters=tuple(_roster(team, league) for team in with_players(keys))
    )


def with_players(keys: Iterable[int]) -> list[Team]:
    """The teams by name, each with its coach and with ``signed`` players by shirt number; two queries."""
    active = Player.objects.filter(status=Status.ACTIVE).order_by("number", "uid")
    teams = Team.objects.filter(pk__in=keys).select_related("coach").order_by("name_key")
    return list(teams.prefetch_related(Prefetch("players", active, to_attr="signed")))


def _roster(team: Team, league: League) -> Roster:
    return Roster(
        name=team.name,
        race=named(team.race),
        coach=_coach(team) or _("no coach"),
        strength_name=league.rules.rules.strength_name,
        strength=team.strength,
        players=player_lines(team),
        staff=_staff(team),
        record=record_of(team),
    )


def _staff(team: Team) -> tuple[tuple[str, str | int], ...]:
    return (
        (_("Treasury"), grouped(team.treasury)),
        (_("Re-rolls"), _("{count} at {price}").format(count=team.rerolls, price=grouped(team.reroll_price))),
        (_("Fan factor"), team.fan_factor),
        (_("Assistant coaches"), team.assistant_coaches),
        (_("Cheerleaders"), team.cheerleaders),
        (_("Apothecary"), team.apothecary),
        *([(_("Home field"), named(team.stadium))] if team.stadium else []),
        *([(_("Trophies"), ", ".join(map(named, team.trophies)))] if team.trophies else []),
    )


def record_of(team: Team) -> tuple[tuple[str, str | int], ...]:
    """What the team has come to in its whole career, each line with its name."""
    scored = _("{scored} to {against}")
    return (
        (_("Won, drawn, lost"), f"{team.won}, {team.drawn}, {team.lost}"),
        (_("Touchdowns"), scored.format(scored=team.touchdowns_for, against=team.touchdowns_against)),
        (_("Casualties"), scored.format(scored=team.casualties_for, against=team.casualties_against)),
        (_("Star player points"), team.spp),
        (_("Worth"), grouped(team.worth)),
    )


def _coach(team: Team) -> str:
    return team.coach.username if team.coach else ""


def player_lines(team: Team) -> tuple[PlayerLine, ...]:
    """Of a team that ``with_players`` has read."""
    return tuple(_player(one) for one in cast("list[Player]", team.signed))  # type: ignore[attr-defined]


def _player(player: Player) -> PlayerLine:
    ma, st, ag, av = player.stats
    return PlayerLine(
        number=player.number,
        name=player.name,
        position=position_named(player.position),
        stats=(ma, st, ag, av),
        skills=", ".join(map(named, player.skills)),
        injuries=", ".join(map(named, player.injuries)),
        completions=player.completions,
        touchdowns=player.touchdowns,
        interceptions=player.interceptions,
        casualties=player.casualties,
        mvps=player.mvps,
        spp=player.spp,
        price=player.worth,
        out=player.misses_next,
    )


# --- match sheets ---------------------------------------------------------------------------------------------


def blank_sheet(league: League) -> MatchSheets:
    """One to be filled in by hand, whoever plays."""
    return MatchSheets(
        league.name,
        _("Match sheet"),
        foot(league),
        sheets=(MatchSheet(),),
        bought=named(league.rules.shop.called),
    )


def match_sheet(league: League, number: int) -> MatchSheets:
    """Of one match, with both rosters as they are now."""
    return _sheets(league, [get_fixture(league, number)])


def round_sheets(league: League, number: int) -> MatchSheets:
    """Of every match of a round of the season that is still to be played."""
    open_ones = Fixture.objects.filter(
        league=league, season=get_season(league), round=number, status=FixtureStatus.OPEN
    )
    found = list(open_ones.select_related("season").order_by("number"))
    if not found:
        raise NotVisible(_("No match of round {number} is to be played.").format(number=number))
    return _sheets(league, found)


def _sheets(league: League, fixtures: list[Fixture]) -> MatchSheets:
    sides = sides_of({key for one in fixtures for key in (one.home_id, one.away_id)}, league)
    return MatchSheets(
        league.name,
        fixtures[0].season.name,
        foot(league),
        sheets=tuple(MatchSheet(sides[one.home_id], sides[one.away_id], _occasion(one)) for one in fixtures),
        bought=named(league.rules.shop.called),
    )


def _occasion(fixture: Fixture) -> str:
    return _("Round {round}, match {number}").format(round=fixture.round, number=fixture.number)


def sides_of(keys: Iterable[int], league: League) -> dict[int, Side]:
    """Each team as it stands on a match sheet, by its id; two queries."""
    strength = league.rules.rules.strength_name
    return {
        team.pk: Side(
            team.name,
            _coach(team),
            named(team.race),
            f"{strength} {grouped(team.strength)}",
            player_lines(team),
        )
        for team in with_players(keys)
    }
