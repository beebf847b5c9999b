"""Rounds of a Swiss, and the first of a bracket: ``drafts`` draws them up, ``publishing`` shows them to everybody."""

from tournaments.domain.competing.paired import by_hand, rules_of, seats_by_hand
from tournaments.domain.competing.rounds.drafts import (
    Look,
    NoRound,
    ResultsMissing,
    before_pairing,
    discard,
    drawn,
    next_round,
    open_pairings,
    pair,
    redraw,
    swap,
    warnings_of,
)
from tournaments.domain.competing.rounds.publishing import publish, publish_due, unpublish_last

__all__ = [
    "Look",
    "NoRound",
    "ResultsMissing",
    "before_pairing",
    "by_hand",
    "discard",
    "drawn",
    "next_round",
    "open_pairings",
    "pair",
    "publish",
    "publish_due",
    "redraw",
    "rules_of",
    "seats_by_hand",
    "swap",
    "unpublish_last",
    "warnings_of",
]
