"""A month of a league: the days on which something is played, begins, or runs out."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.questions import Refusal
from league.models import League
from matches.models import Fixture, FixtureStatus
from tournaments.domain.competing.majors.keeping import today
from tournaments.domain.publishing import schedule_of
from tournaments.models import Competition, Round, State

_WRITTEN = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])")
YEARS = range(1900, 2200)


@dataclass(frozen=True, slots=True)
class Occasion:
    """Something on a day. ``kind``: ``match``, ``begins`` or ``clock``. ``done``: it is played; ``late``: it is not."""

    kind: str
    name: str
    note: str
    address: str
    done: bool = False
    late: bool = False


@dataclass(frozen=True, slots=True)
class Day:
    day: date
    of_month: bool
    today: bool
    occasions: tuple[Occasion, ...]


@dataclass(frozen=True, slots=True)
class Month:
    """``weeks`` begin on Monday. ``undated``: matches to play that have no day; ``nearest``: the month of the next
    match that has one."""

    first: date
    weeks: tuple[tuple[Day, ...], ...]
    undated: int
    nearest: date | None

    @property
    def before(self) -> date:
        return (self.first - timedelta(days=1)).replace(day=1)

    @property
    def after(self) -> date:
        return (self.first + timedelta(days=31)).replace(day=1)

    @property
    def days(self) -> list[Day]:
        """Those of the month on which there is something."""
        return [day for week in self.weeks for day in week if day.of_month and day.occasions]


def month_named(text: str, league: League) -> date:
    """``2026-11`` as its first day; without a text the month of today. Raises Refusal for what is no month."""
    if not text:
        return today(league).replace(day=1)
    found = _WRITTEN.fullmatch(text)
    if found is None or int(found[1]) not in YEARS:
        raise Refusal(_("{given!r} is no month; one is written as in 2026-11.").format(given=text[:20]))
    return date(int(found[1]), int(found[2]), 1)


def month(league: League, first: date) -> Month:
    """In a number of queries that does not depend on what there is."""
    now = today(league)
    weeks = calendar.Calendar().monthdatescalendar(first.year, first.month)
    on: dict[date, list[Occasion]] = {}
    for day, occasion in _occasions(league, weeks[0][0], weeks[-1][-1], now):
        on.setdefault(day, []).append(occasion)
    still = Fixture.objects.filter(league=league, status=FixtureStatus.OPEN)
    coming = (
        still.filter(scheduled__gte=now).order_by("scheduled").values_list("scheduled", flat=True).first()
    )
    return Month(
        first,
        tuple(
            tuple(Day(day, day.month == first.month, day == now, tuple(on.get(day, ()))) for day in week)
            for week in weeks
        ),
        still.filter(scheduled=None).count(),
        coming.replace(day=1) if coming else None,
    )


def _occasions(league: League, since: date, until: date, now: date) -> Iterator[tuple[date, Occasion]]:
    begins = Competition.objects.filter(league=league, starts__range=(since, until)).exclude(
        state=State.DRAFT
    )
    for one in begins.order_by("starts", "number"):
        assert one.starts is not None
        address = reverse("tournaments:competition", args=[league.slug, one.slug])
        yield one.starts, Occasion("begins", one.name, _("begins"), address)
    yield from _clocks(league, since, until)
    fixtures = Fixture.objects.filter(league=league, scheduled__range=(since, until))
    for row in fixtures.select_related("home", "away", "result").order_by("scheduled", "round", "number"):
        assert row.scheduled is not None
        yield row.scheduled, _match(league, row, now)


def _match(league: League, fixture: Any, now: date) -> Occasion:
    score = f"{fixture.result.home_score}–{fixture.result.away_score}" if fixture.played else ""
    return Occasion(
        "match",
        str(fixture),
        score or _("round {number}").format(number=fixture.round),
        reverse("matches:match", args=[league.slug, fixture.number]),
        done=fixture.played,
        late=not fixture.played and fixture.scheduled < now,
    )


def _clocks(league: League, since: date, until: date) -> Iterator[tuple[date, Occasion]]:
    """When the time of a published round runs out, by the clocks of the league."""
    zone = schedule_of(league).clock
    window = (
        datetime.combine(since, time.min, zone),
        datetime.combine(until + timedelta(days=1), time.min, zone),
    )
    rounds = Round.objects.filter(
        stage__competition__league=league, state=Round.State.PUBLISHED, clock_until__range=window
    ).select_related("stage__competition")
    for one in rounds.order_by("clock_until"):
        assert one.clock_until is not None
        ends = one.clock_until.astimezone(zone)
        numbers = [league.slug, one.stage.competition.slug, one.stage.number, one.number]
        note = _("time runs out at {time}").format(time=f"{ends:%H:%M}")
        address = reverse("tournaments:competition_round", args=numbers)
        yield ends.date(), Occasion("clock", str(one), note, address)
