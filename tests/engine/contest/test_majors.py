"""The majors from entry to trophy: the play-off, its table, and the knock-out."""

from __future__ import annotations

import random
from datetime import date
from itertools import combinations
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contest import majors
from engine.contest.majors import Entry, Honours, Major, Phase
from engine.contest.played import Outcome, Played
from tests.engine.contest.majors import (
    LRB4,
    STARTS,
    WEEK_3,
    WEEK_4,
    a_major,
    after,
    entry,
    game,
    level,
    order,
    points,
    refused,
)

# --- what results are worth ---------------------------------------------------------------------------------------


def worths(major: Major, team: str = "A") -> list[int]:
    return [one.worth for one in majors.games_of(major, team) if one.counts]


def test_the_best_three_of_four_results() -> None:
    major = after(a_major(), game("AB", "3-1"), game("AC", "2-0"), game("AD", "1-0"), game("AE", "0-2"))
    assert points(major)["A"] == 45 + 2 + 2 + 1 == 50
    assert worths(major) == [17, 17, 16]
    assert [one.counts for one in majors.games_of(major, "A")] == [True, True, True, False]


def test_a_loss_that_is_worth_nothing_may_be_left_out() -> None:
    """A loss by five is worth 5 - 5 = 0: with it or without it, the score is the same."""
    assert points(after(a_major(), game("AB", "1-0"), game("AC", "0-5")))["A"] == 16


def test_a_heavy_loss_is_worth_less_than_nothing_and_no_result_need_count() -> None:
    major = after(a_major(), game("AB", "0-6"))
    assert majors.games_of(major, "A")[0].worth == -1
    assert points(major)["A"] == 0
    assert worths(major) == []


def test_a_challenge_refused_is_worth_seventeen_to_the_challenger_and_three_to_who_refused() -> None:
    major = majors.issue(a_major(), "A", "B", STARTS)
    major = majors.refuse(majors.pass_on(major, 1, STARTS), 1, STARTS)
    assert (points(major)["A"], points(major)["B"]) == (17, 3)


@pytest.mark.parametrize(
    ("scoring", "won", "drawn", "lost"),
    [("printed", 15 + 2, 10, 5 - 2), ("five_for_a_draw", 15 + 2, 5, 0)],
)
def test_both_scorings(scoring: str, won: int, drawn: int, lost: int) -> None:
    major = after(a_major(scoring=scoring), game("AB", "2-0"), game("CD", "1-1"))
    found = points(major)
    assert (found["A"], found["C"], found["D"], found["B"]) == (won, drawn, drawn, lost)


def test_a_loss_without_points_does_not_count_in_the_scoring_that_gives_none() -> None:
    major = after(a_major(scoring="five_for_a_draw"), game("AB", "0-2"))
    assert majors.games_of(major, "A")[0].worth == -2
    assert worths(major) == []


def test_who_won_is_carried_and_not_read_from_the_score() -> None:
    """A shoot-out has a winner at a level score, and a side that gave up has lost whatever it scored."""
    shot, gave_up = game("AB", "1-1", outcome="home"), game("CD", "2-0", outcome="away", kind="conceded")
    found = points(after(a_major(), shot, gave_up))
    assert found == {"A": 15, "B": 5, "C": 7, "D": 13, "E": 0, "F": 0}


def test_of_results_worth_the_same_the_earlier_count() -> None:
    major = after(a_major(), *(game(f"A{one}", "1-0") for one in "BCDEF"))
    assert [one.opponent for one in majors.games_of(major, "A") if one.counts] == ["B", "C", "D"]


def test_other_majors_may_count_other_numbers_of_results() -> None:
    major = after(a_major(results_counted=1), game("AB", "1-0"), game("AC", "3-0"))
    assert worths(major) == [18]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=7))
def test_no_other_choice_of_at_most_three_results_is_worth_more(scores: list[tuple[int, int]]) -> None:
    games = [game(f"A{'BCDEFGH'[at]}", f"{own}-{other}") for at, (own, other) in enumerate(scores)]
    major = after(a_major("ABCDEFGH"), *games)
    every = [one.worth for one in majors.games_of(major, "A")]
    best = max(sum(choice) for size in range(4) for choice in combinations(every, min(size, len(every))))
    assert points(major)["A"] == best


