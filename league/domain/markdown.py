"""Markdown of bulletins as HTML that is safe on a page, in a feed and in a mail."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import nh3
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from league.domain.pictures import NAME

PICTURE = "picture:"
"""What the address of a picture of this league begins with in a text."""
TAGS = frozenset(
    "p br hr strong em s code pre blockquote ul ol li h3 h4 h5 h6 a img div table thead tbody tr th td".split()
)
ATTRIBUTES = {
    "a": {"href", "title"},
    "img": {"src", "alt", "width", "height", "loading"},
    "ol": {"start"},
    "th": {"scope"},
    "div": {"class"},
    "table": {"class"},
}
_PICTURES = re.compile(r"!\[([^\]]*)\]\(picture:[^)]*\)")
Address = Callable[[str], str]
"""The address of a picture by its name."""


def address_in(slug: str, site: str = "") -> Address:
    """Where the pictures of a league are; ``site`` before it for whoever reads it elsewhere."""
    return lambda name: f"{site}{reverse('league:picture', args=[slug, name])}"


def as_html(text: str, address: Address) -> SafeString:
    """What was written as HTML alone, in a list of what is allowed. Pictures of other sites are links to them."""
    html = _reader().render(text, {"address": address})
    safe = nh3.clean(
        html,
        tags=set(TAGS),
        attributes={tag: set(names) for tag, names in ATTRIBUTES.items()},
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener",
    )
    return mark_safe(safe.strip())


def as_text(text: str) -> str:
    """For readers of plain text: Markdown reads well as it stands, but a picture is told by its words."""
    return _PICTURES.sub(r"[\1]", text)


@cache
def _reader() -> MarkdownIt:
    # A new line is one: bulletins were plain text once, and people write them like mails.
    reader = MarkdownIt("commonmark", {"html": False, "breaks": True, "maxNesting": 20})
    reader.enable(["table", "strikethrough"])
    reader.validateLink = lambda url: True  # type: ignore[method-assign]  # nh3 decides.
    reader.add_render_rule("image", _image)
    reader.add_render_rule("heading_open", _heading)
    reader.add_render_rule("heading_close", _heading)
    reader.add_render_rule("table_open", _table)
    reader.add_render_rule("table_close", _table)
    reader.add_render_rule("th_open", _head_cell)
    return reader


def _image(self: RendererHTML, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    token = tokens[place]
    source = str(token.attrs.get("src", ""))
    words = self.renderInlineAsText(token.children or [], options, env)
    name = source.removeprefix(PICTURE)
    size = NAME.fullmatch(name) if source.startswith(PICTURE) else None
    if size is None:
        linked = Token("link_open", "a", 1, attrs={"href": source})
        return f"{self.renderToken([linked], 0, options, env)}{_escaped(words or source)}</a>"
    shown = Token("image", "img", 0)
    shown.attrs = {
        "src": env["address"](name),
        "alt": words,
        "width": size[1],
        "height": size[2],
        "loading": "lazy",
    }
    return self.renderToken([shown], 0, options, env)


def _heading(self: RendererHTML, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    """Below the title of the bulletin."""
    token = tokens[place]
    token.tag = f"h{min(6, max(3, int(token.tag[1:]) + 1))}"
    return self.renderToken(tokens, place, options, env)


def _table(self: RendererHTML, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    if tokens[place].nesting == 1:
        return '<div class="table-box"><table class="table">\n'
    return "</table></div>\n"


def _head_cell(self: RendererHTML, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    return '<th scope="col">'


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
