"""Awards of an event, from its table."""

from __future__ import annotations

from engine.contest.awards import awards
from engine.contest.played import Outcome, Played
from engine.contest.scoring import Scoring
from engine.contest.table import table

STUNTY = {"b", "c"}


def won(games: list[Played], entrants: str = "abcd") -> dict[str, list[tuple[str, str]]]:
    """Who has each award, and for what."""
    found: dict[str, list[tuple[str, str]]] = {}
    for one in awards(table(entrants, games, Scoring(win=3, draw=1)).rows, STUNTY):
        found.setdefault(one.name, []).append((str(one.entrant), one.why))
    return found


def game(
    home: str, away: str, score: tuple[int, int], cas: tuple[int, int] = (0, 0), round: int = 1
) -> Played:
    outcome: Outcome = "draw" if score[0] == score[1] else "home" if score[0] > score[1] else "away"
    return Played(home, away, outcome, *score, *cas, round=round)


ROUNDS = [
    game("a", "b", (3, 0), (1, 4)),
    game("c", "d", (0, 1)),
    game("a", "d", (2, 1), round=2),
    game("b", "c", (1, 0), round=2),
]


def test_every_award_goes_to_whom_the_table_says() -> None:
    assert won(ROUNDS) == {
        "First place": [("a", "2 won, 0 drawn, 0 lost")],
        "Second place": [("d", "1 won, 0 drawn, 1 lost")],
        "Third place": [("b", "1 won, 0 drawn, 1 lost")],
        "Most touchdowns": [("a", "5 touchdowns")],
        "Most casualties": [("b", "4 casualties")],
        "Best defence": [("a", "1 touchdown against in 2 matches")],
        "Stunty cup": [("b", "1 won, 0 drawn, 1 lost")],
        "Wooden spoon": [("c", "0 won, 0 drawn, 2 lost")],
    }


def test_whoever_is_equal_shares_an_award() -> None:
    found = won([game("a", "b", (1, 1), (1, 1)), game("c", "d", (1, 1), (1, 1))])
    assert {name: len(holders) for name, holders in found.items()} == {
        "First place": 4,
        "Most touchdowns": 4,
        "Most casualties": 4,
        "Best defence": 4,
        "Stunty cup": 2,
        "Wooden spoon": 4,
    }
    assert found["Most casualties"][0] == ("a", "1 casualty")


def test_nobody_is_honoured_where_nothing_was_played() -> None:
    assert won([]) == {}
    assert won([Played.bye("a")]) == {}


def test_what_nobody_has_done_is_no_award() -> None:
    assert not {"Most touchdowns", "Most casualties"} & won([game("a", "b", (0, 0))]).keys()


def test_three_have_no_wooden_spoon() -> None:
    assert "Wooden spoon" not in won([game("a", "b", (1, 0))], "abc")


def test_who_has_missed_a_round_has_not_the_best_defence() -> None:
    found = won([game("a", "b", (1, 1)), game("c", "d", (0, 0)), game("a", "b", (1, 2), round=2)])
    assert [holder for holder, _ in found["Best defence"]] == ["b"]


def test_a_knockout_says_who_is_on_the_podium() -> None:
    rows = table("abcd", ROUNDS, Scoring(win=3, draw=1)).rows
    podium: list[tuple[int | str, int]] = [("d", 1), ("a", 2), ("b", 3), ("c", 3)]
    found = [(one.name, one.entrant) for one in awards(rows, STUNTY, podium)]
    assert found[:4] == [
        ("First place", "d"),
        ("Second place", "a"),
        ("Third place", "b"),
        ("Third place", "c"),
    ]
    assert "First place" not in {one.name for one in awards(rows, STUNTY, [])}


def test_the_best_painted_have_most_marks_whatever_they_bring() -> None:
    rows = table("abcd", ROUNDS, Scoring(win=3, draw=1)).rows
    found = awards(rows, STUNTY, painting={"a": 11, "b": 12, "c": 12, "x": 20})
    assert [(one.entrant, one.why) for one in found if one.name == "Best painted"] == [
        ("b", "12 marks"),
        ("c", "12 marks"),
    ]
    assert "Best painted" not in {one.name for one in awards(rows, STUNTY, painting={"a": 0})}
