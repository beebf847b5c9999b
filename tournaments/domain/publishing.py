"""Publishing a league: once a week, by its commissioner or by the clock. What is published is frozen."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import cast

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from engine.questions import Refusal
from league.domain import clock
from league.domain.roles import NotVisible, Person, require_commissioner, viewer
from league.errors import Conflict
from league.models import League, User
from tournaments.domain import mailing
from tournaments.domain.pages import to_publish
from tournaments.models import ZONES, Publication, Schedule, Weekday
from tournaments.signals import week_published

FIRST_NEWS = timedelta(days=7)
"""How far back the first publication looks for news."""
DEFAULT_WEEKDAY = Weekday.MONDAY
DEFAULT_HOUR = 6
DEFAULT_ZONE = "UTC"


class AlreadyPublished(Conflict):
    """The week has its page. ``publication`` is that one."""

    def __init__(self, publication: Publication) -> None:
        self.publication = publication
        super().__init__(
            _(
                "Week {week} of {year} was published on {day} at {time} UTC already; confirm that the page is to be "
                "replaced."
            ).format(
                week=publication.week,
                year=publication.year,
                day=date_format(publication.published_at, "DATE_FORMAT"),
                time=date_format(publication.published_at, "H:i"),
            )
        )


def publish(
    league: League,
    by: Person | None = None,
    at: datetime | None = None,
    replace: bool = False,
) -> Publication:
    """The league as it stands, kept as the page of the ISO week of ``at``, by the clocks of its schedule.

    ``by`` is None for the clock. Whoever wants the page by mail gets it, once.

    Movement is counted, and news is told, since the publication before. Raises AlreadyPublished when the week has its
    page and ``replace`` does not say that it is to go, and Refusal when there is nothing to publish.
    """
    if by is not None:
        require_commissioner(viewer(by, league))
    at = at or clock.now()
    year, week = at.astimezone(schedule_of(league).clock).isocalendar()[:2]
    with transaction.atomic():
        # Of two who publish at the same moment one waits here, and then finds the page of the other.
        league = League.objects.select_for_update().get(pk=league.pk)
        stands = league.publications.filter(year=year, week=week).first()
        if stands is not None and not replace:
            raise AlreadyPublished(stands)
        last = league.publications.filter(published_at__lt=at).exclude(year=year, week=week).first()
        season = league.season
        page = to_publish(league, season, last, last.published_at if last else at - FIRST_NEWS)
        if not page.table:
            raise Refusal(
                _("{league} has no team yet, so there is no table to publish.").format(league=league.name)
            )
        publication, _made = Publication.objects.update_or_create(
            league=league,
            year=year,
            week=week,
            defaults={
                "season": season,
                "published_at": at,
                "by": cast("User | None", by),
                "sequence": league.sequence,
                **page.kept(),
            },
        )
        week_published.send(sender=Publication, publication=publication)
        # Robust: the page is published whether or not a mail server takes its mails.
        transaction.on_commit(lambda: mailing.send_later(publication), robust=True)
    return publication


def find(league: League, year: int, week: int) -> Publication:
    found = league.publications.select_related("season", "by").filter(year=year, week=week).first()
    if found is None:
        raise NotVisible(_("Nothing was published in week {week} of {year}.").format(week=week, year=year))
    return found


def schedule_of(league: League) -> Schedule:
    """When the league is published by itself; the default where nothing was said."""
    return Schedule.objects.filter(league=league).first() or Schedule(
        league=league, weekday=DEFAULT_WEEKDAY, hour=DEFAULT_HOUR
    )


def set_schedule(
    by: Person, league: League, weekday: int | None, hour: int, zone: str = DEFAULT_ZONE
) -> Schedule:
    """``weekday`` as ISO counts them, or None for never; ``hour`` of the day in the time zone of that name."""
    require_commissioner(viewer(by, league))
    faults = []
    if weekday is not None and weekday not in Weekday.values:
        faults.append(_("A day of the week is a number from 1 to 7, not {given}.").format(given=weekday))
    if not 0 <= hour <= 23:
        faults.append(_("An hour is a number from 0 to 23, not {given}.").format(given=hour))
    if zone not in ZONES:
        faults.append(
            _("There is no time zone {given!r}; a time zone is named as in Europe/Prague.").format(
                given=zone[:50]
            )
        )
    if faults:
        raise Refusal.of(faults)
    schedule, _made = Schedule.objects.update_or_create(
        league=league, defaults={"weekday": weekday, "hour": hour, "zone": zone}
    )
    return schedule


def publish_due(at: datetime | None = None) -> list[Publication]:
    """Publishes every league whose hour of this week has come, and in which something has happened since; not in the
    week it was opened, unless its commissioner has chosen the day.

    The hour is that of the league's own clocks: where one is left out in spring, the next counts, and where one comes
    twice in autumn, the first. May run twice, or at the same moment in two places: a week is published once.
    """
    at = at or timezone.now()
    schedules = {schedule.league_id: schedule for schedule in Schedule.objects.all()}
    published = []
    for league in League.objects.filter(sequence__gt=0).order_by("pk"):
        schedule = schedules.get(league.pk) or Schedule(weekday=DEFAULT_WEEKDAY, hour=DEFAULT_HOUR)
        if not _due(league, schedule, at) or _opened_this_week(league, schedule, at):
            continue
        try:
            published.append(publish(league, at=at))
        except Refusal:
            # Somebody was faster, or there is no team yet: nothing to do for this league, and the others wait.
            continue
    return published


def waits(league: League, at: datetime | None = None) -> bool:
    """Whether the page of this week is for the commissioner to publish: it is due by the clock and not there, or nobody
    but him publishes here and something has happened since the last one."""
    schedule = schedule_of(league)
    if schedule.weekday is None:
        schedule.weekday, schedule.hour = Weekday.MONDAY, 0
    return _due(league, schedule, at or clock.now()) and league.teams.filter(accepted=True).exists()


def _opened_this_week(league: League, schedule: Schedule, at: datetime) -> bool:
    """Where nobody has said a day, the week in which the league opens is its commissioner's: the clock would publish
    a table before the first match, and there is one page a week."""
    opened, now = (moment.astimezone(schedule.clock) for moment in (league.created, at))
    return schedule._state.adding and opened.isocalendar()[:2] == now.isocalendar()[:2]


def _due(league: League, schedule: Schedule, at: datetime) -> bool:
    now = at.astimezone(schedule.clock)
    if schedule.weekday is None or (now.isoweekday(), now.hour) < (schedule.weekday, schedule.hour):
        return False
    last = league.publications.first()
    return last is None or (
        last.sequence < league.sequence and (last.year, last.week) != tuple(now.isocalendar()[:2])
    )
