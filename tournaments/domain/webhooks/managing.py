"""What a commissioner does with the webhooks of a league."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.questions import Refusal
from league.domain.roles import NotVisible, Person, require_commissioner, viewer
from league.errors import Conflict
from league.models import NAME_LENGTH, League
from tournaments.domain.webhooks import events, reaching, saying, signing
from tournaments.domain.webhooks.delivering import send_soon
from tournaments.models import Delivery, Webhook

HELD_AT_MOST = 10
"""Webhooks of a league: each match writes a message for each."""
DISCORD_HOSTS = ("discord.com", "canary.discord.com", "ptb.discord.com", "discordapp.com")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A webhook as a commissioner wants it. An empty ``address`` leaves the one that it has."""

    name: str
    events: Sequence[str]
    address: str = ""
    kind: str = Webhook.Kind.GENERIC


def hooks_of(by: Person, league: League) -> QuerySet[Webhook]:
    """Each with the number of messages that are ``waiting`` and that were ``given_up``."""
    require_commissioner(viewer(by, league))
    return (
        Webhook.objects.filter(league=league)
        .select_related("league")
        .annotate(
            waiting=Count("deliveries", filter=Q(deliveries__status=Delivery.Status.WAITING)),
            given_up=Count("deliveries", filter=Q(deliveries__status=Delivery.Status.GIVEN_UP)),
        )
        .order_by("pk")
    )


def find(by: Person, league: League, pk: int) -> Webhook:
    require_commissioner(viewer(by, league))
    found = Webhook.objects.filter(league=league, pk=pk).first()
    if found is None:
        raise NotVisible(_("There is no such webhook."))
    found.league = league
    return found


def add(by: Person, league: League, wanted: Wanted) -> Webhook:
    """With a new secret, which is to be shown now and never again."""
    require_commissioner(viewer(by, league))
    made = Webhook(league=league, kind=_kind(wanted.kind), secret=signing.new_secret())
    _take(made, wanted)
    if not made.address:
        raise Refusal(_("A webhook needs the address that messages go to."))
    with transaction.atomic():
        League.objects.select_for_update().get(pk=league.pk)
        if league.webhooks.count() >= HELD_AT_MOST:
            raise Conflict(
                _("{league} has {count} webhooks, and may have no more; remove one first.").format(
                    league=league.name, count=HELD_AT_MOST
                )
            )
        made.save()
    return made


def change(by: Person, league: League, pk: int, wanted: Wanted) -> Webhook:
    """Another name, address, or choice of events; its kind stays."""
    found = find(by, league, pk)
    _take(found, wanted)
    found.save(update_fields=["name", "address", "events"])
    return found


def _take(row: Webhook, wanted: Wanted) -> None:
    name = " ".join(wanted.name.split())
    faults = []
    if not name or len(name) > NAME_LENGTH:
        faults.append(_("A webhook needs a name of up to {most} characters.").format(most=NAME_LENGTH))
    unknown = sorted(set(wanted.events) - set(events.EVENTS))
    if unknown:
        faults.append(_("Nothing of this kind is told: {kinds}.").format(kinds=", ".join(unknown)))
    if not wanted.events:
        faults.append(_("Choose at least one thing that it is to be told of."))
    if wanted.address.strip():
        try:
            row.address = _address(row.kind, wanted.address)
        except Refusal as why:
            faults.append(why.message)
    if faults:
        raise Refusal.of(faults)
    row.name, row.events = name, [one for one in events.EVENTS if one in wanted.events]


def _kind(given: str) -> str:
    if given not in Webhook.Kind.values:
        raise Refusal(
            _("{given!r} is no kind of webhook; choose one of {kinds}.").format(
                given=given[:50], kinds=", ".join(Webhook.Kind.values)
            )
        )
    return given


def _address(kind: str, given: str) -> str:
    address = reaching.checked(given)
    parts = urlsplit(address)
    host = parts.hostname or ""
    theirs = host in DISCORD_HOSTS and parts.path.startswith("/api/webhooks/")
    if kind == Webhook.Kind.DISCORD and not theirs and host not in settings.HOOKS_MAY_REACH:
        raise Refusal(
            _(
                "This is no address of a Discord webhook; copy it from the settings of the channel, under "
                "Integrations. It begins with https://discord.com/api/webhooks/."
            )
        )
    return address


def remove(by: Person, league: League, pk: int) -> None:
    """With all that was delivered, or waits."""
    find(by, league, pk).delete()


def pause(by: Person, league: League, pk: int) -> Webhook:
    found = find(by, league, pk)
    return _set(found, Webhook.Paused.BY_HAND) if not found.paused else found


def resume(by: Person, league: League, pk: int) -> Webhook:
    """What waits goes out; what happened while it was paused was not written down."""
    found = _set(find(by, league, pk), Webhook.Paused.NOT)
    found.deliveries.filter(status=Delivery.Status.WAITING).update(next_try=timezone.now())
    send_soon()
    return found


def _set(row: Webhook, paused: Webhook.Paused) -> Webhook:
    row.paused, row.failures = paused, 0
    row.save(update_fields=["paused", "failures"])
    return row


def rotate(by: Person, league: League, pk: int) -> Webhook:
    """A new secret, which is to be shown now; whatever is sent from now on is signed with it."""
    found = find(by, league, pk)
    if not found.signed:
        raise Refusal(
            _("Messages to Discord are not signed; make a new webhook there and put its address in here.")
        )
    found.secret = signing.new_secret()
    found.save(update_fields=["secret"])
    return found


# --- messages -------------------------------------------------------------------------------------------------


def deliveries_of(hook: Webhook) -> QuerySet[Delivery]:
    """The latest first."""
    return hook.deliveries.order_by("-created", "-pk")


def send_test(by: Person, league: League, pk: int) -> Delivery:
    found = find(by, league, pk)
    _require_active(found)
    made = saying.message(found, events.TEST, saying.test(league), timezone.now())
    made.save()
    send_soon()
    return made


def send_again(by: Person, league: League, pk: int, delivery: int) -> Delivery:
    """With the same key: whoever has it already knows it again. The count of attempts begins anew."""
    found = find(by, league, pk)
    _require_active(found)
    again = found.deliveries.filter(pk=delivery).first()
    if again is None:
        raise NotVisible(_("There is no such message."))
    again.status, again.attempts, again.next_try = Delivery.Status.WAITING, 0, timezone.now()
    again.save(update_fields=["status", "attempts", "next_try"])
    send_soon()
    return again


def _require_active(hook: Webhook) -> None:
    if hook.paused:
        raise Conflict(_("{name} is paused; let it go on first.").format(name=hook.name))
