"""Decrees: what a commissioner puts right by an act of their own.

A decree says what shall be; what comes of it are the same roster events that matches and purchases bring. Several
decrees make one act, each on the roster that the one before leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from engine.acts.drafting import limit_problems
from engine.acts.leaving import under_contract
from engine.acts.naming import clean_name, name_key
from engine.describe import STAT_WORDS
from engine.edition import STAT_NAMES, Edition
from engine.questions import Problem, Refusal
from engine.roster import (
    Departed,
    FanFactorChanged,
    GoldChanged,
    Healed,
    Injured,
    Player,
    Renumbered,
    RerollsChanged,
    Returned,
    Roster,
    RosterEvent,
    SppGained,
    Staff,
    StaffChanged,
    Stat,
    StatChanged,
    Taught,
    TrophyChanged,
    evolve,
)
from engine.words import STAFF_WORDS, Word, counted

GOLD_MAX = 100_000_000
"""Gold pieces of one decree, and of a treasury after it."""
COUNT_MAX = 10_000
STAT_MIN, STAT_MAX = 1, 10
REASON_MAX = 500
"""Characters of a reason."""


class _Decree(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind"):
    pass


class Gold(_Decree, frozen=True, tag="gold"):
    """``debt``: the treasury may fall below nothing."""

    amount: int
    debt: bool = False


class FanFactor(_Decree, frozen=True, tag="fan_factor"):
    change: int


class Rerolls(_Decree, frozen=True, tag="rerolls"):
    change: int


class StaffMembers(_Decree, frozen=True, tag="staff"):
    staff: Staff
    change: int


class Trophy(_Decree, frozen=True, tag="trophy"):
    """``held``: awarded, otherwise taken away."""

    trophy: str
    held: bool = True


class Spp(_Decree, frozen=True, tag="spp"):
    player: int
    points: int


class Teach(_Decree, frozen=True, tag="teach"):
    player: int
    skill: str


class ChangeStat(_Decree, frozen=True, tag="stat"):
    """A point up or down."""

    player: int
    stat: Stat
    change: Literal[1, -1]


class Heal(_Decree, frozen=True, tag="heal"):
    """One injury of the history with what it left; ``applied`` false: the entry alone, for it left nothing.

    Without an ``injury`` what is healed is the miss, or a niggling injury, and the history stays as it is.
    """

    player: int
    effect: Literal["miss", "niggling", "ma", "st", "ag", "av"]
    injury: str = ""
    applied: bool = True


class Return(_Decree, frozen=True, tag="return"):
    """Somebody who died or left is under contract again, as he was."""

    player: int


class Leave(_Decree, frozen=True, tag="leave"):
    player: int


Decree: TypeAlias = (
    Gold | FanFactor | Rerolls | StaffMembers | Trophy | Spp | Teach | ChangeStat | Heal | Return | Leave
)


def read_decrees(given: Any) -> tuple[Decree, ...]:
    """Decrees from plain values, as the ledger keeps them. Raises Refusal for what is none."""
    try:
        return msgspec.convert(given, tuple[Decree, ...])
    except msgspec.ValidationError as fault:
        raise Refusal(f"This is no decree: {fault}.") from None


def clean_reason(text: str) -> str:
    """The reason without blanks around it. Raises Refusal for none, or for too long a one."""
    reason = " ".join(text.split())
    if not reason:
        raise Refusal("A decree needs a reason; everybody reads it in the ledger.")
    if len(reason) > REASON_MAX:
        raise Refusal(f"The reason has {len(reason)} characters; {REASON_MAX} are the most.")
    if not reason.isprintable():
        raise Refusal("The reason holds characters that cannot be seen.")
    return reason


def decree(
    edition: Edition, roster: Roster, decrees: Sequence[Decree], reason: str = ""
) -> tuple[RosterEvent, ...]:
    """What the decrees do, in their order. Raises Refusal with every one that cannot be.

    Gold and fan factor carry the ``reason`` with them, for the lists that show them without the act.
    """
    if not decrees:
        raise Refusal("Nothing is decreed.")
    events: list[RosterEvent] = []
    problems: list[Problem] = []
    for one in decrees:
        try:
            told = tuple(_because(event, reason) for event in _WAYS[type(one)](edition, roster, one))
            roster = evolve(roster, *told)
        except Refusal as refusal:
            problems += refusal.problems
        else:
            events += told
    if problems:
        raise Refusal(" ".join(dict.fromkeys(problem.message for problem in problems)), tuple(problems))
    return tuple(events)


def _because(event: RosterEvent, reason: str) -> RosterEvent:
    if reason and isinstance(event, GoldChanged | FanFactorChanged):
        return msgspec.structs.replace(event, reason=f"decree, {reason}")
    return event


def odd_after(edition: Edition, roster: Roster) -> tuple[str, ...]:
    """What no draft or purchase would allow and a decree does: for the eye, not in its way."""
    race = edition.races.get(roster.race)
    if race is None:
        return ()
    return tuple(limit_problems(race, [one.position for one in roster.active]))


def open_injuries(events: Iterable[RosterEvent], player_id: int) -> tuple[Injured, ...]:
    """The injuries of a player's history that nobody has healed, the oldest first. ``events``: of his team."""
    suffered: list[Injured] = []
    for event in events:
        if isinstance(event, Injured) and event.player == player_id:
            suffered.append(event)
        elif isinstance(event, Healed) and event.player == player_id and event.injury:
            healed = [one for one in suffered if one.injury == event.injury]
            exact = [one for one in healed if (one.effect, one.applied) == (event.effect, event.applied)]
            for one in (exact or healed)[:1]:
                suffered.remove(one)
    return tuple(suffered)


