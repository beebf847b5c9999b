"""What the pages of a competition show, read in few queries however many take part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from engine.contest.played import Kind as How
from engine.contest.played import Outcome
from engine.contest.seating import table_order
from engine.contest.table import Row, Table
from engine.contest.table import terms as table_terms
from engine.contest.tiebreaks import Criterion, Term
from league.domain.roles import NotVisible, Viewer
from league.models import League
from teams.models import Team
from tournaments.domain.competing import tables
from tournaments.domain.competing.access import may_organise
from tournaments.domain.competing.outcomes import (
    is_reported,
    kind_of,
    outcome_of,
    result_of,
    scored_in,
    scored_of,
)
from tournaments.models import Adjustment, Competition, Entry, Kind, Pairing, Round, Stage, State
from tournaments.page import shown_place

ON_THE_FRONT = 12
"""Open matches, and rows of a table, that the first page of a competition shows."""
LATELY = 8
"""Results that it shows, the latest first."""


def competitions(viewer: Viewer) -> list[Competition]:
    """Those of the league that the person may see, the latest first, each with the number of its ``entrants``."""
    found = _with_entrants(viewer.league)
    return [one for one in found if one.state != State.DRAFT or may_organise(viewer, one)]


def going_on(league: League, length: int) -> list[Competition]:
    """Those that everybody sees, and that are played or take entries, the latest first."""
    found = _with_entrants(league).filter(state__in=(State.RUNNING, State.ENTRIES))
    return list(found[:length])


def _with_entrants(league: League) -> QuerySet[Competition]:
    return (
        Competition.objects.filter(league=league)
        .select_related("season", "organiser")
        .annotate(entrants=Count("entries", filter=Q(entries__state=Entry.State.IN)))
        .order_by("-number")
    )


def stages_of(competition: Competition) -> list[Stage]:
    """Stages with their ``drawn`` rounds in order, drafts with them, for a page of a competition that was just read:
    its tables are of that state."""
    stages = list(competition.stages.order_by("number"))
    by_key = {stage.pk: stage for stage in stages}
    for stage in stages:
        stage.competition = competition
        stage.read_as_of = tables.state_of(competition)
        stage.drawn = []
    rounds = Round.objects.filter(stage__competition=competition).order_by("number")
    for round in rounds:
        round.stage = by_key[round.stage_id]
        round.stage.drawn.append(round)
    return stages


def stage_of(stages: Iterable[Stage], number: int) -> Stage:
    for stage in stages:
        if stage.number == number:
            return stage
    raise NotVisible(_("There is no stage {number}.").format(number=number))


def round_of(stage: Stage, number: int, organiser: bool) -> Round:
    """A round of a stage that ``stages_of`` has read. A draft is there for organisers alone."""
    for round in stage.drawn:
        if round.number == number and (organiser or round.state != Round.State.DRAFT):
            found: Round = round
            return found
    raise NotVisible(_("{stage} has no round {number}.").format(stage=stage.name, number=number))


def whole_stage(stage: Stage) -> list[Pairing]:
    """All pairings of a stage that ``stages_of`` has read, drafts with them, in one query. What the same page works
    out of the stage afterwards, its Swiss and its tables, goes by these."""
    drawn: list[Round] = stage.drawn
    rounds = {one.pk: one for one in drawn}
    rows = Pairing.objects.filter(round__in=rounds).select_related(
        "home__team__coach", "away__team__coach", "fixture__result"
    )
    paired = list(rows.order_by("pk"))
    for row in paired:
        row.round = rounds[row.round_id]
    stage.paired = paired
    return paired


# pairings


@dataclass(frozen=True)
class Meeting:
    """A pairing with what came of it. Touchdowns and casualties are those of each side of the pairing, whoever was the
    host. ``outcome`` is None while nothing is decided; ``mine``: the reader plays in it."""

    pairing: Pairing
    outcome: Outcome | None
    kind: How
    td: tuple[int, int]
    cas: tuple[int, int]
    mine: bool = False

    @property
    def is_bye(self) -> bool:
        return self.pairing.away_id is None

    @property
    def open(self) -> bool:
        return self.outcome is None

    @property
    def reported(self) -> bool:
        """One side has said something, and nothing is decided."""
        return self.open and is_reported(self.pairing)

    @property
    def home_td(self) -> int:
        return self.td[0]

    @property
    def away_td(self) -> int:
        return self.td[1]

    @property
    def home_cas(self) -> int:
        return self.cas[0]

    @property
    def away_cas(self) -> int:
        return self.cas[1]

    @property
    def day(self) -> date | None:
        """On which it is to be played, where that is known."""
        fixture = self.pairing.fixture
        return fixture.scheduled if self.open and fixture is not None else None

    @property
    def note(self) -> str:
        """What a score alone does not tell."""
        home, away = self.pairing.home, self.pairing.away
        if self.outcome is None or away is None:
            return ""
        loser = away.name if self.outcome == "home" else home.name
        if self.kind == "conceded":
            return _("conceded by {loser}").format(loser=loser)
        if self.kind == "refused":
            return _("refused by {loser}").format(loser=loser)
        if self.kind == "forfeit":
            return (
                _("neither came")
                if self.outcome == "neither"
                else _("{loser} did not come").format(loser=loser)
            )
        if self.td[0] == self.td[1] and self.outcome != "draw":
            return _("won by {winner}").format(winner=home.name if self.outcome == "home" else away.name)
        return ""


def meetings(pairings: QuerySet[Pairing], viewer: Viewer | None = None) -> list[Meeting]:
    """In one query, by round and table; byes come last in each round."""
    rows = pairings.select_related(
        "round__stage", "home__team__coach", "away__team__coach", "fixture__result"
    ).defer("round__stage__draw")
    return meetings_in(rows, viewer)


def meetings_in(rows: Iterable[Pairing], viewer: Viewer | None = None) -> list[Meeting]:
    """The same of rows that are read already."""
    user = viewer.user.pk if viewer is not None else None
    return [meeting(row, user) for row in sorted(rows, key=_in_order)]


def _in_order(row: Pairing) -> tuple[int, int, tuple[bool, int], int]:
    return row.round.stage.number, row.round.number, table_order(row.table, row.away_id is None), row.pk


def meeting(row: Pairing, user: int | None = None) -> Meeting:
    mine = user is not None and user in {row.home.account_id, row.away.account_id if row.away else None}
    result = result_of(row)
    home_td, away_td, home_cas, away_cas = scored_of(row) if result is None else scored_in(row, result)
    return Meeting(row, outcome_of(row), kind_of(row), (home_td, away_td), (home_cas, away_cas), mine)


def published(competition: Competition) -> QuerySet[Pairing]:
    return Pairing.objects.filter(round__stage__competition=competition).exclude(
        round__state=Round.State.DRAFT
    )


def find_pairing(competition: Competition, key: int, organiser: bool) -> Pairing:
    """Raises NotVisible for a pairing of another competition, and for one of a draft that the person may not see."""
    rows = Pairing.objects.filter(round__stage__competition=competition)
    if not organiser:
        rows = rows.exclude(round__state=Round.State.DRAFT)
    found = (
        rows.select_related("round__stage", "home__team__coach", "away__team__coach")
        .select_related("fixture__result", "decided_by")
        .filter(pk=key)
        .first()
    )
    if found is None:
        raise NotVisible(_("There is no such match."))
    found.round.stage.competition = competition
    return found


def open_ones(found: Iterable[Meeting]) -> list[Meeting]:
    annulled = Entry.State.ANNULLED
    return [
        one
        for one in found
        if one.open
        and not one.is_bye
        and one.pairing.home.state != annulled
        and (one.pairing.away is None or one.pairing.away.state != annulled)
    ]


# tables


@dataclass(frozen=True)
class Place:
    """A row of a table with the entry that it is about. ``why``: what put it above the next one."""

    row: Row
    entry: Entry
    why: str
    values: tuple[tuple[int, str], ...] = ()
    """Each criterion's value as it is shown, with the number of the criterion; empty where it did not apply."""
    mine: bool = False

    @property
    def shown(self) -> str:
        return shown_place(self.row.place, self.row.shared)

    @property
    def extra(self) -> str:
        """Points that are not of an outcome, where there are any."""
        extra = self.row.bonus + self.row.painting + self.row.adjusted
        return f"{extra:+d}" if extra else ""


