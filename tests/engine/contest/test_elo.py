"""The ratings of the NAF, on its own vectors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contest.elo import Event, RatedGame, chance, moved, rated_game, ratings
from engine.contest.played import Outcome, Played
from engine.questions import Refusal

ORC, ELF = ("Ada", "Orc"), ("Bob", "Wood Elf")


@pytest.mark.parametrize(
    "own, opponent, score, event, after",
    [
        (150, 150, 1, Event(16), 154.000),
        (180, 150, 0, Event(40), 173.063),
        (150, 180, 1, Event(40), 156.937),
        (150, 150, 1, Event(20, major=True), 157.746),
    ],
)
def test_the_vectors_of_the_naf(own, opponent, score, event, after):
    assert moved(own, opponent, score, event) == pytest.approx(after, abs=0.0005)


def test_the_factor_goes_by_the_coaches_of_the_event_up_to_thirty_two_and_a_major_counts_as_sixty():
    assert Event(16).k == 8
    assert Event(40).k == Event(32).k == pytest.approx(11.3137, abs=0.00005)
    assert Event(8, major=True).k == Event(200, major=True).k == pytest.approx(15.4919, abs=0.00005)
    assert chance(180, 150) == pytest.approx(0.6131, abs=0.00005)


def test_a_factor_of_nought_freezes_the_ratings():
    frozen = ratings([RatedGame(ORC, ELF, "home", Event(16, factor=0))])
    assert [one.value for one in frozen] == [150, 150]


def test_everybody_starts_at_150_with_each_race():
    games = [
        RatedGame(ORC, ELF, "home", Event(16)),
        RatedGame(("Ada", "Skaven"), ELF, "draw", Event(16)),
    ]
    found = {one.who: one for one in ratings(games)}
    assert found[ORC].value == 154
    assert found["Ada", "Skaven"].steps[0].rating == 150
    assert found["Ada", "Skaven"].value < 150 < found["Ada", "Skaven"].steps[0].opponent_rating + 5
    assert [step.after for step in found[ELF].steps][-1] == found[ELF].value


def test_a_game_with_a_coach_without_number_moves_nobody():
    assert ratings([RatedGame(ORC, None, "home", Event(16))]) == ()


def test_only_matches_that_were_begun_move_ratings():
    counted = [
        Played(1, 2, "away"),
        Played(1, 2, "home", kind="conceded"),
    ]
    not_counted = [
        Played(1, 2, "home", kind="forfeit"),
        Played(1, 2, "neither", kind="forfeit"),
        Played(1, 2, "home", kind="refused"),
        Played(1, 2, None),
        Played.bye(1),
    ]
    event = Event(16)
    assert [rated_game(one, ORC, ELF, event, 7) for one in counted] == [
        RatedGame(ORC, ELF, "away", event, 7),
        RatedGame(ORC, ELF, "home", event, 7),
    ]
    assert [rated_game(one, ORC, ELF, event) for one in not_counted] == [None] * 5


def test_two_teams_of_one_coach_play_for_no_rating():
    assert rated_game(Played(1, 2, "home"), ORC, ("Ada", "Skaven"), Event(16)) is None


def test_a_rating_knows_what_it_is_made_of():
    event = Event(16)
    (ada,) = (
        one
        for one in ratings(
            [
                RatedGame(ORC, ELF, "home", event, "first"),
                RatedGame(ELF, ORC, "home", event, "second"),
                RatedGame(ORC, ELF, "draw", event, "third"),
            ]
        )
        if one.who == ORC
    )
    assert [step.key for step in ada.steps] == ["first", "second", "third"]
    assert [ada.scored(score) for score in (1, 0.5, 0)] == [1, 1, 1]
    assert ada.best == 154
    assert ada.value == pytest.approx(150 + sum(step.change for step in ada.steps))


def test_ratings_from_elsewhere_are_where_it_starts():
    found = ratings([RatedGame(ORC, ELF, "away", Event(40))], {ORC: 180, ("Cy", "Ogre"): 160})
    assert [(one.who, round(one.value, 3)) for one in found] == [
        (ORC, 173.063),
        (("Cy", "Ogre"), 160),
        (ELF, 156.937),
    ]


@pytest.mark.parametrize(
    "game, sentence",
    [
        (
            RatedGame(ORC, ("Ada", "Skaven"), "home", Event(16)),
            "The coach Ada has no rating against himself.",
        ),
        (RatedGame(ORC, ELF, "neither", Event(16)), "A game that nobody came to moves no rating."),
    ],
)
def test_games_that_cannot_be_rated_are_refused(game, sentence):
    with pytest.raises(Refusal) as refused:
        ratings([game])
    assert refused.value.message == sentence


OUTCOMES: list[Outcome] = ["home", "away", "draw"]
coaches = st.sampled_from([(name, race) for name in "ABCD" for race in ("Orc", "Human")])
games = st.lists(
    st.tuples(coaches, coaches, st.sampled_from(OUTCOMES), st.integers(2, 80), st.booleans())
    .filter(lambda game: game[0][0] != game[1][0])
    .map(lambda game: RatedGame(game[0], game[1], game[2], Event(game[3], game[4]))),
    max_size=30,
)


@given(games)
def test_what_one_gains_the_other_loses(played):
    found = ratings(played)
    assert sum(one.value for one in found) == pytest.approx(150 * len(found))


@given(games, st.data())
def test_a_result_that_is_taken_out_has_never_been(played, data):
    """Worked out in one go without it, and one by one on top of the ratings of before."""
    if not played:
        return
    out = data.draw(st.integers(0, len(played) - 1))
    without = played[:out] + played[out + 1 :]
    kept: dict = {one.who: one.value for one in ratings(played[:out])}
    for game in played[out + 1 :]:
        kept = {one.who: one.value for one in ratings([game], kept)}
    assert {one.who: one.value for one in ratings(without)} == kept
