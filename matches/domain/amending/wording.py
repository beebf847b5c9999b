"""Why an act of the past no longer holds, in sentences that a commissioner understands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.describe import describe_event, gold
from engine.roster import (
    Advanced,
    Departed,
    FanFactorChanged,
    GoldChanged,
    Hired,
    Injured,
    Joined,
    MatchPlayed,
    MissServed,
    Player,
    PlayerRenamed,
    Renumbered,
    Roster,
    RosterEvent,
    SppGained,
)
from engine.words import counted, listed
from matches.domain.amending.consequences import Item
from matches.domain.amending.consequences import what as what
from matches.domain.amending.past import Step

MOST = 8
"""Sentences about one act; what follows is counted."""


@dataclass
class Absences:
    """Since when players are gone, or have to sit out a match: by team and player, places and words in order."""

    _gone: dict[tuple[int, int], list[tuple[int, str]]] = field(default_factory=dict)
    _hurt: dict[tuple[int, int], list[tuple[int, str]]] = field(default_factory=dict)

    def note(self, team: int, step: Step, events: Iterable[RosterEvent]) -> None:
        for event in events:
            if isinstance(event, Departed):
                self._gone.setdefault((team, event.player), []).append((step.place, step.label))
            elif isinstance(event, Injured) and event.misses_next:
                self._hurt.setdefault((team, event.player), []).append((step.place, step.label))

    def gone(self, team: int, player: Player, place: int) -> str:
        """At this place of the ledger."""
        since = _before(self._gone.get((team, player.id), ()), place)
        words = _FATES.get(player.status, "is gone")
        return f"{player.name} {words} since {since}" if since else f"{player.name} {words}"

    def hurt(self, team: int, player: Player, place: int) -> str:
        since = _before(self._hurt.get((team, player.id), ()), place)
        return f"{player.name} sits this match out" + (f", hurt in {since}," if since else "")


def _before(told: Iterable[tuple[int, str]], place: int) -> str:
    return next((words for at, words in reversed(list(told)) if at < place), "")


_FATES = {
    "dead": "is dead",
    "retired": "is retired",
    "dismissed": "is dismissed",
    "left": "is gone from the team",
    "traded": "plays for another team",
}


def why(item: Item, absences: Absences) -> tuple[str, ...]:
    """All that is wrong, what is certain first, then what would come out differently."""
    found = list(item.impossible)
    for team, roster in item.before.items():
        found += _absent(item, team, roster, absences)
    if item.anew_events is None:
        if item.refusal and not (found and _tells_of_absence(item.refusal)):
            found.append(item.refusal)
        found += _heads(item) if item.kind == "match" else []
    else:
        for team, roster in item.before.items():
            found += _different(roster, item.events.get(team, ()), item.anew_events.get(team, ()))
    found = list(dict.fromkeys(found))
    if len(found) > MOST:
        found = [*found[: MOST - 1], f"{len(found) - MOST + 1} more things would be different."]
    return tuple(found)


def _tells_of_absence(refusal: str) -> bool:
    """Whether it says no more than that somebody who is named in the log is not there."""
    return "has no player with the number" in refusal or "he misses this match" in refusal


# --- players who could not be there -------------------------------------------------------------------------------

_DEEDS = {
    "touchdown": "scored",
    "completion": "passed",
    "interception": "intercepted",
    "casualty": "caused a casualty",
    "mvp": "was the most valuable player",
    "other": "earned star player points",
}


def _absent(item: Item, team: int, now: Roster, absences: Absences) -> Iterable[str]:
    was = {one.id: one for one in item.stood[team].players}
    will = {one.id: one for one in now.players}
    for player, deeds in _concerned(item.events.get(team, ())).items():
        old, new = was.get(player), will.get(player)
        if old is None or old.status != "active":
            continue
        if new is None:
            yield f"{old.name} never signed for {now.name}, and {listed(deeds)} here."
        elif new.status != "active":
            yield f"{absences.gone(team, new, item.place)} and {listed(deeds)} here."
        elif item.kind == "match" and new.misses_next and not old.misses_next:
            yield f"{absences.hurt(team, new, item.place)} and {listed(deeds)} here."


_Deed: TypeAlias = SppGained | Injured | Departed | Advanced | PlayerRenamed | Renumbered
"""What a player did or suffered."""


def _concerned(events: Iterable[RosterEvent]) -> dict[int, list[str]]:
    """What each player did or suffered, in words."""
    found: dict[int, list[str]] = {}
    played: tuple[int, ...] = ()
    for event in events:
        if isinstance(event, MatchPlayed):
            played = event.played
        elif isinstance(event, _Deed):
            words, told = _did(event), found.setdefault(event.player, [])
            if words not in told:
                told.append(words)
    for player in played:
        found.setdefault(player, ["played"])
    return found


def _did(event: _Deed) -> str:
    match event:
        case SppGained(source=source):
            return _DEEDS[source]
        case Injured():
            return "was injured"
        case Departed(status="dead"):
            return "was killed"
        case Departed():
            return "left"
        case Advanced():
            return "improved"
        case PlayerRenamed():
            return "was renamed"
        case Renumbered():
            return "changed shirts"


def _heads(item: Item) -> Iterable[str]:
    """What differs on the rosters that take the field, as far as it decides what is rolled."""
    rules = item.edition.rules
    for team, roster in item.before.items():
        before, after = rules.strength(item.stood[team]), rules.strength(roster)
        if before != after:
            yield f"{roster.name} takes the field with a {rules.strength_name} of {after:,} instead of {before:,}."


# --- what would come out differently ------------------------------------------------------------------------------


def _different(
    roster: Roster, played: tuple[RosterEvent, ...], anew: tuple[RosterEvent, ...]
) -> Iterable[str]:
    """Sentences of what the one has and the other has not."""
    gone = list((Counter(_keys(played)) - Counter(_keys(anew))).elements())
    new = list((Counter(_keys(anew)) - Counter(_keys(played))).elements())
    lost = [event for event in played if _key(event) in gone]
    won = [event for event in anew if _key(event) in new]
    yield from _sums(roster, lost, won)
    known = _with_newcomers(roster, (*played, *anew))
    for event in lost:
        if not isinstance(event, GoldChanged | FanFactorChanged | MatchPlayed | MissServed):
            yield f"It would no longer be so: {describe_event(known, event)}"
    for event in won:
        if not isinstance(event, GoldChanged | FanFactorChanged | MatchPlayed | MissServed):
            yield f"It would be so: {describe_event(known, event)}"


def _keys(events: Iterable[RosterEvent]) -> list[str]:
    return [_key(event) for event in events]


def _key(event: RosterEvent) -> str:
    return repr(event)


def _sums(roster: Roster, lost: list[RosterEvent], won: list[RosterEvent]) -> Iterable[str]:
    """What is counted: gold by its reason, fan factor, the score, and who was there."""
    for reason in dict.fromkeys(one.reason for one in (*lost, *won) if isinstance(one, GoldChanged)):
        old, new = (
            sum(one.amount for one in side if isinstance(one, GoldChanged) and one.reason == reason)
            for side in (lost, won)
        )
        yield f"{roster.name}: {reason} would be {gold(new)} instead of {gold(old)}."
    if any(isinstance(one, FanFactorChanged) for one in (*lost, *won)):
        old, new = (
            sum(one.change for one in side if isinstance(one, FanFactorChanged)) for side in (lost, won)
        )
        yield f"{roster.name}: the fan factor would change by {new:+d} instead of {old:+d}."
    before = next((one for one in lost if isinstance(one, MatchPlayed)), None)
    after = next((one for one in won if isinstance(one, MatchPlayed)), None)
    if before is not None and after is not None:
        yield from _match(roster, before, after)
    served = [one.player for one in won if isinstance(one, MissServed)]
    for player in served:
        yield f"{_name(roster, player)} would have sat out a match, and be fit again."
    for player in (one.player for one in lost if isinstance(one, MissServed)):
        yield f"{_name(roster, player)} would not have sat out a match."


def _match(roster: Roster, before: MatchPlayed, after: MatchPlayed) -> Iterable[str]:
    old, new = (
        f"{one.result} {one.touchdowns_for}-{one.touchdowns_against}, "
        f"casualties {one.casualties_for}-{one.casualties_against}"
        for one in (before, after)
    )
    if old != new:
        yield f"{roster.name}: {new}, instead of {old}."
    there, absent = set(after.played) - set(before.played), set(before.played) - set(after.played)
    if there:
        yield f"{listed(_name(roster, one) for one in sorted(there))} would have played."
    if absent:
        yield f"{listed(_name(roster, one) for one in sorted(absent))} would not have played."


def _name(roster: Roster, player: int) -> str:
    return next((one.name for one in roster.players if one.id == player), f"player {player}")


def _with_newcomers(roster: Roster, events: Iterable[RosterEvent]) -> Roster:
    """The roster as far as names go, with whoever signs by these events."""
    known = {one.id for one in roster.players}
    new: list[Player] = []
    for event in events:
        if isinstance(event, Joined) and event.record.id not in known:
            new.append(event.record)
        elif isinstance(event, Hired) and event.player not in known:
            new.append(
                Player(event.player, event.number, event.name, event.position, 0, event.stats, event.stats)
            )
    return Roster(name=roster.name, players=(*roster.players, *new))


def refused(count: int) -> str:
    """What a commit is refused with."""
    words = ("thing that no longer holds is", "things that no longer hold are")
    return f"{counted(count, words)} not settled yet."
