"""Drives an act that asks, with the answers that were given so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec

from engine.edition import Edition
from engine.questions import Chosen, Mismatch, Problem, Question, Refusal, Report, Roll, Rolled, Script
from engine.roster import Roster
from engine.words import gettext as _

Events = TypeVar("Events")
"""The events of one roster, or those of several."""


class Driven(msgspec.Struct, Generic[Events], frozen=True):
    """One of the three: the question that waits, the events that came out, or what is wrong with an answer."""

    waiting_for: Question | None = None
    events: Events | None = None
    problem: Problem | None = None


def drive(
    script: Script[Events],
    answers: Sequence[Rolled | Chosen],
    edition: Edition,
    roster: Roster,
) -> Driven[Events]:
    """Answers in order; the edition and the roster lend their words to a problem.

    Raises Refusal when the act is not allowed at all, before anything is asked.
    """
    place = 0
    try:
        question = next(script)
        for answer in answers:
            place += 1
            question = script.send(question.accept(answer))
    except StopIteration as done:
        if place == len(answers):
            return Driven(events=done.value)
        given = _said(answers[place])
        return _problem(
            place + 1,
            _("Answer {place} comes after the last question: it is {given}.").format(
                place=place + 1, given=given
            ),
            given,
        )
    except Mismatch as mismatch:
        return _mismatch(question, answers[place - 1], place, str(mismatch), edition, roster)
    except Refusal as refusal:
        if not place:
            raise
        return _problem(
            place,
            _("Answer {place}: {refusal}").format(place=place, refusal=refusal.message),
            _said(answers[place - 1]),
        )
    return Driven(waiting_for=question)


def _mismatch(
    question: Question, answer: Rolled | Chosen, place: int, why: str, edition: Edition, roster: Roster
) -> Driven[Any]:
    wanted, given = _asked(question, edition, roster), _said(answer)
    fits = isinstance(answer, Rolled) == isinstance(question, Roll)
    if fits and (answer.key, answer.side) == (question.key, getattr(question, "side", None)):
        text = _("Answer {place}, {wanted}, does not hold: {why}.").format(
            place=place, wanted=wanted, why=why
        )
    else:
        text = _("Answer {place} should be {wanted}, but it is {given}.").format(
            place=place, wanted=wanted, given=given
        )
    prompt = edition.prompts.get(question.key)
    return _problem(place, text, given, wanted, prompt.rule if prompt else "")


def _problem(place: int, text: str, given: str, wanted: str = "", rule: str = "") -> Driven[Any]:
    return Driven(problem=Problem(text, entry=place, asked=wanted, given=given, rule=rule))


def _asked(question: Question, edition: Edition, roster: Roster) -> str:
    """The question as a noun phrase: ``the 2D6 for the star player roll of Grishnak``."""
    if isinstance(question, Report):
        return _("a report of what happened next")
    prompt = edition.prompts.get(question.key)
    asks = _(prompt.asks) if prompt and prompt.asks else question.key.replace("_", " ").replace(".", " ")
    if question.player is not None:
        # Not str.format: a name may hold braces.
        asks = asks.replace("{player}", roster.player(question.player).name)
    return (
        _("the {dice} for {asks}").format(dice=question.dice, asks=asks)
        if isinstance(question, Roll)
        else _("the choice of {asks}").format(asks=asks)
    )


def _said(answer: Rolled | Chosen) -> str:
    if isinstance(answer, Rolled):
        return _("a roll of {dice} for {key}").format(
            dice=" ".join(map(str, answer.dice)) or _("no dice"), key=answer.key
        )
    picks = (answer.pick,) if isinstance(answer.pick, str) else answer.pick
    if not picks:
        return _("the choice of nothing for {key}").format(key=answer.key)
    return _("the choice {picks} for {key}").format(picks=", ".join(map(repr, picks)), key=answer.key)
