"""Deleting an account: the person is forgotten, and what was played stays.

Rows of the ledger, of results and of reports name an account. They keep it, emptied of everything that is somebody's
and under a pseudonym, "former coach 3". Where the name itself was written down, the pseudonym is written instead: this
is the one change that is made to acts after they were recorded, and it changes nobody's roster.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from rest_framework.authtoken.models import Token

from engine.acts import name_key
from engine.questions import Refusal
from league.domain import clock
from league.domain.members import led_alone_by
from league.errors import Conflict
from league.models import Invitation, League, User
from matches.models import MatchLog
from teams.models import Act
from tournaments.domain import webhooks
from tournaments.domain.accounts.exporting import mentions
from tournaments.domain.competing import entering, journal
from tournaments.models import (
    Competition,
    Delivery,
    Entry,
    Mailing,
    MatchMail,
    Pairing,
    Publication,
    Stage,
    State,
)

PSEUDONYM = "former coach"
"""With a space in it, and so no name that anybody can sign up with."""
_NAMING = frozenset(("account", "author", "by", "coach"))
"""Keys of JSON whose value is the name of an account."""
_TAKING_PART = frozenset(("away", "coach", "entry", "home"))
"""Keys of messages to webhooks whose value names who takes part."""

Change = Callable[[Any], Any]


def obstacles(user: User) -> list[str]:
    """Sentences on what has to be done before the account can be deleted."""
    found = [
        _("You are the last commissioner of {league}: appoint another on its page of members first.").format(
            league=league.name
        )
        for league in led_alone_by(user)
    ]
    staff = User.objects.filter(is_staff=True, is_active=True)
    if user.is_staff and not staff.exclude(pk=user.pk).exists():
        found.append(
            _("You are the last of the staff of this site: make somebody else staff in the admin first.")
        )
    return found


def delete(user: User, password: str) -> str:
    """Forgets the person, and gives the pseudonym. All of it happens, or nothing.

    Raises Refusal for a wrong password, and where somebody has to be appointed first; Conflict where another who is
    deleted at the same moment got the pseudonym.
    """
    if not user.has_usable_password():
        raise Refusal(_("Your account has no password; set one first, so that it can be asked for."))
    if not user.check_password(password):
        raise Refusal(_("This is not your password; nothing was deleted."))
    try:
        return _forget(user)
    except IntegrityError:
        raise Conflict(
            _("Another account was deleted at the same moment; delete yours once more. Nothing was changed.")
        ) from None


def _forget(user: User) -> str:
    with transaction.atomic():
        # In the order of their numbers, so that two who go at once do not wait for each other. Nobody appoints,
        # removes or writes to a ledger meanwhile.
        list(_leagues(user).select_for_update().order_by("pk"))
        faults = obstacles(user)
        if faults:
            raise Refusal(" ".join(faults))
        row = User.objects.select_for_update().get(pk=user.pk)
        name, pseudonym = row.username, _pseudonym()
        _rename_in_entries(row, pseudonym)
        _rename_in_values(name, pseudonym)
        _rename_in_admin(row, pseudonym)
        _close(row)
        _empty(row, pseudonym)
    return pseudonym


def _leagues(user: User) -> QuerySet[League]:
    """Where he is in, or did something. Each is asked for by itself: joined, acts and entries would multiply."""
    named = (
        user.memberships.values("league"),
        user.teams.values("league"),
        user.acts.order_by().values("league"),
        user.entries.values("competition__league"),
    )
    here = Q()
    for leagues in named:
        here |= Q(pk__in=leagues)
    return League.objects.filter(here)


def _pseudonym() -> str:
    taken = User.objects.filter(username__startswith=f"{PSEUDONYM} ").values_list("username", flat=True)
    numbers = [int(found[1]) for one in taken if (found := re.fullmatch(rf"{PSEUDONYM} (\d{{1,9}})", one))]
    return f"{PSEUDONYM} {max(numbers, default=0) + 1}"


# --- names that were written down -------------------------------------------------------------------------------


def _renamed(value: Any, name: str, pseudonym: str) -> Any:
    """The value with the pseudonym wherever a key says that an account is named."""
    if isinstance(value, list):
        return [_renamed(one, name, pseudonym) for one in value]
    if not isinstance(value, dict):
        return value
    told = {
        key: pseudonym if key in _NAMING and one == name else _renamed(one, name, pseudonym)
        for key, one in value.items()
    }
    if value.get("account") == name:
        # Who played a match before somebody else took the entry over: his own name and number stand beside.
        told |= {"coach": pseudonym, "naf_number": None}
    return told


def _rename_in_values(name: str, pseudonym: str) -> None:
    def change(value: Any) -> Any:
        return _renamed(value, name, pseudonym)

    _rewrite(Act, "parameters", name, change)
    _rewrite(MatchLog, "undone", name, change)
    _rewrite(Pairing, "reports", name, change)
    _rewrite(Stage, "draw", name, change)
    _rewrite(Publication, "bulletin", name, change)
    said = re.compile("|".join(_sayings(name)))
    for row in MatchLog.objects.filter(message__contains=name).only("message"):
        message = said.sub(lambda found: found[0].replace(name, pseudonym), row.message)
        if message != row.message:
            row.message = message
            row.save(update_fields=["message"])


_SAID = (
    gettext_noop("Put aside by {person}."),
    gettext_noop("The correction was abandoned by {person}."),
    gettext_noop("Rejected by {person}: {reason}"),
)
"""What is kept with a log of somebody, in the language of its league."""


def _sayings(name: str) -> Iterator[str]:
    """How these begin where they are of him, in every language."""
    for language in settings.LANGUAGES:
        with translation.override(language[0]):
            for said in _SAID:
                yield "^" + re.escape(_(said).partition("{reason}")[0].format(person=name))


def _rewrite(model: Any, column: str, name: str, change: Change) -> None:
    for row in mentions(model.objects.all(), column, name).only(column):
        before = getattr(row, column)
        after = change(before)
        if after != before:
            model.objects.filter(pk=row.pk).update(**{column: after})


def _rename_in_entries(user: User, pseudonym: str) -> None:
    """Entries that he was entered with, and what the journals tell of them; their competitions are read anew."""
    names, played = _called(user)
    _rename_in_messages(user, names, pseudonym)
    entries = list(Entry.objects.filter(Q(user=user) | Q(pk__in=played)))
    for entry in entries:
        if entry.team_id is None and name_key(entry.name) in {name_key(one) for one in names}:
            entry.name = pseudonym
        if entry.user_id == user.pk:
            entry.coach, entry.naf_number = pseudonym, None
        entry.save(update_fields=["name", "coach", "naf_number"])
    keys = {entry.competition_id for entry in entries}
    keys |= set(Entry.objects.filter(team__coach=user).values_list("competition", flat=True))
    Competition.objects.filter(pk__in=keys).update(version=F("version") + 1)
    for stage in Stage.objects.filter(competition__in=keys).exclude(draw={}):
        lines = stage.draw.get(journal.KEY, ())
        after = [_renamed_in_line(line, names, pseudonym) for line in lines]
        if after != list(lines):
            Stage.objects.filter(pk=stage.pk).update(draw={**stage.draw, journal.KEY: after})


def _rename_in_messages(user: User, names: set[str], pseudonym: str) -> None:
    """Those to webhooks that name who takes part, sent or not: as values, and in the text for Discord."""
    keys = {name_key(name) for name in names}
    any_of = "|".join(re.escape(webhooks.escaped(name)) for name in sorted(names))
    whole = re.compile(rf"(?<![\w.@+\\-])(?:{any_of})(?![\w.@+\\-])", re.IGNORECASE)

    def change(value: Any, key: str = "") -> Any:
        if isinstance(value, list):
            return [change(one, key) for one in value]
        if isinstance(value, dict):
            return {of: change(one, of) for of, one in value.items()}
        if key == "description":
            return whole.sub(pseudonym, value)
        return pseudonym if key in _TAKING_PART and value and name_key(value) in keys else value

    for row in Delivery.objects.filter(webhook__league__in=_leagues(user), event__in=webhooks.WITH_ENTRIES):
        before = json.loads(row.body)
        after = change(before)
        if after != before:
            Delivery.objects.filter(pk=row.pk).update(body=json.dumps(after, ensure_ascii=False))


def _renamed_in_line(line: dict[str, Any], names: set[str], pseudonym: str) -> dict[str, Any]:
    """Lines that were kept before there were languages have the names of coaches in their English text."""
    if journal.PEOPLE in line:
        people = {key: pseudonym if name in names else name for key, name in line[journal.PEOPLE].items()}
        return {**line, journal.PEOPLE: people}
    any_of = "|".join(re.escape(one) for one in sorted(names))
    told = re.compile(rf"^(?:{any_of})(?= plays )|(?<= instead of )(?:{any_of})(?=[.:])")
    return {**line, "text": told.sub(pseudonym, line["text"])}


def _called(user: User) -> tuple[set[str], set[int]]:
    """The names that he was entered by, and entries that he played before somebody else took them over."""
    names, entries = {user.username}, set()
    names |= set(Entry.objects.filter(user=user).exclude(coach="").values_list("coach", flat=True))
    for row in mentions(Pairing.objects.all(), "reports", user.username):
        for side, who in row.reports.get(entering.PLAYED_BY, {}).items():
            if who["account"] == user.username:
                names |= {who["coach"]} - {""}
                entries.add(row.home_id if side == "home" else row.away_id)
    return names, entries


def _rename_in_admin(user: User, pseudonym: str) -> None:
    """What the admin noted of the account, and of rows that are named by it."""
    whole = re.compile(rf"(?<![\w.@+-]){re.escape(user.username)}(?![\w.@+-])")
    about = Q(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk))
    rows: Iterable[LogEntry] = LogEntry.objects.filter(about | Q(object_repr__contains=user.username))
    for row in rows:
        row.object_repr = whole.sub(pseudonym, row.object_repr)
        row.save(update_fields=["object_repr"])


# --- the account itself -----------------------------------------------------------------------------------------


def _close(user: User) -> None:
    """Every way in is closed, and every role is given up."""
    Token.objects.filter(user=user).delete()
    EmailAddress.objects.filter(user=user).delete()
    Mailing.objects.filter(user=user).delete()
    MatchMail.objects.filter(user=user).delete()
    Invitation.objects.filter(created_by=user, used_at=None).delete()
    user.memberships.all().delete()
    # What a program of his called its requests; nobody sends them again.
    Act.objects.filter(by=user).update(idempotency_key=None)
    MatchLog.objects.filter(submitted_by=user).update(idempotency_key=None)
    user.groups.clear()
    user.user_permissions.clear()
    running = Competition.objects.exclude(state__in=[State.ENDED, State.ARCHIVED])
    running.filter(organiser=user).update(organiser=None)
    key = str(user.pk)
    # What a session holds can be read by decoding it alone.
    gone = [one.pk for one in Session.objects.iterator() if one.get_decoded().get("_auth_user_id") == key]
    Session.objects.filter(pk__in=gone).delete()


def _empty(user: User, pseudonym: str) -> None:
    user.username, user.email, user.first_name, user.last_name = pseudonym, "", "", ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login, user.date_joined = None, clock.now()
    user.set_unusable_password()
    user.save()
