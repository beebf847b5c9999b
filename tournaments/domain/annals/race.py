"""How the table of a season looked after each of its rounds."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.contest.standings import Played, standings
from league.domain.rules import RuleBooks
from league.models import League, Season
from matches.models import Stage
from tournaments.domain.annals.told import Chronicle, MatchTold, TeamTold
from tournaments.domain.standings import points_of


class Runner(msgspec.Struct, frozen=True, array_like=True):
    """A team with its place after each round; the last is that of the table."""

    team: int
    places: tuple[int, ...]


class Race(msgspec.Struct, frozen=True, array_like=True):
    """``runners`` by their places now."""

    rounds: tuple[int, ...]
    runners: tuple[Runner, ...]


def state_of(league: League, season: Season, books: RuleBooks) -> str:
    """All that a table of the season is worked out from, as a part of a key."""
    # A book that nothing was played under yet may be written anew, under the same number of the last act.
    worth = [(book.after, book.win_points, book.draw_points, book.loss_points) for book in books.books]
    own = league.win_points, league.draw_points, league.loss_points
    return f"{season.pk}:{season.current}:{league.sequence}:{hash((own, *worth))}"


def run(league: League, past: Chronicle, number: int, current: bool, books: RuleBooks) -> Race:
    matches = [one for one in past.of_season(number) if one.stage == Stage.LEAGUE]
    teams = tuple(team.pk for team in in_season(past, matches, current))
    rounds = tuple(sorted({one.round for one in matches}))
    places: dict[int, list[int]] = {team: [] for team in teams}
    points = points_of(league)
    for round_ in rounds:
        rows = standings(teams, [played(one, books) for one in matches if one.round <= round_], points)
        for row in rows:
            places[row.team].append(row.place)
    runners = (Runner(team, tuple(found)) for team, found in places.items())
    return Race(rounds, tuple(sorted(runners, key=lambda one: one.places[-1:])))


def in_season(past: Chronicle, matches: Sequence[MatchTold], current: bool) -> list[TeamTold]:
    """Teams of the table: those that have played, and of the season that is being played all that are accepted."""
    found = {side.team for one in matches for side in (one.home, one.away)}
    return [team for team in past.teams if team.pk in found or (current and team.accepted)]


def played(match: MatchTold, books: RuleBooks) -> Played:
    """The match as tables count it, with the points that it was played for."""
    home, away = match.home, match.away
    winner = match.side(match.winner).team if match.winner else None
    points = books.points_at(match.place)
    return Played(
        home.team,
        away.team,
        home.score,
        away.score,
        home.caused,
        away.caused,
        winner,
        points,
        match.neutral,
    )
