"""Ratings as the NAF keeps them: Elo, for each coach with each race.

They are worked out from all results in order, so that without a result they are what they would be if it had never
been. Source of the formula: thenaf.net, "Elo Ranking".

    chance to win = 1 / (10 ^ ((opponent - own) / 150) + 1)
    rating after  = rating + K * (score - chance to win),   score 1, 1/2 or 0
    K             = 2 * sqrt(min(coaches of the event, 32)),   of a major 2 * sqrt(60)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec

from engine.contest.played import Id, Outcome, Played
from engine.questions import Refusal
from engine.words import gettext as _

START = 150.0
SCALE = 150.0
MOST_COACHES = 32
MAJOR_COACHES = 60

Rated: TypeAlias = tuple[Id, str]
"""Who is rated: a coach, and the race that he played."""


class Event(msgspec.Struct, frozen=True):
    """What a result was a part of. ``coaches``: how many with a rating took part. ``factor``: K where the organiser has
    set it; 0 freezes the ratings."""

    coaches: int
    major: bool = False
    factor: float | None = None

    @property
    def k(self) -> float:
        if self.factor is not None:
            return self.factor
        return 2 * math.sqrt(MAJOR_COACHES if self.major else max(0, min(self.coaches, MOST_COACHES)))


class RatedGame(msgspec.Struct, frozen=True):
    """A result. A side is None for a coach who has no rating: then nobody's moves. ``key`` is how the caller knows the
    game."""

    home: Rated | None
    away: Rated | None
    outcome: Outcome
    event: Event
    key: Id = 0


class Step(msgspec.Struct, frozen=True):
    """How one game moved one rating. ``chance`` is that of a win, ``score`` 1, 0.5 or 0, ``key`` that of the game."""

    opponent: Rated
    rating: float
    opponent_rating: float
    chance: float
    score: float
    k: float
    key: Id = 0

    @property
    def after(self) -> float:
        return self.rating + self.change

    @property
    def change(self) -> float:
        return self.k * (self.score - self.chance)


class Rating(msgspec.Struct, frozen=True):
    """``steps`` lead from the start to ``value``, in the order of the games."""

    who: Rated
    value: float
    steps: tuple[Step, ...]

    def scored(self, score: float) -> int:
        """How many games brought 1, 0.5 or 0."""
        return sum(step.score == score for step in self.steps)

    @property
    def best(self) -> float:
        """The highest rating that it has been, the one at the start included."""
        return max([self.value, *(step.rating for step in self.steps)])


def chance(rating: float, opponent: float) -> float:
    """Of a win, from 0 to 1."""
    return 1 / (10 ** ((opponent - rating) / SCALE) + 1)


def moved(rating: float, opponent: float, score: float, event: Event) -> float:
    """The rating after a game in which the coach scored 1, 0.5 or 0."""
    return rating + event.k * (score - chance(rating, opponent))


def ratings(games: Iterable[RatedGame], start: Mapping[Rated, float] | None = None) -> tuple[Rating, ...]:
    """Everybody's rating after these games in their order, the best first.

    ``start``: ratings from elsewhere; all others start at 150. Raises Refusal for a game of a coach against himself,
    and for one that both sides lost.
    """
    values: dict[Rated, float] = dict(start or {})
    steps: dict[Rated, list[Step]] = {who: [] for who in values}
    for game in games:
        if game.outcome == "neither":
            raise Refusal(_("A game that nobody came to moves no rating."))
        if game.home is None or game.away is None:
            continue
        if game.home[0] == game.away[0]:
            raise Refusal(_("The coach {coach} has no rating against himself.").format(coach=game.home[0]))
        score = {"home": 1.0, "draw": 0.5, "away": 0.0}[game.outcome]
        home, away = values.get(game.home, START), values.get(game.away, START)
        for who, opponent, own, other, scored in (
            (game.home, game.away, home, away, score),
            (game.away, game.home, away, home, 1 - score),
        ):
            step = Step(opponent, own, other, chance(own, other), scored, game.event.k, game.key)
            steps.setdefault(who, []).append(step)
            values[who] = step.after
    found = [Rating(who, value, tuple(steps[who])) for who, value in values.items()]
    return tuple(sorted(found, key=lambda rating: (-rating.value, str(rating.who[0]), rating.who[1])))


def rated_game(
    played: Played, home: Rated | None, away: Rated | None, event: Event, key: Id = 0
) -> RatedGame | None:
    """A match as a game that moves ratings; None where it moves none.

    Those count that were begun and have a result: byes, walk-overs and refused challenges were not begun. Nobody has a
    rating against himself, so a match between two teams of one coach counts for neither.
    """
    if played.kind not in ("played", "conceded") or played.outcome is None or played.away is None:
        return None
    if home is not None and away is not None and home[0] == away[0]:
        return None
    return RatedGame(home, away, played.outcome, event, key)
