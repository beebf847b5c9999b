"""Names that people give: clean, and told apart as people would."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet
from django.utils.text import slugify
from django.utils.translation import gettext as _

from engine.acts import clean_name, name_key
from engine.questions import Refusal
from league.models import League


def checked_name(name: str, league: League | None = None) -> tuple[str, str]:
    """The cleaned name and its key. Raises Refusal where another league has it; ``league`` is the one renamed."""
    cleaned = clean_name(name, _("The league's name"))
    key = name_key(cleaned)
    namesake = League.objects.filter(name_key=key)
    if league is not None:
        namesake = namesake.exclude(pk=league.pk)
    if namesake.exists():
        raise Refusal(_("There is a league named {name} already. Choose another name.").format(name=cleaned))
    return cleaned, key


def free_slug(name: str, among: QuerySet[Any], plain: str, reserved: Collection[str] = ()) -> str:
    """An address that none of these rows has yet, and that is not ``reserved``; a name without Latin letters gives the
    ``plain`` one."""
    base = slugify(name)[:50].strip("-_") or plain
    taken = {*among.filter(slug__startswith=base).values_list("slug", flat=True), *reserved}
    number, slug = 1, base
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug
