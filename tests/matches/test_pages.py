"""The match page, the preview, and applying on a page."""

from __future__ import annotations

import html
import json
import re

import msgspec
import pytest

from engine.match.log import encode_log
from matches.domain import logs, previewing
from matches.domain.applying import apply_log
from matches.models import LogStatus, MatchLog, Result
from teams.domain import ledger
from teams.domain.reconciling import reconcile_league
from tests.matches.conftest import World, as_bytes, simulated

pytestmark = pytest.mark.django_db


def submitted(world: World, seed: int = 1) -> MatchLog:
    return logs.submit_file(world.fixture, world.home_coach, as_bytes(world.fixture, seed))


def text_of(response) -> str:
    return html.unescape(response.content.decode())


def test_before_it_is_played_both_rosters_are_shown(world: World) -> None:
    page = world.browse(None).get(world.url())
    text = page.content.decode()
    assert page.status_code == 200
    head = logs.template(world.fixture)
    for player in (*head.home.players, *head.away.players):
        assert html.escape(player.name) in text
    assert "Enter the log" not in text
    assert "Gouged Eye <b>" not in text


def test_who_may_enter_the_log_finds_the_links(world: World) -> None:
    for who in (world.home_coach, world.commissioner):
        assert "Enter the log" in text_of(world.browse(who).get(world.url()))
    for who in (world.bystander, world.stranger):
        assert "Enter the log" not in text_of(world.browse(who).get(world.url()))


def test_a_played_match_tells_its_story(world: World) -> None:
    result = apply_log(submitted(world), world.commissioner)
    page = world.browse(None).get(world.url())
    text = text_of(page)
    assert page.status_code == 200
    assert f"{result.home_score} – {result.away_score}" in text
    assert f"{result.gate:,} spectators" in text
    assert f"{result.home_winnings:,}" in text
    for title in ("Before the match", "First half", "Second half", "After the match"):
        assert title in text
    assert text.count("MVP") >= 1
    assert "Applied by the-commissioner on" in text


def test_a_match_page_takes_a_dozen_queries_at_most(world: World, django_assert_max_num_queries) -> None:
    """Besides those for the league's annals, which are read once for each number of its last act."""
    reader = world.browse(world.bystander)
    reader.get(world.url())
    with django_assert_max_num_queries(7):
        assert reader.get(world.url()).status_code == 200
    apply_log(submitted(world), world.commissioner)
    reader.get(world.url())
    with django_assert_max_num_queries(8):
        assert reader.get(world.url()).status_code == 200


def test_a_match_that_is_not_there(world: World) -> None:
    client = world.browse(None)
    assert client.get(f"/l/{world.league.slug}/m/99/").status_code == 404
    assert client.get(f"/l/nowhere/m/{world.fixture.number}/").status_code == 404


def test_a_private_league_has_no_matches_for_strangers(world: World) -> None:
    world.league.public = False
    world.league.save()
    pages = ("", "log/", "upload/", "preview/", "template.json")
    for who, expected in ((None, 404), (world.stranger, 404)):
        statuses = {world.browse(who).get(world.url(page)).status_code for page in pages}
        assert statuses == {expected}
    assert world.browse(world.bystander).get(world.url()).status_code == 200


def test_the_empty_log_can_be_downloaded_and_filled(world: World) -> None:
    answer = world.browse(None).get(world.url("template.json"))
    assert answer["Content-Type"] == "application/json"
    head = json.loads(answer.content)
    assert head["home"]["team"] == world.home.name
    assert head == json.loads(encode_log(logs.template(world.fixture)))


def test_an_applied_log_is_everybody_s_to_download_and_a_submitted_one_is_not(world: World) -> None:
    log = submitted(world)
    address = world.url(f"logs/{log.pk}.json")
    assert world.browse(None).get(address).status_code == 404
    assert world.browse(world.away_coach).get(address).status_code == 200
    apply_log(log, world.commissioner)
    assert world.browse(None).get(address).content.decode() == log.document


# --- preview --------------------------------------------------------------------------------------------------


def test_the_preview_says_what_changes_and_changes_nothing(world: World) -> None:
    log = submitted(world)
    before = ledger.roster_of(world.home)
    found = previewing.preview(log)
    assert found.can_apply
    assert found.differences == ()
    whats = {effect.what for effect in found.home_effects}
    assert {"record", "treasury"} <= whats
    assert ledger.roster_of(type(world.home).objects.get(pk=world.home.pk)) == before
    assert not Result.objects.exists()
    text = text_of(world.browse(world.commissioner).get(world.url("preview/")))
    assert "What it does" in text
    assert "Apply the match" in text
    for effect in found.home_effects[:3]:
        assert effect.after in text


