"""Who of those that played for a match signs for good: journeymen for their price, the raised for nothing."""

from __future__ import annotations

import msgspec

from engine import stored
from engine.edition import Position
from engine.editions.crp.book import Book
from engine.match import facts
from engine.match.dues import Dues
from engine.match.state import Fielded, Match, Squad
from engine.match.undead import why_no_room
from engine.questions import Choose, Script
from engine.roster import Departed, Hired, Injured

_MAY_STAY = ("journeyman", "raised")


def stay(book: Book, match: Match, squad: Squad, dues: Dues) -> Script[None]:
    """Each of them who lives is asked for, by shirt number, while there is room and gold.

    A journeyman who stays loses the skill that made him one, and keeps his points and injuries.

    Source: lite rules, list of changes; the raised: crp-hu.txt
    """
    for _, one in sorted(squad.players.items()):
        if one.hired not in _MAY_STAY or one.condition == "dead":
            continue
        position = book.races[squad.roster.race].position(one.player.position)
        assert position is not None
        assert position.price is not None
        price = position.price if one.hired == "journeyman" else 0
        why_not = why_no_room(match, squad, position, dues.leaving)
        if not why_not and price > _gold(squad, dues):
            why_not = stored.CANNOT_PAY.format(amount=f"{price:,}")
        if not why_not:
            pick = yield Choose(squad.side, "stays", ("yes", "no"), one.number, prices=(price, 0))
            why_not = "" if pick == "yes" else stored.NOT_WANTED
        if why_not:
            match.facts.append(facts.JourneymanHired(squad.side, one.number, why_not=why_not))
            continue
        _sign(book, squad, one, position)
        if price:
            dues.gold.append((-price, stored.WHO_STAYS.format(player=one.player.name)))
        match.facts.append(facts.JourneymanHired(squad.side, one.number, price, id=one.player.id))
    squad.events = [
        event for event in squad.events if not isinstance(event, Injured | Departed) or event.player > 0
    ]


def _gold(squad: Squad, dues: Dues) -> int:
    """What the treasury holds after the match so far."""
    paid = sum(amount for amount, _ in squad.paid)
    return squad.roster.treasury - paid + sum(amount for amount, _ in dues.gold)


def _sign(book: Book, squad: Squad, one: Fielded, position: Position) -> None:
    """He gets a place in the ledger, and what happened to him in this match is told of that place."""
    assert position.price is not None
    lost = book.match.journeymen.skill if one.hired == "journeyman" else ""
    skills = tuple(skill for skill in one.player.skills if skill != lost or skill in position.skills)
    old, new = one.player.id, squad.free_id()
    one.player = msgspec.structs.replace(one.player, id=new, skills=skills)
    one.hired = ""
    squad.joining.append(
        Hired(new, one.number, one.player.name, position.name, position.price, one.player.start, skills)
    )
    squad.events = [
        msgspec.structs.replace(event, player=new)
        if isinstance(event, Injured | Departed) and event.player == old
        else event
        for event in squad.events
    ]
