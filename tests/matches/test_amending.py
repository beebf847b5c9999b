"""A past that can be corrected: what stands as it was played, what is listed, settled and written."""

from __future__ import annotations

import pytest

from engine.acts import Line, Purchase
from engine.match.entries import MatchEnd
from engine.questions import Refusal
from engine.roster import GoldChanged
from league.domain.roles import Forbidden
from league.errors import Conflict
from matches.domain import amending, logs, wizard
from matches.domain.amending import committing, listing
from matches.domain.applying import PATIENCE
from matches.domain.errors import Overtaken
from matches.models import Amendment, AmendmentStatus, FixtureStatus, LogStatus, MatchLog, Result
from teams.domain import deriving
from teams.domain.buying import buy
from teams.domain.deriving import Circumstances
from teams.domain.ledger import fold
from teams.models import Act, Team
from tests.engine.builders import touchdown
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_user,
    assert_reconciled,
    coach_of,
    happens,
)
from tests.matches.career import HURT, KILLED, Career, begin_with, settled
from tests.matches.career import career as career  # the fixture
from tests.matches.played import a_written_match, places, projections

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


# --- the cases from the field -------------------------------------------------------------------------------------


def test_killing_a_player_in_an_old_report_destroys_nothing(career: Career):
    """Case 1: what he did after his death is listed, and comes back when the report is corrected back."""
    assert career.lines() == (17, 4, 4)
    before = projections(career.league)
    amendment = begin_with(career, 2, *KILLED)
    found = amending.consequences(amendment)
    assert found.problem is None
    name = career.hero.name
    assert [item.fixture for item in found.unsettled] == [3, 4]
    for item in found.unsettled:
        assert item.why[0] == f"{name} is dead since round 2 and scored here."
        assert not item.can_anew
        assert item.ways == ("leave", "void", "adjust")
    head = settled(career, amendment, m3="adjust", m4="adjust")
    assert career.lines() == (11, 2, 2)
    assert career.hero.status == "dead"
    assert Result.objects.count() == 4
    assert_reconciled(career.league)

    amendment = amending.begin(career.by, career.result(2))
    step = wizard.current(amendment)
    for _ in KILLED:
        last = places(step.log, MatchEnd)[0] - 1
        step = amending.remove_entry(amendment, career.by, last, step.row.version)
    amendment = amending.get_amendment(career.league, amendment.pk)
    settled(career, amendment, m3="anew", m4="anew")
    assert career.lines() == (17, 4, 4)
    assert projections(career.league) == before
    assert Act.objects.filter(place=head.place).count() == 3
    assert_reconciled(career.league)


def test_leaving_what_a_dead_player_did_keeps_his_points(career: Career):
    before = projections(career.league)
    head = settled(career, begin_with(career, 2, *KILLED))
    assert career.lines() == (17, 4, 4)
    assert career.hero.status == "dead"
    assert Act.objects.exclude(replaced_by=None).count() == 1
    assert_reconciled(career.league)
    settled(career, amending.undo(career.by, head))
    assert projections(career.league) == before
    assert_reconciled(career.league)


def test_undoing_an_amendment_restores_every_derived_row(career: Career):
    before = projections(career.league)
    head = settled(career, begin_with(career, 2, *KILLED), m3="adjust", m4="adjust")
    assert projections(career.league) != before
    undo = amending.undo(career.by, head, "He lives.")
    assert amending.consequences(undo).items == ()
    restored = settled(career, undo)
    assert projections(career.league) == before
    assert_reconciled(career.league)
    # And once more there and back.
    settled(career, amending.undo(career.by, restored))
    assert career.lines() == (11, 2, 2)
    assert_reconciled(career.league)


def test_a_late_miss_reaches_the_next_match(career: Career):
    """Case 2: he sits out match 3, plays match 4, and everything comes back with the report."""
    before = projections(career.league)
    amendment = begin_with(career, 2, *HURT)
    found = amending.consequences(amendment)
    item = found.items[0]
    assert item.fixture == 3
    assert item.why[0] == f"{career.hero.name} sits this match out, hurt in round 2, and scored here."
    head = settled(career, amendment, m3="adjust")
    assert career.lines() == (14, 3, 3)
    assert not career.hero.misses_next
    assert_reconciled(career.league)
    settled(career, amending.undo(career.by, head))
    assert career.lines() == (17, 4, 4)
    assert projections(career.league) == before


