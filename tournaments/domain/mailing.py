"""The weekly page by mail: to members who want it, once each."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException

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

from league.domain.roles import NotVisible
from league.models import League, Membership
from tournaments.models import Mailing, Publication

logger = logging.getLogger(__name__)

SALT = "weekly mail"
TROUBLE = (SMTPException, OSError)
"""With the mail server."""
TRIED_FOR = timedelta(days=1)
"""After its publication a page is no news any more: who has not got it by then gets the next."""
STOP_MARK = "{the address that stops it}"
"""Stands in a rendered mail where the address of the one who gets it goes."""


class NotSent(Exception):
    """Some mails could not be handed over; a later attempt sends those, and no other."""


def absolute(address: str) -> str:
    """An address of this site for whoever reads it elsewhere."""
    return f"{settings.SITE_URL}{address}"


def ticket(member: Membership) -> str:
    """What stops the mails to this member, without logging in."""
    return signing.Signer(salt=SALT).sign(str(member.pk))


def wanting(publication: Publication) -> QuerySet[Membership]:
    """Members who want the page and have not got it."""
    return (
        Membership.objects.filter(league=publication.league_id, weekly_mail=True, user__is_active=True)
        .exclude(user__email="")
        .exclude(user__in=publication.mailings.values("user"))
        .select_related("user")
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
    text, html = _rendered(found)
    try:
        with get_connection() as connection:
            taken = [_send(_mail(found, member, text, html, connection), found, member) for member in members]
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


def _rendered(publication: Publication) -> tuple[str, str]:
    context = {
        "publication": publication,
        "league": publication.league,
        "page": publication.page,
        "address": absolute(publication.get_absolute_url()),
        "site": settings.SITE_URL,
        "stop": STOP_MARK,
    }
    return (
        render_to_string("tournaments/mail/week.txt", context),
        render_to_string("tournaments/mail/week.html", context),
    )


def _mail(
    publication: Publication, member: Membership, text: str, html: str, connection: BaseEmailBackend
) -> EmailMultiAlternatives:
    stop = absolute(reverse("tournaments:stop_mail", args=[ticket(member)]))
    mail = EmailMultiAlternatives(
        subject=" ".join(f"[{publication.league}] Week {publication.week} of {publication.year}".split()),
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


def find_by_ticket(ticket: str) -> Membership:
    try:
        number = signing.Signer(salt=SALT).unsign(ticket)
    except signing.BadSignature:
        raise NotVisible(_("This address stops no mails.")) from None
    member = Membership.objects.select_related("league").filter(pk=number).first()
    if member is None:
        raise NotVisible(_("Whoever this address was for has left the league, and gets no mails."))
    return member


def stop(ticket: str) -> Membership:
    """No more mails to the one whose ticket it is, whoever sends it."""
    member = find_by_ticket(ticket)
    Membership.objects.filter(pk=member.pk).update(weekly_mail=False)
    return member
