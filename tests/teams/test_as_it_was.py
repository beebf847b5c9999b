"""Teams and players as they stood at the end of a day."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

import pytest
from django.test import override_settings
from django.utils import timezone

from engine.acts.decreeing import Gold
from engine.questions import Refusal
from engine.roster import Departed, GoldChanged, Injured, SppGained
from league.domain import clock
from league.domain.leagues import change_house_rules
from league.domain.roles import NotVisible
from league.models import League
from teams.domain import as_it_was, decreeing, handing
from teams.domain.as_it_was import team_on
from teams.domain.ledger import fold, operation, roster_from_rows
from teams.models import Act, Team
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

JUNE = date(2026, 6, 1)


def on(day: int, hour: int = 12) -> datetime:
    """A moment of June 2026."""
    return datetime(2026, 6, day, hour, tzinfo=UTC)


def fresh(team: Team) -> Team:
    return Team.objects.select_related("league", "coach").get(pk=team.pk)


@pytest.fixture
def league() -> League:
    with clock.at(on(1)):
        return a_league("Old World Cup")


@pytest.fixture
def team(league: League) -> Team:
    """Drafted on the 2nd, hurt on the 10th, poorer on the 20th by the death of its first player."""
    with clock.at(on(2)):
        team = a_drafted_team(league, "Orc", name="Gouged Eye")
    with clock.at(on(10)):
        team = happens(team, SppGained(1, "touchdown", 2, 6), Injured(2, "Smashed Hip", "ma"))
    with clock.at(on(20)):
        team = happens(team, Departed(1, "dead", "killed"), GoldChanged(30_000, "insurance"))
    return team


def test_each_day_shows_its_own_roster(league: League, team: Team):
    drafted, hurt, last = (team_on(team, JUNE.replace(day=day)) for day in (5, 15, 25))
    assert [past.player(1).spp for past in (drafted, hurt, last)] == [0, 6, 6]
    assert [past.player(1).owed for past in (drafted, hurt, last)] == [0, 1, 0]
    assert [past.player(1).status for past in (drafted, hurt, last)] == ["active", "active", "dead"]
    assert [past.player(2).misses_next for past in (drafted, hurt, last)] == [False, True, True]
    assert last.team.treasury - hurt.team.treasury == 30_000
    assert hurt.team.strength == drafted.team.strength + 1
    assert roster_from_rows(last.team, last.players) == fold(team)
    assert_reconciled(league)


def test_today_is_what_the_rows_say(team: Team):
    past = team_on(team, timezone.localdate())
    now = fresh(team)
    assert all(
        getattr(past.team, field.attname) == getattr(now, field.attname)
        for field in Team._meta.concrete_fields
    )
    for then, row in zip(past.players, now.players.order_by("uid"), strict=True):
        same = [f.attname for f in type(row)._meta.concrete_fields if f.attname != "id"]
        assert json.dumps([getattr(then, name) for name in same]) == json.dumps(
            [getattr(row, name) for name in same]
        )


def test_a_day_ends_at_midnight_where_the_server_is(team: Team):
    with override_settings(TIME_ZONE="Europe/Prague"), timezone.override("Europe/Prague"):
        with clock.at(datetime(2026, 6, 25, 21, 59, tzinfo=UTC)):  # a minute before midnight in Prague
            happens(team, GoldChanged(1_000, "late"))
        with clock.at(datetime(2026, 6, 25, 22, 0, tzinfo=UTC)):  # the 26th there
            happens(team, GoldChanged(1_000, "early"))
        days = [team_on(team, JUNE.replace(day=day)).team.treasury for day in (24, 25, 26)]
    assert [later - days[0] for later in days] == [0, 1_000, 2_000]


def test_an_amended_act_keeps_its_day(league: League, team: Team):
    """What was corrected today was so on the day of what it corrects."""
    old = league.acts.get(place=4)
    with operation(league, None, "test", {}) as op:
        op.record(team, [GoldChanged(50_000, "found")])
    new = op.act
    Act.objects.filter(pk=old.pk).update(replaced_by=new)
    Act.objects.filter(pk=new.pk).update(place=old.place, at=old.at, amendment=new)
    then = team_on(team, JUNE.replace(day=21))
    assert then.player(1).status == "active"
    assert then.team.treasury == team_on(team, JUNE.replace(day=15)).team.treasury + 50_000


def test_who_coached_and_whether_it_was_accepted(league: League, team: Team):
    commissioner, newcomer = a_commissioner(league), a_coach(league, "newcomer")
    old = team.coach
    with clock.at(on(22)):
        handing.hand_over(team, commissioner, newcomer)
    with clock.at(on(3)):
        draft = a_drafted_team(league, "Human", accepted=False)
    with clock.at(on(8)):
        handing.withdraw(draft, commissioner)
    assert [team_on(team, JUNE.replace(day=day)).team.coach for day in (21, 22)] == [old, newcomer]
    assert [team_on(draft, JUNE.replace(day=day)).team.withdrawn for day in (7, 8)] == [False, True]
    assert team_on(draft, JUNE.replace(day=7)).team.accepted is False


def test_the_rating_is_that_of_the_rules_of_the_day(league: League, team: Team):
    """With fans at nothing apiece since the 12th, a team of the 11th is worth what it was worth."""
    with clock.at(on(12)):
        change_house_rules(a_commissioner(league), league, {"league/fan_factor_price": 0})
    before, after = (team_on(team, JUNE.replace(day=day)).team for day in (11, 13))
    assert before.worth - after.worth == 10_000 * after.fan_factor > 0
    assert_reconciled(league)


def test_a_day_before_there_was_a_team(team: Team):
    for day in (JUNE, date(1, 1, 1)):
        with pytest.raises(NotVisible) as refused:
            team_on(team, day)
        assert refused.value.message.endswith("; its ledger begins on 2 June 2026.")
    assert refused.value.message.startswith("Gouged Eye was not there yet on 1 January")


@pytest.mark.parametrize("text", ["x", "2026-02-30", "2026-6", "9999-12-31", "'; --", "2026-11-20T", "๒"])
def test_what_is_no_day_is_refused_in_a_sentence(text: str):
    with pytest.raises(Refusal) as refused:
        as_it_was.read_day(text)
    assert refused.value.message.endswith(".")
    assert as_it_was.read_day(" 2026-06-05 ") == JUNE.replace(day=5)


# --- the pages ---------------------------------------------------------------------------------------------------


def test_the_team_page_of_a_day_keeps_the_day_and_offers_nothing_to_do(league: League, team: Team):
    client = browser(a_commissioner(league))
    page = client.get(team.get_absolute_url(), {"on": "2026-06-15"}).content.decode()
    assert "As it stood on 15 June 2026" in page
    assert "insurance" not in page.lower()
    assert f'href="{team.get_absolute_url()}p/1/?on=2026-06-15"' in page
    assert f'href="{team.get_absolute_url()}ledger/?on=2026-06-15"' in page
    assert f'<a href="{team.get_absolute_url()}">Show it as it is today</a>' in page
    for deed in ("buy/", "dismiss/", "renumber/", "improve/", "decree/", "coach/", "accept/"):
        assert f"{team.get_absolute_url()}{deed}" not in page
    now = client.get(team.get_absolute_url()).content.decode()
    assert "As it stood on" not in now
    assert "Insurance" in now


def test_the_player_page_of_a_day(league: League, team: Team):
    client = browser(a_commissioner(league))
    address = f"{team.get_absolute_url()}p/1/"
    page = client.get(address, {"on": "2026-06-15"}).content.decode()
    assert "2 touchdowns, 6 star player points" in page
    assert "killed" not in page
    assert f'href="{team.get_absolute_url()}?on=2026-06-15"' in page
    assert "/improve/" not in page
    assert "killed" in client.get(address).content.decode()


def test_the_ledger_until_a_day(league: League, team: Team):
    client, address = browser(a_commissioner(league)), f"{team.get_absolute_url()}ledger/"
    assert "insurance" in client.get(address).content.decode()
    then = client.get(address, {"on": "2026-06-15"}).content.decode()
    assert "insurance" not in then
    assert "Undo" not in then


@pytest.mark.parametrize(
    ("day", "status", "said"),
    [
        ("nonsense", 400, "is no day; write it as 2026-11-20."),
        ("2026-02-31", 400, "is no day; write it as 2026-11-20."),
        ("9999-12-31", 400, "has not come yet."),
        ("0001-01-01", 404, "its ledger begins on 2 June 2026."),
        ("2026-06-01", 404, "its ledger begins on 2 June 2026."),
        ("<script>", 400, "&lt;script&gt;"),
    ],
)
def test_a_day_that_cannot_be_shown_is_a_sentence(team: Team, day: str, status: int, said: str):
    client = browser()
    for address in ("", "p/1/", "ledger/"):
        answer = client.get(f"{team.get_absolute_url()}{address}", {"on": day})
        assert answer.status_code == status
        page = answer.content.decode()
        assert said in page
        assert 'name="on"' in page
        assert f'href="{team.get_absolute_url()}{address}"' in page


def test_whoever_signs_later_was_not_there(league: League, team: Team):
    rookie = max(one.uid for one in team.players.all())
    assert browser().get(f"{team.get_absolute_url()}p/{rookie}/", {"on": "2026-06-15"}).status_code == 200
    assert browser().get(f"{team.get_absolute_url()}p/999/", {"on": "2026-06-15"}).status_code == 404


def test_the_api_of_a_day(league: League, team: Team, api):
    base = f"/api/v1/leagues/{league.slug}/teams/{team.slug}/"
    then = api.get(base, {"on": "2026-06-15"}).json()
    now = api.get(base).json()
    assert now["treasury"] - then["treasury"] == 30_000
    assert {one["uid"]: one["status"] for one in then["players"]}[1] == "active"
    assert api.get(f"{base}players/1/", {"on": "2026-06-15"}).json()["status"] == "active"
    assert api.get(f"{base}players/1/", {"on": "2026-06-05"}).json()["spp"] == 0
    assert api.get(f"{base}players/", {"on": "2026-06-15", "status": "dead"}).json()["count"] == 0
    assert api.get(f"{base}players/", {"on": "2026-06-25", "status": "dead"}).json()["count"] == 1
    for address in (base, f"{base}players/", f"{base}players/1/"):
        refused = api.get(address, {"on": "2026-06-01"})
        assert (refused.status_code, "was not there yet" in refused.json()["detail"]) == (404, True)
        assert api.get(address, {"on": "soon"}).status_code == 400


@pytest.mark.parametrize("matches", [1, 4])
def test_a_day_takes_the_same_queries_whatever_the_history(
    league: League, team: Team, matches: int, django_assert_num_queries
):
    for number in range(matches):
        a_played_match(team, a_drafted_team(league, "Human", seed=number), round=number + 1, seed=number)
    decreeing.decree(team, a_commissioner(league), [Gold(1_000)], "a gift")
    today = timezone.localdate().isoformat()
    found = fresh(team)
    with django_assert_num_queries(3):
        team_on(found, date.fromisoformat(today))
    client = browser()
    with django_assert_num_queries(6):
        assert client.get(team.get_absolute_url(), {"on": today}).status_code == 200
