"""What a match file says, and what is wrong with it, is told in the language of the reader."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.editions import edition
from engine.formats import beside
from engine.formats.as_log import read_on
from engine.formats.counting import disagreements
from engine.formats.matchfile import MatchFile
from engine.formats.matching import NOBODY, Matching, Who, propose, sure
from engine.formats.planning import left_out
from engine.formats.reading import read
from engine.questions import SIDES, Refusal
from engine.replay import replay
from tests.engine.formats.leagues import an_empty_log
from tests.engine.formats.samples import BB2, match_of
from tests.engine.formats.test_as_log import by_hand, with_entries
from tests.engine.marking import Marks, all_forgotten, quotes_a_pick


def people(file: MatchFile) -> set[str]:
    teams = (file.home, file.away)
    return {team.name for team in teams} | {one.name for team in teams for one in team.players}


@pytest.mark.parametrize("path", BB2, ids=lambda path: path.stem)
def test_a_file_is_read_in_the_readers_language(path: Path, marks: Marks) -> None:
    file = match_of(path)
    log = an_empty_log(file)
    rules = edition(log.edition)
    proposals = {side: propose(file.team(side), getattr(log, side)) for side in SIDES}
    told = [one.why for side in SIDES for one in proposals[side]]
    for side in SIDES:
        told += [one.what for one in beside.head(file.team(side), getattr(log, side), rules)]
    matching = Matching(**{side: sure(proposals[side]) for side in SIDES})
    while True:
        found = read_on(log, file, matching)
        told.append(found.hint)
        seen = replay(found.log)
        if seen.waiting_for is None:
            break
        log = with_entries(found.log, by_hand(seen.waiting_for, {}))
    told += beside.differences(found.log, seen, file, matching)
    shirts: list[dict[int, Who]] = [{one.number: NOBODY for one in file.team(side).players} for side in SIDES]
    nobody = Matching(*shirts)
    told += left_out(file, nobody)
    totals = tuple(msgspec.structs.replace(one, touchdowns=9, casualties=9) for one in file.totals)
    told += disagreements(msgspec.structs.replace(file, totals=totals))
    assert not all_forgotten(told, people(file))


@pytest.mark.parametrize("document", [b"", b"nothing", b"\x80\x04.", b"SQLite format 3\x00"])
def test_what_is_no_match_file_is_refused_in_the_readers_language(document: bytes, marks: Marks) -> None:
    with pytest.raises(Refusal) as refusal:
        read(document)
    assert not [text for text in all_forgotten([refusal.value.message]) if not quotes_a_pick(text, ())]
