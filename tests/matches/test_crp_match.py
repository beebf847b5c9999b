"""A match by the Competition Rules from the wizard to both rosters, and what its pages say of it."""

from __future__ import annotations

import html
import io
import re
from typing import Any

import msgspec
import pytest
from rest_framework.test import APIClient

from engine.acts import Draft, Line
from engine.match import entries as reports
from engine.questions import Rolled
from engine.roster import Injured
from league.models import League, Role
from matches.domain import amending, wizard
from matches.domain.fixtures import make_fixture
from matches.models import Fixture, LogStatus, Result
from teams.domain.drafting import accept_team, draft_team
from tests.helpers import a_coach, a_league, a_user, assert_reconciled, happens
from tests.matches.conftest import World, member, simulated
from tests.matches.nights import Plan, answered, reported
from tournaments.domain import archiving

pytestmark = pytest.mark.django_db

OPENING: Plan = {
    "weather": [(3, 4)],
    "petty_cash": ["0", "0"],
    "hire": ["Bribe"],
    "fans": [(6, 6), (1, 1)],
}
ENDING: Plan = {
    "mvp": [(1,), (1,)],
    "winnings": [(3,), (6,), (2,)],
    "winnings.again": ["yes"],
    "fan_factor": [(1, 1, 1), (1, 1)],
    "rot": ["yes"],
    "stays": ["yes"],
}


def drafted(league: Any, coach: Any, race: str, name: str, *positions: tuple[str, int], **wanted: int) -> Any:
    """Numbered from 1 in this order."""
    names = [position for position, count in positions for _ in range(count)]
    lines = tuple(Line(one, f"{name} {number}", number) for number, one in enumerate(names, 1))
    made = draft_team(league, coach, msgspec.structs.replace(Draft(name, race, lines), **wanted))
    by = league.memberships.filter(role=Role.COMMISSIONER).get().user
    return accept_team(by, made)


@pytest.fixture
def night(db: None) -> World:
    """Nurgle's Rotters, of whom the first misses the match, against Orcs who are worth 120,000 less."""
    league = a_league("Old World Cup", edition="crp")
    by = member(league, "the-commissioner", Role.COMMISSIONER)
    home_coach, away_coach = a_coach(league, "home-coach"), a_coach(league, "away-coach")
    rotters = (("Rotter", 7), ("Pestigor", 2), ("Nurgle Warrior", 2))
    nurgle = drafted(league, home_coach, "Nurgle", "Pals", *rotters, rerolls=2, fan_factor=5)
    orcs = drafted(
        league,
        away_coach,
        "Orc",
        "Eye",
        ("Lineman", 8),
        ("Goblin", 2),
        ("Blitzer", 1),
        rerolls=2,
        fan_factor=0,
        apothecary=1,
    )
    nurgle = happens(nurgle, Injured(1, "Broken Ribs", "miss", True, True))
    made = make_fixture(by, league, nurgle, orcs, 1)
    return World(
        league=league,
        commissioner=by,
        home_coach=home_coach,
        away_coach=away_coach,
        bystander=a_coach(league),
        stranger=a_user(),
        home=nurgle,
        away=orcs,
        fixture=Fixture.objects.select_related("league", "season", "home", "away").get(pk=made.pk),
    )


def played(night: World) -> wizard.Step:
    """A bribe, a goblin whom the apothecary saves, a Rotter who decays, an Orc who dies of the Rot; 2-0."""
    answered(night, OPENING)
    reported(night, reports.Completion(1, 1, "away", 1), reports.Touchdown(1, 2, "home", 8))
    reported(night, reports.SendingOff(1, 3, "away", 11, "foul"), plan={"bribe": ["yes", (2,)]})
    saved: Plan = {
        "casualty.frail": ["table"],
        "casualty": [(6, 1)],
        "apothecary": ["yes"],
        "apothecary.casualty": [(4, 8)],
        "apothecary.result": ["Pinched Nerve"],
    }
    reported(night, reports.Casualty(1, 4, "away", 9, "block", 10), plan=saved)
    decay: Plan = {"casualty": [(1, 1), (5, 2)]}
    reported(night, reports.Casualty(1, 5, "home", 2, "block", 11), plan=decay)
    reported(night, reports.Casualty(1, 6, "away", 2, "block", 3), plan={"casualty": [(6, 6)]})
    return reported(
        night, reports.HalfTime(), reports.Touchdown(2, 1, "home", 9), reports.MatchEnd(), plan=ENDING
    )


def applied(night: World) -> None:
    """Submitted by a coach and applied by the commissioner, both on their pages."""
    step = played(night)
    assert step.complete
    night.browse(night.home_coach).post(night.url("log/submit/"), {"version": str(step.row.version)})
    row = night.fixture.logs.get(status=LogStatus.SUBMITTED)
    said = {"log": str(row.pk), "version": str(row.version)}
    answer = night.browse(night.commissioner).post(night.url("apply/"), said)
    assert answer.status_code == 302
    night.home.refresh_from_db()
    night.away.refresh_from_db()


