"""A past that can be corrected: what stands as it was played, what is listed, settled and written."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.acts import Line, Purchase
from engine.acts.decreeing import Gold
from engine.match.entries import MatchEnd
from engine.match.log import encode_log
from engine.questions import Chosen, Refusal, Rolled
from engine.replay import replay
from engine.roster import GoldChanged, SppGained, decode_events
from league.domain.roles import Forbidden
from league.errors import Conflict
from matches.domain import amending, logs, wizard
from matches.domain.amending import committing
from matches.domain.applying import apply_log
from matches.domain.errors import Overtaken
from matches.models import Amendment, AmendmentStatus, FixtureStatus, LogStatus, MatchLog, Result
from teams.domain import deriving, improving
from teams.domain.buying import buy, dismiss, drop_staff
from teams.domain.decreeing import decree
from teams.domain.deriving import Circumstances
from teams.domain.drafting import accept_team
from teams.domain.ledger import fold
from teams.models import Act, Team
from tests.engine.builders import hurt, touchdown
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_player,
    a_submitted_log,
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
    assert amending.amendments(career.league) == [undo]


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


# --- the corrected log --------------------------------------------------------------------------------------------


def test_the_log_can_be_answered_anew_from_any_point(career: Career):
    amendment = amending.begin(career.by, career.result(4))
    step = wizard.current(amendment)
    [place] = places(step.log, Rolled, key="winnings", side="home")
    step = amending.truncate(amendment, career.by, place, step.row.version)
    assert (step.question.key, len(step.log.entries)) == ("winnings", place - 1)
    assert amending.consequences(amending.get_amendment(career.league, amendment.pk)).problem is not None
    while step.question is not None:
        step = wizard.answer(amendment, career.by, "roll", step.row.version)
    assert step.row.rolled[0] == place
    amendment = amending.get_amendment(career.league, amendment.pk)
    found = amending.consequences(amendment)
    assert found.problem is None
    settled(career, amendment)
    assert_reconciled(career.league)


def test_dice_that_dugout_rolled_and_that_are_gone_are_noted(career: Career):
    [place] = places(logs.decode(career.result(4).log), Rolled, key="weather")
    MatchLog.objects.filter(pk=career.result(4).log_id).update(rolled=[place, place + 1])
    amendment = amending.begin(career.by, career.result(4))
    log = wizard.current(amendment).log
    weather = log.entries[place - 1]
    changed = msgspec.structs.replace(weather, dice=(3, 4))
    step = amending.replace_entry(amendment, career.by, place, changed, 1)
    assert step.row.rolled == [place + 1]
    assert [(one["entry"], one["dice"]) for one in step.row.undone] == [(place, list(weather.dice))]
    step = amending.insert_entry(amendment, career.by, 1, weather, step.row.version)
    assert step.row.rolled == [place + 2]
    step = amending.remove_entry(amendment, career.by, 1, step.row.version)
    assert step.row.rolled == [place + 1]
    with pytest.raises(Refusal, match="has no entry 99"):
        amending.remove_entry(amendment, career.by, 99, step.row.version)


def test_a_wrong_log_is_told_and_not_committed(career: Career):
    amendment = amending.begin(career.by, career.result(4))
    [gate] = places(wizard.current(amendment).log, Rolled, key="gate")
    step = amending.replace_entry(amendment, career.by, gate, Rolled("gate", "home", (1,)), 1)
    assert step.replay.problem.entry == gate
    amendment = amending.get_amendment(career.league, amendment.pk)
    found = amending.consequences(amendment)
    assert "takes 14 dice, not 1" in found.problem.message
    assert not found.can_commit
    with pytest.raises(Refusal, match="takes 14 dice, not 1"):
        amending.commit(amendment, career.by, found.sequence, amendment.version)


def test_a_corrected_log_can_be_uploaded(career: Career):
    amendment = amending.begin(career.by, career.result(4))
    log = wizard.current(amendment).log
    [goal] = places(log, type(touchdown("home", 1)))
    entries = list(log.entries)
    entries[goal - 1] = touchdown("home", 2)
    corrected = msgspec.structs.replace(log, entries=tuple(entries))
    other = msgspec.structs.replace(corrected, away=msgspec.structs.replace(log.away, team="Somebody"))
    with pytest.raises(Refusal, match="This log is of Reavers v Somebody"):
        amending.replace_document(amendment, career.by, encode_log(other), 1)
    wrong = msgspec.structs.replace(corrected, house_rules={"match/mvp/dead": True})
    with pytest.raises(Refusal, match="played by other rules"):
        amending.replace_document(amendment, career.by, encode_log(wrong), 1)
    amending.replace_document(amendment, career.by, encode_log(corrected), 1)
    settled(career, amending.get_amendment(career.league, amendment.pk))
    assert career.lines() == (14, 3, 4)
    assert a_player(career.team, 2).touchdowns == 1
    assert_reconciled(career.league)


def test_a_log_can_take_the_field_with_the_rosters_of_now(career: Career):
    """After an earlier match was corrected, the head of a later log is what it was, until it is asked for anew."""
    settled(career, begin_with(career, 2, *HURT))
    amendment = amending.begin(career.by, career.result(3))
    step = wizard.current(amendment)
    assert not next(one for one in step.log.home.players if one.id == 1).misses
    step = amending.take_the_field_anew(amendment, career.by, step.row.version)
    assert next(one for one in step.log.home.players if one.id == 1).misses
    assert step.replay.problem is not None


# --- settling -----------------------------------------------------------------------------------------------------


def test_what_would_come_out_differently_is_listed_and_derived_anew(career: Career):
    """A missing player is no longer there to be the most valuable: another one is."""
    before = projections(career.league)
    amendment = begin_with(career, 3, *hurt("home", 3, cause="dodge", die=4, serious=(2, 2), half=2, turn=8))
    found = amending.consequences(amendment)
    item = next(one for one in found.items if one.fixture == 4)
    assert item.ways == ("leave", "anew", "void", "adjust")
    assert item.refusal == ""
    played = {line.what: line.after for line in item.as_played if line.player == 3}
    anew = {line.what: line.after for line in item.anew if line.player == 3}
    assert (played, anew) == ({}, {"next match": "plays"})
    assert item.compared
    head = settled(career, amendment, m4="anew")
    assert not a_player(career.team, 3).misses_next
    assert a_player(career.team, 3).matches == 3
    assert career.result(4).log.status == LogStatus.APPLIED
    assert next(one for one in logs.decode(career.result(4).log).home.players if one.id == 3).misses
    assert_reconciled(career.league)
    settled(career, amending.undo(career.by, head))
    assert projections(career.league) == before


def test_a_voided_match_reopens_its_fixture(career: Career):
    before = projections(career.league)
    head = settled(career, begin_with(career, 2, *KILLED), m3="void", m4="leave")
    fixture = career.results[2].fixture
    fixture.refresh_from_db()
    assert fixture.status == FixtureStatus.OPEN
    assert not Result.objects.filter(fixture=fixture).exists()
    assert_reconciled(career.league)
    settled(career, amending.undo(career.by, head))
    assert projections(career.league) == before


def test_a_match_that_was_played_again_does_not_come_back(career: Career):
    head = settled(career, amending.undo(career.by, career.result(4)))
    fixture = career.results[3].fixture
    fixture.refresh_from_db()
    apply_log(a_submitted_log(fixture), career.by)
    undo = amending.undo(career.by, head)
    with pytest.raises(Refusal, match="was played again since"):
        settled(career, undo)
    assert_reconciled(career.league)


def test_a_decree_settles_event_by_event(career: Career):
    amendment = begin_with(career, 2, *KILLED)
    item = amending.consequences(amendment).items[0]
    [team, sentences] = next(one for one in item.told if one[0] == career.team)
    struck = [place for place, one in enumerate(sentences) if "1 touchdown" in one]
    gold = {"event": "gold", "amount": 10_000, "reason": "for the burial"}
    wish = {"decree": {"drop": {team.slug: struck}, "add": {team.slug: [gold]}}}
    found = amending.settle(amendment, career.by, item.place, wish, amendment.version)
    assert found.items[0].way == "decree"
    treasury = Team.objects.get(pk=team.pk).treasury
    settled(career, amendment)
    assert career.hero.touchdowns == 3
    assert Team.objects.get(pk=team.pk).treasury == treasury + 10_000
    assert_reconciled(career.league)


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ("anew", "no longer possible"),
        ("nonsense", "Nothing can be settled by 'nonsense'"),
        ({"decree": {"drop": {"reavers": [99]}}}, "there is no number 100"),
        ({"decree": {"drop": {"elsewhere": [0]}}}, "does not concern a team with the address 'elsewhere'"),
        ({"decree": {"add": {"reavers": [{"event": "rerolls", "change": -9}]}}}, "team re-rolls"),
        ({"decree": {"add": {"reavers": [{"event": "sing"}]}}}, "The decree cannot be read"),
        ({"order": {}}, "A settlement is a word, or an object with a decree"),
    ],
)
def test_what_cannot_be_is_not_settled_so(career: Career, wish: Any, says: str):
    amendment = begin_with(career, 2, *KILLED)
    item = amending.consequences(amendment).items[0]
    with pytest.raises(Refusal, match=says):
        amending.settle(amendment, career.by, item.place, wish, amendment.version)
    assert amending.get_amendment(career.league, amendment.pk).settlements == {}
    with pytest.raises(Refusal, match="what stands there holds"):
        amending.settle(amendment, career.by, 9_999, "leave", amendment.version)


def test_a_decision_can_be_taken_back(career: Career):
    amendment = begin_with(career, 2, *KILLED)
    place = amending.consequences(amendment).items[0].place
    found = amending.settle(amendment, career.by, place, "leave", amendment.version)
    assert [item.way for item in found.items] == ["leave", ""]
    found = amending.settle(amendment, career.by, place, None, amendment.version)
    assert [item.way for item in found.items] == ["", ""]


# --- acts of one team ---------------------------------------------------------------------------------------------


def test_undoing_a_purchase_gives_the_money_back_and_lists_what_the_player_did(career: Career):
    before = projections(career.league)
    buy(career.team, coach_of(career.team), Purchase(players=(Line("Lineman", "Late Arrival", 77),)))
    bought = Act.objects.latest("sequence")
    uid = career.team.players.get(name="Late Arrival").uid
    dismiss(career.team, coach_of(career.team), uid)
    undo = amending.undo(career.by, bought)
    found = amending.consequences(undo)
    [item] = found.items
    assert (item.kind, item.ways) == ("dismiss", ("void",))
    assert item.impossible == (f"Reavers has never had a player with the id {uid}.",)
    settled(career, undo, dismiss="void")
    assert projections(career.league) == before
    assert_reconciled(career.league)


def test_gold_that_was_not_there_is_an_explicit_debt(career: Career):
    """Case 4, its other half: a purchase that the corrected treasury could not have paid."""
    treasury = Team.objects.get(pk=career.team.pk).treasury
    last = career.result(4)
    happens(career.team, GoldChanged(50_000 - treasury, "spent on the way"))
    buy(career.team, coach_of(career.team), Purchase(players=(Line("Lineman", "Late Arrival", 77),)))
    undo = amending.undo(career.by, last)
    found = amending.consequences(undo)
    [item] = found.items
    assert item.kind == "buy"
    assert "too few" in item.refusal
    assert item.ways == ("leave", "void")
    settled(career, undo, buy="leave")
    assert Team.objects.get(pk=career.team.pk).treasury == -last.home_winnings
    assert_reconciled(career.league)


def test_a_player_who_lives_after_all_finds_his_shirt_worn(career: Career):
    """The newcomer who took the dead man's number gets a free one."""
    settled(career, begin_with(career, 4, *KILLED))
    buy(career.team, coach_of(career.team), Purchase(players=(Line("Lineman", "Late Arrival", 1),)))
    amendment = amending.begin(career.by, career.result(4))
    step = wizard.current(amendment)
    for _ in KILLED:
        last = places(step.log, MatchEnd)[0] - 1
        step = amending.remove_entry(amendment, career.by, last, step.row.version)
    amendment = amending.get_amendment(career.league, amendment.pk)
    [item] = amending.consequences(amendment).items
    name = career.hero.name
    assert item.why[0] == f"{name} and Late Arrival would both wear the number 1."
    assert item.ways == ("void", "adjust")
    settled(career, amendment, buy="adjust")
    numbers = {one.name: one.number for one in career.team.players.filter(status="active")}
    assert numbers[name] == 1
    assert len(set(numbers.values())) == len(numbers)
    assert_reconciled(career.league)


