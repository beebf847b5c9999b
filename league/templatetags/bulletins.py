"""The text of a bulletin on a page."""

from django import template
from django.utils.safestring import SafeString

from league.domain.markdown import address_in, as_html, as_text
from league.models import League

register = template.Library()
register.filter("plain_text", as_text)


@register.simple_tag
def markdown_elsewhere(text: str, league: League, site: str) -> SafeString:
    """As ``markdown``, for a mail or a feed: ``site`` stands before the addresses of pictures."""
    return as_html(text, address_in(league.slug, site))


@register.filter
def markdown(text: str, league: League) -> SafeString:
    """Its Markdown as safe HTML, with the pictures of the league."""
    return as_html(text, address_in(league.slug))
