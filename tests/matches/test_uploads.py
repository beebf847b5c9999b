"""Documents that are handed in: what is wrong is said in one sentence, and nothing but the upload is kept."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from engine.match.log import LARGEST
from league.domain.roles import Forbidden
from matches.domain import logs
from matches.domain.applying import apply_log
from matches.domain.errors import AlreadyApplied, AlreadySubmitted
from matches.domain.logs import Rejected, submit_file
from matches.models import LogStatus, MatchLog, Result
from teams.models import Act
from tests.matches.conftest import World, as_bytes

pytestmark = pytest.mark.django_db

Change = Callable[[dict[str, Any]], Any]


def first(entries: list[dict[str, Any]], kind: str) -> int:
    return next(place for place, entry in enumerate(entries) if entry["kind"] == kind)


def _dice(face: int) -> Change:
    return lambda log: log["entries"][0].update(dice=[face, 3])


def _one_die(log: dict[str, Any]) -> None:
    log["entries"][0]["dice"] = [3]


def _three_dice(log: dict[str, Any]) -> None:
    log["entries"][0]["dice"] = [3, 4, 5]


def _unknown_kind(log: dict[str, Any]) -> None:
    log["entries"].insert(2, {"kind": "earthquake"})


def _unknown_field(log: dict[str, Any]) -> None:
    log["entries"][1]["mood"] = "good"


def _unknown_player(log: dict[str, Any]) -> None:
    place = first(log["entries"], "completion")
    log["entries"][place]["player"] = 98


def _injured(log: dict[str, Any]) -> None:
    """The next to score is one whom an earlier injury keeps out."""
    roster = log["home"]["players"]
    roster[0]["misses"] = True
    place = first(log["entries"], "completion")
    log["entries"].insert(
        place,
        {"kind": "touchdown", "half": 1, "turn": 1, "side": "home", "player": roster[0]["number"]},
    )
    del log["entries"][place + 1 :]


def _after_the_end(log: dict[str, Any]) -> None:
    log["entries"].append({"kind": "roll", "key": "weather", "side": "home", "dice": [3, 4]})


def _too_short(log: dict[str, Any]) -> None:
    del log["entries"][-1]


def _other_match(log: dict[str, Any]) -> None:
    log["home"]["team"] = "Some Others"


def _swapped(log: dict[str, Any]) -> None:
    log["home"], log["away"] = log["away"], log["home"]


BROKEN: dict[str, tuple[Change, str, int | None]] = {
    "unknown format version": (
        lambda log: log.update(format=99),
        "format version 99; Dugout reads the versions 1 and 2",
        None,
    ),
    "format version of before": (
        lambda log: log.update(format=1),
        "fetch the empty log of this match anew, which has version 2",
        None,
    ),
    "no format version": (lambda log: log.pop("format"), "no format version", None),
    "unknown edition": (lambda log: log.update(edition="lrb99"), "edition 'lrb99'", None),
    "other house rules": (lambda log: log.update(house_rules={"league/treasury": 5}), "house rules", None),
    "unknown entry": (_unknown_kind, "Entry 3 (earthquake)", 3),
    "unknown field": (_unknown_field, "Entry 2", 2),
    "unknown player": (_unknown_player, "no player with the number 98", None),
    "a die of 7": (_dice(7), "a D6 cannot show 7", 1),
    "a die of 0": (_dice(0), "a D6 cannot show 0", 1),
    "too few dice": (_one_die, "2D6 takes 2 dice, not 1", 1),
    "too many dice": (_three_dice, "2D6 takes 2 dice, not 3", 1),
    "a touchdown by an injured player": (_injured, "misses this match", None),
    "entries after the end": (_after_the_end, "entries after the end of the match", None),
    "an end that is missing": (_too_short, "before the match does", None),
    "another match": (_other_match, "This log is of Some Others v", None),
    "home and away the wrong way round": (_swapped, "wrong way round", None),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_log_is_refused_in_a_sentence(world: World, name: str) -> None:
    change, sentence, place = BROKEN[name]
    log = json.loads(as_bytes(world.fixture))
    change(log)
    acts = Act.objects.count()
    with pytest.raises(Rejected) as told:
        submit_file(world.fixture, world.home_coach, json.dumps(log).encode())
    assert sentence in told.value.message
    assert told.value.message.endswith(".")
    if place is not None:
        assert told.value.problems[0].entry == place
        assert f"entry {place}" in told.value.message.lower()
    (kept,) = MatchLog.objects.all()
    assert (kept.status, kept.message) == (LogStatus.REJECTED, told.value.message)
    assert Act.objects.count() == acts
    assert not Result.objects.exists()


@pytest.mark.parametrize(
    "document, sentence",
    [
        (b"", "it is not JSON"),
        (b"\xff\xfe\x00 nothing", "it is not JSON"),
        (b"<html>", "it is not JSON"),
        (b"[" * 5000, "it is not JSON"),
        (b"[]", "no format version"),
        (b"null", "no format version"),
        (b'{"format": 1}', "cannot be read"),
        (b" " * (LARGEST + 1), "too large: a match log has at most 5 MB"),
    ],
    ids=["empty", "binary", "markup", "deep", "list", "null", "bare", "large"],
)
def test_no_log_at_all(world: World, document: bytes, sentence: str) -> None:
    with pytest.raises(Rejected, match=sentence):
        submit_file(world.fixture, world.home_coach, document)
    assert MatchLog.objects.get().status == LogStatus.REJECTED


@pytest.mark.both_databases
@pytest.mark.parametrize("name", ["\0", "\ud800", "\U0001f409 Żółć 東京 <b>", "\u202eevil", "é" * 50])
def test_names_of_any_kind_in_a_log_do_no_harm(world: World, name: str) -> None:
    """A name that the league does not know is a difference, and a document that cannot be kept is rejected."""
    log = json.loads(as_bytes(world.fixture))
    log["home"]["players"][0]["name"] = name
    for shorten in (False, True):
        if shorten:
            log["entries"].insert(0, {"kind": "touchdown", "half": 1, "turn": 1, "side": "home", "player": 1})
        with contextlib.suppress(Rejected):
            submit_file(world.fixture, world.home_coach, json.dumps(log).encode())
    assert MatchLog.objects.count() == 2
    for row in MatchLog.objects.all():
        page = world.browse(world.commissioner).get(f"{world.url('preview/')}?log={row.pk}")
        assert page.status_code == 200
        assert "東京 <b>" not in page.content.decode()


def test_numbers_that_no_database_can_hold(world: World) -> None:
    client = world.browse(world.commissioner)
    huge = 10**40
    assert client.get(f"/l/{world.league.slug}/m/{huge}/").status_code == 404
    assert client.get(world.url(f"logs/{huge}.json")).status_code == 404
    assert client.get(world.url("preview/"), {"log": huge}).status_code == 404
    assert client.get(f"/l/{world.league.slug}/fixtures/", {"season": huge}).status_code in (200, 404)
    assert client.post(world.url("log/"), {"version": huge, "die": [huge, "3"]}).status_code == 400


def test_only_the_latest_rejected_uploads_of_a_person_are_kept(world: World) -> None:
    for number in range(logs.KEPT_REJECTED + 3):
        with pytest.raises(Rejected):
            submit_file(world.fixture, world.home_coach, b"%d" % number)
    kept = MatchLog.objects.order_by("pk").values_list("document", flat=True)
    assert list(kept) == [str(number) for number in range(3, logs.KEPT_REJECTED + 3)]


def test_the_same_log_twice_is_kept_once(world: World) -> None:
    document = as_bytes(world.fixture)
    submit_file(world.fixture, world.home_coach, document)
    with pytest.raises(AlreadySubmitted, match="already submitted by home-coach on"):
        submit_file(world.fixture, world.away_coach, document)
    spaced = json.dumps(json.loads(document), indent=2).encode()
    with pytest.raises(AlreadySubmitted):
        submit_file(world.fixture, world.home_coach, spaced)
    assert MatchLog.objects.count() == 1


def test_a_retried_request_gets_the_log_that_it_made(world: World) -> None:
    document = as_bytes(world.fixture)
    log = submit_file(world.fixture, world.home_coach, document, "key")
    assert submit_file(world.fixture, world.home_coach, document, "key") == log
    apply_log(log, world.commissioner)
    assert submit_file(world.fixture, world.home_coach, document, "key") == log
    with pytest.raises(AlreadyApplied):
        submit_file(world.fixture, world.home_coach, document, "another key")
    with pytest.raises(AlreadyApplied):
        submit_file(world.fixture, world.home_coach, b"nonsense")
    assert MatchLog.objects.count() == 1


def test_a_rejection_is_said_again_for_the_same_key(world: World) -> None:
    for _ in range(2):
        with pytest.raises(Rejected, match="it is not JSON"):
            submit_file(world.fixture, world.home_coach, b"?", "key")
    assert MatchLog.objects.count() == 1


@pytest.mark.parametrize("who", ["bystander", "stranger"])
def test_a_coach_hands_in_only_logs_of_an_own_match(world: World, who: str) -> None:
    with pytest.raises(Forbidden):
        submit_file(world.fixture, getattr(world, who), as_bytes(world.fixture))
    assert not MatchLog.objects.exists()


def test_a_winner_is_not_typed_in(world: World) -> None:
    """Who won follows from the score; a log that says it itself is refused."""
    log = json.loads(as_bytes(world.fixture))
    log["winner"] = "away"
    with pytest.raises(Rejected, match="winner"):
        submit_file(world.fixture, world.home_coach, json.dumps(log).encode())


# --- on the page ----------------------------------------------------------------------------------------------


def upload(world: World, who: Any, document: bytes):
    file = SimpleUploadedFile("log.json", document, "application/json")
    return world.browse(who).post(world.url("upload/"), {"file": file})


def test_a_coach_uploads_and_the_commissioner_previews(world: World) -> None:
    answer = upload(world, world.home_coach, as_bytes(world.fixture))
    assert (answer.status_code, answer["Location"]) == (302, world.url())
    answer = upload(world, world.commissioner, as_bytes(world.fixture, 2))
    assert answer["Location"] == f"{world.url('preview/')}?log={MatchLog.objects.latest('pk').pk}"


def test_a_broken_upload_is_explained_on_the_page(world: World) -> None:
    log = json.loads(as_bytes(world.fixture))
    _unknown_kind(log)
    answer = upload(world, world.home_coach, json.dumps(log).encode())
    assert answer.status_code == 400
    assert "Entry 3 (earthquake)" in answer.content.decode()


def test_an_upload_that_is_too_large_is_explained_on_the_page(world: World) -> None:
    answer = upload(world, world.home_coach, b" " * (LARGEST + 1))
    assert answer.status_code == 400
    assert "too large" in answer.content.decode()


def test_a_rejected_upload_is_seen_by_its_submitter_and_the_commissioner(world: World) -> None:
    log = json.loads(as_bytes(world.fixture))
    _after_the_end(log)
    with pytest.raises(Rejected):
        submit_file(world.fixture, world.home_coach, json.dumps(log).encode())
    row = MatchLog.objects.get()
    page = f"{world.url('preview/')}?log={row.pk}"
    for who, status in (
        (world.home_coach, 200),
        (world.commissioner, 200),
        (world.away_coach, 404),
        (world.bystander, 404),
        (world.stranger, 403),
    ):
        assert world.browse(who).get(page).status_code == status
    text = world.browse(world.commissioner).get(page).content.decode()
    assert 'class="entry-bad"' in text
    assert "entries after the end of the match" in text
    assert "Apply the match" not in text
