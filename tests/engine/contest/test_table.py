"""The table: criteria in their order, shared places, and every value explained."""

import itertools

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contest import standings as plain
from engine.contest.played import Outcome, Played
from engine.contest.scoring import Adjustment, Bonus, Scoring
from engine.contest.table import STANDARD, Entrant, table, tables, terms
from engine.contest.tiebreaks import KEYS, Criterion
from engine.questions import Refusal

A, B, C, D = "ABCD"


def match(home, away, home_td, away_td, cas=(0, 0), outcome=None, **more):
    by_score: Outcome = "draw" if home_td == away_td else "home" if home_td > away_td else "away"
    return Played(home, away, outcome or by_score, home_td, away_td, *cas, **more)


FOUR_TEAMS = (
    match(A, B, 1, 0),
    match(A, C, 0, 1),
    match(A, D, 1, 1),
    match(B, C, 3, 0),
    match(B, D, 2, 0),
    match(C, D, 0, 3),
)


def order(made):
    return "".join(str(row.entrant) for row in made.rows)


def places(made):
    return [(row.place, row.shared, row.entrant) for row in made.rows]


def test_two_who_drew_with_each_other_fall_through_to_the_next_criterion():
    made = table("ABCD", FOUR_TEAMS, Scoring(), ("points", "head_to_head", "td_difference"))
    assert {row.entrant: row.points for row in made.rows} == {A: 4, B: 6, C: 3, D: 4}
    assert {row.entrant: row.td_difference for row in made.rows} == {A: 0, B: 4, C: -5, D: 1}
    assert order(made) == "BDAC"
    assert [row.decided for row in made.rows] == [0, 2, 0, None]
    assert [row.values for row in made.rows] == [(6, None, 4), (4, 0, 1), (4, 0, 0), (3, None, -5)]


def test_the_winner_of_their_match_is_above_whatever_the_difference():
    played = (match(A, B, 1, 0), match(A, C, 0, 5), match(B, C, 4, 0))
    made = table("AB", played[:1], Scoring(), ("head_to_head",))
    assert order(made) == "AB"
    made = table("ABCD", (*played, match(C, D, 0, 0)), Scoring(), ("points", "head_to_head", "td_difference"))
    assert order(made) == "CABD"
    assert made.decision(A).criterion.key == "head_to_head"


def test_a_forfeit_counts_in_head_to_head_and_an_unplayed_match_does_not():
    forfeit = Played(A, B, "home", kind="forfeit")
    wins = (match(B, C, 2, 0), match(D, A, 0, 0, outcome="draw"), match(B, D, 0, 5), match(C, A, 1, 1))
    criteria = ("points", "head_to_head", "td_difference")
    made = table("ABCD", (forfeit, *wins), Scoring(win=2, draw=1), criteria)
    assert {row.entrant: row.points for row in made.rows} == {A: 4, B: 2, C: 1, D: 3}
    equal = (forfeit, match(B, C, 5, 0))
    assert order(table("ABC", equal, Scoring(), criteria)) == "ABC"
    unplayed = (Played(A, B, None, 3, 0), match(B, C, 5, 0), match(A, C, 1, 0))
    made = table("ABC", unplayed, Scoring(), criteria)
    assert order(made) == "BAC"
    assert [row.values[1] for row in made.rows] == [None, None, None]


def test_head_to_head_says_nothing_about_three():
    circle = (match(A, B, 2, 0), match(B, C, 1, 0), match(C, A, 1, 0))
    made = table("ABC", circle, Scoring(), ("points", "head_to_head", "td_difference"))
    assert order(made) == "ACB"
    assert [row.values[1] for row in made.rows] == [None, None, None]


def test_in_the_table_of_three_who_are_tied_only_their_own_matches_count():
    among = (match(A, B, 1, 0), match(B, C, 0, 0), match(A, C, 0, 0))
    others = (match(B, D, 9, 0), match(C, D, 1, 1), match(A, D, 0, 1), match(C, D, 1, 1))
    made = table("ABCD", (*among, *others), Scoring(), ("points", "mini_table"))
    assert {row.entrant: row.points for row in made.rows} == {A: 4, B: 4, C: 4, D: 5}
    assert [(row.entrant, row.values[1]) for row in made.rows] == [(D, None), (A, 4), (C, 2), (B, 1)]


