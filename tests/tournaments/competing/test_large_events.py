"""Each page of a Swiss with 500 entries in few queries, whoever reads it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import League, User
from tests.helpers import a_coach, a_commissioner, a_league, browser
from tests.test_permissions import arguments_of, rows
from tests.tournaments.competing.builders import a_competition, started, the_stage
from tournaments.domain.competing import entering, rounds, setting_up
from tournaments.models import Competition, Entry, Format, Kind, Pairing

ENTRIES = 500
MOST = 10
NOT_OF_A_SWISS = ("major", "minor")


@pytest.fixture
def league(db: None) -> League:
    return a_league("Old World Cup")


@pytest.fixture
def people(league: League) -> dict[str, User | None]:
    """A spectator, who is nobody; a coach who plays in it; the member who runs it; the commissioner of the league."""
    return {
        "spectator": None,
        "coach": a_coach(league, "coach"),
        "organiser": a_coach(league, "organiser"),
        "commissioner": a_commissioner(league, "commissioner"),
    }


@pytest.fixture
def event(league: League, people: dict[str, User | None]) -> Competition:
    """Two rounds played, the third half, and the fourth a draft."""
    return begun(league, people, {"rounds": 6})


@pytest.fixture(params=["squads", "entries"])
def squads(request: pytest.FixtureRequest, league: League, people: dict[str, User | None]) -> Competition:
    """The same of 125 squads, which are paired themselves, or their members one by one."""
    return begun(league, people, {"rounds": 6, "pairing": request.param}, of=4)


def begun(
    league: League, people: dict[str, User | None], settings: dict[str, Any], of: int = 0
) -> Competition:
    """``of``: so many are a squad."""
    competition = a_competition(
        league, ("Swiss", Format.SWISS, settings), kind=Kind.EVENT, rosters=False, name="World Cup"
    )
    by = people["commissioner"]
    assert by is not None
    setting_up.appoint(by, competition, people["organiser"])
    Entry.objects.bulk_create(
        Entry(
            competition=competition,
            number=number,
            name=f"Entry {number}",
            coach=f"Coach {number}",
            race="Orc",
            naf_number=number,
            club=f"Club {number % 40}",
            squad=f"Squad {(number + of - 1) // of}" if of else "",
            user=people["coach"] if number == 1 else None,
        )
        for number in range(1, ENTRIES + 1)
    )
    entering.adjust(by, competition.entries.get(number=1), 1, "A fine army")
    started(competition)
    for played in (1.0, 1.0, 0.5):
        round = rounds.publish(by, rounds.pair(by, the_stage(competition)))
        _decide(list(round.pairings.filter(away__isnull=False).order_by("table")), played)
    rounds.pair(by, the_stage(competition), results_missing=True)
    return competition


def _decide(pairings: list[Pairing], part: float) -> None:
    """The first of two wins, draws or loses in turn; by rows, since 250 reports take their time."""
    told = [("home", 2, 1), ("draw", 1, 1), ("away", 0, 3)]
    decided = pairings[: int(len(pairings) * part)]
    for number, pairing in enumerate(decided):
        pairing.outcome, pairing.home_td, pairing.away_td = told[number % 3]
    Pairing.objects.bulk_update(decided, ["outcome", "home_td", "away_td"])
    cache.clear()


def pages(competition: Competition, round: int) -> Iterator[tuple[str, str]]:
    """Every page and paper of the competition, and what the API tells of it, with its address, by the matrix of
    permissions."""
    match = Pairing.objects.filter(round__stage__competition=competition).order_by("pk")[0]
    values = {
        "league": competition.league.slug,
        "competition": competition.slug,
        "stage": 1,
        "number": round,
        "entry": 1,
        "criterion": 1,
        "pairing": match.pk,
        "what": "pairings",
    }
    for row in rows():
        needed = arguments_of(row.route)
        if (
            row.method == "GET"
            and "competition" in needed
            and not any(one in row.route for one in NOT_OF_A_SWISS)
        ):
            yield row.route, reverse(row.route, kwargs={name: values[name] for name in needed})


def too_many(competition: Competition, people: dict[str, User | None], round: int) -> list[str]:
    """Nothing is cached. Who may not read a page costs no more."""
    found = []
    for person, user in people.items():
        client = browser(user)
        for page, address in pages(competition, round):
            taken = len(queries(client, address))
            if taken > MOST:
                found.append(f"{page} for the {person}: {taken}")
    return found


def queries(client: Client, address: str) -> list[dict[str, str]]:
    cache.clear()
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code < 500
    return captured.captured_queries


def test_no_page_of_a_large_swiss_takes_more_than_ten_queries(
    event: Competition, people: dict[str, User | None]
) -> None:
    assert too_many(event, people, round=3) == []
    assert drafts_with_too_many(event, people["organiser"], 1, 2) == []


def test_nor_does_one_of_a_large_event_of_squads(squads: Competition, people: dict[str, User | None]) -> None:
    assert too_many(squads, people, round=3) == []
    seats = ("Squad 1", "Squad 2") if the_stage(squads).settings.get("pairing") == "squads" else (1, 2)
    assert drafts_with_too_many(squads, people["organiser"], *seats) == []


def drafts_with_too_many(
    competition: Competition, organiser: User | None, one: object, other: object
) -> list[tuple[str, int]]:
    """The draft, by name too, and what a swap of two seats would break."""
    draft = reverse("tournaments:competition_round", args=[competition.league.slug, competition.slug, 1, 4])
    client, found = browser(organiser), []
    for asked in ("", "?by=name", f"?one={one}&other={other}"):
        assert client.get(draft + asked).status_code == 200
        found.append((asked, len(queries(client, draft + asked))))
    return [(asked, taken) for asked, taken in found if taken > MOST]


def test_nor_does_it_when_the_swiss_is_over(event: Competition, people: dict[str, User | None]) -> None:
    by = people["commissioner"]
    assert by is not None
    setting_up.end(by, event, anyway=True)
    assert too_many(event, {"commissioner": by}, round=3) == []


def test_pages_of_a_large_swiss_are_there(event: Competition, people: dict[str, User | None]) -> None:
    """So that few queries do not come from refusals."""
    client = browser(people["commissioner"])
    read = {page for page, address in pages(event, round=3) if client.get(address).status_code == 200}
    needed = (
        "entries entry round match table terms fixtures screen organise settings stage journal naf calendar"
    )
    assert read >= {f"tournaments:competition_{name}" for name in needed.split()}
    assert read >= {
        "tournaments:competition",
        "tournaments:round_paper_pdf",
        "tournaments:stage_table_pdf",
        "tournaments:certificates_pdf",
    }
