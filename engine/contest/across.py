"""Matches across divisions. Each counts in the tables of both entrants' own divisions, whatever round it is in."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from engine.contest.matched import most_pairs
from engine.contest.naming import called, entered_once, sentence
from engine.contest.played import Id
from engine.contest.schedule import Meeting, Round, Schedule, venues
from engine.contest.venues import balanced
from engine.questions import Refusal
from engine.words import gettext as _

Divisions = Sequence[Sequence[Id]]

UNEVEN = 4
"""Who has been at home too often had better meet who has been away too often; how far apart they are counts below this,
and less than a match that somebody is behind."""


def with_rounds_across(
    schedule: Schedule, divisions: Divisions, count: int, *, every: int = 0, seed: str | int | None = None
) -> Schedule:
    """The schedule with ``count`` more rounds in which everybody meets somebody of another division.

    With ``every`` one of them comes after each so many rounds, and what is over at the end; without it all come at the
    end. No pair meets twice across, and those who have met the fewest so far are paired first. Raises Refusal where
    there are not so many rounds to be had.
    """
    home = _divisions(schedule, divisions)
    lot = random.Random(f"across {seed}")
    pairs = [pair for pair in combinations(schedule.active, 2) if home[pair[0]] != home[pair[1]]]
    times: Counter[Id] = Counter()
    lead = {entrant: count.lead for entrant, count in venues(schedule).items()}
    extra: list[list[Meeting]] = []
    for number in range(count):
        if not pairs:
            raise Refusal(
                _("Everybody has met everybody of the other divisions after {number} rounds across.").format(
                    number=number
                )
            )
        weights = {
            (one, two): UNEVEN * (2 * count - times[one] - times[two])
            + min(abs(lead[one] - lead[two]), UNEVEN - 1)
            for one, two in pairs
        }
        found = most_pairs(weights, lot)
        added = balanced([Meeting(one, two) for one, two in found], lead)
        for meeting in added:
            times.update(meeting.pair)
            lead[meeting.home] += 1
            lead[meeting.away] -= 1
        extra.append(list(added))
        met = set(found)
        pairs = [pair for pair in pairs if pair not in met]
    return _inserted(schedule, _evened(schedule, extra), every)


def with_byes_across(schedule: Schedule, divisions: Divisions, seed: str | int | None = None) -> Schedule:
    """The schedule with those who rest in a round meeting each other, where they are of different divisions."""
    home = _divisions(schedule, divisions)
    lot = random.Random(f"byes across {seed}")
    times: Counter[frozenset[Id]] = Counter(meeting.pair for meeting in schedule.meetings)
    extra: list[list[Meeting]] = []
    for one in schedule.rounds:
        pairs = [pair for pair in combinations(one.byes, 2) if home[pair[0]] != home[pair[1]]]
        most = max((times[frozenset(pair)] for pair in pairs), default=0)
        found = most_pairs({pair: most - times[frozenset(pair)] for pair in pairs}, lot)
        times.update(frozenset(pair) for pair in found)
        extra.append([Meeting(*pair, times[frozenset(pair)]) for pair in found])
    rounds = (
        one.joined_by(added) for one, added in zip(schedule.rounds, _evened(schedule, extra), strict=True)
    )
    return Schedule(schedule.entrants, tuple(rounds), schedule.withdrawn)


def _divisions(schedule: Schedule, divisions: Divisions) -> dict[Id, int]:
    entered_once(entrant for division in divisions for entrant in division)
    home = {entrant: number for number, division in enumerate(divisions) for entrant in division}
    for entrant in schedule.active:
        if entrant not in home:
            raise Refusal(
                sentence(
                    _("{entrant} is in the schedule and in none of the divisions.").format(
                        entrant=called(entrant)
                    )
                )
            )
    return home


def _evened(schedule: Schedule, extra: Sequence[Sequence[Meeting]]) -> list[list[Meeting]]:
    """Rounds of added meetings with the venues that go best with the schedule; later legs are at the other's ground."""
    lead = {entrant: count.lead for entrant, count in venues(schedule).items()}
    free = [meeting for added in extra for meeting in added if meeting.leg % 2]
    turned = iter(balanced(free, lead))
    last: dict[frozenset[Id], Id] = {}
    rounds: list[list[Meeting]] = []
    for added in extra:
        rounds.append([])
        for meeting in added:
            now = next(turned) if meeting.leg % 2 else meeting
            if meeting.leg % 2 == 0 and last[meeting.pair] == meeting.home:
                now = meeting.swapped()
            last[now.pair] = now.home
            rounds[-1].append(now)
    return rounds


def _inserted(schedule: Schedule, extra: Sequence[Sequence[Meeting]], every: int) -> Schedule:
    added = [Round(byes=schedule.active).joined_by(meetings) for meetings in extra]
    rounds: list[Round] = []
    for number, one in enumerate(schedule.rounds, 1):
        rounds.append(one)
        if every and number % every == 0 and added:
            rounds.append(added.pop(0))
    return Schedule(schedule.entrants, (*rounds, *added), schedule.withdrawn)
