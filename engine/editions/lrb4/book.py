"""All tables of the edition, typed, proved and ready to be looked up in."""

from __future__ import annotations

from typing import Protocol, TypeVar

import msgspec

from engine.contest.book import Tournaments, check_tournaments
from engine.dice import D6, D66, TWO_D6, Span, Table
from engine.edition import (
    Creation,
    FieldBonus,
    Race,
    Rosters,
    Skill,
    Skills,
    Stadium,
    Star,
    Stars,
    Trophy,
    check_races,
    check_stars,
    with_big_guys,
)
from engine.editions.lrb4.tables import (
    Advancement,
    AdvanceRow,
    AgeingRow,
    FanFactorRow,
    HandicapRow,
    Hiring,
    HomeFields,
    Injuries,
    InjuryRow,
    MatchTables,
    RuneRow,
    SeverityRow,
    WeatherRow,
)
from engine.tables import Tables
from engine.words import gettext as _
from engine.words import gettext_noop


class _Row(Protocol):
    @property
    def roll(self) -> Span: ...


Lookup = TypeVar("Lookup", bound=_Row)
_DIFFERENCES = (*range(1_000), 10**9)
"""Differences of ratings that must each have a row: those that happen, and one beyond all of them."""


class PriceList(msgspec.Struct, frozen=True):
    """What a race can hire for one match, in gold pieces. ``least`` is the lowest of all prices."""

    freebooters: dict[str, int]
    stars: dict[str, int]
    wizard: int | None
    """Without the trophy; None where there is none to be had."""
    wizard_with_trophy: int | None
    runesmith: int | None
    ingredients: int | None
    least: int


class Book(msgspec.Struct, frozen=True):
    """The rules' numbers. The fields of type ``Table`` are those of the fields before them, by total."""

    races: dict[str, Race]
    skills: dict[str, Skill]
    creation: Creation
    match: MatchTables
    injuries: Injuries
    advancement: Advancement
    weather: Table[WeatherRow]
    handicap: Table[HandicapRow]
    casualty: Table[SeverityRow]
    serious_injury: Table[InjuryRow]
    fan_factor: Table[FanFactorRow]
    star_player_roll: Table[AdvanceRow]
    ageing: Table[AgeingRow]
    hiring: Hiring
    stars: dict[str, Star]
    for_hire: dict[str, PriceList]
    rune: Table[RuneRow]
    fields: HomeFields
    stadiums: dict[str, Stadium]
    field_bonuses: dict[str, FieldBonus]
    """By race."""
    trophies: dict[str, Trophy]
    tournaments: Tournaments


def read_book(tables: Tables) -> Book:
    """Raises ValueError for a table with a hole or an overlap, and Refusal for a house rule of the wrong type."""
    races = with_big_guys(tables.read("rosters", Rosters))
    skills = {skill.name: skill for skill in tables.read("skills", Skills).skills}
    match = tables.read("match", MatchTables)
    injuries = tables.read("injuries", Injuries)
    advancement = tables.read("advancement", Advancement)
    hiring = tables.read("hiring", Hiring)
    stars = tables.read("stars", Stars).stars
    check_races(races, skills)
    check_stars(stars, races, skills)
    _check_hiring(hiring)
    _check_winnings(match)
    _check_handicap_counts(match)
    fan_factor = Table(
        gettext_noop("fan factor"), D6, tuple((row.total, row) for row in match.fan_factor.rows)
    )
    _check_open(fan_factor)
    fields = tables.read("stadiums", HomeFields)
    _check_fields(fields, races)
    _check_dead(injuries, races, skills)
    trophies = {one.name: one for one in fields.trophies}
    tournaments = tables.read("tournaments", Tournaments)
    check_tournaments(tournaments, races, trophies)
    return Book(
        races=races,
        skills=skills,
        creation=tables.read("league", Creation),
        match=match,
        injuries=injuries,
        advancement=advancement,
        weather=Table("weather", TWO_D6, _by_roll(match.weather)),
        handicap=Table(gettext_noop("handicap table"), D66, _by_roll(match.handicaps)),
        casualty=Table(gettext_noop("casualty table"), D6, _by_roll(injuries.casualty)),
        serious_injury=Table(gettext_noop("serious injury table"), D66, _by_roll(injuries.serious_injury)),
        fan_factor=fan_factor,
        star_player_roll=Table(
            gettext_noop("star player roll"), TWO_D6, _by_roll(advancement.star_player_roll)
        ),
        ageing=Table(gettext_noop("ageing table"), TWO_D6, _by_roll(advancement.ageing)),
        hiring=hiring,
        stars={star.name: star for star in stars},
        for_hire={race.name: _price_list(race, hiring, stars) for race in races.values()},
        rune=Table("runes", D6, _by_roll(hiring.runesmith.runes)),
        fields=fields,
        stadiums={one.name: one for one in fields.kinds},
        field_bonuses={race: one for one in fields.bonuses for race in one.races},
        trophies=trophies,
        tournaments=tournaments,
    )


