"""A Swiss as values: who is in it, what may not be paired, and the rounds so far.

Everything that follows from the rounds is worked out from them each time: points, opponents, byes. An outcome is
carried as won, drawn or lost by each seat and never read back from points. A bye is a pairing without an opponent,
whoever gave it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import combinations
from typing import Literal

import msgspec

from engine.contest.naming import named, sentence
from engine.contest.played import Id, Kind, Outcome, Played
from engine.questions import Refusal
from engine.words import gettext as _

SeatOutcome = Literal["won", "drawn", "lost"]
Bye = Literal["", "allotted", "requested", "by hand"]
Rule = Literal["free", "soft", "first round", "never"]
"""How strictly a kind of pair is kept apart: not at all, if it can be, in the first round, or always."""


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who plays: a coach with a team, or a squad. ``seed`` 1 is the strongest, and nobody shares one.

    He is in from the round ``joined`` to the round ``dropped``, both included; ``dropped`` is 0 for one who left before
    the first. ``missed`` are the points that he is given for the rounds before he joined. In the rounds
    ``requested_byes`` he does not want to play.
    """

    id: Id
    seed: int
    name: str = ""
    club: str = ""
    coach: Id | None = None
    squad: Id | None = None
    joined: int = 1
    dropped: int | None = None
    missed: int = 0
    fixed_table: int | None = None
    requested_byes: tuple[int, ...] = ()

    def plays_in(self, number: int) -> bool:
        return self.joined <= number and (self.dropped is None or number <= self.dropped)

    @property
    def called(self) -> str:
        return self.name or str(self.id)


class Pairing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits at a table; table 0 is none. ``away`` is nobody for a bye, ``third`` is the third squad of a threesome.

    ``outcomes`` has one for each seat as soon as the match, or all of the threesome's matches, are over.
    """

    table: int
    home: Id
    away: Id | None = None
    third: Id | None = None
    bye: Bye = ""
    outcomes: tuple[SeatOutcome, ...] = ()

    @property
    def seats(self) -> tuple[Id, ...]:
        return tuple(seat for seat in (self.home, self.away, self.third) if seat is not None)

    @property
    def is_bye(self) -> bool:
        return self.away is None

    @property
    def is_open(self) -> bool:
        return not self.is_bye and not self.outcomes

    @property
    def meetings(self) -> Iterator[tuple[Id, Id]]:
        return combinations(self.seats, 2)


class Round(msgspec.Struct, frozen=True, omit_defaults=True):
    """The pairings of one round by table, byes last.

    ``digest`` stands for all that the round was drawn from and ``version`` for the code that drew it: with the same
    seed, digest and version, it is drawn the same again, byte by byte.
    """

    number: int
    pairings: tuple[Pairing, ...]
    seed: str = ""
    digest: str = ""
    version: str = ""

    def of(self, seat: Id) -> Pairing:
        for pairing in self.pairings:
            if seat in pairing.seats:
                return pairing
        raise Refusal(
            sentence(
                _("{entrant} is not in the pairings of round {number}.").format(
                    entrant=named(seat), number=self.number
                )
            )
        )


class Worth(msgspec.Struct, frozen=True):
    """Points by which the Swiss is paired. ``requested`` is what a bye brings to one who asked for it."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3
    requested: int = 1

    def of(self, outcome: SeatOutcome) -> int:
        return {"won": self.win, "drawn": self.draw, "lost": self.loss}[outcome]


class ForbiddenPair(msgspec.Struct, frozen=True):
    """Two who are to be kept apart by name: siblings, sponsors, those who travel together."""

    one: Id
    other: Id
    rule: Rule = "never"


class Constraints(msgspec.Struct, frozen=True):
    """Who is kept apart. From ``squad_meetings`` earlier meetings of two squads on, one more of their members' matches
    is avoided if it can be; 0 does not count them."""

    club: Rule = "free"
    coach: Rule = "never"
    squad: Rule = "never"
    pairs: tuple[ForbiddenPair, ...] = ()
    squad_meetings: int = 2


