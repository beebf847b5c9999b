"""Competitions, entries and played rounds for tests, made by the verbs that people use."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Any

from engine.contest.played import Id
from league.models import League, User
from matches.domain.applying import apply_log
from matches.models import Fixture
from teams.models import Team
from tests.helpers import _some_commissioner, a_drafted_team, a_league, a_submitted_log
from tournaments.domain.competing import entering, results, setting_up
from tournaments.models import Competition, Entry, Format, Kind, Pairing, Stage

_numbers = count(1)


def commissioner_of(league: League) -> User:
    return _some_commissioner(league)


def a_competition(
    league: League | None = None,
    *stages: setting_up.StagePlan,
    kind: str = Kind.SEASON,
    name: str = "",
    **fields: Any,
) -> Competition:
    """Open for entries; a single round robin unless stages are given."""
    league = league or a_league()
    by = commissioner_of(league)
    plans = stages or (("Season", Format.ROUND_ROBIN, {"legs": 1}),)
    competition = setting_up.create(
        by, league, name or f"Competition {next(_numbers)}", kind, stages=plans, **fields
    )
    return setting_up.open_entries(by, competition)


def entries(competition: Competition, count: int, division: str = "", **fields: Any) -> list[Entry]:
    """So many entries: teams with coaches of their own where the competition changes rosters, else names alone."""
    by = commissioner_of(competition.league)
    made = []
    for number in range(1, count + 1):
        if competition.rosters:
            team = a_drafted_team(competition.league)
            made.append(entering.enter(by, competition, team, division=division, **fields))
        else:
            name = f"{division or 'Entry'} {number}"
            made.append(
                entering.enter(
                    by, competition, name=name, coach=f"Coach {name}", race="Orc", division=division, **fields
                )
            )
    return made


def started(competition: Competition, seed: str = "a seed") -> Competition:
    return setting_up.start(commissioner_of(competition.league), competition, seed)


def the_stage(competition: Competition, number: int = 1) -> Stage:
    return Stage.objects.select_related("competition__league", "competition__season").get(
        competition=competition, number=number
    )


def pairings(stage: Stage, round: int | None = None) -> list[Pairing]:
    rows = Pairing.objects.filter(round__stage=stage).select_related(
        "home__team", "away__team", "round__stage__competition__league", "fixture"
    )
    if round is not None:
        rows = rows.filter(round__number=round)
    return list(rows.order_by("round__number", "table"))


def decided(pairing: Pairing, home_td: int, away_td: int, home_cas: int = 0, away_cas: int = 0) -> Pairing:
    """The organiser decides a match of a competition without rosters."""
    by = commissioner_of(pairing.round.stage.competition.league)
    return results.report(by, pairing, home_td, away_td, home_cas, away_cas, as_organiser=True)


def between(stage: Stage, one: Entry, other: Entry, leg: int = 1) -> Pairing:
    """The match of a season between two entries, whoever is at home."""
    sides = {one.pk, other.pk}
    found = [row for row in pairings(stage) if {row.home_id, row.away_id} == sides]
    return found[leg - 1]


def beats(stage: Stage, winner: Entry, loser: Entry, td: int, against: int, leg: int = 1) -> Pairing:
    """Their match is decided; the score is told from the side of the first, who may also have drawn."""
    pairing = between(stage, winner, loser, leg)
    score = (td, against) if pairing.home_id == winner.pk else (against, td)
    return decided(pairing, *score)


def names_of(found: Iterable[Entry]) -> dict[Id, str]:
    return {one.number: one.name for one in found}


def coach(entry: Entry) -> User:
    assert entry.user is not None
    return entry.user


def played_through(pairing: Pairing, seed: int = 1) -> None:
    """The match of a pairing with a fixture, played by chance and applied."""
    assert pairing.fixture_id is not None
    fixture = Fixture.objects.select_related("league", "season", "home", "away").get(pk=pairing.fixture_id)
    apply_log(a_submitted_log(fixture, seed=seed), commissioner_of(fixture.league))


def a_played_round(stage: Stage, round: int) -> list[Pairing]:
    """Every match of a round played by chance and applied."""
    found = pairings(stage, round)
    for number, pairing in enumerate(found):
        played_through(pairing, seed=100 * round + number)
    return found


def team_of(entry: Entry) -> Team:
    assert entry.team is not None
    return entry.team
