"""Open play: how often the same two may meet, and how many matches anybody may play."""

import pytest

from engine.contest.open_play import Limits, check, opponents
from engine.questions import Refusal

MATCHES = [("A", "B"), ("C", "A"), ("B", "A")]


@pytest.mark.parametrize(
    "limits, one, other, said",
    [
        (Limits(), "A", "C", "A and C have met once, and more is not allowed."),
        (Limits(meetings=2), "A", "B", "A and B have met twice, and more is not allowed."),
        (Limits(matches=3), "D", "A", "A has 3 matches, and more are not allowed."),
        (Limits(matches=0), "D", "E", "D has no match, and more are not allowed."),
        (
            Limits(meetings=None, between=1),
            "B",
            "A",
            "B has to play one match against others before this pair meets again.",
        ),
        (
            Limits(meetings=None, between=3),
            "A",
            "C",
            "A has to play 2 matches against others before this pair meets again.",
        ),
        (Limits(), "A", "A", "A cannot play against itself."),
    ],
)
def test_a_match_beyond_the_limits_is_refused(limits, one, other, said):
    with pytest.raises(Refusal) as refused:
        check(limits, MATCHES, one, other)
    assert str(refused.value) == said


@pytest.mark.parametrize(
    "limits, one, other",
    [
        (Limits(), "B", "C"),
        (Limits(meetings=2), "A", "C"),
        (Limits(meetings=None), "A", "B"),
        (Limits(matches=4), "A", "D"),
        (Limits(between=5), "B", "C"),
    ],
)
def test_a_match_within_the_limits_may_be_arranged(limits, one, other):
    check(limits, MATCHES, one, other)


def test_a_coach_sees_whom_he_may_still_play():
    assert opponents(Limits(), MATCHES, "A", "ABCDE") == ("D", "E")
    assert opponents(Limits(meetings=2), MATCHES, "A", "ABCDE") == ("C", "D", "E")
    assert opponents(Limits(matches=2), MATCHES, "B", "ABCDE") == ()


def test_a_number_is_given_a_noun():
    with pytest.raises(Refusal, match="Entrant 1 and entrant 2 have met once, and more"):
        check(Limits(), [(1, 2)], 1, 2)
