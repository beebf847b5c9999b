"""Words of the rules on a page."""

from django import template

from engine.words import named

register = template.Library()
register.filter("named", named)
