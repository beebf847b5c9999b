"""The four majors, and minor tournaments, as pure rules (LRB4, Tournaments; lrb4-cs.txt:2949-3135).

A major is a value. Every function is given one and returns another, or raises Refusal with one sentence and changes
nothing. What is drawn by lot comes from a seed, and is kept in the value.
"""

from engine.contest.majors.challenges import (
    accept,
    check_issuing,
    decide,
    drop,
    issue,
    open_challenges,
    overdue,
    pass_on,
    refuse,
    silence,
    substitute,
    turn_down,
)
from engine.contest.majors.prizes import (
    PlayerOfTheYear,
    TeamEvents,
    best_players,
    check_minor,
    handover,
    minor_prizes,
    prizes,
)
from engine.contest.majors.stages import Honours, correct, draw, honours, qualify, strike, third_place, undo
from engine.contest.majors.table import Game, Place, games_of, table, worth_of
from engine.contest.majors.values import Challenge, Draw, Entry, Major, Phase, Stage
from engine.contest.majors.verbs import begin, calendar, enter, record, week_of, withdraw

__all__ = [
    "Challenge",
    "Draw",
    "Entry",
    "Game",
    "Honours",
    "Major",
    "Phase",
    "Place",
    "PlayerOfTheYear",
    "Stage",
    "TeamEvents",
    "accept",
    "begin",
    "best_players",
    "calendar",
    "check_issuing",
    "check_minor",
    "correct",
    "decide",
    "draw",
    "drop",
    "enter",
    "games_of",
    "handover",
    "honours",
    "issue",
    "minor_prizes",
    "open_challenges",
    "overdue",
    "pass_on",
    "prizes",
    "qualify",
    "record",
    "refuse",
    "silence",
    "strike",
    "substitute",
    "table",
    "third_place",
    "turn_down",
    "undo",
    "week_of",
    "withdraw",
    "worth_of",
]
