"""Teams, players and the ledger in the API."""

from __future__ import annotations

import msgspec
import pytest
from rest_framework.test import APIClient

from engine.roster import Departed, GoldChanged, SppGained
from teams.domain import queries
from teams.models import Team
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_draft,
    a_drafted_team,
    a_league,
    a_player,
    a_user,
    assert_reconciled,
    happens,
)

NAME = "O'Malley's <b>Bruisers</b> 東京 🐉"


@pytest.fixture
def league(db):
    league = a_league()
    yield league
    assert_reconciled(league)


@pytest.fixture
def team(league):
    return happens(a_drafted_team(league), GoldChanged(500_000, "a gift"), SppGained(1, "mvp", 2, 10))


def as_user(user=None):
    client = APIClient()
    if user is not None:
        client.force_authenticate(user)
    return client


def address(league, *parts):
    return "/api/v1/" + "/".join(["leagues", league.slug, *map(str, parts)]) + "/"


def of(team, *parts):
    return address(team.league, "teams", team.slug, *parts)


def test_drafting_by_the_api(league):
    coach = as_user(a_coach(league))
    body = msgspec.to_builtins(a_draft(league, name=NAME))
    checked = coach.post(address(league, "draft", "check"), body)
    assert checked.status_code == 200
    assert checked.json()["problems"] == []
    made = coach.post(address(league, "teams"), body, headers={"Idempotency-Key": "k"})
    again = coach.post(address(league, "teams"), body, headers={"Idempotency-Key": "k"})
    assert (made.status_code, again.status_code) == (201, 201)
    assert made.json() == again.json()
    assert made.json()["name"] == NAME
    assert made.json()["treasury"] == checked.json()["left"]
    assert len(made.json()["players"]) == len(body["players"])
    other = coach.post(address(league, "teams"), {**body, "name": "Other"}, headers={"Idempotency-Key": "k"})
    assert other.status_code == 409
    assert Team.objects.count() == 1
    slug = made.json()["slug"]
    accept = address(league, "teams", slug, "accept")
    assert coach.post(accept).status_code == 403
    assert as_user(a_commissioner(league)).post(accept).json()["accepted"] is True


def test_every_problem_of_a_draft_comes_back(league):
    coach = as_user(a_coach(league))
    body = {"name": "", "race": "Orc", "players": [], "fan_factor": 0}
    refused = coach.post(address(league, "teams"), body)
    assert refused.status_code == 400
    told = " ".join(problem["message"] for problem in refused.json()["problems"])
    for part in ("missing", "11 to 16", "fan factor"):
        assert part in told
    assert len(coach.post(address(league, "draft", "check"), body).json()["problems"]) == 3


@pytest.mark.parametrize(
    "body",
    [
        [],
        "x",
        {"name": "A"},
        {"name": "A", "race": "Smurf"},
        {"name": "A", "race": "Orc", "players": "eleven"},
        {"name": "A", "race": "Orc", "players": [{"position": "Blitzer"}]},
        {"name": "A", "race": "Orc", "rerolls": 10**40},
        {"name": "A\x00", "race": "Orc\x00"},
        {"name": "A", "race": "Orc", "players": [{"position": "x", "name": "y", "number": 1}] * 65},
        {"name": "A", "race": "Orc", "coach": 10**30},
    ],
)
def test_bodies_that_make_no_draft(league, body):
    refused = as_user(a_coach(league)).post(address(league, "teams"), body)
    assert refused.status_code in (400, 404), refused.content
    assert not Team.objects.exists()


def test_half_a_character_makes_no_name(league):
    coach = as_user(a_coach(league))
    body = '{"name": "\\ud800", "race": "Orc", "players": []}'
    refused = coach.generic("POST", address(league, "teams"), body, "application/json")
    assert refused.status_code == 400


def test_what_a_coach_does(team):
    coach = as_user(team.coach)
    bought = coach.post(of(team, "buy"), {"rerolls": 1}, headers={"Idempotency-Key": "b"})
    again = coach.post(of(team, "buy"), {"rerolls": 1}, headers={"Idempotency-Key": "b"})
    assert bought.json() == again.json()
    assert bought.json()["rerolls"] == team.rerolls + 1
    checked = coach.post(of(team, "buy", "check"), {"cheerleaders": 1}).json()
    assert checked == {
        "cost": 10_000,
        "left": bought.json()["treasury"] - 10_000,
        "players": len(queries.roster_rows(team)),
        "strength": bought.json()["strength"],
        "problems": [],
    }
    assert coach.post(of(team, "rename"), {"name": NAME}).json()["name"] == NAME
    numbers = {"numbers": [{"uid": 1, "number": 91}, {"uid": 2, "number": 92}]}
    shirts = {
        one["uid"]: one["number"] for one in coach.post(of(team, "renumber"), numbers).json()["players"]
    }
    assert (shirts[1], shirts[2]) == (91, 92)
    twice = {"numbers": [{"uid": 1, "number": 91}, {"uid": 1, "number": 92}]}
    assert coach.post(of(team, "renumber"), twice).status_code == 400
    assert coach.post(of(team, "drop"), {"staff": "rerolls"}).json()["rerolls"] == team.rerolls
    coach.post(of(team, "players", 1, "rename"), {"name": NAME})
    assert coach.get(of(team, "players", 1)).json()["name"] == NAME
    coach.post(of(team, "players", 2, "dismiss"))
    coach.post(of(team, "players", 4, "retire"), {"becomes_assistant": True})
    gone = {one["uid"]: one["status"] for one in coach.get(of(team)).json()["players"]}
    assert (gone[2], gone[4]) == ("dismissed", "retired")
    for uid in (999, 2**40):
        assert coach.get(of(team, "players", uid)).status_code == 404
        assert coach.post(of(team, "players", uid, "dismiss")).status_code == 400


