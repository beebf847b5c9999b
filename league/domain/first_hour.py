"""The first account of an installation, whose owner then opens leagues."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict
from league.models import User

_somebody_was_here = False
"""Accounts stay for ever, if only under a pseudonym: once one is seen, nobody has to look again."""


def is_empty() -> bool:
    """Whether nobody has an account yet."""
    global _somebody_was_here
    if not _somebody_was_here:
        _somebody_was_here = User.objects.exists()
    return not _somebody_was_here


def look_again() -> None:
    """For a process that outlives its database."""
    global _somebody_was_here
    _somebody_was_here = False


def take_over(username: str, email: str, password: str) -> User:
    """The first account, which may do everything on this site. Raises Conflict where there is an account already.

    The row of the kind of accounts is there since the tables are, and held here: of two who come at the same moment
    one waits, and then finds the other's account.
    """
    with transaction.atomic():
        ContentType.objects.select_for_update().get_or_create(app_label="league", model="user")
        if User.objects.exists():
            raise Conflict(
                _("This site has its owner already. Log in, or ask whoever runs it to let you open leagues.")
            )
        user = User.objects.create_superuser(username, email, password)
        if email:
            EmailAddress.objects.create(user=user, email=email, primary=True)
    return user
