"""Pages of webhooks: which a league has, and what was delivered to each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.questions import Refusal
from league.domain.roles import Viewer
from league.errors import status_of
from league.models import League
from league.views import league_page
from tournaments.domain import webhooks
from tournaments.hook_forms import WebhookForm
from tournaments.models import Webhook

DELIVERIES_ON_A_PAGE = 10
SECRET = "webhook secret"
"""In the session, until the next page has shown it."""


@require_http_methods(["GET", "HEAD", "POST"])
@league_page(required="commissioner")
def hooks(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    form = WebhookForm(request.POST if request.method == "POST" else None)
    problems: tuple[Any, ...] = ()
    if request.method == "POST" and form.is_valid():
        try:
            made = webhooks.add(viewer.person, league, form.wanted)
        except Refusal as refusal:
            problems = refusal.problems
        else:
            return _with_secret(request, made) if made.signed else redirect(made)
    context = {"hooks": _told(webhooks.hooks_of(viewer.person, league)), "form": form, "problems": problems}
    wrong = problems or form.errors
    return render(request, "tournaments/hooks.html", context, status=400 if wrong else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@league_page(required="commissioner")
def hook(request: HttpRequest, league: League, viewer: Viewer, hook: int) -> HttpResponse:
    found = webhooks.find(viewer.person, league, hook)
    if request.method == "POST":
        return _do(request, viewer, found)
    return _page(request, found, WebhookForm(hook=found))


def _do(request: HttpRequest, viewer: Viewer, found: Webhook) -> HttpResponse:
    """What a button says; without one, the form is saved."""
    wanted = request.POST.get("do", "")
    if wanted in BUTTONS:
        return BUTTONS[wanted](request, viewer, found)
    form = WebhookForm(request.POST, hook=found)
    if not form.is_valid():
        return _page(request, found, form, status=400)
    try:
        webhooks.change(viewer.person, found.league, found.pk, form.wanted)
    except Refusal as refusal:
        return _page(request, found, form, refusal.problems, status_of(refusal))
    messages.success(request, _("The webhook is saved."))
    return redirect(found)


def _page(
    request: HttpRequest, found: Webhook, form: WebhookForm, problems: Any = (), status: int = 200
) -> HttpResponse:
    pages = Paginator(webhooks.deliveries_of(found), DELIVERIES_ON_A_PAGE)
    context = {
        "hook": found,
        "address": webhooks.shown(found.address),
        "form": form,
        "problems": problems,
        "secret": _shown_once(request, found),
        "page": pages.get_page(request.GET.get("page")),
        "names": webhooks.NAMES,
    }
    response = render(request, "tournaments/hook.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response


def _told(found: Any) -> list[dict[str, Any]]:
    """Each with its address as it may be shown, and the names of what it is told of."""
    return [
        {
            "row": one,
            "address": webhooks.shown(one.address),
            "events": [webhooks.NAMES[event] for event in one.events if event in webhooks.NAMES],
        }
        for one in found
    ]


# --- the secret -----------------------------------------------------------------------------------------------


def _with_secret(request: HttpRequest, hook: Webhook) -> HttpResponse:
    request.session[SECRET] = {str(hook.pk): hook.secret}
    return redirect(hook)


def _shown_once(request: HttpRequest, hook: Webhook) -> str:
    """The secret, on the first page after it was made."""
    kept: dict[str, str] = request.session.get(SECRET, {})
    if str(hook.pk) not in kept:
        return ""
    del request.session[SECRET]
    return kept[str(hook.pk)]


# --- buttons --------------------------------------------------------------------------------------------------


def _pause(request: HttpRequest, viewer: Viewer, hook: Webhook) -> HttpResponse:
    webhooks.pause(viewer.person, hook.league, hook.pk)
    messages.success(request, _("{name} is told nothing until you let it go on.").format(name=hook.name))
    return redirect(hook)


def _resume(request: HttpRequest, viewer: Viewer, hook: Webhook) -> HttpResponse:
    webhooks.resume(viewer.person, hook.league, hook.pk)
    messages.success(request, _("{name} is told again what happens.").format(name=hook.name))
    return redirect(hook)


def _rotate(request: HttpRequest, viewer: Viewer, hook: Webhook) -> HttpResponse:
    return _with_secret(request, webhooks.rotate(viewer.person, hook.league, hook.pk))


def _test(request: HttpRequest, viewer: Viewer, hook: Webhook) -> HttpResponse:
    webhooks.send_test(viewer.person, hook.league, hook.pk)
    messages.success(
        request, _("A test goes out within a quarter of a minute; the log below tells what came of it.")
    )
    return redirect(hook)


def _again(request: HttpRequest, viewer: Viewer, hook: Webhook) -> HttpResponse:
    given = request.POST.get("delivery", "")
    webhooks.send_again(viewer.person, hook.league, hook.pk, int(given) if given.isdecimal() else 0)
    messages.success(request, _("It goes out once more, within a quarter of a minute."))
    return redirect(hook)


def _remove(request: HttpRequest, viewer: Viewer, hook: Webhook) -> HttpResponse:
    webhooks.remove(viewer.person, hook.league, hook.pk)
    messages.success(request, _("{name} is removed, and told nothing any more.").format(name=hook.name))
    return redirect("tournaments:hooks", hook.league.slug)


Button = Callable[[HttpRequest, Viewer, Webhook], HttpResponse]
BUTTONS: Mapping[str, Button] = {
    "pause": _pause,
    "resume": _resume,
    "rotate": _rotate,
    "test": _test,
    "again": _again,
    "remove": _remove,
}
