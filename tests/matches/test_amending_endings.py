"""Corrections that meet what has happened meanwhile: teams that went on, names that were taken, trophies that moved."""

from __future__ import annotations

import pytest
from django.utils import translation

from engine.acts import Deal, Line, Purchase, Share
from engine.acts.decreeing import Gold, Heal, Return, Spp, Trophy
from engine.match.entries import MatchEnd
from engine.questions import Refusal
from engine.roster import GoldChanged
from league.domain import members
from league.domain.roles import viewer
from league.errors import Conflict
from matches.domain import amending, wizard
from teams.domain import handing, trading
from teams.domain.buying import buy
from teams.domain.decreeing import decree, injuries
from teams.domain.drafting import draft_team
from teams.models import Act, Team
from tests.engine.builders import hurt
from tests.helpers import a_coach, a_draft, a_drafted_team, a_fixture, assert_reconciled, coach_of, happens
from tests.matches.career import KILLED, Career, begin_with, settled
from tests.matches.career import career as career  # the fixture
from tests.matches.played import places

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

WITHERED = hurt("home", 1, cause="dodge", die=5, serious=(5, 5), half=2, turn=8)


def latest() -> Act:
    return Act.objects.select_related("league").latest("sequence")


# --- teams that have gone on --------------------------------------------------------------------------------------


def test_an_acceptance_is_not_undone_once_the_team_has_fixtures(career: Career):
    """No act tells of a fixture: the league has not moved on, and yet it can no longer be undone."""
    team = a_drafted_team(career.league, "Elf", name="Late Elves")
    undo = amending.undo(career.by, latest())
    found = amending.consequences(undo)
    a_fixture(team, career.team, 9)
    with pytest.raises(Refusal, match="Late Elves has fixtures, so that it stays accepted"):
        amending.commit(undo, career.by, found.sequence, undo.version)
    team.refresh_from_db()
    assert team.accepted
    assert_reconciled(career.league)


def test_an_acceptance_is_not_undone_once_the_team_has_gone_on(career: Career):
    team = a_drafted_team(career.league, "Elf", name="Late Elves")
    undo = amending.undo(career.by, latest())
    happens(team, GoldChanged(10_000, "a present"))
    problem = amending.consequences(undo).problem
    assert problem is not None
    assert problem.message.startswith("Late Elves has gone on since it was accepted")
    assert_reconciled(career.league)


def test_a_withdrawn_team_does_not_come_back_under_a_name_that_is_taken(career: Career):
    coach = a_coach(career.league)
    handing.withdraw(draft_team(career.league, coach, a_draft(career.league, "Elf", "Twins")), coach)
    withdrawn = latest()
    draft_team(career.league, coach, a_draft(career.league, "Elf", "Twins"))
    with pytest.raises(Refusal, match="would be named Twins"):
        settled(career, amending.undo(career.by, withdrawn))
    assert_reconciled(career.league)


def test_it_is_said_when_a_team_goes_back_to_a_coach_who_left(career: Career):
    old, new = a_coach(career.league, "old-hand"), a_coach(career.league, "new-hand")
    team = a_drafted_team(career.league, "Elf", old, name="Late Elves")
    handing.hand_over(team, career.by, new)
    undo = amending.undo(career.by, latest())
    assert amending.consequences(undo).notes == ()
    members.remove(career.by, career.league, old.pk)
    [note] = amending.consequences(undo).notes
    assert note.startswith("Late Elves would go to old-hand, who is not in")
    settled(career, undo)
    team.refresh_from_db()
    assert team.coach == old
    assert_reconciled(career.league)


def test_a_team_is_not_both_accepted_and_withdrawn(career: Career):
    coach = a_coach(career.league)
    team = a_drafted_team(career.league, "Elf", coach, name="Late Elves")
    head = settled(career, amending.undo(career.by, latest()))
    team.refresh_from_db()
    handing.withdraw(team, coach)
    with pytest.raises(Refusal, match="Late Elves was withdrawn since; it cannot be accepted again"):
        settled(career, amending.undo(career.by, head))
    assert_reconciled(career.league)


