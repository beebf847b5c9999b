"""Pairs and byes that the organiser makes by hand: on the page of a draft, in the API, and among squads."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from engine.questions import Refusal
from league.models import User
from tests.helpers import browser
from tests.tournaments.competing.builders import (
    a_competition,
    commissioner_of,
    entries,
    pairings,
    started,
    the_stage,
)
from tournaments.domain.competing import entering, rounds
from tournaments.models import Competition, Format, Kind, Round, Stage

pytestmark = pytest.mark.django_db


def a_swiss(count: int, **settings: object) -> Stage:
    plan = ("Swiss", Format.SWISS, {"rounds": 3, **settings})
    competition = a_competition(None, plan, kind=Kind.EVENT, rosters=False)
    entries(competition, count)
    started(competition)
    return the_stage(competition)


def organiser(stage: Stage) -> User:
    return commissioner_of(stage.competition.league)


def met(stage: Stage) -> set[frozenset[int]]:
    """The pairs of the first round by the numbers of entries; a bye is one number alone."""
    return {frozenset(entry.number for entry in (one.home, one.away) if entry) for one in pairings(stage, 1)}


def on_the_page(competition: Competition, by: User, **data: str) -> Any:
    path = f"/l/{competition.league.slug}/c/{competition.slug}/rounds/1-1/"
    return browser(by).post(path, data) if data else browser(by).get(path)


def test_a_draft_is_drawn_around_what_was_made_by_hand_on_its_page() -> None:
    stage = a_swiss(7)
    by = organiser(stage)
    rounds.pair(by, stage)
    made = on_the_page(stage.competition, by, act="keep", kept="7 1\n\n3\n5, 2")
    assert made.status_code == 302
    assert met(stage) == {frozenset(pair) for pair in ((7, 1), (3,), (5, 2), (4, 6))}
    page = on_the_page(stage.competition, by)
    assert page.context["by_hand_form"]["kept"].value() == "7 1\n3\n5 2"
    assert on_the_page(stage.competition, by, act="redraw", kept="").status_code == 302
    assert on_the_page(stage.competition, by).context["by_hand_form"]["kept"].value() == ""


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ("1 2 3", "Two who meet are named by hand, or one who rests."),
        ("1 99", "Swiss has no entry with the number 99."),
        ("1 2\n2 3", "Entry 2 is in more than one pairing made by hand."),
        ("Anna v Boris", "In each line of those paired by hand stand the numbers of two entries, or of one."),
    ],
)
def test_what_cannot_be_paired_by_hand_is_refused_and_the_draft_stays(kept: str, said: str) -> None:
    stage = a_swiss(6)
    by = organiser(stage)
    rounds.pair(by, stage)
    before = met(stage)
    refused = on_the_page(stage.competition, by, act="keep", kept=kept)
    assert refused.status_code == 400
    assert said in refused.content.decode()
    assert met(stage) == before


def test_of_squads_a_member_stands_for_his_squad() -> None:
    plan = ("Swiss", Format.SWISS, {"rounds": 2, "pairing": "squads"})
    competition = a_competition(None, plan, kind=Kind.EVENT, rosters=False)
    for squad in ("Axes", "Bows", "Clubs", "Darts"):
        entries(competition, 2, division=squad, squad=squad)
    started(competition)
    stage, by = the_stage(competition), commissioner_of(competition.league)
    kept = rounds.seats_by_hand(stage, [(2, 7), (3, 5)])
    assert kept == [("Axes", "Darts"), ("Bows", "Clubs")]
    rounds.pair(by, stage, kept=kept)
    squads = {frozenset((one.home.squad, one.away.squad)) for one in pairings(stage, 1) if one.away}
    assert squads == {frozenset(("Axes", "Darts")), frozenset(("Bows", "Clubs"))}
    page = on_the_page(competition, by)
    assert page.context["by_hand_form"]["kept"].value() == "1 7\n3 5"


def test_the_api_keeps_pairs_made_by_hand() -> None:
    stage = a_swiss(5)
    client = APIClient()
    client.force_authenticate(organiser(stage))
    competition = stage.competition
    address = f"/api/v1/leagues/{competition.league.slug}/competitions/{competition.slug}/rounds/"
    wrong = client.post(address, {"stage": 1, "kept": [[1, 2, 3]]}, format="json")
    assert (wrong.status_code, Round.objects.count()) == (400, 0)
    made = client.post(address, {"stage": 1, "kept": [[1, 5], [2]]}, format="json")
    assert made.status_code == 201
    assert met(stage) == {frozenset((1, 5)), frozenset((2,)), frozenset((3, 4))}


def test_a_bye_by_hand_is_none_for_the_next_round_and_counts_before_parity() -> None:
    stage = a_swiss(5)
    by = organiser(stage)
    entering.change_entry(by, stage.competition.entries.get(number=4), byes_wanted=[1])
    rounds.pair(by, stage, kept=[(2, None)])
    resting = {one.home.number: one.place for one in pairings(stage, 1) if one.away is None}
    assert resting.keys() >= {2, 4}
    assert (resting[2], resting[4], len(resting)) == ("by hand", "requested", 3)


def test_who_left_is_not_paired_by_hand() -> None:
    stage = a_swiss(5)
    by = organiser(stage)
    entering.drop(by, stage.competition.entries.get(number=3))
    with pytest.raises(Refusal, match=r"names Entry 3, who is not in round 1\.$"):
        rounds.pair(by, stage, kept=[(3, None)])
    assert not Round.objects.exists()
