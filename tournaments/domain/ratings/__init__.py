"""Ratings of coaches with each race: of a league, and of all public leagues together.

They are the NAF's Elo (``engine.contest.elo``), worked out from all results in order each time that one has changed, so
that a result that is deleted or corrected has never been. ``coaches`` says who is one coach, ``games`` which matches
count and in which order, ``table`` what is kept and shown.
"""

from tournaments.domain.ratings.table import (
    DECIMALS,
    ORDERS,
    Chosen,
    Line,
    Profile,
    Told,
    choose,
    profile,
    ratings,
)

__all__ = ["DECIMALS", "ORDERS", "Chosen", "Line", "Profile", "Told", "choose", "profile", "ratings"]
