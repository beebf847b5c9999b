"""Sending what waits, until it is taken or given up: at least once, with the same key each time."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from time import monotonic

from celery import current_app
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from league.domain.languages import in_language, in_language_of
from league.models import Membership, Role
from tournaments.domain.webhooks import reaching, signing
from tournaments.models import Delivery, Webhook

logger = logging.getLogger(__name__)

BACK_OFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 2 * 60, 12 * 60))
"""From one attempt to the next; whoever has not taken a message by then does not get it."""
LEASE = timedelta(minutes=2)
"""Whoever has not told by then what became of an attempt is gone."""
AT_ONCE = 50
"""Messages of one run: the clock has other things to do."""
RUN_SECONDS = 60.0
PAUSED_AFTER = 12
"""Failed attempts one after the other, over all messages: as many as of two that were given up."""
LONGEST_WAIT = timedelta(hours=12)
KEPT = timedelta(days=30)
"""In the log, once they are settled."""
GONE = 410
NOT_FOUND = 404
SLOW_DOWN = 429


def send_soon() -> None:
    """Without a queue it is the clock that sends, a moment later: nobody waits for a stranger's server."""
    if not settings.CELERY_TASK_ALWAYS_EAGER:
        # By its name: tasks call the domain, and not the other way round.
        transaction.on_commit(current_app.tasks["tournaments.tasks.deliver"].delay, robust=True)


def deliver_due(at: datetime | None = None) -> int:
    """Sends what is due, the oldest first; how many were taken.

    May run twice at the same moment: each message is claimed before it is sent. A webhook that does not answer is left
    alone for the rest of the run, so that it keeps no other waiting; what is left after a while waits for the next run.
    """
    silent: set[int] = set()
    taken = 0
    ends = monotonic() + RUN_SECONDS
    for one in _due(at or timezone.now()):
        if monotonic() > ends:
            break
        if one.webhook_id in silent or not _claim(one):
            continue
        if attempt(one):
            taken += 1
        else:
            silent.add(one.webhook_id)
    return taken


def _due(at: datetime) -> Iterable[Delivery]:
    waiting = Delivery.objects.filter(
        status=Delivery.Status.WAITING, next_try__lte=at, webhook__paused=Webhook.Paused.NOT
    )
    return list(waiting.select_related("webhook__league").order_by("next_try", "pk")[:AT_ONCE])


def _claim(one: Delivery) -> bool:
    now = timezone.now()
    mine = Delivery.objects.filter(
        pk=one.pk,
        status=Delivery.Status.WAITING,
        next_try=one.next_try,
        webhook__paused=Webhook.Paused.NOT,
    ).update(attempts=F("attempts") + 1, tried=now, next_try=now + LEASE)
    one.attempts += mine
    one.tried = now
    return bool(mine)


def forget_old(at: datetime | None = None) -> int:
    """Messages that were delivered or given up a while ago; how many those were."""
    settled = Delivery.objects.exclude(status=Delivery.Status.WAITING)
    return settled.filter(created__lt=(at or timezone.now()) - KEPT).delete()[0]


def attempt(one: Delivery) -> bool:
    """Sends the message once and notes what came of it; whether it was taken.

    Nothing is noted where it is somebody else's by now, or its webhook is gone.
    """
    with in_language_of(one.webhook.league):
        answer = reaching.post(one.webhook.address, one.body.encode(), headers_of(one))
    one.answered, one.answer = answer.status, answer.text
    if answer.taken:
        one.status, one.next_try = Delivery.Status.DELIVERED, None
        Webhook.objects.filter(pk=one.webhook_id).update(failures=0)
    else:
        _failed(one, answer)
    Delivery.objects.filter(pk=one.pk, attempts=one.attempts).update(
        answered=one.answered, answer=one.answer, status=one.status, next_try=one.next_try
    )
    return answer.taken


def headers_of(one: Delivery) -> dict[str, str]:
    told = {
        "Content-Type": "application/json",
        "User-Agent": "Dugout",
        "Connection": "close",
        signing.EVENT: one.event,
        signing.DELIVERY: str(one.key),
    }
    if one.webhook.signed:
        timestamp = str(int(timezone.now().timestamp()))
        told[signing.TIMESTAMP] = timestamp
        told[signing.SIGNATURE] = signing.signature(one.webhook.secret, timestamp, one.body.encode())
    return told


def _failed(one: Delivery, answer: reaching.Answer) -> None:
    wait = wait_after(one.attempts, answer)
    one.next_try = timezone.now() + wait if wait else None
    if wait is None:
        one.status = Delivery.Status.GIVEN_UP
    Webhook.objects.filter(pk=one.webhook_id).update(failures=F("failures") + 1)
    if _is_gone(one.webhook, answer):
        one.status, one.next_try = Delivery.Status.GIVEN_UP, None
        _pause(one.webhook, Webhook.Paused.GONE)
    elif Webhook.objects.filter(pk=one.webhook_id, failures__gte=PAUSED_AFTER).exists():
        _pause(one.webhook, Webhook.Paused.FAILED)


def wait_after(attempts: int, answer: reaching.Answer) -> timedelta | None:
    """Until the next attempt, at least as long as the receiver asks for; None where that was the last."""
    if attempts > len(BACK_OFF):
        return None
    return max(BACK_OFF[attempts - 1], _asked_for(answer) if answer.status == SLOW_DOWN else timedelta(0))


def _asked_for(answer: reaching.Answer) -> timedelta:
    """``Retry-After`` as seconds or as a date (RFC 9110, 10.2.3); nothing where it is neither."""
    said = answer.headers.get("retry-after", "")
    try:
        wait = timedelta(seconds=float(said))
    except (ValueError, OverflowError):
        try:
            wait = parsedate_to_datetime(said) - timezone.now()
        except (ValueError, TypeError):
            return timedelta(0)
    return min(max(wait, timedelta(0)), LONGEST_WAIT)


def _is_gone(webhook: Webhook, answer: reaching.Answer) -> bool:
    """Discord answers for a webhook that was deleted there that it is not found."""
    return answer.status == GONE or (webhook.kind == Webhook.Kind.DISCORD and answer.status == NOT_FOUND)


def _pause(webhook: Webhook, why: Webhook.Paused) -> None:
    """Nothing is sent until a commissioner says so, and each of them is told, once."""
    if Webhook.objects.filter(pk=webhook.pk, paused=Webhook.Paused.NOT).update(paused=why):
        webhook.paused = why
        _tell_commissioners(webhook)


def _tell_commissioners(webhook: Webhook) -> None:
    """Who has an address; the page of the webhooks tells the others. A mail that is not taken stops nothing."""
    running = Membership.objects.filter(league=webhook.league, role=Role.COMMISSIONER, user__is_active=True)
    for member in running.exclude(user__email="").select_related("user"):
        with in_language(member.user.language or webhook.league.language):
            mail = EmailMessage(
                subject=" ".join(_("[{league}] A webhook is paused").format(league=webhook.league).split()),
                body=_(
                    "{name} is told nothing any more: {why}.\n\nLook at what was answered, and let it go on, here: "
                    "{address}"
                ).format(
                    name=webhook.name,
                    why=webhook.get_paused_display(),
                    address=f"{settings.SITE_URL}{webhook.get_absolute_url()}",
                ),
                to=[member.user.email],
                headers={"Auto-Submitted": "auto-generated"},
            )
        try:
            mail.send()
        except OSError:
            logger.exception("The commissioners of %s could not be told of a paused webhook.", webhook.league)
