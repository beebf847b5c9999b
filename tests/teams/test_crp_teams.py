"""Teams of a league that plays by the Competition Rules: draft, receipt, improvements, decrees, trades and fields."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from rest_framework.test import APIClient

from engine.acts import Deal, Purchase, Share
from engine.acts.buying import Retirement
from engine.acts.decreeing import ChangeStat, Teach
from engine.questions import Refusal
from engine.roster import Advanced, GoldChanged, Injured, SppGained
from league.models import League
from teams.domain import buying, decreeing, trading
from teams.models import Team
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_draft,
    a_drafted_team,
    a_league,
    a_player,
    assert_reconciled,
    browser,
    coach_of,
    happens,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(db: None) -> Any:
    league = a_league(edition="crp")
    yield league
    assert_reconciled(league)


@pytest.fixture
def team(league: League) -> Team:
    """Orcs; their first, a lineman, is owed an improvement roll, their second misses the next match."""
    drafted = a_drafted_team(league, "Orc", name="Gouged Eye")
    return happens(
        drafted,
        GoldChanged(500_000, "a gift"),
        SppGained(1, "touchdown", 3, 9),
        Injured(2, "Broken Ribs", "miss", True, True),
    )


def text_of(answer: Any) -> str:
    page = re.sub(r"<[^>]*>", " ", answer.content.decode())
    return " ".join(html.unescape(page).split())


def page(team: Team, *parts: Any) -> str:
    return "/".join(["/l", team.league.slug, "t", team.slug, *map(str, parts)]) + "/"


# --- drafting -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fan_factor", [0, 9])
def test_a_team_may_begin_without_fans_or_with_nine(league: League, fan_factor: int) -> None:
    coach = a_coach(league)
    address = f"/l/{league.slug}/draft/"
    shown = browser(coach).get(f"{address}?race=Orc").content.decode()
    assert (
        'id="fan_factor" name="fan_factor" type="number" inputmode="numeric" min="0" max="9" value="0"'
        in shown
    )
    said = {"race": "Orc", "name": "Eye", "fan_factor": str(fan_factor), "count-0": "11", "key": "k"}
    assert browser(coach).post(address, said).status_code == 302
    made = Team.objects.get(name="Eye")
    assert made.fan_factor == fan_factor
    assert made.treasury == 1_000_000 - 550_000 - 10_000 * fan_factor
    assert made.strength == 550_000 + 10_000 * fan_factor


def test_ten_points_of_fan_factor_are_too_many(league: League) -> None:
    with pytest.raises(Refusal, match="fan factor"):
        a_drafted_team(league, "Orc", fan_factor=10)


def test_the_api_drafts_without_fans(league: League) -> None:
    client = APIClient()
    client.force_authenticate(a_coach(league))
    draft = a_draft(league, "Orc", fan_factor=0)
    lines = [{"position": one.position, "name": one.name, "number": one.number} for one in draft.players]
    said = {"name": "Eye", "race": "Orc", "players": lines}
    found = client.post(f"/api/v1/leagues/{league.slug}/draft/check/", said).json()
    assert found["problems"] == []
    made = client.post(f"/api/v1/leagues/{league.slug}/teams/", said)
    assert made.json()["fan_factor"] == 0


# --- the receipt --------------------------------------------------------------------------------------------------


def test_the_receipt_adds_up_to_both_team_values(team: Team) -> None:
    missing = a_player(team, 2).worth
    text = text_of(browser().get(page(team)))
    assert f"How the team value of {team.strength:,} adds up ({team.worth:,} with everybody fit)" in text
    assert team.strength == team.worth - missing
    assert f"misses the next match 1 {missing:,} −{missing:,} now" in text
    assert "None" not in text


# --- improving ----------------------------------------------------------------------------------------------------


def test_each_gain_is_offered_with_what_it_is_worth(team: Team) -> None:
    coach = browser(coach_of(team))
    address = page(team, "improve", 1)
    coach.post(address, {"version": "0", "die": ["6", "6"]})
    text = text_of(coach.get(address))
    assert "Strength +1 worth 50,000 gold" in text
    assert "Block worth 20,000 gold" in text
    assert "Dodge worth 30,000 gold" in text
    done = text_of(coach.post(address, {"version": "1", "pick": "+st"}, follow=True))
    assert "gains strength +1, worth 50,000 gold." in done
    assert "What does the player gain? strength +1" in done
    better = a_player(team)
    assert (better.value, better.worth) == (50_000, better.price + 50_000)
    after = Team.objects.get(pk=team.pk)
    assert after.strength == team.strength + 50_000


# --- decrees ------------------------------------------------------------------------------------------------------


def test_what_is_decreed_counts_for_the_team_value(team: Team) -> None:
    by = a_commissioner(team.league)
    outlook = decreeing.outlook(team, by, [Teach(1, "Block"), Teach(1, "Dodge")])
    assert outlook.strength_after - outlook.strength == 20_000 + 30_000
    decreeing.decree(team, by, [Teach(1, "Block"), Teach(1, "Dodge")], "a prize")
    assert a_player(team).value == 50_000
    told = text_of(browser().get(page(team, "ledger")))
    assert "is taught Block, worth 20,000 gold." in told


def test_points_beyond_the_position_are_worth_something_and_lost_ones_nothing(team: Team) -> None:
    by = a_commissioner(team.league)

    def value_after(*changes: int) -> int:
        decreeing.decree(team, by, [ChangeStat(1, "st", change) for change in changes], "a cure")  # type: ignore[arg-type]
        return a_player(team).value

    assert value_after(1) == 50_000
    assert value_after(-1) == 0
    assert value_after(-1) == 0
    assert value_after(1) == 0
    assert value_after(1, 1, -1) == 50_000


def test_a_decree_knows_no_list_of_trophies(team: Team) -> None:
    text = text_of(browser(a_commissioner(team.league)).get(page(team, "decree")))
    assert "trophies on the list" not in text


# --- trades, retirements and home fields --------------------------------------------------------------------------


def test_no_gold_changes_hands(team: Team) -> None:
    other = a_drafted_team(team.league, "Human", name="Reavers")
    deal = Deal(Share(gold=50_000), Share())
    with pytest.raises(Refusal, match="Competition Rules: no gold changes hands between teams"):
        trading.offer(team, other, coach_of(team), deal)
    shown = (
        browser(coach_of(team)).get(page(team, "trades", "offer") + f"?with={other.slug}").content.decode()
    )
    assert "players are exchanged, gold is not" in shown
    assert "give_gold" not in shown


def test_a_traded_player_is_worth_what_he_was(team: Team) -> None:
    team = happens(team, Advanced(1, "Block", "skill", 20_000))
    other = a_drafted_team(team.league, "Orc", name="Deathbowl", seed=4)
    offer = trading.offer(team, other, coach_of(team), Deal(Share(players=(1,)), Share(players=(1,))))
    trading.accept(offer, coach_of(other))
    before = team.strength, other.strength
    team.refresh_from_db()
    other.refresh_from_db()
    assert (team.strength + other.strength) == sum(before)
    assert other.players.get(uid=other.players.count()).value == 20_000


def test_whoever_retires_does_not_become_a_coach(team: Team) -> None:
    coach = coach_of(team)
    sentence = "he cannot become an assistant coach"
    with pytest.raises(Refusal, match=sentence):
        buying.retire(team, coach, 1, True)
    wanted = Purchase(rerolls=1, retire=(Retirement(1, True),))
    (problem,) = buying.check(team, wanted)
    assert sentence in problem.message
    assert "assistant coach" not in text_of(browser(coach).get(page(team, "dismiss", 1)))


def test_there_are_no_home_fields(team: Team) -> None:
    coach = browser(coach_of(team))
    text = text_of(coach.get(page(team, "field")))
    assert "The rules of this league, Competition Rules, know no home fields." in text
    assert "What there is to build" not in text
    assert "home field" not in text_of(coach.get(page(team))).lower()
    assert "home field" not in text_of(coach.get(page(team, "buy")))
    refused = coach.post(page(team, "field"), {"stadium": "Grand Stadium"})
    assert "Competition Rules has no home field called" in text_of(refused)
