"""What is kept about a person, handed out; and an account that is deleted, with nothing of the person left."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import CharField, JSONField, TextField
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from engine.questions import Refusal
from league.domain import invitations, members, tokens
from league.models import Membership, Role, User
from teams.domain.reconciling import reconcile_league
from teams.models import Team
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_league,
    a_user,
    assert_reconciled,
    browser,
)
from tests.tournaments.competing.builders import a_competition, decided, pairings, started, the_stage
from tests.tournaments.test_archive import exported
from tests.tournaments.whole import PEOPLE, a_whole_league
from tournaments.domain import accounts, webhooks
from tournaments.domain.accounts.exporting import PARTS
from tournaments.domain.competing import entering, rounds, setting_up
from tournaments.domain.ratings import profile
from tournaments.models import Delivery, Entry, Format, Webhook

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

PASSWORD = "old-quarry-42"


def with_password(user: User) -> User:
    user.set_password(PASSWORD)
    user.save()
    return user


def columns_with(name: str) -> list[str]:
    """Every column of every table in which the name stands as a word of its own."""
    word = re.compile(rf"(?<![\w.@+-]){re.escape(name)}(?![\w.@+-])")
    found = []
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, (CharField, TextField, JSONField)):
                values = model._default_manager.values_list(field.attname, flat=True)
                texts = (v if isinstance(v, str) else json.dumps(v, ensure_ascii=False) for v in values)
                if any(word.search(text) for text in texts if text):
                    found.append(f"{model.__name__}.{field.name}")
    return found


# --- export -----------------------------------------------------------------------------------------------------


def test_every_row_that_names_an_account_is_exported() -> None:
    """A model that gains a key of an account has to be told of here."""
    told = {(part.model, part.field) for part in PARTS}
    keys = {
        (relation.related_model, relation.field.name)
        for relation in User._meta.get_fields(include_hidden=True)
        if relation.auto_created and not relation.concrete and not relation.related_model._meta.auto_created
    }
    assert told == keys


def test_an_account_that_did_nothing_exports_itself_and_empty_lists() -> None:
    user = a_user("grim", email="grim@example.org")
    told = accounts.export(user)
    assert (told["account"]["username"], told["account"]["email"]) == ("grim", "grim@example.org")
    assert [name for name, rows in told.items() if isinstance(rows, list) and rows] == []


def test_what_somebody_did_is_all_there() -> None:
    league = a_whole_league()
    by = User.objects.get(username="the commissioner")
    told = accounts.export(by)
    assert len(told["acts"]) == league.acts.filter(by=by).count()
    assert {one["title"] for one in told["bulletins"]} == {one.title for one in league.bulletins.all()}
    assert [(one["league_slug"], one["role"]) for one in told["memberships"]] == [
        (league.slug, "commissioner")
    ]
    assert [one["reason"] for one in told["results_corrected"]] == ["Přepis"]
    empty = {name for name, rows in told.items() if isinstance(rows, list) and not rows}
    assert {"amendments", "match_logs", "publications", "rule_books", "journal_lines"} & empty == set()
    coach = accounts.export(User.objects.get(username=PEOPLE[0]))
    assert [one["name"] for one in coach["teams"]] == [Team.objects.get(coach__username=PEOPLE[0]).name]


def test_the_file_holds_no_key_that_opens_anything() -> None:
    league = a_league()
    user = with_password(a_coach(league))
    key = tokens.renew(user).key
    feed = members.renew_feed_key(user, league).feed_key
    answer = browser(user).get("/accounts/data/file/")
    text = answer.content.decode()
    assert [secret in text for secret in (key, feed, user.password)] == [False, False, False]
    assert json.loads(text)["memberships"][0]["league_slug"] == league.slug
    assert answer["Content-Disposition"] == 'attachment; filename="dugout-account.json"'


def test_an_export_takes_as_many_queries_after_more_acts() -> None:
    league = a_league()
    user = a_coach(league)

    def taken() -> int:
        with CaptureQueriesContext(connection) as captured:
            accounts.export(user)
        return len(captured)

    a_drafted_team(league, coach=user)
    few = taken()
    for seed in range(3):
        a_drafted_team(league, coach=user, seed=seed)
    assert taken() == few


# --- deletion ---------------------------------------------------------------------------------------------------


def test_nothing_of_a_name_is_left_and_everything_that_was_played_is() -> None:
    league = a_whole_league()
    heir = a_commissioner(league, "the heir")
    acts = league.acts.count()
    # A team is called Ærø as well, and keeps its name.
    for name in ("the commissioner", *(one for one in PEOPLE if one != "Ærø")):
        accounts.delete(with_password(User.objects.get(username=name)), PASSWORD)
        assert columns_with(name) == [], name
    assert league.acts.count() == acts
    assert [str(difference) for difference in reconcile_league(league)] == []
    assert [one.user for one in league.memberships.all() if one.role == Role.COMMISSIONER] == [heir]
    # Archives and pages tell of the pseudonyms as of anybody.
    assert exported(league)
    assert browser(heir).get(league.get_absolute_url()).status_code == 200


def test_every_way_in_is_closed() -> None:
    league = a_league()
    user = with_password(a_coach(league, "grim"))
    user.email, user.first_name, user.last_name = "grim@example.org", "Grim", "Ironjaw"
    user.save()
    EmailAddress.objects.create(user=user, email="grim@example.org", verified=True, primary=True)
    tokens.renew(user)
    elsewhere, here, another = browser(user), browser(user), browser(a_user())
    answer = here.post("/accounts/data/delete/", {"password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    gone = User.objects.get(pk=user.pk)
    assert (gone.username, gone.email, gone.first_name, gone.last_name) == ("former coach 1", "", "", "")
    assert (gone.is_active, gone.has_usable_password(), gone.last_login) == (False, False, None)
    assert not EmailAddress.objects.filter(user=user).exists()
    assert tokens.token_of(gone) is None
    assert not Membership.objects.filter(user=user).exists()
    assert elsewhere.get("/accounts/data/").status_code == 302
    assert here.get("/accounts/data/").status_code == 302
    assert another.get("/accounts/data/").status_code == 200
    assert str(user.pk) not in {one.get_decoded().get("_auth_user_id") for one in Session.objects.all()}
    assert not browser().login(username="grim", password=PASSWORD)


def test_the_name_is_free_again_and_pseudonyms_are_counted() -> None:
    for number in (1, 2, 3):
        pseudonym = accounts.delete(a_user("grim", password=PASSWORD), PASSWORD)
        assert pseudonym == f"former coach {number}"


def test_a_team_keeps_its_coach_as_a_pseudonym() -> None:
    league = a_league()
    coach = with_password(a_coach(league, "grim"))
    team = a_drafted_team(league, coach=coach)
    accounts.delete(coach, PASSWORD)
    page = browser().get(team.get_absolute_url()).content.decode()
    assert ("former coach 1" in page, "grim" in page) == (True, False)
    assert profile(None, f"u{coach.pk}").coach.name == "former coach 1"
    assert_reconciled(league)


def test_another_who_is_called_alike_keeps_his_name() -> None:
    league = a_league()
    grim, grimmer = with_password(a_coach(league, "grim")), a_coach(league, "grim-2")
    teams = [a_drafted_team(league, coach=one) for one in (grim, grimmer)]
    accounts.delete(grim, PASSWORD)
    coaches = [Team.objects.select_related("coach").get(pk=team.pk).coach.username for team in teams]
    assert coaches == ["former coach 1", "grim-2"]
    assert [
        act.parameters["coach"] for act in league.acts.filter(kind="draft").order_by("sequence")
    ] == coaches
    assert_reconciled(league)


def test_an_entry_at_an_event_forgets_the_name_and_the_number_of_the_naf() -> None:
    league = a_league()
    grim = with_password(a_coach(league, "grim"))
    swiss = a_competition(league, ("Swiss", Format.SWISS, {"rounds": 3}), rosters=False)
    by = league.memberships.get(role=Role.COMMISSIONER).user
    entering.enter(by, swiss, name="Grim", coach="Grim Ironjaw", user=grim, race="Orc", naf_number=12345)
    for number in range(3):
        entering.enter(by, swiss, name=f"Entry {number}")
    started(swiss)
    rounds.publish(by, rounds.pair(by, the_stage(swiss)))
    for pairing in pairings(the_stage(swiss)):
        decided(pairing, 2, 1)
    entry = Entry.objects.get(user=grim)
    entering.replace(by, entry, coach="Morg", reason="He is ill")
    (played,) = accounts.export(grim)["played_for_entries_of_others"]
    assert (played["competition"], played["coach"], played["naf_number"]) == (
        swiss.slug,
        "Grim Ironjaw",
        12345,
    )
    accounts.delete(grim, PASSWORD)
    assert columns_with("Grim Ironjaw") == []
    assert columns_with("grim") == []
    assert columns_with("12345") == []


def test_messages_to_webhooks_forget_who_took_part() -> None:
    league = a_league()
    grim = with_password(a_coach(league, "grim"))
    swiss = a_competition(league, ("Swiss", Format.SWISS, {"rounds": 1}), rosters=False)
    by = league.memberships.get(role=Role.COMMISSIONER).user
    for kind in Webhook.Kind.values:
        address = "https://discord.com/api/webhooks/1/secret-token"
        webhooks.add(by, league, webhooks.Wanted("X", webhooks.EVENTS, address, kind))
    entering.enter(by, swiss, name="grim", coach='"J.R." Ironjaw', user=grim, race="Orc")
    entering.enter(by, swiss, name="Grimwade")
    started(swiss)
    rounds.publish(by, rounds.pair(by, the_stage(swiss)))
    for pairing in pairings(the_stage(swiss)):
        decided(pairing, 2, 1)
    setting_up.end(by, swiss)
    bodies = Delivery.objects.values_list("body", flat=True).order_by("pk")
    assert sum("grim" in body for body in bodies) == sum("Grimwade" in body for body in bodies) > 2
    assert any("Ironjaw" in body for body in bodies)
    accounts.delete(grim, PASSWORD)
    assert columns_with("grim") == []
    assert [body for body in bodies.all() if "Ironjaw" in body] == []
    assert sum("Grimwade" in json.dumps(json.loads(body)) for body in bodies.all()) > 2


def test_the_admin_forgets_too() -> None:
    staff, grim = a_user("staff", is_staff=True), a_user("grim", password=PASSWORD)
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(
        user=staff, content_type=kind, object_id=str(grim.pk), object_repr="grim", action_flag=CHANGE
    )
    accounts.delete(grim, PASSWORD)
    assert LogEntry.objects.get().object_repr == "former coach 1"


def test_invitations_that_nobody_used_go_with_who_made_them() -> None:
    league = a_league()
    a_commissioner(league)
    grim = with_password(a_commissioner(league))
    invitations.invite(grim, league)
    used = invitations.invite(grim, league)
    invitations.accept(a_user(), used.token)
    accounts.delete(grim, PASSWORD)
    assert [one.pk for one in league.invitations.all()] == [used.pk]


def test_a_wrong_password_deletes_nothing() -> None:
    league = a_league()
    grim = with_password(a_coach(league, "grim"))
    answer = browser(grim).post("/accounts/data/delete/", {"password": "old-quarry"})
    assert answer.status_code == 400
    assert "This is not your password; nothing was deleted." in answer.content.decode()
    assert User.objects.get(username="grim").is_active


def test_a_password_is_not_guessed_for_ever(api: APIClient, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"reauthenticate": "2/m/user"}
    grim = a_user("grim", password=PASSWORD)
    page = browser(grim)
    said = [page.post("/accounts/data/delete/", {"password": "wrong"}).status_code for _ in range(3)]
    assert said == [400, 400, 429]
    api.force_authenticate(grim)
    answers = [api.delete("/api/v1/account/", {"password": "wrong"}).status_code for _ in range(11)]
    assert answers == [400] * 10 + [429]
    assert api.get("/api/v1/account/").status_code == 200


def test_an_account_without_a_password_sets_one_first() -> None:
    with pytest.raises(Refusal, match="has no password; set one first"):
        accounts.delete(a_user(), "")


def test_the_last_commissioner_hands_the_league_over_first() -> None:
    league = a_league("Old World Cup")
    last = with_password(a_commissioner(league))
    said = "You are the last commissioner of Old World Cup: appoint another on its page of members first."
    page = browser(last).get("/accounts/data/").content.decode()
    assert (said in page, 'name="password"' in page) == (True, False)
    with pytest.raises(Refusal) as refused:
        accounts.delete(last, PASSWORD)
    assert refused.value.message == said
    members.set_role(last, league, a_coach(league).pk, Role.COMMISSIONER)
    assert accounts.delete(last, PASSWORD) == "former coach 1"


def test_the_last_of_the_staff_appoints_another_first() -> None:
    staff = a_user(is_staff=True, password=PASSWORD)
    with pytest.raises(Refusal, match="last of the staff"):
        accounts.delete(staff, PASSWORD)
    a_user(is_staff=True)
    assert accounts.delete(staff, PASSWORD) == "former coach 1"


def test_the_api_exports_and_deletes(api: APIClient) -> None:
    grim = a_user("grim", password=PASSWORD)
    api.force_authenticate(grim)
    assert api.get("/api/v1/account/").json()["account"]["username"] == "grim"
    assert api.delete("/api/v1/account/", {"password": "wrong"}).status_code == 400
    assert api.delete("/api/v1/account/", {"password": PASSWORD}).json() == {"pseudonym": "former coach 1"}
    assert not User.objects.filter(username="grim").exists()
