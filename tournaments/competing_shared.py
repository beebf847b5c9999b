"""What stands before every page of a competition: which one it is, who asks, and what it is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from engine.questions import Refusal
from league.domain import queries as league_queries
from league.domain.roles import Viewer
from league.errors import Forbidden
from league.models import League, User
from league.views import league_page
from tournaments.domain.competing import reading
from tournaments.domain.competing.access import get_competition, may_organise
from tournaments.models import ELIMINATION, Competition, Kind, Round, Stage

Rest = ParamSpec("Rest")


def person(request: HttpRequest) -> User:
    """Whoever sends a form. Raises Forbidden for a stranger."""
    if not isinstance(request.user, User):
        raise Forbidden(_("Log in first: this is for those who take part."))
    return request.user


@dataclass(frozen=True)
class Open:
    """A competition that is open on a page. ``organiser``: the person runs it."""

    league: League
    viewer: Viewer
    competition: Competition
    stages: list[Stage]
    organiser: bool

    @property
    def running(self) -> Stage | None:
        """The stage that is played now."""
        running = [one for one in self.stages if one.state == Stage.State.RUNNING]
        return running[-1] if running else None

    @property
    def current(self) -> Stage | None:
        """The stage that is played now, else the last that was, else the first."""
        begun = [one for one in self.stages if one.state != Stage.State.WAITING]
        return begun[-1] if begun else self.stages[0] if self.stages else None

    def stage(self, number: int) -> Stage:
        return reading.stage_of(self.stages, number)

    def round(self, stage: int, number: int) -> Round:
        return reading.round_of(self.stage(stage), number, self.organiser)

    def address(self, part: str) -> str:
        return f"{self.competition.get_absolute_url()}{part}/"

    @property
    def is_major(self) -> bool:
        return self.competition.kind == Kind.MAJOR


View = Callable[Concatenate[HttpRequest, Open, Rest], HttpResponseBase]


def require_organising(open: Open) -> None:
    if not open.organiser:
        raise Forbidden(
            _("Only the organiser of {competition} may do this.").format(competition=open.competition.name)
        )


def competition_page(*, organising: bool = False) -> Callable[[View[Rest]], Callable[..., HttpResponseBase]]:
    """Loads the league and the competition that the address names; ``organising``: for those alone who run it.

    What is still being set up is not there for others (404), and who may not do this gets 403.
    """

    def decorate(view: View[Rest]) -> Callable[..., HttpResponseBase]:
        @league_page()
        @wraps(view)
        def page(
            request: HttpRequest, league: League, viewer: Viewer, competition: str, **rest: Any
        ) -> HttpResponseBase:
            found = get_competition(viewer, competition)
            found.league = league
            opened = Open(league, viewer, found, reading.stages_of(found), may_organise(viewer, found))
            if organising:
                require_organising(opened)
            return view(request, opened, **rest)  # type: ignore[call-arg]

        return page

    return decorate


def show(request: HttpRequest, template: str, open: Open, status: int = 200, **context: Any) -> HttpResponse:
    everywhere = {
        "competition": open.competition,
        "stages": open.stages,
        "organiser": open.organiser,
        "is_major": open.is_major,
        "eliminations": ELIMINATION,
        # Long lists put numbers behind them: working an address out for each row takes time.
        "entries_address": open.address("entries"),
        "matches_address": open.address("matches"),
    }
    return render(request, f"tournaments/{template}", everywhere | context, status=status)


def number_in(request: HttpRequest, name: str) -> int | None:
    """A whole number of the form; None where it is empty. Raises Refusal for anything else."""
    text = request.POST.get(name, "").strip()
    if not text:
        return None
    if not text.isdecimal() or len(text) > 9:
        raise Refusal(_("{text!r} is no number.").format(text=text[:20]))
    return int(text)


def needed_number(request: HttpRequest, name: str, what: str) -> int:
    found = number_in(request, name)
    if found is None:
        raise Refusal(_("{what} is missing.").format(what=what))
    return found


def day_in(request: HttpRequest, name: str) -> date | None:
    """A day of the form; None where it is empty. Raises Refusal for anything else."""
    text = request.POST.get(name, "").strip()
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal(_("{text!r} is no day: write it as 2026-03-31.").format(text=text[:20])) from None


def member_in(request: HttpRequest, name: str, league: League) -> User | None:
    """A member of the league that the form names; None where it names nobody. Raises Refusal for anybody else."""
    key = number_in(request, name)
    chosen = next((one.user for one in league_queries.members(league) if one.user_id == key), None)
    if key is not None and chosen is None:
        raise Refusal(_("This is no member of {league}.").format(league=league.name))
    return chosen


def act_of(request: HttpRequest, known: Any) -> str:
    """Which of the buttons of the page was pressed."""
    act = request.POST.get("act", "")
    if act not in known:
        raise Refusal(_("This page does not know what is to be done: look at it again."))
    return act
