"""What is shown of a message to a webhook."""

import json

from django import template

from tournaments.domain.webhooks import NAMES

register = template.Library()


@register.filter
def told_of(event: str) -> str:
    """An event by its name for people."""
    return str(NAMES.get(event, event))


@register.filter
def indented(body: str) -> str:
    return json.dumps(json.loads(body), ensure_ascii=False, indent=2)
