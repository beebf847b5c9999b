"""Fixtures, the logs handed in for them, and the results. What may be done with them is in ``matches.domain``."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.questions import Side
from league.models import League, Season, User
from teams.models import Act, Team


class Stage(models.TextChoices):
    """What a match is played for: ``engine.match.log.Stage``. All but league matches are on neutral ground."""

    LEAGUE = "league", gettext_lazy("League match")
    PLAY_OFF = "play_off", gettext_lazy("Play-off")
    QUARTER_FINAL = "quarter_final", gettext_lazy("Quarter-final")
    SEMI_FINAL = "semi_final", gettext_lazy("Semi-final")
    THIRD_PLACE = "third_place", gettext_lazy("Third place")
    FINAL = "final", gettext_lazy("Final")
    TOURNAMENT = "tournament", gettext_lazy("Tournament")


class Hosting(models.TextChoices):
    """Why the home team is at home, where somebody owns a home field."""

    NOBODY = "", gettext_lazy("Nobody owns a home field")
    OWNER = "owner", gettext_lazy("Owns a home field")
    DIE = "die", gettext_lazy("Won the die")
    TURN = "turn", gettext_lazy("Whose turn it is")
    AGREED = "agreed", gettext_lazy("As agreed")


class FixtureStatus(models.TextChoices):
    OPEN = "open", gettext_lazy("To be played")
    PLAYED = "played", gettext_lazy("Played")


class LogStatus(models.TextChoices):
    DRAFT = "draft", gettext_lazy("In progress")
    SUBMITTED = "submitted", gettext_lazy("Submitted")
    QUEUED = "queued", gettext_lazy("Being applied")
    APPLIED = "applied", gettext_lazy("Applied")
    AMENDING = "amending", gettext_lazy("Being amended")
    REPLACED = "replaced", gettext_lazy("Replaced by a corrected log")
    REJECTED = "rejected", gettext_lazy("Rejected")
    SUPERSEDED = "superseded", gettext_lazy("Superseded by another log")


class Origin(models.TextChoices):
    WIZARD = "wizard", gettext_lazy("Entered here")
    FILE = "file", gettext_lazy("Uploaded")


class Winner(models.TextChoices):
    HOME = "home", gettext_lazy("Home")
    AWAY = "away", gettext_lazy("Away")
    NOBODY = "", gettext_lazy("Nobody")


class Fixture(models.Model):
    """A match to be played, or played. ``number`` is its name in its league and in its address."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="fixtures")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="fixtures")
    number = models.PositiveIntegerField(editable=False)
    round = models.PositiveSmallIntegerField()
    home = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="home_fixtures")
    away = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="away_fixtures")
    scheduled = models.DateField(null=True, blank=True)
    stage = models.CharField(max_length=15, choices=Stage, default=Stage.LEAGUE)
    neutral = models.BooleanField(default=False)
    hosting = models.CharField(max_length=6, choices=Hosting, default=Hosting.NOBODY, blank=True)
    host_die = models.PositiveSmallIntegerField(null=True, blank=True)
    """What decided who is at home, in the first match of two teams that own a home field."""
    status = models.CharField(
        max_length=10, choices=FixtureStatus, default=FixtureStatus.OPEN, editable=False
    )
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["league", "season", "round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="fixture_number_once"),
            models.CheckConstraint(condition=~Q(home=F("away")), name="fixture_of_two_teams"),
        ]
        indexes = [models.Index(fields=["season", "status", "round"], name="fixture_of_season")]

    def __str__(self) -> str:
        return _("{home} v {away}").format(home=self.home.name, away=self.away.name)

    def get_absolute_url(self) -> str:
        return reverse("matches:match", args=[self.league.slug, self.number])

    @property
    def played(self) -> bool:
        return self.status == FixtureStatus.PLAYED

    def team(self, side: Side) -> Team:
        return self.home if side == "home" else self.away

    @property
    def occasion(self) -> str:
        """What it is played for and why there, in words; empty for a league match at which no home field counts."""
        parts = [] if self.stage == Stage.LEAGUE else [str(Stage(self.stage).label)]
        if self.neutral:
            parts.append(_("on neutral ground"))
        elif self.hosting == Hosting.DIE:
            parts.append(
                _("{home} at home by the die ({die})").format(home=self.home.name, die=self.host_die)
            )
        elif self.hosting == Hosting.AGREED:
            parts.append(_("at home as agreed"))
        return ", ".join(parts)


