"""Decrees of the commissioner, teams that change hands, and drafts that are taken back."""

from __future__ import annotations

import pytest

from engine.acts.decreeing import ChangeStat, FanFactor, Gold, Heal, Leave, Return, Spp, Teach, Trophy
from engine.questions import Refusal
from engine.roster import Departed, GoldChanged, Injured, SppGained
from league.errors import Conflict, Forbidden
from league.models import League, User
from teams.domain import buying, decreeing, handing, naming, queries
from teams.domain.drafting import accept_team, draft_team
from teams.models import Act, Team
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_draft,
    a_drafted_team,
    a_league,
    a_player,
    a_user,
    assert_reconciled,
    browser,
    coach_of,
    happens,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def league() -> League:
    return a_league("Old World Cup")


@pytest.fixture
def commissioner(league: League) -> User:
    return a_commissioner(league, "commissioner")


@pytest.fixture
def team(league: League) -> Team:
    return happens(a_drafted_team(league, "Orc", name="Gouged Eye"), GoldChanged(100_000, "a start"))


def fresh(team: Team) -> Team:
    return Team.objects.select_related("league", "coach").get(pk=team.pk)


def test_a_decree_stands_in_the_ledger_with_its_reason(league: League, commissioner: User, team: Team):
    after = decreeing.decree(team, commissioner, [Gold(-20_000), FanFactor(1)], " fined for  a brawl ")
    assert (after.treasury, after.fan_factor) == (team.treasury - 20_000, team.fan_factor + 1)
    act = league.acts.get(kind="decree")
    assert (act.by, act.as_commissioner) == (commissioner, True)
    assert act.parameters == {
        "team": "gouged-eye",
        "reason": "fined for a brawl",
        "decrees": [{"kind": "gold", "amount": -20_000}, {"kind": "fan_factor", "change": 1}],
    }
    (told,) = queries.told(league, [act])
    assert (told.kind, told.reason) == ("Decree", "fined for a brawl")
    assert told.teams[0][1] == (
        "-20,000 gold: decree, fined for a brawl.",
        "Fan factor +1: decree, fined for a brawl.",
    )
    assert queries.treasury_ledger(after)[0].reason == "decree, fined for a brawl"
    assert_reconciled(league)


def test_decrees_are_the_commissioners_alone(league: League, team: Team):
    for by in (coach_of(team), a_coach(league), a_commissioner(a_league()), a_user()):
        with pytest.raises(Forbidden):
            decreeing.decree(team, by, [Gold(1_000)], "a gift")
        with pytest.raises(Forbidden):
            decreeing.outlook(team, by, [Gold(1_000)])
    assert not league.acts.filter(kind="decree").exists()


def test_a_commissioner_decrees_for_the_own_team_as_commissioner(league: League, commissioner: User):
    own = a_drafted_team(league, coach=commissioner)
    decreeing.decree(own, commissioner, [Gold(10_000)], "the prize of the cup")
    assert league.acts.get(kind="decree").as_commissioner


def test_nothing_of_a_refused_decree_stays(league: League, commissioner: User, team: Team):
    with pytest.raises(Refusal) as refused:
        decreeing.decree(team, commissioner, [Gold(10_000), Teach(1, "Doge"), Spp(99, 1)], "odd")
    assert len(refused.value.problems) == 2
    for reason in ("", "  ", "x" * 501):
        with pytest.raises(Refusal, match="reason"):
            decreeing.decree(team, commissioner, [Gold(10_000)], reason)
    assert fresh(team).treasury == team.treasury
    assert not league.acts.filter(kind="decree").exists()


def test_a_decree_lands_once_for_each_key(commissioner: User, team: Team):
    for _ in range(3):
        after = decreeing.decree(team, commissioner, [Gold(10_000)], "a gift", key="k")
    assert after.treasury == team.treasury + 10_000
    with pytest.raises(Conflict):
        decreeing.decree(team, commissioner, [Gold(20_000)], "a gift", key="k")


def test_points_change_the_rating_at_once_and_are_counted_once(
    league: League, commissioner: User, team: Team
):
    """Case 12 of the field: a correction shows the same number everywhere."""
    after = decreeing.decree(team, commissioner, [Spp(1, 10)], "the log of round 1 was lost")
    player = a_player(after)
    assert (after.strength, after.spp) == (team.strength + 2, team.spp + 10)
    assert (player.spp, player.owed, player.price) == (10, 1, a_player(team).price)
    assert queries.points_by_source(player, league.rules)[-1] == ("Other", 1, 10)
    assert fresh(team).strength == after.strength
    back = decreeing.decree(after, commissioner, [Spp(1, -10)], "it was found")
    assert (back.strength, a_player(back).owed) == (team.strength, 0)
    assert_reconciled(league)


