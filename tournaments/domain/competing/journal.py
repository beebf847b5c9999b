"""What was changed of a stage on the way, by whom and when: drafts, rounds, results that stood, who came and left.

Its lines are in ``Stage.draw``, told as they were then, in the language of the league. A result that stands for the
first time is no line: it says itself who has decided it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.urls import reverse

from league.domain import clock
from league.domain.languages import in_language_of
from league.domain.roles import Person, Viewer
from teams.domain.trail import Line as TrailLine
from tournaments.models import Competition, Stage

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

KEY = "journal"
PEOPLE = "people"
"""Under this key a line keeps the coaches whom its text has braces for, so that whoever deletes his account can be
forgotten in every language."""


@dataclass(frozen=True, slots=True)
class Line:
    """``by`` is a name, and empty for what the clock has done."""

    at: datetime
    by: str
    text: str
    stage: str


def note(
    stage: Stage | None,
    by: Person | None,
    text: StrOrPromise | Callable[[], str],
    *,
    reason: str = "",
    people: Mapping[str, str] | None = None,
    **said: object,
) -> None:
    """One line more, in the transaction of what it tells. Where no stage is running there is nothing to tell.

    ``text`` is a sentence from ``gettext_lazy``, with braces for what is ``said`` and for the ``people``, who are
    coaches: it and whatever is lazy of these is looked up in the language of the league. A sentence that has to be put
    together is a function that does so.
    """
    if stage is None:
        return
    with in_language_of(stage.competition.league):
        told = {key: f"{value}" for key, value in said.items()}
        because = reason.strip().rstrip(".")
        if people:
            told = {key: _in_braces(value) for key, value in told.items()} | {
                key: f"{{{key}}}" for key in people
            }
            because = _in_braces(because)
        line = text() if callable(text) else f"{text}".format(**told)
    if because:
        line = f"{line.removesuffix('.')}: {because}."
    kept: dict[str, Any] = {
        "at": clock.now().isoformat(),
        "by": by.get_username() if by is not None else "",
        "text": line,
    }
    if people:
        kept[PEOPLE] = dict(people)
    stage.draw = {**stage.draw, KEY: [*stage.draw.get(KEY, ()), kept]}
    stage.save(update_fields=["draw"])


def _in_braces(text: str) -> str:
    """So that it comes out of ``format`` as it is."""
    return text.replace("{", "{{").replace("}", "}}")


def running(held: Competition) -> Stage | None:
    """The stage that a line is about which names none."""
    stage = held.stages.filter(state=Stage.State.RUNNING).order_by("number").last()
    if stage is not None:
        stage.competition = held
    return stage


def text_of(line: Mapping[str, Any]) -> str:
    text: str = line["text"]
    return text.format(**line[PEOPLE]) if PEOPLE in line else text


def lines(stages: Sequence[Stage]) -> list[Line]:
    """Of all stages, the latest first."""
    found = [
        Line(datetime.fromisoformat(one["at"]), one["by"], text_of(one), stage.name)
        for stage in stages
        for one in stage.draw.get(KEY, ())
    ]
    return sorted(found, key=lambda line: line.at)[::-1]


def trail(viewer: Viewer) -> Iterator[TrailLine]:
    """What organisers changed, for the audit trail of whoever runs the league."""
    stages = Stage.objects.filter(competition__league=viewer.league).select_related("competition")
    for stage in stages.order_by("pk"):
        competition = stage.competition
        address = reverse("tournaments:competition_journal", args=[viewer.league.slug, competition.slug])
        for line in lines([stage]):
            name = f"{competition.name}, {line.stage}"
            yield TrailLine("journal", name, line.at, line.by, line.text, address)
