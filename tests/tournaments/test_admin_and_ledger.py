"""No way through the web admin changes a roster without an act, and none shows a commissioner what is not his."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.options import ModelAdmin
from django.db.models import Model
from django.test import Client, RequestFactory
from django.urls import reverse

from league.admin import OfOwnLeagues, OwnLeaguesAdmin
from league.models import League, User
from teams.models import Act, Player, RosterEvents, Team
from tests.helpers import a_commissioner, a_league, a_user, assert_reconciled, browser
from tests.tournaments.whole import a_whole_league

pytestmark = pytest.mark.django_db

ROSTERS: tuple[type[Model], ...] = (Act, RosterEvents, Team, Player)


@pytest.fixture
def whole() -> League:
    return a_whole_league()


@pytest.fixture
def owner() -> User:
    return a_user(is_staff=True, is_superuser=True)


def models() -> Iterator[tuple[type[Model], Any]]:
    for model, options in admin.site._registry.items():
        if model._meta.app_label in ("league", "teams", "matches", "tournaments"):
            yield model, options


def address(model: type[Model], what: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{what}", args=args)


def rosters() -> dict[str, list[dict[str, Any]]]:
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in ROSTERS}


def test_rosters_and_the_ledger_are_read_only_for_everybody(whole: League, owner: User) -> None:
    before, client = rosters(), browser(owner)
    for model, _options in models():
        if model not in ROSTERS:
            continue
        row = model._default_manager.first()
        assert row is not None
        given = {name: "1" for name in row.__dict__ if not name.startswith("_")} | {"post": "yes"}
        for what, args in (("add", ()), ("change", (row.pk,)), ("delete", (row.pk,))):
            assert client.post(address(model, what, *args), given).status_code == 403, (model, what)
    assert rosters() == before


def test_whatever_an_action_does_to_a_roster_stands_in_the_ledger(whole: League, owner: User) -> None:
    """Every action of every list, on every row, confirmed where it asks: rows are what the ledger says afterwards."""
    client = browser(owner)
    done = [name for model, options in models() for name in run_actions(client, owner, model, options)]
    assert {"accept", "apply_logs", "reconcile", "mend", "make_coaches"} < set(done)
    assert_reconciled(whole)


def run_actions(client: Client, by: User, model: type[Model], options: ModelAdmin[Any]) -> list[str]:
    request = RequestFactory().get("/")
    request.user = by
    names = [
        name for name in options.get_actions(request) if name != "delete_selected" or model not in ROSTERS
    ]
    if model is User:
        return []
    for name in names:
        rows = list(options.get_queryset(request).values_list("pk", flat=True))
        asked = {"action": name, "_selected_action": rows, "confirmed": "yes", "post": "yes"}
        assert client.post(address(model, "changelist"), asked, follow=True).status_code in (200, 403), name
    return names


def test_an_action_that_changes_something_asks_first(whole: League, owner: User) -> None:
    before, client = rosters(), browser(owner)
    for model, name in ((Team, "accept"), (League, "mend")):
        rows = [one.pk for one in model._default_manager.all()]
        page = client.post(address(model, "changelist"), {"action": name, "_selected_action": rows})
        assert "Yes, do it" in page.content.decode()
    assert rosters() == before


def test_no_list_names_a_league_of_somebody_else(whole: League) -> None:
    a_league("The Secret Cup", public=False)
    client = browser(a_commissioner(whole, "somebody new"))
    for model, options in models():
        if isinstance(options, OwnLeaguesAdmin):
            page = client.get(address(model, "changelist"))
            assert page.status_code == 200, model
            assert "Secret Cup" not in page.content.decode(), model


def test_every_list_is_searched_and_filtered_by_own_leagues() -> None:
    for model, options in models():
        if not isinstance(options, OwnLeaguesAdmin):
            continue
        assert options.search_fields, model
        assert options.list_filter, model
        for one in options.list_filter:
            if isinstance(one, str) and one.rpartition("__")[2] in (
                "league",
                "season",
                "team",
                "competition",
            ):
                pytest.fail(f"{model.__name__} filters by {one} without {OfOwnLeagues.__name__}")