def test_a_taught_skill_shows_and_is_no_improvement(league: League, commissioner: User, team: Team):
    """Case 13 of the field, for an edition in which experience and not skills make the rating."""
    after = decreeing.decree(team, commissioner, [Teach(1, "Block"), ChangeStat(1, "st", 1)], "a wager won")
    player = a_player(after)
    assert ("Block" in player.skills, "Block" in player.gained, player.advances) == (True, True, 0)
    assert player.stats[1] == player.start[1] + 1
    assert after.strength == team.strength
    assert_reconciled(league)


def test_an_injury_is_healed_with_what_it_left(league: League, commissioner: User, team: Team):
    before = a_player(team)
    hurt = happens(team, Injured(1, "Smashed Hip", "ma"), Injured(1, "Damaged Back", "niggling"))
    assert [one.injury for one in decreeing.injuries(hurt, 1)] == ["Smashed Hip", "Damaged Back"]
    decrees = [Heal(1, "ma", "Smashed Hip"), Heal(1, "niggling", "Damaged Back"), Heal(1, "miss")]
    after = a_player(decreeing.decree(hurt, commissioner, decrees, "never happened"))
    assert (after.stats, after.injuries, after.niggling, after.misses_next) == (before.stats, [], 0, False)
    assert decreeing.injuries(hurt, 1) == ()
    assert_reconciled(league)


def test_a_dead_player_comes_back(league: League, commissioner: User, team: Team):
    earned = happens(team, SppGained(1, "mvp", 1, 5))
    dead = happens(earned, Departed(1, "dead", "killed"))
    after = decreeing.decree(dead, commissioner, [Return(1)], "the log named the wrong one")
    player = a_player(after)
    assert (player.status, player.fate, player.spp) == ("active", "", 5)
    assert after.strength == earned.strength
    with pytest.raises(Refusal, match="is not gone"):
        decreeing.decree(after, commissioner, [Return(1)], "again")
    gone = decreeing.decree(after, commissioner, [Leave(1)], "went fishing")
    assert (a_player(gone).status, a_player(gone).fate) == ("left", "by decree")
    assert_reconciled(league)


def test_a_trophy_has_one_holder_in_its_league(league: League, commissioner: User, team: Team):
    other = a_drafted_team(league, "Human", name="Reavers")
    elsewhere = a_drafted_team(a_league())
    decreeing.decree(elsewhere, a_commissioner(elsewhere.league), [Trophy("Chaos Cup")], "won")
    decreeing.decree(team, commissioner, [Trophy("Chaos Cup"), Trophy("Spike")], "won")
    after = decreeing.decree(other, commissioner, [Trophy("Chaos Cup")], "won this year")
    assert (after.trophies, fresh(team).trophies) == (["Chaos Cup"], ["Spike"])
    assert fresh(elsewhere).trophies == ["Chaos Cup"]
    act = league.acts.filter(kind="decree").first()
    assert sorted(row.team.name for row in act.roster_events.all()) == ["Gouged Eye", "Reavers"]
    with pytest.raises(Refusal, match="holds the trophy Chaos Cup already"):
        decreeing.decree(after, commissioner, [Trophy("Chaos Cup")], "again")
    taken = decreeing.decree(after, commissioner, [Trophy("Chaos Cup", held=False)], "the cup is over")
    assert taken.trophies == []
    assert_reconciled(league)


def test_what_would_come_of_it_is_shown_and_not_stored(league: League, commissioner: User, team: Team):
    seen = decreeing.outlook(team, commissioner, [Gold(50_000), Spp(1, 5)])
    ((about, sentences),) = seen.sentences
    assert about == team
    assert sentences == ("+50,000 gold: decree.", f"{a_player(team).name}: 5 star player points.")
    assert (seen.strength, seen.strength_after, seen.odd) == (team.strength, team.strength + 6, ())
    assert fresh(team).treasury == team.treasury


# --- another coach, and drafts that are taken back -----------------------------------------------------------


def test_a_team_is_handed_over(league: League, commissioner: User, team: Team):
    old, new = coach_of(team), a_coach(league, "newcomer")
    after = handing.hand_over(team, commissioner, new, key="k")
    assert handing.hand_over(team, commissioner, new, key="k").coach == after.coach == new
    naming.rename_team(after, new, "Bad Moons")
    with pytest.raises(Forbidden):
        naming.rename_team(after, old, "Gouged Eye")
    act = league.acts.get(kind="hand_over")
    assert act.parameters == {"team": "gouged-eye", "coach": "newcomer"}
    assert_reconciled(league)


def test_who_may_hand_a_team_over_and_to_whom(league: League, commissioner: User, team: Team):
    with pytest.raises(Forbidden):
        handing.hand_over(team, coach_of(team), a_coach(league))
    with pytest.raises(Refusal, match="is no member"):
        handing.hand_over(team, commissioner, a_user("stranger"))
    with pytest.raises(Conflict, match="already"):
        handing.hand_over(team, commissioner, coach_of(team))
    assert not league.acts.filter(kind="hand_over").exists()


