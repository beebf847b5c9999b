"""Many at once bring in one archive: the league is there once and whole."""

from __future__ import annotations

import io
from collections import Counter

import pytest
from django.db import transaction

from league.errors import Conflict
from league.models import League
from tests.helpers import a_drafted_team, a_league, a_played_match, assert_reconciled
from tests.service.test_apply_concurrently import together
from tournaments.domain import archiving

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]


def test_one_of_many_imports_lands() -> None:
    file = io.BytesIO()
    with transaction.atomic():
        league = a_league("Old World Cup")
        a_played_match(a_drafted_team(league, "Orc"), a_drafted_team(league, "Human"))
        archiving.backup(file)
        transaction.set_rollback(True)

    def bring_in(number: int) -> str:
        try:
            archiving.restore(io.BytesIO(file.getvalue()))
        except Conflict:
            return "there already"
        return "imported"

    assert together(bring_in, 8) == Counter({"imported": 1, "there already": 7})
    assert_reconciled(League.objects.get())
    again = io.BytesIO()
    archiving.backup(again)
    assert again.getvalue() == file.getvalue()


def test_a_backup_shows_one_moment() -> None:
    """Nobody waits for it, and it holds all of an act or nothing."""
    league = a_league("Old World Cup")

    def work(number: int) -> str:
        if number % 2:
            a_drafted_team(league, "Orc", accepted=False)
            return "drafted"
        file = io.BytesIO()
        archiving.backup(file)
        with transaction.atomic():
            League.objects.filter(slug="old-world-cup").update(
                slug=f"gone-{number}", name_key=f"gone {number}"
            )
            archiving.restore(io.BytesIO(file.getvalue()))
            transaction.set_rollback(True)
        return "whole"

    assert together(work, 8) == Counter({"drafted": 4, "whole": 4})
    assert_reconciled(league)
