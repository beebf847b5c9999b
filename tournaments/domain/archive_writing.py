"""A league's rows as the records of an archive: the same league gives the same bytes.

Every query reads a whole table of the league, in an order that does not depend on primary keys where rows have a name
of their own, and in that in which they were made where they have none. Rows are streamed: no more than a few hundred
are held at once.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, BinaryIO

from django.db.models import QuerySet

from league.domain import pictures
from league.models import Bulletin, League, User
from matches.models import Amendment, Fixture, MatchLog, Result
from teams.models import Act, Improvement, RosterEvents, Team, TradeOffer
from tournaments.domain import archive_competitions
from tournaments.domain import archive_records as records
from tournaments.domain.archive_records import Record
from tournaments.domain.archive_records import of_row as _plain
from tournaments.models import Publication, Schedule

ROWS = 200
"""Rows that are read at once; fewer of those that carry whole documents."""
DOCUMENTS = 20
COMPRESSION = 6


def write(leagues: Iterable[League], out: BinaryIO) -> None:
    """An archive of these leagues, in the order given.

    The file's own clock and name stay out of it: two archives of the same leagues are the same bytes.
    """
    lines = 0
    with gzip.GzipFile(filename="", mode="wb", compresslevel=COMPRESSION, fileobj=out, mtime=0) as packed:

        def put(record: Any) -> None:
            nonlocal lines
            packed.write(records.encode(record))
            lines += 1

        put(records.ArchiveRecord(records.FORMAT, records.VERSION))
        for league in leagues:
            for record in records_of(league):
                put(record)
        put(records.EndRecord(lines))


@dataclass(frozen=True, slots=True)
class _Names:
    """What the archive calls rows, by their primary keys."""

    people: dict[int, str]
    teams: dict[int, str]
    seasons: dict[int, int]
    acts: dict[int, int]
    fixtures: dict[int, int]
    logs: dict[int, int]
    digests: dict[int, str]
    """Of documents, by the log: older acts name the log that they applied by its key."""

    def person(self, key: int | None) -> str | None:
        return None if key is None else self.people.get(key)

    def act(self, key: int | None) -> int | None:
        return None if key is None else self.acts[key]


def _names(league: League) -> _Names:
    fixtures = Fixture.objects.filter(league=league)
    logs = MatchLog.objects.filter(fixture__league=league).order_by("pk")
    return _Names(
        people=_people(league),
        teams=dict(Team.objects.filter(league=league).order_by("pk").values_list("pk", "slug")),
        seasons=dict(league.seasons.order_by("number").values_list("pk", "number")),
        acts=dict(Act.objects.filter(league=league).order_by("sequence").values_list("pk", "sequence")),
        fixtures=dict(fixtures.order_by("number").values_list("pk", "number")),
        logs={key: place for place, key in enumerate(logs.values_list("pk", flat=True), 1)},
        digests=dict(logs.values_list("pk", "digest")),
    )


def _people(league: League) -> dict[int, str]:
    """Everybody whom a row of the league names."""
    named: tuple[tuple[QuerySet[Any], str], ...] = (
        (league.memberships.all(), "user"),
        (league.rule_books.all(), "by"),
        (league.bulletins.all(), "author"),
        (league.pictures.exclude(bulletin=None), "by"),
        (league.teams.all(), "coach"),
        (league.acts.all(), "by"),
        (MatchLog.objects.filter(fixture__league=league), "submitted_by"),
        (league.trade_offers.all(), "offered_by"),
        (league.trade_offers.all(), "answered_by"),
        (league.amendments.all(), "by"),
        (league.publications.all(), "by"),
        *archive_competitions.people_of(league),
    )
    keys = {key for rows, field in named for key in rows.order_by().values_list(field, flat=True).distinct()}
    keys |= {line["coach"] for page in _tables(league) for line in page}
    return dict(User.objects.filter(pk__in=keys - {None}).values_list("pk", "username"))


def _tables(league: League) -> Iterable[Any]:
    return league.publications.order_by().values_list("table", flat=True)


def records_of(league: League) -> Iterator[Record]:
    """Everything that an archive holds of a league, in the order of ``archive_records.Record``."""
    names = _names(league)
    yield _league(league)
    yield from _persons(league, names)
    for season in league.seasons.order_by("number"):
        yield _plain(records.SeasonRecord, season)
    for book in league.rule_books.order_by("after"):
        yield _plain(records.RuleBookRecord, book, by=names.person(book.by_id))
    for bulletin in _bulletins(league):
        yield _plain(records.BulletinRecord, bulletin, author=names.person(bulletin.author_id))
    yield from _pictures(league, names)
    for team in Team.objects.filter(league=league).order_by("pk"):
        yield _plain(records.TeamRecord, team, coach=names.person(team.coach_id))
    yield from _acts(league, names)
    yield from _improvements(league, names)
    yield from _trade_offers(league, names)
    yield from _fixtures(league, names)
    yield from _logs(league, names)
    yield from _results(league, names)
    yield from _amendments(league, names)
    yield from archive_competitions.records_of(league, names)
    yield from _publications(league, names)


def _league(league: League) -> records.LeagueRecord:
    schedule = Schedule.objects.filter(league=league).first()
    said = records.ScheduleRecord(schedule.weekday, schedule.hour, schedule.zone) if schedule else None
    return _plain(records.LeagueRecord, league, schedule=said)


def _persons(league: League, names: _Names) -> Iterator[records.PersonRecord]:
    members = {one.user_id: one for one in league.memberships.all()}
    for key, name in sorted(names.people.items(), key=lambda one: one[1]):
        member = members.get(key)
        if member is None:
            yield records.PersonRecord(name, None, None)
        else:
            yield records.PersonRecord(name, member.role, member.joined)


def _pictures(league: League, names: _Names) -> Iterator[records.PictureRecord]:
    """Those that a bulletin shows; one whose file is gone is left out."""
    places = {pk: place for place, pk in enumerate(_bulletins(league).values_list("pk", flat=True), 1)}
    for row in league.pictures.filter(bulletin__in=places).order_by("pk"):
        try:
            data = pictures.data_of(row)
        except FileNotFoundError:
            continue
        place, by = places[row.bulletin_id or 0], names.person(row.by_id)
        yield _plain(records.PictureRecord, row, bulletin=place, by=by, data=data)


def _bulletins(league: League) -> QuerySet[Bulletin]:
    return league.bulletins.order_by("published", "pk")


def _acts(league: League, names: _Names) -> Iterator[records.ActRecord]:
    rows = RosterEvents.objects.filter(act__league=league).order_by("act__sequence", "team_id")
    told = groupby(rows.values_list("act_id", "team_id", "events").iterator(ROWS), key=lambda row: row[0])
    upcoming = next(told, None)
    for act in Act.objects.filter(league=league).order_by("sequence").iterator(ROWS):
        events: list[records.EventsRecord] = []
        if upcoming is not None and upcoming[0] == act.pk:
            events = [records.EventsRecord(names.teams[team], text) for _, team, text in upcoming[1]]
            upcoming = next(told, None)
        yield _plain(
            records.ActRecord,
            act,
            by=names.person(act.by_id),
            parameters=_by_name(act.parameters, names),
            replaced_by=names.act(act.replaced_by_id),
            amendment=names.act(act.amendment_id),
            events=events,
        )


def _by_name(parameters: dict[str, Any], names: _Names) -> dict[str, Any]:
    """Acts of an older Dugout named coaches and logs by their keys."""
    said = dict(parameters)
    if type(said.get("coach")) is int:
        said["coach"] = names.person(said["coach"])
    if type(said.get("log")) is int:
        said["log"] = names.digests.get(said["log"], "")
    return said


def _improvements(league: League, names: _Names) -> Iterator[records.ImprovementRecord]:
    for row in Improvement.objects.filter(team__league=league).order_by("pk").iterator(ROWS):
        yield _plain(records.ImprovementRecord, row, team=names.teams[row.team_id], act=names.act(row.act_id))


def _trade_offers(league: League, names: _Names) -> Iterator[records.TradeOfferRecord]:
    for row in TradeOffer.objects.filter(league=league).order_by("number").iterator(ROWS):
        yield _plain(
            records.TradeOfferRecord,
            row,
            first=names.teams[row.first_id],
            second=names.teams[row.second_id],
            offered_by=names.person(row.offered_by_id),
            answered_by=names.person(row.answered_by_id),
            act=names.act(row.act_id),
        )


def _fixtures(league: League, names: _Names) -> Iterator[records.FixtureRecord]:
    for row in Fixture.objects.filter(league=league).order_by("number").iterator(ROWS):
        yield _plain(
            records.FixtureRecord,
            row,
            season=names.seasons[row.season_id],
            home=names.teams[row.home_id],
            away=names.teams[row.away_id],
        )


def _logs(league: League, names: _Names) -> Iterator[records.LogRecord]:
    for row in MatchLog.objects.filter(fixture__league=league).order_by("pk").iterator(DOCUMENTS):
        yield _plain(
            records.LogRecord,
            row,
            number=names.logs[row.pk],
            fixture=names.fixtures[row.fixture_id],
            submitted_by=names.person(row.submitted_by_id),
            act=names.act(row.act_id),
        )


def _results(league: League, names: _Names) -> Iterator[records.ResultRecord]:
    rows = Result.objects.filter(fixture__league=league).defer("facts").order_by("pk")
    for row in rows.iterator(ROWS):
        yield _plain(
            records.ResultRecord,
            row,
            fixture=names.fixtures[row.fixture_id],
            log=names.logs[row.log_id],
            act=names.acts[row.act_id],
        )


def _amendments(league: League, names: _Names) -> Iterator[records.AmendmentRecord]:
    for row in Amendment.objects.filter(league=league).order_by("pk").iterator(ROWS):
        yield _plain(
            records.AmendmentRecord,
            row,
            act=names.acts[row.act_id],
            log=None if row.log_id is None else names.logs[row.log_id],
            by=names.person(row.by_id),
            head=names.act(row.head_id),
        )


def _publications(league: League, names: _Names) -> Iterator[records.PublicationRecord]:
    for row in Publication.objects.filter(league=league).order_by("year", "week").iterator(DOCUMENTS):
        yield _plain(
            records.PublicationRecord,
            row,
            season=names.seasons[row.season_id],
            by=names.person(row.by_id),
            table=[
                {
                    **line,
                    "coach": names.person(line["coach"]),
                    "row": {**line["row"], "team": names.teams[line["row"]["team"]]},
                }
                for line in row.table
            ],
        )
