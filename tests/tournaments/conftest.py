from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from league.models import League
from tournaments.domain import demo


@pytest.fixture(scope="module")
def _loaded(django_db_setup: None, django_db_blocker: Any) -> Iterator[int]:
    """Loaded once for a module: tests may read it, and what they write is taken back after each."""
    with django_db_blocker.unblock(), transaction.atomic():
        cache.clear()
        league = demo.load()
        assert league is not None
        yield league.pk
        transaction.set_rollback(True)


@pytest.fixture
def demo_league(_loaded: int, db: None) -> League:
    return League.objects.get(pk=_loaded)