def test_undoing_an_improvement_owes_the_roll_again(career: Career):
    team = happens(career.team, SppGained(9, "other", 1, 6))
    improved = _improve(team, 9)
    before = fold(team)
    assert a_player(team, 9).owed == 0
    head = settled(career, amending.undo(career.by, improved, "A wrong die."))
    assert a_player(team, 9).owed == 1
    assert (a_player(team, 9).gained, head.parameters["void"]) == ([], True)
    settled(career, amending.undo(career.by, head))
    assert fold(team) == before
    assert_reconciled(career.league)


def _improve(team: Team, player: int) -> Act:
    seen = improving.current(team, player)
    while seen.question is not None:
        given = (
            "roll"
            if hasattr(seen.question, "dice")
            else improving.answer_to(seen.question, pick=seen.question.options[0])
        )
        seen = improving.answer(team, coach_of(team), player, given, seen.row.version)
    return seen.row.act


def test_an_improvement_that_is_no_longer_earned_is_listed(career: Career):
    """Seven points: six of them by touchdowns, the roll is owed; without match 3 it is not."""
    goals = [career.result(number) for number in (2, 3, 4)]
    assert goals
    improved = _improve(career.team, 1)
    undo = amending.undo(career.by, career.result(1))
    found = amending.consequences(undo)
    assert "improve" not in [item.kind for item in found.items]  # nine points are enough
    amending.abandon(undo, career.by)
    head = settled(career, amending.undo(career.by, career.result(2)))
    undo = amending.undo(career.by, career.result(1))
    found = amending.consequences(undo)
    assert "improve" not in [item.kind for item in found.items]
    settled(career, undo)
    undo = amending.undo(career.by, career.result(3))
    item = next(one for one in amending.consequences(undo).items if one.kind == "improve")
    assert "is not owed a star player roll with 3 star player points" in item.refusal
    assert item.ways == ("leave", "void")
    settled(career, undo, improve="void")
    assert a_player(career.team, 1).advances == 0
    assert improved.kind == "improve"
    assert head.parameters["void"]
    assert_reconciled(career.league)


