"""A real Celery worker on the test database."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connection

from config.celery import app
from tests.service.servers import wait_until


@pytest.fixture(scope="session")
def worker_process(django_db_setup: None) -> Iterator[None]:
    base = os.environ["DATABASE_URL"].rsplit("/", 1)[0]
    process = subprocess.Popen(
        [sys.executable, *"-m celery -A config worker --concurrency 2 --loglevel WARNING".split()],
        cwd=settings.BASE_DIR,
        env={
            **os.environ,
            "DATABASE_URL": f"{base}/{connection.settings_dict['NAME']}",
            "HOOKS_MAY_REACH": "127.0.0.1",
        },
    )
    try:
        wait_until(lambda: bool(app.control.ping(timeout=0.5)), "the worker's start")
        yield
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture
def worker(worker_process: None, transactional_db: None) -> None:
    """Tasks of this test go to a worker of their own process, through Redis. Wait for what they do, with wait_until."""
    app.control.purge()
