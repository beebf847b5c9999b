"""The coach's desk: what waits for him in a league, and over all his leagues."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from rest_framework.test import APIClient

from engine.acts import Deal, Share
from engine.roster import Departed, GoldChanged, Injured, SppGained
from league.domain import clock
from league.domain.roles import viewer
from league.models import Membership, Role
from matches.domain.fixtures import make_fixture
from teams.domain import trading
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_submitted_log,
    a_user,
    assert_reconciled,
    browser,
    coach_of,
    happens,
)
from tests.tournaments.competing.builders import (
    a_competition,
    coach,
    commissioner_of,
    entries,
    started,
    the_stage,
)
from tests.tournaments.competing.cups import a_major, teams_of
from tournaments.domain import desk as desks
from tournaments.domain.competing import entering, majors, open_play
from tournaments.models import Format

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["lrb4", "crp"])
def league(request):
    found = a_league(edition=request.param)
    yield found
    assert_reconciled(found)


@pytest.fixture
def team(league):
    return a_drafted_team(league, name="Iron Tusks")


def desk_of(team):
    return desks.desk(team.league, viewer(coach_of(team), team.league))


def text(league, user):
    return browser(user).get(reverse("tournaments:desk", args=[league.slug])).content.decode()


def test_who_has_no_team_is_shown_how_to_get_one(league):
    coach = a_coach(league)
    assert "You have no team in this league yet" in text(league, coach)
    assert reverse("teams:draft", args=[league.slug]) in text(league, coach)


def test_improvements_that_are_owed_lead_to_their_roll(team):
    team = happens(team, SppGained(1, "mvp", 2, 10))
    (own,) = desk_of(team).teams
    assert [one.uid for one in own.owed] == [1]
    assert reverse("teams:improve", args=[team.league.slug, team.slug, 1]) in text(
        team.league, coach_of(team)
    )


def test_a_coach_sees_his_own_teams_alone(team):
    other = a_drafted_team(team.league, "Skaven", name="Sewer Saints")
    assert [one.team.name for one in desk_of(other).teams] == ["Sewer Saints"]
    assert "Iron Tusks" not in text(team.league, coach_of(other))
    commissioner = a_commissioner(team.league)
    assert desks.desk(team.league, viewer(commissioner, team.league)).teams == ()


def test_matches_to_play_lead_to_their_report_and_to_a_comparison(team):
    other = a_drafted_team(team.league, "Skaven", name="Sewer Saints")
    fixture = a_fixture(other, team)
    (own,) = desk_of(team).teams
    (match,) = own.to_play
    assert (match.opponent.pk, match.at_home, match.log) == (other.pk, False, "")
    shown = text(team.league, coach_of(team))
    assert reverse("matches:wizard", args=[team.league.slug, fixture.number]) in shown
    assert f"?home={other.slug}&amp;away={team.slug}" in shown
    a_submitted_log(fixture)
    assert desk_of(team).teams[0].to_play[0].log == "waiting"
    assert "waits for the commissioner" in text(team.league, coach_of(team))


def test_both_teams_of_one_coach_find_their_match(team):
    second = a_drafted_team(team.league, "Skaven", coach=coach_of(team))
    make_fixture(a_commissioner(team.league), team.league, team, second, 1, allow_same_coach=True)
    assert [len(one.to_play) for one in desk_of(team).teams] == [1, 1]


def test_only_the_next_matches_are_named(team):
    others = [a_drafted_team(team.league, race) for race in ("Skaven", "Dwarf", "Norse", "Human")]
    for round in range(desks.NEXT + 2):
        a_fixture(team, others[round % 4], round=round + 1)
    (own,) = desk_of(team).teams
    assert (len(own.to_play), own.more) == (desks.NEXT, 2)
    assert desk_of(team).count == desks.NEXT + 2


def test_who_misses_the_next_match_is_named_and_missed(team):
    fit = team.players.count()
    hurt = [Injured(uid, "Broken Ribs", "miss") for uid in range(1, fit - 8)]
    team = happens(team, *hurt)
    (own,) = desk_of(team).teams
    assert len(own.missing) == len(hurt)
    assert own.shortage is not None
    assert (own.shortage.fit, own.shortage.missing) == (9, 2)
    assert "a full side takes 2 more" in text(team.league, coach_of(team))


def test_what_the_treasury_could_buy_is_what_it_pays(team):
    poor = happens(team, GoldChanged(-team.treasury, "a thief"))
    assert desk_of(poor).teams[0].wishes == ()
    rich = happens(poor, GoldChanged(600_000, "a gift"), Departed(1, "left", "away"))
    found = desk_of(rich).teams[0].wishes
    assert found
    assert all(one.price + one.left == 600_000 for one in found)
    assert "rerolls" in [one.kind for one in found]
    shown = text(team.league, coach_of(rich))
    assert all(f"{one.price:,}" in shown for one in found)


def test_a_trade_waits_for_who_is_asked(league, team):
    other = a_drafted_team(league, seed=8)
    offer = trading.offer(team, other, coach_of(team), Deal(Share(players=(1,)), Share(players=(1,))))
    assert [one.pk for one in desk_of(other).teams[0].offers] == [offer.pk]
    assert desk_of(team).teams[0].offers == ()
    assert offer.get_absolute_url() in text(league, coach_of(other))


def test_a_draft_says_that_it_waits(league):
    team = a_drafted_team(league, accepted=False)
    assert "has not accepted this team yet" in text(league, coach_of(team))


def test_the_desk_costs_no_more_queries_in_a_busy_league(team):
    def count():
        with CaptureQueriesContext(connection) as captured:
            text(team.league, coach_of(team))
        return len(captured)

    other = a_drafted_team(team.league, "Skaven")
    a_fixture(team, other)
    before = count()
    third = a_drafted_team(team.league, "Dwarf", coach=coach_of(team))
    a_fixture(other, team, round=2)
    a_fixture(third, other, round=3)
    happens(third, SppGained(1, "mvp", 2, 10), Injured(2, "Broken Ribs", "miss"))
    assert count() == before


def test_the_api_tells_what_the_desk_shows(team):
    other = a_drafted_team(team.league, "Skaven")
    fixture = a_fixture(team, other)
    happens(team, SppGained(1, "mvp", 2, 10), Injured(2, "Broken Ribs", "miss"))
    client = APIClient()
    client.force_authenticate(coach_of(team))
    told = client.get(f"/api/v1/leagues/{team.league.slug}/desk/").json()
    (own,) = told["teams"]
    assert told["count"] == desk_of(team).count == 2
    assert [one["uid"] for one in own["owed"]] == [1]
    assert [one["uid"] for one in own["missing"]] == [2]
    assert [one["fixture"] for one in own["to_play"]] == [fixture.number]
    assert [one["opponent"] for one in own["to_play"]] == [other.slug]


def test_strangers_have_no_desk_here(league):
    address = reverse("tournaments:desk", args=[league.slug])
    assert browser().get(address).status_code == 302
    assert browser(a_user()).get(address).status_code == 403


# --- over all leagues ---------------------------------------------------------------------------------------------


def front(user):
    return browser(user).get(reverse("tournaments:desks")).content.decode()


def test_who_is_in_no_league_is_shown_where_leagues_are():
    assert "You are in no league yet" in front(a_user())


def test_the_busiest_league_comes_first(team):
    coach = coach_of(team)
    quiet = a_league("AAA Quiet")
    Membership.objects.create(league=quiet, user=coach, role=Role.COACH)
    happens(team, SppGained(1, "mvp", 2, 10))
    a_fixture(team, a_drafted_team(team.league, "Skaven"))
    lines = desks.front(coach)
    assert [(one.league.pk, one.owed, one.to_play) for one in lines] == [
        (team.league_id, 1, 1),
        (quiet.pk, 0, 0),
    ]
    shown = front(coach)
    assert "1 match to play" in shown
    assert "No team of yours" in shown


def test_more_leagues_cost_no_more_queries(team):
    coach = coach_of(team)

    def count():
        with CaptureQueriesContext(connection) as captured:
            front(coach)
        return len(captured)

    before = count()
    for race in ("Skaven", "Dwarf"):
        more = a_league()
        Membership.objects.create(league=more, user=coach, role=Role.COACH)
        a_fixture(a_drafted_team(more, race, coach=coach), a_drafted_team(more, race))
    assert count() == before


# --- competitions -------------------------------------------------------------------------------------------------


def test_a_challenge_is_to_be_answered_on_its_day():
    league = a_league()
    teams = teams_of(league, 4)
    with clock.at(datetime(2026, 3, 2, 12, tzinfo=UTC)):
        cup = a_major(league, teams, starts=date(2026, 3, 2))
        majors.issue(coach_of(teams[0]), cup, 1, 2)
        assert desk_of(teams[1]).asks == ()
        majors.pass_on(a_commissioner(league), cup, 1)
        (ask,) = desk_of(teams[1]).asks
        assert ask.until == date(2026, 3, 2)
        assert ask.address in text(league, coach_of(teams[1]))
        assert "to be answered by the end of 2 March" in text(league, coach_of(teams[1]))
        assert desk_of(teams[0]).asks == ()
        majors.accept(coach_of(teams[1]), cup, 1)
        assert desk_of(teams[1]).asks == ()


def test_who_is_asked_for_a_match_of_open_play_answers_and_who_asks_waits():
    competition = a_competition(None, ("Open play", Format.OPEN, {}), rosters=True)
    one, other = entries(competition, 2)
    started(competition)
    open_play.arrange(coach(one), the_stage(competition), one, other)
    league = competition.league
    (ask,) = desks.desk(league, viewer(coach(other), league)).asks
    assert "ask you for a match" in ask.told
    assert browser(coach(other)).get(ask.address).status_code == 200
    assert desks.desk(league, viewer(coach(one), league)).count == 0


def test_matches_without_rosters_are_reported_from_the_desk():
    competition = a_competition(None, ("League", Format.ROUND_ROBIN, {}), rosters=False)
    user = a_coach(competition.league)
    mine = entering.enter(commissioner_of(competition.league), competition, name="Mine", user=user)
    entries(competition, 3)
    started(competition)
    league = competition.league
    found = desks.desk(league, viewer(user, league)).pairings
    assert len(found) == 3
    assert all(mine.pk in (one.home_id, one.away_id) for one in found)
    assert "Report it" in text(league, user)


def test_the_bar_leads_coaches_to_their_desk(team):
    address = reverse("tournaments:desk", args=[team.league.slug])
    home = reverse("tournaments:home", args=[team.league.slug])
    assert address in browser(coach_of(team)).get(home).content.decode()
    assert address not in browser().get(home).content.decode()
