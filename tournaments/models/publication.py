"""Published pages of a league, and when the next is due. What may be done with them is in ``tournaments.domain``."""

from __future__ import annotations

from zoneinfo import ZoneInfo, available_timezones

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from league.models import League, Season, User
from tournaments.page import Page

ZONES = frozenset(
    name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "SystemV/"))
) | {"UTC"}
"""Time zones that a league may keep, by their names."""


class Weekday(models.IntegerChoices):
    """As ISO counts them."""

    MONDAY = 1, _("Monday")
    TUESDAY = 2, _("Tuesday")
    WEDNESDAY = 3, _("Wednesday")
    THURSDAY = 4, _("Thursday")
    FRIDAY = 5, _("Friday")
    SATURDAY = 6, _("Saturday")
    SUNDAY = 7, _("Sunday")


class Publication(models.Model):
    """A league as it stood in one ISO week. It is frozen: what it shows does not change with the league.

    The JSON fields hold what ``tournaments.page.Page`` names, with the names of teams and players of that day.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="publications")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="publications")
    year = models.PositiveSmallIntegerField()
    """The ISO year of the week, which is not always that of the day."""
    week = models.PositiveSmallIntegerField()
    published_at = models.DateTimeField()
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    """Nobody where it was published by the clock."""
    sequence = models.PositiveIntegerField()
    """The number of the league's last act that it takes in."""
    table = models.JSONField()
    results = models.JSONField()
    fixtures = models.JSONField()
    leaders = models.JSONField()
    deaths = models.JSONField()
    injuries = models.JSONField(default=list)
    bulletin = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["-year", "-week"]
        constraints = [
            models.UniqueConstraint(fields=["league", "year", "week"], name="publication_once_a_week"),
            models.CheckConstraint(condition=Q(week__gte=1, week__lte=53), name="publication_week"),
        ]

    def __str__(self) -> str:
        return _("{league}, week {week} of {year}").format(league=self.league, week=self.week, year=self.year)

    def get_absolute_url(self) -> str:
        return reverse("tournaments:publication", args=[self.league.slug, self.year, self.week])

    @property
    def page(self) -> Page:
        """What was published, as it was."""
        return Page.of({name: getattr(self, name) for name in Page.__struct_fields__})

    @property
    def places(self) -> dict[int, int]:
        """The place of each team, by its id."""
        return {line["row"]["team"]: line["row"]["place"] for line in self.table}


class Schedule(models.Model):
    """When a league is published by itself. A league without one is published on the default day and hour."""

    league = models.OneToOneField(League, on_delete=models.CASCADE, related_name="publication_schedule")
    weekday = models.PositiveSmallIntegerField(choices=Weekday, null=True, blank=True)
    """Nothing: the commissioner publishes it himself."""
    hour = models.PositiveSmallIntegerField(default=6, validators=[MaxValueValidator(23)])
    """Of the day on the clocks of ``zone``."""
    zone = models.CharField(max_length=50, default="UTC")
    """A name of the IANA time zone database. The week of a publication is that of this zone too."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(weekday__isnull=True) | Q(weekday__gte=1, weekday__lte=7),
                name="schedule_weekday",
            ),
            models.CheckConstraint(condition=Q(hour__lte=23), name="schedule_hour"),
        ]

    def __str__(self) -> str:
        if self.weekday is None:
            return _("{league}, not by itself").format(league=self.league)
        said = _("{league}, {weekday} at {hour}:00 {zone}")
        return said.format(
            league=self.league, weekday=self.get_weekday_display(), hour=f"{self.hour:02}", zone=self.zone
        )

    @property
    def place(self) -> str:
        """Where the clocks of the zone are, for readers."""
        return self.zone.rpartition("/")[2].replace("_", " ")

    @property
    def told(self) -> str:
        """What stands behind a time of day: ``UTC``, or ``in Prague``."""
        return "UTC" if self.zone == "UTC" else _("in {place}").format(place=self.place)

    @property
    def clock(self) -> ZoneInfo:
        return ZoneInfo(self.zone)


class Mailing(models.Model):
    """A published page that was mailed to somebody: claimed before it is sent, so that nobody gets it twice."""

    publication = models.ForeignKey(Publication, on_delete=models.CASCADE, related_name="mailings")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["publication", "pk"]
        constraints = [models.UniqueConstraint(fields=["publication", "user"], name="mailing_once")]

    def __str__(self) -> str:
        return _("{what} to {whom}").format(what=self.publication, whom=self.user)
