"""Decrees: what a commissioner puts right by an act of their own.

A decree says what shall be; what comes of it are the same roster events that matches and purchases bring. Several
decrees make one act, each on the roster that the one before leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from engine import stored
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
from engine.words import STAFF_WORDS, Word, counted, gettext_noop, gold, named, number, position_named
from engine.words import gettext as _

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
        raise Refusal(_("This is no decree: {fault}.").format(fault=fault)) from None


def clean_reason(text: str) -> str:
    """The reason without blanks around it. Raises Refusal for none, or for too long a one."""
    reason = " ".join(text.split())
    if not reason:
        raise Refusal(_("A decree needs a reason; everybody reads it in the ledger."))
    if len(reason) > REASON_MAX:
        raise Refusal(
            _("The reason has {length} characters; {most} are the most.").format(
                length=len(reason), most=REASON_MAX
            )
        )
    if not reason.isprintable():
        raise Refusal(_("The reason holds characters that cannot be seen."))
    return reason


def decree(
    edition: Edition, roster: Roster, decrees: Sequence[Decree], reason: str = ""
) -> tuple[RosterEvent, ...]:
    """What the decrees do, in their order. Raises Refusal with every one that cannot be.

    Gold and fan factor carry the ``reason`` with them, for the lists that show them without the act.
    """
    if not decrees:
        raise Refusal(_("Nothing is decreed."))
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
        return msgspec.structs.replace(event, reason=stored.DECREE_BECAUSE.format(reason=reason))
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
    after = roster.treasury + _moved(one.amount, _("gold"), GOLD_MAX)
    if after < 0 and not one.debt:
        raise Refusal(
            _("{team} has {treasury}; with {amount} it would owe {after}: say that it may.").format(
                team=roster.name,
                treasury=gold(roster.treasury),
                amount=number(one.amount),
                after=number(-after),
            )
        )
    if abs(after) > GOLD_MAX:
        raise Refusal(_("A treasury cannot hold {after}.").format(after=gold(after)))
    return (GoldChanged(one.amount, stored.DECREE),)


def _fan_factor(edition: Edition, roster: Roster, one: FanFactor) -> tuple[RosterEvent, ...]:
    after = roster.fan_factor + _moved(one.change, _("the fan factor"))
    least = edition.rules.least_fan_factor
    if not least <= after <= COUNT_MAX:
        raise Refusal(
            _("The fan factor of {team} cannot become {after}; {least} is the least.").format(
                team=roster.name, after=after, least=least
            )
        )
    return (FanFactorChanged(one.change, stored.DECREE),)


def _rerolls(edition: Edition, roster: Roster, one: Rerolls) -> tuple[RosterEvent, ...]:
    after = _left(roster, roster.rerolls, _moved(one.change, _("the team re-rolls")), "team re-roll")
    most = edition.creation.rerolls_max
    if most is not None and one.change > 0 and after > most:
        raise Refusal(
            _("{team} may have {things}, not {after}.").format(
                team=roster.name, things=counted(most, "team re-roll"), after=after
            )
        )
    return (RerollsChanged(one.change),)


_THE_STAFF: dict[str, str] = {
    "assistant_coaches": gettext_noop("the assistant coach"),
    "cheerleaders": gettext_noop("the cheerleader"),
    "apothecary": gettext_noop("the apothecary"),
}


def _staff(edition: Edition, roster: Roster, one: StaffMembers) -> tuple[RosterEvent, ...]:
    words = STAFF_WORDS[one.staff]
    after = _left(roster, getattr(roster, one.staff), _moved(one.change, _(_THE_STAFF[one.staff])), words)
    most = edition.creation.apothecary_max
    if one.staff == "apothecary" and one.change > 0:
        race = edition.races.get(roster.race)
        if race is not None and not race.apothecary:
            raise Refusal(
                _("{team} may not have an apothecary, as no {race} team may.").format(
                    team=roster.name, race=named(roster.race)
                )
            )
        if after > most:
            raise Refusal(
                _("{team} may have {things}, not {after}.").format(
                    team=roster.name, things=counted(most, words), after=after
                )
            )
    return (StaffChanged(one.staff, one.change),)


def _trophy(edition: Edition, roster: Roster, one: Trophy) -> tuple[RosterEvent, ...]:
    name = clean_name(one.trophy, _("The name of the trophy"))
    if one.held and name in roster.trophies:
        raise Refusal(
            _("{team} holds the trophy {trophy} already.").format(team=roster.name, trophy=named(name))
        )
    if not one.held and name not in roster.trophies:
        raise Refusal(
            _("{team} does not hold the trophy {trophy}.").format(team=roster.name, trophy=named(name))
        )
    return (TrophyChanged(name, one.held),)


def _spp(edition: Edition, roster: Roster, one: Spp) -> tuple[RosterEvent, ...]:
    player = roster.player(one.player)
    after = player.spp + _moved(
        one.points, _("the star player points of {player}").format(player=player.name)
    )
    if after < 0:
        raise Refusal(
            _("{player} has {spp} star player points and cannot lose {points}.").format(
                player=player.name, spp=player.spp, points=-one.points
            )
        )
    return (SppGained(player.id, "other", 1, one.points),)


def _teach(edition: Edition, roster: Roster, one: Teach) -> tuple[RosterEvent, ...]:
    player = under_contract(roster, one.player)
    if one.skill not in edition.skills:
        raise Refusal(
            _("{edition} knows no skill or trait named {skill!r}.").format(
                edition=named(edition.name), skill=named(one.skill)
            )
        )
    if one.skill in player.skills:
        raise Refusal(_("{player} has {skill} already.").format(player=player.name, skill=named(one.skill)))
    return (Taught(player.id, one.skill, edition.rules.value_of(roster, player.id, one.skill)),)


def _stat(edition: Edition, roster: Roster, one: ChangeStat) -> tuple[RosterEvent, ...]:
    player = under_contract(roster, one.player)
    after = player.stats[STAT_NAMES.index(one.stat)] + one.change
    if not STAT_MIN <= after <= STAT_MAX:
        raise Refusal(
            _("{player} cannot have {stat} {after}; it is {least} to {most}.").format(
                player=player.name,
                stat=named(STAT_WORDS[one.stat]),
                after=after,
                least=STAT_MIN,
                most=STAT_MAX,
            )
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
        raise Refusal(
            _("{player} has no injury {injury!r}.").format(player=player.name, injury=named(one.injury))
        )
    if one.applied:
        _require_left(player, one)
    elif not one.injury:
        raise Refusal(_("Say which injury of {player} goes.").format(player=player.name))
    return (Healed(player.id, one.injury, one.effect, one.applied),)


def _require_left(player: Player, one: Heal) -> None:
    if one.effect == "niggling":
        if not player.niggling:
            raise Refusal(_("{player} has no niggling injury.").format(player=player.name))
    elif one.effect == "miss":
        # An old injury that cost one match, served since, may go without a miss to heal.
        if not player.misses_next and not one.injury:
            raise Refusal(_("{player} does not miss the next match.").format(player=player.name))
    elif not one.injury:
        raise Refusal(_("Say which injury of {player} is healed.").format(player=player.name))
    elif player.stats[STAT_NAMES.index(one.effect)] >= STAT_MAX:
        raise Refusal(
            _("{player} cannot have {stat} beyond {most}.").format(
                player=player.name, stat=named(STAT_WORDS[one.effect]), most=STAT_MAX
            )
        )


def _return(edition: Edition, roster: Roster, one: Return) -> tuple[RosterEvent, ...]:
    """He needs a place in the roster, and a shirt: another one where somebody wears his."""
    player = roster.player(one.player)
    if player.status == "active":
        raise Refusal(_("{player} is not gone from {team}.").format(player=player.name, team=roster.name))
    if player.status == "traded":
        raise Refusal(
            _("{player} plays for another team now and cannot return from {team}'s past.").format(
                player=player.name, team=roster.name
            )
        )
    race = edition.races.get(roster.race)
    if race is not None and race.position(player.position) is None:
        raise Refusal(
            _(
                "{player} left as {position}, before the league moved to another edition; {race} of "
                "{edition} have no such position."
            ).format(
                player=player.name,
                position=position_named(player.position),
                race=named(race.name),
                edition=named(edition.name),
            )
        )
    active = roster.active
    most = edition.creation.players_max
    if len(active) >= most:
        raise Refusal(
            _("{team} has {count} players, and {most} are the most: there is no room.").format(
                team=roster.name, count=len(active), most=most
            )
        )
    if any(name_key(other.name) == name_key(player.name) for other in active):
        raise Refusal(
            _("{team} has another player named {player}; rename that one first.").format(
                team=roster.name, player=player.name
            )
        )
    worn = {other.number for other in active}
    if player.number not in worn:
        return (Returned(player.id),)
    free = next(number for number in range(1, len(worn) + 2) if number not in worn)
    return (Returned(player.id), Renumbered(player.id, free))


def _leave(edition: Edition, roster: Roster, one: Leave) -> tuple[RosterEvent, ...]:
    return (Departed(under_contract(roster, one.player).id, "left", stored.BY_DECREE),)


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
        raise Refusal(_("A decree on {what} must change something; 0 does not.").format(what=what))
    if abs(change) > most:
        raise Refusal(
            _("A decree on {what} is at most {most}, not {change}.").format(
                what=what, most=number(most), change=number(change)
            )
        )
    return change


def _left(roster: Roster, has: int, change: int, what: Word) -> int:
    if has + change < 0:
        raise Refusal(
            _("{team} cannot lose {things}: it has {has}.").format(
                team=roster.name, things=counted(-change, what), has=has
            )
        )
    if has + change > COUNT_MAX:
        raise Refusal(
            _("{team} cannot have {things}.").format(team=roster.name, things=counted(has + change, what))
        )
    return has + change