def test_a_table_of_the_tied_needs_that_all_have_met_unless_it_is_told_otherwise():
    played = (match(A, B, 1, 0), match(B, D, 1, 0), match(C, D, 1, 0))
    made = table("ABCD", played, Scoring(), ("points", "mini_table"))
    assert [row.values[1] for row in made.rows] == [None] * 4
    anyhow = Criterion("mini_table", all_met=False)
    made = table("ABCD", played, Scoring(), ("points", anyhow))
    assert [(row.entrant, row.values[1]) for row in made.rows] == [(A, 3), (B, 0), (C, 0), (D, None)]


def test_a_criterion_that_is_named_again_looks_at_those_who_are_still_tied():
    among = (match(A, B, 3, 0), match(B, C, 1, 0), match(C, A, 1, 0))
    once = table("ABC", among, Scoring(), ("points", "mini_table", "td_for"))
    assert [row.values[1] for row in once.rows] == [3, 3, 3]
    twice = table("ABC", among, Scoring(), ("points", "td_for", "head_to_head"))
    assert order(twice) == "ABC"
    assert [row.decided for row in twice.rows] == [1, 2, None]


def test_who_is_equal_in_everything_shares_a_place_and_the_next_is_counted_on():
    made = table("DCBA", (match(A, B, 1, 0), match(C, D, 1, 0)), Scoring())
    assert places(made) == [(1, True, A), (1, True, C), (3, True, B), (3, True, D)]
    assert [row.decided for row in made.rows] == [None, 0, None, None]


def test_a_decision_names_both_values():
    made = table("AB", [match(A, B, 1, 0)], Scoring())
    decision = made.decision(A)
    assert (decision.above, decision.below, decision.criterion.name) == (A, B, "Points")
    assert (decision.value, decision.against) == (3, 0)
    assert made.decision(B) is None
    with pytest.raises(Refusal, match=r"^Z is not in the table\.$"):
        made.decision("Z")


def test_two_points_taken_away_are_a_column_of_their_own_and_outlast_a_new_count():
    taken = Adjustment(B, -2, "Fielded a banned player")
    for played in (FOUR_TEAMS, FOUR_TEAMS[::-1]):
        made = table("ABCD", played, Scoring(), adjustments=[taken])
        row = made.row(B)
        assert (row.points, row.adjusted, row.won) == (4, -2, 2)
        assert made.adjustments == (taken,)
        assert terms(made, B, "points")[-1].reason == "Fielded a banned player"
        assert sum(term.value for term in terms(made, B, "points")) == 4


def test_an_opponent_keeps_his_points_for_others_when_some_are_taken_from_him():
    plain_table = table("ABCD", FOUR_TEAMS, Scoring(), ("opponents_points",))
    adjusted = table("ABCD", FOUR_TEAMS, Scoring(), ("opponents_points",), [Adjustment(B, -2, "Late")])
    assert adjusted.row(A).values == plain_table.row(A).values == (13,)


def test_painting_is_on_top_once():
    field = [Entrant(A, painting=2), Entrant(B)]
    made = table(field, [match(A, B, 0, 0)], Scoring(painting=5))
    assert (made.row(A).points, made.row(A).painting, made.row(B).points) == (11, 10, 1)


def test_a_match_across_divisions_counts_in_the_table_of_each():
    across = match(A, C, 2, 0)
    made = tables(
        {"north": (A, B), "south": (C, D)},
        [across, match(A, B, 0, 0), match(C, D, 1, 0)],
        Scoring(),
        ("points", "opponents_points"),
    )
    assert {name: order(one) for name, one in made.items()} == {"north": "AB", "south": "CD"}
    assert (made["north"].row(A).points, made["south"].row(C).lost) == (4, 1)
    assert made["north"].row(A).values == (4, 4)


def test_two_divisions_of_nine_that_play_each_other_in_their_free_rounds():
    north, south = [f"n{i}" for i in range(9)], [f"s{i}" for i in range(9)]
    played = [match(a, b, 1, 0) for half in (north, south) for a, b in itertools.combinations(half, 2)]
    played += [match(a, b, 2, 1) for a, b in zip(north, south, strict=True)]
    made = tables({"north": north, "south": south}, played, Scoring())
    assert [row.played for one in made.values() for row in one.rows] == [9] * 18
    assert sum(row.won for row in made["north"].rows) == 36 + 9
    assert sum(row.won for row in made["south"].rows) == 36


def test_nobody_is_in_two_divisions():
    with pytest.raises(Refusal, match=r"^A is entered twice\.$"):
        tables({"north": (A, B), "south": (A,)}, [], Scoring())


