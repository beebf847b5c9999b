"""The ledger: one act, one transaction, once a key; and rows that are its projection."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from engine.questions import Refusal
from engine.roster import Departed, GoldChanged, Injured, MatchPlayed, RosterEvent, SppGained
from teams.domain.ledger import AlreadyDone, fold, operation, roster_of
from teams.domain.reconciling import reconcile, reconcile_league
from teams.models import Act, Player, RosterEvents, Team
from teams.tasks import reconcile_all
from tests.helpers import a_drafted_team, a_league, a_player, assert_reconciled, happens

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def after_a_match(team, opponent="Nobody"):
    """Some of everything that a match does to a roster."""
    fit = tuple(one.id for one in roster_of(team).active)
    events: list[RosterEvent] = [
        SppGained(1, "touchdown", 1, 3),
        SppGained(2, "completion", 2, 2),
        SppGained(3, "mvp", 1, 5),
        SppGained(1, "touchdown", 1, 3),
        Injured(4, "Smashed Hip", "ma"),
        Departed(5, "dead", "killed by a test"),
        GoldChanged(40_000, "winnings"),
        MatchPlayed(opponent, "won", 2, 1, 1, 0, fit),
    ]
    return happens(team, *events, kind="match")


def test_rows_are_what_the_ledger_says():
    league = a_league()
    team = a_drafted_team(league)
    gold = team.treasury
    team = after_a_match(team)
    assert_reconciled(league)
    assert roster_of(team) == fold(team)
    assert (team.won, team.touchdowns_for, team.treasury) == (1, 2, gold + 40_000)
    assert a_player(team, 1).spp == 6
    assert a_player(team, 1).owed == 1
    assert a_player(team, 5).status == "dead"


def test_a_roster_can_be_shown_as_it_stood():
    team = a_drafted_team(a_league())
    before, roster = timezone.now(), roster_of(team)
    team = after_a_match(team)
    assert fold(team, before) == roster
    assert fold(team, before - timedelta(days=1)).name == ""


def test_acts_are_counted_without_a_gap():
    league = a_league()
    team = a_drafted_team(league)
    after_a_match(team)
    assert list(league.acts.order_by("sequence").values_list("sequence", "kind")) == [
        (1, "draft"),
        (2, "accept"),
        (3, "match"),
    ]
    league.refresh_from_db()
    assert league.sequence == 3


def test_nothing_recorded_is_nothing_written():
    league = a_league()
    team = a_drafted_team(league)
    with operation(league, None, "nothing", {}) as op:
        op.roster(team)
        op.record(team, [])
    assert not league.acts.filter(kind="nothing").exists()
    with pytest.raises(RuntimeError):
        _ = op.act


def test_a_refusal_leaves_nothing_behind():
    league = a_league()
    team = a_drafted_team(league)
    before = roster_of(team)
    odd: list[RosterEvent] = [GoldChanged(1_000_000, "a gift"), SppGained(999, "mvp", 1, 5)]
    with pytest.raises(Refusal, match="never had a player"), operation(league, None, "odd", {}) as op:
        op.record(team, odd)
    assert roster_of(Team.objects.get(pk=team.pk)) == before
    assert_reconciled(league)


def test_the_same_key_lands_once():
    league = a_league()
    team = a_drafted_team(league)
    with operation(league, None, "gift", {}, key="k1") as op:
        op.record(team, [GoldChanged(10_000, "a gift")])
    with pytest.raises(AlreadyDone) as refused, operation(league, None, "gift", {}, key="k1") as again:
        again.record(team, [GoldChanged(10_000, "a gift")])
    assert refused.value.act == op.act
    assert Team.objects.get(pk=team.pk).treasury == team.treasury + 10_000
    assert_reconciled(league)


def test_a_key_belongs_to_its_league():
    for league in (a_league(), a_league()):
        team = a_drafted_team(league)
        with operation(league, None, "gift", {}, key="k1") as op:
            op.record(team, [GoldChanged(10_000, "a gift")])
    assert Act.objects.filter(idempotency_key="k1").count() == 2


def test_a_team_of_another_league_is_refused():
    league, team = a_league(), a_drafted_team(a_league())
    with pytest.raises(Refusal, match="does not play in"), operation(league, None, "odd", {}) as op:
        op.roster(team)


def test_a_match_costs_few_queries(django_assert_max_num_queries):
    league = a_league()
    home, away = a_drafted_team(league), a_drafted_team(league, "Human")
    events: list[RosterEvent] = [SppGained(1, "touchdown", 1, 3), GoldChanged(30_000, "winnings")]
    # Savepoint, league, key, teams, players, act, league, events, two teams, players, release.
    with django_assert_max_num_queries(12), operation(league, None, "match", {}, key="k") as op:
        op.rosters(home, away)
        op.record(home, events)
        op.record(away, events)


def test_only_players_whom_an_event_concerns_are_written():
    team = a_drafted_team(a_league())
    Player.objects.filter(team=team, uid=4).update(name="Written by nobody")
    with operation(team.league, None, "match", {}) as op:
        op.record(team, [SppGained(3, "touchdown", 1, 3)])
    assert Player.objects.get(team=team, uid=3).spp == 3
    assert Player.objects.get(team=team, uid=4).name == "Written by nobody"


def test_an_injured_player_at_the_floor_keeps_his_stat_and_has_it_in_his_history():
    team = a_drafted_team(a_league())
    before = a_player(team).stats
    team = happens(team, Injured(1, "Smashed Collar Bone", "st", applied=False))
    player = a_player(team)
    assert (player.stats, player.injuries, player.misses_next) == (before, ["Smashed Collar Bone"], True)
    assert_reconciled(team.league)


def test_strength_follows_whoever_misses_dies_or_goes():
    """Not only the roster changes: what is worked out from it does, in the same act."""
    team = a_drafted_team(a_league())
    worth, price = team.worth, a_player(team).price
    hurt = happens(team, Injured(1, "Broken Ribs", "miss"))
    assert hurt.worth == worth
    dead = happens(hurt, Departed(1, "dead", "killed"))
    assert dead.worth == worth - price
    assert_reconciled(team.league)


def test_reconcile_finds_every_difference(capsys, caplog):
    league = a_league()
    team = after_a_match(a_drafted_team(league))
    assert reconcile(team) == ()
    call_command("reconcile")
    assert "agree" in capsys.readouterr().out
    Team.objects.filter(pk=team.pk).update(treasury=1, strength=7, accepted=False)
    team.players.filter(uid=1).update(spp=99)
    team.players.filter(uid=2).delete()
    found = {(one.subject, one.what) for one in reconcile_league(league)}
    names = {one.id: f"{one.name} of {team.name}" for one in fold(team).players}
    assert found == {
        (team.name, "treasury"),
        (team.name, "strength"),
        (team.name, "accepted"),
        (names[1], "spp"),
        (names[2], "row"),
    }
    assert reconcile_all.delay().get() == 5
    assert "treasury" in caplog.text
    with pytest.raises(SystemExit) as ended:
        call_command("reconcile", league=league.slug)
    assert ended.value.code == 1
    assert "5 differences" in capsys.readouterr().err


def test_reconcile_finds_a_gap_in_the_acts():
    league = a_league()
    team = after_a_match(a_drafted_team(league))
    last = league.acts.get(kind="match")
    RosterEvents.objects.filter(act=last).delete()
    last.delete()
    assert {one.what for one in reconcile_league(league)} >= {"number of the last act"}
    assert reconcile(team)


@pytest.mark.parametrize("teams", [1, 3])
def test_reconciling_a_league_takes_the_same_queries_whatever_its_size(teams, django_assert_num_queries):
    league = a_league()
    for _ in range(teams):
        a_drafted_team(league)
    with django_assert_num_queries(14):
        reconcile_league(league)
