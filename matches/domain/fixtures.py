"""Making fixtures, and taking them back while nothing has come of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.db import transaction
from django.db.models import Max, ProtectedError, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from engine.questions import Refusal
from league.domain.roles import require_commissioner, viewer
from league.models import League, Season, User
from matches.domain.errors import NotApplicable
from matches.domain.hosting import scheduled_venue, venue
from matches.models import Fixture, LogStatus, MatchLog, Stage
from teams.models import Team

NO_ROUND = gettext_noop("A round is a number from 1 to 999, not {round}.")
KNOCK_OUT = (Stage.QUARTER_FINAL, Stage.SEMI_FINAL, Stage.THIRD_PLACE, Stage.FINAL)
"""Nobody chooses the opponent here, so that no row of matches is too long."""


def make_fixture(
    by: User,
    league: League,
    home: Team,
    away: Team,
    round: int,
    scheduled: date | None = None,
    *,
    stage: Stage | str = Stage.LEAGUE,
    neutral: bool = False,
    as_agreed: bool = False,
    host_die: int | None = None,
    roll_for_host: bool = False,
    allow_same_coach: bool = False,
) -> Fixture:
    """A match of the current season, to be played.

    Who owns a home field is at home, unless it is ``as_agreed``; of two owners who meet for the first time a die
    decides, and then the other team may come to be the home team.

    Raises Refusal with everything that is wrong: a team against itself, teams that are not accepted or of another
    league, two teams of one coach unless that is allowed here, and one more match running against the same opponent
    than the league's rules allow.
    """
    require_commissioner(viewer(by, league))
    with transaction.atomic():
        League.objects.select_for_update().get(pk=league.pk)
        season = league.season
        teams = Team.objects.in_bulk([home.pk, away.pk])
        home, away = teams[home.pk], teams[away.pk]
        if stage not in Stage.values:
            raise Refusal(_("There is no stage of a contest called {stage!r}.").format(stage=stage))
        faults = _faults(league, home, away, round, allow_same_coach)
        if not faults and stage not in KNOCK_OUT:
            faults = _long_run(season, home, away, round)
        if faults:
            raise Refusal.of(faults)
        where = venue(
            season,
            home,
            away,
            round,
            Stage(stage),
            neutral=neutral,
            as_agreed=as_agreed,
            host_die=host_die,
            roll_for_host=roll_for_host,
        )
        last = league.fixtures.aggregate(last=Max("number"))["last"] or 0
        return Fixture.objects.create(
            league=league,
            season=season,
            number=last + 1,
            round=round,
            home=where.home,
            away=where.away,
            scheduled=scheduled,
            stage=stage,
            neutral=where.neutral,
            hosting=where.hosting,
            host_die=where.die,
        )


@dataclass(frozen=True, slots=True)
class Wanted:
    """A fixture that a competition asks for. ``home`` is who the schedule has at home."""

    home: Team
    away: Team
    round: int
    stage: Stage = Stage.LEAGUE
    neutral: bool = False
    scheduled: date | None = None


def make_fixtures(
    league: League, season: Season, wanted: Sequence[Wanted], *, allow_same_coach: bool = False
) -> list[Fixture]:
    """Fixtures of a competition, in the order in which they are asked for; the league is held by the caller, who has
    also seen to it that they may be made.

    The right of who owns a home field goes before the schedule, so a fixture may have the teams the other way round.
    Raises Refusal as ``make_fixture`` does.
    """
    faults: list[str] = []
    for one in wanted:
        faults += _faults(league, one.home, one.away, one.round, allow_same_coach)
    faults = list(dict.fromkeys(faults)) or _long_runs(season, wanted)
    if faults:
        raise Refusal.of(faults)
    last = league.fixtures.aggregate(last=Max("number"))["last"] or 0
    made: list[Fixture] = []
    for number, one in enumerate(wanted, last + 1):
        where = scheduled_venue(
            season, one.home, one.away, one.round, one.stage, neutral=one.neutral, with_these=made
        )
        made.append(
            Fixture(
                league=league,
                season=season,
                number=number,
                round=one.round,
                home=where.home,
                away=where.away,
                scheduled=one.scheduled,
                stage=one.stage,
                neutral=where.neutral,
                hosting=where.hosting,
                host_die=where.die,
            )
        )
    return Fixture.objects.bulk_create(made)


def move_fixtures(season: Season, moved: Sequence[Fixture], rounds: Mapping[int, int]) -> None:
    """Puts fixtures of a competition into other rounds, given by their primary keys; the league is held by the caller.

    Raises Refusal where league matches would make too many running of two teams.
    """
    wanted = [Wanted(one.home, one.away, rounds[one.pk], Stage(one.stage)) for one in moved]
    faults = _long_runs(season, wanted, [one.pk for one in moved])
    if faults:
        raise Refusal.of(faults)
    for one in moved:
        one.round = rounds[one.pk]
    Fixture.objects.bulk_update(moved, ["round"])


def _long_runs(season: Season, wanted: Sequence[Wanted], moved: Collection[int] = ()) -> list[str]:
    """Where league matches that are wanted would make too many running of two teams, in all that the season has.

    Elsewhere two teams may well meet more often running, as in the best of three. Those that are ``moved`` do not
    count where they were.
    """
    asked = [one for one in wanted if one.stage == Stage.LEAGUE]
    most = season.league.rules.rules.consecutive_matches_max
    if most is None:
        return []
    teams = {team.pk: team for one in asked for team in (one.home, one.away)}
    matches = list(
        season.fixtures.filter(Q(home__in=teams) | Q(away__in=teams))
        .exclude(pk__in=moved)
        .order_by("round", "number")
        .values_list("round", "home_id", "away_id")
    )
    # Those of a round that are there already are before what is added to it.
    matches += [(one.round, one.home.pk, one.away.pk) for one in asked]
    opponents: dict[int, list[int]] = {pk: [] for pk in teams}
    for _round, home, away in sorted(matches, key=lambda match: match[0]):
        for team, opponent in ((home, away), (away, home)):
            if team in opponents:
                opponents[team].append(opponent)
    pairs = {frozenset((one.home.pk, one.away.pk)) for one in asked}
    return [
        _too_long(teams[team], teams[opponent], run, most)
        for team, played in opponents.items()
        for opponent, run in ((opponent, len(list(same))) for opponent, same in groupby(played))
        if run > most and frozenset((team, opponent)) in pairs
    ]


def _too_long(team: Team, opponent: Team, run: int, most: int) -> str:
    return ngettext(
        "{team} would play {n} match in a row against {opponent}; {most} are allowed.",
        "{team} would play {n} matches in a row against {opponent}; {most} are allowed.",
        run,
    ).format(team=team.name, n=run, opponent=opponent.name, most=most)


def _faults(league: League, home: Team, away: Team, round: int, allow_same_coach: bool) -> list[str]:
    faults = []
    if home.pk == away.pk:
        faults.append(_("{team} cannot play against itself.").format(team=home.name))
    if not 1 <= round <= 999:
        faults.append(_(NO_ROUND).format(round=round))
    for team in {home.pk: home, away.pk: away}.values():
        if team.league_id != league.pk:
            faults.append(_("{team} does not play in {league}.").format(team=team.name, league=league.name))
        elif not team.accepted:
            faults.append(_("{team} is not accepted into the league yet.").format(team=team.name))
    same_coach = home.pk != away.pk and home.coach_id is not None and home.coach_id == away.coach_id
    if same_coach and not allow_same_coach:
        faults.append(
            _("{home} and {away} have the same coach, and this is not allowed here.").format(
                home=home.name, away=away.name
            )
        )
    return faults


def _long_run(season: Season, home: Team, away: Team, round: int, moved: Fixture | None = None) -> list[str]:
    """``moved`` is a fixture of the two that gets another round, and is not counted where it was.

    Source: LRB4, Starting the league; lrb4-cs.txt:2348-2352
    """
    most = season.league.rules.rules.consecutive_matches_max
    if most is None:
        return []
    return [
        _too_long(team, opponent, run, most)
        for team, opponent in ((home, away), (away, home))
        if (run := _run(_opponents(season, team, moved), opponent.pk, round)) > most
    ]


def _opponents(season: Season, team: Team, moved: Fixture | None) -> list[tuple[int, int]]:
    """(round, opponent) of the team's fixtures in the order in which they are played."""
    rows = (
        season.fixtures.filter(Q(home=team) | Q(away=team))
        .exclude(pk=moved.pk if moved else 0)
        .order_by("round", "number")
        .values_list("round", "home_id", "away_id")
    )
    return [(number, away if home == team.pk else home) for number, home, away in rows]


