"""Minor tournaments: opened with prizes up to the limit, played on neutral ground, and paid in one act."""

from __future__ import annotations

from html import unescape

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from engine.questions import Refusal
from league.errors import Conflict, Forbidden, NotVisible
from league.models import League, User
from matches.models import Fixture, Stage
from teams.domain.ledger import fold
from teams.models import Act
from tests.helpers import a_coach, a_league, assert_reconciled, browser, coach_of
from tests.tournaments.competing.builders import (
    a_competition,
    commissioner_of,
    entries,
    pairings,
    started,
    team_of,
    the_stage,
)
from tournaments.domain.competing import entering, majors, results, rounds
from tournaments.models import Competition, Entry, Format, Kind, State

pytestmark = pytest.mark.django_db

TOO_MUCH = "The prizes come to 150,001 gold; a minor tournament may pay 150,000 in all."


@pytest.fixture
def league() -> League:
    return a_league()


@pytest.fixture
def by(league: League) -> User:
    return commissioner_of(league)


def drawn(cup: Competition) -> Competition:
    """Begun, and its first round published."""
    started(cup)
    rounds.publish(commissioner_of(cup.league), the_stage(cup).rounds.get(number=1))
    return cup


def played_out(cup: Competition) -> tuple[Entry, Entry]:
    """A knockout of four, in which who is at home goes through: the winner and who lost the final."""
    by = commissioner_of(cup.league)
    stage = the_stage(cup)
    for number in (1, 2):
        for pairing in pairings(stage, number):
            results.no_show(by, pairing, "away")
    (final,) = pairings(stage, 2)
    assert final.away is not None
    return final.home, final.away


def a_cup(league: League, prizes: tuple[int, ...] = (80_000, 40_000), teams: int = 4) -> Competition:
    cup = majors.open_minor(commissioner_of(league), league, "Far Albion Cup", prizes=prizes)
    entries(cup, teams)
    return drawn(cup)


# --- by the book ----------------------------------------------------------------------------------------------


def test_the_commissioner_opens_one_with_its_prizes(league: League, by: User) -> None:
    cup = majors.open_minor(by, league, "Far Albion Cup", prizes=[80_000, 40_000, 0])
    assert (cup.kind, cup.state) == (Kind.MINOR, State.ENTRIES)
    found = majors.prizes_of_minor(cup)
    assert (found.amounts, found.total, found.most, found.act) == ((80_000, 40_000), 120_000, 150_000, None)


def test_prizes_above_the_limit_open_nothing(league: League, by: User) -> None:
    with pytest.raises(Refusal) as refused:
        majors.open_minor(by, league, "Far Albion Cup", prizes=[110_000, 40_001])
    assert refused.value.message == TOO_MUCH
    with pytest.raises(Refusal, match="5 prizes are too many"):
        majors.open_minor(by, league, "Far Albion Cup", prizes=[1, 1, 1, 1, 1])
    with pytest.raises(Refusal, match="cannot be played as 'play_off'"):
        majors.open_minor(by, league, "Far Albion Cup", format=Format.PLAY_OFF)
    with pytest.raises(Forbidden):
        majors.open_minor(a_coach(league), league, "Far Albion Cup")
    assert not league.competitions.exists()


def test_a_league_may_have_another_limit(by: User) -> None:
    league = a_league(house_rules={"tournaments/minor_prizes_max": 200_000})
    cup = majors.open_minor(commissioner_of(league), league, "Rich Cup", prizes=[110_000, 90_000])
    assert majors.prizes_of_minor(cup).most == 200_000


def test_it_is_played_on_neutral_ground(league: League) -> None:
    cup = a_cup(league)
    fixtures = Fixture.objects.filter(pairing__round__stage__competition=cup)
    assert {(one.stage, one.neutral) for one in fixtures} == {(Stage.SEMI_FINAL, True)}


