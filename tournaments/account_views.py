"""One's own account: what is kept about it, as a file, and deleting it."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine.questions import Problem, Refusal
from league.errors import status_of
from league.models import User
from tournaments.domain import accounts


def _own(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    return _page(request)


def _page(request: HttpRequest, problems: tuple[Problem, ...] = (), status: int = 200) -> HttpResponse:
    context = {"obstacles": accounts.obstacles(_own(request)), "problems": problems}
    return render(request, "account/data.html", context, status=status)


@require_safe
@login_required
def account_file(request: HttpRequest) -> HttpResponse:
    response = JsonResponse(
        accounts.export(_own(request)), json_dumps_params={"indent": 1, "ensure_ascii": False}
    )
    response["Content-Disposition"] = 'attachment; filename="dugout-account.json"'
    response["Cache-Control"] = "no-store"
    return response


@require_POST
@login_required
def delete_account(request: HttpRequest) -> HttpResponse:
    # Whoever finds a session open is not to guess the password here.
    too_often = ratelimit.consume_or_429(request, action="reauthenticate", user=request.user)
    if too_often is not None:
        return too_often
    try:
        pseudonym = accounts.delete(_own(request), request.POST.get("password", ""))
    except Refusal as refusal:
        return _page(request, refusal.problems, status_of(refusal))
    logout(request)
    messages.success(
        request,
        _("Your account is deleted. What you played stays, as that of “{pseudonym}”.").format(
            pseudonym=pseudonym
        ),
    )
    return redirect("league:front")
