"""Which matches move ratings, in the order in which they do.

All that were begun and have a result: league matches, and those of competitions with and without rosters. Byes,
walk-overs and refused challenges were not begun; what is annulled counts nowhere. Where a drawn match of a knockout was
settled by lot, who moved on has won it, as in tables.

The order is that of time: of a match with a log, when it was played; of one without, the day of its round, or else the
first day of the competition, since when a result was entered changes with each correction. So a corrected result stays
in its place. The NAF's K goes by the coaches of an event: of a competition those who have entered; of league matches
outside competitions those who have played one in the season. A major counts as one of sixty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any, cast

from engine.contest.elo import Event, Rated, RatedGame, rated_game
from engine.contest.played import Outcome, Played
from league.models import League
from matches.models import Result
from tournaments.domain.competing.tables import played_with
from tournaments.domain.naf_reports import KEPT
from tournaments.domain.ratings.coaches import Coach, Coached, Entered, of_account, race_name, within
from tournaments.models import Competition, Kind, Pairing

_OF_PAIRINGS = (
    "pk",
    "round__stage__competition_id",
    "round__publish_at",
    "round__stage__number",
    "table",
    f"reports__{KEPT}__races",
    "fixture__number",
    "fixture__home_id",
    "fixture__away_id",
    "fixture__result__played_at",
    "fixture__result__act__place",
)


@dataclass(frozen=True, slots=True)
class Match:
    """Where a match stands. ``contest`` is the name of the competition or the season; ``fixture`` is the number of the
    match, where it has a log; else ``pairing`` is its key in the competition."""

    league: str
    league_name: str
    contest: str
    at: datetime
    competition: str = ""
    pairing: int | None = None
    fixture: int | None = None


@dataclass(frozen=True, slots=True)
class Games:
    """``matches`` and the ``coaches`` in them are by their keys; ``accounts`` by the NAF numbers that are theirs."""

    games: tuple[RatedGame, ...]
    matches: dict[int, Match]
    coaches: dict[str, Coach]
    accounts: dict[int, int]


@dataclass(frozen=True, slots=True)
class _Found:
    """A match before it is known how many coaches its event has."""

    order: tuple[Any, ...]
    event: tuple[str, int]
    played: Played
    home: Rated | None
    away: Rated | None
    match: Match


def games(league: League | None) -> Games:
    """Those of a league, or of all public leagues together: seven queries, two more where teams were handed over, and
    one more where entries with accounts were taken over."""
    entered, coached = Entered(league), Coached(league)
    competitions = {
        one.pk: one
        for one in Competition.objects.filter(within(league, "league"))
        .select_related("league")
        .only("kind", "name", "slug", "starts", "created", "league__slug", "league__name")
    }
    found = [*_of_league(league, coached), *_of_competitions(league, competitions, entered, coached)]
    found.sort(key=lambda one: one.order)
    events = _events(found, competitions, entered)
    counted: list[RatedGame] = []
    matches: dict[int, Match] = {}
    for key, one in enumerate(found):
        game = rated_game(one.played, one.home, one.away, events[one.event], key)
        if game is not None:
            counted.append(game)
            matches[key] = one.match
    return Games(tuple(counted), matches, entered.coaches, entered.accounts)


def _events(
    found: list[_Found], competitions: dict[int, Competition], entered: Entered
) -> dict[tuple[str, int], Event]:
    of_season: dict[int, set[str]] = {}
    for one in found:
        what, key = one.event
        if what == "season":
            of_season.setdefault(key, set()).update(str(side[0]) for side in (one.home, one.away) if side)
    events = {("season", key): Event(len(coaches)) for key, coaches in of_season.items()}
    for key, competition in competitions.items():
        major = competition.kind == Kind.MAJOR
        events["competition", key] = Event(entered.taking_part(key), major)
    return events


# league matches that no competition asks for


def _of_league(league: League | None, coached: Coached) -> Iterator[_Found]:
    rows = (
        Result.objects.filter(within(league, "fixture__league"), fixture__pairing=None)
        .order_by()
        .values_list(
            "fixture__home_id",
            "fixture__away_id",
            "winner",
            "conceded_by",
            "played_at",
            "act__place",
            "fixture__season_id",
            "fixture__season__name",
            "fixture__number",
            "fixture__league_id",
            "fixture__league__slug",
            "fixture__league__name",
        )
    )
    for home, away, winner, conceded, at, place, season, called, number, key, slug, name in rows:
        yield _Found(
            order=(at, key, place, number),
            event=("season", season),
            played=Played(
                home, away, cast(Outcome, winner or "draw"), kind="conceded" if conceded else "played"
            ),
            home=_side(coached, home, place),
            away=_side(coached, away, place),
            match=Match(slug, name, called, at, fixture=number),
        )


def _side(coached: Coached, team: int, place: int) -> Rated | None:
    account = coached.coach(team, place)
    return (of_account(account), coached.race(team)) if account is not None else None


# matches of competitions


def _of_competitions(
    league: League | None, competitions: dict[int, Competition], entered: Entered, coached: Coached
) -> Iterator[_Found]:
    rows = Pairing.objects.filter(within(league, "round__stage__competition__league"), away__isnull=False)
    for played, more in played_with(rows, *_OF_PAIRINGS):
        pk, key, published, stage, table, races, number, host, guest, played_at, place = more
        competition = competitions[key]
        at = played_at or published or _beginning(competition)
        sides = [
            _entry(entered, key, entry, pk, side)
            for entry, side in ((played.home, "home"), (played.away, "away"))
        ]
        if played_at is not None:
            sides = [
                _side(coached, team, place) or side for team, side in zip((host, guest), sides, strict=True)
            ]
        elif races:
            sides = [
                (side[0], race_name(race)) if side and race else side
                for side, race in zip(sides, races, strict=True)
            ]
        yield _Found(
            order=(at, competition.league_id, place or 0, 0, key, stage, played.round, table, pk),
            event=("competition", key),
            played=played,
            home=sides[0],
            away=sides[1],
            match=Match(
                competition.league.slug,
                competition.league.name,
                competition.name,
                at,
                competition.slug,
                pk,
                number if played_at is not None else None,
            ),
        )


def _entry(entered: Entered, competition: int, number: Any, pairing: int, side: str) -> Rated | None:
    coach = entered.key(competition, number, pairing, side)
    return (coach, entered.races[competition, number]) if coach is not None else None


def _beginning(competition: Competition) -> datetime:
    if competition.starts is None:
        return competition.created
    return datetime.combine(competition.starts, time(12), UTC)