# --- entry --------------------------------------------------------------------------------------------------------


def test_a_team_enters_once() -> None:
    assert refused(majors.enter, a_major(), entry("A")) == "Team A is in the Chaos Cup already."


def test_a_coach_enters_one_team() -> None:
    second = entry("Z", coach="coach of A")
    assert refused(majors.enter, a_major(), second) == (
        "The coach of Team Z has entered Team A, and a coach may enter one team in the Chaos Cup."
    )


def test_teams_without_a_coach_are_not_the_same_coachs() -> None:
    major = majors.enter(a_major(), entry("Y", coach=None))
    assert len(majors.enter(major, entry("Z", coach=None)).entries) == 8


def test_a_team_stands_for_its_college() -> None:
    major = majors.enter(a_major("", name="Dungeonbowl"), entry("A", sponsor="Amber College"))
    assert major.entry("A").sponsor == "Amber College"


def test_nobody_enters_once_the_play_off_is_over() -> None:
    major = majors.qualify(a_major(), level(a_major()), "1")
    assert refused(majors.enter, major, entry("Z")) == (
        "The play-off of the Chaos Cup is over: Team Z comes too late."
    )


def test_who_withdraws_without_a_match_makes_room_for_another_team_of_the_coach() -> None:
    major = majors.withdraw(a_major(), "A")
    assert "A" not in {one.team for one in major.entries}
    assert majors.enter(major, entry("Z", coach="coach of A"))


def test_who_withdraws_after_a_match_is_out_and_the_result_counts_for_the_other() -> None:
    major = majors.withdraw(after(a_major(), game("AB", "0-2")), "A")
    assert "A" not in points(major)
    assert points(major)["B"] == 17
    assert refused(majors.withdraw, major, "A") == "Team A has withdrawn from the Chaos Cup."
    assert refused(majors.record, major, game("AC", "1-0")) == "Team A has withdrawn from the Chaos Cup."
    assert refused(majors.enter, major, entry("Z", coach="coach of A")).startswith("The coach of Team Z")
    assert majors.enter(major, entry("A")).standing[-1] == entry("A")


def test_what_a_major_cannot_be_begun_with() -> None:
    for chosen, said in (
        ({"scoring": "three"}, "There is no scoring called 'three'."),
        ({"results_counted": 0}, "The Chaos Cup cannot be played with 0 results."),
        ({"play_off_weeks": 0}, "The Chaos Cup cannot be played with 0 weeks of play-off."),
        ({"weeks": 3}, "The Chaos Cup cannot be played so: "),
        ({"no_answer": "shrug"}, "The Chaos Cup cannot be played so: "),
    ):
        assert refused(majors.begin, LRB4, "Chaos Cup", STARTS, **chosen).startswith(said)
    assert "no major tournament called 'World Cup'" in refused(majors.begin, LRB4, "World Cup", STARTS)


# --- weeks --------------------------------------------------------------------------------------------------------


def test_five_weeks_of_a_small_field() -> None:
    assert majors.calendar(a_major()) == (
        Phase("play_off", date(2026, 3, 2), date(2026, 3, 22)),
        Phase("semi_final", date(2026, 3, 23), date(2026, 3, 29)),
        Phase("final", date(2026, 3, 30), date(2026, 4, 5)),
    )


def test_quarter_finals_take_a_sixth_week_or_share_the_fourth() -> None:
    own, shared = (majors.calendar(a_major("ABCDEFGHI", quarter_finals_week=one)) for one in (True, False))
    assert [(one.stage, one.first.day) for one in own[1:]] == [
        ("quarter_final", 23), ("semi_final", 30), ("final", 6),
    ]  # fmt: skip
    assert [(one.stage, one.first.day) for one in shared[1:]] == [
        ("quarter_final", 23), ("semi_final", 23), ("final", 30),
    ]  # fmt: skip


