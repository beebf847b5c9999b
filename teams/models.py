"""Teams, their players, and the ledger that both are projected from. What may be done with them is in ``teams.domain``.

``Act`` and ``RosterEvents`` are the truth and are only ever added to. ``Team`` and ``Player`` are written in one
place, ``teams.domain.ledger``.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from league.models import NAME_KEY_LENGTH, NAME_LENGTH, SEARCH_KEY_LENGTH, League, User


class Status(models.TextChoices):
    ACTIVE = "active", _("Under contract")
    DEAD = "dead", _("Dead")
    RETIRED = "retired", _("Retired")
    DISMISSED = "dismissed", _("Dismissed")
    LEFT = "left", pgettext_lazy("player", "Left")
    TRADED = "traded", _("Traded")


class Team(models.Model):
    """A team as it stands: ``engine.roster.Roster`` as columns. Gold in gold pieces.

    ``strength`` is what the edition calls rating or team value; ``worth`` is gold; ``spp`` is the sum of the active
    players'.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="teams")
    slug = models.SlugField(max_length=60)
    name = models.CharField(max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=NAME_KEY_LENGTH, editable=False)
    """The name as it is compared: normalised and without case."""
    search_key = models.CharField(max_length=SEARCH_KEY_LENGTH, default="", editable=False, db_index=True)
    """The name as it is searched for: without accents as well."""
    race = models.CharField(max_length=60)
    coach = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="teams")
    accepted = models.BooleanField(default=False)
    withdrawn = models.BooleanField(default=False)
    """A draft that was taken back before it was accepted: it stands in no list, and its name is free."""
    created = models.DateTimeField(auto_now_add=True)

    treasury = models.IntegerField(default=0)
    rerolls = models.PositiveSmallIntegerField(default=0)
    reroll_price = models.PositiveIntegerField(default=0)
    fan_factor = models.SmallIntegerField(default=0)
    assistant_coaches = models.PositiveSmallIntegerField(default=0)
    cheerleaders = models.PositiveSmallIntegerField(default=0)
    apothecary = models.PositiveSmallIntegerField(default=0)
    won = models.PositiveSmallIntegerField(default=0)
    drawn = models.PositiveSmallIntegerField(default=0)
    lost = models.PositiveSmallIntegerField(default=0)
    touchdowns_for = models.PositiveIntegerField(default=0)
    touchdowns_against = models.PositiveIntegerField(default=0)
    casualties_for = models.PositiveIntegerField(default=0)
    casualties_against = models.PositiveIntegerField(default=0)
    stadium = models.CharField(max_length=60, blank=True)
    stadium_value = models.PositiveIntegerField(default=0)
    stadium_broken = models.BooleanField(default=False)
    trophies = models.JSONField(default=list)
    strength = models.IntegerField(default=0)
    worth = models.IntegerField(default=0)
    spp = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["league", "name_key"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "name_key"], condition=Q(withdrawn=False), name="team_name_once"
            ),
            models.UniqueConstraint(fields=["league", "slug"], name="team_slug_once"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("teams:team", args=[self.league.slug, self.slug])

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


class Player(models.Model):
    """A player as he stands: ``engine.roster.Player`` as columns. Gold in gold pieces.

    ``uid`` is his place in the team's history, never given to another. ``owed`` counts the star player rolls that he
    may make now.
    """

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="players")
    uid = models.PositiveIntegerField()
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    search_key = models.CharField(max_length=SEARCH_KEY_LENGTH, default="", editable=False, db_index=True)
    """The name as it is searched for: without case and accents."""
    position = models.CharField(max_length=60)
    price = models.PositiveIntegerField()
    start = models.JSONField()
    stats = models.JSONField()
    skills = models.JSONField(default=list)
    gained = models.JSONField(default=list)
    spp = models.PositiveIntegerField(default=0)
    completions = models.PositiveIntegerField(default=0)
    touchdowns = models.PositiveIntegerField(default=0)
    interceptions = models.PositiveIntegerField(default=0)
    casualties = models.PositiveIntegerField(default=0)
    mvps = models.PositiveIntegerField(default=0)
    matches = models.PositiveIntegerField(default=0)
    advances = models.PositiveSmallIntegerField(default=0)
    value = models.PositiveIntegerField(default=0)
    niggling = models.PositiveSmallIntegerField(default=0)
    misses_next = models.BooleanField(default=False)
    injuries = models.JSONField(default=list)
    status = models.CharField(max_length=10, choices=Status, default=Status.ACTIVE)
    fate = models.TextField(blank=True)
    owed = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["team", "number", "uid"]
        constraints = [models.UniqueConstraint(fields=["team", "uid"], name="player_once")]
        indexes = [models.Index(fields=["team", "status"], name="player_by_status")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("teams:player", args=[self.team.league.slug, self.team.slug, self.uid])

    @property
    def worth(self) -> int:
        """Gold pieces: his price, and what his improvements add to it."""
        return self.price + self.value

    @property
    def active(self) -> bool:
        return self.status == Status.ACTIVE


class Act(models.Model):
    """One person's one change, with its answers. ``sequence`` counts the acts of a league from 1.

    ``place`` is where the act stands in the order of the league's history: its own number, or the place of the act that
    it replaces. ``replaced_by`` is the act that stands in its place since the ledger was amended; an act that was
    undone or made void is replaced by one without events. ``amendment`` is the first act of the amendment that it
    belongs to, itself included. ``at`` is when the thing happened, ``recorded`` when the ledger was told.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="acts")
    sequence = models.PositiveIntegerField()
    place = models.PositiveIntegerField()
    kind = models.CharField(max_length=30)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="acts")
    as_commissioner = models.BooleanField(default=False)
    at = models.DateTimeField()
    recorded = models.DateTimeField()
    parameters = models.JSONField(default=dict)
    answers = models.JSONField(default=list)
    idempotency_key = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001 (NULLs do not collide)
    replaced_by = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="replaces"
    )
    amendment = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="amended_acts"
    )

    class Meta:
        ordering = ["league", "-sequence"]
        constraints = [
            models.UniqueConstraint(fields=["league", "sequence"], name="act_sequence_once"),
            models.UniqueConstraint(fields=["league", "idempotency_key"], name="act_key_once"),
            models.UniqueConstraint(
                fields=["league", "place"], condition=Q(replaced_by=None), name="act_place_once"
            ),
        ]

    def __str__(self) -> str:
        return gettext("Act {number}: {kind}").format(number=self.sequence, kind=self.kind.replace("_", " "))


class RosterEvents(models.Model):
    """What an act did to one roster: JSON of ``engine.roster.encode_events``."""

    act = models.ForeignKey(Act, on_delete=models.PROTECT, related_name="roster_events")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="roster_events")
    events = models.TextField()

    class Meta:
        ordering = ["act", "team"]
        verbose_name_plural = "roster events"
        constraints = [models.UniqueConstraint(fields=["act", "team"], name="roster_events_once")]

    def __str__(self) -> str:
        return f"{self.act}, {self.team}"


class Improvement(models.Model):
    """A star player roll in progress: the answers so far, stored the moment they are given.

    ``player`` is the player's number in the ledger. ``version`` counts the changes: whoever answers names the version
    that they saw. ``rolled`` holds the places (from 1) of the answers whose dice Dugout itself rolled. ``act`` is what
    it came to.
    """

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="improvements")
    player = models.PositiveIntegerField()
    answers = models.JSONField(default=list)
    rolled = models.JSONField(default=list)
    version = models.PositiveIntegerField(default=0)
    open = models.BooleanField(default=True)
    act = models.ForeignKey(Act, on_delete=models.PROTECT, null=True, blank=True, related_name="improvements")
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["team", "player", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["team", "player"], condition=Q(open=True), name="improvement_one_open"
            )
        ]

    def __str__(self) -> str:
        return gettext("Improvement of player {number} of {team}").format(number=self.player, team=self.team)


class OfferStatus(models.TextChoices):
    OPEN = "open", _("Open")
    ACCEPTED = "accepted", _("Accepted")
    REFUSED = "refused", _("Refused")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class TradeOffer(models.Model):
    """A deal that one team offers another; once the other accepts it, it is an act of both ledgers.

    ``number`` counts the offers of a league from 1.
    ``deal`` is ``engine.acts.Deal`` as ``first`` gives and gets. The commissioner may offer and answer for either team:
    ``offered_as_commissioner`` and the act say so.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="trade_offers")
    number = models.PositiveIntegerField()
    first = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="offers_made")
    second = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="offers_received")
    deal = models.JSONField()
    words = models.CharField(max_length=500, blank=True)
    """What the one side says to the other."""
    status = models.CharField(max_length=10, choices=OfferStatus, default=OfferStatus.OPEN)
    offered_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="offers_made")
    offered_as_commissioner = models.BooleanField(default=False)
    offered = models.DateTimeField()
    answered_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="offers_answered"
    )
    answered = models.DateTimeField(null=True, blank=True)
    act = models.ForeignKey(Act, on_delete=models.PROTECT, null=True, blank=True, related_name="trade_offers")

    class Meta:
        ordering = ["league", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="trade_number_once"),
            models.CheckConstraint(condition=~Q(first=models.F("second")), name="trade_of_two_teams"),
            models.CheckConstraint(
                condition=Q(act=None) | Q(status=OfferStatus.ACCEPTED), name="trade_act_when_accepted"
            ),
        ]

    def __str__(self) -> str:
        return gettext("Offer {number} of {team} to {other}").format(
            number=self.number, team=self.first, other=self.second
        )

    def get_absolute_url(self) -> str:
        return reverse("teams:trade", args=[self.league.slug, self.number])

    @property
    def open(self) -> bool:
        return self.status == OfferStatus.OPEN
