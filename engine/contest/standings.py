"""The table of a contest: who won, drew and lost, and the order that follows.

Outcomes are carried. Points are worked out from them, and nothing is ever read back from points: a league that gives
two points for a draw has as many draws as before.

This is what ``engine.contest.table`` gives for ``STANDARD`` criteria, and a test holds the two together. It stays a
module of its own because it only counts: a season of a thousand matches takes a tenth of the time of a table that can
explain itself, and the standings page works it out after every act.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from engine.questions import Refusal
from engine.words import gettext as _


class Points(msgspec.Struct, frozen=True):
    """What an outcome is worth in the league."""

    win: int = 3
    draw: int = 1
    loss: int = 0


class Played(msgspec.Struct, frozen=True):
    """A match that counts. ``winner`` is the id of a team, or None for a draw.

    After a shoot-out a level score has a winner, and a side that conceded has lost whatever it scored.
    Touchdowns and casualties are those of each side; a casualty counts for the side that caused it. ``points`` is what
    this match brings where the contest's points were others when it was played.
    """

    home: int
    away: int
    home_td: int
    away_td: int
    home_cas: int
    away_cas: int
    winner: int | None
    points: Points | None = None
    neutral: bool = False
    """Played on neutral ground: nobody was at home."""


class Row(msgspec.Struct, frozen=True):
    """A team in the table. ``shared``: another team holds the same place, since nothing tells them apart."""

    team: int
    place: int
    shared: bool
    played: int
    won: int
    drawn: int
    lost: int
    points: int
    td_for: int
    td_against: int
    td_difference: int
    cas_for: int
    cas_against: int
    cas_difference: int
    home: int | None = None
    away: int | None = None
    """Matches at home and away, without those on neutral ground; nothing in a table kept from before they counted."""


class _Tally:
    """One team while the matches are counted."""

    __slots__ = (
        "away",
        "cas_against",
        "cas_for",
        "drawn",
        "home",
        "lost",
        "points",
        "td_against",
        "td_for",
        "won",
    )

    def __init__(self) -> None:
        self.won = self.drawn = self.lost = self.points = 0
        self.td_for = self.td_against = self.cas_for = self.cas_against = 0
        self.home = self.away = 0

    def count(self, td: tuple[int, int], cas: tuple[int, int]) -> None:
        self.td_for += td[0]
        self.td_against += td[1]
        self.cas_for += cas[0]
        self.cas_against += cas[1]

    def win(self, worth: Points) -> None:
        self.won += 1
        self.points += worth.win

    def draw(self, worth: Points) -> None:
        self.drawn += 1
        self.points += worth.draw

    def lose(self, worth: Points) -> None:
        self.lost += 1
        self.points += worth.loss

    @property
    def merit(self) -> tuple[int, int, int, int]:
        """What the order goes by, the better the higher: points, TD difference, casualty difference, TD scored."""
        return (
            self.points,
            self.td_for - self.td_against,
            self.cas_for - self.cas_against,
            self.td_for,
        )


def standings(teams: Iterable[int], played: Iterable[Played], points: Points) -> tuple[Row, ...]:
    """The table of ``teams``, best first; teams that are equal in everything share a place, in the order given.

    Raises Refusal for a match of a team that is not in the table, for one of a team against itself, and for a winner
    who did not play in it.
    """
    order = list(dict.fromkeys(teams))
    tallies = {team: _Tally() for team in order}
    for match in played:
        _count(tallies, match, match.points or points)
    merits = {team: tally.merit for team, tally in tallies.items()}
    order.sort(key=merits.__getitem__, reverse=True)
    return tuple(_rows(order, tallies, merits))


def _count(tallies: dict[int, _Tally], match: Played, worth: Points) -> None:
    if match.home == match.away:
        raise Refusal(_("A match of team {team} against itself counts in no table.").format(team=match.home))
    try:
        home, away = tallies[match.home], tallies[match.away]
    except KeyError as missing:
        raise Refusal(
            _("Team {team} played a match and is not in the table.").format(team=missing.args[0])
        ) from None
    home.count((match.home_td, match.away_td), (match.home_cas, match.away_cas))
    away.count((match.away_td, match.home_td), (match.away_cas, match.home_cas))
    if not match.neutral:
        home.home += 1
        away.away += 1
    if match.winner is None:
        home.draw(worth)
        away.draw(worth)
    elif match.winner == match.home:
        home.win(worth)
        away.lose(worth)
    elif match.winner == match.away:
        away.win(worth)
        home.lose(worth)
    else:
        raise Refusal(
            _("Team {team} is named as the winner of a match that it did not play.").format(team=match.winner)
        )


def _rows(
    order: Sequence[int], tallies: dict[int, _Tally], merits: dict[int, tuple[int, int, int, int]]
) -> Iterable[Row]:
    holders: dict[tuple[int, int, int, int], int] = {}
    for team in order:
        holders[merits[team]] = holders.get(merits[team], 0) + 1
    place = 0
    for index, team in enumerate(order):
        tally, merit = tallies[team], merits[team]
        if index == 0 or merit != merits[order[index - 1]]:
            place = index + 1
        yield Row(
            team=team,
            place=place,
            shared=holders[merit] > 1,
            played=tally.won + tally.drawn + tally.lost,
            won=tally.won,
            drawn=tally.drawn,
            lost=tally.lost,
            points=merit[0],
            td_for=tally.td_for,
            td_against=tally.td_against,
            td_difference=merit[1],
            cas_for=tally.cas_for,
            cas_against=tally.cas_against,
            cas_difference=merit[2],
            home=tally.home,
            away=tally.away,
        )
