"""The document of a match: its head as the ledger has it, and documents as they are handed in."""

from __future__ import annotations

import hashlib
from typing import get_args

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from engine import editions
from engine.describe import describe_question
from engine.edition import Edition
from engine.match import log as documents
from engine.match.entries import Entry
from engine.match.facts import decode_facts
from engine.match.stars import star_records
from engine.questions import Problem, Refusal
from engine.replay import Replay, replay
from engine.roster import Roster
from league.domain.languages import in_language_of
from league.domain.roles import require_commissioner, viewer
from league.models import League, User
from matches.domain.access import require_may_enter
from matches.domain.errors import AlreadyApplied, AlreadySubmitted, NotApplicable, Overtaken
from matches.models import Fixture, LogStatus, MatchLog, Origin, Result, Stage
from teams.domain.ledger import rosters_of

KEPT_REJECTED = 5
"""Rejected uploads of one person for one fixture that are kept; the oldest go."""
KEPT_CHARACTERS = 200_000
"""Of a rejected upload so much is kept: enough to see what it was."""
LONGEST_REASON = 300
"""Characters of the reason for which a commissioner rejects a log."""

NONE_IN_PROGRESS = gettext_noop("There is no log of this match in progress.")


def without_nul(text: str) -> str:
    """PostgreSQL keeps no NUL in text, and what comes in may be anything."""
    return text.replace("\0", "\ufffd")


class Rejected(Refusal):
    """An upload was refused and is kept for its submitter and the commissioner. ``log`` is that row."""

    def __init__(self, refusal: Refusal, log: MatchLog) -> None:
        super().__init__(refusal.message, refusal.problems, refusal.rule)
        self.log = log


def digest(document: str) -> str:
    return hashlib.sha256(document.encode()).hexdigest()


def edition_of(log: documents.MatchLog) -> Edition:
    """What the match was played by: the league may play by other rules since."""
    return editions.edition(log.edition, log.house_rules)


def rosters(fixture: Fixture) -> tuple[Roster, Roster]:
    """Both teams as the ledger has them now; one query."""
    found = rosters_of([fixture.home, fixture.away])
    return found[fixture.home_id], found[fixture.away_id]


def template(fixture: Fixture) -> documents.MatchLog:
    """A log without entries: both teams as they would take the field now."""
    edition = fixture.league.rules
    home, away = rosters(fixture)
    return documents.MatchLog(
        format=documents.FORMAT,
        edition=fixture.league.edition,
        home=edition.rules.take_the_field(home),
        away=edition.rules.take_the_field(away),
        house_rules=fixture.league.house_rules,
        stage=stage_of(fixture),
        neutral=fixture.neutral,
        stars=stars_of(fixture.league),
    )


def stage_of(fixture: Fixture) -> documents.Stage:
    """The very word of the log's type: another string that reads alike would be written out in a document."""
    word: documents.Stage = next(word for word in get_args(documents.Stage) if word == fixture.stage)
    return word


def at_home(fixture: Fixture) -> bool:
    """Whether the home team's field counts: ``engine.match.log.MatchLog.at_home``."""
    return stage_of(fixture) == "league" and not fixture.neutral


def stars_of(league: League) -> tuple[documents.StarRecord, ...]:
    """What star players for hire bear, in a league that keeps it: one query, and none in other leagues."""
    edition = league.rules
    if not edition.rules.keeps_star_injuries:
        return ()
    played = (
        Result.objects.filter(fixture__league=league)
        .order_by("act__place")
        .values_list("fixture__home__race", "fixture__away__race", "facts")
    )
    return star_records(edition, (((home, away), decode_facts(text)) for home, away, text in played))


def refusal_of(problem: Problem) -> Refusal:
    return Refusal(problem.message, (problem,), problem.rule)


def require_complete(log: documents.MatchLog, seen: Replay, fixture: Fixture) -> None:
    """Raises Refusal for a log with a problem, and for one that stops early."""
    if seen.problem is not None:
        raise refusal_of(seen.problem)
    if seen.waiting_for is not None:
        asked = describe_question(edition_of(log), seen.waiting_for, log, seen.facts)
        raise Refusal(
            ngettext(
                "The log ends after {n} entry, before the match does.",
                "The log ends after {n} entries, before the match does.",
                len(log.entries),
            ).format(n=len(log.entries)),
            (
                Problem(
                    _("The log ends before the match does."),
                    entry=len(log.entries) + 1,
                    asked=asked.rstrip("."),
                    given=_("nothing"),
                ),
            ),
        )


