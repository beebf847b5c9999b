"""What is rolled before a half: the master chef's cooking."""

from __future__ import annotations

from engine.dice import faces_of, pool
from engine.editions.crp import inducements
from engine.editions.crp.book import Book
from engine.match import facts
from engine.match.state import Match, Squad
from engine.questions import Roll, Script, other


def due(book: Book, match: Match) -> bool:
    """Whether somebody cooks again."""
    return any(inducements.left(book, squad, "chef") for squad in match.both())


def half_time(book: Book, match: Match) -> Script[None]:
    for squad in match.both():
        yield from chef(book, match, squad, 2)


def chef(book: Book, match: Match, squad: Squad, half: int) -> Script[None]:
    """Each good die gives his side a team re-roll for this half, and takes one from the other side while it has any.

    Source: Competition Rules, Inducements
    """
    for _ in range(inducements.left(book, squad, "chef")):
        rule = book.inducements.chef
        faces = faces_of((yield Roll(squad.side, pool(rule.dice), "chef")))
        good = sum(face >= rule.works_on for face in faces)
        rivals = match.squads[other(squad.side)]
        lost = min(good, rivals.rerolls[half - 1])
        squad.rerolls[half - 1] += good
        rivals.rerolls[half - 1] -= lost
        match.facts.append(facts.Chef(squad.side, half, good, lost))
