"""A round that everybody sees: published, now or at its time, and taken back."""

from __future__ import annotations

from datetime import UTC, datetime

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.questions import Refusal
from league.domain import clock
from league.domain.languages import in_language_of
from league.domain.roles import Person
from league.errors import Conflict
from tournaments.domain.competing import brackets, journal
from tournaments.domain.competing.access import changing, organising
from tournaments.domain.competing.outcomes import is_reported
from tournaments.domain.competing.paired import entries_of, joined_in
from tournaments.domain.competing.pitches import make_fixtures_for, take_back_fixtures
from tournaments.domain.competing.rounds.drafts import (
    draft_of,
    faults_of,
    forget,
    open_pairings,
    round_of,
    stage_held,
)
from tournaments.models import ELIMINATION, Entry, Format, Pairing, Round, Stage, State
from tournaments.signals import round_published


def publish(by: Person, round: Round, at: datetime | None = None, version: int | None = None) -> Round:
    """Everybody sees the round now, or by itself as soon as it is ``at``.

    Published twice is published once. Raises Refusal where somebody is paired who is not in the round, or in it and
    not paired.
    """
    with organising(by, round.stage.competition) as held:
        row = round_of(held, round)
        if row.state != Round.State.DRAFT:
            return row
        row = draft_of(held, round, version)
        if at is not None and at > clock.now():
            _require_complete(row)
            row.publish_at = at
            row.version += 1
            row.save(update_fields=["publish_at", "version"])
            universal = at.astimezone(UTC)
            journal.note(row.stage, by, lambda: _to_be_published(row.number, universal))
        else:
            _publish(row, by)
    return row


def _to_be_published(number: int, at: datetime) -> str:
    said = _("Round {number} is to be published on {day} at {time} UTC.")
    return said.format(number=number, day=date_format(at, "DATE_FORMAT"), time=f"{at:%H:%M}")


def _require_complete(row: Round) -> None:
    if row.stage.format != Format.SWISS:
        return
    absent = [fault.text for fault in faults_of(row) if fault.kind == "absent"]
    if absent:
        raise Refusal.of([*absent, _("Draw the round up again.")])


def _publish(row: Round, by: Person | None) -> None:
    _require_complete(row)
    journal.note(row.stage, by, gettext_lazy("Round {number} is published."), number=row.number)
    row.state, row.publish_at = Round.State.PUBLISHED, clock.now()
    row.version += 1
    row.save(update_fields=["state", "publish_at", "version"])
    round_published.send(sender=Round, round=row)
    if row.stage.format in ELIMINATION:
        brackets.follow(row.stage)
        return
    still = {pairing.round_id for pairing in open_pairings(row.stage)}
    earlier = row.stage.rounds.filter(number__lt=row.number, state=Round.State.PUBLISHED)
    earlier.exclude(pk__in=still).update(state=Round.State.CLOSED)
    make_fixtures_for(_with_teams(row))


def _with_teams(row: Round) -> list[Pairing]:
    pairings = list(row.pairings.select_related("home__team", "away__team"))
    for pairing in pairings:
        pairing.round = row
    return pairings


def publish_due(at: datetime | None = None) -> list[Round]:
    """Publishes every draft whose time has come. May run twice at once: a round is published once."""
    at = at or clock.now()
    due = Round.objects.filter(
        state=Round.State.DRAFT, publish_at__lte=at, stage__competition__state=State.RUNNING
    )
    done = []
    for round in due.select_related("stage__competition__league").order_by("pk"):
        with changing(round.stage.competition) as held:
            row = round_of(held, round)
            if row.state != Round.State.DRAFT or row.publish_at is None or row.publish_at > at:
                continue
            try:
                # What was done of it until it was refused is not to stand.
                with transaction.atomic(), in_language_of(held.league):
                    _publish(row, None)
            except Refusal as refusal:
                # Who is in it has changed since: the organiser draws it up again, and says when.
                row = round_of(held, round)
                row.publish_at = None
                row.save(update_fields=["publish_at"])
                told = gettext_lazy("Round {number} is not published at its time: {why}")
                journal.note(row.stage, None, told, number=row.number, why=refusal.message)
                continue
        done.append(row)
    return done


def unpublish_last(
    by: Person, stage: Stage, *, number: int | None = None, with_results: bool = False
) -> None:
    """Takes the last round back as if it had never been, a draft after it as well.

    ``number`` is the round that the organiser saw: raises Conflict where another is the last by now, so that two who
    take it back at once do not take two back. Raises Refusal where results would be lost, unless they may be, and
    always where a match was played or a log is handed in, since rosters have changed then.
    """
    with organising(by, stage.competition) as held:
        stage = stage_held(held, stage)
        if stage.format in ELIMINATION:
            brackets.undraw(stage)
            return journal.note(stage, by, gettext_lazy("The bracket is a draft again."))
        if stage.format != Format.SWISS:
            raise Refusal(
                _("The rounds of {stage} were drawn all at once, so none is taken back.").format(
                    stage=stage.name
                )
            )
        row = stage.rounds.exclude(state=Round.State.DRAFT).order_by("number").last()
        if row is None:
            raise Refusal(
                _("No round of {stage} is published that could be taken back.").format(stage=stage.name)
            )
        if number is not None and number != row.number:
            said = _("Round {number} of {stage} is not the last; that is round {last}.")
            raise Conflict(said.format(number=number, stage=stage.name, last=row.number))
        if stage.state == Stage.State.CLOSED:
            raise Conflict(_("{stage} is closed.").format(stage=stage.name))
        _take_back(stage, row, by, with_results)


def _take_back(stage: Stage, row: Round, by: Person, with_results: bool) -> None:
    pairings = list(row.pairings.select_related("round", "home", "away", "fixture"))
    told = [one for one in pairings if one.away_id and (one.outcome or is_reported(one))]
    if told and not with_results:
        raise Refusal.of(
            [
                _("Results would be lost: {matches}.").format(matches=", ".join(str(one) for one in told)),
                _("Confirm that they go with the round."),
            ]
        )
    take_back_fixtures(stage.competition, pairings)
    lost = ", ".join(f"{one} {one.home_td}–{one.away_td}" for one in told if one.outcome)
    said = gettext_lazy("Round {number} is taken back.")
    if lost:
        said = gettext_lazy("Round {number} is taken back with its results: {results}.")
    journal.note(stage, by, said, number=row.number, results=lost)
    for later in stage.rounds.filter(number__gte=row.number):
        forget(stage, later.number)
        later.delete()
    _come_and_gone_before(stage, row.number)
    before = stage.rounds.filter(number=row.number - 1).first()
    if before is not None and before.state == Round.State.CLOSED:
        before.state = Round.State.PUBLISHED
        before.save(update_fields=["state"])


def _come_and_gone_before(stage: Stage, number: int) -> None:
    """Who left after the round of this number, or came after it, did so before it, since it has never been."""
    for entry in entries_of(stage):
        if entry.state != Entry.State.IN and (entry.dropped_after or 0) >= number:
            Entry.objects.filter(pk=entry.pk).update(dropped_after=number - 1)
        if joined_in(stage, entry) > number:
            Entry.objects.filter(pk=entry.pk).update(joined_round=number)
