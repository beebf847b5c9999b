"""Drafting a team, and letting it into the league."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext as _

from engine import acts
from engine.acts import Draft
from engine.questions import Problem, Refusal
from league.domain.names import free_slug
from league.domain.roles import Forbidden, require_coach, require_commissioner, viewer
from league.errors import Conflict
from league.models import League, Membership, User
from teams.domain.changing import require_same
from teams.domain.ledger import AlreadyDone, operation
from teams.domain.names import require_free_name
from teams.models import Team


def check(league: League, draft: Draft) -> tuple[Problem, ...]:
    """Everything that is wrong with a draft, a name that another team has included."""
    problems = acts.check_draft(league.rules, draft)
    try:
        require_free_name(league, draft.name)
    except Refusal as refusal:
        known = {problem.message for problem in problems}
        problems += tuple(problem for problem in refusal.problems if problem.message not in known)
    return problems


def draft_team(
    league: League, by: User, draft: Draft, coach: User | None = None, key: str | None = None
) -> Team:
    """A new team of the league, not accepted yet. ``coach`` is whose it is, ``by`` unless a commissioner says more.

    The same draft with the same key is drafted once. Raises Refusal with every problem.
    """
    owner = coach or by
    as_commissioner = _require_may_draft(league, by, owner)
    parameters = {"draft": msgspec.to_builtins(draft), "coach": owner.username}
    try:
        with operation(league, by, "draft", parameters, as_commissioner=as_commissioner, key=key) as op:
            problems = check(op.league, draft)
            if problems:
                raise Refusal(" ".join(one.message for one in problems), problems)
            events = acts.draft(op.edition, draft)
            slug = free_slug(draft.name, Team.objects.filter(league=op.league), "team")
            team = op.found(slug, owner, events)
    except AlreadyDone as done:
        require_same(done.act, by, "draft", parameters)
        team = done.act.roster_events.get().team
    return Team.objects.select_related("league", "coach").get(pk=team.pk)


def _require_may_draft(league: League, by: User, owner: User) -> bool:
    """Whether it is done as a commissioner."""
    seen = viewer(by, league)
    require_coach(seen)
    if owner.pk == by.pk:
        return False
    if not seen.is_commissioner:
        raise Forbidden(_("Only a commissioner may draft a team for somebody else."))
    if not Membership.objects.filter(league=league, user=owner).exists():
        raise Refusal(
            _("{person} is no member of {league} and cannot have a team there.").format(
                person=owner.username, league=league.name
            )
        )
    return True


def accept_team(by: User, team: Team, key: str | None = None) -> Team:
    """Lets the team play. The commissioner's act; who is accepted stays."""
    require_commissioner(viewer(by, team.league))
    parameters = {"team": team.slug}
    try:
        with operation(team.league, by, "accept", parameters, as_commissioner=True, key=key) as op:
            if op.team(team).accepted:
                raise Conflict(_("{team} is accepted already.").format(team=team.name))
            if op.team(team).withdrawn:
                raise Conflict(
                    _("{team} is withdrawn; it cannot be accepted any more.").format(team=team.name)
                )
            op.accept(team)
    except AlreadyDone as done:
        require_same(done.act, by, "accept", parameters)
    return team
