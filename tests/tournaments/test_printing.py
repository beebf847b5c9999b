"""Papers: whatever is in a name, it is printed as it is, and the same paper is the same file."""

from __future__ import annotations

import random
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageFont
from pypdf import PdfReader

from engine.roster import Departed, Injured, Taught
from tests.helpers import (
    a_coach,
    a_drafted_team,
    a_fixture,
    a_league,
    a_played_match,
    assert_reconciled,
    browser,
    happens,
)
from tournaments import printing
from tournaments.domain import papers
from tournaments.domain.publishing import publish
from tournaments.printing import (
    Award,
    Awards,
    Column,
    MatchSheet,
    MatchSheets,
    Pairing,
    Pairings,
    Paper,
    PlayerLine,
    Roster,
    Rosters,
    Side,
    Table,
    pdf,
)

FONTS = Path(printing.__file__).parent / "fonts"
MARKUP = '#panic("x") $x^2$ *b* _i_ <l> @r "q" `c` \\n // c /* ] } = h'
NAMES = (
    "Žluťoučký kůň",
    "Łódź Ćma",
    "Őrült Űrhajós",
    "Кровавый мяч",
    "Ελλάς",
    "鬼の血球団",
    "한국 팀",
    MARKUP,
    "'; DROP TABLE",
    "{{ 7*7 }}",
    "\\u{41}",
    "--- ... --",
)
RIGHT_TO_LEFT = ("שלום", "مرحبا")


def read(made: bytes) -> list[str]:
    """The text of each page."""
    return [page.extract_text() for page in PdfReader(BytesIO(made)).pages]


def table(names: tuple[str, ...]) -> Table:
    return Table(
        "Standings",
        "Season 1",
        "Dugout",
        columns=(Column("#"), Column("Team", wide=True, align="left", strong=True), Column("TD±")),
        rows=tuple((place, name, -place) for place, name in enumerate(names, 1)),
        note="Three for a win.",
    )


def every_kind(name: str) -> list[Paper]:
    """Each layout, with the name wherever a text may stand."""
    player = PlayerLine(7, name, name, (6, 3, 3, 8), name, name, 1, 2, 0, 3, 1, 27, 80_000, True)
    side = Side(name, name, name, name, (player,))
    pairing = Pairing(1, name, name, name, name, name, name)
    pairs = ((name, name), ("Rerolls", -3))
    return [
        Table(
            name, name, name, columns=(Column(name), Column(name, wide=True)), rows=((name, name),), note=name
        ),
        Pairings(name, name, name, pairings=(pairing, Pairing(0, name))),
        Pairings(name, name, name, pairings=(pairing, Pairing(0, name)), by="name"),
        MatchSheets(name, name, name, sheets=(MatchSheet(side, Side(), name), MatchSheet())),
        Rosters(name, foot=name, rosters=(Roster(name, name, name, name, 123, (player,), pairs, pairs),)),
        Awards(name, name, awards=(Award(name, name, name, name),), signed=name),
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_printed_as_it_is(name):
    for paper in every_kind(name):
        text = " ".join(" ".join(read(pdf(paper))).replace("\u200b", "").split())
        assert name in text, type(paper).__name__


@pytest.mark.parametrize("name", RIGHT_TO_LEFT)
def test_scripts_that_run_to_the_left_are_printed(name):
    for paper in every_kind(name):
        text = "".join(read(pdf(paper)))
        assert set(name) <= set(text), type(paper).__name__


SCRIPTS = {
    "Czech": "ÁáČčĎďÉéĚěÍíŇňÓóŘřŠšŤťÚúŮůÝýŽž",
    "Polish": "ĄąĆćĘęŁłŃńÓóŚśŹźŻż",
    "Hungarian": "ÁáÉéÍíÓóÖöŐőÚúÜüŰű",
    "Cyrillic": "АаБбВвГгҐґДдЕеЁёЄєЖжЗзИиІіЇїЙйЪъЫыЭэЮюЯяЋћЉљЊњ",
    "Greek": "ΑαΒβΓγΔδΕεΆάΈέΉήΊίΌόΎύΏώς",
    "Chinese": "鬼血球团龙虎队",
    "Japanese": "鬼の血球団リーグ",
    "Korean": "한국팀괴물뼈",
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_no_letter_of_a_script_is_a_box(script):
    """Each is drawn otherwise than what no font has."""
    letters = SCRIPTS[script]
    (page,) = PdfReader(BytesIO(pdf(table((letters,))))).pages
    assert letters in page.extract_text().replace("\u200b", "").replace("\n", "")
    fonts = [ImageFont.truetype(font, 40) for font in FONTS.glob("*.ttf")]
    boxes = {font: bytes(font.getmask("\uffff")) for font in fonts}
    assert [one for one in letters if all(bytes(font.getmask(one)) == boxes[font] for font in fonts)] == []


WORDS = (
    "#",
    "$",
    "\\",
    "`",
    "@",
    "<label>",
    "//",
    "/*",
    "*_",
    "#{",
    "]",
    ")",
    '"',
    "'",
    "==",
    "- ",
    "#import",
    "\\u{41}",
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(WORDS), st.text("aZ9 é鬼", max_size=4)), min_size=1, max_size=12))
def test_no_name_is_ever_part_of_the_layout(parts):
    name = "".join(parts)
    (page,) = read(pdf(table((name,))))
    assert "".join(name.split()) in "".join(page.replace("\u200b", "").split())


