"""The pages on which a commissioner corrects the past, without a script; and what readers see of it."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.match.entries import Casualty, MatchEnd, Touchdown
from engine.match.log import encode_log
from engine.questions import Rolled
from engine.roster import GoldChanged
from matches.domain import amending, logs, wizard
from matches.domain.amending import committing
from matches.domain.applying import PATIENCE
from matches.models import Amendment, AmendmentStatus, Result
from teams.domain import naming
from tests.engine.builders import touchdown
from tests.helpers import a_drafted_team, a_fixture, a_player, assert_reconciled, browser, happens
from tests.matches.played import a_written_match, places, projections
from tests.matches.test_amending import HURT, KILLED, Career, begin_with
from tests.matches.test_amending import career as career  # the fixture

pytestmark = pytest.mark.django_db


class Desk:
    """A commissioner at the pages of one amendment. A form is filled from what the page itself holds."""

    def __init__(self, career: Career, amendment: Amendment | None = None) -> None:
        self.league = career.league
        self.client = browser(career.by)
        self.pk = amendment.pk if amendment else 0

    def url(self, page: str = "") -> str:
        return f"/l/{self.league.slug}/amendments/{self.pk}/{page}"

    def get(self, part: str = "", status: int = 200, **query: str) -> str:
        answer = self.client.get(self.url(part), query)
        assert answer.status_code == status, answer.content
        return text_of(answer)

    def post(self, page: str, status: Any = 200, **fields: Any) -> str:
        answer = self.client.post(self.url(page), fields, follow=True)
        assert answer.status_code == status, answer.content
        return text_of(answer)

    @property
    def row(self) -> Amendment:
        return amending.get_amendment(self.league, self.pk)

    @property
    def version(self) -> int:
        return self.row.version

    @property
    def log_version(self) -> int:
        row = self.row
        assert row.log is not None
        return row.log.version

    def entries(self) -> tuple[Any, ...]:
        return wizard.current(self.row).log.entries

    def place(self, kind: Any, **said: Any) -> int:
        return places(wizard.current(self.row).log, kind, **said)[0]


def text_of(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found, f"{name} is not on the page"
    return found.group(1)


def corrected(career: Career, *entries: Any, number: int = 2) -> Desk:
    return Desk(career, begin_with(career, number, *entries))


def match_page(career: Career, number: int, client: Client | None = None) -> str:
    address = career.results[number - 1].fixture.get_absolute_url()
    return text_of((client or browser()).get(address))


# --- entrances ----------------------------------------------------------------------------------------------------


def test_only_the_commissioner_is_offered_to_correct_or_to_undo(career: Career) -> None:
    offers = ("Correct this match", "Undo this match")
    page = match_page(career, 1, browser(career.by))
    assert [words in page for words in offers] == [True, True]
    for client in (browser(), browser(career.team.coach)):
        page = match_page(career, 1, client)
        assert [words in page for words in offers] == [False, False]
        ledger = text_of(client.get(f"/l/{career.league.slug}/ledger/"))
        assert "/undo/" not in ledger
        assert "Corrections" not in ledger


def test_a_match_is_opened_with_its_reason_and_found_again(career: Career) -> None:
    act = career.result(2).act
    client = browser(career.by)
    address = f"/l/{career.league.slug}/ledger/{act.sequence}/correct/"
    asked = text_of(client.get(address))
    assert "Match 2, round 2: Gouged Eye and Reavers" in asked
    assert not Amendment.objects.exists()
    answer = client.post(address, {"reason": "The sheet was misread."}, follow=True)
    (amendment,) = Amendment.objects.all()
    assert answer.request["PATH_INFO"] == f"/l/{career.league.slug}/amendments/{amendment.pk}/"
    page = text_of(answer)
    assert "The sheet was misread." in page
    assert [title for title in ("Before the match", "First half", "After the match") if title in page] == [
        "Before the match",
        "First half",
        "After the match",
    ]
    assert "Go on with it" in match_page(career, 2, client)
    listed = text_of(client.get(f"/l/{career.league.slug}/amendments/"))
    assert "Match 2, round 2: Gouged Eye and Reavers" in listed
    assert "Being prepared" in listed


def test_every_act_of_the_ledger_can_be_undone_from_there(career: Career) -> None:
    client = browser(career.by)
    standing = [act.sequence for act in career.league.acts.filter(kind="match")]
    for page in (f"/l/{career.league.slug}/ledger/", f"/l/{career.league.slug}/t/{career.team.slug}/ledger/"):
        text = text_of(client.get(page))
        for sequence in standing:
            assert f"/ledger/{sequence}/undo/" in text
    answer = client.post(
        f"/l/{career.league.slug}/ledger/{standing[0]}/undo/", {"reason": "A farce"}, follow=True
    )
    page = text_of(answer)
    assert "What follows" in page
    assert "Undoing" in page
    # Nothing is undone by looking.
    assert Result.objects.count() == 4


def test_what_cannot_be_undone_is_said_where_it_was_asked(career: Career) -> None:
    draft = career.league.acts.filter(kind="draft").first()
    assert draft is not None
    answer = browser(career.by).post(
        f"/l/{career.league.slug}/ledger/{draft.sequence}/undo/", {"reason": "Why not"}
    )
    assert answer.status_code == 400
    assert "has gone on since it was drafted" in text_of(answer)
    assert 'value="Why not"' in text_of(answer)


def test_an_empty_list_says_where_a_correction_begins(career: Career) -> None:
    page = text_of(browser(career.by).get(f"/l/{career.league.slug}/amendments/"))
    assert "Nothing was ever corrected here." in page
    assert f'href="/l/{career.league.slug}/fixtures/"' in page


# --- its log ------------------------------------------------------------------------------------------------------


def test_a_casualty_becomes_a_kill_entry_by_entry(career: Career) -> None:
    """The die is changed, what is left over is told at its entry, and taken out."""
    desk = corrected(career, *HURT)
    place = desk.place(Rolled, key="casualty")
    opened = desk.get(f"entries/{place}/")
    assert re.search(r'name="die"[^>]* value="4"', opened)
    page = desk.post(f"entries/{place}/", version=hidden(opened, "version"), die="6")
    assert "The log does not hold together yet" in page
    assert f"Go to entry {place + 1}" in page
    assert 'class="entry-bad"' in page
    # Behind the problem nobody knows what is asked; everything can still be taken out.
    assert f"/entries/{place + 1}/" in page
    assert f'/entries/{place + 2}/"' not in page
    assert f'/entries/{place + 2}/remove/"' in page
    page = desk.post(f"entries/{place + 1}/remove/", version=hidden(page, "version"))
    assert "The log holds together." in page
    assert wizard.current(desk.row).replay.outcome is not None


def test_a_report_is_changed_in_its_own_form(career: Career) -> None:
    desk = corrected(career)
    place = desk.place(Touchdown)
    opened = desk.get(f"entries/{place}/")
    assert 'name="kind" value="touchdown"' in opened
    assert re.search(r'<option value="home:1" selected>', opened)
    fields = {"kind": "touchdown", "half": "2", "turn": "5", "player": "home:3"}
    desk.post(f"entries/{place}/", version=desk.log_version, **fields)
    assert desk.entries()[place - 1] == Touchdown(2, 5, "home", 3)


def test_another_kind_of_report_can_be_put_in_its_place(career: Career) -> None:
    desk = corrected(career)
    place = desk.place(Touchdown)
    shown = desk.get(f"entries/{place}/", kind="casualty")
    assert 'name="kind" value="casualty"' in shown
    assert "selected>1 " not in shown, "what was said of the touchdown is not said of the casualty"


def test_an_entry_is_inserted_before_another(career: Career) -> None:
    desk = corrected(career)
    place = desk.place(Touchdown)
    opened = desk.get(f"entries/{place}/before/", kind="completion")
    assert 'name="kind" value="completion"' in opened
    fields = {"kind": "completion", "half": "1", "turn": "1", "player": "home:2"}
    before = desk.entries()
    desk.post(f"entries/{place}/before/", version=desk.log_version, **fields)
    after = desk.entries()
    assert (after[: place - 1], after[place:]) == (before[: place - 1], before[place - 1 :])
    assert after[place - 1].__struct_config__.tag == "completion"


def test_everything_is_answered_anew_from_an_entry_on(career: Career) -> None:
    desk = corrected(career)
    before = desk.entries()
    end = desk.place(MatchEnd)
    page = desk.post(f"entries/{end}/anew/", version=desk.log_version)
    assert "The log stops before the match does." in page
    assert desk.entries() == before[: end - 1]
    assert "What happened next" in page
    page = desk.post("answer/", version=desk.log_version, kind="match_end")
    assert 'name="die"' in page
    desk.post("take-back/", version=desk.log_version)
    assert desk.entries() == before[: end - 1]
    desk.post("answer/", version=desk.log_version, kind="match_end")
    for entry in before[end:]:
        fields = (
            {"die": [str(one) for one in entry.dice]} if isinstance(entry, Rolled) else {"pick": entry.pick}
        )
        page = desk.post("answer/", version=desk.log_version, **fields)
    assert "The log holds together." in page
    assert desk.entries() == before


@pytest.mark.parametrize(
    "typed, sentence",
    [("9", "a D6 cannot show 9"), ("", "Die 1 needs a number")],
)
def test_what_does_not_fit_is_said_at_the_entry(career: Career, typed: str, sentence: str) -> None:
    desk = corrected(career, *KILLED)
    before = desk.entries()
    place = desk.place(Rolled, key="casualty")
    page = desk.post(f"entries/{place}/", status=200 if typed else 400, version=desk.log_version, die=typed)
    assert sentence in page
    if not typed:
        assert desk.entries() == before


def test_who_saw_an_older_log_is_told(career: Career) -> None:
    desk = corrected(career, *KILLED)
    place = desk.place(Rolled, key="casualty")
    old = desk.log_version
    desk.post(f"entries/{place}/", version=old, die="5")
    for page, fields in (
        (f"entries/{place}/", {"die": "4"}),
        (f"entries/{place}/remove/", {}),
        (f"entries/{place}/anew/", {}),
    ):
        assert "Somebody else was first" in desk.post(page, status=409, version=old, **fields)
    assert desk.entries()[place - 1].dice == (5,)


def test_htmx_gets_only_the_log(career: Career) -> None:
    desk = corrected(career, *KILLED)
    place = desk.place(Rolled, key="casualty")
    answer = desk.client.get(desk.url(f"entries/{place}/"), headers={"HX-Request": "true"})
    assert '<div id="log"' in answer.content.decode()
    assert "<html" not in answer.content.decode()
    answer = desk.client.post(
        desk.url(f"entries/{place}/"),
        {"version": desk.log_version, "die": "5"},
        headers={"HX-Request": "true"},
    )
    assert (answer.status_code, "<html" in answer.content.decode()) == (200, False)


def test_the_log_goes_out_as_a_file_and_comes_back(career: Career) -> None:
    desk = corrected(career, *KILLED)
    answer = desk.client.get(desk.url("log.json"))
    assert answer["Content-Disposition"].startswith("attachment")
    document = json.loads(answer.content)
    casualty = next(entry for entry in document["entries"] if entry["kind"] == "casualty")
    casualty["cause"] = "go_for_it"
    file = SimpleUploadedFile("log.json", json.dumps(document).encode())
    page = desk.post("upload/", version=desk.log_version, file=file)
    assert "The corrected log is in place" in page
    assert desk.entries()[desk.place(Casualty) - 1].cause == "go_for_it"
    other = encode_log(logs.decode(career.result(1).log))
    page = desk.post("upload/", 400, version=desk.log_version, file=SimpleUploadedFile("log.json", other))
    assert "This log is of Reavers v Anvils, and the match is Reavers v Gouged Eye." in page
    assert "Choose a file" in desk.post("upload/", 400, version=desk.log_version)


def test_the_rosters_of_now_take_the_field(career: Career) -> None:
    desk = corrected(career)
    before = desk.entries()
    page = desk.post("rosters/", version=desk.log_version)
    assert "The log has the rosters now" in page
    assert desk.entries() == before


# --- what follows, and the commit ---------------------------------------------------------------------------------


def test_what_follows_is_listed_and_settled_one_by_one(career: Career) -> None:
    desk = corrected(career, *KILLED)
    page = desk.get("consequences/")
    assert "2 of 2" in page
    hero = career.hero.name
    assert page.count(f"{hero} is dead since round 2 and scored here.") == 2
    first, second = (item.place for item in amending.consequences(desk.row).items)
    page = desk.post("settle/", place=first, way="adjust", version=desk.version)
    assert "1 of 2" in page
    assert "adjusted" in page
    page = desk.get("consequences/", show="open")
    assert f'id="item-{first}"' not in page
    assert f'id="item-{second}"' in page
    page = desk.post("settle/", place=first, way="open", version=desk.version)
    assert "2 of 2" in page
    assert desk.row.settlements == {}


def test_all_is_left_with_one_click(career: Career) -> None:
    desk = corrected(career, *KILLED)
    page = desk.post("settle-all/", way="leave", version=desk.version)
    assert "Everything is decided: 2 things." in page
    assert page.count("left as played") == 2


def test_a_decree_strikes_out_and_adds(career: Career) -> None:
    desk = corrected(career, *KILLED)
    item = amending.consequences(desk.row).items[0]
    team = career.team.slug
    (sentences,) = (told for one, told in item.told if one.slug == team)
    scored = next(
        place for place, told in enumerate(sentences) if "touchdown" in told and "casualt" not in told
    )
    page = desk.get("consequences/")
    assert f'name="drop" value="{team}:{scored}"' in page
    fields: dict[str, Any] = {
        "place": item.place,
        "way": "decree",
        "team": [one.slug for one in item.teams],
        "drop": f"{team}:{scored}",
        f"gold-{team}": "+10,000",
        f"fans-{team}": "\N{MINUS SIGN}1",
        f"points-{team}": "3",
    }
    page = desk.post("settle/", 400, version=desk.version, **fields)
    assert "Say which player the star player points are for." in page
    assert 'value="+10,000"' in page, "what was typed is still there"
    page = desk.post("settle/", version=desk.version, **fields, **{f"player-{team}": "2"})
    assert "by decree" in page
    assert desk.row.settlements[str(item.place)]["by"] == {
        "decree": {
            "drop": {team: [scored]},
            "add": {
                team: [
                    {"event": "gold", "amount": 10_000, "reason": "decree"},
                    {"event": "fan_factor", "change": -1, "reason": "decree"},
                    {"event": "spp", "player": 2, "source": "other", "count": 1, "points": 3},
                ]
            },
        }
    }
    # The page shows the decree that is in force, to be changed.
    assert f'value="{team}:{scored}" checked' in page
    assert re.search(r'name="gold-[^"]*" value="10000"', page)


@pytest.mark.parametrize(
    "fields, sentence",
    [
        ({"way": "burn"}, "Choose what becomes of it."),
        ({}, "Choose what becomes of it."),
        ({"way": "anew"}, "is no longer possible"),
        ({"way": "decree", "team": "reavers", "gold-reavers": "much"}, "Gold: 'much' is no number"),
        (
            {"way": "decree", "team": "reavers", "points-reavers": "1", "player-reavers": "9" * 5000},
            "is no number",
        ),
        ({"way": "decree", "team": "reavers", "drop": "reavers:999"}, "there is no number 1000"),
        ({"way": "decree", "team": "nobody", "gold-nobody": "1"}, "does not concern a team"),
    ],
)
def test_what_cannot_be_settled_so_is_said_at_the_item(
    career: Career, fields: dict[str, str], sentence: str
) -> None:
    desk = corrected(career, *KILLED)
    item = amending.consequences(desk.row).items[0]
    page = desk.post("settle/", 400, place=item.place, version=desk.version, **fields)
    assert sentence in page
    assert desk.row.settlements == {}


def test_a_commissioner_who_saw_older_consequences_is_told(career: Career) -> None:
    desk = corrected(career, *KILLED)
    old = desk.version
    desk.post("reason/", version=old, reason="Another")
    assert desk.row.reason == "Another"
    item = amending.consequences(desk.row).items[0]
    assert "was changed meanwhile" in desk.post("settle/", 409, place=item.place, way="leave", version=old)
    assert "was changed meanwhile" in desk.post("settle-all/", 409, way="leave", version=old)
    assert desk.row.settlements == {}


def commit_fields(page: str) -> dict[str, str]:
    return {name: hidden(page, name) for name in ("version", "sequence", "key")}


def test_nothing_unsettled_is_committed(career: Career) -> None:
    desk = corrected(career, *KILLED)
    page = desk.get("commit/")
    assert "2 things are still to be decided" in page
    assert re.search(r'<button type="submit" class="button" disabled aria-describedby="why-not">', page)
    page = desk.post("commit/", 400, **commit_fields(page))
    assert "It was not written" in page
    assert page.count(f"Reavers: {career.hero.name} is dead since round 2") == 2
    assert desk.row.status == AmendmentStatus.OPEN


def test_a_log_that_is_wrong_has_no_consequences_and_no_commit(career: Career) -> None:
    desk = corrected(career, *KILLED)
    place = desk.place(Rolled, key="casualty")
    desk.post(f"entries/{place}/remove/", version=desk.log_version)
    page = desk.get("consequences/")
    assert "It cannot be worked out yet" in page
    assert "Back to the log" in page
    assert 'name="sequence"' not in desk.get("commit/")


def test_a_kill_is_committed_read_and_undone(career: Career) -> None:
    before = projections(career.league)
    desk = corrected(career, *KILLED)
    desk.post("settle-all/", way="leave", version=desk.version)
    page = desk.get("commit/")
    assert "1 match gets its corrected log." in page
    assert "2 acts are left as played." in page
    fields = commit_fields(page)
    page = desk.post("commit/", **fields)
    head = desk.row.head
    assert head is not None
    assert "It is in the ledger" in page
    assert f"/ledger/{head.sequence}/undo/" in page
    assert career.hero.status == "dead"
    # Sent again, nothing happens again.
    desk.post("commit/", **fields)
    assert Amendment.objects.count() == 1

    page = match_page(career, 2)
    assert "This match was corrected" in page
    assert "The sheet was misread." in page
    assert "Before, it stood at 1-0, with casualties 0-0." in page
    old = head.replaces.get()
    ledger = text_of(browser().get(f"/l/{career.league.slug}/ledger/"))
    assert f"/ledger/{old.sequence}/" in page
    assert "<s>Match</s>" in ledger
    assert "This match was corrected" not in match_page(career, 1)

    page = match_page(career, 2, desk.client)
    assert "Undo this correction" in page
    answer = desk.client.post(
        f"/l/{career.league.slug}/ledger/{head.sequence}/undo/", {"reason": "He lives."}, follow=True
    )
    undo = Desk(career, Amendment.objects.exclude(pk=desk.pk).get())
    assert "Everything that came later still holds." in text_of(answer)
    assert answer.request["PATH_INFO"] == undo.url("consequences/")
    undo.post("commit/", **commit_fields(undo.get("commit/")))
    assert projections(career.league) == before
    assert "A correction of this match was taken back" in match_page(career, 2)
    assert_reconciled(career.league)


def test_an_undone_match_says_so_and_is_to_be_played_again(career: Career) -> None:
    act = career.result(4).act
    client = browser(career.by)
    client.post(f"/l/{career.league.slug}/ledger/{act.sequence}/undo/", {"reason": "Nobody was there."})
    desk = Desk(career, Amendment.objects.get())
    assert desk.client.get(desk.url()).status_code == 302
    page = desk.get("consequences/")
    assert "undone; to be played again" in page
    desk.post("commit/", **commit_fields(desk.get("commit/")))
    page = match_page(career, 4)
    assert "This match was undone" in page
    assert "It had ended 1-0, with casualties 0-0." in page
    assert "It is to be played again." in page
    assert Result.objects.count() == 3
    listed = text_of(client.get(f"/l/{career.league.slug}/amendments/"))
    assert (
        "Match 4, round 4: Gouged Eye and Reavers" in listed
        or "Match 4, round 4: Anvils and Reavers" in listed
    )
    assert_reconciled(career.league)


def test_who_commits_after_the_league_moved_on_is_told_to_look_again(career: Career) -> None:
    desk = corrected(career, *KILLED)
    desk.post("settle-all/", way="leave", version=desk.version)
    fields = commit_fields(desk.get("commit/"))
    happens(career.rivals[1], GoldChanged(10_000, "a gift"))
    page = desk.post("commit/", 409, **fields)
    assert "has moved on since" in page
    assert "Look again at what follows" in page
    assert desk.row.status == AmendmentStatus.OPEN
    desk.post("commit/", **commit_fields(page))
    assert desk.row.status == AmendmentStatus.LANDED


def test_an_abandoned_amendment_changes_nothing(career: Career) -> None:
    before = projections(career.league)
    desk = corrected(career, *KILLED)
    page = desk.post("abandon/", version=desk.version)
    assert "Abandoned. Everything stays as it was." in page
    assert "It was abandoned" in desk.get()
    assert projections(career.league) == before
    for page_name in ("consequences/", "commit/"):
        assert desk.client.get(desk.url(page_name)).status_code == 302
    assert desk.post("settle/", 409, place=1, way="leave", version=desk.version)
    assert "Correct this match" in match_page(career, 2, desk.client)


def test_the_progress_of_a_worker_is_shown_until_it_is_done(
    career: Career, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = corrected(career, *KILLED)
    desk.post("settle-all/", way="leave", version=desk.version)
    fields = commit_fields(desk.get("commit/"))
    Amendment.objects.filter(pk=desk.pk).update(status=AmendmentStatus.QUEUED)
    page = desk.get()
    assert "It is being worked out" in page
    assert '<noscript><meta http-equiv="refresh"' in page
    assert 'hx-trigger="every 2s"' in desk.get("progress/")
    committing.commit_queued(desk.pk, career.by.pk, int(fields["sequence"]), int(fields["version"]), None)
    answer = desk.client.get(desk.url("progress/"), headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == desk.url()
    assert desk.client.get(desk.url("progress/"))["Location"] == desk.url()
    assert "It is in the ledger" in desk.get()


def test_what_a_worker_lost_is_open_again(career: Career) -> None:
    desk = corrected(career, *KILLED)
    desk.post("settle-all/", way="leave", version=desk.version)
    lost = desk.row.updated - 2 * PATIENCE
    Amendment.objects.filter(pk=desk.pk).update(status=AmendmentStatus.QUEUED, updated=lost)
    assert desk.client.get(desk.url("progress/"))["Location"] == desk.url()
    assert "The worker that was to write it is gone." in desk.get()
    desk.post("commit/", **commit_fields(desk.get("commit/")))
    assert Amendment.objects.get(pk=desk.pk).status == AmendmentStatus.LANDED


def test_what_a_worker_could_not_write_is_said(career: Career) -> None:
    desk = corrected(career, *KILLED)
    Amendment.objects.filter(pk=desk.pk).update(message="The league has moved on since.")
    assert "It could not be written: The league has moved on since." in desk.get("consequences/")


# --- names, forgery, and how many queries -------------------------------------------------------------------------


def test_names_and_reasons_are_text_and_never_markup(career: Career) -> None:
    naming.rename_team(career.team, career.by, "Reavers <b>&</b>")
    naming.rename_player(career.team, career.by, 1, "Max <i>Spleen</i>")
    rival = a_drafted_team(career.league, "Skaven", name="Rats' <i>Nest</i>")
    fixture = a_fixture(career.team, rival, 5)
    result = a_written_match(fixture, touchdown("home", 1), seed=9)
    a_written_match(a_fixture(career.team, rival, 6), touchdown("home", 1), seed=10)
    career.results.append(result)
    amendment = begin_with(career, 5, *KILLED)
    amending.set_reason(amendment, career.by, "<script>alert(1)</script>", amendment.version)
    desk = Desk(career, amendment)
    ledger = f"/l/{career.league.slug}/ledger/{result.act.sequence}/"
    place = desk.place(Rolled, key="casualty")
    pages = [
        desk.url(page)
        for page in ("", "consequences/", "commit/", f"entries/{place}/", f"entries/{place - 1}/")
    ]
    pages += [f"/l/{career.league.slug}/amendments/", f"{ledger}correct/", f"{ledger}undo/"]
    desk.post("settle-all/", way="leave", version=desk.version)
    for address in pages:
        text = desk.client.get(address).content.decode()
        for markup in ("<b>&", "<i>Spleen", "<i>Nest", "<script>alert"):
            assert markup not in text, address
    desk.post("commit/", **commit_fields(desk.get("commit/")))
    for address in (desk.url(), fixture.get_absolute_url()):
        text = desk.client.get(address).content.decode()
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert" in text


def test_nothing_is_done_without_the_token_of_the_form(career: Career) -> None:
    desk = corrected(career, *KILLED)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(career.by)
    for page in ("settle-all/", "commit/", "abandon/", "reason/", "entries/1/remove/"):
        assert strict.post(desk.url(page), {"version": desk.version}).status_code == 403


def queries(desk: Desk, page: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        desk.get(page)
    return len(captured)


@pytest.mark.parametrize("page", ["", "consequences/", "commit/"])
def test_more_that_no_longer_holds_takes_no_more_queries(career: Career, page: str) -> None:
    desk = corrected(career, *KILLED)
    before = queries(desk, page)
    rivals = [a_drafted_team(career.league, "Skaven"), a_drafted_team(career.league, "Elf")]
    for number in range(5, 9):
        rival = rivals[number % 2]
        a_written_match(a_fixture(career.team, rival, number), touchdown("home", 1), seed=number)
    assert len(amending.consequences(desk.row).items) == 6
    assert queries(desk, page) == before


def test_a_page_of_items_leads_to_the_next(career: Career, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.amending_views.ON_A_PAGE", 1)
    desk = corrected(career, *KILLED)
    second = amending.consequences(desk.row).items[1].place
    assert f'id="item-{second}"' not in desk.get("consequences/")
    page = desk.get("consequences/", page="2")
    assert f'id="item-{second}"' in page
    answer = desk.client.post(
        desk.url("settle/"), {"place": second, "way": "leave", "version": desk.version, "page": "2"}
    )
    assert answer["Location"] == f"{desk.url('consequences/')}?page=2#item-{second}"
    assert a_player(career.team, 1).status == "active"
