"""The description of the match log says what is so: its schema, its example, its tables."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import jsonschema_rs
import pytest

from engine.editions import edition
from engine.match import entries
from engine.match.log import decode_log, encode_log
from engine.match.narrative import narrate
from engine.match.schema import document, match_log_schema
from engine.replay import replay
from tests.engine.test_simulate import a_match

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "tests" / "data" / "example-log.json"
PAGE = (ROOT / "docs" / "match-log.md").read_text(encoding="utf-8")


def test_the_schema_is_that_of_the_types() -> None:
    written = (ROOT / "docs" / "match-log.schema.json").read_bytes()
    assert written == document(), "run: python -m engine.match.schema > docs/match-log.schema.json"


def test_the_page_shows_the_example() -> None:
    shown = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert shown == [EXAMPLE.read_text(encoding="utf-8")]


def test_the_example_replays() -> None:
    log = decode_log(EXAMPLE.read_bytes())
    found = replay(log)
    assert found.problem is None
    assert found.outcome is not None
    assert (found.score, found.outcome.winner) == ((2, 1), "home")
    assert (found.outcome.gate, found.outcome.weather) == (24_000, "Nice")
    assert "Zagstruk would have died, but the apothecary saves the day." in " ".join(
        sentence.text for sentence in narrate(log, found.facts)
    )


def test_a_log_of_version_1_gives_what_it_gave() -> None:
    """Its teams could hire, and a handicap was rolled: nothing was asked for either then."""
    found = replay(decode_log((ROOT / "tests" / "data" / "log-version-1.json").read_bytes()))
    assert found.problem is None
    assert found.outcome is not None
    assert (found.score, found.outcome.winner, found.outcome.gate) == ((2, 1), "home", 24_000)
    assert [type(fact).__name__ for fact in found.facts[:3]] == ["Weather", "Gate", "Handicap"]


def test_the_page_names_every_question_and_every_kind_of_entry() -> None:
    for key in edition("lrb4").prompts:
        assert f"`{key}`" in PAGE or key.startswith(("improve", "ageing", "tournament"))
    for kind in get_args(entries.Entry):
        assert f"| `{kind.__struct_config__.tag}` |" in PAGE
    for cause in get_args(entries.Cause):
        assert f"`{cause}`" in PAGE


@pytest.mark.parametrize("seed", range(10))
def test_every_log_fits_the_schema(seed: int) -> None:
    check = jsonschema_rs.Draft202012Validator(match_log_schema())
    check.validate(json.loads(encode_log(a_match(seed)[0])))


def test_the_schema_finds_faults() -> None:
    check = jsonschema_rs.Draft202012Validator(match_log_schema())
    good = json.loads(EXAMPLE.read_bytes())
    check.validate(good)
    for fault in ({"format": 3}, {"stadium": "none"}, {"entries": [{"kind": "goal"}]}):
        assert not check.is_valid(good | fault)
