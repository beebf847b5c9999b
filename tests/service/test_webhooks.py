"""A worker sends what there is to tell, and of several workers one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from league.domain.bulletins import publish
from tests.helpers import a_commissioner, a_league
from tests.service.servers import wait_until
from tests.tournaments.hooked.conftest import receiver as receiver  # the fixture
from tournaments.domain import webhooks
from tournaments.models import Delivery

pytestmark = pytest.mark.service

MESSAGES = 12
AT_ONCE = 6


def a_hook(receiver):
    league = a_league()
    by = a_commissioner(league)
    return by, webhooks.add(by, league, webhooks.Wanted("Club", webhooks.EVENTS, receiver.address))


def test_a_worker_sends_it_as_soon_as_it_is_committed(worker, receiver):
    by, hook = a_hook(receiver)
    publish(by, hook.league, "News", "The season has begun.")
    wait_until(
        lambda: Delivery.objects.filter(status=Delivery.Status.DELIVERED).exists(),
        "the delivery by the worker",
    )
    (got,) = receiver.received
    assert got.said["data"]["title"] == "News"
    assert webhooks.proves(
        hook.secret, got.headers["Dugout-Timestamp"], got.body, got.headers["Dugout-Signature"]
    )


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_send_each_message_once(receiver, settings):
    settings.CELERY_TASK_ALWAYS_EAGER = True
    by, hook = a_hook(receiver)
    for _ in range(MESSAGES):
        webhooks.send_test(by, hook.league, hook.pk)

    def work(_: int) -> int:
        try:
            return webhooks.deliver_due()
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        assert sum(pool.map(work, range(AT_ONCE))) == MESSAGES
    keys = [one.headers["Dugout-Delivery"] for one in receiver.received]
    assert len(keys) == len(set(keys)) == MESSAGES
