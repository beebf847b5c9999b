"""The feed of what was published, and every table as a spreadsheet and as JSON."""

from __future__ import annotations

import csv
from datetime import UTC, datetime, timedelta
from io import StringIO
from xml.etree import ElementTree

import pytest
from django.utils.translation import gettext, override

from engine.roster import Injured, SppGained
from league.domain import clock
from league.domain.bulletins import publish as tell
from league.domain.leagues import change_settings
from league.models import Bulletin
from tests.helpers import (
    a_commissioner,
    a_drafted_team,
    a_league,
    a_played_match,
    assert_reconciled,
    browser,
    happens,
)
from tournaments.domain.annals.notices import notices
from tournaments.domain.publishing import publish

ATOM = "{http://www.w3.org/2005/Atom}"
MONDAY = datetime(2027, 1, 4, 7, tzinfo=UTC)
WEEK = timedelta(days=7)


@pytest.fixture
def league(db):
    return a_league("Cups & <Balls>")


@pytest.fixture
def teams(league):
    with clock.at(MONDAY - WEEK):
        return a_drafted_team(league, "Orc", name="Alpha & <b>"), a_drafted_team(
            league, "Human", name="=Beta"
        )


def feed(league):
    response = browser().get(f"/l/{league.slug}/feed.atom")
    assert response.status_code == 200
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    return ElementTree.fromstring(response.content)


def entries(league):
    return feed(league).findall(f"{ATOM}entry")


def said(entry, name):
    return entry.findtext(f"{ATOM}{name}")


# --- the feed -----------------------------------------------------------------------------------------------------


def test_it_has_what_a_feed_must_have(league, teams):
    publish(league, at=MONDAY)
    root = feed(league)
    assert root.tag == f"{ATOM}feed"
    for element in (root, *root.findall(f"{ATOM}entry")):
        assert said(element, "title")
        assert said(element, "id").startswith("urn:uuid:")
        assert datetime.fromisoformat(said(element, "updated")).tzinfo is not None
        assert element.find(f"{ATOM}link").get("href").startswith("http://testserver/l/")
    assert root.findtext(f"{ATOM}author/{ATOM}name") == "Cups & <Balls>"
    links = {link.get("rel"): link.get("href") for link in root.findall(f"{ATOM}link")}
    assert links["self"] == f"http://testserver/l/{league.slug}/feed.atom"


def test_publications_and_bulletins_are_in_it_the_latest_first(league, teams):
    publish(league, at=MONDAY)
    with clock.at(MONDAY + timedelta(days=1)):
        tell(a_commissioner(league), league, "News", "<script>alert(1)</script>\n\nTwo.")
    publish(league, at=MONDAY + WEEK)
    titles = [said(one, "title") for one in entries(league)]
    assert titles == ["Week 2 of 2027, Season 1", "News", "Week 1 of 2027, Season 1"]
    assert said(entries(league)[1], "summary") == "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n<p>Two.</p>"
    assert "Alpha &amp; &lt;b&gt;" in said(entries(league)[0], "summary")


def test_an_entry_keeps_its_name_when_it_is_replaced(league, teams):
    publish(league, at=MONDAY)
    (before,) = entries(league)
    publish(league, at=MONDAY + timedelta(days=2), replace=True)
    (after,) = entries(league)
    assert said(before, "id") == said(after, "id")
    assert said(before, "updated") < said(after, "updated")


def test_no_two_entries_have_the_same_name(league, teams):
    other = a_league()
    a_drafted_team(other, "Orc")
    for one in (league, other):
        publish(one, at=MONDAY)
        publish(one, at=MONDAY + WEEK)
        tell(a_commissioner(one), one, "News", "Much.")
    names = [said(entry, "id") for one in (league, other) for entry in entries(one)]
    assert len(set(names)) == len(names) == 6


def test_characters_that_xml_has_no_place_for_do_not_break_it(league, teams):
    bulletin = tell(a_commissioner(league), league, "News", "text")
    Bulletin.objects.filter(pk=bulletin.pk).update(title="Ne\x07ws", text="\x0bbell\x1b \ufffe")
    assert [said(one, "title") for one in entries(league)] == ["News"]


def test_an_empty_league_has_an_empty_feed(league):
    assert entries(league) == []


def test_the_feed_takes_no_more_queries_with_more_in_it(league, teams, django_assert_max_num_queries):
    for week in range(4):
        publish(league, at=MONDAY + week * WEEK)
        tell(a_commissioner(league), league, f"News {week}", "Much.")
    # One for the pages, the bulletins and the results each; the milestones are kept with the chronicle of the league.
    feed(league)
    with django_assert_max_num_queries(4):
        assert len(entries(league)) == 8


