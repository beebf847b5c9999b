"""What was changed of a stage on the way, by whom and when: drafts, rounds, results that stood, who came and left.

Its lines are in ``Stage.draw``, told as they were then. A result that stands for the first time is no line: it says
itself who has decided it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from league.domain import clock
from league.domain.roles import Person
from tournaments.models import Competition, Stage

KEY = "journal"


@dataclass(frozen=True, slots=True)
class Line:
    """``by`` is a name, and empty for what the clock has done."""

    at: datetime
    by: str
    text: str
    stage: str


def note(stage: Stage | None, by: Person | None, text: str) -> None:
    """One line more, in the transaction of what it tells. Where no stage is running there is nothing to tell."""
    if stage is None:
        return
    line = {"at": clock.now().isoformat(), "by": by.get_username() if by is not None else "", "text": text}
    stage.draw = {**stage.draw, KEY: [*stage.draw.get(KEY, ()), line]}
    stage.save(update_fields=["draw"])


def running(held: Competition) -> Stage | None:
    """The stage that a line is about which names none."""
    return held.stages.filter(state=Stage.State.RUNNING).order_by("number").last()


def because(reason: str) -> str:
    """The end of a sentence, with its reason where there is one."""
    told = reason.strip().rstrip(".")
    return f": {told}." if told else "."


def lines(stages: Sequence[Stage]) -> list[Line]:
    """Of all stages, the latest first."""
    found = [
        Line(datetime.fromisoformat(one["at"]), one["by"], one["text"], stage.name)
        for stage in stages
        for one in stage.draw.get(KEY, ())
    ]
    return sorted(found, key=lambda line: line.at)[::-1]
