"""Calendars of fixtures: what we write, an independent reader reads."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from icalendar import Calendar as Reader

from league.domain import members
from league.domain.leagues import change_settings
from league.domain.roles import Forbidden
from league.models import Membership
from matches.models import Fixture
from teams.domain.naming import rename_team
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_played_match,
    a_user,
    assert_reconciled,
    browser,
    coach_of,
)
from tournaments.calendars import Calendar, Event, escaped, folded, written

DAY = date(2027, 1, 5)
STAMP = datetime(2027, 1, 1, 12, tzinfo=UTC)
TEXTS = (
    "plain",
    "a;b,c\\d",
    "two\nlines",
    "three\r\nlines\rhere",
    "\\n is no new line",
    "BEGIN:VEVENT",
    'quoted "words": here',
    "Žluťoučký kůň úpěl ďábelské ódy, a ještě jednou žluťoučký kůň úpěl ďábelské ódy",
    "鬼の血球団" * 30,
    "🏈" * 60,
    "x" * 500,
    "",
)


def events_of(text: str) -> list:
    return list(Reader.from_ical(text).walk("VEVENT"))


@pytest.mark.parametrize("text", TEXTS)
def test_every_text_comes_back_as_it_was(text):
    event = Event("1@dugout", DAY, text, STAMP, description=text, url="https://example.org/a,b;c")
    (found,) = events_of(written(Calendar(text, (event,))))
    meant = text.replace("\r\n", "\n").replace("\r", "\n")
    assert str(found["SUMMARY"]) == meant
    assert str(found.get("DESCRIPTION", "")) == meant
    assert found["URL"] == "https://example.org/a,b;c"
    assert found["DTSTART"].dt == DAY
    assert found["DTEND"].dt == date(2027, 1, 6)
    assert found["DTSTAMP"].dt == STAMP


@pytest.mark.parametrize("text", TEXTS)
def test_no_line_is_longer_than_75_octets_and_no_character_is_cut(text):
    made = written(Calendar(text, (Event("1@dugout", DAY, text, STAMP, text),)))
    assert made.endswith("\r\n")
    lines = made.encode().split(b"\r\n")
    assert max(len(line) for line in lines) <= 75
    assert all(line.decode() is not None for line in lines)
    assert "\n" not in made.replace("\r\n", "")


def test_a_line_of_75_octets_is_not_folded_and_one_of_76_is():
    assert list(folded("x" * 75)) == ["x" * 75]
    assert list(folded("x" * 76)) == ["x" * 75, " x"]
    assert list(folded("x" * 74 + "ž")) == ["x" * 74, " ž"]
    assert list(folded("x" * 150)) == ["x" * 75, " " + "x" * 74, " x"]


def test_control_characters_have_no_place_in_a_text():
    assert escaped("a\x00b\x07c\x1bd\x7fe\x9ff") == "abcdef"
    assert escaped("one\u2028two\x85three\x0cfour") == "one\\ntwo\\nthree\\nfour"


# --- of a league --------------------------------------------------------------------------------------------------


@pytest.fixture
def league(db):
    return a_league("Old, World; Cup")


@pytest.fixture
def teams(league):
    return tuple(a_drafted_team(league, race) for race in ("Orc", "Human", "Dwarf"))


def on(fixture, day=DAY):
    Fixture.objects.filter(pk=fixture.pk).update(scheduled=day)
    return fixture


def read(league, path="calendar.ics", who=None, **headers):
    response = browser(who).get(f"/l/{league.slug}/{path}", headers=headers)
    assert response.status_code == 200
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    return events_of(response.content.decode())


def test_fixtures_with_a_day_are_in_the_calendar_by_day(league, teams):
    later, sooner = on(a_fixture(teams[0], teams[1]), date(2027, 2, 1)), on(a_fixture(teams[1], teams[2]))
    a_fixture(teams[0], teams[2])
    found = read(league)
    assert [(one["SUMMARY"], one["DTSTART"].dt) for one in found] == [
        (f"{teams[1].name} v {teams[2].name}", DAY),
        (f"{teams[0].name} v {teams[1].name}", date(2027, 2, 1)),
    ]
    assert [one["URL"].rsplit("/", 2)[1] for one in found] == [str(sooner.number), str(later.number)]
    assert found[0]["URL"].startswith("http://testserver/l/")


def test_a_match_stays_the_same_event_whatever_changes_about_it(league, teams):
    fixture = on(a_fixture(*teams[:2]))
    (before,) = read(league)
    rename_team(teams[0], coach_of(teams[0]), "Other name")
    on(fixture, date(2027, 3, 1))
    (after,) = read(league)
    assert before["UID"] == after["UID"]
    assert "Other name" in after["SUMMARY"]
    assert after["DTSTART"].dt == date(2027, 3, 1)


def test_a_played_match_has_its_score_and_stands_on_its_day(league, teams):
    result = a_played_match(*teams[:2])
    (found,) = read(league)
    assert found["SUMMARY"] == f"{teams[0].name} {result.home_score}–{result.away_score} {teams[1].name}"
    assert found["DTSTART"].dt == result.played_at.date()
    assert_reconciled(league)


def test_a_team_and_a_coach_have_calendars_of_their_own(league, teams):
    on(a_fixture(teams[0], teams[1]))
    on(a_fixture(teams[1], teams[2]))
    assert len(read(league)) == 2
    assert len(read(league, f"t/{teams[0].slug}/calendar.ics")) == 1
    assert len(read(league, f"t/{teams[1].slug}/calendar.ics")) == 2
    assert len(read(league, f"members/{coach_of(teams[2]).pk}/calendar.ics")) == 1
    assert len(read(league, f"members/{a_coach(league).pk}/calendar.ics")) == 0
    assert browser().get(f"/l/{league.slug}/members/{a_user().pk}/calendar.ics").status_code == 404
    assert browser().get(f"/l/{league.slug}/t/nowhere/calendar.ics").status_code == 404


def test_two_leagues_have_no_event_in_common(league, teams):
    other = a_league()
    on(a_fixture(*teams[:2]))
    on(a_fixture(a_drafted_team(other, "Orc"), a_drafted_team(other, "Human")))
    assert {one["UID"] for one in read(league)}.isdisjoint({one["UID"] for one in read(other)})


def test_an_empty_calendar_is_one(league):
    assert read(league) == []


def test_who_has_the_same_already_is_told_so(league, teams):
    fixture = on(a_fixture(*teams[:2]))
    address = f"/l/{league.slug}/calendar.ics"
    first = browser().get(address)
    again = browser().get(address, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    on(fixture, date(2027, 3, 1))
    assert browser().get(address, headers={"if-none-match": first["ETag"]}).status_code == 200


def test_a_calendar_takes_no_more_queries_with_more_matches(league, teams, django_assert_max_num_queries):
    for number in range(5):
        on(a_fixture(teams[number % 3], teams[(number + 1) % 3], round=number + 1))
    with django_assert_max_num_queries(2):
        assert len(read(league)) == 5


# --- private leagues ----------------------------------------------------------------------------------------------


@pytest.fixture
def private(league, teams):
    on(a_fixture(*teams[:2]))
    change_settings(a_commissioner(league), league, public=False)
    return league


def test_a_key_of_a_member_opens_the_calendars_of_a_private_league(private):
    member = members.renew_feed_key(a_coach(private), private)
    for path in ("calendar.ics", f"members/{member.user_id}/calendar.ics", "feed.atom"):
        address = f"/l/{private.slug}/{path}"
        assert browser().get(address).status_code == 404
        assert browser().get(f"{address}?key={member.feed_key}").status_code == 200
        assert browser(member.user).get(address).status_code == 200


@pytest.mark.parametrize("key", ["", "x", "x" * 43, "x" * 5000, "%00", "é" * 43])
def test_nothing_else_opens_them(private, key):
    assert browser().get(f"/l/{private.slug}/calendar.ics?key={key}").status_code == 404


def test_a_new_key_closes_the_old_one_and_leaving_closes_both(private):
    coach = a_coach(private)
    old = members.renew_feed_key(coach, private).feed_key
    new = members.renew_feed_key(coach, private).feed_key
    address = f"/l/{private.slug}/calendar.ics?key="
    assert [browser().get(address + key).status_code for key in (old, new)] == [404, 200]
    members.remove(coach, private, coach.pk)
    assert browser().get(address + new).status_code == 404


def test_a_key_opens_no_page_and_no_other_league(private):
    key = members.renew_feed_key(a_coach(private), private).feed_key
    other = a_league(public=False)
    assert browser().get(f"/l/{other.slug}/calendar.ics?key={key}").status_code == 404
    for path in ("", "standings/", "rosters.pdf", "teams.csv", "subscriptions/"):
        assert browser().get(f"/l/{private.slug}/{path}?key={key}").status_code == 404


def test_a_closed_account_opens_nothing(private):
    member = members.renew_feed_key(a_coach(private), private)
    member.user.is_active = False
    member.user.save()
    assert browser().get(f"/l/{private.slug}/calendar.ics?key={member.feed_key}").status_code == 404


def test_only_a_member_has_a_key(private):
    with pytest.raises(Forbidden):
        members.renew_feed_key(a_user(is_staff=True), private)


def test_the_page_offers_addresses_that_work(private):
    coach = a_coach(private)
    client = browser(coach)
    page = client.get(f"/l/{private.slug}/subscriptions/").content.decode()
    assert "calendar.ics" not in page
    client.post(f"/l/{private.slug}/subscriptions/key/")
    key = Membership.objects.get(user=coach).feed_key
    page = client.get(f"/l/{private.slug}/subscriptions/").content.decode()
    assert f"http://testserver/l/{private.slug}/calendar.ics?key={key}" in page
    assert f"http://testserver/l/{private.slug}/feed.atom?key={key}" in page


def test_a_public_league_needs_no_key(league, teams):
    page = browser().get(f"/l/{league.slug}/subscriptions/").content.decode()
    assert f"http://testserver/l/{league.slug}/calendar.ics" in page
    assert "key=" not in page
