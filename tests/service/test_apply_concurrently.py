"""Twenty requests at once apply one match: it lands once, and the nineteen others are told so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.db import close_old_connections, connection
from django.test import Client

from league.errors import Conflict
from matches.domain import applying, logs, wizard
from matches.domain.applying import apply_log
from matches.domain.errors import AlreadyApplied
from matches.models import LogStatus, MatchLog, Result
from teams.domain.reconciling import reconcile_league
from teams.models import Act
from tests.matches.conftest import World, as_bytes
from tests.matches.conftest import world as world  # the fixture
from tests.service.servers import wait_until

AT_ONCE = 20


def together(work, count: int = AT_ONCE) -> Counter:
    """What ``work(number)`` answers, called so many times at once, each with a database connection of its own."""

    def one(number: int):
        try:
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return Counter(pool.map(one, range(count)))


def assert_landed_once(world: World, treasury: int) -> None:
    result = Result.objects.get()
    world.home.refresh_from_db()
    assert world.home.treasury == treasury + result.home_winnings
    assert world.home.played == 1
    assert Act.objects.filter(kind="match").count() == 1
    assert list(reconcile_league(world.league)) == []


@pytest.mark.service
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("keys", ["none", "one", "each its own"])
def test_twenty_commissioners_apply_one_log(world: World, keys: str) -> None:
    treasury = world.home.treasury
    log = logs.submit_file(world.fixture, world.home_coach, as_bytes(world.fixture))

    def apply(number: int) -> str:
        key = {"none": None, "one": "the key", "each its own": f"key {number}"}[keys]
        try:
            apply_log(MatchLog.objects.get(pk=log.pk), world.commissioner, key)
        except AlreadyApplied:
            return "too late"
        return "applied"

    assert together(apply) == {"applied": 1, "too late": AT_ONCE - 1}
    assert_landed_once(world, treasury)


@pytest.mark.service
@pytest.mark.django_db(transaction=True)
def test_twenty_posts_of_two_different_logs(world: World) -> None:
    treasury = world.home.treasury
    both = [
        logs.submit_file(world.fixture, coach, as_bytes(world.fixture, seed))
        for seed, coach in enumerate((world.home_coach, world.away_coach))
    ]

    def post(number: int) -> int:
        client: Client = world.browse(world.commissioner)
        log = both[number % 2]
        return client.post(
            world.url("apply/"), {"log": log.pk, "version": log.version, "key": number}
        ).status_code

    assert together(post) == {302: 1, 409: AT_ONCE - 1}
    assert_landed_once(world, treasury)
    assert sorted(MatchLog.objects.values_list("status", flat=True)) == ["applied", "superseded"]


@pytest.mark.service
@pytest.mark.django_db(transaction=True)
def test_twenty_people_hand_in_the_same_log(world: World) -> None:
    document = as_bytes(world.fixture)

    def send(number: int) -> str:
        try:
            logs.submit_file(world.fixture, world.home_coach, document)
        except Conflict:
            return "there already"
        return "kept"

    assert together(send) == {"kept": 1, "there already": AT_ONCE - 1}
    assert MatchLog.objects.count() == 1


@pytest.mark.service
@pytest.mark.django_db(transaction=True)
def test_twenty_people_answer_the_same_question(world: World) -> None:
    def roll(number: int) -> str:
        try:
            wizard.answer(world.fixture, world.home_coach, "roll", 0)
        except Conflict:
            return "overtaken"
        return "rolled"

    assert together(roll) == {"rolled": 1, "overtaken": AT_ONCE - 1}
    assert len(wizard.current(world.fixture).log.entries) == 1


@pytest.mark.service
def test_a_worker_applies_a_large_log(worker: None, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(applying, "LARGE", 5)
    treasury = world.home.treasury
    log = logs.submit_file(world.fixture, world.home_coach, as_bytes(world.fixture))
    applying.apply_or_queue(log, world.commissioner, "key")

    def applied() -> bool:
        close_old_connections()
        log.refresh_from_db()
        return log.status == LogStatus.APPLIED

    wait_until(applied, "the worker's application")
    assert_landed_once(world, treasury)


# --- SQLite: a file, and a process for each request -------------------------------------------------------------

MIGRATE = """
from django.core.management import call_command

call_command("migrate", run_syncdb=True, verbosity=0)
"""

SET_UP = """
import json, random
from engine.match.log import encode_log
from engine.random_teams import random_draft
from engine.simulate import random_log
from league.domain.leagues import create_league
from league.models import User
from matches.domain import logs
from matches.domain.fixtures import make_fixture
from teams.domain.drafting import accept_team, draft_team

staff = User.objects.create_user("staff", is_staff=True)
league = create_league(staff, "File Cup")
teams = []
for seed, race in enumerate(("Orc", "Human")):
    team = draft_team(league, staff, random_draft(league.rules, race, random.Random(seed)))
    teams.append(accept_team(staff, team))
fixture = make_fixture(staff, league, *teams, 1, allow_same_coach=True)
head = logs.template(fixture)
whole = random_log(league.rules, head.home, head.away, random.Random(1))
print(json.dumps({"log": logs.submit_file(fixture, staff, encode_log(whole)).pk}))
"""

APPLY = """
import sys
from league.models import User
from matches.domain.applying import apply_log
from matches.domain.errors import AlreadyApplied
from matches.models import MatchLog

try:
    apply_log(MatchLog.objects.get(pk=int(sys.argv[1])), User.objects.get(username="staff"))
    print("applied")
except AlreadyApplied:
    print("too late")
"""

COUNT = """
import json
from league.models import League
from matches.models import Result
from teams.domain.reconciling import reconcile_league
from teams.models import Act

league = League.objects.get()
acts = Act.objects.filter(kind="match").count()
print(json.dumps([Result.objects.count(), acts, len(list(reconcile_league(league)))]))
"""


def start(script: str, folder: Path, *arguments: object) -> subprocess.Popen[str]:
    preamble = "import django; django.setup()\n"
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder / 'league.sqlite3'}",
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    return subprocess.Popen(
        [sys.executable, "-c", preamble + script, *map(str, arguments)],
        cwd=settings.BASE_DIR,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )


def said(process: subprocess.Popen[str]) -> str:
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    return output.strip().splitlines()[-1]


@pytest.mark.service
def test_twenty_processes_apply_one_log_on_sqlite(tmp_path: Path) -> None:
    start(MIGRATE, tmp_path).communicate(timeout=120)
    log = json.loads(said(start(SET_UP, tmp_path)))["log"]
    processes = [start(APPLY, tmp_path, log) for _ in range(AT_ONCE)]
    assert Counter(map(said, processes)) == {"applied": 1, "too late": AT_ONCE - 1}
    assert json.loads(said(start(COUNT, tmp_path))) == [1, 1, 0]
