"""Squads: the page of one, and their table on paper, on the projector and in the API."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from league.domain.roles import NotVisible, viewer
from tests.helpers import a_league, browser
from tests.tournaments.competing.builders import (
    a_competition,
    commissioner_of,
    decided,
    entries,
    pairings,
    started,
    the_stage,
)
from tournaments.domain.competing import reading, rounds, squad_pages
from tournaments.models import Competition, Format, Kind, Stage

pytestmark = pytest.mark.django_db
SQUADS = ("Axes", "Bows", "Clubs & <Darts>")


def an_event(pairing: str = "squads", members: int = 2, squads: tuple[str, ...] = SQUADS) -> Competition:
    """One round is played, in which every match is won at home."""
    plan = ("Swiss", Format.SWISS, {"rounds": 2, "pairing": pairing})
    competition = a_competition(a_league(), plan, kind=Kind.EVENT, rosters=False, name="Team Cup")
    for squad in squads:
        entries(competition, members, division=squad[:5], squad=squad, club=f"Club of {squad}")
    started(competition)
    by, stage = commissioner_of(competition.league), the_stage(competition)
    rounds.publish(by, rounds.pair(by, stage))
    for one in pairings(stage, 1):
        if one.away is not None:
            decided(one, 2, 1)
    return competition


def page(competition: Competition, path: str) -> str:
    answer = browser().get(f"/l/{competition.league.slug}/c/{competition.slug}/{path}")
    assert answer.status_code == 200
    return answer.content.decode()


def squad(competition: Competition, number: int) -> squad_pages.Squad:
    stages = reading.stages_of(competition)
    return squad_pages.squad_of(competition, stages, number, viewer(AnonymousUser(), competition.league))


def of(stage: Stage, name: str) -> int:
    return min(stage.competition.entries.filter(squad=name).values_list("number", flat=True))


def test_a_squad_has_its_members_its_place_and_its_ties() -> None:
    competition = an_event()
    stage = the_stage(competition)
    tie = next(one for one in pairings(stage, 1) if one.away is not None)
    assert tie.away is not None
    winner, loser = tie.home.squad, tie.away.squad
    (resting,) = set(SQUADS) - {winner, loser}
    found = {name: squad(competition, of(stage, name)) for name in SQUADS}
    assert [one.entry.squad for one in found[winner].members] == [winner, winner]
    assert [one.row.points for one in found[winner].members if one.row] == [3, 3]
    assert [(one.against, one.outcome, len(one.meetings)) for one in found[winner].ties] == [
        ((loser,), "won", 2)
    ]
    assert [(one.against, one.outcome) for one in found[loser].ties] == [((winner,), "lost")]
    assert [(one.against, one.outcome, len(one.meetings)) for one in found[resting].ties] == [((), "", 2)]
    ((where, row),) = found[loser].places
    assert (where, row.place, row.won, row.lost) == (stage, 3, 0, 1)
    assert found[winner].club == f"Club of {winner}"


def test_members_that_are_paired_one_by_one_have_their_own_matches() -> None:
    competition = an_event("entries")
    found = squad(competition, 1)
    assert [(one.against, one.outcome, len(one.meetings)) for one in found.ties] == [((), "", 2)]
    assert found.places[0][1].won is None


def test_the_page_of_a_squad_is_led_to_from_its_table_and_its_members() -> None:
    competition = an_event()
    link = f'href="/l/{competition.league.slug}/c/{competition.slug}/squads/5/"'
    assert link in page(competition, "table/1/")
    assert link in page(competition, "entries/5/")
    shown = page(competition, "squads/5/")
    assert "Clubs &amp; &lt;Darts&gt;" in shown
    assert "Members of Clubs" in shown
    assert page(competition, "squads/6/").count("Clubs &amp; &lt;Darts&gt;") == shown.count(
        "Clubs &amp; &lt;Darts&gt;"
    )


def test_who_is_in_no_squad_has_no_page_of_one() -> None:
    competition = an_event("entries", squads=("",))
    with pytest.raises(NotVisible, match=r"^Entry 1 of Team Cup is in no squad\.$"):
        squad(competition, 1)
    address = f"/l/{competition.league.slug}/c/{competition.slug}/"
    assert [browser().get(f"{address}squads/{number}/").status_code for number in (1, 9)] == [404, 404]
    assert browser().get(f"{address}print/1/squads.pdf").status_code == 404


def test_the_page_of_a_squad_takes_no_more_queries_for_more_members_and_squads() -> None:
    counts = []
    for members, squads in ((1, SQUADS[:2]), (3, ("A", "B", "C", "D", "E"))):
        competition = an_event(members=members, squads=squads)
        with CaptureQueriesContext(connection) as captured:
            page(competition, "squads/1/")
        counts.append(len(captured))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("pairing", ["squads", "entries"])
def test_the_table_of_squads_is_printed_and_shown_in_the_hall(pairing: str) -> None:
    competition = an_event(pairing)
    answer = browser().get(f"/l/{competition.league.slug}/c/{competition.slug}/print/1/squads.pdf")
    assert answer["Content-Type"] == "application/pdf"
    (paper,) = [" ".join(one.extract_text().split()) for one in PdfReader(BytesIO(answer.content)).pages]
    screen = page(competition, "screen/?part=table")
    for shown in (paper, screen):
        assert shown.index("Squads") < shown.index("Axes")
        assert ("Bows" in shown, "Clubs" in shown) == (True, True)
    assert ("Members" in paper) == (pairing == "squads")


def test_a_squad_is_read_in_the_api() -> None:
    competition = an_event()
    address = f"/api/v1/leagues/{competition.league.slug}/competitions/{competition.slug}/squads/1/"
    told = browser().get(address).json()
    assert (told["name"], told["club"]) == ("Axes", "Club of Axes")
    assert [one["entry"] for one in told["members"]] == [1, 2]
    assert [one["stage"] for one in told["places"]] == [1]
    (tie,) = told["ties"]
    assert (tie["stage"], tie["round"], len(tie["meetings"])) == (1, 1, 2)
    assert browser().get(address.replace("/1/", "/99/")).status_code == 404
