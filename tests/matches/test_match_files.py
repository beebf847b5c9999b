"""A match file of another program, from its upload to the ledger."""

from __future__ import annotations

import gzip
import html
import io
import pickle
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from engine.formats.counting import tallies
from engine.match import entries as reports
from engine.match.facts import decode_facts
from engine.match.log import encode_log
from engine.questions import SIDES, Refusal, Roll
from engine.roster import SppGained
from league.domain.roles import Forbidden
from league.models import DicePolicy
from matches.domain import amending, importing, logs, queries, sources, wizard
from matches.domain.applying import apply_log
from matches.domain.errors import AlreadyImported, NotApplicable, Overtaken
from matches.domain.fixtures import make_fixture
from matches.domain.statistics import statistics
from matches.models import LogStatus, MatchLog, Result
from teams.domain import naming
from teams.models import Team
from tests.engine.formats.samples import FFB, match_of
from tests.helpers import assert_reconciled
from tests.matches.conftest import World
from tests.matches.filed import (
    FROM_FILE,
    A,
    B,
    a_filed_world,
    answered_all,
    by_hand,
    settled,
    settled_as_shown,
)
from tests.matches.test_api import client, url
from tournaments.domain import archiving

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    """The league of the second file."""
    return a_filed_world(B)


def text_of(answer: Any) -> str:
    """The words of a page, without its tags."""
    page = re.sub(r"<[^>]*>", " ", answer.content.decode())
    return " ".join(html.unescape(page).split())


def started(world: World) -> None:
    """The log of the fixture is started from the file; nobody is settled."""
    importing.start(world.fixture, world.home_coach, match_of(B))


def uploaded(world: World, document: bytes, name: str = "match.bbrz", **more: Any) -> Any:
    coach = world.browse(world.home_coach)
    return coach.post(world.url("upload/"), {"file": SimpleUploadedFile(name, document), **more})


DIFFERENT: dict[Path, tuple[str, ...]] = {
    A: (),
    B: ("Name 28: Bloodweiser Babes: 0 in the log, and 1 in the file.",),
}
"""The client adds gold of the weaker side's treasury to its petty cash, where the rules lower what it is given."""


# --- the whole way ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [A, B], ids=["a", "b"])
def test_a_file_is_applied_with_every_count_that_it_has_itself(path: Path) -> None:
    world = a_filed_world(path)
    file = match_of(path)
    before = {
        (team.pk, one.number): one.spp for team in (world.home, world.away) for one in team.players.all()
    }
    step = answered_all(world.fixture, world.home_coach, path, settled(world.fixture, world.home_coach, path))
    shown = sources.from_file(step.row, step.log, step.replay)
    assert shown is not None
    assert (shown.differences, shown.notes, shown.more) == (DIFFERENT[path], (), False)
    row = logs.submit_draft(world.fixture, world.home_coach, step.row.version)
    result = apply_log(row, world.commissioner)

    assert (result.home_score, result.away_score) == (file.home_result.score, file.away_result.score)
    figures = statistics(step.log, decode_facts(result.facts))
    counted = {(one.side, one.player): one for one in tallies(file)}
    for side in SIDES:
        for number, one in figures[side].players.items():
            told = counted[side, number]
            assert (one.touchdowns, one.completions, one.interceptions, one.casualties, one.mvps) == (
                told.touchdowns,
                told.completions,
                told.interceptions,
                told.casualties,
                told.mvps,
            )
    for recorded in file.totals:
        team = world.home if recorded.side == "home" else world.away
        player = team.players.get(number=recorded.player)
        assert player.spp - before[team.pk, recorded.player] == counted[recorded.side, recorded.player].spp
    home = Team.objects.get(pk=world.home.pk)
    paid = file.home_result.spent_on_inducements or 0
    assert home.treasury == (file.home.treasury or 0) + (file.home_result.winnings or 0) - paid
    assert_reconciled(world.league)


