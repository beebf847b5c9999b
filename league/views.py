"""Pages of a league itself. ``league_page`` stands before the pages of every app."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine.questions import Refusal
from league.domain import (
    invitations,
    languages,
    leagues,
    members,
    queries,
    roles,
    tokens,
)
from league.domain.roles import Viewer
from league.forms import InvitationForm, LeagueForm, SeasonForm, SettingsForm
from league.models import League, Role

Rest = ParamSpec("Rest")
LeagueView = Callable[Concatenate[HttpRequest, League, Viewer, Rest], HttpResponseBase]

LEAGUES_ON_A_PAGE = 30


def league_page(
    required: roles.Required = "reader",
) -> Callable[[LeagueView[Rest]], Callable[..., HttpResponseBase]]:
    """Loads the league that ``<slug:league>`` of the address names, and who asks; both also reach the templates.

    Strangers get 404 for a private league, and whoever may read the league but not do this gets 403.
    """

    def decorate(view: LeagueView[Rest]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def page(request: HttpRequest, league: str, **rest: Any) -> HttpResponseBase:
            found, viewer = queries.get_league(league, request.user)
            request.league, request.viewer = found, viewer  # type: ignore[attr-defined]
            languages.speak_as(found, request)
            roles.require(viewer, required)
            return view(request, found, viewer, **rest)  # type: ignore[call-arg]

        return page

    return decorate


def refused(form: Any, refusal: Refusal) -> None:
    """Shows a refusal above the form that it answers, which keeps what was typed."""
    for problem in refusal.problems:
        form.add_error(None, problem.message)


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """Leagues that the visitor may read; their own first."""
    mine = queries.own_leagues(request.user)
    page = Paginator(queries.other_leagues(request.user), LEAGUES_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "league/front.html", {"mine": mine, "page": page})


def create(request: HttpRequest) -> HttpResponse:
    roles.require_staff(request.user)
    form = LeagueForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            league = leagues.create_league(request.user, **form.cleaned_data)
        except Refusal as refusal:
            refused(form, refusal)
        else:
            messages.success(request, _("{league} is open. Invite its coaches.").format(league=league.name))
            return redirect("league:members", league.slug)
    return render(request, "league/create.html", {"form": form}, status=400 if form.errors else 200)


@league_page("commissioner")
def settings(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    form = SettingsForm(request.POST or None, league=league, initial=leagues.settings_of(league))
    if request.method == "POST" and form.is_valid():
        try:
            leagues.change_settings(request.user, league, **form.cleaned_data)
        except Refusal as refusal:
            refused(form, refusal)
        else:
            messages.success(request, _("The settings are changed."))
            return redirect("league:settings", league.slug)
    seasons = league.seasons.order_by("-number")
    context = {"form": form, "season_form": SeasonForm(auto_id="season_%s"), "seasons": seasons}
    return render(request, "league/settings.html", context, status=400 if form.errors else 200)


@require_POST
@league_page("commissioner")
def open_season(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    season = leagues.open_season(request.user, league, request.POST.get("name", ""))
    messages.success(request, _("{season} has begun.").format(season=season.name))
    return redirect("league:settings", league.slug)


@require_safe
@league_page()
def members_page(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    context: dict[str, Any] = {"members": queries.members(league)}
    if viewer.is_commissioner:
        context["form"] = InvitationForm()
        context["invitations"] = [
            (invitation, request.build_absolute_uri(reverse("league:invitation", args=[invitation.token])))
            for invitation in queries.invitations(league)
        ]
    return render(request, "league/members.html", context)


@require_POST
@league_page("commissioner")
def invite(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    form = InvitationForm(request.POST)
    if not form.is_valid():
        raise Refusal.of([str(error) for errors in form.errors.values() for error in errors])
    try:
        invitations.invite(request.user, league, **form.cleaned_data)
    except invitations.NotMailed as trouble:
        messages.warning(request, trouble.message)
    else:
        said = _("The invitation is mailed.") if form.cleaned_data["email"] else ""
        messages.success(request, said or _("The invitation is ready: send its link to one person."))
    return redirect(reverse("league:members", args=[league.slug]) + "#links")


@require_POST
@league_page("commissioner")
def revoke(request: HttpRequest, league: League, viewer: Viewer, invitation: int) -> HttpResponse:
    invitations.revoke(request.user, league, invitation)
    messages.success(request, _("The invitation is revoked."))
    return redirect("league:members", league.slug)


@require_POST
@league_page("commissioner")
def change_role(request: HttpRequest, league: League, viewer: Viewer, member: int) -> HttpResponse:
    changed = members.set_role(request.user, league, member, request.POST.get("role", ""))
    said = (
        _("{name} is commissioner now.") if changed.role == Role.COMMISSIONER else _("{name} is coach now.")
    )
    messages.success(request, said.format(name=changed.user.username))
    return redirect("league:members", league.slug)


@require_POST
@league_page()
def remove_member(request: HttpRequest, league: League, viewer: Viewer, member: int) -> HttpResponse:
    members.remove(request.user, league, member)
    if member == request.user.pk:
        messages.success(request, _("You have left {league}.").format(league=league.name))
        return redirect("league:front")
    messages.success(request, _("The member is removed."))
    return redirect("league:members", league.slug)


def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What the link offers; sent back, it takes whoever is logged in into the league."""
    if request.method == "POST":
        member = invitations.accept(request.user, token)
        messages.success(request, _("Welcome to {league}.").format(league=member.league.name))
        return redirect(member.league)
    found = invitations.find(token)
    return render(request, "league/invitation.html", {"invitation": found})


@login_required
def token(request: HttpRequest) -> HttpResponse:
    """The account's own token for the API: shown, made anew, or withdrawn."""
    user = request.user
    assert user.is_authenticated
    if request.method == "POST":
        if "withdraw" in request.POST:
            tokens.withdraw(user)
            messages.success(request, _("The token is withdrawn."))
        else:
            tokens.renew(user)
            messages.success(request, _("This is your new token."))
        return redirect("league:token")
    response = render(request, "league/token.html", {"token": tokens.token_of(user)})
    response["Cache-Control"] = "no-store"
    return response
