"""What becomes of later acts, and of teams and their other acts, when something before them is corrected."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acts import Line, Purchase
from engine.acts.decreeing import Gold
from engine.match.entries import MatchEnd
from engine.questions import Choose, Refusal, Roll
from engine.roster import GoldChanged, Roster, SppGained
from league.errors import Conflict
from matches.domain import amending, logs, wizard
from matches.domain.applying import apply_log
from matches.models import FixtureStatus, LogStatus, Result
from teams.domain import deriving, improving
from teams.domain.buying import buy, dismiss, drop_staff
from teams.domain.decreeing import decree
from teams.domain.deriving import Circumstances
from teams.domain.drafting import accept_team
from teams.domain.ledger import fold
from teams.models import Act, Team
from tests.engine.builders import hurt
from tests.helpers import (
    a_drafted_team,
    a_player,
    a_submitted_log,
    assert_reconciled,
    coach_of,
    happens,
)
from tests.matches.career import KILLED, Career, begin_with, settled
from tests.matches.career import career as career  # the fixture
from tests.matches.played import places, projections

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def adding(event: dict[str, Any]) -> dict[str, Any]:
    return {"decree": {"add": {"reavers": [event]}}}


STRANGER = {"number": 50, "name": "A", "position": "Lineman", "price": 1, "stats": [6, 3, 3, 8]}
PLAYED = {"touchdowns_for": 9, "touchdowns_against": 0, "casualties_for": 0, "casualties_against": 0}
NEVER_ADDED: list[tuple[dict[str, Any], str]] = [
    ({"event": "gold", "amount": 10**30, "reason": "a"}, "at most 100,000,000"),
    ({"event": "gold", "amount": 1, "reason": "a" * 501}, "one line of at most 500 characters"),
    ({"event": "gold", "amount": 1, "reason": "a\x00"}, "one line of at most 500 characters"),
    ({"event": "fan_factor", "change": 10**9, "reason": "a"}, "by more than 10,000"),
    ({"event": "team_renamed", "name": ""}, "A name is missing"),
    ({"event": "team_renamed", "name": " Reavers"}, "holds blanks"),
    ({"event": "player_renamed", "player": 2, "name": "a" * 51}, "50 are the most"),
    ({"event": "trophy", "trophy": "\u202eCup", "held": True}, "the direction of writing"),
    ({"event": "founded", "name": "A", "race": "Orc", "treasury": 0, "reroll_price": 0}, "found a team anew"),
    ({"event": "hired", "player": 40, **STRANGER}, "Nobody signs by a decree"),
    ({"event": "match", "opponent": "A", "result": "won", **PLAYED}, "correct its log instead"),
    ({"event": "spp", "player": 2, "source": "touchdown", "count": -9, "points": 0}, "less often than never"),
    ({"event": "spp", "player": 2, "source": "other", "count": 1, "points": 10**6}, "by more than 10,000"),
    ({"event": "stadium", "stadium": "Colosseum", "value": 0}, "no home field called 'Colosseum'"),
    ({"event": "stadium", "stadium": "", "value": -1}, "cannot be worth -1 gold"),
    ({"event": "taught", "player": 2, "skill": "Flying"}, "no skill or trait named 'Flying'"),
    ({"event": "advanced", "player": 2, "gain": "wits", "kind": "stat"}, "no characteristic called 'wits'"),
    ({"event": "stat", "player": 2, "stat": "st", "change": 5}, "by one point, not by 5"),
    ({"event": "renumbered", "player": 2, "number": 0}, "numbered from 1 to 99, not 0"),
    ({"event": "departed", "player": 2, "status": "active"}, "Nobody can leave as active"),
]
"""What the ledger would keep for good, and no column takes, no page shows or no rule knows."""


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
        ({"decree": {"drop": {"reavers": [0]}}}, "The match itself cannot be struck"),
        ({"decree": {"drop": {"elsewhere": [0]}}}, "does not concern a team with the address 'elsewhere'"),
        ({"decree": {"add": {"reavers": [{"event": "rerolls", "change": -9}]}}}, "team re-rolls"),
        ({"decree": {"add": {"reavers": [{"event": "sing"}]}}}, "The decree cannot be read"),
        ({"order": {}}, "A settlement is a word, or an object with a decree"),
        *((adding(event), says) for event, says in NEVER_ADDED),
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


def test_an_act_whose_parameters_cannot_be_read_stands_as_it_was(career: Career):
    buy(career.team, coach_of(career.team), Purchase(players=(Line("Lineman", "Late Arrival", 77),)))
    bought = Act.objects.latest("sequence")
    Act.objects.filter(pk=bought.pk).update(parameters={**bought.parameters, "players": "everybody"})
    undo = amending.undo(career.by, career.result(4))
    assert amending.consequences(undo).items == ()
    settled(career, undo)
    assert career.team.players.filter(name="Late Arrival").exists()
    with pytest.raises(Refusal, match="keeps of this act can no longer be read"):
        deriving.derive(
            "draft", Circumstances(career.league.rules, {"draft": 7}, (), {}, {1: Roster()}, {1: ()})
        )


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
    """By a roll that gives a skill, and no ageing: the first that is open."""
    seen = improving.current(team, player)
    while isinstance(seen.question, Roll | Choose):
        if isinstance(seen.question, Roll):
            given = improving.answer_to(seen.question, dice=(3, 4))
        else:
            given = improving.answer_to(seen.question, pick=seen.question.options[0])
        seen = improving.answer(team, coach_of(team), player, given, seen.row.version)
    assert seen.row.act is not None
    return seen.row.act


def test_nobody_learns_a_skill_twice(career: Career):
    """The roll is undone and made again with the same gain: the first cannot come back beside it."""
    team = happens(career.team, SppGained(9, "other", 1, 6))
    improved = _improve(team, 9)
    head = settled(career, amending.undo(career.by, improved, "Not he."))
    gained = _improve(team, 9).roster_events.get()
    [skill] = a_player(team, 9).gained
    undone = amending.undo(career.by, head)
    found = amending.consequences(undone)
    [item] = [one for one in found.items if one.sequence == gained.act.sequence]
    assert f"{a_player(team, 9).name} would have {skill} twice." in " ".join(item.why)
    assert not item.can_leave
    assert_reconciled(career.league)


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
        "An improvement roll of Reavers is in progress, and its answers would no longer fit:"
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
    again = settled(career, amending.undo(career.by, head))
    assert projections(career.league) == rich
    assert again.parameters["reason"] == "A sponsor."
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
