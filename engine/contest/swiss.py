"""Drawing the next round of a Swiss: the nearest in points meet, nobody meets the same again.

The same Swiss and the same seed give the same round, byte by byte, in every process.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any, Literal

import msgspec

from engine.contest.constraints import Fault, faults, field_of, in_order, severity_of
from engine.contest.naming import named, sentence
from engine.contest.pairing import Severity, best_matching
from engine.contest.played import Id
from engine.contest.rounds import (
    Acceleration,
    Constraints,
    Entrant,
    ForbiddenPair,
    History,
    Pairing,
    Round,
    Rule,
    SeatOutcome,
    Swiss,
    Worth,
    as_played,
    check,
    published,
    scores,
    virtual_points,
)
from engine.contest.seating import Swapped, seated, swap
from engine.contest.squads import threesomes
from engine.questions import Refusal
from engine.words import counted, listed
from engine.words import gettext as _

__all__ = [
    "Acceleration",
    "Advice",
    "Constraints",
    "Entrant",
    "Fault",
    "ForbiddenPair",
    "Id",
    "NoPairing",
    "Offer",
    "Pairing",
    "Round",
    "Rule",
    "SeatOutcome",
    "Swapped",
    "Swiss",
    "Worth",
    "advice",
    "as_played",
    "check",
    "draft_round",
    "faults",
    "published",
    "scores",
    "swap",
    "virtual_points",
]

VERSION = f"swiss 1, rustworkx {version('rustworkx')}"
"""Changes whenever the same inputs may be drawn in another way."""


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A way on where no pairing exists. ``round`` is what would be played, and nothing for the end of the Swiss."""

    kind: Literal["rematches", "clubs", "end"]
    text: str
    round: Round | None = None


class NoPairing(msgspec.Struct, frozen=True, omit_defaults=True):
    """No pairing of round ``round`` keeps to the rules. ``ended``: too few are left for a match."""

    round: int
    text: str
    offers: tuple[Offer, ...]
    ended: bool = False


class Advice(msgspec.Struct, frozen=True):
    """What an organiser should know before the first round."""

    recommended: int
    warnings: tuple[str, ...]


def advice(entrants: int, rounds: int) -> Advice:
    """For a Swiss of so many entrants and rounds."""
    recommended = (entrants - 1).bit_length() if entrants > 1 else 0
    warnings = []
    if 2 * rounds > entrants:
        warnings.append(
            _(
                "{rounds} rounds are more than half of {entrants} entrants, so that a later round may have "
                "no pairing without a rematch."
            ).format(rounds=rounds, entrants=entrants)
        )
    if rounds >= entrants - 1:
        warnings.append(
            _("In {rounds} rounds {entrants} entrants can play a round robin, which is fairer.").format(
                rounds=rounds, entrants=entrants
            )
        )
    if rounds < recommended:
        warnings.append(
            _("{rounds} rounds may leave several without a loss; {recommended} are recommended.").format(
                rounds=rounds, recommended=recommended
            )
        )
    return Advice(recommended, tuple(warnings))


def draft_round(
    swiss: Swiss,
    seed: str | int,
    *,
    points: Mapping[Any, int] | None = None,
    kept: Sequence[Pairing] = (),
) -> Round | NoPairing:
    """The next round, which changes nothing until it is published.

    ``points`` are those of a table with scoring of its own; without them the Swiss counts by its ``worth``. Matches
    without a result bring nothing; ``open_pairings`` lists them. ``kept`` are pairings and byes made by hand, taken as
    they are. Byes that were asked for are given first, then the rest is paired.
    """
    check(swiss)
    number = swiss.next_number
    if number > swiss.planned:
        raise Refusal(_("All {planned} rounds of this Swiss are paired.").format(planned=swiss.planned))
    active = swiss.active(number)
    if len(active) < 2:
        if active:
            text = _("There is only {entrant} left for round {number}, so the Swiss ends.")
        else:
            text = _("There is nobody left for round {number}, so the Swiss ends.")
        text = text.format(entrant=active[0].called if active else "", number=number)
        return NoPairing(number, text, (_end(number),), ended=True)
    draft = _Draft(swiss, f"{seed}", active, points, tuple(kept))
    return draft.drawn() or draft.ways_on()


def _end(number: int) -> Offer:
    return Offer(
        "end",
        _("End the Swiss after round {number}.").format(number=number - 1)
        if number > 1
        else _("End the Swiss."),
    )