def test_the_pages_lead_from_the_upload_to_the_preview(world: World) -> None:
    coach = world.browse(world.home_coach)
    answer = uploaded(world, B.read_bytes())
    assert answer["Location"] == world.url("file/")
    page = coach.get(world.url("file/"))
    text = text_of(page)
    assert "What the file tells agrees with its own counts for 24 players." in text
    assert "12 players are on the roster by number and name" in text
    assert "Treasury 20,000 20,000" in text
    data = fields(page)
    answer = coach.post(world.url("file/"), data, follow=True)
    text = text_of(answer)
    assert "It is settled who is who. Read from the file: 55 entries." in text
    assert "Read from the file: 55 entries." in text
    assert "The file says that the fan factor of Name 15 changed by +1." in text
    step = wizard.current(world.fixture)
    for dice in FROM_FILE[B].values():
        answer = coach.post(
            world.url("log/"),
            {"version": str(step.row.version), "die": [str(die) for die in dice]},
            follow=True,
        )
        step = wizard.current(world.fixture)
    assert "Everything is answered" in text_of(answer)
    coach.post(world.url("log/submit/"), {"version": str(step.row.version)})
    text = text_of(world.browse(world.commissioner).get(world.url("preview/")))
    assert "Read from the file: 55 entries." in text
    assert f"The log is not what the file says {DIFFERENT[B][0]}" in text


def fields(page: Any) -> dict[str, str]:
    """What a browser sends of the form as it is shown."""
    form = page.context["form"]
    found = {field.html_name: str(field.value() or "") for field in form}
    return found | {"version": str(page.context["found"].row.version)}


# --- who is who ---------------------------------------------------------------------------------------------------


def test_who_is_not_certain_must_be_settled() -> None:
    world = a_filed_world(B)
    team = match_of(B).home.players[0]
    player = world.home.players.get(number=team.number)
    naming.rename_player(world.home, world.commissioner, player.uid, "Skweel Gnawtooth")
    started(world)
    coach = world.browse(world.home_coach)
    page = coach.get(world.url("file/"))
    assert "the only one of this position who is left" in text_of(
        page
    ) or "same number and position" in text_of(page)
    data = fields(page) | {f"home-{team.number}": ""}
    answer = coach.post(world.url("file/"), data)
    assert answer.status_code == 400
    assert wizard.current(world.fixture).log.entries == ()
    coach.post(world.url("file/"), data | {f"home-{team.number}": str(team.number)})
    assert len(wizard.current(world.fixture).log.entries) == 55


def test_two_players_are_never_one(world: World) -> None:
    started(world)
    coach = world.browse(world.home_coach)
    data = fields(coach.get(world.url("file/"))) | {"home-5": "8"}
    answer = coach.post(world.url("file/"), data)
    assert answer.status_code == 400
    assert "Name 3 and Name 4 cannot both be number 8 of Name 15." in text_of(answer)


def test_what_nobody_did_is_left_out_and_told(world: World) -> None:
    started(world)
    coach = world.browse(world.home_coach)
    data = fields(coach.get(world.url("file/"))) | {"home-4": "nobody"}
    text = text_of(coach.post(world.url("file/"), data, follow=True))
    assert "Left out, for nobody on the roster did it: completion of Name 7 (number 4, Name 15)" in text


def test_who_is_who_is_shown_once_it_is_settled(world: World) -> None:
    importing.start(world.fixture, world.home_coach, match_of(B))
    found = importing.in_hand(world.fixture)
    matching = importing.Matching(found.home.who | {4: "nobody"}, found.away.who)
    importing.settle(world.fixture, world.home_coach, matching, found.row.version)
    text = text_of(world.browse(world.home_coach).get(world.url("file/")))
    assert "Who is who File Here 1 Name 13 1 Name 13" in text
    assert "4 Name 7 nobody 5 Name 3 5 Name 3" in text


def test_teams_of_other_names_must_be_confirmed() -> None:
    world = a_filed_world(B, home="Skavenblight Scramblers")
    started(world)
    coach = world.browse(world.home_coach)
    page = coach.get(world.url("file/"))
    said = "The home team is called Name 15 in the file, and Skavenblight Scramblers here."
    assert said in text_of(page)
    data = fields(page) | {"confirmed": ""}
    answer = coach.post(world.url("file/"), data)
    assert (answer.status_code, wizard.current(world.fixture).log.entries) == (400, ())
    assert f"{said} Confirm that they are the same teams." in text_of(answer)
    coach.post(world.url("file/"), data | {"confirmed": "on"})
    assert len(wizard.current(world.fixture).log.entries) == 55