@dataclass(frozen=True)
class Division:
    name: str
    table: Table
    places: tuple[Place, ...]

    @property
    def keys(self) -> list[str]:
        return [one.key for one in self.table.criteria]

    @property
    def more(self) -> int:
        return len(self.table.rows) - len(self.places)


def divisions(
    stage: Stage,
    viewer: Viewer | None = None,
    most: int | None = None,
    entries: list[Entry] | None = None,
) -> list[Division]:
    """The tables of a stage, the named divisions in the order of their names; ``most`` rows of each. ``entries`` are
    those of the stage where the caller has read them already."""
    there = tables.entries_of(stage) if entries is None else entries
    found = tables.standings(stage, there)
    by_number = {one.number: one for one in there}
    names = {number: one.name for number, one in by_number.items()}
    user = viewer.user.pk if viewer is not None else None
    return [
        Division(
            name,
            table,
            tuple(
                Place(
                    row,
                    by_number[int(row.entrant)],
                    tables.why(table, row.entrant, names),  # type: ignore[arg-type]
                    tuple(
                        (at, "" if value is None else tables.shown(value))
                        for at, value in enumerate(row.values)
                    ),
                    user is not None and by_number[int(row.entrant)].account_id == user,
                )
                for row in table.rows[:most]
            ),
        )
        for name, table in found.items()
    ]


