"""Knockouts: the best kept apart, one winner, everybody placed, and corrections that move on."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contest.bracket import Options
from engine.contest.draw import seed_order
from engine.contest.knockout import Place, Result, bracket, bracket_of_slots, places, play, walked_over
from engine.contest.played import Id, Outcome, Played
from engine.questions import Refusal

SIZES = range(2, 41)
DOUBLE = Options(double=True)
ALL_OPTIONS = [
    Options(),
    Options(third_place=True),
    Options(best_of=(5, 3, 1)),
    Options(best_of=(3,), third_place=True),
    DOUBLE,
    Options(double=True, reset=False),
    Options(double=True, best_of=(3, 1)),
]


def won(cup, key, winner, game=1, score=(1, 0)):
    """The result of a game of the match with this key, as its sides stand."""
    match = cup.get(key)
    outcome: Outcome = "home" if winner == match.home else "away"
    home_td, away_td = score if outcome == "home" else score[::-1]
    return Result(key, Played(match.home, match.away, outcome, home_td, away_td), game)


def after(cup, *wins):
    """The cup after these matches: ``("winners-1-1", 2)`` is won by entrant 2."""
    for key, winner in wins:
        cup = play(cup, [won(cup, key, winner)])
    return cup


def by_seed(cup):
    """The cup played to its end, the better seed always winning."""
    while cup.open:
        match = cup.open[0]
        best = min(match.home, match.away)
        cup = play(cup, [won(cup, match.key, best, len(match.games) + 1)])
    return cup


def pairs(cup, part="winners", number=1):
    return [(m.home, m.away) for m in cup.matches if (m.part, m.round) == (part, number)]


def open_titles(cup):
    return [cup.title(match) for match in cup.open]


# the draw


def test_of_eight_the_quarter_finals_are_one_eight_four_five_two_seven_three_six():
    assert pairs(bracket(range(1, 9))) == [(1, 8), (4, 5), (2, 7), (3, 6)]


def test_of_sixteen_the_first_round_keeps_the_best_in_four_quarters():
    assert seed_order(16) == [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]


@pytest.mark.parametrize("n", SIZES)
def test_the_best_meet_as_late_as_can_be(n):
    cup = by_seed(bracket(range(1, n + 1)))
    for number in range(1, cup.rounds + 1):
        left = 2 ** (cup.rounds - number + 1)
        part = "final" if number == cup.rounds else "winners"
        for home, away in pairs(cup, part, number):
            assert home + away == left + 1
    assert cup.champion == 1


@pytest.mark.parametrize("n", SIZES)
def test_byes_go_to_the_best_and_are_not_matches(n):
    cup = bracket(range(1, n + 1))
    free = 2**cup.rounds - n
    assert sorted(cup.byes) == list(range(1, free + 1))
    assert len(cup.matches) == n - 1
    assert len(bracket(range(n), options=DOUBLE).matches) == 2 * n - 1
    assert [match.number for match in cup.matches] == list(range(1, n))


@pytest.mark.parametrize("options", ALL_OPTIONS)
@pytest.mark.parametrize("n", SIZES)
def test_seeds_who_always_win_come_in_by_their_seeds(n, options):
    cup = by_seed(bracket(range(1, n + 1), options=options))
    assert cup.over
    found = places(cup)
    assert [place.entrant for place in found][:2] == [1, 2]
    assert [place.entrant for place in found] == sorted(
        range(1, n + 1), key=lambda seed: (next(p.place for p in found if p.entrant == seed), seed)
    )
    if not options.double:
        assert [place.entrant for place in found] == list(range(1, n + 1))


def test_seeds_are_named_the_best_first_and_the_others_follow_as_they_are_given():
    cup = bracket("ABCDEFGH", seeds="HB")
    assert cup.entrants == tuple("HBACDEFG")
    assert pairs(cup) == [("H", "G"), ("C", "D"), ("B", "F"), ("A", "E")]


def test_a_lot_draws_the_unseeded_and_the_same_lot_draws_the_same():
    cups = [bracket(range(16), seeds=[5, 6], options=Options(lot=lot)) for lot in ("a", "a", "b")]
    assert cups[0] == cups[1]
    assert cups[0].entrants != cups[2].entrants
    assert {cup.entrants[:2] for cup in cups} == {(5, 6)}


def test_a_first_round_may_be_drawn_by_hand():
    cup = bracket_of_slots(["A", "C", "B", None])
    assert pairs(cup) == [("A", "C")]
    assert cup.byes == ("B",)


@pytest.mark.parametrize(
    "draw, said",
    [
        (lambda: bracket([]), "A knockout needs at least two entrants."),
        (lambda: bracket(["A"]), "A knockout needs at least two entrants."),
        (lambda: bracket("ABA"), "A is entered more than once."),
        (lambda: bracket("AB", seeds="C"), "C is seeded and not entered."),
        (lambda: bracket("ABC", seeds="CC"), "C is entered more than once."),
        (
            lambda: bracket("AB", options=Options(best_of=(2,))),
            "A match is the best of an odd number of games, so that somebody wins it.",
        ),
        (
            lambda: bracket("AB", options=Options(double=True, third_place=True)),
            "In a double elimination the losers' final decides the third place, so nobody plays for it.",
        ),
        (
            lambda: bracket_of_slots(["A", "B", "C"]),
            "The first round of a knockout has 2, 4, 8, 16 slots and so on, and 3 were given.",
        ),
        (
            lambda: bracket_of_slots(["A", "B", None, None]),
            "A match of the first round has at least one side, and the other may have a bye.",
        ),
    ],
)
def test_what_makes_no_knockout_is_refused_in_a_sentence(draw, said):
    with pytest.raises(Refusal) as refused:
        draw()
    assert str(refused.value) == said


# play


def test_winners_move_on_and_what_can_be_played_is_open():
    cup = bracket(range(1, 9))
    assert open_titles(cup) == ["quarter-final 1", "quarter-final 2", "quarter-final 3", "quarter-final 4"]
    cup = after(cup, ("winners-1-1", 1), ("winners-1-2", 5), ("winners-1-3", 2))
    assert open_titles(cup) == ["quarter-final 4", "semi-final 1"]
    assert pairs(cup, number=2) == [(1, 5), (2, None)]
    assert cup.champion is None
    cup = after(cup, ("winners-1-4", 3), ("winners-2-1", 5), ("winners-2-2", 3), ("final", 5))
    assert (cup.champion, cup.open, cup.over) == (5, (), True)


def test_losers_of_the_same_round_share_a_place():
    cup = after(bracket(range(1, 5)), ("winners-1-1", 4), ("winners-1-2", 2), ("final", 2))
    assert places(cup) == (Place(2, 1), Place(4, 2), Place(1, 3, True), Place(3, 3, True))


def test_third_place_is_played_for():
    cup = bracket(range(1, 5), options=Options(third_place=True))
    cup = after(cup, ("winners-1-1", 4), ("winners-1-2", 2))
    assert open_titles(cup) == ["match for third place", "final"]
    cup = after(cup, ("final", 2), ("third", 3))
    assert places(cup) == (Place(2, 1), Place(4, 2), Place(3, 3), Place(1, 4))


def test_of_three_the_loser_of_the_only_semi_final_is_third_without_a_match():
    cup = by_seed(bracket("ABC", options=Options(third_place=True)))
    assert [cup.title(match) for match in cup.matches] == ["semi-final", "final"]
    assert places(cup) == (Place("A", 1), Place("B", 2), Place("C", 3))


def test_a_place_is_known_as_soon_as_it_is_certain():
    cup = after(bracket(range(1, 9)), ("winners-1-1", 8), ("winners-1-2", 4))
    assert places(cup) == (Place(1, 5, True), Place(5, 5, True))


def test_a_long_match_goes_on_until_somebody_has_more_than_half():
    cup = bracket("AB", options=Options(best_of=(5,)))
    for game, winner in enumerate("ABAB", 1):
        cup = play(cup, [won(cup, "final", winner, game)])
    assert cup.champion is None
    assert [match.wins(side) for match in cup.open for side in "AB"] == [2, 2]
    assert play(cup, [won(cup, "final", "B", 5)]).champion == "B"


def test_the_number_of_games_counts_from_the_final():
    cup = bracket(range(16), options=Options(best_of=(5, 3, 1), third_place=True))
    assert Counter((m.part, m.round, m.best_of) for m in cup.matches) == {
        ("winners", 1, 1): 8,
        ("winners", 2, 1): 4,
        ("winners", 3, 3): 2,
        ("third", 1, 3): 1,
        ("final", 4, 5): 1,
    }


def test_who_plays_at_home_changes_within_a_long_match():
    cup = bracket("AB", options=Options(best_of=(3,)))
    cup = play(
        cup, [Result("final", Played("A", "B", "home"), 1), Result("final", Played("B", "A", "away"), 2)]
    )
    assert cup.champion == "A"


def test_a_walk_over_decides_a_long_match_at_once():
    cup = bracket("AB", options=Options(best_of=(3,)))
    cup = play(cup, [won(cup, "final", "A"), Result("final", Played("A", "B", "away", kind="forfeit"), 2)])
    assert cup.champion == "B"


def test_a_concession_is_one_game_of_a_long_match():
    cup = bracket("AB", options=Options(best_of=(3,)))
    cup = play(cup, [Result("final", Played("A", "B", "away", 2, 0, kind="conceded"))])
    assert (cup.champion, cup.open[0].wins("B")) == (None, 1)


def test_who_withdrew_loses_every_match_he_comes_into():
    cup = walked_over(bracket(range(1, 9), options=DOUBLE), {1})
    assert cup.get("winners-1-1").winner == 8
    assert cup.get("losers-1-1").state == "waiting"
    cup = walked_over(after(cup, ("winners-1-2", 4)), {1})
    assert cup.get("losers-1-1").winner == 5
    assert Place(1, 7, True) in places(cup)


def test_of_two_who_withdrew_the_better_seed_moves_on_to_lose_later():
    cup = walked_over(bracket(range(1, 5)), {1, 4})
    assert pairs(cup, "final", 2) == [(1, None)]
    cup = walked_over(after(cup, ("winners-1-2", 3)), {1, 4})
    assert cup.champion == 3
    assert cup.get("final").games == (Played(1, 3, "away", kind="forfeit", neutral=True),)


@pytest.mark.parametrize(
    "result, said",
    [
        (Result("winners-9-1", None), "There is no match winners-9-1 in this knockout."),
        (Result("final", Played(1, 2, "home")), "The final waits for the results of matches before it."),
        (
            Result("winners-1-1", Played(1, 5, "home")),
            "Semi-final 1 is between entrant 1 and entrant 4, not entrant 1 and entrant 5.",
        ),
        (
            Result("winners-1-1", Played(1, 4, "draw")),
            "Somebody has to win a game of semi-final 1, by a shoot-out or by lot if need be.",
        ),
        (
            Result("winners-1-1", Played(1, 4, None)),
            "Somebody has to win a game of semi-final 1, by a shoot-out or by lot if need be.",
        ),
        (
            Result("winners-1-1", Played.bye(1)),
            "Entrant 1 has a bye, and there is no result to enter for one.",
        ),
        (Result("winners-1-1", None), "Semi-final 1 has no result to take back."),
        (
            Result("winners-1-1", Played(1, 4, "home"), 2),
            "Game 1 of semi-final 1 comes before game 2.",
        ),
    ],
)
def test_a_result_that_does_not_fit_is_refused_in_a_sentence(result, said):
    with pytest.raises(Refusal) as refused:
        play(bracket(range(1, 5)), [result])
    assert str(refused.value) == said


def test_a_match_that_is_over_takes_no_further_game():
    cup = after(bracket("AB"), ("final", "A"))
    with pytest.raises(Refusal, match="The final is over, and A has won it"):
        play(cup, [won(cup, "final", "B", 2)])


# corrections


def test_a_corrected_winner_moves_on_unless_the_next_match_was_played():
    cup = after(bracket(range(1, 5)), ("winners-1-1", 4))
    assert pairs(cup, "final", 2) == [(4, None)]
    cup = after(cup, ("winners-1-1", 1), ("winners-1-2", 2))
    assert pairs(cup, "final", 2) == [(1, 2)]
    cup = after(cup, ("final", 2))
    with pytest.raises(Refusal) as refused:
        after(cup, ("winners-1-1", 4))
    assert str(refused.value) == (
        "Semi-final 1 would have another winner, but the final was played (entrant 1 against entrant 2); "
        "take that back first."
    )
    cup = play(cup, [Result("final", None)])
    assert pairs(after(cup, ("winners-1-1", 4)), "final", 2) == [(4, 2)]


def test_a_corrected_score_changes_nothing_further_on():
    cup = after(bracket(range(1, 5)), ("winners-1-1", 1), ("winners-1-2", 2), ("final", 2))
    again = play(cup, [won(cup, "winners-1-1", 1, score=(3, 2))])
    assert again.champion == 2
    assert again.get("winners-1-1").games[0].home_td == 3
    assert again.get("final") == cup.get("final")


def test_the_loser_moves_on_too_and_a_match_for_third_place_holds_him():
    cup = bracket(range(1, 5), options=Options(third_place=True))
    cup = after(cup, ("winners-1-1", 4), ("winners-1-2", 2))
    assert pairs(after(cup, ("winners-1-1", 1)), "third") == [(4, 3)]
    cup = after(cup, ("third", 1))
    with pytest.raises(Refusal, match="the match for third place was played"):
        after(cup, ("winners-1-1", 1))


def test_a_game_in_the_middle_is_not_corrected_so_that_later_ones_were_for_nothing():
    cup = bracket("AB", options=Options(best_of=(3,)))
    for game, winner in enumerate("ABA", 1):
        cup = play(cup, [won(cup, "final", winner, game)])
    with pytest.raises(Refusal) as refused:
        play(cup, [won(cup, "final", "A", 2)])
    assert (
        str(refused.value) == "So game 2 would decide the final, but game 3 was played; take that back first."
    )
    with pytest.raises(
        Refusal, match="Only the last game of the final can be taken back, and game 1 was named"
    ):
        play(cup, [Result("final", None, 1)])
    assert play(cup, [won(cup, "final", "B", 3)]).champion == "B"


def test_taking_back_a_result_closes_the_matches_that_it_opened():
    cup = after(bracket(range(1, 5)), ("winners-1-1", 4), ("winners-1-2", 2))
    assert open_titles(cup) == ["final"]
    cup = play(cup, [Result("winners-1-1", None)])
    assert open_titles(cup) == ["semi-final 1"]


# double elimination


def test_who_loses_once_goes_on_among_the_losers():
    cup = after(bracket(range(1, 9), options=DOUBLE), ("winners-1-1", 8), ("winners-1-2", 4))
    assert pairs(cup, "losers", 1) == [(1, 5), (None, None)]
    assert "losers' round 1, match 1" in open_titles(cup)


@pytest.mark.parametrize("n", [8, 16, 32])
def test_who_falls_from_the_winners_does_not_meet_at_once_whom_he_beat(n):
    cup = bracket(range(1, n + 1), options=DOUBLE)
    met = set()
    while cup.open:
        match = cup.open[0]
        if match.part == "losers" and match.round == 2:
            assert frozenset((match.home, match.away)) not in met
        met.add(frozenset((match.home, match.away)))
        cup = play(cup, [won(cup, match.key, match.away)])


def grand_final():
    cup = after(bracket(range(1, 4), options=DOUBLE), ("winners-1-2", 2), ("winners-2-1", 1))
    return after(cup, ("losers-2-1", 2))


def test_the_grand_final_is_over_when_the_unbeaten_wins_it():
    cup = after(grand_final(), ("final", 1))
    assert (cup.champion, cup.over, cup.open) == (1, True, ())
    assert cup.get("reset").state == "unneeded"
    assert places(cup) == (Place(1, 1), Place(2, 2), Place(3, 3))
    with pytest.raises(
        Refusal, match="second grand final is not played, because who had not lost before won"
    ):
        play(cup, [Result("reset", Played(1, 2, "home"))])


def test_the_grand_final_is_played_again_when_the_unbeaten_loses_it():
    cup = after(grand_final(), ("final", 2))
    assert (cup.champion, cup.over, open_titles(cup)) == (None, False, ["second grand final"])
    assert places(cup) == (Place(3, 3),)
    assert after(cup, ("reset", 1)).champion == 1
    assert places(after(cup, ("reset", 2))) == (Place(2, 1), Place(1, 2), Place(3, 3))


def test_a_second_grand_final_that_was_played_holds_the_first():
    cup = after(grand_final(), ("final", 2), ("reset", 1))
    with pytest.raises(
        Refusal, match="grand final would have another winner, but the second grand final was played"
    ):
        after(cup, ("final", 1))
    assert after(play(cup, [Result("reset", None)]), ("final", 1)).champion == 1


def test_without_a_reset_the_grand_final_is_the_last_match():
    cup = bracket("AB", options=Options(double=True, reset=False))
    cup = after(cup, ("winners-1-1", "A"), ("final", "B"))
    assert (cup.champion, cup.over) == ("B", True)


@settings(deadline=None)
@given(n=st.integers(2, 40), data=st.data())
def test_nobody_is_out_of_a_double_elimination_before_the_second_loss(n, data):
    cup = bracket(range(n), options=DOUBLE)
    losses: Counter[Id | None] = Counter()
    while cup.open:
        cup, match = by_chance(cup, data)
        losses[match.loser] += 1
    assert cup.over
    assert {losses[entrant] for entrant in range(n) if entrant != cup.champion} == {2}
    assert losses[cup.champion] <= 1


# whatever happens


def by_chance(cup, data):
    """The cup with one more game, and the match as it then is."""
    match = data.draw(st.sampled_from(cup.open), label="match")
    winner = data.draw(st.sampled_from([match.home, match.away]), label="winner")
    cup = play(cup, [won(cup, match.key, winner, len(match.games) + 1)])
    return cup, cup.get(match.key)


FIELDS = {"n": st.integers(2, 24), "options": st.sampled_from(ALL_OPTIONS), "data": st.data()}


@settings(deadline=None)
@given(**FIELDS)
def test_any_results_in_any_order_give_one_winner_and_place_everybody(n, options, data):
    cup = bracket(range(n), options=options)
    while cup.open:
        cup, _ = by_chance(cup, data)
    assert cup.over
    found = places(cup)
    assert [place.entrant for place in found if place.place == 1] == [cup.champion]
    assert sorted(place.entrant for place in found) == list(range(n))
    counts = Counter(place.place for place in found)
    assert all(place.shared == (counts[place.place] > 1) for place in found)
    better = 0
    for place, holders in sorted(counts.items()):
        assert place == better + 1
        better += holders


@settings(deadline=None)
@given(**FIELDS)
def test_a_correction_and_its_inverse_are_the_identity(n, options, data):
    cup = bracket(range(n), options=options)
    for _ in range(data.draw(st.integers(0, 2 * n), label="games")):
        if cup.open:
            cup, _ = by_chance(cup, data)
    for match in cup.matches:
        for game, played in enumerate(match.games, 1):
            other = match.away if played.winner == match.home else match.home
            try:
                changed = play(cup, [won(cup, match.key, other, game)])
            except Refusal:
                continue
            assert changed != cup
            assert play(changed, [Result(match.key, played, game)]) == cup
        if match.games:
            last = len(match.games)
            try:
                shorter = play(cup, [Result(match.key, None, last)])
            except Refusal:
                continue
            assert play(shorter, [Result(match.key, match.games[-1], last)]) == cup


@settings(deadline=None)
@given(**FIELDS)
def test_a_refused_correction_names_a_match_that_was_played(n, options, data):
    cup = bracket(range(n), options=options)
    while cup.open:
        cup, _ = by_chance(cup, data)
    named = {cup.named(match) for match in cup.matches if match.games}
    for match in cup.matches:
        if match.games:
            try:
                play(cup, [Result(match.key, None, len(match.games))])
            except Refusal as refused:
                later = str(refused).split("but ")[1].split(" was played")[0]
                assert later in named - {cup.named(match)}


@settings(deadline=None)
@given(**FIELDS)
def test_the_order_in_which_results_come_does_not_matter(n, options, data):
    cup = bracket(range(n), options=options)
    while cup.open:
        cup, _ = by_chance(cup, data)
    again = bracket(range(n), options=options)
    while again.open:
        match = data.draw(st.sampled_from(again.open), label="again")
        at = len(match.games)
        again = play(again, [Result(match.key, cup.get(match.key).games[at], at + 1)])
    assert again == cup