def _by_roll(rows: tuple[Lookup, ...]) -> tuple[tuple[Span, Lookup], ...]:
    return tuple((row.roll, row) for row in rows)


def _price_list(race: Race, hiring: Hiring, stars: tuple[Star, ...]) -> PriceList:
    """LRB4, Freebooters, Star players, Wizards; lrb4-cs.txt:914-922, 1504-1509, 1563-1588, 2666-2676, 3048-3051."""
    freebooters = {
        position.name: position.price // hiring.freebooter_divisor
        for position in race.positions
        if position.price is not None and position.stats is not None
    }
    prices = {}
    for star in stars:
        if not star.plays_for or race.name in star.plays_for:
            dear = race.name in hiring.dear_for and race.name not in star.single_price_for
            prices[star.name] = star.league_price * (hiring.dear_factor if dear else 1)
    rule, smith, chef = hiring.wizard, hiring.runesmith, hiring.chef
    never, own = race.name in rule.never_for, race.name in rule.own_kind
    wizard = None if never or own else rule.price
    with_trophy = None if never else rule.trophy_price
    runesmith = smith.price if race.name in smith.races else None
    ingredients = chef.ingredients_price if race.name in chef.races else None
    others = (price for price in (wizard, with_trophy, runesmith, ingredients) if price is not None)
    least = min((*freebooters.values(), *prices.values(), *others), default=10**9)
    return PriceList(freebooters, prices, wizard, with_trophy, runesmith, ingredients, least)


def _check_hiring(hiring: Hiring) -> None:
    if hiring.freebooter_divisor < 1:
        raise ValueError(_("hiring: the list price must be divided by 1 or more"))
    if hiring.chef.ingredients_price < 1:
        raise ValueError(_("hiring: the chef's ingredients must have a price"))


def _check_winnings(match: MatchTables) -> None:
    winnings = match.winnings
    for name, bands in (("rating", winnings.rating_bands), ("gate", winnings.gate_bands)):
        if not bands or bands[0] > 0 or list(bands) != sorted(set(bands)):
            raise ValueError(_("winnings: the {name} bands do not rise from 0").format(name=name))
    if len(winnings.modifiers) != len(winnings.gate_bands):
        raise ValueError(_("winnings: there must be one row of modifiers for each band of gates"))
    if any(len(row) != len(winnings.rating_bands) for row in winnings.modifiers):
        raise ValueError(_("winnings: each row must have one modifier for each band of ratings"))


def _check_handicap_counts(match: MatchTables) -> None:
    for difference in _DIFFERENCES:
        if sum(difference in row.difference for row in match.handicap_counts) != 1:
            raise ValueError(
                _("handicap rolls: not one row for a difference of {difference}").format(
                    difference=difference
                )
            )


def _check_open(table: Table[FanFactorRow]) -> None:
    """Modifiers have no end, so the first and the last row must not have one either."""
    if not any(span.low is None for span, _ in table.rows) or not any(
        span.high is None for span, _ in table.rows
    ):
        raise ValueError(_("{table}: no row for modified rolls beyond the die").format(table=_(table.name)))
    for total in range(-50, 50):
        if sum(total in span for span, _ in table.rows) != 1:
            raise ValueError(
                _("{table}: not one row for a modified roll of {total}").format(
                    table=_(table.name), total=total
                )
            )


def _check_dead(injuries: Injuries, races: dict[str, Race], skills: dict[str, Skill]) -> None:
    raised, rot = injuries.raise_dead, injuries.rot
    for skill in (*raised.not_with_skills, rot.skill, injuries.regeneration.skill):
        if skill not in skills:
            raise ValueError(_("injuries: there is no skill {skill!r}").format(skill=skill))
    for race in raised.races:
        if race not in races:
            raise ValueError(_("injuries: there is no team list named {race!r}").format(race=race))
        if races[race].position(raised.position) is None:
            raise ValueError(
                _("injuries: {race} teams have no position {position!r} to be raised as").format(
                    race=race, position=raised.position
                )
            )


def _check_fields(fields: HomeFields, races: dict[str, Race]) -> None:
    named = [race for one in fields.kinds for race in (*one.only_for, *one.not_for)]
    named += [race for one in fields.bonuses for race in (*one.races, *one.not_against)]
    for race in (*named, *fields.ramshackle.no_fans):
        if race not in races:
            raise ValueError(_("home fields: there is no team list named {race!r}").format(race=race))
    owners = [race for one in fields.bonuses for race in one.races]
    if len(set(owners)) < len(owners):
        raise ValueError(_("home fields: a race has two bonuses"))
    collapse = fields.ramshackle.collapse
    for touchdowns in range(1, 50):
        if sum(touchdowns in row.touchdowns for row in collapse) > 1:
            raise ValueError(
                _("home fields: two collapse rows for {touchdowns} touchdowns").format(touchdowns=touchdowns)
            )
