"""What ./dugout doctor finds: each thing in order, and each thing wrong."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from league.models import League, User
from tests.helpers import a_drafted_team, a_league, a_user
from tournaments.domain import demo, doctoring, signs
from tournaments.domain.doctoring import DISK_LITTLE, DISK_NONE, MEGABYTE, examine
from tournaments.models import Schedule
from tournaments.tasks import publish_rounds

pytestmark = pytest.mark.django_db

SECRET = "a long and unguessable text of sixty letters: 0123456789 xyz"


@pytest.fixture
def club(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A set-up in which everything is in order: settings that a test then spoils."""
    ours, collected = tmp_path / "static", tmp_path / "collected"
    for folder in (ours, collected):
        folder.mkdir()
        (folder / "dugout.css").write_text("body {}")
    (collected / "staticfiles.json").write_text("{}")
    settings.VAR_DIR, settings.BASE_DIR, settings.STATIC_ROOT = tmp_path, tmp_path, collected
    settings.DEBUG, settings.SECRET_KEY = False, SECRET
    settings.ALLOWED_HOSTS, settings.SITE_URL = ["league.example.org"], "https://league.example.org"
    settings.HTTPS, settings.SECURE_PROXY_SSL_HEADER = True, ("HTTP_X_FORWARDED_PROTO", "https")
    settings.DEFAULT_FROM_EMAIL, settings.ADMINS = "dugout@example.org", [("Staff", "staff@example.org")]
    settings.REDIS_URL, settings.BACKUPS, settings.TIME_ZONE = "", "", "UTC"
    signs.note_backup()
    (tmp_path / "clock.json").write_text(json.dumps({"rounds": timezone.now().isoformat()}))
    # What is free where the tests run is none of theirs.
    monkeypatch.setattr(doctoring.shutil, "disk_usage", lambda folder: _Disk(DISK_LITTLE))
    a_user("staff", is_staff=True, password="nobody knows it")
    return settings


class _Disk:
    def __init__(self, free: int) -> None:
        self.free = free


def wrong() -> list[tuple[str, str]]:
    """The level and the subject of whatever is not fine."""
    return [(one.level, one.subject) for one in examine() if one.level != "fine"]


def test_a_club_in_order_has_nothing_to_do(club: Any) -> None:
    assert wrong() == []
    assert [one.advice for one in examine() if one.advice] == []


