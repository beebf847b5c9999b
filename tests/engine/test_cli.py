"""The engine on the command line: one JSON object, and an exit code that says how the log ends."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from engine.cli import COMPLETE, PROBLEM, WAITING, main
from engine.match.facts import HomeField
from engine.match.log import LARGEST, StarRecord, decode_log, encode_log
from engine.replay import replay

Run = Callable[..., tuple[int, Any]]


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Runs a command and gives its exit code and its output, read as JSON."""

    def run(*arguments: str) -> tuple[int, Any]:
        code = main(arguments)
        return code, json.loads(capfdbinary.readouterr().out)

    return run


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.json"
    assert main(["simulate", "--seed", "7", "-o", str(path)]) == 0
    return path


def changed(path: Path, change: Callable[[Any], Any]) -> str:
    raw = json.loads(path.read_bytes())
    path.write_text(json.dumps(change(raw) or raw), encoding="utf-8")
    return str(path)


def test_a_complete_match(run: Run, log: Path) -> None:
    code, shown = run("replay", str(log))
    assert code == COMPLETE
    assert shown.keys() == {"edition", "score", "facts", "home_events", "away_events"}
    assert shown["edition"] == "lrb4"
    assert shown["facts"][0]["fact"] == "weather"
    assert {"match", "gold"} <= {event["event"] for event in shown["home_events"] + shown["away_events"]}
    final = next(fact for fact in shown["facts"] if fact["fact"] == "final_score")
    assert shown["score"] == {"home": final["home"], "away": final["away"]}


def test_a_match_that_stops_early_says_what_it_waits_for(run: Run, log: Path) -> None:
    def first(raw: Any) -> None:
        del raw["entries"][1:]

    code, shown = run("replay", changed(log, first))
    assert code == WAITING
    assert shown["home_events"] == []
    asked = shown["waiting_for"]
    assert (asked["kind"], asked["key"], asked["faces"]) == ("roll", "gate", 6)
    assert asked["text"].endswith(".")


def test_every_kind_of_question_is_told(run: Run, log: Path) -> None:
    entries = json.loads(log.read_bytes())["entries"]
    kinds = set()
    for length in range(len(entries)):

        def cut(raw: Any, length: int = length) -> None:
            raw["entries"] = entries[:length]

        code, shown = run("replay", changed(log, cut))
        assert code == WAITING
        kinds.add(shown["waiting_for"]["kind"])
    assert kinds >= {"roll", "report"}


def test_a_wrong_entry(run: Run, log: Path) -> None:
    def nine(raw: Any) -> None:
        raw["entries"][0]["dice"] = [9, 1]

    code, shown = run("replay", changed(log, nine))
    assert code == PROBLEM
    assert shown["problem"]["entry"] == 1
    assert "9" in shown["problem"]["message"]


@pytest.mark.parametrize(
    ("document", "told"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "no format version"),
        (b'{"format": 9}', "version 9"),
        (b" " * (LARGEST + 1), "too large"),
    ],
)
def test_no_log_at_all(run: Run, tmp_path: Path, document: bytes, told: str) -> None:
    path = tmp_path / "no-log.json"
    path.write_bytes(document)
    code, shown = run("replay", str(path))
    assert code == PROBLEM
    assert told in shown["problem"]["message"]
    assert shown["edition"] is None


def test_an_edition_that_is_not_there(run: Run, log: Path) -> None:
    def other(raw: Any) -> None:
        raw["edition"] = "lrb99"

    code, shown = run("replay", changed(log, other))
    assert code == PROBLEM
    assert "lrb99" in shown["problem"]["message"]


def test_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.json", tmp_path):
        code, shown = run("replay", str(path))
        assert code == PROBLEM
        assert "cannot be read" in shown["problem"]["message"]


def test_standard_input(run: Run, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(log.read_bytes())))
    assert run("replay", "-")[0] == COMPLETE


def test_simulated_matches_on_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    command = ["simulate", "--home", "Skaven", "--away", "Dwarf", "--seed", "3", "--count", "3"]
    assert main(command) == 0
    lines = capfdbinary.readouterr().out.splitlines()
    logs = [decode_log(line) for line in lines]
    assert [(log.home.race, log.away.race) for log in logs] == [("Skaven", "Dwarf")] * 3
    assert len({encode_log(log) for log in logs}) == 3
    assert main(command) == 0
    assert capfdbinary.readouterr().out.splitlines() == lines