def text_of(answer: Any) -> str:
    page = re.sub(r"<[^>]*>", " ", answer.content.decode())
    return " ".join(html.unescape(page).split())


def test_both_rosters_after_the_match(night: World) -> None:
    assert (night.home.strength, night.away.strength) == (810_000, 730_000)
    applied(night)
    home, away = night.home, night.away
    assert home.treasury == 150_000 + 90_000 - 40_000, "six, two of FAME and the win, less the journeyman"
    assert away.treasury == 270_000 + 20_000
    assert (home.fan_factor, away.fan_factor) == (5, 0)
    assert (home.won, away.lost, home.touchdowns_for, home.casualties_for) == (1, 1, 2, 2)
    signed = {one.number: (one.position, one.price, one.skills) for one in home.players.filter(uid__gt=11)}
    rotten = ["Decay", "Nurgle's Rot"]
    assert signed == {12: ("Rotter", 40_000, rotten), 13: ("Rotter", 40_000, rotten)}
    points = {one.number: one.spp for one in home.players.all() if one.spp}
    assert points == {2: 5, 3: 2, 8: 3, 9: 3, 10: 2}
    decayed, goblin, dead = home.players.get(uid=2), away.players.get(uid=9), away.players.get(uid=2)
    assert (decayed.niggling, decayed.misses_next) == (1, True)
    assert (goblin.injuries, goblin.misses_next) == (["Pinched Nerve"], True)
    assert (dead.status, away.players.get(uid=1).spp) == ("dead", 6)
    # Everybody but the Rotter who was hurt, and two Rotters more.
    assert home.worth == 850_000 + 80_000
    assert home.strength == home.worth - 40_000
    assert away.worth == 730_000 - 50_000
    assert away.strength == away.worth - 40_000
    assert_reconciled(night.league)


def test_who_decides_about_petty_cash_sees_both_team_values(night: World) -> None:
    answered(night, OPENING, lambda question: question.key == "petty_cash")
    text = text_of(night.browse(night.home_coach).get(night.url("log/")))
    assert "Pals, team value 850,000 Eye, team value 730,000" in text
    answered(night, {"petty_cash": ["70000"]}, lambda question: getattr(question, "side", "") == "away")
    text = text_of(night.browse(night.away_coach).get(night.url("log/")))
    assert "Pals, team value 920,000 Eye, team value 730,000" in text


def test_the_match_is_told_on_its_page(night: World) -> None:
    applied(night)
    text = text_of(night.browse(None).get(night.url()))
    assert "Pals can field too few players: Journeyman Rotter (number 12) plays this match for them." in text
    assert "For inducements Eye are given 120,000 gold as the weaker side." in text
    assert "17,000 fans have come for Pals, which gives them a FAME of 2." in text
    assert "The apothecary of Eye finds Dead or Pinched Nerve." in text
    assert "Pals earn 90,000 gold. They did not want the 3 that fell first." in text
    assert "Team value before 810,000 730,000" in text


def test_the_preview_shows_team_values_and_what_newcomers_have_done(night: World) -> None:
    played(night)
    text = text_of(night.browse(night.commissioner).get(night.url("preview/")))
    assert "Team value 810,000 890,000" in text
    assert "Journeyman Rotter (number 12) Contract none signed as Rotter" in text


def test_the_question_of_a_frail_player_names_the_victim(night: World) -> None:
    answered(night, OPENING)
    reported_frail(night)
    text = text_of(night.browse(night.home_coach).get(night.url("log/")))
    assert "Pals to choose whether Eye 9 (number 9, Eye) is badly hurt by an injury roll of 9." in text


def reported_frail(night: World) -> None:
    step = wizard.current(night.fixture)
    wizard.answer(
        night.fixture,
        night.commissioner,
        reports.Casualty(1, 1, "away", 9, "block", 10),
        step.row.version,
    )


def test_what_the_two_results_cost_is_told_before_one_is_taken(night: World) -> None:
    answered(night, OPENING)
    plan: Plan = {
        "casualty.frail": ["table"],
        "casualty": [(5, 8)],
        "apothecary": ["yes"],
        "apothecary.casualty": [(4, 1)],
    }
    reported_frail(night)
    answered(night, plan, lambda question: question.key == "apothecary.result")
    text = text_of(night.browse(night.away_coach).get(night.url("log/")))
    assert "Smashed Collar Bone Strength -1; misses the next match." in text
    assert "Broken Ribs Misses the next match." in text


def test_a_concession_can_be_excused(night: World) -> None:
    answered(night, OPENING)
    coach = night.browse(night.away_coach)
    asked = coach.get(night.url("log/?kind=concession"))
    assert "Too few players are left: the rules excuse it" in text_of(asked)
    version = wizard.current(night.fixture).row.version
    said = {"version": str(version), "kind": "concession", "half": "1", "turn": "8", "side": "away"}
    coach.post(night.url("log/"), {**said, "excused": "on"})
    assert wizard.current(night.fixture).log.entries[-1] == reports.Concession(1, 8, "away", excused=True)


