"""House rules: read from lines, checked against the edition, and refused in a sentence each."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.questions import Refusal
from league.domain.house_rules import check, parse, write

ROTTER = "rosters/races/Nurgle's Rotters/positions/Rotter"


def test_lines_are_read_as_values_of_toml() -> None:
    assert parse(
        f"match/mvp/bench = false\n\n  league/treasury = 1_100_000\n{ROTTER}/stats = [4, 3, 3, 8]\n"
        'skills/skills/Pro/kind = trait\nskills/skills/Pro/czech = "Profík = pro"\n'
    ) == {
        "match/mvp/bench": False,
        "league/treasury": 1_100_000,
        f"{ROTTER}/stats": [4, 3, 3, 8],
        "skills/skills/Pro/kind": "trait",
        "skills/skills/Pro/czech": "Profík = pro",
    }


def test_every_line_that_cannot_be_read_is_named() -> None:
    with pytest.raises(Refusal) as refusal:
        parse("match/mvp/bench\nleague/treasury = [1,\nx/y = 1\nx/y = 2\n= 5\nx/z =")
    assert [problem.message for problem in refusal.value.problems] == [
        "Line 1 is not of the form path = value: 'match/mvp/bench'.",
        "Line 2 has a value that cannot be read: '[1,'.",
        "Line 4 sets 'x/y' a second time.",
        "Line 5 is not of the form path = value: '= 5'.",
        "Line 6 is not of the form path = value: 'x/z ='.",
    ]


def test_brackets_without_end_are_a_line_that_cannot_be_read() -> None:
    with pytest.raises(Refusal, match="Line 1 has a value that cannot be read"):
        parse("a/b = " + "[" * 5000)


values = st.recursive(
    st.booleans() | st.integers(-(10**9), 10**9) | st.text().filter(str.isprintable),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)


@given(
    st.dictionaries(st.from_regex(r"[a-z]{1,5}(/[A-Za-z']{1,6}){1,3}", fullmatch=True), values, max_size=4)
)
def test_what_is_written_is_read_again(overlay: dict[str, Any]) -> None:
    assert parse(write(overlay)) == overlay


def test_the_edition_takes_what_has_a_place_in_it() -> None:
    rules = {"match/mvp/bench": False, f"{ROTTER}/price": 50_000, f"{ROTTER}/stats": [4, 3, 3, 8]}
    assert check("lrb4", rules) == rules


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("match/mvp/bank", False, "bank"),
        ("nowhere/at/all", 1, "'nowhere' is not there"),
        ("rosters/races/Elfs/reroll_price", 1, "'Elfs' is not there"),
        ("match/mvp/bench", "no", "Expected `bool`"),
        ("league/treasury", 1.5, "Expected `int`"),
        ("league/treasury", 10**12, "a number beyond 1,000,000,000"),
        ("league/treasury", float("nan"), "a number beyond"),
        ("league/treasury", None, "no number, text, list, true or false"),
        ("skills/skills/Pro/czech", "a\0b", "unprintable"),
        (f"{ROTTER}/stats", [4, 3], "Rotter/stats"),
        ("", 1, "names no value"),
        ("league/treasury", -1, "must not be negative"),
        (f"{ROTTER}/price", -1, "must not be negative"),
        ("advancement/levels", [], "leaves no row"),
        ("rosters/races/²/reroll_price", 1, "'²' is not there"),
        ("league", 1, "names no value"),
    ],
)
def test_what_has_no_place_is_one_sentence_with_its_path(path: str, value: Any, said: str) -> None:
    with pytest.raises(Refusal) as refusal:
        check("lrb4", {path: value})
    (problem,) = refusal.value.problems
    assert said in problem.message
    assert repr(path) in problem.message


def test_each_of_several_faults_is_named_by_its_own_path() -> None:
    with pytest.raises(Refusal) as refusal:
        check(
            "lrb4", {"league/players_max": 15, "league/treasury": "much", "match/mvp/bench": 3, "no/way": 1}
        )
    messages = [problem.message for problem in refusal.value.problems]
    assert len(messages) == 3
    for path, message in zip(["league/treasury", "match/mvp/bench", "no/way"], messages, strict=True):
        assert path in message


def test_what_is_negative_in_the_book_may_be_negative() -> None:
    assert check("lrb4", {"match/fan_factor/loss": -2})


def test_a_table_that_no_longer_covers_its_dice_is_refused() -> None:
    with pytest.raises(Refusal, match="weather"):
        check("lrb4", {"match/weather/0/roll/low": 3})


@pytest.mark.parametrize("overlay", [[], "match/mvp/bench", None, 5])
def test_an_overlay_is_a_mapping(overlay: object) -> None:
    with pytest.raises(Refusal):
        check("lrb4", overlay)


def test_an_unknown_edition_is_refused() -> None:
    with pytest.raises(Refusal):
        check("lrb99", {})


def test_there_is_a_limit() -> None:
    with pytest.raises(Refusal, match="201 house rules; 200 are allowed"):
        check("lrb4", {f"league/{number}": 1 for number in range(201)})
