"""Whether a roster can be at all, and what an act of the past would need to be possible on another roster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import words
from engine.describe import stat_words
from engine.edition import STAT_NAMES
from engine.questions import Refusal
from engine.roster import (
    Healed,
    Hired,
    Injured,
    Joined,
    MatchPlayed,
    MissServed,
    Player,
    Renumbered,
    Returned,
    Roster,
    RosterEvent,
    evolve,
)

GOLD_MAX = 2_000_000_000
"""Gold pieces either way: more, no treasury holds."""
COUNT_MAX = 30_000
"""Of anything that is counted one by one."""
_COUNTS: dict[str, words.Word] = {"rerolls": "team re-roll", **words.STAFF_WORDS}


def faults(roster: Roster) -> tuple[str, ...]:
    """What no roster can have, each as a sentence. Debts are possible; the commissioner says so by leaving them."""
    found = [
        _("{team} would have {things}.").format(
            team=roster.name, things=words.counted(getattr(roster, field), thing)
        )
        for field, thing in _COUNTS.items()
        if not 0 <= getattr(roster, field) <= COUNT_MAX
    ]
    if not 0 <= roster.fan_factor <= COUNT_MAX:
        found.append(
            _("{team} would have a fan factor of {number}.").format(
                team=roster.name, number=roster.fan_factor
            )
        )
    if abs(roster.treasury) > GOLD_MAX:
        found.append(
            _("{team} would have a treasury of {amount} gold.").format(
                team=roster.name, amount=words.number(roster.treasury)
            )
        )
    wearers = Counter(one.number for one in roster.players if one.status == "active")
    for number, count in wearers.items():
        if count > 1:
            wearing = words.listed(one.name for one in roster.active if one.number == number)
            found.append(
                _("{players} would both wear the number {number}.").format(players=wearing, number=number)
            )
    for one in roster.players:
        found += _player_faults(one)
    return tuple(found)


def _player_faults(player: Player) -> Iterable[str]:
    if min(player.stats) < 1:
        for name, value in zip(STAT_NAMES, player.stats, strict=True):
            if value < 1:
                yield _("{player} would have {stat} {value}.").format(
                    player=player.name, stat=stat_words(name), value=value
                )
    for skill, count in Counter(player.skills).items():
        if count > 1:
            yield _("{player} would have {skill} twice.").format(player=player.name, skill=words.named(skill))
    if not 0 <= player.spp <= GOLD_MAX:
        yield ngettext(
            "{player} would have {n} star player point.",
            "{player} would have {n} star player points.",
            player.spp,
        ).format(player=player.name, n=player.spp)
    deeds = (player.completions, player.touchdowns, player.interceptions, player.casualties, player.mvps)
    if min(deeds) < 0:
        yield _("{player} would have done something less often than never.").format(player=player.name)


def new_faults(before: Roster, events: Iterable[RosterEvent]) -> tuple[str, ...]:
    """Why these events cannot happen to the roster; faults that it has already are not theirs."""
    try:
        after = evolve(before, *events)
    except Refusal as refusal:
        return (refusal.message,)
    found = faults(after)
    if not found:
        return ()
    known = faults(before)
    return tuple(one for one in found if one not in known)


# --- as played, without what cannot be ----------------------------------------------------------------------------


def adjusted(
    stood: Roster, now: Roster, events: tuple[RosterEvent, ...], numbers_max: int
) -> tuple[RosterEvent, ...]:
    """The events without those of players who could not be there, with shirts that nobody else wears.

    A player who misses a match sits it out, and is fit again after it.
    """
    before, after = {one.id: one for one in stood.players}, {one.id: one for one in now.players}
    played = next((event for event in events if isinstance(event, MatchPlayed)), None)
    gone = {
        pk
        for pk, one in before.items()
        if one.status == "active" and (pk not in after or after[pk].status != "active")
    }
    missing: set[int] = set()
    if played is not None:
        missing = {
            one.id
            for one in after.values()
            if one.status == "active" and one.misses_next and one.id in played.played
        }
    found = [kept for event in events if (kept := _without(event, gone | missing)) is not None]
    found += [MissServed(one) for one in sorted(missing)]
    return _possible(now, found, numbers_max)


def _without(event: Any, players: set[int]) -> RosterEvent | None:
    if isinstance(event, MatchPlayed):
        return msgspec.structs.replace(event, played=tuple(one for one in event.played if one not in players))
    if isinstance(event, Hired | Joined | Returned | Healed):
        return event
    if getattr(event, "player", None) in players:
        return None
    kept: RosterEvent = event
    return kept


def _possible(now: Roster, events: list[RosterEvent], numbers_max: int) -> tuple[RosterEvent, ...]:
    """Newcomers get a free shirt where theirs is worn; a characteristic stays where it cannot fall further."""
    found: list[RosterEvent] = []
    for event in events:
        try:
            after = evolve(now, event)
        except Refusal:
            return tuple(events)
        if isinstance(event, Injured) and event.applied and faults(after) and not faults(now):
            event = msgspec.structs.replace(event, applied=False)
            after = evolve(now, event)
        found.append(event)
        newcomer = _newcomer(event)
        if newcomer is not None:
            number = _free_number(after, newcomer, numbers_max)
            if number is not None:
                found.append(Renumbered(newcomer, number))
                after = evolve(after, found[-1])
        now = after
    return tuple(found)


def _newcomer(event: RosterEvent) -> int | None:
    if isinstance(event, Joined):
        return event.record.id
    return event.player if isinstance(event, Hired | Returned) else None


def _free_number(roster: Roster, player: int, numbers_max: int) -> int | None:
    """A shirt that nobody wears, where somebody else wears the player's own."""
    own = roster.player(player).number
    worn = {one.number for one in roster.active if one.id != player}
    if own not in worn:
        return None
    return next((number for number in range(1, numbers_max + 1) if number not in worn), None)