# entries


@dataclass(frozen=True)
class Entrants:
    playing: list[Entry] = field(default_factory=list)
    gone: list[Entry] = field(default_factory=list)


def entrants(competition: Competition) -> Entrants:
    rows = list(
        competition.entries.select_related("team__coach").prefetch_related("adjustments").order_by("number")
    )
    return Entrants(
        [one for one in rows if one.state == Entry.State.IN],
        [one for one in rows if one.state != Entry.State.IN],
    )


def find_entry(competition: Competition, number: int) -> Entry:
    found = competition.entries.select_related("team__coach", "user").filter(number=number).first()
    if found is None:
        raise NotVisible(
            _("There is no entry {number} in {competition}.").format(
                number=number, competition=competition.name
            )
        )
    found.competition = competition
    return found


def find_adjustment(entry: Entry, key: int) -> Adjustment:
    found = entry.adjustments.filter(pk=key).first()
    if found is None:
        raise NotVisible(_("{entry} has no such points.").format(entry=entry.name))
    found.entry = entry
    return found


def teams_to_enter(viewer: Viewer, competition: Competition, organiser: bool) -> QuerySet[Team]:
    """Accepted teams that are not entered: all for the organiser, for a coach those of his own."""
    teams = Team.objects.filter(league=competition.league, accepted=True, withdrawn=False).exclude(
        entries__competition=competition
    )
    if not organiser:
        teams = teams.filter(coach=viewer.user.pk)
        if competition.kind == Kind.MAJOR and competition.entries.filter(team__coach=viewer.user.pk).exists():
            return teams.none()
    return teams.order_by("name_key")


def is_there(entry: Entry) -> bool:
    """Who leaves before it has begun is no entry any more."""
    return Entry.objects.filter(pk=entry.pk).exists()


def meetings_of(entry: Entry, viewer: Viewer | None = None) -> list[Meeting]:
    """Every published pairing of an entry, in order."""
    return meetings(published(entry.competition).filter(Q(home=entry) | Q(away=entry)), viewer)


# why


@dataclass(frozen=True)
class Reason:
    """A term with the names that it speaks of."""

    term: Term
    opponent: str

    @property
    def value(self) -> str:
        return tables.shown(self.term.value)


@dataclass(frozen=True)
class Explained:
    """A value of a table with its terms. ``total`` is empty where the criterion did not apply."""

    entry: Entry
    criterion: Criterion
    place: str
    total: str
    reasons: tuple[Reason, ...]


def explained(stage: Stage, number: int, criterion: int) -> Explained:
    """Raises NotVisible for an entry that is not in the table, and for a criterion that there is not."""
    there = tables.entries_of(stage)
    entries = {one.number: one for one in there}
    for table in tables.whole(stage, there).values():
        row = next((row for row in table.rows if row.entrant == number), None)
        if row is None or criterion >= len(table.criteria):
            continue
        value = row.values[criterion]
        return Explained(
            entries[number],
            table.criteria[criterion],
            shown_place(row.place, row.shared),
            "" if value is None else tables.shown(value),
            tuple(
                Reason(term, entries[int(term.opponent)].name if term.opponent is not None else "")
                for term in table_terms(table, number, criterion)
            ),
        )
    raise NotVisible(_("There is no such value in the tables of {stage}.").format(stage=stage.name))
