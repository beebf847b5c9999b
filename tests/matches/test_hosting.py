"""Who is at home, on what ground a match is played, and how evenly a season shares it (LRB4, League matches)."""

from __future__ import annotations

import html

import pytest
from rest_framework.test import APIClient

from engine.match.facts import FieldReroll, HomeField
from engine.questions import Refusal
from engine.replay import replay
from engine.roster import GoldChanged
from league.domain.leagues import change_settings, open_season
from league.models import DicePolicy
from matches.domain import evening_out, logs
from matches.domain.applying import apply_log
from matches.domain.fixtures import make_fixture
from matches.domain.hosting import uneven, uneven_with
from matches.models import Fixture, Hosting, Stage
from teams.domain import building
from teams.models import Team
from tests.helpers import (
    a_commissioner,
    a_drafted_team,
    a_league,
    a_submitted_log,
    assert_reconciled,
    browser,
    coach_of,
    happens,
)
from tournaments.domain.standings import table

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(db):
    league = a_league("Old Quarry", dice_policy=DicePolicy.EITHER)
    yield league
    assert_reconciled(league)


@pytest.fixture
def by(league):
    return a_commissioner(league)


@pytest.fixture
def orcs(league):
    return a_drafted_team(league, "Orc", name="Gouged Eye")


@pytest.fixture
def humans(league):
    return a_drafted_team(league, "Human", name="Reavers")


def owner(team: Team, stadium: str = "Terraces") -> Team:
    return building.build(happens(team, GoldChanged(300_000, "a gift")), coach_of(team), stadium)


def make(by, home: Team, away: Team, round: int = 1, **ways) -> Fixture:
    return make_fixture(by, home.league, home, away, round, **ways)


def where(fixture: Fixture) -> tuple[str, str, str]:
    return fixture.home.name, fixture.away.name, fixture.hosting


# --- who is at home -------------------------------------------------------------------------------------------


def test_where_nobody_owns_a_field_anybody_is_at_home(by, orcs, humans):
    assert where(make(by, orcs, humans)) == ("Gouged Eye", "Reavers", Hosting.NOBODY)
    assert where(make(by, humans, orcs)) == ("Reavers", "Gouged Eye", Hosting.NOBODY)


def test_the_owner_of_a_field_is_at_home(by, orcs, humans):
    orcs = owner(orcs)
    assert where(make(by, orcs, humans)) == ("Gouged Eye", "Reavers", Hosting.OWNER)
    with pytest.raises(Refusal) as refused:
        make(by, humans, orcs, 2)
    assert str(refused.value) == (
        "Gouged Eye own a home field and Reavers do not: Gouged Eye are at home, unless the coaches agreed otherwise."
    )


def test_what_the_coaches_agreed_goes_before(by, orcs, humans):
    assert where(make(by, humans, owner(orcs), as_agreed=True)) == ("Reavers", "Gouged Eye", Hosting.AGREED)


@pytest.mark.parametrize(
    ("die", "host"), [(1, "Gouged Eye"), (3, "Gouged Eye"), (4, "Reavers"), (6, "Reavers")]
)
def test_of_two_owners_a_die_picks_the_first_host(by, orcs, humans, die, host):
    made = make(by, owner(orcs), owner(humans, "Stadium"), host_die=die)
    assert (made.home.name, made.hosting, made.host_die) == (host, Hosting.DIE, die)
    assert made.occasion == f"{host} at home by the die ({die})"


def test_without_a_die_two_owners_do_not_meet(by, orcs, humans):
    with pytest.raises(Refusal) as refused:
        make(by, owner(orcs), owner(humans))
    assert str(refused.value) == (
        "Gouged Eye and Reavers both own a home field and have not met: a die decides who is at home, Gouged Eye on "
        "1 to 3, Reavers on 4 to 6."
    )


def test_dugout_rolls_the_die_when_it_is_asked_to(by, orcs, humans):
    made = make(by, owner(orcs), owner(humans), roll_for_host=True)
    assert made.host_die is not None
    assert 1 <= made.host_die <= 6
    assert made.home.name == ("Gouged Eye" if made.host_die <= 3 else "Reavers")


def test_the_die_is_thrown_where_the_league_throws_its_dice(league, by, orcs, humans):
    orcs, humans = owner(orcs), owner(humans)
    league = change_settings(by, league, dice_policy=DicePolicy.APP)
    with pytest.raises(Refusal, match="In Old Quarry Dugout rolls the dice; they cannot be typed in"):
        make_fixture(by, league, orcs, humans, 1, host_die=2)
    league = change_settings(by, league, dice_policy=DicePolicy.TABLE)
    with pytest.raises(Refusal, match="In Old Quarry dice are rolled at the table and typed in"):
        make_fixture(by, league, orcs, humans, 1, roll_for_host=True)


