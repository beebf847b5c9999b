"""Proves results and fixtures against the logs of the acts that stand: each log is replayed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from engine.questions import Refusal
from engine.replay import replay
from league.models import League
from matches.domain import logs
from matches.domain.applying import figures
from matches.models import Fixture, FixtureStatus, LogStatus, MatchLog, Result
from teams.domain.reconciling import Difference


def prove(league: League, mend: bool) -> Iterable[Difference]:
    """What differs; with ``mend`` the rows are written as the logs have them.

    A fixture is played when one of its logs is applied, by an act that stands; what its result says is what the replay
    of that log shows. Three queries, and some more for each match that is mended.
    """
    applied = {row.fixture_id: row for row in _applied(league)}
    results = {row.fixture_id: row for row in Result.objects.filter(fixture__league=league)}
    found: list[Difference] = []
    for fixture in Fixture.objects.filter(league=league).select_related("home", "away").order_by("number"):
        log = applied.get(fixture.pk)
        told = list(_fixture(fixture, log)) + list(_result(fixture, log, results.get(fixture.pk)))
        if told and mend:
            _mend(fixture, log, results.get(fixture.pk))
        found += told
    return found


def _applied(league: League) -> Iterable[MatchLog]:
    return MatchLog.objects.filter(
        fixture__league=league, status=LogStatus.APPLIED, act__replaced_by=None
    ).select_related("act")


def _fixture(fixture: Fixture, log: MatchLog | None) -> Iterable[Difference]:
    status = FixtureStatus.PLAYED if log else FixtureStatus.OPEN
    if fixture.status != status:
        yield Difference(
            str(fixture), _("fixture"), str(FixtureStatus(status).label), fixture.get_status_display()
        )


def _result(fixture: Fixture, log: MatchLog | None, row: Result | None) -> Iterable[Difference]:
    if log is None or row is None:
        if (log is None) != (row is None):
            yield Difference(
                str(fixture), _("result"), _("one") if log else _("none"), _("one") if row else _("none")
            )
        return
    try:
        ledger = _columns(log)
    except Refusal as refusal:
        yield Difference(str(fixture), _("log"), _("a whole match"), refusal.message)
        return
    for name, value in ledger.items():
        if getattr(row, name) != value:
            what = name.removesuffix("_id").replace("_", " ")
            yield Difference(str(fixture), what, _short(value), _short(getattr(row, name)))


def _columns(log: MatchLog) -> dict[str, Any]:
    """The result as the log and its act have it. Raises Refusal for a log that no longer replays to its end."""
    document = logs.decode(log)
    seen = replay(document)
    if seen.outcome is None:
        problem = seen.problem.message if seen.problem else _("it has no end")
        raise Refusal(_("The log cannot be replayed: {problem}").format(problem=problem))
    assert log.act is not None
    return {
        "log_id": log.pk,
        "act_id": log.act_id,
        "played_at": log.act.at,
        **figures(seen.outcome, seen),
    }


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _mend(fixture: Fixture, log: MatchLog | None, row: Result | None) -> None:
    """A log that does not replay leaves the result as it is: there is nothing to write it from."""
    if log is None:
        Result.objects.filter(fixture=fixture).delete()
    else:
        try:
            columns = _columns(log)
        except Refusal:
            return
        Result.objects.update_or_create(fixture=fixture, defaults=columns)
    fixture.status = FixtureStatus.PLAYED if log else FixtureStatus.OPEN
    fixture.save(update_fields=["status"])