def test_of_two_commissioners_who_commit_at_once_one_lands(career: Career):
    """Case 3: the second saw consequences that are no longer those."""
    first, second = begin_with(career, 2, *HURT), begin_with(career, 3, *HURT)
    seen = [amending.settle_all(one, career.by, "leave", one.version) for one in (first, second)]
    amending.commit(first, career.by, seen[0].sequence, first.version)
    stands = projections(career.league)
    with pytest.raises(Conflict, match="has moved on since"):
        amending.commit(second, career.by, seen[1].sequence, second.version)
    assert projections(career.league) == stands
    with pytest.raises(Conflict, match="closed: in the ledger"):
        amending.commit(first, career.by, seen[0].sequence, first.version)
    assert_reconciled(career.league)


def test_undoing_a_match_gives_the_money_back(db: None):
    """Case 4: treasuries of 120 and 80, winnings of 30 and 20, a purchase of 50; 70 and 80 remain."""
    league = a_league()
    by = a_commissioner(league)
    home, away = a_drafted_team(league, "Orc", apothecary=0), a_drafted_team(league, "Human")
    home = happens(home, GoldChanged(120_000 - home.treasury, "so that there is enough"))
    away = happens(away, GoldChanged(80_000 - away.treasury, "so that there is enough"))
    fixture = a_fixture(home, away)
    result = a_written_match(
        fixture,
        touchdown("home", 1),
        dice={"winnings.home": (3,), "winnings.away": (3,), "fan_factor.home": (5,)},
    )
    won = result.home_winnings
    home.refresh_from_db()
    fans = home.fan_factor
    gained = fold(home).fan_factor - Team.objects.get(pk=home.pk).fan_factor
    assert gained == 0
    line = Line("Lineman", "Late Arrival", 99)
    buy(home, coach_of(home), Purchase(players=(line,)))
    undo = amending.undo(by, result, "It was played by others.")
    found = amending.consequences(undo)
    assert [(one.fixture, one.how, one.before, one.after) for one in found.matches] == [
        (fixture.number, "undone", "1-0", "")
    ]
    settled(Career(league, by, home, (away, away), []), undo)
    home.refresh_from_db()
    away.refresh_from_db()
    fixture.refresh_from_db()
    assert (home.treasury, away.treasury) == (70_000, 80_000)
    assert won > 0
    assert home.fan_factor == fans - _fans(result, "home")
    assert home.players.filter(name="Late Arrival", status="active").exists()
    assert (fixture.status, fixture.round) == (FixtureStatus.OPEN, 1)
    assert not Result.objects.exists()
    assert (home.played, away.played) == (0, 0)
    assert_reconciled(league)


def _fans(result: Result, side: str) -> int:
    from engine.match.facts import FanFactor, decode_facts

    return sum(
        fact.change
        for fact in decode_facts(result.facts)
        if isinstance(fact, FanFactor) and fact.side == side
    )


def test_deriving_everything_anew_changes_nothing(career: Career):
    """Case 30: every act, on the rosters that it met, comes to what it came to."""
    buy(career.team, coach_of(career.team), Purchase(players=(Line("Lineman", "Somebody", 77),)))
    from matches.domain.amending.past import Past
    from matches.domain.amending.walking import Walk

    past = Past(career.league, 1)
    gone = Walk(past, {}, {})
    kinds = set()
    for number, step in enumerate(past.steps):
        if not step.texts or not deriving.can_derive(step.kind):
            continue
        stood = {team: gone.stood(team, number) for team in step.texts}
        answers = Act.objects.get(pk=step.pk).answers
        material = past.material(number, set(step.texts))
        edition = past.books.at(step.place)
        given = Circumstances(edition, step.parameters, answers, stood, stood, step.events, material)
        assert deriving.derive(step.kind, given).events == step.events
        kinds.add(step.kind)
    assert kinds == {"draft", "match", "buy"}


# --- who, when and what -------------------------------------------------------------------------------------------


