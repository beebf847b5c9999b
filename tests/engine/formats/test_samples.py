"""Real files of other programs: whatever their facts show is what they count themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.formats.counting import COUNTED, disagreements, tallies
from engine.formats.matchfile import Casualty, Fact, Touchdown
from engine.questions import SIDES
from tests.engine.formats.samples import BB2, FFB, match_of, named

ALL = (*BB2, *FFB)


def test_there_are_samples_of_both_programs() -> None:
    assert [path.name for path in ALL] == [
        "bb2-a.bbrz", "bb2-b.bbrz", "bb2020-a.json.gz", "bb2020-b.json.gz",
    ]  # fmt: skip


@pytest.mark.parametrize("path", ALL, ids=named)
def test_the_counts_of_every_player_are_those_of_the_file(path: Path) -> None:
    match = match_of(path)
    counted = {(one.side, one.player): one for one in tallies(match)}
    players = [(side, player.number) for side in SIDES for player in match.team(side).players]
    assert sorted(players) == sorted((one.side, one.player) for one in match.totals)
    for recorded in match.totals:
        tally = counted[recorded.side, recorded.player]
        told = {what: getattr(recorded, what) for what in COUNTED}
        shown = {what: getattr(tally, what) for what in COUNTED}
        assert shown | {what: None for what, number in told.items() if number is None} == told
        assert recorded.injuries == tally.injuries
    assert disagreements(match) == ()


@pytest.mark.parametrize("path", ALL, ids=named)
def test_the_events_stand_in_the_order_of_halves_and_turns(path: Path) -> None:
    def timed(facts: tuple[Fact, ...]) -> list[tuple[int, int]]:
        return [(one.half, one.turn) for one in facts if isinstance(one, Touchdown | Casualty)]

    times = timed(match_of(path).facts)
    assert times == sorted(times)
    assert all(half in (1, 2) and 0 < turn <= 8 for half, turn in times)


@pytest.mark.parametrize("path", ALL, ids=named)
def test_names_of_people_in_the_samples_are_replaced(path: Path) -> None:
    match = match_of(path)
    names = {player.name for side in SIDES for player in match.team(side).players}
    names |= {match.home.coach, match.away.coach, match.home.name, match.away.name, match.competition}
    plain = {name.rstrip("0123456789 AB") for name in names if name}
    assert plain <= {
        "Name", "UserId", "Home Player", "Away Player", "Home Team", "Away Team", "Home Coach", "Away Coach",
    }  # fmt: skip