def test_matches_of_the_cut_are_not_in_the_table_of_the_swiss():
    played = [match(A, B, 1, 0, stage="swiss", round=1), match(B, A, 4, 0, stage="cut", round=1)]
    made = table("AB", played, Scoring(), stages=("swiss",))
    assert places(made) == [(1, False, A), (2, False, B)]
    assert made.row(B).td_for == 0
    assert made.row(B).played == 1


def test_a_bye_brings_points_and_is_no_match():
    made = table("AB", [Played.bye(A, round=1)], Scoring(win=3))
    row = made.row(A)
    assert (row.points, row.byes, row.played, row.won, row.td_for, row.home) == (3, 1, 0, 0, 0, 0)
    assert places(made) == [(1, False, A), (2, False, B)]


@pytest.mark.parametrize(
    "played, sentence",
    [
        (match(A, A, 1, 0), "The match of A is against itself and counts nowhere."),
        (match(A, "Z", 1, 0), "Z played a match and is not in the table."),
        (Played.bye("Z"), "Z played a match and is not in the table."),
        (Played(A, B, "home", kind="bye"), "What is entered for A is a bye with B as opponent."),
        (Played(A, None, "home"), "What is entered for A is a match without an opponent."),
        (Played(A, None, "home", 2, kind="bye"), "The bye of A has a score, and nothing is scored in a bye."),
        (
            Played(A, B, "draw", kind="conceded", round=3),
            "The match of A in round 3 is conceded and drawn; somebody must have lost it.",
        ),
        (
            Played(A, B, "neither"),
            "Both sides have lost the match of A, which happens only where neither showed up.",
        ),
    ],
)
def test_what_cannot_have_happened_is_refused_in_a_sentence(played, sentence):
    with pytest.raises(Refusal) as refused:
        table("AB", [played], Scoring())
    assert refused.value.message == sentence


def test_a_criterion_named_twice_is_refused():
    with pytest.raises(Refusal, match=r"^Wins is among the tie-breakers twice\.$"):
        table("AB", [], Scoring(), ("points", "wins", Criterion("wins")))


def test_an_entrant_named_twice_is_refused():
    with pytest.raises(Refusal, match=r"^A is entered twice\.$"):
        table("ABA", [], Scoring())


def test_an_adjustment_of_a_stranger_is_refused():
    with pytest.raises(Refusal, match=r"^Z is not in the table\.$"):
        table("AB", [], Scoring(), adjustments=[Adjustment("Z", 1, "Late")])


def test_neither_came_and_both_have_lost():
    made = table("AB", [Played(A, B, "neither", kind="forfeit")], Scoring(loss=1, no_show=-1))
    assert [(row.lost, row.points) for row in made.rows] == [(1, -1), (1, -1)]


def test_a_table_that_was_stored_says_that_it_cannot_explain_itself():
    made = table("AB", [match(A, B, 1, 0)], Scoring())
    rows = msgspec.json.decode(msgspec.json.encode(made.rows), type=tuple[type(made.rows[0]), ...])
    assert rows == made.rows
    with pytest.raises(Refusal, match="stored without its matches"):
        terms(type(made)(rows, made.criteria), A, 0)


def test_an_unknown_criterion_is_refused():
    with pytest.raises(Refusal, match=r"^There is no tie-breaker called goals\.$"):
        table("AB", [], Scoring(), ("points", "goals"))
    with pytest.raises(Refusal, match=r"^The table is not ordered by wins\.$"):
        terms(table("AB", [], Scoring()), A, "wins")


EVERYTHING = tuple(Criterion(key, seed="1") if key == "lot" else Criterion(key) for key in KEYS)
SCORINGS = (
    Scoring(),
    Scoring(win=2, draw=2, loss=1, clean_sheet=1),
    Scoring(win=0, draw=0),
    Scoring(
        win=1000,
        draw=400,
        narrow_loss=100,
        large_win=1200,
        no_show=-500,
        bonuses=(Bonus("td_for", 5, at_most=3), Bonus("cas_against", -2)),
    ),
)


@st.composite
def contests(draw):
    """A field, its matches by round with every kind of result, and a scoring."""
    field = list(range(1, draw(st.integers(1, 7)) + 1))
    number = st.integers(0, 3)
    played = []
    for round in range(1, draw(st.integers(0, 5)) + 1):
        free = list(draw(st.permutations(field)))
        while len(free) > 1:
            home, away = free.pop(), free.pop()
            kind = draw(st.sampled_from(["played", "played", "played", "conceded", "forfeit", "refused"]))
            outcomes = (
                ["home", "away", None] + ["draw"] * (kind == "played") + ["neither"] * (kind == "forfeit")
            )
            scores = (draw(number), draw(number), draw(number), draw(number))
            played.append(Played(home, away, draw(st.sampled_from(outcomes)), *scores, kind, round=round))
        if free and draw(st.booleans()):
            played.append(
                Played.bye(free[0], round=round, outcome=draw(st.sampled_from(["home", "draw", "away"])))
            )
    return field, played, draw(st.sampled_from(SCORINGS))


