"""What leads somebody who is here for the first time."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.domain import demo, first_steps

register = template.Library()


@register.simple_tag(takes_context=True)
def first_steps_of_league(context: dict[str, Any]) -> first_steps.Guide | None:
    """Of the league of the page, for whoever reads it."""
    return first_steps.guide(context["league"], context["viewer"])


@register.simple_tag
def demonstration() -> demo.Logins | None:
    """Who can log in to look around, where the demonstration league is there."""
    return demo.logins() if demo.is_there() else None
