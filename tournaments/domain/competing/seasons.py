"""Seasons: round robins by division, and what happens to them on the way.

The schedule of a stage is a value of ``engine.contest.schedule`` in its ``draw``. Whatever changes it makes a new
value, and the rounds, pairings and fixtures follow it. A bye is not a match, so there is no pairing for one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from string import ascii_uppercase
from typing import cast

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.contest import changes
from engine.contest.across import with_byes_across, with_rounds_across
from engine.contest.groups import group_schedule, snake
from engine.contest.schedule import Meeting, Schedule
from engine.questions import Refusal
from league.domain.languages import in_language_of
from league.domain.roles import Person
from league.errors import Conflict
from league.models import User
from matches.models import Fixture, FixtureStatus
from tournaments.domain.competing import journal
from tournaments.domain.competing.access import organising, require_running
from tournaments.domain.competing.draw_options import Seeding
from tournaments.domain.competing.entering import comes_back, joins_late, last_round, leaves
from tournaments.domain.competing.going_on import field
from tournaments.domain.competing.options import RoundRobin, options
from tournaments.domain.competing.outcomes import forfeit, is_open
from tournaments.domain.competing.paired import in_order, names
from tournaments.domain.competing.pitches import (
    drop_empty_rounds,
    follow_rounds,
    make_fixtures_for,
    take_back_fixtures,
)
from tournaments.domain.competing.setting_up import begins
from tournaments.domain.competing.tables import ALL, divisions, entries_of
from tournaments.models import Competition, Entry, Format, Pairing, Round, Stage

LEG = "leg "


def schedule_of(stage: Stage) -> Schedule:
    """The schedule of a round robin. Ids are the numbers of the entries."""
    if "schedule" not in stage.draw:
        raise Refusal(_("{stage} has no schedule yet.").format(stage=stage.name))
    return msgspec.convert(stage.draw["schedule"], Schedule)


@begins(Format.ROUND_ROBIN)
def draw_season(by: Person, stage: Stage) -> None:
    """Draws the groups, where the stage has some, and the rounds of all groups or divisions side by side."""
    chosen: RoundRobin = options(stage)
    if chosen.advance:
        # Whatever the tables that they come from, they are one division.
        best = field(stage, chosen.advance)
        stage.draw = {**stage.draw, "entrants": best, "groups": {ALL: best}}
    if chosen.groups:
        _draw_groups(stage, chosen)
    fields = {
        name: [one.number for one in entries if one.state == Entry.State.IN]
        for name, entries in divisions(stage).items()
    }
    lay_out(stage, season_schedule(stage, fields))


def _draw_groups(stage: Stage, chosen: RoundRobin) -> None:
    """Who played on is spread by his place; else entries with a seed in its order, and the others by lot after them."""
    seeding: Seeding = "lot" if chosen.drawn else "entered"
    playing = [one for one in entries_of(stage) if one.state == Entry.State.IN]
    order = stage.draw.get("entrants") or [one.number for one in in_order(playing, seeding, stage.seed)]
    with names(stage):
        groups = snake(order, chosen.groups)
    with in_language_of(stage.competition.league):
        called = [_("Group {letter}").format(letter=letter) for letter in ascii_uppercase]
    named = zip(called, groups, strict=False)
    stage.draw = {**stage.draw, "groups": {name: list(numbers) for name, numbers in named}}


def season_schedule(stage: Stage, fields: Mapping[str, Sequence[int]]) -> Schedule:
    """The round robins of all divisions as one schedule, with the rounds across them that the settings ask for.

    Raises Refusal for a division with fewer than two.
    """
    chosen: RoundRobin = options(stage)
    seed = stage.seed if chosen.drawn else None
    schedule = group_schedule(fields, legs=chosen.legs, order=chosen.order, seed=seed)
    if chosen.byes_across:
        schedule = with_byes_across(schedule, list(fields.values()), seed=stage.seed)
    if chosen.across:
        schedule = with_rounds_across(
            schedule, list(fields.values()), chosen.across, every=chosen.every, seed=stage.seed
        )
    return schedule


def lay_out(stage: Stage, schedule: Schedule) -> None:
    """Makes rounds, pairings and fixtures what the schedule says, and keeps it in the draw; the competition is held.

    Pairings that are in it stay as they are, in the round that it has for them, and those that are decided stay in any
    case. A pairing is known by its entries and its leg, which its ``place`` names.
    """
    rounds = _rounds(stage, len(schedule.rounds))
    there = {_meeting(one): one for one in _pairings(stage)}
    wanted = set(schedule.meetings)
    gone = [one for meeting, one in there.items() if meeting not in wanted and is_open(one)]
    take_back_fixtures(stage.competition, gone)
    Pairing.objects.filter(pk__in=[one.pk for one in gone]).delete()
    entries = {one.number: one for one in stage.competition.entries.select_related("team__coach")}
    new: list[Pairing] = []
    moved: list[Pairing] = []
    for number, planned in enumerate(schedule.rounds, 1):
        for table, meeting in enumerate(planned.meetings, 1):
            pairing = there.get(meeting)
            if pairing is None:
                home, away = entries[int(meeting.home)], entries[int(meeting.away)]
                place = f"{LEG}{meeting.leg}"
                new.append(Pairing(round=rounds[number], table=table, home=home, away=away, place=place))
            elif (pairing.round_id, pairing.table) != (rounds[number].pk, table):
                pairing.round, pairing.table = rounds[number], table
                moved.append(pairing)
    Pairing.objects.bulk_update(moved, ["round", "table"])
    follow_rounds(stage, [one for one in moved if is_open(one)])
    make_fixtures_for(Pairing.objects.bulk_create(new))
    drop_empty_rounds(stage)
    stage.draw = {**stage.draw, "schedule": msgspec.to_builtins(schedule)}
    stage.save(update_fields=["draw"])


def _rounds(stage: Stage, count: int) -> dict[int, Round]:
    """The rounds of the stage by their numbers; those up to ``count`` that were not there are made."""
    there = set(stage.rounds.values_list("number", flat=True))
    Round.objects.bulk_create(
        Round(stage=stage, number=number, state=Round.State.PUBLISHED)
        for number in range(1, count + 1)
        if number not in there
    )
    rounds = {one.number: one for one in stage.rounds.all()}
    for one in rounds.values():
        one.stage = stage
    return rounds


def _pairings(stage: Stage) -> list[Pairing]:
    return list(
        Pairing.objects.filter(round__stage=stage).select_related("round", "home", "away", "fixture__result")
    )


def _meeting(pairing: Pairing) -> Meeting:
    assert pairing.away is not None
    return Meeting(pairing.home.number, pairing.away.number, int(pairing.place.removeprefix(LEG)))


def resting(stage: Stage, round: int) -> list[int]:
    """The numbers of the entries that have a bye in a round of a season; a bye is not a match and brings nothing."""
    rounds = schedule_of(stage).rounds
    return [int(entrant) for entrant in rounds[round - 1].byes] if 1 <= round <= len(rounds) else []


# on the way


@joins_late(Format.ROUND_ROBIN)
def join(by: Person, stage: Stage, entry: Entry) -> None:
    """A late entry meets everybody of its division who still plays, after the last round in which something was
    played."""
    chosen: RoundRobin = options(stage)
    schedule = schedule_of(stage)
    if stage.draw.get("groups"):
        _into_the_smallest_group(stage, entry)
    opponents = _opponents(stage, schedule, entry)
    with names(stage):
        joined = changes.join(
            schedule,
            entry.number,
            after=last_round(stage),
            legs=chosen.legs,
            opponents=opponents,
            anew=chosen.late == "anew",
            seed=f"{stage.seed} {entry.number}",
        )
    lay_out(stage, joined)


def _into_the_smallest_group(stage: Stage, entry: Entry) -> None:
    still = {
        name: sum(one.state == Entry.State.IN for one in field) for name, field in divisions(stage).items()
    }
    smallest = min(still, key=still.__getitem__)
    groups = {name: [*numbers] for name, numbers in stage.draw["groups"].items()}
    groups[smallest].append(entry.number)
    stage.draw = {**stage.draw, "groups": groups}
    if "entrants" in stage.draw:
        stage.draw["entrants"] = [*stage.draw["entrants"], entry.number]


def _opponents(stage: Stage, schedule: Schedule, entry: Entry) -> list[int]:
    fields = divisions(stage)
    found = [name for name, entries in fields.items() if entry.number in {one.number for one in entries}]
    name = found[0] if found else entry.division
    others = [
        one.number
        for one in fields.get(name, [])
        if one.number != entry.number and one.state == Entry.State.IN and one.number in schedule.active
    ]
    if not others:
        where = (
            (name if stage.draw.get("groups") else _("division {name}").format(name=name))
            if name
            else stage.name
        )
        raise Refusal(
            _("There is nobody in {where} whom {entry} could meet.").format(where=where, entry=entry.name)
        )
    return others


@leaves(Format.ROUND_ROBIN)
def withdraw(by: Person, stage: Stage, entry: Entry, results: str) -> None:
    """Whoever would have met the entry has a bye, or, where its matches are ``awarded``, wins without playing."""
    if entry.number not in schedule_of(stage).active:
        return
    rows = {_meeting(one): one for one in _pairings(stage)}
    played = {meeting for meeting, one in rows.items() if not is_open(one)}
    with names(stage):
        left = changes.withdraw(schedule_of(stage), entry.number, played, cast(changes.Results, results))
    lay_out(stage, left.schedule)
    with in_language_of(stage.competition.league):
        reason = _("{entry} has withdrawn.").format(entry=entry.name)
    for meeting in left.awarded:
        pairing = rows[meeting]
        pairing.round.stage = stage
        forfeit(pairing, entry, by=cast(User, by), reason=reason)


@comes_back(Format.ROUND_ROBIN)
def come_back(by: Person, stage: Stage, entry: Entry) -> None:
    """The entry plays what it has not, in rounds in which both sides rest, and the rest at the end."""
    if entry.number not in {one.number for one in entries_of(stage)}:
        return
    chosen: RoundRobin = options(stage)
    schedule = schedule_of(stage)
    known = [(one.round.number, _meeting(one)) for one in _pairings(stage)]
    opponents = _opponents(stage, schedule, entry)
    after = last_round(stage)
    lay_out(stage, changes.come_back(schedule, entry.number, opponents, known, after=after, legs=chosen.legs))


def postpone(by: Person, pairing: Pairing, to: int | None = None) -> Pairing:
    """Puts a match of a season off to the round ``to``, or else to the first later one in which both sides rest, at the
    end if need be. Raises Refusal where one of the two plays somebody else then."""
    stage = pairing.round.stage
    with organising(by, stage.competition) as held:
        row = _open_one(held, pairing)
        stage = row.round.stage
        if stage.format != Format.ROUND_ROBIN:
            raise Refusal(
                _("{match} is not of a season with a schedule, so it has no other round.").format(match=row)
            )
        schedule, meeting = schedule_of(stage), _meeting(row)
        if to is None:
            to = changes.free_rounds(schedule, meeting, after=row.round.number)[0]
        with names(stage):
            lay_out(stage, changes.put_off(schedule, meeting, to))
        told = gettext_lazy("{match} is put off from round {before} to round {after}.")
        journal.note(stage, by, told, match=row, before=row.round.number, after=to)
    return Pairing.objects.select_related("round__stage__competition", "home", "away", "fixture").get(
        pk=row.pk
    )


def set_day(by: Person, pairing: Pairing, day: date | None) -> None:
    """The day on which a match is to be played."""
    with organising(by, pairing.round.stage.competition) as held:
        row = _open_one(held, pairing)
        if row.fixture_id is None:
            raise Refusal(_("{match} has no day of its own.").format(match=row))
        Fixture.objects.filter(pk=row.fixture_id).update(scheduled=day)


def set_days(by: Person, stage: Stage, first: date, every: int = 7) -> None:
    """The day of each round of a season: the first, and so many days from each to the next."""
    if not 1 <= every <= 366:
        raise Refusal(_("From one round to the next it is 1 to 366 days, not {every}.").format(every=every))
    if stage.format != Format.ROUND_ROBIN:
        raise Refusal(_("{stage} has no schedule whose rounds have days.").format(stage=stage))
    with organising(by, stage.competition) as held:
        fresh = held.stages.get(pk=stage.pk)
        fresh.competition = held
        require_running(fresh)
        rows = Fixture.objects.filter(pairing__round__stage=stage, status=FixtureStatus.OPEN)
        fixtures = []
        for fixture, number in (
            (one, one.pairing.round.number) for one in rows.select_related("pairing__round")
        ):
            fixture.scheduled = first + timedelta(days=every * (number - 1))
            fixtures.append(fixture)
        Fixture.objects.bulk_update(fixtures, ["scheduled"])


def _open_one(held: Competition, pairing: Pairing) -> Pairing:
    row = (
        Pairing.objects.select_related("round__stage", "home", "away", "fixture__result")
        .filter(pk=pairing.pk, round__stage__competition=held)
        .first()
    )
    if row is None:
        raise Conflict(_("{match} is not in the schedule any more.").format(match=pairing))
    row.round.stage.competition = held
    require_running(row.round.stage)
    if not is_open(row):
        raise Conflict(_("{match} is played, so its round and day stand.").format(match=row))
    return row
