"""Publications in the web admin: they are frozen, and the only thing to do is to publish.

Competitions are in ``tournaments.competing_admin``.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from league.admin import OfOwnLeagues, OwnLeaguesAdmin
from league.models import League
from tournaments import competing_admin as competing_admin
from tournaments.domain import publishing
from tournaments.models import Publication


class PublicationForm(forms.ModelForm[Publication]):
    replace = forms.BooleanField(required=False, label=_("Replace the page of this week, if there is one"))

    class Meta:
        model = Publication
        fields = ["league"]


@admin.register(Publication)
class PublicationAdmin(OwnLeaguesAdmin):
    """Adding one publishes the league as it stands. Neither changed nor deleted."""

    can_add = True
    form = PublicationForm
    list_display = ["__str__", "season", "published_at", "by"]
    list_select_related = ["league", "season", "by"]
    list_filter = ["year", ("league", OfOwnLeagues)]
    search_fields = ["league__name", "season__name"]
    date_hierarchy = "published_at"

    def get_fields(self, request: HttpRequest, obj: Publication | None = None) -> list[Any]:
        if obj is None:
            return ["league", "replace"]
        return [
            "league",
            "season",
            "year",
            "week",
            "published_at",
            "by",
            "sequence",
            "table",
            "results",
            "fixtures",
            "leaders",
            "deaths",
            "bulletin",
        ]

    def save_model(self, request: HttpRequest, obj: Publication, form: Any, change: bool) -> None:
        league: League = form.cleaned_data["league"]
        made = publishing.publish(league, by=request.user, replace=form.cleaned_data["replace"])
        obj.pk, obj.year, obj.week = made.pk, made.year, made.week
