"""A bracket on paper, and as a drawing of its own."""

from __future__ import annotations

from io import BytesIO
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from pypdf import PdfReader

from league.models import User
from tests.helpers import browser
from tests.tournaments.competing.builders import (
    a_competition,
    commissioner_of,
    decided,
    entries,
    pairings,
    started,
    the_stage,
)
from tournaments.domain.competing import entering, rounds
from tournaments.models import Competition, Format, Kind

pytestmark = pytest.mark.django_db


def a_cup(count: int, format: str = Format.KNOCKOUT, *names: str, publish: bool = True) -> Competition:
    competition = a_competition(
        None, ("Cup", format, {"third_place": format == Format.KNOCKOUT}), kind=Kind.CUP, rosters=False
    )
    by = commissioner_of(competition.league)
    for name in names:
        entering.enter(by, competition, name=name)
    entries(competition, count - len(names))
    started(competition)
    if publish:
        rounds.publish(by, the_stage(competition).rounds.get())
    return competition


def ask(competition: Competition, file: str, who: User | None = None) -> Any:
    return browser(who).get(f"/l/{competition.league.slug}/c/{competition.slug}/print/1/{file}")


def page(competition: Competition) -> Any:
    response = ask(competition, "bracket.pdf")
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    (only,) = PdfReader(BytesIO(response.content)).pages
    return only


def test_a_bracket_is_a_page_with_everybody_whatever_the_letters_of_his_name() -> None:
    competition = a_cup(4, Format.KNOCKOUT, "東京ドラゴンズ", "Ťažký <b>", "Ζεύς")
    first = pairings(the_stage(competition), 1)[0]
    decided(first, 3, 1)
    told = page(competition).extract_text()
    for name in ("東京ドラゴンズ", "Ťažký <b>", "Ζεύς", "Entry 1", "Semi-finals", "Final", "third place"):
        assert name in told
    assert told.count(first.home.name) == 2


@pytest.mark.parametrize(("count", "lies"), [(8, True), (64, False)])
def test_a_wide_bracket_lies_and_a_tall_one_stands(count: int, lies: bool) -> None:
    box = page(a_cup(count)).mediabox
    assert (box.width > box.height) is lies


def test_both_ways_of_a_double_elimination_are_on_one_page() -> None:
    told = page(a_cup(16, Format.DOUBLE)).extract_text()
    for name in ("Winners' round of 16", "Losers' final", "Grand final", "Second grand final"):
        assert name in told


def test_the_same_bracket_is_the_same_file() -> None:
    competition = a_cup(8)
    first, second = (ask(competition, "bracket.pdf").content for _ in range(2))
    assert first == second


def test_a_drawing_of_its_own_has_its_style_and_all_names() -> None:
    competition = a_cup(4, Format.KNOCKOUT, "Tom & Jerry")
    response = ask(competition, "bracket.svg")
    assert response["Content-Type"] == "image/svg+xml"
    assert response["Content-Disposition"].endswith('.svg"')
    drawn = fromstring(response.content)
    texts = {element.text for element in drawn.iter() if element.tag.endswith("}text")}
    assert {"Tom & Jerry", "Entry 1", "Entry 2", "Entry 3"} <= texts
    assert any(element.tag.endswith("}style") for element in drawn.iter())


def test_a_draft_is_drawn_for_who_runs_it_alone() -> None:
    competition = a_cup(4, publish=False)
    by = commissioner_of(competition.league)
    for file in ("bracket.pdf", "bracket.svg"):
        assert ask(competition, file).status_code == 404
        assert ask(competition, file, by).status_code == 200
        assert ask(a_competition(None, rosters=False), file).status_code == 404
