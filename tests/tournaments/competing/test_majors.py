"""Majors of the league: from the entries to the trophy, and to the next year's holder."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

import pytest

from engine.match.log import encode_log
from engine.simulate import Pace, filled_by_chance
from league.domain import clock
from league.models import League, User
from matches.domain import logs
from matches.domain.applying import apply_log
from matches.models import Fixture, Result
from teams.domain.ledger import fold
from teams.models import Team
from tests.helpers import (
    a_drafted_team,
    a_league,
    assert_reconciled,
    coach_of,
)
from tests.tournaments.competing.builders import commissioner_of
from tournaments.domain.competing import entering, majors, setting_up
from tournaments.domain.competing.majors.keeping import is_open, pairings_of
from tournaments.models import Competition, Entry, Pairing, State

STARTS = date(2026, 3, 2)
DECIDED = Pace(overtime=1, concession=0)


def on(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


def a_major(
    league: League, teams: Sequence[Team], trophy: str = "Chaos Cup", starts: date = STARTS, **chosen: object
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


def played(pairing: Pairing, seed: int) -> Result:
    """The match of a pairing, played by chance until somebody has won, and applied."""
    fixture = Fixture.objects.select_related("league", "season", "home", "away").get(pk=pairing.fixture_id)
    by = commissioner_of(fixture.league)
    document = filled_by_chance(fixture.league.rules, logs.template(fixture), random.Random(seed), DECIDED)
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


@pytest.mark.django_db
def test_a_chaos_cup_of_nine_teams_from_entry_to_trophy_and_to_the_next_years_holder() -> None:
    league = a_league()
    by = commissioner_of(league)
    teams = teams_of(league, 9)
    with clock.at(on(STARTS)):
        cup = a_major(league, teams)
        coaches = [coach_of(team) for team in teams]
        pairs = [(1, 2), (3, 4), (5, 6), (7, 8), (9, 1)]
        for number, (home, away) in enumerate(pairs):
            played(majors.arrange(coaches[home - 1], cup, home, away), 10 + number)

        before = fold(teams[2])
        majors.issue(coaches[0], cup, 1, 3)
        majors.pass_on(by, cup, 1)
        majors.refuse(coaches[2], cup, 1)
        assert fold(teams[2]) == before

        majors.issue(coaches[1], cup, 2, 4)
        majors.pass_on(by, cup, 2)
        majors.substitute(coaches[3], cup, 2, 5, agreed=True)
        (match,) = open_matches(cup, "play_off")
        assert (match.home.number, match.away and match.away.number) == (2, 5)
        played(match, 30)

    refused = Pairing.objects.get(round__stage__competition=cup, kind="refused")
    assert (refused.home.number, refused.home_td, refused.away_td) == (1, 2, 0)
    knocked_out(cup, by, third=True)

    act = majors.pay(by, cup, (4,))
    cup.refresh_from_db()
    assert cup.state == State.ENDED
    assert act.kind == "prize"
    assert sorted(cup.prizes.values()) == [150_000, 200_000]
    winner = max(cup.prizes, key=lambda slug: cup.prizes[slug])
    champion = Team.objects.get(league=league, slug=winner)
    assert holder_of(league) == [champion.name]

    year = STARTS + timedelta(days=364)
    others = [team for team in teams if team.pk != champion.pk][:4]
    with clock.at(on(year)):
        again = a_major(league, others, starts=year)
        knocked_out(again, by, seed=300)
        majors.pay(by, again, (1,))
    again.refresh_from_db()
    assert sorted(again.prizes.values()) == [100_000, 250_000]
    assert champion.name not in holder_of(league)
    assert len(holder_of(league)) == 1
    assert_reconciled(league)
