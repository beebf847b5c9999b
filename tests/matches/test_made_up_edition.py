"""A league that plays by an edition nobody knew of: no page and no table of the database asks for its key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import reverse

from league.models import League
from teams.domain.ledger import roster_of
from tests.engine.editions.made_up import summer_rules
from tests.helpers import a_drafted_team, a_league, a_played_match, assert_reconciled, browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[League]:
    summer_rules(tmp_path, monkeypatch)
    league = a_league(edition="summer")
    yield league
    assert_reconciled(league)


def test_its_teams_are_drafted_and_play(league: League) -> None:
    orcs, slann = a_drafted_team(league, "Orc"), a_drafted_team(league, "Slann")
    assert roster_of(orcs).reroll_price == 50_000
    played = a_played_match(orcs, slann)
    for address in (
        reverse("teams:team", args=[league.slug, orcs.slug]),
        played.fixture.get_absolute_url(),
        reverse("league:rules", args=[league.slug]),
    ):
        page = browser(orcs.coach).get(address)
        assert page.status_code == 200
    assert "Summer rules" in page.content.decode()
