"""What the engine says is known to the catalogues: it stands in a literal of the code, or in the tables."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from engine.describe import describe_question
from engine.editions import EDITIONS, edition
from engine.editions.names import rule_names, rule_sentences
from engine.match.narrative import narrate
from engine.replay import replay
from tests.engine.builders import cut
from tests.engine.marking import LETTERS, Marks, matches

ROOT = Path(__file__).parents[2]


def test_every_name_and_sentence_of_the_tables_is_found_for_the_catalogues(marks: Marks) -> None:
    """What a match asks the catalogues for stands in a literal of the code, or in one of the two lists."""
    for key in EDITIONS:
        rules = edition(key)
        for log, found in matches(key):
            list(narrate(log, found.facts))
            for length in range(0, len(log.entries), 5):
                question = replay(cut(log, length)).waiting_for
                if question is not None:
                    describe_question(rules, question, log, found.facts)
                    rules.rules.meanings(question.key)
        rules.rules.summary()
    literals = set(_literals())
    assert marks.messages - literals - set(rule_sentences()) - marks.names == set()
    assert (
        marks.names - set(rule_names()) - {star.name for key in EDITIONS for star in edition(key).stars}
        == set()
    )


def test_names_of_people_are_no_names_of_the_rules() -> None:
    stars = {star.name for key in EDITIONS for star in edition(key).stars}
    assert not stars & set(rule_names())
    assert {"Block", "Lineman", "Orc", "Smashed Hip", "Blizzard", "Bribe", "Veteran", "team value"} <= set(
        rule_names()
    )


def test_everything_that_is_counted_is_known_to_the_catalogues() -> None:
    known = {pair[0] for pair in _pairs(ROOT / "engine" / "words.py")}
    used = {f"{{n}} {word}" for file in _sources() for word in _counted(file)}
    assert used - known == set()


def _sources() -> Iterator[Path]:
    for app in ("engine", "league", "teams", "matches", "tournaments"):
        yield from (ROOT / app).rglob("*.py")


def _literals() -> Iterator[str]:
    """Every text that the engine's code hands to the catalogues, as an extractor finds it."""
    names = ("_", "gettext", "gettext_noop", "ngettext", "pgettext")
    for file in (ROOT / "engine").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                for given in node.args:
                    if isinstance(given, ast.Constant) and isinstance(given.value, str):
                        yield given.value


def _pairs(file: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "ngettext":
            one, several = node.args[:2]
            if isinstance(one, ast.Constant) and isinstance(several, ast.Constant):
                yield str(one.value), str(several.value)


def _counted(file: Path) -> Iterator[str]:
    """The words that a file gives to ``counted``, where they stand in the call."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "counted":
            word = node.args[1]
            if isinstance(word, ast.Tuple):
                word = word.elts[0]
            if isinstance(word, ast.Constant) and isinstance(word.value, str):
                yield word.value


def test_no_refusal_is_written_in_english_alone() -> None:
    """A literal that is given to a refusal is handed to the catalogues first."""
    plain = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in (ROOT / "engine").rglob("*.py")
        if file.name != "cli.py"
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("Refusal", "Problem", "Mismatch", "Absent", "ValueError")
        and node.args
        and _says_english(node.args[0])
    ]
    assert plain == []


def _says_english(given: ast.expr) -> bool:
    if isinstance(given, ast.Constant):
        return bool(given.value)
    if isinstance(given, ast.JoinedStr):
        return any(
            isinstance(part, ast.Constant) and LETTERS.search(str(part.value)) for part in given.values
        )
    return False
