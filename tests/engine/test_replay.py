"""The driver: a log that stops early waits, a wrong entry is one sentence, and nothing ever raises."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.editions import edition
from engine.match import facts
from engine.match.log import MatchLog, decode_log, encode_log
from engine.questions import Chosen, Mismatch, Rolled
from engine.replay import replay
from engine.simulate import random_log, random_roster
from tests.engine.builders import (
    AFTER,
    END,
    a_log,
    a_match,
    choose,
    completion,
    concession,
    cut,
    fault,
    humans,
    hurt,
    interception,
    lineup,
    mvp,
    orcs,
    overtime,
    roll,
    shoot_out,
    so_far,
    touchdown,
    treatment,
    weather,
)

EVENTFUL = a_log(
    roll("handicap", "away", 1, 1),
    roll("handicap", "away", 1, 2),
    roll("handicap", "away", 4, 1),
    roll("niggling", "home", 1, 3, player=8),
    roll("niggling", "home", 1, player=9),
    choose("apothecary.niggling", "home", "9"),
    lineup("home", *range(1, 8), 9),
    completion("home", 4),
    touchdown("home", 9, turn=4),
    hurt("home", 3, 2, die=5, serious=(6, 4), turn=6),
    roll("regeneration", "home", 3, player=3),
    hurt("away", 5, 1, die=6, turn=7),
    choose("apothecary", "away", "yes", player=5),
    roll("apothecary.heal", "away", 1, player=5),
    interception("away", 2, half=2, turn=2),
    touchdown("away", 2, half=2, turn=3, opponents=True),
    overtime(),
    completion("away", 2, half=3, turn=8),
    shoot_out(1, 0),
    roll("shoot_out", "home", 2),
    roll("shoot_out", "away", 3),
    roll("shoot_out", "home", 2),
    roll("shoot_out", "away", 6),
    home=orcs(strength=130, apothecary=1, niggling={8: 2, 9: 1}, skills={3: ("Regeneration",)}, rerolls=2),
    away=humans(apothecary=1),
    after=(END, *AFTER[:2], mvp("home", 11), *AFTER[3:]),
)


def test_a_log_without_entries_waits_for_the_weather() -> None:
    found = so_far(before=())
    assert (found.waiting_for.key, found.entries_read, found.facts, found.clock) == ("weather", 0, (), (1, 1))
    assert found.available == {"home": tuple(range(1, 13)), "away": tuple(range(1, 13))}


def test_what_a_replay_tells() -> None:
    found = replay(EVENTFUL)
    assert found.problem is None
    assert found.waiting_for is None
    assert found.entries_read == len(EVENTFUL.entries)
    assert (found.score, found.clock) == ((1, 1), (3, 8))
    assert found.available["home"] == (1, 2, 4, 5, 6, 7, 9, 10, 11, 12)
    outcome = found.outcome
    assert (outcome.winner, outcome.gate, outcome.weather) == ("away", 21_000, "Nice")
    assert (outcome.home_casualties, outcome.away_casualties) == (1, 1)


def test_every_beginning_of_a_log_waits_for_the_entry_that_follows() -> None:
    whole = replay(EVENTFUL)
    for length, entry in enumerate(EVENTFUL.entries):
        found = replay(cut(EVENTFUL, length))
        assert found.problem is None
        assert found.outcome is None
        assert found.entries_read == length
        assert found.facts == whole.facts[: len(found.facts)]
        found.waiting_for.accept(entry)


def test_the_same_log_gives_the_same_bytes() -> None:
    again = decode_log(encode_log(EVENTFUL))
    assert again == EVENTFUL
    assert encode_log(again) == encode_log(EVENTFUL)
    assert msgspec.json.encode(replay(again)) == msgspec.json.encode(replay(EVENTFUL))


# entries that do not answer


def test_a_shifted_log_is_caught_at_its_first_wrong_entry() -> None:
    found = replay(a_log(hurt("home", 7, 5, die=4), touchdown("home", 4)))
    problem = found.problem
    assert problem.message == (
        "Entry 5 should be the D66 for the serious injury of Gouged Eye 7 (number 7, Gouged Eye), "
        "but it is a touchdown by Gouged Eye 4 (number 4, Gouged Eye)."
    )
    assert (problem.entry, found.entries_read) == (5, 4)
    assert problem.asked == "the D66 for the serious injury of Gouged Eye 7 (number 7, Gouged Eye)"
    assert problem.given == "a touchdown by Gouged Eye 4 (number 4, Gouged Eye)"
    assert problem.rule.startswith("LRB4, Serious Injuries")


def test_dice_where_a_report_should_be() -> None:
    assert fault(roll("winnings", "home", 4)) == (
        "Entry 3 should say what happened next, but it is a roll of 4 for the winnings (Gouged Eye)."
    )


@pytest.mark.parametrize(
    ("dice", "why"),
    [
        ((7, 1), "a D6 cannot show 7"),
        ((0, 1), "a D6 cannot show 0"),
        ((3,), "2D6 takes 2 dice, not 1"),
        ((1, 2, 3), "2D6 takes 2 dice, not 3"),
        ((), "2D6 takes 2 dice, not 0"),
    ],
)
def test_dice_that_no_die_shows(dice: tuple[int, ...], why: str) -> None:
    assert fault(before=(weather(*dice),)) == (
        f"Entry 1, the 2D6 for the weather (Gouged Eye), does not hold: {why}."
    )


def test_a_choice_that_is_not_offered() -> None:
    text = fault(
        hurt("home", 4, 5, die=1), choose("apothecary", "home", "maybe", player=4), home=orcs(apothecary=1)
    )
    assert text == (
        "Entry 5, the choice of whether the apothecary treats Gouged Eye 4 (number 4, Gouged Eye), "
        "does not hold: 'maybe' is not among the options."
    )


def test_the_right_dice_for_another_player_or_side() -> None:
    assert "should be the D6 for the casualty of Gouged Eye 4" in fault(
        hurt("home", 4, 5), roll("casualty", "away", 1, player=5)
    )
    assert "should be the D6 for the casualty of Gouged Eye 4" in fault(
        hurt("home", 4, 5), roll("casualty", "home", 1, player=4)
    )


def test_entries_after_the_end() -> None:
    found = replay(a_log(after=(END, *AFTER, roll("winnings", "home", 6), END)))
    assert found.problem.message == (
        "There are entries after the end of the match: entry 10 is a roll of 6 for the winnings (Gouged Eye)."
    )
    assert (found.problem.entry, found.outcome) == (10, None)


def test_dice_too_few_at_the_end_wait() -> None:
    assert so_far(END, *AFTER[:-1]).waiting_for.key == "fan_factor"


def test_every_kind_of_entry_can_be_named_as_the_wrong_one() -> None:
    for entry in (*EVENTFUL.entries, treatment("home", 44), concession("away"), completion("home", 99)):
        if not isinstance(entry, Rolled) or entry.key != "weather":
            assert fault(entry, before=()).startswith(
                "Entry 1 should be the 2D6 for the weather (Gouged Eye), but"
            )


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_whatever_is_done_to_a_log_it_gives_one_sentence_or_waits(data: st.DataObject) -> None:
    entries: list[Any] = list(EVENTFUL.entries)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(entries) - 1))
        match data.draw(st.sampled_from(("drop", "double", "swap", "change"))):
            case "drop":
                del entries[place]
            case "double":
                entries.insert(place, entries[place])
            case "swap":
                other = data.draw(st.integers(0, len(entries) - 1))
                entries[place], entries[other] = entries[other], entries[place]
            case _:
                entries[place] = _changed(data, entries[place])
    found = replay(msgspec.structs.replace(EVENTFUL, entries=tuple(entries)))
    assert sum(one is not None for one in (found.outcome, found.waiting_for, found.problem)) == 1
    if found.problem is not None:
        assert found.problem.message.endswith(".")
        assert 1 <= found.problem.entry <= len(entries)


def _changed(data: st.DataObject, entry: Any) -> Any:
    numbers = st.integers(-3, 99) | st.just(10**30)
    fields: dict[str, Any] = {
        name: data.draw(numbers)
        for name in ("player", "half", "turn", "causer", "home_rerolls")
        if name in entry.__struct_fields__ and data.draw(st.booleans())
    }
    if isinstance(entry, Rolled):
        fields["dice"] = data.draw(st.lists(numbers, max_size=4).map(tuple))
    if isinstance(entry, Chosen):
        fields["pick"] = data.draw(st.text(max_size=3) | st.lists(st.text(max_size=3), max_size=2).map(tuple))
    return msgspec.structs.replace(entry, **fields)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), share=st.floats(0, 1))
def test_a_log_replays_like_any_beginning_of_it_and_the_rest(seed: int, share: float) -> None:
    log = _simulated(seed)
    whole = replay(log)
    assert whole.problem is None
    assert whole.outcome is not None
    length = int(share * (len(log.entries) - 1))
    begun = replay(cut(log, length))
    assert begun.facts == whole.facts[: len(begun.facts)]
    continued = msgspec.structs.replace(
        cut(log, length), entries=(*log.entries[:length], *log.entries[length:])
    )
    assert replay(continued) == whole
    begun.waiting_for.accept(log.entries[length])


def _simulated(seed: int) -> MatchLog:
    rng = random.Random(seed)
    rules = edition("lrb4")
    home, away = (
        rules.rules.take_the_field(random_roster(rules, race, rng))
        for race in rng.sample(sorted(rules.races), 2)
    )
    return random_log(rules, home, away, rng)


def test_a_question_refuses_what_is_no_answer_to_it() -> None:
    waiting = so_far(before=()).waiting_for
    for entry in (END, choose("weather", "home", "Nice"), roll("gate", "home", 1, 2), weather(1, 2, 3)):
        with pytest.raises(Mismatch):
            waiting.accept(entry)


def test_a_match_may_be_replayed_with_an_edition_at_hand() -> None:
    rules = edition("lrb4")
    assert replay(EVENTFUL, rules) == replay(EVENTFUL)


def test_the_house_rules_of_a_log_decide_how_it_is_replayed() -> None:
    found = a_match(house_rules={"match/gate_per_pip": 2_000})
    assert found.outcome.gate == 42_000
    assert [fact.modifier for fact in found.facts if isinstance(fact, facts.Winnings)] == [2, 2]


def test_house_rules_that_do_not_fit_are_one_problem() -> None:
    assert fault(house_rules={"match/turns": "many"}).startswith("House rule 'match/turns' does not fit")
    assert "names no value" in fault(house_rules={"match/nothing/there": 1})
