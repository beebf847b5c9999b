"""Reads of leagues and their people."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from engine import editions
from engine.comparing import Comparison, RacePair, compare
from engine.edition import Edition
from league.domain.roles import NO_LEAGUE, NotVisible, Person, Viewer, require_reader, viewer_with_role
from league.models import Bulletin, Invitation, League, Membership, Role, User

_FEED_KEY = re.compile(r"[A-Za-z0-9_-]{43}")


def _role_of(user: Person) -> Any:
    mine = Membership.objects.filter(league=OuterRef("pk"), user=user if user.is_authenticated else None)
    return Subquery(mine.values("role")[:1])


def get_league(slug: str, user: Person) -> tuple[League, Viewer]:
    """The league and who the person is in it, in one query. Raises NotVisible for a stranger to a private one."""
    league = League.objects.annotate(viewer_role=_role_of(user)).filter(slug=slug).first()
    if league is None:
        raise NotVisible(_(NO_LEAGUE))
    viewer = viewer_with_role(user, league, league.viewer_role)
    require_reader(viewer)
    return league, viewer


def get_league_by_key(slug: str, user: Person, key: str) -> tuple[League, Viewer]:
    """The league as ``get_league`` finds it, for the member whose feed key it is where the key is one."""
    if _FEED_KEY.fullmatch(key):
        member = Membership.objects.filter(league__slug=slug, feed_key=key, user__is_active=True)
        found = member.select_related("user").first()
        user = found.user if found else user
    return get_league(slug, user)


def visible_leagues(user: Person) -> QuerySet[Any]:
    """Leagues that the person may read, each with ``viewer_role`` and the number of its ``members``."""
    leagues = League.objects.annotate(viewer_role=_role_of(user), members=Count("memberships")).order_by(
        "name_key"
    )
    if user.is_staff:
        return leagues
    return leagues.filter(Q(public=True) | Q(viewer_role__isnull=False))


def readable_leagues(user: Person) -> QuerySet[League]:
    """The leagues that the person may read, with nothing counted: to ask for what is in them."""
    if user.is_staff:
        return League.objects.order_by()
    mine = Membership.objects.filter(user=user if user.is_authenticated else None)
    return League.objects.filter(Q(public=True) | Q(pk__in=mine.values("league"))).order_by()


def own_leagues(user: Person) -> QuerySet[Any]:
    """The leagues that the person is in, as ``visible_leagues`` has them."""
    return visible_leagues(user).filter(viewer_role__isnull=False)


def other_leagues(user: Person) -> QuerySet[Any]:
    """The leagues that the person may read and is not in."""
    return visible_leagues(user).filter(viewer_role__isnull=True)


def leagues_run_by(user: Person) -> QuerySet[League]:
    """Leagues that the person may run: all of them for staff."""
    if not user.is_authenticated or not user.is_active:
        return League.objects.none()
    if user.is_staff:
        return League.objects.all()
    mine = Membership.objects.filter(user=user, role=Role.COMMISSIONER)
    return League.objects.filter(pk__in=mine.values("league"))


def members(league: League) -> QuerySet[Membership]:
    """Commissioners first, each with its user."""
    return league.memberships.select_related("user").order_by("-role", "user__username")


def invitations(league: League) -> QuerySet[Invitation]:
    return league.invitations.select_related("created_by", "used_by")


def bulletins(league: League) -> QuerySet[Bulletin]:
    return league.bulletins.select_related("author")


def get_member(league: League, user_id: int) -> Membership:
    # By way of the accounts, where a number beyond every column is looked for without an error.
    account = User.objects.filter(pk=user_id)
    member = league.memberships.select_related("user").filter(user__in=account).first()
    if member is None:
        raise NotVisible(_("There is no such member. Somebody may have left: see the page of members."))
    return member


def get_invitation(league: League, pk: int) -> Invitation:
    invitation = league.invitations.filter(pk=pk).first()
    if invitation is None:
        raise NotVisible(_("There is no such invitation. It may be revoked: see the page of members."))
    return invitation


def get_bulletin(league: League, pk: int) -> Bulletin:
    bulletin = league.bulletins.select_related("author").filter(pk=pk).first()
    if bulletin is None:
        raise NotVisible(_("There is no such bulletin. It may be deleted: see the page of bulletins."))
    return bulletin


def get_edition(key: str) -> Edition:
    """The edition by the book."""
    if key not in editions.EDITIONS:
        raise NotVisible(_("There is no such edition. See the page of editions."))
    return editions.edition(key)


def all_editions() -> list[Edition]:
    """By the book, in the order of the register."""
    return [editions.edition(key) for key in editions.EDITIONS]


def compared(old: str, new: str) -> Comparison:
    """Two editions by the book, side by side."""
    return compare(get_edition(old), get_edition(new))


def compared_race(seen: Comparison, name: str) -> RacePair:
    """A team list by its name in either edition."""
    found = seen.race(name)
    if found is None:
        raise NotVisible(
            _("Neither {one} nor {other} has a team list of this name. Choose one of the list.").format(
                one=seen.old.name, other=seen.new.name
            )
        )
    return found


def only_race(seen: Comparison, name: str) -> Comparison:
    """The comparison of nothing but this team list."""
    return msgspec.structs.replace(seen, parts=(), races=(compared_race(seen, name),))
