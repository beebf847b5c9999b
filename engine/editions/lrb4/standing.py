"""What a roster is worth: the team rating, and how it comes to it."""

from __future__ import annotations

from engine.edition import Receipt, ReceiptLine
from engine.editions.lrb4.book import Book
from engine.roster import Roster, staff_lines, worth
from engine.words import gettext as _
from engine.words import number


def strength(book: Book, roster: Roster) -> int:
    """LRB4, Team ratings; lrb4-cs.txt:2611-2624.

    A point for each 10,000 of worth and treasury, and a point for each five star player points of the players under
    contract, those who miss a match included.
    """
    rating = book.match.rating
    return (worth(roster, book.creation) + roster.treasury) // rating.gold_per_point + _spp(
        roster
    ) // rating.spp_per_point


def _spp(roster: Roster) -> int:
    return sum(one.spp for one in roster.players if one.status == "active")


def receipt(book: Book, roster: Roster) -> Receipt:
    """The rating line by line: gold is added up before it becomes points."""
    rating, players = book.match.rating, roster.active
    lines = [
        ReceiptLine(_("Players"), len(players), None, sum(one.price for one in players)),
        *staff_lines(roster, book.creation),
    ]
    if roster.stadium_value:
        lines.append(ReceiptLine(_("Home field"), 1, roster.stadium_value, roster.stadium_value))
    lines.append(ReceiptLine(_("Treasury"), 1, None, roster.treasury))
    spp = _spp(roster)
    found = strength(book, roster)
    notes = (
        _("A point for each {amount} gold pieces of all this").format(amount=number(rating.gold_per_point)),
        _("A point for each {count} star player points").format(count=rating.spp_per_point),
    )
    points = (found - spp // rating.spp_per_point, spp // rating.spp_per_point)
    lines += [
        ReceiptLine(notes[0], sum(line.total for line in lines), None, points[0], in_points=True),
        ReceiptLine(notes[1], spp, None, points[1], in_points=True),
    ]
    return Receipt(tuple(lines), found, found)
