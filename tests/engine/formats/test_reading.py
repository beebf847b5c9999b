"""Files of strangers: told by what is in them, unpacked within limits, and refused in one sentence."""

from __future__ import annotations

import base64
import gzip
import json
import pickle
import struct
import zlib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.formats import reading, unpacking
from engine.formats.matchfile import MISSING, MatchFile, cleaned, numbered
from engine.questions import Refusal
from tests.engine.formats import bb2_replays, ffb_replays
from tests.engine.formats.samples import BB2, FFB, inside, match_of, named, zipped

LOG = (Path(__file__).parents[2] / "data" / "example-log.json").read_bytes()
EVENT = (Path(__file__).parents[2] / "data" / "naf" / "event-a.xml").read_bytes()
SMALL_BB2 = zipped(("Replay", bb2_replays.xml()))
SMALL_FFB = ffb_replays.packed(ffb_replays.replay_of())


def refused(data: bytes) -> str:
    with pytest.raises(Refusal) as caught:
        reading.read(data)
    return caught.value.message


# --- what it is


@pytest.mark.parametrize(
    ("data", "known"),
    [
        (SMALL_BB2, "bb2"),
        (bb2_replays.xml(), "bb2"),
        (b"\xef\xbb\xbf  " + bb2_replays.xml(), "bb2"),
        (SMALL_FFB, "ffb"),
        (gzip.decompress(SMALL_FFB), "ffb"),
        (zipped(("game.json", gzip.decompress(SMALL_FFB))), "ffb"),
        (LOG, "dugout"),
        (b"\xef\xbb\xbf" + LOG, "dugout"),
        (gzip.compress(LOG), "dugout"),
    ],
    ids=["bbrz", "xml", "xml with blanks", "gz", "json", "zipped json", "log", "log with mark", "packed log"],
)
def test_a_file_is_told_by_its_content(data: bytes, known: str) -> None:
    assert reading.read(data).format == known


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "The file is empty."),
        (b" \n", "The file is empty."),
        (b"hello", f"This is no match file that Dugout knows: it reads {reading.KNOWN}."),
        (b"[]", f"This is no match file that Dugout knows: it reads {reading.KNOWN}."),
        (b"{}", "This file is not a match log: it has no format version."),
        (gzip.compress(b"hello"), f"This is no match file that Dugout knows: it reads {reading.KNOWN}."),
        (b"<html></html>", "This is no replay of Blood Bowl 2: it begins with <html>."),
        (EVENT, "This file is a report to the NAF, which holds the results of an event and no match."),
        (
            zipped(("report.xml", b"<report><winner/></report>")),
            "This file is a report of BOTOCS or OBBLM, which Dugout does not read.",
        ),
        (
            b"SQLite format 3\0" + bytes(100),
            "This file is a database, as Blood Bowl 1 keeps its matches in; Dugout does not read it.",
        ),
        (
            base64.b64encode(zlib.compress(b"<Replay></Replay>")),
            "This file looks like a replay of Blood Bowl 3 (.bbr), which Dugout does not read.",
        ),
    ],
    ids=[
        "nothing",
        "blanks",
        "words",
        "list",
        "object",
        "packed words",
        "html",
        "naf",
        "obblm",
        "bb1",
        "bb3",
    ],
)
def test_what_is_not_read_is_named(data: bytes, told: str) -> None:
    assert refused(data) == told


