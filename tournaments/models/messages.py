"""What is sent of a league: to programs, and by mail. What may be done with it is in ``tournaments.domain``."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models import NAME_LENGTH, League, User
from teams.models import Act, Team

ADDRESS_LENGTH = 500
ANSWER_LENGTH = 500
"""Characters that are kept of what a receiver answered."""


class Webhook(models.Model):
    """A program elsewhere that is told what happens in a league.

    ``address`` is a secret for Discord, and so is ``secret``, by which others prove that a message came from here.
    ``failures`` counts attempts that failed one after the other, over all messages; ``paused`` is why it is told
    nothing now, empty while it is.
    """

    class Kind(models.TextChoices):
        DISCORD = "discord", _("Discord")
        GENERIC = "generic", _("Another program (JSON)")

    class Paused(models.TextChoices):
        NOT = "", _("Active")
        BY_HAND = "by_hand", _("Paused by a commissioner")
        FAILED = "failed", _("Paused, since it failed again and again")
        GONE = "gone", _("Paused, since the other side says that it is gone")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="webhooks")
    name = models.CharField(max_length=NAME_LENGTH)
    kind = models.CharField(max_length=10, choices=Kind)
    address = models.CharField(max_length=ADDRESS_LENGTH)
    secret = models.CharField(max_length=64)
    events = models.JSONField(default=list)
    paused = models.CharField(max_length=10, choices=Paused, default=Paused.NOT, blank=True)
    failures = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["league", "pk"]

    def __str__(self) -> str:
        return f"{self.name} of {self.league}"

    def get_absolute_url(self) -> str:
        return reverse("tournaments:hook", args=[self.league.slug, self.pk])

    @property
    def signed(self) -> bool:
        """Discord proves nothing, and needs no proof: its address is the secret."""
        return self.kind == self.Kind.GENERIC


class Delivery(models.Model):
    """One message to one webhook, as it is sent: written in the transaction of what it tells of.

    ``key`` names it at the receiver, the same at every attempt. ``next_try`` is when it is due, and, while it is being
    sent, when somebody else may take it for lost.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        DELIVERED = "delivered", _("Delivered")
        GIVEN_UP = "given_up", _("Given up")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    event = models.CharField(max_length=30)
    body = models.TextField()
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now)
    tried = models.DateTimeField(null=True, blank=True)
    next_try = models.DateTimeField(null=True, blank=True)
    answered = models.PositiveSmallIntegerField(null=True, blank=True)
    """The status of HTTP; nothing where nobody answered."""
    answer = models.CharField(max_length=ANSWER_LENGTH, blank=True)
    """How the answer begins, or why there was none."""

    class Meta:
        ordering = ["-created", "-pk"]
        verbose_name_plural = "deliveries"
        indexes = [models.Index(fields=["next_try"], condition=Q(status="waiting"), name="delivery_due")]

    def __str__(self) -> str:
        return f"{self.event} to {self.webhook}"


class MatchMail(models.Model):
    """A mail after a match for one of its coaches who wants it: written with the match, and claimed before it is sent.

    ``sent`` is when it was claimed; a mail that was not taken is claimed by nobody again.
    """

    act = models.ForeignKey(Act, on_delete=models.CASCADE, related_name="match_mails")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    created = models.DateTimeField(default=timezone.now)
    sent = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["created", "pk"]
        constraints = [models.UniqueConstraint(fields=["act", "user", "team"], name="match_mail_once")]

    def __str__(self) -> str:
        return f"{self.act} to {self.user}"
