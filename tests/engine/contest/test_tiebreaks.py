"""Each tie-breaker on numbers that are worked out by hand."""

import pytest

from engine.contest.played import Outcome, Played
from engine.contest.scoring import Scoring
from engine.contest.table import Entrant, Term, table, terms
from engine.contest.tiebreaks import KEYS, Criterion
from engine.questions import Refusal

A, B, C, D, E = "ABCDE"


def match(home, away, home_td, away_td, round=0, cas=(0, 0)):
    outcome: Outcome = "draw" if home_td == away_td else "home" if home_td > away_td else "away"
    return Played(home, away, outcome, home_td, away_td, *cas, round=round)


SWISS = (
    match(A, B, 2, 0, 1, cas=(1, 0)),
    match(C, D, 1, 1, 1, cas=(0, 3)),
    Played.bye(E, round=1),
    match(A, E, 1, 0, 2, cas=(2, 2)),
    match(C, B, 0, 1, 2, cas=(4, 1)),
    Played.bye(D, round=2),
    match(D, A, 2, 1, 3, cas=(0, 0)),
    match(B, E, 0, 0, 3, cas=(1, 1)),
    Played.bye(C, round=3),
)
"""3/1/0: A 6, B 4, C 4, D 7, E 4."""


def value(key, entrant, scoring=None, played=SWISS, field="ABCDE"):
    criterion = key if isinstance(key, Criterion) else Criterion(key)
    return table(field, played, scoring or Scoring(), (criterion,)).row(entrant).values[0]


@pytest.mark.parametrize(
    "key, expected",
    [
        ("points", {A: 6, B: 4, C: 4, D: 7, E: 4}),
        # A met B 4, E 4, D 7. C met D 7, B 4 and has as many points as himself for the bye.
        ("opponents_points", {A: 15, B: 14, C: 15, D: 17, E: 14}),
        ("opponents_points_but_worst", {A: 11, B: 10, C: 11, D: 13, E: 10}),
        ("opponents_points_median", {A: 4, B: 4, C: 4, D: 6, E: 4}),
        # B had 0, E 0 and D 3 from A. Of the bye of C his own points without those of the bye are left.
        ("opponents_other_points", {A: 12, B: 10, C: 6 + 1 + 1, D: 6 + 3 + 4, E: 3 + 3 + 1}),
        ("sonneborn_berger", {A: 8, B: 4 + 2, C: 3.5 + 4, D: 2 + 7 + 6, E: 4 + 2}),
        ("wins", {A: 2, B: 1, C: 0, D: 1, E: 0}),
        ("td_for", {A: 4, B: 1, C: 1, D: 3, E: 0}),
        ("td_against", {A: 2, B: 2, C: 2, D: 2, E: 1}),
        ("td_difference", {A: 2, B: -1, C: -1, D: 1, E: -1}),
        ("cas_for", {A: 3, B: 2, C: 4, D: 3, E: 3}),
        ("cas_against", {A: 2, B: 6, C: 4, D: 0, E: 3}),
        ("cas_difference", {A: 1, B: -4, C: 0, D: 3, E: 0}),
        ("td_and_cas", {A: 3, B: -5, C: -1, D: 4, E: -1}),
        ("td_and_half_cas", {A: 2.5, B: -3, C: -1, D: 2.5, E: -1}),
        # The running score after each round: A 3, 6, 6. C 1, 1, 4.
        ("progressive", {A: 15, B: 0 + 3 + 4, C: 6, D: 1 + 4 + 7, E: 3 + 3 + 4}),
    ],
)
def test_a_value_is_what_it_comes_to_by_hand(key, expected):
    rows = table("ABCDE", SWISS, Scoring(), (key,)).rows
    assert {row.entrant: row.values[0] for row in rows} == expected


def test_opponents_percentage_is_a_mean_with_a_floor_and_without_byes():
    # Of nine points A had 6; B had 4 of nine, E 1 of six, D 4 of six, C 1 of six.
    percent = Criterion("opponents_percentage")
    assert value(percent, A) == pytest.approx((4 / 9 + 0.33 + 4 / 6) / 3)
    assert value(percent, C) == pytest.approx((4 / 6 + 4 / 9) / 2)
    assert value(Criterion("opponents_percentage", floor=0), A) == pytest.approx((4 / 9 + 1 / 6 + 4 / 6) / 3)
    assert value(percent, A, played=(), field="A") == 0.33


def test_equal_percentages_of_different_numbers_of_matches_are_equal():
    played = (match(A, B, 1, 0), match(C, D, 1, 0), match(D, C, 0, 1), match(E, B, 0, 1), match(E, D, 0, 1))
    rows = table("ABCDE", played, Scoring(), (Criterion("opponents_percentage", floor=0),)).rows
    by_entrant = {row.entrant: row.values[0] for row in rows}
    assert by_entrant[A] == 0.5
    assert by_entrant[B] == 0.5
    assert by_entrant[C] == pytest.approx(1 / 3)


def test_more_points_than_a_win_brings_are_the_whole():
    scoring = Scoring(win=3, walk_over=9)
    played = (Played(A, B, "home", kind="forfeit"), match(C, A, 0, 1))
    assert value("opponents_percentage", B, scoring, played, "ABC") == 1.0


def test_a_bye_can_be_told_to_contribute_nothing():
    assert value(Criterion("opponents_points", bye="nothing"), C) == 11
    assert value(Criterion("sonneborn_berger", bye="nothing"), C) == 3.5
    assert value(Criterion("points", bye="nothing"), C) == 4


