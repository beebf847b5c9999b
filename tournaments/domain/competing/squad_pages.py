"""A squad as its page shows it: its members, where it stands, and what came of each of its rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Q
from django.utils.translation import gettext as _

from engine.contest.rounds import Pairing as Drawn
from engine.contest.table import Row
from league.domain.roles import NotVisible, Viewer
from tournaments.domain.competing import reading, tables
from tournaments.domain.competing.paired import let_in, pairs_squads, swiss_of
from tournaments.domain.competing.reading import Meeting
from tournaments.domain.competing.squads import SquadRow, squad_standing
from tournaments.models import Competition, Entry, Pairing, Round, Stage


@dataclass(frozen=True)
class Member:
    """``row``: his own in the table of the last stage that has begun; None where he is in none."""

    entry: Entry
    row: Row | None


@dataclass(frozen=True)
class Tie:
    """What a squad had in a round. ``against`` are the squads of its tie, two of them in a threesome; none where it
    rested, and where members are paired one by one. ``outcome`` is that of the tie, and empty while it is open."""

    round: Round
    against: tuple[str, ...]
    outcome: str
    meetings: tuple[Meeting, ...]

    @property
    def ended(self) -> str:
        """The outcome, in a word."""
        return {"won": _("won"), "drawn": _("drawn"), "lost": _("lost")}.get(self.outcome, "")


@dataclass(frozen=True)
class Squad:
    """``places``: where it stands in each stage that has begun, the last one first; ``ties``: its rounds in order."""

    name: str
    club: str
    members: tuple[Member, ...]
    places: tuple[tuple[Stage, SquadRow], ...]
    ties: tuple[Tie, ...]


def squad_of(competition: Competition, stages: Sequence[Stage], number: int, viewer: Viewer) -> Squad:
    """The squad of the entry with this number; of stages that ``reading.stages_of`` has read. Raises NotVisible for an
    entry in none."""
    everybody = list(competition.entries.select_related("user", "team__coach").order_by("number"))
    name = next((one.squad for one in everybody if one.number == number), None)
    if name is None:
        raise NotVisible(
            _("There is no entry {number} in {name}.").format(number=number, name=competition.name)
        )
    if not name:
        raise NotVisible(
            _("Entry {number} of {name} is in no squad.").format(number=number, name=competition.name)
        )
    members = [one for one in everybody if one.squad == name]
    begun = [one for one in stages if one.state != Stage.State.WAITING]
    of_squads = [stage for stage in begun if pairs_squads(stage)]
    read = [row for stage in of_squads for row in reading.whole_stage(stage)]
    places = [
        (stage, row)
        for stage in reversed(begun)
        for row in squad_standing(stage, everybody)
        if row.squad == name
    ]
    rows = _rows(places[0][0]) if places else {}
    return Squad(
        name=name,
        club=next((one.club for one in members if one.club), ""),
        members=tuple(Member(one, rows.get(one.number)) for one in members),
        places=tuple(places),
        ties=tuple(_ties(_meetings(begun, name, viewer, read), of_squads, name, everybody)),
    )


def _rows(stage: Stage) -> dict[int, Row]:
    return {int(row.entrant): row for table in tables.standings(stage).values() for row in table.rows}


def _meetings(stages: Sequence[Stage], name: str, viewer: Viewer, read: Sequence[Pairing]) -> list[Meeting]:
    """Those of the members, in order. ``read``: all pairings of the stages that were read whole."""
    own = [row for row in read if name in (row.home.squad, row.away.squad if row.away else "")]
    found = reading.meetings_in((row for row in own if row.round.state != Round.State.DRAFT), viewer)
    others = [stage for stage in stages if not hasattr(stage, "paired")]
    if others:
        rows = Pairing.objects.filter(Q(home__squad=name) | Q(away__squad=name), round__stage__in=others)
        found += reading.meetings(rows.exclude(round__state=Round.State.DRAFT), viewer)
    return sorted(found, key=lambda one: one.pairing.round.stage.number)


def _ties(
    found: Sequence[Meeting], of_squads: Sequence[Stage], name: str, everybody: Sequence[Entry]
) -> list[Tie]:
    drawn = {stage.pk: _drawn(stage, name, everybody) for stage in of_squads}
    ties = []
    for round, meetings in groupby(found, key=lambda one: one.pairing.round):
        tie = drawn.get(round.stage_id, {}).get(round.number)
        against = tuple(str(seat) for seat in tie.seats if seat != name) if tie else ()
        outcome = tie.outcomes[tie.seats.index(name)] if tie and tie.outcomes else ""
        ties.append(Tie(round, against, outcome, tuple(meetings)))
    return ties


def _drawn(stage: Stage, name: str, everybody: Sequence[Entry]) -> dict[int, Drawn]:
    """The tie of the squad in each round."""
    return {
        played.number: pairing
        for played in swiss_of(stage, there=let_in(stage, everybody)).rounds
        for pairing in played.pairings
        if name in pairing.seats
    }
