"""Team re-rolls that can be left at the end of a match."""

from __future__ import annotations

from engine.match import facts
from engine.match.script import OVERTIME
from engine.match.state import Match, Squad

LEADER = "Leader"
_EXTRA_OF_BEFORE = 3
"""Re-rolls beyond the roster's that logs of version 1 may have left."""


def left_max(match: Match, squad: Squad) -> int:
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
