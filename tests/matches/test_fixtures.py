"""Making fixtures, taking them back, and listing them."""

from __future__ import annotations

import html

import pytest

from engine.questions import Refusal
from league.domain.leagues import change_house_rules, create_league, open_season
from league.domain.roles import Forbidden
from league.models import User
from matches.domain.applying import apply_log
from matches.domain.errors import NotApplicable
from matches.domain.fixtures import cancel, make_fixture, reschedule
from matches.domain.logs import submit_file
from matches.models import Fixture
from tests.matches.conftest import World, a_team, as_bytes

pytestmark = pytest.mark.django_db


def make(world: World, home, away, round: int = 9, **more):
    return make_fixture(world.commissioner, world.league, home, away, round, **more)


def test_fixtures_are_numbered_in_their_league(world: World) -> None:
    assert world.fixture.number == 1
    assert world.again().number == 2
    assert world.fixture.get_absolute_url() == world.url()


def test_a_team_does_not_play_against_itself(world: World) -> None:
    with pytest.raises(Refusal, match="cannot play against itself"):
        make(world, world.home, world.home)


def test_two_teams_of_one_coach_meet_only_where_it_is_allowed(world: World) -> None:
    second = a_team(world.league, world.commissioner, world.home_coach, "Elf", "Second String", 3)
    with pytest.raises(Refusal, match="have the same coach"):
        make(world, world.home, second)
    assert make(world, world.home, second, allow_same_coach=True).pk


def test_a_team_that_is_not_accepted_does_not_play(world: World) -> None:
    type(world.home).objects.filter(pk=world.home.pk).update(accepted=False)
    world.home.refresh_from_db()
    with pytest.raises(Refusal, match="is not accepted into the league yet"):
        make(world, world.home, world.away)


def test_a_team_of_another_league_does_not_play(world: World) -> None:
    other = create_league(User.objects.get(username="site-staff"), "Other Cup")
    with pytest.raises(Refusal, match="does not play in Other Cup"):
        make_fixture(User.objects.get(username="site-staff"), other, world.home, world.away, 1)


def test_every_fault_is_named_at_once(world: World) -> None:
    with pytest.raises(Refusal) as told:
        make(world, world.home, world.home, 0)
    assert len(told.value.problems) == 2


@pytest.mark.parametrize("rounds, third", [((1, 2), 3), ((1, 3), 2), ((2, 3), 1)])
def test_a_third_match_in_a_row_against_the_same_opponent_is_refused(
    world: World, rounds: tuple[int, int], third: int
) -> None:
    world.fixture.delete()
    for round in rounds:
        make(world, world.home, world.away, round)
    with pytest.raises(Refusal, match="3 matches in a row against"):
        make(world, world.away, world.home, third)


def test_a_league_may_allow_longer_rows(world: World) -> None:
    change_house_rules(world.commissioner, world.league, {"match/consecutive_matches_max": 3})
    world.fixture.delete()
    for round in (1, 2, 3):
        make(world, world.home, world.away, round)
    with pytest.raises(Refusal, match=r"4 matches in a row against .*; 3 are allowed"):
        make(world, world.away, world.home, 4)


def test_who_meets_in_a_knock_out_is_nobodys_choice(world: World) -> None:
    make(world, world.home, world.away, 2)
    with pytest.raises(Refusal, match="3 matches in a row against"):
        make(world, world.home, world.away, 3, stage="play_off")
    final = make(world, world.home, world.away, 3, stage="final")
    assert reschedule(world.commissioner, final, 4, None).round == 4


def test_a_fixture_is_not_moved_into_too_long_a_row(world: World) -> None:
    extra = a_team(world.league, world.commissioner, world.bystander, "Dwarf", "The Third", 4)
    make(world, world.home, world.away, 2)
    for team in (world.home, world.away):
        make(world, team, extra, 3)
    last = make(world, world.home, world.away, 4)
    with pytest.raises(Refusal, match="3 matches in a row against"):
        reschedule(world.commissioner, last, 2, None)
    assert reschedule(world.commissioner, last, 5, None).round == 5