def test_a_roll_in_progress_that_no_longer_fits_is_flagged(career: Career):
    seen = improving.current(career.team, 1)
    improving.answer(career.team, coach_of(career.team), 1, "roll", seen.row.version)
    amendment = begin_with(career, 2, *KILLED)
    found = amending.settle_all(amendment, career.by, "leave", amendment.version)
    [note] = found.notes
    assert note.startswith(
        "A star player roll of Reavers is in progress, and its answers would no longer fit:"
    )
    amending.commit(amendment, career.by, found.sequence, amendment.version)
    row = career.team.improvements.get()
    assert row.open
    improving.set_aside(career.team, career.by, 1, row.version)
    assert_reconciled(career.league)


def test_a_decree_can_be_undone_and_the_undoing_too(career: Career):
    before = projections(career.league)
    decree(career.team, career.by, [Gold(25_000)], "A sponsor.")
    rich = projections(career.league)
    head = settled(career, amending.undo(career.by, Act.objects.latest("sequence")))
    assert projections(career.league) == before
    settled(career, amending.undo(career.by, head))
    assert projections(career.league) == rich
    assert_reconciled(career.league)


def test_an_act_can_be_put_right_by_decree_in_its_own_place(career: Career):
    buy(career.team, coach_of(career.team), Purchase(players=(Line("Lineman", "Late Arrival", 77),)))
    act = Act.objects.latest("sequence")
    amendment = amending.begin(career.by, act, "He came for less.")
    gold = {"event": "gold", "amount": 10_000, "reason": "discount"}
    wish = {"decree": {"add": {career.team.slug: [gold]}}}
    treasury = Team.objects.get(pk=career.team.pk).treasury
    amending.settle(amendment, career.by, act.place, wish, amendment.version)
    head = settled(career, amendment)
    assert Team.objects.get(pk=career.team.pk).treasury == treasury + 10_000
    assert (head.kind, head.parameters["settled"], "void" in head.parameters) == ("buy", "decree", False)
    assert_reconciled(career.league)


