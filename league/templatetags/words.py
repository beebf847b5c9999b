"""Words of the rules on a page."""

from collections.abc import Iterable

from django import template

from engine.words import listed, named

register = template.Library()
register.filter("named", named)
register.filter("listed", listed)


@register.filter
def names(several: Iterable[str]) -> str:
    """Names of the rules, one after the other: ``Block, Dodge``."""
    return ", ".join(map(named, several))