@pytest.mark.parametrize("who", ["coach", "commissioner"])
def test_a_draft_is_withdrawn_and_its_name_is_free(league: League, commissioner: User, who: str):
    draft = a_drafted_team(league, name="Gouged Eye", accepted=False)
    by = coach_of(draft) if who == "coach" else commissioner
    gone = handing.withdraw(draft, by)
    assert (gone.withdrawn, gone.accepted) == (True, False)
    assert list(queries.teams(league)) == []
    assert not queries.players(league).exists()
    assert league.acts.get(kind="withdraw").as_commissioner == (who == "commissioner")
    again = draft_team(league, coach_of(draft), a_draft(league, name="Gouged Eye"))
    assert (again.name, again.slug) == ("Gouged Eye", "gouged-eye-2")
    assert_reconciled(league)


def test_nothing_is_done_with_a_withdrawn_draft(league: League, commissioner: User):
    draft = handing.withdraw(a_drafted_team(league, accepted=False), commissioner)
    for act in (
        lambda: handing.withdraw(draft, commissioner),
        lambda: accept_team(commissioner, draft),
        lambda: handing.hand_over(draft, commissioner, a_coach(league)),
        lambda: decreeing.decree(draft, commissioner, [Gold(1_000)], "a gift"),
        lambda: buying.dismiss(draft, coach_of(draft), 1),
    ):
        with pytest.raises(Conflict, match="withdrawn"):
            act()
    assert_reconciled(league)


def test_a_team_that_plays_is_not_withdrawn(league: League, commissioner: User, team: Team):
    with pytest.raises(Conflict, match="is accepted and plays"):
        handing.withdraw(team, commissioner)
    with pytest.raises(Forbidden):
        handing.withdraw(team, a_coach(league))


# --- the pages ---------------------------------------------------------------------------------------------------


def test_the_page_shows_what_would_come_of_it_and_does_it(league: League, commissioner: User, team: Team):
    client, address = browser(commissioner), f"/l/{league.slug}/t/{team.slug}/decree/"
    hurt = happens(team, Injured(1, "Smashed Hip", "ma"))
    page = client.get(address, {"player": 1}).content.decode()
    assert "Smashed Hip: movement allowance -1" in page
    form = {
        "player": "1",
        "gold": "+25,000",
        "rerolls": "-1",
        "award": "Spike",
        "spp": "6",
        "skill": "Dodge",
        "stat": "ag+",
        "injury": "heal:ma:1:Smashed Hip",
        "miss": "1",
        "reason": "a whole new life",
    }
    seen = client.post(address, {**form, "check": "1"})
    assert seen.status_code == 200
    assert "is taught Dodge" in seen.content.decode()
    assert fresh(team).treasury == hurt.treasury
    done = client.post(address, form)
    assert (done.status_code, done["Location"]) == (302, f"/l/{league.slug}/t/{team.slug}/p/1/")
    after, player = fresh(team), a_player(team)
    assert (after.treasury, after.rerolls, after.trophies) == (
        hurt.treasury + 25_000,
        hurt.rerolls - 1,
        ["Spike"],
    )
    assert (player.spp, "Dodge" in player.skills, player.injuries, player.misses_next) == (6, True, [], False)
    assert [now - then for now, then in zip(player.stats, player.start, strict=True)] == [0, 0, 1, 0]
    ledger = client.get(f"/l/{league.slug}/t/{team.slug}/ledger/").content.decode()
    assert "a whole new life" in ledger
    assert "as commissioner" in ledger
    assert_reconciled(league)


def test_the_page_names_what_is_wrong_and_keeps_what_was_typed(commissioner: User, team: Team):
    address = f"{team.get_absolute_url()}decree/"
    answer = browser(commissioner).post(
        address, {"gold": "much", "cheerleaders": "x", "reason": "<b>why</b>"}
    )
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "Gold must be a whole number, not &#x27;much&#x27;." in page
    assert "Cheerleaders must be a whole number" in page
    assert "&lt;b&gt;why&lt;/b&gt;" in page
    nothing = browser(commissioner).post(address, {"reason": "none"})
    assert (nothing.status_code, "Nothing is decreed." in nothing.content.decode()) == (400, True)
    assert browser(commissioner).get(address, {"player": "99"}).status_code == 404