class _Draft:
    def __init__(
        self,
        swiss: Swiss,
        seed: str,
        active: Sequence[Entrant],
        points: Mapping[Any, int] | None,
        kept: tuple[Pairing, ...],
    ) -> None:
        self.swiss, self.seed, self.number = swiss, seed, swiss.next_number
        self.history = History(swiss, self.number)
        self.counted = _points_of(active, scores(swiss) if points is None else points)
        self.given = _kept(kept, active, self.number) + _requested(kept, active, self.number)
        self.digest = _digest(swiss, seed, self.counted, kept)
        virtual = virtual_points(swiss, self.number)
        self.points = {one: points + virtual.get(one, 0) for one, points in self.counted.items()}
        taken = {seat for pairing in self.given for seat in pairing.seats}
        self.field = in_order((entrant for entrant in active if entrant.id not in taken), self.points)

    def drawn(self, *, rematches: bool = False, relaxed: bool = False) -> Round | None:
        """A round, or None. ``rematches`` are allowed at the highest cost; ``relaxed`` keeps clubs and listed pairs
        apart only where it can."""
        severity = severity_of(self.history, self.field, rematches=rematches, relaxed=relaxed)
        if self.swiss.odd == "threesome" and len(self.field) % 2 and len(self.field) > 1:
            pairings = self._with_threesome(severity)
        else:
            pairings = self._paired(self.field, severity)
        if pairings is None:
            return None
        tables = seated(self.history, (*self.given, *pairings), self.counted)
        return Round(self.number, tables, self.seed, self.digest, VERSION)

    def _paired(self, field: Sequence[Entrant], severity: Severity) -> list[Pairing] | None:
        found = best_matching(
            field_of(self.history, field, self.points, severity), f"{self.seed}/{self.number}"
        )
        if found is None:
            return None
        pairs = [self._at_home(field[one].id, field[other].id) for one, other in found.pairs]
        if found.bye is not None:
            pairs.append(Pairing(0, field[found.bye].id, bye="allotted"))
        return pairs

    def _at_home(self, better: Id, other: Id) -> Pairing:
        """At home is who has been so less often, else the better placed."""
        if self.history.homes[other] < self.history.homes[better]:
            return Pairing(0, other, better)
        return Pairing(0, better, other)

    def _with_threesome(self, severity: Severity) -> list[Pairing] | None:
        """Three squads that play each other, and pairs of the rest."""
        points = [self.points[entrant.id] for entrant in self.field]
        before = [self.history.threesomes[entrant.id] for entrant in self.field]
        for three in threesomes(points, before, severity):
            rest = [place for place in range(len(self.field)) if place not in three]

            def of_rest(one: int, other: int, rest: Sequence[int] = rest) -> int | None:
                return severity(rest[one], rest[other])

            pairs = self._paired([self.field[place] for place in rest], of_rest)
            if pairs is not None:
                first, second, third = (self.field[place].id for place in three)
                return [*pairs, Pairing(0, first, second, third)]
        return None

    # where there is no pairing

    def ways_on(self) -> NoPairing:
        number, offers = self.number, []
        repeated = self.drawn(rematches=True) or self.drawn(rematches=True, relaxed=True)
        if repeated is not None and (again := self._named(repeated, "rematch")):
            told = _("Pair round {number} with {rematches} ({names})").format(
                number=number, rematches=counted(len(again), ("rematch", "rematches")), names=", ".join(again)
            )
            if apart := self._named(repeated, "club", "pair"):
                told = _("{text} and with {pairs} to be kept apart ({names})").format(
                    text=told, pairs=counted(len(apart), "pair"), names=", ".join(apart)
                )
            offers.append(Offer("rematches", f"{told}.", repeated))
        relaxed = self.drawn(relaxed=True)
        if relaxed is not None:
            apart = self._named(relaxed, "club", "pair")
            told = _("Pair round {number} with {pairs} to be kept apart").format(
                number=number, pairs=counted(len(apart), "pair")
            )
            offers.append(Offer("clubs", f"{told} ({', '.join(apart)}).", relaxed))
        missing = []
        if any(self.history.met[entrant.id] for entrant in self.field):
            missing.append(_("is without a rematch"))
        if relaxed is not None or repeated is None:
            missing.append(_("keeps apart those who are to be kept apart"))
        text = _("No pairing of round {number} {missing}.").format(number=number, missing=listed(missing))
        return NoPairing(number, text, (*offers, _end(number)))

    def _named(self, drawn: Round, *kinds: str) -> tuple[str, ...]:
        """The pairs of a round that break a rule of these kinds."""
        called = {entrant.id: entrant.called for entrant in self.swiss.entrants}
        broken = (fault.entrants for fault in faults(self.swiss, drawn) if fault.hard and fault.kind in kinds)
        return tuple(dict.fromkeys(listed(called[seat] for seat in pair) for pair in broken))


def _points_of(active: Sequence[Entrant], points: Mapping[Any, int]) -> dict[Id, int]:
    missing = [entrant.called for entrant in active if entrant.id not in points]
    if missing:
        raise Refusal(_("There are no points for {missing}.").format(missing=", ".join(missing)))
    return {entrant.id: points[entrant.id] for entrant in active}


def _kept(kept: Sequence[Pairing], active: Sequence[Entrant], number: int) -> tuple[Pairing, ...]:
    """Pairings made by hand; each names entrants of the round, and nobody twice."""
    known = {entrant.id for entrant in active}
    seats = [seat for pairing in kept for seat in pairing.seats]
    for seat in seats:
        if seat not in known:
            raise Refusal(
                _("A pairing made by hand names {entrant}, who is not in round {number}.").format(
                    entrant=named(seat), number=number
                )
            )
        if seats.count(seat) > 1:
            raise Refusal(
                sentence(_("{entrant} is in more than one pairing made by hand.").format(entrant=named(seat)))
            )
    return tuple(
        msgspec.structs.replace(pairing, bye="by hand" if pairing.is_bye else "", outcomes=())
        for pairing in kept
    )


def _requested(kept: Sequence[Pairing], active: Sequence[Entrant], number: int) -> tuple[Pairing, ...]:
    taken = {seat for pairing in kept for seat in pairing.seats}
    return tuple(
        Pairing(0, entrant.id, bye="requested")
        for entrant in active
        if number in entrant.requested_byes and entrant.id not in taken
    )


def _digest(swiss: Swiss, seed: str, points: Mapping[Id, int], kept: Sequence[Pairing]) -> str:
    """Stands for all that a round is drawn from, in whatever order the entrants are listed."""
    listed = msgspec.structs.replace(swiss, entrants=tuple(swiss.by_seed()))
    drawn_from = (listed, seed, list(points.items()), kept)
    return hashlib.sha256(msgspec.json.encode(drawn_from)).hexdigest()
