"""The audit trail of a league: searched, paged, and as a spreadsheet."""

from __future__ import annotations

import csv

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.domain.roles import Viewer
from league.models import League
from league.views import league_page
from teams.domain import queries, trail

LINES_ON_A_PAGE = 25
LINES_OF_A_FILE = 5000


def asked_by(request: HttpRequest) -> trail.Asked:
    """What the address asks for. Raises Refusal for a day that is none."""
    # No text that is kept has a NUL, and PostgreSQL does not take one to look for.
    given = {
        name: request.GET.get(name, "").replace("\0", " ").strip()[: trail.TYPED_MOST] for name in request.GET
    }
    return trail.Asked(
        kind=given.get("kind", ""),
        team=given.get("team", ""),
        player=given.get("player", ""),
        by=given.get("by", ""),
        words=given.get("words", ""),
        since=trail.day_of(given.get("since", "")),
        until=trail.day_of(given.get("until", "")),
    )


@require_safe
@league_page()
def acts(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    asked = asked_by(request)
    found = trail.search(viewer, asked)
    page = Paginator(found.found, LINES_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "shown": found.shown(tuple(page)),
        "kinds": trail.kinds(viewer),
        "teams": queries.teams(league),
        "asked": asked,
        "searching": asked != trail.Asked(),
    }
    return render(request, "teams/acts.html", context)


@require_safe
@league_page()
def acts_csv(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    """What was searched for, as a spreadsheet; the latest first, as far as a file goes."""
    found = trail.search(viewer, asked_by(request))
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="ledger-{league.slug}.csv"'
    file = csv.writer(response)
    file.writerow([_("When"), _("Act"), _("Kind"), _("Who"), _("As commissioner"), _("Reason"), _("What")])
    for one in found.shown(found.found[:LINES_OF_A_FILE]):
        file.writerow([_harmless(value) for value in _row(one)])
    return response


def _row(one: trail.Shown) -> list[str]:
    if one.line is not None:
        line = one.line
        return [f"{line.at:%Y-%m-%d %H:%M}", "", line.name, line.by, "", "", line.text]
    assert one.act is not None
    act = one.act.act
    return [
        f"{act.at:%Y-%m-%d %H:%M}",
        str(act.sequence),
        one.act.kind,
        act.by.username if act.by else "",
        _("yes") if act.as_commissioner else "",
        one.act.reason,
        trail.changes_of(one.act),
    ]


def _harmless(text: str) -> str:
    """A cell that a spreadsheet would take for a formula is a text."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
