"""The first hour: the first account of an installation, and the guide of a league that begins."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from engine.questions import Refusal
from league.domain import first_hour, leagues
from league.domain.roles import Viewer
from league.forms import OwnerForm
from league.models import League
from league.views import league_page, refused


@require_http_methods(["GET", "HEAD", "POST"])
def welcome(request: HttpRequest) -> HttpResponse:
    """Makes the first account, and logs it in. Once there is one, this page leads to the front."""
    if request.method != "POST" and not first_hour.is_empty():
        return redirect("league:front")
    form = OwnerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            owner = first_hour.take_over(
                form.cleaned_data["username"], form.cleaned_data["email"], form.cleaned_data["password1"]
            )
        except Refusal as refusal:
            refused(form, refusal)
        else:
            login(request, owner, "django.contrib.auth.backends.ModelBackend")
            messages.success(request, _("This site is yours now. Open your first league."))
            return redirect("league:create")
    return render(request, "league/welcome.html", {"form": form}, status=400 if form.errors else 200)


@require_POST
@league_page("commissioner")
def close_guide(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    leagues.close_guide(request.user, league)
    messages.success(request, _("The first steps are closed. What waits for you is in the office."))
    return redirect(league)
