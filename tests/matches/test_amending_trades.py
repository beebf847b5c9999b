"""A match that is corrected after one of its players was traded: the trade follows, or is listed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from engine.acts import Deal, Share
from engine.match.entries import MatchEnd
from engine.roster import Departed
from league.domain.roles import viewer
from league.models import League, User
from matches.domain import amending, wizard
from matches.models import Amendment, Result
from teams.domain import trading
from teams.domain.naming import rename_player
from teams.models import Act, Player, Team
from tests.engine.builders import hurt, touchdown
from tests.helpers import (
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_player,
    assert_reconciled,
    coach_of,
    happens,
)
from tests.matches.played import a_written_match, places, projections

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

KILLED = hurt("home", 1, cause="dodge", die=6, half=2, turn=8)


@dataclass
class Transfer:
    """Number 1 of the Reavers, Griff, scores once and goes to Thunder for 10,000 gold, where he scores again."""

    league: League
    by: User
    reavers: Team
    thunder: Team
    first: Result
    trade: Act

    @property
    def griff(self) -> Player:
        """As he plays for Thunder."""
        return Player.objects.filter(team=self.thunder).latest("uid")


@pytest.fixture
def transfer(db: None) -> Transfer:
    league = a_league()
    by = a_commissioner(league)
    reavers = a_drafted_team(league, "Human", name="Reavers", apothecary=0)
    thunder = happens(a_drafted_team(league, "Human", name="Thunder", seed=9), Departed(1, "dead", "a block"))
    rivals = a_drafted_team(league, "Orc", name="Gouged Eye")
    rename_player(reavers, coach_of(reavers), 1, "Griff")
    best = {"mvp.home": (2,)}
    first = a_written_match(a_fixture(reavers, rivals, 1), touchdown("home", 1), dice=best)
    deal = Deal(Share(players=(1,)), Share(gold=10_000))
    a_written_match(a_fixture(thunder, rivals, 2), seed=2)
    made = trading.offer(reavers, thunder, coach_of(reavers), deal)
    offer = trading.get_offer(league, viewer(coach_of(thunder), league), made.number)
    trade = trading.accept(offer, coach_of(thunder))
    number = Player.objects.filter(team=thunder).latest("uid").number
    a_written_match(a_fixture(thunder, rivals, 3), touchdown("home", number), dice=best, seed=3)
    return Transfer(league, by, reavers, thunder, first, trade)


def begin_with(transfer: Transfer, *entries: Any) -> Amendment:
    amendment = amending.begin(transfer.by, transfer.first, "The sheet was misread.")
    for entry in entries:
        step = wizard.current(amendment)
        end = places(step.log, MatchEnd)[0]
        amending.insert_entry(amendment, transfer.by, end, entry, step.row.version)
    return amending.get_amendment(transfer.league, amendment.pk)


def settled(transfer: Transfer, amendment: Amendment, **ways: Any) -> Act:
    found = amending.consequences(amendment)
    for _ in range(20):
        if not found.unsettled:
            break
        item = found.unsettled[0]
        found = amending.settle(
            amendment, transfer.by, item.place, ways.get(item.kind, "leave"), amendment.version
        )
    return amending.commit(amendment, transfer.by, found.sequence, amendment.version)


def test_a_traded_player_keeps_what_a_corrected_match_gives_him(transfer: Transfer) -> None:
    assert (transfer.griff.touchdowns, transfer.griff.spp) == (2, 6)
    amendment = begin_with(transfer, touchdown("home", 1, half=2, turn=8))
    (item,) = [one for one in amending.consequences(amendment).items if one.kind == "trade"]
    assert "anew" in item.ways
    settled(transfer, amendment, trade="anew")
    assert (transfer.griff.touchdowns, transfer.griff.spp) == (3, 9)
    assert a_player(transfer.reavers, 1).status == "traded"
    assert_reconciled(transfer.league)


def test_left_as_it_was_played_he_comes_as_he_was_then(transfer: Transfer) -> None:
    settled(transfer, begin_with(transfer, touchdown("home", 1, half=2, turn=8)))
    assert (transfer.griff.touchdowns, a_player(transfer.reavers, 1).touchdowns) == (2, 2)
    assert_reconciled(transfer.league)


def test_a_dead_player_cannot_be_traded_and_the_trade_may_be_made_void(transfer: Transfer) -> None:
    before = projections(transfer.league)
    gold = transfer.reavers.treasury
    amendment = begin_with(transfer, *KILLED)
    (item,) = [one for one in amending.consequences(amendment).items if one.kind == "trade"]
    assert "Griff" in item.why[0]
    assert "anew" not in item.ways
    head = settled(transfer, amendment, trade="void", match="void")
    assert a_player(transfer.reavers, 1).status == "dead"
    assert not Player.objects.filter(team=transfer.thunder, name="Griff").exists()
    assert Team.objects.get(pk=transfer.reavers.pk).treasury >= gold - 10_000
    assert_reconciled(transfer.league)
    undoing = amending.undo(transfer.by, head, "He was only stunned.")
    settled(transfer, amending.get_amendment(transfer.league, undoing.pk))
    assert projections(transfer.league) == before
    assert_reconciled(transfer.league)


def test_a_trade_can_be_undone_alone(transfer: Transfer) -> None:
    undoing = amending.undo(transfer.by, transfer.trade, "The coaches agree that it was a mistake.")
    amendment = amending.get_amendment(transfer.league, undoing.pk)
    settled(transfer, amendment, match="void")
    assert a_player(transfer.reavers, 1).status == "active"
    assert a_player(transfer.reavers, 1).touchdowns == 1
    assert_reconciled(transfer.league)
