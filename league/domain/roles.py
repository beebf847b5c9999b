"""Who somebody is in a league, and what that allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.errors import Forbidden as Forbidden
from league.errors import NotVisible as NotVisible
from league.models import League, Membership, Role, User

Person: TypeAlias = User | AnonymousUser
Required = Literal["reader", "coach", "commissioner"]

NO_LEAGUE = gettext_noop("There is no such league.")


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person in one league. ``role`` is None for whoever is no member; staff may do what a commissioner may."""

    user: Person
    league: League
    is_staff: bool
    role: Role | None

    @property
    def person(self) -> User:
        """The account of whoever is logged in: where a role is required, nobody is anonymous."""
        assert isinstance(self.user, User)
        return self.user

    @property
    def can_read(self) -> bool:
        return self.league.public or self.is_member or self.is_staff

    @property
    def is_member(self) -> bool:
        return self.role is not None

    @property
    def is_coach(self) -> bool:
        """May have a team here."""
        return self.is_member or self.is_staff

    @property
    def is_commissioner(self) -> bool:
        return self.role == Role.COMMISSIONER or self.is_staff


def viewer_with_role(user: Person, league: League, role: str | None) -> Viewer:
    """The viewer whose role is known already."""
    return Viewer(user, league, bool(user.is_staff and user.is_active), Role(role) if role else None)


def viewer(user: Person, league: League) -> Viewer:
    role = None
    if user.is_authenticated:
        role = Membership.objects.filter(user=user, league=league).values_list("role", flat=True).first()
    return viewer_with_role(user, league, role)


def require_reader(viewer: Viewer) -> None:
    """A private league does not exist for strangers."""
    if not viewer.can_read:
        raise NotVisible(_(NO_LEAGUE))


def require_coach(viewer: Viewer) -> None:
    require_reader(viewer)
    if not viewer.is_coach:
        raise Forbidden(
            _("Only coaches of {league} may do this. Ask its commissioner for an invitation.").format(
                league=viewer.league.name
            )
        )


def require_commissioner(viewer: Viewer) -> None:
    require_reader(viewer)
    if not viewer.is_commissioner:
        raise Forbidden(
            _("Only a commissioner of {league} may do this. They stand first on the page of members.").format(
                league=viewer.league.name
            )
        )


def require(viewer: Viewer, required: Required) -> None:
    checks = {"reader": require_reader, "coach": require_coach, "commissioner": require_commissioner}
    checks[required](viewer)


def may(viewer: Viewer, required: Required) -> bool:
    try:
        require(viewer, required)
    except (Forbidden, NotVisible):
        return False
    return True


def require_staff(user: Person) -> None:
    if not (user.is_staff and user.is_active):
        raise Forbidden(_("Only the staff of this site may open a league. Ask whoever runs it."))