orders = st.lists(st.sampled_from(EVERYTHING), max_size=6, unique=True)


@given(contests(), orders)
def test_a_table_is_a_permutation_of_its_entrants(contest, criteria):
    field, played, scoring = contest
    rows = table(field, played, scoring, criteria).rows
    assert sorted(row.entrant for row in rows) == field


@given(contests(), orders)
def test_who_shares_a_place_is_equal_in_everything_and_places_count_on(contest, criteria):
    field, played, scoring = contest
    rows = table(field, played, scoring, criteria).rows
    for index, row in enumerate(rows):
        same = [other for other in rows if other.place == row.place]
        assert row.shared == (len(same) > 1)
        assert all(other.values == row.values for other in same)
        assert row.place == 1 + sum(other.place < row.place for other in rows)
        assert (row.decided is None) == (index + 1 == len(rows) or rows[index + 1].place == row.place)


@given(contests(), orders)
def test_the_criterion_that_decides_is_the_first_in_which_two_rows_differ(contest, criteria):
    field, played, scoring = contest
    made = table(field, played, scoring, criteria)
    for row, below in itertools.pairwise(made.rows):
        decision = made.decision(row.entrant)
        if decision is None:
            assert row.values == below.values
            continue
        assert row.values[: row.decided] == below.values[: row.decided]
        better = decision.value < decision.against if decision.criterion.lower_is_better else None
        assert decision.value > decision.against if better is None else better


@given(contests(), orders, st.randoms(use_true_random=False))
def test_the_order_in_which_things_are_given_changes_nothing(contest, criteria, rng):
    field, played, scoring = contest
    expected = table(field, played, scoring, criteria).rows
    rng.shuffle(field)
    rng.shuffle(played)
    assert table(field, played, scoring, criteria).rows == expected


COUNTS = (
    "points",
    "played",
    "won",
    "drawn",
    "lost",
    "byes",
    "td_for",
    "td_against",
    "cas_for",
    "cas_against",
)


@given(contests(), st.data())
def test_a_match_of_two_others_changes_nothing_that_an_entrant_has_of_his_own(contest, data):
    field, played, scoring = contest
    home, away = 8, 9
    field = [*field, home, away]
    more = Played(home, away, data.draw(st.sampled_from(["home", "away", "draw"])), 2, 1, round=1)
    before, after = table(field, played, scoring), table(field, [*played, more], scoring)
    for row in before.rows:
        if row.entrant not in (home, away):
            now = after.row(row.entrant)
            assert [getattr(now, count) for count in COUNTS] == [getattr(row, count) for count in COUNTS]


@given(contests(), st.permutations(EVERYTHING))
def test_the_terms_of_a_value_come_to_that_value(contest, criteria):
    field, played, scoring = contest
    made = table(field, played, scoring, criteria)
    for row in made.rows:
        for number, (criterion, value) in enumerate(zip(made.criteria, row.values, strict=True)):
            found = terms(made, row.entrant, number)
            counted = [term.value for term in found if term.counted]
            if value is None:
                assert found == ()
            elif criterion.key == "opponents_percentage":
                assert value == pytest.approx(sum(counted) / len(counted) if counted else 0.33)
            else:
                assert value == pytest.approx(sum(counted))


@given(contests())
def test_the_standings_of_a_season_are_a_table_by_the_standard_criteria(contest):
    field, played, _ = contest
    counted = [one for one in played if one.outcome in ("home", "away", "draw") and one.away is not None]
    made = table(field, counted, Scoring(), STANDARD)
    old = plain.standings(
        field,
        [
            plain.Played(o.home, o.away, o.home_td, o.away_td, o.home_cas, o.away_cas, o.winner)
            for o in counted
        ],
        plain.Points(),
    )
    shared = "place shared played won drawn lost points td_for td_against td_difference"
    shared += " cas_for cas_against cas_difference home away"
    assert [row.entrant for row in made.rows] == [row.team for row in old]
    for row, same in zip(made.rows, old, strict=True):
        assert [getattr(row, name) for name in shared.split()] == [
            getattr(same, name) for name in shared.split()
        ]