# --- each kind --------------------------------------------------------------------------------------------------


def _gold(edition: Edition, roster: Roster, one: Gold) -> tuple[RosterEvent, ...]:
    after = roster.treasury + _moved(one.amount, "gold", GOLD_MAX)
    if after < 0 and not one.debt:
        raise Refusal(
            f"{roster.name} has {roster.treasury:,} gold; with {one.amount:,} it would owe {-after:,}: say that it may."
        )
    if abs(after) > GOLD_MAX:
        raise Refusal(f"A treasury cannot hold {after:,} gold.")
    return (GoldChanged(one.amount, "decree"),)


def _fan_factor(edition: Edition, roster: Roster, one: FanFactor) -> tuple[RosterEvent, ...]:
    after = roster.fan_factor + _moved(one.change, "the fan factor")
    least = edition.rules.least_fan_factor
    if not least <= after <= COUNT_MAX:
        raise Refusal(f"The fan factor of {roster.name} cannot become {after}; {least} is the least.")
    return (FanFactorChanged(one.change, "decree"),)


def _rerolls(edition: Edition, roster: Roster, one: Rerolls) -> tuple[RosterEvent, ...]:
    after = _left(roster, roster.rerolls, _moved(one.change, "the team re-rolls"), "team re-roll")
    most = edition.creation.rerolls_max
    if most is not None and one.change > 0 and after > most:
        raise Refusal(f"{roster.name} may have {counted(most, 'team re-roll')}, not {after}.")
    return (RerollsChanged(one.change),)


def _staff(edition: Edition, roster: Roster, one: StaffMembers) -> tuple[RosterEvent, ...]:
    words = STAFF_WORDS[one.staff]
    after = _left(roster, getattr(roster, one.staff), _moved(one.change, f"the {words[0]}"), words)
    most = edition.creation.apothecary_max
    if one.staff == "apothecary" and one.change > 0:
        race = edition.races.get(roster.race)
        if race is not None and not race.apothecary:
            raise Refusal(f"{roster.name} may not have an apothecary, as no {roster.race} team may.")
        if after > most:
            raise Refusal(f"{roster.name} may have {counted(most, words)}, not {after}.")
    return (StaffChanged(one.staff, one.change),)


def _trophy(edition: Edition, roster: Roster, one: Trophy) -> tuple[RosterEvent, ...]:
    name = clean_name(one.trophy, "The name of the trophy")
    if one.held and name in roster.trophies:
        raise Refusal(f"{roster.name} holds the trophy {name} already.")
    if not one.held and name not in roster.trophies:
        raise Refusal(f"{roster.name} does not hold the trophy {name}.")
    return (TrophyChanged(name, one.held),)


def _spp(edition: Edition, roster: Roster, one: Spp) -> tuple[RosterEvent, ...]:
    player = roster.player(one.player)
    after = player.spp + _moved(one.points, f"the star player points of {player.name}")
    if after < 0:
        raise Refusal(f"{player.name} has {player.spp} star player points and cannot lose {-one.points}.")
    return (SppGained(player.id, "other", 1, one.points),)


def _teach(edition: Edition, roster: Roster, one: Teach) -> tuple[RosterEvent, ...]:
    player = under_contract(roster, one.player)
    if one.skill not in edition.skills:
        raise Refusal(f"{edition.name} knows no skill or trait named {one.skill!r}.")
    if one.skill in player.skills:
        raise Refusal(f"{player.name} has {one.skill} already.")
    return (Taught(player.id, one.skill, edition.rules.value_of(roster, player.id, one.skill)),)


