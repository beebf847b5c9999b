"""Words of the rules on a page."""

from collections.abc import Iterable

from django import template

from engine.stored import told
from engine.words import gettext, listed, named, position_named

register = template.Library()
register.filter("named", named)
register.filter("position_named", position_named)
register.filter("listed", listed)
register.filter("told", told)
register.filter("sentence", gettext)


@register.filter
def names(several: Iterable[str]) -> str:
    """Names of the rules, one after the other: ``Block, Dodge``."""
    return ", ".join(map(named, several))
