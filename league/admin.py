"""Leagues in the web admin. ``OwnLeaguesAdmin`` stands before the admin of every app.

Nothing here stores a row itself: saving and deleting are the same domain calls that the pages make.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.admin import UserAdmin
from django.db import transaction
from django.db.models import ForeignKey, Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.questions import Refusal
from league.domain import bulletins, house_rules, invitations, leagues, members
from league.domain.invitations import DAYS, DAYS_MAX
from league.domain.names import checked_name
from league.domain.queries import leagues_run_by
from league.forms import HouseRulesField, edition_choices, said_at_the_field
from league.models import NAME_LENGTH, Bulletin, Invitation, League, Membership, Role, Season, User

POINTS = ("win_points", "draw_points", "loss_points")
LISTED = 50
"""Rows that a page lists before it asks whether an action is meant."""


class OfOwnLeagues(admin.RelatedFieldListFilter):
    """Filters by what belongs to the person's own leagues: names of others are none of a commissioner's business."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> Any:
        own: QuerySet[Any] = leagues_run_by(request.user)
        if field.related_model is not League:
            own = field.related_model._default_manager.filter(league__in=own)
        ordering = self.field_admin_ordering(field, request, model_admin)
        choices: Any = field.get_choices(
            include_blank=False, ordering=ordering, limit_choices_to={"pk__in": own.values("pk")}
        )
        return choices


class OwnLeaguesAdmin(admin.ModelAdmin[Any]):
    """Shows what belongs to leagues that the person runs, and nothing else. Read-only unless a class says more.

    ``league_lookup`` leads from the model to its league ("pk" for the league itself). A refusal of a domain call is
    said at the head of the page.
    """

    league_lookup = "league"
    can_add = False
    can_change = False
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return (
            super()
            .get_queryset(request)
            .filter(**{f"{self.league_lookup}__in": leagues_run_by(request.user)})
        )

    def _may(self, request: HttpRequest, obj: Model | None, allowed: bool = True) -> bool:
        if not (allowed and self.admin_site.has_permission(request)):
            return False
        return obj is None or self.get_queryset(request).filter(pk=obj.pk).exists()

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self._may(request, None)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self._may(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self._may(request, None, self.can_add)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self._may(request, obj, self.can_change)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self._may(request, obj, self.can_delete)

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any], request: HttpRequest, **options: Any
    ) -> Any:
        """Only the person's own leagues, and only what belongs to them, can be picked."""
        if db_field.related_model is League:
            options["queryset"] = leagues_run_by(request.user)
        elif hasattr(db_field.related_model, "league"):
            options["queryset"] = db_field.related_model._default_manager.filter(
                league__in=leagues_run_by(request.user)
            )
        return super().formfield_for_foreignkey(db_field, request, **options)

    def changeform_view(self, request: HttpRequest, *args: Any, **options: Any) -> HttpResponse:
        try:
            return super().changeform_view(request, *args, **options)
        except Refusal as refusal:
            return self.say(request, refusal)

    def delete_view(self, request: HttpRequest, *args: Any, **options: Any) -> HttpResponse:
        try:
            return super().delete_view(request, *args, **options)
        except Refusal as refusal:
            return self.say(request, refusal)

    def changelist_view(self, request: HttpRequest, *args: Any, **options: Any) -> HttpResponse:
        try:
            return super().changelist_view(request, *args, **options)
        except Refusal as refusal:
            return self.say(request, refusal)

    def say(self, request: HttpRequest, refusal: Refusal) -> HttpResponse:
        """Back to the page that asked, with everything that stood in the way."""
        for problem in refusal.problems:
            self.message_user(request, problem.message, messages.ERROR)
        return HttpResponseRedirect(request.get_full_path())

    def to_the_page_of(
        self, request: HttpRequest, queryset: QuerySet[Any], address: Callable[[Any], str]
    ) -> HttpResponse | None:
        """For an action that is about one row: to its page, or a word that one has to be selected."""
        rows = list(queryset[:2])
        if len(rows) != 1:
            self.message_user(request, gettext("Select one, and only one."), messages.ERROR)
            return None
        return HttpResponseRedirect(address(rows[0]))

    def asked_first(self, request: HttpRequest, queryset: QuerySet[Any], title: str) -> HttpResponse | None:
        """For an action that changes something: the page that asks whether it is meant, and nothing once it is."""
        if "confirmed" in request.POST:
            return None
        context = {
            **self.admin_site.each_context(request),
            "title": title,
            "opts": self.opts,
            "rows": queryset[:LISTED],
            "count": queryset.count(),
            "action": request.POST.get("action", ""),
            "across": request.POST.get("select_across", "0"),
            "selected": request.POST.getlist(ACTION_CHECKBOX_NAME),
        }
        return TemplateResponse(request, "league/admin/confirm.html", context)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for row in queryset:
            self.delete_model(request, row)


