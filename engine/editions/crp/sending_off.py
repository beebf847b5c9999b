"""Whether a player whom the referee wants to send off must go."""

from __future__ import annotations

from engine.dice import D6
from engine.editions.crp import inducements
from engine.editions.crp.book import Book
from engine.match import facts
from engine.match.entries import SendingOff
from engine.match.state import Match
from engine.questions import Choose, Roll, Script


def sending_off(book: Book, match: Match, report: SendingOff) -> Script[bool]:
    """While the coach has a bribe he may try it; each is spent whatever comes of it.

    Source: Competition Rules, Bribes; crp-hu.txt:41
    """
    squad = match.squads[report.side]
    while inducements.left(book, squad, "bribe"):
        pick = yield Choose(report.side, "bribe", ("yes", "no"), report.player)
        if pick == "no":
            return True
        inducements.use(book, squad, "bribe")
        die = yield Roll(report.side, D6, "bribe", report.player)
        worked = die >= book.inducements.bribe.works_on
        match.facts.append(facts.Bribe(report.half, report.turn, report.side, report.player, die, worked))
        if worked:
            return False
    return True
