"""Amendments in the API: from the beginning to the commit, and back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from rest_framework.test import APIClient

from engine.match.entries import MatchEnd
from engine.match.log import encode_log
from engine.questions import Rolled
from engine.roster import GoldChanged
from matches.domain import amending, logs, wizard
from matches.domain.amending import committing
from matches.models import Amendment, AmendmentStatus
from tests.engine.builders import touchdown
from tests.helpers import a_coach, a_drafted_team, a_fixture, assert_reconciled, happens
from tests.matches.played import a_written_match, places, projections
from tests.matches.test_amending import HURT, KILLED, Career, begin_with
from tests.matches.test_amending import career as career  # the fixture

pytestmark = pytest.mark.django_db


class Caller:
    """Somebody who calls the amendments of the league."""

    def __init__(self, career: Career, who: Any = None) -> None:
        self.league = career.league
        self.client = APIClient()
        self.client.force_authenticate(who or career.by)

    def ask(self, method: str, page: str = "", body: Any = None, status: Any = 200, **headers: Any) -> Any:
        address = f"/api/v1/leagues/{self.league.slug}/amendments/{page}"
        answer = getattr(self.client, method)(address, body, headers=headers)
        assert answer.status_code == status, answer.content
        return answer.json()


def as_json(entry: Any) -> Any:
    return msgspec.to_builtins(entry)


def test_a_match_is_corrected_by_its_number_and_everything_comes_back(career: Career) -> None:
    before = projections(career.league)
    api = Caller(career)
    begun = api.ask("post", "", {"match": 2, "reason": "The sheet was misread."}, 201)
    one = begun["id"]
    assert (begun["status"], begun["match"], begun["reason"]) == ("open", 2, "The sheet was misread.")
    assert begun["what"] == "Match 2, round 2: Gouged Eye and Reavers"
    log = api.ask("get", f"{one}/log/")
    end = next(line["place"] for line in log["entries"] if line["entry"]["kind"] == "match_end")
    version = log["version"]
    for number, entry in enumerate(KILLED):
        log = api.ask("post", f"{one}/entries/{end + number}/", {"version": version, "entry": as_json(entry)})
        version = log["version"]
    assert log["problem"] is None
    assert log["step"]["complete"]

    seen = api.ask("get", f"{one}/")
    found = seen["consequences"]
    assert (found["can_commit"], found["unsettled"], len(found["items"])) == (False, 2, 2)
    item = found["items"][0]
    assert item["why"][0] == f"{career.hero.name} is dead since round 2 and scored here."
    assert item["ways"] == ["leave", "void", "adjust"]
    assert {team["team"] for team in found["teams"]} == {career.team.slug}
    commit = {"version": seen["amendment"]["version"], "sequence": found["sequence"]}
    refused = api.ask("post", f"{one}/commit/", commit, 400)
    assert "2 things that no longer hold are not settled yet." in refused["detail"]
    assert len(refused["problems"]) == 2

    settled = {"version": commit["version"], "place": item["place"], "settlement": "adjust"}
    seen = api.ask("post", f"{one}/settle/", settled)
    assert seen["consequences"]["items"][0]["settlement"] == "adjust"
    seen = api.ask("post", f"{one}/settle-all/", {"version": seen["amendment"]["version"], "way": "leave"})
    assert seen["consequences"]["can_commit"]
    commit = {"version": seen["amendment"]["version"], "sequence": seen["consequences"]["sequence"]}
    act = api.ask("post", f"{one}/commit/", commit, **{"Idempotency-Key": "k"})
    again = api.ask("post", f"{one}/commit/", commit, **{"Idempotency-Key": "k"})
    assert again == act
    assert (act["kind"], act["reason"]) == ("match", "The sheet was misread.")
    assert career.hero.status == "dead"
    landed = api.ask("get", f"{one}/")
    assert landed["consequences"] is None
    assert (landed["amendment"]["status"], landed["amendment"]["head"]) == ("landed", act["sequence"])

    undo = api.ask("post", f"{one}/undo/", None, 201)
    assert (undo["how"], undo["log_version"]) == ("Undoing a correction", None)
    seen = api.ask("get", f"{undo['id']}/")
    assert seen["consequences"]["items"] == []
    commit = {"version": seen["amendment"]["version"], "sequence": seen["consequences"]["sequence"]}
    api.ask("post", f"{undo['id']}/commit/", commit)
    assert projections(career.league) == before
    assert_reconciled(career.league)


def test_the_list_has_what_is_in_hand_first(career: Career) -> None:
    api = Caller(career)
    first = begin_with(career, 1)
    second = begin_with(career, 2)
    amending.abandon(second, career.by)
    rows = api.ask("get")["results"]
    assert [(row["id"], row["status"]) for row in rows] == [(first.pk, "open"), (second.pk, "abandoned")]


@pytest.mark.parametrize(
    "body, sentence",
    [
        ({}, "one of both"),
        ({"act": 1, "match": 1}, "one of both"),
        ({"act": 1, "undo": True}, "has gone on since it was drafted"),
    ],
)
def test_what_cannot_be_begun_is_refused(career: Career, body: dict[str, Any], sentence: str) -> None:
    assert sentence in Caller(career).ask("post", "", body, 400)["detail"]
    assert not Amendment.objects.exists()


def test_what_is_not_there_is_not_found(career: Career) -> None:
    api = Caller(career)
    api.ask("post", "", {"match": 99}, 404)
    api.ask("post", "", {"act": 9999}, 404)
    api.ask("get", "99/", status=404)


def test_an_entry_is_replaced_and_removed_and_a_problem_is_told(career: Career) -> None:
    api = Caller(career)
    amendment = begin_with(career, 2, *HURT)
    log = wizard.current(amendment)
    (place,) = places(log.log, Rolled, key="casualty")
    version = log.row.version
    wanted = as_json(Rolled("casualty", "away", (6,), 1))
    told = api.ask("put", f"{amendment.pk}/entries/{place}/", {"version": version, "entry": wanted})
    assert told["problem"]["entry"] == place + 1
    assert told["entries"][place - 1]["entry"]["dice"] == [6]
    stale = api.ask("put", f"{amendment.pk}/entries/{place}/", {"version": version, "entry": wanted}, 409)
    assert "meanwhile" in stale["detail"]
    told = api.ask("delete", f"{amendment.pk}/entries/{place + 1}/?version={told['version']}")
    assert told["problem"] is None
    assert "Name the version" in api.ask("delete", f"{amendment.pk}/entries/1/", status=400)["detail"]
    nothing = api.ask("put", f"{amendment.pk}/entries/1/", {"version": 1, "entry": {"kind": "?"}}, 400)
    assert nothing["detail"].startswith("The entry cannot be read")


def test_a_log_is_answered_anew_from_an_entry_on(career: Career) -> None:
    api = Caller(career)
    amendment = begin_with(career, 2)
    entries = wizard.current(amendment).log.entries
    (end,) = places(wizard.current(amendment).log, MatchEnd)
    told = api.ask("post", f"{amendment.pk}/entries/{end}/truncate/", {"version": 1})
    assert told["step"]["question"]["asks"] == "report"
    for entry in entries[end - 1 :]:
        body = {"version": told["version"], "entry": as_json(entry)}
        told = api.ask("post", f"{amendment.pk}/entries/", body)
    assert told["step"]["complete"]
    assert wizard.current(amendment).log.entries == entries


def test_a_corrected_document_takes_the_place_of_the_log(career: Career) -> None:
    api = Caller(career)
    amendment = begin_with(career, 2, *KILLED)
    there = api.ask("get", f"{amendment.pk}/document/")
    original = encode_log(logs.decode(career.result(2).log))
    client = api.client
    address = (
        f"/api/v1/leagues/{career.league.slug}/amendments/{amendment.pk}/log/?version={there['version']}"
    )
    answer = client.put(address, original, content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert wizard.current(amendment).log == logs.decode(career.result(2).log)
    for nonsense in (b"{", b"[]", b"\xff"):
        answer = client.put(address, nonsense, content_type="application/json")
        assert answer.status_code in (400, 409)
        assert answer.json()["detail"]
    told = api.ask("post", f"{amendment.pk}/rosters/", {"version": there["version"] + 1})
    assert told["step"]["complete"]


def test_a_decree_settles_and_a_decision_is_taken_back(career: Career) -> None:
    api = Caller(career)
    amendment = begin_with(career, 2, *KILLED)
    item = amending.consequences(amendment).items[0]
    team = career.team.slug
    decree = {"decree": {"drop": {team: [1]}, "add": {team: [as_json(GoldChanged(5_000, "decree"))]}}}
    body = {"version": amendment.version, "place": item.place, "settlement": decree}
    seen = api.ask("post", f"{amendment.pk}/settle/", body)
    assert seen["consequences"]["items"][0]["settlement"]["decree"]["drop"] == {team: [1]}
    assert seen["consequences"]["items"][0]["did"][0]["events"]
    body = {"version": seen["amendment"]["version"], "place": item.place, "settlement": None}
    seen = api.ask("post", f"{amendment.pk}/settle/", body)
    assert seen["consequences"]["unsettled"] == 2
    version = seen["amendment"]["version"]
    unknown: tuple[Any, ...] = ("burn", {"decree": {"drop": 1}}, {"else": 1}, 3, [], "anew")
    for settlement in unknown:
        body = {"version": version, "place": item.place, "settlement": settlement}
        assert api.ask("post", f"{amendment.pk}/settle/", body, 400)["detail"]
    stale = {"version": 1, "place": item.place, "settlement": "leave"}
    assert "meanwhile" in api.ask("post", f"{amendment.pk}/settle/", stale, 409)["detail"]


def test_a_league_that_moved_on_and_an_amendment_that_is_closed_are_conflicts(career: Career) -> None:
    api = Caller(career)
    amendment = begin_with(career, 2, *KILLED)
    found = amending.settle_all(amendment, career.by, "leave", amendment.version)
    happens(career.rivals[1], GoldChanged(10_000, "a gift"))
    commit = {"version": amendment.version, "sequence": found.sequence}
    assert "has moved on since" in api.ask("post", f"{amendment.pk}/commit/", commit, 409)["detail"]
    patched = api.ask("patch", f"{amendment.pk}/", {"version": amendment.version, "reason": "Better"})
    assert patched["reason"] == "Better"
    api.ask("post", f"{amendment.pk}/abandon/", {"version": patched["version"]})
    assert "is closed" in api.ask("post", f"{amendment.pk}/commit/", commit, 409)["detail"]
    assert "nothing to undo" in api.ask("post", f"{amendment.pk}/undo/", None, 400)["detail"]
    assert career.hero.status == "active"


def test_what_reaches_far_is_accepted_and_its_key_answers_again(
    career: Career, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Embedded the worker is the request itself; the same key gives the act that it made."""
    monkeypatch.setattr(committing, "FAR", 0)
    api = Caller(career)
    amendment = begin_with(career, 2, *KILLED)
    found = amending.settle_all(amendment, career.by, "leave", amendment.version)
    commit = {"version": amendment.version, "sequence": found.sequence}
    act = api.ask("post", f"{amendment.pk}/commit/", commit, **{"Idempotency-Key": "far"})
    assert api.ask("post", f"{amendment.pk}/commit/", commit, **{"Idempotency-Key": "far"}) == act
    assert Amendment.objects.get().status == AmendmentStatus.LANDED


def test_coaches_see_and_change_nothing(career: Career) -> None:
    amendment = begin_with(career, 2)
    api = Caller(career, a_coach(career.league))
    for method, page in (
        ("get", ""),
        ("post", ""),
        ("get", f"{amendment.pk}/"),
        ("get", f"{amendment.pk}/log/"),
    ):
        answer = api.ask(method, page, {} if method == "post" else None, 403)
        assert "Only a commissioner" in answer["detail"]


def test_more_items_take_no_more_queries(career: Career, django_assert_max_num_queries: Any) -> None:
    api = Caller(career)
    amendment = begin_with(career, 2, *KILLED)
    with django_assert_max_num_queries(40) as few:
        api.ask("get", f"{amendment.pk}/")
    rivals = [a_drafted_team(career.league, "Skaven"), a_drafted_team(career.league, "Elf")]
    for number in range(5, 9):
        rival = rivals[number % 2]
        a_written_match(a_fixture(career.team, rival, number), touchdown("home", 1), seed=number)
    with django_assert_max_num_queries(len(few.captured_queries)):
        seen = api.ask("get", f"{amendment.pk}/")
    assert seen["consequences"]["unsettled"] == 6
