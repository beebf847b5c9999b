"""New acts in the places of old ones, and what an act of the past would come to on another roster."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from engine.acts import Line, Purchase
from engine.questions import Refusal
from engine.roster import (
    Departed,
    GoldChanged,
    Hired,
    Joined,
    MatchPlayed,
    Player,
    Roster,
    RosterEvent,
    decode_events,
    evolve,
)
from league.models import League
from teams.domain import deriving
from teams.domain.buying import buy
from teams.domain.deriving import Circumstances, Derived, derive, signed, with_ids
from teams.domain.ledger import fold, roster_of
from teams.domain.rewriting import Replacement, replace
from teams.models import Act, Team
from tests.helpers import a_commissioner, a_drafted_team, a_league, assert_reconciled, coach_of, happens

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def put(league: League, by, *replacements: Replacement, **more) -> list[Act]:
    """Writes the replacements as an amendment would, with the rosters that come of them."""
    with transaction.atomic():
        held = League.objects.select_for_update().get(pk=league.pk)
        new = {one.act: one.events for one in replacements}
        rosters = {}
        for team in Team.objects.filter(league=league):
            told: list[RosterEvent] = []
            for row in team.roster_events.filter(act__replaced_by=None).order_by("act__place"):
                events = decode_events(row.events)
                told += new[row.act_id].get(team.pk, ()) if row.act_id in new else events
            before, after = fold(team), evolve(Roster(), *told)
            if before != after:
                rosters[team.pk] = (before, after)
        return replace(held, by, replacements, rosters, **more)


def test_a_new_act_stands_in_the_place_of_the_old_one():
    league = a_league()
    by, team = a_commissioner(league), a_drafted_team(league)
    happens(team, GoldChanged(10_000, "found"))
    old = Act.objects.latest("sequence")
    happens(team, GoldChanged(5_000, "later"))
    gold = Team.objects.get(pk=team.pk).treasury
    [new] = put(
        league, by, Replacement(old.pk, {"why": "miscounted"}, {team.pk: (GoldChanged(7_000, "found"),)})
    )
    old.refresh_from_db()
    new.refresh_from_db()
    assert old.replaced_by == new
    assert (new.place, new.at, new.kind, new.by) == (old.place, old.at, old.kind, by)
    assert (new.sequence, new.amendment, new.replaced_by) == (old.sequence + 2, new, None)
    assert new.parameters == {"why": "miscounted"}
    assert Team.objects.get(pk=team.pk).treasury == gold - 3_000
    assert_reconciled(league)


def test_all_acts_of_an_amendment_name_its_first():
    league = a_league()
    by, team = a_commissioner(league), a_drafted_team(league)
    for amount in (1_000, 2_000, 3_000):
        happens(team, GoldChanged(amount, "found"))
    old = list(Act.objects.filter(kind="test").order_by("place"))
    made = put(league, by, *(Replacement(act.pk, {}, {}) for act in old), key="once")
    rows = list(Act.objects.filter(amendment=made[0]).order_by("sequence"))
    assert rows == made
    assert [row.idempotency_key for row in rows] == ["once", None, None]
    assert [row.place for row in rows] == [act.place for act in old]
    assert_reconciled(league)


def test_answers_are_kept_given_or_those_of_what_is_restored():
    league = a_league()
    by, team = a_commissioner(league), a_drafted_team(league)
    happens(team, GoldChanged(1_000, "found"))
    first = Act.objects.latest("sequence")
    Act.objects.filter(pk=first.pk).update(answers=[{"kind": "roll", "dice": [1]}])
    gold = {team.pk: (GoldChanged(1_000, "found"),)}
    [kept] = put(league, by, Replacement(first.pk, {}, gold))
    [given] = put(league, by, Replacement(kept.pk, {}, gold, [{"kind": "roll", "dice": [2]}]))
    [restored] = put(league, by, Replacement(given.pk, {}, gold, restores=kept.pk))
    answers = [Act.objects.get(pk=one.pk).answers[0]["dice"] for one in (kept, given, restored)]
    assert answers == [[1], [2], [1]]


def test_a_player_who_never_signed_has_no_row():
    league = a_league()
    by, team = a_commissioner(league), a_drafted_team(league)
    team = happens(team, GoldChanged(100_000, "found"))
    buy(team, coach_of(team), Purchase(players=(Line("Lineman", "Late Arrival", 77),)))
    bought = Act.objects.latest("sequence")
    assert team.players.filter(number=77).exists()
    put(league, by, Replacement(bought.pk, {"void": True}, {}))
    assert not team.players.filter(number=77).exists()
    assert_reconciled(league)


def test_many_acts_take_few_statements():
    league = a_league()
    by, team = a_commissioner(league), a_drafted_team(league)
    for amount in range(1, 41):
        happens(team, GoldChanged(amount, "found"))
    acts = list(Act.objects.filter(kind="test").order_by("place"))
    events = {team.pk: (GoldChanged(5, "found"),)}
    before = fold(team)
    after = evolve(before, GoldChanged(5 * 40 - sum(range(1, 41)), ""))
    with transaction.atomic(), CaptureQueriesContext(connection) as seen:
        held = League.objects.select_for_update().get(pk=league.pk)
        replace(held, by, [Replacement(act.pk, {}, events) for act in acts], {team.pk: (before, after)})
    assert len(seen) <= 20
    assert_reconciled(league)


# --- deriving -----------------------------------------------------------------------------------------------------


def circumstances(team: Team, act: Act, now: Roster) -> Circumstances:
    stood = fold(team)
    events = decode_events(act.roster_events.get(team=team).events)
    return Circumstances(
        team.league.rules, act.parameters, act.answers, {team.pk: stood}, {team.pk: now}, {team.pk: events}
    )


def test_a_purchase_is_derived_on_another_roster():
    league = a_league()
    team = a_drafted_team(league)
    team = happens(team, GoldChanged(100_000, "found"))
    poor = evolve(roster_of(team), GoldChanged(-roster_of(team).treasury, "lost"))
    rich = roster_of(team)
    buy(team, coach_of(team), Purchase(players=(Line("Lineman", "Late Arrival", 77),)))
    act = Act.objects.latest("sequence")
    given = circumstances(team, act, rich)
    assert derive("buy", given).events == given.played
    with pytest.raises(Refusal, match="too few"):
        derive("buy", circumstances(team, act, poor))


def test_an_act_of_an_unknown_kind_comes_to_what_it_came_to():
    league = a_league()
    team = happens(a_drafted_team(league), GoldChanged(1, "found"), kind="weather")
    given = circumstances(team, Act.objects.latest("sequence"), Roster())
    assert derive("weather", given) == Derived(given.played)
    assert not deriving.can_derive("weather")


def test_players_who_sign_are_known_and_can_be_given_other_ids():
    stats = (6, 3, 3, 8)
    events: tuple[RosterEvent, ...] = (
        Hired(12, 5, "Ann", "Lineman", 50_000, stats),
        Joined(Player(13, 6, "Bob", "Zombie", 30_000, stats, stats), "raised"),
        Departed(12, "dead"),
        MatchPlayed("Nobody", "won", 1, 0, 0, 0, (11, 12, 13)),
        GoldChanged(1, "found"),
    )
    assert signed(events) == (12, 13)
    moved = with_ids(events, {12: 20, 13: 21})
    assert signed(moved) == (20, 21)
    assert moved[2] == Departed(20, "dead")
    assert moved[3].played == (11, 20, 21)
    assert moved[4] == events[4]
    assert with_ids(events, {12: 12}) == events
