"""Competitions in the web admin: to be looked through and searched. What is done with them is done on their pages."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.admin import OfOwnLeagues, OwnLeaguesAdmin
from tournaments.models import Competition, Entry, Pairing, Round


def _link(address: str) -> str:
    return format_html('<a href="{}">{}</a>', address, gettext("open"))


def _part(competition: Competition, route: str, *numbers: int) -> str:
    return _link(reverse(f"tournaments:{route}", args=[competition.league.slug, competition.slug, *numbers]))


@admin.register(Competition)
class CompetitionAdmin(OwnLeaguesAdmin):
    list_display = ["name", "league", "season", "kind", "state", "organiser", "entrants", "starts", "page"]
    list_filter = ["state", "kind", ("league", OfOwnLeagues)]
    list_select_related = ["league", "season", "organiser"]
    search_fields = ["name", "trophy"]
    date_hierarchy = "starts"
    exclude = ["settings", "prizes"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        there = Count("entries", filter=Q(entries__state=Entry.State.IN))
        return super().get_queryset(request).annotate(entrants=there)

    @admin.display(description=_("Entries"), ordering="entrants")
    def entrants(self, competition: Any) -> int:
        count: int = competition.entrants
        return count

    @admin.display(description=_("Page"))
    def page(self, competition: Competition) -> str:
        return _link(competition.get_absolute_url())


@admin.register(Entry)
class EntryAdmin(OwnLeaguesAdmin):
    league_lookup = "competition__league"
    list_display = [
        "name",
        "number",
        "competition",
        "coach",
        "race",
        "naf_number",
        "division",
        "state",
        "page",
    ]
    list_filter = ["state", ("competition__league", OfOwnLeagues), "competition__kind"]
    list_select_related = ["competition__league"]
    search_fields = ["name", "coach", "race", "club", "squad", "=naf_number"]
    date_hierarchy = "entered"

    @admin.display(description=_("Page"))
    def page(self, entry: Entry) -> str:
        return _part(entry.competition, "competition_entry", entry.number)


@admin.register(Round)
class RoundAdmin(OwnLeaguesAdmin):
    league_lookup = "stage__competition__league"
    list_display = ["__str__", "number", "state", "publish_at", "clock_until", "page"]
    list_filter = ["state", "stage__format", ("stage__competition__league", OfOwnLeagues)]
    list_select_related = ["stage__competition__league"]
    search_fields = ["name", "stage__name", "stage__competition__name"]

    @admin.display(description=_("Page"))
    def page(self, round: Round) -> str:
        return _part(round.stage.competition, "competition_round", round.stage.number, round.number)


@admin.register(Pairing)
class PairingAdmin(OwnLeaguesAdmin):
    league_lookup = "round__stage__competition__league"
    list_display = [
        "__str__",
        "round",
        "table",
        "kind",
        "outcome",
        "home_td",
        "away_td",
        "decided_at",
        "page",
    ]
    list_filter = ["kind", "outcome", "round__state", ("round__stage__competition__league", OfOwnLeagues)]
    list_select_related = ["home", "away", "round__stage__competition__league"]
    search_fields = ["home__name", "away__name", "home__coach", "away__coach"]
    exclude = ["reports"]
    date_hierarchy = "decided_at"

    @admin.display(description=_("Page"))
    def page(self, pairing: Pairing) -> str:
        return _part(pairing.round.stage.competition, "competition_match", pairing.pk)
