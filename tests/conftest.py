"""What every test stands on: no collected static files, cheap passwords, an empty cache, tasks in the request."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client, override_settings
from django.utils import translation
from rest_framework.test import APIClient

from config.celery import app
from league.domain import first_hour
from league.models import User


@pytest.fixture(scope="session", autouse=True)
def settings_for_tests() -> Iterator[None]:
    with override_settings(
        ACCOUNT_RATE_LIMITS=False,
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        STORAGES={
            "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
            "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
        },
        WHITENOISE_AUTOREFRESH=True,
    ):
        yield


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Throttles and cached tables are no test's inheritance."""
    cache.clear()


@pytest.fixture(autouse=True)
def somebody_is_here() -> Iterator[None]:
    """No page leads to the first account, unless the test says that nobody has been here yet."""
    first_hour._somebody_was_here = True
    yield
    first_hour.look_again()


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A page leaves its language to its thread, and so to the next test."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def tasks_run_here(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tasks run where they are called, also when Redis is there, unless the test asks for the ``worker``."""
    before = app.conf.task_always_eager
    app.conf.task_always_eager = "worker" not in request.fixturenames
    yield
    app.conf.task_always_eager = before


@pytest.fixture
def user(db: None) -> User:
    """An account without a role in any league; its password is ``coach-password``."""
    return User.objects.create_user("someone", "someone@example.org", "coach-password")


@pytest.fixture
def api() -> APIClient:
    """A client of the API that nobody is logged in to; ``force_authenticate`` logs in."""
    return APIClient()


@pytest.fixture
def browse(client: Client, user: User) -> Client:
    """A client of the pages, logged in as ``user``."""
    client.force_login(user)
    return client
