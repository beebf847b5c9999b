"""The bracket of a knockout as values: its matches, where their sides come from, and what came of them."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.contest.played import Id, Played
from engine.words import gettext as _
from engine.words import gettext_noop

Part = Literal["winners", "losers", "final", "reset", "third"]
"""``reset``: the second grand final of a double elimination, played where who never lost before lost the first."""

State = Literal["waiting", "open", "over", "unneeded"]

ROUNDS = {1: gettext_noop("final"), 2: gettext_noop("semi-final"), 4: gettext_noop("quarter-final")}
"""Names of rounds by the most matches that they can have."""
ROUNDS_OF_SEVERAL = {2: gettext_noop("semi-finals"), 4: gettext_noop("quarter-finals")}
"""The same of their matches together."""


class Options(msgspec.Struct, frozen=True):
    """How a knockout is played.

    ``best_of`` counts games from the final backwards, and its last number holds for all rounds before: ``(5, 3, 1)`` is
    best of five in the final, of three in the semi-finals, and single games before. A match for third place is as long
    as a semi-final. ``lot`` draws the order of those who are not seeded; without it they come as they are given.
    """

    double: bool = False
    reset: bool = True
    third_place: bool = False
    best_of: tuple[int, ...] = (1,)
    lot: str | None = None


class Source(msgspec.Struct, frozen=True):
    """Where a side of a match comes from: an entrant, or the winner or loser of the match with the key ``match``."""

    entrant: Id | None = None
    match: str = ""
    loser: bool = False


class Match(msgspec.Struct, frozen=True):
    """One match, of one game or several. ``number`` counts all matches in the order in which they can be played.

    ``place`` counts from 1 through the round from top to bottom, byes included, so keys do not depend on who has them.
    A side that is not known yet is None.
    """

    key: str
    number: int
    part: Part
    round: int
    place: int
    sources: tuple[Source, Source]
    best_of: int = 1
    home: Id | None = None
    away: Id | None = None
    games: tuple[Played, ...] = ()
    winner: Id | None = None
    needed: bool = True

    @property
    def loser(self) -> Id | None:
        if self.winner is None:
            return None
        return self.away if self.winner == self.home else self.home

    @property
    def state(self) -> State:
        if not self.needed:
            return "unneeded"
        if self.winner is not None:
            return "over"
        return "waiting" if self.home is None or self.away is None else "open"

    def wins(self, entrant: Id | None) -> int:
        """Games that a side has won."""
        return sum(game.winner == entrant for game in self.games)


class Bracket(msgspec.Struct, frozen=True):
    """A knockout. ``entrants`` are in the order of their seeds; ``slots`` hold the first round from top to bottom, two
    to a match, with None beside who has a bye."""

    entrants: tuple[Id, ...]
    slots: tuple[Id | None, ...]
    options: Options
    matches: tuple[Match, ...]

    @property
    def rounds(self) -> int:
        """Rounds until the final; in a double elimination, rounds of those who have not lost."""
        return len(self.slots).bit_length() - 1

    @property
    def byes(self) -> tuple[Id, ...]:
        """Those who have a bye in the first round, from top to bottom."""
        pairs = zip(self.slots[::2], self.slots[1::2], strict=True)
        return tuple(one for pair in pairs if None in pair for one in pair if one is not None)

    @property
    def open(self) -> tuple[Match, ...]:
        """What is to be played now."""
        return tuple(match for match in self.matches if match.state == "open")

    @property
    def champion(self) -> Id | None:
        """Who won it all; None as long as something is to be played for."""
        return self.last.winner

    @property
    def last(self) -> Match:
        """The match that decides who wins: the second grand final, unless it turned out not to be needed."""
        return next(
            match for match in reversed(self.matches) if match.part in ("final", "reset") and match.needed
        )

    @property
    def over(self) -> bool:
        return all(match.state in ("over", "unneeded") for match in self.matches)

    def get(self, key: str) -> Match | None:
        return next((match for match in self.matches if match.key == key), None)

    def named(self, match: Match) -> str:
        """A match in a sentence: ``the final``, ``quarter-final 2``."""
        title = self.title(match)
        return title if title[-1].isdigit() else _("the {title}").format(title=title)

    def title(self, match: Match) -> str:
        """What a match is called: ``quarter-final 2``, ``losers' round 1, match 3``."""
        name = self.round_name(match.part, match.round)
        same = [other for other in self.matches if (other.part, other.round) == (match.part, match.round)]
        if len(same) == 1:
            return name
        at = same.index(match) + 1
        return _("{name}, match {at}").format(name=name, at=at) if name[-1].isdigit() else f"{name} {at}"

    def round_name(self, part: Part, number: int, several: bool = False) -> str:
        if part == "third":
            return _("match for third place")
        if part == "losers":
            last = 2 * self.rounds - 2
            return _("losers' final") if number == last else _("losers' round {number}").format(number=number)
        if part == "reset":
            return _("second grand final")
        if part == "final":
            return _("grand final") if self.options.double else _("final")
        most = 2 ** (self.rounds - number)
        names = ROUNDS | ROUNDS_OF_SEVERAL if several else ROUNDS
        name = _(names[most]) if most in names else _("round of {count}").format(count=2 * most)
        return _("winners' {name}").format(name=name) if self.options.double else name
