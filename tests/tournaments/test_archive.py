"""A league leaves as one file, and comes to the same wherever it is imported."""

from __future__ import annotations

import gzip
import io
import json
import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.test import APIClient

from engine.questions import Refusal
from engine.roster import decode_events
from league.domain import invitations, leagues
from league.domain.roles import Forbidden
from league.models import League, Season, User
from matches.domain import amending
from matches.domain.applying import PATIENCE, apply_or_queue
from matches.models import Amendment, AmendmentStatus, LogStatus, MatchLog, Result
from teams.models import Act, Player, RosterEvents, Team
from tests.crash.stories import begun, committed
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_league,
    a_played_match,
    a_user,
    assert_reconciled,
    browser,
    coach_of,
)
from tests.rows import dump, models
from tests.teams import test_reconciling as random_seasons
from tests.tournaments.whole import NEWS, PEOPLE, TEAMS, a_whole_league
from tournaments.domain import archive_reading, archive_records, archiving
from tournaments.domain.archive_loading import Occupied
from tournaments.domain.leaders import boards
from tournaments.domain.standings import table

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


SEASONS = int(os.environ.get("DUGOUT_SEASONS", "6"))


@dataclass
class Source:
    """A league of another installation, which has nothing in common with this one but its archive."""

    archive: bytes
    rows: dict[str, list[dict[str, Any]]]
    shown: dict[str, Any]

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in gzip.decompress(self.archive).splitlines()]


def shown(league: League) -> dict[str, Any]:
    """What its pages show of all teams: tables of both seasons and boards."""
    cache.clear()
    return {
        "tables": [
            [(line.slug, line.name, str(line.row).partition(",")[2], line.moved) for line in table(season)]
            for season in Season.objects.select_related("league").filter(league=league).order_by("number")
        ],
        "boards": boards(league),
    }


@pytest.fixture(scope="module")
def source(django_db_setup: None, django_db_blocker: Any) -> Source:
    with django_db_blocker.unblock(), transaction.atomic():
        cache.clear()
        league = a_whole_league()
        assert_reconciled(league)
        found = Source(exported(league), dump(*APART), shown(league))
        transaction.set_rollback(True)
    return found


APART = ("User", "Invitation")
"""Accounts stay where they are, all but their names; invitations are secrets."""


def exported(league: League) -> bytes:
    file = io.BytesIO()
    archiving.backup(file, [league.slug])
    return file.getvalue()


def imported(archive: bytes) -> League:
    (league,) = archiving.restore(io.BytesIO(archive))
    return league


def packed(lines: list[Any]) -> bytes:
    """An archive of these lines; bytes stand as they are."""
    texts = [
        line if isinstance(line, bytes) else json.dumps(line, ensure_ascii=False).encode() for line in lines
    ]
    return gzip.compress(b"".join(text + b"\n" for text in texts))


def refused(archive: bytes) -> str:
    """Why it is refused; nothing of it is there."""
    before = dump()
    with pytest.raises(Refusal) as refusal, transaction.atomic():
        archiving.restore(io.BytesIO(archive))
    assert dump() == before
    return refusal.value.message


# --- there and back -----------------------------------------------------------------------------------------------


def test_every_row_comes_to_the_same(source: Source) -> None:
    league = imported(source.archive)
    assert dump(*APART) == source.rows
    assert shown(league) == source.shown
    assert_reconciled(league)


def test_what_was_imported_is_exported_to_the_same_bytes(source: Source) -> None:
    assert exported(imported(source.archive)) == source.archive


def test_a_league_is_exported_to_the_same_bytes_twice() -> None:
    league = a_league()
    a_played_match(a_drafted_team(league, "Orc"), a_drafted_team(league, "Human"))
    assert exported(league) == exported(league)


def test_an_archive_is_the_same_on_every_day(monkeypatch: pytest.MonkeyPatch) -> None:
    league = a_league()
    before = exported(league)
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    assert exported(league) == before


def test_importing_twice_changes_nothing(source: Source) -> None:
    """Case 7: history is counted once, and the second time is refused."""
    imported(source.archive)
    once = dump()
    with pytest.raises(
        Occupied, match=r"is there already and is not empty: \d+ acts are in its ledger\. Nothing was"
    ):
        imported(source.archive)
    assert dump() == once


