"""The log of a match as it is corrected, and who signs by a correction."""

from __future__ import annotations

import msgspec
import pytest

from engine.acts import Line, Purchase
from engine.match.log import encode_log
from engine.questions import Chosen, Refusal, Rolled
from engine.replay import replay
from engine.roster import GoldChanged, decode_events
from matches.domain import amending, logs, wizard
from matches.models import MatchLog, Result
from teams.domain.buying import buy
from teams.models import Act
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
from tests.matches.career import HURT, Career, begin_with, settled
from tests.matches.career import career as career  # the fixture
from tests.matches.played import a_written_match, places, projections

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


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


def test_rosters_that_a_corrected_log_brings_along_are_told(career: Career):
    """Nobody looks for what no report tells of."""
    amendment = amending.begin(career.by, career.result(4))
    log = wizard.current(amendment).log
    stronger = msgspec.structs.replace(log.home.players[0], stats=(6, 9, 3, 8))
    home = msgspec.structs.replace(log.home, players=(stronger, *log.home.players[1:]))
    amending.replace_document(
        amendment, career.by, encode_log(msgspec.structs.replace(log, home=home)), amendment.version
    )
    amendment = amending.get_amendment(career.league, amendment.pk)
    [note] = amending.consequences(amendment).notes
    assert note.startswith("The rosters of the corrected log are not those of the match: Reavers, ")
    step = amending.take_the_field_anew(amendment, career.by, amendment.log.version)
    assert step.log.home == log.home
    assert amending.consequences(amending.get_amendment(career.league, amendment.pk)).notes == ()


def test_a_log_can_take_the_field_with_the_rosters_of_now(career: Career):
    """After an earlier match was corrected, the head of a later log is what it was, until it is asked for anew."""
    settled(career, begin_with(career, 2, *HURT))
    amendment = amending.begin(career.by, career.result(3))
    step = wizard.current(amendment)
    assert not next(one for one in step.log.home.players if one.id == 1).misses
    step = amending.take_the_field_anew(amendment, career.by, step.row.version)
    assert next(one for one in step.log.home.players if one.id == 1).misses
    assert step.replay.problem is not None


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
