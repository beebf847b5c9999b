from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from league.models import League, User
from tests.helpers import a_commissioner, a_league
from tests.tournaments.hooked.receiver import Receiver, receiving
from tournaments.domain import webhooks
from tournaments.models import Webhook


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.HOOKS_MAY_REACH = ["127.0.0.1"]
    with receiving() as found:
        yield found


@pytest.fixture
def league(db: None) -> League:
    return a_league("Old World")


@pytest.fixture
def commissioner(league: League) -> User:
    return a_commissioner(league)


@pytest.fixture
def hook(league: League, commissioner: User, receiver: Receiver) -> Webhook:
    """Told of everything."""
    return webhooks.add(
        commissioner, league, webhooks.Wanted("Site of the club", webhooks.EVENTS, receiver.address)
    )


@pytest.fixture
def discord(league: League, commissioner: User, receiver: Receiver) -> Webhook:
    wanted = webhooks.Wanted("Our channel", webhooks.EVENTS, receiver.address, Webhook.Kind.DISCORD)
    return webhooks.add(commissioner, league, wanted)
