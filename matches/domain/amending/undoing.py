"""What can be undone at all: asked when it is begun, and again whenever it is looked at, for teams go on meanwhile."""

from __future__ import annotations

from engine.questions import Refusal
from matches.models import Fixture
from teams.domain import deriving
from teams.models import Act, RosterEvents, Team


def require_can_undo(act: Act) -> None:
    """Raises Refusal for what stays in the ledger, and for what changed nothing."""
    if act.amendment_id == act.pk:
        return
    if act.parameters.get("void"):
        raise Refusal(f"Nothing of act {act.sequence} is left to be undone.")
    if act.kind == "draft":
        team = RosterEvents.objects.get(act=act).team
        _require_alone(act, team, "drafted")
        raise Refusal(f"The first act of {team.name} stays in the ledger; withdraw the team to take it back.")
    if act.kind == "accept":
        team = Team.objects.get(league=act.league, slug=act.parameters["team"])
        _require_alone(act, team, "accepted")
        if Fixture.objects.filter(home=team).exists() or Fixture.objects.filter(away=team).exists():
            raise Refusal(f"{team.name} has fixtures, so that it stays accepted; cancel them first.")
    elif deriving.follows(act.kind):
        raise Refusal(
            f"Act {act.sequence} moved the whole league to another edition, and what came after it was played by that; "
            "move the league back instead, between two seasons."
        )
    elif act.kind == "set_aside" or not _does_something(act):
        raise Refusal(f"Act {act.sequence} changed nothing that could be undone.")


def _does_something(act: Act) -> bool:
    return act.kind in ("withdraw", "hand_over") or RosterEvents.objects.filter(act=act).exists()


def _require_alone(act: Act, team: Team, done: str) -> None:
    """A team that has gone on since it was drafted or accepted stays so."""
    later = Act.objects.filter(roster_events__team=team, replaced_by=None, place__gt=act.place)
    standing = [one for one in later.order_by("place") if not one.parameters.get("void")]
    said = Act.objects.filter(
        league=act.league, kind="accept", replaced_by=None, parameters__team=team.slug, place__gt=act.place
    )
    standing += [one for one in said if not one.parameters.get("void")]
    if standing:
        standing.sort(key=lambda one: one.place)
        numbers = ", ".join(str(one.sequence) for one in standing[:5])
        more = f" and {len(standing) - 5} more" if len(standing) > 5 else ""
        raise Refusal(
            f"{team.name} has gone on since it was {done} (acts {numbers}{more}); undo those first."
        )
