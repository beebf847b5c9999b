"""Match files as match logs by the Competition Rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.formats import beside, dugout_log
from engine.formats.as_log import Continued, read_on
from engine.formats.counting import tallies
from engine.formats.matchfile import (
    Casualty,
    Completion,
    FilePlayer,
    Inducement,
    MatchFile,
    Mvp,
    SendingOff,
    Stats,
    Touchdown,
)
from engine.formats.matching import Matching, propose, sure
from engine.match import entries as reports
from engine.match.log import MatchLog
from engine.questions import Choose, Chosen, Question, Refusal, Report, Roll, Rolled
from engine.replay import replay
from tests.engine.formats.leagues import an_empty_log
from tests.engine.formats.samples import BB2, FFB, match_of, named

A, B = BB2
Dice = dict[str, tuple[int, ...]]
FROM_FILE_A: Dice = {
    "fans.home": (4, 5),
    "fans.away": (6, 6),
    "weather": (1, 1),
    "fan_factor.away": (5, 5, 5),
}
"""What the file does not have, as it must have been: 14,000 and 17,000 came, each to a fan factor of 5."""
FROM_FILE_B: Dice = {"fan_factor.home": (3, 3), "fan_factor.away": (1, 1)}


def matching_of(file: MatchFile, log: MatchLog, **others: dict[int, Any]) -> Matching:
    settled = {
        "home": sure(propose(file.home, log.home)) | others.get("home", {}),
        "away": sure(propose(file.away, log.away)) | others.get("away", {}),
    }
    return Matching(**settled)


def by_hand(question: Question, dice: Dice) -> Any:
    """What a person says: these dice, threes where nothing is said, and the first option."""
    assert not isinstance(question, Report)
    key = f"{question.key}.{question.side}"
    if isinstance(question, Roll):
        faces = dice.get(key) or dice.get(question.key) or (3,) * question.dice.count
        return Rolled(question.key, question.side, faces, question.player)
    assert isinstance(question, Choose)
    return Chosen(question.key, question.side, question.options[0], question.player)


def asked_until_the_end(file: MatchFile, dice: Dice, **others: dict[int, Any]) -> tuple[Continued, list[str]]:
    """The whole log, and the keys of the questions that a person was asked."""
    log = an_empty_log(file)
    matching = matching_of(file, log, **others)
    asked: list[str] = []
    while True:
        found = read_on(log, file, matching)
        seen = replay(found.log)
        assert seen.problem is None
        if seen.waiting_for is None:
            return found, asked
        key, side = seen.waiting_for.key, getattr(seen.waiting_for, "side", "")
        asked.append(f"{key}.{side}" if side else key)
        log = with_entries(found.log, by_hand(seen.waiting_for, dice))


def with_entries(log: MatchLog, *more: Any) -> MatchLog:
    return msgspec.structs.replace(log, entries=(*log.entries, *more))


def changed(file: MatchFile, fact: Any, new: Any) -> MatchFile:
    facts = [one for one in file.facts if one != fact]
    if new is not None:
        facts.insert(file.facts.index(fact), new)
    return msgspec.structs.replace(file, facts=tuple(facts))


def first(file: MatchFile, kind: type[Any], fits: Callable[[Any], bool] = lambda fact: True) -> Any:
    return next(fact for fact in file.facts if isinstance(fact, kind) and fits(fact))


# --- the whole way ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path, dice", [(A, FROM_FILE_A), (B, FROM_FILE_B)], ids=["a", "b"])
def test_every_count_of_the_log_is_the_files_own(path: Path, dice: Dice) -> None:
    file = match_of(path)
    found, _ = asked_until_the_end(file, dice)
    ours = dugout_log.match_file(found.log, replay(found.log))
    counted = {(one.side, one.player): one for one in tallies(ours)}
    for told in file.totals:
        mine = counted[told.side, told.player]
        assert (mine.touchdowns, mine.completions, mine.interceptions, mine.casualties, mine.mvps) == (
            told.touchdowns,
            told.completions,
            told.interceptions,
            told.casualties,
            told.mvps,
        )
        assert (mine.suffered, mine.injuries) == (told.suffered, told.injuries)
    assert len(file.totals) == len(counted)


@pytest.mark.parametrize("path, dice", [(A, FROM_FILE_A), (B, FROM_FILE_B)], ids=["a", "b"])
def test_a_log_with_the_dice_that_fell_is_all_that_the_file_says(
    path: Path, dice: dict[str, tuple[int, ...]]
) -> None:
    """But for what the client sold for gold of the weaker side: by the rules that gold lowers its petty cash."""
    file = match_of(path)
    told = {A: (), B: ("Name 28: Bloodweiser Babes: 0 in the log, and 1 in the file.",)}
    found, _ = asked_until_the_end(file, dice)
    log = an_empty_log(file)
    assert beside.differences(found.log, replay(found.log), file, matching_of(file, log)) == told[path]
    assert found.notes == ()


def test_a_person_is_asked_what_the_file_lacks_and_nothing_else() -> None:
    _, asked = asked_until_the_end(match_of(A), FROM_FILE_A)
    assert asked == [
        "weather.home",
        "fans.home",
        "fans.away",
        "winnings.again.away",
        "fan_factor.home",
        "fan_factor.away",
    ]
    _, asked = asked_until_the_end(match_of(B), FROM_FILE_B)
    assert asked == ["fan_factor.home", "fan_factor.away"]


def test_the_places_of_what_the_file_says_are_told() -> None:
    found, asked = asked_until_the_end(match_of(B), FROM_FILE_B)
    assert found.told == tuple(range(1, len(found.log.entries) + 1 - len(asked)))


def test_dice_that_did_not_fall_so_are_told_at_the_end() -> None:
    file = match_of(A)
    found, _ = asked_until_the_end(file, FROM_FILE_A | {"fans.home": (1, 1), "weather": (3, 4)})
    log = an_empty_log(file)
    assert beside.differences(found.log, replay(found.log), file, matching_of(file, log)) == (
        "The weather is Nice in the log, and Sweltering Heat in the file.",
        "Name 15: spectators 7,000 in the log, and 14,000 in the file.",
        "Name 29: FAME 2 in the log, and 1 in the file.",
        "Name 29: winnings 40,000 in the log, and 30,000 in the file.",
    )


def test_what_was_bought_and_could_not_be_is_told() -> None:
    """The teams are worth the same here, so that there is nothing to shop with."""
    file = match_of(B)
    log = an_empty_log(file)
    equal = msgspec.structs.replace(log.away, strength=log.home.strength)
    log = msgspec.structs.replace(log, away=equal)
    matching = matching_of(file, log)
    while (seen := replay(log)).waiting_for is not None:
        found = read_on(log, file, matching)
        waiting = replay(found.log).waiting_for
        log = found.log if waiting is None else with_entries(found.log, by_hand(waiting, FROM_FILE_B))
    assert beside.differences(log, seen, file, matching) == (
        "Name 28: Wizard: 0 in the log, and 1 in the file.",
        "Name 28: Bloodweiser Babes: 0 in the log, and 1 in the file.",
    )


@pytest.mark.parametrize("path", FFB, ids=named)
def test_a_file_of_other_rules_is_refused(path: Path) -> None:
    log = an_empty_log(match_of(A))
    with pytest.raises(Refusal) as caught:
        read_on(log, match_of(path), Matching())
    said = "This match was played by the rules BB2020, and not by the Competition Rules."
    assert caught.value.message == said


# --- how far ------------------------------------------------------------------------------------------------------


def test_wherever_the_log_is_cut_it_goes_on_to_the_same() -> None:
    file = match_of(B)
    whole, asked = asked_until_the_end(file, FROM_FILE_B)
    matching = matching_of(file, an_empty_log(file))
    told = len(whole.log.entries) - len(asked)
    for length in range(told):
        cut = msgspec.structs.replace(whole.log, entries=whole.log.entries[:length])
        found = read_on(cut, file, matching)
        assert found.log.entries == whole.log.entries[:told]
        assert found.added == told - length


def test_looking_adds_nothing() -> None:
    file = match_of(B)
    log = an_empty_log(file)
    found = read_on(log, file, matching_of(file, log), on=False)
    assert (found.added, found.log) == (0, log)


def up_to(log: MatchLog, kind: type[Any]) -> MatchLog:
    place = next(place for place, entry in enumerate(log.entries) if isinstance(entry, kind))
    return msgspec.structs.replace(log, entries=log.entries[:place])


def test_a_report_of_the_same_kind_stands_for_that_of_the_file() -> None:
    file = match_of(B)
    whole, _ = asked_until_the_end(file, FROM_FILE_B)
    cut = up_to(whole.log, reports.Touchdown)
    told = whole.log.entries[len(cut.entries)]
    assert isinstance(told, reports.Touchdown)
    mine = msgspec.structs.replace(told, player=2)
    found = read_on(with_entries(cut, mine), file, matching_of(file, cut))
    scorers = [entry.player for entry in found.log.entries if isinstance(entry, reports.Touchdown)]
    theirs = [entry.player for entry in whole.log.entries if isinstance(entry, reports.Touchdown)]
    assert scorers == [2, *theirs[1:]]


def test_another_report_is_put_in_beside_those_of_the_file() -> None:
    file = match_of(B)
    whole, _ = asked_until_the_end(file, FROM_FILE_B)
    cut = up_to(whole.log, reports.Touchdown)
    more = reports.Treatment(1, 4, "home", 5)
    found = read_on(with_entries(cut, more), file, matching_of(file, cut))
    kept = [one for one in found.log.entries if one != more and isinstance(one, reports.Touchdown)]
    assert more in found.log.entries
    assert kept == [one for one in whole.log.entries if isinstance(one, reports.Touchdown)]


# --- what cannot be carried over ----------------------------------------------------------------------------------


def test_what_nobody_did_is_left_out_and_told() -> None:
    file = match_of(B)
    found, _ = asked_until_the_end(file, FROM_FILE_B, home={4: "nobody"})
    assert [one for one in found.log.entries if isinstance(one, reports.Completion)] == [
        reports.Completion(2, 3, "away", 5)
    ]
    assert len(found.notes) == 3
    assert found.notes[0] == (
        "Left out, for nobody on the roster did it: completion of Name 7 (number 4, Name 15) in half 1, turn 8."
    )


def test_a_casualty_by_nobody_is_nobodys() -> None:
    file = match_of(B)
    found, _ = asked_until_the_end(file, FROM_FILE_B, home={2: "nobody"})
    hurt = next(
        one
        for one in found.log.entries
        if isinstance(one, reports.Casualty) and one.player == 9 and one.half == 2
    )
    assert (hurt.side, hurt.cause, hurt.causer) == ("away", "other", None)
    assert found.notes == (
        "Nobody on the roster caused it, and Name 9 has nothing for it: "
        "Name 20 (number 9, Name 28) was hurt by a block in half 2, turn 1.",
    )


def test_what_the_rules_do_not_allow_is_asked_of_a_person() -> None:
    """He is hurt in the first half, and the file lets him score in the second."""
    file = match_of(B)
    scored = first(file, Touchdown, lambda fact: fact.side == "home" and fact.half == 2)
    wrong = changed(file, scored, msgspec.structs.replace(scored, player=8))
    log = an_empty_log(file)
    matching = matching_of(file, log)
    found = read_on(log, wrong, matching)
    assert isinstance(replay(found.log).waiting_for, Report)
    assert found.hint.startswith(
        "The file tells next: touchdown of Name 4 (number 8, Name 15) in half 2, turn 2, which the rules do not allow: "
    )
    again = read_on(with_entries(found.log, reports.Touchdown(2, 2, "home", 7)), wrong, matching)
    assert again.log.entries == read_on(log, file, matching).log.entries


def test_the_report_after_it_passes_over_what_the_rules_do_not_allow() -> None:
    file = match_of(B)
    scored = first(file, Touchdown, lambda fact: fact.side == "home" and fact.half == 2)
    wrong = changed(file, scored, msgspec.structs.replace(scored, player=8))
    log = an_empty_log(file)
    matching = matching_of(file, log)
    found = read_on(log, wrong, matching)
    again = read_on(with_entries(found.log, reports.Completion(2, 3, "away", 5)), wrong, matching)
    right = read_on(log, changed(file, scored, None), matching)
    assert again.log.entries == right.log.entries


def test_a_most_valuable_player_who_is_nobody_is_asked_for() -> None:
    file = match_of(B)
    found, asked = asked_until_the_end(file, FROM_FILE_B, home={3: "nobody"})
    assert asked[0] == "mvp.home"
    assert found.notes == (
        "Left out, for nobody on the roster did it: mvp of Name 8 (number 3, Name 15) after the match.",
    )


def test_a_concession_is_asked_for_since_the_file_does_not_say_whether_it_was_excused() -> None:
    file = match_of(B)
    lost = msgspec.structs.replace(file.away_result, conceded=True)
    given_up = msgspec.structs.replace(file, away_result=lost)
    log = an_empty_log(file)
    found = read_on(log, given_up, matching_of(file, log))
    assert found.hint == "Name 28 gave up, the file says."
    after = read_on(
        with_entries(found.log, reports.Concession(2, 8, "away")), given_up, matching_of(file, log)
    )
    waiting = replay(after.log).waiting_for
    assert isinstance(waiting, Roll)
    assert waiting.key == "mvp"


# --- who plays for the match alone --------------------------------------------------------------------------------


def with_player(file: MatchFile, one: FilePlayer, *bought: Inducement) -> MatchFile:
    result = msgspec.structs.replace(file.away_result, inducements=bought, spent_on_inducements=0)
    team = msgspec.structs.replace(file.away, players=(*file.away.players, one))
    return msgspec.structs.replace(file, away=team, away_result=result)


def test_a_star_player_is_hired_by_name_and_does_what_he_did() -> None:
    file = match_of(B)
    star = FilePlayer("", 99, "Hakflem Skuttlespike", "Gutter Runner", "star", Stats(9, 3, 4, 7))
    scored = first(file, Touchdown, lambda fact: fact.side == "away")
    hired = changed(file, scored, msgspec.structs.replace(scored, player=99))
    hired = with_player(hired, star, Inducement("Star Player"))
    log = an_empty_log(file)
    log = msgspec.structs.replace(log, home=msgspec.structs.replace(log.home, strength=2_000_000))
    found = read_on(log, hired, matching_of(hired, log))
    assert Chosen("hire", "away", "Hakflem Skuttlespike") in found.log.entries
    scorers = [one.player for one in found.log.entries if isinstance(one, reports.Touchdown)]
    assert 1 in scorers  # the lowest number that is free in the team


def test_a_star_player_without_a_name_is_asked_for() -> None:
    file = match_of(B)
    result = msgspec.structs.replace(
        file.away_result, inducements=(Inducement("Star Player"), Inducement("Bribes"))
    )
    hired = msgspec.structs.replace(file, away_result=result)
    log = an_empty_log(file)
    log = msgspec.structs.replace(log, home=msgspec.structs.replace(log.home, strength=2_000_000))
    found = read_on(log, hired, matching_of(file, log))
    assert Chosen("hire", "away", "Bribe") in found.log.entries
    assert found.hint == "The file says that Name 28 bought: a player without a name."


def test_what_happens_before_a_first_turn_counts_to_it() -> None:
    file = match_of(B)
    rock = Casualty(
        1,
        0,
        "home",
        2,
        cause="rock",
        severity="badly_hurt",
        outcome="badly_hurt",
        rolled="Badly Hurt",
        dice=(11,),
    )
    thrown = msgspec.structs.replace(file, facts=(file.facts[0], rock, *file.facts[1:]))
    log = an_empty_log(file)
    found = read_on(log, thrown, matching_of(file, log))
    assert reports.Casualty(1, 1, "home", 2, "rock") in found.log.entries


def test_no_fact_is_forgotten() -> None:
    """Every deed of the file is a report of the log, and every award a die."""
    file = match_of(A)
    found, _ = asked_until_the_end(file, FROM_FILE_A)
    deeds = (Touchdown, Completion, Casualty, SendingOff)
    kept = (reports.Touchdown, reports.Completion, reports.Casualty, reports.SendingOff)
    assert sum(isinstance(one, kept) for one in found.log.entries) == sum(
        isinstance(one, deeds) for one in file.facts
    )
    awards = [one for one in found.log.entries if isinstance(one, Rolled) and one.key == "mvp"]
    assert len(awards) == sum(isinstance(one, Mvp) for one in file.facts)


# --- whatever a file tells ----------------------------------------------------------------------------------------


def a_garbled(file: MatchFile, chance: random.Random) -> MatchFile:
    """Facts that are left out, told twice, of other players, sides, turns and halves; dice that cannot fall."""
    facts: list[Any] = []
    for fact in file.facts:
        for _ in range(chance.choice((0, 1, 1, 1, 1, 1, 2))):
            change: dict[str, Any] = {}
            if chance.random() < 0.2 and hasattr(fact, "player"):
                change["player"] = chance.randint(1, 20)
            if chance.random() < 0.1 and hasattr(fact, "side"):
                change["side"] = chance.choice(("home", "away"))
            if chance.random() < 0.1:
                change |= {"half": chance.randint(1, 3), "turn": chance.randint(0, 17)}
            if chance.random() < 0.1 and isinstance(fact, Casualty):
                change["dice"] = chance.choice(((), (19,), (9, 9), (44,), (3, 4)))
            facts.append(msgspec.structs.replace(fact, **change))
    result = msgspec.structs.replace(file.home_result, winnings_die=chance.choice((None, 0, 3, 9)))
    return msgspec.structs.replace(file, facts=tuple(facts), home_result=result)


@pytest.mark.parametrize("seed", range(60))
def test_whatever_a_file_tells_the_log_stays_one_that_the_rules_allow(seed: int) -> None:
    """A person reports what the file cannot, and the match comes to its end."""
    chance = random.Random(seed)
    file = a_garbled(match_of(chance.choice(BB2)), chance)
    log = an_empty_log(file)
    whoever = {number: chance.choice(("hired", "nobody")) for number in range(1, 21) if chance.random() < 0.1}
    matching = matching_of(file, log, home=whoever)
    for _ in range(300):
        found = read_on(log, file, matching)
        again = read_on(found.log, file, matching)
        seen = replay(found.log)
        assert (seen.problem, again.added, again.log, again.told) == (None, 0, found.log, found.told)
        if seen.waiting_for is None:
            return
        log = with_entries(found.log, by_chance(seen.waiting_for, seen.clock, seen.available, chance))
    raise AssertionError("the match does not end")


def by_chance(question: Question, clock: tuple[int, int], available: Any, chance: random.Random) -> Any:
    if not isinstance(question, Report):
        return by_hand(question, {})
    if chance.random() < 0.4:
        return reports.MatchEnd()
    return reports.Completion(*clock, "home", chance.choice(available["home"]))