def test_no_deed_of_a_player_is_counted_twice(source: Source) -> None:
    """Case 7: a player is one row, worth what he is worth, whatever was told of him."""
    before = {(row["team_id"], row["uid"]): row for row in source.rows["Player"]}
    imported(source.archive)
    assert Player.objects.count() == len(before)
    for player in Player.objects.all():
        told = RosterEvents.objects.filter(team=player.team, act__replaced_by=None)
        gained = [
            event.points
            for row in told
            for event in decode_events(row.events)
            if getattr(event, "source", "") and event.player == player.uid
        ]
        assert player.spp == sum(gained)


@pytest.mark.parametrize("name", TEAMS)
def test_names_of_teams_stay_to_the_byte(source: Source, name: str) -> None:
    """Case 10."""
    imported(source.archive)
    assert [team.name.encode() for team in Team.objects.filter(name=name)] == [name.encode()]


def test_names_of_people_and_news_stay_to_the_byte(source: Source) -> None:
    """Case 10: accents, other scripts, other directions of writing, what looks like an escape."""
    league = imported(source.archive)
    assert set(PEOPLE) < set(league.memberships.values_list("user__username", flat=True))
    assert league.bulletins.get(title="Novinky").text == NEWS


def test_a_document_stays_to_the_byte(source: Source) -> None:
    imported(source.archive)
    kept = [row["document"] for row in source.rows["MatchLog"]]
    assert list(MatchLog.objects.order_by("pk").values_list("document", flat=True)) == kept


def test_a_league_that_nothing_has_happened_in_goes_there_and_back() -> None:
    with transaction.atomic():
        archive = exported(a_league("Empty Cup"))
        transaction.set_rollback(True)
    assert exported(imported(archive)) == archive


def test_several_leagues_share_an_archive_and_nothing_else() -> None:
    with transaction.atomic():
        for name in ("First Cup", "Second Cup"):
            league = a_league(name)
            a_drafted_team(league, "Orc", a_coach(league), "Gouged Eye")
        file = io.BytesIO()
        assert [one.slug for one in archiving.backup(file)] == ["first-cup", "second-cup"]
        transaction.set_rollback(True)
    made = archiving.restore(io.BytesIO(file.getvalue()))
    assert [league.name for league in made] == ["First Cup", "Second Cup"]
    again = io.BytesIO()
    archiving.backup(again)
    assert again.getvalue() == file.getvalue()


def test_what_was_imported_goes_on(source: Source) -> None:
    """The next act has the next number, an old key of a client is still known, and a match can be corrected."""
    league = imported(source.archive)
    by = league.memberships.get(role="commissioner").user
    User.objects.filter(pk=by.pk).update(is_active=True)
    last = league.sequence
    teams = {team.name: team for team in league.teams.all()}
    a_played_match(teams["=cmd()"], teams["東京ドラゴンズ"], round=2)
    league.refresh_from_db()
    assert league.sequence == last + 1
    assert Act.objects.get(league=league, idempotency_key="a key of the client").kind == "buy"
    result = Result.objects.select_related("fixture__league").order_by("-pk")[0]
    committed(begun(by, result), by)()
    assert_reconciled(league)


@settings(
    max_examples=SEASONS,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.integers(0, 2**32))
def test_random_seasons_come_to_the_same_elsewhere(db: None, seed: int) -> None:
    with transaction.atomic():
        season = random_seasons.Season(random.Random(seed))
        season.play(deeds=25)
        archive, rows, pages = exported(season.league), dump(*APART), shown(season.league)
        transaction.set_rollback(True)
    with transaction.atomic():
        league = imported(archive)
        # Whoever was in the season and is named by no record of it is not there.
        assert dump(*APART) == rows
        assert shown(league) == pages
        assert exported(league) == archive
        assert_reconciled(league)
        transaction.set_rollback(True)


# --- what is in it, and what is not -------------------------------------------------------------------------------


DERIVED = {
    "User": "*",
    "Invitation": "*",
    "Player": "*",
    "Schedule": {"league", "weekday", "hour", "zone"},
    "League": {"name_key", "search_key", "proved", "differences"},
    "Membership": {"league", "user", "role", "joined", "weekly_mail", "match_mail", "feed_key"},
    "Mailing": "*",
    "MatchMail": "*",
    "Webhook": "*",
    "Delivery": "*",
    "Season": {"league"},
    "RuleBook": {"league"},
    "Bulletin": {"league"},
    "Picture": {"league"},
    "Team": "*",
    "Act": {"league"},
    "RosterEvents": {"act", "team", "events"},
    "TradeOffer": {"league"},
    "Fixture": {"league"},
    "MatchLog": {"answered"},
    "Result": {"facts"},
    "Amendment": {"league"},
    "Publication": {"league"},
    "Competition": {"league"},
}
"""Columns without a field of their own: derived, secret, told by the record that they belong to, or of use to nobody
elsewhere, as the keys of answers that a phone may send again.
"""


