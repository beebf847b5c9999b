"""Majors as their people press the buttons of the site."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from html import unescape

import pytest
from django.urls import reverse

from league.domain import clock
from league.models import League, User
from teams.models import Team
from tests.helpers import (
    a_league,
    assert_reconciled,
    browser,
    coach_of,
)
from tests.tournaments.competing.builders import commissioner_of
from tests.tournaments.competing.cups import (
    STARTS,
    holder_of,
    losers_of,
    on,
    open_matches,
    play_all,
    played,
    teams_of,
)
from tournaments.models import Competition, State


class Site:
    """A major as its people press its buttons."""

    def __init__(self, league: League, slug: str) -> None:
        self.league, self.slug = league, slug

    def address(self, page: str) -> str:
        return reverse(f"tournaments:{page}", args=[self.league.slug, self.slug])

    def press(self, who: User, page: str, act: str, **said: object) -> None:
        answer = browser(who).post(self.address(page), {"act": act, **said}, follow=True)
        assert answer.status_code == 200, answer.content.decode()

    def refused(self, who: User, page: str, act: str, **said: object) -> str:
        answer = browser(who).post(self.address(page), {"act": act, **said})
        assert answer.status_code >= 400
        return unescape(answer.content.decode())

    def read(self, page: str, who: User | None = None) -> str:
        answer = browser(who).get(self.address(page))
        assert answer.status_code == 200
        return unescape(answer.content.decode())


def opened(league: League, by: User, starts: date, **said: object) -> Site:
    form = {
        "trophy": "Chaos Cup",
        "starts": starts.isoformat(),
        "points": "printed",
        "quarter_finals": "above",
        "quarter_finals_week": "yes",
        "no_answer": "organiser",
        "turned_down": "substitute",
        **said,
    }
    answer = browser(by).post(reverse("tournaments:major_new", args=[league.slug]), form)
    assert answer.status_code == 302, answer.content.decode()
    return Site(league, league.competitions.order_by("-number")[0].slug)


def entered(site: Site, by: User, teams: Sequence[Team]) -> Competition:
    for team in teams:
        site.press(coach_of(team), "major", "enter", team=team.slug)
    site.press(by, "major", "start")
    return site.league.competitions.get(slug=site.slug)


def finished(site: Site, by: User, cup: Competition, stages: Sequence[str], seed: int) -> None:
    site.press(by, "major_finals", "qualify")
    for number, stage in enumerate(stages):
        if stage == "third_place":
            site.press(by, "major_finals", "third_place", agreed=losers_of(cup))
        else:
            site.press(by, "major_finals", "draw")
        play_all(cup, stage, seed + 10 * number)


def next_steps(site: Site, who: User) -> str:
    """What the first page of the major says is to be done next, with the buttons that it has for it."""
    text = re.sub(r"<[^>]+>", " ", site.read("competition", who).partition("<h2>Next for")[2])
    return " ".join(text.partition("Entries")[0].split())


@pytest.mark.django_db
def test_the_first_page_says_what_is_next() -> None:
    league = a_league()
    by = commissioner_of(league)
    teams = teams_of(league, 4)
    first, second = coach_of(teams[0]), coach_of(teams[1])
    with clock.at(on(STARTS)):
        site = opened(league, by, STARTS)
        cup = entered(site, by, teams)
        assert "in week 1 of 3" in next_steps(site, by)
        desk = site.read("competition_organise", by)
        assert "It ends when its" in desk
        assert not [words for words in ("Add a stage", "End the competition") if words in desk]
        assert "Team 1 may meet 3 more teams. Arrange a match" in next_steps(site, first)
        site.press(first, "major_challenges", "issue", challenger=1, challenged=2)
        assert "Team 1 challenge Team 2: pass it on. To the challenge" in next_steps(site, by)
        site.press(by, "major_challenges", "pass_on", challenge=1)
        assert "Team 1 challenge you." in next_steps(site, second)
    with clock.at(on(STARTS + timedelta(days=1))):
        assert "who have not answered in time. Decide it" in next_steps(site, by)
        assert "challenge you" not in next_steps(site, second)
    site.press(by, "major_finals", "qualify", anyway="1")
    assert "The semi-finals can be drawn. Draw the semi-finals" in next_steps(site, by)
    site.press(by, "major_finals", "draw")
    assert "2 matches are to be played." in next_steps(site, by)
    play_all(cup, "semi_final", 10)
    assert "The final can be made. Make the final" in next_steps(site, by)
    site.press(by, "major_finals", "draw")
    play_all(cup, "final", 20)
    told = next_steps(site, by)
    assert "The prizes are still to be paid. Pay the prizes" in told
    assert "End it" not in told
    site.press(by, "major_prizes", "pay", die=3)
    (champion,) = holder_of(league)
    assert f"{champion} have won" in site.read("competition")


@pytest.mark.django_db
def test_a_chaos_cup_of_nine_teams_is_run_through_the_pages() -> None:
    league = a_league()
    by = commissioner_of(league)
    teams = teams_of(league, 9)
    coaches = [coach_of(team) for team in teams]
    with clock.at(on(STARTS)):
        site = opened(league, by, STARTS)
        cup = entered(site, by, teams)
        site.press(coaches[0], "major", "arrange", home=1, away=2)
        played(open_matches(cup, "play_off")[0], 10)
        assert "Team 1 and Team 2 have met" in site.refused(coaches[0], "major", "arrange", home=1, away=2)

        site.press(coaches[0], "major_challenges", "issue", challenger=1, challenged=3)
        site.press(by, "major_challenges", "pass_on", challenge=1)
        assert "Somebody else plays" in site.read("major_challenges", coaches[2])
        assert "Somebody else plays" not in site.read("major_challenges", coaches[3])
        site.press(coaches[2], "major_challenges", "refuse", challenge=1)
        assert "15 + 2 − 0 = 17" in site.read("major")

        site.press(coaches[1], "major_challenges", "issue", challenger=2, challenged=4)
        site.press(by, "major_challenges", "pass_on", challenge=2)
        site.press(coaches[3], "major_challenges", "substitute", challenge=2, team=5, agreed="1")
        played(open_matches(cup, "play_off")[0], 20)
    finished(site, by, cup, ["quarter_final", "semi_final", "third_place", "final"], 100)
    assert "have won" in site.read("major_finals")
    site.press(by, "major_prizes", "pay", die=6)

    cup.refresh_from_db()
    assert cup.state == State.ENDED
    assert sorted(cup.prizes.values()) == [50_000, 300_000]
    (champion,) = holder_of(league)
    assert f"{champion}</a>" in site.read("major_prizes")

    year = STARTS + timedelta(days=364)
    others = [team for team in teams if team.name != champion][:4]
    with clock.at(on(year)):
        again = opened(league, by, year)
        next_cup = entered(again, by, others)
        finished(again, by, next_cup, ["semi_final", "final"], 300)
        again.press(by, "major_prizes", "pay", die=3)
    (successor,) = holder_of(league)
    assert successor != champion
    assert_reconciled(league)