def test_after_the_first_match_two_owners_take_turns(by, orcs, humans):
    orcs, humans = owner(orcs), owner(humans)
    make(by, orcs, humans, 1, host_die=1)
    with pytest.raises(Refusal, match="it is the turn of Reavers, unless the coaches agreed otherwise"):
        make(by, orcs, humans, 3)
    assert where(make(by, humans, orcs, 3)) == ("Reavers", "Gouged Eye", Hosting.TURN)
    others = a_drafted_team(by.memberships.get().league, "Elf", name="Bright Company")
    make(by, orcs, others, 4)
    make(by, humans, others, 4)
    assert where(make(by, orcs, humans, 5)) == ("Gouged Eye", "Reavers", Hosting.TURN)


def test_turns_go_on_in_the_next_season_and_neutral_matches_are_no_turn(league, by, orcs, humans):
    orcs, humans = owner(orcs), owner(humans)
    make(by, orcs, humans, 1, host_die=1)
    make(by, orcs, humans, 2, stage=Stage.FINAL)
    open_season(by, league, "Second season")
    league.refresh_from_db()
    with pytest.raises(Refusal, match="it is the turn of Reavers"):
        make_fixture(by, league, orcs, humans, 1)
    assert where(make_fixture(by, league, humans, orcs, 1)) == ("Reavers", "Gouged Eye", Hosting.TURN)


def test_a_match_before_the_first_one_takes_the_turn_before_it(by, orcs, humans):
    orcs, humans = owner(orcs), owner(humans)
    make(by, orcs, humans, 5, host_die=1)
    with pytest.raises(Refusal, match="or are in the next"):
        make(by, orcs, humans, 2)
    assert where(make(by, humans, orcs, 2)) == ("Reavers", "Gouged Eye", Hosting.TURN)


@pytest.mark.parametrize(
    ("ways", "why"),
    [
        ({"host_die": 7}, "The die for the home match shows 1 to 6, not 7"),
        ({"host_die": 3}, "the match is not between two teams with a home field"),
        ({"host_die": 3, "as_agreed": True}, "the match is played where the coaches agreed"),
        ({"host_die": 3, "neutral": True}, "the match is played on neutral ground"),
        ({"stage": "friendly"}, "There is no stage of a contest called 'friendly'"),
    ],
)
def test_what_is_refused(by, orcs, humans, ways, why):
    with pytest.raises(Refusal, match=why):
        make(by, orcs, humans, **ways)


def test_the_field_that_counts_is_the_one_of_today(by, orcs, humans):
    """The teams that are given may be older than what they own."""
    owner(orcs)
    with pytest.raises(Refusal, match="Gouged Eye own a home field"):
        make(by, humans, orcs)


# --- on what ground -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", [stage for stage in Stage if stage != Stage.LEAGUE])
def test_all_but_league_matches_are_on_neutral_ground(by, orcs, humans, stage):
    made = make(by, humans, owner(orcs), stage=stage)
    assert (made.home.name, made.neutral, made.stage) == ("Reavers", True, stage)
    assert made.occasion == f"{stage.label}, on neutral ground"
    head = logs.template(made)
    assert (head.stage, head.neutral, head.at_home) == (stage, True, False)


def test_a_league_match_may_be_on_neutral_ground(by, orcs, humans):
    made = make(by, humans, owner(orcs), neutral=True)
    assert (made.home.name, made.neutral, made.occasion) == ("Reavers", True, "on neutral ground")
    assert not logs.template(made).at_home


def test_a_match_at_home_is_played_by_the_rules_of_the_field(league, by, orcs, humans):
    fixture = make(by, owner(orcs), humans)
    fixture = Fixture.objects.select_related("league", "season", "home", "away").get(pk=fixture.pk)
    result = apply_log(a_submitted_log(fixture), by)
    shown = replay(logs.decode(result.log)).facts
    assert [fact.stadium for fact in shown if isinstance(fact, HomeField)] == ["Terraces"]
    assert [fact.half for fact in shown if isinstance(fact, FieldReroll)] == [1, 2]


