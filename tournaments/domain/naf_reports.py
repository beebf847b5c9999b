"""The report of a competition to the NAF, and events that come in as such a report."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Any, Literal, cast

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from engine.acts import clean_name
from engine.contest.played import Id, Outcome, Played
from engine.formats import naf
from engine.formats.naf_events import Competitor, Composed, Imported, Reported, compose, results
from engine.questions import SIDES, Problem, Refusal, Side
from league.domain.languages import in_language_of
from league.domain.roles import Person, require_commissioner, viewer
from league.errors import Conflict
from league.models import NAME_LENGTH, League
from tournaments.domain.competing import entering, reading, setting_up
from tournaments.domain.competing.access import require_organiser
from tournaments.domain.competing.reading import Meeting
from tournaments.domain.publishing import schedule_of
from tournaments.models import Competition, Entry, Format, Kind, Pairing, Round, Stage, State

GOLD = 10_000
"""Gold pieces that a point of a rating in a report stands for."""
LARGEST_FILE = naf.BYTES_MAX
KEPT = "naf"
"""Under this key ``Pairing.reports`` and ``Competition.settings`` keep what a report told and a table does not need."""

WithoutNumber = Literal["non_naf", "leave_out"]
SCORE_MOST = 32_767


# --- a competition as a report --------------------------------------------------------------------------------


def report(
    by: Person, competition: Competition, organiser: str, without_number: WithoutNumber = "non_naf"
) -> Composed:
    """For who runs the competition. ``organiser`` is a NAF name.

    Raises Refusal with everything that keeps it from being written: races without a name, no coach with a number.
    """
    require_organiser(by, competition)
    entries = list(competition.entries.exclude(state=Entry.State.ANNULLED).order_by("number"))
    nameless = [one.name for one in entries if one.naf_number is not None and not one.race.strip()]
    if nameless:
        raise Refusal.of(
            [_("{name} has a NAF number and no race: enter the race.").format(name=name) for name in nameless]
        )
    people = _People(entries)
    games = list(_reported(competition, people))
    return compose(organiser, people.found, games, without_number)


class _People:
    """The coaches of an event: those of the entries now, and those who played for them before they took over."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.found = [
            Competitor(one.number, one.coach or one.name, one.naf_number, one.race) for one in entries
        ]

    def who_played(self, pairing: Pairing, side: Side, race: str) -> tuple[Id | None, str]:
        """Who played a side of a match, and with what race where he has entered with another, or it is told."""
        entry = pairing.home if side == "home" else pairing.away
        if entry is None:
            return None, ""
        told = pairing.reports.get(entering.PLAYED_BY, {}).get(side)
        if told is None:
            return entry.number, race
        name, number = told["coach"] or entry.name, told["naf_number"]
        found = next((one for one in self.found if self._is(one, name, number)), None)
        if found is None:
            found = Competitor(f"{name}/{number}", name, number, entry.race)
            self.found.append(found)
        return found.id, race or ("" if found.race == entry.race else entry.race)

    @staticmethod
    def _is(one: Competitor, name: str, number: int | None) -> bool:
        return one.number == number if number is not None else (one.number, one.name) == (None, name)


def write(found: Composed) -> bytes:
    return naf.write(found.report)


def told_organiser(competition: Competition, by: Person) -> str:
    """Who the report says has run it: the one of an imported report, or whoever runs it here."""
    kept = competition.settings.get(KEPT, {}).get("organiser")
    return str(kept or (competition.organiser or by).username)


def _reported(competition: Competition, people: _People) -> Iterable[Reported]:
    annulled = Entry.State.ANNULLED
    rows = reading.published(competition).exclude(home__state=annulled).exclude(away__state=annulled)
    found = reading.meetings(rows)
    stamps = _stamps(competition, found)
    for one in found:
        row = one.pairing
        kept = row.reports.get(KEPT, {})
        away, races = row.away, kept.get("races") or ("", "")
        (home_coach, home_race), (away_coach, away_race) = (
            people.who_played(row, side, race) for side, race in zip(SIDES, races, strict=True)
        )
        yield Reported(
            played=Played(
                home_coach or row.home.number,
                away_coach,
                one.outcome,
                *one.td,
                *one.cas,
                kind=one.kind,
                stage=row.round.stage.name,
                round=row.round.number,
            ),
            at=stamps[row.round_id],
            ratings=tuple(kept.get("ratings") or (_rating(row.home), _rating(away) if away else 0)),
            races=(home_race, away_race),
            gate=kept.get("gate"),
        )


