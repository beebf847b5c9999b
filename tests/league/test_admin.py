"""The web admin: commissioners see and change what is theirs, by the same deeds as on the pages."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.domain import bulletins, invitations
from league.models import Bulletin, Invitation, League, Membership, Role, Season, User
from tests.league.conftest import browser, member

MODELS = ["league", "season", "membership", "invitation", "bulletin"]
SETTINGS = {
    "name": "New Cup",
    "edition": "lrb4",
    "public": "on",
    "dice_policy": "table",
    "win_points": "2",
    "draw_points": "1",
    "loss_points": "0",
    "house_rules": "match/mvp/bench = false",
}


def url(model: str, what: str, *args: Any) -> str:
    return reverse(f"admin:league_{model}_{what}", args=args)


def said(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_the_admin_is_for_commissioners_and_staff(
    commissioner: User, coach: User, stranger: User, staff: User
) -> None:
    assert "/accounts/login/" in browser(None).get("/admin/", follow=True).redirect_chain[-1][0]
    for user in (coach, stranger):
        assert browser(user).get("/admin/", follow=True).status_code == 403
    for user in (commissioner, staff):
        page = browser(user).get("/admin/")
        assert page.status_code == 200
        assert "Bulletins" in page.content.decode()


def test_a_commissioner_does_not_see_the_rest_of_the_admin(commissioner: User) -> None:
    client = browser(commissioner)
    assert "Users" not in said(client, "/admin/")
    for address in (url("user", "changelist"), reverse("admin:authtoken_tokenproxy_changelist")):
        assert client.get(address).status_code == 403


@pytest.mark.parametrize("model", MODELS)
def test_lists_hold_the_own_leagues(
    model: str, league: League, private: League, commissioner: User, staff: User
) -> None:
    for one in (league, private):
        member(one, f"insider of {one.slug}", Role.COACH)
        invitations.invite(staff, one)
        bulletins.publish(staff, one, f"News of {one}", "None.")
    mine = said(browser(commissioner), url(model, "changelist"))
    assert "Old World Cup" in mine
    assert "Secret Cup" not in mine
    assert "Secret Cup" in said(browser(staff), url(model, "changelist"))


@pytest.mark.parametrize("model", MODELS)
def test_rows_of_other_leagues_are_not_there(
    model: str, private: League, commissioner: User, staff: User
) -> None:
    rows = {
        "league": private,
        "season": private.season,
        "membership": member(private, "insider", Role.COACH).memberships.get(),
        "invitation": invitations.invite(staff, private),
        "bulletin": bulletins.publish(staff, private, "News", "None."),
    }
    client = browser(commissioner)
    for what in ("change", "delete", "history"):
        assert client.get(url(model, what, rows[model].pk), follow=True).status_code in (200, 403, 404)
        assert "Secret Cup" not in said(client, url(model, what, rows[model].pk))
        client.post(url(model, what, rows[model].pk), {"post": "yes", **SETTINGS})
        rows[model].refresh_from_db()
    private.refresh_from_db()
    assert private.name == "Secret Cup"


def test_staff_open_a_league_in_the_admin(staff: User, commissioner: User) -> None:
    client = browser(staff)
    assert client.get(url("league", "add")).status_code == 200
    assert client.post(url("league", "add"), SETTINGS).status_code == 302
    league = League.objects.get(name="New Cup")
    assert league.season.number == 1
    assert league.memberships.get().user == staff
    assert client.post(url("league", "add"), SETTINGS).status_code == 200
    assert browser(commissioner).get(url("league", "add")).status_code == 403


def test_a_commissioner_changes_a_league_in_the_admin(league: League, commissioner: User) -> None:
    League.objects.filter(pk=league.pk).update(sequence=7)
    client = browser(commissioner)
    assert client.get(url("league", "change", league.pk)).status_code == 200
    assert client.post(url("league", "change", league.pk), SETTINGS).status_code == 302
    league.refresh_from_db()
    assert (league.name, league.win_points, league.sequence) == ("New Cup", 2, 7)
    assert league.house_rules == {"match/mvp/bench": False}
    assert "match/mvp/bench = false" in said(client, url("league", "change", league.pk))


def test_faults_stand_beside_their_field(league: League, commissioner: User) -> None:
    given = SETTINGS | {"house_rules": "no/way = 1"}
    page = browser(commissioner).post(url("league", "change", league.pk), given).content.decode()
    assert "names no value of the rules" in page
    league.refresh_from_db()
    assert league.name == "Old World Cup"


def test_a_league_is_never_deleted(league: League, staff: User) -> None:
    assert browser(staff).post(url("league", "delete", league.pk), {"post": "yes"}).status_code == 403


def test_the_admin_leads_to_the_archive_of_a_league(league: League, commissioner: User) -> None:
    client = browser(commissioner)
    link = f'<a href="/l/{league.slug}/archive/">Download</a>'
    assert link in said(client, url("league", "changelist"))
    assert link in said(client, url("league", "change", league.pk))


def test_seasons_in_the_admin(league: League, private: League, commissioner: User) -> None:
    client = browser(commissioner)
    assert client.post(url("season", "add"), {"league": league.pk, "name": ""}).status_code == 302
    assert league.season.name == "Season 2"
    assert client.post(url("season", "add"), {"league": private.pk, "name": ""}).status_code == 200
    assert Season.objects.count() == 3
    assert client.post(url("season", "change", league.season.pk), {"name": "x"}).status_code == 403


def test_members_in_the_admin(
    league: League, commissioner: User, coach: User, stranger: User, staff: User
) -> None:
    client = browser(commissioner)
    row = league.memberships.get(user=coach)
    assert client.post(url("membership", "change", row.pk), {"role": "commissioner"}).status_code == 302
    row.refresh_from_db()
    assert row.role == Role.COMMISSIONER
    assert client.post(url("membership", "delete", row.pk), {"post": "yes"}).status_code == 302
    last = league.memberships.get()
    page = client.post(url("membership", "delete", last.pk), {"post": "yes"}, follow=True).content.decode()
    assert "last commissioner" in page
    many = {"action": "delete_selected", "_selected_action": [last.pk], "post": "yes"}
    page = client.post(url("membership", "changelist"), many, follow=True).content.decode()
    assert "last commissioner" in page
    assert Membership.objects.filter(pk=last.pk).exists()

    member(league, stranger.username, Role.COMMISSIONER)
    every = [one.pk for one in league.memberships.all()]
    many = {"action": "make_coaches", "_selected_action": every, "confirmed": "yes"}
    browser(staff).post(url("membership", "changelist"), many)
    assert league.memberships.filter(role=Role.COMMISSIONER).count() == 2
    league.memberships.get(user=stranger).delete()

    given = {"user": stranger.pk, "league": league.pk, "role": "coach"}
    assert client.post(url("membership", "add"), given).status_code == 403
    assert browser(staff).post(url("membership", "add"), given).status_code == 302
    assert league.memberships.filter(user=stranger).exists()


def test_invitations_in_the_admin(league: League, private: League, commissioner: User) -> None:
    client = browser(commissioner)
    given = {"league": league.pk, "role": "coach", "days": "3"}
    assert client.post(url("invitation", "add"), given | {"league": private.pk}).status_code == 200
    assert client.post(url("invitation", "add"), given).status_code == 302
    link = Invitation.objects.get()
    assert link.created_by == commissioner
    assert link.token in said(client, url("invitation", "change", link.pk))
    assert client.post(url("invitation", "delete", link.pk), {"post": "yes"}).status_code == 302
    assert not Invitation.objects.exists()


def test_bulletins_in_the_admin(league: League, commissioner: User) -> None:
    client = browser(commissioner)
    given = {"league": league.pk, "title": "<b>News</b>", "text": "None."}
    assert client.post(url("bulletin", "add"), given).status_code == 302
    row = Bulletin.objects.get()
    assert row.author == commissioner
    assert "&lt;b&gt;News" in said(client, url("bulletin", "changelist"))
    client.post(url("bulletin", "change", row.pk), {"title": "More", "text": "All."})
    row.refresh_from_db()
    assert (row.title, row.league, row.author) == ("More", league, commissioner)
    client.post(url("bulletin", "delete", row.pk), {"post": "yes"})
    assert not Bulletin.objects.exists()
