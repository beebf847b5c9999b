"""What happens to a schedule in the middle of a season: late entrants, withdrawals, returns, matches put off.

What was played stays as it was, and so does what was published, unless a late entrant asks for a new plan.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from engine.contest.matched import assigned, in_rounds
from engine.contest.naming import called, sentence
from engine.contest.played import Id
from engine.contest.schedule import Meeting, Round, Schedule, round_of, venues
from engine.contest.venues import balanced
from engine.questions import Refusal
from engine.words import gettext as _

Results = Literal["kept", "annulled", "awarded"]
"""What becomes of who withdraws: his results stand and he is not met any more; nothing of him stands; or his results
stand and his other matches go to those whom he would have met."""


def join(
    schedule: Schedule,
    entrant: Id,
    *,
    after: int,
    legs: int = 1,
    opponents: Iterable[Id] | None = None,
    anew: bool = False,
    seed: str | int | None = None,
) -> Schedule:
    """The schedule with a late entrant, who meets each of the ``opponents`` (all who are still in) ``legs`` times.

    He comes in after the round ``after``. What stands is left alone: he plays those who have a bye, and the rest in
    rounds of their own at the end. ``anew`` plans all rounds after ``after`` once more, which makes the season shorter
    where nobody had a bye. Raises Refusal for one who is in already and for a round that there is not.
    """
    if entrant in schedule.entrants:
        raise Refusal(sentence(_("{entrant} is in the schedule already.").format(entrant=called(entrant))))
    if not 0 <= after <= len(schedule.rounds):
        raise Refusal(
            _("Nobody can join after round {after} of {rounds}.").format(
                after=after, rounds=len(schedule.rounds)
            )
        )
    others = tuple(schedule.active if opponents is None else opponents)
    for other in others:
        if other not in schedule.active:
            raise Refusal(
                sentence(
                    _("{other} does not play any more, so nobody can be drawn against it.").format(
                        other=called(other)
                    )
                )
            )
    field = (*schedule.entrants, entrant)
    meetings = _missing(schedule, entrant, others, legs)
    if anew:
        rounds = _planned_anew(schedule, after, meetings, (*others, entrant), random.Random(f"anew {seed}"))
    else:
        rounds = _filled_in(schedule, after, meetings, (*others, entrant))
    return Schedule(field, rounds, schedule.withdrawn)


def _missing(schedule: Schedule, entrant: Id, others: Sequence[Id], legs: int) -> list[Meeting]:
    """The late entrant's meetings, leg by leg, with the venues that even out best."""
    lead = {one: count.lead for one, count in venues(schedule).items()}
    first = balanced([Meeting(entrant, other) for other in others], lead)
    return [
        Meeting(m.home, m.away, leg) if leg % 2 else Meeting(m.away, m.home, leg)
        for leg in range(1, legs + 1)
        for m in first
    ]


def _filled_in(
    schedule: Schedule, after: int, meetings: Sequence[Meeting], field: Sequence[Id]
) -> tuple[Round, ...]:
    newcomer = field[-1]
    open_rounds = [(number, one.busy) for number, one in enumerate(schedule.rounds) if number >= after]
    found = assigned(
        {meeting: [number for number, busy in open_rounds if not meeting.pair & busy] for meeting in meetings}
    )
    at = _legs_in_order(meetings, found)
    rounds = list(schedule.rounds[:after])
    for number, _kept in open_rounds:
        one = schedule.rounds[number]
        if number in at:
            rounds.append(one.joined_by([at[number]]))
        else:
            rounds.append(Round(one.meetings, (*one.byes, newcomer)))
    placed = set(at.values())
    late = [meeting for meeting in meetings if meeting not in placed]
    return (*rounds, *(Round(byes=tuple(field)).joined_by([meeting]) for meeting in late))


def _legs_in_order(meetings: Sequence[Meeting], found: Mapping[Meeting, int]) -> dict[int, Meeting]:
    """What is played in each of the rounds that were found: of a pair its legs in order, and late ones at the end."""
    numbers: dict[frozenset[Id], list[int]] = {}
    for meeting, number in found.items():
        numbers.setdefault(meeting.pair, []).append(number)
    at: dict[int, Meeting] = {}
    for meeting in sorted(meetings, key=lambda meeting: meeting.leg):
        left = numbers.get(meeting.pair)
        if left:
            left.sort()
            at[left.pop(0)] = meeting
    return at


def _planned_anew(
    schedule: Schedule, after: int, meetings: Sequence[Meeting], field: Sequence[Id], lot: random.Random
) -> tuple[Round, ...]:
    left = [meeting for one in schedule.rounds[after:] for meeting in one.meetings]
    active = (*schedule.active, field[-1])
    planned = in_rounds([*left, *meetings], lot)
    return (*schedule.rounds[:after], *(Round(byes=active).joined_by(played) for played in planned))


class Withdrawal(msgspec.Struct, frozen=True):
    """What is left when somebody withdraws.

    ``annulled`` were played and count no more. ``cancelled`` are not played. ``awarded`` stand in the schedule and go
    to the opponents.
    """

    schedule: Schedule
    annulled: tuple[Meeting, ...] = ()
    cancelled: tuple[Meeting, ...] = ()
    awarded: tuple[Meeting, ...] = ()


