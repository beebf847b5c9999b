"""Names of teams, told apart within their league as people would."""

from __future__ import annotations

from django.utils.text import slugify

from engine.acts import clean_name, name_key
from engine.questions import Refusal
from league.models import League
from teams.models import Team


def require_free_name(league: League, name: str, team: Team | None = None) -> None:
    """Raises Refusal where another team of the league has the name; ``team`` is the one renamed."""
    cleaned = clean_name(name, "The team's name")
    namesakes = Team.objects.filter(league=league, name_key=name_key(cleaned), withdrawn=False)
    if team is not None:
        namesakes = namesakes.exclude(pk=team.pk)
    if namesakes.exists():
        raise Refusal(f"There is a team named {cleaned} in {league.name} already.")


def free_slug(league: League, name: str) -> str:
    """An address that no team of the league has yet; a name without Latin letters gives a plain one."""
    base = slugify(name)[:50].strip("-_") or "team"
    taken = set(Team.objects.filter(league=league, slug__startswith=base).values_list("slug", flat=True))
    number, slug = 1, base
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug
