"""Accounts, leagues and who is in them. What may be done with them is in ``league.domain``."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine import editions
from engine.acts import search_key
from engine.edition import Edition
from engine.words import named

NAME_LENGTH = 50
"""Characters of a name that a person gives: of a league, a team, a player."""

NAME_KEY_LENGTH = 900
"""Normalisation makes a name longer: one character may become eighteen."""


SEARCH_KEY_LENGTH = 200
"""Characters of what a name is found by: of a longer one, its beginning."""


class Language(models.TextChoices):
    """What Dugout speaks; each by its own name."""

    ENGLISH = "en", "English"
    CZECH = "cs", "Čeština"
    POLISH = "pl", "Polski"
    HUNGARIAN = "hu", "Magyar"


class User(AbstractUser):
    """An account. What it may do in a league is its membership's to say."""

    search_key = models.CharField(max_length=SEARCH_KEY_LENGTH, default="", editable=False, db_index=True)
    """The name as it is searched for: without case and accents."""
    language = models.CharField(max_length=5, choices=Language, default="", blank=True)
    """What pages and mails are written in for this person; empty: as the league, or the browser, has it."""

    def save(self, *args: Any, **options: Any) -> None:
        self.search_key = search_key(self.username)
        if options.get("update_fields") is not None:
            options["update_fields"] = {*options["update_fields"], "search_key"}
        super().save(*args, **options)


class DicePolicy(models.TextChoices):
    APP = "app", _("Dugout rolls")
    TABLE = "table", _("Rolled at the table and typed in")
    EITHER = "either", _("Either, as the coaches like")


class Role(models.TextChoices):
    COACH = "coach", _("Coach")
    COMMISSIONER = "commissioner", _("Commissioner")


class League(models.Model):
    """The unit of locking: whoever changes a roster locks this row, and leagues share nothing."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=NAME_KEY_LENGTH, unique=True, editable=False)
    """The name as it is compared: normalised and without case."""
    search_key = models.CharField(max_length=SEARCH_KEY_LENGTH, default="", editable=False, db_index=True)
    """The name as it is searched for: without accents as well."""
    edition = models.CharField(max_length=30)
    house_rules = models.JSONField(default=dict, blank=True)
    """Paths into the tables of the edition, and the values that they take here."""
    dice_policy = models.CharField(max_length=10, choices=DicePolicy, default=DicePolicy.EITHER)
    public = models.BooleanField(default=True)
    language = models.CharField(max_length=5, choices=Language, default="", blank=True)
    """What its pages are written in for whoever has not chosen; empty: as the reader's browser has it."""
    win_points = models.SmallIntegerField(default=3)
    draw_points = models.SmallIntegerField(default=1)
    loss_points = models.SmallIntegerField(default=0)
    sequence = models.PositiveIntegerField(default=0, editable=False)
    """The number of the league's last act; whatever is derived from its acts is cached under it."""
    proved = models.DateTimeField(null=True, blank=True, editable=False)
    """When its rows were last proved against its ledger."""
    differences = models.JSONField(default=list, blank=True, editable=False)
    """Sentences on what differed then."""
    guided = models.BooleanField(default=True, editable=False)
    """Its commissioner is still shown what to do next, until he has closed it."""
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name_key"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:home", args=[self.slug])

    @property
    def rules(self) -> Edition:
        """The edition as it is played here."""
        return editions.edition(self.edition, self.house_rules)

    @property
    def edition_name(self) -> str:
        return named(editions.edition(self.edition).name)

    @property
    def season(self) -> Season:
        """The season that is being played."""
        return self.seasons.get(current=True)


class RuleBook(models.Model):
    """What a league was played by from one act on: an edition and house rules. Changing them leaves the past alone.

    ``after`` is the number of the last act that was made under the book before it.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="rule_books")
    after = models.PositiveIntegerField(default=0)
    edition = models.CharField(max_length=20)
    house_rules = models.JSONField(default=dict, blank=True)
    win_points = models.SmallIntegerField(default=3)
    draw_points = models.SmallIntegerField(default=1)
    loss_points = models.SmallIntegerField(default=0)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["league", "after", "pk"]
        constraints = [models.UniqueConstraint(fields=["league", "after"], name="rule_book_once")]

    def __str__(self) -> str:
        return gettext("Rules of {league} after act {number}").format(league=self.league, number=self.after)

    @property
    def rules(self) -> Edition:
        return editions.edition(self.edition, self.house_rules)


class Season(models.Model):
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    current = models.BooleanField(default=True)

    class Meta:
        ordering = ["league", "number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="season_number_once"),
            models.UniqueConstraint(fields=["league"], condition=Q(current=True), name="season_current_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=15, choices=Role, default=Role.COACH)
    joined = models.DateTimeField(auto_now_add=True)
    weekly_mail = models.BooleanField(default=False)
    """Wants each published page by mail."""
    match_mail = models.BooleanField(default=False)
    """Wants a mail after each match of a team of his own."""
    feed_key = models.CharField(max_length=43, blank=True, editable=False)
    """Opens the calendars and the feed of a private league to programs that cannot log in; empty until asked for."""

    class Meta:
        ordering = ["league", "user"]
        constraints = [models.UniqueConstraint(fields=["user", "league"], name="membership_once")]

    def __str__(self) -> str:
        return gettext("{person}, {role} of {league}").format(
            person=self.user, role=self.get_role_display(), league=self.league
        )


class Invitation(models.Model):
    """A link that lets one person in, once, until it expires. A commissioner revokes it by deleting it."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=15, choices=Role, default=Role.COACH)
    created_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()
    used_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created", "-pk"]

    def __str__(self) -> str:
        return gettext("Invitation to {league} as {role}").format(
            league=self.league, role=self.get_role_display()
        )

    @property
    def used(self) -> bool:
        return self.used_at is not None

    def expired(self, now: datetime | None = None) -> bool:
        return self.expires <= (now or timezone.now())

    @property
    def status(self) -> str:
        """``used``, ``expired`` or ``open``."""
        if self.used:
            return "used"
        return "expired" if self.expired() else "open"


class Bulletin(models.Model):
    """News of a league, written by its commissioner."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="bulletins")
    author = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    title = models.CharField(max_length=120)
    text = models.TextField()
    published = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-published", "-pk"]

    def __str__(self) -> str:
        return self.title


class Picture(models.Model):
    """A picture of a bulletin. Until one that names it in its text is published, it belongs to none.

    ``name`` is its name in the text, in its address and in the store; it says how large the picture is, so that a page
    can keep its room without looking: ``3f9c...-1200x800.webp``.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="pictures")
    bulletin = models.ForeignKey(
        Bulletin, on_delete=models.CASCADE, null=True, blank=True, related_name="pictures"
    )
    name = models.CharField(max_length=60)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["league", "pk"]
        constraints = [models.UniqueConstraint(fields=["league", "name"], name="picture_once")]

    def __str__(self) -> str:
        return self.name

    @property
    def path(self) -> str:
        """In the store of files."""
        return f"pictures/{self.league_id}/{self.name}"
