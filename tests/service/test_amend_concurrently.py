"""Commissioners at once over one past: what lands lands once, and what it was looked at by still holds."""

from __future__ import annotations

import pytest
from django.db import close_old_connections

from league.errors import Conflict
from matches.domain import amending
from matches.domain.amending import committing
from matches.domain.applying import apply_log
from matches.models import Amendment, AmendmentStatus, MatchLog, Result
from teams.models import Act
from tests.helpers import a_fixture, a_submitted_log, assert_reconciled
from tests.matches.career import HURT, KILLED, Career, begin_with
from tests.matches.career import career as career  # the fixture
from tests.matches.played import projections
from tests.service.servers import wait_until
from tests.service.test_apply_concurrently import AT_ONCE, together


@pytest.mark.service
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("keys", ["none", "one", "each its own"])
def test_twenty_commit_one_amendment(career: Career, keys: str) -> None:
    amendment = begin_with(career, 2, *KILLED)
    seen = amending.settle_all(amendment, career.by, "leave", amendment.version)
    before = Act.objects.count()

    def commit(number: int) -> str:
        key = {"none": None, "one": "the key", "each its own": f"key {number}"}[keys]
        row = amending.get_amendment(career.league, amendment.pk)
        try:
            head = amending.commit(row, career.by, seen.sequence, amendment.version, key)
        except Conflict:
            return "too late"
        return f"act {head.sequence}"

    landed = f"act {before + 1}"
    expected = {landed: AT_ONCE} if keys == "one" else {landed: 1, "too late": AT_ONCE - 1}
    assert together(commit) == expected
    assert Act.objects.count() == before + 1
    assert_reconciled(career.league)


@pytest.mark.service
@pytest.mark.django_db(transaction=True)
def test_of_many_amendments_that_were_looked_at_together_one_lands(career: Career) -> None:
    """Case 3: whoever comes second is told that the league has moved on, and nothing is added together."""
    rows = [begin_with(career, number, *HURT) for number in range(1, 5)]
    seen = [amending.settle_all(row, career.by, "leave", row.version) for row in rows]

    def commit(number: int) -> str:
        row = amending.get_amendment(career.league, rows[number].pk)
        try:
            amending.commit(row, career.by, seen[number].sequence, rows[number].version)
        except Conflict as refusal:
            return "moved on" if "has moved on" in refusal.message else refusal.message
        return "landed"

    assert together(commit, len(rows)) == {"landed": 1, "moved on": 3}
    assert Amendment.objects.filter(status=AmendmentStatus.LANDED).count() == 1
    assert Act.objects.exclude(replaced_by=None).count() == 1
    assert_reconciled(career.league)


@pytest.mark.service
@pytest.mark.django_db(transaction=True)
def test_a_match_and_an_amendment_at_once_are_one_after_the_other(career: Career) -> None:
    amendment = begin_with(career, 4, *HURT)
    seen = amending.settle_all(amendment, career.by, "leave", amendment.version)
    log = a_submitted_log(a_fixture(*career.rivals, round=9))

    def work(number: int) -> str:
        if number:
            apply_log(MatchLog.objects.get(pk=log.pk), career.by)
            return "applied"
        row = amending.get_amendment(career.league, amendment.pk)
        try:
            amending.commit(row, career.by, seen.sequence, amendment.version)
        except Conflict:
            return "moved on"
        return "landed"

    done = together(work, 2)
    assert done["applied"] == 1
    assert done["landed"] + done["moved on"] == 1
    assert Result.objects.count() == 5
    assert Act.objects.exclude(replaced_by=None).count() == done["landed"]
    assert_reconciled(career.league)


@pytest.mark.service
@pytest.mark.django_db(transaction=True)
def test_twenty_begin_and_settle_one_amendment(career: Career) -> None:
    def begin(number: int) -> int:
        return amending.begin(career.by, career.result(2)).pk

    [(pk, times)] = together(begin).items()
    assert times == AT_ONCE
    amendment = amending.get_amendment(career.league, pk)
    assert MatchLog.objects.filter(status="amending").count() == 1

    def rename(number: int) -> str:
        row = amending.get_amendment(career.league, pk)
        try:
            amending.set_reason(row, career.by, f"reason {number}", amendment.version)
        except Conflict:
            return "overtaken"
        return "stored"

    assert together(rename) == {"stored": 1, "overtaken": AT_ONCE - 1}


@pytest.mark.service
def test_a_worker_lands_what_reaches_far(
    worker: None, career: Career, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(committing, "FAR", 1)
    before = projections(career.league)
    amendment = begin_with(career, 2, *KILLED)
    seen = amending.settle_all(amendment, career.by, "leave", amendment.version)
    assert projections(career.league) == before
    assert amending.commit_or_queue(amendment, career.by, seen.sequence, amendment.version) is None

    def landed() -> bool:
        close_old_connections()
        amendment.refresh_from_db()
        return amendment.status == AmendmentStatus.LANDED

    wait_until(landed, "the worker's amendment")
    assert career.hero.status == "dead"
    assert amending.progress(amendment)[1] > 0
    assert_reconciled(career.league)
