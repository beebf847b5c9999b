"""A log lands in the ledger: once, whole, and on the rosters of now."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
from celery import current_app
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.match import facts
from engine.match.entries import Entry
from engine.match.facts import encode_facts
from engine.match.log import MatchLog as Document
from engine.match.log import encode_log
from engine.questions import Refusal, Side
from engine.replay import Outcome, Replay, replay
from league.domain.languages import in_language_of
from league.domain.roles import require_commissioner, viewer
from league.errors import Conflict
from league.models import User
from matches.domain import logs
from matches.domain.errors import AlreadyApplied, NotApplicable, Overtaken
from matches.domain.previewing import Difference, events_of, head_differences
from matches.models import Fixture, FixtureStatus, LogStatus, MatchLog, Result
from matches.signals import results_changed
from teams.domain.deriving import signed
from teams.domain.ledger import AlreadyDone, Operation, operation
from teams.models import Act

LARGE = 200
"""Entries; a longer log is applied by a worker, where there is one."""

PATIENCE = timedelta(minutes=15)
"""What a worker has had for longer, a log or an amendment, may be handed over again: the worker is gone."""

NAMED = 5
"""Differences that a sentence names."""
KIND = "match"
"""The kind of act in the ledger."""


class RostersDiffer(Conflict):
    """The log was played with other rosters than the ledger has now; the commissioner has to say that this is meant."""

    def __init__(self, found: tuple[Difference, ...]) -> None:
        self.differences = found
        listed = [
            _("{team}, {what}: {log} in the log, {ledger} here").format(
                team=one.team, what=one.what, log=one.log, ledger=one.ledger
            )
            for one in found[:NAMED]
        ]
        if len(found) > NAMED:
            left = len(found) - NAMED
            listed.append(ngettext("and {n} more", "and {n} more", left).format(n=left))
        super().__init__(
            ngettext(
                "The rosters of this log differ from the league's in {n} place: {places}. Accept the differences to "
                "apply it all the same.",
                "The rosters of this log differ from the league's in {n} places: {places}. Accept the differences "
                "to apply it all the same.",
                len(found),
            ).format(n=len(found), places="; ".join(listed))
        )


def apply_log(
    log: MatchLog,
    by: User,
    key: str | None = None,
    accept_differences: bool = False,
    version: int | None = None,
) -> Result:
    """Writes what the match did into both rosters, and its result, in one transaction.

    Whatever comes second, with the same key or another, raises AlreadyApplied with the result that stands. Raises
    Overtaken when the log is no longer of this ``version``, RostersDiffer unless differences are accepted, and Refusal
    for a log with a problem or without an end.
    """
    league = log.fixture.league
    require_commissioner(viewer(by, league))
    # Filled once the league is held and the log is read; the act is written when the operation closes.
    said: dict[str, Any] = {}
    entries: list[Entry] = []
    try:
        with transaction.atomic():
            with operation(league, by, KIND, said, entries, as_commissioner=True, key=key) as op:
                row = _open_row(log, version)
                document = logs.decode(row)
                seen = replay(document)
                logs.require_complete(document, seen, row.fixture)
                document, seen = _with_free_ids(op, row, document, seen)
                _record(op, row, document, seen, accept_differences)
                said |= said_of(row, accept_differences=accept_differences)
                entries += document.entries
            return _close(row, op.act, seen)
    except AlreadyDone as done:
        raise _answer_to_repeat(log.fixture, done) from None


def _with_free_ids(op: Operation, row: MatchLog, document: Document, seen: Replay) -> tuple[Document, Replay]:
    """The match in which nobody who joins gets an id that a replaced act gave to somebody else; the log says so."""
    teams = (row.fixture.home, row.fixture.away)
    events = events_of(seen)
    ids = tuple(op.ids_for(team, told) for team, told in zip(teams, events, strict=True))
    if ids == tuple(map(signed, events)):
        return document, seen
    heads = (document.home, document.away)
    home, away = (msgspec.structs.replace(head, new_ids=new) for head, new in zip(heads, ids, strict=True))
    document = msgspec.structs.replace(document, home=home, away=away)
    row.document = encode_log(document).decode()
    row.digest = logs.digest(row.document)
    return document, replay(document)


def said_of(row: MatchLog, **more: Any) -> dict[str, Any]:
    """The parameters of a match's act: what they name has the same name in every installation."""
    return {
        "fixture": row.fixture.number,
        "round": row.fixture.round,
        "log": row.digest or logs.digest(row.document),
        **more,
    }


def _open_row(log: MatchLog, version: int | None) -> MatchLog:
    """The log as it stands, now that the league is locked."""
    row = MatchLog.objects.select_related(
        "fixture__league", "fixture__home", "fixture__away", "submitted_by"
    ).get(pk=log.pk)
    logs.require_open(row.fixture)
    if not row.open:
        raise NotApplicable(
            _("This log is {state} and cannot be applied.").format(state=row.get_status_display().lower())
        )
    if version is not None and row.version != version:
        raise Overtaken(row)
    return row


