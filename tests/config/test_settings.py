"""The embedded set-up keeps its secret, and the front doors answer."""

import pytest
from django.test import Client

from config.settings import kept_secret


def test_the_secret_is_made_once_and_kept(tmp_path) -> None:
    path = tmp_path / "secret_key"
    secret = kept_secret(path)
    assert len(secret) > 50
    assert kept_secret(path) == secret
    assert path.stat().st_mode & 0o077 == 0
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.django_db
def test_the_admin_asks_a_stranger_to_log_in(client: Client) -> None:
    response = client.get("/admin/")
    assert response.status_code == 302
    assert response["Location"].startswith("/admin/login/")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/password/reset/",
        "/api/schema/",
        "/api/docs/",
    ],
)
def test_a_stranger_may_open(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 200
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.django_db
def test_a_token_is_given_for_a_password(api, user) -> None:
    response = api.post("/api/v1/token/", {"username": "someone", "password": "coach-password"})
    assert response.status_code == 200
    assert set(response.json()) == {"token"}


@pytest.mark.django_db
def test_guessing_passwords_is_slowed_down(api, user) -> None:
    answers = [
        api.post("/api/v1/token/", {"username": "someone", "password": f"guess {guess}"}).status_code
        for guess in range(11)
    ]
    assert answers == [400] * 10 + [429]
