"""A night by the Competition Rules in the wizard: petty cash, the shop, journeymen, and what is left at the table."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import Any

import pytest

from engine.match import entries as reports
from engine.roster import GoldChanged, Injured
from league.models import Role
from matches.domain import logs, wizard
from matches.domain.applying import apply_log
from matches.domain.fixtures import make_fixture
from matches.domain.in_force import Inducement, in_force
from tests.helpers import a_league, assert_reconciled, happens
from tests.matches.conftest import World, a_team, member
from tests.matches.nights import answered, key_is, reported
from tests.matches.test_api import client, url

pytestmark = pytest.mark.django_db

CASH: dict[str, Sequence[Any]] = {"weather": [(3, 4)], "petty_cash": ["80000", "50000"]}
NIGHT: dict[str, Sequence[Any]] = CASH | {"hire": ["Bloodweiser Babes", "Bribe"], "fans": [(1, 1), (6, 6)]}


@pytest.fixture
def night(db: None) -> World:
    """Orcs, of whom three miss the match, against Humans who are worth 30,000 more than they and two journeymen."""
    league = a_league("Old World Cup", edition="crp")
    by = member(league, "the-commissioner", Role.COMMISSIONER)
    home_coach, away_coach = (member(league, name, Role.COACH) for name in ("home-coach", "away-coach"))
    orcs = a_team(league, by, home_coach, "Orc", "Gouged Eye <b>", 1)
    humans = a_team(league, by, away_coach, "Human", "Reikland O'Reavers", 2)
    orcs = happens(
        orcs,
        GoldChanged(500_000, "a gift"),
        *(Injured(number, "Broken Ribs", "miss", True, True) for number in (1, 2, 3)),
    )
    humans = happens(humans, GoldChanged(80_000, "a gift"))
    return World(
        league=league,
        commissioner=by,
        home_coach=home_coach,
        away_coach=away_coach,
        bystander=member(league, "bystander", Role.COACH),
        stranger=by,
        home=orcs,
        away=humans,
        fixture=make_fixture(by, league, orcs, humans, 1),
    )


def text_of(answer: Any) -> str:
    """The words of a page, without its tags."""
    page = re.sub(r"<[^>]*>", " ", answer.content.decode())
    return " ".join(html.unescape(page).split())


def page(night: World) -> str:
    return text_of(night.browse(night.home_coach).get(night.url("log/")))


def test_gold_for_petty_cash_is_picked_from_a_list(night: World) -> None:
    answered(night, {"weather": [(3, 4)]}, key_is("petty_cash"))
    text = page(night)
    assert "How much gold goes from the treasury into petty cash?" in text
    assert "0 gold The treasury stays as it is. 10,000 gold 20,000 gold" in text
    step = wizard.current(night.fixture)
    coach = night.browse(night.home_coach)
    coach.post(night.url("log/"), {"version": str(step.row.version), "pick": "80000"})
    shown = coach.get(night.url("log/")).content.decode()
    assert shown.count('<option value="') == 51, "a long list takes little room"
    assert '<option value="500000">500,000 gold</option>' in shown


def test_the_shop_sells_for_petty_cash(night: World) -> None:
    step = answered(night, CASH, key_is("hire"))
    assert (step.replay.sheets["home"].purse, step.replay.sheets["away"].purse) == (110_000, 80_000)
    text = page(night)
    assert "Reikland O'Reavers to choose." in text
    assert "Petty cash 80,000 Paid so far 0 Left 80,000" in text
    assert "Buy Bloodweiser Babes for 50,000" in text
    assert "Your knocked-out players add 1 to the roll that wakes them up, for each." in text
    assert "Mercenary Lineman MA 6 ST 3 AG 3 AV 8" in text
    assert "Hire Mercenary Lineman for 80,000" in text
    assert "Buy nothing" in text
    assert "Buy Bribe" not in text, "it costs 100,000"


def test_the_basket_is_shown_until_it_is_done(night: World) -> None:
    step = answered(night, CASH, key_is("hire"))
    coach = night.browse(night.home_coach)
    coach.post(night.url("log/"), {"version": str(step.row.version), "pick": "Bloodweiser Babes"})
    step = wizard.current(night.fixture)
    coach.post(night.url("log/"), {"version": str(step.row.version), "pick": "Dirty Tricks"})
    text = page(night)
    assert "Gouged Eye <b> to choose." in text
    assert "Petty cash 110,000 Paid so far 50,000 Left 60,000 Bought so far: Dirty Tricks (50,000)." in text
    assert "Done, nothing else" in text


def test_what_was_bought_is_in_force(night: World) -> None:
    step = answered(night, NIGHT)
    home, away = in_force(step.log, step.replay)
    assert home.inducements == (
        Inducement("Bribe", 1, 1, "A player who is to be sent off stays on 2 or more."),
    )
    assert [(one.name, one.bought, one.left) for one in away.inducements] == [("Bloodweiser Babes", 1, 1)]
    assert (home.strength_name, home.strength, away.strength) == ("team value", 970_000, 1_000_000)
    assert (home.paid, away.paid, home.fame, away.fame) == (50_000, 80_000, 0, 2)
    assert [(one.name, one.words) for one in home.hired] == [
        ("Journeyman Lineman", "journeyman"),
        ("Journeyman Lineman 2", "journeyman"),
    ]
    text = page(night)
    assert "FAME +2" in text
    assert "Team value 970,000" in text
    assert "Inducements Bribe 1 A player who is to be sent off stays on 2 or more." in text


def test_the_api_says_what_is_for_sale_and_what_was_bought(night: World) -> None:
    answered(night, CASH, key_is("hire"))
    api = client(night.home_coach)
    question = api.get(url(night, "wizard/")).json()["question"]
    assert question["purse"] == {"gold": 80_000, "paid": 0, "left": 80_000}
    kinds = {one["option"]: (one["kind"], one["price"]) for one in question["details"]}
    assert kinds["Bloodweiser Babes"] == ("inducement", 50_000)
    assert kinds["Lineman"] == ("mercenary", 80_000)
    answered(night, {key: NIGHT[key] for key in ("hire", "fans")})
    sheets = api.get(url(night, "wizard/")).json()["sheets"]
    assert [sheets[one]["inducements"] for one in ("home", "away")] == [
        {"Bribe": 1},
        {"Bloodweiser Babes": 1},
    ]
    assert [(sheets[one]["strength"], sheets[one]["fame"]) for one in ("home", "away")] == [
        (970_000, 0),
        (1_000_000, 2),
    ]


def test_a_bribe_that_is_spent_is_told(night: World) -> None:
    answered(night, NIGHT)
    plan = {"bribe": ["yes", (6,)]}
    step = reported(night, reports.SendingOff(1, 2, "home", 5, "foul"), plan=plan)
    (bribe,) = in_force(step.log, step.replay)[0].inducements
    assert (bribe.bought, bribe.left) == (1, 0)
    assert "Inducements Bribe 0 of 1 left" in page(night)
    assert 5 in step.replay.available["home"]


def test_petty_cash_leaves_the_treasury_when_the_match_is_applied(night: World) -> None:
    answered(night, NIGHT)
    plan: dict[str, Sequence[Any]] = {
        "winnings": [(3,), (3,)],
        "stays": ["no", "no"],
        "winnings.again": ["no"],
    }
    step = reported(night, reports.HalfTime(), reports.MatchEnd(), plan=plan)
    assert step.complete
    row = logs.submit_draft(night.fixture, night.commissioner, step.row.version)
    apply_log(row, night.commissioner)
    before = night.home.treasury, night.away.treasury
    night.home.refresh_from_db()
    night.away.refresh_from_db()
    assert night.home.treasury == before[0] - 50_000 + 40_000, "a drawn match, and no FAME"
    assert night.away.treasury == before[1] - 80_000 + 60_000
    assert_reconciled(night.league)
    text = text_of(night.browse(night.home_coach).get(night.url()))
    assert (
        "For inducements Gouged Eye <b> take 50,000 gold out of their treasury and are given 60,000 gold"
        in text
    )
