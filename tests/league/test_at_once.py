"""Several people at the same moment, on a database that lets them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from engine.questions import Refusal
from league.domain import invitations, leagues, members
from league.errors import Conflict
from league.models import League, Role, User
from tests.league.conftest import member

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]


def at_once(deeds: list[Callable[[], object]]) -> list[object]:
    """What each deed returned, or the refusal that it raised."""

    def run(deed: Callable[[], object]) -> object:
        try:
            return deed()
        except Refusal as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(run, deeds))


def test_an_invitation_lets_in_one_of_many(league: League, commissioner: User) -> None:
    token = invitations.invite(commissioner, league).token
    guests = [User.objects.create_user(f"guest {number}") for number in range(10)]
    results = at_once([lambda guest=guest: invitations.accept(guest, token) for guest in guests])
    assert sum(isinstance(result, Conflict) for result in results) == 9
    assert league.memberships.count() == 2


def test_two_commissioners_cannot_remove_each_other(league: League, commissioner: User) -> None:
    other = member(league, "other", Role.COMMISSIONER)
    results = at_once(
        [
            lambda: members.remove(commissioner, league, other.pk),
            lambda: members.remove(other, league, commissioner.pk),
        ]
    )
    assert sum(isinstance(result, Refusal) for result in results) <= 1
    assert league.memberships.filter(role=Role.COMMISSIONER).count() == 1


def test_a_name_is_given_to_one_league(staff: User) -> None:
    results = at_once([lambda: leagues.create_league(staff, "Cup") for _ in range(6)])
    assert sum(isinstance(result, League) for result in results) == 1
    assert League.objects.get().seasons.count() == 1