def test_the_week_of_a_day() -> None:
    major = a_major()
    assert [majors.week_of(major, date(2026, 3, day)) for day in (1, 2, 8, 9, 22, 23)] == [0, 1, 1, 2, 3, 4]


def test_a_match_outside_the_weeks_of_the_play_off_is_refused() -> None:
    assert majors.record(a_major(), game("AB", "1-0"), WEEK_3)
    assert refused(majors.record, a_major(), game("AB", "1-0"), WEEK_4) == (
        "The play-off of the Chaos Cup is from 2026-03-02 to 2026-03-22, and 2026-03-23 is not in it."
    )


# --- matches of the play-off --------------------------------------------------------------------------------------


@pytest.mark.parametrize("again", ["AB", "BA"])
def test_two_teams_meet_once_in_the_play_off(again: str) -> None:
    major = after(a_major(), game("AB", "1-0"))
    names = f"Team {again[0]} and Team {again[1]}"
    assert refused(majors.record, major, game(again, "1-0")) == (
        f"{names} have met in this play-off, and two teams meet once in it."
    )


def test_a_team_may_play_as_often_as_it_likes() -> None:
    major = after(a_major("ABCDEFGH"), *(game(f"A{one}", "1-0") for one in "BCDEFGH"))
    assert len(majors.games_of(major, "A")) == 7


def test_matches_of_tournaments_are_on_neutral_ground() -> None:
    assert after(a_major(), game("AB", "1-0")).results[0].neutral


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (Played.bye("A", "play_off"), "Nobody has a bye in the Chaos Cup."),
        (Played("A", "B", None, stage="play_off"), "The match has no result yet."),
        (game("AZ", "1-0"), "Team Z is not in the Chaos Cup."),
        (game("AA", "1-0"), "The match of A is against itself and counts nowhere."),
        (game("AB", "2-0", kind="refused"), "A refused match comes from a challenge and is not entered by hand."),
        (
            Played("A", "B", "neither", kind="forfeit", stage="play_off"),
            "A match that neither side came to counts for nobody in the play-off.",
        ),
        (game("AB", "1-0", "final"), "Team A and Team B do not meet in a final of the Chaos Cup."),
        (game("AB", "1-0", "league"), "The Chaos Cup has no stage called 'league'."),
    ],
)  # fmt: skip
def test_results_that_a_major_has_no_room_for(result: Played, said: str) -> None:
    assert refused(majors.record, a_major(), result) == said


def test_a_refusal_changes_nothing() -> None:
    major = after(a_major(), game("AB", "1-0"))
    before = msgspec.json.encode(major)
    refused(majors.record, major, game("AB", "1-0"))
    refused(majors.enter, major, entry("A"))
    assert msgspec.json.encode(major) == before


# --- the table ----------------------------------------------------------------------------------------------------


def test_the_table_says_what_put_each_team_below_the_one_above() -> None:
    major = after(a_major("ABCD"), game("AD", "2-0"), game("BC", "1-0"))
    rows = majors.table(major, level(major))
    assert [(one.team, one.place, one.points, one.decided_by) for one in rows] == [
        ("A", 1, 17, ""), ("B", 2, 16, "points"), ("C", 3, 4, "points"), ("D", 4, 3, "points"),
    ]  # fmt: skip
    assert not any(one.shared for one in rows)


def test_equal_points_are_told_apart_by_the_rating_and_equal_ratings_share_a_place() -> None:
    major = after(a_major("ABCDEF"), game("AD", "1-0"), game("BE", "1-0"), game("CF", "1-0"))
    rows = majors.table(major, level(major, B=120))
    assert [(one.team, one.place, one.shared, one.decided_by) for one in rows[:3]] == [
        ("B", 1, False, ""), ("A", 2, True, "rating"), ("C", 2, True, ""),
    ]  # fmt: skip


def test_a_table_needs_every_rating() -> None:
    assert refused(majors.table, a_major("AB"), {"A": 100}) == "The rating of Team B is not known."


