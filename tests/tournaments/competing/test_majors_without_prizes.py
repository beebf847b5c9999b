"""Majors of an edition whose prizes are in no source: a league that plays for them says what they are."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape

import pytest
import time_machine
from django.urls import reverse

from league.domain import leagues
from league.domain.rulebook import rulebook
from league.models import League, User
from tests.helpers import a_commissioner, a_league, assert_reconciled, browser
from tests.tournaments.competing.cups import STARTS, a_major, knocked_out, on, refusal, teams_of
from tests.tournaments.competing.test_verbs_api import Asking
from tournaments.domain.competing import majors
from tournaments.models import Competition

pytestmark = pytest.mark.django_db
CUP = "tournaments/majors/Chaos Cup/prizes/0"
PRIZES = {f"{CUP}/winner": 60_000, f"{CUP}/finalist": 30_000}


@pytest.fixture
def league(db: None) -> Iterator[League]:
    league = a_league(edition="lrb5x")
    yield league
    assert_reconciled(league)


@pytest.fixture
def commissioner(league: League) -> User:
    return a_commissioner(league)


def read(by: User, name: str, league: League, **query: str) -> str:
    return unescape(browser(by).get(reverse(name, args=[league.slug]), query).content.decode())


def test_such_a_major_is_not_opened(league: League, commissioner: User) -> None:
    assert refusal(majors.open_major, commissioner, league, "Chaos Cup", STARTS) == (
        "No source says what the Chaos Cup pays, and the league has no house rule for "
        f"{CUP}/winner and {CUP}/finalist."
    )
    assert not league.competitions.exists()
    page = read(commissioner, "tournaments:major_new", league)
    assert page.count("prizes unknown") == 4


def test_the_house_rules_that_give_the_prizes_open_it(league: League, commissioner: User) -> None:
    leagues.change_house_rules(commissioner, league, PRIZES)
    league = League.objects.get(pk=league.pk)
    cup = majors.open_major(commissioner, league, "Chaos Cup", STARTS)
    assert read(commissioner, "tournaments:major_new", league).count("prizes unknown") == 3
    prizes = reverse("tournaments:major_prizes", args=[league.slug, cup.slug])
    page = browser(commissioner).get(prizes).content.decode()
    assert "60,000" in page
    assert "30,000" in page
    assert "No source says" not in page


def test_a_prize_that_is_taken_back_is_missed_where_it_would_be_paid(
    league: League, commissioner: User
) -> None:
    leagues.change_house_rules(commissioner, league, PRIZES)
    cup = majors.open_major(commissioner, League.objects.get(pk=league.pk), "Chaos Cup", STARTS)
    leagues.change_house_rules(commissioner, League.objects.get(pk=league.pk), dict.fromkeys(PRIZES))
    prizes = reverse("tournaments:major_prizes", args=[league.slug, cup.slug])
    page = unescape(browser(commissioner).get(prizes).content.decode())
    assert "No source says what it pays." in page
    assert f"{CUP}/winner" in page


def test_a_final_whose_prizes_nobody_knows_any_more_can_be_read_and_not_paid(
    league: League, commissioner: User
) -> None:
    leagues.change_house_rules(commissioner, league, PRIZES)
    league = League.objects.get(pk=league.pk)
    with time_machine.travel(on(STARTS), tick=False):
        cup = a_major(league, teams_of(league, 4))
        knocked_out(cup, commissioner)
    leagues.change_house_rules(commissioner, League.objects.get(pk=league.pk), dict.fromkeys(PRIZES))
    asking = Asking(Competition.objects.get(pk=cup.pk), commissioner)
    assert asking.get("major/")["honours"] is not None
    assert asking.get("major/prizes/") == {"act": None, "dice": "", "candidates": [], "paid": []}
    assert asking.refused("major/prizes/").startswith("No source says what the Chaos Cup pays")
    prizes = reverse("tournaments:major_prizes", args=[league.slug, cup.slug])
    assert "Pay the prizes" not in browser(commissioner).get(prizes).content.decode()


def test_the_rules_page_asks_for_what_no_source_has(league: League, commissioner: User) -> None:
    asked = {one.what: one for one in rulebook(league).uncertain if one.path.startswith("tournaments/")}
    assert list(asked) == [
        "Chaos Cup",
        "Blood Bowl",
        "Spike! Magazine Trophy",
        "Dungeonbowl",
        "How they are played",
    ]
    cup = asked["Chaos Cup"]
    assert (cup.confidence, cup.missing) == ("none", ("prize of the winner", "prize of the finalist"))
    assert [(one.path, one.book) for one in cup.fields] == [
        (f"{CUP}/winner", "nothing"),
        (f"{CUP}/finalist", "nothing"),
    ]
    assert asked["How they are played"].confidence == "low"
    page = read(commissioner, "league:rules", league, show="unproved")
    assert "Major: Chaos Cup" in page
    assert "no prize of the winner" in page


def test_a_major_whose_prizes_are_given_is_settled(league: League, commissioner: User) -> None:
    changed = leagues.change_house_rules(commissioner, league, PRIZES)
    asked = {one.what: one for one in rulebook(changed).uncertain}
    assert (asked["Chaos Cup"].settled, asked["Chaos Cup"].missing) == (True, ())
    assert not asked["Blood Bowl"].settled
