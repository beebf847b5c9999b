"""Two commissioners who press at once: each log lands once, in order; and a site has one owner."""

from __future__ import annotations

import pytest

from engine.questions import Refusal
from league.domain import first_hour
from league.errors import Conflict
from league.models import League, User
from matches.domain import in_order
from matches.models import LogStatus, MatchLog, Result
from teams.models import Act
from tests.helpers import (
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_submitted_log,
    assert_reconciled,
)
from tests.service.test_apply_concurrently import together

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]


def test_two_press_apply_in_order_and_each_log_lands_once() -> None:
    league = a_league()
    races = ("Orc", "Human", "Dwarf", "Skaven", "Norse", "Wood Elf", "Chaos", "Undead")
    teams = [a_drafted_team(league, race, name=race) for race in races]
    for place in range(0, len(teams), 2):
        a_submitted_log(a_fixture(teams[place], teams[place + 1]), seed=place)
    people = [a_commissioner(league) for _ in range(4)]

    def press(number: int) -> str:
        try:
            done = in_order.apply_in_order(people[number], League.objects.get(pk=league.pk))
        except Refusal:
            return "nothing was left"
        return "stopped" if done.stopped else "went through"

    said = together(press, len(people))
    assert said["stopped"] == 0
    assert Result.objects.count() == 4
    assert Act.objects.filter(kind="match").count() == 4
    landed = (
        Act.objects.filter(kind="match").order_by("sequence").values_list("parameters__fixture", flat=True)
    )
    assert list(landed) == sorted(landed)
    assert set(MatchLog.objects.values_list("status", flat=True)) == {LogStatus.APPLIED}
    assert_reconciled(league)


def test_of_many_who_take_a_site_over_one_owns_it() -> None:
    def take(number: int) -> str:
        try:
            first_hour.take_over(f"owner {number}", "", "ironjaw and sons")
        except Conflict:
            return "too late"
        return "owns it"

    assert together(take, 8) == {"owns it": 1, "too late": 7}
    assert User.objects.count() == 1
