"""Papers of a league: its table, its rosters, its match sheets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from django.db.models import Prefetch

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
STANDINGS = (
    Column("#"),
    Column("Team", wide=True, align="left", strong=True),
    Column("Race", align="left"),
    Column("Pts", strong=True),
    *(Column(name) for name in ("P", "W", "D", "L", "TD±", "TD+", "TD−", "CAS±", "CAS+", "CAS−")),
)
NOBODY = "no coach"


def foot(league: League) -> str:
    return f"{league.name} · {FOOT}"


# --- standings ------------------------------------------------------------------------------------------------


def standings(league: League, number: int | None = None) -> Table:
    """The table of the season of that number, or of the one that is being played."""
    standing = standing_now(league, number)
    note = (
        f"{league.win_points} for a win, {league.draw_points} for a draw, {league.loss_points} for a loss; "
        "then touchdown difference, casualty difference, touchdowns scored."
    )
    return _table(league, f"Standings, {standing.season.name}", standing.lines, note)


def published(league: League, year: int, week: int) -> Table:
    """The table as it was published."""
    found = publishing.find(league, year, week)
    note = f"As published on {found.published_at:%-d %B %Y}."
    return _table(league, f"Week {week} of {year}, {found.season.name}", found.page.table, note)


def _table(league: League, title: str, lines: Iterable[Line], note: str) -> Table:
    rows = tuple(
        (
            line.place,
            line.name,
            line.race,
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
    return Table(title, league.name, foot(league), columns=STANDINGS, rows=rows, note=note)


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
        race=team.race,
        coach=_coach(team) or NOBODY,
        strength_name=league.rules.rules.strength_name,
        strength=team.strength,
        players=player_lines(team),
        staff=(
            ("Treasury", f"{team.treasury:,}"),
            ("Re-rolls", f"{team.rerolls} at {team.reroll_price:,}"),
            ("Fan factor", team.fan_factor),
            ("Assistant coaches", team.assistant_coaches),
            ("Cheerleaders", team.cheerleaders),
            ("Apothecary", team.apothecary),
            *([("Home field", team.stadium)] if team.stadium else []),
            *([("Trophies", ", ".join(team.trophies))] if team.trophies else []),
        ),
        record=(
            ("Won, drawn, lost", f"{team.won}, {team.drawn}, {team.lost}"),
            ("Touchdowns", f"{team.touchdowns_for} to {team.touchdowns_against}"),
            ("Casualties", f"{team.casualties_for} to {team.casualties_against}"),
            ("Star player points", team.spp),
            ("Worth", f"{team.worth:,}"),
        ),
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
        position=player.position,
        stats=(ma, st, ag, av),
        skills=", ".join(player.skills),
        injuries=", ".join(player.injuries),
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
        league.name, "Match sheet", foot(league), sheets=(MatchSheet(),), bought=league.rules.shop.called
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
        raise NotVisible(f"No match of round {number} is to be played.")
    return _sheets(league, found)


def _sheets(league: League, fixtures: list[Fixture]) -> MatchSheets:
    sides = sides_of({key for one in fixtures for key in (one.home_id, one.away_id)}, league)
    return MatchSheets(
        league.name,
        fixtures[0].season.name,
        foot(league),
        sheets=tuple(
            MatchSheet(sides[one.home_id], sides[one.away_id], f"Round {one.round}, match {one.number}")
            for one in fixtures
        ),
        bought=league.rules.shop.called,
    )


def sides_of(keys: Iterable[int], league: League) -> dict[int, Side]:
    """Each team as it stands on a match sheet, by its id; two queries."""
    strength = league.rules.rules.strength_name
    return {
        team.pk: Side(team.name, _coach(team), team.race, f"{strength} {team.strength:,}", player_lines(team))
        for team in with_players(keys)
    }
