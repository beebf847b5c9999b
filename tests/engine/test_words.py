"""Numbers and lists as sentences have them."""

import pytest

from engine.words import Word, counted, listed


@pytest.mark.parametrize(
    "number, word, told",
    [
        (1, "touchdown", "1 touchdown"),
        (2, "touchdown", "2 touchdowns"),
        (0, "team re-roll", "0 team re-rolls"),
        (1200, ("casualty", "casualties"), "1,200 casualties"),
        (1, ("match is", "matches are"), "1 match is"),
    ],
)
def test_things_are_counted_in_words(number: int, word: Word, told: str) -> None:
    assert counted(number, word) == told


def test_a_list_ends_with_and() -> None:
    assert [listed("ABC"[:count]) for count in range(4)] == ["", "A", "A and B", "A, B and C"]
