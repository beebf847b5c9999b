"""What can be undone at all: asked when it is begun, and again whenever it is looked at, for teams go on meanwhile."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from engine.questions import Refusal
from matches.models import Fixture
from teams.domain import deriving
from teams.models import Act, RosterEvents, Team

NAMED = 5
"""Acts that a sentence names."""


def require_can_undo(act: Act) -> None:
    """Raises Refusal for what stays in the ledger, and for what changed nothing."""
    if act.amendment_id == act.pk:
        return
    if act.parameters.get("void"):
        raise Refusal(_("Nothing of act {number} is left to be undone.").format(number=act.sequence))
    if act.kind == "draft":
        team = RosterEvents.objects.get(act=act).team
        _require_alone(
            act,
            team,
            gettext_noop("{team} has gone on since it was drafted (acts {acts}); undo those first."),
        )
        raise Refusal(
            _("The first act of {team} stays in the ledger; withdraw the team to take it back.").format(
                team=team.name
            )
        )
    if act.kind == "accept":
        team = Team.objects.get(league=act.league, slug=act.parameters["team"])
        _require_alone(
            act,
            team,
            gettext_noop("{team} has gone on since it was accepted (acts {acts}); undo those first."),
        )
        if Fixture.objects.filter(home=team).exists() or Fixture.objects.filter(away=team).exists():
            raise Refusal(
                _("{team} has fixtures, so that it stays accepted; cancel them first.").format(team=team.name)
            )
    elif deriving.follows(act.kind):
        raise Refusal(
            _(
                "Act {number} moved the whole league to another edition, and what came after it was played by that; "
                "move the league back instead, between two seasons."
            ).format(number=act.sequence)
        )
    elif act.kind == "set_aside" or not _does_something(act):
        raise Refusal(_("Act {number} changed nothing that could be undone.").format(number=act.sequence))


def _does_something(act: Act) -> bool:
    return act.kind in ("withdraw", "hand_over") or RosterEvents.objects.filter(act=act).exists()


def _require_alone(act: Act, team: Team, why: str) -> None:
    """A team that has gone on since it was drafted or accepted stays so; ``why`` is the sentence that says it."""
    later = Act.objects.filter(roster_events__team=team, replaced_by=None, place__gt=act.place)
    standing = [one for one in later.order_by("place") if not one.parameters.get("void")]
    said = Act.objects.filter(
        league=act.league, kind="accept", replaced_by=None, parameters__team=team.slug, place__gt=act.place
    )
    standing += [one for one in said if not one.parameters.get("void")]
    if standing:
        standing.sort(key=lambda one: one.place)
        numbers = ", ".join(str(one.sequence) for one in standing[:NAMED])
        left = len(standing) - NAMED
        if left > 0:
            numbers = ngettext("{acts} and {n} more", "{acts} and {n} more", left).format(
                acts=numbers, n=left
            )
        raise Refusal(_(why).format(team=team.name, acts=numbers))
