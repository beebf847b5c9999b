"""What other sites show of an address of a public league (https://ogp.me). A private league says nothing of itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from league.domain.languages import in_language_of
from league.models import League
from matches.models import Fixture
from tournaments.domain import cards
from tournaments.page import Line

register = template.Library()
PARTIAL = "tournaments/_open_graph.html"


@register.inclusion_tag(PARTIAL, takes_context=True)
def open_graph_of_match(context: template.Context, fixture: Fixture) -> dict[str, Any]:
    """Of a match, with its teams, its season and its result."""
    league: League = context["league"]
    with in_language_of(league):
        if fixture.played:
            score = f"{fixture.result.home_score}–{fixture.result.away_score}"
            title = f"{fixture.home.name} {score} {fixture.away.name}"
        else:
            title = _("{home} v {away}").format(home=fixture.home.name, away=fixture.away.name)
        told = f"{league.name}, {cards.of_match(fixture)}"
    return _tags(context, title, told, "tournaments:match_card", fixture.number)


@register.inclusion_tag(PARTIAL, takes_context=True)
def open_graph_of_table(context: template.Context, lines: Iterable[Line]) -> dict[str, Any]:
    """Of a table, by its lines."""
    league: League = context["league"]
    with in_language_of(league):
        title = _("Standings of {league}").format(league=league.name)
        return _tags(context, title, cards.leading(lines) or league.edition_name, "tournaments:table_card")


@register.inclusion_tag(PARTIAL, takes_context=True)
def open_graph_of_league(context: template.Context) -> dict[str, Any]:
    league: League = context["league"]
    return _tags(context, league.name, league.edition_name, "tournaments:league_card")


def _tags(context: template.Context, title: str, told: str, picture: str, *rest: Any) -> dict[str, Any]:
    league: League = context["league"]
    request = context["request"]
    return {
        "shown": league.public,
        "title": title,
        "told": told,
        "site": request.build_absolute_uri("/").removesuffix("/"),
        "path": request.path,
        "picture": reverse(picture, args=[league.slug, *rest]),
    }
