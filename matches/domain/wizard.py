"""A log that is filled answer by answer: a stored half-filled log is all the state there is.

Whoever answers names the version of the log that they saw, so that two people at one fixture do not overwrite each
other. Dice that Dugout rolls are stored in the transaction in which they fall: asking again never rolls again.

The same verbs fill the draft of a fixture and the corrected log of an amendment. A correction is a commissioner's, and
its dice may be typed in whoever rolled them: they are those of the match, and the ledger keeps what they replace.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import SystemRandom
from typing import Literal, TypeAlias

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.edition import Edition
from engine.match import log as documents
from engine.match.entries import Entry
from engine.questions import Chosen, Question, Refusal, Report, Roll, Rolled
from engine.replay import Replay, replay
from league.domain.languages import in_language_of
from league.domain.roles import Forbidden, require_commissioner, viewer
from league.models import DicePolicy, User
from matches.domain import logs, sources
from matches.domain.access import require_may_enter
from matches.domain.errors import NotApplicable, Overtaken
from matches.models import Amendment, Fixture, LogStatus, MatchLog, Origin

Desk: TypeAlias = Fixture | Amendment
"""Whose log it is: the draft of a fixture, or the log that an amendment corrects."""

NO_LOG = gettext_noop("This amendment undoes something; it has no log.")

Given = Entry | Literal["roll"]
"""An entry, or the wish that Dugout rolls the dice of the question."""

KEYS_KEPT = 100
"""Keys of answers that a log remembers: more than anybody enters without a network."""

_chance = SystemRandom()


@dataclass(frozen=True, slots=True)
class Step:
    """Where the log of a fixture stands. A ``row`` of version 0 is not stored: nobody has answered yet."""

    row: MatchLog
    log: documents.MatchLog
    replay: Replay

    @property
    def edition(self) -> Edition:
        """What the match is played by: the log says it, and the league may play by other rules since."""
        return logs.edition_of(self.log)

    @property
    def question(self) -> Question | None:
        return self.replay.waiting_for

    @property
    def complete(self) -> bool:
        return self.replay.waiting_for is None and self.replay.problem is None

    @property
    def last_rolled_here(self) -> bool:
        """Whether Dugout itself rolled the dice of the last entry."""
        return len(self.log.entries) in self.row.rolled

    def has_answer(self, key: str | None) -> bool:
        """Whether the answer that was sent with this key is in the log, or was taken back since."""
        return key is not None and key in self.row.answered


def current(desk: Desk, version: int | None = None) -> Step:
    """The draft of the fixture, or the beginning of one; or the log of the amendment. Nothing is stored.

    As long as a draft has no entry, its rosters are those of the ledger now. Raises Conflict when a ``version`` is
    given and the log is of another, or is not there any more.
    """
    if isinstance(desk, Amendment):
        row = _amending(desk)
    else:
        logs.require_open(desk)
        row = _draft(desk)
    if version is not None:
        _require_version(row, version)
    return _step(row)


def _require_version(row: MatchLog, version: int) -> None:
    if row.version == version:
        return
    if row.pk is None:
        # Submitted or put aside since it was seen: nobody has changed the one that would begin now.
        raise NotApplicable(_(logs.NONE_IN_PROGRESS))
    raise Overtaken(row)


def fixture_of(desk: Desk) -> Fixture:
    if isinstance(desk, Fixture):
        return desk
    if desk.log is None:
        raise Refusal(_(NO_LOG))
    return desk.log.fixture


def _amending(amendment: Amendment) -> MatchLog:
    fixture = fixture_of(amendment)
    row = fixture.logs.select_related("submitted_by").get(amendments=amendment)
    if row.status != LogStatus.AMENDING:
        raise NotApplicable(
            _("This log is no longer being corrected: it is {state}.").format(
                state=row.get_status_display().lower()
            )
        )
    row.fixture = fixture
    return row


def _draft(fixture: Fixture) -> MatchLog:
    row = fixture.logs.select_related("submitted_by").filter(status=LogStatus.DRAFT).first()
    return row or MatchLog(fixture=fixture, origin=Origin.WIZARD)


def _step(row: MatchLog) -> Step:
    log = logs.decode(row) if row.document else None
    if log is None or not (log.entries or row.status == LogStatus.AMENDING):
        log = logs.template(row.fixture)
    return Step(row, log, replay(log))


def _locked(desk: Desk, by: User, version: int | None) -> Step:
    """The log, held until the transaction ends. Raises Conflict when it is not the version that was seen."""
    fixture = fixture_of(desk)
    if isinstance(desk, Amendment):
        require_commissioner(viewer(by, fixture.league))
    else:
        require_may_enter(viewer(by, fixture.league), fixture)
    logs.lock(fixture)
    return current(desk, version)


def _store(step: Step, by: User, entries: tuple[Entry, ...]) -> Step:
    return _store_document(step, by, logs.with_entries(step.log, entries))


def _store_document(step: Step, by: User, log: documents.MatchLog) -> Step:
    row = step.row
    row.document = documents.encode_log(log).decode()
    row.digest = logs.digest(row.document)
    row.version += 1
    row.submitted_by = by
    row.save()
    # Whoever commits an amendment names the version whose consequences they saw.
    Amendment.objects.filter(log=row).update(version=F("version") + 1)
    return Step(row, log, replay(log))


def answer(desk: Desk, by: User, given: Given, version: int, key: str | None = None) -> Step:
    """Appends one answer. Raises Refusal, and stores nothing, when it does not answer the question that is asked.

    Whoever does not know whether an answer arrived sends it again with the same ``key``: it is stored once.
    """
    with transaction.atomic():
        step = _locked(desk, by, None)
        if step.has_answer(key):
            return step
        _require_version(step.row, version)
        question = step.question
        if step.replay.problem is not None:
            raise logs.refusal_of(step.replay.problem)
        if question is None:
            raise Refusal(_("The match is over and everything is answered; nothing is left to enter."))
        entry = _rolled_here(desk, question) if given == "roll" else given
        if given == "roll":
            step.row.rolled = [*step.row.rolled, len(step.log.entries) + 1]
        else:
            _require_dice_typed(desk, question)
        if key is not None:
            step.row.answered = [*step.row.answered, key][-KEYS_KEPT:]
        entries = (*step.log.entries, entry)
        seen = replay(logs.with_entries(step.log, entries))
        if seen.problem is not None:
            raise logs.refusal_of(seen.problem)
        return _store_and_read_on(step, by, logs.with_entries(step.log, entries))


def _store_and_read_on(step: Step, by: User, log: documents.MatchLog) -> Step:
    """Stores the log with all that its file, if it has one, can answer now."""
    if sources.settled(step.row):
        log = sources.continued(step.row, log).log
    return _store_document(step, by, log)


def read_on(fixture: Fixture, by: User, version: int) -> Step:
    """The log goes on from its file, as far as that holds the answers. Raises Refusal for a log without a file."""
    with transaction.atomic():
        step = _locked(fixture, by, version)
        if not sources.settled(step.row):
            raise Refusal(_("No match file fills this log."))
        return _store_and_read_on(step, by, step.log)


def _rolled_here(desk: Desk, question: Question) -> Rolled:
    fixture = fixture_of(desk)
    if not isinstance(question, Roll):
        raise Refusal(_("There is nothing to roll here."))
    if fixture.league.dice_policy == DicePolicy.TABLE:
        raise Refusal(
            _("In {league} dice are rolled at the table and typed in.").format(league=fixture.league.name)
        )
    faces = tuple(_chance.randint(1, faces) for faces in question.dice.each)
    return Rolled(question.key, question.side, faces, question.player)


def _require_dice_typed(desk: Desk, question: Question) -> None:
    if isinstance(desk, Amendment) or not isinstance(question, Roll):
        return
    if desk.league.dice_policy == DicePolicy.APP:
        raise Refusal(
            _("In {league} Dugout rolls the dice; they cannot be typed in.").format(league=desk.league.name)
        )


def answer_to(question: Question | None, dice: tuple[int, ...] = (), pick: tuple[str, ...] = ()) -> Entry:
    """The entry that answers a roll with these dice, or a choice with these options.

    Raises Refusal when the question is of another kind.
    """
    if isinstance(question, Roll):
        return Rolled(question.key, question.side, dice, question.player)
    if question is None or isinstance(question, Report):
        raise Refusal(_("Nothing is to be rolled or chosen here."))
    if question.several:
        return Chosen(question.key, question.side, pick, question.player)
    if len(pick) != 1:
        raise Refusal(_("Choose one of the options."))
    return Chosen(question.key, question.side, pick[0], question.player)


def undo_last(desk: Desk, by: User, version: int) -> Step:
    """Takes the last answer back.

    Dice that Dugout rolled stay, or a bad roll could be rolled again; a commissioner may take them back, and it is
    recorded.
    """
    with transaction.atomic():
        step = _locked(desk, by, version)
        entries = step.log.entries
        if not entries:
            raise Refusal(_("There is no answer to take back."))
        if step.last_rolled_here:
            if not viewer(by, step.row.fixture.league).is_commissioner:
                raise Forbidden(
                    _("Dugout rolled these dice, so they stand; only a commissioner may take them back.")
                )
            _take_back_dice(step, by, len(entries))
        return _store(step, by, entries[:-1])


def undo_answer(fixture: Fixture, by: User, version: int) -> Step:
    """Takes the last answer of a person back, with all that the file answered after it; or, where a file has answered
    everything, all of it. The file does not go on by itself. Dice that Dugout rolled stay, as ever."""
    with transaction.atomic():
        step = _locked(fixture, by, version)
        if not step.log.entries:
            raise Refusal(_("There is no answer to take back."))
        place = len(step.log.entries)
        if sources.settled(step.row):
            told = set(sources.continued(step.row, step.log, on=False).told)
            answers = [one for one in range(1, len(step.log.entries) + 1) if one not in told]
            place = max([*answers, *step.row.rolled], default=1)
        if place in step.row.rolled:
            if not viewer(by, fixture.league).is_commissioner:
                raise Forbidden(
                    _("Dugout rolled these dice, so they stand; only a commissioner may take them back.")
                )
            _take_back_dice(step, by, place)
        return _store(step, by, step.log.entries[: place - 1])


def _take_back_dice(step: Step, by: User, place: int) -> None:
    """Notes that dice which Dugout rolled are gone from the log."""
    row, entry = step.row, step.log.entries[place - 1]
    taken = {
        "entry": place,
        "dice": list(entry.dice) if isinstance(entry, Rolled) else [],
        "by": by.username,
        "at": timezone.now().isoformat(),
    }
    row.undone = [*row.undone, taken]
    row.rolled = [one for one in row.rolled if one != place]


Change = Callable[[tuple[Entry, ...]], tuple[Entry, ...]]


def rewrite(
    amendment: Amendment, by: User, change: Change, place: int, shift: int | None, version: int
) -> Step:
    """Changes the entries of a log that is being corrected, from ``place`` on (from 1).

    ``shift`` says by how much the entries behind the place move; None where they go. What Dugout rolled and is gone is
    noted.
    """
    with transaction.atomic():
        step = _locked(amendment, by, version)
        entries = change(step.log.entries)
        going = [place] if shift in (0, -1) else []
        if shift is None:
            going = list(range(place, len(step.log.entries) + 1))
        for one in going:
            if one in step.row.rolled:
                _take_back_dice(step, by, one)
        moved = shift or 0
        step.row.rolled = [one + moved if one >= place else one for one in step.row.rolled]
        return _store(step, by, entries)


def put_document(amendment: Amendment, by: User, log: documents.MatchLog, version: int) -> Step:
    """Puts another document in the place of the log that is being corrected. Which dice Dugout rolled is kept of those
    that stand where they stood."""
    with transaction.atomic():
        step = _locked(amendment, by, version)
        there = dict(enumerate(log.entries, 1))
        for place, entry in enumerate(step.log.entries, 1):
            if place in step.row.rolled and there.get(place) != entry:
                _take_back_dice(step, by, place)
        return _store_document(step, by, log)


def discard(fixture: Fixture, by: User, version: int) -> None:
    """Puts the draft aside, so that a new one can begin with the rosters of today. It stays for the commissioner.

    Dice that Dugout rolled may be put aside by a commissioner only.
    """
    with transaction.atomic():
        step = _locked(fixture, by, version)
        row = step.row
        if row.pk is None:
            raise Refusal(_(logs.NONE_IN_PROGRESS))
        if row.rolled and not viewer(by, fixture.league).is_commissioner:
            raise Forbidden(_("Dugout rolled dice for this log; only a commissioner may put it aside."))
        row.status, row.version = LogStatus.SUPERSEDED, row.version + 1
        with in_language_of(fixture.league):
            row.message = _("Put aside by {person}.").format(person=by.username)
        row.save(update_fields=["status", "version", "message", "updated"])


def reopen(log: MatchLog, by: User) -> MatchLog:
    """A submitted log becomes the draft again, to be corrected in the wizard."""
    with transaction.atomic():
        logs.lock(log.fixture)
        log = MatchLog.objects.select_related("fixture__league", "fixture__home", "fixture__away").get(
            pk=log.pk
        )
        if not viewer(by, log.fixture.league).is_commissioner:
            raise Forbidden(_("Only a commissioner may open a submitted log again."))
        if log.status != LogStatus.SUBMITTED:
            raise NotApplicable(_("Only a submitted log can be opened again."))
        if log.fixture.logs.filter(status=LogStatus.DRAFT).exists():
            raise NotApplicable(
                _("Another log of this match is in progress; finish it or put it aside first.")
            )
        log.status, log.version = LogStatus.DRAFT, log.version + 1
        log.save(update_fields=["status", "version", "updated"])
    return log
