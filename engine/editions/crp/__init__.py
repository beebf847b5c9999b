"""The Competition Rules (2009): their tables in ``data/``, and the rules that only they and their like have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.edition import Edition, Prompt, Readings, Shop, read_conversions
from engine.editions.crp.book import read_book
from engine.editions.crp.rules import CompetitionRules
from engine.editions.crp.sense import BOUNDS
from engine.sense import PAIRS, check_sense
from engine.tables import Tables

KEY = "crp"
NAME = "Competition Rules"
ABOUT = (
    "The last rules of the company that wrote them, of 2009: team values, inducements and "
    "journeymen, and no ageing."
)
MATCH_FILES = ("CRP",)
"""What ``engine.formats`` calls these rules."""
SHOP = Shop(
    hireling="mercenary",
    purse="Petty cash",
    nothing="Buy nothing",
    done="Done, nothing else",
    so_far="Bought so far",
    no_more="nothing else",
    called="Inducements",
)


def build(house_rules: Mapping[str, Any]) -> Edition:
    """The edition with house rules laid over its tables.

    Raises Refusal for a house rule that names nothing or has the wrong type, ValueError for tables that contradict
    themselves.
    """
    return build_as(KEY, NAME, __name__, house_rules, ABOUT)


def build_as(key: str, name: str, package: str, house_rules: Mapping[str, Any], about: str = "") -> Edition:
    """An edition that plays by these rules with the tables of its own package."""
    tables = Tables(package, house_rules)
    check_sense(tables, BOUNDS, PAIRS)
    book = read_book(tables)
    return Edition(
        key=key,
        name=name,
        races=book.races,
        skills=book.skills,
        creation=book.creation,
        prompts=tables.read("prompts", dict[str, Prompt]),
        readings=tables.read("readings", Readings).readings,
        rules=CompetitionRules(book),
        house_rules=dict(house_rules),
        shop=SHOP,
        stars=tuple(book.stars.values()),
        tournaments=book.tournaments,
        about=about,
        conversions=read_conversions(tables),
    )