def test_a_match_that_is_the_other_way_round_here_is_turned(world: World) -> None:
    fixture = world.again()
    importing.start(fixture, world.home_coach, match_of(B))
    found = importing.in_hand(fixture)
    assert (found.file.home.name, found.strange) == (world.away.name, ())
    assert len(settled_as_shown(fixture, world.home_coach).log.entries) == 55


def test_home_and_away_are_changed_over_by_hand() -> None:
    world = a_filed_world(B, home="Alpha", away="Beta")
    started(world)
    coach = world.browse(world.home_coach)
    coach.post(world.url("file/turn/"), {"version": "1"})
    found = importing.in_hand(world.fixture)
    assert (found.file.home.name, found.row.version) == (match_of(B).away.name, 2)
    coach.post(world.url("file/turn/"), {"version": "2"})
    assert importing.in_hand(world.fixture).file == match_of(B)


# --- the wizard goes on -------------------------------------------------------------------------------------------


def test_after_each_answer_the_file_goes_on() -> None:
    world = a_filed_world(A)
    step = settled(world.fixture, world.home_coach, A)
    lengths = [len(step.log.entries)]
    while step.question is not None:
        step = wizard.answer(world.fixture, world.home_coach, by_hand(step.question, A), step.row.version)
        lengths.append(len(step.log.entries))
    # Weather; petty cash and what was bought; the fans of both sides; and then the whole match.
    assert lengths == [0, 4, 5, 32, 33, 34, 35]


def test_an_answer_is_taken_back_with_what_the_file_said_after_it() -> None:
    world = a_filed_world(A)
    step = settled(world.fixture, world.home_coach, A)
    for _ in range(3):
        assert step.question is not None
        step = wizard.answer(world.fixture, world.home_coach, by_hand(step.question, A), step.row.version)
    assert len(step.log.entries) == 32
    step = wizard.undo_answer(world.fixture, world.home_coach, step.row.version)
    assert len(step.log.entries) == 5
    assert isinstance(step.question, Roll)
    assert (step.question.key, step.question.side) == ("fans", "away")


def test_one_entry_is_taken_back_and_the_file_waits_until_it_is_told_to_go_on(world: World) -> None:
    step = settled(world.fixture, world.home_coach, B)
    step = wizard.undo_last(world.fixture, world.home_coach, step.row.version)
    assert len(step.log.entries) == 54
    coach = world.browse(world.home_coach)
    assert "Read on from the file" in text_of(coach.get(world.url("log/")))
    coach.post(world.url("log/read-on/"), {"version": str(step.row.version)})
    step = wizard.current(world.fixture)
    assert len(step.log.entries) == 55
    assert "Read on from the file" not in text_of(coach.get(world.url("log/")))


def test_what_a_person_knows_better_stands(world: World) -> None:
    step = settled(world.fixture, world.home_coach, B)
    while not isinstance(step.log.entries[-1], reports.Touchdown):
        step = wizard.undo_last(world.fixture, world.home_coach, step.row.version)
    told = step.log.entries[-1]
    assert isinstance(told, reports.Touchdown)
    step = wizard.undo_last(world.fixture, world.home_coach, step.row.version)
    mine = reports.Touchdown(told.half, told.turn, told.side, 4)
    step = wizard.answer(world.fixture, world.home_coach, mine, step.row.version)
    assert len(step.log.entries) == 55
    step = answered_all(world.fixture, world.home_coach, B, step)
    shown = sources.from_file(step.row, step.log, step.replay)
    assert shown is not None
    assert shown.differences == (
        *DIFFERENT[B],
        "Name 17 (number 4): 1 touchdown in the log, and 0 in the file.",
        "Name 19 (number 6): 1 touchdown in the log, and 2 in the file.",
    )


def test_dice_of_dugout_stand_when_an_answer_is_taken_back(world: World) -> None:
    world.league.dice_policy = DicePolicy.APP
    world.league.save()
    world.fixture.league.dice_policy = DicePolicy.APP
    step = settled(world.fixture, world.home_coach, B)
    step = wizard.answer(world.fixture, world.home_coach, "roll", step.row.version)
    with pytest.raises(Forbidden, match="Dugout rolled these dice"):
        wizard.undo_answer(world.fixture, world.home_coach, step.row.version)
    step = wizard.undo_answer(world.fixture, world.commissioner, step.row.version)
    assert (len(step.log.entries), step.row.rolled) == (55, [])


