"""What a roster is worth, and how it takes the field."""

from __future__ import annotations

from engine.editions.lrb4.book import Book
from engine.match import facts
from engine.match.log import LogPlayer, LogRoster
from engine.match.script import OVERTIME
from engine.match.state import Match, Squad
from engine.roster import Roster, worth


def strength(book: Book, roster: Roster) -> int:
    """LRB4, Team ratings; lrb4-cs.txt:2611-2624.

    A point for each 10,000 of worth and treasury, and a point for each five star player points of the players under
    contract, those who miss a match included.
    """
    rating = book.match.rating
    points = sum(one.spp for one in roster.players if one.status == "active")
    return (
        worth(roster, book.creation) + roster.treasury
    ) // rating.gold_per_point + points // rating.spp_per_point


def take_the_field(book: Book, roster: Roster) -> LogRoster:
    """The roster as a match log carries it."""
    return LogRoster(
        team=roster.name,
        race=roster.race,
        strength=strength(book, roster),
        fan_factor=roster.fan_factor,
        players=tuple(
            LogPlayer(
                id=one.id,
                number=one.number,
                name=one.name,
                position=one.position,
                start=one.start,
                stats=one.stats,
                skills=one.skills,
                spp=one.spp,
                niggling=one.niggling,
                misses=one.misses_next,
            )
            for one in roster.active
        ),
        rerolls=roster.rerolls,
        assistant_coaches=roster.assistant_coaches,
        cheerleaders=roster.cheerleaders,
        apothecary=roster.apothecary,
        treasury=roster.treasury,
        stadium=roster.stadium,
        stadium_broken=roster.stadium_broken,
        trophies=roster.trophies,
        next_id=roster.next_id,
    )


LEADER = "Leader"
_EXTRA_OF_BEFORE = 3
"""Re-rolls beyond the roster's that logs of version 1 may have left."""


def rerolls_left_max(match: Match, squad: Squad) -> int:
    """Re-rolls of the second half and of the trophies, one for a leader, and one for each kick-off since half-time.

    A kick-off can bring one by Cheering Fans or Brilliant Coaching, which no log tells. What is left at full time may
    be used in overtime.

    Source: LRB4, Winning the Match, Kick-off table, Leader, Home fields; lrb4-cs.txt:810-815, 986-1012, 2203-2210
    """
    if not match.whole_book:
        return squad.roster.rerolls + _EXTRA_OF_BEFORE
    leader = any(LEADER in one.skills for one in squad.players.values() if one.condition != "missing")
    kick_offs = 1 + (match.half == OVERTIME)
    for fact in match.facts:
        if type(fact) is facts.Touchdown and fact.half > 1:
            kick_offs += 1
    return squad.rerolls[1] + squad.trophy_rerolls + leader + kick_offs
