"""Matches in the API."""

from __future__ import annotations

import json
import os
from typing import Any

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from rest_framework.test import APIClient

from engine.match.entries import HalfTime, MatchEnd
from matches.domain import logs
from matches.domain.applying import apply_log
from matches.models import LogStatus, MatchLog, Result
from teams.domain.reconciling import reconcile_league
from tests.matches.conftest import World, as_bytes, simulated
from tests.matches.nights import OPENING, a_night, answered, key_is, reported

pytestmark = pytest.mark.django_db

PICK_MORG = {"kind": "choose", "key": "hire", "side": "home", "pick": "Morg 'n' Thorg", "player": None}


def client(user: Any) -> APIClient:
    api = APIClient()
    if user is not None:
        api.force_authenticate(user)
    return api


def url(world: World, page: str = "", number: int | None = None) -> str:
    return f"/api/v1/leagues/{world.league.slug}/fixtures/{number or world.fixture.number}/{page}"


def send(world: World, who: Any, document: bytes, **headers: str):
    return client(who).post(url(world, "logs/"), document, content_type="application/json", headers=headers)


def test_fixtures_are_listed_and_made(world: World) -> None:
    address = f"/api/v1/leagues/{world.league.slug}/fixtures/"
    (first,) = client(None).get(address).json()["results"]
    assert (first["number"], first["home_name"], first["status"], first["score"]) == (
        1,
        world.home.name,
        "open",
        None,
    )
    given = {"round": 2, "home": world.away.slug, "away": world.home.slug}
    assert client(world.home_coach).post(address, given).status_code == 403
    assert client(None).post(address, given).status_code == 401
    made = client(world.commissioner).post(address, given)
    assert (made.status_code, made.json()["number"]) == (201, 2)
    refused = client(world.commissioner).post(address, {**given, "away": world.away.slug})
    assert refused.status_code == 400
    assert refused.json()["detail"].endswith("cannot play against itself.")
    assert refused.json()["problems"][0]["message"] == refused.json()["detail"]
    unknown = client(world.commissioner).post(address, {**given, "away": "nobody"})
    assert unknown.json()["detail"] == "There is no team 'nobody' in this league."


def test_the_list_of_fixtures_is_flat(world: World, django_assert_max_num_queries) -> None:
    world.again(2)
    with django_assert_max_num_queries(3):
        client(None).get(f"/api/v1/leagues/{world.league.slug}/fixtures/")


def test_a_fixture_is_taken_back(world: World) -> None:
    assert client(world.home_coach).delete(url(world)).status_code == 403
    assert client(world.commissioner).delete(url(world)).status_code == 204
    assert client(world.commissioner).get(url(world)).status_code == 404


def test_the_template_is_the_head_of_a_log(world: World) -> None:
    head = client(None).get(url(world, "template/")).json()
    entries = msgspec.to_builtins(simulated(world.fixture).entries)
    answer = send(world, world.home_coach, json.dumps({**head, "entries": entries}).encode())
    assert answer.status_code == 201
    assert answer.json()["status"] == "submitted"


def test_a_log_is_handed_in_as_body_or_as_file(world: World) -> None:
    answer = send(world, world.home_coach, as_bytes(world.fixture, 1))
    assert answer.status_code == 201
    file = SimpleUploadedFile("log.json", as_bytes(world.fixture, 2))
    answer = client(world.away_coach).post(url(world, "logs/"), {"file": file}, format="multipart")
    assert answer.status_code == 201
    seen = client(world.home_coach).get(url(world, "logs/")).json()
    assert [log["submitted_by"] for log in seen] == ["away-coach", "home-coach"]
    assert client(None).get(url(world, "logs/")).json() == []
    assert send(world, world.bystander, as_bytes(world.fixture, 3)).status_code == 403
    assert send(world, None, as_bytes(world.fixture, 3)).status_code == 401


