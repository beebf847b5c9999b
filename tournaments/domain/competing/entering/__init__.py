"""Who takes part: entering, leaving, coming back, and what the organiser says about an entry."""

from tournaments.domain.competing.entering.coming import enter, may_enter
from tournaments.domain.competing.entering.formats import comes_back, joins_late, last_round, leaves
from tournaments.domain.competing.entering.leaving import annul, coaches, drop, return_, speaks_for
from tournaments.domain.competing.entering.saying import (
    MARKS_MOST,
    PLAYED_BY,
    adjust,
    change_entry,
    replace,
    take_back,
)

__all__ = [
    "MARKS_MOST",
    "PLAYED_BY",
    "adjust",
    "annul",
    "change_entry",
    "coaches",
    "comes_back",
    "drop",
    "enter",
    "joins_late",
    "last_round",
    "leaves",
    "may_enter",
    "replace",
    "return_",
    "speaks_for",
    "take_back",
]
