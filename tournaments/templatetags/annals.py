"""Badges of teams, and what their pages tell of the annals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from engine import charts
from matches.models import Fixture
from teams.models import Player, Team
from tournaments.domain.annals import forms, notices
from tournaments.domain.annals.chronicle import chronicle
from tournaments.domain.annals.told import DeathTold, TeamTold

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


@dataclass(frozen=True, slots=True)
class Graves:
    """How each of the dead of a league died, by team and player, and the teams of their killers."""

    deaths: dict[tuple[int, int], DeathTold]
    teams: dict[int, TeamTold]


@register.simple_tag(takes_context=True)
def graves(context: dict[str, Any]) -> Graves:
    past = chronicle(context["league"])
    return Graves({(one.team, one.uid): one for one in past.deaths}, past.team)


@register.inclusion_tag("tournaments/annals/_grave.html", takes_context=True)
def grave(context: dict[str, Any], found: Graves, player: Player) -> dict[str, Any]:
    """The match in which a player died, and who killed him: what there is of it."""
    death = found.deaths.get((player.team_id, player.uid))
    killers = found.teams.get(death.killer_team) if death and death.killer_team else None
    return {"league": context["league"], "death": death, "killers": killers}
