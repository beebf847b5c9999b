"""Who takes part no more, and who comes back."""

from __future__ import annotations

from engine.questions import Refusal
from league.domain.roles import Forbidden, Person, viewer
from league.errors import Conflict
from tournaments.domain.competing import journal
from tournaments.domain.competing.access import changing, may_organise, organising, require_not_archived
from tournaments.domain.competing.entering.formats import LEAVING, RETURNING, last_round
from tournaments.models import Competition, Entry, Stage, State

REASON_LENGTH = 200


def coaches(by: Person, entry: Entry) -> bool:
    """Whether he is the coach of it now."""
    return by.pk is not None and entry.account_id == by.pk


def speaks_for(by: Person, entry: Entry, competition: Competition) -> bool:
    """Whether he coaches it and may act on it. Who has left the league keeps his entry, and no right by it."""
    return coaches(by, entry) and viewer(by, competition.league).is_coach


def drop(
    by: Person, entry: Entry, after: int | None = None, reason: str = "", *, results: str = "kept"
) -> Entry:
    """The entry plays no more after the round ``after``, or the last that was published. What it played stands.

    ``results="awarded"``: its open matches of a season go to the opponents; else they are not played. The coach of the
    entry drops it, or the organiser.
    """
    competition = entry.competition
    if not may_organise(viewer(by, competition.league), competition) and not speaks_for(
        by, entry, competition
    ):
        raise Forbidden(f"Only its coach, or the organiser, takes {entry.name} out of {competition.name}.")
    with changing(competition) as held:
        require_not_archived(held)
        entry = entry_of(held, entry)
        if entry.state != Entry.State.IN:
            raise Conflict(f"{entry.name} does not take part any more.")
        if held.state in (State.DRAFT, State.ENTRIES):
            entry.delete()
            return entry
        _leave(by, held, entry, results, after, reason)
    return entry


def annul(by: Person, entry: Entry, reason: str = "") -> Entry:
    """The entry is withdrawn, and nothing that it played counts."""
    with organising(by, entry.competition) as held:
        entry = entry_of(held, entry)
        if entry.state == Entry.State.ANNULLED:
            raise Conflict(f"The results of {entry.name} are annulled already.")
        _leave(by, held, entry, "annulled", None, reason)
    return entry


def _leave(by: Person, held: Competition, entry: Entry, results: str, after: int | None, reason: str) -> None:
    stage = held.stages.filter(state=Stage.State.RUNNING).order_by("number").last()
    last = last_round(stage) if stage else 0
    entry.state = Entry.State.ANNULLED if results == "annulled" else Entry.State.DROPPED
    if after is not None and not 0 <= after <= last:
        raise Refusal(f"{entry.name} cannot have left after round {after}: {last} were published.")
    entry.dropped_after = last if after is None else after
    entry.reason = reason[:REASON_LENGTH]
    entry.save(update_fields=["state", "dropped_after", "reason"])
    told = f"plays no more after round {entry.dropped_after}"
    if results == "annulled":
        told = "is withdrawn, and nothing that it played counts"
    journal.note(stage, by, f"{entry.name} {told}{journal.because(reason)}")
    if stage is not None and stage.format in LEAVING:
        stage.competition = held
        LEAVING[stage.format](by, stage, entry, results)


def return_(by: Person, entry: Entry) -> Entry:
    """Somebody who dropped comes back, as if he had only missed the rounds in between."""
    with organising(by, entry.competition) as held:
        entry = entry_of(held, entry)
        if entry.state == Entry.State.IN:
            raise Conflict(f"{entry.name} takes part.")
        if held.state != State.RUNNING:
            raise Conflict(f"{held.name} is not running.")
        stage = held.stages.filter(state=Stage.State.RUNNING).order_by("number").last()
        if entry.table is not None and held.entries.filter(state=Entry.State.IN, table=entry.table).exists():
            # Somebody else was given it in the meantime.
            entry.table = None
        entry.state, entry.dropped_after, entry.reason = Entry.State.IN, None, ""
        entry.save(update_fields=["state", "dropped_after", "reason", "table"])
        journal.note(stage, by, f"{entry.name} is back.")
        if stage is not None and stage.format in RETURNING:
            stage.competition = held
            RETURNING[stage.format](by, stage, entry)
    return entry


def entry_of(held: Competition, entry: Entry) -> Entry:
    entry = held.entries.select_related("team__coach", "user").get(pk=entry.pk)
    entry.competition = held
    return entry
