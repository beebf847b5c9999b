"""Who takes part no more, and who comes back."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

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
        raise Forbidden(
            _("Only its coach, or the organiser, takes {entry} out of {competition}.").format(
                entry=entry.name, competition=competition.name
            )
        )
    with changing(competition) as held:
        require_not_archived(held)
        entry = entry_of(held, entry)
        if entry.state != Entry.State.IN:
            raise Conflict(_("{entry} does not take part any more.").format(entry=entry.name))
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
            raise Conflict(_("The results of {entry} are annulled already.").format(entry=entry.name))
        _leave(by, held, entry, "annulled", None, reason)
    return entry


def _leave(by: Person, held: Competition, entry: Entry, results: str, after: int | None, reason: str) -> None:
    stage = held.stages.filter(state=Stage.State.RUNNING).order_by("number").last()
    last = last_round(stage) if stage else 0
    entry.state = Entry.State.ANNULLED if results == "annulled" else Entry.State.DROPPED
    if after is not None and not 0 <= after <= last:
        said = ngettext(
            "{entry} cannot have left after round {after}: {n} were published.",
            "{entry} cannot have left after round {after}: {n} were published.",
            last,
        )
        raise Refusal(said.format(entry=entry.name, after=after, n=last))
    entry.dropped_after = last if after is None else after
    entry.reason = reason[:REASON_LENGTH]
    entry.save(update_fields=["state", "dropped_after", "reason"])
    told = gettext_lazy("{entry} plays no more after round {round}.")
    if results == "annulled":
        told = gettext_lazy("{entry} is withdrawn, and nothing that it played counts.")
    journal.note(stage, by, told, reason=reason, entry=entry.name, round=entry.dropped_after)
    if stage is not None and stage.format in LEAVING:
        stage.competition = held
        LEAVING[stage.format](by, stage, entry, results)


def return_(by: Person, entry: Entry) -> Entry:
    """Somebody who dropped comes back, as if he had only missed the rounds in between."""
    with organising(by, entry.competition) as held:
        entry = entry_of(held, entry)
        if entry.state == Entry.State.IN:
            raise Conflict(_("{entry} takes part.").format(entry=entry.name))
        if held.state != State.RUNNING:
            raise Conflict(_("{competition} is not running.").format(competition=held.name))
        stage = held.stages.filter(state=Stage.State.RUNNING).order_by("number").last()
        if entry.table is not None and held.entries.filter(state=Entry.State.IN, table=entry.table).exists():
            # Somebody else was given it in the meantime.
            entry.table = None
        entry.state, entry.dropped_after, entry.reason = Entry.State.IN, None, ""
        entry.save(update_fields=["state", "dropped_after", "reason", "table"])
        journal.note(stage, by, gettext_lazy("{entry} is back."), entry=entry.name)
        if stage is not None and stage.format in RETURNING:
            stage.competition = held
            RETURNING[stage.format](by, stage, entry)
    return entry


def entry_of(held: Competition, entry: Entry) -> Entry:
    entry = held.entries.select_related("team__coach", "user").get(pk=entry.pk)
    entry.competition = held
    return entry
