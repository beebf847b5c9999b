"""The dead who come back on the other side: raised by a necromancer, or taken by Nurgle's Rot."""

from __future__ import annotations

from engine.editions.crp.book import Book
from engine.editions.crp.tables import Raising
from engine.match import facts
from engine.match.entries import Casualty
from engine.match.signing import unsigned
from engine.match.state import Fielded, Match, Squad
from engine.match.undead import has_raised, infect, infected
from engine.questions import Choose, Script, other

_STRENGTH = 1
"""The place of strength among the characteristics."""


def raise_dead(book: Book, match: Match, report: Casualty, victim: Fielded) -> Script[None]:
    """The killers' necromancer may raise the dead opponent, who plays at once. Whether he stays shows after the match.

    The team may go beyond its full number for the match.

    Source: crp-hu.txt, Necromancer; ffb
    """
    rule = book.injuries.raise_dead
    squad = match.squads[other(report.side)]
    if squad.roster.race not in rule.races or has_raised(match, squad) or not _may_be(rule, victim):
        return
    position = book.races[squad.roster.race].position(rule.position)
    if position is None or position.stats is None:
        return
    if (yield Choose(squad.side, "raise_dead", ("yes", "no"), report.player)) != "yes":
        return
    player = unsigned(squad, victim.player.name, position.name, position.stats, position.skills)
    squad.add(player, "raised")
    match.facts.append(
        facts.RaisedDead(
            report.half, report.turn, squad.side, player.number, player.name, position.name, report.player
        )
    )


def _may_be(rule: Raising, victim: Fielded) -> bool:
    return victim.player.stats[_STRENGTH] <= rule.strength_max and not any(
        skill in rule.not_with_skills for skill in victim.player.skills
    )


def rot(book: Book, match: Match, squad: Squad, leaving: list[Fielded]) -> Script[None]:
    """After the match, opponents whom a player with the rot killed may join.

    Source: ffb, obblm; who may be a victim is from memory
    """
    rule = book.injuries.rot
    if squad.roster.race in rule.races:
        victims = [one for one in infected(match, squad, rule.killer_skill) if _may_be(rule, one)]
        yield from infect(match, squad, victims, rule.position, leaving)
