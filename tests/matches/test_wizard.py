"""The log that is filled answer by answer, in the domain and on its page."""

from __future__ import annotations

import html
import random
import re
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from engine.match import entries as reports
from engine.match.entries import Report
from engine.questions import Choose, Chosen, Refusal, Roll, Rolled
from engine.replay import replay
from league.domain.roles import Forbidden
from league.models import DicePolicy
from matches.domain import logs, wizard
from matches.domain.applying import apply_log
from matches.domain.errors import AlreadyApplied, NotApplicable, Overtaken
from matches.models import LogStatus, MatchLog, Result
from teams.domain.reconciling import reconcile_league
from tests.matches.conftest import World, simulated

pytestmark = pytest.mark.django_db


def policy(world: World, value: str) -> None:
    world.league.dice_policy = value
    world.league.save()
    world.fixture.league.dice_policy = value


def fill(world: World, entries: int, seed: int = 1) -> wizard.Step:
    step = wizard.current(world.fixture)
    for entry in simulated(world.fixture, seed).entries[:entries]:
        step = wizard.answer(world.fixture, world.home_coach, entry, step.row.version)
    return step


# --- in the domain --------------------------------------------------------------------------------------------


def test_looking_stores_nothing(world: World) -> None:
    step = wizard.current(world.fixture)
    assert isinstance(step.question, Roll)
    assert (step.question.key, step.row.version) == ("weather", 0)
    assert not MatchLog.objects.exists()


def test_a_roll_of_dugout_is_stored_as_it_falls(world: World) -> None:
    step = wizard.answer(world.fixture, world.home_coach, "roll", 0)
    (entry,) = wizard.current(world.fixture).log.entries
    assert step.log.entries == (entry,)
    assert isinstance(entry, Rolled)
    assert (entry.key, len(entry.dice)) == ("weather", 2)
    assert MatchLog.objects.get().rolled == [1]


def test_the_second_of_two_people_is_told_and_overwrites_nothing(world: World) -> None:
    wizard.answer(world.fixture, world.home_coach, Rolled("weather", "home", (3, 4)), 0)
    with pytest.raises(Overtaken, match="home-coach changed this log meanwhile"):
        wizard.answer(world.fixture, world.away_coach, Rolled("weather", "home", (1, 1)), 0)
    assert wizard.current(world.fixture).log.entries == (Rolled("weather", "home", (3, 4)),)


def test_an_answer_that_does_not_fit_is_not_stored(world: World) -> None:
    with pytest.raises(Refusal, match="a D6 cannot show 7"):
        wizard.answer(world.fixture, world.home_coach, Rolled("weather", "home", (7, 1)), 0)
    with pytest.raises(Refusal, match="Entry 1"):
        wizard.answer(world.fixture, world.home_coach, Chosen("weather", "home", "nice"), 0)
    assert not MatchLog.objects.exists()


@pytest.mark.parametrize(
    "rule, given, sentence",
    [
        (DicePolicy.TABLE, "roll", "rolled at the table and typed in"),
        (DicePolicy.APP, Rolled("weather", "home", (3, 4)), "Dugout rolls the dice"),
    ],
)
def test_the_league_says_who_rolls(world: World, rule: str, given: Any, sentence: str) -> None:
    policy(world, rule)
    with pytest.raises(Refusal, match=sentence):
        wizard.answer(world.fixture, world.home_coach, given, 0)


def test_the_last_answer_can_be_taken_back(world: World) -> None:
    step = fill(world, 3)
    step = wizard.undo_last(world.fixture, world.away_coach, step.row.version)
    assert len(step.log.entries) == 2
    assert step.row.version == 4
    step = wizard.undo_last(world.fixture, world.away_coach, step.row.version)
    step = wizard.undo_last(world.fixture, world.away_coach, step.row.version)
    with pytest.raises(Refusal, match="no answer to take back"):
        wizard.undo_last(world.fixture, world.away_coach, step.row.version)


def test_a_coach_cannot_take_back_the_dice_of_dugout(world: World) -> None:
    step = wizard.answer(world.fixture, world.home_coach, "roll", 0)
    with pytest.raises(Forbidden, match="Dugout rolled these dice"):
        wizard.undo_last(world.fixture, world.home_coach, 1)
    with pytest.raises(Forbidden, match="Dugout rolled dice"):
        wizard.discard(world.fixture, world.home_coach, 1)
    dice = step.log.entries[0].dice
    step = wizard.undo_last(world.fixture, world.commissioner, 1)
    assert step.log.entries == ()
    (taken,) = MatchLog.objects.get().undone
    assert (taken["entry"], taken["dice"], taken["by"]) == (1, list(dice), "the-commissioner")
    assert MatchLog.objects.get().rolled == []