def read(fixture: Fixture, document: bytes) -> documents.MatchLog:
    """The document as a complete log of this fixture. Raises Refusal, in one sentence, when it is none."""
    log = documents.decode_log(document)
    if not log.whole_book:
        raise Refusal(
            _(
                "This log has the format version {version}, which leaves out hirings and the effects of handicaps; "
                "fetch the empty log of this match anew, which has version {newest}."
            ).format(version=log.format, newest=documents.FORMAT)
        )
    _require_of_fixture(fixture, log)
    require_complete(log, replay(log), fixture)
    return log


def _require_of_fixture(fixture: Fixture, log: documents.MatchLog) -> None:
    league = fixture.league
    if log.edition != league.edition:
        raise Refusal(
            _("This log is of the edition {edition!r}, and {league} plays {played}.").format(
                edition=log.edition, league=league.name, played=league.rules.name
            )
        )
    if log.house_rules != league.house_rules:
        different = sorted(
            path
            for path in {*log.house_rules, *league.house_rules}
            if log.house_rules.get(path) != league.house_rules.get(path)
        )
        raise Refusal(
            _("This log was played by other house rules than those of {league}: {paths}.").format(
                league=league.name, paths=", ".join(different)
            )
        )
    named = (log.home.team, log.away.team)
    wanted = (fixture.home.name, fixture.away.name)
    if named != wanted:
        if named == wanted[::-1]:
            raise Refusal(
                _("Home and away are the wrong way round: {team} plays at home.").format(team=wanted[0])
            )
        raise Refusal(
            _("This log is of {home} v {away}, and the fixture is {real_home} v {real_away}.").format(
                home=named[0], away=named[1], real_home=wanted[0], real_away=wanted[1]
            )
        )
    if log.stage != fixture.stage:
        raise Refusal(
            _(
                "This log is of a match of the stage {stage!r}, and the fixture is of the stage {real_stage!r}."
            ).format(stage=_stage_words(log.stage), real_stage=_stage_words(fixture.stage))
        )
    if log.at_home != at_home(fixture):
        if log.at_home:
            fault = _("This log was played at home with {home}, and the fixture is on neutral ground.")
        else:
            fault = _("This log was played on neutral ground, and the fixture is at home with {home}.")
        raise Refusal(fault.format(home=fixture.home.name))


def _stage_words(stage: str) -> str:
    return str(Stage(stage).label).lower()


def lock(fixture: Fixture) -> Fixture:
    """Holds the fixture until the transaction ends: whoever hands in or changes a log of it waits here."""
    return Fixture.objects.select_for_update(of=("self",)).get(pk=fixture.pk)


def require_open(fixture: Fixture) -> None:
    """Raises AlreadyApplied for a fixture that has its result."""
    result = Result.objects.select_related("act__by", "fixture__home", "fixture__away")
    stands = result.filter(fixture=fixture).first()
    if stands is not None:
        raise AlreadyApplied(stands)


def submit_file(fixture: Fixture, by: User, document: bytes, key: str | None = None) -> MatchLog:
    """Hands in a document for the commissioner.

    The same key again gives the log that it made. Raises AlreadySubmitted for a document that is there, AlreadyApplied
    when the match is decided, and Rejected, with what is wrong, for a document that is no complete log of this match;
    only then something is kept of it.
    """
    require_may_enter(viewer(by, fixture.league), fixture)
    known = _of_key(fixture, by, key)
    if known is not None:
        return known
    require_open(fixture)
    try:
        log = read(fixture, document)
    except Refusal as refusal:
        raise Rejected(refusal, _keep_rejected(fixture, by, document, refusal, key)) from None
    text = documents.encode_log(log).decode()
    with transaction.atomic():
        lock(fixture)
        known = _of_key(fixture, by, key)
        if known is not None:
            return known
        require_open(fixture)
        _require_new(fixture, digest(text))
        return MatchLog.objects.create(
            fixture=fixture,
            document=text,
            digest=digest(text),
            status=LogStatus.SUBMITTED,
            origin=Origin.FILE,
            version=1,
            submitted_by=by,
            idempotency_key=key,
        )


