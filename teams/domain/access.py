"""Who may do what with a team."""

from __future__ import annotations

from django.utils.translation import gettext as _

from league.domain.roles import Forbidden, Viewer, require_reader, viewer
from league.models import User
from teams.models import Team


def coaches(viewer: Viewer, team: Team) -> bool:
    """Whether the person is a member of the league, and the team's coach."""
    return viewer.is_coach and team.coach_id is not None and team.coach_id == viewer.user.pk


def may_act(viewer: Viewer, team: Team) -> bool:
    return not team.withdrawn and (viewer.is_commissioner or coaches(viewer, team))


def may_decree(viewer: Viewer, team: Team) -> bool:
    return viewer.is_commissioner and not team.withdrawn


def acting_as_commissioner(by: User, team: Team) -> bool:
    """False for the team's own coach, True for a commissioner; everybody else is refused."""
    seen = viewer(by, team.league)
    require_reader(seen)
    if coaches(seen, team):
        return False
    if seen.is_commissioner:
        return True
    raise Forbidden(_("Only the coach of {team} and the commissioner may do this.").format(team=team.name))
