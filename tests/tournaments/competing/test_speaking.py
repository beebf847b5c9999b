"""Who speaks for an entry: the coach that its team has now, or else whom it was entered with."""

from __future__ import annotations

import pytest

from league.domain import clock
from league.domain.roles import Forbidden, viewer
from league.models import League, User
from teams.domain import handing
from tests.helpers import a_coach, a_drafted_team, a_league, assert_reconciled, browser, coach_of
from tests.tournaments.competing.builders import (
    a_competition,
    commissioner_of,
    entries,
    pairings,
    started,
    team_of,
    the_stage,
)
from tests.tournaments.competing.cups import STARTS, a_major, on, refusal, teams_of
from tournaments.domain.competing import (
    carrying_over,
    entering,
    ladders,
    majors,
    open_play,
    reading,
    results,
    rounds,
    setting_up,
    steps,
)
from tournaments.domain.competing.majors import showing
from tournaments.models import Competition, Entry, Format, Kind, Pairing

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    return a_league("Old World")


def handed_over(entry: Entry, league: League, name: str = "newcomer") -> tuple[User, User]:
    """The coach of the entry's team before and after."""
    team = team_of(entry)
    before, after = coach_of(team), a_coach(league, name)
    handing.hand_over(team, commissioner_of(league), after)
    return before, after


def again(entry: Entry) -> Entry:
    return Entry.objects.select_related("team__coach", "user", "competition__league").get(pk=entry.pk)


def an_event(league: League) -> Competition:
    plan = ("Cup", Format.SWISS, {"rounds": 2})
    competition = a_competition(league, plan, kind=Kind.EVENT, name="Team Cup", rosters=False)
    by = commissioner_of(league)
    for number in range(1, 5):
        entering.enter(by, competition, a_drafted_team(league, name=f"Team {number}"))
    started(competition)
    rounds.publish(by, rounds.pair(by, the_stage(competition)))
    return competition


def test_a_result_is_told_by_who_coaches_the_team_now(league: League) -> None:
    competition = an_event(league)
    pairing = pairings(the_stage(competition), 1)[0]
    before, after = handed_over(pairing.home, league)
    pairing = reading.find_pairing(competition, pairing.pk, organiser=False)
    assert (results.side_of(before, pairing), results.side_of(after, pairing)) == (None, "home")
    with pytest.raises(Forbidden):
        results.report(before, pairing, 1, 0)
    results.report(after, pairing, 1, 0)
    assert pairing.reports["home"]["by"] == "newcomer"
    answers = {
        who: browser(who).post(
            f"/api/v1/leagues/{league.slug}/competitions/{competition.slug}/matches/{pairing.pk}/report/",
            {"home_td": 1, "away_td": 0},
        )
        for who in (before, after)
    }
    assert [answers[who].status_code for who in (before, after)] == [403, 200]
    assert_reconciled(league)


def test_pages_and_the_api_name_who_coaches_the_team_now(league: League) -> None:
    competition = an_event(league)
    pairing = pairings(the_stage(competition), 1)[0]
    before, after = handed_over(pairing.home, league)
    address = f"/l/{league.slug}/c/{competition.slug}/"
    for path in (
        "entries/",
        f"entries/{pairing.home.number}/",
        "rounds/1-1/",
        "rounds/1-1/?by=name",
        "table/1/",
    ):
        page = browser().get(address + path).content.decode()
        assert ("newcomer" in page, before.username in page) == (True, False), path
    listed = browser().get(f"/api/v1/leagues/{league.slug}/competitions/{competition.slug}/entries/").json()
    assert listed[pairing.home.number - 1]["coach"] == "newcomer"
    rows = Pairing.objects.filter(round__stage=the_stage(competition))
    mine = {
        who: [one.pairing.pk for one in reading.meetings(rows, viewer(who, league)) if one.mine]
        for who in (before, after)
    }
    assert mine == {before: [], after: [pairing.pk]}
    stages = reading.stages_of(competition)
    front = {who: steps.front(competition, stages, viewer(who, league)).entry for who in (before, after)}
    assert front == {before: None, after: pairing.home}
    entered = {who: browser(who).get(f"{address}entries/").context["entered"] for who in (before, after)}
    assert entered == {before: None, after: pairing.home}
    own = f"{address}entries/{pairing.home.number}/"
    assert browser(before).post(own, {"act": "drop"}).status_code == 403
    assert browser(after).post(own, {"act": "drop"}).status_code == 302
    assert_reconciled(league)