def _of_key(fixture: Fixture, by: User, key: str | None) -> MatchLog | None:
    """What the same request did before; a rejection is said again."""
    if not key:
        return None
    log = fixture.logs.select_related("submitted_by").filter(submitted_by=by, idempotency_key=key).first()
    if log is not None and log.source:
        raise NotApplicable(_("This was sent before, with a match file of another program; send it anew."))
    if log is not None and log.status == LogStatus.REJECTED:
        raise Rejected(Refusal(log.message), log)
    return log


def _require_new(fixture: Fixture, new: str) -> None:
    same = (
        fixture.logs.select_related("submitted_by")
        .filter(digest=new, status__in=[LogStatus.SUBMITTED, LogStatus.QUEUED])
        .first()
    )
    if same is not None:
        raise AlreadySubmitted(same)


def _keep_rejected(
    fixture: Fixture, by: User, document: bytes, refusal: Refusal, key: str | None
) -> MatchLog:
    text = without_nul(document[:KEPT_CHARACTERS].decode(errors="replace"))
    with transaction.atomic():
        lock(fixture)
        log = MatchLog.objects.create(
            fixture=fixture,
            document=text,
            digest=hashlib.sha256(document).hexdigest(),
            status=LogStatus.REJECTED,
            origin=Origin.FILE,
            version=1,
            submitted_by=by,
            message=without_nul(refusal.message),
            idempotency_key=key,
        )
        rejected = fixture.logs.filter(submitted_by=by, status=LogStatus.REJECTED).order_by("-pk")
        old = list(rejected.values_list("pk", flat=True)[KEPT_REJECTED:])
        fixture.logs.filter(pk__in=old).delete()
    return log


def submit_draft(fixture: Fixture, by: User, version: int) -> MatchLog:
    """Hands the log that the wizard has filled to the commissioner. It must be complete."""
    require_may_enter(viewer(by, fixture.league), fixture)
    with transaction.atomic():
        lock(fixture)
        require_open(fixture)
        row = fixture.logs.select_related("submitted_by").filter(status=LogStatus.DRAFT).first()
        if row is None:
            raise Refusal(_(NONE_IN_PROGRESS))
        if row.version != version:
            raise Overtaken(row)
        log = decode(row)
        require_complete(log, replay(log), fixture)
        _require_new(fixture, row.digest)
        row.status, row.submitted_by = LogStatus.SUBMITTED, by
        row.version += 1
        row.save(update_fields=["status", "submitted_by", "version", "updated"])
    return row


def reject(row: MatchLog, by: User, reason: str) -> MatchLog:
    """The commissioner will not apply a submitted log; it stays, with the reason."""
    require_commissioner(viewer(by, row.fixture.league))
    reason = without_nul(reason).strip()[:LONGEST_REASON]
    if not reason:
        raise Refusal(_("Say why the log is rejected; its coaches will read it."))
    with transaction.atomic():
        lock(row.fixture)
        row.refresh_from_db(fields=["status", "version"])
        if row.status != LogStatus.SUBMITTED:
            raise NotApplicable(
                _("This log is {state}; only a submitted one is rejected.").format(
                    state=row.get_status_display().lower()
                )
            )
        row.status, row.version = LogStatus.REJECTED, row.version + 1
        with in_language_of(row.fixture.league):
            row.message = _("Rejected by {person}: {reason}").format(person=by.username, reason=reason)
        row.save(update_fields=["status", "version", "message", "updated"])
    return row


def decode(row: MatchLog) -> documents.MatchLog:
    """The row's document. Raises Refusal for a rejected one that cannot be read."""
    return documents.decode_log(row.document.encode())


def with_entries(log: documents.MatchLog, entries: tuple[Entry, ...]) -> documents.MatchLog:
    return msgspec.structs.replace(log, entries=entries)
