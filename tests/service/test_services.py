"""The pieces of the service answer, and they are what the settings say they are."""

import pytest
from django.core.cache import cache
from django.db import connection

from config.celery import app
from league.models import User
from tournaments.domain import doctoring

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


def test_the_doctor_finds_redis_and_the_worker(worker: None) -> None:
    found = {one.subject: one for one in doctoring.examine_redis()}
    assert {subject: one.level for subject, one in found.items()} == {"Redis": "fine", "worker": "fine"}
    assert found["worker"].told == "1 worker at work"


def test_a_worker_knows_the_tasks(worker: None) -> None:
    assert app.conf.task_always_eager is False
    replies = app.control.inspect(timeout=5).registered()
    assert replies is not None
    assert len(replies) == 1
