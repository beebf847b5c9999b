"""Links that let people into a league."""

from __future__ import annotations

import logging
import secrets
from datetime import timedelta
from smtplib import SMTPException
from typing import cast

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from engine.questions import Refusal
from league.domain.languages import in_language_of
from league.domain.queries import get_invitation
from league.domain.roles import NotVisible, Person, require_commissioner, viewer
from league.errors import Conflict, Forbidden
from league.models import Invitation, League, Membership, Role, User

logger = logging.getLogger(__name__)

DAYS = 14
DAYS_MAX = 90


class NotMailed(Refusal):
    """The invitation is there, and its mail is not sent. ``invitation`` is that one."""

    def __init__(self, invitation: Invitation) -> None:
        self.invitation = invitation
        super().__init__(
            _("The invitation is ready, but the mail server did not take the mail. Send its link yourself.")
        )


def invite(
    by: Person, league: League, role: str = Role.COACH, days: int = DAYS, email: str = ""
) -> Invitation:
    """A link for one person, which is good for so many days; mailed to ``email``, where one is given.

    Raises NotMailed, with the invitation, where the mail server does not take the mail.
    """
    require_commissioner(viewer(by, league))
    if role not in Role.values:
        raise Refusal(
            _("{role!r} is no role; choose one of {roles}.").format(role=role, roles=", ".join(Role.values))
        )
    if not 1 <= days <= DAYS_MAX:
        raise Refusal(
            _("An invitation is good for 1 to {most} days, not for {days}.").format(most=DAYS_MAX, days=days)
        )
    made = Invitation.objects.create(
        league=league,
        token=secrets.token_urlsafe(24),
        role=role,
        created_by=cast(User, by),
        expires=timezone.now() + timedelta(days=days),
    )
    if email:
        _mail(made, email)
    return made


def _mail(invitation: Invitation, email: str) -> None:
    with in_language_of(invitation.league):
        address = f"{settings.SITE_URL}{reverse('league:invitation', args=[invitation.token])}"
        text = render_to_string("league/mail/invitation.txt", {"invitation": invitation, "address": address})
        subject = _("Come to {league}").format(league=" ".join(invitation.league.name.split()))
    try:
        send_mail(subject, text, None, [email])
    except (SMTPException, OSError) as trouble:
        logger.warning("The invitation %s could not be mailed: %s", invitation.pk, trouble)
        raise NotMailed(invitation) from None


def find(token: str) -> Invitation:
    """The invitation of a link, whatever has become of it. Raises NotVisible for an unknown one."""
    found = Invitation.objects.select_related("league", "created_by").filter(token=token).first()
    if found is None:
        raise NotVisible(_("There is no such invitation. Ask whoever sent you the link for another."))
    return found


def accept(user: Person, token: str) -> Membership:
    """Takes the person in. A coach who is invited as commissioner becomes one; the link is then used up."""
    if not user.is_authenticated:
        raise Forbidden(_("Log in to accept an invitation."))
    with transaction.atomic():
        invitation = Invitation.objects.select_for_update().filter(token=token).first()
        if invitation is None:
            raise NotVisible(_("There is no such invitation. Ask whoever sent you the link for another."))
        _require_open(invitation)
        member, joined = Membership.objects.get_or_create(
            league=invitation.league, user=user, defaults={"role": invitation.role}
        )
        if not joined:
            if invitation.role == Role.COACH or member.role == invitation.role:
                raise Refusal(
                    _("You are in {league} already; open it from the front page.").format(
                        league=invitation.league.name
                    )
                )
            member.role = invitation.role
            member.save(update_fields=["role"])
        invitation.used_by, invitation.used_at = user, timezone.now()
        invitation.save(update_fields=["used_by", "used_at"])
    return member


def _require_open(invitation: Invitation) -> None:
    if invitation.used:
        raise Conflict(_("This invitation has been used; ask the commissioner for another."))
    if invitation.expired():
        raise Refusal(
            _("This invitation expired on {date}; ask the commissioner for another.").format(
                date=date_format(invitation.expires, "DATE_FORMAT")
            )
        )


def revoke(by: Person, league: League, pk: int) -> None:
    """Deletes a link that nobody has used. Who has come in by it is removed as a member."""
    require_commissioner(viewer(by, league))
    with transaction.atomic():
        League.objects.select_for_update().get(pk=league.pk)
        invitation = get_invitation(league, pk)
        if invitation.used:
            raise Conflict(_("This invitation has been used already; remove the member instead."))
        invitation.delete()
