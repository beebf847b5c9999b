"""At the event: the projector with its clock, and the report to the NAF there and back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import canonicalize

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.formats import naf
from engine.questions import Refusal
from league.domain import clock
from league.domain.roles import Forbidden
from league.errors import Conflict
from league.models import League, User
from tests.helpers import a_coach, a_commissioner, a_league, assert_reconciled, browser
from tests.tournaments.competing.builders import (
    a_competition,
    decided,
    entries,
    pairings,
    played_through,
    started,
    team_of,
    the_stage,
)
from tournaments.domain import naf_reports
from tournaments.domain.competing import clocks, entering, rounds, setting_up, tables
from tournaments.models import Competition, Entry, Format, Kind, Pairing, Round

EVENT = (Path(__file__).parents[2] / "data" / "naf" / "event-a.xml").read_bytes()
MOMENT = datetime(2026, 8, 18, 9, 8, tzinfo=UTC)


@pytest.fixture
def league(db: None) -> League:
    return a_league()


@pytest.fixture
def by(league: League) -> User:
    return a_commissioner(league)


def an_event(league: League, by: User, count: int = 4, numbered: int = 4, race: str = "Orc") -> Competition:
    """A Swiss whose first round is played, all by who sits at home."""
    swiss = a_competition(league, ("Swiss", Format.SWISS, {"rounds": 3}), kind=Kind.EVENT, rosters=False)
    for number in range(1, count + 1):
        entering.enter(
            by,
            swiss,
            name=f"Team {number}",
            coach=f"Tom & Jerry {number}",
            race=race,
            naf_number=11490 + number if number <= numbered else None,
            rating=1_100_000,
        )
    started(swiss)
    a_round(swiss, by)
    return swiss


def a_round(swiss: Competition, by: User, results: bool = True, at: datetime = MOMENT) -> Round:
    with clock.at(at):
        made = rounds.publish(by, rounds.pair(by, the_stage(swiss), results_missing=True))
    for one in pairings(the_stage(swiss), made.number):
        if results and one.away_id:
            decided(one, 2, 1, 3, 0)
    return made


def address(competition: Competition, path: str = "") -> str:
    return f"{competition.get_absolute_url()}{path}"


def text(competition: Competition, path: str, user: User | None = None, **query: Any) -> str:
    response = browser(user).get(address(competition, path), query)
    assert response.status_code == 200, response.status_code
    return response.content.decode()


# --- the report -----------------------------------------------------------------------------------------------


def test_an_event_is_reported_with_numbers_escapes_and_a_stamp_for_each_round(
    league: League, by: User
) -> None:
    swiss = an_event(league, by)
    a_round(swiss, by)
    made = naf_reports.report(by, swiss, "Organiser")
    data = naf_reports.write(made)
    assert made.notes == ()
    assert b"<name>Tom &amp; Jerry 1</name><number>11491</number>".replace(b"><number", b">\n<number") in data
    assert [one.at for one in made.report.games] == [datetime(2026, 8, 18, 9, 8)] * 2 + [
        datetime(2026, 8, 18, 9, 9)
    ] * 2
    assert {one.home.rating for one in made.report.games} == {110}
    assert (made.report.games[0].home.touchdowns, made.report.games[0].home.badly_hurt) == (2, 3)


def test_who_played_a_match_is_reported_with_it_also_when_another_has_taken_over(
    league: League, by: User
) -> None:
    swiss = an_event(league, by)
    team = swiss.entries.get(number=2)
    entering.replace(by, team, coach="Zoe", naf_number=31, reason="Ill")
    a_round(swiss, by)
    entering.replace(by, team, coach="Tom & Jerry 2", naf_number=11492)
    a_round(swiss, by)
    made = naf_reports.report(by, swiss, "Organiser").report
    assert [(one.name, one.number) for one in made.coaches if one.number in (31, 11492)] == [
        ("Tom & Jerry 2", 11492),
        ("Zoe", 31),
    ]
    by_round = [
        {record.name for record in (game.home, game.away)} & {"Zoe", "Tom & Jerry 2"} for game in made.games
    ]
    assert [one.pop() for one in by_round if one] == ["Tom & Jerry 2", "Zoe", "Tom & Jerry 2"]
    assert len(made.games) == 6


def test_a_substitute_without_a_number_is_nobody_to_the_naf_and_takes_no_number_over(
    league: League, by: User
) -> None:
    swiss = an_event(league, by)
    entering.replace(by, swiss.entries.get(number=2), coach="Zoe")
    a_round(swiss, by)
    made = naf_reports.report(by, swiss, "Organiser").report
    assert [one.number for one in made.coaches] == [11491, 9, 11493, 11494, 11492]
    numbers = [{game.home.number, game.away.number} & {9, 11492} for game in made.games]
    assert sorted(map(list, numbers)) == [[], [], [9], [11492]]


def test_a_substitute_has_no_number_that_somebody_else_of_the_event_has(league: League, by: User) -> None:
    swiss = an_event(league, by)
    team = swiss.entries.get(number=2)
    with pytest.raises(Refusal, match=r"^Team 1 has NAF number 11491 already\.$"):
        entering.replace(by, team, coach="Zoe", naf_number=11491)
    path = address(swiss, "entries/2/")
    given = {"act": "replace", "user": "", "coach": "Zoe", "naf_number": "31", "reason": "Ill"}
    assert browser(by).post(path, given).status_code == 302
    team.refresh_from_db()
    assert (team.coach, team.naf_number) == ("Zoe", 31)


def test_byes_and_drafts_are_not_reported(league: League, by: User) -> None:
    swiss = an_event(league, by, count=5, numbered=5)
    rounds.pair(by, the_stage(swiss))
    assert len(naf_reports.report(by, swiss, "Organiser").report.games) == 2


def test_a_race_that_the_naf_has_no_name_for_is_named(league: League, by: User) -> None:
    swiss = an_event(league, by, race="Fimir")
    with pytest.raises(Refusal) as refusal:
        naf_reports.report(by, swiss, "Organiser")
    assert next(one.message for one in refusal.value.problems) == (
        "The NAF has no name for the race of Tom & Jerry 1: Fimir."
    )
    page = text(swiss, "naf/", by)
    assert "This report cannot be written" in page
    assert "Fimir" in page
    assert browser(by).get(address(swiss, "naf.xml")).status_code == 400


def test_coaches_without_a_number_are_named_where_nobody_has_one(league: League, by: User) -> None:
    swiss = an_event(league, by, numbered=0)
    with pytest.raises(Refusal, match="No coach of this event has a NAF number"):
        naf_reports.report(by, swiss, "Organiser")


def test_matches_of_coaches_without_a_number_are_reported_or_left_out(league: League, by: User) -> None:
    swiss = an_event(league, by, numbered=3)
    assert len(naf_reports.report(by, swiss, "O").report.games) == 2
    left = naf_reports.report(by, swiss, "O", "leave_out")
    assert len(left.report.games) == 1
    assert "has no NAF number" in text(swiss, "naf/", by, without_number="leave_out", organiser="O")


def test_a_number_without_a_race_is_told(league: League, by: User) -> None:
    swiss = an_event(league, by)
    Entry.objects.filter(competition=swiss, number=2).update(race="")
    with pytest.raises(Refusal, match="Team 2 has a NAF number and no race: enter the race"):
        naf_reports.report(by, swiss, "Organiser")


def test_matches_that_changed_rosters_are_reported_from_their_results(league: League, by: User) -> None:
    season = a_competition(league)
    first, second = entries(season, 2)
    Entry.objects.filter(pk=first.pk).update(naf_number=1)
    Entry.objects.filter(pk=second.pk).update(naf_number=2)
    started(season)
    pairing = pairings(the_stage(season))[0]
    played_through(pairing)
    result = Pairing.objects.select_related("fixture__result").get(pk=pairing.pk).fixture.result
    (game,) = naf_reports.report(by, season, "Organiser").report.games
    assert {game.home.touchdowns, game.away.touchdowns} == {result.home_score, result.away_score}
    assert_reconciled(league)


def test_team_values_are_reported_in_ten_thousands_of_gold(db: None) -> None:
    league = a_league(edition="crp")
    season = a_competition(league)
    first, second = entries(season, 2)
    Entry.objects.filter(pk=first.pk).update(naf_number=1)
    Entry.objects.filter(pk=second.pk).update(naf_number=2)
    values = sorted(team_of(one).strength for one in (first, second))
    started(season)
    played_through(pairings(the_stage(season))[0])
    (game,) = naf_reports.report(a_commissioner(league), season, "Organiser").report.games
    assert sorted((game.home.rating, game.away.rating)) == [value // 10_000 for value in values]
    assert 80 <= game.home.rating <= 100
    assert_reconciled(league)


def test_the_file_is_downloaded_with_what_was_chosen(league: League, by: User) -> None:
    swiss = an_event(league, by)
    response = browser(by).get(address(swiss, "naf.xml"), {"organiser": "Grim", "without_number": "non_naf"})
    assert response["Content-Disposition"] == f'attachment; filename="naf-{swiss.slug}.xml"'
    assert naf.read(response.content).report.organiser == "Grim"
    assert naf.read(response.content).problems == ()


@pytest.mark.parametrize("path", ["naf/", "naf.xml"])
def test_only_who_runs_an_event_reports_it(league: League, by: User, path: str) -> None:
    swiss = an_event(league, by)
    assert browser(a_coach(league)).get(address(swiss, path)).status_code == 403
    with pytest.raises(Forbidden):
        naf_reports.report(a_coach(league), swiss, "Organiser")


# --- a report that comes in -----------------------------------------------------------------------------------


def test_a_real_event_is_imported_and_exported_again_as_it_was(league: League, by: User) -> None:
    made = naf_reports.import_report(by, league, EVENT, "Event A")
    assert (made.entries.count(), made.kind, made.state, made.rosters) == (59, Kind.EVENT, "ended", False)
    assert [one.pairings.count() for one in Round.objects.filter(stage__competition=made)] == [29] * 5
    assert made.entries.get(naf_number=10001).coach == "Coach 1"
    again = naf_reports.write(
        naf_reports.report(by, made, naf_reports.told_organiser(made, by))  # its own organiser
    )
    assert canonicalize(again, strip_text=True) == canonicalize(EVENT, strip_text=True)


def test_the_standings_of_a_real_event_are_those_of_its_scores(league: League, by: User) -> None:
    made = naf_reports.import_report(by, league, EVENT, "Event A", scoring="3-1-0")
    rows = tables.standing(the_stage(made)).rows
    points: dict[str, int] = {}
    for game in naf.read(EVENT).report.games:
        home, away = game.home.touchdowns, game.away.touchdowns
        points[game.home.name] = points.get(game.home.name, 0) + (3 if home > away else home == away)
        points[game.away.name] = points.get(game.away.name, 0) + (3 if away > home else home == away)
    named = dict(made.entries.values_list("number", "name"))
    assert {named[int(row.entrant)]: row.points for row in rows if row.played} == points
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)


def test_the_same_report_is_refused_the_second_time(league: League, by: User) -> None:
    naf_reports.import_report(by, league, EVENT, "Event A")
    for same in (EVENT, EVENT.replace(b"<game>", b"\n  <game>")):
        with pytest.raises(Conflict, match="This report is imported already: it is Event A"):
            naf_reports.import_report(by, league, same, "Event B")
    assert Competition.objects.count() == 1


def test_a_report_with_faults_is_refused_with_each_of_them_or_imported_anyway(
    league: League, by: User
) -> None:
    broken = EVENT.replace(b"<touchDowns>2<", b"<touchDowns>two<", 1)
    with pytest.raises(Refusal, match="has 'two' where its touchDowns should be"):
        naf_reports.import_report(by, league, broken, "Event A")
    assert not Competition.objects.exists()
    made = naf_reports.import_report(by, league, broken, "Event A", anyway=True)
    assert Pairing.objects.filter(round__stage__competition=made).count() == 144


def test_an_event_of_ones_own_goes_elsewhere_with_every_result(league: League, by: User) -> None:
    swiss = an_event(league, by, count=4, numbered=4)
    a_round(swiss, by)
    data = naf_reports.write(naf_reports.report(by, swiss, "Organiser"))
    elsewhere = a_league()
    made = naf_reports.import_report(a_commissioner(elsewhere), elsewhere, data, "The same")
    assert made.stages.get().rounds.count() == 2

    def told(competition: Competition) -> list[tuple[Any, ...]]:
        coaches = dict(competition.entries.values_list("number", "naf_number"))
        rows = tables.standing(the_stage(competition)).rows
        return [
            (row.place, coaches[row.entrant], row.won, row.lost, row.td_for, row.cas_for)  # type: ignore[index]
            for row in rows
        ]

    assert told(made) == told(swiss)


def test_namesakes_are_told_apart_by_their_numbers(league: League, by: User) -> None:
    same = EVENT.replace(b"<name>Coach 13</name>", b"<name>Coach 1</name>")
    made = naf_reports.import_report(by, league, same, "Event A")
    called = made.entries.filter(naf_number__in=(10001, 10013)).order_by("naf_number")
    assert [(one.name, one.coach) for one in called] == [
        ("Coach 1 (10001)", "Coach 1"),
        ("Coach 1 (10013)", "Coach 1"),
    ]
    written = naf_reports.write(naf_reports.report(by, made, "Coach 1"))
    assert canonicalize(written, strip_text=True) == canonicalize(same, strip_text=True)


def test_two_coaches_of_one_number_are_refused_and_nothing_is_imported(league: League, by: User) -> None:
    same = EVENT.replace(b"<number>10013</number>", b"<number>10001</number>")
    with pytest.raises(Refusal, match=r"Coach \d+: Coach 13 has the NAF number of Coach 1, 10001\."):
        naf_reports.import_report(by, league, same, "Event A")
    assert not Competition.objects.exists()


def test_a_report_is_imported_through_the_site(league: League, by: User) -> None:
    path = f"/l/{league.slug}/competitions/import-naf/"
    data = {"name": "Event A", "file": SimpleUploadedFile("event.xml", EVENT, "text/xml")}
    response = browser(by).post(path, data)
    made = Competition.objects.get()
    assert response["Location"] == made.get_absolute_url()
    assert "Coach 1" in text(made, "")
    data = {"name": "Event A", "file": SimpleUploadedFile("event.xml", EVENT, "text/xml")}
    assert "is imported already" in browser(by).post(path, data).content.decode()
    data = {"name": "Event A", "file": SimpleUploadedFile("event.xml", b"<html/>", "text/xml")}
    refused = browser(by).post(path, data)
    assert refused.status_code == 400
    assert "This is no report to the NAF" in refused.content.decode()


# --- the projector --------------------------------------------------------------------------------------------


def test_the_screen_shows_the_published_round_and_the_table_and_never_a_draft(
    league: League, by: User
) -> None:
    swiss = an_event(league, by)
    page = text(swiss, "screen/")
    assert "Swiss, round 1" in page
    assert page.count("<tr>") == 5
    rounds.pair(by, the_stage(swiss))
    assert "Swiss, round 1" in text(swiss, "screen/", by)
    rounds.publish(by, the_stage(swiss).rounds.get(number=2))
    assert "Swiss, round 2" in text(swiss, "screen/")


def test_the_screen_turns_its_parts_without_a_script(league: League, by: User) -> None:
    swiss = an_event(league, by)
    first, second = text(swiss, "screen/", part="pairings"), text(swiss, "screen/", part="table")
    assert ("<table>" in first, 'class="pairings"' in first) == (False, True)
    assert ("<table>" in second, 'class="pairings"' in second) == (True, False)
    assert 'content="20; url=?part=table"' in first
    assert 'content="20; url=?part=pairings"' in second
    assert "<script>" not in first
    assert "style=" not in first


def test_a_competition_without_a_round_has_a_screen_too(league: League, by: User) -> None:
    empty = a_competition(league, ("Swiss", Format.SWISS, {}), kind=Kind.EVENT, rosters=False)
    assert "No round is published yet." in text(empty, "screen/")


def test_the_screen_of_a_season_shows_the_first_round_with_open_matches(league: League, by: User) -> None:
    season = a_competition(league, rosters=False)
    entries(season, 4)
    started(season)
    for one in pairings(the_stage(season), 1):
        decided(one, 1, 0)
    assert "Season, round 2" in text(season, "screen/")


def test_a_round_clock_is_started_and_stopped_by_who_runs_it(league: League, by: User) -> None:
    swiss = an_event(league, by)
    path = address(swiss, "clock/1-1/")
    assert browser(a_coach(league)).post(path, {"act": "start", "minutes": "135"}).status_code == 403
    assert 'role="timer"' not in text(swiss, "screen/")
    assert browser(by).post(path, {"act": "start", "minutes": "135"}).status_code == 302
    until = Round.objects.get().clock_until
    assert until is not None
    with clock.at(until - timedelta(minutes=65)):
        assert 'data-left="3900">1:05:00<' in text(swiss, "screen/")
    with clock.at(until + timedelta(hours=1)):
        assert 'class="clock over" role="timer" data-left="0">0:00<' in text(swiss, "screen/")
    assert browser(by).post(path, {"act": "start", "minutes": "0"}).status_code == 400
    assert browser(by).post(path, {"act": "stop"}).status_code == 302
    assert Round.objects.get().clock_until is None


def test_the_clock_of_a_draft_does_not_run(league: League, by: User) -> None:
    swiss = an_event(league, by)
    draft = rounds.pair(by, the_stage(swiss))
    with pytest.raises(Conflict, match="is not published, so its clock does not run"):
        clocks.start(by, draft, 60)
    with pytest.raises(Refusal, match="runs from 1 to 600 minutes, and 601 were asked for"):
        clocks.start(by, draft, 601)


@pytest.mark.parametrize("path, most", [("screen/", 10), ("naf/", 14), ("naf.xml", 12)])
def test_pages_of_many_take_as_few_queries_as_those_of_few(
    league: League, by: User, path: str, most: int
) -> None:
    few, many = an_event(league, by, 4), an_event(league, by, 24, 24)
    counts = []
    for swiss in (few, many):
        a_round(swiss, by)
        client = browser(None if path == "screen/" else by)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address(swiss, path)).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]
    assert counts[1] <= most


# --- awards, and the admin ------------------------------------------------------------------------------------


def test_awards_are_shown_once_a_competition_is_over(league: League, by: User) -> None:
    swiss = an_event(league, by)
    assert "Wooden spoon" not in text(swiss, "")
    setting_up.end(by, swiss)
    page = text(swiss, "")
    assert "Wooden spoon" in page
    assert "print/certificates.pdf" in page


LISTS = ("competition", "entry", "round", "pairing")


@pytest.mark.parametrize("model", LISTS)
def test_the_admin_lists_competitions_of_own_leagues_with_links_and_changes_nothing(
    league: League, by: User, model: str
) -> None:
    an_event(league, by)
    path = f"/admin/tournaments/{model}/"
    page = browser(by).get(path, {"q": "Team 1"} if model == "entry" else {}).content.decode()
    assert "/c/competition-" in page
    elsewhere = a_commissioner(a_league())
    assert "/c/competition-" not in browser(elsewhere).get(path).content.decode()
    row = {"competition": Competition, "entry": Entry, "round": Round, "pairing": Pairing}[
        model
    ].objects.first()
    assert row is not None
    seen = browser(by).get(f"{path}{row.pk}/change/")
    assert seen.status_code == 200
    assert 'name="_save"' not in seen.content.decode()
    assert browser(elsewhere).get(f"{path}{row.pk}/change/").status_code == 302
    for act in ("change", "delete"):
        assert browser(by).post(f"{path}{row.pk}/{act}/", {"post": "yes"}).status_code == 403
    assert browser(by).get(f"{path}add/").status_code == 403


@pytest.mark.parametrize("model", LISTS)
def test_lists_of_the_admin_take_as_few_queries_for_many(league: League, by: User, model: str) -> None:
    counts = []
    for _ in range(2):
        an_event(league, by, 6, 6)
        client = browser(by)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/admin/tournaments/{model}/").status_code == 200
        counts.append(len(captured))
    assert counts[1] <= counts[0]
