"""What a team is worth in gold: its team value, in full and as it would take the field today."""

from __future__ import annotations

from engine.edition import Receipt, ReceiptLine
from engine.editions.crp.book import Book
from engine.roster import Player, Roster, staff_lines, worth
from engine.words import position_named


def strength(book: Book, roster: Roster) -> int:
    """The team value, in gold pieces, without those who miss the next match.

    What an injury took from a player lowers nothing, and the treasury does not count.

    Source: the facts of ffb (UtilTeamValue) and obblm
    """
    return worth(roster, book.creation) - sum(_worth(one) for one in roster.active if one.misses_next)


def receipt(book: Book, roster: Roster) -> Receipt:
    """The team value line by line: every player, then what else counts."""
    players = [
        ReceiptLine(
            f"{one.number} {one.name}, {position_named(one.position)}",
            1,
            None,
            _worth(one),
            missing=_worth(one) if one.misses_next else 0,
        )
        for one in roster.active
    ]
    lines = (*players, *staff_lines(roster, book.creation))
    full = sum(line.total for line in lines)
    return Receipt(lines, full, full - sum(line.missing for line in lines))


def _worth(player: Player) -> int:
    return player.price + player.value