def test_what_the_preview_promises_is_what_lands(world: World) -> None:
    log = submitted(world)
    found = previewing.preview(log)
    promised = {(effect.subject, effect.what): effect.after for effect in found.home_effects}
    apply_log(log, world.commissioner)
    world.home.refresh_from_db()
    assert promised[world.home.name, "treasury"] == f"{world.home.treasury:,} gold"
    assert promised[world.home.name, "record"] == (
        f"{world.home.won} won, {world.home.drawn} drawn, {world.home.lost} lost"
    )


def test_a_coach_sees_the_preview_without_the_button(world: World) -> None:
    submitted(world)
    page = world.browse(world.away_coach).get(world.url("preview/"))
    assert page.status_code == 200
    assert "Apply the match" not in text_of(page)
    assert world.browse(world.bystander).get(world.url("preview/")).status_code == 404


def test_a_half_filled_log_says_what_it_waits_for(world: World) -> None:
    whole = simulated(world.fixture)
    text = encode_log(msgspec.structs.replace(whole, entries=whole.entries[:2])).decode()
    MatchLog.objects.create(fixture=world.fixture, document=text, status=LogStatus.DRAFT, version=2)
    page = text_of(world.browse(world.commissioner).get(world.url("preview/")))
    assert "It waits for:" in page
    assert "Apply the match" not in page


def test_differences_from_the_league_are_listed_and_have_to_be_accepted(world: World) -> None:
    other = world.again()
    late = logs.submit_file(other, world.home_coach, as_bytes(other, 5))
    apply_log(submitted(world), world.commissioner)
    client = world.browse(world.commissioner)
    address = f"/l/{world.league.slug}/m/{other.number}/"
    page = text_of(client.get(f"{address}preview/"))
    assert "The rosters differ from the league's" in page
    assert "accept_differences" in page
    form = {"log": late.pk, "version": late.version, "key": "k"}
    refused = client.post(f"{address}apply/", form)
    assert refused.status_code == 409
    assert "Accept the differences" in text_of(refused)
    assert client.post(f"{address}apply/", {**form, "accept_differences": "on"}).status_code == 302
    assert list(reconcile_league(world.league)) == []


def test_dice_that_dugout_did_not_roll_are_pointed_out_where_it_rolls(world: World) -> None:
    world.league.dice_policy = "app"
    world.league.save()
    submitted(world)
    text = text_of(world.browse(world.commissioner).get(world.url("preview/")))
    assert re.search(r"\d+ rolls of this log were not made by Dugout", text)


def test_the_rating_has_the_name_that_the_edition_gives_it(world: World) -> None:
    found = previewing.preview(submitted(world))
    name = world.league.rules.rules.strength_name
    assert any(effect.what == name for effect in (*found.home_effects, *found.away_effects))


# --- applying on the page ---------------------------------------------------------------------------------------


def test_a_double_click_lands_once_and_shows_the_match(world: World) -> None:
    log = submitted(world)
    client = world.browse(world.commissioner)
    form = {"log": log.pk, "version": log.version, "key": "one"}
    for _ in range(2):
        answer = client.post(world.url("apply/"), form)
        assert (answer.status_code, answer["Location"]) == (302, world.url())
    late = client.post(world.url("apply/"), {**form, "key": "two"})
    assert late.status_code == 409
    assert "This match was already applied by the-commissioner" in text_of(late)
    assert Result.objects.count() == 1
    assert list(reconcile_league(world.league)) == []


@pytest.mark.parametrize("page", ["apply/", "reopen/", "reject/"])
def test_only_the_commissioner_decides_about_a_log(world: World, page: str) -> None:
    log = submitted(world)
    for who in (world.home_coach, world.bystander, world.stranger):
        assert world.browse(who).post(world.url(page), {"log": log.pk}).status_code == 403
    assert world.browse(None).post(world.url(page), {"log": log.pk}).status_code == 302
    assert world.browse(world.commissioner).get(world.url(page)).status_code == 405
    log.refresh_from_db()
    assert log.status == LogStatus.SUBMITTED


def test_the_commissioner_rejects_with_a_reason(world: World) -> None:
    log = submitted(world)
    client = world.browse(world.commissioner)
    assert client.post(world.url("reject/"), {"log": log.pk}).status_code == 400
    assert client.post(world.url("reject/"), {"log": log.pk, "reason": "Wrong <i>score"}).status_code == 302
    seen = world.browse(world.home_coach).get(world.url()).content.decode()
    assert "Wrong &lt;i&gt;score" in seen


def test_the_commissioner_corrects_in_the_wizard(world: World) -> None:
    log = submitted(world)
    client = world.browse(world.commissioner)
    answer = client.post(world.url("reopen/"), {"log": log.pk}, follow=True)
    assert answer.redirect_chain[-1][0] == world.url("log/")
    assert "Everything is answered" in text_of(answer)


def test_a_log_of_another_match_is_not_applied_here(world: World) -> None:
    log = submitted(world)
    other = world.again()
    client = world.browse(world.commissioner)
    address = f"/l/{world.league.slug}/m/{other.number}/apply/"
    assert client.post(address, {"log": log.pk}).status_code == 404
