"""Where a competition stands: what is played now, what waits for whom, and what its organiser does next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from league.domain.roles import Viewer
from tournaments.domain.competing import arranged, reading, rounds, tables
from tournaments.domain.competing.arranged import Rung
from tournaments.domain.competing.entering import coaches
from tournaments.domain.competing.majors import next_steps
from tournaments.domain.competing.majors.showing import Board, Honoured, board
from tournaments.domain.competing.reading import Division, Meeting
from tournaments.domain.competing.squad_checks import squad_warnings
from tournaments.domain.competing.step import Step
from tournaments.models import Competition, Entry, Format, Kind, Round, Stage, State

WITH_TABLE = (Format.ROUND_ROBIN, Format.OPEN, Format.LADDER, Format.SWISS)


@dataclass(frozen=True)
class Front:
    """``divisions``: the tables of the last stage that has begun, ``rungs`` its places where it is a ladder.

    ``everybody``: all entries, those who left with them. ``mine``: what the reader is to play; ``now``: what is open,
    ``lately``: what was played last; ``steps``: what who runs it does next, ``coach_steps``: what the reader does next
    as a coach; ``champions``: who has won a major."""

    everybody: list[Entry]
    entrants: int
    mine: list[Meeting]
    now: list[Meeting]
    lately: list[Meeting]
    table_stage: Stage | None
    divisions: list[Division]
    rungs: list[Rung]
    entry: Entry | None
    may_enter: bool
    steps: tuple[Step, ...]
    coach_steps: tuple[Step, ...] = ()
    champions: Honoured | None = None


def front(
    competition: Competition, stages: Sequence[Stage], viewer: Viewer, organiser: bool = False
) -> Front:
    everybody = list(competition.entries.select_related("team__coach").order_by("number"))
    entries = [one for one in everybody if one.state == Entry.State.IN]
    own = [one for one in entries if coaches(viewer.user, one)]
    found = reading.meetings(reading.published(competition), viewer) if _begun(stages) else []
    still = reading.open_ones(found)
    begun = [one for one in stages if one.state != Stage.State.WAITING]
    with_table = [one for one in begun if one.format in WITH_TABLE]
    lately = [one for one in found if not one.open and not one.is_bye]
    major = _major(competition, stages, viewer)
    return Front(
        everybody=everybody,
        entrants=len(entries),
        mine=[one for one in still if one.mine],
        now=still[: reading.ON_THE_FRONT],
        lately=lately[: -reading.LATELY - 1 : -1],
        table_stage=with_table[-1] if with_table else None,
        divisions=_tables(with_table[-1], viewer, everybody) if with_table else [],
        rungs=_rungs(with_table[-1], entries, own) if with_table else [],
        entry=own[0] if own else None,
        may_enter=competition.state == State.ENTRIES and viewer.is_coach,
        steps=_steps(competition, stages, len(still), len(entries), major) if organiser else (),
        coach_steps=tuple(next_steps.of_coach(major)) if major else (),
        champions=major.honours if major else None,
    )


def _major(competition: Competition, stages: Sequence[Stage], viewer: Viewer) -> Board | None:
    """The board of a major whose play-off has begun."""
    if competition.kind != Kind.MAJOR or not _begun(stages):
        return None
    return board(competition, viewer)


def _rungs(stage: Stage, entries: Sequence[Entry], own: Sequence[Entry]) -> list[Rung]:
    if stage.format != Format.LADDER:
        return []
    return arranged.rungs(stage, entries, own)[: reading.ON_THE_FRONT]


def _tables(stage: Stage, viewer: Viewer, everybody: Sequence[Entry]) -> list[Division]:
    if stage.format == Format.LADDER:
        return []
    return reading.divisions(stage, viewer, reading.ON_THE_FRONT, tables.among(stage, everybody))


def _begun(stages: Sequence[Stage]) -> bool:
    return any(one.state != Stage.State.WAITING for one in stages)


# the organiser's desk


@dataclass(frozen=True)
class Desk:
    steps: tuple[Step, ...]
    to_confirm: list[Meeting]
    still_open: list[Meeting]
    drafts: list[Round]
    warnings: tuple[str, ...]
    entrants: int


def desk(competition: Competition, stages: Sequence[Stage], viewer: Viewer) -> Desk:
    found = reading.meetings(reading.published(competition)) if _begun(stages) else []
    still = reading.open_ones(found)
    drafts = [one for stage in stages for one in stage.drawn if one.state == Round.State.DRAFT]
    everybody = list(competition.entries.order_by("number"))
    entrants = sum(one.state == Entry.State.IN for one in everybody)
    warnings = [
        f"{stage.name}: {text}"
        for stage in stages
        if stage.state != Stage.State.CLOSED
        for text in warnings_of(competition, stage, everybody)
    ]
    return Desk(
        steps=_steps(competition, stages, len(still), entrants, _major(competition, stages, viewer)),
        to_confirm=[one for one in still if one.reported],
        still_open=[one for one in still if not one.reported],
        drafts=drafts,
        warnings=tuple(warnings),
        entrants=entrants,
    )


def warnings_of(
    competition: Competition, stage: Stage, everybody: Sequence[Entry] | None = None
) -> tuple[str, ...]:
    """What an organiser should know of a stage before it begins. ``everybody``: all entries of the competition, where
    the caller has read them already."""
    if stage.format != Format.SWISS or stage.state == Stage.State.CLOSED:
        return ()
    stage.competition = competition
    if everybody is None:
        everybody = list(competition.entries.order_by("number"))
    there = [one for one in everybody if one.state == Entry.State.IN]
    if not there:
        return ()
    return (*rounds.warnings_of(stage, everybody).warnings, *squad_warnings(rounds.rules_of(stage), there))


def _steps(
    competition: Competition, stages: Sequence[Stage], still: int, entrants: int, major: Board | None
) -> tuple[Step, ...]:
    match competition.state:
        case State.DRAFT:
            if not stages:
                return (Step(_("Add a stage, so that coaches know what they enter for.")),)
            return (Step(_("Coaches can enter as soon as it is open."), "open", _("Open for entries")),)
        case State.ENTRIES:
            if entrants < 2:
                return (
                    Step(
                        _("At least two have to enter before it can begin."),
                        page="entries",
                        label=_("Entries"),
                    ),
                )
            text = ngettext(
                "{n} have entered. Beginning closes the entries.",
                "{n} have entered. Beginning closes the entries.",
                entrants,
            ).format(n=entrants)
            label = _("Begin with {stage}").format(stage=stages[0].name) if stages else _("Begin")
            return (Step(text, "start", label),)
        case State.RUNNING if major is not None:
            return tuple(next_steps.of_organiser(major))
        case State.RUNNING:
            return tuple(_while_running(stages, still))
        case State.ENDED:
            return (
                Step(
                    _("It has ended. Archived, it is read and never changed."),
                    "archive",
                    pgettext("to do", "Archive"),
                ),
            )
    return ()


def _while_running(stages: Sequence[Stage], still: int) -> list[Step]:
    running = [one for one in stages if one.state == Stage.State.RUNNING]
    waiting = [one for one in stages if one.state == Stage.State.WAITING]
    steps = []
    for stage in running:
        drafts = [one for one in stage.drawn if one.state == Round.State.DRAFT]
        for one in drafts:
            name = one.name or _("Round {n}").format(n=one.number)
            steps.append(
                Step(
                    _("{name} of {stage} is drafted and not published.").format(name=name, stage=stage.name),
                    page="round",
                    label=_("Look at the draft"),
                    stage=stage.number,
                    round=one.number,
                )
            )
        if not drafts and stage.format == Format.SWISS:
            steps += _next_round(stage, still)
    if still:
        where = running[-1].number if running else stages[0].number
        text = ngettext("{n} match is to be played.", "{n} matches are to be played.", still).format(n=still)
        steps.append(Step(text, page="fixtures", label=_("See them"), stage=where))
    elif waiting and not steps:
        text = _("Everything so far is played: {stage} can begin.").format(stage=waiting[0].name)
        steps.append(Step(text, "next", _("Begin it")))
    elif _drawn_something(running) and not steps:
        steps.append(Step(_("Everything is played."), "end", _("End it")))
    return steps


def _drawn(stage: Stage) -> list[Round]:
    found: list[Round] = stage.drawn
    return found


def _drawn_something(running: Sequence[Stage]) -> bool:
    return any(_drawn(stage) for stage in running)


def _next_round(stage: Stage, still: int) -> list[Step]:
    made = len(_drawn(stage))
    planned = rounds.rules_of(stage).rounds
    if made >= planned:
        return []
    text = _("Round {number} of {planned} can be paired.")
    if still:
        text = ngettext(
            "Round {number} of {planned} can be paired once one more result is in.",
            "Round {number} of {planned} can be paired, once {n} more results are in.",
            still,
        )
    text = text.format(number=made + 1, planned=planned, n=still)
    page, label = "pair", _("Pair round {n}").format(n=made + 1)
    if still:
        page, label = "missing", _("See what is missing")
    return [Step(text, page=page, label=label, stage=stage.number, round=made + 1)]
