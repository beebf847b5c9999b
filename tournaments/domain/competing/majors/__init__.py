"""Majors and minor tournaments of the league: the rules of ``engine.contest.majors`` on its teams and its ledger.

A major is one competition with one stage of the format ``play_off``, from its play-off to the trophy. The stage keeps
the value of ``engine.contest.majors`` in its ``draw``, by the numbers of the entries. Matches are pairings with
fixtures, and the value follows their results.
"""

from tournaments.domain.competing.majors.challenging import (
    accept,
    decide,
    drop,
    issue,
    pass_on,
    refuse,
    silence_due,
    substitute,
    turn_down,
)
from tournaments.domain.competing.majors.keeping import ROUNDS, major_of, stage_of, today
from tournaments.domain.competing.majors.knocking_out import draw, qualify, third_place, undo
from tournaments.domain.competing.majors.matches import arrange, award, call_off, follow, strike
from tournaments.domain.competing.majors.minors import (
    MINOR_FORMATS,
    MinorPrizes,
    open_minor,
    pay_minor,
    prizes_of_minor,
    set_minor_prizes,
)
from tournaments.domain.competing.majors.opening import MajorRules, open_major
from tournaments.domain.competing.majors.paying import (
    KIND,
    asked,
    give_back,
    outlook,
    paid_by,
    pay,
)

__all__ = [
    "KIND",
    "MINOR_FORMATS",
    "ROUNDS",
    "MajorRules",
    "MinorPrizes",
    "accept",
    "arrange",
    "asked",
    "award",
    "call_off",
    "decide",
    "draw",
    "drop",
    "follow",
    "give_back",
    "issue",
    "major_of",
    "open_major",
    "open_minor",
    "outlook",
    "paid_by",
    "pass_on",
    "pay",
    "pay_minor",
    "prizes_of_minor",
    "qualify",
    "refuse",
    "set_minor_prizes",
    "silence_due",
    "stage_of",
    "strike",
    "substitute",
    "third_place",
    "today",
    "turn_down",
    "undo",
]
