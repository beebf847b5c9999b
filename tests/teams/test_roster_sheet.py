"""The roster as the sheet that people know, and names that are changed on it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from engine.roster import Departed, Injured, SppGained
from teams.domain import queries, roster_sheet
from tests.helpers import (
    a_coach,
    a_drafted_team,
    a_league,
    a_player,
    assert_reconciled,
    browser,
    coach_of,
    happens,
)

pytestmark = pytest.mark.django_db
INLINE = {"HX-Request": "true"}


@pytest.fixture
def team(db):
    found = happens(
        a_drafted_team(a_league()),
        SppGained(1, "touchdown", 2, 6),
        SppGained(2, "mvp", 1, 5),
        Injured(3, "Broken Ribs", "miss"),
        Departed(4, "dead", "killed"),
    )
    yield found
    assert_reconciled(found.league)


def rename(team, uid=1):
    return reverse("teams:rename_player", args=[team.league.slug, team.slug, uid])


def test_the_foot_adds_up_whoever_is_under_contract(team):
    signed = queries.roster_rows(team)
    found = roster_sheet.totals([*signed, *team.players.filter(uid=4)])
    assert (found.touchdowns, found.mvps, found.spp) == (2, 1, 11)
    assert found.fit == len(signed) - 1
    assert found.worth == sum(one.worth for one in signed)
    assert f"{found.fit} of {len(signed)} can play" in browser().get(team.get_absolute_url()).content.decode()


def test_only_who_may_act_finds_pencils_and_shirts_to_move(team):
    for user, may in ((coach_of(team), True), (a_coach(team.league), False), (None, False)):
        text = browser(user).get(team.get_absolute_url()).content.decode()
        assert ("data-shirts" in text, rename(team) in text, "roster.js" in text) == (may, may, may)


def test_the_pencil_brings_a_field_and_the_name_comes_back(team):
    coach, name = browser(coach_of(team)), a_player(team).name
    field = coach.get(rename(team), headers=INLINE).content.decode()
    assert f'value="{name}"' in field
    assert "<html" not in field
    back = coach.get(rename(team), {"as": "name"}, headers=INLINE).content.decode()
    assert "<form" not in back
    assert name in back


def test_a_name_is_changed_in_its_place(team):
    coach = browser(coach_of(team))
    shown = coach.post(rename(team), {"name": "<b>Griff</b>"}, headers=INLINE)
    assert shown.status_code == 200
    assert "&lt;b&gt;Griff&lt;/b&gt;" in shown.content.decode()
    assert a_player(team).name == "<b>Griff</b>"


def test_a_refusal_keeps_what_was_typed(team):
    coach, taken = browser(coach_of(team)), a_player(team, 2).name
    shown = coach.post(rename(team), {"name": taken}, headers=INLINE)
    assert shown.status_code == 400
    assert "already has a player named" in shown.content.decode()
    assert f'value="{taken}"' in shown.content.decode()
    assert a_player(team).name != taken


def test_without_a_script_the_pencil_leads_to_the_players_page(team):
    answer = browser(coach_of(team)).get(rename(team))
    assert (answer.status_code, answer["Location"]) == (302, f"{a_player(team).get_absolute_url()}#rename")


def test_another_coach_changes_no_name(team):
    for method in ("get", "post"):
        answer = getattr(browser(a_coach(team.league)), method)(rename(team), {"name": "X"}, headers=INLINE)
        assert answer.status_code == 403