class Acceleration(msgspec.Struct, frozen=True):
    """In the first ``rounds`` the upper half of the seeds of round 1 is paired as if it had ``points`` more.

    The half is rounded up to an even number, so that it can be paired among itself. Whoever joins later is not in it.
    """

    rounds: int = 2
    points: int = 3


class Swiss(msgspec.Struct, frozen=True):
    """``planned`` is how many rounds are to be played. An odd field has a bye, or a threesome among squads."""

    entrants: tuple[Entrant, ...]
    planned: int
    rounds: tuple[Round, ...] = ()
    worth: Worth = Worth()
    constraints: Constraints = Constraints()
    acceleration: Acceleration | None = None
    odd: Literal["bye", "threesome"] = "bye"

    @property
    def next_number(self) -> int:
        return len(self.rounds) + 1

    def active(self, number: int) -> tuple[Entrant, ...]:
        """Who is in the round of this number, by seed."""
        return tuple(entrant for entrant in self.by_seed() if entrant.plays_in(number))

    def by_seed(self) -> list[Entrant]:
        return sorted(self.entrants, key=lambda entrant: entrant.seed)


def check(swiss: Swiss) -> None:
    """Refuses a Swiss that contradicts itself, with every fault."""
    faults = [*_wrong_entrants(swiss), *_wrong_pairs(swiss), *_wrong_rounds(swiss)]
    if faults:
        raise Refusal.of(faults)


def _wrong_entrants(swiss: Swiss) -> Iterator[str]:
    yield from _twice((entrant.id for entrant in swiss.entrants), _("{what} is entered twice."), named)
    yield from _twice(
        (entrant.seed for entrant in swiss.entrants), _("Seed {what} is given to more than one entrant.")
    )
    tables = (entrant.fixed_table for entrant in swiss.entrants if entrant.fixed_table is not None)
    yield from _twice(tables, _("Table {what} is kept for more than one entrant."))
    for entrant in swiss.entrants:
        if entrant.joined < 1:
            yield _("{entrant} cannot join before round 1.").format(entrant=entrant.called)
        if entrant.fixed_table is not None and entrant.fixed_table < 1:
            yield _("{entrant} cannot have table {table}; tables are counted from 1.").format(
                entrant=entrant.called, table=entrant.fixed_table
            )
        if any(number < 1 for number in entrant.requested_byes):
            yield _("{entrant} asks for a bye before round 1.").format(entrant=entrant.called)
    if swiss.planned < 1:
        yield _("A Swiss has at least one round.")


def _twice(
    values: Iterable[Id], said: str, told: Callable[[Id], str] = str, number: int = 0
) -> Iterator[str]:
    """``number`` is that of the round, where ``said`` names it."""
    for value, times in Counter(values).items():
        if times > 1:
            yield sentence(said.format(what=told(value), number=number))


def _wrong_pairs(swiss: Swiss) -> Iterator[str]:
    known = {entrant.id for entrant in swiss.entrants}
    for pair in swiss.constraints.pairs:
        if pair.one == pair.other:
            yield sentence(_("{entrant} is forbidden to meet itself.").format(entrant=named(pair.one)))
        for one in (pair.one, pair.other):
            if one not in known:
                yield _("A forbidden pair names {entrant}, who is not entered.").format(entrant=named(one))


def _wrong_rounds(swiss: Swiss) -> Iterator[str]:
    known = {entrant.id for entrant in swiss.entrants}
    for number, played in enumerate(swiss.rounds, 1):
        if played.number != number:
            yield _("Round {number} stands where round {expected} belongs.").format(
                number=played.number, expected=number
            )
        seats = [seat for pairing in played.pairings for seat in pairing.seats]
        yield from _twice(seats, _("{what} is paired twice in round {number}."), named, number)
        for seat in seats:
            if seat not in known:
                yield _("Round {number} pairs {entrant}, who is not entered.").format(
                    number=number, entrant=named(seat)
                )
        for pairing in played.pairings:
            if pairing.outcomes and (pairing.is_bye or len(pairing.outcomes) != len(pairing.seats)):
                yield _("The results of {home} in round {number} are not one for each seat.").format(
                    home=pairing.home, number=number
                )


# what follows from the rounds