class MatchLog(models.Model):
    """A log of a fixture: a draft that the wizard fills, or a document that was handed in.

    ``version`` counts its changes: whoever changes it names the version that they saw.
    ``rolled`` holds the places (from 1) of the entries whose dice Dugout itself rolled; ``undone`` what was taken back
    of those, by whom and when. ``message`` says why it was rejected, or could not be applied.
    """

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="logs")
    document = models.TextField()
    digest = models.CharField(max_length=64, blank=True)
    """SHA-256 of the document: two logs with the same digest say the same."""
    status = models.CharField(max_length=10, choices=LogStatus, default=LogStatus.DRAFT)
    origin = models.CharField(max_length=10, choices=Origin, default=Origin.WIZARD)
    version = models.PositiveIntegerField(default=0)
    rolled = models.JSONField(default=list, blank=True)
    undone = models.JSONField(default=list, blank=True)
    answered = models.JSONField(default=list, blank=True)
    """Keys of the answers that came with one, the last at the end: one that is sent again is there already."""
    message = models.TextField(blank=True)
    submitted_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="match_logs")
    """Who handed it in; of a draft, who answered last."""
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)
    act = models.ForeignKey(Act, on_delete=models.PROTECT, null=True, blank=True, related_name="match_logs")
    idempotency_key = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001 (NULLs do not collide)
    source = models.TextField(blank=True, default="")
    """JSON of the match file that it is filled from: ``engine.formats.matchfile.MatchFile``, home and away as here."""
    source_digest = models.CharField(max_length=64, blank=True, default="")
    """The identity of that match, whichever file brought it."""
    matching = models.JSONField(default=dict, blank=True)
    """Who of the file is who here: ``engine.formats.matching.Matching``. Empty until somebody has settled it."""

    class Meta:
        ordering = ["-updated", "-pk"]
        indexes = [
            models.Index(fields=["source_digest"], condition=~Q(source_digest=""), name="match_log_source")
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["fixture"], condition=Q(status="draft"), name="match_log_one_draft"
            ),
            models.UniqueConstraint(
                fields=["fixture"], condition=Q(status="applied"), name="match_log_applied_once"
            ),
            models.UniqueConstraint(
                fields=["fixture"], condition=Q(status="amending"), name="match_log_one_amending"
            ),
            models.UniqueConstraint(
                fields=["fixture", "submitted_by", "idempotency_key"], name="match_log_key_once"
            ),
        ]

    def __str__(self) -> str:
        return _("Log {number} of {match}").format(number=self.pk, match=self.fixture)

    @property
    def open(self) -> bool:
        """May still be applied."""
        return self.status in (LogStatus.DRAFT, LogStatus.SUBMITTED, LogStatus.QUEUED)


class Result(models.Model):
    """What came of a fixture: derived from its log, once, when it was applied. Gold in gold pieces."""

    fixture = models.OneToOneField(Fixture, on_delete=models.PROTECT, related_name="result")
    log = models.ForeignKey(MatchLog, on_delete=models.PROTECT, related_name="results")
    act = models.ForeignKey(Act, on_delete=models.PROTECT, related_name="results")
    home_score = models.PositiveSmallIntegerField()
    away_score = models.PositiveSmallIntegerField()
    home_casualties = models.PositiveSmallIntegerField()
    away_casualties = models.PositiveSmallIntegerField()
    winner = models.CharField(max_length=4, choices=Winner, blank=True)
    conceded_by = models.CharField(max_length=4, choices=Winner, blank=True)
    gate = models.PositiveIntegerField()
    weather = models.CharField(max_length=50)
    home_winnings = models.PositiveIntegerField()
    away_winnings = models.PositiveIntegerField()
    facts = models.TextField()
    """JSON of ``engine.match.facts.encode_facts``."""
    played_at = models.DateTimeField()

    class Meta:
        ordering = ["-played_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(winner__in=["home", "away", ""]), name="result_winner"),
            models.CheckConstraint(
                condition=Q(conceded_by__in=["home", "away", ""]), name="result_conceded_by"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.fixture.home.name} {self.home_score}-{self.away_score} {self.fixture.away.name}"

    def get_absolute_url(self) -> str:
        return self.fixture.get_absolute_url()


class AmendmentStatus(models.TextChoices):
    OPEN = "open", gettext_lazy("Being prepared")
    QUEUED = "queued", gettext_lazy("Being worked out")
    LANDED = "landed", gettext_lazy("In the ledger")
    ABANDONED = "abandoned", gettext_lazy("Abandoned")


class Amendment(models.Model):
    """A correction of the past that is being prepared, or that has landed.

    ``act`` is the act that it corrects, ``log`` the corrected log of a match, without one the act is undone.
    ``settlements`` says by the place of each later act what becomes of it, and marks what that was decided on.
    ``sequence`` is the league's last act when the consequences were last looked at: whoever commits names it. ``head``
    is the first act that it wrote.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="amendments")
    act = models.ForeignKey(Act, on_delete=models.PROTECT, related_name="corrections")
    log = models.ForeignKey(
        MatchLog, on_delete=models.PROTECT, null=True, blank=True, related_name="amendments"
    )
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="amendments")
    reason = models.TextField(blank=True)
    settlements = models.JSONField(default=dict, blank=True)
    sequence = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=10, choices=AmendmentStatus, default=AmendmentStatus.OPEN)
    message = models.TextField(blank=True)
    """Why it could not land."""
    head = models.ForeignKey(Act, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-updated", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["act"], condition=Q(status__in=["open", "queued"]), name="amendment_one_open"
            )
        ]

    def __str__(self) -> str:
        return _("Amendment of {act}").format(act=self.act)
