"""What webhooks are told: each thing once, in words for people and in data for programs, and nobody is mentioned."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.roster import Departed
from league.domain import bulletins
from league.domain.bulletins import publish as tell
from league.models import League
from matches.domain import amending
from tests.helpers import a_drafted_team, a_played_match, assert_reconciled, happens
from tests.league.pictured import a_photograph
from tests.tournaments.competing.builders import a_competition, commissioner_of, entries, started, the_stage
from tournaments.domain import publishing, webhooks
from tournaments.domain.annals.notices import notices
from tournaments.domain.competing import rounds, setting_up
from tournaments.domain.webhooks.saying import escaped
from tournaments.models import Delivery, Format, Kind, Webhook

NASTY = "**[x](https://evil.example)** @everyone <@1> `a`"


def told(hook, event=None):
    rows = hook.deliveries.order_by("pk")
    return [json.loads(one.body) for one in (rows.filter(event=event) if event else rows)]


def embed(message):
    (found,) = message["embeds"]
    return found


def test_a_result_is_told_with_both_sides(league, hook):
    home, away = a_drafted_team(league, name="Alpha"), a_drafted_team(league, "Human", name="Beta")
    result = a_played_match(home, away)
    (message,) = told(hook, "match.applied")
    assert message["data"] == {
        "match": result.fixture.number,
        "round": 1,
        "stage": "league",
        "home": {
            "team": "alpha",
            "name": "Alpha",
            "score": result.home_score,
            "casualties": result.home_casualties,
        },
        "away": {
            "team": "beta",
            "name": "Beta",
            "score": result.away_score,
            "casualties": result.away_casualties,
        },
        "winner": result.winner,
        "conceded_by": result.conceded_by,
        "undone": False,
        "act": result.act.sequence,
    }
    assert message["address"] == f"http://127.0.0.1:8000/l/{league.slug}/m/{result.fixture.number}/"
    assert_reconciled(league)


def test_on_discord_no_name_is_markup_and_nobody_is_mentioned(league, discord):
    result = a_played_match(
        a_drafted_team(league, name=NASTY[:50]), a_drafted_team(league, "Human", name="Beta")
    )
    (message,) = told(discord, "match.applied")
    assert message["allowed_mentions"] == {"parse": []}
    said = embed(message)
    assert said["title"] == f"{escaped(NASTY[:50])} {result.home_score}–{result.away_score} Beta"
    assert "@everyone" not in said["title"].replace("\\@", "")
    assert "https://" not in said["title"]
    assert said["url"].endswith(f"/l/{league.slug}/m/{result.fixture.number}/")
    assert_reconciled(league)


@given(st.text())
def test_whatever_is_in_a_name_its_marks_are_escaped(name):
    shown = escaped(name)
    assert "\n" not in shown
    plain = ""
    rest = iter(shown)
    for letter in rest:
        if letter == "\\":
            plain += next(rest)
        else:
            assert letter not in "\\*_~`|>#[]()<@:"
            plain += letter
    assert plain.split() == name.split()


def test_whoever_died_is_told_of(league, hook, discord):
    teams = [a_drafted_team(league, race) for race in ("Orc", "Human", "Skaven", "Norse")]
    pairs = ((0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2))
    for seed in range(1, 30):
        home, away = pairs[seed % 6]
        a_played_match(teams[home], teams[away], round=seed, seed=seed)
        if hook.deliveries.filter(event="player.died").exists():
            break
    dead = {one.name for team in teams for one in team.players.filter(status="dead")}
    assert {one["data"]["player"] for one in told(hook, "player.died")} == dead
    assert all("†" in embed(one)["description"] for one in told(discord, "player.died"))
    assert_reconciled(league)


def test_a_milestone_is_told_after_the_match(league, hook, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        for seed in range(2):
            a_played_match(
                a_drafted_team(league, seed=seed), a_drafted_team(league, "Human", seed=seed), seed=seed
            )
    league = League.objects.get(pk=league.pk)
    expected = [(one.what, one.count) for one in notices(league, great=True) if one.match]
    assert sorted(
        (one["data"]["what"], one["data"]["count"]) for one in told(hook, "milestone.reached")
    ) == sorted(expected)
    assert_reconciled(league)


def test_a_match_that_is_undone_is_told_of_as_such(league, commissioner, hook):
    home, away = a_drafted_team(league), a_drafted_team(league, "Human")
    result = a_played_match(home, away)
    undoing = amending.undo(commissioner, result, "Cocked dice.")
    league.refresh_from_db()
    amending.commit(undoing, commissioner, league.sequence, undoing.version)
    (message,) = told(hook, "match.corrected")
    assert (message["data"]["match"], message["data"]["undone"]) == (result.fixture.number, True)
    assert len(told(hook, "match.applied")) == 1
    assert_reconciled(league)


def test_the_page_of_the_week_is_told_with_its_table(league, hook, discord):
    a_drafted_team(league, name="Alpha")
    made = publishing.publish(league)
    (message,) = told(hook)
    assert (message["data"]["year"], message["data"]["week"]) == (made.year, made.week)
    assert [one["name"] for one in message["data"]["table"]] == ["Alpha"]
    (shown,) = told(discord)
    assert embed(shown)["description"] == "1\\. **Alpha** 0"
    assert_reconciled(league)


def test_a_bulletin_is_told_and_one_that_is_rewritten_is_not(league, commissioner, hook):
    tell(commissioner, league, "News", "Much *happened*.")
    (message,) = told(hook)
    assert (message["event"], message["data"]) == (
        "bulletin.published",
        {"title": "News", "text": "Much *happened*."},
    )


def test_on_discord_a_picture_of_a_bulletin_is_told_by_its_words(league, commissioner, discord):
    text = bulletins.with_picture(commissioner, league, "Look:", a_photograph(), 1000, "The pitch")
    tell(commissioner, league, "News", text)
    (message,) = told(discord)
    assert embed(message)["description"] == "Look:\n\n[The pitch]"


def test_rounds_and_the_end_of_a_competition_are_told(db, receiver):
    competition = a_competition(None, ("Swiss", Format.SWISS, {"rounds": 1}), kind=Kind.EVENT, rosters=False)
    entries(competition, 4)
    started(competition)
    league = competition.league
    by = commissioner_of(league)
    hook = webhooks.add(by, league, webhooks.Wanted("X", webhooks.EVENTS, receiver.address))
    round_ = rounds.publish(by, rounds.pair(by, the_stage(competition)))
    (message,) = told(hook, "round.published")
    assert message["data"]["competition"] == competition.slug
    assert len(message["data"]["pairings"]) == round_.pairings.count() == 2
    setting_up.end(by, competition, anyway=True)
    (message,) = told(hook, "competition.ended")
    assert message["data"]["name"] == competition.name


def test_a_league_without_webhooks_asks_once_and_writes_nothing(league, django_assert_max_num_queries):
    team = a_drafted_team(league)
    happens(team, Departed(1, "dead"))
    a_played_match(team, a_drafted_team(league, "Human"))
    assert not Delivery.objects.exists()
    assert_reconciled(league)


def test_it_is_told_in_the_language_of_the_league(league, commissioner, discord):
    League.objects.filter(pk=league.pk).update(language="cs")
    league.refresh_from_db()
    found = Webhook.objects.select_related("league").get(pk=discord.pk)
    sent = webhooks.send_test(commissioner, league, found.pk)
    assert embed(json.loads(sent.body))["title"]


@pytest.mark.parametrize("length", [10, 5000])
def test_an_embed_is_no_longer_than_discord_takes(league, commissioner, discord, length):
    tell(commissioner, league, "t" * 100, "x" * length)
    (message,) = told(discord)
    assert len(embed(message)["description"]) == min(length, 4000)