class History:
    """What the rounds before round ``number`` mean for pairing it."""

    def __init__(self, swiss: Swiss, number: int) -> None:
        self.swiss = swiss
        self.number = number
        self.entrants = {entrant.id: entrant for entrant in swiss.entrants}
        self.met: dict[Id, dict[Id, int]] = {entrant.id: {} for entrant in swiss.entrants}
        """For each entrant whom he has met, and in which round last."""
        self.byes: Counter[Id] = Counter()
        self.threesomes: Counter[Id] = Counter()
        self.homes: Counter[Id] = Counter()
        self.squads: Counter[tuple[Id, Id]] = Counter()
        for played in swiss.rounds[: number - 1]:
            for pairing in played.pairings:
                self._count(played.number, pairing)

    def _count(self, number: int, pairing: Pairing) -> None:
        if pairing.is_bye:
            self.byes[pairing.home] += 1
            return
        self.homes[pairing.home] += 1
        if pairing.third is not None:
            self.threesomes.update(pairing.seats)
        for one, other in pairing.meetings:
            self.met[one][other] = self.met[other][one] = number
            squads = self.entrants[one].squad, self.entrants[other].squad
            if squads[0] is not None and squads[1] is not None:
                self.squads[squads[0], squads[1]] += 1
                self.squads[squads[1], squads[0]] += 1

    @cached_property
    def forbidden(self) -> dict[tuple[Id, Id], Rule]:
        """The hand-made list, in both orders."""
        pairs = self.swiss.constraints.pairs
        return {pair: one.rule for one in pairs for pair in ((one.one, one.other), (one.other, one.one))}


def scores(swiss: Swiss) -> dict[Id, int]:
    """The points of everybody. What was not played brings nothing."""
    points = {entrant.id: entrant.missed for entrant in swiss.entrants}
    for played in swiss.rounds:
        for pairing in played.pairings:
            if pairing.is_bye:
                worth = swiss.worth
                points[pairing.home] += worth.requested if pairing.bye == "requested" else worth.bye
            else:
                for seat, outcome in zip(pairing.seats, pairing.outcomes, strict=bool(pairing.outcomes)):
                    points[seat] += swiss.worth.of(outcome)
    return points


def virtual_points(swiss: Swiss, number: int) -> dict[Id, int]:
    """What acceleration adds in a round. Who is in the upper half is fixed by who was there in round 1."""
    acceleration = swiss.acceleration
    if acceleration is None or number > acceleration.rounds:
        return {}
    if swiss.rounds:
        there = {seat for pairing in swiss.rounds[0].pairings for seat in pairing.seats}
        field = [entrant for entrant in swiss.by_seed() if entrant.id in there]
    else:
        field = list(swiss.active(1))
    half = 2 * -(-len(field) // 4)
    return {entrant.id: acceleration.points for entrant in field[:half]}


def as_played(swiss: Swiss, stage: str = "") -> tuple[Played, ...]:
    """The finished pairings as contests count them. A threesome is none of them: its members' matches are."""
    return tuple(
        _as_played(played.number, pairing, stage)
        for played in swiss.rounds
        for pairing in played.pairings
        if not pairing.is_open and pairing.third is None
    )


def _as_played(number: int, pairing: Pairing, stage: str) -> Played:
    outcome: Outcome
    if pairing.is_bye:
        return Played.bye(pairing.home, stage, number, "draw" if pairing.bye == "requested" else "home")
    match pairing.outcomes:
        case ("won", _):
            outcome = "home"
        case ("drawn", _):
            outcome = "draw"
        case (_, "won"):
            outcome = "away"
        case _:
            outcome = "neither"
    kind: Kind = "forfeit" if outcome == "neither" else "played"
    return Played(pairing.home, pairing.away, outcome, kind=kind, stage=stage, round=number)


# what organisers do


def published(swiss: Swiss, drafted: Round) -> Swiss:
    """The Swiss with this round as its last."""
    if drafted.number != swiss.next_number:
        raise Refusal(
            _("Round {number} cannot be published: the next one is round {next}.").format(
                number=drafted.number, next=swiss.next_number
            )
        )
    return msgspec.structs.replace(swiss, rounds=(*swiss.rounds, drafted))
