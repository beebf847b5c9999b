"""An amendment in preparation: who may, one for each act, its log and what is settled.

Whoever changes something names the version that they saw.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.match import log as documents
from engine.match.entries import Entry
from engine.questions import Refusal
from engine.replay import replay
from league.domain.languages import in_language_of
from league.domain.roles import require_commissioner, viewer
from league.errors import Conflict, NotVisible
from league.models import League, User
from matches.domain import logs, wizard
from matches.domain.amending import working
from matches.domain.amending.consequences import Consequences, Item, Settlement
from matches.domain.amending.undoing import require_can_undo
from matches.domain.amending.working import consequences, decode_settlement, encode_settlement
from matches.domain.applying import PATIENCE
from matches.domain.deriving import KIND
from matches.models import Amendment, AmendmentStatus, Fixture, LogStatus, MatchLog, Origin, Result
from teams.models import Act

Target: TypeAlias = Act | Fixture | Result

IN_HAND = (AmendmentStatus.OPEN, AmendmentStatus.QUEUED)

LONGEST_REASON = 300
"""Characters of the reason for an amendment."""


class Overtaken(Conflict):
    """The amendment has changed since the person saw it."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "This amendment was changed meanwhile, in another window or by somebody else. "
                "Nothing was stored; look at it as it stands now."
            )
        )


def get_amendment(league: League, pk: int) -> Amendment:
    found = _rows().filter(league=league, pk=pk).first() if pk < 2**63 else None
    if found is None:
        raise NotVisible(_("There is no such amendment."))
    return _back_from_lost_worker(found)


def _back_from_lost_worker(row: Amendment) -> Amendment:
    """An amendment that a worker has had for too long counts as open: it is settled, committed or abandoned again."""
    if row.status == AmendmentStatus.QUEUED and timezone.now() - row.updated >= PATIENCE:
        row.status = AmendmentStatus.OPEN
        row.message = _("The worker that was to write it is gone. Commit it again, or abandon it.")
    return row


def _rows() -> Any:
    return Amendment.objects.select_related(
        "league",
        "act__league",
        "by",
        "head",
        "log__fixture__league",
        "log__fixture__home",
        "log__fixture__away",
    )


# --- beginning ----------------------------------------------------------------------------------------------------


def begin(by: User, target: Target, reason: str = "") -> Amendment:
    """An amendment of the act that stands for the target; of a match, with a copy of its log to be corrected.

    One that is open is resumed. An act that is no match has no log: it is undone, or corrected by a decree for its own
    place.
    """
    return _begin(by, target, reason, with_log=True)


def undo(by: User, target: Target, reason: str = "") -> Amendment:
    """An amendment that leaves nothing of the act; of the head of an amendment, one that restores what it replaced.

    Nothing is undone until it is committed: what follows from it is looked at, and settled, first.
    """
    return _begin(by, target, reason, with_log=False)


def _begin(by: User, target: Target, reason: str, with_log: bool) -> Amendment:
    act = _act_of(target)
    require_commissioner(viewer(by, act.league))
    with transaction.atomic():
        league = League.objects.select_for_update().get(pk=act.league_id)
        act = Act.objects.get(pk=act.pk)
        act.league = league
        if with_log or act.amendment_id != act.pk or not working.stands_again(act):
            _require_standing(act)
        with_log = with_log and act.kind == KIND
        found = _rows().filter(act=act, status__in=IN_HAND).first()
        if found is not None:
            return _resumed(_back_from_lost_worker(found), with_log)
        if not with_log:
            require_can_undo(act)
        amendment = Amendment(
            league=league, act=act, by=by, reason=clean_reason(reason), sequence=league.sequence, version=1
        )
        if with_log:
            amendment.log = _copy_of_log(act, by)
        amendment.save()
    return get_amendment(league, amendment.pk)


def clean_reason(reason: str) -> str:
    return logs.without_nul(reason).strip()[:LONGEST_REASON]


def _act_of(target: Target) -> Act:
    if isinstance(target, Act):
        return target
    if isinstance(target, Result):
        return target.act
    result = Result.objects.select_related("act__league").filter(fixture=target).first()
    if result is None:
        raise Refusal(_("This match is not played yet; there is nothing to correct."))
    return result.act


def _require_standing(act: Act) -> None:
    if act.replaced_by_id is not None:
        by = Act.objects.get(pk=act.replaced_by_id)
        raise Refusal(
            _("Act {number} no longer stands: act {other} has taken its place.").format(
                number=act.sequence, other=by.sequence
            )
        )


