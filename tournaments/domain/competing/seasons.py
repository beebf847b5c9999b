"""Seasons: round robins by division, and what happens to them on the way.

The schedule of a stage is a value of ``engine.contest.schedule`` in its ``draw``. Whatever changes it makes a new
value, and the rounds, pairings and fixtures follow it. A bye is not a match, so there is no pairing for one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.contest.across import with_byes_across, with_rounds_across
from engine.contest.schedule import Meeting, Schedule, in_parallel, round_robin
from engine.questions import Refusal
from league.domain.roles import Person
from tournaments.domain.competing.options import RoundRobin, options
from tournaments.domain.competing.pitches import (
    drop_empty_rounds,
    follow_rounds,
    make_fixtures_for,
    take_back_fixtures,
)
from tournaments.domain.competing.setting_up import begins
from tournaments.domain.competing.tables import divisions
from tournaments.models import Entry, Format, Pairing, Round, Stage

WALK_OVER_TD = 2
"""Touchdowns of who wins without a match, unless the competition has its own setting ``walk_over_td``."""


def schedule_of(stage: Stage) -> Schedule:
    """The schedule of a round robin. Ids are the numbers of the entries."""
    if "schedule" not in stage.draw:
        raise Refusal(f"{stage.name} has no schedule yet.")
    return msgspec.convert(stage.draw["schedule"], Schedule)


@begins(Format.ROUND_ROBIN)
def draw_season(by: Person, stage: Stage) -> None:
    """Draws the rounds of all divisions, side by side, and makes their fixtures."""
    fields = {
        name: [one.number for one in entries if one.state == Entry.State.IN]
        for name, entries in divisions(stage).items()
    }
    lay_out(stage, season_schedule(stage, fields))


def season_schedule(stage: Stage, fields: Mapping[str, Sequence[int]]) -> Schedule:
    """The round robins of all divisions as one schedule, with the rounds across them that the settings ask for.

    Raises Refusal for a division with fewer than two.
    """
    chosen: RoundRobin = options(stage)
    schedules = []
    for name, numbers in fields.items():
        if len(numbers) < 2 and name:
            there = "nobody" if not numbers else "one entry"
            raise Refusal(f"Division {name} has {there}, and a round robin needs at least two.")
        seed = f"{stage.seed} {name}" if chosen.drawn else None
        schedules.append(round_robin(numbers, legs=chosen.legs, order=chosen.order, seed=seed))
    schedule = schedules[0] if len(schedules) == 1 else in_parallel(schedules)
    if chosen.byes_across:
        schedule = with_byes_across(schedule, list(fields.values()), seed=stage.seed)
    if chosen.across:
        schedule = with_rounds_across(
            schedule, list(fields.values()), chosen.across, every=chosen.every, seed=stage.seed
        )
    return schedule


def lay_out(stage: Stage, schedule: Schedule) -> None:
    """Makes rounds, pairings and fixtures what the schedule says; pairings that are in it stay as they are.

    The competition is held. Pairings are known by ``place``, which names the leg.
    """
    entries = {one.number: one for one in stage.competition.entries.select_related("team__coach")}
    rounds = {one.number: one for one in stage.rounds.all()}
    for one in rounds.values():
        one.stage = stage
    for number in range(1, len(schedule.rounds) + 1):
        if number not in rounds:
            rounds[number] = Round.objects.create(stage=stage, number=number, state=Round.State.PUBLISHED)
    there = {_meeting(one): one for one in _pairings(stage)}
    _take_back(stage, [one for meeting, one in there.items() if meeting not in set(schedule.meetings)])
    new: list[Pairing] = []
    moved: list[Pairing] = []
    for number, planned in enumerate(schedule.rounds, 1):
        for table, meeting in enumerate(planned.meetings, 1):
            pairing = there.get(meeting)
            if pairing is None:
                home, away = entries[int(meeting.home)], entries[int(meeting.away)]
                new.append(
                    Pairing(
                        round=rounds[number], table=table, home=home, away=away, place=f"leg {meeting.leg}"
                    )
                )
            elif pairing.round_id != rounds[number].pk or pairing.table != table:
                pairing.round, pairing.table = rounds[number], table
                moved.append(pairing)
    make_fixtures_for(Pairing.objects.bulk_create(new))
    Pairing.objects.bulk_update(moved, ["round", "table"])
    follow_rounds(stage, moved)
    drop_empty_rounds(stage)
    stage.draw = {**stage.draw, "schedule": msgspec.to_builtins(schedule)}
    stage.save(update_fields=["draw"])


def _pairings(stage: Stage) -> list[Pairing]:
    return list(
        Pairing.objects.filter(round__stage=stage).select_related("round", "home", "away", "fixture__result")
    )


def _meeting(pairing: Pairing) -> Meeting:
    assert pairing.away is not None
    return Meeting(pairing.home.number, pairing.away.number, int(pairing.place.removeprefix("leg ") or 1))


def _take_back(stage: Stage, gone: Sequence[Pairing]) -> None:
    take_back_fixtures(stage.competition, gone)
    Pairing.objects.filter(pk__in=[one.pk for one in gone]).delete()


def is_decided(pairing: Pairing) -> bool:
    """Whether something came of it: by a result of its fixture, or as the organiser decided."""
    return bool(pairing.outcome) or (pairing.fixture is not None and pairing.fixture.played)
