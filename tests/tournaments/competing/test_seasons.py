"""Seasons from entries to the last table."""

from __future__ import annotations

import pytest

from tests.helpers import a_league, assert_reconciled
from tests.tournaments.competing.builders import (
    a_competition,
    a_played_round,
    entries,
    pairings,
    started,
    the_stage,
)
from tournaments.domain.competing import setting_up, tables
from tournaments.models import Format, State

pytestmark = pytest.mark.django_db


def test_a_double_round_robin_of_eight_teams_goes_from_entries_to_its_last_table() -> None:
    league = a_league()
    competition = a_competition(league, ("Season", Format.ROUND_ROBIN, {"legs": 2}))
    taking_part = entries(competition, 8)
    started(competition)
    stage = the_stage(competition)
    assert [len(pairings(stage, number)) for number in range(1, 16)] == [4] * 14 + [0]

    for number in range(1, 15):
        a_played_round(stage, number)

    table = tables.standing(stage)
    assert {row.entrant for row in table.rows} == {entry.number for entry in taking_part}
    assert {(row.played, row.home, row.away, row.byes) for row in table.rows} == {(14, 7, 7, 0)}
    assert sum(row.td_for for row in table.rows) == sum(row.td_against for row in table.rows)
    setting_up.end(league.memberships.first().user, competition)
    assert competition.state == State.ENDED
    assert_reconciled(league)
