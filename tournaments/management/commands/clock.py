"""The clock of an embedded Dugout: does what the scheduler's list names, each thing when its time comes."""

from __future__ import annotations

import json
import logging
import os
import signal
from argparse import ArgumentParser
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from threading import Event
from typing import Any

from celery import Celery, current_app
from celery.schedules import maybe_schedule
from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import close_old_connections
from django.utils import timezone

logger = logging.getLogger(__name__)

SECONDS = 1.0
"""Between two looks at the clock, and until it sees that it is to stop."""


class Clock:
    """Goes by the scheduler's own list, so that there is no second one.

    ``kept`` is a file that remembers when each thing was done last. What fell due while Dugout was off is so done once
    when it is on again; what the file does not know waits for its next time.
    """

    def __init__(self, kept: Path, app: Celery | None = None) -> None:
        self.app: Celery = app or current_app
        self.app.loader.import_default_modules()
        self.plan: Mapping[str, Mapping[str, Any]] = self.app.conf.beat_schedule
        self.kept = kept
        begun = timezone.now()
        remembered = self._remembered()
        # A time that is still to come was noted while the machine's clock was wrong.
        self.last = {name: min(remembered.get(name, begun), begun) for name in self.plan}

    def tick(self) -> list[str]:
        """Does what is due, once each, and names it. What fails is logged, and waits for its next time."""
        done = []
        for name, entry in self.plan.items():
            schedule = maybe_schedule(entry["schedule"], app=self.app)
            due, _ = schedule.is_due(self.last[name])
            if due:
                self.last[name] = timezone.now()
                self._do(name, entry)
                done.append(name)
        if done:
            self._remember()
        return done

    def _do(self, name: str, entry: Mapping[str, Any]) -> None:
        close_old_connections()
        try:
            self.app.tasks[entry["task"]].apply_async(entry.get("args"), entry.get("kwargs"))
        except Exception:
            logger.exception("The clock could not do this: %s.", name)
        finally:
            close_old_connections()

    def _remembered(self) -> dict[str, datetime]:
        """Nothing where the file is not there, or is none of ours."""
        try:
            found = json.loads(self.kept.read_text())
            return {name: datetime.fromisoformat(at) for name, at in found.items()}
        except (OSError, ValueError, AttributeError, TypeError):
            return {}

    def _remember(self) -> None:
        draft = self.kept.with_name(f"{self.kept.name}.{os.getpid()}")
        try:
            draft.write_text(json.dumps({name: at.isoformat() for name, at in self.last.items()}, indent=1))
            draft.replace(self.kept)
        except OSError:
            logger.exception("The clock could not note what it has done.")


class Command(BaseCommand):
    help = (
        "Does what the scheduler of the service would do, in one process: publishes leagues and rounds when their time "
        "comes, refuses challenges that nobody answered, and so on. ./dugout run starts it beside the web server."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--beside", type=int, help="stop when the parent is no longer this process")

    def handle(self, *args: Any, **options: Any) -> None:
        told = Event()
        for sign in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sign, lambda *_: told.set())
        clock = Clock(settings.VAR_DIR / "clock.json")
        self.stdout.write("The clock runs.")
        self.stdout.flush()
        while not told.wait(SECONDS) and options["beside"] in (None, os.getppid()):
            clock.tick()
