"""What a league does first: from no coach at all to a published table."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.domain.roles import Viewer
from league.models import League
from matches.models import FixtureStatus, Result

COACHES = 2
"""So many make a match."""


@dataclass(frozen=True, slots=True)
class FirstStep:
    """``told``: how far it is, and what to do; ``address``: where that is done."""

    name: str
    told: str
    done: bool
    address: str
    label: str


@dataclass(frozen=True, slots=True)
class Guide:
    """``steps`` for whoever runs the league; the others read how many ``teams`` there are and ``waiting`` ones."""

    steps: tuple[FirstStep, ...]
    teams: int
    waiting: int

    @property
    def next(self) -> FirstStep | None:
        return next((step for step in self.steps if not step.done), None)


def guide(league: League, viewer: Viewer) -> Guide | None:
    """None where nobody needs it: everything was done once, or a commissioner has closed it."""
    leads = viewer.is_commissioner and league.guided
    played = Result.objects.filter(fixture__league=league).exists()
    published = league.publications.exists() if played and leads else False
    if (played and published) or (not leads and (played or viewer.is_commissioner)):
        return None
    accepted = list(league.teams.filter(withdrawn=False).values_list("accepted", flat=True))
    teams, waiting = accepted.count(True), accepted.count(False)
    steps = _steps(league, teams, waiting, played, published) if leads else ()
    return Guide(steps, teams, waiting)


def _steps(league: League, teams: int, waiting: int, played: bool, published: bool) -> tuple[FirstStep, ...]:
    here = [league.slug]
    members = league.memberships.count()
    fixtures = league.fixtures.count()
    return (
        FirstStep(
            _("Invite coaches"),
            ngettext("{n} person is in the league.", "{n} people are in the league.", members).format(
                n=members
            )
            if members >= COACHES
            else _("Send each of them a link; it lets one person in."),
            members >= COACHES,
            reverse("league:members", args=here),
            _("Invite"),
        ),
        _draft(here, teams, waiting),
        FirstStep(
            _("Make fixtures"),
            ngettext("{n} match is set.", "{n} matches are set.", fixtures).format(n=fixtures)
            if fixtures
            else _("A season or a cup makes its fixtures itself; or make a single one."),
            bool(fixtures),
            reverse("tournaments:competition_new", args=here),
            _("Set up a season"),
        ),
        FirstStep(
            _("Play"),
            _("Report a match on its page while it is played, and apply its log.")
            if not played
            else _("The first match is in the ledger."),
            played,
            _first_match(league) or reverse("matches:fixtures", args=here),
            _("To the match"),
        ),
        FirstStep(
            _("Publish"),
            _("Publish the table: it is kept as it is now, and goes out by feed and mail."),
            published,
            reverse("tournaments:publications", args=here),
            _("To the pages"),
        ),
    )


def _draft(here: list[str], teams: int, waiting: int) -> FirstStep:
    if waiting:
        told = ngettext(
            "{n} team waits for you to accept it.", "{n} teams wait for you to accept them.", waiting
        )
        address, label = reverse("teams:teams", args=here), _("See the teams")
    elif teams:
        told = ngettext("{n} team is in.", "{n} teams are in.", teams)
        address, label = reverse("teams:draft", args=here), _("Draft a team")
    else:
        told = _("Coaches draft their teams, and you accept them. You may have one of your own.")
        address, label = reverse("teams:draft", args=here), _("Draft a team")
    return FirstStep(
        _("Draft teams"), told.format(n=waiting or teams), teams >= COACHES and not waiting, address, label
    )


def _first_match(league: League) -> str:
    """The address of the next match to play."""
    number = (
        league.fixtures.filter(status=FixtureStatus.OPEN)
        .order_by("round", "number")
        .values_list("number", flat=True)
        .first()
    )
    return reverse("matches:match", args=[league.slug, number]) if number else ""
