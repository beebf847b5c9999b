"""Who is in a league, and as what."""

from __future__ import annotations

import secrets

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.questions import Refusal
from league.domain.queries import get_member
from league.domain.roles import Person, require_commissioner, require_staff, viewer
from league.errors import Conflict, Forbidden
from league.models import League, Membership, Role, User

NOT_IN = gettext_noop("You are not in {league}.")


def add(by: Person, league: League, user: User, role: str) -> Membership:
    """Takes a person in without an invitation: a repair by staff."""
    require_staff(by)
    try:
        with transaction.atomic():
            return Membership.objects.create(league=league, user=user, role=_role(role))
    except IntegrityError:
        raise Conflict(
            _("{person} is in {league} already. Change the role instead.").format(
                person=user.username, league=league.name
            )
        ) from None


def set_role(by: Person, league: League, user_id: int, role: str) -> Membership:
    require_commissioner(viewer(by, league))
    with transaction.atomic():
        _lock(league)
        member = get_member(league, user_id)
        if _role(role) != Role.COMMISSIONER:
            _keep_one_commissioner(league, member)
        member.role = role
        member.save(update_fields=["role"])
    return member


def remove(by: Person, league: League, user_id: int) -> None:
    """A commissioner removes anybody; everybody may leave. Teams of who leaves stay in the league."""
    who = viewer(by, league)
    if who.user.pk != user_id:
        require_commissioner(who)
    elif not who.is_member:
        raise Forbidden(_(NOT_IN).format(league=league.name))
    with transaction.atomic():
        _lock(league)
        member = get_member(league, user_id)
        _keep_one_commissioner(league, member)
        member.delete()


def led_alone_by(user: User) -> QuerySet[League]:
    """The leagues that would be without a commissioner if he left them."""
    others = Membership.objects.filter(league=OuterRef("pk"), role=Role.COMMISSIONER).exclude(user=user)
    mine = Membership.objects.filter(user=user, role=Role.COMMISSIONER)
    return League.objects.filter(~Exists(others), pk__in=mine.values("league"))


def want_mails(by: Person, league: League, *, weekly: bool, matches: bool) -> Membership:
    """Whether the member gets each published page by mail, and a mail after each match of a team of his own."""
    member = own(by, league)
    if (weekly or matches) and not member.user.email:
        raise Refusal(_("Your account has no mail address; add one first."))
    member.weekly_mail, member.match_mail = weekly, matches
    member.save(update_fields=["weekly_mail", "match_mail"])
    return member


def renew_feed_key(by: Person, league: League) -> Membership:
    """A new key for the member's calendars and feeds; the one before opens nothing any more."""
    member = own(by, league)
    member.feed_key = secrets.token_urlsafe(32)
    member.save(update_fields=["feed_key"])
    return member


def own(by: Person, league: League) -> Membership:
    """What the person is here, with the account. Raises Forbidden for whoever is no member."""
    member = league.memberships.select_related("user").filter(user=by.pk).first()
    if member is None:
        raise Forbidden(_(NOT_IN).format(league=league.name))
    return member


def _lock(league: League) -> None:
    """Two commissioners who remove each other at the same moment must not both succeed."""
    League.objects.select_for_update().get(pk=league.pk)


def _keep_one_commissioner(league: League, member: Membership) -> None:
    others = league.memberships.filter(role=Role.COMMISSIONER).exclude(pk=member.pk)
    if member.role == Role.COMMISSIONER and not others.exists():
        raise Refusal(
            _("{person} is the last commissioner of {league}; appoint another first.").format(
                person=member.user.username, league=league.name
            )
        )


def _role(role: str) -> Role:
    try:
        return Role(role)
    except ValueError:
        raise Refusal(
            _("{role!r} is no role; choose one of {roles}.").format(role=role, roles=", ".join(Role.values))
        ) from None
