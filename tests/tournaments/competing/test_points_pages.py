"""The pages on which points and the order of tables are set: for a competition, and for one stage of it."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import League, User
from tests.helpers import a_commissioner, a_league, browser
from tests.tournaments.competing.builders import (
    a_competition,
    decided,
    entries,
    pairings,
    started,
    the_stage,
)
from tournaments.domain.competing import rounds, setting_up, tables
from tournaments.models import Competition, Format, Kind, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    return a_league()


@pytest.fixture
def by(league: League) -> User:
    return a_commissioner(league)


def a_swiss(league: League, *more: setting_up.StagePlan, **fields: Any) -> Competition:
    swiss = ("Swiss", Format.SWISS, {"rounds": 2, "seeding": "entered"})
    return a_competition(league, swiss, *more, kind=Kind.EVENT, rosters=False, **fields)


def filled_in(competition: Competition, path: str, by: User, **changed: str) -> dict[str, str]:
    """What the form of a page says, with these fields changed."""
    page = browser(by).get(f"/l/{competition.league.slug}/c/{competition.slug}/{path}")
    assert page.status_code == 200
    form = page.context["form"]
    competition.refresh_from_db()
    said = {name: form[name].value() for name in form.fields}
    return {
        **{name: f"{value}" for name, value in said.items() if value is not None and value is not False},
        "version": f"{competition.version}",
        **changed,
    }


def send(competition: Competition, path: str, by: User, data: dict[str, str]) -> int:
    response = browser(by).post(f"/l/{competition.league.slug}/c/{competition.slug}/{path}", data)
    competition.refresh_from_db()
    return response.status_code


def criteria_of(stage: Stage) -> dict[str, dict[str, Any]]:
    return {one["key"]: one for one in stage.settings["criteria"]}


def test_a_stage_has_points_and_an_order_of_its_own_and_gives_them_back(league: League, by: User) -> None:
    competition = a_swiss(league, ("Cut", Format.KNOCKOUT, {}), scoring="3-1-0")
    entries(competition, 2)
    started(competition)
    round = rounds.publish(by, rounds.pair(by, the_stage(competition)))
    decided(pairings(the_stage(competition), round.number)[0], 2, 0, 3, 1)
    path = "stages/1/points/"
    own = filled_in(competition, path, by)
    assert own["preset"] == ""
    own |= {
        "preset": "own",
        "win": "10",
        "cas_for_points": "1",
        "cas_for_most": "2",
        "criterion_0": "cas_for",
    }
    assert send(competition, path, by, own) == 302
    table = tables.standing(the_stage(competition))
    assert [row.points for row in table.rows] == [12, 1]
    assert [one.key for one in table.criteria] == ["cas_for"]
    assert "scoring" not in the_stage(competition, 2).settings
    back = filled_in(competition, path, by, preset="", criterion_0="")
    assert send(competition, path, by, back) == 302
    assert the_stage(competition).settings.keys().isdisjoint({"scoring", "criteria"})
    assert [row.points for row in tables.standing(the_stage(competition)).rows] == [3, 0]


def test_settings_of_a_format_leave_the_points_of_the_stage_alone(league: League, by: User) -> None:
    competition = a_swiss(league)
    stage = the_stage(competition)
    setting_up.change_stage(by, stage, scoring="6-3-1", criteria=["wins"])
    competition.refresh_from_db()
    data = filled_in(competition, "stages/1/", by, rounds="4")
    assert send(competition, "stages/1/", by, data) == 302
    stage.refresh_from_db()
    assert (stage.settings["rounds"], stage.settings["scoring"]["win"]) == (4, 6)
    assert criteria_of(stage) == {"wins": {"key": "wins"}}


def test_the_page_says_how_byes_percentages_and_tables_of_the_tied_are_counted(
    league: League, by: User
) -> None:
    competition = a_swiss(league)
    path = "stages/1/points/"
    names = ("opponents_points", "opponents_percentage", "mini_table", "sonneborn_berger")
    chosen = {f"criterion_{place}": key for place, key in enumerate(names)}
    said = filled_in(competition, path, by, **chosen, byes="nothing", floor="25", unmet="on")
    assert send(competition, path, by, said) == 302
    assert criteria_of(the_stage(competition)) == {
        "opponents_points": {"key": "opponents_points", "bye": "nothing"},
        "opponents_percentage": {"key": "opponents_percentage", "floor": 25},
        "mini_table": {"key": "mini_table", "all_met": False},
        "sonneborn_berger": {"key": "sonneborn_berger", "bye": "nothing"},
    }
    again = filled_in(competition, path, by)
    assert (again["byes"], again["floor"], again["unmet"]) == ("nothing", "25", "True")


def test_a_lot_keeps_its_seed_when_the_order_is_changed(league: League, by: User) -> None:
    competition = a_swiss(league, criteria=["points", "lot"])
    seed = competition.criteria[1]["seed"]
    changed = filled_in(competition, "settings/", by, criterion_1="wins", criterion_2="lot")
    assert send(competition, "settings/", by, changed) == 302
    assert competition.criteria[2] == {"key": "lot", "seed": seed}


def test_points_that_are_set_stay_when_something_else_is_changed(league: League, by: User) -> None:
    own = {"win": 5, "draw": 2, "concession": -2, "no_show": -1, "refusal": -3, "walk_over": 4, "bye": 3}
    competition = a_swiss(league, scoring=own)
    before = dict(competition.scoring)
    assert send(competition, "settings/", by, filled_in(competition, "settings/", by, name="Else")) == 302
    assert (competition.name, competition.scoring) == ("Else", before)


def test_a_mistake_is_shown_with_the_form_and_changes_nothing(league: League, by: User) -> None:
    competition = a_swiss(league)
    path = "stages/1/points/"
    twice = filled_in(competition, path, by, criterion_0="wins", criterion_1="wins")
    assert send(competition, path, by, twice) == 400
    assert send(competition, path, by, filled_in(competition, path, by, preset="own", win="")) == 400
    assert the_stage(competition).settings.keys().isdisjoint({"scoring", "criteria"})