@pytest.mark.parametrize("who", ["bystander", "stranger"])
def test_others_may_not_answer(world: World, who: str) -> None:
    with pytest.raises(Forbidden):
        wizard.answer(world.fixture, getattr(world, who), "roll", 0)


def test_a_log_put_aside_stays_and_a_new_one_begins(world: World) -> None:
    step = fill(world, 2)
    wizard.discard(world.fixture, world.home_coach, step.row.version)
    assert MatchLog.objects.get().status == LogStatus.SUPERSEDED
    assert wizard.current(world.fixture).log.entries == ()
    with pytest.raises(NotApplicable, match="There is no log of this match in progress"):
        wizard.answer(world.fixture, world.away_coach, "roll", step.row.version)


def test_nothing_can_be_entered_for_a_played_match(world: World) -> None:
    step = fill(world, 5)
    log = logs.submit_file(
        world.fixture, world.home_coach, logs.documents.encode_log(simulated(world.fixture, 3))
    )
    apply_log(log, world.commissioner)
    with pytest.raises(AlreadyApplied):
        wizard.answer(world.fixture, world.home_coach, "roll", step.row.version)
    step.row.refresh_from_db()
    assert step.row.status == LogStatus.SUPERSEDED


def test_the_rosters_of_an_empty_log_are_those_of_today(world: World) -> None:
    other = world.again()
    step = wizard.answer(other, world.home_coach, Rolled("weather", "home", (3, 4)), 0)
    wizard.undo_last(other, world.home_coach, step.row.version)
    before = wizard.current(other).log
    log = logs.submit_file(
        world.fixture, world.home_coach, logs.documents.encode_log(simulated(world.fixture))
    )
    apply_log(log, world.commissioner)
    other = type(other).objects.select_related("league", "home", "away").get(pk=other.pk)
    after = wizard.current(other).log
    assert after.home != before.home
    assert after == logs.template(other)


def test_a_submitted_log_is_opened_again_by_the_commissioner_only(world: World) -> None:
    whole = simulated(world.fixture)
    step = fill(world, len(whole.entries))
    assert step.complete
    row = logs.submit_draft(world.fixture, world.home_coach, step.row.version)
    with pytest.raises(Forbidden):
        wizard.reopen(row, world.home_coach)
    assert wizard.reopen(row, world.commissioner).status == LogStatus.DRAFT
    step = wizard.current(world.fixture)
    assert step.log.entries == whole.entries


def test_a_log_that_stops_early_is_not_submitted(world: World) -> None:
    step = fill(world, 4)
    with pytest.raises(Refusal, match="ends after 4 entries"):
        logs.submit_draft(world.fixture, world.home_coach, step.row.version)


def test_an_answer_that_is_sent_again_is_there_already(world: World) -> None:
    coach, other = world.home_coach, world.away_coach
    given = Rolled("weather", "home", (3, 4))
    first = wizard.answer(world.fixture, coach, given, 0, key="a-key")
    again = wizard.answer(world.fixture, coach, given, 0, key="a-key")
    assert (again.row.version, again.log.entries) == (first.row.version, (given,))
    with pytest.raises(Overtaken):
        wizard.answer(world.fixture, other, given, 0, key="another")


def test_dice_that_are_asked_for_again_fall_once(world: World) -> None:
    first = wizard.answer(world.fixture, world.home_coach, "roll", 0, key="a-key")
    again = wizard.answer(world.fixture, world.home_coach, "roll", 0, key="a-key")
    assert again.log.entries == first.log.entries
    assert again.row.rolled == [1]


def test_an_answer_that_was_taken_back_does_not_come_again_by_itself(world: World) -> None:
    given = Rolled("weather", "home", (3, 4))
    step = wizard.answer(world.fixture, world.home_coach, given, 0, key="a-key")
    wizard.undo_last(world.fixture, world.away_coach, step.row.version)
    assert wizard.answer(world.fixture, world.home_coach, given, 0, key="a-key").log.entries == ()


def test_a_refused_answer_leaves_its_key_free(world: World) -> None:
    with pytest.raises(Refusal):
        wizard.answer(world.fixture, world.home_coach, Rolled("weather", "home", (7, 1)), 0, key="a-key")
    step = wizard.answer(world.fixture, world.home_coach, Rolled("weather", "home", (6, 1)), 0, key="a-key")
    assert len(step.log.entries) == 1


