"""A ladder: challenges go up, and who wins from below takes the place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contest.ladder import Challenge, Rules, challenge, ladder, reachable, why_not
from engine.contest.played import Outcome, Played
from engine.questions import Refusal

FIELD = "ABCDEF"


def order(made):
    return "".join(made.order)


def test_they_stand_as_they_entered():
    made = ladder(FIELD, [])
    assert order(made) == FIELD
    assert [position.place for position in made.positions] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("taking, expected", [("insert", "AEBCDF"), ("swap", "AECDBF")])
def test_who_wins_from_below_takes_the_place(taking, expected):
    made = ladder(FIELD, [Played("E", "B", "home", 2, 1)], Rules(taking=taking))
    assert order(made) == expected
    assert made.moves[0].moved
    assert made.place("E") == 2


@pytest.mark.parametrize(
    "match",
    [
        Played("E", "B", "away", 0, 1),
        Played("B", "E", "home"),
        Played("E", "B", "draw"),
        Played("E", "B", "neither", kind="forfeit"),
        Played("E", "B", None, 5, 0),
    ],
)
def test_nobody_moves_for_anything_else(match):
    assert order(ladder(FIELD, [match])) == FIELD


@pytest.mark.parametrize("kind", ["refused", "forfeit", "conceded"])
def test_a_challenge_that_is_not_taken_costs_the_place(kind):
    made = ladder(FIELD, [Played("C", "A", "home", kind=kind)])
    assert order(made) == "CABDEF"
    assert [(p.won, p.drawn, p.lost) for p in made.positions[:2]] == [(1, 0, 0), (0, 0, 1)]


def test_who_leaves_is_taken_off_and_what_he_did_stands():
    made = ladder(FIELD, [Played("C", "A", "home")], left="C")
    assert order(made) == "ABDEF"
    assert made.positions[0].lost == 1
    assert made.positions[0].place == 1


def test_a_challenge_goes_up_within_reach():
    made = ladder(FIELD, [])
    assert challenge(made, "E", "B", Rules()) == Challenge("E", "B")
    assert challenge(made, "F", "A", Rules(reach=None)) == Challenge("F", "A")
    assert reachable(made, "F", Rules()) == ("E", "D", "C")
    assert reachable(made, "B", Rules()) == ("A",)
    assert reachable(made, "F", Rules(reach=None)) == tuple("EDCBA")
    assert why_not(made, "F", "E", Rules()) == ""


def test_who_is_in_a_challenge_is_not_reached_and_reaches_nobody():
    made, pending = ladder(FIELD, []), (Challenge("D", "C"),)
    assert reachable(made, "F", Rules(), pending) == ("E",)
    assert reachable(made, "D", Rules(), pending) == ()
    assert reachable(made, "F", Rules(open_challenges=2), pending) == ("E", "D", "C")


@pytest.mark.parametrize(
    "challenger, challenged, sentence",
    [
        ("B", "B", "B cannot challenge himself."),
        ("B", "E", "E stands below B, and challenges go up the ladder."),
        ("F", "B", "B stands 4 places above F, who may challenge 3 places up."),
        ("F", "Z", "Z is not on the ladder."),
        ("D", "C", "D has a challenge that is not played yet."),
        ("C", "A", "A has a challenge that is not played yet."),
    ],
)
def test_other_challenges_are_refused(challenger, challenged, sentence):
    pending = (Challenge("D", "A"),)
    with pytest.raises(Refusal) as refused:
        challenge(ladder(FIELD, []), challenger, challenged, Rules(), pending)
    assert why_not(ladder(FIELD, []), challenger, challenged, Rules(), pending) == sentence
    assert refused.value.message == sentence


@pytest.mark.parametrize(
    "made, sentence",
    [
        (lambda: ladder("ABA", []), "A is on the ladder twice."),
        (lambda: ladder("AB", [Played("A", "Z", "home")]), "Z is not on the ladder."),
        (lambda: ladder("AB", [Played.bye("A")]), "The bye of A has no place on a ladder."),
        (
            lambda: ladder("AB", [Played("A", "A", "home")]),
            "The match of A is against itself and counts nowhere.",
        ),
        (
            lambda: Rules(reach=0),
            "On a ladder everybody may challenge at least one place up, in one challenge at a time.",
        ),
    ],
)
def test_what_cannot_be_is_refused(made, sentence):
    with pytest.raises(Refusal) as refused:
        made()
    assert refused.value.message == sentence


OUTCOMES: list[Outcome | None] = ["home", "away", "draw", None]
results = st.lists(
    st.tuples(st.permutations(FIELD), st.sampled_from(OUTCOMES)).map(
        lambda drawn: Played(drawn[0][0], drawn[0][1], drawn[1])
    ),
    max_size=20,
)


@given(results, st.sampled_from(["insert", "swap"]))
def test_everybody_keeps_one_place_and_who_won_stands_above(played, taking):
    made = ladder(FIELD, played, Rules(taking=taking))
    assert sorted(made.order) == list(FIELD)
    for move in made.moves:
        if move.match.winner is not None:
            loser = move.match.away if move.match.winner == move.match.home else move.match.home
            assert move.after.index(move.match.winner) < move.after.index(loser)
    assert sum(p.won for p in made.positions) == sum(p.lost for p in made.positions)


@given(results, st.data())
def test_a_result_that_is_taken_out_has_never_been(played, data):
    if not played:
        return
    out = data.draw(st.integers(0, len(played) - 1))
    without = played[:out] + played[out + 1 :]
    on_top = ladder(ladder(FIELD, played[:out]).order, played[out + 1 :])
    assert ladder(FIELD, without).order == on_top.order