def test_whatever_a_model_gains_is_in_the_archive_or_named_here() -> None:
    records = {kind.__name__.removesuffix("Record"): kind for kind in archive_records.ORDER}
    records["MatchLog"] = records["Log"]
    missing = []
    for model in models():
        apart = DERIVED.get(model.__name__, set())
        if apart == "*":
            continue
        told = set(records[model.__name__].__struct_fields__) if model.__name__ in records else set()
        fields = {field.name for field in model._meta.concrete_fields if not field.primary_key}
        missing += [f"{model.__name__}.{name}" for name in sorted(fields - told - set(apart))]
    assert missing == []


def test_the_description_names_every_field_of_every_record() -> None:
    text = (site.BASE_DIR / "docs" / "archive.md").read_text()
    told = {line.split("`")[1]: set(line.split("`")) for line in text.splitlines() if line.startswith("| `")}
    missing = {
        kind.__struct_config__.tag: sorted(set(kind.__struct_fields__) - told[kind.__struct_config__.tag])
        for kind in archive_records.ORDER
    }
    assert missing == {tag: [] for tag in told}


def test_no_secret_leaves() -> None:
    league = a_league()
    coach = a_coach(league, "coach")
    coach.email, coach.first_name, coach.last_name = "coach@example.org", "Grim", "Ironjaw"
    coach.set_password("swordfish")
    coach.save()
    token = invitations.invite(a_commissioner(league), league).token
    told = gzip.decompress(exported(league)).decode()
    for secret in (coach.email, coach.password, "swordfish", token, "Ironjaw"):
        assert secret not in told
    assert '"coach"' in told


def test_acts_of_an_older_dugout_name_people_and_logs_by_their_names() -> None:
    """And they have no answers where today's have them."""
    league = a_league()
    result = a_played_match(a_drafted_team(league, "Orc"), a_drafted_team(league, "Human"))
    coach = coach_of(result.fixture.home)
    drafted = Act.objects.get(league=league, sequence=1)
    Act.objects.filter(pk=drafted.pk).update(parameters={**drafted.parameters, "coach": coach.pk})
    Act.objects.filter(pk=result.act_id).update(
        parameters={**result.act.parameters, "log": result.log_id}, answers=[]
    )
    acts = [json.loads(line) for line in gzip.decompress(exported(league)).splitlines()]
    acts = [act for act in acts if act["record"] == "act"]
    assert acts[0]["parameters"]["coach"] == coach.username
    assert acts[-1]["parameters"]["log"] == result.log.digest
    assert acts[-1]["answers"] == []


def test_a_coach_whose_account_has_another_name_now_keeps_the_team() -> None:
    with transaction.atomic():
        league = a_league()
        coach = a_coach(league, "before")
        a_drafted_team(league, "Orc", coach)
        coach.username = "after"
        coach.save()
        archive = exported(league)
        transaction.set_rollback(True)
    assert imported(archive).teams.get().coach.username == "after"


# --- where it is imported -----------------------------------------------------------------------------------------


def test_people_are_found_by_their_names_and_those_who_are_missing_cannot_log_in(source: Source) -> None:
    there = a_user("Ærø", email="aero@example.org", password="swordfish")
    league = imported(source.archive)
    there.refresh_from_db()
    assert (there.is_active, there.email, there.check_password("swordfish")) == (
        True,
        "aero@example.org",
        True,
    )
    assert league.teams.get(coach=there).name == "é" * 50
    new = User.objects.get(username="Žluťoučký")
    assert (new.is_active, new.has_usable_password(), new.email, new.is_staff) == (False, False, "", False)


def test_an_empty_league_of_the_same_address_is_filled(source: Source) -> None:
    there = a_league("Žižkovský pohár “东京”", public=False)
    a_coach(there, "somebody else")
    league = imported(source.archive)
    assert league.pk == there.pk
    assert League.objects.get().public is True
    assert exported(league) == source.archive


