"""Home and away evened out over pairings that stand: after changes by hand, for late entrants, for Swiss rounds.

Whatever the pairings are, venues exist by which nobody has more than one match at home more than away, or away more
than at home. They are found by turning round chains of matches, from one who is at home too often to one who is too
often away; everybody between them keeps his balance. Matches that were played stay where they were, which may leave
somebody further off.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from engine.contest.played import Id
from engine.contest.schedule import Meeting, Venues


def balanced(meetings: Sequence[Meeting], lead: Mapping[Id, int]) -> tuple[Meeting, ...]:
    """The same meetings in the same order, some with the venues swapped.

    ``lead`` is how many matches at home above those away each entrant has without them; who is missing has none. The
    balance is everybody's own, over all his matches: of a pair that meets twice both may come to one ground.
    """
    turned = list(meetings)
    leads = {entrant: lead.get(entrant, 0) for meeting in turned for entrant in (meeting.home, meeting.away)}
    for meeting in turned:
        leads[meeting.home] += 1
        leads[meeting.away] -= 1
    while chain := _chain(turned, leads):
        leads[turned[chain[0]].home] -= 2
        leads[turned[chain[-1]].away] += 2
        for place in chain:
            turned[place] = turned[place].swapped()
    return tuple(turned)


def _chain(meetings: Sequence[Meeting], leads: Mapping[Id, int]) -> list[int]:
    """The shortest chain of meetings, each at home where the one before was away, that is better turned round."""
    at_home: dict[Id, list[int]] = {}
    for place, meeting in enumerate(meetings):
        at_home.setdefault(meeting.home, []).append(place)
    lowest = min(leads.values(), default=0)
    for start in sorted(leads, key=lambda entrant: -leads[entrant]):
        if leads[start] - lowest <= 2:
            return []
        came: dict[Id, int] = {}
        queue = deque([start])
        while queue:
            one = queue.popleft()
            if leads[start] - leads[one] > 2:
                return _way(meetings, came, start, one)
            for place in at_home.get(one, ()):
                other = meetings[place].away
                if other not in came and other != start:
                    came[other] = place
                    queue.append(other)
    return []


def _way(meetings: Sequence[Meeting], came: Mapping[Id, int], start: Id, end: Id) -> list[int]:
    way: list[int] = []
    while end != start:
        way.append(came[end])
        end = meetings[came[end]].home
    return way[::-1]


def uneven(counts: Mapping[Id, Venues]) -> dict[Id, int]:
    """Those who have more than one match at home more than away (above 0), or away more than at home (below 0)."""
    return {entrant: count.lead for entrant, count in counts.items() if abs(count.lead) > 1}
