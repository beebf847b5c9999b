"""What the winners of a tournament take home: gold, fans, awards, and the trophy until the next edition.

Source: LRB4, The glittering prizes, Others tournaments; lrb4-cs.txt:3014-3107
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine import stored
from engine.contest.book import MajorPrizes, prize_table
from engine.contest.majors.values import Key
from engine.contest.played import Id
from engine.dice import D6
from engine.edition import Edition
from engine.questions import Problem, Refusal, Roll, Script
from engine.roster import (
    FanFactorChanged,
    GoldChanged,
    Roster,
    RosterEvent,
    SppGained,
    TrophyChanged,
)
from engine.words import gettext as _
from engine.words import gold, named, number


class TeamEvents(msgspec.Struct, frozen=True):
    """What happens to one roster."""

    team: Id
    events: tuple[RosterEvent, ...]


class PlayerOfTheYear(msgspec.Struct, frozen=True):
    """``player`` is his id in the ledger of the team."""

    team: Id
    player: int


def prizes(
    edition: Edition,
    name: str,
    rosters: Mapping[Key, Roster],
    winner: Id,
    finalist: Id,
    took_part: Mapping[Key, Sequence[int]] | None = None,
    of_the_year: PlayerOfTheYear | None = None,
) -> Script[tuple[TeamEvents, ...]]:
    """The prizes of a major, team by team: the winner, the finalist, and then whoever else is concerned.

    ``rosters`` are those of the whole league: one of them may hold the trophy, and the player of the year plays for
    one. ``took_part`` are the ids of those who took part in the final, for each finalist, where that brings something.
    Questions are asked of side ``home``, which is the winner. Raises Refusal before anything is asked.
    """
    major = edition.major(name)
    if winner == finalist:
        raise Refusal(
            _("{team} cannot be both finalists of the {name}.").format(
                team=rosters[winner].name, name=named(name)
            )
        )
    major.require_prizes()
    _check_honoured(major, rosters, of_the_year)
    gained: dict[Id, list[RosterEvent]] = {winner: [], finalist: []}
    medals = _medals(edition, major, rosters, (winner, finalist), took_part or {})
    yield from _gold(major, rosters[winner].race, gained[winner], gained[finalist])
    if major.fan_factor_die:
        die = yield Roll("home", D6, "tournament.fan_factor")
        gained[winner].append(FanFactorChanged(die, name))
    for team, events in handover(name, rosters, winner).items():
        gained.setdefault(team, []).extend(events)
    for team, awards in medals.items():
        gained[team] += awards
    if of_the_year is not None:
        player = rosters[of_the_year.team].player(of_the_year.player)
        gained.setdefault(of_the_year.team, []).append(
            FanFactorChanged(major.player_of_the_year, stored.PLAYER_OF_THE_YEAR.format(player=player.name))
        )
    return tuple(TeamEvents(team, tuple(events)) for team, events in gained.items() if events)


def _gold(
    major: MajorPrizes, race: str, winner: list[RosterEvent], finalist: list[RosterEvent]
) -> Script[None]:
    row = major.prizes[0]
    if major.rolled:
        modifier = sum(one.change for one in major.prize_modifiers if race in one.races)
        die = yield Roll("home", D6, "tournament.prize")
        row = prize_table(major)[die + modifier]
    if row.winner:
        winner.append(GoldChanged(row.winner, stored.WON_MAJOR.format(tournament=major.name)))
    if row.finalist:
        finalist.append(GoldChanged(row.finalist, stored.LOST_FINAL.format(tournament=major.name)))


def _medals(
    edition: Edition,
    major: MajorPrizes,
    rosters: Mapping[Key, Roster],
    finalists: Sequence[Id],
    took_part: Mapping[Key, Sequence[int]],
) -> dict[Id, list[RosterEvent]]:
    """An award for each who took part, in the order of the ids; the dead have theirs too."""
    if not major.medals:
        return {}
    awards: dict[Id, list[RosterEvent]] = {}
    for team in finalists:
        if not took_part.get(team):
            raise Refusal(
                _("Say who of {team} took part in the final of the {major}.").format(
                    team=rosters[team].name, major=named(major.name)
                )
            )
        awards[team] = [
            SppGained(rosters[team].player(player).id, "mvp", 1, edition.rules.spp("mvp"))
            for player in sorted(set(took_part[team]))
        ]
    return awards


def best_players(rosters: Mapping[Key, Roster]) -> tuple[PlayerOfTheYear, ...]:
    """The player under contract with most star player points, or all who share that number; nobody without points."""
    spp = {
        PlayerOfTheYear(team, one.id): one.spp
        for team, roster in rosters.items()
        for one in roster.players
        if one.status == "active"
    }
    most = max(spp.values(), default=0)
    return tuple(player for player, points in spp.items() if points == most and most)


def _check_honoured(
    major: MajorPrizes, rosters: Mapping[Key, Roster], honoured: PlayerOfTheYear | None
) -> None:
    if honoured is None:
        return
    if not major.player_of_the_year:
        raise Refusal(_("The {major} has no player of the year.").format(major=named(major.name)))
    player = rosters[honoured.team].player(honoured.player)
    if player.status != "active":
        raise Refusal(
            _("{player} no longer plays for {team}.").format(
                player=player.name, team=rosters[honoured.team].name
            )
        )
    best = best_players(rosters)
    if honoured not in best:
        if not best:
            raise Refusal(
                _("{player} has no star player points and cannot be the player of the year.").format(
                    player=player.name
                )
            )
        better = rosters[best[0].team].player(best[0].player)
        raise Refusal(
            _(
                "{player} has {spp} star player points and {better} of {team} {more}: the player of the "
                "year is who has most."
            ).format(
                player=player.name,
                spp=player.spp,
                better=better.name,
                team=rosters[best[0].team].name,
                more=better.spp,
            )
        )


def handover(
    name: str, rosters: Mapping[Key, Roster], winner: Id | None
) -> dict[Id, tuple[RosterEvent, ...]]:
    """The trophy goes on to the winner of the next edition, and all that holding it brings; nothing else changes.

    Without a winner the holder gives it back. Who wins again keeps it.
    """
    moved: dict[Id, tuple[RosterEvent, ...]] = {
        team: (TrophyChanged(name, False),)
        for team, roster in rosters.items()
        if name in roster.trophies and team != winner
    }
    if winner is not None and name not in rosters[winner].trophies:
        moved[winner] = (TrophyChanged(name, True),)
    return moved


def check_minor(edition: Edition, amounts: Sequence[int]) -> tuple[Problem, ...]:
    """Everything that is wrong with the prizes of a minor tournament, in gold pieces by place.

    Source: LRB4, Others tournaments; lrb4-cs.txt:3104-3107
    """
    problems = [
        _("A prize cannot be {amount}.").format(amount=gold(amount)) for amount in amounts if amount < 0
    ]
    total = sum(amounts)
    most = edition.tournaments.minor_prizes_max if edition.tournaments is not None else None
    if most is not None and total > most:
        problems.append(
            _("The prizes come to {total}; a minor tournament may pay {most} in all.").format(
                total=gold(total), most=number(most)
            )
        )
    return tuple(Problem(text) for text in problems)


def minor_prizes(
    edition: Edition, name: str, amounts: Sequence[int], places: Sequence[Id]
) -> tuple[TeamEvents, ...]:
    """The gold of a minor tournament by place. Its trophy brings no re-roll, so no roster holds it.

    Raises Refusal with everything that is wrong with the prizes, and for a prize that nobody is there for.
    """
    problems = check_minor(edition, amounts)
    if problems:
        raise Refusal(" ".join(one.message for one in problems), problems)
    if len(set(places)) < len(places):
        raise Refusal(_("A team cannot come in two places of the {name}.").format(name=named(name)))
    if any(amounts[len(places) :]):
        raise Refusal(
            _("The {name} has {amounts} prizes, more than teams to take them.").format(
                name=named(name), amounts=len(amounts)
            )
        )
    return tuple(
        TeamEvents(team, (GoldChanged(amount, stored.PRIZE.format(tournament=name)),))
        for team, amount in zip(places, amounts, strict=False)
        if amount
    )
