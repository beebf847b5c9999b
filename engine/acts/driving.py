"""Drives an act that asks, with the answers that were given so far."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.questions import Chosen, Mismatch, Problem, Question, Refusal, Rolled, Script
from engine.roster import RosterEvent


class Driven(msgspec.Struct, frozen=True):
    """One of the three: the question that waits, the events that came out, or what is wrong with an answer."""

    waiting_for: Question | None = None
    events: tuple[RosterEvent, ...] | None = None
    problem: Problem | None = None


def drive(script: Script[tuple[RosterEvent, ...]], answers: Sequence[Rolled | Chosen]) -> Driven:
    """Answers in order. Raises Refusal when the act is not allowed at all, before anything is asked."""
    try:
        question = next(script)
    except StopIteration as done:
        return Driven(events=done.value) if not answers else _left_over(1)
    for place, answer in enumerate(answers, 1):
        try:
            question = script.send(question.accept(answer))
        except StopIteration as done:
            return Driven(events=done.value) if place == len(answers) else _left_over(place + 1)
        except Mismatch as mismatch:
            return Driven(
                problem=Problem(
                    f"Answer {place} does not fit the question {question.key}: {mismatch}.", entry=place
                )
            )
        except Refusal as refusal:
            return Driven(problem=Problem(f"Answer {place}: {refusal.message}", entry=place))
    return Driven(waiting_for=question)


def _left_over(place: int) -> Driven:
    return Driven(problem=Problem(f"Answer {place} comes after the last question.", entry=place))
