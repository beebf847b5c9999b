"""The records of an archive as the rows of a league that was not there before."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from django.db import DataError, IntegrityError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import editions
from engine.acts import Deal, clean_name, name_key, search_key
from engine.match.log import decode_log
from engine.questions import Chosen, Refusal, Rolled
from engine.replay import replay
from league.domain import pictures
from league.errors import Conflict
from league.models import Bulletin, League, Membership, Picture, RuleBook, Season, User
from matches.domain import applying, logs, sources
from matches.models import Amendment, Fixture, LogStatus, MatchLog, Result
from teams.domain.restoring import Restored, Unsound, store
from teams.models import Act, Improvement, TradeOffer
from tournaments.domain import archive_records as records
from tournaments.domain.archive_competitions import Competitions
from tournaments.domain.archive_reading import Line
from tournaments.domain.archive_records import ORDER, Record, name_of
from tournaments.domain.archive_records import columns as _columns
from tournaments.models import Publication, Schedule
from tournaments.page import Page

UNREAD = (LogStatus.REJECTED, LogStatus.SUPERSEDED)
"""Logs with any document: what was refused, and what nobody looks at any more."""


LONGEST_NAME = 150
"""Characters of a user name, whatever a sign-up would allow."""


class Occupied(Conflict):
    """The league is there already, and something has happened in it."""


def load(lines: Iterable[Line]) -> list[League]:
    """The leagues of an archive, in its order. Must run in a transaction: whatever is refused leaves half a league.

    Raises Occupied for a league that is not empty, and Refusal with one sentence for the first fault.
    """
    made: list[League] = []
    loading: _Loading | None = None
    for line in lines:
        if isinstance(line.record, records.LeagueRecord):
            if loading is not None:
                made.append(loading.close())
            loading = _Loading()
        elif loading is None:
            raise Refusal(_("Line {number} belongs to no league.").format(number=line.number))
        loading.add(line)
    if loading is not None:
        made.append(loading.close())
    if not made:
        raise Refusal(_("The archive holds no league."))
    return made


def is_empty(league: League) -> bool:
    """Nothing has happened in the league but that it was opened and people were let in."""
    told = (
        league.teams,
        league.acts,
        league.fixtures,
        league.bulletins,
        league.publications,
        league.competitions,
    )
    return not any(rows.exists() for rows in told)


class _Loading:
    """One league. What its records name is looked up here, and nowhere in the database."""

    def __init__(self) -> None:
        self.rank = 0
        self.line = 0
        self.lines: dict[tuple[str, Any], int] = {}
        """Where an act, a team or a fixture stands in the archive."""
        self.people: dict[str, User] = {}
        self.members: list[records.PersonRecord] = []
        self.lines_of_people: dict[str, int] = {}
        self.seasons: dict[int, Season] = {}
        self.bulletins: list[Bulletin] = []
        self.fixtures: dict[int, Fixture] = {}
        self.logs: dict[int, MatchLog] = {}
        """By their number, without their documents."""
        self.results: set[int] = set()
        self.put: dict[type[Any], Callable[[Any], None]] = {
            records.LeagueRecord: self._league,
            records.PersonRecord: self._person,
            records.SeasonRecord: self._season,
            records.RuleBookRecord: self._rule_book,
            records.BulletinRecord: self._bulletin,
            records.PictureRecord: self._picture,
            records.TeamRecord: self._team,
            records.ActRecord: self._act,
            records.ImprovementRecord: self._improvement,
            records.TradeOfferRecord: self._trade_offer,
            records.FixtureRecord: self._fixture,
            records.LogRecord: self._log,
            records.ResultRecord: self._result,
            records.AmendmentRecord: self._amendment,
            records.PublicationRecord: self._publication,
            **Competitions(self).put,
        }

    # --- one record after the other ---------------------------------------------------------------------------

    def add(self, line: Line) -> None:
        self._said(line.number, lambda: self._add(line.record))

    def close(self) -> League:
        """The league, once everything is there that its records promise."""
        self._said(self.line, lambda: self._enter(len(ORDER)))
        self._said(self.lines["league", ""], self._require_whole)
        return self.league

    def _said(self, line: int, work: Callable[[], None]) -> None:
        """Does the work; a refusal names the line."""
        self.line = line
        try:
            work()
        except Occupied:
            raise
        except Unsound as fault:
            where = ("act", fault.sequence) if fault.sequence else ("team", fault.team)
            raise self._refusal(fault.message, self.lines.get(where, line)) from None
        except Refusal as refusal:
            raise self._refusal(refusal.message, self.line) from None
        except IntegrityError:
            raise self._refusal(_("it contradicts a record before it"), self.line) from None
        except (DataError, OverflowError):
            raise self._refusal(_("it holds a value that the database does not take"), self.line) from None

    @staticmethod
    def _refusal(message: str, line: int) -> Refusal:
        return Refusal(_("Line {line}: {what}.").format(line=line, what=message.rstrip(".")))

    def _add(self, record: Record) -> None:
        rank = ORDER[type(record)]
        if rank < self.rank:
            raise Refusal(
                _("a record of the kind {kind!r} stands too late").format(kind=name_of(type(record)))
            )
        self._enter(rank)
        self.put[type(record)](record)

    def _enter(self, rank: int) -> None:
        """Before the first record of a kind: the kinds before it are complete."""
        before, self.rank = self.rank, rank
        if before <= ORDER[records.PersonRecord] < rank:
            self._let_in()
        if before <= ORDER[records.ActRecord] < rank:
            self._close_ledger()

    def _require_whole(self) -> None:
        if not any(season.current for season in self.seasons.values()):
            raise Refusal(_("no season of the league is being played"))
        for number, fixture in self.fixtures.items():
            if fixture.played != (number in self.results):
                self.line = self.lines["fixture", number]
                said = _("match {number} is {status!r} and has no result")
                if number in self.results:
                    said = _("match {number} is {status!r} and has a result")
                raise Refusal(said.format(number=number, status=fixture.get_status_display().lower()))

    # --- what records name ------------------------------------------------------------------------------------

    def by(self, name: str | None) -> User | None:
        if name is None:
            return None
        if name not in self.people:
            raise Refusal(_("there is no person {name!r} among the league's").format(name=name))
        return self.people[name]

    def team_of(self, slug: str) -> Any:
        if slug not in self.ledger.teams:
            raise Refusal(_("there is no team {slug!r}").format(slug=slug))
        return self.ledger.teams[slug]

    def _perhaps(self, sequence: int | None) -> int | None:
        return None if sequence is None else self._act_of(sequence)

    def _act_of(self, sequence: int) -> int:
        """The primary key."""
        if sequence not in self.ledger.acts:
            raise Refusal(_("there is no act {sequence}").format(sequence=sequence))
        return self.ledger.acts[sequence]

    def season_of(self, number: int) -> Season:
        if number not in self.seasons:
            raise Refusal(_("there is no season {number}").format(number=number))
        return self.seasons[number]

    def fixture_of(self, number: int) -> Fixture:
        if number not in self.fixtures:
            raise Refusal(_("there is no match {number}").format(number=number))
        return self.fixtures[number]

    def _log_of(self, number: int) -> MatchLog:
        if number not in self.logs:
            raise Refusal(_("there is no log {number}").format(number=number))
        return self.logs[number]

    # --- the league and its people ----------------------------------------------------------------------------

    def _league(self, record: records.LeagueRecord) -> None:
        self.record = record
        self.lines["league", ""] = self.line
        _require_rules(record.edition, record.house_rules)
        if clean_name(record.name, _("the league's name")) != record.name:
            raise Refusal(_("{name!r} is no clean name").format(name=record.name))
        self.league = _free_league(record)
        said = _columns(record, "schedule")
        for name, value in said.items():
            setattr(self.league, name, value)
        self.league.name_key, self.league.search_key = name_key(record.name), search_key(record.name)
        self.ledger = Restored(self.league)
        try:
            store(self.league, update=self.league.pk is not None)
        except IntegrityError:
            raise Occupied(
                _(
                    "Somebody opened the league {league} ({slug}) at the same moment; nothing was changed."
                ).format(league=record.name, slug=record.slug)
            ) from None
        if record.schedule is not None:
            store(Schedule(league=self.league, **msgspec.structs.asdict(record.schedule)))

    def _person(self, record: records.PersonRecord) -> None:
        if record.name in self.lines_of_people:
            raise Refusal(_("the person {name!r} is there twice").format(name=record.name))
        if (record.role is None) != (record.joined is None):
            raise Refusal(_("a member has a role and a day of joining, anybody else neither"))
        if not (0 < len(record.name) <= LONGEST_NAME and record.name.isprintable()):
            raise Refusal(_("{name!r} is no user name").format(name=record.name[:40]))
        self.lines_of_people[record.name] = self.line
        self.members.append(record)

    def _let_in(self) -> None:
        """Accounts of these names; who has none gets one that nobody can log in to."""
        self.people = User.objects.in_bulk(list(self.lines_of_people), field_name="username")
        for record in self.members:
            self.line = self.lines_of_people[record.name]
            user = self.people.get(record.name)
            if user is None:
                user = User(username=record.name, is_active=False)
                user.set_unusable_password()
                try:
                    user.save(force_insert=True)
                except IntegrityError:
                    raise Occupied(
                        _(
                            "{name} opened an account at the same moment; nothing was changed. Import it once more."
                        ).format(name=record.name)
                    ) from None
                self.people[record.name] = user
            if record.role is not None and record.joined is not None:
                member = Membership(league=self.league, user=user, role=record.role, joined=record.joined)
                store(member)

    def _season(self, record: records.SeasonRecord) -> None:
        season = Season(league=self.league, **_columns(record))
        store(season)
        self.seasons[record.number] = season

    def _rule_book(self, record: records.RuleBookRecord) -> None:
        _require_rules(record.edition, record.house_rules)
        if record.after > self.record.sequence:
            raise Refusal(
                _("the rules hold after act {after}, which is not there").format(after=record.after)
            )
        store(RuleBook(league=self.league, by=self.by(record.by), **_columns(record, "by")))

    def _bulletin(self, record: records.BulletinRecord) -> None:
        author = self.by(record.author)
        bulletin = Bulletin(league=self.league, author=author, **_columns(record, "author"))
        store(bulletin)
        self.bulletins.append(bulletin)

    def _picture(self, record: records.PictureRecord) -> None:
        if record.bulletin > len(self.bulletins):
            raise Refusal(
                _("the picture is of bulletin {number}, which is not there").format(number=record.bulletin)
            )
        if not pictures.is_sound(record.name, record.data):
            raise Refusal(_("the picture {name} is none that Dugout has made").format(name=record.name[:60]))
        bulletin = self.bulletins[record.bulletin - 1]
        row = Picture(
            league=self.league,
            bulletin=bulletin,
            by=self.by(record.by),
            **_columns(record, "bulletin", "by", "data"),
        )
        pictures.keep(row, record.data)

    # --- the ledger -------------------------------------------------------------------------------------------

    def _team(self, record: records.TeamRecord) -> None:
        self.ledger.found(record.slug, self.by(record.coach), record.created)
        self.lines["team", record.slug] = self.line

    def _act(self, record: records.ActRecord) -> None:
        events = {one.team: one.events for one in record.events}
        if len(events) != len(record.events):
            raise Refusal(_("act {sequence} tells of one team twice").format(sequence=record.sequence))
        apart = ("by", "replaced_by", "amendment", "events")
        act = Act(league=self.league, by=self.by(record.by), **_columns(record, *apart))
        self.ledger.add(act, events, record.replaced_by, record.amendment)
        self.lines["act", record.sequence] = self.line

    def _close_ledger(self) -> None:
        self.ledger.close()
        if len(self.ledger.acts) != self.record.sequence:
            raise Refusal(
                _("the league's last act is number {last}, and the archive ends with act {number}").format(
                    last=self.record.sequence, number=len(self.ledger.acts)
                )
            )

    def _improvement(self, record: records.ImprovementRecord) -> None:
        try:
            msgspec.convert(record.answers, tuple[Rolled | Chosen, ...])
        except msgspec.ValidationError:
            raise Refusal(_("the answers of the star player roll cannot be read")) from None
        store(
            Improvement(
                team=self.team_of(record.team),
                act_id=self._perhaps(record.act),
                **_columns(record, "team", "act"),
            )
        )

    def _trade_offer(self, record: records.TradeOfferRecord) -> None:
        try:
            msgspec.convert(record.deal, Deal)
        except msgspec.ValidationError:
            raise Refusal(_("the deal that is offered cannot be read")) from None
        store(
            TradeOffer(
                league=self.league,
                first=self.team_of(record.first),
                second=self.team_of(record.second),
                offered_by=self.by(record.offered_by),
                answered_by=self.by(record.answered_by),
                act_id=self._perhaps(record.act),
                **_columns(record, "first", "second", "offered_by", "answered_by", "act"),
            )
        )

    # --- matches ----------------------------------------------------------------------------------------------

    def _fixture(self, record: records.FixtureRecord) -> None:
        fixture = Fixture(
            league=self.league,
            season=self.season_of(record.season),
            home=self.team_of(record.home),
            away=self.team_of(record.away),
            **_columns(record, "season", "home", "away"),
        )
        store(fixture)
        self.fixtures[record.number] = fixture
        self.lines["fixture", record.number] = self.line

    def _log(self, record: records.LogRecord) -> None:
        if record.number != len(self.logs) + 1:
            raise Refusal(
                _("log {number} stands where log {due} should").format(
                    number=record.number, due=len(self.logs) + 1
                )
            )
        row = MatchLog(
            fixture=self.fixture_of(record.fixture),
            submitted_by=self.by(record.submitted_by),
            act_id=self._perhaps(record.act),
            **_columns(record, "number", "fixture", "submitted_by", "act"),
        )
        sources.check(row)
        if row.status not in UNREAD:
            logs.decode(row)
            if row.digest and row.digest != logs.digest(row.document):
                raise Refusal(
                    _("the document of log {number} is not the one that was stored").format(
                        number=record.number
                    )
                )
        store(row)
        row.document = ""
        self.logs[record.number] = row

    def _result(self, record: records.ResultRecord) -> None:
        """Worked out from the log, as it was when the log was applied."""
        log, fixture = self._log_of(record.log), self.fixture_of(record.fixture)
        if log.fixture_id != fixture.pk or log.status != LogStatus.APPLIED:
            raise Refusal(
                _("log {log} is not the one that was applied to match {fixture}").format(
                    log=record.log, fixture=record.fixture
                )
            )
        document = decode_log(MatchLog.objects.values_list("document", flat=True).get(pk=log.pk).encode())
        seen = replay(document)
        logs.require_complete(document, seen, fixture)
        assert seen.outcome is not None
        found = applying.figures(seen.outcome, seen)
        for name in found.keys() & set(record.__struct_fields__):
            if found[name] != getattr(record, name):
                raise Refusal(
                    _(
                        "the result of match {number} does not follow from its log: {field} is {here!r} here and "
                        "{replayed!r} when it is replayed"
                    ).format(
                        number=record.fixture,
                        field=name.replace("_", " "),
                        here=getattr(record, name),
                        replayed=found[name],
                    )
                )
        act = self._act_of(record.act)
        store(Result(fixture=fixture, log=log, act_id=act, played_at=record.played_at, **found))
        self.results.add(record.fixture)

    def _amendment(self, record: records.AmendmentRecord) -> None:
        store(
            Amendment(
                league=self.league,
                act_id=self._act_of(record.act),
                log=None if record.log is None else self._log_of(record.log),
                by=self.by(record.by),
                head_id=self._perhaps(record.head),
                **_columns(record, "act", "log", "by", "head"),
            )
        )

    # --- publications -----------------------------------------------------------------------------------------

    def _publication(self, record: records.PublicationRecord) -> None:
        publication = Publication(
            league=self.league,
            season=self.season_of(record.season),
            by=self.by(record.by),
            **_columns(record, "season", "by", "table"),
            table=[self._table_line(line) for line in record.table],
        )
        try:
            Page.of({name: getattr(publication, name) for name in Page.__struct_fields__})
        except msgspec.ValidationError:
            raise Refusal(
                _("the page of week {week} of {year} cannot be read").format(
                    week=record.week, year=record.year
                )
            ) from None
        store(publication)

    def _table_line(self, line: dict[str, Any]) -> dict[str, Any]:
        row = line.get("row")
        if not isinstance(row, dict) or not isinstance(row.get("team"), str):
            raise Refusal(_("a line of the published table names no team"))
        coach = self.by(line.get("coach"))
        team = self.team_of(row["team"])
        return {**line, "coach": coach and coach.pk, "row": {**row, "team": team.pk}}


def _require_rules(edition: str, house_rules: dict[str, Any]) -> None:
    editions.edition(edition, house_rules)


def _free_league(record: records.LeagueRecord) -> League:
    """A league to be filled: a new one, or the empty one of this address. Raises Occupied."""
    namesake = League.objects.filter(name_key=name_key(record.name)).exclude(slug=record.slug).first()
    if namesake is not None:
        raise Occupied(
            _(
                "There is a league named {league} already, with another address ({slug}); nothing was changed."
            ).format(league=namesake.name, slug=namesake.slug)
        )
    held = League.objects.select_for_update().filter(slug=record.slug).first()
    if held is None:
        return League()
    if not is_empty(held):
        raise Occupied(
            ngettext(
                "The league {league} ({slug}) is there already and is not empty: {n} acts are in its ledger. "
                "Nothing was changed.",
                "The league {league} ({slug}) is there already and is not empty: {n} acts are in its ledger. "
                "Nothing was changed.",
                held.acts.count(),
            ).format(league=held.name, slug=held.slug, n=held.acts.count())
        )
    rows: list[Any] = [held.memberships, held.invitations, held.seasons, held.rule_books]
    for manager in rows:
        manager.all().delete()
    Schedule.objects.filter(league=held).delete()
    return held
