"""Badges of teams, and what their pages tell of the annals."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from engine import charts
from matches.models import Fixture
from teams.models import Player, Team
from tournaments.domain.annals import forms, notices
from tournaments.domain.annals.graves import Grave
from tournaments.domain.annals.graves import graves as buried

register = template.Library()

SHOWN = 8
"""Milestones of a team or a player that their pages show."""


@register.filter
def crest(name: str) -> SafeString:
    """The badge of a team by its name; decoration beside that name. What it is given is escaped in it."""
    return mark_safe(charts.crest(name))


@register.inclusion_tag("tournaments/annals/_milestones_of.html", takes_context=True)
def team_milestones(context: dict[str, Any], team: Team) -> dict[str, Any]:
    league = context["league"]
    return {"league": league, "team": team, "notices": notices.of_team(league, team.pk)[:SHOWN]}


@register.inclusion_tag("tournaments/annals/_milestones_of.html", takes_context=True)
def player_milestones(context: dict[str, Any], player: Player) -> dict[str, Any]:
    league = context["league"]
    found = notices.of_player(league, player.team_id, player.uid)[:SHOWN]
    return {"league": league, "notices": found, "of_player": True}


@register.inclusion_tag("tournaments/annals/_build_up.html", takes_context=True)
def build_up(context: dict[str, Any], fixture: Fixture) -> dict[str, Any]:
    """How both sides come to a match that is to be played."""
    league = context["league"]
    found = forms.build_up(league, fixture.home_id, fixture.away_id)
    return {
        "league": league,
        "fixture": fixture,
        "sides": found.sides,
        "tally": found.tally,
        "told": found.told,
    }


@register.inclusion_tag("tournaments/annals/_match_milestones.html", takes_context=True)
def match_milestones(context: dict[str, Any], fixture: Fixture) -> dict[str, Any]:
    league = context["league"]
    return {"league": league, "notices": notices.of_match(league, fixture.number)}


Graves = dict[tuple[int, int], Grave]
"""How each of the dead of a league died, by team and player."""


@register.simple_tag(takes_context=True)
def graves(context: dict[str, Any]) -> Graves:
    return {(one.death.team, one.death.uid): one for one in buried(context["league"])}


@register.inclusion_tag("tournaments/annals/_grave.html", takes_context=True)
def grave(context: dict[str, Any], found: Graves, player: Player) -> dict[str, Any]:
    """The match in which a player died, and who killed him: what there is of it."""
    return {"league": context["league"], "grave": found.get((player.team_id, player.uid))}
