"""An amendment lands: acts, events, rosters, logs, results and fixtures in one transaction, or nothing of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace as replace_fields

from celery import current_app
from django.core.cache import cache
from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.match import log as documents
from engine.questions import Problem, Refusal
from engine.replay import replay
from league.domain.languages import in_language_of
from league.domain.roles import require_commissioner, viewer
from league.errors import Conflict
from league.models import League, User
from matches.domain import logs
from matches.domain.amending import wording
from matches.domain.amending.consequences import Rewritten
from matches.domain.amending.preparing import Overtaken, get_amendment, require_open
from matches.domain.amending.walking import Progress, Walk
from matches.domain.amending.working import walk
from matches.domain.applying import figures
from matches.domain.deriving import KIND, Kept, Played
from matches.models import (
    Amendment,
    AmendmentStatus,
    Fixture,
    FixtureStatus,
    LogStatus,
    MatchLog,
    Origin,
    Result,
)
from matches.signals import results_changed
from teams.domain.ledger import act_of_key
from teams.domain.rewriting import Replacement, replace
from teams.models import Act

NAMED = 5
"""Things that are not settled that a sentence names."""
FAR = 300
"""Acts after the corrected one; an amendment that goes through more is worked out by a worker, where there is one."""

_KEPT = 24 * 60 * 60
"""Seconds for which the progress of an amendment is remembered."""


def commit(
    amendment: Amendment,
    by: User,
    sequence: int,
    version: int,
    key: str | None = None,
    progress: Progress | None = None,
) -> Act:
    """Writes the amendment into the ledger; its first act.

    ``sequence`` and ``version`` are of the consequences that the person saw: raises Conflict where the league has moved
    on since, Overtaken where the amendment was changed, and Refusal as long as something is not settled. The same key
    again gives the act that it made.
    """
    require_commissioner(viewer(by, amendment.league))
    with transaction.atomic():
        league = League.objects.select_for_update().get(pk=amendment.league_id)
        done = _of_key(league, amendment, key)
        if done is not None:
            return done
        row = get_amendment(league, amendment.pk)
        row.league = league
        if row.status != AmendmentStatus.QUEUED:
            require_open(row)
        if row.version != version:
            raise Overtaken
        if league.sequence != sequence:
            raise Conflict(
                _(
                    "{league} has moved on since: act {last} is its last, and what follows from this amendment was "
                    "looked at after act {seen}. Look at it again."
                ).format(league=league.name, last=league.sequence, seen=sequence)
            )
        gone = walk(row, progress=progress)
        _require_settled(gone)
        head = _write(row, by, gone, key)
        row.status, row.head, row.message, row.version = AmendmentStatus.LANDED, head, "", row.version + 1
        row.save(update_fields=["status", "head", "message", "version", "updated"])
    for name in ("status", "head", "message", "version"):
        setattr(amendment, name, getattr(row, name))
    amendment.league.sequence = league.sequence
    return head


def _of_key(league: League, amendment: Amendment, key: str | None) -> Act | None:
    """What the same request did before."""
    done = act_of_key(league, key)
    if done is not None and not Amendment.objects.filter(pk=amendment.pk, head=done).exists():
        raise Conflict(_("This idempotency key was used for something else in this league; use a new one."))
    return done


def _require_settled(gone: Walk) -> None:
    open_items = [item for item in gone.items if item.settlement is None]
    if open_items:
        problems = tuple(Problem(f"{item.what}: {' '.join(item.why)}") for item in open_items)
        named = [item.what for item in open_items[:NAMED]]
        if len(open_items) > NAMED:
            left = len(open_items) - NAMED
            named.append(ngettext("and {n} more", "and {n} more", left).format(n=left))
        raise Refusal(f"{wording.refused(len(open_items))} {'; '.join(named)}.", problems)
    if not gone.now and all(one.how == "amended" and _says_the_same(one) for one in gone.rewritten):
        raise Refusal(_("Nothing is changed yet; correct the log first."))


def _says_the_same(one: Rewritten) -> bool:
    return one.parameters.get("log") == one.step.parameters.get("log")


def _write(row: Amendment, by: User, gone: Walk, key: str | None) -> Act:
    replacements = [
        Replacement(one.step.pk, one.parameters, one.events, one.answers, one.restores)
        for one in _with_logs(gone.rewritten)
    ]
    made = replace(row.league, by, replacements, gone.final(), key)
    matches = [(one, act) for one, act in zip(gone.rewritten, made, strict=True) if one.step.kind == KIND]
    _write_matches(row, by, matches)
    return made[0]


def _with_logs(rewritten: Iterable[Rewritten]) -> Iterable[Rewritten]:
    """A match that is played anew is known by its new log."""
    for one in rewritten:
        if one.how in ("anew", "amended") and isinstance(one.material, Played):
            said = {**one.parameters, "log": logs.digest(_text(one.material))}
            yield replace_fields(one, parameters=said)
        else:
            yield one


def _text(played: Played) -> str:
    return documents.encode_log(played.document).decode()


# --- logs, results and fixtures -----------------------------------------------------------------------------------


def _write_matches(row: Amendment, by: User, matches: Sequence[tuple[Rewritten, Act]]) -> None:
    """The results and fixtures of the matches that were rewritten, each in bulk."""
    results = _results([one.step.pk for one, _ in matches])
    played: list[tuple[Rewritten, Act, Played]] = []
    undone: list[int] = []
    kept: list[tuple[int, Act]] = []
    for one, act in matches:
        result = results.get(one.step.pk)
        if act.parameters.get("void") or one.how == "void":
            undone += [result] if result is not None else []
        elif isinstance(one.material, Played):
            played.append((one, act, one.material))
        elif isinstance(one.material, Kept) and one.how == "restored":
            played.append((one, act, _replayed(one.material)))
        elif result is not None:
            kept.append((result, act))
    _reopen(undone)
    _keep(kept)
    _write_results(row, by, played)
    changed = frozenset((*undone, *(one.kept.fixture for _, _, one in played)))
    if changed:
        results_changed.send(sender=Fixture, fixtures=changed)


def _results(acts: Sequence[int]) -> dict[int, int]:
    """The fixture that has its result by each of these acts."""
    return dict(Result.objects.filter(act__in=acts).values_list("act_id", "fixture_id"))


def _replayed(kept: Kept) -> Played:
    document = kept.document
    return Played(kept, document, replay(document))


def _reopen(fixtures: Sequence[int]) -> None:
    """Matches that were undone are to be played; their rounds and days stay."""
    Result.objects.filter(fixture__in=fixtures).delete()
    MatchLog.objects.filter(fixture__in=fixtures, status=LogStatus.APPLIED).update(status=LogStatus.REPLACED)
    Fixture.objects.filter(pk__in=fixtures).update(status=FixtureStatus.OPEN)


def _keep(kept: Sequence[tuple[int, Act]]) -> None:
    """Matches that stand as they were played, by a new act."""
    for fixture, act in kept:
        Result.objects.filter(fixture=fixture).update(act=act)
        MatchLog.objects.filter(fixture=fixture, status=LogStatus.APPLIED).update(act=act)


def _write_results(row: Amendment, by: User, played: Sequence[tuple[Rewritten, Act, Played]]) -> None:
    fixtures = [one.kept.fixture for _, _, one in played]
    _require_free(fixtures, [one.step.pk for one, _, _ in played])
    MatchLog.objects.filter(fixture__in=fixtures, status=LogStatus.APPLIED).update(status=LogStatus.REPLACED)
    logs_of = _write_logs(row, by, played)
    Result.objects.bulk_create(
        [
            Result(
                fixture_id=one.kept.fixture,
                log_id=logs_of[act.pk],
                act=act,
                played_at=act.at,
                **_figures(one),
            )
            for _, act, one in played
        ],
        update_conflicts=True,
        unique_fields=["fixture"],
        update_fields=_RESULT_COLUMNS,
    )
    # The act that a log was applied by is its result's.
    applied_by = Result.objects.filter(log=OuterRef("pk")).values("act")[:1]
    MatchLog.objects.filter(pk__in=logs_of.values()).update(act=Subquery(applied_by))
    Fixture.objects.filter(pk__in=fixtures).update(status=FixtureStatus.PLAYED)
    MatchLog.objects.filter(
        fixture__in=fixtures, status__in=[LogStatus.DRAFT, LogStatus.SUBMITTED, LogStatus.QUEUED]
    ).update(status=LogStatus.SUPERSEDED)


_RESULT_COLUMNS = [
    field.name for field in Result._meta.concrete_fields if not field.primary_key and field.name != "fixture"
]


def _figures(one: Played) -> Mapping[str, object]:
    if one.seen.outcome is None:
        problem = one.seen.problem
        raise Refusal(
            _("A log that was applied once no longer comes to an end: {problem}").format(
                problem=problem and problem.message
            )
        )
    return figures(one.seen.outcome, one.seen)


def _require_free(fixtures: Sequence[int], acts: Sequence[int]) -> None:
    """A match that was undone and played again since cannot come back beside what was played."""
    there = Result.objects.filter(fixture__in=fixtures).exclude(act__in=acts).select_related("fixture", "act")
    again = there.first()
    if again is not None:
        raise Refusal(
            _("{match} was played again since, by act {number}; undo that first.").format(
                match=again.fixture, number=again.act.sequence
            )
        )


def _write_logs(row: Amendment, by: User, played: Sequence[tuple[Rewritten, Act, Played]]) -> dict[int, int]:
    """The logs that stand now, by the primary key of the act that applied each."""
    found: dict[int, int] = {}
    new: list[MatchLog] = []
    with in_language_of(row.league):
        derived = _("The match as it was played, with its rosters as they were corrected.")
    for one, act, match in played:
        if one.how == "anew":
            new.append(_derived_log(by, act, match, derived))
        else:
            # The corrected log of the amendment, or the one that is restored.
            found[act.pk] = match.kept.log
            text = _text(match)
            if one.how == "amended" and text != match.kept.text:
                MatchLog.objects.filter(pk=match.kept.log).update(document=text, digest=logs.digest(text))
    MatchLog.objects.filter(pk__in=found.values()).update(
        status=LogStatus.APPLIED, message="", updated=timezone.now()
    )
    found.update({made.act_id: made.pk for made in MatchLog.objects.bulk_create(new) if made.act_id})
    return found


def _derived_log(by: User, act: Act, match: Played, message: str) -> MatchLog:
    text = _text(match)
    return MatchLog(
        fixture_id=match.kept.fixture,
        document=text,
        digest=logs.digest(text),
        status=LogStatus.APPLIED,
        origin=Origin.WIZARD,
        version=1,
        submitted_by=by,
        act=act,
        message=message,
    )


# --- by a worker --------------------------------------------------------------------------------------------------


def reaches_far(amendment: Amendment) -> bool:
    """Whether working it out is a worker's business rather than the request's."""
    later = Act.objects.filter(league=amendment.league_id, replaced_by=None, place__gt=amendment.act.place)
    return later.count() > FAR


def commit_or_queue(
    amendment: Amendment, by: User, sequence: int, version: int, key: str | None = None
) -> Act | None:
    """Commits here, or hands what reaches far to a worker: then nothing comes back, and the amendment is ``queued``.

    The same key again gives the act that it made. Embedded, the worker is this very request, and the act comes back as
    well.
    """
    require_commissioner(viewer(by, amendment.league))
    done = _of_key(amendment.league, amendment, key)
    if done is not None:
        return done
    if not reaches_far(amendment):
        return commit(amendment, by, sequence, version, key)
    _queue(amendment, by, sequence, version)
    current_app.tasks["matches.tasks.commit_amendment"].delay(amendment.pk, by.pk, sequence, version, key)
    amendment.refresh_from_db(fields=["status", "message", "version", "head"])
    if amendment.status == AmendmentStatus.OPEN:
        raise Conflict(amendment.message)
    return amendment.head


def _queue(amendment: Amendment, by: User, sequence: int, version: int) -> None:
    require_commissioner(viewer(by, amendment.league))
    with transaction.atomic():
        league = League.objects.select_for_update().get(pk=amendment.league_id)
        row = get_amendment(league, amendment.pk)
        if row.status == AmendmentStatus.QUEUED:
            raise Conflict(_("This amendment is being worked out already."))
        require_open(row)
        if row.version != version:
            raise Overtaken
        row.status, row.message = AmendmentStatus.QUEUED, ""
        row.save(update_fields=["status", "message", "updated"])
    cache.set(_progress_key(row.pk), (0, 0), _KEPT)


def commit_queued(amendment_id: int, by_id: int, sequence: int, version: int, key: str | None) -> None:
    """What the worker does. A refusal goes back with the amendment, which is open again.

    A task may run twice: the second time the amendment has landed, and nothing is left to do.
    """
    row = Amendment.objects.select_related("league").get(pk=amendment_id)
    if row.status != AmendmentStatus.QUEUED:
        return

    def tell(done: int, total: int) -> None:
        cache.set(_progress_key(amendment_id), (done, total), _KEPT)

    try:
        with in_language_of(row.league):
            commit(row, User.objects.get(pk=by_id), sequence, version, key, tell)
    except Refusal as refusal:
        Amendment.objects.filter(pk=amendment_id, status=AmendmentStatus.QUEUED).update(
            status=AmendmentStatus.OPEN, message=refusal.message
        )


def _progress_key(amendment_id: int) -> str:
    return f"amendment:{amendment_id}:progress"


def progress(amendment: Amendment) -> tuple[int, int]:
    """(done, total) acts that the worker has gone through; (0, 0) as long as it has not begun."""
    done, total = cache.get(_progress_key(amendment.pk), (0, 0))
    return done, total
