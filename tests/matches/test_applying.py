"""A log lands once, whole, and on both rosters."""

from __future__ import annotations

import msgspec
import pytest

from engine.match.log import encode_log
from engine.questions import Refusal
from engine.replay import replay
from league.domain.roles import Forbidden
from league.errors import Conflict
from matches.domain import applying, logs, previewing
from matches.domain.applying import RostersDiffer, apply_log
from matches.domain.errors import AlreadyApplied, NotApplicable, Overtaken
from matches.models import Fixture, LogStatus, MatchLog, Result
from teams.domain.reconciling import reconcile_league
from teams.models import Act
from tests.matches.conftest import World, as_bytes, simulated

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def submitted(world: World, seed: int = 1, by=None) -> MatchLog:
    return logs.submit_file(world.fixture, by or world.home_coach, as_bytes(world.fixture, seed))


def assert_whole(world: World) -> None:
    assert list(reconcile_league(world.league)) == []


def test_a_match_changes_both_rosters_and_has_a_result(world: World) -> None:
    treasuries = world.home.treasury, world.away.treasury
    log = submitted(world)
    outcome = replay(logs.decode(log)).outcome
    result = apply_log(log, world.commissioner)
    world.fixture.refresh_from_db()
    world.home.refresh_from_db()
    world.away.refresh_from_db()
    log.refresh_from_db()
    assert world.fixture.played
    assert (log.status, log.act) == (LogStatus.APPLIED, result.act)
    assert (result.home_score, result.away_score) == (outcome.home_score, outcome.away_score)
    assert result.winner == (outcome.winner or "")
    assert world.home.treasury == treasuries[0] + result.home_winnings
    assert world.away.treasury == treasuries[1] + result.away_winnings
    assert world.home.played == world.away.played == 1
    assert world.home.touchdowns_for == world.away.touchdowns_against == result.home_score
    assert result.act.kind == "match"
    assert result.act.as_commissioner
    assert_whole(world)


@pytest.mark.parametrize("key", [None, "one-key"])
def test_the_second_application_is_told_who_was_first(world: World, key: str | None) -> None:
    log = submitted(world)
    result = apply_log(log, world.commissioner, key)
    world.home.refresh_from_db()
    treasury = world.home.treasury
    with pytest.raises(AlreadyApplied, match="already applied by the-commissioner on") as told:
        apply_log(log, world.commissioner, key)
    assert told.value.result == result
    world.home.refresh_from_db()
    assert world.home.treasury == treasury
    assert Result.objects.count() == 1
    assert Act.objects.filter(kind="match").count() == 1
    assert_whole(world)


def test_a_key_that_made_something_else_is_refused(world: World) -> None:
    apply_log(submitted(world), world.commissioner, "one-key")
    world.fixture = world.again()
    with pytest.raises(Conflict, match="idempotency key was used for something else"):
        apply_log(submitted(world), world.commissioner, "one-key")
    assert Result.objects.count() == 1


def test_two_different_logs_are_both_kept_and_one_lands(world: World) -> None:
    first, second = submitted(world, 1), submitted(world, 2, world.away_coach)
    apply_log(second, world.commissioner)
    first.refresh_from_db()
    assert first.status == LogStatus.SUPERSEDED
    with pytest.raises(AlreadyApplied):
        apply_log(first, world.commissioner)
    assert_whole(world)


@pytest.mark.parametrize("who", ["home_coach", "bystander", "stranger"])
def test_only_the_commissioner_applies(world: World, who: str) -> None:
    log = submitted(world)
    with pytest.raises(Forbidden):
        apply_log(log, getattr(world, who))
    assert not Result.objects.exists()


def test_a_log_that_stops_early_is_not_applied(world: World) -> None:
    whole = simulated(world.fixture)
    text = encode_log(msgspec.structs.replace(whole, entries=whole.entries[:-1])).decode()
    log = MatchLog.objects.create(fixture=world.fixture, document=text, status=LogStatus.DRAFT)
    with pytest.raises(Refusal, match="before the match does"):
        apply_log(log, world.commissioner)
    assert not Act.objects.filter(kind="match").exists()


def test_an_old_version_is_not_applied(world: World) -> None:
    log = submitted(world)
    with pytest.raises(Overtaken):
        apply_log(log, world.commissioner, version=log.version - 1)


def test_a_rejected_log_is_not_applied(world: World) -> None:
    log = logs.reject(submitted(world), world.commissioner, "The score is wrong.")
    with pytest.raises(NotApplicable, match="This log is rejected"):
        apply_log(log, world.commissioner)


def test_rosters_that_differ_have_to_be_accepted(world: World) -> None:
    """Another match was applied after the log was written: its effects stay, and the log counts as it was played."""
    other = world.again()
    late = logs.submit_file(other, world.home_coach, as_bytes(other, 5))
    apply_log(submitted(world), world.commissioner)
    late = MatchLog.objects.select_related("fixture__league", "fixture__home", "fixture__away").get(
        pk=late.pk
    )
    assert previewing.preview(late).differences
    with pytest.raises(RostersDiffer, match="differ from the league's in"):
        apply_log(late, world.commissioner)
    assert Result.objects.count() == 1
    apply_log(late, world.commissioner, accept_differences=True)
    assert Result.objects.count() == 2
    assert_whole(world)


def test_a_large_log_is_a_task(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(applying, "LARGE", 5)
    log = submitted(world)
    result = applying.apply_or_queue(log, world.commissioner, "key")
    assert result is not None
    log.refresh_from_db()
    assert log.status == LogStatus.APPLIED
    applying.apply_queued(log.pk, world.commissioner.pk, "key", False)
    assert Result.objects.count() == 1
    assert_whole(world)


def test_a_refusal_of_the_task_comes_back_with_the_log(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(applying, "LARGE", 5)
    other = world.again()
    late = logs.submit_file(other, world.home_coach, as_bytes(other, 5))
    apply_log(submitted(world), world.commissioner)
    with pytest.raises(Conflict, match="rosters of this log differ"):
        applying.apply_or_queue(late, world.commissioner)
    late.refresh_from_db()
    assert late.status == LogStatus.SUBMITTED
    assert "differ" in late.message


def test_a_season_of_matches_keeps_the_ledger_whole(world: World) -> None:
    """Injuries, deaths, departures and misses of ten matches in a row."""
    fixtures = [world.fixture]
    for number in range(2, 7):
        away = number % 2 == 0
        teams = (world.away, world.home) if away else (world.home, world.away)
        fixtures.append(
            Fixture.objects.create(
                league=world.league,
                season=world.league.season,
                number=number,
                round=number,
                home=teams[0],
                away=teams[1],
            )
        )
    for number, fixture in enumerate(fixtures):
        fixture = Fixture.objects.select_related("league", "home", "away").get(pk=fixture.pk)
        try:
            document = as_bytes(fixture, number)
        except Refusal:
            break
        apply_log(logs.submit_file(fixture, world.commissioner, document), world.commissioner)
    assert Result.objects.count() >= 3
    assert_whole(world)


def test_a_log_that_a_worker_lost_can_be_handed_over_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(applying, "LARGE", 5)
    log = submitted(world)
    MatchLog.objects.filter(pk=log.pk).update(status=LogStatus.QUEUED)
    with pytest.raises(NotApplicable, match="is being applied already"):
        applying.apply_or_queue(log, world.commissioner)
    MatchLog.objects.filter(pk=log.pk).update(updated=log.updated - 2 * applying.PATIENCE)
    assert applying.apply_or_queue(log, world.commissioner) is not None
    assert_whole(world)
