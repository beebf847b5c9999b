"""Names of teams, told apart within their league as people would."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.acts import clean_name, name_key
from engine.questions import Refusal
from league.models import League
from teams.models import Team


def require_free_name(league: League, name: str, team: Team | None = None) -> None:
    """Raises Refusal where another team of the league has the name; ``team`` is the one renamed."""
    cleaned = clean_name(name, _("The team's name"))
    namesakes = Team.objects.filter(league=league, name_key=name_key(cleaned), withdrawn=False)
    if team is not None:
        namesakes = namesakes.exclude(pk=team.pk)
    if namesakes.exists():
        raise Refusal(
            _("There is a team named {name} in {league} already.").format(name=cleaned, league=league.name)
        )
