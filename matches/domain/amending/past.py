"""The part of a league's past that an amendment goes through, read from the ledger in a few queries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from engine.roster import Roster, RosterEvent, decode_events, evolve
from league.domain.rules import RuleBooks, rule_books
from league.models import League
from teams.domain import deriving
from teams.domain.deriving import Events
from teams.models import Act, RosterEvents, Team

AHEAD = 64
"""Acts whose logs or answers are read together."""


@dataclass(frozen=True)
class Step:
    """An act that stands, with what it did. ``texts`` are its roster events as JSON, by the team's primary key."""

    pk: int
    place: int
    sequence: int
    kind: str
    at: datetime
    parameters: Mapping[str, Any]
    texts: Mapping[int, str]

    @cached_property
    def events(self) -> Events:
        return {team: decode_events(text) for team, text in self.texts.items()}

    @property
    def first(self) -> int:
        """The number that the act had when it said this first: what is restored says what was said before."""
        number: int = self.parameters.get("restores", self.sequence)
        return number

    @property
    def settled(self) -> bool:
        """An earlier amendment changed what it says by hand."""
        return "settled" in self.parameters

    @property
    def label(self) -> str:
        """When it happened, in words."""
        number = self.parameters.get("round") if self.kind == "match" else None
        if number:
            return _("round {number}").format(number=number)
        return _("act {number}").format(number=self.sequence)


class Past:
    """Everything that stands from one place of the league on, in order, and the rosters just before that place.

    With ``until`` as it stood when the ledger had no act of this number yet: what was replaced later stands there.
    """

    def __init__(self, league: League, place: int, until: int | None = None) -> None:
        self.league = league
        self.place = place
        self.until = until
        self.teams = {team.pk: team for team in Team.objects.filter(league=league)}
        self.steps = _steps(league, place, until)
        self._of_team: dict[int, list[int]] = {}
        for number, step in enumerate(self.steps):
            for team in step.texts:
                self._of_team.setdefault(team, []).append(number)
        self._before: dict[int, Roster] = {}
        self._materials: dict[str, dict[int, Any]] = {}
        self._answers: dict[int, list[Any]] = {}

    @cached_property
    def books(self) -> RuleBooks:
        return rule_books(self.league)

    @property
    def last(self) -> int:
        return self.steps[-1].place if self.steps else self.place

    def steps_of(self, team: int) -> list[int]:
        """Numbers of the steps that concern a team."""
        return self._of_team.get(team, [])

    def before(self, team: int, others: Iterable[int]) -> Roster:
        """The roster just before the first place; where it has to be read, that of the others is read with it."""
        if team not in self._before:
            self._read_before({team, *others} - self._before.keys())
        return self._before[team]

    def _read_before(self, wanted: set[int]) -> None:
        told: dict[int, list[RosterEvent]] = {team: [] for team in wanted}
        rows = RosterEvents.objects.filter(
            _standing(self.until, "act__"), team__in=wanted, act__place__lt=self.place
        ).order_by("act__place")
        for team, text in rows.values_list("team_id", "events"):
            told[team] += decode_events(text)
        self._before.update((team, evolve(Roster(), *events)) for team, events in told.items())

    def material(self, number: int, of: set[int]) -> Any:
        """What the step is derived from; that of the next steps of these teams is read with it."""
        step = self.steps[number]
        if step.pk not in self._materials.get(step.kind, ()):
            ahead = {one.pk: one.parameters for one in self._ahead(number, of) if one.kind == step.kind}
            # What was read for steps that are done need not be kept.
            found = dict.fromkeys(ahead) | dict(deriving.materials(self.league, step.kind, ahead))
            self._materials[step.kind] = found
        return self._materials[step.kind][step.pk]

    def answers(self, number: int, of: set[int]) -> list[Any]:
        """The answers of an act that is no match; those of the next steps of these teams are read with them."""
        step = self.steps[number]
        if step.kind == "match":
            return []
        if step.pk not in self._answers:
            ahead = [one.pk for one in self._ahead(number, of) if one.kind != "match"]
            self._answers = dict(Act.objects.filter(pk__in=ahead).values_list("pk", "answers"))
        return self._answers[step.pk]

    def answers_of(self, act: int) -> list[Any]:
        """Of an act that stands no more."""
        found: list[Any] = Act.objects.values_list("answers", flat=True).get(pk=act)
        return found

    def _ahead(self, number: int, of: set[int]) -> Iterator[Step]:
        found = 0
        for step in self.steps[number:]:
            if step is self.steps[number] or not of.isdisjoint(step.texts):
                yield step
                found += 1
            if found == AHEAD:
                return

    @cached_property
    def highest_ids(self) -> dict[int, int]:
        """The highest id that any act ever gave to a player of each team, replaced acts included: one query."""
        found: dict[int, int] = {}
        rows = RosterEvents.objects.filter(act__league=self.league)
        signing = rows.filter(events__contains='"hired"') | rows.filter(events__contains='"joined"')
        for team, text in signing.values_list("team_id", "events").distinct():
            ids = deriving.signed(decode_events(text))
            found[team] = max((found.get(team, 0), *ids))
        return found


class Chronicle:
    """The rosters of a past from place to place. Each team is read on as far as it is asked for, and not back."""

    def __init__(self, past: Past) -> None:
        self._past = past
        self._rosters: dict[int, tuple[Roster, int]] = {}
        """The roster, and how many of the team's steps are in it."""

    def before(self, team: int, place: int, others: Callable[[], Iterable[int]] = tuple) -> Roster:
        """The team's roster just before a place; ``others`` will be asked for as well."""
        past = self._past
        if team not in self._rosters:
            self._rosters[team] = (past.before(team, others()), 0)
        roster, done = self._rosters[team]
        numbers = past.steps_of(team)
        events: list[RosterEvent] = []
        while done < len(numbers) and past.steps[numbers[done]].place < place:
            events += past.steps[numbers[done]].events[team]
            done += 1
        if events:
            roster = evolve(roster, *events)
        self._rosters[team] = (roster, done)
        return roster

    def goes_on(self, team: int, step: Step, after: Roster) -> None:
        """The team was read up to this step, and is so after it."""
        _, done = self._rosters[team]
        self._rosters[team] = (after, done + (team in step.texts))

    def has(self, team: int) -> bool:
        return team in self._rosters


def _standing(until: int | None, prefix: str = "") -> Q:
    """What stands, or stood when the ledger had no act of this number yet."""
    if until is None:
        return Q(**{f"{prefix}replaced_by": None})
    later = Q(**{f"{prefix}replaced_by": None}) | Q(**{f"{prefix}replaced_by__sequence__gte": until})
    return later & Q(**{f"{prefix}sequence__lt": until})


def _steps(league: League, place: int, until: int | None) -> list[Step]:
    """Two queries."""
    texts: dict[int, dict[int, str]] = {}
    told = RosterEvents.objects.filter(_standing(until, "act__"), act__league=league, act__place__gte=place)
    for act, team, text in told.order_by().values_list("act_id", "team_id", "events"):
        texts.setdefault(act, {})[team] = text
    acts = Act.objects.filter(_standing(until), league=league, place__gte=place).order_by("place")
    rows = acts.values_list("pk", "place", "sequence", "kind", "at", "parameters")
    return [
        Step(pk, number, sequence, kind, at, said, texts.get(pk, {}))
        for pk, number, sequence, kind, at, said in rows
    ]
