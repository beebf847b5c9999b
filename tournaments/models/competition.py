"""Competitions: what is played for, who takes part, in which stages and rounds, and what came of each pairing.

The rules of them are pure functions in ``engine.contest``; rows hold what was decided. What may be done with them is in
``tournaments.domain``.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.models import NAME_LENGTH, League, Season, User
from matches.models import Fixture
from teams.models import Team


class Kind(models.TextChoices):
    SEASON = "season", _("Season")
    MAJOR = "major", _("Major tournament")
    MINOR = "minor", _("Minor tournament")
    CUP = "cup", _("Cup")
    EVENT = "event", _("Event")


class Format(models.TextChoices):
    ROUND_ROBIN = "round_robin", _("Round robin")
    OPEN = "open", _("Open play")
    LADDER = "ladder", _("Ladder")
    PLAY_OFF = "play_off", _("Play-off of a major")
    SWISS = "swiss", _("Swiss")
    KNOCKOUT = "knockout", _("Knockout")
    DOUBLE = "double", _("Double elimination")


ELIMINATION = (Format.KNOCKOUT, Format.DOUBLE)
"""Who loses is out, at last; so somebody has to win each match."""


class State(models.TextChoices):
    DRAFT = "draft", _("Being set up")
    ENTRIES = "entries", _("Open for entries")
    RUNNING = "running", _("Running")
    ENDED = "ended", _("Ended")
    ARCHIVED = "archived", _("Archived")


class Competition(models.Model):
    """Something that is played for. ``number`` counts those of a league; ``slug`` is its address.

    ``trophy`` names the major, ``organiser`` a coach to whom the commissioner gave the running of it. ``rosters`` says
    whether matches change the rosters of the league's teams (then they are fixtures with logs) or are results alone,
    as at an event with coaches from anywhere. ``settings`` holds what its format asks for, ``scoring`` and ``criteria``
    what its tables count, as JSON of ``engine.contest``. ``version`` counts changes: whoever changes it names the
    version that they saw.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="competitions")
    season = models.ForeignKey(
        Season, on_delete=models.PROTECT, null=True, blank=True, related_name="competitions"
    )
    number = models.PositiveIntegerField(editable=False)
    slug = models.SlugField(max_length=60)
    name = models.CharField(max_length=NAME_LENGTH)
    kind = models.CharField(max_length=10, choices=Kind)
    trophy = models.CharField(max_length=60, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    organiser = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="competitions"
    )
    rosters = models.BooleanField(default=True)
    starts = models.DateField(null=True, blank=True)
    settings = models.JSONField(default=dict, blank=True)
    scoring = models.JSONField(default=dict, blank=True)
    criteria = models.JSONField(default=list, blank=True)
    prizes = models.JSONField(default=dict, blank=True)
    """What was paid to whom, once it is: by the address of the team."""
    version = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["league", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="competition_number_once"),
            models.UniqueConstraint(fields=["league", "slug"], name="competition_slug_once"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:competition", args=[self.league.slug, self.slug])


class Entry(models.Model):
    """Who takes part. ``number`` is the place in the list of entries, and the id in ``engine.contest``.

    A team of the league, or a coach from anywhere with the names and the race written down. ``user`` and ``coach`` are
    who it was entered with: of a team, that may have another coach by now, ``account_id`` and ``coach_name`` are who
    speaks for it. ``joined_round`` is the round in which a late entry begins, ``dropped_after`` the last round of one
    who left.
    """

    class State(models.TextChoices):
        IN = "in", _("Takes part")
        DROPPED = "dropped", _("Dropped")
        ANNULLED = "annulled", _("Withdrawn, results annulled")

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="entries")
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="entries")
    name = models.CharField(max_length=NAME_LENGTH)
    coach = models.CharField(max_length=NAME_LENGTH, blank=True)
    race = models.CharField(max_length=60, blank=True)
    naf_number = models.PositiveIntegerField(null=True, blank=True)
    rating = models.IntegerField(default=0)
    club = models.CharField(max_length=NAME_LENGTH, blank=True)
    squad = models.CharField(max_length=NAME_LENGTH, blank=True)
    division = models.CharField(max_length=NAME_LENGTH, blank=True)
    seed = models.PositiveIntegerField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.IN)
    joined_round = models.PositiveSmallIntegerField(default=1)
    dropped_after = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    byes_wanted = models.JSONField(default=list, blank=True)
    """Rounds for which a bye was asked."""
    painting = models.IntegerField(default=0)
    entered = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["competition", "number"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="entry_number_once"),
            models.UniqueConstraint(
                fields=["competition", "team"], condition=Q(team__isnull=False), name="entry_of_a_team_once"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def account_id(self) -> int | None:
        """Whose word counts for it: the present coach of its team, or else whom it was entered with."""
        return self.user_id if self.team is None else self.team.coach_id

    @property
    def account(self) -> User | None:
        return self.user if self.team is None else self.team.coach

    @property
    def coach_name(self) -> str:
        """What was written down, unless somebody else coaches the team by now."""
        if self.team is None or self.team.coach_id == self.user_id:
            return self.coach
        return str(self.team.coach)[:NAME_LENGTH] if self.team.coach else ""


class Adjustment(models.Model):
    """Points given or taken by hand, with the reason that everybody reads."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="adjustments")
    points = models.IntegerField()
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["entry", "pk"]

    def __str__(self) -> str:
        return _("{points} for {entry}: {reason}").format(
            points=f"{self.points:+d}", entry=self.entry, reason=self.reason
        )


class Stage(models.Model):
    """One part of a competition, with one format. ``settings`` and ``draw`` are JSON of the format's own values.

    ``draw`` keeps what was drawn once and for all: a bracket, groups, the schedule of a season.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Not begun")
        RUNNING = "running", _("Running")
        CLOSED = "closed", _("Closed")

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    format = models.CharField(max_length=15, choices=Format)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    settings = models.JSONField(default=dict, blank=True)
    draw = models.JSONField(default=dict, blank=True)
    seed = models.CharField(max_length=40, blank=True)
    """Lots are drawn from it, so that they can be drawn again alike."""

    drawn: list[Round]
    """Its rounds in order, where ``reading.stages_of`` has read them for a page."""
    paired: list[Pairing]
    """All its pairings, where ``reading.whole_stage`` has."""
    read_as_of: str
    """The state that they were read in, as ``tables.state_of`` has it."""

    class Meta:
        ordering = ["competition", "number"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="stage_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.competition}, {self.name}"


class Round(models.Model):
    """A round of a stage: a draft that only the organiser sees, then published, then closed."""

    class State(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("a round", "Draft")
        PUBLISHED = "published", _("Published")
        CLOSED = "closed", _("Closed")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    publish_at = models.DateTimeField(null=True, blank=True)
    clock_until = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["stage", "number"]
        constraints = [
            # Two organisers who pair at once make one round.
            models.UniqueConstraint(fields=["stage", "number"], name="round_once"),
        ]

    def __str__(self) -> str:
        return f"{self.stage}, {self.name or _('round {n}').format(n=self.number)}"


class Pairing(models.Model):
    """Two entries who meet, or one who has a bye. ``kind`` and ``outcome`` are those of ``engine.contest.played``.

    Where the competition changes rosters there is a ``fixture``, and its result is what counts; else the result stands
    here: ``reports`` holds what each side said until they agree or the organiser decides.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    table = models.PositiveSmallIntegerField(default=0)
    """0 for a bye."""
    home = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="home_pairings")
    away = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="away_pairings"
    )
    fixture = models.OneToOneField(
        Fixture, on_delete=models.PROTECT, null=True, blank=True, related_name="pairing"
    )
    place = models.CharField(max_length=40, blank=True)
    """Its key in the bracket, or its group."""
    kind = models.CharField(max_length=12, default="played")
    outcome = models.CharField(max_length=8, blank=True)
    """Empty as long as nothing is decided."""
    home_td = models.PositiveSmallIntegerField(default=0)
    away_td = models.PositiveSmallIntegerField(default=0)
    home_cas = models.PositiveSmallIntegerField(default=0)
    away_cas = models.PositiveSmallIntegerField(default=0)
    reports = models.JSONField(default=dict, blank=True)
    decided_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["round", "table", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(away__isnull=True) | ~Q(home=models.F("away")), name="pairing_of_two_entries"
            ),
        ]

    def __str__(self) -> str:
        said = _("{home} v {away}") if self.away else _("{home}, bye")
        return said.format(home=self.home, away=self.away)
