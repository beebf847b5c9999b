"""What an amendment would change from its place on, as values: what a page shows and what a commissioner settles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any, Literal

import msgspec
from django.utils.translation import gettext as _

from engine.describe import describe_event
from engine.edition import Edition
from engine.match.effects import Effect, effects
from engine.questions import Problem, Refusal
from engine.roster import Roster, RosterEvent, evolve
from engine.words import listed
from matches.domain.amending.past import Step
from teams.domain import deriving
from teams.domain.deriving import Events
from teams.domain.queries import kind_words
from teams.models import Team

Way = Literal["leave", "anew", "void", "adjust"]
"""As it was played; derived anew; without any effect; or as it was played without what cannot have been."""

WAYS: tuple[Way, ...] = ("leave", "anew", "void", "adjust")

How = Literal["amended", "undone", "restored", "anew", "void", "adjust", "decree"]
"""What becomes of an act that is rewritten: the first three are the amendment's own."""


class Decree(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """As it was played, without some of its events, and with others. Both by the team's address; places from 0."""

    drop: dict[str, tuple[int, ...]] = {}
    add: dict[str, tuple[RosterEvent, ...]] = {}


Settlement = Way | Decree


@dataclass(frozen=True, slots=True)
class Settled:
    """What was decided, and the mark of what there was to see then: ``Item.seen``. Without a mark it always holds."""

    by: Settlement
    seen: str = ""


def what(step: Step, teams: Iterable[Team]) -> str:
    """``Match 17, round 3: Gouged Eye and Reavers``; ``Purchase: Gouged Eye``."""
    names = listed(team.name for team in teams)
    if step.kind == "match" and "fixture" in step.parameters:
        number = step.parameters["fixture"]
        return _("Match {number}, {when}: {teams}").format(number=number, when=step.label, teams=names)
    return f"{kind_words(step.kind)}: {names}"


@dataclass(frozen=True, slots=True)
class Refused:
    """Why an act cannot be derived anew. ``plainly`` is the same in English, whoever reads it.

    ``absent``: it is no more than that somebody who is named in the log is not there.
    """

    message: str
    plainly: str
    absent: bool = False


@dataclass(frozen=True, slots=True)
class Compared:
    """A line of ``Effect``: what it was before the act, and what it is after it by way of settlement."""

    subject: str
    what: str
    before: str
    after: Mapping[Way, str]


@dataclass(frozen=True)
class Item:
    """A later act that no longer holds, or that would have come out differently. It is settled by its ``place``.

    ``why`` says so in sentences. ``before`` are the rosters that it meets now. ``events`` is what it came to,
    ``anew_events`` what it would come to (None where ``refused`` says why it cannot be derived), ``adjusted_events``
    what it came to without what cannot have been. ``settlement`` is in force; it is None as long as nobody has decided,
    and where what was decided is not possible any more, or was decided on something else: ``fault`` then says why. What
    only a reader needs is worked out when it is read.
    """

    step: Step = field(repr=False)
    tell: Callable[[Item], tuple[str, ...]] = field(repr=False)
    adjust: Callable[[Item], Events | None] = field(repr=False)
    teams: tuple[Team, ...]
    edition: Edition = field(repr=False)
    before: Mapping[int, Roster] = field(repr=False)
    stood: Mapping[int, Roster] = field(repr=False)
    events: Events = field(repr=False)
    anew_events: Events | None = field(repr=False)
    refused: Refused | None
    impossible: tuple[str, ...]
    """Why it cannot be left."""
    plainly: tuple[str, ...]
    """The same in English."""
    can_leave: bool
    can_anew: bool
    settlement: Settlement | None
    fault: str = ""

    @cached_property
    def why(self) -> tuple[str, ...]:
        return self.tell(self)

    @property
    def refusal(self) -> str:
        """Why it cannot be derived anew, in words."""
        return self.refused.message if self.refused else ""

    @property
    def what(self) -> str:
        return what(self.step, self.teams)

    @cached_property
    def seen(self) -> str:
        """The mark of what there is to decide: another one where the act, or what would come of it, is another.

        It is made of English: who settles and the worker that writes may have two languages.
        """
        anew = self.anew_events
        outcome = None if anew is None else [anew.get(team.pk, ()) for team in self.teams]
        told = (self.sequence, self.plainly, self.refused.plainly if self.refused else "", outcome)
        return sha256(repr(told).encode()).hexdigest()[:16]

    @cached_property
    def adjusted_events(self) -> Events | None:
        return self.adjust(self)

    @property
    def place(self) -> int:
        return self.step.place

    @property
    def sequence(self) -> int:
        """The number of the act in the ledger."""
        return self.step.sequence

    @property
    def kind(self) -> str:
        return self.step.kind

    @property
    def follows(self) -> bool:
        """It is nothing but what follows from the rosters: it is derived anew, and nobody has to decide that."""
        return deriving.follows(self.kind)

    @property
    def can_adjust(self) -> bool:
        return not self.follows and self.adjusted_events is not None

    @property
    def ways(self) -> tuple[Way, ...]:
        """How it can be settled, beside by decree."""
        return tuple(way for way in WAYS if self.can_be(way))

    def can_be(self, way: Way) -> bool:
        match way:
            case "leave":
                return self.can_leave
            case "anew":
                return self.can_anew
            case "adjust":
                return self.can_adjust
            case "void":
                return not self.follows

    @property
    def way(self) -> str:
        """The settlement as a word: one of the ways, ``decree``, or nothing."""
        if self.settlement is None:
            return ""
        return "decree" if isinstance(self.settlement, Decree) else self.settlement

    @property
    def fixture(self) -> int | None:
        """The number of the fixture, of a match."""
        return self.step.parameters.get("fixture") if self.kind == "match" else None

    @cached_property
    def as_played(self) -> tuple[Effect, ...]:
        """What it changes when it is left; where it cannot be left, what it changed."""
        before = self.before if self.can_leave else self.stood
        return self._effects(before, self.events)

    @cached_property
    def anew(self) -> tuple[Effect, ...]:
        return self._effects(self.before, self.anew_events) if self.anew_events is not None else ()

    @cached_property
    def adjusted(self) -> tuple[Effect, ...]:
        return self._effects(self.before, self.adjusted_events) if self.adjusted_events is not None else ()

    @cached_property
    def compared(self) -> tuple[Compared, ...]:
        """Only what comes out differently by how it is settled, team by team."""
        ways: dict[Way, tuple[Effect, ...]] = {
            "leave": self.as_played,
            "anew": self.anew,
            "adjust": self.adjusted,
        }
        found: dict[tuple[str, str, int | None], dict[Way, str]] = {}
        before: dict[tuple[str, str, int | None], str] = {}
        for way, lines in ways.items():
            for line in lines:
                key = (line.subject, line.what, line.player)
                before.setdefault(key, line.before)
                found.setdefault(key, {})[way] = line.after
        offered = [way for way in ways if way in self.ways]
        rows = []
        for (subject, what, player), after in found.items():
            values = {way: after.get(way, before[subject, what, player]) for way in offered}
            if len(set(values.values())) > 1 or len(offered) < 2:
                rows.append(Compared(subject, what, before[subject, what, player], values))
        return tuple(rows)

    def _effects(self, before: Mapping[int, Roster], events: Events) -> tuple[Effect, ...]:
        found: list[Effect] = []
        for team, roster in before.items():
            try:
                found += effects(self.edition, roster, evolve(roster, *events.get(team, ())))
            except Refusal:
                continue
        return tuple(found)

    @property
    def told(self) -> tuple[tuple[Team, tuple[str, ...]], ...]:
        """What it came to, an event a sentence, in order: what a decree drops is named by these places."""
        return tuple(
            (team, tuple(describe_event(self.stood[team.pk], one) for one in self.events.get(team.pk, ())))
            for team in self.teams
        )


@dataclass(frozen=True)
class TeamChange:
    """A team as it stands, and as it would."""

    team: Team
    before: Roster
    after: Roster
    edition: Edition = field(repr=False)

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        return effects(self.edition, self.before, self.after)


@dataclass(frozen=True, slots=True)
class MatchChange:
    """A match whose result is written anew. Scores as text, ``2-1``; empty where there is no result."""

    fixture: int
    round: int
    home: str
    away: str
    how: How
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Rewritten:
    """An act that is replaced: how, and by what. ``parameters`` and ``answers`` are those of the new act.

    ``answers`` of None stands for those of the old one, or of the act ``restores``. ``material`` is what a match's
    result is written from.
    """

    step: Step
    how: How
    events: Events
    parameters: Mapping[str, Any]
    answers: list[Any] | None = None
    restores: int | None = None
    material: Any = None


@dataclass(frozen=True)
class Consequences:
    """Everything that an amendment would change. ``sequence`` is the league's last act when it was worked out.

    ``problem`` says why the amendment cannot be worked out at all: then nothing else is there. ``notes`` are
    sentences about what else the commissioner should look at.
    """

    sequence: int
    problem: Problem | None = None
    items: tuple[Item, ...] = ()
    teams: tuple[TeamChange, ...] = ()
    matches: tuple[MatchChange, ...] = ()
    notes: tuple[str, ...] = ()
    rewritten: tuple[Rewritten, ...] = field(default=(), repr=False)

    @property
    def unsettled(self) -> tuple[Item, ...]:
        return tuple(item for item in self.items if item.settlement is None)

    @property
    def can_commit(self) -> bool:
        return self.problem is None and not self.unsettled