def test_a_broken_log_names_its_entry(world: World) -> None:
    log = json.loads(as_bytes(world.fixture))
    log["entries"][0]["dice"] = [9, 9]
    answer = send(world, world.home_coach, json.dumps(log).encode())
    assert answer.status_code == 400
    (problem,) = answer.json()["problems"]
    assert problem["entry"] == 1
    assert "a D6 cannot show 9" in answer.json()["detail"]
    for nonsense in (b"{", b"\xff", b"[]", b" " * 5_000_001):
        answer = send(world, world.home_coach, nonsense)
        assert answer.status_code == 400
        assert answer.json()["detail"]


def test_the_same_log_twice_is_a_conflict_and_the_same_key_is_not(world: World) -> None:
    document = as_bytes(world.fixture)
    first = send(world, world.home_coach, document, **{"Idempotency-Key": "k"})
    again = send(world, world.home_coach, document, **{"Idempotency-Key": "k"})
    assert first.json()["id"] == again.json()["id"]
    late = send(world, world.away_coach, document)
    assert late.status_code == 409
    assert "already submitted by home-coach" in late.json()["detail"]
    assert send(world, world.home_coach, document, **{"Idempotency-Key": "k" * 201}).status_code == 400


def test_preview_and_apply(world: World) -> None:
    log = send(world, world.home_coach, as_bytes(world.fixture)).json()["id"]
    preview = client(world.commissioner).get(url(world, f"logs/{log}/preview/")).json()
    assert preview["can_apply"]
    assert preview["problem"] is None
    assert preview["home_effects"]
    assert preview["narrative"]
    address = url(world, f"logs/{log}/apply/")
    assert client(world.home_coach).post(address).status_code == 403
    first = client(world.commissioner).post(address, headers={"Idempotency-Key": "k"})
    assert first.status_code == 200
    assert first.json()["home"] == world.home.slug
    again = client(world.commissioner).post(address, headers={"Idempotency-Key": "k"})
    assert (again.status_code, again.json()) == (200, first.json())
    late = client(world.commissioner).post(address)
    assert late.status_code == 409
    assert "already applied by the-commissioner" in late.json()["detail"]
    assert Result.objects.count() == 1
    assert list(reconcile_league(world.league)) == []
    results = client(None).get(f"/api/v1/leagues/{world.league.slug}/results/").json()["results"]
    assert results == [first.json()]
    assert client(None).get(url(world, "result/")).json() == first.json()
    assert client(None).get(url(world)).json()["score"] == preview["score"]


def test_a_match_that_is_not_played_has_no_result(world: World) -> None:
    assert client(None).get(url(world, "result/")).status_code == 404


def test_a_match_is_filled_answer_by_answer(world: World) -> None:
    api = client(world.home_coach)
    address = url(world, "wizard/")
    whole = simulated(world.fixture)
    step = api.get(address).json()
    assert step["question"]["asks"] == "roll"
    for entry in msgspec.to_builtins(whole.entries):
        answer = api.post(address, {"version": step["version"], "entry": entry})
        assert answer.status_code == 200, answer.json()
        step = answer.json()
    assert step["complete"]
    assert step["question"] is None
    sent = api.post(url(world, "wizard/submit/"), {"version": step["version"]})
    assert sent.json()["status"] == "submitted"
    assert MatchLog.objects.get().document == logs.documents.encode_log(whole).decode()


def test_wrong_answers_are_refused(world: World) -> None:
    api = client(world.home_coach)
    address = url(world, "wizard/")
    assert api.post(address, {"version": 0, "entry": {"kind": "?"}}).status_code == 400
    assert api.post(address, {"version": 0}).status_code == 400
    rolled = api.post(address, {"version": 0, "roll": True})
    assert rolled.json()["entries"] == 1
    stale = api.post(address, {"version": 0, "roll": True})
    assert stale.status_code == 409
    assert client(world.home_coach).post(url(world, "wizard/undo/"), {"version": 1}).status_code == 403
    undone = client(world.commissioner).post(url(world, "wizard/undo/"), {"version": 1})
    assert undone.json()["entries"] == 0
    assert client(world.bystander).get(address).status_code == 403
    assert client(None).get(address).status_code == 401