def test_matches_are_asked_for_and_agreed_by_who_coaches_the_team_now(league: League) -> None:
    competition = a_competition(league, ("Open", Format.OPEN, {}))
    one, other, third = entries(competition, 3)
    started(competition)
    before, after = handed_over(one, league)
    stage = the_stage(competition)
    with pytest.raises(Forbidden):
        open_play.arrange(before, stage, again(one), again(other))
    asked = open_play.arrange(after, stage, again(one), again(other))
    handing.hand_over(team_of(other), commissioner_of(league), after)
    with pytest.raises(Forbidden):
        open_play.agree(coach_of(team_of(third)), asked)
    said = refusal(open_play.arrange, after, stage, again(other), again(one))
    assert said == f"{other.name} and {one.name} have the same coach, and this is not allowed here."
    assert_reconciled(league)


def test_a_challenge_up_a_ladder_is_of_who_coaches_the_team_now(league: League) -> None:
    competition = a_competition(league, ("Ladder", Format.LADDER, {}))
    one, other, _ = entries(competition, 3)
    started(competition)
    above, now_above = handed_over(one, league, "upper")
    below, now_below = handed_over(other, league, "lower")
    stage = the_stage(competition)
    with pytest.raises(Forbidden):
        ladders.challenge(below, stage, again(other), again(one))
    pairing = ladders.challenge(now_below, stage, again(other), again(one))
    with pytest.raises(Forbidden):
        ladders.refuse(above, pairing)
    assert ladders.refuse(now_above, pairing).outcome == "away"
    assert_reconciled(league)


def test_a_challenge_in_a_major_is_of_who_coaches_the_team_now(league: League) -> None:
    cup = a_major(league, teams_of(league, 4))
    first = cup.entries.get(number=1)
    before, after = handed_over(first, league)
    with clock.at(on(STARTS)):
        with pytest.raises(Forbidden):
            majors.issue(before, cup, 1, 2)
        majors.issue(after, cup, 1, 2)
    boards = [showing.board(cup, viewer(who, league)).mine for who in (before, after)]
    assert boards == [None, first]
    assert_reconciled(league)


def test_a_team_is_handed_over_and_not_replaced(league: League) -> None:
    competition = an_event(league)
    entry, by = competition.entries.get(number=1), commissioner_of(league)
    entry.competition = competition
    said = "Team 1 is a team of the league: it has another coach once it is handed over."
    assert refusal(entering.replace, by, entry, user=a_coach(league)) == said
    assert refusal(entering.change_entry, by, entry, user=a_coach(league)) == said
    page = browser(by).get(f"/l/{league.slug}/c/{competition.slug}/entries/1/").content.decode()
    assert "Another coach takes over" not in page
    handed_over(entry, league)
    entering.change_entry(by, entry, coach="The Newcomer")
    assert again(entry).coach_name == "The Newcomer"
    assert_reconciled(league)


def test_the_next_season_is_entered_with_who_coaches_the_team_now(league: League) -> None:
    competition = a_competition(league)
    one, _ = entries(competition, 2)
    _, after = handed_over(one, league)
    assert (again(one).account_id, again(one).coach_name) == (after.pk, "newcomer")
    started(competition)
    setting_up.end(commissioner_of(league), competition, anyway=True)
    following = carrying_over.carry_over(commissioner_of(league), competition, "Next")
    entry = following.entries.get(team=one.team)
    assert (entry.user, entry.coach) == (after, "newcomer")
    assert_reconciled(league)


def test_whoever_is_no_team_of_the_league_speaks_for_himself(league: League) -> None:
    competition = a_competition(
        league, ("Swiss", Format.SWISS, {"rounds": 2}), kind=Kind.EVENT, rosters=False
    )
    by, guest = commissioner_of(league), a_coach(league, "guest")
    entry = entering.enter(by, competition, name="Guests", coach="Guy Guest", user=guest)
    assert (entry.account_id, entry.coach_name) == (guest.pk, "Guy Guest")
    entry = entering.replace(by, entry, coach="Somebody Else")
    assert (entry.account_id, entry.coach_name) == (None, "Somebody Else")