def test_only_so_many_keys_are_kept(world: World) -> None:
    step = wizard.current(world.fixture)
    for number in range(wizard.KEYS_KEPT + 1):
        given = Rolled("weather", "home", (3, 4))
        step = wizard.answer(world.fixture, world.home_coach, given, step.row.version, key=f"key-{number}")
        step = wizard.undo_last(world.fixture, world.home_coach, step.row.version)
    assert len(step.row.answered) == wizard.KEYS_KEPT
    assert not step.has_answer("key-0")
    assert step.has_answer(f"key-{wizard.KEYS_KEPT}")


# --- on the page, without a script -----------------------------------------------------------------------------


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found, f"{name} is not on the page"
    return html.unescape(found.group(1))


def form_of(entry: Any) -> dict[str, Any]:
    """What a person types and ticks for an entry."""
    if isinstance(entry, Rolled):
        return {"die": list(map(str, entry.dice))}
    if isinstance(entry, Chosen):
        return {"pick": [entry.pick] if isinstance(entry.pick, str) else list(entry.pick)}
    return {"kind": entry.__struct_config__.tag, **_report_fields(entry)}


def _report_fields(entry: Report) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for name in entry.__struct_fields__:
        value = getattr(entry, name)
        if name == "player":
            given["player"] = f"{entry.side}:{value}"
        elif name == "players":
            given["players"] = [f"{entry.side}:{number}" for number in value]
        elif name == "causer":
            given["causer"] = "" if value is None else f"{'away' if entry.side == 'home' else 'home'}:{value}"
        elif name == "opponents_turn":
            given.update({name: "on"} if value else {})
        elif name != "side" or not hasattr(entry, "player"):
            given[name] = value
    return given


def play_on(client: Client, world: World, entries: tuple[Any, ...]) -> str:
    page = client.get(world.url("log/"))
    assert page.status_code == 200
    for place, entry in enumerate(entries, 1):
        version = hidden(page.content.decode(), "version")
        answered = client.post(world.url("log/"), {"version": version, **form_of(entry)}, follow=True)
        assert answered.status_code == 200, (place, entry, answered.content.decode())
        assert answered.redirect_chain
        page = answered
    return page.content.decode()


@pytest.mark.parametrize("seed", [1, 7])
def test_a_whole_match_is_entered_without_a_script(world: World, seed: int) -> None:
    whole = simulated(world.fixture, seed)
    coach = world.browse(world.home_coach)
    half = len(whole.entries) // 2
    play_on(coach, world, whole.entries[:half])
    # The browser is closed, and another day the other coach goes on.
    page = play_on(world.browse(world.away_coach), world, whole.entries[half:])
    assert "Everything is answered" in page
    assert MatchLog.objects.get().document == logs.documents.encode_log(whole).decode()
    sent = coach.post(world.url("log/submit/"), {"version": hidden(page, "version")}, follow=True)
    assert sent.status_code == 200
    assert MatchLog.objects.get().status == LogStatus.SUBMITTED

    commissioner = world.browse(world.commissioner)
    preview = commissioner.get(world.url("preview/")).content.decode()
    assert "What it does" in preview
    fields = {name: hidden(preview, name) for name in ("log", "version", "key")}
    applied = commissioner.post(world.url("apply/"), fields, follow=True)
    assert applied.status_code == 200
    assert "Applied: " in applied.content.decode()
    result = Result.objects.get()
    assert [result.home_score, result.away_score] == list(replay(whole).score)
    assert list(reconcile_league(world.league)) == []


def test_a_reload_never_rolls_again(world: World) -> None:
    coach = world.browse(world.home_coach)
    first = coach.post(world.url("log/"), {"version": "0", "roll": "1"})
    assert first.status_code == 302
    dice = MatchLog.objects.get().document
    again = coach.post(world.url("log/"), {"version": "0", "roll": "1"})
    assert again.status_code == 409
    assert "Somebody else was first" in again.content.decode()
    assert MatchLog.objects.get().document == dice


def test_a_form_that_arrives_twice_with_its_key_is_answered_alike(world: World) -> None:
    coach = world.browse(world.home_coach)
    sent = {"version": "0", "die-1": "3", "die-2": "4", "key": "a-key"}
    answers = [coach.post(world.url("log/"), sent, headers={"HX-Request": "true"}) for _ in range(2)]
    assert [one.status_code for one in answers] == [200, 200]
    assert [hidden(one.content.decode(), "version") for one in answers] == ["1", "1"]
    assert wizard.current(world.fixture).log.entries == (Rolled("weather", "home", (3, 4)),)


