"""What each entrant has from the matches: the counts that a table and its tie-breakers are made of."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property

import msgspec

from engine.contest.played import Id, Played, check
from engine.contest.scoring import Adjustment, Scoring
from engine.questions import Refusal, Side
from engine.words import gettext as _


class Entrant(msgspec.Struct, frozen=True):
    """``rating``: the higher the better. ``painting``: marks that the judges gave."""

    id: Id
    rating: int = 0
    painting: int = 0


class Game:
    """One match or bye as one side had it. ``opponent`` is None for a bye. ``base`` is what the outcome brought, and
    ``points`` that with bonuses; ``theirs`` is what the opponent had from it."""

    __slots__ = ("base", "match", "opponent", "points", "result", "side", "theirs")

    def __init__(self, match: Played, side: Side, opponent: Tally | None, base: int, points: int) -> None:
        self.match = match
        self.side = side
        self.opponent = opponent
        self.base = base
        self.points = points
        self.theirs = 0
        outcome = match.outcome
        self.result = 1 if outcome == side else 0 if outcome == "draw" else -1
        """1 won, 0 drawn, -1 lost."""

    @property
    def td(self) -> tuple[int, int]:
        """Touchdowns for and against."""
        match = self.match
        return (match.home_td, match.away_td) if self.side == "home" else (match.away_td, match.home_td)

    @property
    def cas(self) -> tuple[int, int]:
        match = self.match
        return (match.home_cas, match.away_cas) if self.side == "home" else (match.away_cas, match.home_cas)


class Tally:
    """One entrant. ``scored`` is what he has from matches and byes, and ``points`` that with painting and
    adjustments. A bye is in ``games`` and in ``byes``, and is neither played nor won."""

    __slots__ = (
        "adjusted",
        "adjustments",
        "at_home",
        "away",
        "bonus",
        "byes",
        "cas",
        "drawn",
        "entrant",
        "field",
        "games",
        "id",
        "lost",
        "painting",
        "scored",
        "td",
        "won",
    )

    def __init__(self, entrant: Entrant, painting: int, field: Tallies) -> None:
        self.entrant = entrant
        self.id = entrant.id
        self.field = field
        self.games: list[Game] = []
        self.adjustments: list[Adjustment] = []
        self.painting = painting
        self.adjusted = self.bonus = self.scored = 0
        self.byes = self.won = self.drawn = self.lost = self.at_home = self.away = 0
        self.td = (0, 0)
        self.cas = (0, 0)

    @property
    def points(self) -> int:
        return self.scored + self.painting + self.adjusted

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    def add(self, game: Game) -> None:
        self.games.append(game)
        self.scored += game.points
        self.bonus += game.points - game.base
        if game.opponent is None:
            self.byes += 1
            return
        if game.result > 0:
            self.won += 1
        elif game.result < 0:
            self.lost += 1
        else:
            self.drawn += 1
        match = game.match
        (td_for, td_against), (cas_for, cas_against) = self.td, self.cas
        if game.side == "home":
            self.td = (td_for + match.home_td, td_against + match.away_td)
            self.cas = (cas_for + match.home_cas, cas_against + match.away_cas)
            self.at_home += not match.neutral
        else:
            self.td = (td_for + match.away_td, td_against + match.home_td)
            self.cas = (cas_for + match.away_cas, cas_against + match.home_cas)
            self.away += not match.neutral


class Tallies:
    """Everybody's tally of a contest."""

    def __init__(
        self,
        entrants: Iterable[Entrant | Id],
        played: Iterable[Played],
        scoring: Scoring,
        adjustments: Iterable[Adjustment] = (),
        stages: Collection[str] | None = None,
    ) -> None:
        """``stages``: only matches of these count. Raises Refusal for an entrant named twice, for matches and
        adjustments of somebody who is not entered, and for matches that cannot have happened."""
        self._of: dict[Id, Tally] = {}
        self.last_round = 0
        for entrant in sorted(map(_entrant, entrants), key=lambda entrant: order_of(entrant.id)):
            if entrant.id in self._of:
                raise Refusal(_("{entrant} is entered twice.").format(entrant=entrant.id))
            self._of[entrant.id] = Tally(entrant, entrant.painting * scoring.painting, self)
        self._possible: dict[Id, int] = {}
        for match in in_order(played):
            if match.outcome is not None and (stages is None or match.stage in stages):
                self._count(match, scoring.of(match.stage))
        for adjustment in adjustments:
            tally = self.of(adjustment.entrant)
            tally.adjusted += adjustment.points
            tally.adjustments.append(adjustment)

    def __iter__(self) -> Iterator[Tally]:
        return iter(self._of.values())

    def of(self, entrant: Id) -> Tally:
        try:
            return self._of[entrant]
        except KeyError:
            raise Refusal(_("{entrant} is not in the table.").format(entrant=entrant)) from None

    def _count(self, match: Played, scoring: Scoring) -> None:
        check(match)
        self.last_round = max(self.last_round, match.round)
        home = self._opponent(match, match.home)
        base = scoring.base(match, "home")
        mine = Game(match, "home", None, base, base + scoring.bonus(match, "home"))
        if match.away is not None:
            away = mine.opponent = self._opponent(match, match.away)
            base = scoring.base(match, "away")
            other = Game(match, "away", home, base, base + scoring.bonus(match, "away"))
            mine.theirs, other.theirs = other.points, mine.points
            away.add(other)
            best = scoring.best
            self._possible[home.id] = self._possible.get(home.id, 0) + best
            self._possible[away.id] = self._possible.get(away.id, 0) + best
        home.add(mine)

    def _opponent(self, match: Played, entrant: Id) -> Tally:
        tally = self._of.get(entrant)
        if tally is None:
            raise Refusal(_("{entrant} played a match and is not in the table.").format(entrant=entrant))
        return tally

    # shares of the possible points

    @cached_property
    def whole(self) -> int:
        """One whole, as the least number that all shares of it and every percent are whole numbers of."""
        return math.lcm(100, *(possible for possible in self._possible.values() if possible > 0))

    @cached_property
    def shares(self) -> dict[Id, int]:
        """For each entrant what his outcomes brought, of what they could have brought; parts of ``whole``, at most
        all of it, and negative for who lost more than he won. Byes are not in it, nor bonuses."""
        shares = {}
        for tally in self:
            possible = self._possible.get(tally.id, 0)
            had = sum(game.base for game in tally.games if game.opponent is not None)
            shares[tally.id] = min(had * (self.whole // possible), self.whole) if possible > 0 else 0
        return shares


def _entrant(entrant: Entrant | Id) -> Entrant:
    return entrant if isinstance(entrant, Entrant) else Entrant(entrant)


def order_of(entrant: Id) -> tuple[bool, int, str]:
    """Sorts ids: numbers first."""
    return (False, entrant, "") if isinstance(entrant, int) else (True, 0, entrant)


def in_order(played: Iterable[Played]) -> Sequence[Played]:
    """By round, then as they were given: terms are listed so."""
    return sorted(played, key=lambda match: match.round)
