"""Matches in the web admin: a commissioner makes fixtures and applies logs; documents and results are read only."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.dice import D6
from engine.questions import Refusal
from league.admin import OfOwnLeagues, OwnLeaguesAdmin
from matches.domain import applying, fixtures, hosting, in_order
from matches.models import Amendment, Fixture, LogStatus, MatchLog, Result
from teams.models import Act

_SET_ONCE = ["league", "home", "away", "stage", "neutral"]
_ASKED = ("as_agreed", "host_die", "roll_for_host", "allow_same_coach")


class FixtureForm(forms.ModelForm[Fixture]):
    as_agreed = forms.BooleanField(required=False, label=_("At home as agreed, whoever owns a home field"))
    host_die = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=D6.faces,
        label=_("Die for the first match of two owners of a home field"),
    )
    roll_for_host = forms.BooleanField(required=False, label=_("Let Dugout roll this die"))
    allow_same_coach = forms.BooleanField(required=False, label=_("Both teams may have the same coach"))

    class Meta:
        model = Fixture
        fields = ["league", "round", "home", "away", "stage", "neutral", "scheduled"]


@admin.register(Fixture)
class FixtureAdmin(OwnLeaguesAdmin):
    """A fixture may be moved to another round or day until it is played, and taken back until a log is there."""

    can_add = True
    can_change = True
    can_delete = True
    form = FixtureForm
    list_display = ["__str__", "league", "season", "round", "stage", "neutral", "scheduled", "status", "page"]
    list_filter = ["status", "stage", ("league", OfOwnLeagues), ("season", OfOwnLeagues)]
    list_select_related = ["league", "season", "home", "away"]
    date_hierarchy = "scheduled"
    search_fields = ["home__name", "away__name"]

    def get_readonly_fields(self, request: HttpRequest, obj: Fixture | None = None) -> list[str]:
        return [*_SET_ONCE, "number", "season", "hosting", "host_die", "status"] if obj else []

    def get_fields(self, request: HttpRequest, obj: Fixture | None = None) -> Any:
        if obj:
            return [*_SET_ONCE, "number", "season", "hosting", "host_die", "status", "round", "scheduled"]
        return [*FixtureForm.Meta.fields, "as_agreed", "host_die", "roll_for_host", "allow_same_coach"]

    @admin.display(description=_("Match page"))
    def page(self, fixture: Fixture) -> str:
        return format_html('<a href="{}">{}</a>', fixture.get_absolute_url(), gettext("open"))

    def save_model(self, request: HttpRequest, obj: Fixture, form: Any, change: bool) -> None:
        by: Any = request.user
        if change:
            fixtures.reschedule(by, obj, obj.round, obj.scheduled)
            return
        made = fixtures.make_fixture(
            by,
            obj.league,
            obj.home,
            obj.away,
            obj.round,
            obj.scheduled,
            stage=obj.stage,
            neutral=obj.neutral,
            **{name: form.cleaned_data[name] for name in _ASKED},
        )
        obj.pk, obj.number = made.pk, made.number
        for one in hosting.uneven_with(made):
            self.message_user(
                request, gettext("Not evenly shared: {what}").format(what=one), messages.WARNING
            )

    def delete_model(self, request: HttpRequest, obj: Fixture) -> None:
        by: Any = request.user
        fixtures.cancel(by, obj)


@admin.register(MatchLog)
class MatchLogAdmin(OwnLeaguesAdmin):
    """Logs as they were handed in. Applying is the same domain call as on the league's pages."""

    league_lookup = "fixture__league"
    fields = [
        "fixture",
        "status",
        "origin",
        "version",
        "submitted_by",
        "message",
        "undone",
        "act",
        "created",
        "updated",
        "document",
        "source_digest",
        "matching",
    ]
    list_display = ["__str__", "status", "origin", "submitted_by", "updated", "page"]
    list_filter = ["status", "origin", ("fixture__league", OfOwnLeagues)]
    search_fields = ["fixture__home__name", "fixture__away__name", "submitted_by__username"]
    date_hierarchy = "updated"
    list_select_related = ["fixture__league", "fixture__home", "fixture__away", "submitted_by"]
    actions = ["preview_log", "apply_logs", "undo_match"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        found = super().get_queryset(request)
        return found.select_related(
            "fixture__league", "fixture__home", "fixture__away", "submitted_by", "act"
        )

    @admin.display(description=_("Preview"))
    def page(self, log: MatchLog) -> str:
        return format_html('<a href="{}">{}</a>', _preview_address(log), gettext("open"))

    @admin.action(description=_("Preview the selected log"))
    def preview_log(self, request: HttpRequest, queryset: QuerySet[MatchLog]) -> HttpResponse | None:
        log = queryset.first()
        if log is None or queryset.count() != 1:
            self.message_user(request, gettext("Select one log to preview."), messages.ERROR)
            return None
        response = HttpResponse(status=302)
        response["Location"] = _preview_address(log)
        return response

    @admin.action(description=_("Apply the selected logs"))
    def apply_logs(self, request: HttpRequest, queryset: QuerySet[MatchLog]) -> HttpResponse | None:
        logs = queryset.order_by(*in_order.ORDER)
        asked = self.asked_first(
            request, logs, gettext("Apply these logs in this order? Rosters and tables change.")
        )
        if asked is not None:
            return asked
        by: Any = request.user
        for log in logs:
            try:
                result = applying.apply_or_queue(log, by)
            except Refusal as refusal:
                self.message_user(request, f"{log}: {refusal.message}", messages.ERROR)
            else:
                said = (
                    gettext("Applied: {result}.").format(result=result)
                    if result
                    else gettext("{log} is being applied.").format(log=log)
                )
                self.message_user(request, said, messages.SUCCESS)
        return None

    @admin.action(description=_("Undo the match of the selected log"), permissions=["view"])
    def undo_match(self, request: HttpRequest, queryset: QuerySet[MatchLog]) -> HttpResponse | None:
        """To the page that says what would follow; nothing is undone here."""
        applied = queryset.filter(status=LogStatus.APPLIED)
        return self.to_the_page_of(request, applied, lambda log: _undo_address(log.act))


def _undo_address(act: Act) -> str:
    return reverse("matches:undo_act", args=[act.league.slug, act.sequence])


def _preview_address(log: MatchLog) -> str:
    fixture = log.fixture
    return f"{reverse('matches:preview', args=[fixture.league.slug, fixture.number])}?log={log.pk}"


@admin.register(Result)
class ResultAdmin(OwnLeaguesAdmin):
    league_lookup = "fixture__league"
    list_display = ["__str__", "league", "round", "gate", "weather", "played_at"]
    list_filter = [("fixture__league", OfOwnLeagues), "weather"]
    search_fields = ["fixture__home__name", "fixture__away__name"]
    date_hierarchy = "played_at"
    list_select_related = ["fixture__league", "fixture__home", "fixture__away"]
    exclude = ["facts"]
    actions = ["correct_match", "undo_match"]

    @admin.action(description=_("Correct the selected match"), permissions=["view"])
    def correct_match(self, request: HttpRequest, queryset: QuerySet[Result]) -> HttpResponse | None:
        def address(result: Result) -> str:
            return reverse("matches:correct", args=[result.act.league.slug, result.act.sequence])

        return self.to_the_page_of(request, queryset, address)

    @admin.action(description=_("Undo the selected match"), permissions=["view"])
    def undo_match(self, request: HttpRequest, queryset: QuerySet[Result]) -> HttpResponse | None:
        """To the page that says what would follow; nothing is undone here."""
        return self.to_the_page_of(request, queryset, lambda result: _undo_address(result.act))

    @admin.display(ordering="fixture__league")
    def league(self, result: Result) -> str:
        return str(result.fixture.league)

    @admin.display(ordering="fixture__round")
    def round(self, result: Result) -> int:
        return result.fixture.round


@admin.register(Amendment)
class AmendmentAdmin(OwnLeaguesAdmin):
    """Corrections of the past. They are prepared and committed on their own pages."""

    list_display = ["id", "act", "league", "status", "by", "reason", "updated", "page"]
    list_filter = ["status", ("league", OfOwnLeagues)]
    list_select_related = ["league", "act", "by"]
    search_fields = ["reason", "by__username"]
    date_hierarchy = "updated"
    fields = [
        "league",
        "act",
        "status",
        "reason",
        "by",
        "message",
        "settlements",
        "head",
        "created",
        "updated",
    ]

    @admin.display(description=_("Page"))
    def page(self, amendment: Amendment) -> str:
        address = reverse("matches:amendment", args=[amendment.league.slug, amendment.pk])
        return format_html('<a href="{}">{}</a>', address, gettext("open"))
