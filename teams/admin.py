"""Teams in the web admin: a commissioner accepts them; rosters and the ledger are read only."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join

from engine.questions import Refusal
from league.admin import OwnLeaguesAdmin
from teams.domain import drafting, queries
from teams.models import Act, Player, Team, TradeOffer


@admin.register(Team)
class TeamAdmin(OwnLeaguesAdmin):
    """A projection of the ledger: nothing is changed here but that a team is accepted."""

    list_display = ["name", "league", "race", "coach", "accepted", "strength", "treasury", "page"]
    list_filter = ["accepted", "league"]
    list_select_related = ["league", "coach"]
    search_fields = ["name"]
    actions = ["accept"]

    @admin.display(description="Team page")
    def page(self, team: Team) -> str:
        return format_html('<a href="{}">open</a>', team.get_absolute_url())

    # Whoever sees a team here runs its league; seeing is what the action asks for.
    @admin.action(description="Accept the teams", permissions=["view"])
    def accept(self, request: HttpRequest, queryset: QuerySet[Team]) -> None:
        by: Any = request.user
        accepted = 0
        for team in queryset.select_related("league"):
            try:
                drafting.accept_team(by, team)
            except Refusal as refusal:
                self.message_user(request, refusal.message, messages.ERROR)
            else:
                accepted += 1
        if accepted:
            self.message_user(request, f"Accepted: {accepted}.", messages.SUCCESS)


@admin.register(Player)
class PlayerAdmin(OwnLeaguesAdmin):
    league_lookup = "team__league"
    list_display = ["name", "team", "number", "position", "spp", "owed", "status"]
    list_filter = ["status", "team__league"]
    list_select_related = ["team"]
    search_fields = ["name", "team__name"]


@admin.register(Act)
class ActAdmin(OwnLeaguesAdmin):
    """The ledger. Acts are only ever added, and by nobody here."""

    list_display = ["sequence", "league", "kind", "by", "as_commissioner", "at"]
    list_filter = ["kind", "as_commissioner", "league"]
    list_select_related = ["league", "by"]
    fields = [
        "league",
        "sequence",
        "kind",
        "by",
        "as_commissioner",
        "at",
        "did",
        "parameters",
        "answers",
        "idempotency_key",
        "replaced_by",
    ]
    readonly_fields = ["did"]

    @admin.display(description="What it did")
    def did(self, act: Act) -> str:
        told = queries.told(act.league, [act])[0]
        return format_html_join(
            "",
            "<p><strong>{}</strong></p>{}",
            (
                (team.name, format_html_join("", "<p>{}</p>", ((one,) for one in sentences)))
                for team, sentences in told.teams
            ),
        )


@admin.register(TradeOffer)
class TradeOfferAdmin(OwnLeaguesAdmin):
    """What teams offer each other. It is offered and answered on the pages of the teams."""

    list_display = ["id", "league", "first", "second", "status", "offered", "answered", "page"]
    list_filter = ["status", "league"]
    list_select_related = ["league", "first", "second"]
    search_fields = ["first__name", "second__name"]

    @admin.display(description="Page of the offer")
    def page(self, offer: TradeOffer) -> str:
        return format_html('<a href="{}">open</a>', offer.get_absolute_url())
