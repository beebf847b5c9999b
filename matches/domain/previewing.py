"""What a log would do, before it does it: the story, the effects on both rosters, and what stands in the way."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from engine.describe import describe_event, stat_words
from engine.edition import Edition
from engine.match.effects import Effect, effects
from engine.match.log import LogPlayer, LogRoster, StarRecord
from engine.match.log import MatchLog as Document
from engine.match.narrative import Sentence, narrate
from engine.questions import Problem, Question, Refusal
from engine.replay import Replay, replay
from engine.roster import GoldChanged, Roster, RosterEvent, evolve
from engine.words import named, number
from league.models import DicePolicy
from matches.domain import logs
from matches.domain.fixtures import KNOCK_OUT
from matches.models import Fixture, LogStatus, MatchLog, Stage


class Difference(msgspec.Struct, frozen=True):
    """Where a roster in the log is not the one of the ledger."""

    team: str
    what: str
    log: str
    ledger: str


@dataclass(frozen=True, slots=True)
class Preview:
    """``log`` and ``replay`` are missing where the document cannot be read at all: ``problem`` then says why."""

    row: MatchLog
    log: Document | None = None
    replay: Replay | None = None
    problem: Problem | None = None
    narrative: tuple[Sentence, ...] = ()
    home_effects: tuple[Effect, ...] = ()
    away_effects: tuple[Effect, ...] = ()
    home_gold: tuple[str, ...] = ()
    """What the home team paid and earned, a sentence each: before the match, and after it."""
    away_gold: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    typed_dice: int = 0
    """Rolls that were typed in although in this league Dugout rolls."""
    notes: tuple[str, ...] = ()

    @property
    def waiting(self) -> Question | None:
        return self.replay.waiting_for if self.replay else None

    @property
    def complete(self) -> bool:
        return self.replay is not None and self.replay.outcome is not None and self.problem is None

    @property
    def can_apply(self) -> bool:
        return self.complete and self.row.open


def preview(row: MatchLog, before: tuple[Roster, Roster] | None = None) -> Preview:
    """Nothing is stored. ``row`` comes with its fixture, both teams and the league.

    ``before``: the rosters on which it would land, those of now where none are given.
    """
    try:
        log = logs.decode(row)
        edition = row.fixture.league.rules
        seen = replay(log)
    except Refusal as refusal:
        return Preview(row, problem=refusal.problems[0])
    found = Preview(
        row,
        log,
        seen,
        problem=seen.problem,
        narrative=narrate(log, seen.facts),
        typed_dice=_typed_dice(row, log),
        notes=_notes(row),
    )
    if row.status == LogStatus.APPLIED:
        return found
    before = before or logs.rosters(row.fixture)
    found = replace(found, differences=head_differences(row.fixture, log, before))
    if seen.outcome is None:
        return found
    if seen.outcome.winner is None and row.fixture.stage in KNOCK_OUT:
        note = _("Nobody has won, and this match needs a winner: {stage}.").format(
            stage=Stage(row.fixture.stage).label
        )
        found = replace(found, notes=(*found.notes, note))
    try:
        after = tuple(evolve(roster, *events) for roster, events in zip(before, events_of(seen), strict=True))
    except Refusal as refusal:
        return replace(found, problem=refusal.problems[0])
    return replace(
        found,
        home_effects=effects(edition, before[0], after[0]),
        away_effects=effects(edition, before[1], after[1]),
        home_gold=_gold(after[0], seen.outcome.home_events),
        away_gold=_gold(after[1], seen.outcome.away_events),
    )


def _gold(roster: Roster, events: tuple[RosterEvent, ...]) -> tuple[str, ...]:
    return tuple(describe_event(roster, event) for event in events if isinstance(event, GoldChanged))


def _typed_dice(row: MatchLog, log: Document) -> int:
    if row.fixture.league.dice_policy != DicePolicy.APP:
        return 0
    rolls = (place for place, entry in enumerate(log.entries, 1) if entry.__struct_config__.tag == "roll")
    return sum(1 for place in rolls if place not in row.rolled)


def _notes(row: MatchLog) -> tuple[str, ...]:
    return tuple(
        _("{who} took back the dice {dice} of entry {n}.").format(
            who=taken["by"], dice=" ".join(map(str, taken["dice"])), n=taken["entry"]
        )
        for taken in row.undone
    )


def head_differences(
    fixture: Fixture, log: Document, ledger: tuple[Roster, Roster]
) -> tuple[Difference, ...]:
    """Whatever the head of the log says otherwise than the league would say it now."""
    stars = _star_differences(log.stars, logs.stars_of(fixture.league))
    return (*differences(fixture.league.rules, log, ledger), *stars)


def _star_differences(given: tuple[StarRecord, ...], wanted: tuple[StarRecord, ...]) -> list[Difference]:
    """Star players for hire, whom no team has under contract."""
    in_log, in_league = ({record.name: record for record in records} for records in (given, wanted))
    return [
        Difference(_("Star players"), name, _bears(in_log.get(name)), _bears(in_league.get(name)))
        for name in sorted({*in_log, *in_league})
        if in_log.get(name) != in_league.get(name)
    ]


def _bears(record: StarRecord | None) -> str:
    if record is None:
        return _("unhurt")
    if record.dead:
        return _("dead")
    parts = [f"{stat_words(stat)} -{points}" for stat, points in sorted(record.lost.items())]
    if record.niggling:
        parts.append(
            ngettext("{n} niggling injury", "{n} niggling injuries", record.niggling).format(
                n=record.niggling
            )
        )
    if record.misses:
        parts.append(_("misses the match"))
    return ", ".join(parts) or _("unhurt")


def differences(edition: Edition, log: Document, ledger: tuple[Roster, Roster]) -> tuple[Difference, ...]:
    """Both rosters of the log against those that would take the field now."""
    found: list[Difference] = []
    for given, roster in zip((log.home, log.away), ledger, strict=True):
        found += _roster_differences(given, edition.rules.take_the_field(roster), edition.rules.strength_name)
    return tuple(found)


_TEAM_FIELDS = {
    "team": gettext_noop("name"),
    "race": gettext_noop("race"),
    "strength": "",
    "fan_factor": gettext_noop("fan factor"),
    "rerolls": gettext_noop("team re-rolls"),
    "assistant_coaches": gettext_noop("assistant coaches"),
    "cheerleaders": gettext_noop("cheerleaders"),
    "apothecary": gettext_noop("apothecary"),
    "treasury": gettext_noop("treasury"),
    "stadium": gettext_noop("home field"),
    "stadium_broken": gettext_noop("home field broken down"),
    "trophies": gettext_noop("trophies"),
    "next_id": gettext_noop("id of the next player who signs"),
}
"""Fields of a roster in words; the strength is called as the edition calls it."""
_PLAYER_FIELDS = {
    "number": gettext_noop("number"),
    "name": gettext_noop("name"),
    "position": gettext_noop("position"),
    "stats": gettext_noop("characteristics"),
    "skills": gettext_noop("skills"),
    "spp": gettext_noop("star player points"),
    "niggling": gettext_noop("niggling injuries"),
    "misses": gettext_noop("misses the match"),
}


_OF_THE_RULES = frozenset(("race", "stadium", "trophies", "position", "skills"))
"""Fields whose values are names of the rules."""


def _roster_differences(given: LogRoster, wanted: LogRoster, strength: str) -> list[Difference]:
    """``strength``: what the edition calls it."""
    if given == wanted:
        return []
    given, wanted = _with_next_id(given), _with_next_id(wanted)
    found = [
        Difference(
            wanted.team,
            _(what) if what else named(strength),
            _shown(name, getattr(given, name)),
            _shown(name, getattr(wanted, name)),
        )
        for name, what in _TEAM_FIELDS.items()
        if getattr(given, name) != getattr(wanted, name)
    ]
    in_log = {player.id: player for player in given.players}
    in_ledger = {player.id: player for player in wanted.players}
    for player_id in sorted({*in_log, *in_ledger}):
        found += _player_differences(wanted.team, in_log.get(player_id), in_ledger.get(player_id))
    return found


def _with_next_id(roster: LogRoster) -> LogRoster:
    """The roster with the id that it would give next, written out."""
    if roster.next_id:
        return roster
    return msgspec.structs.replace(roster, next_id=max((one.id for one in roster.players), default=0) + 1)


def _player_differences(team: str, given: LogPlayer | None, wanted: LogPlayer | None) -> list[Difference]:
    if given is None or wanted is None:
        one = given or wanted
        assert one is not None
        return [
            Difference(
                team,
                _("{name} (number {number})").format(name=one.name, number=one.number),
                _("is not there") if given is None else _("is there"),
                _("is not there") if wanted is None else _("is there"),
            )
        ]
    return [
        Difference(
            team,
            _("{what} of {name} (number {number})").format(
                what=_(what), name=wanted.name, number=wanted.number
            ),
            _shown(name, getattr(given, name)),
            _shown(name, getattr(wanted, name)),
        )
        for name, what in _PLAYER_FIELDS.items()
        if getattr(given, name) != getattr(wanted, name)
    ]


def _shown(field: str, value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return number(value)
    parts = [str(one) for one in value] if isinstance(value, tuple) else [str(value)]
    return ", ".join(named(one) if field in _OF_THE_RULES else one for one in parts if one) or _("none")


def events_of(seen: Replay) -> tuple[tuple[RosterEvent, ...], tuple[RosterEvent, ...]]:
    """What the match does to the home roster and to the away roster. The replay must be complete."""
    assert seen.outcome is not None
    return seen.outcome.home_events, seen.outcome.away_events
