"""The demonstration league keeps out of what is there, and can be recorded anew."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from engine.questions import Refusal
from league.models import League, User
from tests.helpers import a_user
from tournaments.domain import demo
from tournaments.domain.demo_recording import record


def test_it_stays_out_of_a_site_that_is_in_use(db, capsys):
    a_user("somebody")
    call_command("demo", "--if-empty")
    assert not League.objects.exists()
    assert capsys.readouterr().out == ""


def test_it_takes_nobodys_account(db):
    a_user("coach2")
    with pytest.raises(Refusal, match="coach2"):
        demo.load()
    assert not League.objects.exists()


def test_recording_again_gives_the_same_league(db, tmp_path):
    for part in ("teams", "sheets"):
        (tmp_path / part).mkdir()
        for file in (demo.HERE / part).glob("*.json"):
            (tmp_path / part / file.name).write_bytes(file.read_bytes())
    (tmp_path / "league.json").write_bytes((demo.HERE / "league.json").read_bytes())
    record(11, tmp_path)
    assert not League.objects.exists()
    assert not User.objects.exists()
    names = ("script.json", *(f"logs/{log.name}" for log in (demo.HERE / "logs").glob("*.json")))
    for name in names:
        assert (tmp_path / name).read_bytes() == (demo.HERE / name).read_bytes(), name