def test_the_pages_of_handing_over_and_withdrawing(league: League, commissioner: User, team: Team):
    newcomer = a_coach(league, "newcomer")
    client = browser(commissioner)
    address = f"{team.get_absolute_url()}coach/"
    assert "newcomer" in client.get(address).content.decode()
    assert client.post(address, {"coach": newcomer.pk}).status_code == 302
    assert fresh(team).coach == newcomer
    assert client.post(address, {}).status_code == 400
    draft = a_drafted_team(league, accepted=False)
    assert client.get(f"{draft.get_absolute_url()}withdraw/").status_code == 200
    assert client.post(f"{draft.get_absolute_url()}withdraw/")["Location"] == f"/l/{league.slug}/teams/"
    page = client.get(draft.get_absolute_url()).content.decode()
    assert "withdrawn" in page
    assert "Accept the team" not in page


# --- the API -----------------------------------------------------------------------------------------------------


def test_the_api_looks_at_decrees_and_makes_them(league: League, commissioner: User, team: Team, api):
    base = f"/api/v1/leagues/{league.slug}/teams/{team.slug}/"
    api.force_authenticate(commissioner)
    said = {
        "reason": "a wager",
        "decrees": [{"kind": "gold", "amount": 5_000}, {"kind": "spp", "player": 1, "points": 5}],
    }
    seen = api.post(f"{base}decree/check/", said).json()
    assert (seen["strength_after"] - seen["strength"], seen["odd"]) == (1, [])
    assert seen["teams"][0]["sentences"][0] == "+5,000 gold: decree, a wager."
    assert fresh(team).treasury == team.treasury
    made = [api.post(f"{base}decree/", said, HTTP_IDEMPOTENCY_KEY="k") for _ in range(2)]
    assert [one.status_code for one in made] == [200, 200]
    assert made[1].json()["treasury"] == team.treasury + 5_000
    act = api.get(f"/api/v1/leagues/{league.slug}/acts/", {"kind": "decree"}).json()["results"][0]
    assert (act["reason"], act["void"], act["replaced_by"], act["place"]) == (
        "a wager",
        False,
        None,
        act["sequence"],
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"kind": "gold"}, "no decree"),
        ({"kind": "gold", "amount": 1, "player": 1}, "no decree"),
        ({"kind": "stat", "player": 1, "stat": "ma", "change": 3}, "no decree"),
        ({"kind": "teach", "player": 1, "skill": "Doge"}, "no skill or trait"),
        ({"kind": "return", "player": 2**31 - 1}, "never had a player"),
    ],
)
def test_the_api_refuses_in_a_sentence(commissioner: User, team: Team, api, line: dict, said: str):
    api.force_authenticate(commissioner)
    base = f"/api/v1/leagues/{team.league.slug}/teams/{team.slug}/"
    answer = api.post(f"{base}decree/", {"reason": "why", "decrees": [line]})
    assert (answer.status_code, said in answer.json()["detail"]) == (400, True)


def test_the_api_hands_over_and_withdraws(league: League, commissioner: User, team: Team, api):
    newcomer = a_coach(league, "newcomer")
    api.force_authenticate(commissioner)
    base = f"/api/v1/leagues/{league.slug}/teams/"
    handed = api.post(f"{base}{team.slug}/hand-over/", {"coach": newcomer.pk})
    assert (handed.status_code, handed.json()["coach"]) == (200, "newcomer")
    assert api.post(f"{base}{team.slug}/withdraw/").status_code == 409
    draft = a_drafted_team(league, accepted=False)
    assert api.post(f"{base}{draft.slug}/withdraw/").json()["withdrawn"] is True
    assert [one["slug"] for one in api.get(base).json()["results"]] == [team.slug]


# --- the ledger's page ---------------------------------------------------------------------------------------------


def test_what_was_replaced_is_struck_through_with_a_way_to_what_stands(league: League, team: Team):
    old = league.acts.get(sequence=3)
    new = happens(team, GoldChanged(50_000, "a better start")).league.acts.first()
    Act.objects.filter(pk=old.pk).update(replaced_by=new)
    Act.objects.filter(pk=new.pk).update(
        place=3, at=old.at, amendment=new, parameters={"team": team.slug, "reason": "it was half of that"}
    )
    for address in ("ledger/", f"t/{team.slug}/ledger/", "ledger/3/", "ledger/4/"):
        page = browser().get(f"/l/{league.slug}/{address}").content.decode()
        assert "<s>+100,000 gold: a start.</s>" in page
        assert f'replaced by <a href="/l/{league.slug}/ledger/4/">act 4</a>' in page
        assert f'in the place of <a href="/l/{league.slug}/ledger/3/">act 3</a>' in page
        assert "it was half of that" in page
        assert page.index("a better start") < page.index("a start.</s>") or address == "ledger/3/"
    assert browser().get(f"/l/{league.slug}/ledger/5/").status_code == 404


def test_one_fault_of_several_decrees_is_told_once(commissioner: User, team: Team):
    with pytest.raises(Refusal) as refused:
        decreeing.decree(team, commissioner, [Return(99), Spp(99, 1)], "a mistake")
    assert refused.value.message == "Gouged Eye has never had a player with the id 99."
