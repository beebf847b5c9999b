"""Addresses that follow from names: free among those that there are."""

from __future__ import annotations

import pytest

from league.domain.names import free_slug
from league.models import League
from tests.helpers import a_league

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Nuffle Cup", "nuffle-cup"),
        ("Old World", "old-world-3"),
        ("Old", "old"),
        ("東京", "league"),
        ("-- _!_ --", "league"),
        ("_under_", "under"),
        ("Rules", "rules-2"),
        ("x" * 70, "x" * 50),
    ],
)
def test_an_address_is_plain_and_free(name: str, slug: str) -> None:
    for taken in ("Old World", "Old World!"):
        a_league(taken)
    assert free_slug(name, League.objects.all(), "league", ["rules"]) == slug
