"""Matches by the Competition Rules in a few words: what is not said falls as threes, and is declined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from engine.acts import Draft, Line, draft
from engine.edition import Edition
from engine.editions import edition
from engine.match.entries import Entry, MatchEnd
from engine.match.facts import Fact
from engine.match.log import FORMAT, MatchLog
from engine.match.script import play
from engine.match.state import Match
from engine.questions import SIDES, Choose, Chosen, Refusal, Roll, Rolled, Side
from engine.replay import replay
from engine.roster import Roster, RosterEvent, evolve

CRP = edition("crp")
FILLER = {"Human": "Lineman", "Orc": "Lineman", "Undead": "Zombie", "Nurgle": "Rotter", "Khemri": "Skeleton"}
_DECLINED = ("done", "no", "none", "0", "table")
F = TypeVar("F", bound=Fact)


class Played(NamedTuple):
    """A whole match: its log, what it showed, and both rosters before and after it."""

    log: MatchLog
    facts: tuple[Fact, ...]
    events: dict[Side, tuple[RosterEvent, ...]]
    before: dict[Side, Roster]
    after: dict[Side, Roster]

    def shown(self, kind: type[F]) -> list[F]:
        return [fact for fact in self.facts if isinstance(fact, kind)]

    def happened(self, side: Side, kind: type[Any]) -> list[Any]:
        return [event for event in self.events[side] if isinstance(event, kind)]


def a_team(
    name: str = "Reavers", race: str = "Human", *others: tuple[str, int], rules: Edition = CRP, **changes: Any
) -> Roster:
    """Eleven of the race's fillers, or ``others`` by position, numbered from 1."""
    wanted = others or ((FILLER[race], 11),)
    positions = [position for position, count in wanted for _ in range(count)]
    lines = tuple(Line(position, f"{name} {place}", place) for place, position in enumerate(positions, 1))
    usual: dict[str, Any] = {"name": name, "race": race, "players": lines, "fan_factor": 0}
    made = Draft(**(usual | changes))
    return evolve(Roster(), *draft(rules, made))


def a_match(
    *reports: Entry,
    home: Roster | None = None,
    away: Roster | None = None,
    dice: Mapping[str, Sequence[tuple[int, ...]]] | None = None,
    picks: Mapping[str, Sequence[str]] | None = None,
    rules: Edition = CRP,
    **head: Any,
) -> Played:
    """``dice`` and ``picks`` answer the questions by key, or by key and side (``casualty.away``), one after the other.

    The log that comes of it replays to the same, which is proved here.
    """
    before: dict[Side, Roster] = {
        "home": home or a_team("Gouged Eye", "Orc", rules=rules),
        "away": away or a_team("Reavers", "Human", rules=rules),
    }
    home_head, away_head = (rules.rules.take_the_field(before[side]) for side in SIDES)
    log = MatchLog(FORMAT, rules.key, home_head, away_head, (), dict(rules.house_rules), **head)
    match = Match.of(log, rules)
    answers = _Answers(reports, dice or {}, picks or {})
    script = play(match)
    entries: list[Entry] = []
    try:
        question = next(script)
        while True:
            entries.append(answers.to(question))
            question = script.send(question.accept(entries[-1]))
    except StopIteration:
        pass
    answers.prove_used()
    log = msgspec.structs.replace(log, entries=tuple(entries))
    again = replay(log, rules)
    assert again.problem is None
    assert again.outcome is not None
    assert again.facts == tuple(match.facts)
    events: dict[Side, tuple[RosterEvent, ...]] = {
        "home": again.outcome.home_events,
        "away": again.outcome.away_events,
    }
    after = {side: evolve(before[side], *events[side]) for side in before}
    return Played(log, again.facts, events, before, after)


class _Answers:
    def __init__(
        self,
        reports: Sequence[Entry],
        dice: Mapping[str, Sequence[tuple[int, ...]]],
        picks: Mapping[str, Sequence[str]],
    ) -> None:
        self._reports = [*reports, MatchEnd()]
        self._dice = {key: list(rolls) for key, rolls in dice.items()}
        self._picks = {key: list(found) for key, found in picks.items()}

    def to(self, question: Any) -> Entry:
        match question:
            case Roll():
                told = self._next(self._dice, question)
                faces = told if told is not None else tuple(min(3, each) for each in question.dice.each)
                return Rolled(question.key, question.side, faces, question.player)
            case Choose():
                pick = self._next(self._picks, question)
                if pick is None:
                    declined = [option for option in _DECLINED if option in question.options]
                    pick = (*declined, question.options[0])[0]
                return Chosen(question.key, question.side, pick, question.player)
            case _:
                return self._reports.pop(0)

    @staticmethod
    def _next(given: dict[str, list[Any]], question: Roll | Choose) -> Any:
        for key in (f"{question.key}.{question.side}", question.key):
            if given.get(key):
                return given[key].pop(0)
        return None

    def prove_used(self) -> None:
        """Whoever tells dice that nobody asked for has told another match."""
        left = {key: rest for key, rest in (self._dice | self._picks).items() if rest}
        assert not left
        assert not [report for report in self._reports if not isinstance(report, MatchEnd)]


def refused(*reports: Entry, **given: Any) -> str:
    """The sentence that the match is refused with."""
    try:
        a_match(*reports, **given)
    except Refusal as refusal:
        return refusal.message
    raise AssertionError("nothing was refused")