def test_a_league_with_a_team_is_not_empty(source: Source) -> None:
    there = a_league("Žižkovský pohár “东京”")
    a_drafted_team(there, accepted=False)
    assert refused(source.archive) == (
        "The league Žižkovský pohár “东京” (zizkovsky-pohar) is there already and is not empty: 1 acts are in its "
        "ledger. Nothing was changed."
    )


def test_another_league_of_the_same_name_stands_in_the_way(source: Source) -> None:
    there = a_league("Something else")
    leagues.change_settings(a_commissioner(there), there, name="ŽIŽKOVSKÝ pohár “东京”")
    assert refused(source.archive) == (
        "There is a league named ŽIŽKOVSKÝ pohár “东京” already, with another address (something-else); "
        "nothing was changed."
    )


def test_one_league_in_the_way_keeps_all_of_them_out() -> None:
    for name in ("First Cup", "Second Cup"):
        a_drafted_team(a_league(name))
    file = io.BytesIO()
    archiving.backup(file)
    League.objects.filter(slug="first-cup").update(slug="moved", name_key="moved")
    assert refused(file.getvalue()).startswith("The league Second Cup (second-cup) is there already")


def test_only_the_staff_imports(source: Source) -> None:
    with pytest.raises(Forbidden):
        archiving.import_archive(a_user(), io.BytesIO(source.archive), len(source.archive))


# --- what is wrong with an archive --------------------------------------------------------------------------------


def place(source: Source, record: str, number: int = 0, **said: Any) -> int:
    """The line, from 1, of one of these records that say so."""
    found = [
        line
        for line, one in enumerate(source.lines, 1)
        if one["record"] == record and all(one[name] == value for name, value in said.items())
    ]
    return found[number]


def changed(source: Source, line: int, **fields: Any) -> bytes:
    lines: list[Any] = source.lines
    lines[line - 1] |= fields
    return packed(lines)


def without(lines: list[Any], record: str) -> list[Any]:
    return [line for line in lines if line["record"] != record]


Fault = tuple[str, int, dict[str, Any], str]

