"""Competitions in the API."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from tests.helpers import a_coach, a_commissioner, a_drafted_team, a_league, assert_reconciled
from tests.tournaments.competing.builders import a_competition, entries, started
from tournaments.models import Competition, Format, Kind, Pairing

SCORE = {"home_td": 2, "away_td": 1, "home_cas": 3, "away_cas": 0}


@pytest.fixture
def league(db):
    return a_league()


@pytest.fixture
def by(league):
    return a_commissioner(league)


def ask(league, user, path="", body=None):
    """Reads, or sends the body."""
    client = APIClient()
    client.force_authenticate(user)
    address = f"/api/v1/leagues/{league.slug}/competitions/{path}"
    return client.get(address) if body is None else client.post(address, body, format="json")


def test_a_major_is_opened_at_its_own_address_alone(league, by):
    told = "A major is opened at the address of the majors, by the rules of the league."
    for plan in (
        {"name": "Cup", "kind": "major"},
        {"name": "Cup", "kind": "cup", "stages": [{"format": "play_off"}]},
    ):
        refused = ask(league, by, "", plan)
        assert (refused.status_code, told in refused.content.decode()) == (400, True)
    assert not Competition.objects.exists()


def test_a_swiss_from_its_plan_to_its_table(league, by):
    plan = {
        "name": "Open",
        "kind": "event",
        "rosters": False,
        "scoring": "3-1-0",
        "criteria": ["points", "td_difference"],
        "stages": [{"format": "swiss", "settings": {"rounds": 2}}],
    }
    made = ask(league, by, "", plan)
    assert made.status_code == 201
    assert [one["key"] for one in made.json()["criteria"]] == ["points", "td_difference"]
    assert made.json()["stages"][0]["settings"]["rounds"] == 2
    assert ask(league, None).json() == []
    competition = Competition.objects.get()
    for number in range(1, 6):
        answer = ask(league, by, "open/entries/", {"name": f"Entry {number}"})
        assert (answer.status_code, answer.json()["number"]) == (201, number)
    started(competition)
    assert ask(league, None).json()[0]["state"] == "running"
    drawn = ask(league, by, "open/rounds/", {"stage": 1})
    assert (drawn.status_code, drawn.json()["state"]) == (201, "draft")
    assert ask(league, None, "open/rounds/").json() == []
    assert ask(league, None, "open/rounds/1-1/").status_code == 404
    assert ask(league, by, "open/rounds/1-1/publication/", {}).json()["state"] == "published"
    meetings = ask(league, None, "open/rounds/1-1/").json()["meetings"]
    assert [one["table"] for one in meetings] == [1, 2, 0]
    assert meetings[2]["away"] is None
    for one in meetings[:2]:
        told = ask(league, by, f"open/matches/{one['id']}/report/", SCORE)
        assert (told.json()["outcome"], told.json()["home_cas"]) == ("home", 3)
    table = ask(league, None, "open/tables/1/").json()
    assert table[0]["criteria"] == ["points", "td_difference"]
    assert [one["points"] for one in table[0]["places"]] == [3, 3, 3, 0, 0]
    assert table[0]["places"][0]["values"] == [3, 1]


def test_results_that_are_missing_are_told_in_sentences(league, by):
    competition = a_competition(
        league, ("Swiss", Format.SWISS, {"rounds": 3}), kind=Kind.EVENT, rosters=False, name="Open"
    )
    entries(competition, 4)
    started(competition)
    ask(league, by, "open/rounds/", {"stage": 1})
    ask(league, by, "open/rounds/1-1/publication/", {})
    refused = ask(league, by, "open/rounds/", {"stage": 1, "number": 2})
    assert refused.status_code == 400
    assert len(refused.json()["problems"]) == 2
    assert (
        ask(league, by, "open/rounds/", {"stage": 1, "number": 2, "results_missing": True}).status_code == 201
    )
    assert ask(league, by, "open/rounds/", {"stage": 7}).status_code == 404


def test_a_coach_enters_his_own_team_and_no_other(league, by):
    competition = a_competition(league, name="Season")
    coach = a_coach(league)
    mine, other = a_drafted_team(league, coach=coach), a_drafted_team(league)
    assert ask(league, coach, "season/entries/", {"team": other.slug}).status_code == 403
    made = ask(league, coach, "season/entries/", {"team": mine.slug, "club": "Altdorf"})
    assert (made.status_code, made.json()["team"], made.json()["club"]) == (201, mine.slug, "Altdorf")
    assert ask(league, coach, "season/entries/", {"team": mine.slug}).status_code == 400
    assert competition.entries.count() == 1
    assert_reconciled(league)


@pytest.mark.parametrize(
    "said, why",
    [
        ({"seed": 1}, "the seed of an entry is"),
        ({"rating": 200, "division": "North"}, "the rating and division of an entry are"),
        ({"race": "Elf", "naf_number": 7}, "the race and NAF number of an entry are"),
    ],
)
def test_what_is_the_organisers_to_say_is_refused_of_a_coach_and_not_left_out(league, by, said, why):
    competition = a_competition(league, name="Season")
    coach = a_coach(league)
    body = {"team": a_drafted_team(league, coach=coach).slug, **said}
    answer = ask(league, coach, "season/entries/", body)
    assert answer.status_code == 403
    assert answer.json()["detail"] == f"A coach enters a team as it is: {why} for the organiser to say."
    assert not competition.entries.exists()
    assert_reconciled(league)


def test_both_coaches_report(league, by):
    competition = a_competition(
        league, ("Swiss", Format.SWISS, {"rounds": 1}), kind=Kind.EVENT, rosters=False, name="Open"
    )
    first, second = entries(competition, 2)
    for entry in (first, second):
        entry.user = a_coach(league)
        entry.save()
    started(competition)
    ask(league, by, "open/rounds/", {"stage": 1})
    ask(league, by, "open/rounds/1-1/publication/", {})
    path = f"open/matches/{Pairing.objects.get().pk}/report/"
    assert ask(league, a_coach(league), path, SCORE).status_code == 403
    told = ask(league, first.user, path, SCORE).json()
    assert (told["outcome"], told["reported"]) == (None, True)
    assert ask(league, second.user, path, SCORE).json()["outcome"] == "home"
    assert ask(league, second.user, path, {**SCORE, "home_td": 3}).status_code == 409
