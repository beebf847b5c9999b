"""Search: what is found by which letters, in which order, and by whom."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.acts import search_key
from engine.questions import Refusal
from league.domain import leagues, members
from teams.domain.handing import hand_over
from teams.domain.naming import rename_player, rename_team
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_league,
    a_player,
    a_user,
    assert_reconciled,
    browser,
    coach_of,
)
from tournaments.domain.searching import SHOWN, search

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

STRANGER = "stranger"


@pytest.fixture
def league():
    return a_league("Old World Cup")


@pytest.fixture
def stranger():
    return a_user(STRANGER)


def found(user, text: str, kind: str) -> list[str]:
    """The names of this kind, in their order."""
    return [one.name for group in search(user, text).groups if group.kind == kind for one in group.found]


@pytest.mark.parametrize(
    "name, key",
    [
        ("Żółć", "zolc"),
        ("Příliš žluťoučký kůň", "prilis zlutoucky kun"),
        ("Straße", "strasse"),
        ("Øvergård Ærø", "overgard aero"),
        ("ＷＩＤＥ  names", "wide names"),
        ("Ёлка", "елка"),
        ("한글", "한글"),
        ("a\x00b", "ab"),
        ("ŁÓDŹ\u200b", "lodz"),
    ],
)
def test_a_name_is_found_by_plain_letters(name: str, key: str) -> None:
    assert search_key(name) == key


def test_accents_and_case_do_not_matter_on_either_side(league, stranger) -> None:
    a_drafted_team(league, name="Żółć")
    for typed in ("zolc", "ZOLC", "żółć", "Zol", "olc"):
        assert found(stranger, typed, "teams") == ["Żółć"]


def test_names_that_begin_so_come_first_then_words_then_parts(league, stranger) -> None:
    for name in ("Dragonborn", "The Born Losers", "Borndorf", "Born Again"):
        a_drafted_team(league, name=name)
    assert found(stranger, "born", "teams") == ["Born Again", "Borndorf", "The Born Losers", "Dragonborn"]


def test_words_are_found_in_any_order(league, stranger) -> None:
    a_drafted_team(league, name="Gouged Eye")
    assert found(stranger, "eye gouged", "teams") == ["Gouged Eye"]
    assert found(stranger, "eye gauged", "teams") == []


def test_a_player_and_a_team_are_found_by_their_new_name(league, stranger) -> None:
    team = a_drafted_team(league, name="Gouged Eye")
    rename_team(team, coach_of(team), "Čarodějové")
    rename_player(team, coach_of(team), a_player(team).uid, "Łukasz")
    assert found(stranger, "carod", "teams") == ["Čarodějové"]
    assert found(stranger, "lukasz", "players") == ["Łukasz"]
    assert found(stranger, "gouged", "teams") == []
    assert_reconciled(league)


def test_leagues_and_coaches_are_found(league, stranger) -> None:
    a_coach(league, "Jiří")
    assert found(stranger, "jiri", "coaches") == ["Jiří"]
    assert found(stranger, "world", "leagues") == ["Old World Cup"]


def test_a_league_that_is_renamed_is_found_by_its_new_name(league, stranger) -> None:
    leagues.change_settings(a_commissioner(league), league, name="Świątynia")
    assert found(stranger, "swiat", "leagues") == ["Świątynia"]
    assert found(stranger, "world", "leagues") == []


def test_an_account_without_a_league_is_found_by_nobody(stranger) -> None:
    a_league("Another")
    assert found(a_user("asking"), STRANGER, "coaches") == []


def test_a_private_league_does_not_exist_for_strangers(league, stranger) -> None:
    commissioner, coach = a_commissioner(league, "quarrymaster"), a_coach(league, "quarryman")
    team = a_drafted_team(league, coach=coach, name="Quarry Giants")
    rename_player(team, coach, a_player(team).uid, "Quarry Bill")
    leagues.change_settings(commissioner, league, name="Quarry League", public=False)
    assert search(stranger, "quarry").groups == ()
    everything = {
        "leagues": ["Quarry League"],
        "teams": ["Quarry Giants"],
        "coaches": ["quarryman", "quarrymaster"],
        "players": ["Quarry Bill"],
    }
    for person in (coach, commissioner, a_user(is_staff=True)):
        assert {kind: found(person, "quarry", kind) for kind in everything} == everything
    members.remove(coach, league, coach.pk)
    assert search(coach, "quarry").groups == ()
    assert_reconciled(league)


def test_a_coach_of_a_private_league_leads_to_his_page_there(league) -> None:
    commissioner, coach = a_commissioner(league), a_coach(league, "quarryman")
    leagues.change_settings(commissioner, league, public=False)
    (group,) = search(commissioner, "quarryman").groups
    assert group.found[0].address == f"/l/old-world-cup/ratings/u{coach.pk}/"
    assert browser(commissioner).get(group.found[0].address).status_code == 200


def test_who_has_left_and_kept_his_team_is_found(league, stranger) -> None:
    coach = a_coach(league, "quarryman")
    a_drafted_team(league, coach=coach)
    members.remove(coach, league, coach.pk)
    assert found(stranger, "quarryman", "coaches") == ["quarryman"]
    (group,) = search(stranger, "quarryman").groups
    assert browser().get(group.found[0].address).status_code == 200


def test_a_team_that_was_handed_over_says_who_coaches_it_now(league, stranger) -> None:
    commissioner = a_commissioner(league)
    team = a_drafted_team(league, name="Gouged Eye")
    hand_over(team, commissioner, a_coach(league, "heir"))
    (group,) = search(stranger, "gouged").groups
    assert group.found[0].told == "Orc, heir · Old World Cup"


def test_of_each_kind_a_few_are_shown_and_all_on_demand(league, stranger) -> None:
    names = sorted(f"Giants {number}" for number in range(SHOWN + 1))
    for name in names:
        a_drafted_team(league, name=name)
    (group,) = search(stranger, "giants").groups
    assert ([one.name for one in group.found], group.more) == (names[:SHOWN], True)
    (group,) = search(stranger, "giants", "teams").groups
    assert ([one.name for one in group.found], group.more) == (names, False)


@pytest.mark.parametrize("typed", ["%", "_", "\\", "'", '"', "%%", "__", "💀", "x" * 5_000])
def test_signs_stand_for_themselves(league, stranger, typed: str) -> None:
    a_drafted_team(league, name="Gouged Eye")
    assert search(stranger, typed).groups == ()


def test_one_plain_letter_finds_no_names_and_says_so(league, stranger) -> None:
    a_drafted_team(league, name="虎 Tigers")
    assert search(stranger, "t").too_short
    assert found(stranger, "t", "teams") == []
    assert found(stranger, "虎", "teams") == ["虎 Tigers"]


def test_a_kind_that_there_is_not_is_refused(stranger) -> None:
    with pytest.raises(Refusal, match="'stadiums' is nothing that can be found"):
        search(stranger, "x", "stadiums")


# --- pages ------------------------------------------------------------------------------------------------------


def pages(user, text: str, league: str) -> list[str]:
    groups = search(user, text, league=league).groups
    return [one.address for group in groups if group.kind == "pages" for one in group.found]


def test_the_palette_has_the_pages_that_one_may_open(league, stranger) -> None:
    commissioner, coach = a_commissioner(league), a_coach(league)
    for person in (stranger, coach, commissioner, a_user(is_staff=True)):
        # Who has no password is led to setting one.
        person.set_password("old-quarry-42")
        person.save()
        offered = pages(person, "", league.slug)
        # The admin and the description of the API have answers of their own.
        answers = {page: browser(person).get(page).status_code for page in offered if page != "/api/docs/"}
        assert set(answers.values()) == {200}, answers
    assert f"/l/{league.slug}/settings/" in pages(commissioner, "sett", league.slug)
    assert f"/l/{league.slug}/settings/" not in pages(coach, "sett", league.slug)
    assert f"/l/{league.slug}/draft/" in pages(coach, "draft", league.slug)
    assert f"/l/{league.slug}/draft/" not in pages(stranger, "draft", league.slug)


def test_pages_of_a_private_league_are_offered_to_no_stranger(league, stranger) -> None:
    leagues.change_settings(a_commissioner(league), league, public=False)
    assert pages(stranger, "standings", league.slug) == []


# --- the page, the part of it, the API --------------------------------------------------------------------------


def test_the_page_works_without_a_script_and_keeps_what_was_typed(league) -> None:
    a_drafted_team(league, name="Żółć & Sons")
    page = browser().get("/search/", {"q": "zolc"}).content.decode()
    assert "Żółć &amp; Sons" in page
    assert 'value="zolc"' in page
    assert "<title>" in page


def test_htmx_gets_the_list_alone(league) -> None:
    a_drafted_team(league, name="Gouged Eye")
    answer = browser().get("/search/", {"q": "gouged"}, headers={"HX-Request": "true"})
    assert "Gouged Eye" in answer.content.decode()
    assert "<title>" not in answer.content.decode()
    assert "HX-Request" in answer["Vary"]


def test_nothing_found_says_so(league) -> None:
    assert "Nothing you may read has “nobody”" in browser().get("/search/", {"q": "nobody"}).content.decode()


def test_every_page_has_the_field(league) -> None:
    for address in ("/", f"/l/{league.slug}/", "/accounts/login/", "/nowhere/"):
        assert 'id="site-search"' in browser().get(address).content.decode()


def test_the_api_finds_the_same(api, league) -> None:
    team = a_drafted_team(league, name="Żółć")
    answer = api.get("/api/v1/search/", {"q": "zolc"})
    told = f"Orc, {team.coach} · Old World Cup"
    line = {"name": "Żółć", "told": told, "address": team.get_absolute_url()}
    assert answer.json() == [{"kind": "teams", "found": [line], "more": False}]
    assert api.get("/api/v1/search/", {"q": "zolc", "kind": "players"}).json() == []
    assert api.get("/api/v1/search/", {"q": "zolc", "kind": "pages"}).status_code == 400


def test_a_search_takes_as_many_queries_in_a_large_league(league) -> None:
    def taken() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert browser().get("/search/", {"q": "giants", "league": league.slug}).status_code == 200
        return len(captured)

    a_drafted_team(league, name="Giants")
    few = taken()
    for number in range(SHOWN + 2):
        a_drafted_team(a_league(f"Giants {number}"), name="Giants", coach=None)
        a_drafted_team(league, name=f"Giants {number}")
    assert (few, taken()) == (5, 5)
