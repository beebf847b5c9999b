"""Late entrants, withdrawals, and matches that are put off."""

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contest.changes import come_back, free_rounds, join, put_off, withdraw
from engine.contest.matched import in_rounds
from engine.contest.schedule import Meeting, Round, Schedule, round_of, round_robin, venues
from engine.contest.venues import uneven
from engine.questions import Refusal


def pairs(schedule):
    return Counter(meeting.pair for meeting in schedule.meetings)


def assert_sound(schedule):
    """Nobody plays twice in a round, nobody rests while he plays, and no meeting is there twice."""
    for one in schedule.rounds:
        assert len(one.busy) == 2 * len(one.meetings)
        assert not one.busy & set(one.byes)
        assert len(set(one.byes)) == len(one.byes)
    assert len(set(schedule.meetings)) == len(schedule.meetings)


# late entrants


@pytest.mark.parametrize("n", [3, 5, 7, 9, 11])
def test_a_late_entrant_plays_those_who_rest_and_catches_up_at_the_end(n):
    schedule = round_robin(range(n))
    later = join(schedule, "late", after=2)
    assert_sound(later)
    assert later.rounds[:2] == schedule.rounds[:2]
    assert pairs(later) == {frozenset(pair): 1 for pair in combinations((*range(n), "late"), 2)}
    assert len(later.rounds) == n + 2
    assert {one.byes for one in later.rounds[2:n]} == {()}
    assert uneven(venues(later)) == {}


def test_who_joins_before_the_first_round_makes_an_odd_field_even():
    assert len(join(round_robin(range(7)), "late", after=0).rounds) == 7


@settings(deadline=None, max_examples=60)
@given(n=st.integers(2, 12), legs=st.integers(1, 3), data=st.data(), anew=st.booleans())
def test_a_late_entrant_meets_everybody_as_often_as_all_do(n, legs, data, anew):
    schedule = round_robin(range(n), legs=legs)
    after = data.draw(st.integers(0, len(schedule.rounds)))
    later = join(schedule, "late", after=after, legs=legs, anew=anew)
    assert_sound(later)
    assert later.rounds[:after] == schedule.rounds[:after]
    assert pairs(later) == {frozenset(pair): legs for pair in combinations((*range(n), "late"), 2)}
    assert set(schedule.meetings) <= set(later.meetings)
    if not anew:
        assert all(round_of(later, m) == round_of(schedule, m) for m in schedule.meetings)
    for pair in pairs(later):
        of_pair = [m for m in later.meetings if m.pair == pair]
        assert [m.leg for m in of_pair] == list(range(1, legs + 1))
        assert all(sooner.home == after.away for sooner, after in pairwise(of_pair))
    assert uneven(venues(later)) == {}


@pytest.mark.parametrize("n, after", [(4, 1), (8, 0), (8, 2), (8, 5), (16, 3), (20, 10)])
def test_a_new_plan_makes_room_for_a_late_entrant_where_nobody_rests(n, after):
    schedule = round_robin(range(n))
    patient, short = (join(schedule, "late", after=after, anew=anew) for anew in (False, True))
    assert len(patient.rounds) == n - 1 + n
    assert len(short.rounds) <= after + n + 1
    assert_sound(short)


def test_two_late_entrants_meet_each_other_too():
    schedule = join(join(round_robin(range(5)), "late", after=1), "later", after=2)
    assert_sound(schedule)
    assert pairs(schedule) == {frozenset(pair): 1 for pair in combinations((*range(5), "late", "later"), 2)}


def test_a_late_entrant_of_a_division_meets_only_its_own():
    schedule = join(round_robin("ABCDEF"), "late", after=1, opponents="ABC")
    assert {frozenset(("late", other)) for other in "ABC"} == {p for p in pairs(schedule) if "late" in p}
    with pytest.raises(Refusal, match="G does not play any more, so nobody can be drawn against it"):
        join(round_robin("ABC"), "late", after=1, opponents="ABG")


@pytest.mark.parametrize(
    "entrant, after, said",
    [
        ("A", 1, "A is in the schedule already."),
        ("E", 4, "Nobody can join after round 4 of 3."),
        ("E", -1, "Nobody can join after round -1 of 3."),
    ],
)
def test_a_late_entry_that_makes_no_sense_is_refused(entrant, after, said):
    with pytest.raises(Refusal) as refused:
        join(round_robin("ABCD"), entrant, after=after)
    assert str(refused.value) == said


@settings(deadline=None, max_examples=60)
@given(
    st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda p: p[0] < p[1]), min_size=1),
    st.integers(1, 2),
)
def test_any_matches_fit_into_about_as_many_rounds_as_the_busiest_has(found, legs):
    meetings = [Meeting(one, other, leg) for one, other in sorted(found) for leg in range(1, legs + 1)]
    rounds = in_rounds(meetings, Random("any"))
    assert Counter(m for one in rounds for m in one) == Counter(meetings)
    busiest = max(Counter(seat for m in meetings for seat in (m.home, m.away)).values())
    assert len(rounds) <= busiest + legs


# withdrawals


def season_of_six():
    schedule = round_robin("ABCDEF")
    return schedule, [m for one in schedule.rounds[:2] for m in one.meetings]


