"""Venues evened out over pairings that stand."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contest.played import Id
from engine.contest.schedule import Meeting, Round, Schedule, Venues, round_robin, venues
from engine.contest.venues import balanced, uneven

PAIRS = st.lists(
    st.tuples(st.integers(0, 11), st.integers(0, 11)).filter(lambda p: p[0] != p[1]), max_size=60
)


def leads(meetings):
    counts: dict[Id, int] = {}
    for meeting in meetings:
        counts[meeting.home] = counts.get(meeting.home, 0) + 1
        counts[meeting.away] = counts.get(meeting.away, 0) - 1
    return counts


@settings(deadline=None)
@given(PAIRS)
def test_whatever_the_pairings_nobody_need_have_more_than_one_match_at_home_too_many(pairs):
    meetings = [Meeting(home, away) for home, away in pairs]
    turned = balanced(meetings, {})
    assert [meeting.pair for meeting in turned] == [meeting.pair for meeting in meetings]
    assert set(leads(turned).values()) <= {-1, 0, 1}


@given(PAIRS)
def test_what_is_balanced_stays_as_it_is(pairs):
    turned = balanced([Meeting(home, away) for home, away in pairs], {})
    assert balanced(turned, {}) == turned


def test_matches_of_before_count_towards_the_balance():
    assert balanced([Meeting("A", "B"), Meeting("A", "C")], {"A": 2, "B": -1, "C": -1}) == (
        Meeting("B", "A"),
        Meeting("C", "A"),
    )


def test_the_fixed_first_team_of_a_textbook_schedule_is_mended():
    """The circle with the fixed entrant always at home: five at home against none, and two each for the others."""
    field = range(6)
    rounds = tuple(
        Round(tuple(Meeting(min(m.pair), max(m.pair)) if 0 in m.pair else m for m in one.meetings))
        for one in round_robin(field).rounds
    )
    schedule = Schedule(tuple(field), rounds)
    assert uneven(venues(schedule)) == {0: 5, 1: -3}
    mended = balanced(schedule.meetings, {})
    assert set(leads(mended).values()) == {-1, 1}
    assert [m.pair for m in mended] == [m.pair for m in schedule.meetings]


def test_one_match_more_at_home_is_as_even_as_an_odd_number_can_be():
    counts: dict[int | str, Venues] = {
        "A": Venues(3, 1),
        "B": Venues(2, 1),
        "C": Venues(2, 2),
        "D": Venues(0, 2),
        "E": Venues(1, 2),
    }
    assert uneven(counts) == {"A": 2, "D": -2}


def test_a_round_robin_is_even():
    for n in range(2, 20):
        assert uneven(venues(round_robin(range(n)))) == {}
        assert uneven(venues(round_robin(range(n), legs=2))) == {}