def test_somebody_wins_where_a_winner_is_wanted(tmp_path: Path) -> None:
    assert main(["simulate", "--winner", "--seed", "4", "--count", "12", "-o", f"{tmp_path}/"]) == 0
    logs = [decode_log(path.read_bytes()) for path in sorted(tmp_path.glob("*.json"))]
    outcomes = [replay(log).outcome for log in logs]
    assert [outcome is not None and outcome.winner is not None for outcome in outcomes] == [True] * 12


def test_files_are_numbered(tmp_path: Path) -> None:
    assert main(["simulate", "--count", "2", "-o", str(tmp_path / "round.json")]) == 0
    assert main(["simulate", "--count", "2", "-o", str(tmp_path)]) == 0
    assert main(["simulate", "--calm", "-o", f"{tmp_path}/new/"]) == 0
    names = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.json"))
    assert names == [
        "match-001.json",
        "match-002.json",
        "new/match-001.json",
        "round-001.json",
        "round-002.json",
    ]
    # The same seed: the first of two is the only one of one.
    assert (tmp_path / "match-001.json").read_bytes() == (tmp_path / "round-001.json").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--home", "Gnome"], "Gnome"),
        (["--edition", "lrb99"], "lrb99"),
        (["-o", "/nowhere/at/all.json"], "cannot be written"),
    ],
)
def test_what_cannot_be_simulated(arguments: list[str], told: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *arguments]) == PROBLEM
    assert told in capfd.readouterr().err


def test_a_count_of_nothing() -> None:
    with pytest.raises(SystemExit):
        main(["simulate", "--count", "0"])


def test_a_match_of_the_rosters_of_another_log(log: Path, tmp_path: Path) -> None:
    heads = msgspec.structs.replace(decode_log(log.read_bytes()), entries=())
    given, played = tmp_path / "empty.json", tmp_path / "played.json"
    given.write_bytes(encode_log(heads))
    assert main(["simulate", "--rosters", str(given), "--seed", "5", "-o", str(played)]) == 0
    match = decode_log(played.read_bytes())
    assert msgspec.structs.replace(match, entries=()) == heads
    assert replay(match).outcome is not None


@pytest.mark.parametrize(
    "head",
    [
        {"stage": "final"},
        {"neutral": True},
        {"stars": (StarRecord("Morg 'n' Thorg", dead=True),)},
        {"house_rules": {"hiring/keep_star_injuries": True}},
    ],
    ids=lambda head: next(iter(head)),
)
def test_the_whole_head_of_an_empty_log_is_played_with(
    head: dict[str, Any], log: Path, tmp_path: Path
) -> None:
    plain = decode_log(log.read_bytes())
    home = msgspec.structs.replace(
        plain.home, stadium="Terraces", trophies=("Dungeonbowl",), treasury=500_000
    )
    heads = msgspec.structs.replace(plain, entries=(), home=home, **head)
    given, played = tmp_path / "empty.json", tmp_path / "played.json"
    given.write_bytes(encode_log(heads))
    assert main(["simulate", "--rosters", str(given), "--seed", "5", "-o", str(played)]) == 0
    match = decode_log(played.read_bytes())
    assert msgspec.structs.replace(match, entries=()) == heads
    found = replay(match)
    assert found.outcome is not None
    assert any(isinstance(fact, HomeField) for fact in found.facts) == heads.at_home


def test_what_a_log_waits_for_comes_with_its_prices(run: Run, log: Path) -> None:
    def rich(raw: Any) -> None:
        raw["home"]["treasury"] = 100_000
        raw["entries"] = []

    code, shown = run("replay", changed(log, rich))
    assert code == WAITING
    waiting = shown["waiting_for"]
    assert waiting["key"] == "hire"
    assert len(waiting["prices"]) == len(waiting["options"])
    assert dict(zip(waiting["options"], waiting["prices"], strict=True))["wizard"] == 50_000


@pytest.mark.parametrize(
    ("document", "told"),
    [(None, "cannot be read: No such file or directory"), (b"no log", "it is not JSON")],
)
def test_rosters_that_cannot_be_read(
    document: bytes | None, told: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    given = tmp_path / "given.json"
    if document is not None:
        given.write_bytes(document)
    assert main(["simulate", "--rosters", str(given)]) == 2
    assert told in capfd.readouterr().err
