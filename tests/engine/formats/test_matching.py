"""Who of a match file is who on a roster."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.formats.matchfile import FilePlayer, FileTeam, Kind, MatchFile
from engine.formats.matching import Matching, Proposal, check, folded, position_among, propose, sure, turned
from engine.match.log import LogPlayer, LogRoster
from engine.questions import Refusal, Side
from tests.engine.formats.leagues import an_empty_log
from tests.engine.formats.samples import BB2, match_of, named

STATS = (6, 3, 3, 8)


def a_roster(*players: tuple[int, str, str]) -> LogRoster:
    """Number, name and position."""
    return LogRoster(
        "Reavers",
        "Human",
        1_000_000,
        0,
        tuple(
            LogPlayer(place, number, name, position, STATS, STATS)
            for place, (number, name, position) in enumerate(players, 1)
        ),
    )


def a_team(*players: tuple[int, str, str], kind: Kind = "roster") -> FileTeam:
    return FileTeam("Reavers", "Human", "", tuple(FilePlayer("", *one, kind=kind) for one in players))


def proposals(team: FileTeam, roster: LogRoster) -> list[tuple[int, object, str]]:
    return [(one.player.number, one.who, one.certainty) for one in propose(team, roster)]


def test_accents_capitals_and_blanks_are_nothing_to_tell_names_apart_by() -> None:
    assert folded("  BJÖRN O'Hara ") == folded("Bjo\u0308rn Ohara")


def test_who_has_the_number_and_the_name_is_sure() -> None:
    team = a_team((1, "BJORN", "Human Lineman"), (2, "Conrad", "Human Lineman"))
    roster = a_roster((1, "Björn", "Lineman"), (2, "Conrad", "Lineman"))
    assert proposals(team, roster) == [(1, 1, "sure"), (2, 2, "sure")]


def test_whose_name_nobody_else_has_is_sure_with_another_number() -> None:
    team = a_team((1, "Björn", "Lineman"), (2, "Conrad", "Lineman"))
    roster = a_roster((11, "Conrad", "Lineman"), (12, "Björn", "Lineman"))
    assert proposals(team, roster) == [(1, 12, "sure"), (2, 11, "sure")]


def test_two_of_one_name_are_told_apart_by_number_and_position_only() -> None:
    team = a_team((1, "Hans", "Human Lineman"), (2, "Hans", "Human Blitzer"))
    roster = a_roster((7, "Hans", "Lineman"), (8, "Hans", "Blitzer"))
    assert proposals(team, roster) == [(1, 7, "likely"), (2, 8, "likely")]


def test_who_has_the_number_and_the_position_is_likely() -> None:
    team = a_team((1, "Player One", "Human Lineman"), (2, "Player Two", "Human Blitzer"))
    roster = a_roster((1, "Björn", "Lineman"), (2, "Conrad", "Lineman"), (3, "Dietrich", "Blitzer"))
    assert proposals(team, roster) == [(1, 1, "likely"), (2, 3, "likely")]


def test_who_has_only_the_number_is_proposed_and_not_believed() -> None:
    team = a_team((1, "Player One", ""))
    assert proposals(team, a_roster((1, "Björn", "Lineman"))) == [(1, 1, "unknown")]


def test_a_position_is_the_same_with_and_without_its_race() -> None:
    assert position_among("Blitzer", ["Skaven Lineman", "Skaven Blitzer"]) == "Skaven Blitzer"
    assert position_among("Skaven Blitzer", ["Lineman", "Blitzer"]) == "Blitzer"
    assert position_among("Lineman", ["Skaven Lineman", "Lineman"]) == "Lineman"
    assert position_among("Ogre", ["Lineman", "Blitzer"]) is None


def test_who_is_like_nobody_is_nobody() -> None:
    team = a_team((9, "Player One", "Ogre"))
    assert proposals(team, a_roster((1, "Björn", "Lineman"))) == [(9, "nobody", "unknown")]


def test_a_star_player_plays_for_the_match_alone() -> None:
    team = a_team((1, "Griff Oberwald", "Star"), kind="star")
    assert proposals(team, a_roster((1, "Björn", "Lineman"))) == [(1, "hired", "sure")]


@pytest.mark.parametrize("path", BB2, ids=named)
def test_everybody_of_a_real_file_is_found_on_a_roster_like_its_own(path: Path) -> None:
    file = match_of(path)
    log = an_empty_log(file)
    for team, roster in ((file.home, log.home), (file.away, log.away)):
        assert sure(propose(team, roster)) == {one.number: one.number for one in team.players}


# --- what is settled ----------------------------------------------------------------------------------------------


def problem(matching: Matching) -> str:
    file = match_of(BB2[0])
    small = MatchFile(
        "bb2",
        "CRP",
        "",
        a_team((1, "Hans", ""), (2, "Franz", "")),
        a_team(),
        file.home_result,
        file.away_result,
        (),
    )
    rosters: dict[Side, LogRoster] = {
        "home": a_roster((1, "Björn", "Lineman"), (2, "Conrad", "Lineman")),
        "away": a_roster(),
    }
    with pytest.raises(Refusal) as caught:
        check(matching, small, rosters)
    return caught.value.message


def test_everybody_must_be_settled() -> None:
    assert problem(Matching({1: 1})) == "Say who Franz (number 2) of Reavers is."


def test_two_players_cannot_be_one() -> None:
    assert problem(Matching({1: 1, 2: 1})) == "Hans and Franz cannot both be number 1 of Reavers."


def test_a_number_must_be_on_the_roster() -> None:
    said = "Reavers has no player with the number 9, who Hans would be."
    assert problem(Matching({1: 9, 2: "nobody"})) == said


def test_nobody_is_settled_whom_the_file_does_not_have() -> None:
    assert problem(Matching({7: 1})) == "Reavers has no player with the number 7 in the file."


def test_a_match_that_is_turned_twice_is_the_same() -> None:
    file = match_of(BB2[0])
    other = turned(file)
    assert other.home == file.away
    assert other != file
    assert turned(other) == file
    assert msgspec.json.decode(msgspec.json.encode(other), type=MatchFile) == other


def test_a_proposal_says_why() -> None:
    (one,) = propose(a_team((1, "Hans", "Lineman")), a_roster((1, "Björn", "Lineman")))
    assert one == Proposal(one.player, 1, "likely", "same number and position")