# --- teams --------------------------------------------------------------------------------------------------------


def test_a_team_that_has_gone_on_stays_drafted_and_accepted(career: Career):
    draft, accept = Act.objects.get(sequence=1), Act.objects.get(sequence=2)
    with pytest.raises(Refusal, match=r"Reavers has gone on since it was drafted \(acts 2, "):
        amending.undo(career.by, draft)
    with pytest.raises(Refusal, match="Reavers has gone on since it was accepted"):
        amending.undo(career.by, accept)


def test_an_acceptance_can_be_undone(career: Career):
    team = a_drafted_team(career.league, "Elf")
    act = Act.objects.latest("sequence")
    head = settled(career, amending.undo(career.by, act))
    team.refresh_from_db()
    assert not team.accepted
    assert_reconciled(career.league)
    assert head.parameters["void"]


def test_an_undone_acceptance_comes_back(career: Career):
    team = a_drafted_team(career.league, "Elf")
    head = settled(career, amending.undo(career.by, Act.objects.latest("sequence")))
    settled(career, amending.undo(career.by, head))
    team.refresh_from_db()
    assert team.accepted
    assert_reconciled(career.league)
    with pytest.raises(Conflict, match="is accepted already"):
        accept_team(career.by, team)


def test_names_stay_told_apart(career: Career):
    from teams.domain.naming import rename_team

    rename_team(career.team, coach_of(career.team), "The Others")
    renamed = Act.objects.latest("sequence")
    a_drafted_team(career.league, "Elf", name="Reavers")
    undo = amending.undo(career.by, renamed)
    assert (
        amending.consequences(undo).problem.message
        == f"Two teams of {career.league.name} would be named Reavers."
    )


