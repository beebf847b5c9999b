"""A ladder: entrants stand one above the other, and whoever beats somebody above him takes that place.

Positions are worked out from who entered and all results in order, so that without a result they are what they would
be if it had never been.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from engine.contest.played import Id, Played, check
from engine.questions import Refusal
from engine.words import gettext as _


class Rules(msgspec.Struct, frozen=True):
    """``reach``: how many places up one may challenge; None: anybody. ``taking``: who wins from below takes the place
    and everybody between moves down by one, or the two swap."""

    reach: int | None = 3
    taking: Literal["insert", "swap"] = "insert"
    open_challenges: int = 1
    """How many that are not played yet an entrant may be in, as challenger or as challenged."""

    def __post_init__(self) -> None:
        if (self.reach is not None and self.reach < 1) or self.open_challenges < 1:
            raise Refusal(
                _("On a ladder everybody may challenge at least one place up, in one challenge at a time.")
            )


class Challenge(msgspec.Struct, frozen=True):
    """A challenge that is neither played nor refused yet."""

    challenger: Id
    challenged: Id


class Move(msgspec.Struct, frozen=True):
    """What a result did: ``before`` and ``after`` are all entrants, from the top."""

    match: Played
    before: tuple[Id, ...]
    after: tuple[Id, ...]

    @property
    def moved(self) -> bool:
        return self.before != self.after


class Position(msgspec.Struct, frozen=True):
    place: int
    entrant: Id
    won: int
    drawn: int
    lost: int


class Ladder(msgspec.Struct, frozen=True):
    """``positions`` from the top; ``moves`` has every result in order with what it did."""

    positions: tuple[Position, ...]
    moves: tuple[Move, ...]

    @property
    def order(self) -> tuple[Id, ...]:
        return tuple(position.entrant for position in self.positions)

    def place(self, entrant: Id) -> int:
        """From 1. Raises Refusal for who is not on the ladder."""
        return _index(self.order, entrant) + 1


def ladder(
    entrants: Iterable[Id], played: Iterable[Played], rules: Rules | None = None, left: Iterable[Id] = ()
) -> Ladder:
    """The ladder after all finished matches, in the order in which they were played.

    ``entrants`` start in the order in which they entered, the first on top. Those who ``left`` are taken off at the
    end: what they won and lost stands, and who was below them moves up. A match changes something only if the lower
    one has won; draws, and matches that neither came to, move nobody. Raises Refusal for who is entered twice, and for
    a match of somebody who is not on the ladder.
    """
    rules = rules or Rules()
    order = tuple(entrants)
    twice = sorted({str(one) for one in order if order.count(one) > 1})
    if twice:
        raise Refusal(_("{entrant} is on the ladder twice.").format(entrant=twice[0]))
    record = {entrant: [0, 0, 0] for entrant in order}
    moves = []
    for match in played:
        if match.outcome is None:
            continue
        check(match)
        if match.away is None:
            raise Refusal(_("The bye of {home} has no place on a ladder.").format(home=match.home))
        for entrant, side in ((match.home, "home"), (match.away, "away")):
            _index(order, entrant)
            record[entrant][0 if match.outcome == side else 1 if match.outcome == "draw" else 2] += 1
        after = _after(order, match, rules)
        moves.append(Move(match, order, after))
        order = after
    gone = set(left)
    staying = [entrant for entrant in order if entrant not in gone]
    positions = (Position(place, entrant, *record[entrant]) for place, entrant in enumerate(staying, start=1))
    return Ladder(tuple(positions), tuple(moves))


def challenge(
    ladder: Ladder, challenger: Id, challenged: Id, rules: Rules, pending: Sequence[Challenge] = ()
) -> Challenge:
    """A new challenge. Raises Refusal for one of oneself, downwards, out of reach, and for one too many; ``pending``
    are those that are not played yet."""
    own, other = ladder.place(challenger), ladder.place(challenged)
    if own == other:
        raise Refusal(_("{challenger} cannot challenge himself.").format(challenger=challenger))
    if other > own:
        raise Refusal(
            _("{challenged} stands below {challenger}, and challenges go up the ladder.").format(
                challenged=challenged, challenger=challenger
            )
        )
    if rules.reach is not None and own - other > rules.reach:
        raise Refusal(
            _(
                "{challenged} stands {places} places above {challenger}, who may challenge {reach} places up."
            ).format(challenged=challenged, places=own - other, challenger=challenger, reach=rules.reach)
        )
    busy = _busy(pending, rules)
    for entrant in (challenger, challenged):
        if entrant in busy:
            raise Refusal(_("{entrant} has a challenge that is not played yet.").format(entrant=entrant))
    return Challenge(challenger, challenged)


def _busy(pending: Sequence[Challenge], rules: Rules) -> set[Id]:
    """Those who are in as many challenges as they may be."""
    count = Counter(entrant for one in pending for entrant in (one.challenger, one.challenged))
    return {entrant for entrant, times in count.items() if times >= rules.open_challenges}


def why_not(
    ladder: Ladder, challenger: Id, challenged: Id, rules: Rules, pending: Sequence[Challenge] = ()
) -> str:
    """Why ``challenge`` refuses it, in a sentence; empty where it does not."""
    try:
        challenge(ladder, challenger, challenged, rules, pending)
    except Refusal as refusal:
        return refusal.message
    return ""


def reachable(
    ladder: Ladder, challenger: Id, rules: Rules, pending: Sequence[Challenge] = ()
) -> tuple[Id, ...]:
    """Whom he may challenge, the nearest first."""
    index, busy = ladder.place(challenger) - 1, _busy(pending, rules)
    if challenger in busy:
        return ()
    top = 0 if rules.reach is None else max(0, index - rules.reach)
    return tuple(one for one in reversed(ladder.order[top:index]) if one not in busy)


def _after(order: tuple[Id, ...], match: Played, rules: Rules) -> tuple[Id, ...]:
    winner = match.winner
    if winner is None or match.away is None:
        return order
    loser = match.away if winner == match.home else match.home
    low, high = order.index(winner), order.index(loser)
    if low < high:
        return order
    if rules.taking == "swap":
        return (*order[:high], winner, *order[high + 1 : low], loser, *order[low + 1 :])
    return (*order[:high], winner, *order[high:low], *order[low + 1 :])


def _index(order: Sequence[Id], entrant: Id) -> int:
    try:
        return order.index(entrant)
    except ValueError:
        raise Refusal(_("{entrant} is not on the ladder.").format(entrant=entrant)) from None
