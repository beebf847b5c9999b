"""News of a league."""

from __future__ import annotations

from typing import cast

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.questions import Refusal
from engine.words import number
from league.domain import clock
from league.domain.queries import get_bulletin
from league.domain.roles import Person, require_commissioner, viewer
from league.models import Bulletin, League, User
from league.signals import bulletin_published

TITLE_MAX = 120
TEXT_MAX = 20_000


def publish(by: Person, league: League, title: str, text: str) -> Bulletin:
    require_commissioner(viewer(by, league))
    title, text = _checked(title, text)
    with transaction.atomic():
        bulletin = Bulletin.objects.create(
            league=league, author=cast(User, by), title=title, text=text, published=clock.now()
        )
        bulletin_published.send(sender=Bulletin, bulletin=bulletin)
    return bulletin


def rewrite(by: Person, league: League, pk: int, title: str, text: str) -> Bulletin:
    """Another title and text; author and date stay."""
    require_commissioner(viewer(by, league))
    bulletin = get_bulletin(league, pk)
    bulletin.title, bulletin.text = _checked(title, text)
    bulletin.save(update_fields=["title", "text"])
    return bulletin


def write(by: Person, league: League, pk: int | None, title: str, text: str) -> Bulletin:
    """A new bulletin where no number is given."""
    return publish(by, league, title, text) if pk is None else rewrite(by, league, pk, title, text)


def delete(by: Person, league: League, pk: int) -> None:
    require_commissioner(viewer(by, league))
    get_bulletin(league, pk).delete()


def _checked(title: str, text: str) -> tuple[str, str]:
    """Both without space around them. Raises Refusal with all that is wrong."""
    title, text = title.strip(), text.replace("\r\n", "\n").strip()
    faults = [fault for fault in (_title_fault(title), _text_fault(text)) if fault]
    if faults:
        raise Refusal.of(faults)
    return title, text


def _title_fault(title: str) -> str:
    if not title:
        return _("The title is empty.")
    if len(title) > TITLE_MAX:
        return ngettext(
            "The title has {n} character; {limit} are allowed.",
            "The title has {n} characters; {limit} are allowed.",
            len(title),
        ).format(n=number(len(title)), limit=number(TITLE_MAX))
    return _("The title has a character that cannot be stored.") if "\0" in title else ""


def _text_fault(text: str) -> str:
    if not text:
        return _("The text is empty.")
    if len(text) > TEXT_MAX:
        return ngettext(
            "The text has {n} character; {limit} are allowed.",
            "The text has {n} characters; {limit} are allowed.",
            len(text),
        ).format(n=number(len(text)), limit=number(TEXT_MAX))
    return _("The text has a character that cannot be stored.") if "\0" in text else ""