FAULTS: dict[str, Fault] = {
    "an edition that nobody knows": ("league", 0, {"edition": "lrb99"}, "There is no edition of the rules"),
    "house rules that do not fit": (
        "league",
        0,
        {"house_rules": {"match/nothing": 1}},
        "House rule 'match/nothing' does not fit",
    ),
    "a name that is none": ("league", 0, {"name": " spaces "}, "' spaces ' is no clean name"),
    "a column that is too narrow": (
        "league",
        0,
        {"win_points": 99999999},
        "win points must be between -32768 and",
    ),
    "a way to roll dice that is none": (
        "league",
        0,
        {"dice_policy": "chance"},
        "dice policy cannot be 'chance'",
    ),
    "an address that is none": ("league", 0, {"slug": "../etc"}, "slug does not fit"),
    "a field that nobody knows": ("league", 0, {"pk": 1}, "it contains unknown field `pk`"),
    "a number that is a text": ("league", 0, {"sequence": "1"}, "Expected `int`, got `str`"),
    "another last act": (
        "league",
        0,
        {"sequence": 999},
        "the league's last act is number 999, and the archive ends",
    ),
    "an organiser whom nobody knows": (
        "competition",
        0,
        {"organiser": "nobody"},
        "there is no person 'nobody' among the league's",
    ),
    "a season of a competition that is not there": ("competition", 0, {"season": 9}, "there is no season 9"),
    "tie-breakers that are none": (
        "competition",
        0,
        {"criteria": [{"key": "beauty"}]},
        "There is no tie-breaker called beauty",
    ),
    "an entry of no competition": ("entry", 0, {"competition": 99}, "there is no competition 99"),
    "an entry of no team": ("entry", 0, {"team": "nowhere"}, "there is no team 'nowhere'"),
    "points for nobody": ("adjustment", 0, {"entry": 99}, "there is no entry 99 in competition 1"),
    "a format that is none": ("stage", 0, {"format": "lottery"}, "format cannot be 'lottery'"),
    "a draw of nobody": (
        "stage",
        0,
        {"draw": {"entrants": [1, 99]}},
        "there is no entry 99 in competition 1",
    ),
    "a round of no stage": ("round", 0, {"stage": 7}, "there is no stage 7 in competition 1"),
    "a pairing of no round": (
        "pairing",
        0,
        {"round": 8},
        "there is no round 8 in stage 1 of competition 1",
    ),
    "a pairing with oneself": ("pairing", 0, {"home": 1, "away": 1}, "is against itself"),
    "a pairing with a match of others": ("pairing", 0, {"fixture": 1}, "match 1 is not one of"),
    "a role that is none": ("person", 0, {"role": "king"}, "role cannot be 'king'"),
    "a name that is too long": ("person", 0, {"name": "x" * 151}, "'xxxxxxxxxx"),
    "a member who never joined": ("person", 0, {"joined": None}, "a member has a role and a day of joining"),
    "somebody twice": ("person", 1, {"name": "o.malley"}, "the person 'o.malley' is there twice"),
    "two seasons at once": ("season", 0, {"current": True}, "it contradicts a record before it"),
    "no season": ("season", 1, {"current": False}, "no season of the league is being played"),
    "rules of the future": (
        "rule_book",
        0,
        {"after": 9999},
        "the rules hold after act 9999, which is not there",
    ),
    "an author who is not there": ("bulletin", 0, {"author": "nobody"}, "there is no person 'nobody'"),
    "a team twice": (
        "team",
        1,
        {"slug": "r-akarps-osterlenare"},
        "there is a team 'r-akarps-osterlenare' already",
    ),
    "a team without acts": (
        "team",
        6,
        {"slug": "unheard-of"},
        "tells of a team 'withdrawn', which is not there",
    ),
    "a gap in the acts": ("act", 1, {"sequence": 3}, "act 3 stands where act 2 should"),
    "an act out of place": ("act", 1, {"place": 5}, "act 2 has the place 5, which is yet to come"),
    "two acts at one place": ("act", 1, {"place": 1}, "two acts stand at the place 1"),
    "an act replaced by none": (
        "act",
        3,
        {"replaced_by": 5},
        "act 4 is replaced by act 5, which is not there",
    ),
    "an amendment of the future": (
        "act",
        3,
        {"amendment": 9},
        "act 4 belongs to an amendment that is not there",
    ),
    "events of an unknown team": (
        "act",
        1,
        {"events": [{"team": "elsewhere", "events": "[]"}]},
        "act 2 tells of a team 'elsewhere', which is not there",
    ),
    "events that cannot be read": (
        "act",
        1,
        {"events": [{"team": "drachen", "events": '[{"event":"flood"}]'}]},
        "the events of act 2 for 'drachen' cannot be read",
    ),
    "events that cannot be applied": (
        "act",
        1,
        {"events": [{"team": "r-akarps-osterlenare", "events": '[{"event":"miss_served","player":99}]'}]},
        "act 2 cannot be applied to 'r-akarps-osterlenare': Ærø Åkarps Österlenare has never had a player with",
    ),
    "one team told of twice": (
        "act",
        1,
        {"events": [{"team": "drachen", "events": "[]"}, {"team": "drachen", "events": "[]"}]},
        "act 2 tells of one team twice",
    ),
    "answers to nothing": (
        "improvement",
        0,
        {"answers": [{"kind": "shout"}]},
        "the answers of the star player roll",
    ),
    "an improvement of no team": ("improvement", 0, {"team": "elsewhere"}, "there is no team 'elsewhere'"),
    "an improvement of no act": ("improvement", 0, {"act": 999}, "there is no act 999"),
    "a deal that is none": (
        "trade_offer",
        0,
        {"deal": {"gives": 1}},
        "the deal that is offered cannot be read",
    ),
    "a match of no season": ("fixture", 0, {"season": 9}, "there is no season 9"),
    "a match of a team with itself": (
        "fixture",
        0,
        {"home": "team", "away": "team"},
        "it contradicts a record",
    ),
    "a match of no kind": ("fixture", 0, {"stage": "duel"}, "stage cannot be 'duel'"),
    "a result too many": ("fixture", 0, {"status": "open"}, "match 1 is 'to be played' and has a result"),
    "a result too few": ("fixture", 5, {"status": "played"}, "match 6 is 'played' and has no result"),
    "a gap in the logs": ("log", 1, {"number": 3}, "log 3 stands where log 2 should"),
    "a log of no match": ("log", 0, {"fixture": 99}, "there is no match 99"),
    "a document that is none": (
        "log",
        0,
        {"document": "{}"},
        "This file is not a match log: it has no format version",
    ),
    "two documents for one": (
        "log",
        0,
        {"digest": "0" * 64},
        "the document of log 1 is not the one that was stored",
    ),
    "a result of another log": ("result", 0, {"log": 2}, "log 2 is not the one that was applied to match 1"),
    "a score that was not": (
        "result",
        0,
        {"home_score": 77},
        "result of match 1 does not follow from its log: home score",
    ),
    "an amendment of no log": ("amendment", 0, {"log": 99}, "there is no log 99"),
    "an amendment of no act": ("amendment", 0, {"act": 999}, "there is no act 999"),
    "a picture of no bulletin": ("picture", 0, {"bulletin": 9}, "bulletin 9, which is not there"),
    "a picture that is none": ("picture", 0, {"data": "PHN2Zz4="}, "is none that Dugout has made"),
    "a picture of another name": ("picture", 0, {"name": "../../x.webp"}, "is none that Dugout has made"),
    "a week that never was": ("publication", 0, {"week": 77}, "it contradicts a record before it"),
    "a table of nobody": ("publication", 0, {"table": [{}]}, "a line of the published table names no team"),
    "a page that is none": ("publication", 0, {"deaths": [1]}, "cannot be read"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_in_a_sentence_with_its_line(source: Source, fault: str) -> None:
    kind, number, fields, sentence = FAULTS[fault]
    line = place(source, kind, number)
    told = refused(changed(source, line, **fields))
    assert sentence in told
    assert told.endswith(".")
    where = {
        "two seasons at once": place(source, "season", 1),
        "another last act": place(source, "improvement"),
        "no season": place(source, "league"),
        "a team without acts": place(source, "act", 0, kind="draft", place=18),
    }.get(fault, line)
    assert told.startswith(f"Line {where}")


def test_two_teams_of_one_name_are_refused(source: Source) -> None:
    lines: list[Any] = source.lines
    line = place(source, "act", sequence=3)
    for events in lines[line - 1]["events"]:
        events["events"] = events["events"].replace("O'Malley's <b>Bruisers</b>", "ærø åkarps österlenare")
    told = refused(packed(lines))
    assert told == (
        f"Line {place(source, 'team', 1)}: "
        "the teams 'r-akarps-osterlenare' and 'omalleys-bbruisersb' have the same name."
    )


def test_records_in_another_order_are_refused(source: Source) -> None:
    lines: list[Any] = source.lines
    lines.insert(-1, lines.pop(place(source, "picture") - 1))
    last = len(lines) - 1
    assert refused(packed(lines)) == f"Line {last}: a record of the kind 'picture' stands too late."


def test_a_record_before_any_league_is_refused(source: Source) -> None:
    assert refused(packed([source.lines[0], *source.lines[2:]])) == "Line 2 belongs to no league."


def test_an_archive_without_a_league_is_refused(source: Source) -> None:
    assert refused(packed([source.lines[0], {"record": "end", "lines": 1}])) == "The archive holds no league."


WRITTEN_BADLY: dict[str, tuple[Callable[[list[Any]], bytes], str]] = {
    "not packed": (lambda lines: b"PK\x03\x04", "This is no archive of Dugout: it is not packed with gzip."),
    "nothing": (lambda lines: b"", "This is no archive of Dugout: line 1 is not JSON."),
    "a picture": (
        lambda lines: gzip.compress(b"\x89PNG"),
        "This is no archive of Dugout: line 1 is not JSON.",
    ),
    "something else": (
        lambda lines: packed([{"format": "csv"}]),
        "This is no archive of Dugout: line 1 does not name the format 'dugout league archive'.",
    ),
    "another version": (
        lambda lines: packed([{**lines[0], "version": 2}, *lines[1:]]),
        "Line 1 says that the archive is of version 2; this Dugout reads version 1.",
    ),
    "half of it": (lambda lines: packed(lines)[:5000], "The archive is cut off after line "),
    "without its end": (lambda lines: packed(lines[:-1]), "its last line is missing."),
    "a line lost": (
        lambda lines: packed(without(lines, "picture")),
        "ends the archive after ",
    ),
    "more after the end": (lambda lines: packed([*lines, {}]), "ends the archive, and line "),
    "rubbish after the end": (lambda lines: packed(lines) + b"rubbish", "The archive is damaged after line "),
    "no JSON": (lambda lines: packed([*lines[:4], b"{", *lines[5:]]), "Line 5 is not JSON."),
    "no Unicode": (
        lambda lines: packed([*lines[:4], b'{"record":"\xff"}', *lines[5:]]),
        "Line 5 is not JSON.",
    ),
    "an empty line": (lambda lines: packed([*lines[:4], b"", *lines[5:]]), "Line 5 is not JSON."),
    "a NUL": (
        lambda lines: packed([*lines[:4], b'{"record":"person","name":"a\\\\\\u0000"}', *lines[5:]]),
        "Line 5 holds a NUL character.",
    ),
    "an unknown record": (
        lambda lines: packed([*lines[:4], {"record": "pickle"}]),
        "Line 5 cannot be read: ",
    ),
    "deeper than deep": (
        lambda lines: packed([*lines[:4], b'{"record":' + b"[" * 100_000 + b"]" * 100_000 + b"}"]),
        "Line 5 ",
    ),
}


@pytest.mark.parametrize("fault", WRITTEN_BADLY)
def test_a_file_that_is_no_archive_is_refused(source: Source, fault: str) -> None:
    write, sentence = WRITTEN_BADLY[fault]
    assert sentence in refused(write(source.lines))


def test_a_small_file_that_stands_for_a_large_one_is_not_unpacked(
    source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = io.BytesIO(packed([*source.lines[:2], b'"' + b"0" * (archive_reading.LONGEST_LINE + 1)]))
    assert len(file.getvalue()) < 100_000
    with pytest.raises(Refusal, match=r"^Line 3 is longer than 16 MB\.$"):
        list(archive_reading.read(file))
    monkeypatch.setattr(archive_reading, "LARGEST", 5000)
    with pytest.raises(
        Refusal, match=r"^The archive comes to more than .* when it is unpacked \(line \d+\)\.$"
    ):
        list(archive_reading.read(io.BytesIO(source.archive)))
    monkeypatch.undo()
    monkeypatch.setattr(archive_reading, "MOST_LINES", 10)
    with pytest.raises(Refusal, match=r"^The archive has more than 10 lines\.$"):
        list(archive_reading.read(io.BytesIO(source.archive)))


def test_a_backup_of_ones_own_may_be_of_any_size(source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_reading, "LARGEST", 5000)
    monkeypatch.setattr(archive_reading, "MOST_LINES", 10)
    assert imported(source.archive).slug == "zizkovsky-pohar"


# --- what waits when the process dies -----------------------------------------------------------------------------


def test_a_log_that_was_being_applied_is_handed_over_again_after_a_while(source: Source) -> None:
    league = imported(source.archive)
    by = league.memberships.get(role="commissioner").user
    log = MatchLog.objects.get(status=LogStatus.QUEUED)
    MatchLog.objects.filter(pk=log.pk).update(updated=datetime.now(UTC) - PATIENCE)
    apply_or_queue(
        MatchLog.objects.select_related("fixture__league").get(pk=log.pk), by, accept_differences=True
    )
    log.refresh_from_db()
    assert log.status == LogStatus.APPLIED
    assert_reconciled(league)


def test_an_amendment_that_was_being_worked_out_is_handed_over_again_after_a_while(source: Source) -> None:
    league = imported(source.archive)
    by = league.memberships.get(role="commissioner").user
    row = Amendment.objects.get(status=AmendmentStatus.OPEN)
    amendment = amending.get_amendment(league, row.pk)
    amending.settle_all(amendment, by, "leave", amendment.version)
    seen = amending.consequences(amendment)
    while seen.unsettled:
        item = seen.unsettled[0]
        seen = amending.settle(amendment, by, item.place, item.ways[-1], amendment.version)
    Amendment.objects.filter(pk=row.pk).update(
        status=AmendmentStatus.QUEUED, updated=datetime.now(UTC) - PATIENCE
    )
    amending.commit_or_queue(amending.get_amendment(league, row.pk), by, seen.sequence, amendment.version)
    row.refresh_from_db()
    assert row.status == AmendmentStatus.LANDED
    assert_reconciled(league)


# --- pages, API, commands -----------------------------------------------------------------------------------------


def whole(response: Any) -> bytes:
    return b"".join(response.streaming_content)


def upload(archive: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("league.jsonl.gz", archive, "application/gzip")


def test_a_commissioner_downloads_the_league() -> None:
    league = a_league("Old World Cup")
    a_played_match(a_drafted_team(league, "Orc"), a_drafted_team(league, "Human"))
    client = browser(a_commissioner(league))
    page = client.get("/l/old-world-cup/archive/").content.decode()
    assert "Acts of the ledger</dt><dd>5</dd>" in page
    response = client.get("/l/old-world-cup/archive/file/")
    assert response["Content-Disposition"] == 'attachment; filename="old-world-cup.jsonl.gz"'
    sent = whole(response)
    assert len(sent) == int(response["Content-Length"])
    assert sent == exported(league)


def test_staff_import_on_a_page(source: Source) -> None:
    client = browser(a_user(is_staff=True))
    assert client.get("/leagues/import/").status_code == 200
    response = client.post("/leagues/import/", {"file": upload(source.archive)})
    assert (response.status_code, response["Location"]) == (302, "/l/zizkovsky-pohar/")
    assert client.get(response["Location"]).status_code == 200


def test_the_page_says_why_an_archive_is_refused(source: Source) -> None:
    client = browser(a_user(is_staff=True))
    response = client.post("/leagues/import/", {"file": upload(b"nothing of the kind")})
    assert response.status_code == 400
    assert "it is not packed with gzip" in response.content.decode()
    assert client.post("/leagues/import/", {}).status_code == 400
    imported(source.archive)
    response = client.post("/leagues/import/", {"file": upload(source.archive)})
    assert response.status_code == 409
    assert "is there already and is not empty" in response.content.decode()


def test_a_file_that_is_too_large_is_not_looked_at(source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archiving, "LARGEST_FILE", 100)
    with pytest.raises(Refusal, match="The file is too large"):
        archiving.import_archive(a_user(is_staff=True), io.BytesIO(source.archive), len(source.archive))


def test_the_api_gives_an_archive_and_takes_one(source: Source) -> None:
    league = imported(source.archive)
    api = APIClient()
    api.force_authenticate(league.memberships.get(role="commissioner").user)
    assert whole(api.get("/api/v1/leagues/zizkovsky-pohar/archive/")) == source.archive
    api.force_authenticate(a_user(is_staff=True))
    answer = api.post("/api/v1/archives/", {"file": upload(source.archive)}, format="multipart")
    assert answer.status_code == 409
    assert answer.json()["detail"].endswith("Nothing was changed.")


def test_the_api_answers_with_the_leagues_that_were_imported(source: Source) -> None:
    api = APIClient()
    api.force_authenticate(a_user(is_staff=True))
    answer = api.post("/api/v1/archives/", {"file": upload(source.archive)}, format="multipart")
    assert answer.status_code == 201
    assert [one["slug"] for one in answer.json()] == ["zizkovsky-pohar"]


def test_backup_and_restore_on_the_command_line(source: Source, tmp_path: Path, capsys: Any) -> None:
    with transaction.atomic():
        imported(source.archive)
        call_command("backup", "all.jsonl.gz", folder=tmp_path)
        transaction.set_rollback(True)
    assert [path.name for path in tmp_path.iterdir()] == ["all.jsonl.gz"]
    assert (tmp_path / "all.jsonl.gz").read_bytes() == source.archive
    call_command("restore", "all.jsonl.gz", folder=tmp_path)
    assert "Žižkovský pohár “东京” is restored: 26 acts." in capsys.readouterr().out
    with pytest.raises(
        CommandError, match=r"^all\.jsonl\.gz: The league .* is there already and is not empty"
    ):
        call_command("restore", "all.jsonl.gz", folder=tmp_path)


def test_one_league_is_backed_up_by_its_address(tmp_path: Path) -> None:
    for name in ("First Cup", "Second Cup"):
        a_league(name)
    call_command("backup", "one.jsonl.gz", "--league", "second-cup", folder=tmp_path)
    told = gzip.decompress((tmp_path / "one.jsonl.gz").read_bytes()).decode()
    assert ("Second Cup" in told, "First Cup" in told) == (True, False)


def test_a_backup_that_fails_leaves_the_one_before(tmp_path: Path) -> None:
    (tmp_path / "old.jsonl.gz").write_bytes(b"the one before")
    with pytest.raises(CommandError, match="There is no league 'nowhere'"):
        call_command("backup", "old.jsonl.gz", "--league", "nowhere", folder=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["old.jsonl.gz"]
    assert (tmp_path / "old.jsonl.gz").read_bytes() == b"the one before"


def test_commands_say_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no league to back up"):
        call_command("backup", folder=tmp_path)
    with pytest.raises(CommandError, match="cannot be read: No such file or directory"):
        call_command("restore", "nothing.jsonl.gz", folder=tmp_path)
    with pytest.raises(CommandError, match="cannot be written: No such file or directory"):
        call_command("backup", "deep/down.jsonl.gz", folder=tmp_path)
