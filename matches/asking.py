"""The next question of a log, as the wizard's template draws it: dice, a choice, or what happened next."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from engine.describe import describe_option, describe_question
from engine.questions import Choose, Report, Roll
from league.models import DicePolicy, League
from matches.domain.wizard import Step
from matches.forms import KINDS, ReportForm


def question_context(league: League, step: Step, typed: QueryDict, kind: str) -> dict[str, Any]:
    """What the template needs to draw the question that comes next. ``typed`` is what was refused, to be mended."""
    question = step.question
    if question is None:
        return {}
    prompt = league.rules.prompts.get(question.key)
    found: dict[str, Any] = {
        "asked": describe_question(league.rules, question, step.log, step.replay.facts),
        "heading": prompt.label if prompt else "",
        "rule": prompt.rule if prompt else "",
    }
    if isinstance(question, Roll):
        return found | _roll(league, question, typed.getlist("die"))
    if isinstance(question, Choose):
        return found | _choice(step, question, typed.getlist("pick"))
    return found | _report(step, question, typed, kind)


def _roll(league: League, question: Roll, typed: list[str]) -> dict[str, Any]:
    boxes = [
        (place, typed[place - 1] if place <= len(typed) else "")
        for place in range(1, question.dice.count + 1)
    ]
    return {
        "roll": question,
        "boxes": boxes,
        "may_roll": league.dice_policy != DicePolicy.TABLE,
        "may_type": league.dice_policy != DicePolicy.APP,
    }


def _choice(step: Step, question: Choose, picked: list[str]) -> dict[str, Any]:
    options = [
        (option, describe_option(question, option, step.log, step.replay.facts), option in picked)
        for option in question.options
    ]
    return {"choice": question, "options": options}


def _report(step: Step, question: Report, typed: QueryDict, kind: str) -> dict[str, Any]:
    offered = [one for one in KINDS if one in question.kinds]
    asked = typed.get("kind") or kind
    shown = asked if asked in offered else offered[0]
    form = ReportForm(
        typed if typed.get("kind") == shown else None, kind=shown, log=step.log, seen=step.replay
    )
    kinds = [(one, KINDS[one][0], one == shown) for one in offered]
    return {"report": question, "form": form, "kind": shown, "kinds": kinds}