def _resumed(found: Amendment, with_log: bool) -> Amendment:
    if found.status == AmendmentStatus.QUEUED:
        raise Conflict(_("An amendment of this is being worked out; wait for it."))
    if with_log != (found.log_id is not None):
        raise Conflict(
            _("This is being undone; abandon that before it is corrected.")
            if with_log
            else _("A correction of this is in preparation; abandon it before this is undone.")
        )
    return found


def _copy_of_log(act: Act, by: User) -> MatchLog:
    if act.parameters.get("void"):
        raise Refusal(_("This match was undone; hand in a log, or undo what undid it."))
    result = Result.objects.select_related("log", "fixture").filter(act=act).first()
    if result is None:
        raise Refusal(_("The log of this match is not kept here, so that it cannot be corrected."))
    log = result.log
    _require_no_other(result.fixture)
    return MatchLog.objects.create(
        fixture=result.fixture,
        document=log.document,
        digest=log.digest or logs.digest(log.document),
        status=LogStatus.AMENDING,
        origin=Origin.WIZARD,
        version=1,
        rolled=log.rolled,
        undone=log.undone,
        submitted_by=by,
    )


def _require_no_other(fixture: Fixture) -> None:
    """A match has one log that is being corrected; an amendment of what stood before may still hold one."""
    other = Amendment.objects.filter(log__fixture=fixture, log__status=LogStatus.AMENDING).first()
    if other is not None:
        raise Conflict(
            _(
                "A correction of act {number}, which no longer stands for this match, is still in preparation; "
                "abandon that first."
            ).format(number=other.act.sequence)
        )


# --- its log ------------------------------------------------------------------------------------------------------