def test_a_log_that_is_put_aside_may_begin_anew_from_the_same_file(world: World) -> None:
    step = settled(world.fixture, world.home_coach, B)
    wizard.discard(world.fixture, world.home_coach, step.row.version)
    assert len(settled(world.fixture, world.home_coach, B).log.entries) == 55


def test_who_is_who_is_settled_once(world: World) -> None:
    settled(world.fixture, world.home_coach, B)
    with pytest.raises(NotApplicable, match="put it aside to settle anew"):
        settled_as_shown(world.fixture, world.home_coach)


def test_who_saw_another_version_settles_nothing(world: World) -> None:
    started(world)
    with pytest.raises(Overtaken):
        importing.turn(world.fixture, world.home_coach, 7)


# --- one match ----------------------------------------------------------------------------------------------------


def test_the_same_file_is_one_match(world: World) -> None:
    step = answered_all(world.fixture, world.home_coach, B, settled(world.fixture, world.home_coach, B))
    apply_log(logs.submit_draft(world.fixture, world.home_coach, step.row.version), world.commissioner)
    again = make_fixture(world.commissioner, world.league, world.home, world.away, 2)
    # Packed anew it is other bytes, and the same match.
    document = repacked(B)
    assert document != B.read_bytes()
    with pytest.raises(AlreadyImported) as caught:
        importing.import_file(again, world.home_coach, document)
    assert re.fullmatch(
        r"This match is in the league already: it was read for Name 15 v Name 28, round 1, by home-coach on .*\. "
        r"Nothing was changed\.",
        caught.value.message,
    )
    assert (Result.objects.count(), MatchLog.objects.filter(fixture=again).count()) == (1, 0)
    assert_reconciled(world.league)


def test_a_match_that_was_undone_may_come_again(world: World) -> None:
    step = answered_all(world.fixture, world.home_coach, B, settled(world.fixture, world.home_coach, B))
    row = logs.submit_draft(world.fixture, world.home_coach, step.row.version)
    undo = amending.undo(world.commissioner, apply_log(row, world.commissioner), "It was another match.")
    found = amending.consequences(undo)
    amending.commit(undo, world.commissioner, found.sequence, undo.version)
    fixture = queries.get_fixture(world.league, world.fixture.number)
    assert len(settled(fixture, world.home_coach, B).log.entries) == 55
    assert_reconciled(world.league)


def repacked(path: Path) -> bytes:
    found = io.BytesIO()
    with (
        zipfile.ZipFile(path) as archive,
        zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as new,
    ):
        for name in archive.namelist():
            new.writestr(name, archive.read(name))
    return found.getvalue()


def test_a_form_that_is_sent_twice_makes_one_log(world: World) -> None:
    for _ in range(2):
        assert uploaded(world, B.read_bytes(), key="a key")["Location"] == world.url("file/")
    assert MatchLog.objects.count() == 1


def test_a_form_that_is_sent_again_when_its_log_was_put_aside_is_to_be_sent_anew(world: World) -> None:
    uploaded(world, B.read_bytes(), key="a key")
    wizard.discard(world.fixture, world.home_coach, 1)
    answer = uploaded(world, B.read_bytes(), key="a key")
    assert answer.status_code == 409
    assert "This was sent before, and what came of it is no longer in progress; send it anew." in text_of(
        answer
    )
    assert uploaded(world, B.read_bytes(), key=str(answer.context["key"]))["Location"] == world.url("file/")


def test_a_log_that_is_sent_with_the_form_of_a_match_file_is_to_be_sent_anew(world: World) -> None:
    uploaded(world, B.read_bytes(), key="a key")
    answer = uploaded(world, encode_log(logs.template(world.fixture)), key="a key")
    assert answer.status_code == 409
    assert "This was sent before, with a match file of another program; send it anew." in text_of(answer)
    assert MatchLog.objects.get().status == LogStatus.DRAFT


def test_a_log_in_progress_is_not_overwritten(world: World) -> None:
    wizard.answer(world.fixture, world.home_coach, "roll", 0)
    answer = uploaded(world, B.read_bytes())
    assert answer.status_code == 409
    assert "Another log of this match is in progress" in text_of(answer)


# --- what is refused ----------------------------------------------------------------------------------------------


def a_bomb() -> bytes:
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb", b"<Replay>" + b" " * 100_000_000)
    return found.getvalue()


