"""News of a league."""

from __future__ import annotations

import re
from typing import BinaryIO, cast

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.questions import Refusal
from engine.words import number
from league.domain import clock, pictures
from league.domain.queries import get_bulletin
from league.domain.roles import Person, require_commissioner, viewer
from league.models import Bulletin, League, User
from league.signals import bulletin_published

TITLE_MAX = 120
TEXT_MAX = 20_000
_UNWORDED = re.compile(r"[\[\]\\<>\x00-\x1f]")
"""Signs that would end the words of a picture in a text, or begin something else."""


def publish(by: Person, league: League, title: str, text: str) -> Bulletin:
    require_commissioner(viewer(by, league))
    title, text = _checked(league, title, text)
    with transaction.atomic():
        bulletin = Bulletin.objects.create(
            league=league, author=cast(User, by), title=title, text=text, published=clock.now()
        )
        pictures.belong(bulletin)
        bulletin_published.send(sender=Bulletin, bulletin=bulletin)
    return bulletin


def rewrite(by: Person, league: League, pk: int, title: str, text: str) -> Bulletin:
    """Another title and text; author and date stay."""
    require_commissioner(viewer(by, league))
    bulletin = get_bulletin(league, pk)
    bulletin.title, bulletin.text = _checked(league, title, text)
    with transaction.atomic():
        bulletin.save(update_fields=["title", "text"])
        pictures.belong(bulletin)
    return bulletin


def write(by: Person, league: League, pk: int | None, title: str, text: str) -> Bulletin:
    """A new bulletin where no number is given."""
    return publish(by, league, title, text) if pk is None else rewrite(by, league, pk, title, text)


def delete(by: Person, league: League, pk: int) -> None:
    require_commissioner(viewer(by, league))
    bulletin = get_bulletin(league, pk)
    with transaction.atomic():
        pictures.delete(bulletin.pictures.all())
        bulletin.delete()


def with_picture(by: Person, league: League, text: str, file: BinaryIO, size: int, alt: str) -> str:
    """The text with a picture at its end, which is uploaded here. ``alt`` says what it shows."""
    require_commissioner(viewer(by, league))
    words = " ".join(_UNWORDED.sub(" ", alt).split())[: pictures.ALT_MAX]
    if not words:
        raise Refusal(
            _("Say in a few words what the picture shows, for those who cannot see it, and choose it again.")
        )
    picture = pictures.upload(by, league, file, size)
    return f"{text.rstrip()}\n\n![{words}](picture:{picture.name})\n".lstrip()


def _checked(league: League, title: str, text: str) -> tuple[str, str]:
    """Both without space around them. Raises Refusal with all that is wrong."""
    title, text = title.strip(), text.replace("\r\n", "\n").strip()
    found = (_title_fault(title), _text_fault(text), _picture_fault(league, text))
    faults = [fault for fault in found if fault]
    if faults:
        raise Refusal.of(faults)
    return title, text


def _title_fault(title: str) -> str:
    if not title:
        return _("The title is empty: give the bulletin one.")
    if len(title) > TITLE_MAX:
        return ngettext(
            "The title has {n} character; {limit} are allowed.",
            "The title has {n} characters; {limit} are allowed.",
            len(title),
        ).format(n=number(len(title)), limit=number(TITLE_MAX))
    return _("The title has a character that cannot be stored.") if "\0" in title else ""


def _text_fault(text: str) -> str:
    if not text:
        return _("The text is empty: write what is new.")
    if len(text) > TEXT_MAX:
        return ngettext(
            "The text has {n} character; {limit} are allowed.",
            "The text has {n} characters; {limit} are allowed.",
            len(text),
        ).format(n=number(len(text)), limit=number(TEXT_MAX))
    return _("The text has a character that cannot be stored.") if "\0" in text else ""


def _picture_fault(league: League, text: str) -> str:
    names = pictures.named_in(text)
    if len(names) > pictures.IN_A_BULLETIN:
        return _("The bulletin has {n} pictures; {most} are allowed. Write a second one.").format(
            n=len(names), most=pictures.IN_A_BULLETIN
        )
    if names and league.pictures.filter(name__in=names).count() < len(names):
        return _(
            "The text names a picture that is not here any more. Take it out, and add the picture again."
        )
    return ""