# --- who goes on --------------------------------------------------------------------------------------------------


def test_the_four_best_go_on() -> None:
    major = after(a_major(), game("AF", "3-0"), game("BE", "2-0"), game("CD", "1-0"))
    assert majors.qualify(major, level(major), "1").qualified == ("A", "B", "C", "D")


def test_at_the_cut_the_higher_rating_goes_through() -> None:
    major = after(a_major(), game("AB", "1-0"), game("CD", "1-0"), game("EF", "1-0"))
    assert order(major, D=130, F=120)[:4] == "ACED"
    assert majors.qualify(major, level(major, D=130, F=120), "1").qualified[3] == "D"
    assert majors.qualify(major, level(major, D=130, F=140), "1").qualified[3] == "F"


def test_a_lot_decides_where_ratings_are_equal_and_it_is_kept() -> None:
    major = after(a_major(), game("AB", "1-0"), game("CD", "1-0"), game("EF", "1-0"))
    through = {seed: majors.qualify(major, level(major), seed) for seed in map(str, range(20))}
    assert {one.qualified[3] for one in through.values()} == {"B", "D", "F"}
    one = through["7"]
    assert set(one.lot) == {"B", "D", "F"}
    assert one.lot[0] == one.qualified[3]
    rows = majors.table(one)
    assert tuple(row.team for row in rows[3:]) == one.lot
    assert [row.decided_by for row in rows[3:]] == ["points", "lot", "lot"]
    assert not rows[3].shared
    assert [row.place for row in rows[:3]] == [1, 1, 1]


def test_the_lot_depends_on_nothing_but_the_seed() -> None:
    games = game("AB", "1-0"), game("CD", "1-0"), game("EF", "1-0")
    one, other = after(a_major("ABCDEF"), *games), after(a_major("FEDCBA"), *games)
    for seed in map(str, range(5)):
        assert majors.qualify(one, level(one), seed).lot == majors.qualify(other, level(other), seed).lot


def test_no_lot_is_drawn_where_all_who_are_equal_go_on() -> None:
    major = after(a_major("ABCDEF"), game("AB", "1-0"), game("CE", "1-0"), game("DF", "1-0"))
    assert majors.qualify(major, level(major, B=200), "1").lot == ()


def test_eight_teams_have_no_quarter_finals_and_nine_have() -> None:
    eight, nine = a_major("ABCDEFGH"), a_major("ABCDEFGHI")
    assert len(majors.qualify(eight, level(eight), "1").qualified) == 4
    assert len(majors.qualify(nine, level(nine), "1").qualified) == 8


def test_quarter_finals_can_be_played_always_or_never() -> None:
    always, never = a_major("ABCDEFGH", quarter_finals="always"), a_major("ABCDEFGHI", quarter_finals="never")
    assert len(majors.qualify(always, level(always), "1").qualified) == 8
    assert len(majors.qualify(never, level(never), "1").qualified) == 4


def test_too_few_teams() -> None:
    assert refused(majors.qualify, a_major("ABC"), level(a_major("ABC")), "1") == (
        "Semi-finals take 4 teams, and 3 are in the Chaos Cup."
    )
    seven = a_major("ABCDEFG", quarter_finals="always")
    assert refused(majors.qualify, seven, level(seven), "1") == (
        "Quarter-finals take 8 teams, and 7 are in the Chaos Cup."
    )


def test_a_play_off_ends_once_and_nothing_is_played_in_it_afterwards() -> None:
    major = majors.qualify(a_major(), level(a_major()), "1")
    assert refused(majors.qualify, major, {}, "1") == "The play-off of the Chaos Cup is over already."
    assert refused(majors.record, major, game("AB", "1-0")) == "The play-off of the Chaos Cup is over."
    assert refused(majors.issue, major, "A", "B", STARTS) == "The play-off of the Chaos Cup is over."


def test_who_withdraws_after_the_play_off_stays_in_its_table() -> None:
    major = after(a_major(), game("AB", "1-0"))
    through = majors.withdraw(majors.qualify(major, level(major), "1"), "A")
    assert majors.table(through)[0].team == "A"


