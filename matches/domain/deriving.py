"""A match of the past, derived anew: its log replayed with the rosters as they are corrected.

A log stands as it was played. Only what the correction changes is changed in its head: everybody keeps the name and the
shirt in which the log knows him, and a roster that was accepted although it differed from the ledger goes on differing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.edition import Edition
from engine.editions import edition as edition_of
from engine.match.log import LogPlayer, LogRoster, decode_log
from engine.match.log import MatchLog as Document
from engine.match.state import Absent
from engine.questions import Problem, Refusal, Roll, Rolled
from engine.replay import Replay, replay
from engine.roster import Roster
from league.models import League
from matches.models import LogStatus, MatchLog
from teams.domain.deriving import Circumstances, Derived, deriver, loader

KIND = "match"
"""The kind of act in the ledger."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The log of a match as it is kept. ``home`` and ``away`` are primary keys of teams, ``log`` that of the row."""

    log: int
    fixture: int
    home: int
    away: int
    text: str

    @property
    def document(self) -> Document:
        return decode_log(self.text.encode())


@dataclass(frozen=True, slots=True)
class Played:
    """A match played anew: the log with its corrected head, and what came of it."""

    kept: Kept
    document: Document
    seen: Replay


@loader(KIND)
def load(league: League, acts: Mapping[int, Mapping[str, Any]]) -> Mapping[int, Kept]:
    """The logs of these acts: one query. A log is known by its digest, which is in the act."""
    digests = {str(said.get("log")) for said in acts.values()}
    rows = MatchLog.objects.filter(fixture__league=league).filter(Q(act__in=acts) | Q(digest__in=digests))
    found: dict[object, Kept] = {}
    columns = ("pk", "fixture_id", "fixture__home_id", "fixture__away_id", "document")
    # The one that stands comes last, and is taken.
    for row in sorted(rows.values("fixture__number", "digest", "act_id", "status", *columns), key=_rank):
        kept = Kept(*(row[name] for name in columns))
        found[row["fixture__number"], row["digest"]] = kept
        found[row["act_id"]] = kept
    named = {
        pk: found.get((said.get("fixture"), said.get("log"))) or found.get(pk) for pk, said in acts.items()
    }
    return {pk: log for pk, log in named.items() if log is not None}


def _rank(row: Mapping[str, Any]) -> int:
    return (LogStatus.REPLACED, LogStatus.APPLIED).index(row["status"]) + 1 if row["act_id"] else 0


@deriver(KIND)
def derive(given: Circumstances) -> Derived:
    """Raises Refusal where the entries of the log no longer answer what would be asked."""
    kept: Kept | None = given.material
    if kept is None:
        raise Refusal(_("The log of this match is not kept here, so that it cannot be played anew."))
    document = kept.document
    edition = edition_of(document.edition, document.house_rules)
    document = msgspec.structs.replace(
        document,
        home=_head(edition, document.home, kept.home, given),
        away=_head(edition, document.away, kept.away, given),
    )
    try:
        return play(kept, document, edition)
    except Refusal as refusal:
        again = type(refusal)
        raise again(
            _sentence(document, edition, refusal.problems[0]), refusal.problems, refusal.rule
        ) from None


def play(kept: Kept, document: Document, edition: Edition) -> Derived:
    """Raises Refusal for a log with a problem, and for one that stops early."""
    seen = replay(document, edition)
    if seen.problem is not None:
        refusal = Absent if seen.absent else Refusal
        raise refusal(seen.problem.message, (seen.problem,), seen.problem.rule)
    if seen.outcome is None:
        raise Refusal(_("The log stops before the match does: something more would be asked."))
    events = {kept.home: seen.outcome.home_events, kept.away: seen.outcome.away_events}
    return Derived(events, Played(kept, document, seen))


def _sentence(document: Document, edition: Edition, problem: Problem) -> str:
    entry = document.entries[problem.entry - 1] if 0 < problem.entry <= len(document.entries) else None
    if isinstance(entry, Rolled) and entry.key == "gate":
        before = msgspec.structs.replace(document, entries=document.entries[: problem.entry - 1])
        wanted = replay(before, edition).waiting_for
        if isinstance(wanted, Roll) and wanted.key == "gate" and wanted.dice.count != len(entry.dice):
            return ngettext(
                "The gate has {n} die now, {rolled} were rolled.",
                "The gate has {n} dice now, {rolled} were rolled.",
                wanted.dice.count,
            ).format(n=wanted.dice.count, rolled=len(entry.dice))
    if problem.asked and problem.given:
        return _("Where the log has {given}, {asked} would be asked for now.").format(
            given=problem.given, asked=problem.asked
        )
    return problem.message


def with_new_ids(played: Played, ids: Mapping[int, tuple[int, ...]]) -> Derived:
    """The same match, in which those who sign get these ids, by team: the log says so, and goes on standing alone."""
    document, kept = played.document, played.kept
    document = msgspec.structs.replace(
        document,
        home=msgspec.structs.replace(document.home, new_ids=ids.get(kept.home, ())),
        away=msgspec.structs.replace(document.away, new_ids=ids.get(kept.away, ())),
    )
    return play(kept, document, edition_of(document.edition, document.house_rules))


# --- the head of a log --------------------------------------------------------------------------------------------


def _head(edition: Edition, played: LogRoster, team: int, given: Circumstances) -> LogRoster:
    stood, now = given.stood.get(team), given.now.get(team)
    if stood is None or now is None:
        return played
    if "settled" in given.parameters:
        # What stands is not what the log comes to: how the log differs from the ledger is no measure here.
        return of_now(edition, played, now)
    if stood == now:
        return played
    return corrected(edition, played, stood, now)


_KEPT = frozenset(("team", "race", "players", "next_id", "new_ids"))


def corrected(edition: Edition, played: LogRoster, stood: Roster, now: Roster) -> LogRoster:
    """The roster of a log with what differs between two states of its team."""
    before, after = edition.rules.take_the_field(stood), edition.rules.take_the_field(now)
    change = {
        name: getattr(after, name)
        for name in LogRoster.__struct_fields__
        if name not in _KEPT and getattr(before, name) != getattr(after, name)
    }
    players = _players(played.players, before.players, after.players)
    return msgspec.structs.replace(played, players=players, **change)


def of_now(edition: Edition, played: LogRoster, now: Roster) -> LogRoster:
    """The roster as it takes the field now; whoever is in the log keeps the name and the shirt that he has there."""
    after = edition.rules.take_the_field(now)
    change = {name: getattr(after, name) for name in LogRoster.__struct_fields__ if name not in _KEPT}
    players = _players(played.players, played.players, after.players)
    return msgspec.structs.replace(played, players=players, **change)


def _players(
    played: tuple[LogPlayer, ...], before: tuple[LogPlayer, ...], after: tuple[LogPlayer, ...]
) -> tuple[LogPlayer, ...]:
    was, will = {one.id: one for one in before}, {one.id: one for one in after}
    found = []
    for one in played:
        old, new = was.get(one.id), will.get(one.id)
        if old == new:
            found.append(one)
        elif new is not None:
            found.append(msgspec.structs.replace(new, number=one.number, name=one.name))
    known = {one.id for one in played}
    newcomers = [one for one in after if one.id not in known and one.id not in was]
    if not newcomers:
        return tuple(found)
    worn = {one.number for one in played}
    for one in newcomers:
        number = one.number
        if number in worn:
            number = next(free for free in range(1, 1000) if free not in worn)
        worn.add(number)
        found.append(msgspec.structs.replace(one, number=number))
    return tuple(sorted(found, key=lambda one: one.number))
