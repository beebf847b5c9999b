"""Papers of a league and of an event, as PDF: plain values in, bytes out.

A paper is data for one of the layouts of ``papers.typ``, handed over as JSON: no name ever becomes part of the source.
Equal papers give equal bytes, on every machine: the creation date is fixed, and only the fonts that lie beside this
file are used. Those have the letters of Latin, Greek, Cyrillic, Hebrew, Arabic, Armenian and Georgian scripts, of
Chinese, Japanese and Korean (these without a bold face). What they have not is printed as a box: emoji, Thai, and the
scripts of India.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import cast

import msgspec
import typst

from tournaments.printing.almanac import Almanac, SeasonMatch, SeasonRound, SeasonTeam, Titled
from tournaments.printing.cards import Card, CardLine, CardSide, LeagueCard, MatchCard, TableCard
from tournaments.printing.papers import (
    Award,
    Awards,
    Cell,
    Column,
    Drawing,
    DrawnText,
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
)
from tournaments.printing.words import words

__all__ = [
    "Almanac",
    "Award",
    "Awards",
    "Card",
    "CardLine",
    "CardSide",
    "Cell",
    "Column",
    "Drawing",
    "DrawnText",
    "LeagueCard",
    "MatchCard",
    "MatchSheet",
    "MatchSheets",
    "Pairing",
    "Pairings",
    "Paper",
    "PlayerLine",
    "Roster",
    "Rosters",
    "SeasonMatch",
    "SeasonRound",
    "SeasonTeam",
    "Side",
    "Table",
    "TableCard",
    "Titled",
    "pdf",
    "png",
]

CONTENT_TYPE = "application/pdf"
_HERE = Path(__file__).resolve().parent
_CREATED = datetime(2000, 1, 1, tzinfo=UTC)


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(_HERE / "fonts")]
    )


def png(card: Card) -> bytes:
    """The card as a picture of 1200 by 630 pixels."""
    made = _compiler("cards.typ").compile(format="png", ppi=72, sys_inputs=_inputs(card))
    return cast("bytes", made)


def _compiler(layouts: str) -> typst.Compiler:
    return typst.Compiler(
        str(_HERE / layouts), root=str(_HERE), font_paths=_fonts(), ignore_system_fonts=True
    )


def _inputs(what: Paper | Almanac | Card) -> dict[str, str]:
    return {name: msgspec.json.encode(one).decode() for name, one in (("data", what), ("words", words()))}


def pdf(paper: Paper | Almanac) -> bytes:
    """The paper on A4.

    Tables, pairings and drawings are tagged for those who have them read out. Forms to write on are not: the tags would
    be nine tenths of the file, and what is on them is on pages of the site.
    """
    tagged = isinstance(paper, Table | Pairings | Drawing | Almanac)
    made = _compiler("almanac.typ" if isinstance(paper, Almanac) else "papers.typ").compile(
        format="pdf", sys_inputs=_inputs(paper), timestamp=_CREATED, pdf_tags=tagged
    )
    return cast("bytes", made)
