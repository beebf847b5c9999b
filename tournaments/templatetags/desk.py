"""What waits for a coach, as a strip on a page of his league."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import RequestContext

from tournaments.domain.desk import desk

register = template.Library()


@register.inclusion_tag("tournaments/_desk_strip.html", takes_context=True)
def desk_strip(context: RequestContext) -> dict[str, Any]:
    """Nothing for who has no team here. Takes ``league`` and ``viewer`` of the page."""
    viewer = context.get("viewer")
    if viewer is None or not viewer.is_coach:
        return {"desk": None}
    return {"desk": desk(viewer.league, viewer), "league": viewer.league}
