"""Matches by chance: every question of the rules is answered at random among the legal answers.

The match runs through the same script as a replay, so that whatever comes out is a legal log. The same random
generator, seeded alike, gives the same match.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from engine.edition import Edition
from engine.match import entries as reports
from engine.match.log import FORMAT, LogRoster, MatchLog
from engine.match.script import play
from engine.match.state import Fielded, Match, Squad
from engine.questions import SIDES, Choose, Chosen, Question, Report, Roll, Rolled, Side, other
from engine.random_teams import random_draft, random_roster

__all__ = [
    "BUSY",
    "CALM",
    "Pace",
    "answer",
    "filled_by_chance",
    "random_draft",
    "random_log",
    "random_roster",
]


class Pace(msgspec.Struct, frozen=True):
    """How much happens: chances for each turn of a team, or for the whole match where it says so."""

    completion: float = 0.9
    second_completion: float = 0.6
    interception: float = 0.04
    touchdown: float = 0.085
    casualty: float = 0.14
    sending_off: float = 0.02
    treatment: float = 0.05
    opponents_touchdown: float = 0.03
    """Share of the touchdowns that fall in the opponent's turn."""
    overtime: float = 0.25
    """Share of the drawn matches that go on."""
    concession: float = 0.015
    """Share of the matches that one side gives up."""
    hire: float = 0.05
    """Chance that a coach who can pay somebody for a match hires him, and again after each."""


BUSY = Pace()
"""A full score sheet: some 85 entries."""
CALM = Pace(completion=0.14, second_completion=0.05, interception=0.01, casualty=0.1, treatment=0.02)
"""The few passes of a usual match, so that teams which play a whole season of them grow at a usual rate."""

_CAUSES: dict[reports.Cause, int] = {
    "block": 62,
    "foul": 12,
    "crowd": 8,
    "dodge": 6,
    "go_for_it": 5,
    "rock": 2,
    "pitch_invasion": 2,
    "landing": 1,
    "secret_weapon": 1,
    "other": 1,
}
_TOUCHDOWNS_MAX = 4
_PICKED = 0.3
"""Chance of each option where several may be taken."""


def random_log(
    edition: Edition,
    home: LogRoster,
    away: LogRoster,
    rng: random.Random,
    house_rules: Mapping[str, Any] | None = None,
    pace: Pace = BUSY,
    **head: Any,
) -> MatchLog:
    """A complete legal match of these teams. ``house_rules`` are those that ``edition`` was made with.

    ``head`` holds further fields of the log's head: its stage, whether the ground is neutral, the stars' records.
    """
    log = MatchLog(FORMAT, edition.key, home, away, (), dict(house_rules or {}), **head)
    return filled_by_chance(edition, log, rng, pace)


def filled_by_chance(edition: Edition, log: MatchLog, rng: random.Random, pace: Pace = BUSY) -> MatchLog:
    """The log with the entries of a complete legal match; only its head counts. ``edition`` is that of the log."""
    match = Match.of(log, edition)
    coach = _Coach(match, rng, pace)
    script = play(match)
    entries: list[reports.Entry] = []
    try:
        question = next(script)
        while True:
            entry = coach.answer(question)
            entries.append(entry)
            question = script.send(question.accept(entry))
    except StopIteration:
        pass
    return msgspec.structs.replace(log, entries=tuple(entries))


def answer(question: Roll | Choose, rng: random.Random, pace: Pace = CALM) -> Rolled | Chosen:
    """Dice as they fall, or any of the options; what takes gold is seldom taken."""
    if isinstance(question, Roll):
        dice = tuple(rng.randint(1, faces) for faces in question.dice.each)
        return Rolled(question.key, question.side, dice, question.player)
    if question.several:
        picks = tuple(option for option in question.options if rng.random() < _PICKED)
        return Chosen(question.key, question.side, picks, question.player)
    if question.prices and rng.random() >= pace.hire:
        free = question.options[question.prices.index(0)]
        return Chosen(question.key, question.side, free, question.player)
    return Chosen(question.key, question.side, rng.choice(question.options), question.player)


