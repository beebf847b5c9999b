"""The draw of a knockout: who stands where in the first round, and which match leads to which."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contest.bracket import Match, Options, Part, Source
from engine.contest.played import Id
from engine.questions import Refusal
from engine.words import gettext as _

Level = list[Source | None]
"""What comes into a round from top to bottom; None where nobody does, because of a bye."""


def seed_order(size: int) -> list[int]:
    """Seeds from top to bottom of a first round of ``size`` slots: of eight, 1-8, 4-5, 2-7 and 3-6.

    As long as the better seed wins, the best meets the worst in each round, and so the best two meet last.
    """
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, total - one)]
    return order


def size_for(count: int) -> int:
    """The slots of a first round for so many entrants."""
    size = 2
    while size < count:
        size *= 2
    return size


def slots_of(entrants: Sequence[Id]) -> tuple[Id | None, ...]:
    """The first round of entrants whose first is the best. Slots that stay empty are byes, and the best have them."""
    seeds = seed_order(size_for(len(entrants)))
    return tuple(entrants[seed - 1] if seed <= len(entrants) else None for seed in seeds)


def planned(slots: Sequence[Id | None], options: Options) -> tuple[Match, ...]:
    """All matches of a knockout in an order in which they can be played, with nothing played."""
    plan = _Plan(slots)
    if options.double:
        plan.double(options.reset)
    else:
        plan.single(options.third_place)
    matches = sorted(plan.matches, key=lambda match: match.number)
    return tuple(_numbered(matches, options.best_of))


def _numbered(matches: Sequence[Match], best_of: Sequence[int]) -> list[Match]:
    """Numbers from 1, and how many games each match has by how far from the final it is."""
    depths: dict[str, int] = {"final": 0, "reset": 0, "third": 1}
    for match in reversed(matches):
        for source in match.sources:
            if source.match and not source.loser and source.match not in depths:
                depths[source.match] = depths[match.key] + 1
    return [
        Match(
            key=match.key,
            number=number,
            part=match.part,
            round=match.round,
            place=match.place,
            sources=match.sources,
            best_of=best_of[min(depths[match.key], len(best_of) - 1)],
        )
        for number, match in enumerate(matches, 1)
    ]


class _Plan:
    """Matches while they are laid out. Until all are there, their number is a rank: rounds in the order of play."""

    def __init__(self, slots: Sequence[Id | None]) -> None:
        self.slots = slots
        self.rounds = len(slots).bit_length() - 1
        self.matches: list[Match] = []
        self.origins: dict[str, frozenset[Id]] = {}
        """By key, who can be in a match. Those of a side are those of the match it comes from."""

    def single(self, third_place: bool) -> None:
        losers = self._winners(last="final")
        if third_place and self.rounds > 1:
            self._match("third", 1, 1, losers[-2][0], losers[-2][1], rank=2 * self.rounds - 1)

    def double(self, reset: bool) -> None:
        losers = self._winners(last="winners")
        unbeaten = Source(match=f"winners-{self.rounds}-1")
        once_beaten = self._losers(losers)
        rank = 4 * self.rounds
        final, _ = self._match("final", 1, 1, unbeaten, once_beaten, rank)
        if reset and final is not None:
            self._match("reset", 1, 1, final, Source(match="final", loser=True), rank + 1)

    def _winners(self, last: Part) -> list[Level]:
        """The rounds of those who have not lost; gives the losers of each, from top to bottom."""
        level: Level = [None if slot is None else Source(entrant=slot) for slot in self.slots]
        losers: list[Level] = []
        for number in range(1, self.rounds + 1):
            part: Part = last if number == self.rounds else "winners"
            pairs = list(zip(level[::2], level[1::2], strict=True))
            played = [
                self._match(part, number, place, one, other, rank=2 * number)
                for place, (one, other) in enumerate(pairs, 1)
            ]
            level = [winner for winner, _ in played]
            losers.append([loser for _, loser in played])
        return losers

    def _losers(self, losers: Sequence[Level]) -> Source | None:
        """The rounds of those who have lost once. By turns they meet each other, and those who have just lost."""
        level = list(losers[0])
        for number in range(1, self.rounds):
            pairs = list(zip(level[::2], level[1::2], strict=True))
            level = [
                self._match("losers", 2 * number - 1, place, one, other, rank=2 * number + 1)[0]
                for place, (one, other) in enumerate(pairs, 1)
            ]
            fresh = self._apart(level, losers[number])
            level = [
                self._match("losers", 2 * number, place, one, other, rank=2 * number + 2)[0]
                for place, (one, other) in enumerate(zip(fresh, level, strict=True), 1)
            ]
        return level[0]

    def _apart(self, level: Level, fresh: Level) -> Level:
        """Those who have just lost in the order in which the fewest meet somebody whom they may have met before."""

        def met(mask: int) -> int:
            sides = ((self._origin(one), self._origin(fresh[at ^ mask])) for at, one in enumerate(level))
            return sum(len(one & other) for one, other in sides)

        mask = min(reversed(range(len(fresh))), key=met)
        return [fresh[at ^ mask] for at in range(len(fresh))]

    def _origin(self, source: Source | None) -> frozenset[Id]:
        if source is None:
            return frozenset()
        if source.entrant is not None:
            return frozenset((source.entrant,))
        return self.origins[source.match]

    def _match(
        self, part: Part, number: int, place: int, one: Source | None, other: Source | None, rank: int
    ) -> tuple[Source | None, Source | None]:
        """The sources for its winner and its loser. Where a side is missing no match is made, and the other passes."""
        if one is None or other is None:
            return one or other, None
        single = part in ("final", "reset", "third")
        key = part if single else f"{part}-{number}-{place}"
        self.matches.append(Match(key, rank, part, number, place, (one, other)))
        self.origins[key] = self._origin(one) | self._origin(other)
        return Source(match=key), Source(match=key, loser=True)


def checked(slots: Sequence[Id | None], options: Options) -> None:
    """Raises Refusal for a first round and for options that make no knockout."""
    size = len(slots)
    if sum(slot is not None for slot in slots) < 2:
        raise Refusal(_("A knockout needs at least two entrants."))
    if size & (size - 1):
        raise Refusal(
            _("The first round of a knockout has 2, 4, 8, 16 slots and so on, and {size} were given.").format(
                size=size
            )
        )
    if any(one is None and other is None for one, other in zip(slots[::2], slots[1::2], strict=True)):
        raise Refusal(_("A match of the first round has at least one side, and the other may have a bye."))
    if not options.best_of or any(games < 1 or games % 2 == 0 for games in options.best_of):
        raise Refusal(_("A match is the best of an odd number of games, so that somebody wins it."))
    if options.double and options.third_place:
        raise Refusal(
            _("In a double elimination the losers' final decides the third place, so nobody plays for it.")
        )
