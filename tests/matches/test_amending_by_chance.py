"""Seasons by chance, corrected by chance and back: the ledger stays whole, and every derived row comes back."""

from __future__ import annotations

import os
import random
from contextlib import suppress

from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.editions import edition
from engine.match.entries import HalfTime, MatchEnd
from engine.match.log import encode_log
from engine.questions import Choose, Refusal, Roll
from engine.simulate import answer, filled_by_chance
from matches.domain import amending, logs, wizard
from matches.models import Amendment
from teams.models import Act
from tests.helpers import assert_reconciled
from tests.matches.played import projections
from tests.teams.test_reconciling import Season

SEASONS = int(os.environ.get("DUGOUT_SEASONS", "15"))
DEEDS = 22


def corrected(season: Season, act: Act) -> Amendment:
    """One match in two is played quite differently, or from a point on; whatever else is corrected is undone."""
    by, chance = season.commissioner, season.chance
    if act.kind != "match" or act.parameters.get("void") or chance.random() < 0.3:
        return amending.undo(by, act, "by chance")
    amendment = amending.begin(by, act, "by chance")
    assert amendment.log is not None
    log = logs.decode(amendment.log)
    if chance.random() < 0.5:
        played = filled_by_chance(edition(log.edition, log.house_rules), log, chance)
        amending.replace_document(amendment, by, encode_log(played), 1)
    else:
        step = amending.truncate(amendment, by, chance.randint(1, len(log.entries)), 1)
        while not step.complete:
            step = answered(season, amendment, step)
    return amending.get_amendment(season.league, amendment.pk)


def answered(season: Season, amendment: Amendment, step: wizard.Step) -> wizard.Step:
    """Whatever is asked is answered by chance, and nothing more is reported."""
    by, version = season.commissioner, step.row.version
    if isinstance(step.question, Roll | Choose):
        given = answer(step.question, season.chance)
        return wizard.answer(amendment, by, given, version)
    try:
        return wizard.answer(amendment, by, MatchEnd(), version)
    except Refusal:
        return wizard.answer(amendment, by, HalfTime(), version)


def committed(season: Season, amendment: Amendment) -> Act:
    """Settled in whatever ways are possible, as chance will have it."""
    found = amending.consequences(amendment)
    if found.problem is not None:
        raise Refusal(found.problem.message)
    while found.unsettled:
        item = found.unsettled[0]
        way = season.chance.choice(item.ways)
        found = amending.settle(amendment, season.commissioner, item.place, way, amendment.version)
    return amending.commit(amendment, season.commissioner, found.sequence, amendment.version)


def undone(season: Season, head: Act) -> None:
    undo = amending.undo(season.commissioner, head)
    found = amending.consequences(undo)
    assert (found.problem, found.items) == (None, ())
    amending.commit(undo, season.commissioner, found.sequence, undo.version)


@settings(
    max_examples=SEASONS,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.integers(0, 2**32))
def test_a_correction_and_its_inverse_are_nothing(db, seed: int):
    # A league that was rolled back leaves its number, and what was kept under it, to the next.
    cache.clear()
    with transaction.atomic():
        season = Season(random.Random(seed))
        season.play(deeds=DEEDS)
        states, heads = [projections(season.league)], []
        for _ in range(3):
            standing = Act.objects.filter(league=season.league, replaced_by=None)
            act = season.chance.choice(list(standing.select_related("league").order_by("place")))
            try:
                with transaction.atomic():
                    heads.append(committed(season, corrected(season, act)))
            except Refusal:
                continue
            assert_reconciled(season.league)
            states.append(projections(season.league))
        while heads:
            assert projections(season.league) == states.pop()
            undone(season, heads.pop())
            assert_reconciled(season.league)
        assert projections(season.league) == states.pop()
        transaction.set_rollback(True)


@settings(
    max_examples=SEASONS,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.integers(0, 2**32))
def test_corrections_among_deeds_keep_the_ledger_whole(db, seed: int):
    """The season goes on between corrections; some of them are undone long after."""
    cache.clear()
    with transaction.atomic():
        season = Season(random.Random(seed))
        heads: list[Act] = []
        for _ in range(4):
            season.play(deeds=8)
            standing = Act.objects.filter(league=season.league, replaced_by=None).select_related("league")
            act = season.chance.choice(list(standing.order_by("place")))
            with suppress(Refusal), transaction.atomic():
                heads.append(committed(season, corrected(season, act)))
            assert_reconciled(season.league)
            if heads and season.chance.random() < 0.4:
                head = season.chance.choice(heads)
                with suppress(Refusal), transaction.atomic():
                    committed(season, amending.undo(season.commissioner, head))
                assert_reconciled(season.league)
        transaction.set_rollback(True)
