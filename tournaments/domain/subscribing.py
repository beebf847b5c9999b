"""What of a league can be subscribed to, for one reader."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from league.domain.roles import Viewer
from league.models import Membership
from teams.models import Team
from tournaments.domain.outgoing import Absolute
from tournaments.models import Competition, State


@dataclass(frozen=True, slots=True)
class Offer:
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Offers:
    """``member`` is None for whoever is none. Addresses of a private league have a key, or are not there yet."""

    calendars: tuple[Offer, ...]
    feed: str
    member: Membership | None
    needs_key: bool

    @property
    def ready(self) -> bool:
        """The addresses work for programs that do not log in."""
        return not self.needs_key or bool(self.member and self.member.feed_key)


def offers(viewer: Viewer, absolute: Absolute) -> Offers:
    league = viewer.league
    member = None
    if viewer.is_member:
        member = league.memberships.select_related("user").get(user=viewer.user.pk)
    private = not league.public
    key = f"?key={member.feed_key}" if private and member and member.feed_key else ""
    calendars = [(_("All matches"), reverse("tournaments:league_calendar", args=[league.slug]))]
    if member is not None:
        calendars.append(
            (_("Your matches"), reverse("tournaments:coach_calendar", args=[league.slug, member.user_id]))
        )
        own = Team.objects.filter(league=league, coach=member.user_id, accepted=True).order_by("name_key")
        calendars += [
            (
                _("Matches of {team}").format(team=team.name),
                reverse("tournaments:team_calendar", args=[league.slug, team.slug]),
            )
            for team in own
        ]
    running = Competition.objects.filter(league=league, rosters=True, state=State.RUNNING).order_by("-number")
    calendars += [
        (one.name, reverse("tournaments:competition_calendar", args=[league.slug, one.slug]))
        for one in running
    ]
    return Offers(
        calendars=tuple(Offer(name, absolute(f"{address}{key}")) for name, address in calendars),
        feed=absolute(f"{reverse('tournaments:feed', args=[league.slug])}{key}"),
        member=member,
        needs_key=private,
    )
