"""Who has met whom and how it came out: teams against teams, and coaches against coaches."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from engine.questions import SIDES
from league.domain.roles import NotVisible
from league.models import League, User
from tournaments.domain.annals.chronicle import chronicle
from tournaments.domain.annals.told import Chronicle, MatchTold, SideTold

By = Literal["teams", "coaches"]

MATRIX = 16
"""So many sides at most are set against each other on one page: those that have met most often."""


@dataclass(frozen=True, slots=True)
class Party:
    """A team or a coach. ``key`` is how an address names it: a team's slug, the number of an account."""

    key: str
    name: str


@dataclass(slots=True)
class Tally:
    """How one has fared against another, over all their meetings."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    scored: int = 0
    conceded: int = 0
    caused: int = 0
    suffered: int = 0

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    def add(self, outcome: str, own: SideTold, rival: SideTold) -> None:
        setattr(self, outcome, getattr(self, outcome) + 1)
        self.scored += own.score
        self.conceded += rival.score
        self.caused += own.caused
        self.suffered += rival.caused


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match as the first of the two sees it. ``at_home``: it was the home side."""

    match: MatchTold
    own: SideTold
    rival: SideTold
    own_team: str
    rival_team: str
    at_home: bool
    outcome: str


@dataclass(frozen=True, slots=True)
class Line:
    party: Party
    tally: Tally


@dataclass(frozen=True, slots=True)
class Meetings:
    """``parties`` are all to choose from. With one chosen, ``lines`` tell how it fared against each that it has met;
    with two, ``tally`` and ``meetings``, the latest first. Without any, ``matrix`` has a row for each of ``shown``,
    with each of them and a tally, or None where they have not met."""

    by: By
    parties: tuple[Party, ...]
    home: Party | None = None
    away: Party | None = None
    lines: tuple[Line, ...] = ()
    tally: Tally | None = None
    meetings: tuple[Meeting, ...] = ()
    shown: tuple[Party, ...] = ()
    matrix: tuple[tuple[Party, tuple[tuple[Party, Tally | None], ...]], ...] = ()

    @property
    def left_out(self) -> int:
        return len(self.parties) - len(self.shown)


def meetings(league: League, by: By = "teams", home: str = "", away: str = "") -> Meetings:
    """One query for the names of coaches. Raises NotVisible for somebody who is not there."""
    past = chronicle(league)
    parties = _parties(past, by)
    known = {one.key: one for one in parties}
    first, second = _chosen(known, home), _chosen(known, away)
    if first is None and second is not None:
        first, second = second, None
    keys = _keys(past, by)
    if first is None:
        return _matrix(past, by, parties, keys)
    if second is None or second == first:
        found = _tallies(past, keys).get(first.key, {})
        lines = [Line(known[key], tally) for key, tally in found.items() if key in known]
        lines.sort(key=lambda one: (-one.tally.played, one.party.name))
        return Meetings(by, parties, first, lines=tuple(lines))
    tally, found_meetings = _between(past, keys, first.key, second.key)
    return Meetings(by, parties, first, second, tally=tally, meetings=found_meetings)


def _chosen(known: dict[str, Party], key: str) -> Party | None:
    if key and key not in known:
        raise NotVisible(
            _("Nobody of that name has played in this league. Choose from the lists of the page.")
        )
    return known.get(key)


class _Keys:
    """The key of a side, and whether two sides of a match are two parties at all."""

    def __init__(self, by: By, slugs: dict[int, str]) -> None:
        self._by, self._slugs = by, slugs

    def of(self, side: SideTold) -> str:
        if self._by == "teams":
            return self._slugs.get(side.team, "")
        return str(side.coach) if side.coach is not None else ""


def _keys(past: Chronicle, by: By) -> _Keys:
    return _Keys(by, {team.pk: team.slug for team in past.teams})


def _parties(past: Chronicle, by: By) -> tuple[Party, ...]:
    """Everybody who has played, by name."""
    sides = [side for one in past.matches for side in (one.home, one.away)]
    if by == "teams":
        teams = {side.team for side in sides}
        return tuple(Party(team.slug, team.name) for team in past.teams if team.pk in teams)
    accounts = {side.coach for side in sides if side.coach is not None}
    names = User.objects.filter(pk__in=accounts).values_list("pk", "username")
    return tuple(
        Party(str(pk), name) for pk, name in sorted(names, key=lambda one: (one[1].casefold(), one[0]))
    )


def _tallies(past: Chronicle, keys: _Keys) -> dict[str, dict[str, Tally]]:
    found: dict[str, dict[str, Tally]] = defaultdict(lambda: defaultdict(Tally))
    for match in past.matches:
        for side in SIDES:
            own, rival = match.side(side), match.opponent(side)
            one, other = keys.of(own), keys.of(rival)
            if one and other and one != other:
                found[one][other].add(match.outcome(side), own, rival)
    return found


def _matrix(past: Chronicle, by: By, parties: tuple[Party, ...], keys: _Keys) -> Meetings:
    found = _tallies(past, keys)
    often = {key: sum(tally.played for tally in row.values()) for key, row in found.items()}
    ranked = sorted(parties, key=lambda one: -often.get(one.key, 0))[:MATRIX]
    shown = tuple(one for one in parties if one in ranked)
    rows = tuple(
        (
            one,
            tuple((other, found.get(one.key, {}).get(other.key)) for other in shown),
        )
        for one in shown
    )
    return Meetings(by, parties, shown=shown, matrix=rows)


def _between(past: Chronicle, keys: _Keys, one: str, other: str) -> tuple[Tally, tuple[Meeting, ...]]:
    tally, found = Tally(), []
    for match in past.matches:
        for side in SIDES:
            own, rival = match.side(side), match.opponent(side)
            if (keys.of(own), keys.of(rival)) != (one, other):
                continue
            outcome = match.outcome(side)
            tally.add(outcome, own, rival)
            names = past.team[own.team].name, past.team[rival.team].name
            found.append(Meeting(match, own, rival, *names, side == "home", outcome))
    return tally, tuple(reversed(found))
