"""Round robins: who meets whom in which round, and at whose ground.

One leg is the circle with alternating venues. Of ``n`` entrants (one more than there are where their number is odd),
the last is the pivot. In round ``r`` he meets entrant ``r``, and those as far before as behind ``r`` on the circle of
the others meet each other. With an odd number there is no pivot, and who would meet him has a bye.

So every pair meets once, nobody has more than one match at home more than away or the other way round, and the breaks
(two matches running at home, or two away) are as few as they can be: n - 2 for an even number, none for an odd one.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, zip_longest
from typing import Literal

import msgspec

from engine.contest.naming import called, entered_once, sentence
from engine.contest.played import Id
from engine.questions import Refusal
from engine.words import gettext as _

Order = Literal["mirrored", "french", "shuffled"]
"""How a return leg follows the leg before it, always with the venues swapped: in the same order, with its first round
put last, or in an order by lot."""

MIRRORED_FROM = 2
"""The round of the circle with which several legs begin. From round 0 some would have three matches running at home."""
SHUFFLES = 100
"""Orders by lot that are tried until one has no longer run than ``LONGEST``. Of 40 entrants one in seven has none."""
LONGEST = 2
"""Matches running at home, or away, at most."""


class Meeting(msgspec.Struct, frozen=True):
    """One match of a schedule. ``leg`` counts the meetings of the pair from 1, so a meeting is there only once."""

    home: Id
    away: Id
    leg: int = 1

    def swapped(self) -> Meeting:
        return Meeting(self.away, self.home, self.leg)

    @property
    def pair(self) -> frozenset[Id]:
        return frozenset((self.home, self.away))


class Round(msgspec.Struct, frozen=True):
    """What is played in a round. ``byes`` are those who rest; a bye is not a match."""

    meetings: tuple[Meeting, ...] = ()
    byes: tuple[Id, ...] = ()

    @property
    def busy(self) -> frozenset[Id]:
        return frozenset(chain.from_iterable((meeting.home, meeting.away) for meeting in self.meetings))

    def joined_by(self, meetings: Iterable[Meeting]) -> Round:
        """With more meetings; who plays one of them does not rest any more."""
        played = (*self.meetings, *meetings)
        busy = Round(played).busy
        return Round(played, tuple(entrant for entrant in self.byes if entrant not in busy))


class Schedule(msgspec.Struct, frozen=True):
    """Rounds in order; round 1 is the first. ``withdrawn`` are those of the entrants who play no more."""

    entrants: tuple[Id, ...]
    rounds: tuple[Round, ...]
    withdrawn: tuple[Id, ...] = ()

    @property
    def active(self) -> tuple[Id, ...]:
        return tuple(entrant for entrant in self.entrants if entrant not in self.withdrawn)

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        return tuple(chain.from_iterable(one.meetings for one in self.rounds))


def round_robin(
    entrants: Iterable[Id], *, legs: int = 1, order: Order = "mirrored", seed: str | int | None = None
) -> Schedule:
    """Everybody meets everybody ``legs`` times, each time at the other's ground.

    Without a seed the entrants take their places on the circle as they are given; a seed draws lots for them. Four
    entrants have their return leg in the French order, since mirrored some would have three running at home.

    Raises Refusal for fewer than two entrants, for one who is entered twice, and for no leg at all.
    """
    field = entered_once(entrants)
    if len(field) < 2:
        raise Refusal(
            _("A round robin needs at least two entrants, and there is one.")
            if field
            else _("A round robin needs at least two entrants, and there are none.")
        )
    if legs < 1:
        raise Refusal(_("A round robin needs at least one leg, and {legs} were asked for.").format(legs=legs))
    lot = random.Random(f"round robin {seed}")
    drawn = list(field)
    if seed is not None:
        lot.shuffle(drawn)
    if order == "mirrored" and len(field) == 4:
        order = "french"
    leg = _leg(drawn, start=MIRRORED_FROM if legs > 1 else 0)
    return Schedule(field, _legs(leg, legs, order, lot))


def _leg(field: Sequence[Id], start: int) -> list[Round]:
    """One leg, with round ``start`` of the circle first."""
    places: list[Id | None] = [*field, None] if len(field) % 2 else [*field]
    pivot = len(places) - 1
    rounds: list[Round] = []
    for count in range(pivot):
        turn = (start + count) % pivot
        pairs = [(pivot, turn) if turn % 2 else (turn, pivot)]
        for step in range(1, len(places) // 2):
            ahead, behind = (turn + step) % pivot, (turn - step) % pivot
            pairs.append((ahead, behind) if step % 2 else (behind, ahead))
        meetings: list[Meeting] = []
        byes: list[Id] = []
        for home, away in ((places[one], places[other]) for one, other in pairs):
            if home is None or away is None:
                byes += [entrant for entrant in (home, away) if entrant is not None]
            else:
                meetings.append(Meeting(home, away))
        rounds.append(Round(tuple(meetings), tuple(byes)))
    return rounds


def _legs(first: Sequence[Round], legs: int, order: Order, lot: random.Random) -> tuple[Round, ...]:
    rounds = list(first)
    last = len(first) - 1
    for leg in range(2, legs + 1):
        turned = [_turned(one, leg) for one in first]
        if order == "shuffled":
            places = _shuffled(rounds, turned, last, lot)
        else:
            shift = leg - 1 if order == "french" else 0
            places = [(shift + count) % len(first) for count in range(len(first))]
        rounds += [turned[place] for place in places]
        last = places[-1]
    return tuple(rounds)


def _turned(one: Round, leg: int) -> Round:
    swap = leg % 2 == 0
    meetings = (Meeting(m.away, m.home, leg) if swap else Meeting(m.home, m.away, leg) for m in one.meetings)
    return Round(tuple(meetings), one.byes)


def _shuffled(before: Sequence[Round], leg: Sequence[Round], last: int, lot: random.Random) -> list[int]:
    """An order by lot that does not begin with the round that was just played; the best of those that were tried."""
    runs: dict[Id, int] = {}
    for one in before:
        runs |= _runs_with(runs, one)
    best, least = _by_lot(runs, leg, last, lot)
    for _try in range(SHUFFLES):
        if least <= LONGEST:
            break
        places, longest = _by_lot(runs, leg, last, lot)
        if longest < least:
            best, least = places, longest
    return best


def _by_lot(
    before: Mapping[Id, int], leg: Sequence[Round], last: int, lot: random.Random
) -> tuple[list[int], int]:
    """The rounds of a leg drawn one by one, each time the first that keeps the runs short; and the longest run."""
    runs = dict(before)
    left = list(range(len(leg)))
    lot.shuffle(left)
    places: list[int] = []
    longest = 0
    while left:
        allowed = [place for place in left if places or place != last] or left
        with_it = {place: max(map(abs, _runs_with(runs, leg[place]).values())) for place in allowed}
        place = min(allowed, key=lambda place: max(with_it[place], LONGEST))
        left.remove(place)
        places.append(place)
        longest = max(longest, with_it[place])
        runs |= _runs_with(runs, leg[place])
    return places, longest


def _runs_with(runs: Mapping[Id, int], one: Round) -> dict[Id, int]:
    """The run that everybody who plays in a round is in after it: matches at home, or below 0 those away."""
    after: dict[Id, int] = {}
    for meeting in one.meetings:
        after[meeting.home] = max(runs.get(meeting.home, 0), 0) + 1
        after[meeting.away] = min(runs.get(meeting.away, 0), 0) - 1
    return after


def in_parallel(schedules: Iterable[Schedule]) -> Schedule:
    """Several schedules as one, round by round: divisions of a season. A division that is through has no byes."""
    several = tuple(schedules)
    field = entered_once(chain.from_iterable(schedule.entrants for schedule in several))
    rounds = []
    for together in zip_longest(*(schedule.rounds for schedule in several), fillvalue=Round()):
        meetings = tuple(chain.from_iterable(one.meetings for one in together))
        rounds.append(Round(meetings, tuple(chain.from_iterable(one.byes for one in together))))
    return Schedule(field, tuple(rounds))


# what a schedule comes to


class Venues(msgspec.Struct, frozen=True):
    """How often an entrant is at home and away."""

    home: int
    away: int

    @property
    def lead(self) -> int:
        """Matches at home above those away."""
        return self.home - self.away


def venues(schedule: Schedule) -> dict[Id, Venues]:
    home = dict.fromkeys(schedule.entrants, 0)
    away = dict.fromkeys(schedule.entrants, 0)
    for meeting in schedule.meetings:
        home[meeting.home] += 1
        away[meeting.away] += 1
    return {entrant: Venues(home[entrant], away[entrant]) for entrant in schedule.entrants}


def round_of(schedule: Schedule, meeting: Meeting) -> int:
    """The number of the round in which ``meeting`` is played. Raises Refusal where it is in none."""
    for number, one in enumerate(schedule.rounds, 1):
        if meeting in one.meetings:
            return number
    home, away = called(meeting.home), called(meeting.away)
    raise Refusal(sentence(_("{home} against {away} is not in the schedule.").format(home=home, away=away)))