def truncate(amendment: Amendment, by: User, entry: int, version: int) -> wizard.Step:
    """Takes back everything from this entry on (places from 1), so that the wizard goes on from there."""

    def cut(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        _require_place(entry, len(entries))
        return entries[: entry - 1]

    return wizard.rewrite(amendment, by, cut, entry, None, version)


def replace_entry(amendment: Amendment, by: User, place: int, entry: Entry, version: int) -> wizard.Step:
    """Puts another entry in one place and leaves the rest; what no longer fits is told by the step."""

    def put(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        _require_place(place, len(entries))
        return (*entries[: place - 1], entry, *entries[place:])

    return wizard.rewrite(amendment, by, put, place, 0, version)


def insert_entry(amendment: Amendment, by: User, place: int, entry: Entry, version: int) -> wizard.Step:
    """Puts one more entry before the one of this place, or behind the last one."""

    def put(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        _require_place(place, len(entries) + 1)
        return (*entries[: place - 1], entry, *entries[place - 1 :])

    return wizard.rewrite(amendment, by, put, place, 1, version)


def remove_entry(amendment: Amendment, by: User, place: int, version: int) -> wizard.Step:
    """Takes one entry out and leaves the rest."""

    def take(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        _require_place(place, len(entries))
        return (*entries[: place - 1], *entries[place:])

    return wizard.rewrite(amendment, by, take, place, -1, version)


def _require_place(place: int, last: int) -> None:
    if not 1 <= place <= last:
        raise Refusal(_("The log has no entry {place}: its last is {last}.").format(place=place, last=last))


def replace_document(amendment: Amendment, by: User, document: bytes, version: int) -> wizard.Step:
    """A corrected log as a file. It must be a whole log of this match, by the same rules and of the same teams."""
    new = documents.decode_log(document)
    seen = replay(new)
    if amendment.log is None:
        raise Refusal(wizard.NO_LOG)
    old = logs.decode(amendment.log)
    if (new.edition, new.house_rules) != (old.edition, old.house_rules):
        raise Refusal(_("This log was played by other rules than those of the match that it corrects."))
    if (new.stage, new.neutral) != (old.stage, old.neutral):
        raise Refusal(
            _("This log is of another stage, or of another ground, than the match that it corrects.")
        )
    if (new.home.team, new.away.team) != (old.home.team, old.away.team):
        raise Refusal(
            _("This log is of {home} v {away}, and the match is {real_home} v {real_away}.").format(
                home=new.home.team, away=new.away.team, real_home=old.home.team, real_away=old.away.team
            )
        )
    logs.require_complete(new, seen, amendment.log.fixture)
    return wizard.put_document(amendment, by, new, version)


def take_the_field_anew(amendment: Amendment, by: User, version: int) -> wizard.Step:
    """The head of the log as the rosters stand in the ledger just before the match; its entries stay.

    A log keeps the rosters that took the field. Where earlier matches were corrected since, this is how the correction
    of this one starts from what is right now.
    """
    if amendment.log is None:
        raise Refusal(wizard.NO_LOG)
    return wizard.put_document(amendment, by, working.with_head_of_now(amendment), version)


# --- settling -----------------------------------------------------------------------------------------------------


def settle(
    amendment: Amendment, by: User, place: int, settlement: Settlement | dict[str, Any] | None, version: int
) -> Consequences:
    """Decides what becomes of the act at this place; None takes a decision back.

    Raises Refusal, and stores nothing, where it is no item, or cannot be settled so. What follows is returned.
    """
    with transaction.atomic():
        row = _locked(amendment, by, version)
        wanted = decode_settlement(settlement) if settlement is not None else None
        row.settlements = {one: told for one, told in row.settlements.items() if int(one) != place}
        if wanted is not None:
            row.settlements[str(place)] = encode_settlement(wanted)
        found = consequences(row)
        if wanted is not None:
            row.settlements[str(place)] = encode_settlement(wanted, _seen(row, found, place))
        _store(row, amendment, found.sequence)
    return found


def _seen(row: Amendment, found: Consequences, place: int) -> str:
    """The mark of what was settled. Raises Refusal where it is not."""
    if found.problem is not None:
        raise Refusal(found.problem.message, (found.problem,))
    item = next((one for one in found.items if one.place == place), None)
    if item is None and place != row.act.place:
        raise Refusal(_("Nothing is to be settled at this place: what stands there holds."))
    if item is None:
        return working.own_mark(row)
    if item.settlement is None:
        raise Refusal(item.fault)
    return item.seen


def settle_all(amendment: Amendment, by: User, way: Literal["leave", "anew"], version: int) -> Consequences:
    """Settles everything that is not settled yet: leaves it, or derives it anew where that can be, and leaves the rest.

    What can be neither left nor derived stays unsettled.
    """
    decided: dict[str, Any] = {}

    def choose(item: Item) -> Settlement | None:
        wanted: Settlement | None = "anew" if way == "anew" and item.can_anew else None
        if wanted is None and item.can_leave:
            wanted = "leave"
        if wanted is not None:
            decided[str(item.place)] = encode_settlement(wanted, item.seen)
        return wanted

    if way not in ("leave", "anew"):
        raise Refusal(_("Everything can be left as it was played, or derived anew."))
    with transaction.atomic():
        row = _locked(amendment, by, version)
        found = consequences(row, choose)
        row.settlements = {**row.settlements, **decided}
        _store(row, amendment, found.sequence)
    return found


def set_reason(amendment: Amendment, by: User, reason: str, version: int) -> Amendment:
    with transaction.atomic():
        row = _locked(amendment, by, version)
        row.reason = clean_reason(reason)
        _store(row, amendment, row.sequence)
    return amendment


def abandon(amendment: Amendment, by: User, version: int | None = None) -> Amendment:
    """Ends the preparation; the past stays as it is. The log that was being corrected is kept as superseded."""
    with transaction.atomic():
        row = _locked(amendment, by, version)
        if row.log is not None:
            row.log.status = LogStatus.SUPERSEDED
            with in_language_of(row.league):
                row.log.message = _("The correction was abandoned by {person}.").format(person=by.username)
            row.log.save(update_fields=["status", "message", "updated"])
        row.status = AmendmentStatus.ABANDONED
        _store(row, amendment, row.sequence)
    return amendment


def _locked(amendment: Amendment, by: User, version: int | None) -> Amendment:
    """The amendment as it is in the database, held until the transaction ends."""
    require_commissioner(viewer(by, amendment.league))
    League.objects.select_for_update().get(pk=amendment.league_id)
    row = get_amendment(amendment.league, amendment.pk)
    require_open(row)
    if version is not None and row.version != version:
        raise Overtaken
    return row


def require_open(row: Amendment) -> None:
    if row.status != AmendmentStatus.OPEN:
        raise Conflict(_("This amendment is closed: {state}.").format(state=row.get_status_display().lower()))


def _store(row: Amendment, seen: Amendment, sequence: int) -> None:
    """Stores the row, and shows the caller's own what was stored."""
    row.sequence, row.version, row.message = sequence, row.version + 1, ""
    row.save(update_fields=["settlements", "reason", "sequence", "version", "status", "message", "updated"])
    for name in ("settlements", "reason", "sequence", "version", "status", "message"):
        setattr(seen, name, getattr(row, name))