def _rating(entry: Entry) -> int:
    """In ten thousands of gold; a rating that was entered in gold is turned into them."""
    return max(0, entry.rating // GOLD if entry.rating >= GOLD else entry.rating)


def _stamps(competition: Competition, found: Iterable[Meeting]) -> dict[int, datetime]:
    """One for each round, by the clocks of the league. No two are the same: whoever reads a report tells rounds by
    them."""
    clock = schedule_of(competition.league).clock
    decided: dict[int, list[datetime]] = {}
    rounds: dict[int, Round] = {}
    for one in found:
        rounds.setdefault(one.pairing.round_id, one.pairing.round)
        result = getattr(one.pairing.fixture, "result", None) if one.pairing.fixture else None
        at = result.played_at if result else one.pairing.decided_at
        if at is not None and not one.is_bye:
            decided.setdefault(one.pairing.round_id, []).append(at)
    stamps: dict[int, datetime] = {}
    last: datetime | None = None
    for key, round in rounds.items():
        at = round.publish_at or min(decided.get(key, ()), default=None) or _beginning(competition, clock)
        stamp = at.astimezone(clock).replace(second=0, microsecond=0, tzinfo=None)
        if last is not None and stamp <= last:
            stamp = last + timedelta(minutes=1)
        stamps[key] = last = stamp
    return stamps


def _beginning(competition: Competition, clock: tzinfo) -> datetime:
    if competition.starts is None:
        return competition.created
    return datetime.combine(competition.starts, time(12), clock)


# --- a report as a competition --------------------------------------------------------------------------------


def import_report(
    by: Person,
    league: League,
    data: bytes,
    name: str,
    *,
    scoring: str | None = None,
    anyway: bool = False,
) -> Competition:
    """An event that is over, with the entries, rounds and results of a report; its table is worked out anew.

    Raises Refusal with every problem of the report, unless what can be read is to be imported ``anyway``, and Conflict
    where the same report is there already.
    """
    require_commissioner(viewer(by, league))
    read = naf.read(data)
    found = results(read.report)
    problems = (*read.problems, *found.problems, *_impossible(found))
    if problems and not anyway:
        raise Refusal.of([one.message for one in problems])
    if not found.games:
        raise Refusal(_("The report has no game that can be read, so there is nothing to import."))
    digest = hashlib.sha256(msgspec.json.encode(read.report)).hexdigest()
    with transaction.atomic():
        League.objects.select_for_update().get(pk=league.pk)
        same = league.competitions.filter(settings__naf__digest=digest).first()
        if same is not None:
            raise Conflict(_("This report is imported already: it is {same}.").format(same=same.name))
        competition = _competition(by, league, name, found, scoring)
        competition.settings = {KEPT: {"digest": digest, "organiser": read.report.organiser}}
        competition.save(update_fields=["settings", "state"])
        _rows(competition, found, schedule_of(league).clock)
    return competition


def _impossible(found: Imported) -> list[Problem]:
    return [
        Problem(
            _("The game of {home} and {away} has a score that cannot be.").format(
                home=one.played.home, away=one.played.away
            )
        )
        for one in found.games
        if not _can_be(one.played)
    ]


def _can_be(one: Played) -> bool:
    return all(0 <= number <= SCORE_MOST for number in (one.home_td, one.away_td, one.home_cas, one.away_cas))


def _competition(by: Person, league: League, name: str, found: Imported, scoring: str | None) -> Competition:
    rounds = max(one.played.round for one in found.games)
    with in_language_of(league):
        called = _("Rounds")
    competition = setting_up.create(
        by,
        league,
        name,
        Kind.EVENT,
        rosters=False,
        starts=min(one.at for one in found.games).date(),
        scoring=scoring,
        stages=[(called, Format.SWISS, {"rounds": rounds})],
    )
    competition.state = State.ENDED
    return competition


def _rows(competition: Competition, found: Imported, clock: tzinfo) -> None:
    stage = competition.stages.get()
    stage.state = Stage.State.CLOSED
    stage.save(update_fields=["state"])
    games = [one for one in found.games if _can_be(one.played)]
    ratings = _ratings(games)
    times = Counter(one.name.casefold() for one in found.competitors)
    entries = Entry.objects.bulk_create(
        _entry(competition, number, one, ratings, times[one.name.casefold()] > 1)
        for number, one in enumerate(found.competitors, 1)
    )
    by_id = {one.id: entry for one, entry in zip(found.competitors, entries, strict=True)}
    rounds: dict[int, Round] = {}
    for one in sorted(games, key=lambda one: one.played.round):
        number = one.played.round
        if number not in rounds:
            at = one.at.replace(tzinfo=clock).astimezone(UTC)
            rounds[number] = Round.objects.create(
                stage=stage, number=number, state=Round.State.CLOSED, publish_at=at
            )
    tables: dict[int, int] = {}
    rows = []
    for one in games:
        number = one.played.round
        tables[number] = tables.get(number, 0) + 1
        rows.append(_pairing(rounds[number], tables[number], one, by_id))
    Pairing.objects.bulk_create(rows)


def _ratings(games: Iterable[Reported]) -> dict[Any, int]:
    """The first rating that each entrant is told with."""
    found: dict[Any, int] = {}
    for one in games:
        for entrant, rating in zip((one.played.home, one.played.away), one.ratings, strict=True):
            found.setdefault(entrant, rating)
    return found


def _entry(
    competition: Competition, number: int, one: Competitor, ratings: dict[Any, int], namesake: bool
) -> Entry:
    """``namesake``: another has the same name, so that the number tells them apart."""
    called = one.name.strip() or f"NAF {one.number}"
    told = f" ({one.number})" if namesake and one.number else ""
    return Entry(
        competition=competition,
        number=number,
        name=clean_name(called[: NAME_LENGTH - len(told)] + told, _("The name of a coach")),
        coach=called[:NAME_LENGTH],
        race=one.race[:60],
        naf_number=one.number if one.number is not None and one.number >= 0 else None,
        rating=ratings.get(one.id, 0),
    )


def _pairing(round: Round, table: int, one: Reported, entries: dict[Any, Entry]) -> Pairing:
    played = one.played
    kept: dict[str, Any] = {"ratings": list(one.ratings)}
    if any(one.races):
        kept["races"] = list(one.races)
    if one.gate:
        kept["gate"] = one.gate
    return Pairing(
        round=round,
        table=table,
        home=entries[played.home],
        away=entries[played.away],
        outcome=cast(Outcome, played.outcome),
        home_td=played.home_td,
        away_td=played.away_td,
        home_cas=played.home_cas,
        away_cas=played.away_cas,
        reports={KEPT: kept},
        decided_at=round.publish_at,
    )
