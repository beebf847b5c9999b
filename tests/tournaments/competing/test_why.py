"""Why somebody may not challenge, refuse or answer: said where the button would be."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest
from django.urls import reverse

from league.domain import clock
from league.domain.roles import viewer
from league.models import League, User
from tests.helpers import a_coach, a_league, assert_reconciled, browser, coach_of
from tests.tournaments.competing.builders import (
    a_competition,
    coach,
    commissioner_of,
    entries,
    started,
    the_stage,
)
from tests.tournaments.competing.cups import STARTS, a_major, on, teams_of
from tournaments.domain.competing import arranged, ladders, majors, setting_up
from tournaments.domain.competing.majors import showing
from tournaments.models import Competition, Entry, Format, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    return a_league("Old World")


# ladders


def a_ladder(count: int = 5, **rules: object) -> tuple[Stage, list[Entry]]:
    competition = a_competition(a_league(), ("Ladder", Format.LADDER, rules), name="Ladder")
    there = entries(competition, count)
    started(competition)
    return the_stage(competition), there


def seen(stage: Stage, who: User | None, organiser: bool = False) -> arranged.Board:
    assert who is not None
    return arranged.board(stage, viewer(who, stage.competition.league), organiser)


def page(stage: Stage, who: User) -> str:
    competition = stage.competition
    where = [competition.league.slug, competition.slug, stage.number]
    return unescape(browser(who).get(reverse("tournaments:competition_arrange", args=where)).content.decode())


def test_each_place_of_a_ladder_says_why_it_cannot_be_challenged() -> None:
    stage, there = a_ladder(reach=2)
    one, _, _, four, five = (entry.name for entry in there)
    board = seen(stage, coach(there[3]))
    assert [rung.why for rung in board.rungs] == [
        f"{one} stands 3 places above {four}, who may challenge 2 places up.",
        "",
        "",
        "",
        f"{five} stands below {four}, and challenges go up the ladder.",
    ]
    assert [len(rung.challenged_by) for rung in board.rungs] == [0, 1, 1, 0, 0]
    shown = page(stage, coach(there[3]))
    assert board.rungs[0].brief == "3 places up: 2 at most."
    assert board.rungs[0].brief in shown
    assert board.rungs[4].brief not in shown
    assert shown.count('value="challenge"') == 2
    assert_reconciled(stage.competition.league)


def test_who_is_challenged_already_has_no_button_and_a_reason() -> None:
    stage, there = a_ladder(4)
    ladders.challenge(coach(there[3]), stage, there[3], there[2])
    rungs = seen(stage, coach(there[3])).rungs
    own = f"{there[3].name} has a challenge that is not played yet."
    assert [(rung.challenged_by, rung.why) for rung in rungs[:2]] == [((), own), ((), own)]
    shown = page(stage, coach(there[3]))
    assert 'value="challenge"' not in shown
    assert f"Only {there[2].name}, who were challenged, may refuse." in shown
    assert "may refuse." not in page(stage, coach(there[2]))
    by = commissioner_of(stage.competition.league)
    organiser = seen(stage, by, organiser=True).rungs
    assert [len(rung.challenged_by) for rung in organiser] == [1, 0, 0, 0]
    assert [rung.why for rung in organiser[1:]] == [
        f"{there[2].name} has a challenge that is not played yet.",
        own,
        f"{there[3].name} stands below {there[2].name}, and challenges go up the ladder.",
    ]
    assert_reconciled(stage.competition.league)


def test_the_api_says_why_too(league: League) -> None:
    stage, there = a_ladder(5, reach=2)
    competition = stage.competition
    address = f"/api/v1/leagues/{competition.league.slug}/competitions/{competition.slug}/stages/1/matches/"
    told = browser(coach(there[3])).get(address).json()
    assert told["why"] == ""
    assert [one["why"] for one in told["rungs"]] == [rung.why for rung in seen(stage, coach(there[3])).rungs]
    stranger = browser(a_coach(competition.league)).get(address).json()
    assert stranger["why"] == "Only who takes part in Ladder, or runs it, challenges others."
    teams = teams_of(league, 4)
    with clock.at(on(STARTS)):
        cup = a_major(league, teams)
        majors.issue(coach_of(teams[0]), cup, 1, 2)
        address = f"/api/v1/leagues/{league.slug}/competitions/{cup.slug}/major/"
        told = browser(coach_of(teams[1])).get(address).json()
        assert [one["why"] for one in told["challenges"]] == ["Only the organiser passes it on."]
        assert told["why_no_challenge"] == ""
        told = browser(coach_of(teams[0])).get(address).json()
        assert "has done so in week 1." in told["why_no_challenge"]
    assert_reconciled(league)


def test_who_has_nothing_to_do_with_a_ladder_is_told_so_and_a_closed_one_says_it() -> None:
    stage, there = a_ladder(3)
    stranger = a_coach(stage.competition.league)
    assert seen(stage, stranger).why == "Only who takes part in Ladder, or runs it, challenges others."
    assert {rung.why for rung in seen(stage, stranger).rungs} == {""}
    assert seen(stage, coach(there[2])).why == ""
    setting_up.end(commissioner_of(stage.competition.league), stage.competition, anyway=True)
    stage = the_stage(stage.competition)
    assert seen(stage, coach(there[2])).why == "Ladder is not running."
    assert "Ladder is not running." in page(stage, coach(there[2]))
    assert_reconciled(stage.competition.league)


# majors


def called(cup: Competition, who: User, number: int = 1) -> showing.Called:
    board = showing.board(cup, viewer(who, cup.league))
    return next(one for one in board.challenges if one.challenge.number == number)


def test_an_open_challenge_says_who_does_something_with_it(league: League) -> None:
    teams = teams_of(league, 5)
    by, (first, second, third, *_) = commissioner_of(league), [coach_of(team) for team in teams]
    address = reverse("tournaments:major_challenges", args=[league.slug, "chaos-cup-2026"])
    with clock.at(on(STARTS)):
        cup = a_major(league, teams)
        majors.issue(first, cup, 1, 2)
        assert called(cup, second).why == "Only the organiser passes it on."
        majors.pass_on(by, cup, 1)
        assert called(cup, second).why == ""
        answer = "Only the coach of Team 2, or the organiser, answers it."
        assert (called(cup, first).why, called(cup, third).why) == (answer, answer)
        assert answer in unescape(browser(third).get(address).content.decode())
        assert answer not in unescape(browser(second).get(address).content.decode())
    with clock.at(on(STARTS + timedelta(days=1))):
        assert called(cup, second).why == "Its day is past, so the organiser decides."
        assert called(cup, by).why == ""
        majors.substitute(by, cup, 1, 3, agreed=True)
        turn_down = "Only the coach of Team 1, or the organiser, may turn it down."
        assert (called(cup, first).why, called(cup, second).why) == ("", turn_down)
        majors.issue(second, cup, 2, 4)
        majors.pass_on(by, cup, 2)
        majors.accept(coach_of(teams[3]), cup, 2)
        assert called(cup, second, 2).why == "Their match decides it."
        majors.turn_down(first, cup, 1)
        assert called(cup, second).why == ""
    assert_reconciled(league)


def test_where_nobody_is_challenged_the_page_says_why(league: League) -> None:
    teams = teams_of(league, 4)
    by, first, stranger = commissioner_of(league), coach_of(teams[0]), a_coach(league)

    def why(who: User) -> str:
        board = showing.board(cup, viewer(who, league))
        shown = unescape(browser(who).get(address).content.decode())
        assert ("Issue a challenge" in shown) == (not board.why_no_challenge)
        assert board.why_no_challenge in shown
        return board.why_no_challenge

    with clock.at(on(STARTS)):
        cup = majors.open_major(by, league, "Chaos Cup", STARTS)
        address = reverse("tournaments:major_challenges", args=[league.slug, cup.slug])
        assert why(first) == "Chaos Cup 2026 is not being played, so nobody is challenged."
    with clock.at(on(STARTS)):
        before = cup.slug
        cup = a_major(league, teams, trophy="Dungeonbowl")
        address = address.replace(before, cup.slug)
        assert (why(first), why(by)) == ("", "")
        assert why(stranger) == (
            "Only the coach of a team that takes part, or the organiser, issues a challenge."
        )
        majors.issue(first, cup, 1, 2)
        assert why(first) == "Team 1 may issue one challenge a week and has done so in week 1."
        assert why(by) == ""
    with clock.at(on(STARTS + timedelta(weeks=4))):
        assert "Challenges are issued during the play-off" in why(by)
    assert_reconciled(league)
