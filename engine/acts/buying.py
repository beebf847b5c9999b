"""Purchases once the league has started (LRB4, Purchases; lrb4-cs.txt:2932-2940)."""

from __future__ import annotations

import msgspec

from engine import stored
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
from engine.words import gettext as _
from engine.words import gold, named, number


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
        return (Problem(_("Nothing is chosen to be bought.")),)
    problems = _retirement_problems(edition, roster, wanted)
    active = _staying(roster, wanted)
    problems += line_problems(
        edition, race, wanted.players, [one.name for one in active], [one.number for one in active]
    )
    count = len(active) + len(wanted.players)
    if wanted.players and count > limits.players_max:
        problems.append(
            _(
                "A roster holds {most} players and this would make {count}: somebody must retire first."
            ).format(most=limits.players_max, count=count)
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
            _("This costs {cost}; the treasury holds {treasury}, {few} too few.").format(
                cost=gold(cost), treasury=number(roster.treasury), few=number(cost - roster.treasury)
            )
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
            problems.append(
                _("{team} has never had a player with the id {player}.").format(
                    team=roster.name, player=leaving.player
                )
            )
        elif player.status != "active":
            problems.append(
                _("{player} no longer plays for {team}.").format(player=player.name, team=roster.name)
            )
        elif leaving.player in [one.player for one in wanted.retire[:place]]:
            problems.append(_("{player} cannot retire twice.").format(player=player.name))
        elif leaving.becomes_assistant and not edition.creation.retired_coach:
            problems.append(
                _("{edition}: {player} may retire, but he cannot become an assistant coach.").format(
                    edition=named(edition.name), player=player.name
                )
            )
    return problems


def _staying(roster: Roster, wanted: Purchase) -> list[Player]:
    leaving = {one.player for one in wanted.retire}
    return [one for one in roster.active if one.id not in leaving]


def _bill(edition: Edition, roster: Roster, wanted: Purchase) -> list[tuple[str, int]]:
    race = edition.race(roster.race)
    reroll = roster.reroll_price * edition.creation.reroll_later_factor
    return [
        (stored.things(len(wanted.players), "player"), players_price(race, wanted.players)),
        (stored.things(wanted.rerolls, "team re-roll"), wanted.rerolls * reroll),
        *staff_bill(edition, wanted.assistant_coaches, wanted.cheerleaders, wanted.apothecary),
    ]
