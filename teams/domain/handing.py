"""Who a team belongs to: another coach for it, and drafts that are taken back."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.questions import Refusal
from league.domain.roles import require_commissioner, viewer
from league.errors import Conflict
from league.models import Membership, User
from teams.domain.access import acting_as_commissioner
from teams.domain.changing import require_same
from teams.domain.ledger import AlreadyDone, operation
from teams.models import Team


def hand_over(team: Team, by: User, coach: User, key: str | None = None) -> Team:
    """Gives the team to another coach of the league. The commissioner's act; what was done stays with who did it."""
    require_commissioner(viewer(by, team.league))
    if not Membership.objects.filter(league=team.league_id, user=coach).exists():
        raise Refusal(
            _("{person} is no member of {league} and cannot have a team there.").format(
                person=coach.username, league=team.league.name
            )
        )
    said = {"team": team.slug, "coach": coach.username}
    try:
        with operation(team.league, by, "hand_over", said, as_commissioner=True, key=key) as op:
            row = op.team(team)
            if row.withdrawn:
                raise Conflict(_("{team} is withdrawn; it has no coach any more.").format(team=row.name))
            if row.coach_id == coach.pk:
                raise Conflict(
                    _("{coach} coaches {team} already.").format(coach=coach.username, team=row.name)
                )
            op.hand_over(team, coach)
    except AlreadyDone as done:
        require_same(done.act, by, "hand_over", said)
    return Team.objects.select_related("league", "coach").get(pk=team.pk)


def withdraw(team: Team, by: User, key: str | None = None) -> Team:
    """Takes back a draft that was never accepted: by its coach or a commissioner, and for good.

    The team leaves the lists of the league and its name is free; its ledger stays.
    """
    as_commissioner = acting_as_commissioner(by, team)
    said = {"team": team.slug}
    try:
        with operation(team.league, by, "withdraw", said, as_commissioner=as_commissioner, key=key) as op:
            row = op.team(team)
            if row.withdrawn:
                raise Conflict(_("{team} is withdrawn already.").format(team=row.name))
            if row.accepted:
                raise Conflict(
                    _("{team} is accepted and plays; only a draft can be withdrawn.").format(team=row.name)
                )
            op.withdraw(team)
    except AlreadyDone as done:
        require_same(done.act, by, "withdraw", said)
    return Team.objects.select_related("league", "coach").get(pk=team.pk)
