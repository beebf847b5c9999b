"""A log that is filled answer by answer: a stored half-filled log is all the state there is.

Whoever answers names the version of the log that they saw, so that two people at one fixture do not overwrite each
other. Dice that Dugout rolls are stored in the transaction in which they fall: asking again never rolls again.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import SystemRandom
from typing import Literal

from django.db import transaction
from django.utils import timezone

from engine.match import log as documents
from engine.match.entries import Entry
from engine.questions import Chosen, Question, Refusal, Report, Roll, Rolled
from engine.replay import Replay, replay
from league.domain.roles import Forbidden, viewer
from league.models import DicePolicy, User
from matches.domain import logs
from matches.domain.access import require_may_enter
from matches.domain.errors import NotApplicable, Overtaken
from matches.models import Fixture, LogStatus, MatchLog, Origin

Given = Entry | Literal["roll"]
"""An entry, or the wish that Dugout rolls the dice of the question."""

_chance = SystemRandom()


@dataclass(frozen=True, slots=True)
class Step:
    """Where the log of a fixture stands. A ``row`` of version 0 is not stored: nobody has answered yet."""

    row: MatchLog
    log: documents.MatchLog
    replay: Replay

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


def current(fixture: Fixture, version: int | None = None) -> Step:
    """The draft of the fixture, or the beginning of one; nothing is stored.

    As long as there is no entry, the rosters are those of the ledger now. Raises Overtaken when a ``version`` is given
    and the draft is another.
    """
    logs.require_open(fixture)
    row = _draft(fixture)
    if version is not None and row.version != version:
        raise Overtaken(row)
    return _step(fixture, row)


def _draft(fixture: Fixture) -> MatchLog:
    row = fixture.logs.select_related("submitted_by").filter(status=LogStatus.DRAFT).first()
    return row or MatchLog(fixture=fixture, origin=Origin.WIZARD)


def _step(fixture: Fixture, row: MatchLog) -> Step:
    log = logs.decode(row) if row.document else None
    if log is None or not log.entries:
        log = logs.template(fixture)
    return Step(row, log, replay(log))


def _locked(fixture: Fixture, by: User, version: int) -> Step:
    """The draft, held until the transaction ends. Raises Overtaken when it is not the version that was seen."""
    require_may_enter(viewer(by, fixture.league), fixture)
    logs.lock(fixture)
    return current(fixture, version)


def _store(step: Step, by: User, entries: tuple[Entry, ...]) -> Step:
    log = logs.with_entries(step.log, entries)
    row = step.row
    row.document = documents.encode_log(log).decode()
    row.digest = logs.digest(row.document)
    row.version += 1
    row.submitted_by = by
    row.save()
    return Step(row, log, replay(log))


def answer(fixture: Fixture, by: User, given: Given, version: int) -> Step:
    """Appends one answer. Raises Refusal, and stores nothing, when it does not answer the question that is asked."""
    with transaction.atomic():
        step = _locked(fixture, by, version)
        question = step.question
        if step.replay.problem is not None:
            raise logs.refusal_of(step.replay.problem)
        if question is None:
            raise Refusal("The match is over and everything is answered; nothing is left to enter.")
        entry = _rolled_here(fixture, question) if given == "roll" else given
        if given == "roll":
            step.row.rolled = [*step.row.rolled, len(step.log.entries) + 1]
        else:
            _require_dice_typed(fixture, question)
        entries = (*step.log.entries, entry)
        seen = replay(logs.with_entries(step.log, entries))
        if seen.problem is not None:
            raise logs.refusal_of(seen.problem)
        return _store(step, by, entries)


def _rolled_here(fixture: Fixture, question: Question) -> Rolled:
    if not isinstance(question, Roll):
        raise Refusal("There is nothing to roll here.")
    if fixture.league.dice_policy == DicePolicy.TABLE:
        raise Refusal(f"In {fixture.league.name} dice are rolled at the table and typed in.")
    faces = tuple(_chance.randint(1, question.dice.faces) for _ in range(question.dice.count))
    return Rolled(question.key, question.side, faces, question.player)


def _require_dice_typed(fixture: Fixture, question: Question) -> None:
    if isinstance(question, Roll) and fixture.league.dice_policy == DicePolicy.APP:
        raise Refusal(f"In {fixture.league.name} Dugout rolls the dice; they cannot be typed in.")


def answer_to(question: Question | None, dice: tuple[int, ...] = (), pick: tuple[str, ...] = ()) -> Entry:
    """The entry that answers a roll with these dice, or a choice with these options.

    Raises Refusal when the question is of another kind.
    """
    if isinstance(question, Roll):
        return Rolled(question.key, question.side, dice, question.player)
    if question is None or isinstance(question, Report):
        raise Refusal("Nothing is to be rolled or chosen here.")
    if question.several:
        return Chosen(question.key, question.side, pick, question.player)
    if len(pick) != 1:
        raise Refusal("Choose one of the options.")
    return Chosen(question.key, question.side, pick[0], question.player)


def undo_last(fixture: Fixture, by: User, version: int) -> Step:
    """Takes the last answer back.

    Dice that Dugout rolled stay, or a bad roll could be rolled again; a commissioner may take them back, and it is
    recorded.
    """
    with transaction.atomic():
        step = _locked(fixture, by, version)
        entries = step.log.entries
        if not entries:
            raise Refusal("There is no answer to take back.")
        if step.last_rolled_here:
            _take_back_dice(step, by)
        return _store(step, by, entries[:-1])


def _take_back_dice(step: Step, by: User) -> None:
    row, place = step.row, len(step.log.entries)
    if not viewer(by, row.fixture.league).is_commissioner:
        raise Forbidden("Dugout rolled these dice, so they stand; only a commissioner may take them back.")
    entry = step.log.entries[-1]
    taken = {
        "entry": place,
        "dice": list(entry.dice) if isinstance(entry, Rolled) else [],
        "by": by.username,
        "at": timezone.now().isoformat(),
    }
    row.undone = [*row.undone, taken]
    row.rolled = [one for one in row.rolled if one != place]


def discard(fixture: Fixture, by: User, version: int) -> None:
    """Puts the draft aside, so that a new one can begin with the rosters of today. It stays for the commissioner.

    Dice that Dugout rolled may be put aside by a commissioner only.
    """
    with transaction.atomic():
        step = _locked(fixture, by, version)
        row = step.row
        if row.pk is None:
            raise Refusal("There is no log of this match in progress.")
        if row.rolled and not viewer(by, fixture.league).is_commissioner:
            raise Forbidden("Dugout rolled dice for this log; only a commissioner may put it aside.")
        row.status, row.version = LogStatus.SUPERSEDED, row.version + 1
        row.message = f"Put aside by {by.username}."
        row.save(update_fields=["status", "version", "message", "updated"])


def reopen(log: MatchLog, by: User) -> MatchLog:
    """A submitted log becomes the draft again, to be corrected in the wizard."""
    with transaction.atomic():
        logs.lock(log.fixture)
        log = MatchLog.objects.select_related("fixture__league", "fixture__home", "fixture__away").get(
            pk=log.pk
        )
        if not viewer(by, log.fixture.league).is_commissioner:
            raise Forbidden("Only a commissioner may open a submitted log again.")
        if log.status != LogStatus.SUBMITTED:
            raise NotApplicable("Only a submitted log can be opened again.")
        if log.fixture.logs.filter(status=LogStatus.DRAFT).exists():
            raise NotApplicable("Another log of this match is in progress; finish it or put it aside first.")
        log.status, log.version = LogStatus.DRAFT, log.version + 1
        log.save(update_fields=["status", "version", "updated"])
    return log
