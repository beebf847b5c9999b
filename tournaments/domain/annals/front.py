"""What the front page of a league tells of its past: results with their scorers, and who is out."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from django.utils.translation import gettext as _

from engine.questions import Side
from league.models import League
from teams.models import Player, Status
from tournaments.domain.annals.chronicle import chronicle
from tournaments.domain.annals.told import Chronicle, MatchTold
from tournaments.domain.cached import cached
from tournaments.page import Score

OUT = 8
"""So many of those who miss the next match are named."""


class Named(msgspec.Struct, frozen=True):
    """A scorer by the name of today; ``uid`` is 0 for one without a contract."""

    name: str
    uid: int
    count: int

    @property
    def told(self) -> str:
        """``Grim``, or ``Grim (2)`` for more than one touchdown."""
        return (
            self.name if self.count == 1 else _("{name} ({count})").format(name=self.name, count=self.count)
        )


class ScoreSheet(msgspec.Struct, frozen=True):
    """A result with those who scored, the first first, and how many of either side died in it."""

    score: Score
    home: tuple[Named, ...] = ()
    away: tuple[Named, ...] = ()
    dead: int = 0


def score_sheets(league: League, scores: Iterable[Score]) -> tuple[ScoreSheet, ...]:
    """Each of the results with its scorers."""
    wanted = tuple(scores)
    key = f"sheets:{league.pk}:{league.sequence}:{','.join(str(one.number) for one in wanted)}"
    return cached(key, tuple[ScoreSheet, ...], lambda: tuple(_sheets(chronicle(league), wanted)))


def _sheets(past: Chronicle, scores: tuple[Score, ...]) -> Iterable[ScoreSheet]:
    matches = {one.number: one for one in past.matches}
    for score in scores:
        match = matches.get(score.number)
        if match is None:
            yield ScoreSheet(score)
        else:
            dead = match.home.dead + match.away.dead
            yield ScoreSheet(score, _scorers(past, match, "home"), _scorers(past, match, "away"), dead)


def _scorers(past: Chronicle, match: MatchTold, side: Side) -> tuple[Named, ...]:
    found = []
    for one in match.scorers:
        if one.side == side:
            person = past.person.get((match.side(side).team, one.player))
            found.append(Named(person.name if person else one.name, person.uid if person else 0, one.count))
    return tuple(found)


class Out(msgspec.Struct, frozen=True):
    """A player who misses the next match. ``injury`` is his last one, or empty."""

    player: str
    uid: int
    position: str
    team: str
    slug: str
    injury: str


class OutList(msgspec.Struct, frozen=True):
    """``more`` than those shown miss their next match."""

    players: tuple[Out, ...]
    more: int


def out(league: League) -> OutList:
    """Who misses the next match of his team."""
    return cached(f"out:{league.pk}:{league.sequence}", OutList, lambda: _out(league))


def _out(league: League) -> OutList:
    rows = Player.objects.filter(
        team__league=league, team__accepted=True, status=Status.ACTIVE, misses_next=True
    ).order_by("team__name_key", "number")
    found = [
        Out(name, uid, position, team, slug, injuries[-1] if injuries else "")
        for name, uid, position, team, slug, injuries in rows.values_list(
            "name", "uid", "position", "team__name", "team__slug", "injuries"
        )
    ]
    return OutList(tuple(found[:OUT]), max(0, len(found) - OUT))