def test_amending_is_the_commissioners_alone(career: Career):
    result = career.result(2)
    for person in (coach_of(career.team), a_coach(career.league), a_user()):
        with pytest.raises(Forbidden):
            amending.begin(person, result)
        with pytest.raises(Forbidden):
            amending.undo(person, result)
    amendment = amending.begin(career.by, result)
    coach = coach_of(career.team)
    for change in (
        lambda: wizard.undo_last(amendment, coach, 1),
        lambda: amending.remove_entry(amendment, coach, 1, 1),
        lambda: amending.settle(amendment, coach, 1, "leave", amendment.version),
        lambda: amending.settle_all(amendment, coach, "leave", amendment.version),
        lambda: amending.commit(amendment, coach, 1, amendment.version),
        lambda: amending.abandon(amendment, coach),
    ):
        with pytest.raises(Forbidden):
            change()
    assert logs.decode(MatchLog.objects.get(pk=amendment.log_id)) == logs.decode(result.log)


def test_an_open_amendment_is_resumed_and_only_one_is_open(career: Career):
    amendment = amending.begin(career.by, career.result(2), "First.")
    assert amending.begin(career.by, career.results[1].fixture, "Second.") == amendment
    assert amending.begin(career.by, career.result(2).act).reason == "First."
    with pytest.raises(Conflict, match="A correction of this is in preparation"):
        amending.undo(career.by, career.result(2))
    amending.abandon(amendment, career.by)
    assert MatchLog.objects.get(pk=amendment.log_id).status == LogStatus.SUPERSEDED
    undo = amending.undo(career.by, career.result(2))
    assert undo.log is None
    with pytest.raises(Conflict, match="is being undone"):
        amending.begin(career.by, career.result(2))
    assert list(listing.every(career.league).filter(status__in=listing.IN_HAND)) == [undo]


def test_what_was_replaced_can_no_longer_be_corrected(career: Career):
    old = career.result(4).act
    settled(career, begin_with(career, 4, *HURT))
    old.refresh_from_db()
    with pytest.raises(Refusal, match=f"Act {old.sequence} no longer stands: act {old.replaced_by.sequence}"):
        amending.begin(career.by, old)
    with pytest.raises(Refusal, match="is not played yet"):
        amending.begin(career.by, a_fixture(*career.rivals, round=9))


def test_nothing_unsettled_is_committed(career: Career):
    amendment = begin_with(career, 2, *KILLED)
    found = amending.consequences(amendment)
    before = projections(career.league)
    with pytest.raises(Refusal, match="2 things that no longer hold are not settled yet") as told:
        amending.commit(amendment, career.by, found.sequence, amendment.version)
    assert len(told.value.problems) == 2
    assert "is dead since round 2 and scored here." in told.value.problems[0].message
    assert projections(career.league) == before
    found = amending.settle_all(amendment, career.by, "leave", amendment.version)
    assert found.can_commit
    amending.commit(amendment, career.by, found.sequence, amendment.version)


def test_a_stale_amendment_is_not_committed(career: Career):
    amendment = begin_with(career, 2, *HURT)
    seen = amendment.version
    found = amending.settle_all(amendment, career.by, "leave", seen)
    with pytest.raises(amending.Overtaken):
        amending.commit(amendment, career.by, found.sequence, seen)
    with pytest.raises(amending.Overtaken):
        amending.settle_all(amendment, career.by, "leave", seen)
    step = wizard.current(amendment)
    amending.remove_entry(amendment, career.by, len(step.log.entries), step.row.version)
    with pytest.raises(amending.Overtaken):
        amending.commit(amendment, career.by, found.sequence, amendment.version)
    with pytest.raises(Overtaken):
        amending.remove_entry(amendment, career.by, 1, step.row.version)


def test_a_commit_with_a_key_lands_once(career: Career):
    amendment = begin_with(career, 2, *HURT)
    found = amending.settle_all(amendment, career.by, "leave", amendment.version)
    version = amendment.version
    head = amending.commit(amendment, career.by, found.sequence, version, "the key")
    assert amending.commit(amendment, career.by, found.sequence, version, "the key") == head
    other = begin_with(career, 4, *HURT)
    found = amending.consequences(other)
    with pytest.raises(Conflict, match="used for something else"):
        amending.commit(other, career.by, found.sequence, other.version, "the key")
    assert (head.amendment_id, head.parameters["reason"]) == (head.pk, "The sheet was misread.")
    assert Amendment.objects.get(head=head).status == AmendmentStatus.LANDED