class _Coach:
    """Both coaches, the dice and the ball of one match."""

    def __init__(self, match: Match, rng: random.Random, pace: Pace) -> None:
        self._match = match
        self._rng = rng
        self._pace = pace
        self._pitch: dict[Side, tuple[int, ...]] = {"home": (), "away": ()}
        self._reports = self._course()

    def answer(self, question: Question) -> reports.Entry:
        if isinstance(question, Report):
            report: reports.Entry = next(self._reports)
            return report
        return answer(question, self._rng, self._pace)

    # The course of the match. Each report is made when it is asked for, with the players who are then able to act.

    def _course(self) -> Iterator[Any]:
        conceding = self._conceding()
        yield from self._half(1, conceding, sudden_death=False)
        yield reports.HalfTime()
        yield from self._half(2, conceding, sudden_death=False)
        if self._match.home.score == self._match.away.score and self._rng.random() < self._pace.overtime:
            yield reports.Overtime()
            yield from self._half(3, None, sudden_death=True)
            if self._match.home.score == self._match.away.score:
                yield reports.ShootOut(*(self._rerolls_left(side) for side in SIDES))
        yield reports.MatchEnd()

    def _rerolls_left(self, side: Side) -> int:
        return self._rng.randint(0, min(3, self._match.edition.rules.rerolls_left_max(self._match, side)))

    def _conceding(self) -> tuple[int, int, Side] | None:
        if self._rng.random() >= self._pace.concession:
            return None
        return 2, self._rng.randint(1, self._match.edition.rules.turns), self._rng.choice(SIDES)

    def _half(self, half: int, conceding: tuple[int, int, Side] | None, sudden_death: bool) -> Iterator[Any]:
        yield from self._kick_off(half, 1)
        first = self._rng.choice(SIDES)
        turns = self._match.edition.rules.turns
        for turn in range(1, turns + 1):
            for side in (first, other(first)):
                if conceding == (half, turn, side):
                    yield reports.Concession(half, turn, side)
                scored = self._match.squads[side].score
                yield from self._turn(half, turn, side)
                if self._match.squads[side].score == scored:
                    continue
                if sudden_death:
                    return
                if turn < turns or side == first:
                    yield from self._kick_off(half, turn)

    def _kick_off(self, half: int, turn: int) -> Iterator[Any]:
        for side in SIDES:
            squad = self._match.squads[side]
            fit = [one.number for one in squad.fit()]
            if squad.apart:
                left_out = self._rng.choice(squad.apart)
                fit = [number for number in fit if number != left_out]
            count = min(len(fit), self._match.edition.rules.players_on_pitch)
            self._pitch[side] = tuple(sorted(self._rng.sample(fit, count)))
            if count:
                yield reports.Lineup(half, turn, side, self._pitch[side])

    def _turn(self, half: int, turn: int, side: Side) -> Iterator[Any]:
        rng, pace = self._rng, self._pace
        for chance in (pace.completion, pace.second_completion):
            thrower = self._one(side, _passing) if rng.random() < chance else None
            if thrower is not None:
                yield reports.Completion(half, turn, side, thrower)
        if rng.random() < pace.interception and (catcher := self._interceptor(other(side))) is not None:
            yield reports.Interception(half, turn, other(side), catcher)
        if rng.random() < pace.casualty and (casualty := self._casualty(half, turn, side)) is not None:
            yield casualty
        if rng.random() < pace.sending_off and (fouler := self._one(side, _alike)) is not None:
            yield reports.SendingOff(half, turn, side, fouler, "foul")
        yield from self._treatment(half, turn, side)
        if rng.random() < pace.touchdown and self._match.squads[side].score < _TOUCHDOWNS_MAX:
            scorer = self._one(side, _running)
            if scorer is not None:
                yield reports.Touchdown(half, turn, side, scorer, rng.random() < pace.opponents_touchdown)

    def _interceptor(self, side: Side) -> int | None:
        return self._one(side, _passing, barred=self._match.squads[side].clumsy)

    def _treatment(self, half: int, turn: int, side: Side) -> Iterator[Any]:
        squad = self._match.squads[side]
        if self._rng.random() >= self._pace.treatment or not squad.apothecaries:
            return
        patient = self._one(side, _alike)
        only = self._match.edition.races[squad.roster.race].apothecary_only_for
        if patient is not None and (not only or squad.players[patient].player.position in only):
            yield reports.Treatment(half, turn, side, patient)

    def _casualty(self, half: int, turn: int, side: Side) -> reports.Casualty | None:
        """Mostly of the side whose turn it is not."""
        rng = self._rng
        cause = rng.choices(tuple(_CAUSES), tuple(_CAUSES.values()))[0]
        accident = cause in ("dodge", "go_for_it", "landing")
        victims = side if accident or (rng.random() < 0.2 and cause != "foul") else other(side)
        victim = self._one(victims, _frail, barred=self._match.squads[victims].iron)
        causer = self._one(other(victims), _strong) if cause in ("block", "foul", "crowd") else None
        if victim is None or (cause in ("block", "foul") and causer is None):
            return None
        return reports.Casualty(half, turn, victims, victim, cause, causer)

    def _one(self, side: Side, weight: Callable[[Fielded], int], barred: tuple[int, ...] = ()) -> int | None:
        """The number of somebody on the pitch who can act, or None when nobody is left there."""
        squad: Squad = self._match.squads[side]
        able = [
            number
            for number in self._pitch[side]
            if squad.players[number].condition == "fit" and number not in barred
        ]
        if not able:
            return None
        return self._rng.choices(able, [weight(squad.players[number]) for number in able])[0]


def _alike(one: Fielded) -> int:
    return 1


def _running(one: Fielded) -> int:
    return max(one.stats[0], 1) ** 2 * max(one.stats[2], 1)


def _passing(one: Fielded) -> int:
    return max(one.stats[2], 1) ** 2


def _strong(one: Fielded) -> int:
    return max(one.stats[1], 1) ** 2


def _frail(one: Fielded) -> int:
    return max(12 - one.stats[3], 1)
