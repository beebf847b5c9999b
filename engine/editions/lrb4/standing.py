"""What a roster is worth, and how it takes the field."""

from __future__ import annotations

from engine.editions.lrb4.book import Book
from engine.match.log import LogPlayer, LogRoster
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
