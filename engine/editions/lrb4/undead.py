"""The dead who come back on the other side: raised by a necromancer, or taken by Nurgle's Rot.

Whoever was killed for the opponents counts, those hired for the match included: the text asks for no contract.
"""

from __future__ import annotations

from engine.edition import Position
from engine.editions.lrb4.book import Book
from engine.match import facts
from engine.match.entries import Casualty
from engine.match.signing import sign
from engine.match.state import Fielded, Match, Squad
from engine.questions import Choose, Script, other


def raise_dead(book: Book, match: Match, report: Casualty, victim: Fielded) -> Script[None]:
    """The killers' necromancer may add the dead opponent to his team, who is fit to play at once. Once a match.

    Source: LRB4, Special wizards; lrb4-cs.txt:1588-1598
    """
    rule = book.injuries.raise_dead
    squad = match.squads[other(report.side)]
    if (
        not match.whole_book
        or squad.roster.race not in rule.races
        or _has_raised(match, squad)
        or not _human_sized(book, victim)
    ):
        return
    position = book.races[squad.roster.race].position(rule.position)
    if position is None or why_no_room(book, squad, position):
        return
    if (yield Choose(squad.side, "raise_dead", ("yes", "no"), report.player)) == "yes":
        raised = sign(squad, position, victim.player.name)
        match.facts.append(
            facts.RaisedDead(
                report.half,
                report.turn,
                squad.side,
                raised.number,
                raised.player.name,
                position.name,
                report.player,
                raised.player.id,
            )
        )


def _has_raised(match: Match, squad: Squad) -> bool:
    return any(isinstance(fact, facts.RaisedDead) and fact.side == squad.side for fact in match.facts)


def _human_sized(book: Book, victim: Fielded) -> bool:
    rule = book.injuries.raise_dead
    return victim.player.position not in rule.not_positions and not any(
        skill in rule.not_with_skills for skill in victim.player.skills
    )


def rot(book: Book, match: Match, squad: Squad, leaving: list[Fielded]) -> Script[None]:
    """After the match, the opponents whom Nurgle's Rot took may join, one after the other. ``leaving`` do not count.

    Source: LRB4, Nurgle's Rot; lrb4-cs.txt:1447-1454
    """
    rule = book.injuries.rot
    race = book.races[squad.roster.race]
    position = race.position(rule.position)
    if position is None or not match.whole_book:
        return
    for victim in _infected(book, match, squad):
        why_not = why_no_room(book, squad, position, leaving)
        if not why_not:
            pick = yield Choose(squad.side, "rot", ("yes", "no"), victim.number)
            why_not = "" if pick == "yes" else "the coach does not want one"
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


def _infected(book: Book, match: Match, squad: Squad) -> list[Fielded]:
    """Opponents killed for good in a block by or of a player with the skill, in the order of their deaths."""
    rivals = match.squads[other(squad.side)]
    skill = book.injuries.rot.skill
    return [
        rivals.players[fact.player]
        for fact in match.facts
        if isinstance(fact, facts.Casualty)
        and (fact.side, fact.cause, fact.outcome) == (rivals.side, "block", "dead")
        and fact.causer is not None
        and skill in squad.players[fact.causer].skills
    ]


def why_no_room(book: Book, squad: Squad, position: Position, leaving: list[Fielded] | None = None) -> str:
    """Why nobody of this position can join now, as a part of a sentence; empty where somebody can."""
    if position.price is None or position.stats is None:
        return f"the league's rules give no price and no characteristics for a {position.name}"
    gone = leaving or []
    here = [one for one in squad.players.values() if one.condition != "dead" and one not in gone]
    if leaving is not None:
        here = [one for one in here if not one.hired]
    most = book.creation.players_max
    if len(here) >= most:
        return f"the team has {len(here)} players already"
    if sum(one.player.position == position.name for one in here if not one.hired) >= position.max:
        return f"the team has {position.max} of the position {position.name} already"
    return ""