def test_results_of_who_withdraws_may_stand_and_the_others_rest():
    schedule, played = season_of_six()
    gone = withdraw(schedule, "C", played, "kept")
    assert gone.schedule.rounds[:2] == schedule.rounds[:2]
    assert [one.byes for one in gone.schedule.rounds[2:]] == [
        tuple(seat for m in one.meetings if "C" in m.pair for seat in (m.home, m.away) if seat != "C")
        for one in schedule.rounds[2:]
    ]
    assert (len(gone.cancelled), gone.annulled, gone.awarded) == (3, (), ())
    assert gone.schedule.active == tuple("ABDEF")
    assert_sound(gone.schedule)


def test_results_of_who_withdraws_may_be_annulled():
    schedule, played = season_of_six()
    gone = withdraw(schedule, "C", played, "annulled")
    assert not any("C" in pair for pair in pairs(gone.schedule))
    assert gone.annulled == tuple(m for m in played if "C" in m.pair)
    assert len(gone.cancelled) == 3
    assert gone.schedule.entrants == gone.schedule.active == tuple("ABDEF")
    assert [len(one.byes) for one in gone.schedule.rounds] == [1] * 5
    assert "C" not in venues(gone.schedule)


def test_matches_of_who_withdraws_may_go_to_the_opponents():
    schedule, played = season_of_six()
    gone = withdraw(schedule, "C", played, "awarded")
    assert gone.schedule.rounds == schedule.rounds
    assert gone.awarded == tuple(m for m in schedule.meetings if "C" in m.pair and m not in played)
    assert gone.schedule.withdrawn == ("C",)


def test_a_round_left_empty_at_the_end_is_dropped_and_one_before_keeps_its_number():
    late = join(round_robin("ABC"), "D", after=2)
    assert len(late.rounds) == 5
    gone = withdraw(late, "D", (), "kept").schedule
    assert gone.rounds == round_robin("ABC").rounds


@pytest.mark.parametrize("who", ["Z", "C"])
def test_nobody_withdraws_who_is_not_in(who):
    schedule, played = season_of_six()
    with pytest.raises(Refusal, match=f"{who} is not in the schedule, so it cannot withdraw"):
        withdraw(withdraw(schedule, "C", played, "kept").schedule, who, played, "kept")


def test_nobody_is_drawn_against_who_withdrew():
    schedule, played = season_of_six()
    later = join(withdraw(schedule, "C", played, "kept").schedule, "late", after=2)
    assert frozenset(("C", "late")) not in pairs(later)
    assert Counter(seat for pair in pairs(later) if "late" in pair for seat in pair)["late"] == 5


# returns


@pytest.mark.parametrize("results", ["kept", "annulled"])
@settings(deadline=None, max_examples=60)
@given(n=st.integers(3, 12), legs=st.integers(1, 3), data=st.data())
def test_who_comes_back_meets_everybody_as_often_as_all_do(results, n, legs, data):
    schedule = round_robin(range(n), legs=legs)
    after = data.draw(st.integers(0, len(schedule.rounds)))
    known = [(number, m) for number, one in enumerate(schedule.rounds[:after], 1) for m in one.meetings]
    gone = withdraw(schedule, 0, [meeting for _, meeting in known], results).schedule
    back = come_back(gone, 0, range(1, n), known, after=after, legs=legs)
    assert_sound(back)
    assert set(back.active) == set(range(n))
    assert pairs(back) == {frozenset(pair): legs for pair in combinations(range(n), 2)}
    for number, meeting in known:
        assert round_of(back, meeting) == number
    own = {m: round_of(back, m) for m in back.meetings if 0 in m.pair and (round_of(back, m), m) not in known}
    assert all(number > after for number in own.values())


def test_who_comes_back_plays_where_both_rest_and_the_rest_at_the_end():
    schedule = round_robin("ABCDE")
    gone = withdraw(schedule, "A", [], "kept").schedule
    back = come_back(gone, "A", "BCDE", after=3)
    assert len(back.rounds) > len(schedule.rounds)
    assert [len(one.meetings) for one in back.rounds[:3]] == [len(one.meetings) for one in gone.rounds[:3]]
    twice = come_back(
        withdraw(round_robin("AB", legs=2), "A", [], "kept").schedule, "A", "B", after=0, legs=2
    )
    assert {(m.home, m.away) for m in twice.meetings} == {("A", "B"), ("B", "A")}


# putting off


def test_a_match_is_put_off_to_a_round_in_which_both_rest():
    schedule = round_robin("ABCD")
    first = schedule.rounds[0].meetings[0]
    assert free_rounds(schedule, first) == (4,)
    later = put_off(schedule, first, 4)
    assert round_of(later, first) == 4
    assert set(later.rounds[0].byes) == first.pair == set("ABCD") - set(later.rounds[3].byes)
    assert put_off(later, first, 1).rounds[0].busy == schedule.rounds[0].busy
    assert free_rounds(later, first) == (1, 5)
    assert free_rounds(later, first, after=2) == (5,)
    assert_sound(later)


def test_a_match_put_off_to_its_own_round_stays():
    schedule = round_robin("ABCD")
    assert put_off(schedule, schedule.meetings[0], 1) == schedule


def test_a_match_is_not_put_off_to_where_one_of_the_two_plays():
    schedule = Schedule(
        tuple("ABC"), (Round((Meeting("A", "B"),), ("C",)), Round((Meeting("B", "C"),), ("A",)))
    )
    with pytest.raises(Refusal, match="B plays another match in round 2"):
        put_off(schedule, Meeting("A", "B"), 2)
    with pytest.raises(Refusal, match="There is no round 4 to put a match off to"):
        put_off(schedule, Meeting("A", "B"), 4)
    with pytest.raises(Refusal, match="A against C is not in the schedule"):
        put_off(schedule, Meeting("A", "C"), 2)
