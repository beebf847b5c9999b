"""What is shown of a message to a webhook."""

import json

from django import template

from tournaments.domain.webhooks import NAMES

register = template.Library()

SHOWN = 2000
"""Characters of a message on a page; the API has all of it."""


@register.filter
def told_of(event: str) -> str:
    """An event by its name for people."""
    return str(NAMES.get(event, event))


@register.filter
def indented(body: str) -> str:
    """The JSON for reading; of a long one its beginning."""
    text = json.dumps(json.loads(body), ensure_ascii=False, indent=2)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