class LeagueForm(forms.ModelForm[League]):
    """A league as the pages have it."""

    house_rules = HouseRulesField(label=_("House rules"))
    edition = forms.ChoiceField(choices=edition_choices, label=_("Edition"))

    class Meta:
        model = League
        fields = ["name", "edition", "public", "dice_policy", *POINTS, "house_rules"]

    def clean_name(self) -> str:
        with said_at_the_field():
            return checked_name(self.cleaned_data["name"], self.instance if self.instance.pk else None)[0]

    def clean_house_rules(self) -> dict[str, Any]:
        edition = self.cleaned_data.get("edition") or self.instance.edition
        with said_at_the_field():
            return house_rules.check(edition, self.cleaned_data["house_rules"])


@admin.register(League)
class LeagueAdmin(OwnLeaguesAdmin):
    """Staff open leagues; commissioners change how their own are run. A league is never deleted."""

    league_lookup = "pk"
    can_change = True
    form = LeagueForm
    list_display = ["name", "edition", "public", "dice_policy", "created", "archive"]
    list_filter = ["public", "edition", "dice_policy", "language"]
    search_fields = ["name", "slug"]
    date_hierarchy = "created"

    @admin.display(description=_("archive"))
    def archive(self, league: League) -> str:
        """Where the whole league is downloaded as one file."""
        return format_html(
            '<a href="{}">{}</a>', reverse("tournaments:archive", args=[league.slug]), gettext("Download")
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_staff)

    def get_readonly_fields(self, request: HttpRequest, obj: League | None = None) -> list[str]:
        return ["edition", "slug", "sequence", "created", "archive"] if obj else []

    def get_fields(self, request: HttpRequest, obj: League | None = None) -> list[Any]:
        return [*LeagueForm.Meta.fields, *(["slug", "sequence", "created", "archive"] if obj else [])]

    def save_model(self, request: HttpRequest, obj: League, form: Any, change: bool) -> None:
        given = dict(form.cleaned_data)
        if change:
            leagues.change_settings(request.user, League.objects.get(pk=obj.pk), **given)
        else:
            obj.pk = leagues.create_league(request.user, **given).pk


class SeasonForm(forms.ModelForm[Season]):
    name = forms.CharField(
        max_length=NAME_LENGTH, required=False, label=_("Name"), help_text=_("Otherwise it is numbered.")
    )

    class Meta:
        model = Season
        fields = ["league", "name"]


@admin.register(Season)
class SeasonAdmin(OwnLeaguesAdmin):
    """A new season closes the one before."""

    can_add = True
    form = SeasonForm
    list_display = ["name", "league", "number", "current"]
    list_filter = ["current", ("league", OfOwnLeagues)]
    list_select_related = ["league"]
    search_fields = ["name", "league__name"]

    def save_model(self, request: HttpRequest, obj: Season, form: Any, change: bool) -> None:
        season = leagues.open_season(request.user, obj.league, form.cleaned_data["name"])
        obj.pk, obj.name = season.pk, season.name


