"""A league leaves as a file and comes in again, in a browser."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from django.db import transaction
from playwright.sync_api import Page, expect

from league.models import Membership, Role, User
from teams.models import Team
from tests.e2e.pages import BOTH_SIZES, fits
from tests.e2e.test_league import log_in
from tests.helpers import a_drafted_team, a_league, assert_reconciled
from tournaments.domain import archiving

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_a_commissioner_downloads_the_league(page: Page, tmp_path: Path) -> None:
    league = a_league("Old World Cup")
    by = User.objects.create_user("morg", password="ironjaw and sons")
    Membership.objects.create(league=league, user=by, role=Role.COMMISSIONER)
    a_drafted_team(league, "Orc")
    log_in(page, "morg")
    page.goto(f"/l/{league.slug}/settings/")
    page.get_by_role("link", name="Download the whole league as an archive").click()
    expect(page.get_by_role("heading", name="Archive", exact=True)).to_be_visible()
    fits(page)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download the archive").click()
    assert waiting.value.suggested_filename == "old-world-cup.jsonl.gz"
    waiting.value.save_as(tmp_path / "league.jsonl.gz")
    file = BytesIO()
    archiving.backup(file)
    assert (tmp_path / "league.jsonl.gz").read_bytes() == file.getvalue()


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_the_staff_imports_a_league(page: Page, tmp_path: Path, faults: list[str]) -> None:
    path = tmp_path / "league.jsonl.gz"
    with transaction.atomic():
        a_drafted_team(a_league("Old World Cup"), "Orc", name="東京ドラゴンズ")
        archiving.backup_to(path)
        transaction.set_rollback(True)
    User.objects.create_user("morg", password="ironjaw and sons", is_staff=True)
    log_in(page, "morg")
    page.get_by_role("link", name="Import a league").click()
    fits(page)
    page.get_by_label("Archive").set_input_files(path)
    page.get_by_role("button", name="Import the archive").click()
    expect(page.get_by_text("Imported: Old World Cup.")).to_be_visible()
    assert_reconciled(Team.objects.get(name="東京ドラゴンズ").league)
    page.goto("/leagues/import/")
    page.get_by_label("Archive").set_input_files(path)
    page.get_by_role("button", name="Import the archive").click()
    expect(page.get_by_text("is there already and is not empty")).to_be_visible()
    fits(page)
    # The browser calls a refusal an error of the page.
    faults.clear()