@pytest.mark.parametrize("name", ["W" * 50, "🏈" * 50, "\u202e" * 50, "a\u0301" * 25, "\u200b", " "])
def test_no_name_stops_a_paper(name):
    for paper in every_kind(name):
        assert pdf(paper).startswith(b"%PDF-")


def test_any_characters_at_all_are_printed():
    lots = random.Random(4)
    for _ in range(40):
        name = "".join(
            chr(lots.choice((lots.randrange(1, 0x250), lots.randrange(0xE000)))) for _ in range(50)
        )
        name = "".join(letter for letter in name if not 0xD800 <= ord(letter) <= 0xDFFF)
        assert read(pdf(table((name,))))


def test_the_same_paper_is_the_same_file():
    for one, other in zip(every_kind(MARKUP), every_kind(MARKUP), strict=True):
        assert pdf(one) == pdf(other)
    assert pdf(table(("Alpha",))) != pdf(table(("Beta",)))


def test_a_table_goes_on_with_its_head_and_true_minus_signs():
    pages = read(pdf(table(tuple(f"Team {number}" for number in range(1, 121)))))
    assert len(pages) > 1
    assert all("TD±" in page for page in pages)
    assert "−120" in pages[-1]
    assert "Three for a win." in pages[-1]


def test_pairings_stand_as_they_are_given_by_table_and_by_name():
    pairings = (Pairing(1, "Zulu", "Alpha"), Pairing(2, "Mike", "bravo"), Pairing(0, "Late"))
    (by_table,) = read(pdf(Pairings("Round 1", pairings=pairings)))
    assert by_table.index("Zulu") < by_table.index("Mike") < by_table.index("Late") < by_table.index("bye")
    both = (Pairing(1, "Alpha", "Zulu"), Pairing(2, "bravo", "Mike"), pairings[2], pairings[1], pairings[0])
    (by_name,) = read(pdf(Pairings("Round 1", pairings=both, by="name")))
    lines = [line.split()[0] for line in by_name.splitlines()]
    assert [name for name in lines if name in {"Alpha", "bravo", "Late", "Mike", "Zulu"}] == [
        "Alpha",
        "bravo",
        "Late",
        "Mike",
        "Zulu",
    ]


def test_there_is_a_page_for_each_match_team_and_award():
    assert len(read(pdf(MatchSheets("Cup", sheets=(MatchSheet(),) * 3)))) == 3
    roster = Roster("Alpha", "Orc", "somebody", "team rating", 100)
    assert len(read(pdf(Rosters("Cup", rosters=(roster, roster))))) == 2
    award = Award("Wooden spoon", "somebody")
    assert len(read(pdf(Awards("Cup", awards=(award,) * 4)))) == 4


