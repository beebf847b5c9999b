"""Leagues, seasons and members: what is done, and what is refused to whom."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from engine.questions import Refusal
from league.domain import bulletins, leagues, members, queries, roles
from league.errors import Conflict, Forbidden, NotVisible
from league.models import DicePolicy, League, Membership, Role, User
from tests.league.conftest import member

pytestmark = pytest.mark.both_databases


def test_a_league_starts_with_a_season_and_a_commissioner(staff: User) -> None:
    league = leagues.create_league(staff, "  Liga  mistrů ", "lrb4", win_points=2, dice_policy="app")
    assert (league.name, league.slug, league.win_points, league.dice_policy) == (
        "Liga mistrů",
        "liga-mistru",
        2,
        DicePolicy.APP,
    )
    assert [(season.number, season.name, season.current) for season in league.seasons.all()] == [
        (1, "Season 1", True)
    ]
    assert roles.viewer(staff, league).role == Role.COMMISSIONER
    assert league.rules.key == "lrb4"


@pytest.mark.parametrize("name", ["Кубок", "龍盃", "🏈", "<b>Cup</b>", "O'Grady's Cup", "ё" * 50])
def test_names_of_any_script_are_kept_and_get_an_address(staff: User, name: str) -> None:
    league = leagues.create_league(staff, name)
    league.refresh_from_db()
    assert league.name == name
    assert league.slug
    assert leagues.create_league(staff, f"{name[:48]} 2").slug != league.slug


def test_two_names_that_look_the_same_are_one(staff: User) -> None:
    leagues.create_league(staff, "Café Straße")
    with pytest.raises(Refusal, match="already"):
        leagues.create_league(staff, "CAFE\u0301 STRASSE")


def test_only_staff_open_leagues(stranger: User, commissioner: User) -> None:
    for user in (stranger, commissioner, AnonymousUser()):
        with pytest.raises(Forbidden):
            leagues.create_league(user, "Mine")
    assert not League.objects.filter(name="Mine").exists()


def test_all_faults_of_the_settings_are_said_at_once(staff: User, league: League) -> None:
    with pytest.raises(Refusal) as refusal:
        leagues.change_settings(
            staff,
            league,
            name=" ",
            house_rules={"no/way": 1},
            dice_policy="coin",
            win_points=1000,
        )
    assert len(refusal.value.problems) == 4
    league.refresh_from_db()
    assert (league.name, league.win_points) == ("Old World Cup", 3)


def test_changing_settings_leaves_the_rest_alone(commissioner: User, league: League) -> None:
    League.objects.filter(pk=league.pk).update(sequence=41)
    leagues.change_settings(commissioner, league, house_rules={"match/mvp/bench": False}, public=False)
    fresh = League.objects.get(pk=league.pk)
    assert (fresh.sequence, fresh.public, fresh.name) == (41, False, "Old World Cup")
    assert fresh.rules.house_rules == {"match/mvp/bench": False}


def test_a_league_may_keep_its_own_name(commissioner: User, league: League) -> None:
    assert leagues.change_settings(commissioner, league, name="OLD WORLD CUP").name == "OLD WORLD CUP"


def test_settings_are_the_commissioners(coach: User, stranger: User, league: League, private: League) -> None:
    for user in (coach, stranger):
        with pytest.raises(Forbidden):
            leagues.change_settings(user, league, public=False)
        with pytest.raises(Forbidden):
            leagues.open_season(user, league)
        with pytest.raises(NotVisible):
            leagues.change_settings(user, private, public=True)


def test_a_new_season_closes_the_one_before(commissioner: User, league: League) -> None:
    leagues.open_season(commissioner, league, "Winter")
    leagues.open_season(commissioner, league)
    assert [(season.number, season.name, season.current) for season in league.seasons.order_by("number")] == [
        (1, "Season 1", False),
        (2, "Winter", False),
        (3, "Season 3", True),
    ]
    assert league.season.number == 3


def test_the_viewer_of_a_league(
    league: League, private: League, coach: User, commissioner: User, staff: User, stranger: User
) -> None:
    def rights(user: roles.Person, league: League) -> tuple[bool, bool, bool]:
        viewer = roles.viewer(user, league)
        return viewer.can_read, viewer.is_coach, viewer.is_commissioner

    assert rights(AnonymousUser(), league) == (True, False, False)
    assert rights(stranger, league) == (True, False, False)
    assert rights(coach, league) == (True, True, False)
    assert rights(commissioner, league) == (True, True, True)
    assert rights(staff, league) == (True, True, True)
    assert rights(AnonymousUser(), private) == (False, False, False)
    assert rights(commissioner, private) == (False, False, False)
    assert rights(staff, private) == (True, True, True)


def test_a_private_league_and_none_are_the_same_to_a_stranger(private: League, stranger: User) -> None:
    said = []
    for slug in (private.slug, "there-is-none"):
        with pytest.raises(NotVisible) as refusal:
            queries.get_league(slug, stranger)
        said.append(refusal.value.message)
    assert said[0] == said[1]


def test_a_league_and_its_viewer_are_one_query(
    league: League, coach: User, django_assert_num_queries
) -> None:
    with django_assert_num_queries(1):
        found, viewer = queries.get_league(league.slug, coach)
    assert (found, viewer.role) == (league, Role.COACH)


def test_the_last_commissioner_stays(league: League, commissioner: User, coach: User, staff: User) -> None:
    for by in (commissioner, staff):
        with pytest.raises(Refusal, match="last commissioner"):
            members.remove(by, league, commissioner.pk)
        with pytest.raises(Refusal, match="last commissioner"):
            members.set_role(by, league, commissioner.pk, Role.COACH)
    members.set_role(commissioner, league, coach.pk, Role.COMMISSIONER)
    members.remove(commissioner, league, commissioner.pk)
    assert [one.user for one in queries.members(league)] == [coach]


def test_members_leave_and_are_removed(
    league: League, commissioner: User, coach: User, stranger: User
) -> None:
    other = member(league, "other", Role.COACH)
    with pytest.raises(Forbidden):
        members.remove(coach, league, other.pk)
    with pytest.raises(Forbidden):
        members.remove(stranger, league, stranger.pk)
    with pytest.raises(Forbidden):
        members.set_role(coach, league, coach.pk, Role.COMMISSIONER)
    members.remove(coach, league, coach.pk)
    members.remove(commissioner, league, other.pk)
    assert [one.user for one in queries.members(league)] == [commissioner]
    with pytest.raises(NotVisible):
        members.remove(commissioner, league, other.pk)


def test_an_unknown_role_is_refused(league: League, commissioner: User, coach: User) -> None:
    with pytest.raises(Refusal, match="'king' is no role"):
        members.set_role(commissioner, league, coach.pk, "king")


def test_only_staff_take_somebody_in_without_an_invitation(
    league: League, commissioner: User, staff: User, stranger: User
) -> None:
    with pytest.raises(Forbidden):
        members.add(commissioner, league, stranger, Role.COACH)
    assert members.add(staff, league, stranger, Role.COACH).role == Role.COACH
    with pytest.raises(Conflict):
        members.add(staff, league, stranger, Role.COMMISSIONER)
    assert Membership.objects.get(league=league, user=stranger).role == Role.COACH


def test_bulletins(league: League, commissioner: User, coach: User) -> None:
    bulletin = bulletins.publish(commissioner, league, " Round 1 ", "Play\r\non Friday.")
    assert (bulletin.title, bulletin.text) == ("Round 1", "Play\non Friday.")
    bulletins.rewrite(commissioner, league, bulletin.pk, "Round 1", "Play on Saturday.")
    assert [one.text for one in queries.bulletins(league)] == ["Play on Saturday."]
    with pytest.raises(Forbidden):
        bulletins.delete(coach, league, bulletin.pk)
    with pytest.raises(Refusal) as refusal:
        bulletins.publish(commissioner, league, "t" * 121, " ")
    assert len(refusal.value.problems) == 2
    bulletins.delete(commissioner, league, bulletin.pk)
    with pytest.raises(NotVisible):
        bulletins.delete(commissioner, league, bulletin.pk)
