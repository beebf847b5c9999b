"""The table of a play-off: what each team's best results are worth, and what told it from the team above.

Source: LRB4, Running a tournament; lrb4-cs.txt:2983-2992
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from engine.contest.book import Scoring
from engine.contest.majors.values import Key, Major
from engine.contest.played import Id, Kind, Played
from engine.questions import Refusal
from engine.words import gettext as _


class Game(msgspec.Struct, frozen=True):
    """A result as one team sees it. ``worth`` in points of the play-off; it ``counts`` if it is among the chosen."""

    opponent: Id
    outcome: Literal["won", "drawn", "lost"]
    kind: Kind
    scored: int
    conceded: int
    worth: int
    counts: bool


class Place(msgspec.Struct, frozen=True):
    """A team in the table. ``decided_by`` is what put it below the team above; empty for the first, and in a tie."""

    team: Id
    place: int
    shared: bool
    points: int
    rating: int
    games: tuple[Game, ...]
    decided_by: Literal["", "points", "rating", "lot"] = ""


def worth_of(scoring: Scoring, outcome: str, scored: int, conceded: int) -> int:
    """Points for the outcome, and a point for each touchdown scored, less one for each conceded."""
    points = {"won": scoring.win, "drawn": scoring.draw, "lost": scoring.loss}[outcome]
    return points + scored - conceded


def games_of(major: Major, team: Id) -> tuple[Game, ...]:
    """All games of a team in the play-off, as they were entered, with those marked that are worth most together.

    No more than the format says, and none that would cost points; of equal ones the earlier.
    """
    seen = [_seen(major.scoring, one, team) for one in major.of_stage("play_off") if one.involves(team)]
    best = sorted(
        (place for place, game in enumerate(seen) if game.worth > 0), key=lambda at: -seen[at].worth
    )
    chosen = set(best[: major.format.results_counted])
    return tuple(msgspec.structs.replace(game, counts=place in chosen) for place, game in enumerate(seen))


def _seen(scoring: Scoring, played: Played, team: Id) -> Game:
    home = played.home == team
    opponent = played.away if home else played.home
    assert opponent is not None
    scored, conceded = (played.home_td, played.away_td) if home else (played.away_td, played.home_td)
    outcome: Literal["won", "drawn", "lost"] = "drawn"
    if played.outcome != "draw":
        outcome = "won" if played.winner == team else "lost"
    worth = worth_of(scoring, outcome, scored, conceded)
    return Game(opponent, outcome, played.kind, scored, conceded, worth, counts=False)


def table(major: Major, ratings: Mapping[Key, int] | None = None) -> tuple[Place, ...]:
    """Those who have not withdrawn, best first: by points, then by rating, then by the lot once it is drawn.

    Once the play-off is over the ratings are those that were kept. Raises Refusal for a rating that is not known.
    """
    known = dict(major.ratings) if major.over else dict(ratings or {})
    rows: list[tuple[tuple[int, int, int], Id, tuple[Game, ...]]] = []
    for entry in major.entries:
        if entry.withdrawn and entry.team not in major.qualified:
            continue
        if entry.team not in known:
            raise Refusal(_("The rating of {entry} is not known.").format(entry=entry.name))
        games = games_of(major, entry.team)
        points = sum(game.worth for game in games if game.counts)
        lot = major.lot.index(entry.team) if entry.team in major.lot else 0
        rows.append(((-points, -known[entry.team], lot), entry.team, games))
    rows.sort(key=lambda row: row[0])
    return tuple(_places(rows))


def _places(rows: list[tuple[tuple[int, int, int], Id, tuple[Game, ...]]]) -> Iterable[Place]:
    keys = [key for key, _, _ in rows]
    for at, (key, team, games) in enumerate(rows):
        yield Place(
            team=team,
            place=keys.index(key) + 1,
            shared=keys.count(key) > 1,
            points=-key[0],
            rating=-key[1],
            games=games,
            decided_by=_apart(keys[at - 1], key) if at else "",
        )


def _apart(
    above: tuple[int, int, int], below: tuple[int, int, int]
) -> Literal["", "points", "rating", "lot"]:
    if above[0] != below[0]:
        return "points"
    if above[1] != below[1]:
        return "rating"
    return "lot" if above[2] != below[2] else ""


def shuffled(teams: Iterable[Id], seed: str) -> tuple[Id, ...]:
    """The teams in an order by lot, whatever order they come in."""
    order = sorted(teams, key=lambda team: (isinstance(team, str), str(team)))
    random.Random(seed).shuffle(order)
    return tuple(order)
