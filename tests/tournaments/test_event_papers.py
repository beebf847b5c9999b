"""Papers of a competition: who sits where, what is filled in, who is honoured."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from icalendar import Calendar
from pypdf import PdfReader

from league.domain.leagues import change_house_rules
from matches.models import Fixture
from tests.helpers import a_coach, a_league, a_user, assert_reconciled, browser
from tests.tournaments.competing.builders import (
    a_competition,
    commissioner_of,
    decided,
    entries,
    pairings,
    played_through,
    started,
    the_stage,
)
from tournaments.domain.competing import entering, ladders, rounds, setting_up, tables
from tournaments.domain.honours import honours
from tournaments.models import Format, Kind

SWISS = ("Swiss", Format.SWISS, {"rounds": 3})


@pytest.fixture
def league(db):
    return a_league("Old World")


@pytest.fixture
def event(league):
    """Five who came with their own teams, and the draft of a first round of a Swiss."""
    competition = a_competition(league, SWISS, kind=Kind.EVENT, name="Dungeon Bash", rosters=False)
    entries(competition, 5)
    started(competition)
    rounds.pair(commissioner_of(league), the_stage(competition))
    return competition


@pytest.fixture
def published(event):
    rounds.publish(commissioner_of(event.league), the_stage(event).rounds.get())
    return event


def ask(competition, path, who=None):
    return browser(who).get(f"/l/{competition.league.slug}/c/{competition.slug}/{path}")


def pages(competition, path, who=None):
    response = ask(competition, path, who)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(response.content)).pages]


def test_a_draft_is_printed_for_who_runs_the_event_alone(event):
    path = "print/1-1/pairings.pdf"
    assert ask(event, path).status_code == 404
    assert ask(event, path, a_coach(event.league)).status_code == 404
    assert pages(event, path, commissioner_of(event.league))


def test_pairings_stand_by_table_and_by_name(published):
    rows = pairings(the_stage(published), 1)
    (by_table,) = pages(published, "print/1-1/pairings.pdf")
    (by_name,) = pages(published, "print/1-1/names.pdf")
    assert all(row.home.name in by_table for row in rows)
    heads = re.findall(r"(Entry \d) Coach Entry \d (?:\d|–)", by_name)
    assert heads == [f"Entry {number}" for number in range(1, 6)]
    assert by_table.count("bye") == by_name.count("bye") == 1
    assert "Dungeon Bash" in by_table


def test_there_is_a_sheet_for_each_match_and_none_for_a_bye(published):
    found = pages(published, "print/1-1/sheets.pdf")
    assert len(found) == 2
    played = [row for row in pairings(the_stage(published), 1) if row.away is not None]
    for row, page in zip(sorted(played, key=lambda row: row.table), found, strict=True):
        assert f"Table {row.table}" in page
        assert {row.home.name in page, row.away.name in page} == {True}


@pytest.mark.parametrize(
    "path",
    ["1-9/pairings.pdf", "9-1/pairings.pdf", "1-1/secrets.pdf", "9/standings.pdf", "certificates.pdf"],
)
def test_what_is_not_there_is_not_printed(published, path):
    assert ask(published, f"print/{path}", a_user(is_staff=True)).status_code == 404


def test_the_table_of_a_stage_is_printed_as_it_stands(published):
    for row in pairings(the_stage(published), 1):
        if row.away is not None:
            decided(row, 2, 1)
    (table,) = pages(published, "print/1/standings.pdf")
    assert "Dungeon Bash" in table
    assert {f"Entry {number}" in table for number in range(1, 6)} == {True}


# --- honours ------------------------------------------------------------------------------------------------------


@pytest.fixture
def season(league):
    """Four without rosters, each against each, decided one after the other."""
    competition = a_competition(league, rosters=False, name="Bash")
    by = commissioner_of(league)
    for name, race in (("Ann", "Orc"), ("Bob", "Human"), ("Cyd", "Goblin"), ("Dan", "Elf")):
        entering.enter(by, competition, name=f"Team {name}", coach=name, race=race)
    return started(competition)


def decide_by_order(season):
    """Who entered earlier beats who entered later; the later of the two causes the casualties."""
    for row in pairings(the_stage(season)):
        home_wins = row.home.number < row.away.number
        td = (3 - row.home.number % 3, 0) if home_wins else (0, 3 - row.away.number % 3)
        decided(row, *td, *((0, row.away.number) if home_wins else (row.home.number, 0)))


def test_nothing_is_won_before_something_is_played(season):
    assert honours(season) == []


def test_awards_follow_from_the_results(season):
    decide_by_order(season)
    found = {(one.name, one.entry.coach): one.why for one in honours(season)}
    assert found == {
        ("First place", "Ann"): "3 won, 0 drawn, 0 lost",
        ("Second place", "Bob"): "2 won, 0 drawn, 1 lost",
        ("Third place", "Cyd"): "1 won, 0 drawn, 2 lost",
        ("Most touchdowns", "Ann"): "6 touchdowns",
        ("Most casualties", "Dan"): "12 casualties",
        ("Best defence", "Ann"): "0 touchdowns against in 3 matches",
        ("Stunty cup", "Cyd"): "1 won, 0 drawn, 2 lost",
        ("Wooden spoon", "Dan"): "0 won, 0 drawn, 3 lost",
    }


def test_the_honours_of_a_ladder_are_by_its_places_though_others_have_more_points(league):
    ladder = a_competition(league, ("Ladder", Format.LADDER, {}), rosters=False)
    top, second, third, last = entries(ladder, 4)
    started(ladder)
    stage, by = the_stage(ladder), commissioner_of(league)
    assert honours(ladder) == []
    decided(ladders.challenge(by, stage, third, top), 1, 1)
    decided(ladders.challenge(by, stage, last, second), 1, 0)
    decided(ladders.challenge(by, stage, last, third), 1, 1)
    assert next(row.entrant for row in tables.overall(ladder).rows) == second.number
    found = {one.name: one.entry for one in honours(ladder)}
    assert [found[name] for name in ("First place", "Second place", "Third place", "Wooden spoon")] == [
        top,
        second,
        third,
        last,
    ]


def test_the_small_are_told_by_the_rules_of_the_league_under_either_name_of_their_race(season):
    decide_by_order(season)
    season.entries.filter(coach="Dan").update(race="Halflings")

    def cup():
        return [one.entry.coach for one in honours(season) if one.name == "Stunty cup"]

    assert cup() == ["Cyd"]
    by = commissioner_of(season.league)
    season.league = change_house_rules(by, season.league, {"rosters/races/Goblin/stunty": False})
    assert cup() == ["Dan"]


def test_the_best_painted_is_who_has_most_marks_though_they_bring_no_points(season):
    decide_by_order(season)
    by = commissioner_of(season.league)
    for number, marks in ((2, 9), (3, 12)):
        entering.change_entry(by, season.entries.get(number=number), painting=marks)
    found = [(one.entry.coach, one.why) for one in honours(season) if one.name == "Best painted"]
    assert found == [("Cyd", "12 marks")]
    assert any(
        "Bash Best painted is given to Cyd" in page for page in pages(season, "print/certificates.pdf")
    )


def test_who_is_equal_shares_an_award(season):
    for row in pairings(the_stage(season)):
        decided(row, 1, 1)
    found = [(one.name, one.entry.coach) for one in honours(season)]
    assert [coach for name, coach in found if name == "Most touchdowns"] == ["Ann", "Bob", "Cyd", "Dan"]
    assert "Most casualties" not in {name for name, _ in found}


def test_each_award_is_a_certificate(season):
    decide_by_order(season)
    found = pages(season, "print/certificates.pdf")
    assert len(found) == 8
    assert "Bash First place is given to Ann Team Ann 3 won, 0 drawn, 0 lost" in found[0]


# --- with rosters -------------------------------------------------------------------------------------------------


def test_sheets_and_the_calendar_of_a_season_have_its_teams(league):
    competition = a_competition(league, name="Season")
    entries(competition, 2)
    started(competition)
    (row,) = pairings(the_stage(competition))
    (sheet,) = pages(competition, "print/1-1/sheets.pdf")
    assert row.home.team.players.get(uid=1).name in sheet
    Fixture.objects.filter(pk=row.fixture_id).update(scheduled="2027-01-05")
    response = ask(competition, "calendar.ics")
    (event,) = Calendar.from_ical(response.content).walk("VEVENT")
    assert event["SUMMARY"] == f"{row.fixture.home.name} v {row.fixture.away.name}"
    played_through(row)
    assert_reconciled(league)


def test_a_plan_is_nobodys_calendar_but_the_organisers(league):
    plan = setting_up.create(commissioner_of(league), league, "Plan", Kind.SEASON)
    assert ask(plan, "calendar.ics").status_code == 404
    assert ask(plan, "calendar.ics", commissioner_of(league)).status_code == 200
