"""``dugout replay --facts``: any known file, in words or as JSON, with an exit code that says whether it agrees."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from engine.cli import COMPLETE, PROBLEM, WAITING, main
from engine.formats.matchfile import MatchFile
from engine.match.log import decode_log, encode_log
from tests.engine.formats import bb2_replays as bb2
from tests.engine.formats.leagues import an_empty_log
from tests.engine.formats.samples import BB2, FFB, match_of, named, zipped

LOG = Path(__file__).parents[2] / "data" / "example-log.json"
AGREES = "The facts agree with the file's own counts for"


@pytest.mark.parametrize("path", [*BB2, *FFB], ids=named)
def test_a_real_file_agrees_with_its_own_counts(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--facts", str(path)]) == COMPLETE
    told = capfd.readouterr()
    players = len(match_of(path).totals)
    assert f"{AGREES} {players} players." in told.out
    assert told.err == ""


def test_a_file_in_words(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--facts", str(BB2[0])]) == COMPLETE
    lines = capfd.readouterr().out.splitlines()
    assert lines[:2] == [
        "A replay of Blood Bowl 2, rules CRP, Name 2, 2016-01-08 21:01:36.841272",
        "Name 15 1 : 2 Name 29",
    ]
    told = [line.split(maxsplit=4)[-1] for line in lines if line.startswith("  half 2, turn 1 ")]
    assert told == [
        "casualty: home 16 Name 11 by away 8 Name 26 (block): Fractured Skull [56], apothecary [22], in the end none"
    ]
    assert lines[-1] == (
        "The file does not hold the dice of the gate; whether the winner threw again for the winnings; the dice "
        "against the fan factor; how the most valuable players were drawn."
    )


def test_a_file_as_json(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--facts", "--json", str(FFB[0])]) == COMPLETE
    shown = json.loads(capfd.readouterr().out)
    assert shown.keys() == {"match", "statistics", "disagreements"}
    assert msgspec.convert(shown["match"], MatchFile) == match_of(FFB[0])
    assert shown["disagreements"] == []
    scorer = next(one for one in shown["statistics"] if (one["side"], one["player"]) == ("away", 8))
    assert scorer == {"side": "away", "player": 8, "name": "Away Player 8", "touchdowns": 2}


def test_a_match_log_of_our_own(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--facts", str(LOG)]) == COMPLETE
    told = capfd.readouterr().out
    assert told.startswith("A match log of Dugout, rules lrb4\nGouged Eye 2 : 1 Reikland Reavers\n")
    assert "half 1, turn 5 interception: away 9 Heinrich\n" in told
    assert AGREES not in told


def test_a_match_log_that_stops_early_lacks_its_end(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    raw = json.loads(LOG.read_bytes())
    del raw["entries"][-1]
    path = tmp_path / "log.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    assert main(["replay", "--facts", str(path)]) == WAITING
    assert "The file does not hold the end of the match; the coaches;" in capfd.readouterr().out


def test_a_match_log_that_breaks_the_rules_is_refused(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    raw = json.loads(LOG.read_bytes())
    raw["entries"][0]["dice"] = [9, 9]
    path = tmp_path / "log.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    assert main(["replay", "--facts", "--json", str(path)]) == PROBLEM
    assert json.loads(capfd.readouterr().out)["problem"]["entry"] == 1


def test_a_file_that_does_not_agree_with_itself(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.bbrz"
    ending = bb2.result({1: {"InflictedTouchdowns": 1}}, row={"HomeScore": 1})
    path.write_bytes(zipped(("Replay", bb2.xml(ending=ending))))
    assert main(["replay", "--facts", str(path)]) == WAITING
    assert capfd.readouterr().out.splitlines()[-4:-1] == [
        "The facts do not agree with the file's own counts for 8 players:",
        "  Hosts (home): the file gives a score of 1, and tells of 0 touchdowns.",
        "  Player 1 (home, number 11): the file counts 1 touchdown, and tells of 0.",
    ]


def test_the_name_of_a_file_does_not_matter(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "holiday.jpg"
    path.write_bytes(FFB[0].read_bytes())
    assert main(["replay", "--facts", str(path)]) == COMPLETE
    assert capfd.readouterr().out.startswith("A replay of FFB, rules BB2020")


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(FFB[1].read_bytes())))
    assert main(["replay", "--facts", "-"]) == COMPLETE
    assert capfd.readouterr().out.startswith("A replay of FFB")


def test_a_bad_file_is_one_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.bbrz"
    path.write_bytes(b"PK\x03\x04 and no more")
    assert main(["replay", "--facts", str(path)]) == PROBLEM
    told = capfd.readouterr()
    assert told.out == ""
    assert told.err == "The archive is damaged or of a kind that is not read: File is not a zip file.\n"
    assert main(["replay", "--facts", "--json", str(path)]) == PROBLEM
    assert json.loads(capfd.readouterr().out) == {"problem": {"message": told.err.rstrip()}}


def test_a_file_that_is_not_there(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "nothing.bbrz"
    assert main(["replay", "--facts", str(path)]) == PROBLEM
    assert capfd.readouterr().err == f"{path} cannot be read: No such file or directory.\n"


# --- into a match log ---------------------------------------------------------------------------------------------


def empty_log_of(path: Path, folder: Path, **changes: str) -> str:
    log = an_empty_log(match_of(path))
    players = (msgspec.structs.replace(log.home.players[0], **changes), *log.home.players[1:])
    log = msgspec.structs.replace(log, home=msgspec.structs.replace(log.home, players=players))
    place = folder / "empty.json"
    place.write_bytes(encode_log(log))
    return str(place)


def test_a_log_is_filled_until_the_file_lacks_something(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "--into", empty_log_of(BB2[1], tmp_path), str(BB2[1])]) == WAITING
    told = capfd.readouterr()
    assert len(decode_log(told.out.encode()).entries) == 55
    assert told.err.startswith("The file lacks: 2D6 for the fan factor, rolled by Name 15.")
    assert told.err.endswith("The file says that the fan factor of Name 15 changed by +1.\n")


def test_whoever_is_not_certain_stops_it(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    place = empty_log_of(BB2[1], tmp_path, name="Skweel")
    assert main(["replay", "--into", place, str(BB2[1])]) == PROBLEM
    assert capfd.readouterr().err == "Say who Name 3 (number 5) of Name 15 is.\n"
    assert main(["replay", "--into", str(tmp_path / "none"), str(BB2[1])]) == PROBLEM
    assert capfd.readouterr().err.endswith("none cannot be read: No such file or directory.\n")
