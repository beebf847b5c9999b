"""What a page about a whole league shows, as values. A publication keeps them as they were, by these names."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Literal, get_args

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.contest.standings import Row

Measure = Literal["spp", "touchdowns", "casualties", "completions"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
MEASURE_NAMES: dict[Measure, str] = {
    "spp": gettext_noop("Star player points"),
    "touchdowns": gettext_noop("Touchdowns"),
    "casualties": gettext_noop("Casualties"),
    "completions": gettext_noop("Completions"),
}


INJURY_EFFECTS = {
    "miss": gettext_noop("misses the next match"),
    "niggling": gettext_noop("a niggling injury"),
    "ma": gettext_noop("a point of movement"),
    "st": gettext_noop("a point of strength"),
    "ag": gettext_noop("a point of agility"),
    "av": gettext_noop("a point of armour"),
}

STATUS_WORDS = {
    "dead": gettext_noop("dead"),
    "retired": gettext_noop("retired"),
    "dismissed": gettext_noop("dismissed"),
    "left": gettext_noop("left"),
}


def shown_place(place: int, shared: bool) -> str:
    """``=3`` where others hold the same place."""
    return f"={place}" if shared else str(place)


class Line(msgspec.Struct, frozen=True):
    """A row of the table with the team that it is about, named as on the day when it was made.

    ``moved`` counts the places that it has gained since the last publication, and lost when negative; None where there
    was none, or the team was not in it.
    """

    row: Row
    name: str
    slug: str
    race: str
    coach: int | None = None
    """The id of its coach's account."""
    moved: int | None = None

    @property
    def place(self) -> str:
        return shown_place(self.row.place, self.row.shared)

    @property
    def steps(self) -> int:
        """By how many places it moved, either way."""
        return abs(self.moved or 0)


class Leader(msgspec.Struct, frozen=True):
    """A player on a board. ``uid`` is his place in his team's ledger; ``status`` may tell that he has left."""

    place: int
    shared: bool
    value: int
    player: str
    uid: int
    position: str
    team: str
    slug: str
    status: str = "active"

    @property
    def told(self) -> str:
        """What became of him, in a word."""
        return _(STATUS_WORDS.get(self.status, self.status))

    @property
    def shown(self) -> str:
        return shown_place(self.place, self.shared)


class Board(msgspec.Struct, frozen=True):
    measure: Measure
    leaders: tuple[Leader, ...]

    @property
    def name(self) -> str:
        return _(MEASURE_NAMES[self.measure])

    def top(self, count: int) -> Board:
        return Board(self.measure, self.leaders[:count])


class Death(msgspec.Struct, frozen=True):
    """``at``: when the act that tells of it was recorded; ``fate``: how he died."""

    player: str
    uid: int
    position: str
    team: str
    slug: str
    spp: int
    fate: str
    at: datetime


class Injury(msgspec.Struct, frozen=True):
    """``effect``: what it left, as ``engine.roster.Injured`` names it; with ``misses`` he sits out a match for it."""

    player: str
    uid: int
    position: str
    team: str
    slug: str
    injury: str
    effect: str
    misses: bool
    at: datetime

    @property
    def left(self) -> str:
        """What it left, in words."""
        return _(INJURY_EFFECTS.get(self.effect, self.effect))


class Score(msgspec.Struct, frozen=True):
    """A result. ``winner`` and ``conceded_by`` are a side or empty; ``occasion`` as of a match to be played."""

    number: int
    round: int
    home: str
    home_slug: str
    away: str
    away_slug: str
    home_score: int
    away_score: int
    home_casualties: int
    away_casualties: int
    winner: str
    conceded_by: str
    played_at: datetime
    occasion: str = ""

    @property
    def what(self) -> str:
        """What it was played for, in words."""
        return _(self.occasion) if self.occasion else _("Round {number}").format(number=self.round)


class Coming(msgspec.Struct, frozen=True):
    """A match to be played. ``occasion``: of a tournament's match its stage, empty for a league match."""

    number: int
    round: int
    home: str
    home_slug: str
    away: str
    away_slug: str
    scheduled: date | None = None
    occasion: str = ""

    @property
    def what(self) -> str:
        """What it is played for, in words."""
        return _(self.occasion) if self.occasion else _("Round {number}").format(number=self.round)


class News(msgspec.Struct, frozen=True):
    title: str
    text: str
    author: str
    published: datetime


class Page(msgspec.Struct, frozen=True):
    table: tuple[Line, ...]
    results: tuple[Score, ...]
    fixtures: tuple[Coming, ...]
    leaders: tuple[Board, ...]
    deaths: tuple[Death, ...]
    bulletin: News | None = None
    injuries: tuple[Injury, ...] = ()
    """Of those who lived; none on pages that were published before they were told of."""

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Page:
        """The page from what JSON has made of it."""
        return msgspec.convert(kept, cls)

    def kept(self) -> dict[str, Any]:
        """The page as JSON keeps it."""
        kept: dict[str, Any] = msgspec.to_builtins(self)
        return kept

    @property
    def has_leaders(self) -> bool:
        return any(board.leaders for board in self.leaders)
