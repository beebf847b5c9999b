"""An installation without an account leads its owner to the first one, and nobody else after him."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core import mail

from engine.questions import Refusal
from league.domain import first_hour, invitations, leagues
from league.domain.roles import Forbidden
from league.errors import Conflict
from league.models import League, User
from tests.league.conftest import browser

PASSWORD = "ironjaw and sons"
TYPED = {"username": "morg", "email": "", "password1": PASSWORD, "password2": PASSWORD}

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_was_here() -> Iterator[None]:
    first_hour.look_again()
    yield
    first_hour.look_again()


@pytest.mark.parametrize(
    "page", ["/", "/editions/", "/accounts/login/", "/accounts/signup/", "/admin/", "/l/x/"]
)
def test_every_page_of_an_empty_installation_leads_to_the_first_account(page: str) -> None:
    answer = browser(None).get(page)
    assert (answer.status_code, answer["Location"]) == (302, "/welcome/")


def test_the_first_account_owns_the_site_and_goes_on_to_its_league() -> None:
    client = browser(None)
    assert "Nobody has an account here yet." in client.get("/welcome/").content.decode()
    answer = client.post("/welcome/", TYPED | {"email": "morg@example.org"}, follow=True)
    assert answer.redirect_chain == [("/leagues/new/", 302)]
    assert "This site is yours now." in answer.content.decode()
    owner = User.objects.get()
    assert (owner.is_staff, owner.is_superuser, owner.email) == (True, True, "morg@example.org")
    assert owner.check_password(PASSWORD)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"password2": "another one"}, "The two password fields didn’t match."),
        ({"password1": "12345", "password2": "12345"}, "This password is too short."),
        ({"username": ""}, "This field is required."),
    ],
)
def test_what_is_wrong_is_said_at_its_field(change: dict[str, str], said: str) -> None:
    page = browser(None).post("/welcome/", TYPED | change)
    assert page.status_code == 400
    assert said in page.content.decode()
    assert not User.objects.exists()


def test_the_page_is_closed_once_there_is_an_account(stranger: User) -> None:
    client = browser(None)
    assert client.get("/welcome/")["Location"] == "/"
    assert client.get("/editions/").status_code == 200
    page = client.post("/welcome/", TYPED)
    assert page.status_code == 400
    assert "This site has its owner already." in page.content.decode()
    assert list(User.objects.all()) == [stranger]


def test_of_two_who_take_over_the_second_is_refused() -> None:
    first_hour.take_over("morg", "", PASSWORD)
    with pytest.raises(Conflict, match="has its owner already"):
        first_hour.take_over("grim", "", PASSWORD)


def test_an_invitation_is_mailed_with_its_link(commissioner: User, league: League, settings: object) -> None:
    made = invitations.invite(commissioner, league, email="grim@example.org")
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["grim@example.org"], f"Come to {league.name}")
    assert f"/invite/{made.token}/" in sent.body
    assert "the-commissioner invites you" in sent.body


def test_a_mail_that_is_not_taken_leaves_the_link(
    commissioner: User, league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", _unreachable)
    with pytest.raises(invitations.NotMailed, match="Send its link yourself"):
        invitations.invite(commissioner, league, email="grim@example.org")
    assert league.invitations.count() == 1


def _unreachable(*args: object) -> int:
    raise ConnectionRefusedError


def test_only_commissioners_close_the_guide(commissioner: User, coach: User, league: League) -> None:
    with pytest.raises(Forbidden):
        leagues.close_guide(coach, league)
    leagues.close_guide(commissioner, league)
    assert not League.objects.get(pk=league.pk).guided


@pytest.mark.parametrize("name", ["settings", "create"])
def test_every_field_of_a_league_has_a_word_beside_it(name: str, league: League, staff: User) -> None:
    address = "/leagues/new/" if name == "create" else f"/l/{league.slug}/settings/"
    form = browser(staff).get(address).context["form"]
    silent = [field.name for field in form if not field.help_text]
    assert silent == ["draw_points", "loss_points"]  # told with the points for a win


def test_a_refusal_is_a_sentence(league: League, commissioner: User) -> None:
    with pytest.raises(Refusal, match="good for 1 to 90 days"):
        invitations.invite(commissioner, league, days=0)
