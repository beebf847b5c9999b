"""The page on which a commissioner moves the league to another edition: chosen, looked at team by team, confirmed."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from engine.acts import Decisions
from engine.questions import Problem, Refusal
from league.domain.roles import Viewer
from league.errors import status_of
from league.models import League
from league.views import league_page
from teams.domain import converting
from teams.models import Act
from teams.views.shopping import asked_or_sent

TABLES = ("races", "positions", "skills")
DIGITS = 9


def decisions(typed: Mapping[str, str]) -> Decisions:
    """Fields of a form: ``positions/Ogre/Goblin`` with the name that is chosen; empty ones decide nothing."""
    found: dict[str, dict[str, str]] = {}
    for field, value in typed.items():
        table, _, name = field.partition("/")
        if table in TABLES and name and value:
            found.setdefault(table, {})[name] = value
    return converting.read_decisions(found)


def fields_of(decided: Decisions) -> Iterable[tuple[str, str]]:
    """The fields that ``decisions`` reads."""
    for table in TABLES:
        for name, value in getattr(decided, table).items():
            yield f"{table}/{name}", value


@asked_or_sent
@league_page("commissioner")
def move(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    """``?edition=`` shows what moving there would do, with what is decided; sent back, the league moves."""
    typed = {name: str(value) for name, value in (request.POST or request.GET).items()}
    edition = typed.get("edition", "")
    problems: tuple[Problem, ...] = ()
    status, seen = 200, None
    if request.method == "POST":
        try:
            act = _move(viewer, league, typed)
        except Refusal as refusal:
            problems, status = refusal.problems, status_of(refusal)
        else:
            messages.success(
                request,
                _("{league} plays {edition} from now on.").format(
                    league=league.name, edition=league.rules.name
                ),
            )
            return redirect("teams:act", league.slug, act.sequence)
    if edition:
        try:
            seen = converting.look(viewer.person, league, edition, decisions(typed))
        except Refusal as refusal:
            problems, status = problems or refusal.problems, status_of(refusal)
    context = {
        "choices": converting.choices(league),
        "edition": edition,
        "seen": seen,
        "decided": list(fields_of(seen.decided)) if seen else [],
        "problems": problems,
        "key": uuid.uuid4(),
    }
    return render(request, "teams/move.html", context, status=status)


def _move(viewer: Viewer, league: League, typed: Mapping[str, str]) -> Act:
    sequence, key = _number(typed.get("sequence", "")), typed.get("key")
    return converting.convert(
        viewer.person, league, typed.get("edition", ""), sequence, decisions(typed), key
    )


def _number(written: str) -> int:
    """What is no number is that of no outlook."""
    return int(written) if written.isascii() and written.isdecimal() and len(written) <= DIGITS else -1
