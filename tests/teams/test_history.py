"""The history of a team by days."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from engine.roster import GoldChanged, Injured
from league.domain import clock
from teams.domain import buying, history, naming
from teams.domain.queries import KINDS
from tests.helpers import (
    a_drafted_team,
    a_league,
    a_played_match,
    assert_reconciled,
    browser,
    coach_of,
    happens,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(db):
    league = a_league()
    yield league
    assert_reconciled(league)


@pytest.fixture
def team(league):
    return a_drafted_team(league, name="Iron Tusks")


def text(team, **asked):
    address = reverse("teams:history", args=[team.league.slug, team.slug], query=asked or None)
    return browser().get(address).content.decode()


def days_of(team):
    return history.days(team.league, team, list(history.acts(team)))


def test_each_kind_of_act_has_its_picture_in_the_sprite():
    assert set(history.ICONS) == set(KINDS)
    sprite = (settings.BASE_DIR / "static" / "kinds.svg").read_text(encoding="utf-8")
    assert all(f'id="{icon}"' in sprite for icon in {*history.ICONS.values(), history.OTHER})


def test_what_happened_on_one_day_stands_under_it(league):
    with clock.at(datetime(2026, 3, 2, 12, tzinfo=UTC)):
        team = a_drafted_team(league)
    with clock.at(datetime(2026, 3, 5, 12, tzinfo=UTC)):
        naming.rename_player(team, coach_of(team), 1, "Griff")
        naming.rename_player(team, coach_of(team), 2, "Zug")
    latest, first = days_of(team)
    assert (latest.day.isoformat(), first.day.isoformat()) == ("2026-03-05", "2026-03-02")
    assert [one.told.act.kind for one in latest.episodes] == ["rename_player", "rename_player"]
    assert [one.told.act.kind for one in first.episodes] == ["accept", "draft"]
    shown = text(team)
    assert f"{team.get_absolute_url()}?on=2026-03-05" in shown
    assert "Griff" in shown


def test_the_link_to_a_day_shows_the_team_as_it_stood(league):
    with clock.at(datetime(2026, 3, 2, 12, tzinfo=UTC)):
        team = a_drafted_team(league)
    then = browser().get(f"{team.get_absolute_url()}?on=2026-03-02").content.decode()
    assert "As it stood on 2 March 2026" in then


def test_one_kind_alone_may_be_shown(team):
    naming.rename_player(team, coach_of(team), 1, "Griff")
    buying.dismiss(team, coach_of(team), 2)
    assert [kind for kind, _ in history.kinds(team)] == ["draft", "accept", "dismiss", "rename_player"]
    shown = text(team, kind="dismiss")
    assert "Griff" not in shown
    assert "Dismissal" in shown
    assert "Nothing of this kind" in text(team, kind="match")


def test_a_match_says_the_first_of_its_sentences_and_folds_the_rest(team):
    a_played_match(team, a_drafted_team(team.league, "Skaven"))
    (episode,) = [one for day in days_of(team) for one in day.episodes if one.told.act.kind == "match"]
    assert len(episode.first) == history.AT_ONCE
    assert episode.first + episode.rest == episode.sentences
    shown = text(team, kind="match")
    assert f"{len(episode.rest)} more" in shown


def test_of_another_team_nothing_is_told(team):
    other = a_drafted_team(team.league, "Skaven", name="Sewer Saints")
    happens(other, GoldChanged(10_000, "a secret gift"))
    assert "secret gift" not in text(team)


def test_a_long_history_costs_no_more_queries(team):
    def count():
        with CaptureQueriesContext(connection) as captured:
            text(team)
        return len(captured)

    happens(team, Injured(1, "Smashed Hip", "ma"), kind="decree")
    before = count()
    for uid in range(2, 6):
        happens(team, Injured(uid, "Smashed Hip", "ma"), kind="decree")
    assert count() == before
