"""Drives the script of a match with the entries of a log.

A log that stops early waits for an answer. An entry that does not answer is one problem, told with its place.
Nothing is raised for a log that is wrong.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engine.edition import Edition
from engine.editions import edition as edition_of
from engine.match import facts
from engine.match.entries import Entry
from engine.match.facts import Fact
from engine.match.log import MatchLog
from engine.match.script import play
from engine.match.state import Match
from engine.questions import Choose, Chosen, Mismatch, Problem, Question, Refusal, Report, Roll, Rolled, Side
from engine.roster import RosterEvent


class Outcome(msgspec.Struct, frozen=True):
    """What a finished match came to. Casualties are those caused that earn star player points."""

    home_score: int
    away_score: int
    winner: Side | None
    conceded_by: Side | None
    gate: int
    weather: str
    home_casualties: int
    away_casualties: int
    home_events: tuple[RosterEvent, ...]
    away_events: tuple[RosterEvent, ...]


class Replay(msgspec.Struct, frozen=True):
    """How far a log goes: to an ``outcome``, to a question that it ``waiting_for``, or to a ``problem``.

    ``clock`` is half and turn of the last report, ``available`` the shirt numbers of those who can still act.
    """

    facts: tuple[Fact, ...]
    outcome: Outcome | None
    waiting_for: Question | None
    problem: Problem | None
    entries_read: int
    score: tuple[int, int]
    clock: tuple[int, int]
    available: dict[Side, tuple[int, ...]]


def replay(log: MatchLog, edition: Edition | None = None) -> Replay:
    """Replay a log. ``edition`` spares looking it up where the caller has it already."""
    if edition is None:
        try:
            edition = edition_of(log.edition, log.house_rules)
        except Refusal as refusal:
            return Replay((), None, None, refusal.problems[0], 0, (0, 0), (1, 1), {"home": (), "away": ()})
    match = Match(edition, log.home, log.away)
    script = play(match)
    place = 0
    waiting_for: Question | None = None
    problem: Problem | None = None
    try:
        question = next(script)
        for entry in log.entries:
            place += 1
            question = script.send(question.accept(entry))
        waiting_for = question
    except StopIteration:
        if place < len(log.entries):
            problem = _left_over(log, place + 1)
    except Mismatch as mismatch:
        problem = _mismatch(log, edition, question, place, str(mismatch))
    except Refusal as refusal:
        problem = _refused(log, place, refusal)
    outcome = _outcome(match) if waiting_for is None and problem is None else None
    return Replay(
        facts=tuple(match.facts),
        outcome=outcome,
        waiting_for=waiting_for,
        problem=problem,
        entries_read=place - 1 if problem and place else place,
        score=(match.home.score, match.away.score),
        clock=(match.half, match.turn),
        available={squad.side: tuple(sorted(one.number for one in squad.fit())) for squad in match.both()},
    )


def _outcome(match: Match) -> Outcome:
    weather = next((fact.name for fact in match.facts if isinstance(fact, facts.Weather)), "")
    return Outcome(
        home_score=match.home.score,
        away_score=match.away.score,
        winner=match.winner,
        conceded_by=match.conceded_by,
        gate=match.gate,
        weather=weather,
        home_casualties=match.home.spp_casualties,
        away_casualties=match.away.spp_casualties,
        home_events=tuple(match.home.events),
        away_events=tuple(match.away.events),
    )


def _refused(log: MatchLog, place: int, refusal: Refusal) -> Problem:
    if not place:
        return Problem(refusal.message, rule=refusal.rule)
    given = said(log, log.entries[place - 1])
    return Problem(f"Entry {place}: {refusal.message}", entry=place, given=given, rule=refusal.rule)


def _left_over(log: MatchLog, place: int) -> Problem:
    given = said(log, log.entries[place - 1])
    return Problem(f"Entry {place} comes after the end of the match: {given}.", entry=place, given=given)


def _mismatch(log: MatchLog, edition: Edition, question: Question, place: int, why: str) -> Problem:
    entry = log.entries[place - 1]
    wanted, given = asked(log, edition, question), said(log, entry)
    prompt = edition.prompts.get(question.key)
    return Problem(
        f"Entry {place} should be {wanted}, but it is {given}: {why}.",
        entry=place,
        asked=wanted,
        given=given,
        rule=prompt.rule if prompt else "",
    )


def asked(log: MatchLog, edition: Edition, question: Question) -> str:
    """The question as a noun phrase for the middle of a sentence."""
    if isinstance(question, Report):
        return "a report: " + ", ".join(kind.replace("_", " ") for kind in question.kinds)
    prompt = edition.prompts.get(question.key)
    label = f"{prompt.label!r} ({question.key})" if prompt else question.key
    whom = _whom(log, question.side, question.player)
    if isinstance(question, Roll):
        return f"{question.dice} for {label}{whom}"
    return f"a choice for {label}{whom}"


def said(log: MatchLog, entry: Entry) -> str:
    """The entry as a noun phrase for the middle of a sentence."""
    if isinstance(entry, Rolled):
        return f"a roll of {', '.join(map(str, entry.dice))} for {entry.key}{_whom(log, entry.side, entry.player)}"
    if isinstance(entry, Chosen):
        return f"the choice {entry.pick!r} for {entry.key}{_whom(log, entry.side, entry.player)}"
    kind = str(entry.__struct_config__.tag).replace("_", " ")
    side: Any = getattr(entry, "side", None)
    return f"a report of {kind}{_whom(log, side, getattr(entry, 'player', None)) if side else ''}"


def _whom(log: MatchLog, side: Side, number: int | None) -> str:
    team = log.home if side == "home" else log.away
    if number is None:
        return f" ({team.team})"
    name = next((player.name for player in team.players if player.number == number), "unknown")
    return f" ({team.team}, number {number}, {name})"


__all__ = ["Choose", "Outcome", "Replay", "asked", "replay", "said"]