@pytest.mark.parametrize(
    "spoiled, found",
    [
        ({"DEBUG": True}, [("fault", "DEBUG")]),
        ({"SECRET_KEY": "short"}, [("fault", "secret key")]),
        ({"SECRET_KEY": "a" * 60}, [("fault", "secret key")]),
        ({"SECRET_KEY": "django-insecure-" + SECRET}, [("fault", "secret key")]),
        ({"ALLOWED_HOSTS": ["*"]}, [("fault", "hosts")]),
        ({"ALLOWED_HOSTS": ["localhost", "127.0.0.1"]}, [("warning", "hosts")]),
        ({"ALLOWED_HOSTS": [".example.org"]}, []),
        ({"SITE_URL": "https://127.0.0.1:8000"}, [("fault", "addresses")]),
        ({"SITE_URL": "http://league.example.org"}, [("warning", "HTTPS")]),
        ({"HTTPS": False}, [("fault", "HTTPS")]),
        ({"HTTPS": False, "ALLOWED_HOSTS": ["localhost"]}, [("warning", "hosts"), ("warning", "HTTPS")]),
        ({"SECURE_PROXY_SSL_HEADER": None}, [("warning", "HTTPS")]),
        ({"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}, [("warning", "mail")]),
        ({"DEFAULT_FROM_EMAIL": "dugout@localhost"}, [("warning", "mail")]),
        ({"ADMINS": []}, [("warning", "staff mail")]),
        ({"TIME_ZONE": "Europe/Nowhere"}, [("fault", "time")]),
    ],
)
def test_a_setting_that_is_wrong_is_named(club: Any, spoiled: dict[str, Any], found: Any) -> None:
    for name, value in spoiled.items():
        # Django itself would refuse a zone that nobody knows.
        setattr(club._wrapped if name == "TIME_ZONE" else club, name, value)
    assert wrong() == found


def test_a_mail_server_that_is_off_is_a_fault(club: Any) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        club.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        # Nobody listens there.
        club.EMAIL_HOST, club.EMAIL_PORT = "127.0.0.1", taken.getsockname()[1]
        assert wrong() == [("fault", "mail")]


def test_redis_that_is_off_is_a_fault_and_so_is_what_needs_it(club: Any) -> None:
    club.REDIS_URL = "redis://127.0.0.1:1/0"
    club.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": club.REDIS_URL}
    }
    assert wrong() == [("fault", "Redis"), ("fault", "clock")]


def test_a_clock_that_was_never_seen_or_stands_is_a_fault(club: Any) -> None:
    kept = club.VAR_DIR / "clock.json"
    kept.write_text(json.dumps({"rounds": (timezone.now() - timedelta(hours=1)).isoformat()}))
    assert wrong() == [("fault", "clock")]
    kept.write_text("nonsense")
    assert wrong() == [("fault", "clock")]
    kept.unlink()
    assert wrong() == [("fault", "clock")]


def test_a_scheduler_is_known_by_what_it_does_each_minute(club: Any) -> None:
    club.REDIS_URL = "redis://is.asked.for.by.nobody/0"
    assert signs.clock_seen() is None
    before = timezone.now()
    publish_rounds()
    seen = signs.clock_seen()
    assert seen is not None
    assert before <= seen <= timezone.now()


def test_static_files_that_are_missing_or_old_are_a_fault(club: Any) -> None:
    (club.BASE_DIR / "static" / "dugout.css").write_text("body { color: red }")
    assert wrong() == [("fault", "static files")]
    (club.STATIC_ROOT / "staticfiles.json").unlink()
    assert wrong() == [("fault", "static files")]


@pytest.mark.parametrize(
    "free, level", [(DISK_LITTLE - MEGABYTE, "warning"), (DISK_NONE - MEGABYTE, "fault")]
)
def test_a_disk_that_is_nearly_full_is_named(
    club: Any, monkeypatch: pytest.MonkeyPatch, free: int, level: str
) -> None:
    monkeypatch.setattr(doctoring.shutil, "disk_usage", lambda folder: _Disk(free))
    assert wrong() == [(level, "disk")]


def test_a_backup_that_is_old_is_named_until_another_is_in_the_folder(club: Any, tmp_path: Path) -> None:
    kept, long_ago = club.VAR_DIR / "backed-up", timezone.now().timestamp() - 30 * 86_400
    os.utime(kept, (long_ago, long_ago))
    assert wrong() == [("warning", "backup")]
    kept.unlink()
    assert wrong() == [("warning", "backup")]
    club.BACKUPS = str(tmp_path / "backups")
    (tmp_path / "backups").mkdir()
    assert wrong() == [("warning", "backup")]
    (tmp_path / "backups" / "dump.sql").write_text("")
    assert wrong() == []


def test_a_backup_of_everything_is_remembered(club: Any, tmp_path: Path) -> None:
    league = a_league()
    (club.VAR_DIR / "backed-up").unlink()
    call_command("backup", "one.jsonl.gz", folder=tmp_path, league=[league.slug])
    assert signs.last_backup() is None
    call_command("backup", "all.jsonl.gz", folder=tmp_path)
    assert wrong() == []


def test_a_secret_that_others_may_read_is_a_fault(club: Any) -> None:
    kept = club.VAR_DIR / "secret_key"
    kept.write_text(SECRET)
    kept.chmod(0o600)
    assert wrong() == []
    kept.chmod(0o644)
    assert wrong() == [("fault", "secret key")]


def test_a_site_without_staff_is_a_fault(club: Any) -> None:
    User.objects.filter(is_staff=True).update(is_active=False)
    assert wrong() == [("fault", "staff")]


def test_the_logins_of_the_demonstration_are_open_to_everybody(club: Any) -> None:
    a_user(demo.logins().commissioner, password=demo.logins().password)
    assert wrong() == [("fault", "logins")]
    club.ALLOWED_HOSTS = ["localhost"]
    assert wrong() == [("warning", "hosts"), ("warning", "logins")]


def test_a_league_that_differs_from_its_ledger_is_a_fault(club: Any) -> None:
    league = a_league()
    a_drafted_team(league)
    assert wrong() == []
    rows = League.objects.filter(pk=league.pk)
    rows.update(created=timezone.now() - timedelta(days=9))
    assert wrong() == [("warning", "ledgers")]
    rows.update(proved=timezone.now())
    assert wrong() == []
    rows.update(differences=["A row differs."])
    assert wrong() == [("fault", "ledgers")]


def test_a_zone_of_a_league_that_the_machine_does_not_know_is_a_fault(club: Any) -> None:
    Schedule.objects.create(league=a_league(), zone="Mars/Olympus")
    assert wrong() == [("fault", "time")]


def test_an_empty_database_is_a_fault_and_nothing_in_it_is_looked_at(tmp_path: Path) -> None:
    elsewhere = {
        name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")
    }
    ended = subprocess.run(
        [sys.executable, "manage.py", "doctor", "--no-color"],
        cwd=Path(__file__).parents[2],
        env={**elsewhere, "DUGOUT_VAR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    *_, last, _counts = ended.stdout.splitlines()
    assert last.startswith(
        "fault    database      its tables are of another Dugout. Run ./dugout manage migrate."
    )
    assert (ended.returncode, ended.stderr) == (1, "")


def test_the_command_says_it_line_by_line_and_ends_with_1_for_a_fault(
    club: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("doctor", no_color=True)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "fine     DEBUG         is off"
    assert lines[-1] == "0 faults, 0 warnings, 15 fine."
    club.DEBUG = True
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", no_color=True)
    assert ended.value.code == 1
    assert capsys.readouterr().out.startswith(
        "fault    DEBUG         is on: error pages show settings to strangers."
    )
