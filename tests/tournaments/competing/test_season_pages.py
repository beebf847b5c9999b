"""Pages on which coaches arrange matches and challenge each other, and on which a season is planned."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.helpers import assert_reconciled, browser
from tests.tournaments.competing.builders import (
    a_competition,
    coach,
    commissioner_of,
    decided,
    entries,
    pairings,
    started,
    the_stage,
)
from tournaments.domain.competing import ladders, setting_up, tables
from tournaments.models import Competition, Entry, Format, Stage

pytestmark = pytest.mark.django_db


def a_stage(format: str, count: int = 3, rosters: bool = True) -> tuple[Stage, list[Entry]]:
    competition = a_competition(None, ("Season", format, {}), rosters=rosters)
    there = entries(competition, count)
    started(competition)
    return the_stage(competition), there


def address(stage: Stage, page: str) -> str:
    competition = stage.competition
    rest = [] if page == "again" else [stage.number]
    return reverse(f"tournaments:competition_{page}", args=[competition.league.slug, competition.slug, *rest])


def post(client: Client, stage: Stage, page: str, **data: object) -> str:
    response = client.post(address(stage, page), {**data}, follow=True)
    return response.content.decode()


def test_two_coaches_arrange_a_match_on_the_page() -> None:
    stage, (one, other, _) = a_stage(Format.OPEN)
    page = post(browser(coach(one)), stage, "arrange", act="arrange", one=one.number, other=other.number)
    assert "is asked for." in page
    assert "Take it back" in page
    (row,) = pairings(stage)
    asked = browser(coach(other)).get(address(stage, "arrange")).content.decode()
    assert "Agree" in asked
    assert "is arranged." in post(browser(coach(other)), stage, "arrange", act="agree", pairing=row.pk)
    assert stage.competition.league.fixtures.count() == 1
    by = browser(commissioner_of(stage.competition.league))
    assert "is called off." in post(by, stage, "arrange", act="call_off", pairing=row.pk)
    assert_reconciled(stage.competition.league)


def test_a_ladder_is_climbed_on_the_page() -> None:
    stage, (one, other, third) = a_stage(Format.LADDER)
    page = browser(coach(third)).get(address(stage, "arrange")).content.decode()
    assert page.count('value="challenge"') == 2
    page = post(browser(coach(third)), stage, "arrange", act="challenge", one=third.number, other=one.number)
    assert "is to be played." in page
    (row,) = pairings(stage)
    page = post(browser(coach(one)), stage, "arrange", act="refuse", pairing=row.pk)
    assert "refuses, and" in page
    assert ladders.ladder_of(stage).order == (third.name, one.name, other.name)
    assert_reconciled(stage.competition.league)


def test_the_overview_and_the_projector_show_the_order_of_a_ladder() -> None:
    """A table of points has the third above the first, who has won his place back and lost twice."""
    stage, (one, other, third) = a_stage(Format.LADDER, rosters=False)
    by = commissioner_of(stage.competition.league)
    for pair, score in (((third, one), (0, 1)), ((one, third), (0, 1)), ((other, one), (0, 2))):
        decided(ladders.challenge(by, stage, *pair), *score)
    assert ladders.ladder_of(stage).order == (other.name, one.name, third.name)
    table = [row.entrant for row in tables.standing(stage).rows]
    assert table == [2, 3, 1]
    names = [other.name, one.name, third.name]
    front = reverse("tournaments:competition", args=[stage.competition.league.slug, stage.competition.slug])
    overview = browser().get(front)
    shown = overview.content.decode()
    assert [rung.entry.name for rung in overview.context["front"].rungs] == names
    assert overview.context["front"].divisions == []
    start = shown.index("Places of the ladder")
    assert sorted(names, key=lambda name: shown.index(f">{name}</a></strong>", start)) == names
    screen = browser().get(front + "screen/?part=table").content.decode()
    assert sorted(names, key=lambda name: screen.index(f'class="name">{name}<')) == names
    assert "Pts" not in screen


def test_a_season_gets_its_days_and_a_match_another_round() -> None:
    stage, _ = a_stage(Format.ROUND_ROBIN, 4)
    by = browser(commissioner_of(stage.competition.league))
    assert "has its day" in post(by, stage, "plan", act="days", first="2026-03-02", every=7)
    assert "2 March 2026" in by.get(address(stage, "fixtures")).content.decode()
    row = pairings(stage, 1)[0]
    assert "is played in round 4." in post(by, stage, "plan", act="put_off", pairing=row.pk)
    post(by, stage, "plan", act="day", pairing=row.pk, day="2026-04-01")
    moved = next(one for one in pairings(stage) if one.pk == row.pk)
    assert moved.fixture is not None
    assert (moved.round.number, moved.fixture.scheduled) == (4, date(2026, 4, 1))
    assert by.post(address(stage, "plan"), {"act": "days", "first": "soon", "every": 7}).status_code == 400
    assert_reconciled(stage.competition.league)


def test_the_season_after_is_opened_on_the_page() -> None:
    stage, _ = a_stage(Format.ROUND_ROBIN, 2, rosters=False)
    user = commissioner_of(stage.competition.league)
    client = browser(user)
    assert client.post(address(stage, "again"), {"name": "Next", "moving": 0}).status_code == 409
    setting_up.end(user, stage.competition, anyway=True)
    page = post(client, stage, "again", name="Next", moving=0, new_season="on")
    assert "all entries are carried over" in page
    assert Competition.objects.get(name="Next").entries.count() == 2


@pytest.mark.parametrize("format", [Format.OPEN, Format.LADDER])
def test_the_page_of_many_costs_as_few_queries_as_that_of_three(format: str) -> None:
    counts = []
    for count in (3, 12):
        stage, there = a_stage(format, count, rosters=False)
        by = commissioner_of(stage.competition.league)
        client = browser(by)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address(stage, "arrange")).status_code == 200
        counts.append(len(queries))
        assert there
    assert counts[0] == counts[1]
