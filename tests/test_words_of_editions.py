"""Pages of a league speak the words of its edition, and no other's."""

from __future__ import annotations

import random
import re

import pytest

from engine.editions import EDITIONS, edition
from engine.questions import Choose, Report, Roll
from engine.roster import Injured
from engine.simulate import answer
from league.models import League
from matches.domain import wizard
from tests.helpers import (
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_played_match,
    assert_reconciled,
    browser,
    happens,
)

pytestmark = pytest.mark.django_db

LATER = tuple(key for key in EDITIONS if not edition(key).stadiums)
EARLIER_WORDS = ("team rating", "handicap", "freebooter", "ageing", "home field", "star player roll")
"""What only the fourth edition has."""


def pages(league: League) -> list[str]:
    """Whatever a commissioner reads of a league with a match played, and one to play that has begun."""
    orcs, undead = a_drafted_team(league, "Orc"), a_drafted_team(league, "Undead")
    a_played_match(orcs, undead)
    happens(orcs, Injured(1, "Broken Ribs", "miss", True, True))
    a_fixture(undead, orcs, round=2)
    team = f"t/{orcs.slug}/"
    return [
        "", "standings/", "teams/", "fixtures/", "fixtures/new/", "leaders/", "graveyard/", "ledger/", "settings/",
        "members/", "archive/", "competitions/", "competitions/new/", "competitions/new-minor/",
        "draft/", "draft/?race=Orc", "m/1/", "m/2/", "m/2/log/", "m/2/upload/",
        team, f"{team}ledger/", f"{team}buy/", f"{team}decree/", f"{team}decree/?player=1", f"{team}p/1/",
        f"{team}staff/", f"{team}trades/", f"{team}dismiss/1/", f"{team}renumber/",
    ]  # fmt: skip


@pytest.mark.parametrize("key", LATER)
def test_no_page_speaks_of_what_the_rules_do_not_know(key: str) -> None:
    league = a_league("Old World Cup", edition=key)
    client = browser(a_commissioner(league))
    spoken = {}
    for page in pages(league):
        found = client.get(f"/l/{league.slug}/{page}")
        assert found.status_code == 200, page
        text = re.sub(r"<[^>]*>", " ", found.content.decode()).lower()
        spoken[page] = [word for word in EARLIER_WORDS if word in text]
    assert {page: words for page, words in spoken.items() if words} == {}
    assert_reconciled(league)


@pytest.mark.parametrize("key", EDITIONS)
def test_every_kind_of_report_has_its_form(key: str) -> None:
    league = a_league(edition=key)
    by = a_commissioner(league)
    fixture = a_fixture(a_drafted_team(league, "Orc"), a_drafted_team(league, "Human"))
    rng = random.Random(1)
    step = wizard.current(fixture)
    while isinstance(step.question, Roll | Choose):
        step = wizard.answer(fixture, by, answer(step.question, rng), step.row.version)
    assert isinstance(step.question, Report)
    for kind in step.question.kinds:
        shown = browser(by).get(f"/l/{league.slug}/m/{fixture.number}/log/?kind={kind}").content.decode()
        assert f'name="kind" value="{kind}"' in shown
        assert ('name="excused"' in shown) == (
            kind == "concession" and edition(key).rules.excuses_concessions
        )