def test_a_log_of_another_ground_is_refused(by, orcs, humans):
    orcs = owner(orcs)
    final = make(by, orcs, humans, stage=Stage.FINAL)
    league_match = make(by, orcs, humans, 2)
    document = a_submitted_log(
        Fixture.objects.select_related("league", "season", "home", "away").get(pk=final.pk)
    ).document
    with pytest.raises(Refusal, match="the stage 'final'"):
        logs.submit_file(league_match, by, document.encode())


# --- how evenly it is shared ----------------------------------------------------------------------------------


def test_who_is_at_home_too_often_is_named(league, by, orcs, humans):
    orcs = owner(orcs)
    others = a_drafted_team(league, "Elf", name="Bright Company")
    first = make(by, orcs, humans, 1)
    assert uneven_with(first) == ()
    second = make(by, orcs, others, 2)
    assert [str(one) for one in uneven_with(second)] == ["Gouged Eye: 2 at home, 0 away."]
    make(by, humans, others, 3)
    make(by, others, orcs, 4, as_agreed=True)
    assert uneven(league.season) == ()


def test_neutral_matches_are_neither_at_home_nor_away(league, by, orcs, humans):
    orcs = owner(orcs)
    make(by, orcs, humans, 1)
    make(by, orcs, humans, 2, stage=Stage.SEMI_FINAL)
    assert uneven(league.season) == ()


def test_where_nobody_owns_a_field_there_is_nothing_to_share(league, by, orcs, humans):
    others = a_drafted_team(league, "Elf", name="Bright Company")
    for round, rival in enumerate((humans, others, humans), 1):
        make(by, orcs, rival, round)
    assert uneven(league.season) == ()


def shared_badly(league, by, orcs) -> dict[str, Fixture]:
    """The Orcs own a field, and the Elves are at home against both other teams; nobody has played."""
    owner(orcs)
    elves, dwarfs, norse = (
        a_drafted_team(league, race, name=name)
        for race, name in (("Elf", "Bright Company"), ("Dwarf", "Giants"), ("Norse", "Axes"))
    )
    return {
        "dwarfs": make(by, elves, dwarfs, 1),
        "norse": make(by, elves, norse, 2),
        "orcs": make(by, orcs, dwarfs, 3),
    }


def test_matches_that_are_to_be_played_are_turned_round_to_share_it_evenly(league, by, orcs):
    made = shared_badly(league, by, orcs)
    assert [str(one) for one in uneven(league.season)] == [
        "Bright Company: 2 at home, 0 away.",
        "Giants: 0 at home, 2 away.",
    ]
    assert evening_out.to_turn(league.season) == (made["dwarfs"],)
    (turned,) = evening_out.even_out(by, league)
    assert (turned.home.name, turned.away.name) == ("Giants", "Bright Company")
    assert uneven(league.season) == ()
    with pytest.raises(Refusal, match="No match that is to be played could be turned round"):
        evening_out.even_out(by, league)
    assert_reconciled(league)


def test_a_match_that_somebody_has_begun_stays_where_it_is(league, by, orcs):
    made = shared_badly(league, by, orcs)
    a_submitted_log(
        Fixture.objects.select_related("league", "season", "home", "away").get(pk=made["dwarfs"].pk)
    )
    assert evening_out.to_turn(league.season) == (made["norse"],)


def test_the_right_of_an_owner_is_not_taken_from_him(league, by, orcs, humans):
    orcs = owner(orcs)
    others = a_drafted_team(league, "Elf", name="Bright Company")
    make(by, orcs, humans, 1)
    make(by, orcs, others, 2)
    assert len(uneven(league.season)) == 1
    assert evening_out.to_turn(league.season) == ()


def test_only_the_commissioner_turns_matches_round(league, by, orcs):
    made = shared_badly(league, by, orcs)
    coach = browser(coach_of(orcs))
    page = f"/l/{league.slug}/fixtures/"
    assert "Turn them round" not in coach.get(page).content.decode()
    assert coach.post(f"{page}even-out/").status_code == 403
    assert "Round 1: Bright Company v Giants" in browser(by).get(page).content.decode()
    answer = browser(by).post(f"{page}even-out/", follow=True).content.decode()
    assert "Turned round: Giants v Bright Company." in answer
    assert "Turn them round" not in answer
    made["dwarfs"].refresh_from_db()
    assert made["dwarfs"].home.name == "Giants"
    address = f"/api/v1/leagues/{league.slug}/fixtures/evening-out/"
    assert browser(by).post(address).status_code == 400


