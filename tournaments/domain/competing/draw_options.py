"""What may be set of a Swiss and of a knockout."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.contest.bracket import Options
from engine.contest.rounds import Acceleration, Constraints, ForbiddenPair, Rule

Seeding = Literal["lot", "rating", "entered", "table"]
"""In what order those stand who have no seed of their own: drawn, the highest rating first, or as they entered; or all
as they stand in the stage before."""


WHILE_RUNNING = {
    "swiss": (
        "rounds",
        "club",
        "coach",
        "squad",
        "squad_meetings",
        "pairs",
        "line_up",
        "squad_size",
        "races_once",
        "stand_in",
        "no_show",
    ),
    "knockout": ("no_show",),
    "double": ("no_show",),
}
"""By format, what may still be changed once a stage has begun: it holds for the rounds that are paired from then on."""


class SwissRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``rounds`` are planned; ``advance`` of each table of the stage before play on, and all where it is 0.

    ``pairs`` are kept apart by the numbers of their entries.

    ``pairing`` says who is paired: each entry, or the squads whose members then meet in the order of ``line_up``. An
    odd number of squads has a bye, or three that meet each other. ``no_show`` are the touchdowns of who came where the
    other did not. Squads of another size than ``squad_size``, where that is not 0, are warned of, and where
    ``races_once`` those that have a race twice. ``stand_in`` is the number of an entry that plays only where the others
    are odd in number, and is neither honoured nor goes on.
    """

    rounds: int = 5
    advance: int = 0
    seeding: Seeding = "lot"
    club: Rule = "free"
    coach: Rule = "never"
    squad: Rule = "never"
    squad_meetings: int = 2
    pairs: tuple[ForbiddenPair, ...] = ()
    acceleration: Acceleration | None = None
    pairing: Literal["entries", "squads"] = "entries"
    line_up: Literal["line-up", "points"] = "line-up"
    squad_size: int = 0
    races_once: bool = False
    stand_in: int | None = None
    odd: Literal["bye", "threesome"] = "bye"
    no_show: int = 0

    @property
    def of_squads(self) -> bool:
        return self.pairing == "squads"

    @property
    def constraints(self) -> Constraints:
        return Constraints(self.club, self.coach, self.squad, self.pairs, self.squad_meetings)


class KnockoutRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A knockout, of those who are entered or of the best of the stage before.

    ``advance`` of each table of the stage before go on, and all where it is 0; ``extra`` are further ones by the
    numbers of their entries. ``best_of`` counts from the final backwards, as ``engine.contest.bracket.Options`` does.
    """

    advance: int = 0
    extra: tuple[int, ...] = ()
    seeding: Seeding = "entered"
    reset: bool = True
    third_place: bool = False
    best_of: tuple[int, ...] = (1,)
    no_show: int = 0

    def options(self, double: bool) -> Options:
        return Options(double, self.reset, self.third_place, self.best_of)
