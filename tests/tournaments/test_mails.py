"""The weekly page by mail: to whoever wants it, once, and no longer than they like."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from smtplib import SMTPServerDisconnected

import pytest
import time_machine
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.urls import reverse

from engine.questions import Refusal
from engine.roster import Departed, Injured
from league.domain import members
from league.domain.bulletins import publish as tell
from league.domain.roles import Forbidden
from league.models import League, Membership
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
    happens,
)
from tournaments import tasks
from tournaments.domain import mailing, publishing
from tournaments.models import Mailing

MONDAY = datetime(2027, 1, 4, 7, tzinfo=UTC)
WEEK = timedelta(days=7)


@pytest.fixture
def league(db):
    return a_league("Old World")


@pytest.fixture
def teams(league):
    return a_drafted_team(league, "Orc", name="Alpha & <b>"), a_drafted_team(league, "Human", name="Beta")


@pytest.fixture
def publish(league, teams, django_capture_on_commit_callbacks):
    """Publishes, and lets what waits for the end of the transaction happen."""

    def published(**ways):
        with django_capture_on_commit_callbacks(execute=True):
            return publishing.publish(league, **{"at": MONDAY, **ways})

    return published


def a_reader(league, name="") -> Membership:
    coach = a_coach(league, name)
    coach.email = f"{coach.username}@example.org"
    coach.save()
    return members.want_mails(coach, league, weekly=True, matches=False)


def recipients():
    return sorted(one for sent in mail.outbox for one in sent.to)


def test_who_wants_it_gets_it_and_nobody_else(league, teams, publish):
    first, second = a_reader(league, "first"), a_reader(league, "second")
    a_coach(league)
    a_reader(a_league())
    publish()
    assert recipients() == ["first@example.org", "second@example.org"]
    assert {row.user for row in Mailing.objects.all()} == {first.user, second.user}


def test_nobody_gets_it_without_asking_without_an_address_or_with_a_closed_account(league, teams, publish):
    closed, without = a_reader(league), a_reader(league)
    closed.user.is_active = False
    closed.user.save()
    without.user.email = ""
    without.user.save()
    publish()
    assert mail.outbox == []


def test_it_says_what_the_page_says_as_text_and_as_html(league, teams, publish):
    a_reader(league)
    result = a_played_match(*teams)
    happens(teams[0], Departed(2, "dead", "killed by a rock"), Injured(3, "Smashed knee", "niggling"))
    a_fixture(teams[1], teams[0], round=2)
    tell(a_commissioner(league), league, "News & more", "Much <happened>.")
    made = publish(at=datetime.now(UTC))
    (sent,) = mail.outbox
    (html, kind) = (str(part) for part in sent.alternatives[0])
    assert kind == "text/html"
    address = f"http://127.0.0.1:8000/l/{league.slug}/standings/{made.year}-{made.week}/"
    dead, hurt = (teams[0].players.get(uid=uid).name for uid in (2, 3))
    for body in (str(sent.body), str(html)):
        assert address in body
        assert f"{dead} (" in body
        assert "killed by a rock" in body
        assert f"{hurt} (" in body
        assert "Smashed knee, a niggling injury" in body
    assert f"Alpha & <b> {result.home_score}-{result.away_score} Beta" in sent.body
    assert "Round 2: Beta v Alpha & <b>" in sent.body
    assert "Much <happened>." in sent.body
    assert "Alpha &amp; &lt;b&gt;" in html
    assert "Much &lt;happened&gt;." in html
    assert "<happened>" not in html
    assert sent.subject == f"[Old World] Week {made.week} of {made.year}"
    assert_reconciled(league)


def test_it_comes_once_for_each_publication(league, teams, publish):
    a_reader(league)
    made = publish()
    assert tasks.mail_publication.delay(made.pk).get() == 0
    publish(at=MONDAY + timedelta(days=1), replace=True)
    assert len(mail.outbox) == 1
    publish(at=MONDAY + WEEK)
    assert [sent.subject for sent in mail.outbox] == [
        "[Old World] Week 1 of 2027",
        "[Old World] Week 2 of 2027",
    ]


def test_what_the_clock_publishes_is_mailed(league, teams, django_capture_on_commit_callbacks):
    a_reader(league)
    with time_machine.travel(MONDAY), django_capture_on_commit_callbacks(execute=True):
        assert tasks.publish_due.delay().get() == 1
    with time_machine.travel(MONDAY), django_capture_on_commit_callbacks(execute=True):
        assert tasks.publish_due.delay().get() == 0
    assert len(mail.outbox) == 1


def test_a_publication_that_is_gone_is_mailed_to_nobody(db):
    assert tasks.mail_publication.delay(10_000).get() == 0


class Closed(EmailBackend):
    def open(self):
        raise ConnectionRefusedError("nobody is there")


def test_a_mail_server_that_is_not_there_is_tried_again_later(league, teams, settings):
    a_reader(league, "first")
    made = publishing.publish(league, at=MONDAY)
    settings.EMAIL_BACKEND = f"{__name__}.Closed"
    with pytest.raises(mailing.NotSent, match="nobody is there"):
        mailing.send(made.pk)
    assert not Mailing.objects.exists()


class Wayward(EmailBackend):
    """A mail server that takes no mail for some, as often as it is told."""

    refusals = 0
    tried = 0

    def send_messages(self, messages):
        type(self).tried += 1
        if Wayward.refusals and messages[0].to == ["second@example.org"]:
            Wayward.refusals -= 1
            raise SMTPServerDisconnected("try again")
        return super().send_messages(messages)


@pytest.fixture
def wayward(settings):
    settings.EMAIL_BACKEND = f"{__name__}.Wayward"
    Wayward.refusals = 1
    yield
    Wayward.refusals = 0


def test_a_mail_that_the_server_would_not_take_is_tried_again_and_no_other(league, teams, publish, wayward):
    for name in ("first", "second", "third"):
        a_reader(league, name)
    made = publishing.publish(league, at=MONDAY)
    with pytest.raises(mailing.NotSent, match="1 mails"):
        mailing.send(made.pk)
    assert recipients() == ["first@example.org", "third@example.org"]
    assert mailing.send(made.pk) == 1
    assert recipients() == ["first@example.org", "second@example.org", "third@example.org"]


def test_a_mail_server_that_is_lost_stops_no_publication(league, teams, publish, wayward):
    Wayward.refusals = 100
    a_reader(league, "second")
    assert publish().week == 1
    assert mail.outbox == []


def test_a_mail_that_is_claimed_by_another_worker_is_not_sent_here(league, teams):
    reader = a_reader(league)
    made = publishing.publish(league, at=MONDAY)
    members_found = list(mailing.wanting(made))
    Mailing.objects.create(publication=made, user=reader.user, at=MONDAY)
    assert [one.pk for one in members_found] == [reader.pk]
    assert mailing.send(made.pk) == 0
    assert mail.outbox == []


def test_who_could_not_be_reached_gets_the_page_within_a_day(league, teams, publish, wayward):
    a_reader(league, "first")
    a_reader(league, "second")
    publish()
    assert recipients() == ["first@example.org"]
    Wayward.refusals = 1
    assert mailing.send_waiting(MONDAY + timedelta(hours=1)) == 0
    with time_machine.travel(MONDAY + timedelta(hours=2)):
        assert tasks.mail_waiting.delay().get() == 1
        assert tasks.mail_waiting.delay().get() == 0
    assert recipients() == ["first@example.org", "second@example.org"]


def test_a_page_of_days_ago_is_mailed_to_nobody_any_more(league, teams, publish):
    publish()
    a_reader(league)
    assert mailing.send_waiting(MONDAY + timedelta(days=1, seconds=1)) == 0
    assert mailing.send_waiting(MONDAY + timedelta(days=1)) == 1


def test_a_league_whose_mails_are_not_taken_keeps_no_other_waiting(league, teams, publish, wayward):
    other = a_league()
    a_drafted_team(other)
    publishing.publish(other, at=MONDAY)
    publish()
    a_reader(league, "second")
    a_reader(other, "first")
    assert mailing.send_waiting(MONDAY) == 1
    assert recipients() == ["first@example.org"]


def test_it_says_to_each_reader_what_is_his_to_do(league, teams, publish):
    coach = coach_of(teams[0])
    coach.email = "alpha@example.org"
    coach.save()
    members.want_mails(coach, league, weekly=True, matches=False)
    a_reader(league, "second")
    a_fixture(*teams)
    publish()
    bodies = {sent.to[0]: str(sent.body) for sent in mail.outbox}
    todo = "To be played: Alpha & <b> v Beta, round 1."
    assert todo in bodies["alpha@example.org"]
    assert todo not in bodies["second@example.org"]
    assert all(mailing.OWED_MARK not in body for body in bodies.values())
    assert_reconciled(league)


def test_each_reader_gets_it_in_his_language(league, teams, publish):
    for name, language in (("first", "cs"), ("second", ""), ("third", "hu")):
        reader = a_reader(league, name).user
        reader.language = language
        reader.save()
    publish()
    spoken = {sent.to[0]: str(sent.alternatives[0][0]) for sent in mail.outbox}
    assert {to: html.split('lang="')[1][:2] for to, html in spoken.items()} == {
        "first@example.org": "cs",
        "second@example.org": "en",
        "third@example.org": "hu",
    }


# --- asking for it, and stopping it -------------------------------------------------------------------------------


def test_a_member_asks_for_it_and_stops_it_on_the_page(league):
    coach = a_coach(league)
    coach.email = "coach@example.org"
    coach.save()
    client = browser(coach)
    address = f"/l/{league.slug}/subscriptions/mail/"

    def chosen():
        member = Membership.objects.get(user=coach)
        return member.weekly_mail, member.match_mail

    assert "coach@example.org" in client.get(f"/l/{league.slug}/subscriptions/").content.decode()
    for wanted in ({"weekly": "1"}, {"each_match": "1"}, {"weekly": "1", "each_match": "1"}, {}):
        client.post(address, wanted)
        assert chosen() == ("weekly" in wanted, "each_match" in wanted)
        page = client.get(f"/l/{league.slug}/subscriptions/").content.decode()
        assert page.count(" checked") == len(wanted)


def test_it_is_for_members_with_an_address(league):
    with pytest.raises(Forbidden, match="You are not in Old World"):
        members.want_mails(a_user(email="a@example.org"), league, weekly=True, matches=False)
    with pytest.raises(Refusal, match="no mail address"):
        members.want_mails(a_coach(league), league, weekly=True, matches=False)


def stop_address():
    (sent,) = mail.outbox
    return sent.extra_headers["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:8000")


def test_one_click_stops_it_without_logging_in(league, teams, publish):
    reader = a_reader(league)
    publish()
    (sent,) = mail.outbox
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = stop_address()
    assert address in sent.body
    assert address in sent.alternatives[0][0]
    client = Client(enforce_csrf_checks=True)
    assert client.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    reader.refresh_from_db()
    assert not reader.weekly_mail
    publish(at=MONDAY + WEEK)
    assert len(mail.outbox) == 1


def test_looking_at_the_link_stops_nothing(league, teams, publish):
    reader = a_reader(league)
    publish()
    page = Client().get(stop_address()).content.decode()
    assert "No more mails?" in page
    assert "Old World" in page
    reader.refresh_from_db()
    assert reader.weekly_mail


def test_the_page_that_stops_it_speaks_the_language_of_the_league(league):
    League.objects.filter(pk=league.pk).update(language="hu")
    answer = Client().get(reverse("tournaments:stop_mail", args=[mailing.ticket(a_reader(league))]))
    assert answer["Content-Language"] == "hu"


def test_a_ticket_stops_the_mails_of_one_and_nobody_makes_one_up(league):
    one, other = a_reader(league), a_reader(league)
    mailing.stop(mailing.ticket(one))
    other.refresh_from_db()
    assert other.weekly_mail
    for ticket in (
        "1",
        f"{other.pk}:x",
        mailing.ticket(one).replace(str(one.pk), str(other.pk), 1),
        "x" * 900,
    ):
        assert Client().post(reverse("tournaments:stop_mail", args=[ticket])).status_code == 404
    other.refresh_from_db()
    assert other.weekly_mail


def test_who_has_left_gets_no_more_mails(league, teams, publish):
    reader = a_reader(league)
    ticket = mailing.ticket(reader)
    members.remove(reader.user, league, reader.user.pk)
    publish()
    assert mail.outbox == []
    assert Client().post(reverse("tournaments:stop_mail", args=[ticket])).status_code == 404


def test_a_mail_takes_no_more_queries_for_its_page_with_more_readers(
    league, teams, django_assert_max_num_queries
):
    for _ in range(5):
        a_reader(league)
    made = publishing.publish(league, at=MONDAY)
    # Two to read, three for what is theirs to do, and for each mail its claim, in a savepoint of its own.
    with django_assert_max_num_queries(2 + 3 + 5 * 6):
        assert mailing.send(made.pk) == 5
