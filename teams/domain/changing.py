"""What all verbs of one team have in common: who may, one operation, and once for each idempotency key."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from engine.edition import Edition
from engine.roster import Roster, RosterEvent
from league.errors import Conflict
from league.models import User
from teams.domain.access import acting_as_commissioner
from teams.domain.ledger import AlreadyDone, operation
from teams.models import Act, Team

Decide = Callable[[Edition, Roster], tuple[RosterEvent, ...]]


def change(
    team: Team, by: User, kind: str, parameters: Mapping[str, Any], decide: Decide, key: str | None
) -> Team:
    """The team after the act. ``decide`` finds the events for the roster as it is now, or raises Refusal.

    The same request with the same key changes nothing more, and gets the team as it is.
    """
    as_commissioner = acting_as_commissioner(by, team)
    said = {"team": team.slug, **parameters}
    try:
        with operation(team.league, by, kind, said, as_commissioner=as_commissioner, key=key) as op:
            if op.team(team).withdrawn:
                raise Conflict(
                    _("{team} is withdrawn; nothing can be done with it any more.").format(team=team.name)
                )
            op.record(team, decide(op.edition, op.roster(team)))
    except AlreadyDone as done:
        require_same(done.act, by, kind, said)
    return Team.objects.select_related("league", "coach").get(pk=team.pk)


def require_same(act: Act, by: User, kind: str, parameters: Mapping[str, Any]) -> None:
    """Raises Conflict when the key of this act was used for something else."""
    asked = json.loads(json.dumps(msgspec.to_builtins(dict(parameters))))
    if (act.by_id, act.kind, act.parameters) != (by.pk, kind, asked):
        raise Conflict(_("This idempotency key was used for something else in this league; use a new one."))
