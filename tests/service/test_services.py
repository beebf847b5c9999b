"""The pieces of the service answer, and they are what the settings say they are."""

import pytest
from django.core.cache import cache
from django.db import connection

from config.celery import app
from league.models import User

pytestmark = pytest.mark.service


@pytest.mark.django_db
def test_the_database_is_postgresql() -> None:
    User.objects.create_user("Příšerně žluťoučký 🐎")
    assert connection.vendor == "postgresql"
    assert User.objects.get().username == "Příšerně žluťoučký 🐎"


def test_the_cache_is_redis() -> None:
    cache.set("table", [3, 1, 0])
    assert cache.get("table") == [3, 1, 0]
    assert "Redis" in type(cache._connections[cache._alias]).__name__


def test_a_worker_knows_the_tasks(worker: None) -> None:
    assert app.conf.task_always_eager is False
    replies = app.control.inspect(timeout=5).registered()
    assert replies is not None
    assert len(replies) == 1
