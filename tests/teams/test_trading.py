"""Trades between teams of different coaches: offered, answered, and told in both ledgers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from engine.acts import Deal, Share
from engine.questions import Refusal
from engine.roster import Departed, GoldChanged, Joined, PlayerRenamed, SppGained, evolve
from league.domain.roles import Forbidden, NotVisible, viewer
from league.errors import Conflict
from league.models import User
from teams.domain import deriving, handing, improving, queries, trading
from teams.domain.deriving import Circumstances
from teams.domain.ledger import fold, history, roster_of
from teams.models import Act, OfferStatus, Player, Team, TradeOffer
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_league,
    a_user,
    assert_reconciled,
    browser,
    coach_of,
    happens,
)
from tournaments.domain.leaders import boards

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

PAYS = Share(gold=50_000)
LINEMAN = Share(players=(1,))


@pytest.fixture
def league(db):
    """Its rows are proved against its ledger after every test."""
    league = a_league()
    yield league
    assert_reconciled(league)


@pytest.fixture
def eye(league):
    """Gouged Eye, with gold; its first player has nine star player points."""
    team = a_drafted_team(league, "Orc", name="Gouged Eye", seed=1)
    return happens(team, GoldChanged(500_000, "a gift"), SppGained(1, "touchdown", 3, 9))


@pytest.fixture
def bowl(league):
    """Deathbowl, of another coach, with names of its own and room for more."""
    team = a_drafted_team(league, "Orc", name="Deathbowl", seed=2)
    with_room = happens(team, Departed(11, "dead", "a block"))
    return _renamed(with_room)


def _renamed(team):
    return happens(team, *(PlayerRenamed(one.id, f"Bowl {one.id}") for one in roster_of(team).active))


def offered(first, second, deal=None, by=None, words=""):
    made = trading.offer(first, second, by or coach_of(first), deal or Deal(PAYS, LINEMAN), words)
    return trading.get_offer(first.league, viewer(coach_of(second), first.league), made.number)


def fresh(team):
    return Team.objects.select_related("league", "coach").get(pk=team.pk)


# --- offering -----------------------------------------------------------------------------------------------------


def test_an_offer_changes_nothing_before_it_is_accepted(eye, bowl):
    acts = eye.league.acts.count()
    made = offered(eye, bowl, words="  A fair   price ")
    assert (made.first, made.second, made.status, made.words) == (eye, bowl, "open", "A fair price")
    assert not made.offered_as_commissioner
    assert (fresh(eye).treasury, fresh(bowl).treasury) == (eye.treasury, bowl.treasury)
    assert eye.league.acts.count() == acts


def test_an_accepted_offer_is_one_act_of_both_ledgers(eye, bowl):
    player = roster_of(bowl).player(1)
    act = trading.accept(offered(eye, bowl), coach_of(bowl))
    assert (act.kind, act.by, act.as_commissioner) == ("trade", bowl.coach, False)
    assert act.parameters["teams"] == ["gouged-eye", "deathbowl"]
    assert history([eye, bowl])[eye.pk][-2:] == [
        Joined(_as(player, roster_of(fresh(eye)).players[-1]), "Deathbowl"),
        GoldChanged(-50_000, "trade with Deathbowl"),
    ]
    assert history([eye, bowl])[bowl.pk][-2:] == [
        Departed(1, "traded", "traded to Gouged Eye"),
        GoldChanged(50_000, "trade with Gouged Eye"),
    ]
    assert (fresh(eye).treasury, fresh(bowl).treasury) == (eye.treasury - 50_000, bowl.treasury + 50_000)
    assert Player.objects.get(team=bowl, uid=1).status == "traded"
    done = TradeOffer.objects.get()
    assert (done.status, done.answered_by, done.act) == ("accepted", bowl.coach, act)


def _as(player, newcomer):
    return msgspec.structs.replace(player, id=newcomer.id, number=newcomer.number)


def test_the_act_is_told_at_both_teams_and_in_both_careers(eye, bowl):
    act = trading.accept(offered(eye, bowl), coach_of(bowl))
    told = {team.name: sentences for team, sentences in queries.told(eye.league, [act])[0].teams}
    number = roster_of(fresh(eye)).players[-1].number
    assert told == {
        "Gouged Eye": (
            f"Bowl 1 comes from Deathbowl, as {roster_of(bowl).player(1).position} with the number {number}.",
            "-50,000 gold: trade with Deathbowl.",
        ),
        "Deathbowl": (
            "Bowl 1 goes to another team: traded to Gouged Eye.",
            "+50,000 gold: trade with Gouged Eye.",
        ),
    }
    for team in (eye, bowl):
        assert act in queries.acts(team.league, team)
    newcomer = Player.objects.filter(team=eye).latest("uid")
    assert [chapter.act for chapter in queries.career(newcomer, eye.league.rules)] == [act]
    assert queries.career(Player.objects.get(team=bowl, uid=1), eye.league.rules)[0].act == act


def test_a_player_takes_his_points_along_and_stands_once_among_the_leaders(eye, bowl):
    trading.accept(offered(eye, bowl, Deal(Share(players=(1,)), Share(players=(1,)))), coach_of(bowl))
    newcomer = Player.objects.filter(team=bowl).latest("uid")
    assert (newcomer.spp, newcomer.touchdowns, newcomer.owed) == (9, 3, 1)
    assert Player.objects.get(team=eye, uid=1).owed == 0
    touchdowns = next(one for one in boards(eye.league) if one.measure == "touchdowns")
    assert [(one.player, one.slug, one.value) for one in touchdowns.leaders] == [
        (newcomer.name, "deathbowl", 3)
    ]


def test_an_offer_that_cannot_be_kept_is_not_made(eye, bowl):
    with pytest.raises(Refusal) as caught:
        trading.offer(eye, bowl, coach_of(eye), Deal(Share(gold=999_999), Share(players=(11,))))
    assert caught.value.message == (
        f"Gouged Eye cannot pay 999,999 gold: the treasury holds {eye.treasury:,}. "
        f"{roster_of(bowl).player(11).name} no longer plays for Deathbowl."
    )
    assert not TradeOffer.objects.exists()


def test_two_teams_of_one_coach_do_not_trade(league, eye):
    mine = a_drafted_team(league, "Orc", coach_of(eye), seed=3)
    with pytest.raises(Refusal, match="have the same coach: they may not trade with each other"):
        trading.offer(eye, mine, coach_of(eye), Deal(Share(gold=1)))
    with pytest.raises(Refusal, match="have the same coach"):
        trading.offer(eye, mine, a_commissioner(league), Deal(Share(gold=1)))
    assert mine not in trading.partners(eye)
    with pytest.raises(Refusal, match="cannot trade with itself"):
        trading.offer(eye, eye, coach_of(eye), Deal(Share(gold=1)))


def test_one_coach_who_got_both_teams_meanwhile_may_not_trade_either(league, eye, bowl):
    made = offered(eye, bowl)
    handing.hand_over(eye, a_commissioner(league), coach_of(bowl))
    with pytest.raises(Refusal, match="have the same coach"):
        trading.accept(made, coach_of(bowl))
    assert TradeOffer.objects.get().open


def test_teams_of_two_leagues_and_teams_that_are_not_accepted_do_not_trade(league, eye):
    elsewhere = a_drafted_team(a_league(), "Orc", seed=4)
    with pytest.raises(Refusal, match="play in different leagues"):
        trading.offer(eye, elsewhere, coach_of(eye), Deal(Share(gold=1)))
    new = a_drafted_team(league, "Orc", name="Newcomers", seed=5, accepted=False)
    for first, second in ((eye, new), (new, eye)):
        with pytest.raises(Refusal, match="Newcomers is not accepted yet, and cannot trade"):
            trading.offer(first, second, coach_of(first), Deal(Share(gold=1)))


def test_only_the_own_coach_offers_and_only_the_others_coach_answers(league, eye, bowl):
    stranger = a_coach(league)
    for by in (stranger, coach_of(bowl), a_user()):
        with pytest.raises(Forbidden):
            trading.offer(eye, bowl, by, Deal(PAYS, LINEMAN))
    made = offered(eye, bowl)
    for verb, wrong in (
        (trading.accept, coach_of(eye)),
        (trading.refuse, coach_of(eye)),
        (trading.withdraw, coach_of(bowl)),
        (trading.accept, stranger),
    ):
        with pytest.raises(Forbidden):
            verb(made, wrong)
    assert TradeOffer.objects.get().open


def test_the_commissioner_may_stand_for_either_side_and_is_marked(league, eye, bowl):
    commissioner = a_commissioner(league)
    made = offered(eye, bowl, by=commissioner)
    assert made.offered_as_commissioner
    act = trading.accept(made, commissioner)
    assert (act.by, act.as_commissioner) == (commissioner, True)


def test_words_are_one_line_that_can_be_seen(eye, bowl):
    with pytest.raises(Refusal, match="have 501 characters"):
        trading.offer(eye, bowl, coach_of(eye), Deal(PAYS), "x" * 501)
    with pytest.raises(Refusal, match="cannot be seen"):
        trading.offer(eye, bowl, coach_of(eye), Deal(PAYS), "a\u202eb")


def test_a_team_does_not_bury_the_others_in_offers(eye, bowl):
    for _ in range(trading.OPEN_MAX):
        trading.offer(eye, bowl, coach_of(eye), Deal(Share(gold=1)))
    with pytest.raises(Refusal, match="withdraw one of them first"):
        trading.offer(eye, bowl, coach_of(eye), Deal(Share(gold=1)))


# --- answering ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["accept", "refuse", "withdraw"])
def test_an_offer_is_answered_once(eye, bowl, verb):
    made = offered(eye, bowl)
    ways: dict[str, tuple[Callable[..., Any], User]] = {
        "accept": (trading.accept, coach_of(bowl)),
        "refuse": (trading.refuse, coach_of(bowl)),
        "withdraw": (trading.withdraw, coach_of(eye)),
    }
    act, by = ways[verb]
    act(made, by)
    acts, gold = eye.league.acts.count(), fresh(eye).treasury
    for again, who in ways.values():
        with pytest.raises(Conflict, match=f"already by {by.username}"):
            again(made, who)
    assert (eye.league.acts.count(), fresh(eye).treasury) == (acts, gold)
    wanted = {
        "accept": OfferStatus.ACCEPTED,
        "refuse": OfferStatus.REFUSED,
        "withdraw": OfferStatus.WITHDRAWN,
    }
    assert TradeOffer.objects.get().status == wanted[verb]


def test_the_same_key_accepts_once_and_gets_the_same_act(eye, bowl):
    made = offered(eye, bowl)
    first = trading.accept(made, coach_of(bowl), "once")
    assert trading.accept(made, coach_of(bowl), "once") == first
    other = offered(eye, bowl, Deal(Share(gold=1)))
    with pytest.raises(Conflict, match="used for something else"):
        trading.accept(other, coach_of(bowl), "once")
    assert Act.objects.filter(kind="trade").count() == 1


def test_what_is_not_there_any_more_cannot_be_accepted_and_the_offer_stays(eye, bowl):
    made = offered(eye, bowl)
    happens(bowl, Departed(1, "dead", "a block"))
    with pytest.raises(Refusal, match="Bowl 1 no longer plays for Deathbowl"):
        trading.accept(made, coach_of(bowl))
    (line,) = trading.lines(eye.league, [made])
    assert line.problems == ("Bowl 1 no longer plays for Deathbowl.",)
    assert trading.outlook(made) == ()
    assert TradeOffer.objects.get().open


def test_a_star_player_roll_in_progress_is_finished_first(eye, bowl):
    made = offered(eye, bowl, Deal(Share(players=(1,)), Share(players=(1,))))
    improving.answer(eye, coach_of(eye), 1, "roll", 0)
    with pytest.raises(Refusal, match="is in progress: finish it before the trade"):
        trading.accept(made, coach_of(bowl))
    assert TradeOffer.objects.get().open


def test_what_an_offer_would_come_to(eye, bowl):
    first, second = trading.outlook(offered(eye, bowl))
    price = roster_of(bowl).player(1).price // 10_000
    assert first.treasury == (eye.treasury, eye.treasury - 50_000)
    assert (first.strength[1] - first.strength[0], second.strength[1] - second.strength[0]) == (
        price - 5,
        5 - price,
    )
    assert (second.players[1] - second.players[0], first.players[1] - first.players[0]) == (-1, 1)


def test_offers_are_seen_by_those_concerned(league, eye, bowl):
    made = offered(eye, bowl)
    for person in (coach_of(eye), coach_of(bowl), a_commissioner(league)):
        assert trading.get_offer(league, viewer(person, league), made.number) == made
    for person in (a_coach(league), a_user()):
        with pytest.raises(NotVisible):
            trading.get_offer(league, viewer(person, league), made.number)
    with pytest.raises(NotVisible):
        trading.get_offer(league, viewer(coach_of(eye), league), 2**40)
    assert (trading.waiting(bowl), trading.waiting(eye)) == (1, 0)


# --- on other rosters, when the past is corrected ------------------------------------------------------------------


def test_a_trade_derived_anew_takes_the_player_as_he_stands_then(eye, bowl):
    stood = {team.pk: fold(team) for team in (eye, bowl)}
    act = trading.accept(offered(eye, bowl), coach_of(bowl))
    played = {team.pk: tuple(history([team])[team.pk][-2:]) for team in (eye, bowl)}
    material = deriving.materials(eye.league, "trade", {act.pk: act.parameters})[act.pk]

    def derived(now):
        given = Circumstances(eye.league.rules, act.parameters, (), stood, now, played, material)
        return deriving.derive("trade", given).events

    assert derived(stood) == played
    scorer = evolve(stood[bowl.pk], SppGained(1, "touchdown", 1, 3))
    (joined,) = [one for one in derived({**stood, bowl.pk: scorer})[eye.pk] if isinstance(one, Joined)]
    assert joined.record.touchdowns == 1
    dead = evolve(stood[bowl.pk], Departed(1, "dead", "a block"))
    with pytest.raises(Refusal, match="no longer plays for Deathbowl"):
        derived({**stood, bowl.pk: dead})
    poor = evolve(stood[eye.pk], GoldChanged(-500_000 - eye.treasury, "a fine"))
    with pytest.raises(Refusal, match="cannot pay 50,000 gold"):
        derived({**stood, eye.pk: poor})


# --- pages --------------------------------------------------------------------------------------------------------


def page(name, *args):
    return reverse(f"teams:{name}", args=args)


def test_a_trade_from_the_form_to_the_handshake(league, eye, bowl):
    mine, theirs = browser(eye.coach), browser(bowl.coach)
    empty = mine.get(page("trades", league.slug, eye.slug)).content.decode()
    assert "No trade was offered yet" in empty
    form = page("offer", league.slug, eye.slug)
    assert "Deathbowl" in mine.get(form).content.decode()
    filled = mine.get(form, {"with": bowl.slug}).content.decode()
    assert "Bowl 1" in filled
    assert 'name="give_gold"' in filled
    made = mine.post(form, {"with": bowl.slug, "give_gold": "50000", "get": ["1"], "words": "<b>Deal?</b>"})
    address = page("trade", league.slug, TradeOffer.objects.get().number)
    assert (made.status_code, made["Location"]) == (302, address)
    seen = theirs.get(address).content.decode()
    assert "&lt;b&gt;Deal?&lt;/b&gt;" in seen
    assert "Accept for Deathbowl" in seen
    assert "Accept" not in mine.get(address).content.decode()
    assert "Trades <span" in theirs.get(bowl.get_absolute_url()).content.decode()
    answer = page("answer_trade", league.slug, TradeOffer.objects.get().number)
    assert theirs.post(answer, {"answer": "accept"}).status_code == 302
    assert theirs.post(answer, {"answer": "accept"}).status_code == 409
    assert "act " in mine.get(address).content.decode()
    assert "accepted" in mine.get(page("trades", league.slug, eye.slug)).content.decode()


def test_what_is_wrong_is_said_on_the_form_with_everything_as_it_was_filled_in(league, eye, bowl):
    form = page("offer", league.slug, eye.slug)
    answered = browser(eye.coach).post(
        form, {"with": bowl.slug, "give_gold": "999999", "get": ["2"], "words": "Please"}
    )
    text = answered.content.decode()
    assert answered.status_code == 400
    assert "cannot pay 999,999 gold" in text
    assert 'value="999999"' in text
    assert 'value="2" checked' in text
    assert 'value="Please"' in text
    for data, said in (
        ({"give_gold": "much"}, "whole number"),
        ({"give": ["x"]}, "by their number"),
        ({}, "who gives what"),
    ):
        refused = browser(eye.coach).post(form, {"with": bowl.slug, **data})
        assert refused.status_code == 400
        assert said in refused.content.decode()
    assert browser(eye.coach).get(form, {"with": "nobody"}).status_code == 404


def test_refusing_and_withdrawing_on_the_page(league, eye, bowl):
    for by, said in ((bowl.coach, "refuse"), (eye.coach, "withdraw")):
        made = offered(eye, bowl)
        answer = page("answer_trade", league.slug, made.number)
        assert browser(by).post(answer, {"answer": "dance"}).status_code == 400
        assert browser(by).post(answer, {"answer": said}).status_code == 302
        made.refresh_from_db()
        assert made.status in ("refused", "withdrawn")


def test_an_offer_that_cannot_be_kept_any_more_says_why(league, eye, bowl):
    made = offered(eye, bowl)
    happens(bowl, Departed(1, "dead", "a block"))
    seen = browser(bowl.coach).get(page("trade", league.slug, made.number)).content.decode()
    assert "Bowl 1 no longer plays for Deathbowl." in seen
    assert "Accept for" not in seen
    assert (
        "not possible now" in browser(eye.coach).get(page("trades", league.slug, eye.slug)).content.decode()
    )


def test_without_another_coach_there_is_nobody_to_trade_with(league, eye):
    text = browser(eye.coach).get(page("offer", league.slug, eye.slug)).content.decode()
    assert "no team of another coach" in text


def test_the_list_of_offers_takes_as_many_queries_for_one_as_for_five(
    league, eye, bowl, django_assert_max_num_queries
):
    offered(eye, bowl)
    address = page("trades", league.slug, eye.slug)
    client = browser(eye.coach)
    with django_assert_max_num_queries(40) as few:
        client.get(address)
    for _ in range(4):
        offered(eye, bowl, Deal(Share(gold=1)))
    with django_assert_max_num_queries(len(few)):
        client.get(address)


# --- the API ------------------------------------------------------------------------------------------------------


def as_user(user=None):
    client = APIClient()
    if user is not None:
        client.force_authenticate(user)
    return client


def test_a_trade_through_the_api(league, eye, bowl):
    base = f"/api/v1/leagues/{league.slug}/"
    body = {"to": "deathbowl", "gives": {"gold": 50_000}, "gets": {"players": [1]}, "words": "Deal?"}
    made = as_user(eye.coach).post(f"{base}teams/gouged-eye/trades/", body, format="json")
    assert made.status_code == 201
    shown = made.json()
    assert (shown["first"], shown["second"], shown["status"], shown["act"]) == (
        "gouged-eye",
        "deathbowl",
        "open",
        None,
    )
    assert (shown["gives"], shown["problems"]) == (["50,000 gold"], [])
    assert shown["outlook"][0]["treasury"] == [eye.treasury, eye.treasury - 50_000]
    one = f"{base}trades/{shown['number']}/"
    assert as_user(bowl.coach).get(f"{base}teams/deathbowl/trades/").json()[0]["number"] == shown["number"]
    assert as_user(eye.coach).post(f"{one}accept/").status_code == 403
    for _ in range(2):
        done = as_user(bowl.coach).post(f"{one}accept/", headers={"Idempotency-Key": "once"})
        assert (done.status_code, done.json()["status"]) == (200, "accepted")
    assert done.json()["act"] == Act.objects.get(kind="trade").sequence
    again = as_user(bowl.coach).post(f"{one}refuse/")
    assert again.status_code == 409
    assert as_user(a_coach(league)).get(one).status_code == 404


def test_the_api_says_what_is_wrong_with_an_offer(league, eye, bowl):
    address = f"/api/v1/leagues/{league.slug}/teams/gouged-eye/trades/"
    client = as_user(eye.coach)
    assert client.post(address, {"to": "nobody"}, format="json").status_code == 404
    assert client.post(address, {"to": "deathbowl"}, format="json").json()["detail"] == (
        "A trade must say who gives what."
    )
    made = client.post(address, {"to": "deathbowl", "gives": {"gold": 1}}, format="json").json()
    taken = client.post(f"/api/v1/leagues/{league.slug}/trades/{made['number']}/withdraw/")
    assert taken.json()["status"] == "withdrawn"


# --- the admin ----------------------------------------------------------------------------------------------------


def test_commissioners_look_at_the_offers_of_their_own_leagues(league, eye, bowl):
    made = offered(eye, bowl)
    client = browser(a_commissioner(league))
    listed = client.get(reverse("admin:teams_tradeoffer_changelist"))
    assert list(listed.context["cl"].result_list) == [made]
    change = reverse("admin:teams_tradeoffer_change", args=[made.pk])
    assert client.get(change).status_code == 200
    assert client.post(change, {}).status_code == 403
    other = browser(a_commissioner(a_league()))
    assert list(other.get(reverse("admin:teams_tradeoffer_changelist")).context["cl"].result_list) == []