def test_staff_cannot_be_fewer_than_none(career: Career):
    buy(career.team, coach_of(career.team), Purchase(cheerleaders=1))
    bought = Act.objects.latest("sequence")
    has = Team.objects.get(pk=career.team.pk).cheerleaders
    drop_staff(career.team, coach_of(career.team), "cheerleaders", has)
    undo = amending.undo(career.by, bought)
    [item] = amending.consequences(undo).items
    assert item.impossible == ("Reavers would have -1 cheerleaders.",)
    assert item.ways == ("void",)


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
    Amendment.objects.filter(pk=amendment.pk).update(updated=amendment.updated - 2 * committing.PATIENCE)
    assert amending.commit_or_queue(amendment, career.by, found.sequence, amendment.version) is not None
    assert_reconciled(career.league)


# --- players who sign by a correction -----------------------------------------------------------------------------


def test_who_joins_by_a_correction_takes_nobodys_id(db: None):
    """A casualty becomes a kill, and the necromancer raises the victim; the id was given to a recruit meanwhile."""
    league = a_league()
    by = a_commissioner(league)
    dead, humans = (
        a_drafted_team(league, "Undead", name="Graves"),
        a_drafted_team(league, "Human", apothecary=0),
    )
    career = Career(league, by, dead, (humans, humans), [])
    result = a_written_match(
        a_fixture(dead, humans),
        hurt("away", 1, causer=1)[0],
        dice={"casualty.home": (1,)},
    )
    recruit = buy(dead, coach_of(dead), Purchase(players=(Line("Zombie", "Recruit", 50),)))
    uid = recruit.players.get(name="Recruit").uid
    before = projections(league)
    amendment = amending.begin(by, result)
    [die] = places(wizard.current(amendment).log, Rolled, key="casualty")
    amending.replace_entry(amendment, by, die, Rolled("casualty", "home", (6,), 1), 1)
    amending.insert_entry(amendment, by, die + 1, Chosen("raise_dead", "home", "yes", 1), 2)
    amendment = amending.get_amendment(league, amendment.pk)
    assert amending.consequences(amendment).problem is None
    head = settled(career, amendment)
    raised = dead.players.latest("uid")
    assert raised.name.startswith(a_player(humans, 1).name)
    assert raised.uid == uid + 1
    assert dead.players.get(uid=uid).name == "Recruit"
    log = logs.decode(Result.objects.get().log)
    assert log.home.new_ids == (raised.uid,)
    assert replay(log).outcome.home_events == decode_events(head.roster_events.get(team=dead).events)
    assert head.parameters["log"] == Result.objects.get().log.digest
    assert_reconciled(league)
    again = settled(career, amending.undo(by, head))
    assert projections(league) == before
    # Raised once more, he is who he was; a recruit of today gets an id of his own.
    settled(career, amending.undo(by, again))
    assert dead.players.get(uid=raised.uid).name == raised.name
    assert_reconciled(league)


