"""What is taken away from an event in the API."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from engine.formats import naf
from league.models import League, User
from tests.helpers import a_coach, a_commissioner, a_league
from tests.tournaments.competing.builders import a_competition, decided, entries, pairings, started, the_stage
from tests.tournaments.competing.test_verbs_api import Asking
from tournaments.domain.competing import results, rounds
from tournaments.models import Competition, Format, Kind

EVENT = (Path(__file__).parents[2] / "data" / "naf" / "event-a.xml").read_bytes()


@pytest.fixture
def league(db: None) -> League:
    return a_league()


@pytest.fixture
def by(league: League) -> User:
    return a_commissioner(league)


def send_report(league: League, by: User, data: bytes, **said: Any) -> Any:
    client = APIClient()
    client.force_authenticate(by)
    body = {"name": "Event A", "file": SimpleUploadedFile("report.xml", data), **said}
    return client.post(f"/api/v1/leagues/{league.slug}/naf-reports/", body, format="multipart")


def test_a_report_comes_in_and_goes_out_equal(league: League, by: User) -> None:
    made = send_report(league, by, EVENT, scoring="3-1-0")
    assert (made.status_code, made.json()["state"]) == (201, "ended")
    again = send_report(league, by, EVENT)
    assert (again.status_code, again.json()["detail"]) == (
        409,
        "This report is imported already: it is Event A.",
    )
    client = APIClient()
    client.force_authenticate(by)
    address = f"/api/v1/leagues/{league.slug}/competitions/{made.json()['slug']}/naf/"
    sent = client.get(address)
    assert sent["Content-Type"].startswith("application/xml")
    assert naf.read(sent.content).report == naf.read(EVENT).report
    assert client.get(f"{address}?without_number=perhaps").status_code == 400


def test_a_report_that_cannot_be_read_is_refused_and_nothing_is_there(league: League, by: User) -> None:
    refused = send_report(league, by, b"no report")
    assert refused.status_code == 400
    assert refused.json()["detail"]
    assert send_report(league, a_coach(league), EVENT).status_code == 403
    assert not Competition.objects.exists()


def test_a_value_of_a_table_is_told_term_by_term(league: League, by: User) -> None:
    swiss = ("Swiss", Format.SWISS, {"rounds": 2})
    criteria = ["points", "td_difference", "opponents_points"]
    competition = a_competition(league, swiss, kind=Kind.EVENT, rosters=False, criteria=criteria)
    entries(competition, 4)
    started(competition)
    rounds.publish(by, rounds.pair(by, the_stage(competition)))
    pairing = pairings(the_stage(competition), 1)[0]
    decided(pairing, 3, 1)
    told = Asking(competition, None).get(f"tables/1/{pairing.home.number}/1/")
    assert (told["criterion"], told["place"], told["total"]) == ("td_difference", "1", "2")
    assert [(one["what"], one["value"], one["opponent"], one["round"]) for one in told["terms"]] == [
        ("match", 2.0, pairing.away.name, 1)
    ]
    assert Asking(competition, None).refused("tables/1/9/1/", 404, method="get")
    assert Asking(competition, None).refused("tables/1/1/9/", 404, method="get")


def test_a_bracket_is_told_round_by_round(league: League, by: User) -> None:
    competition = a_competition(league, ("Cup", Format.KNOCKOUT, {}), kind=Kind.CUP, rosters=False)
    entries(competition, 4)
    assert Asking(competition, by).refused("brackets/1/", 404, method="get")
    started(competition)
    rounds.publish(by, the_stage(competition).rounds.get())
    found = Asking(competition, None).get("brackets/1/")["rounds"]
    assert [len(one["ties"]) for one in found] == [2, 1]
    first = found[0]["ties"][0]
    assert {first["home"], first["away"]} < {f"Entry {number}" for number in range(1, 5)}
    decided(pairings(the_stage(competition), 1)[0], 2, 0)
    winners = [tie["winner"] for tie in Asking(competition, None).get("brackets/1/")["rounds"][0]["ties"]]
    assert sorted(map(bool, winners)) == [False, True]


def test_a_match_says_what_its_sides_have_said(league: League, by: User) -> None:
    competition = a_competition(
        league, ("Swiss", Format.SWISS, {"rounds": 1}), kind=Kind.EVENT, rosters=False
    )
    home = entries(competition, 2)[0]
    home.user = a_coach(league, "home")
    home.save()
    started(competition)
    rounds.publish(by, rounds.pair(by, the_stage(competition)))
    pairing = pairings(the_stage(competition), 1)[0]
    side = "home" if pairing.home_id == home.pk else "away"
    results.report(home.user, pairing, 2, 1, 3, 0)
    match = f"matches/{pairing.pk}/"
    assert Asking(competition, None).get(match)["said"] == [
        {"side": side, "by": "home", "scored": [2, 1, 3, 0], "winner": ""}
    ]
    decided(pairing, 2, 2)
    told = Asking(competition, None).get(match)
    assert (told["said"], told["outcome"]) == ([], "draw")
    assert told["decided_by"] is not None
