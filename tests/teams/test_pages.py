"""The pages of teams: what they show, to whom, and at how many queries."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from django.urls import reverse

from engine.roster import Departed, GoldChanged, Injured, SppGained
from league.domain.roles import NotVisible
from teams.domain import buying, naming, queries
from teams.models import Team
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_league,
    a_played_match,
    a_player,
    assert_reconciled,
    browser,
    happens,
)

pytestmark = pytest.mark.django_db
NAME = "O'Malley's <b>Bruisers</b> 東京 🐉"
ESCAPED = "O&#x27;Malley&#x27;s &lt;b&gt;Bruisers&lt;/b&gt; 東京 🐉"


@pytest.fixture
def league(db):
    league = a_league()
    yield league
    assert_reconciled(league)


@pytest.fixture
def team(league):
    team = a_drafted_team(league, name=NAME)
    assert team.coach is not None
    naming.rename_player(team, team.coach, 1, NAME)
    return happens(
        team,
        SppGained(1, "mvp", 2, 10),
        SppGained(2, "touchdown", 1, 3),
        Injured(4, "Smashed Hip", "ma"),
        Departed(3, "dead", "killed by <i>somebody</i>"),
        GoldChanged(300_000, "a gift"),
    )


def page(name, *args, **query):
    return reverse(f"teams:{name}", args=args, query=query or None)


def pages(team):
    league = team.league.slug
    return [
        page("teams", league),
        page("graveyard", league),
        page("graveyard", league, who="departed"),
        page("acts", league),
        page("acts", league, kind="draft"),
        page("acts", league, kind="\x00", page="x"),
        page("team", league, team.slug),
        page("ledger", league, team.slug),
        page("player", league, team.slug, 1),
        page("player", league, team.slug, 3),
    ]


def test_a_database_is_not_asked_for_a_team_that_it_cannot_name(team, client, django_assert_num_queries):
    with django_assert_num_queries(0), pytest.raises(NotVisible):
        queries.get_team(team.league, "a\x00")
    compared = reverse("matches:compare", args=[team.league.slug], query={"home": "\x00", "away": team.slug})
    assert client.get(compared).status_code == 404


def test_names_are_escaped_everywhere(team, client):
    buying.retire(team, team.coach, 2, becomes_assistant=False)
    seen = 0
    for address in pages(team):
        shown = client.get(address)
        assert shown.status_code == 200, address
        text = shown.content.decode()
        assert "<b>Bruisers" not in text
        assert "<i>somebody" not in text
        seen += ESCAPED in text
    assert seen >= 8


def test_a_team_page_is_the_sheet_that_people_know(team, client):
    text = client.get(team.get_absolute_url()).content.decode()
    for part in ("team rating", "Smashed Hip", "misses the next match", "Lineman", "A gift", "+300,000"):
        assert part.lower() in text.lower()
    assert "killed" not in text
    assert reverse("league:members", args=[team.league.slug]) in text
    for act in ("Buy", "Shirts", "Dismiss", "Rename"):
        assert f">{act}</a>" not in text
    own = browser(team.coach).get(team.get_absolute_url()).content.decode()
    for act in ("Buy", "Shirts", "Dismiss", "Rename"):
        assert f">{act}</a>" in own


def test_empty_pages_say_so(league, client):
    assert "No team is drafted yet" in client.get(page("teams", league.slug)).content.decode()
    assert "Nobody has died yet" in client.get(page("graveyard", league.slug)).content.decode()
    assert "Nothing stands in the ledger" in client.get(page("acts", league.slug)).content.decode()
    team = a_drafted_team(league)
    assert "has not played yet" in client.get(team.get_absolute_url()).content.decode()


def test_what_is_not_there_is_404(team, client):
    league = team.league.slug
    for address in (
        page("team", league, "nobody"),
        page("ledger", league, "nobody"),
        page("player", league, team.slug, 999),
        page("player", league, team.slug, 10**30),
        page("team", a_league().slug, team.slug),
        page("teams", "nowhere"),
    ):
        assert client.get(address).status_code == 404


def test_a_private_league_shows_nothing_to_strangers(client):
    league = a_league(public=False)
    team = a_drafted_team(league)
    member = browser(team.coach)
    for address in pages(team):
        assert client.get(address).status_code == 404
        if "/p/3/" not in address:
            assert member.get(address).status_code == 200


ACTS = [
    ("rename", (), {"name": "Another"}),
    ("rename_player", (1,), {"name": "Another"}),
    ("renumber", (), {}),
    ("dismiss", (2,), {"way": "dismiss"}),
    ("staff", (), {"staff": "rerolls", "count": "1"}),
    ("buy", (), {"rerolls": "1"}),
    ("buy_check", (), {"rerolls": "1"}),
    ("improve", (1,), {"roll": "1", "version": "0"}),
]


@pytest.mark.parametrize("name, rest, data", ACTS)
def test_others_act_for_nobody(team, name, rest, data, client):
    address = page(name, team.league.slug, team.slug, *rest)
    acts = team.league.acts.count()
    assert client.post(address, data).headers["Location"].startswith("/accounts/login/")
    assert browser(a_coach(team.league)).post(address, data).status_code == 403
    assert browser(a_commissioner(a_league())).post(address, data).status_code == 403
    assert team.league.acts.count() == acts


@pytest.mark.parametrize("name, rest, data", ACTS)
def test_the_coach_and_the_commissioner_act(team, name, rest, data):
    if name == "renumber":
        data = {f"number-{one.uid}": 50 + one.uid for one in team.players.filter(status="active")}
    address = page(name, team.league.slug, team.slug, *rest)
    status = 200 if name == "buy_check" else 302
    answered = browser(a_commissioner(team.league)).post(address, data)
    assert answered.status_code == status, answered.content.decode()
    last = team.league.acts.order_by("-sequence")[0]
    assert last.as_commissioner or name in ("buy_check", "improve")
    if name not in ("rename_player", "buy_check"):
        assert browser(team.coach).get(address).status_code == 200


# --- drafting and buying --------------------------------------------------------------------------------------


@pytest.fixture
def drafter(league):
    return browser(a_coach(league))


def draft_data(**more):
    """Eleven orc linemen; names and numbers are filled in."""
    return {"race": "Orc", "name": "Gouged Eye", "count-0": "11", "rerolls": "2", "key": "k", **more}


def test_a_draft_without_javascript(league, drafter):
    races = drafter.get(page("draft", league.slug)).content.decode()
    assert "Wood Elf" in races
    sheet = drafter.get(page("draft", league.slug, race="Orc")).content.decode()
    assert 'name="count-0"' in sheet
    assert "cannot be done" not in sheet
    checked = drafter.post(page("draft", league.slug), draft_data(check="1"))
    assert checked.status_code == 200
    assert 'name="name-0-11"' in checked.content.decode()
    assert not Team.objects.exists()
    drafted = drafter.post(
        page("draft", league.slug), draft_data(**{"name-0-1": "Żółć Ñuñoa", "number-0-1": "77"})
    )
    team = Team.objects.get()
    assert drafted.headers["Location"] == team.get_absolute_url()
    assert (team.rerolls, team.treasury, team.accepted) == (2, 1_000_000 - 550_000 - 120_000 - 10_000, False)
    first = a_player(team, 1)
    assert (first.name, first.number) == ("Żółć Ñuñoa", 77)
    assert a_player(team, 2).name == "Lineman 1"


def test_a_double_click_drafts_one_team(league, drafter):
    for _ in range(2):
        assert drafter.post(page("draft", league.slug), draft_data()).status_code == 302
    assert Team.objects.count() == 1


def test_a_draft_that_does_not_do_keeps_what_was_typed(league, drafter):
    data = draft_data(**{"count-0": "3", "rerolls": "many", "name-0-2": "Grishnak", "count-1": "999"})
    refused = drafter.post(page("draft", league.slug), data)
    text = refused.content.decode()
    assert refused.status_code == 400
    assert "11 to 16" in text
    assert "must be a whole number" in text
    assert "cannot be 999" in text
    assert 'value="Grishnak"' in text
    assert not Team.objects.exists()


def test_the_running_total(league, drafter):
    checked = drafter.post(
        page("draft_check", league.slug), draft_data(**{"count-4": "4"}), headers={"HX-Request": "true"}
    )
    text = checked.content.decode()
    assert "1,000,000" in text
    assert 'hx-swap-oob="true"' in text
    names = {f"name-0-{place}": f"P {place}" for place in range(1, 12)}
    again = drafter.post(page("draft_check", league.slug), draft_data(**names)).content.decode()
    assert "hx-swap-oob" not in again
    assert "Nothing stands in the way" in again


def test_a_race_that_is_not_there(league, drafter):
    assert drafter.post(page("draft_check", league.slug), {"race": "Smurf"}).status_code == 400
    assert "Wood Elf" in drafter.get(page("draft", league.slug, race="Smurf")).content.decode()


def test_every_race_has_a_sheet(league, drafter):
    for race in league.rules.races:
        assert drafter.get(page("draft", league.slug, race=race)).status_code == 200


def test_spectators_do_not_draft(league, client):
    address = page("draft", league.slug)
    assert client.get(address).headers["Location"] == f"/accounts/login/?{urlencode({'next': address})}"


def test_a_commissioner_drafts_for_a_coach(league):
    commissioner, coach = a_commissioner(league), a_coach(league)
    browser(commissioner).post(page("draft", league.slug), draft_data(coach=str(coach.pk)))
    assert Team.objects.get().coach == coach
    other = browser(coach)
    other.post(page("draft", league.slug), draft_data(coach=str(commissioner.pk), name="Mine", key="k2"))
    assert Team.objects.get(name="Mine").coach == coach


def test_buying_previews_and_buys_once(team):
    browsed = browser(team.coach)
    address = page("buy", team.league.slug, team.slug)
    before = team.treasury
    checked = browsed.post(address, {"rerolls": "1", "check": "1"}).content.decode()
    assert "120,000" in checked
    assert Team.objects.get(pk=team.pk).treasury == before
    for _ in range(2):
        browsed.post(address, {"rerolls": "1", "count-0": "1", "name-0-1": "Newcomer", "key": "once"})
    bought = Team.objects.get(pk=team.pk)
    assert bought.treasury == before - 120_000 - 50_000
    assert bought.players.filter(name="Newcomer").count() == 1
    refused = browsed.post(address, {"rerolls": "90"})
    assert refused.status_code == 400
    assert "too few" in refused.content.decode()


def test_a_full_roster_makes_room_on_the_page_of_its_purchase(league):
    team = happens(a_drafted_team(league), GoldChanged(500_000, "a gift"))
    missing = 16 - team.players.count()
    browsed = browser(team.coach)
    address = page("buy", team.league.slug, team.slug)
    assert "stays" in browsed.get(address).content.decode()
    assert browsed.post(address, {"count-0": str(missing)}).status_code == 302
    refused = browsed.post(address, {"count-0": "1"})
    assert "somebody must retire first" in refused.content.decode()
    checked = browsed.post(address, {"count-0": "1", "retire-1": "coach", "check": "1"}).content.decode()
    assert '<option value="coach" selected>' in checked
    assert "somebody must retire" not in checked
    before = Team.objects.get(pk=team.pk)
    bought = browsed.post(address, {"count-0": "1", "name-0-1": "Newcomer", "retire-1": "coach", "key": "k"})
    assert bought.status_code == 302
    after = Team.objects.get(pk=team.pk)
    assert after.assistant_coaches == before.assistant_coaches + 1
    assert team.players.filter(status="active").count() == 16
    assert a_player(team, 1).status == "retired"
    assert browsed.post(address, {"retire-2": "fly"}).status_code == 400


# --- accepting, leaving, names --------------------------------------------------------------------------------


def test_accepting(league):
    team = a_drafted_team(league, accepted=False)
    address = page("accept", league.slug, team.slug)
    assert browser(team.coach).post(address).status_code == 403
    assert browser(a_commissioner(league)).post(address).status_code == 302
    assert Team.objects.get().accepted
    assert browser(a_commissioner(league)).post(address).status_code == 409


def test_leaving_asks_in_which_way(team):
    browsed = browser(team.coach)
    address = page("dismiss", team.league.slug, team.slug, 2)
    assert browsed.post(address, {"way": "fly"}).status_code == 400
    assert a_player(team, 2).active
    browsed.post(address, {"way": "coach"})
    assert a_player(team, 2).status == "retired"
    assert "no more" in browsed.get(address).content.decode()


def test_a_double_click_lets_staff_go_once(team):
    browsed = browser(team.coach)
    address = page("staff", team.league.slug, team.slug)
    assert 'name="key"' in browsed.get(address).content.decode()
    for _ in range(2):
        browsed.post(address, {"staff": "rerolls", "count": "1", "key": "once"})
    assert Team.objects.get(pk=team.pk).rerolls == team.rerolls - 1


def test_bad_input_is_a_sentence(team):
    browsed = browser(team.coach)
    league, slug = team.league.slug, team.slug
    numbers = {f"number-{one.uid}": "x" for one in team.players.filter(status="active")}
    for address, data, said in (
        (page("rename", league, slug), {"name": ""}, "missing"),
        (page("rename", league, slug), {"name": "a\u202eb"}, "direction"),
        (page("rename_player", league, slug, 1), {"name": "x" * 51}, "51 characters"),
        (page("renumber", league, slug), numbers, "whole number"),
        (page("staff", league, slug), {"staff": "rerolls", "count": "x"}, "whole number"),
        (page("improve", league, slug, 1), {"roll": "1"}, "load the page again"),
        (page("improve", league, slug, 1), {"version": "0", "die": ["9", "1"]}, "cannot show 9"),
        (page("improve", league, slug, 1), {"version": "0", "die": ["", "1"]}, "Every die"),
        (page("improve", league, slug, 1), {"version": "0"}, "Enter the dice"),
        (page("improve", league, slug, 2), {"version": "0", "roll": "1"}, "not owed"),
    ):
        refused = browsed.post(address, data)
        assert refused.status_code == 400, (address, data)
        assert said in refused.content.decode(), (address, data)


# --- improving ------------------------------------------------------------------------------------------------


def test_an_improvement_survives_a_closed_browser(team):
    address = page("improve", team.league.slug, team.slug, 1)
    browser(team.coach).post(address, {"version": "0", "die": ["3", "4"]})
    again = browser(team.coach)
    text = again.get(address).content.decode()
    assert 'name="pick"' in text
    assert "So far" in text
    other = again.post(address, {"version": "0", "roll": "1"})
    assert other.status_code == 409
    assert "went on meanwhile" in other.content.decode()
    again.post(address, {"version": "1", "pick": "Block"})
    done = again.post(address, {"version": "2", "die": ["6", "6"]}, follow=True)
    assert "gains Block" in done.content.decode()
    assert a_player(team).gained == ["Block"]
    acts = browser().get(page("acts", team.league.slug)).content.decode()
    assert "Improvement roll" in acts


def test_the_commissioner_sets_an_improvement_aside(team):
    address = page("improve", team.league.slug, team.slug, 1)
    browser(team.coach).post(address, {"version": "0", "roll": "1"})
    commissioner = browser(a_commissioner(team.league))
    assert "Set the answers aside" in commissioner.get(address).content.decode()
    aside = page("set_aside", team.league.slug, team.slug, 1)
    assert browser(team.coach).post(aside, {"version": "1"}).status_code == 403
    assert commissioner.post(aside, {"version": "0"}).status_code == 409
    assert commissioner.post(aside, {"version": "1"}).status_code == 302
    assert "So far" not in commissioner.get(address).content.decode()


# --- queries --------------------------------------------------------------------------------------------------


def fresh(team):
    return Team.objects.select_related("league").get(pk=team.pk)


def test_pages_take_the_same_queries_whatever_the_size(client, django_assert_max_num_queries):
    league = a_league()
    first, second = a_drafted_team(league), a_drafted_team(league, "Human")
    a_played_match(first, second)
    first.refresh_from_db()

    def counts():
        found = {}
        for address in pages(first):
            # The first page of all reads the annals as well, which are kept until the league's next act.
            with django_assert_max_num_queries(14) as seen:
                assert client.get(address).status_code == 200
            found[address] = len(seen)
        return found

    before = counts()
    third = a_drafted_team(league, "Dwarf")
    for round, opponent in enumerate((second, third, third), 2):
        a_played_match(fresh(first), fresh(opponent), round, seed=round)
        happens(fresh(first), Departed(round + 4, "dead", "killed"))
    assert counts() == before
