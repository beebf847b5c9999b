"""Gold and players that change hands between two teams (LRB4, Starting the league; lrb4-cs.txt:2353-2359).

A player goes as he stands, with his points, skills and injuries, and gets a new place in the new team's history. He
must stand on the list of the team that takes him, for a team is made of one list only (862-865). Whether gold may be
paid is a number of the edition: the later ones do not allow it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engine import stored
from engine.acts.drafting import limit_problems
from engine.acts.naming import name_key
from engine.edition import Edition, Race
from engine.questions import Problem, Refusal
from engine.roster import Departed, GoldChanged, Joined, Player, Roster, RosterEvent
from engine.words import gettext as _
from engine.words import gold, named, number, position_named


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one side gives: gold pieces, and players by their id in its ledger."""

    gold: int = 0
    players: tuple[int, ...] = ()


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the first of two teams gives, and what it gets for it."""

    gives: Share = Share()
    gets: Share = Share()


def check_trade(edition: Edition, first: Roster, second: Roster, deal: Deal) -> tuple[Problem, ...]:
    """Everything that is wrong with a deal between these two rosters."""
    if deal == Deal():
        return (Problem(_("A trade must say who gives what.")),)
    problems: list[str] = []
    if (deal.gives.gold or deal.gets.gold) and not edition.creation.gold_between_teams:
        problems.append(
            _("{edition}: no gold changes hands between teams, only players do.").format(
                edition=named(edition.name)
            )
        )
    elif deal.gives.gold and deal.gets.gold:
        problems.append(_("Only one of the two sides can pay gold."))
    for giver, share in ((first, deal.gives), (second, deal.gets)):
        problems += _share_problems(giver, share)
    if not problems:
        for taker, giver, comes, goes in (
            (second, first, deal.gives, deal.gets),
            (first, second, deal.gets, deal.gives),
        ):
            problems += _taking_problems(edition, taker, giver, _players(giver, comes), goes)
    return tuple(Problem(text) for text in dict.fromkeys(problems))


def trade(
    edition: Edition, first: Roster, second: Roster, deal: Deal
) -> tuple[tuple[RosterEvent, ...], tuple[RosterEvent, ...]]:
    """The events of both sides. Raises Refusal with every problem."""
    problems = check_trade(edition, first, second, deal)
    if problems:
        raise Refusal(" ".join(one.message for one in problems), problems)
    return (
        _events(edition, first, second, deal.gives, deal.gets),
        _events(edition, second, first, deal.gets, deal.gives),
    )


def _share_problems(giver: Roster, share: Share) -> list[str]:
    problems = []
    if share.gold < 0:
        problems.append(
            _("The gold that {giver} pays cannot be {gold}.").format(
                giver=giver.name, gold=number(share.gold)
            )
        )
    elif share.gold > giver.treasury:
        problems.append(
            _("{giver} cannot pay {gold}: the treasury holds {treasury}.").format(
                giver=giver.name, gold=gold(share.gold), treasury=number(giver.treasury)
            )
        )
    here = {one.id: one for one in giver.players}
    for place, player_id in enumerate(share.players):
        player = here.get(player_id)
        if player is None:
            problems.append(
                _("{giver} has never had a player with the id {player_id}.").format(
                    giver=giver.name, player_id=player_id
                )
            )
        elif player.status != "active":
            problems.append(
                _("{player} no longer plays for {giver}.").format(player=player.name, giver=giver.name)
            )
        elif player_id in share.players[:place]:
            problems.append(_("{player} cannot go twice.").format(player=player.name))
    return problems


def _players(giver: Roster, share: Share) -> list[Player]:
    return [giver.player(player_id) for player_id in share.players]


def _taking_problems(
    edition: Edition, taker: Roster, giver: Roster, coming: list[Player], goes: Share
) -> list[str]:
    """May the team have these players, when those of its own that go are gone?"""
    if not coming:
        return []
    race, limits = edition.race(taker.race), edition.creation
    staying = [one for one in taker.active if one.id not in goes.players]
    strangers = [one for one in coming if not _on_the_list(edition, race, giver, one)]
    problems = [
        _("{player} cannot play for {taker}: {race} teams have no such {position}.").format(
            player=one.name, taker=taker.name, race=named(race.name), position=position_named(one.position)
        )
        for one in strangers
    ]
    count = len(staying) + len(coming)
    if count > limits.players_max:
        problems.append(
            _("{taker} would have {count} players: a roster holds {most}.").format(
                taker=taker.name, count=count, most=limits.players_max
            )
        )
    if not strangers:
        problems += limit_problems(race, [one.position for one in (*staying, *coming)])
    names = {name_key(one.name) for one in staying}
    for one in coming:
        if name_key(one.name) in names:
            problems.append(
                _("{taker} already has a player named {player}; rename one of the two first.").format(
                    taker=taker.name, player=one.name
                )
            )
        names.add(name_key(one.name))
    return problems


def _on_the_list(edition: Edition, race: Race, giver: Roster, player: Player) -> bool:
    """The same line must stand on both lists: an Orc Lineman is no Human Lineman."""
    line = race.position(player.position)
    if line is None or giver.race == race.name:
        return line is not None
    own = edition.race(giver.race).position(player.position)
    return own is not None and (line.stats, line.skills, line.price) == (own.stats, own.skills, own.price)


def _events(
    edition: Edition, roster: Roster, partner: Roster, goes: Share, comes: Share
) -> tuple[RosterEvent, ...]:
    events: list[RosterEvent] = [
        Departed(player_id, "traded", stored.TRADED_TO.format(team=partner.name))
        for player_id in goes.players
    ]
    worn = {one.number for one in roster.active if one.id not in goes.players}
    for new_id, player in enumerate(_players(partner, comes), roster.next_id):
        number = player.number if player.number not in worn else _free(worn)
        worn.add(number)
        record: dict[str, Any] = {"id": new_id, "number": number}
        events.append(Joined(msgspec.structs.replace(player, **record), partner.name))
    if goes.gold:
        events.append(GoldChanged(-goes.gold, stored.TRADE_WITH.format(team=partner.name)))
    if comes.gold:
        events.append(GoldChanged(comes.gold, stored.TRADE_WITH.format(team=partner.name)))
    return tuple(events)


def _free(worn: set[int]) -> int:
    return next(number for number in range(1, 1000) if number not in worn)