def test_no_answer_is_a_person_where_goods_are_bought(night: World) -> None:
    answered(night, {**OPENING, "hire": ["done"]})
    text = text_of(night.browse(night.away_coach).get(night.url("log/")))
    assert "Inducements for this match: nothing else (Eye)." in text


def test_a_fixture_knows_no_home_fields(night: World) -> None:
    text = text_of(night.browse(night.commissioner).get(f"/l/{night.league.slug}/fixtures/new/"))
    assert "home field" not in text
    assert "neutral" not in text


def test_the_rosters_take_the_field_in_the_api_as_well(night: World) -> None:
    applied(night)
    address = f"/api/v1/leagues/{night.league.slug}/teams/{night.home.slug}/"
    found = night.browse(night.home_coach).get(address).json()
    assert (found["strength"], found["worth"]) == (890_000, 930_000)
    assert (found["receipt"]["current"], found["receipt"]["full"]) == (890_000, 930_000)
    (missing,) = [line for line in found["receipt"]["lines"] if line["missing"]]
    assert (missing["what"], missing["total"], missing["missing"]) == ("2 Pals 2, Rotter", 40_000, 40_000)


# --- by the API ---------------------------------------------------------------------------------------------------


def by_api(user: Any) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


def address_of(night: World, page: str) -> str:
    return f"/api/v1/leagues/{night.league.slug}/fixtures/{night.fixture.number}/{page}"


def test_a_match_is_played_and_applied_by_the_api(night: World) -> None:
    whole = simulated(night.fixture, seed=4)
    coach, commissioner = by_api(night.home_coach), by_api(night.commissioner)
    step = coach.get(address_of(night, "wizard/")).json()
    for entry in msgspec.to_builtins(whole.entries):
        step = coach.post(address_of(night, "wizard/"), {"version": step["version"], "entry": entry}).json()
    assert step["complete"]
    row = coach.post(address_of(night, "wizard/submit/"), {"version": step["version"]}).json()
    preview = commissioner.get(address_of(night, f"logs/{row['id']}/preview/")).json()
    assert preview["differences"] == []
    done = commissioner.post(address_of(night, f"logs/{row['id']}/apply/"), {"version": row["version"]})
    assert done.status_code == 200, done.json()
    assert Result.objects.count() == 1
    assert_reconciled(night.league)


def test_the_shop_comes_with_prices_and_petty_cash_by_the_api(night: World) -> None:
    answered(night, OPENING, lambda question: question.key == "hire")
    question = by_api(night.away_coach).get(address_of(night, "wizard/")).json()["question"]
    assert (question["key"], question["side"]) == ("hire", "away")
    assert question["purse"] == {"gold": 120_000, "paid": 0, "left": 120_000}
    details = {one["option"]: one for one in question["details"]}
    assert (details["Bribe"]["kind"], details["Bribe"]["price"]) == ("inducement", 100_000)
    assert (details["Lineman"]["kind"], details["Lineman"]["price"]) == ("mercenary", 80_000)
    assert "Igor" not in details, "Orcs have no undead to help"


# --- corrected, and taken elsewhere -------------------------------------------------------------------------------


def test_other_fans_in_an_old_match_change_its_winnings_alone(night: World) -> None:
    applied(night)
    result = Result.objects.select_related("act__league", "log", "fixture").get()
    amendment = amending.begin(night.commissioner, result, "The fans were counted again.")
    place = next(
        number
        for number, entry in enumerate(wizard.current(amendment).log.entries, 1)
        if getattr(entry, "key", "") == "fans" and getattr(entry, "side", "") == "away"
    )
    fans = Rolled("fans", "away", (6, 6))
    amending.replace_entry(amendment, night.commissioner, place, fans, amendment.version)
    amendment = amending.get_amendment(night.league, amendment.pk)
    found = amending.consequences(amendment)
    assert (found.problem, found.items) == (None, ())
    amending.commit(amendment, night.commissioner, found.sequence, amendment.version)
    before = night.home.treasury, night.away.treasury
    night.home.refresh_from_db()
    night.away.refresh_from_db()
    assert night.home.treasury == before[0] - 10_000, "FAME of one instead of two"
    assert night.away.treasury == before[1]
    assert_reconciled(night.league)


def test_the_league_is_the_same_elsewhere(night: World) -> None:
    applied(night)
    pages = [night.url(), f"/l/{night.league.slug}/t/{night.home.slug}/"]
    before = [text_of(night.browse(None).get(page)) for page in pages]
    file = io.BytesIO()
    archiving.backup(file, [night.league.slug])
    file.seek(0)
    # The one that is here makes room, as if it had never been.
    League.objects.filter(pk=night.league.pk).update(slug="aside", name="Aside", name_key="aside")
    (league,) = archiving.restore(file)
    assert league.edition == "crp"
    assert [text_of(night.browse(None).get(page)) for page in pages] == before
    assert_reconciled(league)
