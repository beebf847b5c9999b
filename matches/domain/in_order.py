"""The logs that wait for a commissioner, in the order in which they land: looked at, and applied one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.questions import Refusal
from engine.roster import Roster, evolve
from league.domain.roles import require_commissioner, viewer
from league.models import League, User
from matches.domain import applying, previewing
from matches.domain.errors import AlreadyApplied
from matches.domain.previewing import Preview, events_of
from matches.domain.queries import PENDING
from matches.models import LogStatus, MatchLog, Result
from teams.domain.ledger import rosters_of

AT_ONCE = 20
"""Logs that are looked at, or applied, for one request."""
TOLD = 3
"""Differences of the rosters that are listed."""
ORDER = ("fixture__season__number", "fixture__round", "fixture__number", "pk")
"""In which logs are applied: that of their matches."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A log that waits, looked at as if those before it had landed. ``why``: what keeps it from landing unseen."""

    preview: Preview
    why: tuple[str, ...]

    @property
    def log(self) -> MatchLog:
        return self.preview.row


@dataclass(frozen=True, slots=True)
class Applied:
    """What came of applying in order. ``stopped`` is the first log that did not land, and ``why``; ``left`` counts it
    with those after it."""

    results: tuple[Result, ...]
    stopped: MatchLog | None
    why: tuple[str, ...]
    left: int


def waiting(league: League) -> QuerySet[MatchLog]:
    """Submitted logs with their matches, in the order in which they are to be applied."""
    return (
        MatchLog.objects.filter(fixture__league=league, status__in=PENDING)
        .select_related("fixture__league", "fixture__home", "fixture__away", "submitted_by")
        .defer("source")
        .order_by(*ORDER)
    )


def look(league: League) -> list[Seen]:
    """The first of the logs that wait, each on the rosters that those before it leave behind."""
    rows = list(waiting(league)[:AT_ONCE])
    teams = {team.pk: team for row in rows for team in (row.fixture.home, row.fixture.away)}
    rosters: dict[int, Roster] = rosters_of(list(teams.values())) if teams else {}
    of_match = Counter(row.fixture_id for row in rows)
    found = []
    for row in rows:
        row.fixture.league = league
        sides = (row.fixture.home_id, row.fixture.away_id)
        seen = previewing.preview(row, (rosters[sides[0]], rosters[sides[1]]))
        why = reasons(seen, of_match[row.fixture_id])
        if seen.complete and seen.replay and not why:
            for side, events in zip(sides, events_of(seen.replay), strict=True):
                rosters[side] = evolve(rosters[side], *events)
        found.append(Seen(seen, why))
    return found


def apply_in_order(by: User, league: League) -> Applied:
    """Applies the logs that wait, one after the other, each in a transaction of its own.

    Stops at the first that is refused, or whose preview has something to say; what was applied before stays. What
    somebody else has dealt with meanwhile is passed over, so two may press at once. Raises Refusal where none waits.
    """
    require_commissioner(viewer(by, league))
    listed = list(waiting(league).values_list("pk", "fixture_id"))
    if not listed:
        raise Refusal(_("No log waits: there is nothing to apply. A match is reported on its own page."))
    results: list[Result] = []
    of_match = Counter(fixture for _pk, fixture in listed)
    for place, (pk, fixture) in enumerate(listed[:AT_ONCE]):
        # Read anew: the match before has changed the teams, and somebody else may have dealt with the log.
        row = waiting(league).filter(pk=pk).first()
        if row is None:
            continue
        try:
            why = reasons(previewing.preview(row), of_match[fixture])
            if not why:
                results.append(applying.apply_log(row, by, version=row.version))
        except AlreadyApplied:
            continue
        except Refusal as refusal:
            why = (refusal.message,)
        if why and waiting(league).filter(pk=pk).exists():
            return Applied(tuple(results), row, why, len(listed) - place)
    return Applied(tuple(results), None, (), max(0, len(listed) - AT_ONCE))


def reasons(seen: Preview, logs_of_match: int = 1) -> tuple[str, ...]:
    """Why this log does not land without somebody looking at it, a sentence each; empty where nothing does."""
    why = []
    if logs_of_match > 1:
        why.append(_("Several logs of this match wait. Compare them, and reject all but one."))
    if seen.row.status == LogStatus.QUEUED:
        why.append(_("It is being applied at this moment. Look again in a minute."))
    if seen.problem is not None:
        why.append(seen.problem.message)
    elif seen.waiting is not None:
        why.append(
            _("It ends before the match does. Reopen it, so that its coaches enter the rest, or reject it.")
        )
    why += _differing(seen)
    if seen.typed_dice:
        why.append(
            ngettext(
                "{n} roll was typed in, although in this league Dugout rolls.",
                "{n} rolls were typed in, although in this league Dugout rolls.",
                seen.typed_dice,
            ).format(n=seen.typed_dice)
        )
    return (*why, *seen.notes)


def _differing(seen: Preview) -> Sequence[str]:
    found = seen.differences
    if not found:
        return ()
    told = [
        _("{team}, {what}: {log} in the log, {ledger} in the ledger.").format(
            team=one.team, what=one.what, log=one.log, ledger=one.ledger
        )
        for one in found[:TOLD]
    ]
    if len(found) > TOLD:
        more = len(found) - TOLD
        told.append(
            ngettext(
                "{n} more difference of the rosters.", "{n} more differences of the rosters.", more
            ).format(n=more)
        )
    return told
