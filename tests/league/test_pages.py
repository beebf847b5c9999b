"""The pages of a league: what they say, who gets them, and that names are shown as they are."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.authtoken.models import Token

from league.domain import bulletins, invitations, leagues
from league.models import Bulletin, Invitation, League, Membership, Role, User
from tests.league.conftest import browser, member

MARKUP = '<b>O\'Leary & "Söhne"</b>'
ESCAPED = "&lt;b&gt;O&#x27;Leary &amp; &quot;Söhne&quot;&lt;/b&gt;"
NEW_LEAGUE = {
    "name": "New Cup",
    "edition": "lrb4",
    "public": "on",
    "dice_policy": "app",
    "win_points": "3",
    "draw_points": "1",
    "loss_points": "0",
    "house_rules": "match/mvp/bench = false",
}


def text(response: Any) -> str:
    return response.content.decode()


def address(name: str, league: League, *more: Any) -> str:
    return reverse(f"league:{name}", args=[league.slug, *more])


# --- the front page


def test_a_site_without_leagues_says_so(client: Client, db: None) -> None:
    page = text(client.get("/"))
    assert "No public league is open yet." in page
    assert reverse("account_signup") in page
    assert reverse("league:create") not in page


def test_the_front_page_shows_what_one_may_read(
    league: League, private: League, coach: User, commissioner: User, staff: User
) -> None:
    anonymous = text(browser(None).get("/"))
    assert "Old World Cup" in anonymous
    assert "2 members" in anonymous
    assert "Secret Cup" not in anonymous
    mine = text(browser(coach).get("/"))
    assert mine.index("Your leagues") < mine.index("Old World Cup") < mine.index("Other leagues")
    assert "Secret Cup" not in mine
    everything = text(browser(staff).get("/"))
    assert "Secret Cup" in everything
    assert reverse("league:create") in everything


def test_the_front_page_asks_no_more_for_more_leagues(
    staff: User, coach: User, league: League, django_assert_max_num_queries
) -> None:
    for number in range(5):
        member(leagues.create_league(staff, f"Cup {number}"), f"coach {number}", Role.COACH)
    client = browser(coach)
    client.get("/")
    with django_assert_max_num_queries(6):
        assert client.get("/").status_code == 200


def test_many_leagues_come_in_pages(staff: User, client: Client) -> None:
    for number in range(31):
        leagues.create_league(staff, f"Cup {number:02}")
    Membership.objects.all().delete()
    assert "Cup 30" not in text(client.get("/"))
    assert "Cup 30" in text(client.get("/?page=2"))


# --- opening a league


def test_staff_open_a_league(staff: User) -> None:
    client = browser(staff)
    assert client.get(reverse("league:create")).status_code == 200
    response = client.post(reverse("league:create"), NEW_LEAGUE)
    league = League.objects.get()
    assert response.headers["Location"] == address("members", league)
    assert (league.house_rules, league.public, league.dice_policy) == (
        {"match/mvp/bench": False},
        True,
        "app",
    )


def test_nobody_else_opens_a_league(commissioner: User, league: League) -> None:
    for client, status in ((browser(None), 302), (browser(commissioner), 403)):
        assert client.get(reverse("league:create")).status_code == status
        assert client.post(reverse("league:create"), NEW_LEAGUE).status_code == status
    assert League.objects.count() == 1


def test_a_form_with_faults_names_them_and_keeps_what_was_typed(staff: User, league: League) -> None:
    given = NEW_LEAGUE | {
        "name": "old WORLD cup",
        "house_rules": "match/mvp/bank = 1\nleague/treasury = lots",
    }
    response = browser(staff).post(reverse("league:create"), given)
    assert response.status_code == 400
    page = text(response)
    assert "There is a league named old WORLD cup already." in page
    assert "match/mvp/bank = 1" in page
    assert page.count("House rule &#x27;") == 2


@pytest.mark.parametrize(
    ("field", "value"),
    [("edition", "lrb99"), ("dice_policy", "coin"), ("win_points", "x"), ("win_points", "100"), ("name", "")],
)
def test_a_form_with_a_senseless_value_comes_back(staff: User, field: str, value: str) -> None:
    assert browser(staff).post(reverse("league:create"), NEW_LEAGUE | {field: value}).status_code == 400
    assert not League.objects.exists()


# --- settings


def test_the_commissioner_changes_settings(commissioner: User, league: League) -> None:
    client = browser(commissioner)
    assert "Old World Cup" in text(client.get(address("settings", league)))
    given = {key: value for key, value in NEW_LEAGUE.items() if key not in ("edition", "public")}
    assert client.post(address("settings", league), given).status_code == 302
    league.refresh_from_db()
    assert (league.name, league.public, league.slug) == ("New Cup", False, "old-world-cup")
    assert "match/mvp/bench = false" in text(client.get(address("settings", league)))


def test_settings_with_faults_come_back(commissioner: User, league: League) -> None:
    response = browser(commissioner).post(address("settings", league), NEW_LEAGUE | {"house_rules": "x"})
    assert response.status_code == 400
    assert "Line 1 is not of the form" in text(response)
    league.refresh_from_db()
    assert league.name == "Old World Cup"


def test_the_commissioner_begins_a_season(commissioner: User, league: League) -> None:
    client = browser(commissioner)
    assert client.post(address("open_season", league), {"name": "Winter"}).status_code == 302
    assert "Winter" in text(client.get(address("settings", league)))
    assert client.post(address("open_season", league), {"name": "x" * 51}).status_code == 400
    assert league.season.name == "Winter"


# --- members and invitations


def test_members_are_listed_for_readers(league: League, coach: User, commissioner: User) -> None:
    page = text(browser(None).get(address("members", league)))
    assert page.index("the-commissioner") < page.index("a-coach")
    assert "Invitations" not in page
    assert "<form" not in page.split("<main", 1)[1].split("</main>")[0]


def test_the_page_of_members_asks_no_more_for_more(
    league: League, commissioner: User, django_assert_max_num_queries
) -> None:
    for number in range(5):
        member(league, f"coach {number}", Role.COACH)
        invitations.invite(commissioner, league)
    client = browser(commissioner)
    with django_assert_max_num_queries(6):
        page = text(client.get(address("members", league)))
    assert page.count("http://testserver/invite/") == 5


def test_an_invitation_by_link(league: League, commissioner: User, stranger: User) -> None:
    host = browser(commissioner)
    assert host.post(address("invite", league), {"role": "coach", "days": "7"}).status_code == 302
    link = Invitation.objects.get()
    page = text(host.get(address("members", league)))
    assert f"http://testserver/invite/{link.token}/" in page

    offer = reverse("league:invitation", args=[link.token])
    anonymous = browser(None)
    assert f"{reverse('account_signup')}?next={offer}" in text(anonymous.get(offer))
    assert anonymous.post(offer).headers["Location"].startswith(reverse("account_login"))
    guest = browser(stranger)
    assert "Join as a-stranger" in text(guest.get(offer))
    assert guest.post(offer).headers["Location"] == league.get_absolute_url()
    assert "has been used" in text(guest.get(offer))
    assert guest.post(offer).status_code == 409
    assert "by a-stranger" in text(host.get(address("members", league)))


def test_signing_up_leads_back_to_the_invitation(league: League, commissioner: User, client: Client) -> None:
    offer = reverse("league:invitation", args=[invitations.invite(commissioner, league).token])
    given = {
        "username": "newcomer",
        "email": "newcomer@example.org",
        "password1": "long-and-plain-words",
        "password2": "long-and-plain-words",
        "next": offer,
    }
    assert client.post(reverse("account_signup"), given).headers["Location"] == offer
    assert client.post(offer).status_code == 302
    assert league.memberships.filter(user__username="newcomer").exists()


def test_an_unknown_link_is_not_found(client: Client, db: None) -> None:
    assert client.get(reverse("league:invitation", args=["nothing"])).status_code == 404


def test_a_link_is_revoked(league: League, commissioner: User) -> None:
    link = invitations.invite(commissioner, league)
    assert browser(commissioner).post(address("revoke", league, link.pk)).status_code == 302
    assert not Invitation.objects.exists()


def test_a_senseless_invitation_is_refused(league: League, commissioner: User) -> None:
    assert browser(commissioner).post(address("invite", league), {"role": "king"}).status_code == 400
    assert not Invitation.objects.exists()


def test_roles_are_changed_and_members_removed(league: League, commissioner: User, coach: User) -> None:
    client = browser(commissioner)
    client.post(address("change_role", league, coach.pk), {"role": "commissioner"})
    assert league.memberships.get(user=coach).role == Role.COMMISSIONER
    assert client.post(address("remove_member", league, commissioner.pk)).headers["Location"] == "/"
    assert client.post(address("remove_member", league, coach.pk)).status_code == 403
    response = browser(coach).post(address("remove_member", league, coach.pk))
    assert response.status_code == 400
    assert "last commissioner" in text(response)


def test_a_number_beyond_all_accounts_is_not_found(league: League, commissioner: User) -> None:
    client = browser(commissioner)
    for name in ("remove_member", "revoke", "delete_bulletin"):
        assert client.post(address(name, league, 10**25)).status_code == 404
    assert client.get(address("edit_bulletin", league, 10**25)).status_code == 404


# --- rules


def test_the_page_of_rules_shows_what_is_open(league: League) -> None:
    page = text(browser(None).get(address("rules", league)))
    assert "This league plays by the book." in page
    page = text(browser(None).get(address("rules", league), {"show": "unproved"}))
    assert "rosters/races/Nurgle&#x27;s Rotters/positions/Rotter/price" in page
    assert "no price, no stats" in page
    assert "match/mvp/bench" in text(browser(None).get(address("rules", league), {"show": "readings"}))


def test_the_page_of_rules_shows_what_differs(league: League, commissioner: User) -> None:
    rotter = "rosters/races/Nurgle's Rotters/positions/Rotter"
    rules = {"match/mvp/bench": False, f"{rotter}/price": 40_000, f"{rotter}/stats": [4, 3, 3, 8]}
    leagues.change_settings(commissioner, league, house_rules=rules)
    page = text(browser(None).get(address("rules", league)))
    assert re.search(r"bench</code></div>.*?<code>true</code></div>.*?<code>false</code>", page, re.S)
    assert re.search(r"price</code></div>.*?<code>nothing</code></div>.*?<code>40000</code>", page, re.S)
    assert "changed here" in text(browser(None).get(address("rules", league), {"show": "readings"}))
    unproved = text(browser(None).get(address("rules", league), {"show": "unproved"}))
    assert "no price, no stats" not in unproved


# --- bulletins


def test_bulletins_are_written_read_and_deleted(league: League, commissioner: User) -> None:
    client = browser(commissioner)
    assert "No bulletin is published yet." in text(client.get(address("bulletins", league)))
    given = {"title": MARKUP, "text": f"One.\n\n{MARKUP}"}
    assert client.post(address("new_bulletin", league), given).status_code == 302
    page = text(browser(None).get(address("bulletins", league)))
    assert f"<h2>{ESCAPED}</h2>" in page
    assert '<p>&lt;b&gt;O\'Leary &amp; "Söhne"&lt;/b&gt;</p>' in page
    assert "<b>O" not in page
    bulletin = Bulletin.objects.get()
    assert ESCAPED in text(client.get(address("edit_bulletin", league, bulletin.pk)))
    client.post(address("edit_bulletin", league, bulletin.pk), {"title": "Two", "text": "Two."})
    assert Bulletin.objects.get().title == "Two"
    assert client.post(address("new_bulletin", league), {"title": "Three", "text": " "}).status_code == 400
    assert client.post(address("delete_bulletin", league, bulletin.pk)).status_code == 302
    assert not Bulletin.objects.exists()


def test_the_page_of_bulletins_asks_no_more_for_more(
    league: League, commissioner: User, django_assert_max_num_queries
) -> None:
    for number in range(5):
        bulletins.publish(commissioner, league, f"Round {number}", "Played.")
    with django_assert_max_num_queries(3):
        assert browser(None).get(address("bulletins", league)).status_code == 200


# --- the token


def test_everybody_has_a_token_of_their_own(stranger: User) -> None:
    client = browser(stranger)
    assert "You have no token." in text(client.get(reverse("league:token")))
    client.post(reverse("league:token"))
    first = Token.objects.get(user=stranger).key
    response = client.get(reverse("league:token"))
    assert first in text(response)
    assert response.headers["Cache-Control"] == "no-store"
    client.post(reverse("league:token"))
    assert Token.objects.get(user=stranger).key != first
    client.post(reverse("league:token"), {"withdraw": "1"})
    assert not Token.objects.exists()
    assert reverse("account_login") in browser(None).get(reverse("league:token")).headers["Location"]


# --- names and permissions


def test_names_with_markup_are_shown_as_they_are(staff: User) -> None:
    league = leagues.create_league(staff, MARKUP)
    bulletins.publish(staff, league, "News", "None.")
    link = invitations.invite(staff, league)
    client = browser(staff)
    pages = [address(name, league) for name in ("settings", "members", "rules", "bulletins", "new_bulletin")]
    for page in ["/", reverse("league:invitation", args=[link.token]), *pages]:
        shown = text(client.get(page))
        assert ESCAPED in shown, page
        assert "<b>O" not in shown, page


READ = ["members", "rules", "bulletins"]
RUN = ["settings", "new_bulletin"]
DO = ["invite", "open_season", "settings", "new_bulletin"]


@pytest.mark.parametrize("name", READ)
def test_pages_to_read(name: str, league: League, private: League, coach: User, stranger: User) -> None:
    member(private, "insider", Role.COACH)
    for user in (None, stranger, coach):
        assert browser(user).get(address(name, league)).status_code == 200
        assert browser(user).get(address(name, private)).status_code == 404
    assert browser(User.objects.get(username="insider")).get(address(name, private)).status_code == 200


@pytest.mark.parametrize("name", RUN)
def test_pages_of_the_commissioner(
    name: str, league: League, private: League, coach: User, commissioner: User, staff: User
) -> None:
    for user, status in ((None, 302), (coach, 403)):
        assert browser(user).get(address(name, league)).status_code == status
    for user in (None, coach, commissioner):
        assert browser(user).get(address(name, private)).status_code == 404
    for user in (commissioner, staff):
        assert browser(user).get(address(name, league)).status_code == 200


@pytest.mark.parametrize("name", DO)
def test_deeds_of_the_commissioner(
    name: str, league: League, private: League, coach: User, commissioner: User
) -> None:
    for user, status in ((None, 302), (coach, 403)):
        assert browser(user).post(address(name, league)).status_code == status
    for user in (None, coach, commissioner):
        assert browser(user).post(address(name, private)).status_code == 404


def test_deeds_are_not_links(league: League, commissioner: User) -> None:
    client = browser(commissioner)
    for name in ("invite", "open_season"):
        assert client.get(address(name, league)).status_code == 405
    for name in ("revoke", "remove_member", "change_role", "delete_bulletin"):
        assert client.get(address(name, league, 1)).status_code == 405
