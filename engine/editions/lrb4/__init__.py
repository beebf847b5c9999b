"""The Living Rulebook, fourth edition: its tables in ``data/``, and the rules that only it has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.edition import Edition, Prompt, Readings, read_conversions
from engine.editions.lrb4.book import read_book
from engine.editions.lrb4.rules import Lrb4
from engine.editions.lrb4.sense import BOUNDS
from engine.sense import PAIRS, check_sense
from engine.tables import Tables

KEY = "lrb4"
NAME = "Living Rulebook 4"
ABOUT = (
    "The league rules that most leagues began with: team ratings, handicaps, ageing, home fields "
    "and four major tournaments."
)


def build(house_rules: Mapping[str, Any]) -> Edition:
    """The edition with house rules laid over its tables.

    Raises Refusal for a house rule that names nothing or has the wrong type, ValueError for tables that contradict
    themselves.
    """
    tables = Tables(__name__, house_rules)
    check_sense(tables, BOUNDS, PAIRS)
    book = read_book(tables)
    return Edition(
        key=KEY,
        name=NAME,
        races=book.races,
        skills=book.skills,
        creation=book.creation,
        prompts=tables.read("prompts", dict[str, Prompt]),
        readings=tables.read("readings", Readings).readings,
        rules=Lrb4(book),
        house_rules=dict(house_rules),
        stars=tuple(book.stars.values()),
        stadiums=book.fields.kinds,
        field_bonuses=book.fields.bonuses,
        trophies=book.fields.trophies,
        tournaments=book.tournaments,
        about=ABOUT,
        conversions=read_conversions(tables),
    )
