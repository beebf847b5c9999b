"""Journeymen, who fill a team up that can field too few players."""

from __future__ import annotations

from engine.edition import Position
from engine.editions.crp.book import Book
from engine.match.signing import add, free_name, unsigned
from engine.match.state import Match, Squad
from engine.questions import Choose, Script


def fill_up(book: Book, match: Match, squad: Squad) -> Script[None]:
    """Players of the team's common positions, for nothing, until it can field a full side.

    They are worth the price of their position, and so count for the strength of the team in this match.

    Source: Competition Rules, Journeymen; the short version of the rules, and the list of changes
    """
    positions = {one.name: one for one in book.journeymen_of(squad.roster.race)}
    while positions and len(squad.fit()) < book.match.players_on_pitch:
        pick = next(iter(positions))
        if len(positions) > 1:
            pick = yield Choose(squad.side, "journeyman", tuple(positions))
        _join(book, match, squad, positions[pick])


def _join(book: Book, match: Match, squad: Squad, position: Position) -> None:
    assert position.price is not None
    assert position.stats is not None
    name = free_name(squad, f"Journeyman {position.name}")
    skills = with_skill(position.skills, book.match.journeymen.skill)
    player = unsigned(squad, name, position.name, position.stats, skills)
    add(match, squad, player, "journeyman", 0)
    squad.strength += position.price


def with_skill(skills: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """The skills with those that are not among them yet."""
    return skills + tuple(skill for skill in more if skill not in skills)