def test_its_prizes_go_to_those_who_came_in_first_and_no_roster_holds_a_trophy(
    league: League, by: User
) -> None:
    cup = a_cup(league)
    assert majors.prizes_of_minor(cup).places == ()
    assert majors.prizes_of_minor(cup).to_play == 2
    winner, finalist = played_out(cup)
    found = majors.prizes_of_minor(cup)
    assert (found.places[:2], found.to_play) == ((winner, finalist), 0)
    before = [fold(team_of(one)).treasury for one in (winner, finalist)]
    act = majors.pay_minor(by, cup, [winner.number, finalist.number])
    rosters = [fold(team_of(one)) for one in (winner, finalist)]
    assert [one.treasury for one in rosters] == [before[0] + 80_000, before[1] + 40_000]
    assert [one.trophies for one in rosters] == [(), ()]
    assert majors.prizes_of_minor(cup).act == act
    with pytest.raises(Conflict, match="are paid by act"):
        majors.pay_minor(by, cup, [winner.number, finalist.number])
    with pytest.raises(Conflict, match="are paid by act"):
        majors.set_minor_prizes(by, cup, [1])
    assert_reconciled(league)


def test_a_league_of_goblins_plays_for_nothing(league: League, by: User) -> None:
    cup = a_cup(league, (0, 0))
    winner, _ = played_out(cup)
    with pytest.raises(Refusal, match="Far Albion Cup has no prizes"):
        majors.pay_minor(by, cup, [winner.number])
    assert_reconciled(league)


def test_what_a_table_says_is_who_came_in_first(league: League) -> None:
    cup = majors.open_minor(
        commissioner_of(league), league, "Far Albion Cup", prizes=[10_000], format=Format.ROUND_ROBIN
    )
    entries(cup, 2)
    (pairing,) = pairings(the_stage(started(cup)))
    assert majors.prizes_of_minor(cup).places == ()
    results.no_show(commissioner_of(league), pairing, "home")
    assert majors.prizes_of_minor(cup).places == (pairing.away, pairing.home)


def test_matches_of_whoever_is_withdrawn_are_not_waited_for(league: League, by: User) -> None:
    cup = majors.open_minor(by, league, "Far Albion Cup", prizes=[10_000], format=Format.SWISS)
    entries(cup, 4)
    started(cup)
    rounds.publish(by, rounds.pair(by, the_stage(cup)))
    assert majors.prizes_of_minor(cup).to_play == 2
    entering.annul(by, cup.entries.get(number=1))
    assert majors.prizes_of_minor(cup).to_play == 1
    assert_reconciled(league)


def test_prizes_are_refused_to_whom_they_cannot_go(league: League, by: User) -> None:
    cup = majors.open_minor(by, league, "Far Albion Cup", prizes=[80_000, 40_000])
    entries(cup, 4)
    with pytest.raises(Conflict, match="has not been played"):
        majors.pay_minor(by, cup, [1, 2])
    started(cup)
    for places, sentence in (
        ([1], "2 prizes, more than teams to take them"),
        ([1, 9], "Far Albion Cup has no entry 9"),
        ([1, 1], "cannot come in two places"),
        ([1, 2, 3], "has 2 prizes, and 3 teams are named"),
    ):
        with pytest.raises(Refusal, match=sentence):
            majors.pay_minor(by, cup, places)
    assert not Act.objects.filter(league=league, kind=majors.KIND).exists()
    other = a_competition(league)
    with pytest.raises(Conflict, match="is not a minor tournament"):
        majors.set_minor_prizes(by, other, [1])
    with pytest.raises(NotVisible):
        majors.prizes_of_minor(other)
    assert_reconciled(league)


# --- on the site ----------------------------------------------------------------------------------------------


def test_a_commissioner_opens_one_like_that_of_the_rules_and_pays_it(league: League, by: User) -> None:
    new = reverse("tournaments:minor_new", args=[league.slug])
    page = unescape(browser(by).get(new).content.decode())
    assert "Goblin Tribal Leeg" in page
    assert "150,000 gold at most" in page
    like = browser(by).get(new, {"like": "Far Albion Cup"}).content.decode()
    assert 'value="80000"' in like
    form = {"name": "Far Albion Cup", "winner": 110_000, "finalist": 40_001, "format": "knockout"}
    refused = browser(by).post(new, form)
    assert (refused.status_code, TOO_MUCH in refused.content.decode()) == (400, True)
    assert not league.competitions.exists()
    made = browser(by).post(new, {**form, "winner": 80_000, "finalist": 40_000})
    cup = league.competitions.get()
    assert made["Location"] == f"/l/{league.slug}/c/{cup.slug}/organise/"
    entries(cup, 4)
    winner, finalist = played_out(drawn(cup))
    address = reverse("tournaments:major_prizes", args=[league.slug, cup.slug])
    page = browser(by).get(address).content.decode()
    assert f'<option value="{winner.number}" selected>' in page
    much = browser(by).post(address, {"act": "set", "amount": ["110000", "40001"]})
    assert (much.status_code, TOO_MUCH in much.content.decode()) == (400, True)
    assert browser(by).post(address, {"act": "set", "amount": ["90000", "40000", ""]}).status_code == 302
    assert majors.prizes_of_minor(league.competitions.get()).amounts == (90_000, 40_000)
    hole = browser(by).post(address, {"act": "pay", "place": ["", finalist.number]})
    assert (hole.status_code, "Say who came in place 1." in hole.content.decode()) == (400, True)
    cup.refresh_from_db()
    paid = {"act": "pay", "version": cup.version, "place": [winner.number, finalist.number]}
    assert browser(by).post(address, paid).status_code == 302
    page = browser().get(address).content.decode()
    assert "90,000" in page
    assert team_of(winner).name in unescape(page)
    assert browser(by).post(address, paid).status_code == 409
    assert_reconciled(league)