def _record(op: Operation, row: MatchLog, document: Document, seen: Replay, accept_differences: bool) -> None:
    home, away = row.fixture.home, row.fixture.away
    first, second = op.rosters(home, away)
    found = head_differences(row.fixture, document, (first, second))
    if found and not accept_differences:
        raise RostersDiffer(found)
    home_events, away_events = events_of(seen)
    op.record(home, home_events)
    op.record(away, away_events)


def _close(row: MatchLog, act: Act, seen: Replay) -> Result:
    """The rest of the transaction: the result, and what becomes of the fixture's logs."""
    assert seen.outcome is not None
    fixture = row.fixture
    row.status, row.act, row.message = LogStatus.APPLIED, act, ""
    row.version += 1
    row.save(
        update_fields=["document", "digest", "status", "act", "message", "version", "updated"],
    )
    fixture.status = FixtureStatus.PLAYED
    fixture.save(update_fields=["status"])
    others = fixture.logs.filter(status__in=[LogStatus.DRAFT, LogStatus.SUBMITTED, LogStatus.QUEUED])
    others.exclude(pk=row.pk).update(status=LogStatus.SUPERSEDED)
    result = Result.objects.create(
        fixture=fixture, log=row, act=act, played_at=act.at, **figures(seen.outcome, seen)
    )
    results_changed.send(sender=Fixture, fixtures=frozenset([fixture.pk]))
    return result


def figures(outcome: Outcome, seen: Replay) -> dict[str, Any]:
    """What the columns of a result say of a replayed match."""
    return {
        "home_score": outcome.home_score,
        "away_score": outcome.away_score,
        "home_casualties": outcome.home_casualties,
        "away_casualties": outcome.away_casualties,
        "winner": outcome.winner or "",
        "conceded_by": outcome.conceded_by or "",
        "gate": outcome.gate,
        "weather": outcome.weather,
        "home_winnings": _winnings(seen, "home"),
        "away_winnings": _winnings(seen, "away"),
        "facts": encode_facts(seen.facts),
    }


def _winnings(seen: Replay, side: Side) -> int:
    return sum(fact.gold for fact in seen.facts if isinstance(fact, facts.Winnings) and fact.paid_to == side)


def _answer_to_repeat(fixture: Fixture, done: AlreadyDone) -> Conflict:
    stands = Result.objects.select_related("act__by", "fixture__home", "fixture__away")
    result = stands.filter(fixture=fixture).first()
    same = (done.act.kind, done.act.parameters.get("fixture")) == (KIND, fixture.number)
    if result is None or not same:
        return Conflict(_("This idempotency key was used for something else in this league; use a new one."))
    return AlreadyApplied(result)


def is_large(log: MatchLog) -> bool:
    """Whether applying is a worker's business rather than the request's."""
    return len(logs.decode(log).entries) > LARGE


def apply_or_queue(
    log: MatchLog,
    by: User,
    key: str | None = None,
    accept_differences: bool = False,
    version: int | None = None,
) -> Result | None:
    """Applies a log here, or hands a large one to a worker: then nothing comes back, and the log is ``queued``.

    Embedded, the worker is this very request, and the result comes back as well.
    """
    if not is_large(log):
        return apply_log(log, by, key, accept_differences, version)
    _queue(log, by, version)
    # By its name: tasks call the domain, and not the other way round.
    current_app.tasks["matches.tasks.apply_log"].delay(log.pk, by.pk, key, accept_differences)
    log.refresh_from_db(fields=["status", "message"])
    if log.status == LogStatus.SUBMITTED:
        raise Conflict(log.message)
    return Result.objects.filter(log=log).first()


def _queue(log: MatchLog, by: User, version: int | None) -> None:
    require_commissioner(viewer(by, log.fixture.league))
    with transaction.atomic():
        logs.lock(log.fixture)
        row = _open_row(log, version)
        if row.status == LogStatus.QUEUED and timezone.now() - row.updated < PATIENCE:
            raise NotApplicable(_("This log is being applied already."))
        row.status, row.message = LogStatus.QUEUED, ""
        row.save(update_fields=["status", "message", "updated"])


def apply_queued(log_id: int, by_id: int, key: str | None, accept_differences: bool) -> None:
    """What the worker does. A refusal goes back with the log, for the commissioner to read.

    A task may run twice: the second time the log is applied, and nothing is left to do.
    """
    log = MatchLog.objects.select_related("fixture__league", "fixture__home", "fixture__away").get(pk=log_id)
    try:
        with in_language_of(log.fixture.league):
            apply_log(log, User.objects.get(pk=by_id), key, accept_differences)
    except AlreadyApplied:
        MatchLog.objects.filter(pk=log_id, status=LogStatus.QUEUED).update(status=LogStatus.SUPERSEDED)
    except Refusal as refusal:
        MatchLog.objects.filter(pk=log_id, status=LogStatus.QUEUED).update(
            status=LogStatus.SUBMITTED, message=refusal.message
        )
