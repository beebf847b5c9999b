"""The rules of a league: what differs from the book, every value, and how a commissioner changes it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.questions import Refusal
from league.domain import leagues, roles, rule_fields
from league.domain.roles import Viewer
from league.domain.rulebook import rulebook
from league.errors import status_of
from league.forms import typed_rules
from league.models import League
from league.views import league_page

FIND_MOST = 100
"""Characters that are searched for."""
FIELDS_ON_A_PAGE = 60
PARTS = ("unproved", "readings")


@require_http_methods(["GET", "HEAD", "POST"])
@league_page()
def rules(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    """What is played by. ``table`` opens one part of the tables, ``find`` what a word names, ``show`` another part of
    the page: what nobody could prove, or how the text is read.

    A commissioner sends fields back: ``look`` shows what they would change, ``reset`` takes one back to the book and
    ``reset_all`` everything.
    """
    where = request.POST if request.method == "POST" else request.GET
    chapter, find = where.get("table", ""), where.get("find", "")[:FIND_MOST]
    show = where.get("show", "")
    context: dict[str, Any] = {"chapter": chapter, "find": find, "show": show if show in PARTS else ""}
    typed: dict[str, str] = {}
    status = 200
    if request.method == "POST":
        roles.require_commissioner(viewer)
        typed = _typed(request, league)
        try:
            changes = rule_fields.read_changes(league, typed)
            if "look" in request.POST:
                context |= {
                    "looked": True,
                    "outlook": leagues.look_at_house_rules(request.user, league, changes),
                }
            else:
                leagues.change_house_rules(request.user, league, changes)
                messages.success(request, _("The house rules hold from the next act on."))
                return redirect(_back(league, chapter, find, show))
        except Refusal as refusal:
            context["problems"], status = refusal.problems, status_of(refusal)
    fields = Paginator(_fields(league, chapter, find, typed), FIELDS_ON_A_PAGE)
    context |= {
        "book": rulebook(league, typed),
        "typed": typed,
        "chapters": rule_fields.chapters(league),
        "page": fields.get_page(where.get("page")),
        "most": rule_fields.FOUND_MOST,
    }
    return render(request, "league/rules.html", context, status=status)


def _typed(request: HttpRequest, league: League) -> dict[str, str]:
    """By path; what is empty goes back to the book."""
    if "reset_all" in request.POST:
        return dict.fromkeys(league.house_rules, "")
    if "reset" in request.POST:
        return {request.POST["reset"]: ""}
    return typed_rules(request.POST)


def _fields(league: League, chapter: str, find: str, typed: dict[str, str]) -> list[rule_fields.Field]:
    if find:
        return rule_fields.found(league, find, typed)
    return rule_fields.fields_of(league, chapter, typed) if chapter else []


def _back(league: League, chapter: str, find: str, show: str) -> str:
    """To what was open."""
    told = (("table", chapter), ("find", find), ("show", show))
    asked = {name: value for name, value in told if value}
    query = f"?{urlencode(asked)}#tables" if asked else ""
    return f"{reverse('league:rules', args=[league.slug])}{query}"