def test_prizes_are_the_commissioners_to_set_and_the_organisers_to_pay(league: League, by: User) -> None:
    cup = majors.open_minor(by, league, "Far Albion Cup", prizes=[1000])
    one, *_ = entries(cup, 4)
    organiser = coach_of(team_of(one))
    cup.organiser = organiser
    cup.save()
    drawn(cup)
    address = reverse("tournaments:major_prizes", args=[league.slug, cup.slug])
    assert browser(organiser).post(address, {"act": "set", "amount": ["150000"]}).status_code == 403
    assert "Pay them" in browser(organiser).get(address).content.decode()
    assert "Pay them" not in browser(a_coach(league)).get(address).content.decode()
    winner, _ = played_out(cup)
    assert browser(organiser).post(address, {"act": "pay", "place": [winner.number]}).status_code == 302
    assert_reconciled(league)


def test_where_the_rules_know_no_limit_the_pages_tell_of_none() -> None:
    league = a_league(edition="lrb5x")
    by = commissioner_of(league)
    page = browser(by).get(reverse("tournaments:minor_new", args=[league.slug])).content.decode()
    assert ("paid into treasuries" in page, "gold at most" in page) == (True, False)
    cup = majors.open_minor(by, league, "Rich Cup", prizes=[300_000])
    page = browser(by).get(reverse("tournaments:major_prizes", args=[league.slug, cup.slug])).content.decode()
    assert ("300,000" in page, "gold at most" in page) == (True, False)


# --- in the API -----------------------------------------------------------------------------------------------


def test_the_api_opens_sets_and_pays_one(league: League, by: User, api: APIClient) -> None:
    api.force_authenticate(by)
    base = f"/api/v1/leagues/{league.slug}"
    book = api.get(f"{base}/minors/").json()
    assert book["most"] == 150_000
    assert [one["name"] for one in book["examples"]] == ["Far Albion Cup", "Goblin Tribal Leeg"]
    refused = api.post(f"{base}/minors/", {"name": "Cup", "prizes": [110_000, 40_001]}, format="json")
    assert (refused.status_code, TOO_MUCH in str(refused.json())) == (400, True)
    made = api.post(f"{base}/minors/", {"name": "Cup", "prizes": [1000]}, format="json")
    assert made.status_code == 201
    cup = league.competitions.get(slug=made.json()["slug"])
    entries(cup, 4)
    winner, finalist = played_out(drawn(cup))
    prizes = f"{base}/competitions/{cup.slug}/minor/prizes/"
    told = api.put(prizes, {"amounts": [80_000, 40_000]}, format="json").json()
    assert (told["amounts"], told["total"], told["most"], told["act"]) == (
        [80_000, 40_000],
        120_000,
        150_000,
        None,
    )
    assert told["places"][:2] == [winner.number, finalist.number]
    assert api.put(prizes, {"amounts": [200_000]}, format="json").status_code == 400
    paid = api.post(prizes, {"places": told["places"][:2]}, format="json").json()
    assert paid["act"] == Act.objects.get(league=league, kind=majors.KIND).sequence
    assert api.post(prizes, {"places": [1, 2]}, format="json").status_code == 409
    other = a_competition(league)
    assert api.get(f"{base}/competitions/{other.slug}/minor/prizes/").status_code == 404
    assert_reconciled(league)
