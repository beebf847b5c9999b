"""Leagues in the API: the same deeds and refusals as on the pages."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from league.domain import bulletins, invitations, leagues
from league.models import Invitation, League, Role, User
from tests.league.conftest import member

pytestmark = pytest.mark.both_databases

ROOT = "/api/v1"


def of(user: User | None) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


def at(league: League, rest: str = "") -> str:
    return f"{ROOT}/leagues/{league.slug}/{rest}"


def test_leagues_that_one_may_read(league: League, private: League, staff: User, stranger: User) -> None:
    def seen(user: User | None) -> list[str]:
        return [one["slug"] for one in of(user).get(f"{ROOT}/leagues/").data["results"]]

    assert seen(None) == seen(stranger) == ["old-world-cup"]
    assert seen(staff) == ["old-world-cup", "secret-cup"]


def test_staff_open_a_league(staff: User, stranger: User) -> None:
    given = {"name": "Кубок", "house_rules": {"match/mvp/bench": False}, "win_points": 2}
    assert of(None).post(f"{ROOT}/leagues/", given).status_code == 401
    assert of(stranger).post(f"{ROOT}/leagues/", given).status_code == 403
    made = of(staff).post(f"{ROOT}/leagues/", given)
    assert made.status_code == 201
    assert made.data["name"] == "Кубок"
    assert made.data["house_rules"] == {"match/mvp/bench": False}
    again = of(staff).post(f"{ROOT}/leagues/", given)
    assert again.status_code == 400
    assert again.data["problems"] == [
        {"message": "There is a league named Кубок already. Choose another name."}
    ]


@pytest.mark.parametrize(
    "given",
    [
        {"name": "x", "edition": "lrb99"},
        {"name": "x", "house_rules": []},
        {"name": "x", "house_rules": {"no/way": 1}},
        {"name": "x", "house_rules": {"match/mvp/bench": None}},
        {"name": "x", "house_rules": {"match/mvp/bench": {"a": 1}}},
        {"name": "x", "win_points": 10**30},
        {"name": "\u202ex"},
        {"name": "x\0"},
        {"name": "x" * 51},
        {"name": None},
        {},
    ],
)
def test_a_senseless_league_is_refused(staff: User, given: dict[str, Any]) -> None:
    assert of(staff).post(f"{ROOT}/leagues/", given).status_code == 400
    assert not League.objects.exists()


@pytest.mark.parametrize("depth", [300, 900, 5000])
def test_json_without_end_is_refused(staff: User, depth: int) -> None:
    body = f'{{"name": "x", "house_rules": {{"match/mvp/bench": {"[" * depth}{"]" * depth}}}}}'
    response = of(staff).post(f"{ROOT}/leagues/", body, content_type="application/json")
    assert response.status_code == 400
    assert response.data["detail"]


@pytest.mark.parametrize("text", ['"\\ud800"', '"\\u0000"'])
def test_half_characters_are_refused(staff: User, text: str) -> None:
    for body in (
        f'{{"name": {text}}}',
        f'{{"name": "x", "house_rules": {{"skills/skills/Pro/czech": {text}}}}}',
    ):
        response = of(staff).post(f"{ROOT}/leagues/", body, content_type="application/json")
        assert response.status_code == 400


def test_the_commissioner_changes_settings(league: League, commissioner: User, coach: User) -> None:
    assert of(coach).patch(at(league), {"public": False}).status_code == 403
    assert of(None).patch(at(league), {"public": False}).status_code == 401
    changed = of(commissioner).patch(at(league), {"public": False, "loss_points": -1})
    assert changed.status_code == 200
    assert (changed.data["public"], changed.data["loss_points"], changed.data["name"]) == (
        False,
        -1,
        "Old World Cup",
    )
    refused = of(commissioner).patch(at(league), {"house_rules": {"a/b": 1, "league/treasury": "x"}})
    assert refused.status_code == 400
    assert len(refused.data["problems"]) == 2


def test_seasons(league: League, commissioner: User, coach: User) -> None:
    assert of(coach).post(at(league, "seasons/"), {}).status_code == 403
    assert of(commissioner).post(at(league, "seasons/"), {"name": "Winter"}).data["number"] == 2
    seasons = of(None).get(at(league, "seasons/")).data["results"]
    assert [(season["name"], season["current"]) for season in seasons] == [
        ("Season 1", False),
        ("Winter", True),
    ]


def test_members(league: League, commissioner: User, coach: User) -> None:
    listed = of(None).get(at(league, "members/")).data["results"]
    assert [(one["username"], one["role"]) for one in listed] == [
        ("the-commissioner", "commissioner"),
        ("a-coach", "coach"),
    ]
    one = at(league, f"members/{coach.pk}/")
    assert of(coach).patch(one, {"role": "commissioner"}).status_code == 403
    assert of(commissioner).patch(one, {"role": "king"}).status_code == 400
    assert of(commissioner).patch(one, {"role": "commissioner"}).data["role"] == "commissioner"
    assert of(coach).delete(one).status_code == 204
    assert of(None).get(one).status_code == 404
    assert of(commissioner).delete(at(league, f"members/{commissioner.pk}/")).status_code == 400
    assert of(commissioner).delete(at(league, f"members/{10**25}/")).status_code == 404


def test_invitations(league: League, commissioner: User, coach: User, stranger: User) -> None:
    for method in ("get", "post"):
        assert getattr(of(coach), method)(at(league, "invitations/")).status_code == 403
        assert getattr(of(None), method)(at(league, "invitations/")).status_code == 401
    made = of(commissioner).post(at(league, "invitations/"), {"days": 3})
    assert made.status_code == 201
    assert made.data["link"] == f"http://testserver/invite/{made.data['token']}/"
    assert of(commissioner).post(at(league, "invitations/"), {"days": 0}).status_code == 400

    offer = f"{ROOT}/invitations/{made.data['token']}/"
    assert of(None).get(offer).data["league_name"] == "Old World Cup"
    assert of(None).post(offer).status_code == 401
    assert of(stranger).post(offer).data["role"] == Role.COACH
    assert of(stranger).post(offer).status_code == 409
    assert of(None).get(f"{ROOT}/invitations/nothing/").status_code == 404

    (listed,) = of(commissioner).get(at(league, "invitations/")).data["results"]
    assert (listed["status"], listed["used_by"]) == ("used", "a-stranger")
    assert of(commissioner).delete(at(league, f"invitations/{listed['id']}/")).status_code == 409
    other = invitations.invite(commissioner, league)
    assert of(coach).delete(at(league, f"invitations/{other.pk}/")).status_code == 403
    assert of(commissioner).delete(at(league, f"invitations/{other.pk}/")).status_code == 204
    assert Invitation.objects.count() == 1


def test_bulletins(league: League, commissioner: User, coach: User) -> None:
    given = {"title": "<i>Round 1</i>", "text": "Line one.\n\nLine two 🏈."}
    assert of(coach).post(at(league, "bulletins/"), given).status_code == 403
    made = of(commissioner).post(at(league, "bulletins/"), given)
    assert made.status_code == 201
    one = at(league, f"bulletins/{made.data['id']}/")
    read = of(None).get(one).data
    assert (read["title"], read["text"], read["author"]) == (
        given["title"],
        given["text"],
        "the-commissioner",
    )
    assert of(coach).put(one, given).status_code == 403
    assert of(commissioner).put(one, given | {"title": ""}).status_code == 400
    assert of(commissioner).put(one, given | {"title": "R1"}).data["title"] == "R1"
    assert [found["title"] for found in of(None).get(at(league, "bulletins/")).data["results"]] == ["R1"]
    assert of(coach).delete(one).status_code == 403
    assert of(commissioner).delete(one).status_code == 204
    assert of(None).get(one).status_code == 404


def test_the_rules_of_a_league(league: League, commissioner: User) -> None:
    leagues.change_settings(commissioner, league, house_rules={"match/mvp/bench": False})
    rules = of(None).get(at(league, "rules/")).data
    assert rules["differences"] == [{"path": "match/mvp/bench", "book": "true", "played": "false"}]
    assert [one["topic"] for one in rules["readings"] if one["changed"]] == ["Most valuable player: reserves"]
    (rotter,) = (one for one in rules["uncertain"] if one["what"] == "Rotter")
    assert rotter["missing"] == ["price", "stats"]


def test_editions_are_public(db: None) -> None:
    known = of(None).get(f"{ROOT}/editions/").data
    assert [(one["key"], len(one["races"])) for one in known] == [("lrb4", 21), ("lrb5x", 24), ("crp", 24)]
    edition = of(None).get(f"{ROOT}/editions/lrb4/").data
    (orc,) = (race for race in edition["races"] if race["name"] == "Orc")
    (blitzer,) = (position for position in orc["positions"] if position["name"] == "Blitzer")
    assert (blitzer["price"], blitzer["max"]) == (80_000, 4)
    assert "Block" in [skill["name"] for skill in edition["skills"]]
    assert edition["creation"]["treasury"] == 1_000_000
    assert of(None).get(f"{ROOT}/editions/lrb99/").status_code == 404


PARTS = ["", "rules/", "seasons/", "members/", "bulletins/"]


@pytest.mark.parametrize("part", [*PARTS, "invitations/", "members/1/", "bulletins/1/"])
def test_a_private_league_is_not_there_for_strangers(part: str, private: League, stranger: User) -> None:
    for user in (None, stranger):
        response = of(user).get(at(private, part))
        assert response.status_code == 404
        assert response.data["detail"] == "There is no such league."
    for method in ("post", "patch", "put", "delete"):
        assert getattr(of(stranger), method)(at(private, part), {}).status_code in (404, 405)


@pytest.mark.parametrize("part", PARTS)
def test_a_public_league_is_for_everybody_to_read(
    part: str, league: League, django_assert_max_num_queries
) -> None:
    for number in range(3):
        user = member(league, f"coach {number}", Role.COMMISSIONER)
        bulletins.publish(user, league, "News", "None.")
    client = of(None)
    with django_assert_max_num_queries(3):
        assert client.get(at(league, part)).status_code == 200


def test_a_token_is_given_for_a_password_and_opens_the_api(
    user: User, private: League, api: APIClient
) -> None:
    given = {"username": user.username, "password": "coach-password"}
    key = api.post(f"{ROOT}/token/", given).data["token"]
    member(private, user.username, Role.COACH)
    assert api.get(at(private)).status_code == 404
    api.credentials(HTTP_AUTHORIZATION=f"Token {key}")
    assert api.get(at(private)).status_code == 200