# --- the knock-out ------------------------------------------------------------------------------------------------


def the_last_four(**format: Any) -> Major:
    """A, B, C and D have gone on, and the semi-finals are drawn."""
    major = after(a_major(**format), game("AF", "3-0"), game("BE", "2-0"), game("CD", "1-0"))
    return majors.draw(majors.qualify(major, level(major), "1"), "1")


def pairs(major: Major, stage: str = "semi_final") -> list[str]:
    found = major.draw_of(stage)
    return ["".join(map(str, pair)) for pair in found.pairs] if found else []


def test_the_semi_finals_are_drawn_by_lot() -> None:
    major = after(a_major(), game("AF", "3-0"), game("BE", "2-0"), game("CD", "1-0"))
    through = majors.qualify(major, level(major), "1")
    drawn = [pairs(majors.draw(through, str(seed))) for seed in range(40)]
    assert {frozenset(frozenset(pair) for pair in one) for one in drawn} == {
        frozenset({frozenset("AB"), frozenset("CD")}),
        frozenset({frozenset("AC"), frozenset("BD")}),
        frozenset({frozenset("AD"), frozenset("BC")}),
    }
    assert pairs(majors.draw(through, "5")) == drawn[5]


def test_nothing_is_drawn_before_its_time() -> None:
    assert refused(majors.draw, a_major(), "1") == "The play-off of the Chaos Cup is not over yet."
    first = pairs(the_last_four())[0]
    assert refused(majors.draw, the_last_four(), "1") == (
        f"The semi-final of Team {first[0]} and Team {first[1]} is not played yet."
    )
    assert refused(majors.third_place, majors.qualify(a_major(), level(a_major()), "1"), "AB") == (
        "The semi-finals of the Chaos Cup are not drawn yet."
    )


def test_a_match_of_the_knock_out_must_be_won() -> None:
    major = the_last_four()
    first = pairs(major)[0]
    assert refused(majors.record, major, game(first, "1-1", "semi_final")) == (
        "A semi-final must have a winner: play overtime, or shoot it out."
    )
    assert after(major, game(first, "1-1", "semi_final", outcome="away"))


def test_a_match_of_the_knock_out_has_one_result() -> None:
    major = the_last_four()
    first = pairs(major)[0]
    major = after(major, game(first, "1-0", "semi_final"))
    assert refused(majors.record, major, game(first[::-1], "1-0", "semi_final")) == (
        f"The semi-final of Team {first[1]} and Team {first[0]} has a result already."
    )


def semis_played(major: Major) -> tuple[Major, str, str]:
    """The first named of each pair wins. Returns the winners and the losers as well."""
    one, other = pairs(major)
    major = after(major, game(one, "1-0", "semi_final"), game(other, "2-1", "semi_final"))
    return major, one[0] + other[0], one[1] + other[1]


def test_the_winners_of_the_semi_finals_play_the_final() -> None:
    major, winners, _ = semis_played(the_last_four())
    major = majors.draw(major, "9")
    assert pairs(major, "final") == [winners]
    assert refused(majors.draw, major, "9") == "The final of the Chaos Cup is drawn already."
    final = after(major, game(winners, "0-2", "final"))
    assert majors.honours(final).winner == winners[1]


def test_third_place_is_shared_or_played_for_by_agreement() -> None:
    major, winners, losers = semis_played(the_last_four())
    played = after(majors.draw(major, "9"), game(winners, "1-0", "final"))
    assert majors.honours(played) == Honours(winners[0], winners[1], tuple(losers))
    assert refused(majors.third_place, major, losers[0]) == (
        f"Team {losers[1]} has not agreed to play for third place."
    )
    agreed = majors.third_place(played, losers)
    assert refused(majors.third_place, agreed, losers) == "The match for third place is arranged already."
    assert refused(majors.honours, agreed) == (
        f"The match for third place of Team {losers[0]} and Team {losers[1]} is not played yet."
    )
    third = after(agreed, game(losers, "0-1", "third_place"))
    assert majors.honours(third) == Honours(winners[0], winners[1], (losers[1],), losers[0])