def test_a_trophy_has_one_holder_after_a_correction_too(career: Career):
    decree(career.team, career.by, [Trophy("Spike! Cup")], "won")
    head = settled(career, amending.undo(career.by, latest()))
    decree(career.rivals[0], career.by, [Trophy("Spike! Cup")], "won after all")
    undo = amending.undo(career.by, head)
    with pytest.raises(Refusal, match="Gouged Eye and Reavers would both hold the trophy Spike! Cup"):
        settled(career, undo)
    decree(career.rivals[0], career.by, [Trophy("Spike! Cup", held=False)], "lost again")
    settled(career, undo)
    assert Team.objects.get(pk=career.team.pk).trophies == ["Spike! Cup"]
    assert_reconciled(career.league)


# --- decrees on another past --------------------------------------------------------------------------------------


def test_an_injury_that_never_was_is_not_healed_in_silence(career: Career):
    settled(career, begin_with(career, 4, *WITHERED))
    [injury] = injuries(career.team, 1)
    decree(career.team, career.by, [Heal(1, injury.effect, injury.injury)], "A healer.")
    healed = career.hero.stats
    amendment = amending.begin(career.by, career.result(4))
    step = wizard.current(amendment)
    for _ in WITHERED:
        step = amending.remove_entry(
            amendment, career.by, places(step.log, MatchEnd)[0] - 1, step.row.version
        )
    amendment = amending.get_amendment(career.league, amendment.pk)
    [item] = amending.consequences(amendment).items
    assert (item.what, item.why) == (
        "Decree: Reavers",
        (f"{career.hero.name} has no injury 'Pinched Nerve'.",),
    )
    settled(career, amendment, decree="void")
    assert (career.hero.stats, career.hero.injuries) == (healed, [])
    assert_reconciled(career.league)


def test_nobody_returns_who_never_left_in_silence(career: Career):
    head = settled(career, begin_with(career, 4, *KILLED))
    decree(career.team, career.by, [Return(1), Gold(5_000)], "A miracle.")
    [item] = amending.consequences(amending.undo(career.by, head)).items
    assert item.why == (f"{career.hero.name} is not gone from Reavers.",)
    assert item.ways == ("leave", "void")
    assert_reconciled(career.league)


# --- what is restored where it can no longer be -------------------------------------------------------------------


def test_a_decree_for_somebody_who_never_signed_comes_back_only_as_an_item(career: Career):
    happens(career.team, GoldChanged(100_000, "a start"))
    team = buy(career.team, coach_of(career.team), Purchase(players=(Line("Lineman", "Late Arrival", 77),)))
    bought = latest()
    decree(team, career.by, [Spp(team.players.get(name="Late Arrival").uid, 6)], "A gift.")
    head = settled(career, amending.undo(career.by, latest()))
    settled(career, amending.undo(career.by, bought))
    undo = amending.undo(career.by, head)
    [item] = amending.consequences(undo).items
    assert item.ways == ("void",)
    settled(career, undo, decree="void")
    assert_reconciled(career.league)


def test_a_trade_of_somebody_who_never_signed_comes_back_only_as_an_item(career: Career):
    mates = a_drafted_team(career.league, "Human", name="Mates")
    for team in (mates, career.team):
        happens(team, GoldChanged(300_000, "a start"))
    mates = buy(mates, coach_of(mates), Purchase(players=(Line("Lineman", "Late Arrival", 77),)))
    bought = latest()
    given = Share(players=(mates.players.get(name="Late Arrival").uid,))
    offer = trading.offer(mates, career.team, coach_of(mates), Deal(given, Share(gold=10_000)))
    seen = viewer(career.by, career.league)
    trading.accept(trading.get_offer(career.league, seen, offer.number), coach_of(career.team))
    head = settled(career, amending.undo(career.by, latest()))
    settled(career, amending.undo(career.by, bought))
    undo = amending.undo(career.by, head)
    [item] = amending.consequences(undo).items
    assert item.ways == ("void",)
    settled(career, undo, trade="void")
    assert_reconciled(career.league)


# --- two corrections of one match ---------------------------------------------------------------------------------


def test_a_correction_of_what_no_longer_stands_has_to_be_abandoned_first(career: Career):
    stale = amending.begin(career.by, career.result(4))
    settled(career, begin_with(career, 2, *KILLED), m3="adjust", m4="adjust")
    with pytest.raises(Conflict, match="is still in preparation; abandon that first"):
        amending.begin(career.by, career.result(4))
    amending.abandon(stale, career.by)
    assert amending.begin(career.by, career.result(4)).log is not None
    assert_reconciled(career.league)