def test_nothing_to_correct_is_no_amendment(career: Career):
    amendment = amending.begin(career.by, career.result(2))
    found = amending.consequences(amendment)
    assert (found.items, found.teams, found.problem) == ((), (), None)
    with pytest.raises(Refusal, match="Nothing is changed yet"):
        amending.commit(amendment, career.by, found.sequence, amendment.version)


def test_the_new_act_stands_where_the_old_one_stood(career: Career):
    old = career.result(2).act
    head = settled(career, begin_with(career, 2, *KILLED), m3="adjust")
    old.refresh_from_db()
    assert old.replaced_by == head
    assert (head.place, head.at, head.kind) == (old.place, old.at, "match")
    assert head.recorded > old.recorded
    assert head.sequence == old.sequence + 3
    amended = list(Act.objects.filter(amendment=head).order_by("sequence"))
    assert [one.parameters.get("settled") for one in amended] == [None, "adjust"]
    log = career.result(2).log
    assert (log.status, log.act, log.digest) == (LogStatus.APPLIED, head, head.parameters["log"])
    assert [entry["kind"] for entry in head.answers].count("casualty") == 1
    assert MatchLog.objects.filter(status=LogStatus.REPLACED).count() == 1


# --- a worker -----------------------------------------------------------------------------------------------------


def test_what_reaches_far_is_a_task(career: Career, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(committing, "FAR", 1)
    amendment = begin_with(career, 2, *HURT)
    assert amending.reaches_far(amendment)
    found = amending.settle_all(amendment, career.by, "leave", amendment.version)
    version = amendment.version
    head = amending.commit_or_queue(amendment, career.by, found.sequence, version, "key")
    assert head is not None
    assert amendment.status == AmendmentStatus.LANDED
    amending.commit_queued(amendment.pk, career.by.pk, found.sequence, version, "key")
    assert Act.objects.filter(amendment=head).count() == 1
    assert amending.progress(amendment)[1] > 0
    assert_reconciled(career.league)


def test_a_refusal_of_the_task_comes_back_with_the_amendment(career: Career, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(committing, "FAR", 1)
    amendment = begin_with(career, 2, *KILLED)
    found = amending.consequences(amendment)
    with pytest.raises(Conflict, match="are not settled yet"):
        amending.commit_or_queue(amendment, career.by, found.sequence, amendment.version)
    row = amending.get_amendment(career.league, amendment.pk)
    assert row.status == AmendmentStatus.OPEN
    assert "are not settled yet" in row.message


def test_an_amendment_that_a_worker_lost_can_be_abandoned(career: Career):
    amendment = begin_with(career, 2, *HURT)
    Amendment.objects.filter(pk=amendment.pk).update(
        status=AmendmentStatus.QUEUED, updated=amendment.updated - 2 * PATIENCE
    )
    assert "is gone" in amending.begin(career.by, career.result(2)).message
    version = amendment.version
    amending.abandon(amendment, career.by, version)
    assert Amendment.objects.get(pk=amendment.pk).status == AmendmentStatus.ABANDONED
    amending.commit_queued(amendment.pk, career.by.pk, career.league.sequence, version, "late")
    assert not Act.objects.filter(idempotency_key="late").exists()


def test_an_amendment_that_a_worker_lost_can_be_handed_over_again(
    career: Career, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(committing, "FAR", 1)
    amendment = begin_with(career, 2, *HURT)
    found = amending.settle_all(amendment, career.by, "leave", amendment.version)
    Amendment.objects.filter(pk=amendment.pk).update(status=AmendmentStatus.QUEUED)
    with pytest.raises(Conflict, match="is being worked out already"):
        amending.commit_or_queue(amendment, career.by, found.sequence, amendment.version)
    with pytest.raises(Conflict, match="closed: being worked out"):
        amending.abandon(amendment, career.by)
    with pytest.raises(Conflict, match="is being worked out; wait for it"):
        amending.begin(career.by, career.result(2))
    Amendment.objects.filter(pk=amendment.pk).update(updated=amendment.updated - 2 * PATIENCE)
    assert amending.commit_or_queue(amendment, career.by, found.sequence, amendment.version) is not None
    assert_reconciled(career.league)
