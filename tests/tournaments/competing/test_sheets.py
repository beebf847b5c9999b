"""Tables of competitions as spreadsheets and as JSON, and the points given by hand below the table."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from rest_framework.test import APIClient

from teams.domain.handing import hand_over
from tests.helpers import a_coach, assert_reconciled, browser
from tests.tournaments.competing.builders import (
    a_competition,
    commissioner_of,
    decided,
    entries,
    pairings,
    started,
    team_of,
    the_stage,
)
from tournaments.domain.competing import entering, rounds
from tournaments.models import Competition, Format, Kind, Stage

pytestmark = pytest.mark.django_db


def sheet(competition: Competition, path: str) -> list[dict[str, str]]:
    response = browser().get(f"/l/{competition.league.slug}/c/{competition.slug}/print/{path}")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(StringIO(response.content.decode("utf-8-sig"))))


def a_played_swiss(count: int, **settings: object) -> Stage:
    """One round in which who sits at home has won 2-1, with three casualties."""
    plan = ("Swiss", Format.SWISS, {"rounds": 2, "seeding": "entered", **settings})
    order = ["points", "opponents_points", "head_to_head"]
    competition = a_competition(None, plan, kind=Kind.EVENT, rosters=False, scoring="3-1-0", criteria=order)
    if settings:
        for squad in ("Axes", "Bows"):
            entries(competition, count // 2, division=squad, squad=squad)
    else:
        entries(competition, count)
    by = commissioner_of(competition.league)
    started(competition)
    stage = the_stage(competition)
    rounds.publish(by, rounds.pair(by, stage))
    for one in pairings(stage, 1):
        if one.away_id is not None:
            decided(one, 2, 1, 3, 0)
    return stage


def test_the_table_of_a_stage_is_a_sheet_with_a_column_for_each_criterion() -> None:
    stage = a_played_swiss(3)
    by = commissioner_of(stage.competition.league)
    for entry, points in ((1, -4), (2, 2)):
        entering.adjust(by, stage.competition.entries.get(number=entry), points, "Late for round 1")
    found = sheet(stage.competition, "1/standings.csv")
    assert [
        (one["Place"], one["Entry"], one["Points"], one["Byes"], one["Given or taken"]) for one in found
    ] == [
        ("1", "Entry 3", "3", "1", "0"),
        ("2", "Entry 2", "2", "0", "2"),
        ("3", "Entry 1", "-1", "0", "-4"),
    ]
    assert [(one["Casualties for"], one["Touchdowns against"]) for one in found] == [
        ("0", "0"),
        ("0", "2"),
        ("3", "1"),
    ]
    # An opponent keeps for others what was taken from him, and the bye counts as one's own points.
    assert [one["2. Opponents' points"] for one in found] == ["3", "3", "0"]
    assert {one["3. Head to head"] for one in found} == {""}


def test_a_sheet_names_the_coach_that_a_team_has_now() -> None:
    competition = a_competition()
    first, _ = entries(competition, 2)
    started(competition)
    league = competition.league
    hand_over(team_of(first), commissioner_of(league), a_coach(league, "heir"))
    found = {one["Entry"]: one["Coach"] for one in sheet(competition, "1/standings.csv")}
    assert found[first.name] == "heir"
    assert_reconciled(league)


def test_divisions_are_one_sheet() -> None:
    competition = a_competition(None, ("Season", Format.ROUND_ROBIN, {}), rosters=False)
    for division in ("East", "West"):
        entries(competition, 2, division)
    started(competition)
    found = sheet(competition, "1/standings.csv")
    assert [(one["Division"], one["Place"]) for one in found] == [
        ("East", "1"),
        ("East", "1"),
        ("West", "1"),
        ("West", "1"),
    ]


@pytest.mark.parametrize(
    ("pairing", "first"),
    [
        ("squads", ("Axes", "3", "1", "0", "0", "6")),
        ("entries", ("Axes", "6", "", "", "", "6")),
    ],
)
def test_the_squads_are_a_sheet_and_json(pairing: str, first: tuple[str, ...]) -> None:
    competition = a_played_swiss(4, pairing=pairing).competition
    names = ("Squad", "Points", "Ties won", "Ties drawn", "Ties lost", "Members' points")
    assert tuple(sheet(competition, "1/squads.csv")[0][name] for name in names) == first
    address = f"/api/v1/leagues/{competition.league.slug}/competitions/{competition.slug}/tables/1/squads/"
    told = APIClient().get(address).json()
    keys = ("squad", "points", "won", "drawn", "lost", "members")
    assert tuple("" if told[0][key] is None else f"{told[0][key]}" for key in keys) == first
    assert [one["squad"] for one in told] == ["Axes", "Bows"]


def test_a_deduction_and_its_reason_stand_below_the_table() -> None:
    stage = a_played_swiss(4)
    competition = stage.competition
    by = commissioner_of(competition.league)
    path = f"/l/{competition.league.slug}/c/{competition.slug}/table/1/"
    assert "Points given and taken" not in browser().get(path).content.decode()
    entering.adjust(by, competition.entries.get(number=2), -2, "Illegal <roster> in round 1")
    page = browser().get(path)
    (given,) = page.context["given"]
    assert (given.entry.name, given.points, given.reason) == ("Entry 2", -2, "Illegal <roster> in round 1")
    assert "Illegal &lt;roster&gt; in round 1" in page.content.decode()
    entering.annul(by, competition.entries.get(number=2))
    assert browser().get(path).context["given"] == []