@pytest.mark.parametrize(
    "parts, body",
    [
        (("buy",), {"rerolls": 1}),
        (("buy", "check"), {"rerolls": 1}),
        (("drop",), {"staff": "rerolls"}),
        (("rename",), {"name": "x"}),
        (("renumber",), {"numbers": [{"uid": 1, "number": 91}]}),
        (("players", 1, "dismiss"), {}),
        (("players", 1, "retire"), {}),
        (("players", 1, "rename"), {"name": "x"}),
        (("players", 1, "improve"), {"version": 0, "roll": True}),
    ],
)
def test_others_are_kept_out(team, parts, body):
    acts = team.league.acts.count()
    assert as_user().post(of(team, *parts), body).status_code == 401
    for user in (a_user(), a_coach(team.league), a_commissioner(a_league())):
        assert as_user(user).post(of(team, *parts), body).status_code == 403
    assert team.league.acts.count() == acts
    assert as_user(a_commissioner(team.league)).post(of(team, *parts), body).status_code == 200


def test_improving_by_the_api(team):
    coach, improve = as_user(team.coach), of(team, "players", 1, "improve")
    start = coach.get(improve).json()
    assert (start["version"], start["question"]["key"], start["question"]["dice"]) == (
        0,
        "improve.roll",
        "2D6",
    )
    rolled = coach.post(improve, {"version": 0, "dice": [3, 4]}).json()
    assert rolled["question"]["kind"] == "choose"
    assert "Block" in rolled["question"]["options"]
    assert coach.get(improve).json() == rolled
    assert coach.post(improve, {"version": 0, "roll": True}).status_code == 409
    assert coach.post(improve, {"version": 1, "pick": "Flying"}).status_code == 400
    assert coach.post(improve, {"version": 1}).status_code == 400
    coach.post(improve, {"version": 1, "pick": "Block"})
    done = coach.post(improve, {"version": 2, "dice": [6, 6]}).json()
    assert done["done"] is True
    assert done["question"] is None
    assert "gains Block" in done["gained"][0]
    assert coach.get(improve).status_code == 400
    assert a_player(team).gained == ["Block"]


def test_a_commissioner_sets_an_improvement_aside(team):
    improve = of(team, "players", 1, "improve")
    as_user(team.coach).post(improve, {"version": 0, "roll": True})
    aside = of(team, "players", 1, "improve", "set-aside")
    assert as_user(team.coach).post(aside, {"version": 1}).status_code == 403
    assert as_user(a_commissioner(team.league)).post(aside, {"version": 1}).status_code == 204
    assert as_user().get(improve).json()["answers"] == []


def test_the_ledger(team):
    acts = as_user().get(address(team.league, "acts")).json()
    assert [one["kind"] for one in acts["results"]] == ["test", "accept", "draft"]
    drafts = as_user().get(address(team.league, "acts") + "?kind=draft&team=" + team.slug).json()
    assert drafts["count"] == 1
    assert as_user().get(address(team.league, "acts") + "?team=nobody").status_code == 404
    one = as_user().get(address(team.league, "acts", 1)).json()
    assert one["teams"][0]["team"] == team.slug
    assert "is founded" in one["teams"][0]["sentences"][0]
    assert as_user().get(address(team.league, "acts", 2)).json()["teams"] == [
        {"team": team.slug, "sentences": []}
    ]
    assert as_user().get(address(team.league, "acts", 99)).status_code == 404


def test_players_by_what_became_of_them(team):
    happens(team, Departed(3, "dead", "killed"))
    dead = as_user().get(address(team.league, "players") + "?status=dead").json()["results"]
    assert [(one["team"], one["uid"], one["fate"]) for one in dead] == [(team.slug, 3, "killed")]
    assert as_user().get(of(team, "players")).json()["count"] == team.players.count()


def test_a_private_league_is_404(db):
    team = a_drafted_team(a_league(public=False))
    for parts in ((), ("players",), ("players", 1), ("players", 1, "improve")):
        assert as_user(a_user()).get(of(team, *parts)).status_code == 404
    for name in ("teams", "players", "acts"):
        assert as_user(a_user()).get(address(team.league, name)).status_code == 404


def test_lists_take_the_same_queries_whatever_the_size(league, django_assert_max_num_queries):
    team = a_drafted_team(league)
    addresses = [
        address(league, "teams"),
        address(league, "players"),
        address(league, "acts"),
        of(team),
        of(team, "players"),
        address(league, "acts", 1),
    ]

    def counts():
        found = []
        for one in addresses:
            with django_assert_max_num_queries(5) as seen:
                assert as_user().get(one).status_code == 200
            found.append(len(seen))
        return found

    before = counts()
    for race in ("Human", "Dwarf", "Skaven"):
        a_drafted_team(league, race)
    assert counts() == before


def test_a_purchase_may_make_room_for_itself(league, team):
    body = {"players": [], "retire": [{"player": 1, "becomes_assistant": True}]}
    answered = as_user(team.coach).post(of(team, "buy"), body, format="json")
    assert answered.status_code == 200
    assert answered.json()["assistant_coaches"] == team.assistant_coaches + 1
    assert a_player(team, 1).status == "retired"
    again = as_user(team.coach).post(of(team, "buy"), body, format="json")
    assert (again.status_code, again.json()["detail"]) == (
        400,
        f"{a_player(team, 1).name} no longer plays for {team.name}.",
    )
