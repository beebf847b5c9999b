"""All tables of the edition, typed, proved and ready to be looked up in."""

from __future__ import annotations

import msgspec

from engine.contest.book import Tournaments, check_tournaments
from engine.dice import D68, TWO_D6, Table
from engine.edition import (
    Creation,
    Position,
    Race,
    Rosters,
    Skill,
    Skills,
    Star,
    Stars,
    check_races,
    check_stars,
    with_big_guys,
)
from engine.editions.crp.tables import (
    Advancement,
    AdvanceRow,
    Inducement,
    Inducements,
    Injuries,
    InjuryRow,
    MatchTables,
    WeatherRow,
)
from engine.tables import Tables
from engine.words import gettext as _
from engine.words import gettext_noop


class ForSale(msgspec.Struct, frozen=True):
    """What a team of one race may have for petty cash, with what it takes. Stars who only come along are not there."""

    kinds: dict[str, int]
    stars: dict[str, int]
    mercenaries: dict[str, int]

    @property
    def least(self) -> int:
        return min((*self.kinds.values(), *self.stars.values(), *self.mercenaries.values()), default=0)


class Book(msgspec.Struct, frozen=True):
    """The rules' numbers. The fields of type ``Table`` are those of the fields before them, by total."""

    races: dict[str, Race]
    skills: dict[str, Skill]
    creation: Creation
    match: MatchTables
    injuries: Injuries
    advancement: Advancement
    inducements: Inducements
    weather: Table[WeatherRow]
    casualty: Table[InjuryRow]
    improvement_roll: Table[AdvanceRow]
    stars: dict[str, Star]
    kinds: dict[str, Inducement]
    for_sale: dict[str, ForSale]
    tournaments: Tournaments | None

    def journeymen_of(self, race: str) -> tuple[Position, ...]:
        """Positions that fill a team of this race up."""
        least = self.match.journeymen.position_max
        return tuple(one for one in self.races[race].positions if one.max >= least and one.stats is not None)


def read_book(tables: Tables) -> Book:
    """Raises ValueError for a table with a hole or an overlap, and Refusal for a house rule of the wrong type."""
    races = with_big_guys(tables.read("rosters", Rosters))
    skills = {skill.name: skill for skill in tables.read("skills", Skills).skills}
    stars = {star.name: star for star in tables.read("stars", Stars).stars}
    match = tables.read("match", MatchTables)
    injuries = tables.read("injuries", Injuries)
    advancement = tables.read("advancement", Advancement)
    inducements = tables.read("inducements", Inducements)
    check_races(races, skills)
    check_stars(tuple(stars.values()), races, skills)
    _check_names(races, skills, injuries, inducements, advancement)
    tournaments = tables.read("tournaments", Tournaments) if "tournaments" in tables.names else None
    if tournaments is not None:
        check_tournaments(tournaments, races, {})
    return Book(
        races=races,
        skills=skills,
        creation=tables.read("league", Creation),
        match=match,
        injuries=injuries,
        advancement=advancement,
        inducements=inducements,
        weather=Table("weather", TWO_D6, tuple((row.roll, row) for row in match.weather)),
        casualty=Table(
            gettext_noop("casualty table"), D68, tuple((row.roll, row) for row in injuries.casualty)
        ),
        improvement_roll=Table(
            gettext_noop("improvement roll"),
            TWO_D6,
            tuple((row.roll, row) for row in advancement.improvement_roll),
        ),
        stars=stars,
        kinds={kind.name: kind for kind in inducements.kinds},
        for_sale={name: _for_sale(race, inducements, stars) for name, race in races.items()},
        tournaments=tournaments,
    )


def _for_sale(race: Race, inducements: Inducements, stars: dict[str, Star]) -> ForSale:
    """Some inducements come to certain races alone, and apothecaries to those who may have one of their own."""
    return ForSale(
        kinds={
            kind.name: kind.reduced.get(race.name, kind.price)
            for kind in inducements.kinds
            if (not kind.only_for or race.name in kind.only_for)
            and (race.apothecary or kind.effect != "apothecary")
        },
        stars={
            star.name: star.league_price
            for star in stars.values()
            if (not star.plays_for or race.name in star.plays_for) and not comes_along(stars, star)
        },
        mercenaries={
            position.name: position.price + inducements.mercenaries.surcharge
            for position in race.positions
            if position.price is not None
        },
    )


def comes_along(stars: dict[str, Star], star: Star) -> bool:
    """Is he one who asks nothing, and comes with another who has the price of both?"""
    return bool(star.pair) and not star.league_price and stars[star.pair].league_price > 0


def _check_names(
    races: dict[str, Race],
    skills: dict[str, Skill],
    injuries: Injuries,
    inducements: Inducements,
    advancement: Advancement,
) -> None:
    raising = (injuries.raise_dead, injuries.rot)
    named = [race for kind in inducements.kinds for race in (*kind.reduced, *kind.only_for)]
    for race in (*named, *(race for one in raising for race in one.races)):
        if race not in races:
            raise ValueError(_("there is no team list named {race!r}").format(race=race))
    for one in raising:
        for race in one.races:
            if races[race].position(one.position) is None:
                raise ValueError(
                    _("injuries: {race} teams have no position {position!r} to join as").format(
                        race=race, position=one.position
                    )
                )
    excluded = [skill for row in advancement.exclusions for skill in (row.skill, *row.not_with)]
    others = [injuries.regeneration.skill, injuries.decay.skill, injuries.frail.skill]
    for skill in (*excluded, *others, *(skill for one in raising for skill in one.not_with_skills)):
        if skill not in skills:
            raise ValueError(_("there is no skill {skill!r}").format(skill=skill))
