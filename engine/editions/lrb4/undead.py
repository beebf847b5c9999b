"""The dead who come back on the other side: raised by a necromancer, or taken by Nurgle's Rot.

Whoever was killed for the opponents counts, those hired for the match included: the text asks for no contract.
"""

from __future__ import annotations

from engine.editions.lrb4.book import Book
from engine.match import facts
from engine.match.entries import Casualty
from engine.match.signing import sign
from engine.match.state import Fielded, Match, Squad
from engine.match.undead import has_raised, infect, infected, why_no_room
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
        or has_raised(match, squad)
        or not _human_sized(book, victim)
    ):
        return
    position = book.races[squad.roster.race].position(rule.position)
    if position is None or why_no_room(match, squad, position):
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


def _human_sized(book: Book, victim: Fielded) -> bool:
    rule = book.injuries.raise_dead
    return victim.player.position not in rule.not_positions and not any(
        skill in rule.not_with_skills for skill in victim.player.skills
    )


def rot(book: Book, match: Match, squad: Squad, leaving: list[Fielded]) -> Script[None]:
    """LRB4, Nurgle's Rot; lrb4-cs.txt:1447-1454."""
    if match.whole_book:
        yield from infect(
            match, squad, infected(match, squad, book.injuries.rot.skill), book.injuries.rot.position, leaving
        )
