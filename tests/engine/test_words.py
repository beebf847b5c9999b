"""Numbers and lists as sentences have them."""

import pytest
from django.utils.translation import override

from engine.editions import EDITIONS, edition
from engine.words import CALLED_LIKE_A_RACE, Word, counted, listed, named, position_named


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


def test_one_player_is_not_called_like_a_whole_race() -> None:
    with override("pl"):
        assert (named("Ogre"), position_named("Ogre")) == ("Ogry", "Ogr")
        assert (named("Goblin"), position_named("Goblin")) == ("Gobliny", "Goblin")


def test_the_positions_that_are_called_like_a_race_are_those_of_the_tables() -> None:
    races = [race for key in EDITIONS for race in edition(key).races.values()]
    positions = {position.name for race in races for position in race.positions}
    assert positions & {race.name for race in races} == CALLED_LIKE_A_RACE


def test_a_position_that_no_race_is_called_like_has_one_name() -> None:
    with override("pl"):
        assert position_named("Blitzer") == named("Blitzer") == "Rozgrywający"
