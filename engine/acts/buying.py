"""Purchases once the league has started (LRB4, Purchases; lrb4-cs.txt:2932-2940)."""

from __future__ import annotations

import msgspec

from engine.acts.drafting import (
    Line,
    apothecary_problems,
    hirings,
    limit_problems,
    line_problems,
    players_price,
    staff_bill,
    staff_events,
    staff_problems,
)
from engine.acts.leaving import retire
from engine.edition import Edition
from engine.questions import Problem, Refusal
from engine.roster import GoldChanged, Player, RerollsChanged, Roster, RosterEvent
from engine.words import counted


class Retirement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player who makes room, by his id in the ledger."""

    player: int
    becomes_assistant: bool = False


class Purchase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fan factor is not for sale. Those who ``retire`` go first: their place, name and number are free at once."""

    players: tuple[Line, ...] = ()
    rerolls: int = 0
    assistant_coaches: int = 0
    cheerleaders: int = 0
    apothecary: int = 0
    retire: tuple[Retirement, ...] = ()


def purchase_cost(edition: Edition, roster: Roster, wanted: Purchase) -> int:
    """Gold pieces; positions that are unknown or have no price count nothing."""
    return sum(amount for _, amount in _bill(edition, roster, wanted))


def check_purchase(edition: Edition, roster: Roster, wanted: Purchase) -> tuple[Problem, ...]:
    """Everything that is wrong with a purchase."""
    race, limits = edition.race(roster.race), edition.creation
    if wanted == Purchase():
        return (Problem("Nothing is chosen to be bought."),)
    problems = _retirement_problems(edition, roster, wanted)
    active = _staying(roster, wanted)
    problems += line_problems(
        edition, race, wanted.players, [one.name for one in active], [one.number for one in active]
    )
    count = len(active) + len(wanted.players)
    if wanted.players and count > limits.players_max:
        problems.append(
            f"A roster holds {limits.players_max} players and this would make {count}: somebody must retire first."
        )
    if wanted.players:
        problems += limit_problems(
            race, [one.position for one in active] + [line.position for line in wanted.players]
        )
    problems += staff_problems(
        edition, race, wanted.rerolls, wanted.assistant_coaches, wanted.cheerleaders, roster.rerolls
    )
    problems += apothecary_problems(edition, race, wanted.apothecary, roster.apothecary)
    cost = purchase_cost(edition, roster, wanted)
    if cost > roster.treasury:
        problems.append(
            f"This costs {cost:,} gold; the treasury holds {roster.treasury:,}, {cost - roster.treasury:,} too few."
        )
    return tuple(Problem(text) for text in dict.fromkeys(problems))


def purchase(edition: Edition, roster: Roster, wanted: Purchase) -> tuple[RosterEvent, ...]:
    """Raises Refusal with every problem."""
    problems = check_purchase(edition, roster, wanted)
    if problems:
        raise Refusal(" ".join(one.message for one in problems), problems)
    events: list[RosterEvent] = []
    for one in wanted.retire:
        events += retire(edition, roster, one.player, one.becomes_assistant)
    events += hirings(edition.race(roster.race), wanted.players, roster.next_id)
    events += [GoldChanged(-amount, what) for what, amount in _bill(edition, roster, wanted) if amount]
    if wanted.rerolls:
        events.append(RerollsChanged(wanted.rerolls))
    events += staff_events(wanted.assistant_coaches, wanted.cheerleaders, wanted.apothecary)
    return tuple(events)


def _retirement_problems(edition: Edition, roster: Roster, wanted: Purchase) -> list[str]:
    known = {one.id: one for one in roster.players}
    problems = []
    for place, leaving in enumerate(wanted.retire):
        player = known.get(leaving.player)
        if player is None:
            problems.append(f"{roster.name} has never had a player with the id {leaving.player}.")
        elif player.status != "active":
            problems.append(f"{player.name} no longer plays for {roster.name}.")
        elif leaving.player in [one.player for one in wanted.retire[:place]]:
            problems.append(f"{player.name} cannot retire twice.")
        elif leaving.becomes_assistant and not edition.creation.retired_coach:
            problems.append(
                f"{edition.name}: {player.name} may retire, but he cannot become an assistant coach."
            )
    return problems


def _staying(roster: Roster, wanted: Purchase) -> list[Player]:
    leaving = {one.player for one in wanted.retire}
    return [one for one in roster.active if one.id not in leaving]


def _bill(edition: Edition, roster: Roster, wanted: Purchase) -> list[tuple[str, int]]:
    race = edition.race(roster.race)
    reroll = roster.reroll_price * edition.creation.reroll_later_factor
    return [
        (counted(len(wanted.players), "player"), players_price(race, wanted.players)),
        (counted(wanted.rerolls, "team re-roll"), wanted.rerolls * reroll),
        *staff_bill(edition, wanted.assistant_coaches, wanted.cheerleaders, wanted.apothecary),
    ]
