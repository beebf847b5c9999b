"""What webhooks are told comes to them at least once with the same key, signed, and is given up in the end."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from threading import Event, Thread

import pytest
import time_machine
from django.core import mail
from django.utils.translation import gettext, override

from engine.questions import Refusal
from league.domain import leagues
from league.errors import Conflict, Forbidden, NotVisible
from tests.helpers import a_coach, a_drafted_team, a_played_match, a_user, assert_reconciled
from tournaments import tasks
from tournaments.domain import webhooks
from tournaments.domain.webhooks import reaching
from tournaments.domain.webhooks.delivering import BACK_OFF, PAUSED_AFTER, attempt, wait_after
from tournaments.models import Delivery, Webhook

NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)
WAITING, DELIVERED, GIVEN_UP = Delivery.Status.WAITING, Delivery.Status.DELIVERED, Delivery.Status.GIVEN_UP


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


def a_test(by, hook):
    return webhooks.send_test(by, hook.league, hook.pk)


def test_a_message_is_written_with_the_change_and_sent_once(league, commissioner, hook, receiver):
    a_played_match(a_drafted_team(league, name="Alpha"), a_drafted_team(league, "Human", name="Beta"))
    told = {one.event for one in Delivery.objects.all()}
    assert "match.applied" in told
    assert receiver.received == []
    assert tasks.deliver.delay().get() == Delivery.objects.count()
    assert tasks.deliver.delay().get() == 0
    first = receiver.received[0]
    assert (first.path, first.headers["Dugout-Event"]) == ("/hook", "match.applied")
    assert first.said["id"] == first.headers["Dugout-Delivery"]
    assert first.said["data"]["home"]["name"] == "Alpha"
    assert first.said["league"]["slug"] == league.slug
    assert_reconciled(league)


def test_what_is_taken_back_is_told_to_nobody(league, commissioner, hook):
    from django.db import transaction

    from league.domain.bulletins import publish

    with transaction.atomic():
        publish(commissioner, league, "News", "Never mind.")
        assert Delivery.objects.count() == 1
        transaction.set_rollback(True)
    assert not Delivery.objects.exists()


def test_the_signature_proves_the_time_and_the_body(commissioner, hook, receiver):
    a_test(commissioner, hook)
    webhooks.deliver_due()
    (got,) = receiver.received
    timestamp, given = got.headers["Dugout-Timestamp"], got.headers["Dugout-Signature"]
    assert webhooks.proves(hook.secret, timestamp, got.body, given)
    for other in (
        ("another", timestamp, got.body, given),
        (hook.secret, "1", got.body, given),
        (hook.secret, timestamp, got.body + b" ", given),
        (hook.secret, timestamp, got.body, "v1=é"),
    ):
        assert not webhooks.proves(*other)


def test_a_new_secret_signs_from_then_on(league, commissioner, hook, receiver):
    a_test(commissioner, hook)
    anew = webhooks.rotate(commissioner, league, hook.pk)
    webhooks.deliver_due()
    (got,) = receiver.received
    said = (got.headers["Dugout-Timestamp"], got.body, got.headers["Dugout-Signature"])
    assert webhooks.proves(anew.secret, *said)
    assert not webhooks.proves(hook.secret, *said)


def test_it_is_tried_again_later_and_later_with_the_same_key_and_body(commissioner, hook, receiver, clock):
    receiver.answer((500, {}, "no room"), 204)
    sent = a_test(commissioner, hook)
    assert webhooks.deliver_due() == 0
    sent.refresh_from_db()
    assert (sent.status, sent.answered, sent.answer, sent.attempts) == (WAITING, 500, "no room", 1)
    assert sent.next_try == NOW + timedelta(minutes=1)
    clock.shift(59)
    assert webhooks.deliver_due() == 0
    clock.shift(1)
    assert webhooks.deliver_due() == 1
    first, second = receiver.received
    assert first.body == second.body
    assert first.headers["Dugout-Delivery"] == second.headers["Dugout-Delivery"]
    sent.refresh_from_db()
    assert (sent.status, sent.answered, sent.attempts, sent.next_try) == (DELIVERED, 204, 2, None)


def test_after_the_last_attempt_it_is_given_up(commissioner, hook, receiver, clock):
    receiver.answer(503)
    sent = a_test(commissioner, hook)
    waits = []
    while sent.status == WAITING:
        before = datetime.now(UTC)
        webhooks.deliver_due()
        sent.refresh_from_db()
        if sent.next_try:
            waits.append(sent.next_try - before)
            clock.move_to(sent.next_try)
    assert waits == list(BACK_OFF) == [timedelta(minutes=one) for one in (1, 5, 30, 120, 720)]
    assert (sent.status, sent.attempts) == (GIVEN_UP, 6)
    assert len(receiver.received) == 6


def test_a_webhook_that_fails_again_and_again_is_paused_and_its_commissioner_told(
    league, commissioner, hook, receiver, clock
):
    commissioner.email = "commissioner@example.org"
    commissioner.save()
    receiver.answer(500)
    a_test(commissioner, hook)
    a_test(commissioner, hook)
    for _ in range(2 * PAUSED_AFTER):
        webhooks.deliver_due()
        clock.shift(13 * 3600)
    hook.refresh_from_db()
    assert (hook.paused, hook.failures, len(receiver.received)) == ("failed", PAUSED_AFTER, PAUSED_AFTER)
    (sent,) = mail.outbox
    assert sent.to == ["commissioner@example.org"]
    assert sent.subject == "[Old World] A webhook is paused"
    assert hook.get_absolute_url() in sent.body
    with pytest.raises(Conflict, match="is paused"):
        a_test(commissioner, hook)
    receiver.answer(204)
    webhooks.resume(commissioner, league, hook.pk)
    a_test(commissioner, hook)
    assert webhooks.deliver_due() == 1


def test_one_answer_lets_the_count_begin_anew(commissioner, hook, receiver, clock):
    receiver.answer(500, 500, 204)
    a_test(commissioner, hook)
    for _ in range(3):
        webhooks.deliver_due()
        clock.shift(3600)
    hook.refresh_from_db()
    assert hook.failures == 0


def test_who_is_gone_is_asked_no_more(commissioner, hook, receiver):
    receiver.answer(410)
    sent = a_test(commissioner, hook)
    later = a_test(commissioner, hook)
    webhooks.deliver_due()
    hook.refresh_from_db()
    sent.refresh_from_db()
    later.refresh_from_db()
    assert (hook.paused, sent.status, later.status) == ("gone", GIVEN_UP, WAITING)
    assert webhooks.deliver_due() == 0
    assert len(receiver.received) == 1


def test_a_webhook_that_was_deleted_in_discord_is_gone(commissioner, discord, receiver):
    receiver.answer(404)
    a_test(commissioner, discord)
    webhooks.deliver_due()
    discord.refresh_from_db()
    assert discord.paused == "gone"


def test_who_asks_to_slow_down_is_left_alone_so_long(commissioner, hook, receiver, clock):
    receiver.answer((429, {"Retry-After": "600"}, ""))
    sent = a_test(commissioner, hook)
    webhooks.deliver_due()
    sent.refresh_from_db()
    assert sent.next_try == NOW + timedelta(minutes=10)


@pytest.mark.parametrize(
    ("said", "minutes"),
    [
        ("90", 1.5),
        ("0.5", 1),
        ("Mon, 01 Mar 2027 13:00:00 GMT", 60),
        ("soon", 1),
        ("nan", 1),
        ("inf", 1),
        ("-4", 1),
        ("9999999", 720),
    ],
)
def test_how_long_to_wait_is_told_in_seconds_or_as_a_date(clock, said, minutes):
    answer = reaching.Answer(429, "", {"retry-after": said})
    assert wait_after(1, answer) == timedelta(minutes=minutes)


def test_one_who_does_not_answer_keeps_no_other_waiting(league, commissioner, hook, receiver):
    dead = webhooks.add(
        commissioner, league, webhooks.Wanted("Dead", webhooks.EVENTS, "http://127.0.0.1:9/nobody")
    )
    for _ in range(3):
        a_test(commissioner, dead)
    a_test(commissioner, hook)
    assert webhooks.deliver_due() == 1
    attempts = [one.attempts for one in dead.deliveries.all()]
    assert sorted(attempts) == [0, 0, 1]
    (tried,) = dead.deliveries.filter(attempts=1)
    assert (tried.answered, "refused" in tried.answer) == (None, True)


def test_a_message_that_another_worker_sends_is_not_sent_here(commissioner, hook, receiver, clock):
    sent = a_test(commissioner, hook)
    Delivery.objects.filter(pk=sent.pk).update(next_try=NOW + timedelta(minutes=2))
    assert webhooks.deliver_due() == 0
    # It was lost with its worker: somebody else takes it over, with the same key.
    clock.shift(120)
    assert webhooks.deliver_due() == 1
    assert [one.headers["Dugout-Delivery"] for one in receiver.received] == [str(sent.key)]


def test_whoever_comes_too_late_changes_nothing_of_what_another_has_sent(commissioner, hook, receiver):
    sent = a_test(commissioner, hook)
    late = Delivery.objects.select_related("webhook__league").get(pk=sent.pk)
    assert webhooks.deliver_due() == 1
    receiver.answer(500)
    attempt(late)
    sent.refresh_from_db()
    assert (sent.status, sent.answered, sent.next_try) == (DELIVERED, 204, None)


def test_a_webhook_that_is_removed_meanwhile_stops_nobody(league, commissioner, hook, receiver):
    one = Delivery.objects.select_related("webhook__league").get(pk=a_test(commissioner, hook).pk)
    webhooks.remove(commissioner, league, hook.pk)
    assert attempt(one)


def test_why_there_was_no_answer_is_said_in_the_language_of_the_league(league, commissioner, hook, receiver):
    leagues.change_settings(commissioner, league, language="cs")
    receiver.answer((302, {"Location": receiver.address}, ""))
    sent = a_test(commissioner, hook)
    webhooks.deliver_due()
    sent.refresh_from_db()
    with override("cs"):
        said = gettext("It sends elsewhere, and is not followed; give the webhook the address where it ends.")
    assert (
        sent.answer
        == said
        != "It sends elsewhere, and is not followed; give the webhook the address where it ends."
    )


def test_a_redirect_is_not_followed(commissioner, hook, receiver):
    receiver.answer((302, {"Location": receiver.address}, ""))
    sent = a_test(commissioner, hook)
    webhooks.deliver_due()
    sent.refresh_from_db()
    assert len(receiver.received) == 1
    assert (sent.answered, sent.answer) == (
        302,
        "It sends elsewhere, and is not followed; give the webhook the address where it ends.",
    )


def test_of_a_long_answer_the_beginning_is_kept_without_control_characters(commissioner, hook, receiver):
    receiver.answer((500, {}, "a\0b\n" + "x" * 9000))
    sent = a_test(commissioner, hook)
    webhooks.deliver_due()
    sent.refresh_from_db()
    assert sent.answer == "a b " + "x" * 496


def test_it_is_sent_again_with_the_same_key(league, commissioner, hook, receiver):
    sent = a_test(commissioner, hook)
    webhooks.deliver_due()
    webhooks.send_again(commissioner, league, hook.pk, sent.pk)
    webhooks.deliver_due()
    assert [one.headers["Dugout-Delivery"] for one in receiver.received] == [str(sent.key)] * 2


def test_a_paused_webhook_is_told_nothing_and_writes_nothing_down(league, commissioner, hook, receiver):
    waits = a_test(commissioner, hook)
    webhooks.pause(commissioner, league, hook.pk)
    a_played_match(a_drafted_team(league), a_drafted_team(league))
    assert webhooks.deliver_due() == 0
    assert list(hook.deliveries.all()) == [waits]
    webhooks.resume(commissioner, league, hook.pk)
    assert webhooks.deliver_due() == 1
    assert_reconciled(league)


def test_old_messages_are_forgotten_unless_they_wait(commissioner, hook, receiver, clock):
    a_test(commissioner, hook)
    webhooks.deliver_due()
    waiting = a_test(commissioner, hook)
    clock.shift(timedelta(days=31))
    assert tasks.forget_deliveries.delay().get() == 1
    assert list(Delivery.objects.all()) == [waiting]


# --- where it may reach -------------------------------------------------------------------------------------------

INSIDE = (
    "https://localhost/x",
    "https://127.0.0.1/x",
    "https://127.1.2.3:8443/x",
    "https://10.0.0.1/",
    "https://172.16.0.9/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/",
    "https://0.0.0.0/",
    "https://224.0.0.1/",
    "https://[::1]/",
    "https://[::]/",
    "https://[fe80::1]/",
    "https://[fc00::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://db.internal/",
)


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_inside_is_refused_in_a_sentence(league, commissioner, address):
    with pytest.raises(Refusal, match="an address inside of a network, which a webhook may not reach"):
        webhooks.add(commissioner, league, webhooks.Wanted("Inside", webhooks.EVENTS, address))


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://example.org/x", "has to begin with https://"),
        ("ftp://example.org/x", "This is no address"),
        ("example.org", "This is no address"),
        ("https://", "This is no address"),
        ("https://[oops/", "This is no address"),
        ("https://example.org:99999/", "This is no address"),
        ("https://user:word@example.org/", "neither a name and password"),
        ("https://example.org/#part", "neither a name and password"),
        ("https://example.org/a b", "none of them blank"),
        ("https://exämple.org/", "none of them blank or accented"),
        ("https://example.org/\r\nX: y", "none of them blank"),
        ("https://example.org/" + "x" * 500, "up to 500 characters"),
    ],
)
def test_what_is_no_address_of_a_webhook_is_refused_in_a_sentence(league, commissioner, address, why):
    with pytest.raises(Refusal, match=why):
        webhooks.add(commissioner, league, webhooks.Wanted("X", webhooks.EVENTS, address))


def test_a_name_that_leads_inside_is_not_reached_whatever_it_said_before(monkeypatch, receiver, settings):
    """What the name server says is looked at when the connection is made, and only that address is connected to."""
    settings.HOOKS_MAY_REACH = []
    answers = iter([[(2, 1, 6, "", ("127.0.0.1", 443))]])
    monkeypatch.setattr(reaching.socket, "getaddrinfo", lambda *_args, **_ways: next(answers))
    answer = reaching.post("https://hooks.example.org/x", b"{}", {})
    assert (answer.status, "which a webhook may not reach" in answer.text) == (None, True)
    assert receiver.received == []


def test_of_several_addresses_none_may_be_inside(monkeypatch, settings):
    settings.HOOKS_MAY_REACH = []
    found = [(2, 1, 6, "", ("93.184.216.34", 443)), (2, 1, 6, "", ("10.0.0.1", 443))]
    monkeypatch.setattr(reaching.socket, "getaddrinfo", lambda *_args, **_ways: found)
    assert "may not reach" in reaching.post("https://hooks.example.org/x", b"{}", {}).text


@contextmanager
def dripping(beginning: bytes, letters: int) -> Iterator[str]:
    """The address of one who answers ``beginning`` and then a letter at a time."""
    over = Event()
    listening = socket.create_server(("127.0.0.1", 0))

    def drip() -> None:
        connection, _ = listening.accept()
        with connection, suppress(OSError):
            connection.sendall(beginning)
            for _letter in range(letters):
                if over.wait(0.05):
                    return
                connection.sendall(b"H")

    thread = Thread(target=drip, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
    finally:
        over.set()
        thread.join()
        listening.close()


def test_one_who_answers_a_letter_at_a_time_is_cut_off(monkeypatch, settings):
    settings.HOOKS_MAY_REACH = ["127.0.0.1"]
    monkeypatch.setattr(reaching, "SECONDS", 0.3)
    with dripping(b"", 60) as address:
        assert reaching.post(address, b"{}", {}).status is None
    head = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 60\r\n\r\n"
    with dripping(head, 60) as address:
        answer = reaching.post(address, b"{}", {})
        assert (answer.taken, len(answer.text) < 60) == (True, True)


def test_discord_hooks_are_those_of_discord(league, commissioner):
    for address in ("https://example.org/api/webhooks/1/x", "https://discord.com/channels/1"):
        with pytest.raises(Refusal, match="no address of a Discord webhook"):
            webhooks.add(
                commissioner,
                league,
                webhooks.Wanted("D", webhooks.EVENTS, address, Webhook.Kind.DISCORD),
            )
    wanted = webhooks.Wanted(
        "D", webhooks.EVENTS, "https://discord.com/api/webhooks/123/secret-token", Webhook.Kind.DISCORD
    )
    made = webhooks.add(commissioner, league, wanted)
    assert webhooks.shown(made.address) == "https://discord.com/…oken"
    with pytest.raises(Refusal, match="Messages to Discord are not signed"):
        webhooks.rotate(commissioner, league, made.pk)


# --- who, and what ------------------------------------------------------------------------------------------------


def test_only_commissioners_see_them(league, hook):
    for stranger in (a_coach(league), a_user()):
        with pytest.raises(Forbidden):
            webhooks.hooks_of(stranger, league)
        with pytest.raises(Forbidden):
            webhooks.remove(stranger, league, hook.pk)


def test_all_that_is_wrong_is_said_at_once(league, commissioner):
    with pytest.raises(Refusal) as told:
        webhooks.add(commissioner, league, webhooks.Wanted(" ", [], "nowhere"))
    assert [one.message for one in told.value.problems] == [
        "A webhook needs a name of up to 50 characters.",
        "Choose at least one thing that it is to be told of.",
        "This is no address; one looks like https://example.org/hook.",
    ]
    with pytest.raises(Refusal, match="Nothing of this kind is told: lunch"):
        webhooks.add(commissioner, league, webhooks.Wanted("X", ["lunch"], "https://example.org/"))
    with pytest.raises(Refusal, match="'fax' is no kind of webhook"):
        webhooks.add(commissioner, league, webhooks.Wanted("X", ["lunch"], "https://example.org/", "fax"))


def test_a_league_has_so_many_and_no_more(league, commissioner, hook):
    wanted = webhooks.Wanted("X", webhooks.EVENTS, "https://example.org/")
    for _ in range(webhooks.HELD_AT_MOST - 1):
        webhooks.add(commissioner, league, wanted)
    with pytest.raises(Conflict, match="may have no more"):
        webhooks.add(commissioner, league, wanted)


def test_it_is_told_what_was_chosen(league, commissioner, hook):
    changed = webhooks.change(commissioner, league, hook.pk, webhooks.Wanted("Table", ["week.published"]))
    assert (changed.name, changed.address, changed.events) == ("Table", hook.address, ["week.published"])
    a_played_match(a_drafted_team(league), a_drafted_team(league))
    assert not Delivery.objects.exists()
    assert_reconciled(league)


def test_a_webhook_that_is_removed_takes_its_messages_along(league, commissioner, hook):
    a_test(commissioner, hook)
    webhooks.remove(commissioner, league, hook.pk)
    assert not Delivery.objects.exists()
    with pytest.raises(NotVisible, match="no such webhook"):
        webhooks.find(commissioner, league, hook.pk)