@admin.register(Membership)
class MembershipAdmin(OwnLeaguesAdmin):
    """Roles. People come in by an invitation; only staff take somebody in without one."""

    can_change = True
    can_delete = True
    fields = ["user", "league", "role"]
    autocomplete_fields = ["user"]
    list_display = ["user", "league", "role", "joined"]
    list_filter = ["role", ("league", OfOwnLeagues)]
    list_select_related = ["league", "user"]
    search_fields = ["user__username", "league__name"]
    date_hierarchy = "joined"
    actions = ["make_commissioners", "make_coaches"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_staff)

    def get_readonly_fields(self, request: HttpRequest, obj: Membership | None = None) -> list[str]:
        return ["user", "league"] if obj else []

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        if change:
            members.set_role(request.user, obj.league, obj.user_id, obj.role)
        else:
            obj.pk = members.add(request.user, obj.league, obj.user, obj.role).pk

    @admin.action(description=_("Make the selected members commissioners"), permissions=["change"])
    def make_commissioners(self, request: HttpRequest, queryset: QuerySet[Membership]) -> HttpResponse | None:
        return self._set_role(request, queryset, Role.COMMISSIONER, gettext("Make them commissioners?"))

    @admin.action(description=_("Make the selected members coaches"), permissions=["change"])
    def make_coaches(self, request: HttpRequest, queryset: QuerySet[Membership]) -> HttpResponse | None:
        return self._set_role(request, queryset, Role.COACH, gettext("Make them coaches?"))

    def _set_role(
        self, request: HttpRequest, queryset: QuerySet[Membership], role: str, title: str
    ) -> HttpResponse | None:
        asked = self.asked_first(request, queryset, title)
        if asked is None:
            with transaction.atomic():
                for member in queryset.select_related("league"):
                    members.set_role(request.user, member.league, member.user_id, role)
            self.message_user(request, gettext("The roles are changed."), messages.SUCCESS)
        return asked

    def delete_model(self, request: HttpRequest, obj: Membership) -> None:
        members.remove(request.user, obj.league, obj.user_id)


class InvitationForm(forms.ModelForm[Invitation]):
    days = forms.IntegerField(min_value=1, max_value=DAYS_MAX, initial=DAYS, label=_("Good for days"))

    class Meta:
        model = Invitation
        fields = ["league", "role"]


@admin.register(Invitation)
class InvitationAdmin(OwnLeaguesAdmin):
    """Links that let people in; deleting one revokes it."""

    can_add = True
    can_delete = True
    form = InvitationForm
    list_display = ["league", "role", "status", "link", "created_by", "expires", "used_by"]
    list_filter = ["role", ("league", OfOwnLeagues)]
    list_select_related = ["league", "created_by", "used_by"]
    search_fields = ["league__name", "created_by__username", "used_by__username"]
    date_hierarchy = "created"

    @admin.display(description=_("link"))
    def link(self, invitation: Invitation) -> str:
        return reverse("league:invitation", args=[invitation.token])

    def get_fields(self, request: HttpRequest, obj: Invitation | None = None) -> list[Any]:
        seen = ["league", "role", "status", "link", "created_by", "created", "expires", "used_by", "used_at"]
        return seen if obj else ["league", "role", "days"]

    def get_readonly_fields(self, request: HttpRequest, obj: Invitation | None = None) -> list[str]:
        return self.get_fields(request, obj) if obj else []

    def save_model(self, request: HttpRequest, obj: Invitation, form: Any, change: bool) -> None:
        made = invitations.invite(request.user, obj.league, obj.role, form.cleaned_data["days"])
        obj.pk = made.pk

    def delete_model(self, request: HttpRequest, obj: Invitation) -> None:
        invitations.revoke(request.user, obj.league, obj.pk)


@admin.register(Bulletin)
class BulletinAdmin(OwnLeaguesAdmin):
    can_add = True
    can_change = True
    can_delete = True
    fields = ["league", "title", "text"]
    list_display = ["title", "league", "author", "published"]
    list_filter = [("league", OfOwnLeagues)]
    list_select_related = ["league", "author"]
    search_fields = ["title", "text", "author__username"]
    date_hierarchy = "published"

    def get_readonly_fields(self, request: HttpRequest, obj: Bulletin | None = None) -> list[str]:
        return ["league"] if obj else []

    def save_model(self, request: HttpRequest, obj: Bulletin, form: Any, change: bool) -> None:
        written = bulletins.write(request.user, obj.league, obj.pk, obj.title, obj.text)
        obj.pk = written.pk

    def delete_model(self, request: HttpRequest, obj: Bulletin) -> None:
        bulletins.delete(request.user, obj.league, obj.pk)


admin.site.register(User, UserAdmin)