def test_another_opponent_in_between_breaks_the_row_of_both(world: World) -> None:
    extra = a_team(world.league, world.commissioner, world.bystander, "Dwarf", "The Third", 4)
    make(world, world.home, world.away, 2)
    make(world, world.home, extra, 3)
    with pytest.raises(Refusal, match="Reikland O'Reavers would play 3 matches"):
        make(world, world.home, world.away, 4)
    make(world, world.away, extra, 3)
    assert make(world, world.home, world.away, 4).pk


@pytest.mark.parametrize("who", ["home_coach", "stranger"])
def test_only_the_commissioner_makes_and_cancels(world: World, who: str) -> None:
    somebody = getattr(world, who)
    with pytest.raises(Forbidden):
        make_fixture(somebody, world.league, world.home, world.away, 2)
    with pytest.raises(Forbidden):
        cancel(somebody, world.fixture)
    with pytest.raises(Forbidden):
        reschedule(somebody, world.fixture, 3, None)


def test_a_fixture_with_a_log_stays(world: World) -> None:
    log = submit_file(world.fixture, world.home_coach, as_bytes(world.fixture))
    with pytest.raises(NotApplicable, match="There is a log"):
        cancel(world.commissioner, world.fixture)
    apply_log(log, world.commissioner)
    with pytest.raises(NotApplicable, match="is played"):
        cancel(world.commissioner, world.fixture)
    with pytest.raises(NotApplicable, match="is played"):
        reschedule(world.commissioner, world.fixture, 3, None)


def test_a_fixture_that_nothing_has_come_of_is_taken_back(world: World) -> None:
    assert reschedule(world.commissioner, world.fixture, 3, None).round == 3
    cancel(world.commissioner, world.fixture)
    assert not Fixture.objects.exists()


# --- pages ----------------------------------------------------------------------------------------------------


def test_the_list_goes_by_rounds(world: World) -> None:
    other = world.again(2)
    apply_log(submit_file(world.fixture, world.home_coach, as_bytes(world.fixture)), world.commissioner)
    submit_file(other, world.home_coach, as_bytes(other))
    page = world.browse(None).get(f"/l/{world.league.slug}/fixtures/")
    text = page.content.decode()
    assert page.status_code == 200
    assert text.index("Round 1") < text.index("Round 2")
    assert "Gouged Eye &lt;b&gt;" in text
    assert "Gouged Eye <b>" not in text
    assert "a log waits for the commissioner" in text


def test_an_empty_season_says_so_and_the_last_one_is_a_link_away(world: World) -> None:
    open_season(world.commissioner, world.league, "")
    client = world.browse(None)
    address = f"/l/{world.league.slug}/fixtures/"
    assert "No fixture is made" in client.get(address).content.decode()
    assert "Round 1" in client.get(address, {"season": 1}).content.decode()
    assert client.get(address, {"season": 7}).status_code == 404


@pytest.mark.parametrize("count", [1, 6])
def test_the_list_takes_as_many_queries_for_many_as_for_one(
    world: World, count: int, django_assert_max_num_queries
) -> None:
    for number in range(2, count + 1):
        Fixture.objects.create(
            league=world.league,
            season=world.league.season,
            number=number,
            round=number,
            home=world.away,
            away=world.home,
        )
    with django_assert_max_num_queries(5):
        world.browse(None).get(f"/l/{world.league.slug}/fixtures/")


def test_the_commissioner_makes_a_fixture_on_the_page(world: World) -> None:
    client = world.browse(world.commissioner)
    address = f"/l/{world.league.slug}/fixtures/new/"
    page = client.get(address)
    assert page.status_code == 200
    assert "Reikland O&#x27;Reavers" in page.content.decode()
    given = {"round": 2, "home": world.away.pk, "away": world.home.pk, "scheduled": "2026-12-24"}
    assert client.post(address, given).status_code == 302
    refused = client.post(address, {**given, "away": world.away.pk})
    assert refused.status_code == 400
    assert "cannot play against itself" in html.unescape(refused.content.decode())
    assert world.browse(world.home_coach).get(address).status_code == 403


def test_the_commissioner_cancels_on_the_page(world: World) -> None:
    assert world.browse(world.home_coach).post(world.url("cancel/")).status_code == 403
    assert world.browse(world.commissioner).get(world.url("cancel/")).status_code == 405
    assert world.browse(world.commissioner).post(world.url("cancel/")).status_code == 302
    assert not Fixture.objects.exists()
