"""A major and what it consists of."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal, TypeAlias

import msgspec

from engine.contest.book import Format, Scoring
from engine.contest.played import Id, Played
from engine.questions import Refusal
from engine.words import gettext as _
from engine.words import gettext_noop, named

Key: TypeAlias = Any
"""An ``Id`` as the key of a mapping that is given: to a type checker one of numbers alone is not one of ``Id``."""

Stage = Literal["play_off", "quarter_final", "semi_final", "third_place", "final"]
STAGE_WORDS: dict[str, str] = {
    "play_off": gettext_noop("play-off"),
    "quarter_final": gettext_noop("quarter-final"),
    "semi_final": gettext_noop("semi-final"),
    "third_place": gettext_noop("match for third place"),
    "final": gettext_noop("final"),
}
"""The keys of what ``stage_words`` translates."""
SEMI_FINALISTS = 4
QUARTER_FINALISTS = 8

State = Literal[
    "issued",
    "passed_on",
    "accepted",
    "refused",
    "unanswered",
    "substituted",
    "turned_down",
    "dropped",
]
"""``unanswered`` counts as refused. ``turned_down``: the challenger would not play the substitute. ``dropped``: the
organiser let it be, and nothing comes of it."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A team in the major. ``sponsor`` is whom it stands for, in a major where teams do."""

    team: Id
    name: str
    coach: Id | None = None
    sponsor: str = ""
    withdrawn: bool = False


class Challenge(msgspec.Struct, frozen=True, omit_defaults=True):
    """One coach's written challenge of another. ``number`` counts them from 1.

    It is to be answered on the day on which it was ``passed_on``.
    """

    number: int
    challenger: Id
    challenged: Id
    issued: date
    state: State = "issued"
    passed_on: date | None = None
    answered: date | None = None
    substitute: Id | None = None

    @property
    def opponent(self) -> Id:
        """Whom the challenger is to play."""
        return self.challenged if self.substitute is None else self.substitute


class Draw(msgspec.Struct, frozen=True):
    """Who meets whom in a stage of the knock-out, and the seed of the lot that said so."""

    stage: Stage
    pairs: tuple[tuple[Id, Id], ...]
    seed: str = ""


class Major(msgspec.Struct, frozen=True, omit_defaults=True):
    """One year's edition of a major. ``name`` is that of its trophy.

    ``qualified`` are the teams that go on, best first: nobody as long as the play-off is on. With them are kept the
    ``ratings`` that ties were broken by, and the ``lot`` of those whom nothing else told apart, best first.
    """

    name: str
    starts: date
    format: Format
    scoring: Scoring
    entries: tuple[Entry, ...] = ()
    results: tuple[Played, ...] = ()
    challenges: tuple[Challenge, ...] = ()
    qualified: tuple[Id, ...] = ()
    ratings: tuple[tuple[Id, int], ...] = ()
    lot: tuple[Id, ...] = ()
    draws: tuple[Draw, ...] = ()

    def entry(self, team: Id) -> Entry:
        """Raises Refusal for a team that is not in the major."""
        for one in self.entries:
            if one.team == team:
                return one
        raise Refusal(_("Team {team} is not in the {major}.").format(team=team, major=named(self.name)))

    def called(self, team: Id) -> str:
        return self.entry(team).name

    @property
    def standing(self) -> tuple[Entry, ...]:
        """Those who have not withdrawn."""
        return tuple(one for one in self.entries if not one.withdrawn)

    @property
    def over(self) -> bool:
        """Whether the play-off is."""
        return bool(self.qualified)

    def of_stage(self, stage: str) -> tuple[Played, ...]:
        return tuple(one for one in self.results if one.stage == stage)

    def result(self, stage: str, one: Id, other: Id) -> Played | None:
        """What these two came to in a stage."""
        for played in self.results:
            if played.stage == stage and played.involves(one) and played.involves(other):
                return played
        return None

    def draw_of(self, stage: str) -> Draw | None:
        return next((one for one in self.draws if one.stage == stage), None)

    def has_quarter_finals(self) -> bool:
        """As it stands, or stood when the play-off ended."""
        if self.qualified:
            return len(self.qualified) == QUARTER_FINALISTS
        if self.format.quarter_finals == "above":
            return len(self.standing) > self.format.quarter_finals_above
        return self.format.quarter_finals == "always"


class Phase(msgspec.Struct, frozen=True):
    """The first and the last day of a stage."""

    stage: Stage
    first: date
    last: date


def stage_words(stage: str) -> str:
    """A stage in a sentence: ``semi-final``; the key itself where nothing is called so."""
    return _(STAGE_WORDS[stage]) if stage in STAGE_WORDS else stage
