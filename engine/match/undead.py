"""The dead who come back on the other side: what every edition's necromancers and rot have in common."""

from __future__ import annotations

from engine import stored
from engine.edition import Position
from engine.match import facts
from engine.match.signing import sign
from engine.match.state import Fielded, Match, Squad
from engine.questions import Choose, Script, other


def has_raised(match: Match, squad: Squad) -> bool:
    """A necromancer raises one opponent a match."""
    return any(isinstance(fact, facts.RaisedDead) and fact.side == squad.side for fact in match.facts)


def infect(
    match: Match, squad: Squad, victims: list[Fielded], position_name: str, leaving: list[Fielded]
) -> Script[None]:
    """After the match, opponents whom Nurgle's Rot took may join, one after the other. ``leaving`` do not count."""
    position = match.edition.races[squad.roster.race].position(position_name)
    if position is None:
        return
    for victim in victims:
        why_not = why_no_room(match, squad, position, leaving)
        if not why_not:
            pick = yield Choose(squad.side, "rot", ("yes", "no"), victim.number)
            why_not = "" if pick == "yes" else stored.NONE_WANTED
        if why_not:
            match.facts.append(facts.Infected(squad.side, victim.number, position.name, why_not=why_not))
            continue
        joined = sign(squad, position, victim.player.name)
        joined.condition = "missing"  # the match is over
        match.facts.append(
            facts.Infected(
                squad.side,
                victim.number,
                position.name,
                joined.number,
                joined.player.name,
                id=joined.player.id,
            )
        )


def infected(match: Match, squad: Squad, skill: str) -> list[Fielded]:
    """Opponents killed for good in a block by or of a player with the skill, in the order of their deaths."""
    rivals = match.squads[other(squad.side)]
    return [
        rivals.players[fact.player]
        for fact in match.facts
        if isinstance(fact, facts.Casualty)
        and (fact.side, fact.cause, fact.outcome) == (rivals.side, "block", "dead")
        and fact.causer is not None
        and skill in squad.players[fact.causer].skills
    ]


def why_no_room(match: Match, squad: Squad, position: Position, leaving: list[Fielded] | None = None) -> str:
    """Why nobody of this position can join now, as a part of a sentence; empty where somebody can."""
    if position.price is None or position.stats is None:
        return stored.NO_PRICE_FOR.format(position=position.name)
    gone = leaving or []
    here = [one for one in squad.players.values() if one.condition != "dead" and one not in gone]
    if leaving is not None:
        here = [one for one in here if not one.hired]
    most = match.edition.creation.players_max
    if len(here) >= most:
        return stored.TEAM_IS_FULL.format(count=len(here))
    if sum(one.player.position == position.name for one in here if not one.hired) >= position.max:
        return stored.POSITION_IS_FULL.format(count=position.max, position=position.name)
    return ""