def test_an_id_is_not_given_again_after_its_purchase_was_undone(career: Career):
    """Whoever came with it may come back, and what he did is his."""
    coach = coach_of(career.team)
    buy(career.team, coach, Purchase(players=(Line("Lineman", "First", 77),)))
    bought, uid = Act.objects.latest("sequence"), career.team.players.get(name="First").uid
    head = settled(career, amending.undo(career.by, bought))
    buy(career.team, coach, Purchase(players=(Line("Lineman", "Second", 78),)))
    assert career.team.players.get(name="Second").uid == uid + 1
    settled(career, amending.undo(career.by, head))
    assert {one.name: one.uid for one in career.team.players.filter(uid__gte=uid)} == {
        "First": uid,
        "Second": uid + 1,
    }
    assert_reconciled(career.league)


def test_a_match_gives_no_id_again_either(db: None):
    league = a_league()
    by = a_commissioner(league)
    dead, humans = (
        a_drafted_team(league, "Undead", name="Graves"),
        a_drafted_team(league, "Human", apothecary=0),
    )
    dead = happens(dead, GoldChanged(100_000, "found"))
    career = Career(league, by, dead, (humans, humans), [])
    buy(dead, coach_of(dead), Purchase(players=(Line("Zombie", "Recruit", 50),)))
    bought, uid = Act.objects.latest("sequence"), dead.players.get(name="Recruit").uid
    settled(career, amending.undo(by, bought))
    result = a_written_match(
        a_fixture(dead, humans),
        hurt("away", 1, causer=1)[0],
        dice={"casualty.home": (6,), "raise_dead": ("yes",)},
    )
    assert dead.players.latest("uid").uid == uid + 1
    log = logs.decode(Result.objects.get().log)
    assert log.home.new_ids == (uid + 1,)
    assert result.act.parameters["log"] == Result.objects.get().log.digest
    assert_reconciled(league)
