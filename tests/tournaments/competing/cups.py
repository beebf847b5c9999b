"""Majors for tests, entered and played by the verbs that people use."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from typing import Any

import pytest

from engine.match.log import encode_log
from engine.questions import Refusal
from engine.replay import replay
from engine.simulate import Pace, filled_by_chance
from league.models import League, User
from matches.domain import amending, logs
from matches.domain.applying import apply_log
from matches.models import Fixture, Result
from teams.models import Act, Team
from tests.helpers import (
    a_drafted_team,
    coach_of,
)
from tests.tournaments.competing.builders import commissioner_of
from tournaments.domain.competing import entering, majors, setting_up
from tournaments.domain.competing.majors.keeping import is_open, pairings_of
from tournaments.models import Competition, Entry, Pairing

STARTS = date(2026, 3, 2)
DECIDED = Pace(overtime=1, concession=0)


def on(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


def a_major(
    league: League, teams: Sequence[Team], trophy: str = "Chaos Cup", starts: date = STARTS, **chosen: Any
) -> Competition:
    """Running, with these teams entered by their coaches, in this order."""
    by = commissioner_of(league)
    competition = majors.open_major(by, league, trophy, starts, **chosen)
    for team in teams:
        entering.enter(coach_of(team), competition, team)
    return setting_up.start(by, competition)


def teams_of(league: League, count: int) -> list[Team]:
    return [a_drafted_team(league, "Human", name=f"Team {number}") for number in range(1, count + 1)]


def entry_of(competition: Competition, team: Team) -> Entry:
    return competition.entries.get(team=team)


def played(pairing: Pairing, seed: int, pace: Pace = DECIDED) -> Result:
    """The match of a pairing, played by chance until somebody has won, and applied."""
    fixture = Fixture.objects.select_related("league", "season", "home", "away").get(pk=pairing.fixture_id)
    by = commissioner_of(fixture.league)
    document = filled_by_chance(fixture.league.rules, logs.template(fixture), random.Random(seed), pace)
    return apply_log(logs.submit_file(fixture, by, encode_log(document)), by)


def open_matches(competition: Competition, stage: str) -> list[Pairing]:
    rows = pairings_of(majors.stage_of(competition))
    return [row for row in rows if row.place == stage and is_open(row)]


def play_all(competition: Competition, stage: str, seed: int) -> None:
    for number, pairing in enumerate(open_matches(competition, stage)):
        played(pairing, seed + number)


def knocked_out(competition: Competition, by: User, seed: int = 100, third: bool = False) -> None:
    """Everything from the first draw to the final."""
    major = majors.qualify(by, competition)
    stages = ["semi_final", "final"]
    if major.has_quarter_finals():
        stages.insert(0, "quarter_final")
    for number, stage in enumerate(stages):
        majors.draw(by, competition)
        if stage == "final" and third:
            losers = losers_of(competition)
            majors.third_place(by, competition, losers)
            play_all(competition, "third_place", seed + 50)
        play_all(competition, stage, seed + 10 * number)


def losers_of(competition: Competition) -> list[int]:
    major = majors.major_of(majors.stage_of(competition))
    return [
        int(one.away if one.winner == one.home else one.home)  # type: ignore[arg-type]
        for one in major.of_stage("semi_final")
    ]


def holder_of(league: League, trophy: str = "Chaos Cup") -> list[str]:
    return [team.name for team in Team.objects.filter(league=league) if trophy in team.trophies]


def undone(by: User, act: Act, reason: str) -> None:
    """By an amendment that leaves alone whatever came later."""
    amendment = amending.undo(by, act, reason)
    seen = amending.settle_all(amendment, by, "leave", amendment.version)
    amending.commit(amendment, by, seen.sequence, amendment.version)


def refusal(act: Callable[..., object], *given: object, **named: object) -> str:
    """The sentence that it is refused with; nothing is changed."""
    with pytest.raises(Refusal) as caught:
        act(*given, **named)
    return caught.value.message


def drawn(pairing: Pairing, seed: int) -> bool:
    """Whether the match comes to a draw without overtime."""
    fixture = Fixture.objects.select_related("league", "season", "home", "away").get(pk=pairing.fixture_id)
    document = filled_by_chance(
        fixture.league.rules,
        logs.template(fixture),
        random.Random(seed),
        Pace(overtime=0, concession=0),
    )
    outcome = replay(document).outcome
    return outcome is not None and outcome.winner is None


def played_anew(by: User, result: Result, winner: str) -> None:
    """An amendment: the same match with another log, in which this side has won."""
    amendment = amending.begin(by, result, "The wrong log was handed in")
    assert amendment.log is not None
    head = logs.decode(result.log)
    for seed in range(1000, 1500):
        document = filled_by_chance(result.fixture.league.rules, head, random.Random(seed), DECIDED)
        outcome = replay(document).outcome
        if outcome is not None and outcome.winner == winner:
            break
    amending.replace_document(amendment, by, encode_log(document), amendment.version)
    amendment.refresh_from_db()
    seen = amending.settle_all(amendment, by, "anew", amendment.version)
    amending.commit(amendment, by, seen.sequence, amendment.version)
