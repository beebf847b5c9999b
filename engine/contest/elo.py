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
    """A result. A side is None for a coach without a number, who has no rating: then nobody's moves."""

    home: Rated | None
    away: Rated | None
    outcome: Outcome
    event: Event


class Step(msgspec.Struct, frozen=True):
    """How one game moved one rating. ``chance`` is that of a win, ``score`` 1, 0.5 or 0."""

    opponent: Rated
    rating: float
    opponent_rating: float
    chance: float
    score: float
    k: float

    @property
    def after(self) -> float:
        return self.rating + self.k * (self.score - self.chance)


class Rating(msgspec.Struct, frozen=True):
    """``steps`` lead from the start to ``value``, in the order of the games."""

    who: Rated
    value: float
    steps: tuple[Step, ...]


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
            raise Refusal("A game that nobody came to moves no rating.")
        if game.home is None or game.away is None:
            continue
        if game.home[0] == game.away[0]:
            raise Refusal(f"The coach {game.home[0]} has no rating against himself.")
        score = {"home": 1.0, "draw": 0.5, "away": 0.0}[game.outcome]
        home, away = values.get(game.home, START), values.get(game.away, START)
        for who, opponent, own, other, scored in (
            (game.home, game.away, home, away, score),
            (game.away, game.home, away, home, 1 - score),
        ):
            step = Step(opponent, own, other, chance(own, other), scored, game.event.k)
            steps.setdefault(who, []).append(step)
            values[who] = step.after
    found = [Rating(who, value, tuple(steps[who])) for who, value in values.items()]
    return tuple(sorted(found, key=lambda rating: (-rating.value, str(rating.who[0]), rating.who[1])))


def rated(played: Iterable[Played], who: Mapping[Id, Rated], event: Event) -> list[RatedGame]:
    """The games of a contest that move ratings, in the order of their rounds.

    ``who`` says who is rated for an entrant; one who is missing has no rating. Matches count that were begun: byes,
    walk-overs and refused challenges were not, and what is unfinished has no result.
    """
    return [
        RatedGame(who.get(match.home), who.get(match.away), match.outcome, event)
        for match in sorted(played, key=lambda match: match.round)
        if match.kind in ("played", "conceded") and match.outcome is not None and match.away is not None
    ]
