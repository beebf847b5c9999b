"""Where a major is kept, and the rows that its value stands for."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.contest import majors
from engine.contest.majors import Major
from engine.contest.majors.values import STAGE_WORDS, stage_words
from engine.contest.played import Played
from engine.questions import Refusal
from engine.words import capital, either
from league.domain import clock
from league.domain.languages import in_language_of
from league.domain.roles import Forbidden, Person, Viewer, require_coach
from league.domain.roles import viewer as viewer_of
from league.errors import Conflict, NotVisible
from league.models import League
from matches.models import Stage as Occasion
from tournaments.domain.competing.access import may_organise
from tournaments.domain.competing.entering import coaches
from tournaments.domain.competing.pitches import make_fixtures_for, take_back_fixtures
from tournaments.domain.publishing import schedule_of
from tournaments.models import Competition, Entry, Format, Kind, Pairing, Round, Stage, State

PLAY_OFF = "play_off"
ROUNDS: dict[str, int] = {stage: number for number, stage in enumerate(STAGE_WORDS, 1)}
"""The number of the round that holds the matches of each stage of a major."""
_PLURALS = {"quarter_final": gettext_noop("Quarter-finals"), "semi_final": gettext_noop("Semi-finals")}


def today(league: League) -> date:
    """The day where the league keeps its time."""
    return timezone.localtime(clock.now(), schedule_of(league).clock).date()


def stage_of(competition: Competition) -> Stage:
    """The stage that a major is. Raises NotVisible for what is no major."""
    found = competition.stages.filter(format=Format.PLAY_OFF).order_by("number").first()
    if found is None or competition.kind != Kind.MAJOR:
        raise NotVisible(_("{competition} is not a major tournament.").format(competition=competition.name))
    found.competition = competition
    return found


def major_of(stage: Stage) -> Major:
    """Raises Conflict before the play-off has begun."""
    if "major" not in stage.draw:
        raise Conflict(
            _("The play-off of {competition} has not begun.").format(competition=stage.competition.name)
        )
    return msgspec.convert(stage.draw["major"], Major)


def keep(stage: Stage, major: Major) -> None:
    stage.draw = {**stage.draw, "major": msgspec.to_builtins(major)}
    stage.save(update_fields=["draw"])


def running(competition: Competition) -> tuple[Stage, Major]:
    """Raises Conflict for a major that is not being played."""
    stage = stage_of(competition)
    major = major_of(stage)
    if competition.state != State.RUNNING:
        raise Conflict(_("{competition} is not running.").format(competition=competition.name))
    return stage, major


def entered(entry: Entry) -> majors.Entry:
    """An entry as the rules know it; a club stands for the sponsor."""
    coach = entry.account.username if entry.account else None
    return majors.Entry(entry.number, entry.name, coach, entry.club)


def entries_of(competition: Competition) -> dict[int, Entry]:
    """By number."""
    rows = competition.entries.select_related("team__coach", "user").order_by("number")
    return {entry.number: entry for entry in rows}


def entry_in(competition: Competition, number: int) -> Entry:
    found = competition.entries.select_related("team__coach", "user").filter(number=number).first()
    if found is None:
        raise Refusal(
            _("{competition} has no entry {number}.").format(competition=competition.name, number=number)
        )
    return found


def require_own(by: Person, competition: Competition, *entries: Entry) -> Viewer:
    """The organiser, or the coach of one of the entries."""
    person = viewer_of(by, competition.league)
    if may_organise(person, competition):
        return person
    require_coach(person)
    if not any(coaches(by, one) for one in entries):
        names = either(one.name for one in entries)
        raise Forbidden(
            _("Only the coach of {names}, or the organiser of {competition}, may do this.").format(
                names=names, competition=competition.name
            )
        )
    return person


# rows


def round_for(stage: Stage, name: str) -> Round:
    with in_language_of(stage.competition.league):
        called = _(_PLURALS[name]) if name in _PLURALS else capital(stage_words(name))
    made, __ = Round.objects.get_or_create(
        stage=stage,
        number=ROUNDS[name],
        defaults={"name": called, "state": Round.State.PUBLISHED},
    )
    made.stage = stage
    return made


def pairings_of(stage: Stage) -> list[Pairing]:
    """With everything that says what came of them; two queries with the entries' teams."""
    return list(
        Pairing.objects.filter(round__stage=stage)
        .select_related("round", "home__team", "away__team", "fixture__result")
        .order_by("round__number", "pk")
    )


def pair_of(pairing: Pairing) -> frozenset[int]:
    assert pairing.away is not None
    return frozenset((pairing.home.number, pairing.away.number))


def open_pairing(stage: Stage, name: str, one: int, other: int) -> Pairing | None:
    """The match that two are to play in this stage, and have not."""
    return next(
        (
            row
            for row in pairings_of(stage)
            if row.place == name and pair_of(row) == {one, other} and is_open(row)
        ),
        None,
    )


def is_open(pairing: Pairing) -> bool:
    return not pairing.outcome and not (pairing.fixture and pairing.fixture.played)


def add_match(stage: Stage, name: str, home: Entry, away: Entry, day: date | None = None) -> Pairing:
    """A match to be played, with its fixture on neutral ground. The competition is held."""
    row = round_for(stage, name)
    pairing = Pairing.objects.create(
        round=row, table=row.pairings.count() + 1, home=home, away=away, place=name
    )
    make_fixtures_for([pairing], Occasion(name))
    if day is not None and pairing.fixture is not None:
        pairing.fixture.scheduled = day
        pairing.fixture.save(update_fields=["scheduled"])
    return pairing


def add_result(stage: Stage, played: Played, entries: dict[int, Entry], reason: str = "") -> None:
    """The row of a match that nobody played."""
    row = round_for(stage, played.stage)
    assert played.away is not None
    assert played.outcome is not None
    Pairing.objects.create(
        round=row,
        table=row.pairings.count() + 1,
        home=entries[int(played.home)],
        away=entries[int(played.away)],
        place=played.stage,
        kind=played.kind,
        outcome=played.outcome,
        home_td=played.home_td,
        away_td=played.away_td,
        reason=reason,
    )


def take_back(stage: Stage, pairings: Iterable[Pairing]) -> None:
    """These are not played, and are there no more."""
    gone = list(pairings)
    take_back_fixtures(stage.competition, gone)
    Pairing.objects.filter(pk__in=[one.pk for one in gone]).delete()


def follow_draws(stage: Stage, major: Major) -> None:
    """Makes the matches of the knock-out those that are drawn."""
    entries: dict[int, Entry] | None = None
    drawn = {(one.stage, frozenset(pair)): pair for one in major.draws for pair in one.pairs}
    there = {
        (row.place, frozenset[int | str](pair_of(row))): row
        for row in pairings_of(stage)
        if row.place != PLAY_OFF
    }
    take_back(stage, [row for key, row in there.items() if key not in drawn])
    for (name, key), (home, away) in drawn.items():
        if (name, key) not in there:
            entries = entries or entries_of(stage.competition)
            add_match(stage, name, entries[int(home)], entries[int(away)])