@pytest.mark.parametrize(
    "document, said",
    [
        (pickle.dumps({"a": 1}), "This file is a pickle of Python, which may hold a program"),
        (a_bomb(), "The file unpacks to more than"),
        (b"PK\x03\x04" + b"\xff" * 4_000_000, "The archive is damaged"),
        (b"<Replay></Replay>", "no board is in it"),
        (b"SQLite format 3\0" + b"\0" * 100, "as Blood Bowl 1 keeps its matches in"),
        (FFB[0].read_bytes(), "This match was played by the rules BB2020, and not by the Competition Rules."),
    ],
    ids=["pickle", "bomb", "damaged", "empty", "database", "later rules"],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(world: World, document: bytes, said: str) -> None:
    answer = uploaded(world, document)
    assert answer.status_code == 400
    assert said in text_of(answer)
    assert not MatchLog.objects.exists()


def test_a_file_that_is_too_large_is_refused(world: World) -> None:
    answer = uploaded(world, b"PK\x03\x04" + b"\0" * 5_100_000)
    assert answer.status_code == 400
    assert "The file is too large: at most 5 MB are read." in text_of(answer)


def test_only_those_of_the_match_hand_in_a_file(world: World) -> None:
    for person in (world.bystander, world.stranger):
        with pytest.raises(Forbidden):
            importing.start(world.fixture, person, match_of(B))
    step = settled(world.fixture, world.away_coach, B)
    for verb in (wizard.read_on, wizard.undo_answer):
        with pytest.raises(Forbidden):
            verb(world.fixture, world.bystander, step.row.version)
    assert MatchLog.objects.get().status == LogStatus.DRAFT


def test_without_a_file_there_is_nothing_to_settle(world: World) -> None:
    coach = world.browse(world.home_coach)
    assert coach.get(world.url("file/"))["Location"] == world.url("upload/")
    with pytest.raises(Refusal, match="No match file fills this log"):
        wizard.read_on(world.fixture, world.home_coach, 0)


# --- pages --------------------------------------------------------------------------------------------------------


def test_no_page_takes_more_queries_in_a_larger_league(world: World) -> None:
    coach = world.browse(world.home_coach)

    def queries(page: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert coach.get(world.url(page)).status_code == 200
        return len(captured)

    started(world)
    before = queries("file/")
    later = [world.again(round) for round in range(2, 6)]
    assert queries("file/") == before
    settled_as_shown(world.fixture, world.home_coach)
    before = queries("log/")
    for fixture in later:
        wizard.answer(fixture, world.commissioner, "roll", 0)
    assert queries("log/") == before


def test_a_gain_is_told_in_the_ledger(world: World) -> None:
    """Whoever scored three times has nine points more."""
    step = answered_all(world.fixture, world.home_coach, B, settled(world.fixture, world.home_coach, B))
    assert step.replay.outcome is not None
    scorer = next(one for one in step.log.home.players if one.number == 7)
    gained = [
        one
        for one in step.replay.outcome.home_events
        if isinstance(one, SppGained) and one.player == scorer.id
    ]
    assert sum(one.points for one in gained) == 9


# --- the API ------------------------------------------------------------------------------------------------------


def test_a_file_is_handed_in_settled_and_read_on_from_by_the_api(world: World) -> None:
    api = client(world.home_coach)
    sent = {"file": SimpleUploadedFile("match.bbrz", B.read_bytes())}
    answer = api.post(url(world, "match-file/"), sent, format="multipart")
    assert answer.status_code == 201
    found = answer.json()
    assert found == api.get(url(world, "match-file/")).json()
    assert (found["version"], found["settled"], found["score"], found["strange"]) == (1, False, [3, 3], [])
    assert found["home"]["before"][2] == {
        "what": "treasury",
        "file": "20,000",
        "league": "20,000",
        "differs": False,
    }
    assert found["home"]["players"][0] == {
        "number": 5,
        "name": "Name 3",
        "position": "Gutter Runner",
        "kind": "roster",
        "who": "5",
        "certainty": "sure",
        "why": "same number and name",
    }
    who = {
        side: {str(one["number"]): one["who"] for one in found[side]["players"]} for side in ("home", "away")
    }
    step = api.post(url(world, "match-file/settlement/"), {"version": 1, **who}, format="json").json()
    assert (step["entries"], step["from_file"]["told"], step["from_file"]["more"]) == (55, 55, False)
    assert step["from_file"]["hint"] == "The file says that the fan factor of Name 15 changed by +1."
    step = api.post(url(world, "wizard/undo/"), {"version": step["version"]}, format="json").json()
    assert (step["entries"], step["from_file"]["more"]) == (54, True)
    step = api.post(url(world, "wizard/read-on/"), {"version": step["version"]}, format="json").json()
    assert step["entries"] == 55
    given = {"version": step["version"], "answer": True}
    step = api.post(url(world, "wizard/undo/"), given, format="json").json()
    assert (step["entries"], step["question"]["key"]) == (0, "weather")


def test_a_match_file_is_no_log(world: World) -> None:
    sent = {"file": SimpleUploadedFile("match.bbrz", B.read_bytes())}
    answer = client(world.home_coach).post(url(world, "logs/"), sent, format="multipart")
    said = "This is a match file of another program; hand it in as the match file of the match."
    assert (answer.status_code, answer.json()["detail"]) == (400, said)
    assert not MatchLog.objects.exists()


def test_a_packed_log_of_dugout_is_told_to_be_one(world: World) -> None:
    answer = uploaded(world, gzip.compress(encode_log(logs.template(world.fixture))))
    assert answer.status_code == 400
    assert "This is a match log of Dugout in an archive; unpack it" in text_of(answer)


@pytest.mark.parametrize(
    "home, said",
    [
        (
            {"5": "the tall one"},
            "Say who a player is by a shirt number, 'hired' or 'nobody', and not 'the tall one'.",
        ),
        ({"five": "5"}, "This does not say who is who: "),
        ({"5": "5"}, "Say who Name 4 (number 8) of Name 15 is."),
    ],
)
def test_the_api_says_what_is_not_settled(world: World, home: dict[str, str], said: str) -> None:
    started(world)
    given = {"version": 1, "home": home, "away": {}}
    answer = client(world.home_coach).post(url(world, "match-file/settlement/"), given, format="json")
    assert answer.status_code == 400
    assert answer.json()["detail"].startswith(said)


def test_home_and_away_are_changed_over_by_the_api(world: World) -> None:
    started(world)
    answer = client(world.home_coach).post(url(world, "match-file/turn/"), {"version": 1}, format="json")
    assert (answer.status_code, answer.json()["home_name"]) == (200, "Name 28")


# --- elsewhere ----------------------------------------------------------------------------------------------------


def elsewhere(step_of: Callable[[World], Any]) -> bytes:
    """The archive of the league in an installation that has nothing else in common with this one."""
    file = io.BytesIO()
    with transaction.atomic():
        world = a_filed_world(B)
        step_of(world)
        archiving.backup(file, [world.league.slug])
        transaction.set_rollback(True)
    return file.getvalue()


def test_a_log_goes_on_from_its_file_in_another_installation() -> None:
    archive = elsewhere(lambda world: settled(world.fixture, world.home_coach, B))
    (league,) = archiving.restore(io.BytesIO(archive))
    by = league.memberships.get(role="commissioner").user
    fixture = league.fixtures.select_related("league", "home", "away").get()
    step = wizard.undo_last(fixture, by, wizard.current(fixture).row.version)
    assert len(step.log.entries) == 54
    step = wizard.read_on(fixture, by, step.row.version)
    assert len(step.log.entries) == 55
    with pytest.raises(AlreadyImported):
        importing.start(make_fixture(by, league, fixture.home, fixture.away, 2), by, match_of(B))


@pytest.mark.parametrize(
    "old, new, said",
    [
        ('"matching":{"away":', '"matching":{"everywhere":', "The match file of a log cannot be read"),
        (match_of(B).digest, "0" * 64, "The match file of a log is not the one that was stored"),
    ],
    ids=["matching", "digest"],
)
def test_an_archive_with_another_file_is_refused(old: str, new: str, said: str) -> None:
    archive = elsewhere(lambda world: settled(world.fixture, world.home_coach, B))
    lines = gzip.decompress(archive).decode()
    assert old in lines
    with pytest.raises(Refusal, match=said), transaction.atomic():
        archiving.restore(io.BytesIO(gzip.compress(lines.replace(old, new, 1).encode())))
