"""Teams in the web admin: a commissioner accepts them; rosters and the ledger are read only."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.questions import Refusal
from league.admin import LeagueAdmin, OfOwnLeagues, OwnLeaguesAdmin
from league.models import League
from teams.domain import drafting, queries, reconciling
from teams.domain.reconciling import Difference
from teams.models import Act, Player, Team, TradeOffer

SAID = 20
"""Differences that a message lists."""

admin.site.unregister(League)


@admin.register(League)
class ProvedLeagueAdmin(LeagueAdmin):
    """A league with what only the apps above it can do: prove its rows against its ledger, and rewrite them."""

    list_display = [*LeagueAdmin.list_display, "proved", "agrees"]
    actions = ["reconcile", "mend"]

    @admin.display(description=_("Agrees with its ledger"), boolean=True)
    def agrees(self, league: League) -> bool | None:
        return None if league.proved is None else not league.differences

    def get_fields(self, request: HttpRequest, obj: League | None = None) -> list[Any]:
        return [*super().get_fields(request, obj), *(["proved", "found"] if obj else [])]

    def get_readonly_fields(self, request: HttpRequest, obj: League | None = None) -> list[str]:
        return [*super().get_readonly_fields(request, obj), *(["proved", "found"] if obj else [])]

    @admin.display(description=_("What differed then"))
    def found(self, league: League) -> str:
        return format_html_join("", "<p>{}</p>", ((line,) for line in league.differences)) or gettext(
            "Nothing."
        )

    # Whoever sees a league here runs it; seeing is what the action asks for.
    @admin.action(description=_("Reconcile: prove every row against the ledger"), permissions=["view"])
    def reconcile(self, request: HttpRequest, queryset: QuerySet[League]) -> None:
        by: Any = request.user
        for league in queryset:
            found = reconciling.reconcile_as(by, league)
            said = ngettext(
                "{league}: {n} value differs from the ledger: {listed}.",
                "{league}: {n} values differ from the ledger: {listed}.",
                len(found),
            )
            self._say(request, league, found, said)

    @admin.action(description=_("Mend: rewrite every row from the ledger"), permissions=["mend"])
    def mend(self, request: HttpRequest, queryset: QuerySet[League]) -> HttpResponse | None:
        asked = self.asked_first(
            request, queryset, gettext("Rewrite the rows of these leagues from the ledger?")
        )
        if asked is not None:
            return asked
        by: Any = request.user
        for league in queryset:
            found = reconciling.mend_as(by, league)
            said = ngettext(
                "{league}: {n} value is mended: {listed}.",
                "{league}: {n} values are mended: {listed}.",
                len(found),
            )
            self._say(request, league, found, said)
        return None

    def has_mend_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_staff)

    def _say(self, request: HttpRequest, league: League, found: tuple[Difference, ...], said: str) -> None:
        if not found:
            self.message_user(
                request,
                gettext("{league} agrees with its ledger.").format(league=league.name),
                messages.SUCCESS,
            )
            return
        listed = "; ".join(str(one) for one in found[:SAID])
        if len(found) > SAID:
            listed = gettext("{listed}; and {more} more").format(listed=listed, more=len(found) - SAID)
        text = said.format(league=league.name, n=len(found), listed=listed)
        self.message_user(request, text, messages.WARNING)


@admin.register(Team)
class TeamAdmin(OwnLeaguesAdmin):
    """A projection of the ledger: nothing is changed here but that a team is accepted."""

    list_display = [
        "name",
        "league",
        "race",
        "coach",
        "accepted",
        "withdrawn",
        "strength",
        "treasury",
        "page",
    ]
    list_filter = ["accepted", "withdrawn", ("league", OfOwnLeagues), "race"]
    list_select_related = ["league", "coach"]
    search_fields = ["name", "race", "coach__username"]
    date_hierarchy = "created"
    actions = ["accept"]

    @admin.display(description=_("Team page"))
    def page(self, team: Team) -> str:
        return format_html(
            '<a href="{}">{}</a>, <a href="{}">{}</a>',
            team.get_absolute_url(),
            gettext("open"),
            reverse("teams:decree", args=[team.league.slug, team.slug]),
            gettext("decree"),
        )

    # Whoever sees a team here runs its league; seeing is what the action asks for.
    @admin.action(description=_("Accept the teams"), permissions=["view"])
    def accept(self, request: HttpRequest, queryset: QuerySet[Team]) -> HttpResponse | None:
        asked = self.asked_first(
            request, queryset, gettext("Accept these teams? They may play from then on.")
        )
        if asked is not None:
            return asked
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
            self.message_user(
                request, gettext("Accepted: {number}.").format(number=accepted), messages.SUCCESS
            )
        return None


@admin.register(Player)
class PlayerAdmin(OwnLeaguesAdmin):
    league_lookup = "team__league"
    list_display = ["name", "team", "number", "position", "spp", "owed", "status"]
    list_filter = ["status", ("team__league", OfOwnLeagues), "position"]
    list_select_related = ["team"]
    search_fields = ["name", "team__name"]


@admin.register(Act)
class ActAdmin(OwnLeaguesAdmin):
    """The ledger. Acts are only ever added, and by nobody here."""

    list_display = [
        "sequence",
        "place",
        "league",
        "kind",
        "by",
        "as_commissioner",
        "at",
        "reason",
        "replaced_by",
    ]
    list_filter = ["kind", "as_commissioner", ("league", OfOwnLeagues)]
    list_select_related = ["league", "by", "replaced_by"]
    search_fields = ["by__username", "=sequence", "roster_events__team__name"]
    date_hierarchy = "at"
    fields = [
        "league",
        "sequence",
        "place",
        "kind",
        "by",
        "as_commissioner",
        "at",
        "recorded",
        "reason",
        "did",
        "parameters",
        "answers",
        "idempotency_key",
        "replaced_by",
        "amendment",
    ]
    readonly_fields = ["did", "reason"]
    actions = ["undo"]

    @admin.action(description=_("Undo the selected act"), permissions=["view"])
    def undo(self, request: HttpRequest, queryset: QuerySet[Act]) -> HttpResponse | None:
        """To the page that says what would follow; nothing is undone here."""
        return self.to_the_page_of(
            request,
            queryset.select_related("league"),
            lambda act: reverse("matches:undo_act", args=[act.league.slug, act.sequence]),
        )

    @admin.display(description=_("Reason"))
    def reason(self, act: Act) -> str:
        return str(act.parameters.get("reason", ""))

    @admin.display(description=_("What it did"))
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

    list_display = ["number", "league", "first", "second", "status", "offered", "answered", "page"]
    list_filter = ["status", ("league", OfOwnLeagues)]
    list_select_related = ["league", "first", "second"]
    date_hierarchy = "offered"
    search_fields = ["first__name", "second__name"]

    @admin.display(description=_("Page of the offer"))
    def page(self, offer: TradeOffer) -> str:
        return format_html('<a href="{}">{}</a>', offer.get_absolute_url(), gettext("open"))
