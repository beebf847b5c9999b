"""A mail after a match: to its coaches who want one, in their language, once, and no longer than they like."""

from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPDataError

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone

from engine.roster import Injured, decode_events
from league.domain import members
from matches.domain import amending
from teams.models import RosterEvents
from tests.helpers import (
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_played_match,
    assert_reconciled,
    coach_of,
)
from tournaments import tasks
from tournaments.domain import digesting, owing
from tournaments.models import MatchMail


@pytest.fixture
def league(db):
    return a_league("Old World")


@pytest.fixture
def teams(league):
    return a_drafted_team(league, "Orc", name="Alpha & <b>"), a_drafted_team(league, "Human", name="Beta")


def wants(team, **wishes):
    coach = coach_of(team)
    coach.email = f"{coach.username}@example.org"
    for name, value in wishes.items():
        setattr(coach, name, value)
    coach.save()
    return members.want_mails(coach, team.league, weekly=False, matches=True)


def recipients():
    return sorted(one for sent in mail.outbox for one in sent.to)


def test_a_coach_who_wants_it_gets_it_once(league, teams):
    wants(teams[0])
    result = a_played_match(*teams)
    assert mail.outbox == []
    assert tasks.mail_matches.delay().get() == 1
    assert tasks.mail_matches.delay().get() == 0
    (sent,) = mail.outbox
    assert sent.to == [coach_of(teams[0]).email]
    assert sent.subject == f"[Old World] Alpha & <b> {result.home_score}–{result.away_score} Beta"
    assert_reconciled(league)


def test_nobody_gets_it_without_asking(league, teams):
    a_played_match(*teams)
    assert not MatchMail.objects.exists()
    assert_reconciled(league)


def test_it_tells_of_the_match_the_table_and_what_is_to_do(league, teams):
    wants(teams[0])
    result = a_played_match(*teams)
    a_fixture(teams[1], teams[0], round=2)
    digesting.send_waiting()
    (sent,) = mail.outbox
    (html, kind) = (str(part) for part in sent.alternatives[0])
    assert kind == "text/html"
    to_do = owing.owed(league, [coach_of(teams[0]).pk])[coach_of(teams[0]).pk]
    assert to_do[-1].told == "To be played: Beta v Alpha & <b>, round 2."
    told = [
        f"Casualties: {result.home_casualties} caused, {result.away_casualties} suffered.",
        f"Winnings: {result.home_winnings:,} gold pieces.",
        *(one.told for one in to_do),
    ]
    for line in told:
        assert line in sent.body
        assert line.replace("&", "&amp;").replace("<b>", "&lt;b&gt;") in html
    assert "in place" in sent.body
    assert f"http://127.0.0.1:8000/l/{league.slug}/m/{result.fixture.number}/" in sent.body
    assert_reconciled(league)


def test_whoever_was_hurt_is_told_of(league, teams):
    wants(teams[0])
    for seed in range(1, 40):
        result = a_played_match(*teams, round=seed, seed=seed)
        told = decode_events(RosterEvents.objects.get(act=result.act, team=teams[0]).events)
        hurt = [one for one in told if isinstance(one, Injured)]
        if hurt:
            break
    names = [teams[0].players.get(uid=one.player).name for one in hurt]
    items = [one.told for one in digesting.of_the_match(teams[0], result)]
    assert {f"{name}: {one.injury}" for name, one in zip(names, hurt, strict=True)} <= set(items)
    assert_reconciled(league)


def test_it_comes_in_the_language_of_the_coach(league, teams):
    wants(teams[0], language="cs")
    a_played_match(*teams)
    digesting.send_waiting()
    (sent,) = mail.outbox
    assert '<html lang="cs">' in str(sent.alternatives[0][0])
    assert_reconciled(league)


def test_a_match_that_is_corrected_is_not_mailed_anew(league, teams):
    wants(teams[0])
    result = a_played_match(*teams)
    digesting.send_waiting()
    commissioner = a_commissioner(league)
    amendment = amending.begin(commissioner, result, "The dice were cocked.")
    assert amendment.pk
    assert MatchMail.objects.count() == 1
    assert_reconciled(league)


class Wayward(EmailBackend):
    """A mail server that is not there, or takes nothing, until it has had enough of it."""

    troubles: list[Exception] = []

    def send_messages(self, messages):
        if Wayward.troubles:
            raise Wayward.troubles.pop()
        return super().send_messages(messages)


def test_what_the_mail_server_does_not_take_is_tried_again_and_nothing_else(league, teams, settings):
    settings.EMAIL_BACKEND = f"{__name__}.Wayward"
    for team in teams:
        wants(team)
    a_played_match(*teams)
    Wayward.troubles = [SMTPDataError(450, "later")]
    assert digesting.send_waiting() == 1
    assert len(recipients()) == 1
    assert digesting.send_waiting() == 1
    assert recipients() == sorted(coach_of(team).email for team in teams)
    assert_reconciled(league)


def test_without_a_mail_server_the_rest_is_not_tried(league, teams, settings):
    settings.EMAIL_BACKEND = f"{__name__}.Wayward"
    for team in teams:
        wants(team)
    a_played_match(*teams)
    Wayward.troubles = [ConnectionRefusedError("nobody"), ConnectionRefusedError("is there")]
    assert digesting.send_waiting() == 0
    assert len(Wayward.troubles) == 1
    Wayward.troubles = []
    assert digesting.send_waiting() == 2
    assert_reconciled(league)


def test_after_a_day_it_is_no_news_any_more(league, teams):
    wants(teams[0])
    a_played_match(*teams)
    assert digesting.send_waiting(timezone.now() + timedelta(days=1, minutes=1)) == 0
    assert mail.outbox == []
    assert_reconciled(league)


def test_one_click_stops_it_without_logging_in_and_the_weekly_page_still_comes(league, teams):
    member = wants(teams[0])
    members.want_mails(member.user, league, weekly=True, matches=True)
    a_played_match(*teams)
    digesting.send_waiting()
    (sent,) = mail.outbox
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = sent.extra_headers["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:8000")
    assert address in sent.body
    client = Client(enforce_csrf_checks=True)
    assert "after your matches in Old World" in client.get(address).content.decode()
    member.refresh_from_db()
    assert member.match_mail
    assert client.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    member.refresh_from_db()
    assert (member.weekly_mail, member.match_mail) == (True, False)
    assert_reconciled(league)


def test_a_mail_that_was_stopped_before_it_was_sent_is_not_sent(league, teams):
    member = wants(teams[0])
    a_played_match(*teams)
    members.want_mails(member.user, league, weekly=False, matches=False)
    assert digesting.send_waiting() == 0
    assert digesting.send_waiting() == 0
    assert mail.outbox == []
    assert_reconciled(league)


def test_what_is_to_do_takes_three_queries_for_everybody(league, teams, django_assert_num_queries):
    for number in range(2):
        a_fixture(*teams, round=number + 1)
    with django_assert_num_queries(3):
        found = owing.owed(league, [coach_of(team).pk for team in teams])
    assert [len(found[coach_of(team).pk]) for team in teams] == [2, 2]
    assert_reconciled(league)