def test_a_full_roster_of_long_names_fits_its_page():
    player = PlayerLine(
        16, "Ferdinand von Eisenhammer", "Black Orc Blocker", (4, 4, 2, 9), "Block, Mighty Blow, Tackle"
    )
    roster = Roster("Alpha", "Orc", "somebody", "team rating", 100, (player,) * 16, (("Treasury", 1),) * 8)
    assert len(read(pdf(Rosters("Cup", rosters=(roster,))))) == 1
    side = Side("Alpha", "somebody", "Orc", "", (player,) * 16)
    assert len(read(pdf(MatchSheets("Cup", sheets=(MatchSheet(side, side),))))) == 1


# --- of a league --------------------------------------------------------------------------------------------------


@pytest.fixture
def league(db):
    return a_league("Old World")


@pytest.fixture
def teams(league):
    return a_drafted_team(league, "Orc", name="Žabí oči"), a_drafted_team(league, "Human", name="鬼の血球団")


def page(league, path):
    response = browser().get(f"/l/{league.slug}/{path}")
    assert response.status_code == 200, path
    assert response["Content-Type"] == "application/pdf"
    return read(response.content)


def test_standings_are_printed_as_they_are_and_as_they_were_published(league, teams):
    a_played_match(*teams)
    made = publish(league)
    a_drafted_team(league, "Dwarf", name="Latecomers")
    league.refresh_from_db()
    (now,) = page(league, "standings.pdf")
    (then,) = page(league, f"standings/{made.year}-{made.week}.pdf")
    assert {name in now for name in ("Žabí oči", "鬼の血球団", "Latecomers")} == {True}
    assert "Latecomers" not in then
    assert "Žabí oči" in then
    assert browser().get(f"/l/{league.slug}/standings/1999-1.pdf").status_code == 404
    assert browser().get(f"/l/{league.slug}/standings.pdf?season=9").status_code == 404


def test_rosters_have_everybody_under_contract(league, teams):
    home = happens(teams[0], Departed(2, "dead", "killed by a rock"))
    (sheet,) = page(league, f"t/{home.slug}/roster.pdf")
    text = " ".join(sheet.split())
    signed = {player.name: player.active for player in home.players.all()}
    assert {name: name in text for name in signed} == signed
    assert len(page(league, "rosters.pdf")) == 2
    assert_reconciled(league)


def test_match_sheets_are_blank_filled_and_of_a_whole_round(league, teams):
    fixture = a_fixture(*teams, round=3)
    a_fixture(teams[1], teams[0], round=3)
    (blank,) = page(league, "match-sheet.pdf")
    assert "Žabí oči" not in blank
    (filled,) = page(league, f"m/{fixture.number}/sheet.pdf")
    assert "Žabí oči" in filled
    assert teams[0].players.get(uid=1).name in " ".join(filled.split())
    assert len(page(league, "fixtures/3/sheets.pdf")) == 2
    assert browser().get(f"/l/{league.slug}/fixtures/9/sheets.pdf").status_code == 404


def test_rosters_take_two_queries_however_many_there_are(league, teams, django_assert_num_queries):
    keys = [team.pk for team in teams]
    with django_assert_num_queries(2):
        papers.with_players(keys)


def test_a_private_league_prints_for_its_members_alone(teams, league):
    league.public = False
    league.save()
    assert browser().get(f"/l/{league.slug}/rosters.pdf").status_code == 404
    assert browser(a_coach(league)).get(f"/l/{league.slug}/rosters.pdf").status_code == 200


# --- what the edition has to say ----------------------------------------------------------------------------------


def test_papers_of_the_competition_rules(db):
    league = a_league("Old World Cup", edition="crp")
    team = a_drafted_team(league, "Orc", name="Gouged Eye")
    team = happens(team, Taught(1, "Dauntless", 20_000), Injured(2, "Broken Ribs", "miss", True, True))
    (roster,) = page(league, f"t/{team.slug}/roster.pdf")
    words = " ".join(roster.split())
    assert words.count("Dauntless") == 1
    assert f"{team.players.get(uid=1).price + 20_000:,}" in words
    assert f"team value {team.strength:,}" in words
    assert f"Worth {team.worth:,}" in words
    (sheet,) = page(league, "match-sheet.pdf")
    assert "Inducements, home" in sheet
    assert "Inducements, away" in sheet
    assert_reconciled(league)