def test_a_log_is_rejected_with_a_reason(world: World) -> None:
    log = logs.submit_file(world.fixture, world.home_coach, as_bytes(world.fixture))
    address = url(world, f"logs/{log.pk}/reject/")
    assert client(world.commissioner).post(address, {}).status_code == 400
    assert client(world.home_coach).post(address, {"reason": "no"}).status_code == 403
    assert client(world.commissioner).post(address, {"reason": "no"}).json()["status"] == LogStatus.REJECTED


def test_a_document_is_read_back_byte_for_byte(world: World) -> None:
    log = logs.submit_file(world.fixture, world.home_coach, as_bytes(world.fixture))
    seen = client(world.home_coach).get(url(world, f"logs/{log.pk}/")).json()
    assert seen["document"] == as_bytes(world.fixture).decode()
    apply_log(log, world.commissioner)
    assert client(None).get(url(world, f"logs/{log.pk}/")).status_code == 200


# --- a night of hirelings and handicaps ---------------------------------------------------------------------------


def test_the_question_whom_to_hire_comes_with_prices_and_a_purse(world: World) -> None:
    night = a_night(world)
    api = client(night.home_coach)
    step = api.post(url(night, "wizard/"), {"version": 0, "entry": PICK_MORG}).json()
    question = step["question"]
    assert (question["asks"], question["key"], question["side"]) == ("choose", "hire", "home")
    assert question["purse"] == {"gold": 400_000, "paid": 200_000, "left": 200_000}
    assert question["help"].startswith("Whoever is hired plays")
    details = {one["option"]: one for one in question["details"]}
    assert list(details) == question["options"]
    assert [details[option]["price"] for option in question["options"]] == question["prices"]
    nobbla = details["Nobbla Blackwart"]
    assert (nobbla["kind"], nobbla["weapon"], nobbla["proven"]) == ("star", "Chainsaw (8+)", False)
    assert (details["Goblin"]["kind"], details["Goblin"]["stats"]) == ("freebooter", [6, 2, 3, 7])
    assert (details["done"]["kind"], details["done"]["price"]) == ("done", 0)


def test_a_roll_comes_with_what_it_means_and_both_sides_with_what_is_in_force(world: World) -> None:
    night = a_night(world)
    answered(night, OPENING, key_is("runesmith"))
    step = client(night.away_coach).get(url(night, "wizard/")).json()
    assert step["question"]["meanings"][1] == {
        "roll": "2",
        "name": "Rune of Speed",
        "words": "Movement allowance +1 and Sprint.",
        "key": "Rune of Speed",
    }
    home, away = step["sheets"]["home"], step["sheets"]["away"]
    assert (home["paid"], away["wizard"], away["trophy_rerolls"]) == (220_000, "runesmith", 1)
    assert home["handicaps"] == ["intensive_training", "i_am_the_greatest"]
    players = {one["number"]: one for one in home["players"]}
    assert (players[13]["hired"], players[13]["name"], players[13]["id"]) == ("star", "Morg 'n' Thorg", -1)
    assert (players[1]["changed"], players[2]["condition"]) == (True, "missing")
    shown = [fact["fact"] for fact in step["facts"]]
    assert {"hired", "wizard_hired", "home_field", "handicap", "handicap_effect"} <= set(shown)


def test_the_preview_of_a_night_has_its_gold_its_facts_and_its_sheets(world: World) -> None:
    night = a_night(world)
    answered(night, OPENING)
    step = reported(night, HalfTime(), MatchEnd())
    found = client(night.commissioner).get(url(night, f"logs/{step.row.pk}/preview/")).json()
    assert found["home_gold"][0] == "-200,000 gold: Morg 'n' Thorg, hired for one match."
    assert {one["kind"] for one in found["narrative"]} <= {fact["fact"] for fact in found["facts"]}
    assert found["sheets"]["home"]["paid"] == 220_000


def test_the_schema_is_valid_and_calls_everything_by_a_name_of_its_own() -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", os.devnull)
