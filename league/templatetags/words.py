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
def in_words(dice: object) -> str:
    """Dice as a sentence calls them: their ``str`` is the name that logs keep."""
    return format(dice)


@register.filter
def names(several: Iterable[str]) -> str:
    """Names of the rules, one after the other: ``Block, Dodge``."""
    return ", ".join(map(named, several))


@register.filter
def places(lines: str) -> str:
    """Lines of a text of the rules; two that differ stand against each other: ``931 against 1327``."""
    one, _against, other = lines.partition(" against ")
    return gettext("{one} against {other}").format(one=one, other=other) if other else lines