class Trap:
    """Opened as a pickle it would raise something that no test expects."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return exec, ("raise SystemExit('a pickle was opened')",)


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_a_pickle_is_never_opened(protocol: int) -> None:
    packed = pickle.dumps(Trap(), protocol)
    told = "This file is a pickle of Python, which may hold a program; Dugout never opens one."
    assert refused(packed) == told
    assert refused(gzip.compress(packed)) == told
    assert refused(zipped(("replay.rep", packed))) == told


def test_no_reader_can_open_a_pickle() -> None:
    for path in Path(reading.__file__).parent.glob("*.py"):
        assert "import pickle" not in path.read_text(encoding="utf-8"), path.name


# --- the same match


@pytest.mark.parametrize("path", BB2, ids=named)
def test_a_replay_that_is_packed_again_is_the_same_match(path: Path) -> None:
    again = reading.read(zipped(("other name.xml", inside(path)), packing=0))
    assert again == match_of(path)


@pytest.mark.parametrize("path", FFB, ids=named)
def test_a_replay_of_ffb_that_is_packed_again_is_the_same_match(path: Path) -> None:
    plain = gzip.decompress(path.read_bytes())
    spaced = json.dumps(json.loads(plain), indent=1).encode()
    assert reading.read(plain) == reading.read(gzip.compress(spaced, 1)) == match_of(path)


def test_the_samples_are_four_matches() -> None:
    assert len({match_of(path).digest for path in (*BB2, *FFB)}) == 4


# --- bombs and other damage


def test_an_archive_that_unpacks_to_far_more_than_it_is_is_refused() -> None:
    bomb = zipped(("Replay", b"<Replay>" + b" " * 30_000_000))
    assert len(bomb) < 50_000
    assert refused(bomb) == "The file unpacks to more than 7 MB; no file of a match does, and it is not read."
    packed = gzip.compress(b"{" + b" " * 30_000_000)
    assert (
        refused(packed) == "The file unpacks to more than 7 MB; no file of a match does, and it is not read."
    )


def test_nothing_larger_than_any_match_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "LARGEST_CONTENT", 1_500_000)
    many = b"<Replay>" + b"<ReplayStep></ReplayStep>" * 100_000
    told = "The file unpacks to more than 1 MB; no file of a match does, and it is not read."
    assert refused(zipped(("Replay", many), packing=0)) == told
    assert refused(gzip.compress(many, 0)) == told


def test_a_size_in_a_header_is_not_believed() -> None:
    """The header of the archive says that the member is as large packed as a gigabyte is unpacked."""
    bomb = bytearray(zipped(("Replay", b"<Replay>" + b" " * 30_000_000)))
    central = bomb.rindex(b"PK\x01\x02")
    size = struct.unpack_from("<I", bomb, central + 20)[0]
    struct.pack_into("<I", bomb, central + 20, size * 100)
    with pytest.raises(Refusal):
        reading.read(bytes(bomb))


def test_a_file_that_is_too_large_as_it_is_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "LARGEST_FILE", 1_000_000)
    assert refused(b"<Replay>" + bytes(1_100_000)) == (
        "The file is too large: at most 1 MB are read, this has 1.1 MB."
    )


def test_an_archive_of_several_files_is_refused() -> None:
    replay = bb2_replays.xml()
    assert refused(zipped(("a", replay), ("b", replay))) == (
        "The archive holds 2 files; the archive of a match holds one."
    )
    assert refused(zipped(*((str(number), b"") for number in range(30)))) == (
        "The archive holds 30 files; the archive of a match holds one."
    )
    assert refused(zipped(("folder/", b""))) == "The archive holds 0 files; the archive of a match holds one."


def test_folders_in_an_archive_are_no_files() -> None:
    packed = zipped(("folder/", b""), ("folder/Replay", bb2_replays.xml()), ("__MACOSX/._Replay", b"x"))
    assert reading.read(packed).format == "bb2"


def test_a_locked_archive_is_refused() -> None:
    locked = bytearray(SMALL_BB2)
    locked[locked.rindex(b"PK\x01\x02") + 8] |= 1
    assert refused(bytes(locked)) == "The archive is locked by a password, and is not read."


def test_an_archive_that_is_packed_otherwise_is_refused() -> None:
    packed = zipped(("Replay", bb2_replays.xml()), packing=14)
    assert refused(packed) == "The archive is packed in a way that is not read; zip it again with deflate."


@pytest.mark.parametrize("data", [SMALL_BB2, SMALL_FFB], ids=["bb2", "ffb"])
def test_a_file_that_stops_early_is_refused(data: bytes) -> None:
    for length in range(4, len(data) - 1, 37):
        told = refused(data[:length])
        assert told.endswith("."), length


def test_a_document_type_is_refused() -> None:
    told = "The file defines a document type or entities of its own, and is not read."
    laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><Replay>&b;</Replay>'
    assert refused(laughs.encode()) == told
    outside = '<!DOCTYPE x SYSTEM "file:///etc/passwd"><Replay></Replay>'
    assert refused(zipped(("Replay", outside.encode()))) == told


def test_xml_that_is_deeper_or_larger_than_any_is_refused() -> None:
    told = "This is no replay of Blood Bowl 2: its XML is larger or deeper than that of any match."
    deep = b"<Replay>" + b"<a>" * 100_000
    assert refused(deep) == told
    wide = b"<Replay><ReplayStep>" + b"<a/>" * 200_001
    assert refused(wide) == told


def test_json_that_is_deeper_than_any_is_refused() -> None:
    for where in (b'{"game":{},"gameLog":{},"x":', b'{"game":{},"gameLog":', b'{"format":2,"entries":', b""):
        assert refused(where + b"[" * 200_000).endswith(".")


@pytest.mark.parametrize(
    ("document", "told"),
    [
        (b'{"gameLog": {}}', "This is no replay of FFB: it lacks the game or its log."),
        (b'{"gameLog": {}, "game": {}}', "The replay stops before the end of the match."),
        (
            b'{"gameLog": {"commandArray": 5}, "game": {}}',
            "The replay of FFB cannot be read: Expected `array`, got `int` - at `gameLog.commandArray`.",
        ),
    ],
)
def test_a_replay_of_ffb_that_lacks_something_is_refused(document: bytes, told: str) -> None:
    assert refused(document) == told


def test_a_result_of_somebody_who_plays_for_nobody_is_refused() -> None:
    replay = ffb_replays.replay_of(home={"playerResults": [{"playerId": "x9"}]})
    assert (
        refused(ffb_replays.packed(replay)) == "The result of the replay has a player whom no team has: x9."
    )


def test_a_team_of_hundreds_is_refused() -> None:
    players = [ffb_replays.player(f"h{number}", number) for number in range(1, 80)]
    home = ffb_replays.team("1", *players)
    assert "more than 60 players" in refused(ffb_replays.packed(ffb_replays.replay_of(team_home=home)))


PLAIN_BB2, PLAIN_FFB = bb2_replays.xml(), gzip.decompress(SMALL_FFB)


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    st.sampled_from([SMALL_BB2, SMALL_FFB, PLAIN_BB2, PLAIN_FFB, LOG]),
    st.lists(st.tuples(st.integers(0, 1_000_000), st.integers(0, 255)), min_size=1, max_size=8),
)
def test_whatever_is_damaged_is_read_or_refused_and_nothing_else(
    data: bytes, damage: list[tuple[int, int]]
) -> None:
    damaged = bytearray(data)
    for place, byte in damage:
        damaged[place % len(damaged)] = byte
    with suppress(Refusal):
        assert isinstance(reading.read(bytes(damaged)), MatchFile)


# --- small things


def test_every_missing_thing_has_words() -> None:
    for path in (*BB2, *FFB):
        assert set(match_of(path).missing) <= MISSING.keys()


def test_shirts_are_kept_and_spare_ones_begin_at_100() -> None:
    assert numbered([7, None, 7, 0, 100, 3]) == [7, 100, 101, 102, 103, 3]


def test_a_name_is_one_line() -> None:
    assert cleaned(None) == ""
    assert cleaned(" a\n\tb\x00 c ") == "a b c"


def test_two_players_of_one_id_are_refused() -> None:
    home = ffb_replays.team("1", ffb_replays.player("a1", 1))
    replay = ffb_replays.replay_of(team_home=home)
    assert refused(ffb_replays.packed(replay)) == "Two players of the replay have the same id: a1."


def test_more_facts_than_any_match_has_are_refused() -> None:
    told = "The file tells of more than 2,000 facts; no match has so many, and it is not read."
    kick_offs = ffb_replays.command(*[ffb_replays.report("kickoffResult", kickoffResult="Blitz")] * 2_001)
    assert refused(ffb_replays.packed(ffb_replays.replay_of(kick_offs))) == told
    table = bb2_replays.tag("RulesEventKickOffTable", ListDice="(1,1)", Event=0)
    assert refused(bb2_replays.xml(bb2_replays.step(table * 2_001))) == told
