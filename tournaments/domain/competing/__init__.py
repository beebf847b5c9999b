"""What may be done with a competition, by part: who runs it, how it is set up, entered, played and read.

Importing this package registers how stages of each format begin, and how entries join and leave them.
"""

from tournaments.domain.competing import (
    access,
    brackets,
    carrying_over,
    clocks,
    entering,
    ladders,
    majors,
    open_play,
    options,
    pitches,
    results,
    rounds,
    seasons,
    setting_up,
    swiss_entries,
    tables,
)

__all__ = [
    "access",
    "brackets",
    "carrying_over",
    "clocks",
    "entering",
    "ladders",
    "majors",
    "open_play",
    "options",
    "pitches",
    "results",
    "rounds",
    "seasons",
    "setting_up",
    "swiss_entries",
    "tables",
]
