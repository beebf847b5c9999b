"""Competitions in an archive: their rows as records, and the records as rows.

A competition goes by its number in the league; entries and stages by theirs in the competition, a round by its own in
the stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, cast, get_args

import msgspec
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from engine.acts import clean_name
from engine.contest.majors import Major
from engine.contest.played import Kind, Outcome, Played, check
from engine.questions import Refusal
from league.models import League, Season, User
from matches.models import Fixture
from teams.domain.restoring import store
from teams.models import Team
from tournaments.domain import archive_records as records
from tournaments.domain.archive_records import Record, columns, of_row
from tournaments.domain.competing.options import checked_criteria, checked_scoring, options
from tournaments.domain.competing.seasons import schedule_of
from tournaments.models import Adjustment, Competition, Entry, Pairing, Round, Stage

ROWS = 200


class Names(Protocol):
    """What the archive calls rows, by their primary keys."""

    @property
    def teams(self) -> dict[int, str]: ...
    @property
    def seasons(self) -> dict[int, int]: ...
    @property
    def fixtures(self) -> dict[int, int]: ...
    def person(self, key: int | None) -> str | None: ...


# --- rows as records ------------------------------------------------------------------------------------------


def people_of(league: League) -> Iterable[tuple[QuerySet[Any], str]]:
    """Rows that name people, with the field that does."""
    return (
        (league.competitions.all(), "organiser"),
        (Entry.objects.filter(competition__league=league), "user"),
        (Adjustment.objects.filter(entry__competition__league=league), "by"),
        (Pairing.objects.filter(round__stage__competition__league=league), "decided_by"),
    )


def records_of(league: League, names: Names) -> Iterator[Record]:
    """All competitions, then all entries, and so on: each kind after the other."""
    for row in league.competitions.order_by("number"):
        yield of_row(
            records.CompetitionRecord,
            row,
            season=None if row.season_id is None else names.seasons[row.season_id],
            organiser=names.person(row.organiser_id),
        )
    yield from _entries(league, names)
    given = Adjustment.objects.filter(entry__competition__league=league).select_related("entry__competition")
    for one in given.order_by("pk").iterator(ROWS):
        yield of_row(
            records.AdjustmentRecord,
            one,
            competition=one.entry.competition.number,
            entry=one.entry.number,
            by=names.person(one.by_id),
        )
    stages = Stage.objects.filter(competition__league=league).select_related("competition")
    for stage in stages.order_by("competition__number", "number"):
        yield of_row(records.StageRecord, stage, competition=stage.competition.number)
    rounds = Round.objects.filter(stage__competition__league=league).select_related("stage__competition")
    for round in rounds.order_by("stage__competition__number", "stage__number", "number").iterator(ROWS):
        yield of_row(
            records.RoundRecord,
            round,
            competition=round.stage.competition.number,
            stage=round.stage.number,
        )
    yield from _pairings(league, names)


def _entries(league: League, names: Names) -> Iterator[records.EntryRecord]:
    rows = Entry.objects.filter(competition__league=league).select_related("competition")
    for row in rows.order_by("competition__number", "number").iterator(ROWS):
        yield of_row(
            records.EntryRecord,
            row,
            competition=row.competition.number,
            team=None if row.team_id is None else names.teams[row.team_id],
            user=names.person(row.user_id),
        )


def _pairings(league: League, names: Names) -> Iterator[records.PairingRecord]:
    rows = Pairing.objects.filter(round__stage__competition__league=league)
    for row in rows.select_related("round__stage__competition", "home", "away").order_by("pk").iterator(ROWS):
        yield of_row(
            records.PairingRecord,
            row,
            competition=row.round.stage.competition.number,
            stage=row.round.stage.number,
            round=row.round.number,
            home=row.home.number,
            away=None if row.away is None else row.away.number,
            fixture=None if row.fixture_id is None else names.fixtures[row.fixture_id],
            decided_by=names.person(row.decided_by_id),
        )


# --- records as rows ------------------------------------------------------------------------------------------


class Lookups(Protocol):
    """What the records before have made; each raises Refusal for what is not there."""

    league: League

    def by(self, name: str | None) -> User | None: ...
    def team_of(self, slug: str) -> Team: ...
    def season_of(self, number: int) -> Season: ...
    def fixture_of(self, number: int) -> Fixture: ...


class Competitions:
    """``put`` stores the records of competitions, by their kinds."""

    def __init__(self, there: Lookups) -> None:
        self.there = there
        self.competitions: dict[int, Competition] = {}
        self.entries: dict[tuple[int, int], Entry] = {}
        self.stages: dict[tuple[int, int], Stage] = {}
        self.rounds: dict[tuple[int, int, int], Round] = {}
        self.put: dict[type[Any], Callable[[Any], None]] = {
            records.CompetitionRecord: self._competition,
            records.EntryRecord: self._entry,
            records.AdjustmentRecord: self._adjustment,
            records.StageRecord: self._stage,
            records.RoundRecord: self._round,
            records.PairingRecord: self._pairing,
        }

    def _competition_of(self, number: int) -> Competition:
        if number not in self.competitions:
            raise Refusal(_("there is no competition {number}").format(number=number))
        return self.competitions[number]

    def _entry_of(self, competition: int, number: int) -> Entry:
        found = self.entries.get((competition, number))
        if found is None:
            raise Refusal(
                _("there is no entry {number} in competition {competition}").format(
                    number=number, competition=competition
                )
            )
        return found

    def _stage_of(self, competition: int, number: int) -> Stage:
        found = self.stages.get((competition, number))
        if found is None:
            raise Refusal(
                _("there is no stage {number} in competition {competition}").format(
                    number=number, competition=competition
                )
            )
        return found

    def _competition(self, record: records.CompetitionRecord) -> None:
        _require_clean(record.name, _("The competition's name"))
        if record.scoring:
            checked_scoring(record.scoring)
        if record.criteria:
            checked_criteria(record.criteria)
        row = Competition(
            league=self.there.league,
            season=None if record.season is None else self.there.season_of(record.season),
            organiser=self.there.by(record.organiser),
            **columns(record, "season", "organiser"),
        )
        store(row)
        self.competitions[record.number] = row

    def _entry(self, record: records.EntryRecord) -> None:
        _require_clean(record.name, _("The name of an entry"))
        row = Entry(
            competition=self._competition_of(record.competition),
            team=None if record.team is None else self.there.team_of(record.team),
            user=self.there.by(record.user),
            **columns(record, "competition", "team", "user"),
        )
        store(row)
        self.entries[record.competition, record.number] = row

    def _adjustment(self, record: records.AdjustmentRecord) -> None:
        entry = self._entry_of(record.competition, record.entry)
        by = self.there.by(record.by)
        store(Adjustment(entry=entry, by=by, **columns(record, "competition", "entry", "by")))

    def _stage(self, record: records.StageRecord) -> None:
        _require_clean(record.name, _("The stage's name"))
        competition = self._competition_of(record.competition)
        row = Stage(competition=competition, **columns(record, "competition"))
        options(row)
        if "scoring" in record.settings:
            checked_scoring(record.settings["scoring"])
        if "criteria" in record.settings:
            checked_criteria(record.settings["criteria"])
        self._require_draw(row, record.competition)
        store(row)
        self.stages[record.competition, record.number] = row

    def _require_draw(self, stage: Stage, competition: int) -> None:
        """What was drawn can be read, and names entries that are there."""
        groups = stage.draw.get("groups") or {}
        lists = [stage.draw.get("entrants") or [], stage.draw.get("slots") or []]
        try:
            if "major" in stage.draw:
                msgspec.convert(stage.draw["major"], Major)
            if "schedule" in stage.draw:
                schedule_of(stage)
            lists += msgspec.convert(groups, dict[str, list[int]]).values()
            numbers = msgspec.convert(lists, list[list[int | None]])
        except msgspec.ValidationError as fault:
            raise Refusal(
                _("what was drawn for {stage} cannot be read: {fault}").format(stage=stage.name, fault=fault)
            ) from None
        for number in {one for some in numbers for one in some if one is not None}:
            self._entry_of(competition, number)

    def _round(self, record: records.RoundRecord) -> None:
        stage = self._stage_of(record.competition, record.stage)
        row = Round(stage=stage, **columns(record, "competition", "stage"))
        store(row)
        self.rounds[record.competition, record.stage, record.number] = row

    def _pairing(self, record: records.PairingRecord) -> None:
        self._stage_of(record.competition, record.stage)
        round = self.rounds.get((record.competition, record.stage, record.round))
        if round is None:
            raise Refusal(
                _("there is no round {round} in stage {stage} of competition {competition}").format(
                    round=record.round, stage=record.stage, competition=record.competition
                )
            )
        row = Pairing(
            round=round,
            home=self._entry_of(record.competition, record.home),
            away=None if record.away is None else self._entry_of(record.competition, record.away),
            fixture=None if record.fixture is None else self.there.fixture_of(record.fixture),
            decided_by=self.there.by(record.decided_by),
            **columns(record, "competition", "stage", "round", "home", "away", "fixture", "decided_by"),
        )
        _require_possible(row)
        store(row)


def _require_clean(name: str, what: str) -> None:
    if clean_name(name, what) != name:
        raise Refusal(_("{name!r} is no clean name").format(name=name[:40]))


def _require_possible(row: Pairing) -> None:
    if row.kind not in get_args(Kind):
        raise Refusal(_("a pairing is not {kind!r}").format(kind=row.kind[:20]))
    if row.outcome and row.outcome not in get_args(Outcome):
        raise Refusal(_("{outcome!r} is no outcome").format(outcome=row.outcome[:20]))
    check(
        Played(
            row.home.number,
            None if row.away is None else row.away.number,
            cast(Outcome | None, row.outcome or None),
            row.home_td,
            row.away_td,
            row.home_cas,
            row.away_cas,
            kind=cast(Kind, row.kind),
            round=row.round.number,
        )
    )
    fixture = row.fixture
    teams = {row.home.team_id, row.away.team_id if row.away else None}
    if fixture is not None and teams != {fixture.home_id, fixture.away_id}:
        against = row.away.name if row.away else "nobody"
        raise Refusal(
            _("match {number} is not one of {home} and {against}").format(
                number=fixture.number, home=row.home.name, against=against
            )
        )
