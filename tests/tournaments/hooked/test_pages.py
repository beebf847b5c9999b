"""Pages and API of webhooks: a commissioner adds one, sees its secret once, tests it and reads its log."""

from __future__ import annotations

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.helpers import a_commissioner, a_league, browser
from tournaments.domain import webhooks
from tournaments.models import Webhook


def test_a_commissioner_adds_one_and_sees_its_secret_once(league, commissioner, receiver):
    client = browser(commissioner)
    address = f"/l/{league.slug}/webhooks/"
    assert "Nobody is told anything yet." in client.get(address).content.decode()
    sent = {"name": "Club", "kind": "generic", "address": receiver.address, "events": ["match.applied"]}
    response = client.post(address, sent)
    made = Webhook.objects.get()
    assert response["Location"] == made.get_absolute_url()
    page = client.get(response["Location"])
    assert made.secret in page.content.decode()
    assert page["Cache-Control"] == "no-store"
    for path in (response["Location"], address):
        again = client.get(path).content.decode()
        assert made.secret not in again
        assert "/hook" not in again.replace("/webhooks", "")
    assert "Club" in client.get(address).content.decode()


def test_what_is_wrong_is_said_and_what_was_typed_stays(league, commissioner):
    client = browser(commissioner)
    sent = {"name": "Club", "kind": "generic", "address": "https://10.0.0.1/", "events": ["match.applied"]}
    response = client.post(f"/l/{league.slug}/webhooks/", sent)
    assert response.status_code == 400
    page = response.content.decode()
    assert "10.0.0.1 is an address inside of a network" in page
    assert 'value="Club"' in page


def test_the_log_says_what_became_of_each_message_and_sends_it_again(league, commissioner, hook, receiver):
    client = browser(commissioner)
    address = hook.get_absolute_url()
    client.post(address, {"do": "test"})
    assert "Waiting" in client.get(address).content.decode()
    receiver.answer((500, {}, "<b>no</b>"))
    webhooks.deliver_due()
    page = client.get(address).content.decode()
    assert "answered 500" in page
    assert "&lt;b&gt;no&lt;/b&gt;" in page
    hook.deliveries.update(status="given_up", next_try=None)
    delivery = hook.deliveries.get()
    client.post(address, {"do": "again", "delivery": delivery.pk})
    receiver.answer(204)
    assert webhooks.deliver_due() == 1
    assert "Delivered" in client.get(address).content.decode()
    assert client.post(address, {"do": "again", "delivery": "x"}).status_code == 404


def test_each_button_does_what_it_says(league, commissioner, hook):
    client = browser(commissioner)
    address = hook.get_absolute_url()
    client.post(address, {"do": "pause"})
    assert "Paused by a commissioner" in client.get(address).content.decode()
    client.post(address, {"do": "resume"})
    assert "Active" in client.get(address).content.decode()
    before = hook.secret
    client.post(address, {"do": "rotate"})
    hook.refresh_from_db()
    assert hook.secret != before
    assert hook.secret in client.get(address).content.decode()
    client.post(address, {"name": "Other", "events": ["week.published"], "address": ""})
    hook.refresh_from_db()
    assert (hook.name, hook.events) == ("Other", ["week.published"])
    assert client.post(address, {"name": "Other", "events": []}).status_code == 400
    client.post(address, {"do": "remove"})
    assert not Webhook.objects.exists()


def test_the_list_takes_no_more_queries_with_more_in_it(league, commissioner, hook):
    client = browser(commissioner)

    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/l/{league.slug}/webhooks/").status_code == 200
        return len(captured)

    queries()
    before = queries()
    wanted = webhooks.Wanted("Another", webhooks.EVENTS, "https://example.org/")
    for _ in range(3):
        webhooks.add(commissioner, league, wanted)
    assert queries() == before


def test_another_leagues_webhook_is_not_there(league, commissioner, hook):
    other = a_league()
    client = browser(a_commissioner(other))
    assert client.get(f"/l/{other.slug}/webhooks/{hook.pk}/").status_code == 404
    assert client.post(f"/l/{other.slug}/webhooks/{hook.pk}/", {"do": "remove"}).status_code == 404
    assert client.delete(f"/api/v1/leagues/{other.slug}/webhooks/{hook.pk}/").status_code == 404
    assert Webhook.objects.exists()


def test_the_api_adds_changes_tests_and_removes_one(league, commissioner, receiver):
    client = browser(commissioner)
    address = f"/api/v1/leagues/{league.slug}/webhooks/"

    def send(method, path, body=None):
        return getattr(client, method)(path, body or {}, content_type="application/json")

    wanted = {"name": "Club", "kind": "generic", "address": receiver.address, "events": ["match.applied"]}
    made = send("post", address, wanted).json()
    assert made["secret"] == Webhook.objects.get().secret
    one = f"{address}{made['id']}/"
    assert "secret" not in client.get(one).json()
    assert client.get(address).json()["results"][0]["name"] == "Club"
    assert send("patch", one, {"name": "Other"}).json()["name"] == "Other"
    assert send("post", f"{one}secret/").json()["secret"] != made["secret"]
    sent = send("post", f"{one}test/").json()
    assert webhooks.deliver_due() == 1
    (row,) = client.get(f"{one}deliveries/").json()["results"]
    assert (row["key"], row["status"], row["answered"]) == (sent["key"], "delivered", 204)
    assert send("post", f"{one}deliveries/{row['id']}/again/").json()["status"] == "waiting"
    assert send("post", f"{one}pause/").json()["paused"] == "by_hand"
    assert send("post", f"{one}test/").status_code == 409
    assert send("post", f"{one}resume/").json()["paused"] == ""
    assert client.delete(one).status_code == 204
    assert not Webhook.objects.exists()
    bad = send("post", address, {**wanted, "address": "https://localhost/"})
    assert (bad.status_code, "may not reach" in bad.json()["detail"]) == (400, True)