def at_kick_off(world: World) -> wizard.Step:
    """Everything before the kick-off is answered."""
    whole = simulated(world.fixture).entries
    return fill(world, next(at for at, one in enumerate(whole) if not isinstance(one, Rolled | Chosen)))


@pytest.mark.parametrize(
    "tapped, report",
    [
        ({"deed": "home:touchdown", "home": "1"}, reports.Touchdown(1, 2, "home", 1)),
        (
            {"deed": "away:touchdown", "away": "1", "home": "2", "opponents_turn": "on"},
            reports.Touchdown(1, 2, "away", 1, opponents_turn=True),
        ),
        ({"deed": "home:completion", "home": "1"}, reports.Completion(1, 2, "home", 1)),
        (
            {"deed": "home:casualty", "home": "1", "away": "2", "cause": "block"},
            reports.Casualty(1, 2, "away", 2, "block", 1),
        ),
        (
            {"deed": "away:casualty", "away": "nobody", "home": "2", "cause": "crowd"},
            reports.Casualty(1, 2, "home", 2, "crowd"),
        ),
        (
            {"deed": "away:accident", "away": "1", "cause": "block", "mishap": "go_for_it"},
            reports.Casualty(1, 2, "away", 1, "go_for_it"),
        ),
        (
            {"deed": "home:sending_off", "home": "1", "offence": "secret_weapon", "cause": "block"},
            reports.SendingOff(1, 2, "home", 1, "secret_weapon"),
        ),
        ({"kind": "half_time", "deed": "home:touchdown"}, reports.HalfTime()),
    ],
)
def test_what_is_tapped_is_the_report(world: World, tapped: dict[str, str], report: Report) -> None:
    step = at_kick_off(world)
    posted = {"version": step.row.version, "half": "1", "turn": "2", **tapped}
    answered = world.browse(world.home_coach).post(world.url("log/"), posted)
    assert answered.status_code == 302, answered.content.decode()
    assert wizard.current(world.fixture).log.entries[-1] == report


def test_a_report_by_thumb_without_its_player_is_refused_and_keeps_what_was_tapped(world: World) -> None:
    step = at_kick_off(world)
    posted = {
        "version": step.row.version,
        "half": "1",
        "turn": "5",
        "deed": "home:casualty",
        "home": "1",
        "cause": "block",
    }
    answered = world.browse(world.home_coach).post(world.url("log/"), posted)
    text = answered.content.decode()
    assert answered.status_code == 400
    assert "Victim: This field is required." in text
    for name, value in (("deed", "home:casualty"), ("home", "1"), ("turn", "5")):
        assert f'name="{name}" value="{value}" checked' in text


def test_a_report_by_thumb_in_no_turn_at_all_is_refused(world: World) -> None:
    step = at_kick_off(world)
    posted = {
        "version": step.row.version,
        "half": "1",
        "turn": "9" * 5000,
        "deed": "home:touchdown",
        "home": "1",
    }
    answered = world.browse(world.home_coach).post(world.url("log/"), posted)
    assert answered.status_code == 400
    assert "Turn: " in answered.content.decode()


def test_a_tile_for_everybody_and_who_cannot_act_is_told(world: World) -> None:
    step = at_kick_off(world)
    (mover, victim) = step.replay.available["home"][0], step.replay.available["away"][0]
    step = wizard.answer(
        world.fixture,
        world.home_coach,
        reports.Casualty(1, 1, "away", victim, "block", mover),
        step.row.version,
    )
    while isinstance(step.question, Roll | Choose):
        question = step.question
        given: Any = "roll"
        if isinstance(question, Choose):
            given = Chosen(question.key, question.side, question.options[-1], question.player)
        step = wizard.answer(world.fixture, world.commissioner, given, step.row.version)
    text = world.browse(world.home_coach).get(world.url("log/")).content.decode()
    for side, sheet in step.replay.sheets.items():
        tiles = re.findall(rf'type="radio" name="{side}" value="(\d+)"', text)
        assert tiles == [str(one.number) for one in sheet.players]
    gone = [one for one in step.replay.sheets["away"].players if one.condition != "fit"]
    assert [one.number for one in gone] == [victim]
    assert text.count("tile-fallen") == 1, "he may have hurt somebody in the same block"


