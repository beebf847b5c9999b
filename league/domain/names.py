"""Names that people give: clean, and told apart as people would."""

from __future__ import annotations

from django.utils.text import slugify

from engine.acts import clean_name, name_key
from engine.questions import Refusal
from league.models import League


def checked_name(name: str, league: League | None = None) -> tuple[str, str]:
    """The cleaned name and its key. Raises Refusal where another league has it; ``league`` is the one renamed."""
    cleaned = clean_name(name, "The league's name")
    key = name_key(cleaned)
    namesake = League.objects.filter(name_key=key)
    if league is not None:
        namesake = namesake.exclude(pk=league.pk)
    if namesake.exists():
        raise Refusal(f"There is a league named {cleaned} already.")
    return cleaned, key


def free_slug(name: str) -> str:
    """An address that no league has yet; a name without Latin letters gives a plain one."""
    base = slugify(name)[:50].strip("-") or "league"
    taken = set(League.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number, slug = 1, base
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug
