"""Tables: points by preset, tie-breakers, shared places, their explanation, and what they cost."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.contest.scoring import PRESETS, Bonus, Preset, Scoring
from engine.questions import Refusal
from league.domain.roles import NotVisible
from matches.models import Fixture
from tests.helpers import a_league, assert_reconciled
from tests.tournaments.competing.builders import (
    a_competition,
    beats,
    between,
    commissioner_of,
    decided,
    entries,
    names_of,
    pairings,
    played_through,
    started,
    the_stage,
)
from tournaments.domain.competing import entering, reading, results, setting_up, tables
from tournaments.models import Entry, Format, Stage

pytestmark = pytest.mark.django_db


def a_season(count: int, **fields: Any) -> tuple[Stage, list[Entry]]:
    competition = a_competition(None, ("Season", Format.ROUND_ROBIN, {}), rosters=False, **fields)
    there = entries(competition, count)
    started(competition)
    return the_stage(competition), there


def four_with_their_results(*criteria: str) -> tuple[Stage, list[Entry]]:
    stage, (a, b, c, d) = a_season(4, scoring="3-1-0", criteria=criteria)
    for winner, loser, td, against in (
        (a, b, 1, 0),
        (a, c, 0, 1),
        (a, d, 1, 1),
        (b, c, 3, 0),
        (b, d, 2, 0),
        (c, d, 0, 3),
    ):
        beats(stage, winner, loser, td, against)
    return stage, [a, b, c, d]


def places(stage: Stage) -> list[tuple[int, object]]:
    return [(row.place, row.entrant) for row in tables.standing(stage).rows]


def test_head_to_head_that_is_level_falls_through_to_the_next_criterion() -> None:
    stage, (a, b, c, d) = four_with_their_results("points", "head_to_head", "td_difference")
    table = tables.standing(stage)
    assert [row.entrant for row in table.rows] == [b.number, d.number, a.number, c.number]
    assert [row.points for row in table.rows] == [6, 4, 4, 3]
    assert [row.td_difference for row in table.rows] == [4, 1, 0, -5]
    names = names_of((a, b, c, d))
    assert [tables.why(table, row.entrant, names) for row in table.rows] == [
        f"Above {d.name} by points: 6 against 4.",
        f"Above {a.name} by touchdown difference: 1 against 0.",
        f"Above {c.name} by points: 4 against 3.",
        "",
    ]


def test_ties_that_stay_are_shared_places() -> None:
    stage, (a, b, c, d) = four_with_their_results("points", "head_to_head")
    assert places(stage) == [(1, b.number), (2, a.number), (2, d.number), (4, c.number)]
    names = names_of((a, b, c, d))
    table = tables.standing(stage)
    shared = "in everything that counts, so the place is shared."
    assert tables.why(table, a.number, names) == f"Level with {d.name} {shared}"
    assert tables.why(table, d.number, names) == (
        f"Level with {a.name} {shared} Above {c.name} by points: 4 against 3."
    )


def test_head_to_head_decides_between_two_also_by_a_walk_over() -> None:
    stage, (a, b, c) = a_season(3, criteria=["points", "head_to_head", "td_difference"])
    by = commissioner_of(stage.competition.league)
    row = between(stage, a, b)
    results.no_show(by, row, "away" if row.home_id == a.pk else "home")
    beats(stage, b, c, 9, 0)
    beats(stage, c, a, 1, 0)
    beats_all = tables.standing(stage)
    assert {row.points for row in beats_all.rows} == {3}
    setting_up.change(by, stage.competition, criteria=["points", "head_to_head"])
    entering.adjust(by, c, -1, "Late")
    assert places(stage)[:2] == [(1, a.number), (2, b.number)]


def test_every_term_of_a_tie_breaker_is_told() -> None:
    stage, (a, b, c, d) = four_with_their_results("points", "opponents_points", "td_difference")
    terms = tables.explain(stage, a, "opponents_points")
    assert sorted((term.opponent, term.value) for term in terms) == [
        (b.number, 6),
        (c.number, 3),
        (d.number, 4),
    ]
    row = tables.standing(stage).row(a.number)
    assert row.values[1] == sum(term.value for term in terms) == 13
    with pytest.raises(Refusal, match="not ordered by wins"):
        tables.explain(stage, a, "wins")


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_preset_gives_its_own_points_by_name(preset: Preset) -> None:
    stage, (a, b) = a_season(2, scoring=preset.key)
    beats(stage, a, b, 2, 1)
    table = tables.standing(stage)
    (match,) = tables.played(stage)
    assert match.away is not None
    home, away = preset.scoring.points(match, "home"), preset.scoring.points(match, "away")
    assert {table.row(match.home).points, table.row(match.away).points} == {home, away}


def test_points_are_those_of_the_league_where_nothing_else_is_set() -> None:
    league = a_league(win_points=5, draw_points=2, loss_points=1)
    competition = a_competition(league, rosters=False)
    a, b = entries(competition, 2)
    started(competition)
    stage = the_stage(competition)
    beats(stage, a, b, 1, 0)
    assert [row.points for row in tables.standing(stage).rows] == [5, 1]


def test_points_and_tie_breakers_may_be_changed_while_it_runs() -> None:
    stage, (a, b, c, d) = four_with_their_results("points", "td_difference")
    by = commissioner_of(stage.competition.league)
    setting_up.change(by, stage.competition, scoring=Scoring(win=0, draw=5, bonuses=(Bonus("td_for", 1),)))
    assert places(the_stage(stage.competition)) == [
        (1, d.number),
        (2, a.number),
        (3, b.number),
        (4, c.number),
    ]
    setting_up.change_stage(by, stage, scoring="2-1-0", criteria=["td_for"])
    table = tables.standing(the_stage(stage.competition))
    assert [(row.entrant, row.values) for row in table.rows[:2]] == [(b.number, (5,)), (d.number, (4,))]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"scoring": "9-9-9"}, "There is no scoring called 9-9-9."),
        ({"criteria": ["points", "luck"]}, "There is no tie-breaker called luck."),
        ({"criteria": []}, "A table needs at least one criterion"),
        ({"criteria": ["points", "points"]}, "Points is among the tie-breakers twice"),
    ],
)
def test_points_and_tie_breakers_that_there_are_not_are_refused(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(Refusal, match=why):
        a_competition(rosters=False, **fields)


def test_a_lot_is_given_a_seed_that_stays() -> None:
    stage, _ = a_season(4, criteria=["points", "lot"])
    drawn = places(stage)
    assert [place for place, _ in drawn] == [1, 2, 3, 4]
    assert stage.competition.criteria[1]["seed"]
    setting_up.change(commissioner_of(stage.competition.league), stage.competition, name="Another name")
    assert places(stage) == drawn


def test_a_result_counts_in_the_table_of_each_ones_own_division() -> None:
    competition = a_competition(None, ("Season", Format.ROUND_ROBIN, {"across": 1}), rosters=False)
    entries(competition, 2, "East")
    entries(competition, 2, "West")
    started(competition)
    stage = the_stage(competition)
    for row in pairings(stage):
        decided(row, 2, 0)
    found = tables.standings(stage)
    assert {name: [row.played for row in table.rows] for name, table in found.items()} == {
        "East": [2, 2],
        "West": [2, 2],
    }
    across = [row for row in pairings(stage) if row.away and row.home.division != row.away.division]
    for row in across:
        assert found[row.home.division].row(row.home.number).won >= 1
    with pytest.raises(NotVisible, match="has no division called North"):
        tables.standing(stage, "North")


def test_painting_counts_once_however_many_matches_there_are() -> None:
    stage, (a, b, c) = a_season(3, scoring=Scoring(painting=2))
    by = commissioner_of(stage.competition.league)
    entering.change_entry(by, a, painting=4)
    beats(stage, a, b, 1, 0)
    beats(stage, a, c, 1, 0)
    row = tables.standing(stage).row(a.number)
    assert (row.points, row.painting) == (14, 8)


def test_all_stages_together_have_one_table_each_with_its_own_points() -> None:
    competition = a_competition(
        None,
        ("Spring", Format.ROUND_ROBIN, {}),
        ("Autumn", Format.ROUND_ROBIN, {"scoring": "10-5-0"}),
        rosters=False,
    )
    a, b = entries(competition, 2)
    started(competition)
    beats(the_stage(competition), a, b, 2, 0)
    setting_up.next_stage(commissioner_of(competition.league), competition)
    beats(the_stage(competition, 2), b, a, 1, 0)
    table = tables.overall(competition)
    assert [(row.entrant, row.points) for row in table.rows] == [(b.number, 10), (a.number, 3)]
    assert [row.points for row in tables.standing(the_stage(competition)).rows] == [3, 0]


def test_a_corrected_result_is_in_the_next_table() -> None:
    stage, (a, b) = a_season(2)
    row = beats(stage, a, b, 2, 0)
    assert places(stage) == [(1, a.number), (2, b.number)]
    results.correct(
        commissioner_of(stage.competition.league), row, *((0, 1) if row.home_id == a.pk else (1, 0))
    )
    assert places(stage) == [(1, b.number), (2, a.number)]


# what it costs


@pytest.mark.parametrize("rosters", [False, True])
def test_what_a_page_has_read_whole_counts_as_what_a_query_gives(rosters: bool) -> None:
    """With a match that was not played, one that somebody did not come to, and what is annulled; with rosters also one
    at the home field of who was drawn as the guest."""
    competition = a_competition(None, rosters=rosters)
    there = entries(competition, 6)
    by, stage = commissioner_of(competition.league), the_stage(started(competition))
    rows = [row for row in pairings(stage) if there[5] not in (row.home, row.away)]
    for number, row in enumerate(pairings(stage, 1)):
        if rosters:
            played_through(row, seed=number)
        else:
            decided(row, number, 1, 2, number)
    results.no_show(by, rows[-1], "home")
    entering.annul(by, there[5])
    assert_reconciled(competition.league)
    if rosters:
        fixture = pairings(stage, 1)[0].fixture
        assert fixture is not None
        Fixture.objects.filter(pk=fixture.pk).update(home=fixture.away, away=fixture.home)
    asked = tables.played(stage)
    (read,) = reading.stages_of(competition)
    reading.whole_stage(read)
    with CaptureQueriesContext(connection) as captured:
        assert tables.played(read) == asked
    assert (len(captured), len(asked)) == (0, 10)


def test_a_table_that_is_kept_costs_one_query() -> None:
    stage, _ = four_with_their_results("points", "td_difference")
    with CaptureQueriesContext(
        connection,
    ) as first:
        tables.standings(stage)
    with CaptureQueriesContext(connection) as second:
        tables.standings(stage)
    assert (len(first), len(second)) == (4, 1)


def test_the_table_of_five_hundred_costs_as_few_queries_as_that_of_eight() -> None:
    counts = []
    for count in (8, 500):
        competition = a_competition(None, ("Swiss", Format.SWISS, {"rounds": 5}), rosters=False)
        Entry.objects.bulk_create(
            Entry(competition=competition, number=number, name=f"Entry {number}")
            for number in range(1, count + 1)
        )
        started(competition)
        stage = the_stage(competition)
        with CaptureQueriesContext(connection) as queries:
            reading.divisions(stage)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 10
