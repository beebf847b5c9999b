"""A Chaos Cup through the API, from its opening to next year's handover."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from rest_framework.test import APIClient

from league.models import DicePolicy, League, User
from tests.helpers import a_commissioner, a_league, assert_reconciled, coach_of
from tests.tournaments.competing.cups import (
    STARTS,
    a_major,
    holder_of,
    on,
    play_all,
    teams_of,
)
from tests.tournaments.competing.test_verbs_api import Asking
from tournaments.models import Competition, State

DAY = timedelta(days=1)


@pytest.fixture
def league(db: None) -> League:
    return a_league(dice_policy=DicePolicy.EITHER)


@pytest.fixture
def by(league: League) -> User:
    return a_commissioner(league)


def open_a_major(league: League, by: User, status: int = 201, **body: Any) -> Any:
    client = APIClient()
    client.force_authenticate(by)
    answer = client.post(f"/api/v1/leagues/{league.slug}/majors/", body, format="json")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_a_play_off_with_its_challenges(league: League, by: User) -> None:
    teams = teams_of(league, 5)
    with time_machine.travel(on(STARTS), tick=False):
        open_a_major(league, by, trophy="Chaos Cup", starts=str(STARTS), quarter_finals="never")
        major = Competition.objects.get()
        asking = Asking(major, by)
        one, two, three, four, five = (Asking(major, coach_of(team)) for team in teams)
        for team, coach in zip(teams, (one, two, three, four, five), strict=True):
            coach.send("entries/", 201, team=team.slug)
        assert one.get("major/")["mine"] == 1
        assert one.refused("start/", 403)
        asking.send("start/")
        assert two.refused("major/challenges/", 403, challenger=1, challenged=2)
        issued = one.send("major/challenges/", 201, challenger=1, challenged=2)
        assert issued["challenges"][0]["acts"] == []
        assert one.refused("major/challenges/", challenger=1, challenged=3)
        assert [one["acts"] for one in asking.get("major/")["challenges"]] == [["pass_on", "drop"]]
        asking.send("major/challenges/1/pass-on/")
        waiting = two.get("major/")["challenges"][0]
        assert (waiting["acts"], waiting["substitutes"]) == (["accept", "refuse", "substitute"], [3, 4, 5])
        assert three.refused("major/challenges/1/refuse/", 403)
        refused = two.send("major/challenges/1/refuse/")
        assert refused["challenges"][0]["state"] == "refused"
        assert [(row["entry"], row["points"]) for row in refused["table"][:1]] == [(1, 17)]
        three.send("major/challenges/", 201, challenger=3, challenged=4)
        asking.send("major/challenges/2/pass-on/")
        assert four.refused("major/challenges/2/substitute/", team=5)
        stands_in = four.send("major/challenges/2/substitute/", team=5, agreed=True)
        assert stands_in["challenges"][0]["substitute"] == 5
        assert three.send("major/challenges/2/turn-down/")["challenges"][0]["state"] == "turned_down"
        five.send("major/challenges/", 201, challenger=5, challenged=1)
        asking.send("major/challenges/3/pass-on/")
        assert one.send("major/challenges/3/accept/")["matches"][0]["open"] is True
        assert asking.send("major/challenges/3/drop/")["challenges"][0]["state"] == "dropped"
        four.send("major/challenges/", 201, challenger=4, challenged=1)
        asking.send("major/challenges/4/pass-on/")
        assert asking.refused("major/challenges/4/decide/")
        assert asking.refused("major/challenges/9/drop/") == "Chaos Cup 2026 has no challenge 9."
    with time_machine.travel(on(STARTS + DAY), tick=False):
        assert one.refused("major/challenges/4/accept/")
        assert asking.send("major/challenges/4/decide/")["challenges"][0]["state"] == "unanswered"
    assert_reconciled(league)


@pytest.mark.parametrize(
    "wrong",
    [
        {"trophy": "Nuffle Cup"},
        {"points": "none"},
        {"play_off_weeks": 1_000},
        {"quarter_finals": "perhaps"},
        {"no_answer": "lot"},
        {"starts": "soon"},
    ],
)
def test_a_major_that_cannot_be_played_so_is_not_opened(
    league: League, by: User, wrong: dict[str, Any]
) -> None:
    open_a_major(league, by, 400, **{"trophy": "Chaos Cup", "starts": str(STARTS), **wrong})
    assert not Competition.objects.exists()


def test_matches_of_the_play_off(league: League, by: User) -> None:
    teams = teams_of(league, 4)
    with time_machine.travel(on(STARTS), tick=False):
        major = a_major(league, teams)
        asking, one, three = (
            Asking(major, by),
            Asking(major, coach_of(teams[0])),
            Asking(major, coach_of(teams[2])),
        )
        made = one.send("major/matches/", 201, home=1, away=2, day=str(STARTS))["matches"]
        assert [(row["home"], row["away"], row["open"]) for row in made] == [(1, 2, True)]
        assert one.refused("major/matches/", 409, home=1, away=2).endswith("are to meet already.")
        assert one.refused("major/matches/", home=1, away=3, day="2030-01-01")
        match = f"major/matches/{made[0]['id']}/"
        assert three.refused(f"{match}call-off/", 403)
        assert one.send(f"{match}call-off/")["matches"] == []
        made = one.send("major/matches/", 201, home=1, away=2)["matches"]
        match = f"major/matches/{made[0]['id']}/"
        assert one.refused(f"{match}award/", 403, winner=1)
        assert asking.refused(f"{match}award/", winner=3).startswith("Say which of")
        assert asking.send(f"{match}award/", winner=2)["table"][0]["entry"] == 2
        assert asking.send(f"{match}strike/")["matches"] == []
        assert asking.refused(f"{match}strike/") == f"{major.name} has no such match."
    assert_reconciled(league)


def test_from_the_draw_to_the_trophy_and_on_to_the_next_edition(league: League, by: User) -> None:
    teams = teams_of(league, 4)
    with time_machine.travel(on(STARTS), tick=False):
        major = a_major(league, teams)
        asking = Asking(major, by)
        for home, away in ((1, 2), (3, 4)):
            asking.send("major/matches/", 201, home=home, away=away)
        assert asking.refused("major/qualify/").endswith("not played.")
        play_all(major, "play_off", 1)
        assert asking.get("major/prizes/") == {"act": None, "dice": "", "candidates": [], "paid": []}
        assert sum(row["through"] for row in asking.send("major/qualify/")["table"]) == 4
        assert asking.send("major/undo/")["next_draw"] == ""
        assert asking.send("major/qualify/")["next_draw"] == "semi-finals"
        drawn = asking.send("major/draw/")
        assert [one["stage"] for one in drawn["finals"]] == ["semi_final", "semi_final"]
        assert asking.refused("major/draw/", 409, version=0).endswith("look at it again.")
        play_all(major, "semi_final", 10)
        losers = asking.get("major/")["beaten_semi_finalists"]
        asking.send("major/draw/")
        assert asking.refused("major/third-place/", agreed=losers[:1])
        asking.send("major/third-place/", agreed=losers)
        play_all(major, "third_place", 20)
        play_all(major, "final", 30)
        honours = asking.get("major/")["honours"]
        assert len({honours["winner"], honours["finalist"], *honours["third"]}) == 3
        assert asking.get("major/prizes/")["dice"] == "D6"
        assert Asking(major, coach_of(teams[0])).refused("major/prizes/", 403, die=4)
        assert asking.refused("major/prizes/", die=9)
        assert asking.refused("major/prizes/", die=4, player_of_the_year="1:1").startswith(
            "This player cannot"
        )
        paid = asking.send("major/prizes/", die=4)
        assert (paid["act"] is not None, len(paid["paid"])) == (True, 2)
        assert asking.refused("major/prizes/", 409, die=4).startswith(
            f"The prizes of {major.name} are paid by act"
        )
    major.refresh_from_db()
    assert major.state == State.ENDED
    assert holder_of(league) == [major.entries.get(number=honours["winner"]).name]
    later = STARTS + timedelta(days=364)
    with time_machine.travel(on(later), tick=False):
        following = a_major(league, teams, starts=later)
        assert Asking(following, by).send("major/give-back/")["act"] is not None
    assert holder_of(league) == []
    assert_reconciled(league)