def test_results_are_in_it_and_milestones_that_all_of_the_league_hears_of(league, teams):
    result = a_played_match(*teams)
    score = f"{teams[0].name} {result.home_score}–{result.away_score} {teams[1].name}"
    found = notices(league, great=True)
    told = {f"{one.who or league.name}: {one.told}" for one in found}
    assert {said(one, "title") for one in entries(league)} == {score} | told
    assert_reconciled(league)


def test_programs_that_have_chosen_no_language_get_that_of_the_league(league, teams):
    a_played_match(*teams)
    change_settings(a_commissioner(league), league, language="cs")
    assert feed(league).get("{http://www.w3.org/XML/1998/namespace}lang") == "cs"
    with override("cs"):
        round_ = gettext("{season}, round {round}").format(season="", round=1).removeprefix(", ")
    assert round_ != "round 1"
    assert round_ in browser().get(f"/l/{league.slug}/calendar.ics").content.decode()
    assert_reconciled(league)


def test_pages_say_where_the_feed_is(league, teams):
    made = publish(league)
    for path in ("", "standings/", "standings/published/", f"standings/{made.year}-{made.week}/"):
        page = browser().get(f"/l/{league.slug}/{path}").content.decode()
        assert f'type="application/atom+xml" title="Cups &amp; &lt;Balls&gt;" href="/l/{league.slug}/' in page


# --- spreadsheets and JSON ----------------------------------------------------------------------------------------


def sheet(league, path):
    response = browser().get(f"/l/{league.slug}/{path}")
    assert response.status_code == 200
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    text = response.content.decode()
    assert text.startswith("\ufeff")
    return list(csv.DictReader(StringIO(text.removeprefix("\ufeff"))))


FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "＝1")


@pytest.mark.parametrize("name", FORMULAS)
def test_no_name_is_a_formula(league, name):
    team = a_drafted_team(league, "Orc", name=name)
    happens(team, SppGained(1, "touchdown", 2, 6))
    made = publish(league)
    for path in ("standings.csv", f"standings/{made.year}-{made.week}.csv", "leaders.csv", "teams.csv"):
        assert {row["Team"] for row in sheet(league, path)} == {f"'{name}"}, path
    assert_reconciled(league)


def test_the_leaders_are_a_sheet_with_a_line_for_each(league, teams):
    team = happens(teams[0], SppGained(1, "touchdown", 2, 6), SppGained(2, "casualty", 1, 2))
    found = {(row["Board"], row["Player"], row["Count"]) for row in sheet(league, "leaders.csv")}
    first, second = (team.players.get(uid=uid).name for uid in (1, 2))
    assert found == {
        ("Star player points", first, "6"),
        ("Star player points", second, "2"),
        ("Touchdowns", first, "2"),
        ("Casualties", second, "1"),
    }


def test_a_published_week_is_a_sheet_of_its_day(league, teams):
    a_played_match(*teams)
    made = publish(league)
    before = sheet(league, f"standings/{made.year}-{made.week}.csv")
    a_played_match(*teams, round=2, seed=2)
    assert sheet(league, f"standings/{made.year}-{made.week}.csv") == before
    assert sheet(league, "standings.csv") != before
    assert browser().get(f"/l/{league.slug}/standings/1999-1.csv").status_code == 404


def test_every_table_is_json_as_well(league, teams):
    made = publish(league)
    pages = {
        "standings/": f"/api/v1/leagues/{league.slug}/standings/?season=1",
        "leaders/": f"/api/v1/leagues/{league.slug}/leaders/",
        "teams/": f"/api/v1/leagues/{league.slug}/teams/",
        f"standings/{made.year}-{made.week}/": f"/api/v1/leagues/{league.slug}/publications/{made.year}-{made.week}/",
    }
    for page, address in pages.items():
        assert f'href="{address}"' in browser().get(f"/l/{league.slug}/{page}").content.decode()
        assert browser().get(address).json()


# --- the page -----------------------------------------------------------------------------------------------------


def test_a_published_page_tells_of_the_injured_of_the_week(league, teams):
    with clock.at(MONDAY - 2 * WEEK):
        happens(teams[0], Injured(1, "Smashed hand", "miss"))
    with clock.at(MONDAY - timedelta(days=1)):
        happens(teams[0], Injured(2, "Smashed knee", "niggling"), Injured(3, "Fractured skull", "av"))
    made = publish(league, at=MONDAY)
    assert [(one.uid, one.injury, one.left) for one in made.page.injuries] == [
        (2, "Smashed knee", "a niggling injury"),
        (3, "Fractured skull", "a point of armour"),
    ]
    page = browser().get(f"/l/{league.slug}/standings/2027-1/").content.decode()
    assert "smashed knee: a niggling injury" in page
    told = browser().get(f"/api/v1/leagues/{league.slug}/publications/2027-1/").json()["injuries"]
    assert [one["effect"] for one in told] == ["niggling", "av"]
    assert_reconciled(league)
