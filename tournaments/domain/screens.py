"""What a projector in the hall shows of a competition: its round, its clock and its table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from league.domain import clock
from tournaments.domain.competing import arranged, reading, tables
from tournaments.domain.competing.arranged import Rung
from tournaments.domain.competing.paired import pairs_squads
from tournaments.domain.competing.reading import Division, Meeting
from tournaments.domain.competing.squads import SquadRow, squad_standing
from tournaments.domain.competing.steps import WITH_TABLE
from tournaments.models import ELIMINATION, Entry, Format, Pairing, Round, Stage

ONE_AFTER_ANOTHER = (Format.SWISS, *ELIMINATION)
"""Formats whose last round is the one that is played; of others all rounds are there from the beginning."""


@dataclass(frozen=True)
class Screen:
    """``squads``: where entries are in some. ``rungs``: the places, where the stage is a ladder. ``now``: the time of
    the server, that a clock is counted down by."""

    stage: Stage | None
    round: Round | None
    matches: tuple[Meeting, ...]
    byes: tuple[Meeting, ...]
    divisions: tuple[Division, ...]
    squads: tuple[SquadRow, ...]
    rungs: tuple[Rung, ...]
    now: datetime

    @property
    def has_table(self) -> bool:
        return bool(self.divisions or self.rungs)

    @property
    def left(self) -> int | None:
        """Seconds that are left of the round, 0 when it is over; None without a clock."""
        if self.round is None or self.round.clock_until is None:
            return None
        return max(0, int((self.round.clock_until - self.now).total_seconds()))

    @property
    def left_shown(self) -> str:
        seconds = self.left or 0
        hours, minutes = seconds // 3600, seconds // 60 % 60
        return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def screen(stage: Stage | None) -> Screen:
    """Of a stage that ``reading.stages_of`` has read. Drafts are shown to nobody here, not even to who runs it."""
    if stage is None:
        return Screen(None, None, (), (), (), (), (), clock.now())
    published = [one for one in stage.drawn if one.state != Round.State.DRAFT]
    round, found = _round(stage, published)
    ladder = stage.format == Format.LADDER
    counted = published and stage.format in WITH_TABLE and not ladder
    everybody = tables.everybody_of(stage) if counted else []
    divisions = reading.divisions(stage, entries=tables.among(stage, everybody)) if counted else []
    return Screen(
        stage=stage,
        round=round,
        matches=tuple(one for one in found if not one.is_bye),
        byes=tuple(one for one in found if one.is_bye),
        divisions=tuple(divisions),
        squads=squad_standing(stage, everybody) if counted else (),
        rungs=tuple(_rungs(stage)) if ladder and stage.state != Stage.State.WAITING else (),
        now=clock.now(),
    )


def _rungs(stage: Stage) -> list[Rung]:
    return arranged.rungs(stage, list(stage.competition.entries.filter(state=Entry.State.IN)))


def _round(stage: Stage, published: Sequence[Round]) -> tuple[Round | None, list[Meeting]]:
    if not published:
        return None, []
    if stage.format in ONE_AFTER_ANOTHER:
        last = published[-1]
        if pairs_squads(stage):
            # The table of squads goes by all rounds.
            rows = reading.whole_stage(stage)
            return last, reading.meetings_in(one for one in rows if one.round_id == last.pk)
        return last, reading.meetings(Pairing.objects.filter(round=last))
    found = reading.meetings(Pairing.objects.filter(round__in=published))
    still = {one.pairing.round_id for one in reading.open_ones(found)}
    chosen = next((one for one in published if one.pk in still), published[-1])
    return chosen, [one for one in found if one.pairing.round_id == chosen.pk]