def test_no_honours_before_the_final() -> None:
    major, winners, _ = semis_played(the_last_four())
    assert refused(majors.honours, major) == "The final of the Chaos Cup is not drawn yet."
    assert refused(majors.honours, majors.draw(major, "1")) == (
        f"The final of Team {winners[0]} and Team {winners[1]} is not played yet."
    )


def test_nine_teams_from_the_quarter_finals_to_the_trophy() -> None:
    major = a_major("ABCDEFGHI")
    major = majors.draw(majors.qualify(major, level(major, I=90), "3"), "3")
    quarters = pairs(major, "quarter_final")
    assert sorted("".join(quarters)) == list("ABCDEFGH")
    major = after(major, *(game(pair, "1-0", "quarter_final") for pair in quarters))
    major = majors.draw(major, "4")
    assert sorted("".join(pairs(major))) == sorted(pair[0] for pair in quarters)
    major, winners, losers = semis_played(major)
    major = after(majors.draw(major, "5"), game(winners, "1-0", "final"))
    assert majors.honours(major) == Honours(winners[0], winners[1], tuple(losers))


def test_who_does_not_show_up_in_the_knock_out_has_lost() -> None:
    major = the_last_four()
    first, _ = pairs(major)
    gone = majors.withdraw(major, first[0])
    assert majors.record(gone, Played(first[0], first[1], "away", kind="forfeit", stage="semi_final"))


# --- what is put right --------------------------------------------------------------------------------------------


def test_a_result_of_the_play_off_is_corrected_until_it_is_over() -> None:
    major = majors.correct(after(a_major(), game("AB", "1-0")), game("BA", "3-0"))
    assert (points(major)["A"], points(major)["B"]) == (2, 18)
    assert refused(majors.correct, major, game("AC", "1-0")) == (
        "Team A and Team C have not met in this play-off."
    )
    through = majors.qualify(major, level(major), "1")
    assert refused(majors.correct, through, game("AB", "1-0")) == (
        "Who goes on is decided: take that back first."
    )
    assert refused(majors.correct, major, Played("A", "B", None, stage="play_off")) == (
        "A match of the play-off is won, lost or drawn; strike what was never played."
    )


def test_a_result_that_is_struck_never_was() -> None:
    before = a_major()
    assert majors.strike(after(before, game("AB", "1-0")), "A", "B") == before


def test_a_challenge_whose_result_is_struck_is_dropped() -> None:
    major = majors.issue(a_major(), "A", "B", STARTS)
    major = majors.refuse(majors.pass_on(major, 1, STARTS), 1, STARTS)
    major = majors.strike(major, "B", "A")
    assert (major.results, major.challenges[0].state) == ((), "dropped")


def test_another_winner_moves_on_unless_the_next_match_was_played() -> None:
    major, winners, losers = semis_played(the_last_four())
    major = majors.third_place(majors.draw(major, "1"), losers)
    reversed_ = majors.correct(major, game(winners[0] + losers[0], "0-1", "semi_final"))
    assert pairs(reversed_, "final") == [losers[0] + winners[1]]
    assert pairs(reversed_, "third_place") == []
    played = after(major, game(winners, "1-0", "final"))
    assert refused(majors.correct, played, game(winners[0] + losers[0], "0-1", "semi_final")) == (
        f"Team {winners[0]} and Team {losers[0]} cannot change places: the final that follows has been played."
    )
    assert majors.correct(played, game(winners[0] + losers[0], "3-1", "semi_final"))


def test_another_winner_of_a_quarter_final_stands_in_the_semi_final() -> None:
    major = a_major("ABCDEFGHI")
    major = majors.draw(majors.qualify(major, level(major, I=90), "3"), "3")
    quarters = pairs(major, "quarter_final")
    major = majors.draw(after(major, *(game(one, "1-0", "quarter_final") for one in quarters)), "4")
    won, lost = quarters[2][0], quarters[2][1]
    changed = majors.correct(major, game(quarters[2], "0-1", "quarter_final"))
    assert "".join(pairs(changed)) == "".join(pairs(major)).replace(won, lost)


