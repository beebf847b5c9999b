"""Everything that the engine says to people goes through the catalogues.

A language of the tests puts marks around whatever is translated: what has letters outside of them was forgotten.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from engine import stored, words
from engine.acts import (
    check_draft,
)
from engine.comparing import compare
from engine.describe import describe_entry, describe_event, describe_option, describe_question
from engine.editions import EDITIONS, edition
from engine.match.effects import effects
from engine.match.entries import Cause
from engine.match.log import MatchLog
from engine.match.narrative import narrate
from engine.match.offers import KEY, offers
from engine.questions import Choose, Refusal, Report
from engine.random_teams import random_roster
from engine.replay import replay
from engine.roster import Departed, Roster, evolve
from engine.simulate import answer, random_log
from tests.engine.builders import cut
from tests.engine.marking import (
    LAVISH,
    SEEDS,
    Marks,
    a_team,
    all_forgotten,
    forgotten,
    matches,
    people,
    quotes_a_pick,
)
from tests.engine.rosters import a_draft


@pytest.mark.parametrize("key", EDITIONS)
def test_the_story_of_a_match_is_told_in_the_readers_language(key: str, marks: Marks) -> None:
    for log, found in matches(key):
        told = [sentence.text for sentence in narrate(log, found.facts)]
        told += [describe_entry(log, entry, edition(key), found.facts) for entry in log.entries]
        assert len(told) > 100
        assert not all_forgotten(told, people(log, found.facts))


@pytest.mark.parametrize("key", EDITIONS)
def test_questions_and_their_options_are_asked_in_the_readers_language(key: str, marks: Marks) -> None:
    rules = edition(key)
    for log, found in matches(key):
        told = []
        for length in range(0, len(log.entries), 3):
            waiting = replay(cut(log, length))
            question = waiting.waiting_for
            assert question is not None
            told.append(describe_question(rules, question, log, waiting.facts))
            if isinstance(question, Choose):
                told += [describe_option(question, one, log, waiting.facts) for one in question.options]
                if question.key == KEY:
                    roster = log.home if question.side == "home" else log.away
                    for offer in offers(rules, question, roster):
                        told += (offer.name, offer.weapon, offer.words)
            if not isinstance(question, Report):
                for meaning in rules.rules.meanings(question.key):
                    told += (meaning.name, meaning.words)
        assert not all_forgotten(told, people(log, found.facts))


@pytest.mark.parametrize("key", EDITIONS)
def test_what_a_match_changed_is_told_in_the_readers_language(key: str, marks: Marks) -> None:
    rules = edition(key)
    for seed in SEEDS:
        rng = random.Random(seed)
        before = random_roster(rules, rng.choice(sorted(rules.races)), rng)
        away = a_team(rules, rng, "Human")
        log = random_log(rules, rules.rules.take_the_field(before), away, rng, pace=LAVISH)
        found = replay(log)
        assert found.outcome is not None
        after = evolve(before, *found.outcome.home_events)
        told = [describe_event(after, event) for event in found.outcome.home_events]
        for one in effects(rules, before, after):
            told += (one.what, one.before, one.after)
        names = people(log, found.facts) | {one.name for one in (*before.players, *after.players)}
        assert not all_forgotten(told, names)
        for line in rules.rules.receipt(after).lines:
            assert not forgotten(line.label, names)


@pytest.mark.parametrize("key", EDITIONS)
def test_an_improvement_is_asked_for_in_the_readers_language(key: str, marks: Marks) -> None:
    rules, rng = edition(key), random.Random(1)
    roster = random_roster(rules, "Human", rng)
    one = roster.players[0]
    roster = msgspec.structs.replace(
        roster, players=(msgspec.structs.replace(one, spp=40), *roster.players[1:])
    )
    script = rules.rules.improve(roster, one.id)
    question = next(script)
    told = []
    try:
        while True:
            told.append(describe_question(rules, question, roster))
            if isinstance(question, Choose):
                told += [describe_option(question, option, roster) for option in question.options]
            assert not isinstance(question, Report)
            question = script.send(question.accept(answer(question, rng)))
    except StopIteration as end:
        told += [describe_event(roster, event) for event in end.value]
    assert not all_forgotten(told, {roster.name, *(player.name for player in roster.players)})


@pytest.mark.parametrize("old, new", [("lrb4", "crp"), ("lrb5x", "lrb4")])
def test_two_editions_are_compared_in_the_readers_language(old: str, new: str, marks: Marks) -> None:
    before, after = edition(old), edition(new)
    found = compare(before, after)
    told: list[str] = []
    for part in found.parts:
        told.append(part.title)
        told += [text for pair in part.pairs for text in (pair.what, pair.old, pair.new)]
    for race in found.races:
        told += [text for pair in race.pairs for text in (pair.what, pair.old, pair.new)]
        for lines in race.positions:
            told += (lines.old, lines.new)
            told += [text for pair in lines.pairs for text in (pair.what, pair.old, pair.new)]
    assert len(told) > 500
    assert not all_forgotten(told, {star.name for one in (before, after) for star in one.stars})


# --- refusals -----------------------------------------------------------------------------------------------------


def spoilt(log: MatchLog, rng: random.Random) -> Iterator[MatchLog]:
    """The log with an entry left out, put twice, or with another number in it."""
    for place in rng.sample(range(len(log.entries)), min(40, len(log.entries))):
        entry: Any = log.entries[place]
        wrong: list[Any] = [(), (entry, entry)]
        for change in ({"player": 99}, {"half": 4}, {"turn": 17}, {"dice": (9,)}, {"pick": "none of them"}):
            if set(change) <= set(entry.__struct_fields__):
                wrong.append((msgspec.structs.replace(entry, **change),))
        for instead in wrong:
            yield msgspec.structs.replace(
                log, entries=(*log.entries[:place], *instead, *log.entries[place + 1 :])
            )


@pytest.mark.parametrize("key", EDITIONS)
def test_what_is_wrong_with_a_log_is_said_in_the_readers_language(key: str, marks: Marks) -> None:
    told: set[str] = set()
    names: set[str] = {"none of them"}
    for log, found in matches(key):
        names |= people(log, found.facts)
        problems = [replay(one).problem for one in spoilt(log, random.Random(1))]
        told |= {one.message for one in problems if one is not None}
    assert len(told) > 50
    assert not [text for text in all_forgotten(told, names) if not quotes_a_pick(text, names)]


def test_what_is_wrong_with_a_draft_is_said_in_the_readers_language(marks: Marks) -> None:
    wrong: list[dict[str, Any]] = [
        {"name": ""},
        {"name": "x" * 200},
        {"race": "No such race"},
        {"players": ()},
        {"rerolls": -1},
        {"rerolls": 99},
        {"fan_factor": 99},
        {"assistant_coaches": -1},
        {"cheerleaders": -1},
        {"apothecary": 2},
        {"apothecary": -1},
    ]
    rules = edition("lrb4")
    told = [problem.message for change in wrong for problem in check_draft(rules, a_draft(**change))]
    assert len(told) >= len(wrong)
    assert not [text for text in all_forgotten(told) if not quotes_a_pick(text, ())]


@pytest.mark.parametrize(
    "path, value",
    [
        ("match/turns", 0),
        ("no/such/thing", 1),
        ("match/turns", "eight"),
        ("league/players_min", 17),
    ],
)
def test_what_is_wrong_with_a_house_rule_is_said_in_the_readers_language(
    path: str, value: Any, marks: Marks
) -> None:
    with pytest.raises(Refusal) as refusal:
        edition("lrb4", {path: value})
    assert not forgotten(re.sub(r"'[^']*'|[a-z_]+/[a-z_/]+|`[^`]*`|Expected.*", "", refusal.value.message))


# --- what is stored -----------------------------------------------------------------------------------------------


def test_what_is_stored_is_english_and_told_in_the_readers_language(marks: Marks) -> None:
    """The same events come out in every language, or an act that is derived anew would not be the one that stands."""
    for key in EDITIONS:
        for log, found in matches(key):
            words.translate_with(words.English())
            assert replay(log).outcome == found.outcome
            words.translate_with(marks)


@pytest.mark.parametrize(
    "text, told",
    [
        ("winnings", "⟦winnings⟧"),
        ("winnings of Gouged Eye, who conceded", "⟦winnings of ⟧Gouged Eye⟦, who conceded⟧"),
        ("a freebooter (Lineman), hired for one match", "⟦a freebooter (⟧⟦Lineman⟧⟦), hired for one match⟧"),
        ("a wizard, hired for one match", "⟦a ⟧⟦wizard⟧⟦, hired for one match⟧"),
        ("11 players", "11⟦ players⟧"),
        ("1 team re-roll", "1⟦ team re-roll⟧"),
        ("fan factor 5", "⟦fan factor ⟧5"),
        ("decree, he was never hired", "⟦decree, ⟧he was never hired"),
        (
            "killed by a block from Grishnak (Gouged Eye)",
            "⟦killed by a block from ⟧Grishnak⟦ (⟧Gouged Eye⟦)⟧",
        ),
        ("the team cannot pay his 50,000 gold", "⟦the team cannot pay his ⟧50,000⟦ gold⟧"),
        ("Stadium", "⟦Stadium⟧"),
        ("", ""),
    ],
)
def test_a_stored_text_finds_the_phrase_that_it_was_made_from(text: str, told: str, marks: Marks) -> None:
    assert stored.told(text) == told


def test_every_cause_of_death_has_a_phrase(marks: Marks) -> None:
    roster = Roster()
    for cause in get_args(Cause):
        text = describe_event(roster, Departed(1, "dead", stored.FATES.get(cause, stored.KILLED)))
        assert not forgotten(text)
