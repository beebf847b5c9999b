"""What a league does first: from no coach at all to a published table."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.domain.roles import Viewer
from league.models import League
from matches.domain.in_order import waiting as waiting_logs
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
    other_address: str = ""
    other_label: str = ""
    """Another way to the same."""


@dataclass(frozen=True, slots=True)
class Guide:
    """``steps`` for whoever runs the league; the others read how many ``teams`` there are and ``waiting`` ones.

    ``has_team``: whether the reader has one of them."""

    steps: tuple[FirstStep, ...]
    teams: int
    waiting: int
    has_team: bool

    @property
    def next(self) -> FirstStep | None:
        return next((step for step in self.steps if not step.done), None)


def guide(league: League, viewer: Viewer) -> Guide | None:
    """None where nobody needs it: everything was done once, or a commissioner has closed it."""
    leads = viewer.is_commissioner and league.guided
    first = (
        Result.objects.filter(fixture__league=league).select_related("act").order_by("act__sequence").first()
    )
    played = first is not None
    published = bool(
        leads and first and league.publications.filter(sequence__gte=first.act.sequence).exists()
    )
    if (played and published) or (not leads and (played or viewer.is_commissioner)):
        return None
    found = list(league.teams.filter(withdrawn=False).values_list("accepted", "coach"))
    accepted = [one for one, _coach in found]
    teams, waiting = accepted.count(True), accepted.count(False)
    has_team = viewer.is_member and viewer.person.pk in (coach for _accepted, coach in found)
    steps = _steps(league, teams, waiting, played, published) if leads else ()
    return Guide(steps, teams, waiting, has_team)


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
            reverse("matches:fixture_new", args=here),
            _("Make a fixture"),
        ),
        _play(league, played),
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


def _play(league: League, played: bool) -> FirstStep:
    logs = 0 if played else waiting_logs(league).count()
    if logs:
        told = ngettext(
            "{n} match log waits for you to apply it.", "{n} match logs wait for you to apply them.", logs
        )
        address, label = reverse("tournaments:office", args=[league.slug]), _("To the office")
    else:
        told = (
            _("The first match is in the ledger.")
            if played
            else _("Report a match on its page while it is played, and apply its log.")
        )
        address, label = _first_match(league), _("To the match")
    return FirstStep(_("Play"), told.format(n=logs), played, address, label)


def _first_match(league: League) -> str:
    """The address of the next match to play, or of all matches."""
    number = (
        league.fixtures.filter(status=FixtureStatus.OPEN)
        .order_by("round", "number")
        .values_list("number", flat=True)
        .first()
    )
    if not number:
        return reverse("matches:fixtures", args=[league.slug])
    return reverse("matches:match", args=[league.slug, number])
