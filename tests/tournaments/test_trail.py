"""The audit trail: acts and what was changed beside the ledger, searched in one list."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from engine.questions import Refusal
from engine.roster import GoldChanged
from league.domain import leagues
from league.domain.roles import viewer
from league.models import League, User
from matches.domain import amending
from teams.domain import naming, trail
from teams.domain.trail import Asked
from teams.models import Team
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_league,
    a_played_match,
    assert_reconciled,
    browser,
    happens,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@dataclass
class Story:
    league: League
    commissioner: User
    coach: User
    orcs: Team

    def found(self, who: User | None = None, **asked: object) -> list[str]:
        """What of each line a reader sees: the kind of an act, the name of what is none."""
        seen = viewer(who or self.commissioner, League.objects.get(pk=self.league.pk))
        result = trail.search(seen, Asked(**asked))  # type: ignore[arg-type]
        return [
            one.act.kind if one.act else one.line.name if one.line else ""
            for one in result.shown(result.found)
        ]


@pytest.fixture
def story() -> Story:
    league = a_league()
    commissioner, coach = a_commissioner(league, "the-boss"), a_coach(league, "Žofie")
    orcs = a_drafted_team(league, "Orc", coach, "Gouged Eye")
    dwarfs = a_drafted_team(league, "Dwarf", name="Grudge Bearers")
    naming.rename_player(orcs, coach, 1, "Varag Ghoul-Chewer")
    happens(dwarfs, GoldChanged(10_000, "Štědrý den"), kind="decree")
    leagues.change_house_rules(commissioner, league, {"match/turns": 7})
    result = a_played_match(orcs, dwarfs)
    amending.begin(commissioner, result)
    assert_reconciled(league)
    return Story(league, commissioner, coach, orcs)


def test_everything_stands_in_one_list_the_latest_first(story: Story) -> None:
    found = story.found()
    assert found[0].startswith("Correction: Match 1")
    assert found[1:4] == ["Match", "House rules", "Decree"]
    assert found[-1] == "Draft"


def test_corrections_in_hand_are_the_commissioners_alone(story: Story) -> None:
    assert story.found(story.coach)[:2] == ["Match", "House rules"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"kind": "rename_player"}, ["Player renamed"]),
        ({"kind": "rules"}, ["House rules"]),
        ({"words": "varag"}, ["Player renamed"]),
        ({"words": "Štědrý"}, ["Decree"]),
        ({"words": "turns"}, ["House rules"]),
        ({"player": "ghoul", "kind": "rename_player"}, ["Player renamed"]),
        ({"by": "zofie", "kind": "draft"}, ["Draft"]),
        ({"team": "gouged-eye", "kind": "decree"}, []),
        ({"team": "grudge-bearers", "kind": "decree"}, ["Decree"]),
        ({"words": "100% sure_thing"}, []),
        ({"player": "nobody at all"}, []),
    ],
)
def test_it_is_searched(story: Story, asked: dict[str, Any], found: list[str]) -> None:
    assert story.found(**asked) == found


def test_days_are_counted_whole(story: Story) -> None:
    today = timezone.localdate()
    everything = story.found()
    assert story.found(since=today, until=today) == everything
    assert story.found(until=today - timedelta(days=1)) == []
    assert story.found(since=today + timedelta(days=1)) == []
    for wrong in ("30.11.", "9999-12-31", "0001-01-01"):
        with pytest.raises(Refusal, match="one is written as in 2026-11-30"):
            trail.day_of(wrong)


@pytest.mark.parametrize("name", ["kind", "player", "by", "words"])
def test_a_sign_that_is_in_no_text_is_found_nowhere(story: Story, name: str) -> None:
    answer = browser(None).get(f"/l/{story.league.slug}/ledger/", {name: "no\0thing"})
    assert (answer.status_code, "Nothing in the ledger is like this." in answer.content.decode()) == (
        200,
        True,
    )


def test_the_page_keeps_what_was_asked_and_says_when_nothing_is_like_it(story: Story) -> None:
    client = browser(story.commissioner)
    page = client.get(f"/l/{story.league.slug}/ledger/", {"words": "varag", "by": "zofie"}).content.decode()
    assert 'value="varag"' in page
    assert "1 line" in page
    page = client.get(f"/l/{story.league.slug}/ledger/", {"words": "no such thing"}).content.decode()
    assert "Nothing in the ledger is like this." in page


def test_the_spreadsheet_has_what_was_searched_for_and_no_formulas(story: Story) -> None:
    naming.rename_player(Team.objects.get(pk=story.orcs.pk), story.coach, 2, "=cmd()")
    address = f"/l/{story.league.slug}/ledger.csv"
    answer = browser(None).get(address, {"kind": "rename_player"})
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [row[2] for row in rows] == ["Kind", "Player renamed", "Player renamed"]
    assert all(cell[:1] not in ("=", "+", "-", "@") for row in rows for cell in row)


def test_it_takes_no_more_queries_for_more(story: Story) -> None:
    client, address = browser(story.commissioner), f"/l/{story.league.slug}/ledger/"

    def queries(words: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address, {"words": words}).status_code == 200
        return len(captured)

    before = queries("varag")
    for number in range(30):
        naming.rename_player(Team.objects.get(pk=story.orcs.pk), story.coach, 2, f"Number {number}")
    assert queries("number") <= before
