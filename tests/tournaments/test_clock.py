"""The clock that runs beside an embedded Dugout."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from celery.schedules import crontab
from celery.signals import task_prerun
from django.conf import settings

from config.celery import app
from tests.helpers import a_drafted_team, a_league
from tests.tournaments.competing.builders import a_competition, commissioner_of, entries, started, the_stage
from tournaments.domain import publishing
from tournaments.domain.competing import rounds
from tournaments.management.commands.clock import Clock
from tournaments.models import Format, Kind, Round

NIGHT = datetime(2027, 1, 5, 2, 50, 30, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
PATIENCE = 60
EVERY_TASK = sorted(settings.CELERY_BEAT_SCHEDULE)
EVERY_MINUTE = ["rounds of competitions", "mails after matches", "messages to webhooks"]
"""At least, in the order of the list."""


@pytest.fixture
def done(db: None) -> Iterator[list[str]]:
    """The names of the tasks that have run, in order."""
    ran: list[str] = []

    def note(task: Any, **said: Any) -> None:
        ran.append(task.name)

    with_name = "tests.clock"
    task_prerun.connect(note, weak=False, dispatch_uid=with_name)
    yield ran
    task_prerun.disconnect(dispatch_uid=with_name)


@app.task(name="tests.clock.broken")
def broken() -> None:
    raise RuntimeError("the disk is full")


def looks(clock: Clock, begins: datetime, minutes: int) -> list[list[str]]:
    """What each look comes to, one a minute."""
    found = []
    for minute in range(minutes + 1):
        with time_machine.travel(begins + minute * MINUTE, tick=False):
            found.append(clock.tick())
    return found


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    with time_machine.travel(NIGHT, tick=False):
        return Clock(tmp_path / "clock.json", app)


def test_it_goes_by_the_list_of_the_scheduler(clock: Clock) -> None:
    assert sorted(clock.plan) == EVERY_TASK
    assert {entry["task"] for entry in clock.plan.values()} <= set(app.tasks)


def test_nothing_is_due_when_it_starts_for_the_first_time(clock: Clock, done: list[str]) -> None:
    with time_machine.travel(NIGHT, tick=False):
        assert clock.tick() == []
    assert done == []


def test_in_an_hour_everything_is_done_at_its_time_and_once(clock: Clock, done: list[str]) -> None:
    found = looks(clock, NIGHT, 60)
    hourly = [name for name in EVERY_TASK if name not in EVERY_MINUTE]
    times = {name: [minute for minute, names in enumerate(found) if name in names] for name in EVERY_TASK}
    assert {name: len(times[name]) for name in hourly} == dict.fromkeys(hourly, 1)
    assert times["nightly reconcile"] == times["weekly standings"] == [10]
    assert times["challenges of majors"] == [15]
    assert [times[name] for name in EVERY_MINUTE] == [list(range(1, 61))] * len(EVERY_MINUTE)
    assert len(done) == 60 * len(EVERY_MINUTE) + len(hourly)


def test_one_look_after_a_long_time_does_each_task_once(clock: Clock, done: list[str]) -> None:
    with time_machine.travel(NIGHT + timedelta(days=3), tick=False):
        assert sorted(clock.tick()) == EVERY_TASK
        assert clock.tick() == []
    assert sorted(done) == sorted(entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values())


def test_what_fell_due_while_it_was_off_is_done_at_the_next_start(tmp_path: Path, done: list[str]) -> None:
    kept = tmp_path / "clock.json"
    with time_machine.travel(NIGHT, tick=False):
        first = Clock(kept, app)
    looks(first, NIGHT, 30)
    with time_machine.travel(NIGHT + timedelta(days=1, hours=1), tick=False):
        assert sorted(Clock(kept, app).tick()) == EVERY_TASK
        assert Clock(kept, app).tick() == []


@pytest.mark.parametrize("text", ["", "{", "[]", '{"weekly standings": 3}', '{"weekly standings": "soon"}'])
def test_a_memory_that_says_nothing_is_none(tmp_path: Path, done: list[str], text: str) -> None:
    kept = tmp_path / "clock.json"
    kept.write_text(text)
    with time_machine.travel(NIGHT, tick=False):
        clock = Clock(kept, app)
        assert clock.tick() == []
    assert looks(clock, NIGHT, 1)[1] == EVERY_MINUTE
    assert json.loads(kept.read_text())["rounds of competitions"] == (NIGHT + MINUTE).isoformat()


def test_a_task_that_fails_is_logged_and_keeps_no_other_waiting(
    clock: Clock, done: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    clock.plan = {"broken": {"task": broken.name, "schedule": crontab(minute=0)}, **clock.plan}
    clock.last["broken"] = NIGHT
    with time_machine.travel(NIGHT + timedelta(days=1), tick=False):
        assert sorted(clock.tick()) == ["broken", *EVERY_TASK]
    assert len(done) == len(EVERY_TASK) + 1
    lines = [one.getMessage() for one in caplog.records if one.name.endswith("commands.clock")]
    assert lines == ["The clock could not do this: broken."]
    with time_machine.travel(NIGHT + timedelta(days=1, hours=1), tick=False):
        assert "broken" in clock.tick()


def test_a_disk_that_takes_no_notes_does_not_stop_it(
    clock: Clock, done: list[str], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    clock.kept = tmp_path / "gone" / "clock.json"
    assert looks(clock, NIGHT, 1)[1] == EVERY_MINUTE
    assert "could not note" in caplog.text


def test_a_schedule_of_another_kind_is_kept_too(tmp_path: Path, done: list[str]) -> None:
    kept = tmp_path / "clock.json"
    with time_machine.travel(NIGHT, tick=False):
        clock = Clock(kept, app)
        clock.plan = {
            "often": {"task": "tournaments.tasks.publish_due", "schedule": 90.0},
            "seldom": {"task": "tournaments.tasks.publish_due", "schedule": crontab(minute=0, hour=4)},
        }
        clock.last = dict.fromkeys(clock.plan, NIGHT)
    assert looks(clock, NIGHT, 4) == [[], [], ["often"], [], ["often"]]


# --- what it comes to -----------------------------------------------------------------------------------------


def test_a_league_and_a_round_are_published_when_their_time_comes(db: None, clock: Clock) -> None:
    league = a_league()
    a_drafted_team(league)
    by = commissioner_of(league)
    publishing.set_schedule(by, league, 2, 3, "UTC")
    competition = a_competition(
        league, ("Swiss", Format.SWISS, {"rounds": 2}), kind=Kind.EVENT, rosters=False
    )
    entries(competition, 4)
    started(competition)
    draft = rounds.pair(by, the_stage(competition))
    with time_machine.travel(NIGHT, tick=False):
        rounds.publish(by, draft, NIGHT + 20 * MINUTE)
    looks(clock, NIGHT, 9)
    assert league.publications.count() == 0
    looks(clock, NIGHT + 10 * MINUTE, 9)
    assert league.publications.get().published_at == NIGHT + 10 * MINUTE
    assert Round.objects.get().state == Round.State.DRAFT
    looks(clock, NIGHT + 20 * MINUTE, 60)
    assert Round.objects.get().state == Round.State.PUBLISHED
    assert league.publications.count() == 1


@contextmanager
def a_process(folder: Path, *words: str, **ways: Any) -> Iterator[subprocess.Popen[str]]:
    """Of an embedded Dugout that keeps its files in the folder."""
    services = ("DATABASE_URL", "REDIS_URL")
    around = {name: value for name, value in os.environ.items() if name not in services}
    process = subprocess.Popen(
        words,
        cwd=settings.BASE_DIR,
        env={**around, "DUGOUT_VAR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        **ways,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def test_it_stops_when_it_is_told(tmp_path: Path) -> None:
    with a_process(tmp_path, sys.executable, "manage.py", "clock") as process:
        assert process.stdout.readline() == "The clock runs.\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


def test_it_stops_with_the_process_that_it_was_started_beside(tmp_path: Path) -> None:
    """As ``./dugout run`` does it: the shell becomes another program, which ends when its input does."""
    script = f'"{sys.executable}" manage.py clock --beside $$ & exec cat'
    with a_process(tmp_path, "sh", "-c", script, stdin=subprocess.PIPE) as process:
        assert process.stdout.readline() == "The clock runs.\n"
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
        # Both hold this end of the pipe: it is read to its end only when the clock, too, has ended.
        assert process.stdout.read() == ""
