"""Many at once at one team: each act lands once, and the rows stay what the ledger says."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from django.db import connection
from rest_framework.test import APIClient

from engine.acts import Deal, Share
from engine.roster import GoldChanged, SppGained
from teams.domain import trading
from teams.models import Improvement, Team
from tests.helpers import a_coach, a_draft, a_drafted_team, a_league, assert_reconciled, coach_of, happens

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]
MANY = 20


def at_once(ask: Callable[[int], Any]) -> list[Any]:
    def one(place: int) -> Any:
        try:
            return ask(place)
        finally:
            connection.close()

    with ThreadPoolExecutor(MANY) as pool:
        return list(pool.map(one, range(MANY)))


def as_user(user: Any) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


def test_one_key_buys_once() -> None:
    team = happens(a_drafted_team(a_league()), GoldChanged(500_000, "a gift"))
    address = f"/api/v1/leagues/{team.league.slug}/teams/{team.slug}/buy/"
    answers = at_once(
        lambda _: as_user(team.coach).post(address, {"rerolls": 1}, headers={"Idempotency-Key": "one"})
    )
    assert [one.status_code for one in answers] == [200] * MANY
    assert Team.objects.get(pk=team.pk).rerolls == team.rerolls + 1
    assert_reconciled(team.league)


def test_without_a_key_nobody_spends_gold_that_is_not_there() -> None:
    team = happens(a_drafted_team(a_league()), GoldChanged(300_000, "a gift"))
    before = team.treasury // (2 * team.reroll_price)
    address = f"/api/v1/leagues/{team.league.slug}/teams/{team.slug}/buy/"
    answers = at_once(lambda _: as_user(team.coach).post(address, {"rerolls": 1}))
    assert sorted({one.status_code for one in answers}) == [200, 400]
    after = Team.objects.get(pk=team.pk)
    assert after.rerolls == team.rerolls + before
    assert 0 <= after.treasury < 2 * team.reroll_price
    assert_reconciled(team.league)


def test_an_offer_is_accepted_once() -> None:
    """Whoever comes later is told that it was accepted, and gold and players change hands once."""
    league = a_league()
    first = happens(a_drafted_team(league, name="Gouged Eye"), GoldChanged(500_000, "a gift"))
    second = a_drafted_team(league, name="Deathbowl", seed=8)
    offer = trading.offer(first, second, coach_of(first), Deal(Share(gold=100_000)))
    address = f"/api/v1/leagues/{league.slug}/trades/{offer.number}/accept/"
    answers = at_once(lambda _: as_user(second.coach).post(address))
    assert sorted(one.status_code for one in answers) == [200] + [409] * (MANY - 1)
    assert Team.objects.get(pk=second.pk).treasury == second.treasury + 100_000
    assert Team.objects.get(pk=first.pk).treasury == first.treasury - 100_000
    assert_reconciled(league)


def test_of_an_acceptance_and_a_withdrawal_at_once_one_lands() -> None:
    league = a_league()
    first = happens(a_drafted_team(league, name="Gouged Eye"), GoldChanged(500_000, "a gift"))
    second = a_drafted_team(league, name="Deathbowl", seed=8)
    offer = trading.offer(first, second, coach_of(first), Deal(Share(gold=100_000)))
    base = f"/api/v1/leagues/{league.slug}/trades/{offer.number}/"
    ways = ((second.coach, "accept"), (first.coach, "withdraw"))
    answers = at_once(lambda place: as_user(ways[place % 2][0]).post(f"{base}{ways[place % 2][1]}/"))
    assert sorted(one.status_code for one in answers) == [200] + [409] * (MANY - 1)
    assert_reconciled(league)


def test_one_name_is_drafted_once() -> None:
    league = a_league()
    coach = a_coach(league)
    body = msgspec.to_builtins(a_draft(league, name="Gouged Eye"))
    answers = at_once(lambda _: as_user(coach).post(f"/api/v1/leagues/{league.slug}/teams/", body))
    assert sorted(one.status_code for one in answers) == [201] + [400] * (MANY - 1)
    assert_reconciled(league)


def test_dice_fall_once() -> None:
    team = happens(a_drafted_team(a_league()), SppGained(1, "mvp", 2, 10))
    address = f"/api/v1/leagues/{team.league.slug}/teams/{team.slug}/players/1/improve/"
    answers = at_once(lambda _: as_user(team.coach).post(address, {"version": 0, "roll": True}))
    assert sorted(one.status_code for one in answers) == [200] + [409] * (MANY - 1)
    row = Improvement.objects.get()
    assert (row.version, len(row.answers)) == (1, 1)
    assert_reconciled(team.league)