def _run(played: Iterable[tuple[int, int]], opponent: int, round: int) -> int:
    """How many matches in a row against the opponent there are with one more in this round."""
    order = list(played)
    place = sum(1 for number, _opponent in order if number <= round)
    before = after = 0
    for _round, other in reversed(order[:place]):
        if other != opponent:
            break
        before += 1
    for _round, other in order[place:]:
        if other != opponent:
            break
        after += 1
    return before + 1 + after


def reschedule(by: User, fixture: Fixture, round: int, scheduled: date | None) -> Fixture:
    """Another round or day for a match that is not played yet.

    Raises Refusal for a round that there is not, or where it would be one match in a row too many of these two teams.
    """
    require_commissioner(viewer(by, fixture.league))
    with transaction.atomic():
        fixture = Fixture.objects.select_for_update(of=("self",)).get(pk=fixture.pk)
        if fixture.played:
            raise NotApplicable(_("{match} is played; its round and day stand.").format(match=fixture))
        if not 1 <= round <= 999:
            raise Refusal(_(NO_ROUND).format(round=round))
        if round != fixture.round and fixture.stage not in KNOCK_OUT:
            faults = _long_run(fixture.season, fixture.home, fixture.away, round, fixture)
            if faults:
                raise Refusal.of(faults)
        fixture.round, fixture.scheduled = round, scheduled
        fixture.save(update_fields=["round", "scheduled"])
    return fixture


def cancel(by: User, fixture: Fixture) -> None:
    """Takes back a fixture that nobody has played, or handed in a log for, and that no competition asks for."""
    require_commissioner(viewer(by, fixture.league))
    with transaction.atomic():
        fixture = Fixture.objects.select_for_update(of=("self",)).get(pk=fixture.pk)
        require_cancellable([fixture])
        try:
            fixture.delete()
        except ProtectedError:
            raise NotApplicable(
                _("{match} belongs to a competition, where it is put off, awarded or taken back.").format(
                    match=fixture
                )
            ) from None


def require_cancellable(fixtures: Iterable[Fixture]) -> None:
    """Raises NotApplicable for fixtures that something has come of."""
    handed_in = set(
        MatchLog.objects.filter(fixture__in=[one.pk for one in fixtures])
        .exclude(status=LogStatus.REJECTED)
        .values_list("fixture_id", flat=True)
    )
    for fixture in fixtures:
        if fixture.played:
            raise NotApplicable(_("{match} is played and stays.").format(match=fixture))
        if fixture.pk in handed_in:
            raise NotApplicable(
                _("There is a log of {match} already, so the fixture stays.").format(match=fixture)
            )