def test_the_table_counts_matches_at_home_and_away(league, by, orcs, humans):
    orcs = owner(orcs)
    for round, ways in ((1, {}), (2, {"neutral": True})):
        made = make(by, orcs, humans, round, **ways)
        fixture = Fixture.objects.select_related("league", "season", "home", "away").get(pk=made.pk)
        apply_log(a_submitted_log(fixture, seed=round), by)
    league.refresh_from_db()
    rows = {line.name: (line.row.played, line.row.home, line.row.away) for line in table(league.season)}
    assert rows == {"Gouged Eye": (2, 1, 0), "Reavers": (2, 0, 1)}
    shown = browser().get(f"/l/{league.slug}/standings/").content.decode()
    assert '<abbr title="Matches at home and away">H–A</abbr>' in shown
    assert '<td class="number">1–0</td>' in shown


# --- pages, the API and the admin -----------------------------------------------------------------------------


def sent(home: Team, away: Team, **more) -> dict[str, object]:
    return {"round": 1, "home": home.pk, "away": away.pk, "stage": "league", **more}


def test_the_form_asks_for_the_die_and_says_who_won_it(league, by, orcs, humans):
    orcs, humans = owner(orcs), owner(humans)
    client = browser(by)
    address = f"/l/{league.slug}/fixtures/new/"
    refused = client.post(address, sent(orcs, humans))
    assert refused.status_code == 400
    assert "both own a home field and have not met" in html.unescape(refused.content.decode())
    made = client.post(address, sent(orcs, humans, host_die=5), follow=True).content.decode()
    assert "the die showed 5, Reavers play at home" in made
    assert "Reavers at home by the die (5)" in made


def test_the_form_asks_for_dice_as_the_league_throws_them(league, by):
    client = browser(by)
    address = f"/l/{league.slug}/fixtures/new/"
    for policy, typed, rolled in (
        (DicePolicy.APP, False, True),
        (DicePolicy.TABLE, True, False),
        (DicePolicy.EITHER, True, True),
    ):
        change_settings(by, league, dice_policy=policy)
        shown = client.get(address).content.decode()
        assert ('name="host_die"' in shown, 'name="roll_for_host"' in shown) == (typed, rolled)


def test_the_pages_note_who_is_at_home_too_often(league, by, orcs, humans):
    orcs = owner(orcs)
    others = a_drafted_team(league, "Elf", name="Bright Company")
    client = browser(by)
    address = f"/l/{league.slug}/fixtures/new/"
    client.post(address, sent(orcs, humans))
    shown = client.post(address, sent(orcs, others, round=2), follow=True).content.decode()
    assert "Not evenly shared: Gouged Eye: 2 at home, 0 away." in shown
    assert (
        "Every team should play as often at home as away."
        in browser().get(f"/l/{league.slug}/fixtures/").content.decode()
    )
    assert "Gouged Eye: 2 at home, 0 away." in client.get(address).content.decode()


def test_lists_and_match_pages_say_what_is_played_for(league, by, orcs, humans):
    made = make(by, orcs, humans, stage=Stage.SEMI_FINAL)
    for address in (f"/l/{league.slug}/fixtures/", made.get_absolute_url()):
        assert "Semi-final, on neutral ground" in browser().get(address).content.decode()


def test_the_api_makes_fixtures_of_every_kind(league, by, orcs, humans):
    orcs, humans = owner(orcs), owner(humans)
    client = APIClient()
    client.force_authenticate(by)
    address = f"/api/v1/leagues/{league.slug}/fixtures/"
    given = {"round": 1, "home": orcs.slug, "away": humans.slug}
    refused = client.post(address, given, format="json")
    assert refused.status_code == 400
    made = client.post(address, {**given, "host_die": 4}, format="json").json()
    assert (made["home"], made["away"], made["hosting"], made["host_die"]) == (
        humans.slug,
        orcs.slug,
        "die",
        4,
    )
    assert made["notes"] == []
    final = client.post(address, {**given, "round": 2, "stage": "final"}, format="json").json()
    assert (final["stage"], final["neutral"], final["hosting"]) == ("final", True, "")
    assert client.get(f"/api/v1/leagues/{league.slug}/standings/").status_code == 200


def test_the_admin_makes_fixtures_of_every_kind(league, by, orcs, humans):
    orcs, humans = owner(orcs), owner(humans)
    client = browser(by)
    given = {**sent(orcs, humans), "league": league.pk, "scheduled": ""}
    client.post("/admin/matches/fixture/add/", given)
    assert not Fixture.objects.exists()
    assert client.post("/admin/matches/fixture/add/", {**given, "host_die": 2}).status_code == 302
    made = Fixture.objects.get(league=league)
    assert (made.home, made.hosting, made.host_die) == (orcs, Hosting.DIE, 2)