def _stat(edition: Edition, roster: Roster, one: ChangeStat) -> tuple[RosterEvent, ...]:
    player = under_contract(roster, one.player)
    after = player.stats[STAT_NAMES.index(one.stat)] + one.change
    if not STAT_MIN <= after <= STAT_MAX:
        raise Refusal(
            f"{player.name} cannot have {STAT_WORDS[one.stat]} {after}; it is {STAT_MIN} to {STAT_MAX}."
        )
    return (StatChanged(player.id, one.stat, one.change, _stat_value(edition, roster, player, one)),)


def _stat_value(edition: Edition, roster: Roster, player: Player, one: ChangeStat) -> int:
    """What the change adds to the player's worth. Points beyond those of his position are worth something; what an
    injury took from him has lowered nothing, so a lost point that comes back brings nothing."""
    place = STAT_NAMES.index(one.stat)
    higher = max(player.stats[place], player.stats[place] + one.change)
    if higher <= player.start[place]:
        return 0
    return one.change * edition.rules.value_of(roster, player.id, f"+{one.stat}")


def _heal(edition: Edition, roster: Roster, one: Heal) -> tuple[RosterEvent, ...]:
    player = under_contract(roster, one.player)
    if one.injury and one.injury not in player.injuries:
        raise Refusal(f"{player.name} has no injury {one.injury!r}.")
    if one.applied:
        _require_left(player, one)
    elif not one.injury:
        raise Refusal(f"Say which injury of {player.name} goes.")
    return (Healed(player.id, one.injury, one.effect, one.applied),)


def _require_left(player: Player, one: Heal) -> None:
    if one.effect == "niggling":
        if not player.niggling:
            raise Refusal(f"{player.name} has no niggling injury.")
    elif one.effect == "miss":
        # An old injury that cost one match, served since, may go without a miss to heal.
        if not player.misses_next and not one.injury:
            raise Refusal(f"{player.name} does not miss the next match.")
    elif not one.injury:
        raise Refusal(f"Say which injury of {player.name} is healed.")
    elif player.stats[STAT_NAMES.index(one.effect)] >= STAT_MAX:
        raise Refusal(f"{player.name} cannot have {STAT_WORDS[one.effect]} beyond {STAT_MAX}.")


def _return(edition: Edition, roster: Roster, one: Return) -> tuple[RosterEvent, ...]:
    """He needs a place in the roster, and a shirt: another one where somebody wears his."""
    player = roster.player(one.player)
    if player.status == "active":
        raise Refusal(f"{player.name} is not gone from {roster.name}.")
    if player.status == "traded":
        raise Refusal(
            f"{player.name} plays for another team now and cannot return from {roster.name}'s past."
        )
    race = edition.races.get(roster.race)
    if race is not None and race.position(player.position) is None:
        raise Refusal(
            f"{player.name} left as {player.position}, before the league moved to another edition; {race.name} of "
            f"{edition.name} have no such position."
        )
    active = roster.active
    most = edition.creation.players_max
    if len(active) >= most:
        raise Refusal(f"{roster.name} has {len(active)} players, and {most} are the most: there is no room.")
    if any(name_key(other.name) == name_key(player.name) for other in active):
        raise Refusal(f"{roster.name} has another player named {player.name}; rename that one first.")
    worn = {other.number for other in active}
    if player.number not in worn:
        return (Returned(player.id),)
    free = next(number for number in range(1, len(worn) + 2) if number not in worn)
    return (Returned(player.id), Renumbered(player.id, free))


def _leave(edition: Edition, roster: Roster, one: Leave) -> tuple[RosterEvent, ...]:
    return (Departed(under_contract(roster, one.player).id, "left", "by decree"),)


_WAYS: dict[type, Callable[[Edition, Roster, Any], tuple[RosterEvent, ...]]] = {
    Gold: _gold,
    FanFactor: _fan_factor,
    Rerolls: _rerolls,
    StaffMembers: _staff,
    Trophy: _trophy,
    Spp: _spp,
    Teach: _teach,
    ChangeStat: _stat,
    Heal: _heal,
    Return: _return,
    Leave: _leave,
}


def _moved(change: int, what: str, most: int = COUNT_MAX) -> int:
    if not change:
        raise Refusal(f"A decree on {what} must change something; 0 does not.")
    if abs(change) > most:
        raise Refusal(f"A decree on {what} is at most {most:,}, not {change:,}.")
    return change


def _left(roster: Roster, has: int, change: int, what: Word) -> int:
    if has + change < 0:
        raise Refusal(f"{roster.name} cannot lose {counted(-change, what)}: it has {has}.")
    if has + change > COUNT_MAX:
        raise Refusal(f"{roster.name} cannot have {counted(has + change, what)}.")
    return has + change