def test_half_a_bye_is_a_draw_with_oneself():
    played = (Played.bye(A, round=1, outcome="draw"), match(A, B, 1, 0, 2))
    assert value("points", A, played=played, field="AB") == 4
    assert value("sonneborn_berger", A, played=played, field="AB") == 2
    assert value("wins", A, played=played, field="AB") == 1


def test_wins_are_outcomes_whatever_they_bring():
    for scoring in (Scoring(win=0), Scoring(win=2, draw=2, loss=2), Scoring(win=1, draw=0, loss=3)):
        assert [value("wins", entrant, scoring) for entrant in "ABCDE"] == [2, 1, 0, 1, 0]


def test_sonneborn_berger_goes_by_who_won_and_not_by_two_points():
    assert value("sonneborn_berger", A, Scoring(win=2, draw=1)) == 3 + 3
    assert value("sonneborn_berger", A, Scoring(win=3, draw=1)) == 8
    assert value("sonneborn_berger", A, Scoring(win=7, draw=2)) == 9 + 9


def test_who_lost_by_a_shoot_out_at_a_level_score_has_no_part_of_a_draw():
    played = (Played(A, B, "away", 1, 1),)
    assert value("sonneborn_berger", B, played=played, field="AB") == 0
    assert [value("wins", one, played=played, field="AB") for one in "AB"] == [0, 1]


def test_head_to_head_adds_up_over_several_meetings():
    played = (match(A, B, 1, 0), match(B, A, 1, 0), match(B, A, 0, 2))
    rows = table("AB", played, Scoring(win=0), ("points", "head_to_head")).rows
    assert [(row.entrant, row.values[1]) for row in rows] == [(A, 1), (B, -1)]


def test_the_rating_orders_where_nothing_else_does():
    rows = table([Entrant(A, 100), Entrant(B, 130)], (), Scoring(), ("points", "rating")).rows
    assert [(row.entrant, row.values[1], row.decided) for row in rows] == [(B, 130, 1), (A, 100, None)]


def test_lots_come_from_the_seed_and_nobody_moves_past_another_when_somebody_enters():
    def drawn(field, seed):
        return [row.entrant for row in table(field, (), Scoring(), (Criterion("lot", seed=seed),)).rows]

    few, many = list(range(30)), list(range(40))
    assert drawn(few, "spring") == drawn(reversed(few), "spring")
    assert drawn(few, "spring") != drawn(few, "summer")
    assert [one for one in drawn(many, "spring") if one < 30] == drawn(few, "spring")
    rows = table(few, (), Scoring(), (Criterion("lot", seed="spring"),)).rows
    assert [row.values[0] for row in rows] == list(range(1, 31))


def test_fewer_conceded_and_suffered_are_better():
    for key in ("td_against", "cas_against"):
        rows = table("ABCDE", SWISS, Scoring(), (key,)).rows
        assert [row.values[0] for row in rows] == sorted(row.values[0] or 0 for row in rows)


def test_the_terms_say_who_contributed_what_and_who_is_left_out():
    made = table("ABCDE", SWISS, Scoring(), ("points", "opponents_points_median", "sonneborn_berger"))
    assert terms(made, C, "opponents_points_median") == (
        Term("match", 7, D, round=1, counted=False),
        Term("match", 4, B, round=2, counted=False),
        Term("bye", 4, round=3),
    )
    assert terms(made, C, "sonneborn_berger") == (
        Term("match", 3.5, D, round=1),
        Term("match", 0, B, round=2),
        Term("bye", 4, round=3),
    )
    assert [term.value for term in terms(made, C, 0)] == [1, 0, 3]


def test_the_terms_of_a_percentage_are_percentages():
    made = table("ABCDE", SWISS, Scoring(), ("opponents_percentage",))
    assert [(term.opponent, round(term.value, 3)) for term in terms(made, A, 0)] == [
        (B, 0.444),
        (E, 0.33),
        (D, 0.667),
    ]


def test_the_terms_of_head_to_head_are_the_matches_of_the_two():
    played = (match(A, B, 0, 1, 1), match(A, C, 1, 0, 2), match(B, C, 0, 2, 3))
    made = table("ABC", (*played, match(A, B, 1, 1, 4)), Scoring(win=2), ("wins", "mini_table"))
    assert terms(made, A, "mini_table") == (
        Term("match", 0, B, round=1),
        Term("match", 2, C, round=2),
        Term("match", 1, B, round=4),
    )
    two = table("ABC", played[:2], Scoring(), ("points", "head_to_head"))
    assert terms(two, A, "head_to_head") == (Term("match", -1, B, round=1),)
    assert terms(two, C, "head_to_head") == ()


def test_few_opponents_leave_nothing_when_the_worst_and_the_best_go():
    played = (match(A, B, 1, 1),)
    assert value("opponents_points_but_worst", A, played=played, field="AB") == 0
    assert value("opponents_points_median", A, played=played, field="AB") == 0


def test_every_criterion_has_a_name_of_its_own():
    names = {Criterion(key, seed="1").name for key in KEYS}
    assert len(names) == len(KEYS)


@pytest.mark.parametrize(
    "wrong, sentence",
    [
        ({"key": "lot"}, "Lots are drawn from a seed, and there is none."),
        (
            {"key": "opponents_percentage", "floor": 133},
            "The least percentage of an opponent is 133, and must be from 0 to 100.",
        ),
        ({"key": "luck"}, "There is no tie-breaker called luck."),
    ],
)
def test_settings_that_make_no_sense_are_refused(wrong, sentence):
    with pytest.raises(Refusal) as refused:
        Criterion(**wrong)
    assert refused.value.message == sentence