def test_what_there_is_not_cannot_be_corrected() -> None:
    major = the_last_four()
    first = pairs(major)[0]
    assert refused(majors.correct, major, game(first, "1-0", "semi_final")) == (
        f"There is no semi-final of Team {first[0]} and Team {first[1]} to correct."
    )


def test_the_last_draw_is_taken_back_as_if_it_had_never_been() -> None:
    major = after(a_major(), game("AB", "1-0"))
    through = majors.qualify(major, level(major), "1")
    drawn = majors.draw(through, "1")
    assert majors.undo(drawn) == through
    assert majors.undo(through) == major
    assert refused(majors.undo, major) == "Nothing is drawn in the Chaos Cup yet."
    played = after(drawn, game(pairs(drawn)[0], "1-0", "semi_final"))
    assert refused(majors.undo, played) == "The draw stands, for a semi-final has been played."


def test_a_major_is_kept_as_json_and_read_again() -> None:
    major, _, _ = semis_played(the_last_four())
    major = majors.issue(msgspec.structs.replace(major, qualified=()), "E", "A", STARTS)
    assert msgspec.json.decode(msgspec.json.encode(major), type=Major) == major


# --- any major ----------------------------------------------------------------------------------------------------


def played_out(chance: random.Random) -> Major:
    """A major of 4 to 20 teams with numbers for ids, from entry to trophy."""
    size = chance.randint(4, 20)
    major = majors.begin(LRB4, "Blood Bowl", STARTS, scoring=chance.choice(["printed", "five_for_a_draw"]))
    for team in range(1, size + 1):
        major = majors.enter(major, Entry(team, f"Team {team}", team))
    meetings = list(combinations(range(1, size + 1), 2))
    for home, away in chance.sample(meetings, chance.randint(0, min(len(meetings), 3 * size))):
        major = majors.record(major, any_result(chance, home, away, "play_off"))
    ratings = {team: chance.choice([100, 110]) for team in range(1, size + 1)}
    major = majors.qualify(major, ratings, str(chance.random()))
    while major.draw_of("final") is None or not major.of_stage("final"):
        major = majors.draw(major, str(chance.random()))
        stage = major.draws[-1].stage
        for pair in major.draws[-1].pairs:
            major = majors.record(major, any_result(chance, *pair, stage))
    return major


def any_result(chance: random.Random, home: Any, away: Any, stage: str) -> Played:
    own, other = chance.randint(0, 4), chance.randint(0, 4)
    level: Outcome = "draw" if stage == "play_off" else chance.choice(["home", "away"])
    outcome: Outcome = "home" if own > other else "away" if other > own else level
    return Played(home, away, outcome, own, other, stage=stage)


@given(st.integers(0, 10**9))
def test_from_entry_to_trophy_the_best_go_on_and_one_of_them_wins(seed: int) -> None:
    major = played_out(random.Random(seed))
    rows = majors.table(major)
    places = 8 if len(major.entries) > 8 else 4
    assert major.qualified == tuple(one.team for one in rows[:places])
    through, out = rows[:places], rows[places:]
    if out:
        last, first = (through[-1].points, through[-1].rating), (out[0].points, out[0].rating)
        assert last >= first
        assert (last == first) == bool(major.lot)
    assert set(major.lot) in (
        set(),
        {one.team for one in rows if (one.points, one.rating) == (through[-1].points, through[-1].rating)},
    )
    found = majors.honours(major)
    assert {found.winner, found.finalist, *found.third} <= set(major.qualified)
    assert len({found.winner, found.finalist, *found.third}) == 4
    assert all(sum(game.counts for game in one.games) <= 3 for one in rows)


@given(st.integers(0, 10**9))
def test_the_same_major_is_the_same_bytes(seed: int) -> None:
    one, other = played_out(random.Random(seed)), played_out(random.Random(seed))
    assert msgspec.json.encode(one) == msgspec.json.encode(other)
