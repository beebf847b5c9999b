"""A Swiss on the command line: 33 coaches, six rounds, a late entry and two drops."""

from __future__ import annotations

import json

import pytest

from engine.cli import COMPLETE, PROBLEM, WAITING, main
from engine.contest.rounds import check, scores
from engine.contest.swiss_by_chance import Plan, simulated, table_of


def test_six_rounds_of_thirty_three_with_a_late_entry_and_two_drops() -> None:
    swiss, ending = simulated(Plan())
    assert ending is None
    check(swiss)
    assert [len(played.pairings) for played in swiss.rounds] == [16, 17, 16, 16, 16, 16]
    assert [sum(pairing.is_bye for pairing in played.pairings) for played in swiss.rounds] == [
        0,
        1,
        0,
        0,
        1,
        1,
    ]
    met = [frozenset(pairing.seats) for played in swiss.rounds for pairing in played.pairings]
    assert len(met) == len(set(met))
    [late] = [entrant for entrant in swiss.entrants if entrant.joined > 1]
    assert (late.joined, late.seed) == (2, 33)
    assert sorted(one.dropped for one in swiss.entrants if one.dropped is not None) == [2, 4]


def test_the_table_counts_what_was_played() -> None:
    swiss, _ = simulated(Plan())
    rows = table_of(swiss).rows
    points = scores(swiss)
    assert [row.points for row in rows] == sorted((points[one.id] for one in swiss.entrants), reverse=True)
    for row in rows:
        assert row.points == 3 * (row.won + row.byes) + row.drawn
    assert sum(row.won for row in rows) == sum(row.lost for row in rows)
    assert sum(row.won + row.drawn + row.lost for row in rows) == 2 * (16 + 16 + 16 + 16 + 15 + 15)


def test_the_command_prints_rounds_and_the_table(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["swiss"]) == COMPLETE
    lines = capfd.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("Round")] == [f"Round {n}" for n in range(1, 7)]
    assert lines[lines.index("Round 2") + 1] == "Coach 33 joins."
    assert sum(line.endswith(" leaves.") for line in lines) == 2
    assert sum(line.split()[:1] == ["bye"] for line in lines) == 3
    start = next(place for place, line in enumerate(lines) if line.startswith("Place"))
    places = [int(line.split()[0]) for line in lines[start + 1 :]]
    assert len(places) == 33
    assert places[0] == 1
    assert places == sorted(places)
    assert sum("left after round" in line for line in lines) == 2
    assert sum("joined in round 2" in line for line in lines) == 1


@pytest.mark.parametrize("rounds", ["1", "2", "3"])
def test_a_short_swiss_needs_no_word_of_who_comes_and_goes(
    rounds: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["swiss", "--entrants", "8", "--rounds", rounds]) == 0
    assert f"Round {rounds}" in capfd.readouterr().out


def test_the_same_seed_prints_the_same(capfd: pytest.CaptureFixture[str]) -> None:
    told = []
    for seed in ("1", "1", "2"):
        assert main(["swiss", "--seed", seed, "--clubs", "5"]) == COMPLETE
        told.append(capfd.readouterr().out)
    assert told[0] == told[1] != told[2]


def test_the_command_prints_json(capfd: pytest.CaptureFixture[str]) -> None:
    assert main("swiss --entrants 9 --rounds 3 --late --drops --json".split()) == COMPLETE
    shown = json.loads(capfd.readouterr().out)
    assert shown.keys() == {"swiss", "ending", "table"}
    assert shown["ending"] is None
    assert [played["number"] for played in shown["swiss"]["rounds"]] == [1, 2, 3]
    assert len(shown["table"]) == 9


def test_a_swiss_without_a_pairing_says_so_and_prints_what_there_was(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert main("swiss --entrants 4 --rounds 4 --late --drops".split()) == WAITING
    lines = capfd.readouterr().out.splitlines()
    assert "No pairing of round 4 is without a rematch." in lines
    assert "- End the Swiss after round 3." in lines
    assert lines[-5].startswith("Place")


@pytest.mark.parametrize(
    "arguments, text",
    [
        ("--entrants 1", "A Swiss needs two entrants, and no more can be late than are entered."),
        (
            "--entrants 2 --late 1 1 1",
            "A Swiss needs two entrants, and no more can be late than are entered.",
        ),
        ("--rounds 3 --drops 4", "Late entries and drops are in the rounds 1 to 3."),
    ],
)
def test_what_cannot_be_is_refused(arguments: str, text: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["swiss", *arguments.split()]) == PROBLEM
    captured = capfd.readouterr()
    assert (captured.out, captured.err) == ("", f"{text}\n")


def test_everybody_may_leave() -> None:
    swiss, ending = simulated(Plan(entrants=3, rounds=3, late=(), drops=(1, 1, 1, 1)))
    assert len(swiss.rounds) == 1
    assert ending is not None
    assert ending.ended
