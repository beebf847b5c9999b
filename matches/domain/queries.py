"""Reads of fixtures, logs and results."""

from __future__ import annotations

from itertools import groupby

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.domain.roles import NotVisible, Viewer
from league.models import League, Season
from matches.domain.access import NO_LOG, coaches, require_may_see_log
from matches.models import Fixture, FixtureStatus, LogStatus, MatchLog, Result
from teams.models import Team

NO_MATCH = gettext_noop("There is no such match.")
PENDING = (LogStatus.SUBMITTED, LogStatus.QUEUED)


def get_fixture(league: League, number: int) -> Fixture:
    """The fixture with both teams and their coaches, and with its result where it has one; one query."""
    fixture = (
        _fixtures(league)
        .select_related("home__coach", "away__coach", "result__act__by")
        .filter(number=number)
    )
    found = fixture.first()
    if found is None:
        raise NotVisible(_(NO_MATCH))
    found.league = league
    return found


def _fixtures(league: League) -> QuerySet[Fixture]:
    return Fixture.objects.filter(league=league).select_related("season", "home", "away", "result")


def fixtures(league: League, season: Season | None = None, team: Team | None = None) -> QuerySet[Fixture]:
    """Fixtures in the order of play, each with its teams and its result, and the number of logs that wait."""
    found = _fixtures(league).annotate(
        waiting_logs=Count("logs", filter=Q(logs__status__in=PENDING)),
        drafts=Count("logs", filter=Q(logs__status=LogStatus.DRAFT)),
    )
    if season is not None:
        found = found.filter(season=season)
    if team is not None:
        found = found.filter(Q(home=team) | Q(away=team))
    return found.order_by("season__number", "round", "number")


def by_round(found: QuerySet[Fixture]) -> list[tuple[int, list[Fixture]]]:
    return [(number, list(group)) for number, group in groupby(found, key=lambda one: one.round)]


def get_season(league: League, number: int | None) -> Season:
    """The season of this number, or the one that is being played."""
    if number is None:
        return league.season
    season = league.seasons.filter(number=number).first()
    if season is None:
        raise NotVisible(_("There is no such season."))
    return season


def results(league: League, season: Season | None = None) -> QuerySet[Result]:
    """Results, the newest first, each with its fixture and its teams."""
    found = Result.objects.filter(fixture__league=league)
    if season is not None:
        found = found.filter(fixture__season=season)
    return found.select_related("fixture__home", "fixture__away", "fixture__season").order_by(
        "-played_at", "-pk"
    )


def accepted_teams(league: League) -> QuerySet[Team]:
    return Team.objects.filter(league=league, accepted=True).select_related("coach").order_by("name_key")


def next_round(league: League) -> int:
    """The round that a new fixture most likely belongs to: the first with matches to play, or a new one."""
    rounds = Fixture.objects.filter(league=league, season__current=True)
    to_play = (
        rounds.filter(status=FixtureStatus.OPEN).order_by("round").values_list("round", flat=True).first()
    )
    if to_play is not None:
        return to_play
    last = rounds.order_by("-round").values_list("round", flat=True).first()
    return (last or 0) + 1


def logs_of(viewer: Viewer, fixture: Fixture) -> list[MatchLog]:
    """The logs of the fixture that the person may see, without their documents; the newest first."""
    found = fixture.logs.select_related("submitted_by").defer("document", "source")
    if not viewer.is_commissioner:
        mine = Q(status__in=[LogStatus.APPLIED, LogStatus.REPLACED])
        if viewer.user.is_authenticated:
            mine |= Q(status=LogStatus.REJECTED, submitted_by=viewer.user)
        if coaches(viewer, fixture):
            mine |= ~Q(status__in=[LogStatus.REJECTED, LogStatus.AMENDING])
        found = found.filter(mine)
    rows = list(found.order_by("-updated", "-pk"))
    for row in rows:
        row.fixture = fixture
    return rows


def get_log(viewer: Viewer, fixture: Fixture, pk: int) -> MatchLog:
    log = fixture.logs.select_related("submitted_by").filter(pk=pk).first()
    if log is None:
        raise NotVisible(NO_LOG)
    log.fixture = fixture
    require_may_see_log(viewer, log)
    return log


def log_to_preview(viewer: Viewer, fixture: Fixture) -> MatchLog:
    """The log that the commissioner most likely wants to see: the newest that was submitted, or the draft."""
    found = fixture.logs.select_related("submitted_by")
    log = (
        found.filter(status__in=PENDING).order_by("-updated").first()
        or found.filter(status=LogStatus.DRAFT).first()
        or found.filter(status=LogStatus.APPLIED).first()
    )
    if log is None:
        raise NotVisible(_("No log of this match is there yet."))
    log.fixture = fixture
    require_may_see_log(viewer, log)
    return log
