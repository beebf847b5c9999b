"""Two teams of a league side by side, before they meet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from engine.looking_ahead import Help, look_ahead
from engine.match.offers import Kind, Offer
from engine.questions import Refusal, Side
from engine.roster import Player, Roster
from league.models import League
from matches.domain import logs
from matches.models import Fixture, FixtureStatus, Result
from teams.domain import queries
from teams.domain.ledger import rosters_of
from teams.models import Team

LATEST = 5
"""Earlier results that are shown."""

KINDS: tuple[Kind, ...] = ("star", "inducement", "mercenary", "freebooter", "helper", "done")
"""The order in which offers are shown."""


@dataclass(frozen=True, slots=True)
class Contender:
    """One of the two. ``missing`` sit the match out, ``niggling`` may have to; ``shelves`` is what it could hire."""

    team: Team
    roster: Roster
    help: Help
    missing: tuple[Player, ...]
    niggling: tuple[Player, ...]
    shelves: tuple[tuple[Kind, tuple[Offer, ...]], ...]
    won: int
    """Earlier matches of these two."""

    @property
    def own_gold(self) -> int:
        """What its coach may add out of the treasury, where the purse is not the treasury."""
        return self.roster.treasury if self.help.purse == self.help.given else 0

    @property
    def fit(self) -> int:
        return len(self.roster.active) - len(self.missing)


@dataclass(frozen=True, slots=True)
class Comparison:
    """``fixture``: the next match of the two that is to be played, where one is made. ``met`` earlier results, the
    latest first; ``played`` counts all of them."""

    home: Contender
    away: Contender
    difference: int
    weaker: Side | None
    fixture: Fixture | None
    met: tuple[Result, ...]
    played: int
    drawn: int

    @property
    def sides(self) -> tuple[Contender, Contender]:
        return self.home, self.away

    @property
    def gap(self) -> int:
        """The difference, whoever is the stronger."""
        return abs(self.difference)

    @property
    def rolls(self) -> int:
        """On the table of handicaps, of both."""
        return sum(one.help.rolls + one.help.picks for one in self.sides)

    @property
    def given(self) -> int:
        return sum(one.help.given for one in self.sides)

    @property
    def helped(self) -> bool:
        return bool(self.rolls or self.given)


def compare(league: League, home: str, away: str) -> Comparison:
    """By the addresses of the teams, in a fixed number of queries.

    Raises NotVisible for a team that is not there, and Refusal for a team against itself or one that cannot play.
    """
    if home == away:
        raise Refusal(_("A team does not play against itself; choose two different teams."))
    first, second = queries.get_team(league, home), queries.get_team(league, away)
    edition, rosters = league.rules, rosters_of([first, second])
    meeting = look_ahead(
        edition,
        edition.rules.take_the_field(rosters[first.pk]),
        edition.rules.take_the_field(rosters[second.pk]),
        logs.stars_of(league),
    )
    wins, drawn = _earlier(first, second)
    return Comparison(
        _contender(first, rosters[first.pk], meeting.home, wins[0]),
        _contender(second, rosters[second.pk], meeting.away, wins[1]),
        meeting.difference,
        meeting.weaker,
        _to_be_played(league, first, second),
        _latest(first, second),
        sum(wins) + drawn,
        drawn,
    )


def _contender(team: Team, roster: Roster, help: Help, won: int) -> Contender:
    active = sorted(roster.active, key=lambda one: one.number)
    return Contender(
        team,
        roster,
        help,
        tuple(one for one in active if one.misses_next),
        tuple(one for one in active if one.niggling and not one.misses_next),
        tuple(_shelves(help.offers)),
        won,
    )


def _shelves(found: Iterable[Offer]) -> Iterable[tuple[Kind, tuple[Offer, ...]]]:
    in_order = sorted(found, key=lambda one: KINDS.index(one.kind))
    for kind, shelf in groupby(in_order, key=lambda one: one.kind):
        yield kind, tuple(shelf)


def _between(first: Team, second: Team, prefix: str = "") -> Q:
    return Q(**{f"{prefix}home": first, f"{prefix}away": second}) | Q(
        **{f"{prefix}home": second, f"{prefix}away": first}
    )


def _latest(first: Team, second: Team) -> tuple[Result, ...]:
    rows = Result.objects.filter(_between(first, second, "fixture__")).select_related(
        "fixture__home", "fixture__away"
    )
    found = tuple(rows.order_by("-played_at", "-pk")[:LATEST])
    for one in found:
        one.fixture.league = first.league
    return found


def _earlier(first: Team, second: Team) -> tuple[tuple[int, int], int]:
    """Matches that each has won, and those that nobody has."""
    at_home, away = Q(winner="home"), Q(winner="away")
    counts = Result.objects.filter(_between(first, second, "fixture__")).aggregate(
        first=Count("pk", filter=at_home & Q(fixture__home=first) | away & Q(fixture__away=first)),
        second=Count("pk", filter=at_home & Q(fixture__home=second) | away & Q(fixture__away=second)),
        drawn=Count("pk", filter=Q(winner="")),
    )
    return (counts["first"], counts["second"]), counts["drawn"]


def _to_be_played(league: League, first: Team, second: Team) -> Fixture | None:
    found = (
        Fixture.objects.filter(_between(first, second), league=league, status=FixtureStatus.OPEN)
        .order_by("scheduled", "round", "number")
        .first()
    )
    if found is not None:
        found.league = league
    return found
