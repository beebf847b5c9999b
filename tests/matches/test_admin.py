"""Matches in the web admin: own leagues only, and the same domain calls."""

from __future__ import annotations

import pytest

from league.models import User
from matches.domain import amending
from matches.domain.applying import apply_log
from matches.domain.logs import submit_file
from matches.models import Amendment, Fixture, MatchLog, Result
from tests.matches.conftest import World, as_bytes

pytestmark = pytest.mark.django_db


def test_a_commissioner_sees_the_own_league_only(world: World) -> None:
    log = submit_file(world.fixture, world.home_coach, as_bytes(world.fixture))
    client = world.browse(world.commissioner)
    pages = ("fixture/", "matchlog/", f"matchlog/{log.pk}/change/", "result/", "fixture/add/")
    for page in (*pages, f"fixture/{world.fixture.pk}/change/"):
        assert client.get(f"/admin/matches/{page}").status_code == 200, page
    assert client.get("/admin/matches/matchlog/add/").status_code == 403
    assert client.get("/admin/matches/result/add/").status_code == 403
    outsider = world.browse(world.home_coach)
    assert outsider.get("/admin/matches/fixture/").status_code in (302, 403)


def test_a_fixture_is_made_moved_and_taken_back(world: World) -> None:
    client = world.browse(world.commissioner)
    given = {
        "league": world.league.pk,
        "round": 2,
        "home": world.away.pk,
        "away": world.home.pk,
        "stage": "league",
        "scheduled": "",
    }
    assert client.post("/admin/matches/fixture/add/", given).status_code == 302
    made = Fixture.objects.get(number=2)
    client.post("/admin/matches/fixture/add/", {**given, "away": world.away.pk})
    assert Fixture.objects.count() == 2
    client.post(f"/admin/matches/fixture/{made.pk}/change/", {"round": 4, "scheduled": "2026-12-24"})
    made.refresh_from_db()
    assert made.round == 4
    client.post(f"/admin/matches/fixture/{made.pk}/delete/", {"post": "yes"})
    assert Fixture.objects.count() == 1


def test_logs_are_previewed_and_applied(world: World) -> None:
    log = submit_file(world.fixture, world.home_coach, as_bytes(world.fixture))
    client = world.browse(world.commissioner)
    form = {"action": "preview_log", "_selected_action": [log.pk]}
    answer = client.post("/admin/matches/matchlog/", form)
    assert answer["Location"] == f"{world.url('preview/')}?log={log.pk}"
    form["action"] = "apply_logs"
    assert "Apply these logs in this order?" in client.post("/admin/matches/matchlog/", form).content.decode()
    assert not Result.objects.exists()
    form["confirmed"] = "yes"
    for _ in range(2):
        client.post("/admin/matches/matchlog/", form)
    assert Result.objects.count() == 1
    result = Result.objects.get()
    assert client.get(f"/admin/matches/result/{result.pk}/change/").status_code == 200


def test_a_document_is_read_only(world: World) -> None:
    log = submit_file(world.fixture, world.home_coach, as_bytes(world.fixture))
    staff = User.objects.get(username="site-staff")
    staff.is_superuser = True
    staff.save()
    client = world.browse(staff)
    client.post(f"/admin/matches/matchlog/{log.pk}/change/", {"document": "{}", "status": "applied"})
    assert MatchLog.objects.get(pk=log.pk).document == log.document
    assert client.post(f"/admin/matches/matchlog/{log.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_match_is_corrected_and_undone_on_the_pages_of_amendments(world: World) -> None:
    """The admin opens the page; nothing is done by the action itself."""
    log = submit_file(world.fixture, world.home_coach, as_bytes(world.fixture))
    result = apply_log(log, world.commissioner)
    client = world.browse(world.commissioner)
    ledger = f"/l/{world.league.slug}/ledger/{result.act.sequence}"
    for model, pk, action, address in (
        ("matches/matchlog", log.pk, "undo_match", f"{ledger}/undo/"),
        ("matches/result", result.pk, "undo_match", f"{ledger}/undo/"),
        ("matches/result", result.pk, "correct_match", f"{ledger}/correct/"),
        ("teams/act", result.act_id, "undo", f"{ledger}/undo/"),
    ):
        form = {"action": action, "_selected_action": [pk]}
        assert client.post(f"/admin/{model}/", form)["Location"] == address
    several = [act.pk for act in world.league.acts.all()]
    client.post("/admin/teams/act/", {"action": "undo", "_selected_action": several})
    assert not Amendment.objects.exists()


def test_amendments_are_listed_and_changed_nowhere_in_the_admin(world: World) -> None:
    log = submit_file(world.fixture, world.home_coach, as_bytes(world.fixture))
    amendment = amending.begin(world.commissioner, apply_log(log, world.commissioner), "Why <b>")
    client = world.browse(world.commissioner)
    page = client.get("/admin/matches/amendment/").content.decode()
    assert f'href="/l/{world.league.slug}/amendments/{amendment.pk}/"' in page
    assert "Why &lt;b&gt;" in page
    assert client.get(f"/admin/matches/amendment/{amendment.pk}/change/").status_code == 200
    assert client.post(f"/admin/matches/amendment/{amendment.pk}/change/", {}).status_code == 403
    assert client.get("/admin/matches/amendment/add/").status_code == 403
    assert client.post(f"/admin/matches/amendment/{amendment.pk}/delete/", {"post": "yes"}).status_code == 403