def test_htmx_gets_only_the_part_that_changes(world: World) -> None:
    coach = world.browse(world.home_coach)
    answer = coach.post(
        world.url("log/"), {"version": "0", "die": ["3", "4"]}, headers={"HX-Request": "true"}
    )
    text = answer.content.decode()
    assert answer.status_code == 200
    assert text.lstrip().startswith('<div id="wizard"')
    assert "checked" not in text, "the dice of the last answer are not offered for the next"
    assert "<html" not in text
    stale = coach.post(world.url("log/"), {"version": "0", "die": ["1", "1"]}, headers={"HX-Request": "true"})
    assert stale.status_code == 409
    assert 'name="version" value="1"' in stale.content.decode()


@pytest.mark.parametrize(
    "posted, sentence",
    [
        ({"die": ["3"]}, "2D6 takes 2 dice, not 1"),
        ({"die": ["3", ""]}, "Die 2 needs a number"),
        ({"die": ["3", "9"]}, "a D6 cannot show 9"),
        ({"die": ["3", "²"]}, "Die 2 needs a number"),
        ({}, "2D6 takes 2 dice, not 0"),
    ],
)
def test_what_is_wrong_is_said_on_the_page(world: World, posted: dict[str, Any], sentence: str) -> None:
    page = world.browse(world.home_coach).post(world.url("log/"), {"version": "0", **posted})
    assert page.status_code == 400
    assert sentence in html.unescape(page.content.decode())
    assert not MatchLog.objects.exists()


def test_the_league_s_policy_decides_what_the_page_offers(world: World) -> None:
    coach = world.browse(world.home_coach)
    for value, rolls, types in (("app", True, False), ("table", False, True), ("either", True, True)):
        policy(world, value)
        text = coach.get(world.url("log/")).content.decode()
        assert ('name="roll"' in text, 'name="die-2"' in text) == (rolls, types)


def test_only_players_who_can_act_are_offered(world: World) -> None:
    """After the questions before the match, the form of each kind of report is there, with its players."""
    entries = simulated(world.fixture).entries
    before = next(place for place, entry in enumerate(entries) if not isinstance(entry, Rolled | Chosen))
    step = fill(world, before)
    coach = world.browse(world.home_coach)
    numbers = step.replay.available["home"]
    for kind in step.question.kinds:
        page = coach.get(world.url("log/"), {"kind": kind}).content.decode()
        assert f'name="kind" value="{kind}"' in page
    page = coach.get(world.url("log/"), {"kind": "touchdown"}).content.decode()
    assert re.findall(r'value="home:(\d+)"', page) == [str(one) for one in sorted(numbers)]


@pytest.mark.parametrize("page", ["log/", "upload/"])
@pytest.mark.parametrize(
    "who, status",
    [
        ("home_coach", 200),
        ("away_coach", 200),
        ("commissioner", 200),
        ("bystander", 403),
        ("stranger", 403),
    ],
)
def test_who_may_enter(world: World, page: str, who: str, status: int) -> None:
    client = world.browse(getattr(world, who))
    assert client.get(world.url(page)).status_code == status


@pytest.mark.parametrize("page", ["log/", "upload/"])
def test_whoever_is_not_logged_in_is_sent_to_do_so(world: World, page: str) -> None:
    answer = world.browse(None).get(world.url(page))
    assert (answer.status_code, answer["Location"]) == (
        302,
        f"/accounts/login/?next={quote(world.url(page), safe='')}",
    )


def test_every_question_of_random_matches_is_asked_in_words(world: World) -> None:
    """Nothing that the rules ask is shown by its key."""
    from engine.describe import describe_question

    prompts = world.league.rules.prompts
    rng = random.Random(4)
    for seed in rng.sample(range(1000), 5):
        log = simulated(world.fixture, seed)
        for place in range(len(log.entries)):
            question = replay(logs.with_entries(log, log.entries[:place])).waiting_for
            assert question is not None
            assert describe_question(world.league.rules, question, log)
            if isinstance(question, Roll | Choose):
                assert question.key in prompts


def test_a_program_that_sends_an_answer_twice_with_its_key_gets_the_same(world: World) -> None:
    coach = world.browse(world.home_coach)
    address = f"/api/v1/leagues/{world.league.slug}/fixtures/{world.fixture.number}/wizard/"
    sent = {"version": 0, "roll": True}
    answers = [
        coach.post(address, sent, content_type="application/json", headers={"Idempotency-Key": "a-key"})
        for _ in range(2)
    ]
    assert [one.status_code for one in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert MatchLog.objects.get().rolled == [1]
