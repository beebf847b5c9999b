"""What every edition of the rules consists of: typed tables, read from the TOML of its folder, and its policies.

An edition is a folder ``engine/editions/<key>/``: ``data/*.toml`` and the few rules that differ as Python.
``engine.tables`` reads the folder, with the house rules of a league laid over it.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec

from engine.contest.book import MajorPrizes, Tournaments
from engine.questions import Question, Refusal, Side
from engine.tables import Confidence, Tables
from engine.words import gettext as _
from engine.words import gettext_noop, named

if TYPE_CHECKING:
    from engine.match.log import LogRoster
    from engine.match.state import Match
    from engine.roster import Roster

Stats = tuple[int, int, int, int]
"""Movement allowance, strength, agility and armour value, in this order."""

STAT_NAMES = ("ma", "st", "ag", "av")


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a team list. ``price`` in gold pieces; without a price or stats it cannot be hired."""

    name: str
    max: int
    price: int | None = None
    stats: Stats | None = None
    skills: tuple[str, ...] = ()
    access: tuple[str, ...] = ()
    """Categories whose skills are open on a normal roll, and whose traits are open on a double."""
    doubles: tuple[str, ...] = ()
    """Categories whose skills are open on a double (General, Agility, Strength, Passing, and Physical where
    the race may have it)."""
    big_guy: bool = False
    confidence: Confidence = "high"
    note: str = ""
    czech: str = ""