# --- what was settled before something else came of it ------------------------------------------------------------


def test_what_was_settled_is_open_again_once_there_is_something_else_to_settle(career: Career):
    """Left for one reason is not left for another: nothing is committed by oversight."""
    amendment = begin_with(career, 2, *hurt("home", 1, cause="dodge", die=4, serious=(2, 2), half=2, turn=8))
    found = amending.settle_all(amendment, career.by, "leave", amendment.version)
    assert ([item.fixture for item in found.items], found.unsettled) == ([3, 4], ())
    step = wizard.current(amendment)
    end = places(step.log, MatchEnd)[0]
    for number, _ in enumerate(WITHERED):
        step = amending.remove_entry(amendment, career.by, end - 1 - number, step.row.version)
    end -= len(WITHERED)
    for number, entry in enumerate(KILLED):
        step = amending.insert_entry(amendment, career.by, end + number, entry, step.row.version)
    amendment = amending.get_amendment(career.league, amendment.pk)
    found = amending.consequences(amendment)
    assert [item.fixture for item in found.unsettled] == [3, 4]
    assert (
        found.unsettled[0].fault
        == "What there is to settle here has changed since it was settled; decide again."
    )
    with pytest.raises(Refusal, match="2 things that no longer hold are not settled yet"):
        amending.commit(amendment, career.by, found.sequence, amendment.version)
    settled(career, amendment)
    assert_reconciled(career.league)


def test_what_was_settled_in_one_language_is_settled_in_every(career: Career):
    """Who settles, and the worker that writes, need not read the same."""
    amendment = begin_with(career, 2, *hurt("home", 1, cause="dodge", die=4, serious=(2, 2), half=2, turn=8))
    with translation.override("cs"):
        found = amending.settle_all(amendment, career.by, "leave", amendment.version)
    assert ([item.fixture for item in found.items], found.unsettled) == ([3, 4], ())
    assert any(item.refusal for item in found.items)
    amendment = amending.get_amendment(career.league, amendment.pk)
    for language in ("en", "pl", "hu"):
        with translation.override(language):
            assert amending.consequences(amendment).unsettled == ()
    amending.commit(amendment, career.by, found.sequence, amendment.version)
    assert_reconciled(career.league)


def test_a_decree_for_the_match_itself_is_not_kept_for_another_log(career: Career):
    """What it strikes out is named by its place, and another thing may stand there now."""
    amendment = begin_with(career, 4, *WITHERED)
    gold = {"decree": {"add": {"reavers": [{"event": "gold", "amount": 5_000, "reason": "a fine"}]}}}
    place = amendment.act.place
    amending.settle(amendment, career.by, place, gold, amendment.version)
    step = wizard.current(amendment)
    end = places(step.log, MatchEnd)[0]
    for number, _ in enumerate(WITHERED):
        step = amending.remove_entry(amendment, career.by, end - 1 - number, step.row.version)
    amendment = amending.get_amendment(career.league, amendment.pk)
    found = amending.consequences(amendment)
    assert found.problem is not None
    assert found.problem.message == (
        "The log was changed since its outcome was put right by decree; make the decree again."
    )
    found = amending.settle(amendment, career.by, place, None, amendment.version)
    assert found.problem is None or "decree" not in found.problem.message


def test_a_purchase_that_was_put_right_by_decree_meets_another_correction(career: Career):
    """What a correction notes in an act says nothing of what the act does."""
    happens(career.team, GoldChanged(100_000, "a start"))
    start = latest()
    buy(career.team, coach_of(career.team), Purchase(players=(Line("Lineman", "Late Arrival", 77),)))
    amendment = amending.begin(career.by, latest(), "He came for less.")
    gold = {"decree": {"add": {"reavers": [{"event": "gold", "amount": 10_000, "reason": "discount"}]}}}
    amending.settle(amendment, career.by, amendment.act.place, gold, amendment.version)
    settled(career, amendment)
    found = amending.consequences(amending.undo(career.by, start))
    assert found.problem is None
    assert [item.what for item in found.items] in ([], ["Purchase: Reavers"])
    assert_reconciled(career.league)