def withdraw(schedule: Schedule, entrant: Id, played: Collection[Meeting], results: Results) -> Withdrawal:
    """Takes ``entrant`` out; whom he would have met has a bye. Raises Refusal for one who is not in any more."""
    if entrant not in schedule.active:
        raise Refusal(
            sentence(
                _("{entrant} is not in the schedule, so it cannot withdraw.").format(entrant=called(entrant))
            )
        )
    own = [meeting for meeting in schedule.meetings if entrant in meeting.pair]
    before = tuple(meeting for meeting in own if meeting in played)
    after = tuple(meeting for meeting in own if meeting not in played)
    gone = (*schedule.withdrawn, entrant)
    if results == "awarded":
        return Withdrawal(Schedule(schedule.entrants, schedule.rounds, gone), awarded=after)
    if results == "kept":
        return Withdrawal(
            Schedule(schedule.entrants, _without(schedule, entrant, after), gone), cancelled=after
        )
    field = tuple(other for other in schedule.entrants if other != entrant)
    rounds = _without(schedule, entrant, (*before, *after))
    return Withdrawal(Schedule(field, rounds, schedule.withdrawn), annulled=before, cancelled=after)


def _without(schedule: Schedule, entrant: Id, gone: Collection[Meeting]) -> tuple[Round, ...]:
    rounds: list[Round] = []
    for one in schedule.rounds:
        meetings = tuple(meeting for meeting in one.meetings if meeting not in gone)
        rest = [seat for m in one.meetings if m in gone for seat in (m.home, m.away) if seat != entrant]
        byes = (*(seat for seat in one.byes if seat != entrant), *rest)
        rounds.append(Round(meetings, byes))
    while rounds and not rounds[-1].meetings:
        rounds.pop()
    return tuple(rounds)


def come_back(
    schedule: Schedule,
    entrant: Id,
    opponents: Iterable[Id],
    known: Iterable[tuple[int, Meeting]] = (),
    *,
    after: int,
    legs: int = 1,
) -> Schedule:
    """The schedule with somebody who had withdrawn, and who meets each of the ``opponents`` as often as the others do.

    What he has not played comes into the first round after ``after`` in which both sides rest, and else at the end.
    ``known`` are meetings with their rounds that stood before: his that were annulled count again.
    """
    field = tuple(dict.fromkeys((*schedule.entrants, entrant)))
    back = Schedule(field, schedule.rounds, tuple(one for one in schedule.withdrawn if one != entrant))
    for number, meeting in known:
        if entrant in meeting.pair and meeting not in back.meetings:
            back = _with(back, meeting, number)
    lead = {one: count.lead for one, count in venues(back).items()}
    for other in opponents:
        for leg in range(1, legs + 1):
            met = [one for one in back.meetings if one.pair == {entrant, other}]
            if not any(one.leg == leg for one in met):
                meeting = _turned(Meeting(entrant, other, leg), met, lead)
                back = _with(back, meeting, _free(back, meeting, after)[0])
    return back


def _turned(meeting: Meeting, met: Sequence[Meeting], lead: Mapping[Id, int]) -> Meeting:
    """The other way round than the leg before, or else at the ground of who was at home more rarely."""
    swap = met[-1].home == meeting.home if met else lead[meeting.home] > lead[meeting.away]
    return meeting.swapped() if swap else meeting


def _with(schedule: Schedule, meeting: Meeting, number: int) -> Schedule:
    rounds = [*schedule.rounds]
    rounds += [Round(byes=schedule.active)] * (number - len(rounds))
    rounds[number - 1] = rounds[number - 1].joined_by([meeting])
    return Schedule(schedule.entrants, tuple(rounds), schedule.withdrawn)


def free_rounds(schedule: Schedule, meeting: Meeting, after: int = 0) -> tuple[int, ...]:
    """The rounds after ``after`` in which both sides rest; the last of them is one at the end that is not there yet."""
    round_of(schedule, meeting)
    return _free(schedule, meeting, after)


def _free(schedule: Schedule, meeting: Meeting, after: int) -> tuple[int, ...]:
    free = [
        number
        for number, one in enumerate(schedule.rounds, 1)
        if number > after and not meeting.pair & one.busy
    ]
    return (*free, len(schedule.rounds) + 1)


def put_off(schedule: Schedule, meeting: Meeting, to: int) -> Schedule:
    """The schedule with ``meeting`` in round ``to``. Raises Refusal where one of the two plays somebody else then."""
    number = round_of(schedule, meeting)
    if to == number:
        return schedule
    rounds = list(schedule.rounds)
    if to == len(rounds) + 1:
        rounds.append(Round(byes=schedule.active))
    if not 1 <= to <= len(rounds):
        raise Refusal(_("There is no round {to} to put a match off to.").format(to=to))
    for entrant in (meeting.home, meeting.away):
        if entrant in rounds[to - 1].busy:
            raise Refusal(
                sentence(
                    _("{entrant} plays another match in round {to}.").format(entrant=called(entrant), to=to)
                )
            )
    old = rounds[number - 1]
    stays = tuple(one for one in old.meetings if one != meeting)
    rounds[number - 1] = Round(stays, (*old.byes, meeting.home, meeting.away))
    rounds[to - 1] = rounds[to - 1].joined_by([meeting])
    return Schedule(schedule.entrants, tuple(rounds), schedule.withdrawn)