class Race(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A team list. ``big_guys`` names those of the edition's big guys that play for it."""

    name: str
    reroll_price: int
    apothecary: bool
    positions: tuple[Position, ...]
    stunty: bool = False
    """A team of the small, for whom events keep a cup of their own."""
    apothecary_only_for: tuple[str, ...] = ()
    """Positions that the apothecary may treat; empty means all."""
    big_guys: tuple[str, ...] = ()
    max_big_guys: int = 0
    new: bool = False
    """Approved by the rules' authors, but no list of the game: ``Rosters.new_teams`` opens and closes all of them."""
    closed: bool = False
    """No new team of this race may be drafted; those that are there stay."""
    advanced: bool = False
    """Hard to play: for coaches who have played before."""
    confidence: Confidence = "high"
    note: str = ""
    czech: str = ""

    def position(self, name: str) -> Position | None:
        return next((position for position in self.positions if position.name == name), None)

    def path_of(self, position: str) -> str:
        """Where a house rule finds a position of this list: big guys stand in a table of their own."""
        table = "big_guys" if position in self.big_guys else f"races/{self.name}/positions"
        return f"rosters/{table}/{position}"


class Rosters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``rosters.toml``. Loading it gives each race its big guys as further positions."""

    races: tuple[Race, ...]
    big_guys: tuple[Position, ...] = ()
    new_teams: bool = True
    """House rule: may teams be drafted of the races that are ``new``?"""


class Skill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    category: str
    kind: Literal["skill", "trait", "racial"]
    czech: str = ""
    source: str = ""


class Skills(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``skills.toml``."""

    skills: tuple[Skill, ...]


class Star(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A star player, who is hired for one match. Gold in gold pieces.

    ``price_confidence`` is how sure ``league_price``, what he takes for a match of a league, is.
    """

    name: str
    position: str
    stats: Stats
    league_price: int
    price: int
    """What he takes outside a league."""
    plays_for: tuple[str, ...] = ()
    """Races; empty means all."""
    skills: tuple[str, ...] = ()
    secret_weapon: str = ""
    penalty_roll: int | None = None
    """From this total of the opponent's 2D6 on the referee sends him off for his weapon."""
    single_price_for: tuple[str, ...] = ()
    """Races that pay more for other stars, but not for him."""
    own_for: tuple[str, ...] = ()
    """Races that have one of his kind of their own: he plays though both sides hire him."""
    pair: str = ""
    """The star who always comes with him. One of the two has the price of both, the other asks nothing."""
    confidence: Confidence = "high"
    price_confidence: Confidence = "high"
    note: str = ""


class Stars(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``stars.toml``."""

    stars: tuple[Star, ...]


class Creation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The limits of a draft. Gold in gold pieces."""

    treasury: int
    players_min: int
    players_max: int
    fan_factor_price: int
    fan_factor_min: int
    fan_factor_max: int
    assistant_price: int
    cheerleader_price: int
    apothecary_price: int
    apothecary_max: int
    reroll_later_factor: int
    """A team re-roll that is bought once the league has started costs so many times its list price."""
    numbers_max: int = 99
    rerolls_max: int | None = None
    gold_between_teams: bool = True
    """May a team pay gold to another in a trade?"""
    retired_coach: bool = True
    """May a player who retires stay as an assistant coach, for nothing?"""


class Stadium(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of home field. Prices in gold pieces.

    ``modifier`` is what the bonus of a race adds to, or takes from, rolls with the fan factor. ``repair_price`` is
    given for a field that can break down.
    """

    name: str
    price: int
    fan_factor: int
    """Points of fan factor that the field brings, once."""
    modifier: int
    reroll_on: int
    """So much or more on 2D6 at the start of a half brings the home team a re-roll for that half."""
    only_for: tuple[str, ...] = ()
    """Races that may own one; empty means all but those of ``not_for``."""
    not_for: tuple[str, ...] = ()
    repair_price: int | None = None
    rough_end: int = 0
    """Added to the injury roll of a visitor who is pushed off the pitch at the end with the rough supporters."""
    ramshackle: bool = False
    czech: str = ""

    def open_to(self, race: str) -> bool:
        """Whether a team of this race may own one."""
        return race in self.only_for if self.only_for else race not in self.not_for


class FieldBonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the teams of these races make of a home field of any kind.

    Without ``dice`` it always works; with them it works for each die that shows ``needs`` or more. ``words`` tell a
    coach what he gets for his gold.
    """

    name: str
    races: tuple[str, ...]
    moment: Literal["gate", "kick_off", "half_time"]
    effect: Literal[
        "quarters", "own_fans", "no_visitors", "visitors_turn", "extra_player", "home_rolls", "visitors_rolls"
    ]
    words: str
    rolled_by: Literal["home", "away"] = "home"
    dice: int = 0
    needs: int = 1
    amount: int = 0
    not_against: tuple[str, ...] = ()


class Trophy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a trophy brings its holder, besides a re-roll a match; ``words`` tell a coach."""

    name: str
    sponsorship: int = 0
    """Gold pieces, paid after every match."""
    words: str = ""
    czech: str = ""


class Prompt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a question is put to a person, and the page of the rules that asks it.

    ``asks`` is what is rolled for or chosen, as a part of a sentence; ``{player}`` in it is the player concerned.
    ``help`` tells whoever has never played what it is about, and ``options`` what comes of some of the options.
    """

    label: str
    rule: str
    asks: str = ""
    help: str = ""
    options: dict[str, str] = {}


class Meaning(msgspec.Struct, frozen=True):
    """What comes of a roll: ``roll`` as it is written in a table (``11–12``, ``2+``), by name and in words."""

    roll: str
    name: str
    words: str = ""
    key: str = ""
    """The name in the tables, by which an option is known; ``name`` is in the language of the reader."""


class SeedReading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place where the text contradicts itself or says nothing, and the reading that Dugout plays by."""

    topic: str
    lines: str
    reading: str
    house_rule: str = ""
    """The path of the house rule that takes another reading, where both can be played."""


class Readings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``readings.toml``."""

    readings: tuple[SeedReading, ...]


class ReceiptLine(msgspec.Struct, frozen=True):
    """``count`` things of ``each`` gold pieces; ``total`` is what they add. ``missing`` of it rests now.

    ``in_points``: ``count`` gold pieces, or star player points, come to ``total`` points.
    """

    label: str
    count: int
    each: int | None
    """None where the things are not all worth the same."""
    total: int
    missing: int = 0
    in_points: bool = False


class Receipt(msgspec.Struct, frozen=True):
    """How a roster comes to its strength, line by line. ``full`` counts everybody, ``current`` those who can play."""

    lines: tuple[ReceiptLine, ...]
    full: int
    current: int


class Conversion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How what these other editions know is called here, where it is not called the same."""

    editions: tuple[str, ...]
    """Keys of the editions that it comes from."""
    races: dict[str, str] = {}
    positions: dict[str, dict[str, str]] = {}
    """By the race of the other edition."""
    skills: dict[str, str] = {}


class Conversions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``conversion.toml``."""

    conversions: tuple[Conversion, ...]


class SummaryLine(msgspec.Struct, frozen=True):
    """A line of what is played by, in words: ``part`` and ``what`` are the same in every edition that has it."""

    part: str
    what: str
    says: str


class Rules(Protocol):
    """The policies of an edition: scripts of a match that differ between editions, and what a roster is worth."""

    strength_key: str
    """What the edition calls a team's strength, in English."""
    turns: int
    """Turns of each team in a half."""
    players_on_pitch: int
    consecutive_matches_max: int | None
    """Matches in a row that a team may play against the same opponent; None where the rules set no limit."""
    least_fan_factor: int
    excuses_concessions: bool
    """Whether a side with too few players left may concede without a loss but that of the match."""
    keeps_star_injuries: bool
    """Whether star players for hire keep what they suffer, from one match of the league to the next."""

    @property
    def strength_name(self) -> str:
        """The same as its reader calls it: rating, team value."""

    def before(self, match: Match) -> Generator[Question, Any, None]: ...

    def casualty(self, match: Match, report: Any) -> Generator[Question, Any, None]: ...

    def treatment(self, match: Match, report: Any) -> Generator[Question, Any, None]: ...

    def half_time_due(self, match: Match) -> bool:
        """Whether something is rolled for at half-time of this match."""

    def half_time(self, match: Match) -> Generator[Question, Any, None]: ...

    def touchdown(self, match: Match, report: Any) -> Generator[Question, Any, None]:
        """What follows from a touchdown that is counted already."""

    def sending_off(self, match: Match, report: Any) -> Generator[Question, Any, bool]:
        """Whether the player must go."""

    def rerolls_left_max(self, match: Match, side: Side) -> int:
        """The most re-rolls that this side can have left at the end of the match."""

    def after(self, match: Match) -> Generator[Question, Any, None]: ...

    def improve(self, roster: Roster, player: int) -> Generator[Question, Any, tuple[Any, ...]]: ...

    def improvements_owed(self, spp: int, taken: int) -> int: ...

    def title(self, spp: int) -> str:
        """What a player of so many star player points is called: a name of the rules, in English."""

    def spp(self, source: str) -> int: ...

    def strength(self, roster: Roster) -> int:
        """What the roster would take the field with today."""

    def receipt(self, roster: Roster) -> Receipt:
        """How the roster comes to its strength; ``current`` is the strength."""

    def value_of(self, roster: Roster, player: int, gain: str) -> int:
        """What a skill, or a point of a stat (``+ma``), would add to this player's worth, in gold pieces."""

    def take_the_field(self, roster: Roster) -> LogRoster: ...

    def summary(self) -> tuple[SummaryLine, ...]:
        """Its own tables in words."""

    def meanings(self, key: str) -> tuple[Meaning, ...]:
        """What comes of the roll, or the choice, that a question of this key asks for; empty where no table says it."""


class Shop(msgspec.Struct, frozen=True):
    """How an edition speaks of what a coach buys for one match."""

    hireling: Literal["freebooter", "mercenary"] = "freebooter"
    """What a player of the team's own list is called who is hired for one match."""
    purse: str = "Treasury"
    """What it is paid from."""
    nothing: str = gettext_noop("Hire nobody")
    done: str = gettext_noop("Done, nobody else")
    so_far: str = gettext_noop("Hired so far")
    no_more: str = gettext_noop("nobody else")
    """The answer ``done``, in a list of answers."""
    called: str = "Hired"
    """All of it together, over an empty field of a match sheet."""


class Edition(msgspec.Struct, frozen=True, gc=True):
    """An edition as it is played in one league: its tables with the league's house rules laid over them."""

    key: str
    name: str
    races: dict[str, Race]
    skills: dict[str, Skill]
    creation: Creation
    prompts: dict[str, Prompt]
    readings: tuple[SeedReading, ...]
    rules: Rules
    house_rules: dict[str, Any]
    shop: Shop = Shop()
    stars: tuple[Star, ...] = ()
    stadiums: tuple[Stadium, ...] = ()
    """Kinds of home field, the dearest first."""
    field_bonuses: tuple[FieldBonus, ...] = ()
    trophies: tuple[Trophy, ...] = ()
    tournaments: Tournaments | None = None
    about: str = ""
    """What it is, in a sentence or two."""
    conversions: tuple[Conversion, ...] = ()
    """From other editions to this one."""

    def has_house_rule(self, path: str) -> bool:
        """Whether the league has a house rule at the path, or at a path below it."""
        return any(rule == path or rule.startswith(f"{path}/") for rule in self.house_rules)

    def race(self, name: str) -> Race:
        """Raises Refusal for a race that the edition does not have."""
        try:
            return self.races[name]
        except KeyError:
            raise Refusal(
                _("{edition} has no team list named {race!r}.").format(edition=named(self.name), race=name)
            ) from None

    @property
    def draftable(self) -> tuple[Race, ...]:
        """The races of which teams may be drafted."""
        return tuple(race for race in self.races.values() if not race.closed)

    def is_stunty(self, race: str) -> bool:
        """Whether this is a team list of the edition, and one of the small."""
        return race in self.races and self.races[race].stunty

    def prompt(self, key: str) -> Prompt:
        return self.prompts[key]

    @property
    def majors(self) -> tuple[MajorPrizes, ...]:
        """The major tournaments in the order of the year; none in an edition that does not speak of them."""
        return self.tournaments.majors if self.tournaments is not None else ()

    def major(self, name: str) -> MajorPrizes:
        """Raises Refusal for a major that the edition does not have."""
        for one in self.majors:
            if one.name == name:
                return one
        raise Refusal(
            _("{edition} has no major tournament called {name!r}.").format(
                edition=named(self.name), name=name
            )
        )

    def stadium(self, name: str) -> Stadium | None:
        return next((one for one in self.stadiums if one.name == name), None)

    def field_bonus(self, race: str) -> FieldBonus | None:
        """What this race makes of its home field."""
        return next((one for one in self.field_bonuses if race in one.races), None)


def read_conversions(tables: Tables) -> tuple[Conversion, ...]:
    """None where the edition calls everything as the others do."""
    if "conversion" not in tables.names:
        return ()
    return tables.read("conversion", Conversions).conversions


def check_races(races: Mapping[str, Race], skills: Mapping[str, Skill]) -> None:
    """Raises ValueError for a position with an unknown skill or category, or with a price but no stats."""
    categories = {skill.category for skill in skills.values()}
    for race in races.values():
        for position in race.positions:
            where = f"rosters: {race.name}, {position.name}"
            for skill in position.skills:
                if skill not in skills:
                    raise ValueError(
                        _("{where}: there is no skill {skill!r}").format(where=where, skill=named(skill))
                    )
            for category in (*position.access, *position.doubles):
                if category not in categories:
                    raise ValueError(
                        _("{where}: there is no category {category!r}").format(
                            where=where, category=named(category)
                        )
                    )
            if (position.price is None) != (position.stats is None):
                raise ValueError(_("{where}: price and stats go together").format(where=where))


def check_stars(stars: tuple[Star, ...], races: Mapping[str, Race], skills: Mapping[str, Skill]) -> None:
    """Raises ValueError for a star of an unknown race or skill, without a price, or paired with nobody."""
    names = {star.name for star in stars}
    for star in stars:
        where = f"stars: {star.name}"
        for race in (*star.plays_for, *star.single_price_for, *star.own_for):
            if race not in races:
                raise ValueError(
                    _("{where}: there is no team list {race!r}").format(where=where, race=named(race))
                )
        for skill in star.skills:
            if skill not in skills:
                raise ValueError(
                    _("{where}: there is no skill {skill!r}").format(where=where, skill=named(skill))
                )
        if star.league_price < 0:
            raise ValueError(
                _("{where}: a price of {price} is none").format(where=where, price=star.league_price)
            )
        if star.pair and star.pair not in names:
            raise ValueError(
                _("{where}: there is no star {pair!r} to come with him").format(where=where, pair=star.pair)
            )


def with_big_guys(rosters: Rosters) -> dict[str, Race]:
    """Races by name, each with the big guys that play for it as positions of their own, and closed to drafts if it is
    new where the rosters have no new teams."""
    known = {position.name: position for position in rosters.big_guys}
    for race in rosters.races:
        for name in race.big_guys:
            if name not in known:
                raise ValueError(
                    _("rosters: {race} names the big guy {name!r}, who is not in the list").format(
                        race=named(race.name), name=name
                    )
                )
    return {
        race.name: msgspec.structs.replace(
            race,
            closed=race.closed or (race.new and not rosters.new_teams),
            positions=race.positions
            + tuple(msgspec.structs.replace(known[name], max=race.max_big_guys) for name in race.big_guys),
        )
        for race in rosters.races
    }
