"""The weekly page by mail: to members who want it, once each, in the language of each."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from smtplib import SMTPException
from typing import Literal

from celery import current_app
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.domain.languages import in_language
from league.domain.roles import NotVisible
from league.models import League, Membership
from tournaments.domain.owing import owed
from tournaments.models import Mailing, Publication

logger = logging.getLogger(__name__)

SALT = "weekly mail"
TROUBLE = (SMTPException, OSError)
"""With the mail server."""
TRIED_FOR = timedelta(days=1)
"""After its publication a page is no news any more: who has not got it by then gets the next."""
STOP_MARK = "{the address that stops it}"
"""Stands in a rendered mail where the address of the one who gets it goes."""
OWED_MARK = "{what is his to do}"
"""Stands in a rendered page where it says what the one who gets it has to do."""

List = Literal["weekly", "matches"]
"""What somebody may be on the list of: the page of each week, or a mail after each match of his own."""
COLUMNS: Mapping[List, str] = {"weekly": "weekly_mail", "matches": "match_mail"}


class NotSent(Exception):
    """Some mails could not be handed over; a later attempt sends those, and no other."""


def absolute(address: str) -> str:
    """An address of this site for whoever reads it elsewhere."""
    return f"{settings.SITE_URL}{address}"


def ticket(member: Membership, which: List = "weekly") -> str:
    """What stops these mails to this member, without logging in."""
    return signing.Signer(salt=SALT).sign(str(member.pk) if which == "weekly" else f"{member.pk}.{which}")


def wanting(publication: Publication) -> QuerySet[Membership]:
    """Members who want the page and have not got it."""
    return (
        Membership.objects.filter(league=publication.league_id, weekly_mail=True, user__is_active=True)
        .exclude(user__email="")
        .exclude(user__in=publication.mailings.values("user"))
        .select_related("user", "league")
        .order_by("pk")
    )


def send_later(publication: Publication) -> None:
    """By its name: tasks call the domain, and not the other way round."""
    if wanting(publication).exists():
        current_app.tasks["tournaments.tasks.mail_publication"].delay(publication.pk)


def send(publication_id: int) -> int:
    """Mails the page to whoever wants it and has not got it; how many those were.

    May run twice, or at the same moment in two places. A mail is claimed before it is sent: where a server is lost in
    between, one mail is lost with it, and none comes twice. Raises NotSent when the mail server would not take some.
    """
    found = Publication.objects.select_related("league", "season").filter(pk=publication_id).first()
    if found is None:
        return 0
    members = list(wanting(found))
    if not members:
        return 0
    try:
        with get_connection() as connection:
            taken = [_send(mail, found, member) for mail, member in _mails(found, members, connection)]
    except TROUBLE as trouble:
        raise NotSent(f"The mail server could not be reached for {found}: {trouble}") from trouble
    if taken.count(None):
        raise NotSent(f"{taken.count(None)} mails of {found} could not be sent.")
    return taken.count(True)


def send_waiting(at: datetime | None = None) -> int:
    """Mails each league's last page, if it is new, to whoever wants it and has not got it; how many those were.

    That is who could not be reached before, and who asked for the mail since. A league whose mails are not taken keeps
    no other waiting.
    """
    at = at or timezone.now()
    sent = 0
    for league in League.objects.filter(publications__published_at__range=(at - TRIED_FOR, at)).distinct():
        last = league.publications.first()
        try:
            sent += send(last.pk) if last else 0
        except NotSent as why:
            logger.warning("%s", why)
    return sent


def _send(mail: EmailMultiAlternatives, publication: Publication, member: Membership) -> bool | None:
    """Whether it was sent here; None where the mail server would not take it."""
    claim, mine = Mailing.objects.get_or_create(
        publication=publication, user=member.user, defaults={"at": timezone.now()}
    )
    if not mine:
        return False
    try:
        mail.send()
    except TROUBLE:
        logger.exception("The page of %s could not be mailed to %s.", publication, member.user)
        claim.delete()
        return None
    return True


def _mails(
    found: Publication, members: Sequence[Membership], connection: BaseEmailBackend
) -> Iterator[tuple[EmailMultiAlternatives, Membership]]:
    """Each member with the mail to him: the page is put in words once for each language that is read."""
    by_language = groupby(sorted(members, key=_language), key=_language)
    for language, group in by_language:
        with in_language(language):
            readers = list(group)
            text, html = _rendered(found)
            subject = _("[{league}] Week {week} of {year}").format(
                league=found.league, week=found.week, year=found.year
            )
            todo = owed(found.league, [member.user_id for member in readers])
            for member in readers:
                member.league = found.league
                items = {"items": todo.get(member.user_id, ())}
                own_text = text.replace(OWED_MARK, render_to_string("tournaments/mail/_owed.txt", items))
                own_html = html.replace(OWED_MARK, render_to_string("tournaments/mail/_owed.html", items))
                yield mail_to(member, "weekly", subject, own_text, own_html, connection), member


def _language(member: Membership) -> str:
    return member.user.language or member.league.language


def _rendered(publication: Publication) -> tuple[str, str]:
    context = {
        "publication": publication,
        "league": publication.league,
        "page": publication.page,
        "address": absolute(publication.get_absolute_url()),
        "site": settings.SITE_URL,
        "stop": STOP_MARK,
        "owed": OWED_MARK,
    }
    return (
        render_to_string("tournaments/mail/week.txt", context),
        render_to_string("tournaments/mail/week.html", context),
    )


def mail_to(
    member: Membership, which: List, subject: str, text: str, html: str, connection: BaseEmailBackend
) -> EmailMultiAlternatives:
    """A mail of that list, which one click in a program for mails stops (RFC 8058)."""
    stop = absolute(reverse("tournaments:stop_mail", args=[ticket(member, which)]))
    mail = EmailMultiAlternatives(
        subject=" ".join(subject.split()),
        body=text.replace(STOP_MARK, stop),
        to=[member.user.email],
        connection=connection,
        headers={
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(html.replace(STOP_MARK, stop), "text/html")
    return mail


def find_by_ticket(ticket: str) -> tuple[Membership, List]:
    """Whose ticket it is, and which mails it stops."""
    try:
        signed = signing.Signer(salt=SALT).unsign(ticket)
    except signing.BadSignature:
        raise NotVisible(_("This address stops no mails.")) from None
    number, _dot, which = signed.partition(".")
    member = Membership.objects.select_related("league").filter(pk=number).first()
    if member is None:
        raise NotVisible(_("Whoever this address was for has left the league, and gets no mails."))
    return member, "matches" if which == "matches" else "weekly"


def stop(ticket: str) -> tuple[Membership, List]:
    """No more of these mails to the one whose ticket it is, whoever sends it."""
    member, which = find_by_ticket(ticket)
    Membership.objects.filter(pk=member.pk).update(**{COLUMNS[which]: False})
    return member, which
