"""What a league plays by, and how sure it is: for the page of rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from engine.edition import Edition, Position, Race, SeedReading, Star
from engine.tables import Confidence
from engine.words import named
from league.domain import rules
from league.domain.rule_fields import NOTHING, Field, changed_paths, field, printed
from league.models import League, RuleBook

SETTABLE = {
    "team": ("reroll_price",),
    "position": ("price", "stats"),
    "star": ("league_price", "stats"),
    "major": ("prizes/0/winner", "prizes/0/finalist"),
    "format": ("scoring", "results_counted", "play_off_weeks"),
}
"""What a commissioner is asked for where a value is unproven."""
TEAM = gettext_noop("Team list")
STAR, MAJOR, MAJORS = gettext_noop("Star player"), gettext_noop("Major"), gettext_noop("Majors")
PLAY = gettext_noop("How they are played")
WORDS = frozenset((TEAM, STAR, MAJOR, MAJORS, PLAY))
"""What stands for a team list or a position where a value is of neither."""
LACKS = {
    "price": gettext_noop("no price"),
    "stats": gettext_noop("no stats"),
    "prize of the winner": gettext_noop("no prize of the winner"),
    "prize of the finalist": gettext_noop("no prize of the finalist"),
}
FORMAT = "tournaments/format"
POINTS = {
    "win_points": gettext_noop("Points for a win"),
    "draw_points": gettext_noop("Points for a draw"),
    "loss_points": gettext_noop("Points for a loss"),
}


@dataclass(frozen=True)
class Reading:
    """A place that the text leaves open. ``changed`` where the league has a house rule on it."""

    reading: SeedReading
    changed: bool


@dataclass(frozen=True)
class Uncertain:
    """A value that nobody could prove. ``path`` is where a house rule may set it; ``missing`` names what is unknown."""

    race: str
    what: str
    confidence: Confidence
    note: str
    path: str
    missing: tuple[str, ...]
    settled: bool
    """The league has a house rule on it."""
    fields: tuple[Field, ...] = ()
    """What may be set, each by its own house rule."""

    @property
    def heading(self) -> str:
        """Whose value it is, and which."""
        race, what = (_(word) if word in WORDS else named(word) for word in (self.race, self.what))
        return f"{race}: {what}"

    @property
    def surety(self) -> str:
        """How sure it is, in a word."""
        words = {
            "high": pgettext("how sure", "high"),
            "medium": pgettext("how sure", "medium"),
            "low": pgettext("how sure", "low"),
            "none": pgettext("how sure", "none"),
        }
        return words[self.confidence]

    @property
    def lacks(self) -> tuple[str, ...]:
        """What is unknown, each in words."""
        return tuple(_(LACKS[what]) for what in self.missing)


@dataclass(frozen=True)
class Revision:
    """A rule book of the league, and what it changed: (path, before, after). ``first``: the one it began with."""

    book: RuleBook
    changes: tuple[tuple[str, str, str], ...]
    first: bool

    @property
    def since(self) -> int:
        """The number of the first act that was, or will be, made under it."""
        return self.book.after + 1


@dataclass(frozen=True)
class Rulebook:
    edition: Edition
    differences: tuple[Field, ...]
    """Every house rule: what it names, what the book has there, and what is played."""
    readings: tuple[Reading, ...]
    uncertain: tuple[Uncertain, ...]
    history: tuple[Revision, ...]


def rulebook(league: League, typed: Mapping[str, str] = NOTHING) -> Rulebook:
    """``typed``: what stands in the fields of a form that came back.

    Raises Refusal where the edition no longer takes the league's house rules."""
    edition = league.rules
    return Rulebook(
        edition,
        tuple(_differences(league, typed)),
        tuple(
            Reading(reading, bool(reading.house_rule) and edition.has_house_rule(reading.house_rule))
            for reading in edition.readings
        ),
        tuple(sorted(_with_fields(league, uncertain_values(edition), typed), key=_least_sure_first)),
        tuple(_revisions(rules.history(league))),
    )


def _revisions(books: list[RuleBook]) -> Iterator[Revision]:
    """The latest first, as the books are."""
    for place, book in enumerate(books):
        first = place == len(books) - 1
        yield Revision(book, () if first else tuple(_changes(books[place + 1], book)), first)


def _changes(before: RuleBook, after: RuleBook) -> Iterator[tuple[str, str, str]]:
    for name, words in POINTS.items():
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            yield _(words), str(old), str(new)
    yield from changed_paths(before.house_rules, after.house_rules)


def _with_fields(
    league: League, values: Iterator[Uncertain], typed: Mapping[str, str]
) -> Iterator[Uncertain]:
    book = printed(league)
    for value in values:
        paths = [f"{value.path}/{name}" for name in SETTABLE[_kind(value)]]
        yield replace(value, fields=tuple(field(league, path, book.value_at(path), typed) for path in paths))


def _kind(value: Uncertain) -> str:
    if value.path.startswith("tournaments/"):
        return "format" if value.path == FORMAT else "major"
    if value.path.startswith("stars/"):
        return "star"
    return "team" if value.what == TEAM else "position"


def _differences(league: League, typed: Mapping[str, str]) -> Iterator[Field]:
    book = printed(league)
    for path in league.house_rules:
        yield field(league, path, book.value_at(path), typed)


def uncertain_values(edition: Edition) -> Iterator[Uncertain]:
    """Everything that is less than sure, or that cannot be played for want of a value."""
    for race in edition.races.values():
        if race.confidence != "high":
            yield _uncertain_race(edition, race)
        for position in race.positions:
            missing = _missing(position)
            if position.confidence != "high" or missing:
                yield _uncertain_position(edition, race, position, missing)
    for star in edition.stars:
        if star.confidence != "high" or star.price_confidence != "high":
            yield _uncertain_star(edition, star)
    yield from _uncertain_tournaments(edition)


def _uncertain_star(edition: Edition, star: Star) -> Uncertain:
    """As sure as the less sure of himself and his price; the price settles it, being what a league needs."""
    levels = ("none", "low", "medium", "high")
    least = min(star.confidence, star.price_confidence, key=levels.index)
    path = f"stars/stars/{star.name}"
    return Uncertain(STAR, star.name, least, star.note, path, (), edition.has_house_rule(path))


def _uncertain_tournaments(edition: Edition) -> Iterator[Uncertain]:
    tables = edition.tournaments
    if tables is not None and tables.confidence != "high":
        settled = edition.has_house_rule(FORMAT)
        yield Uncertain(MAJORS, PLAY, tables.confidence, tables.note, FORMAT, (), settled)
    for major in edition.majors:
        missing = tuple(dict.fromkeys(f"prize of the {end.rpartition('/')[2]}" for end in major.missing))
        if major.confidence != "high" or missing:
            settled = edition.has_house_rule(major.path) and not missing
            yield Uncertain(MAJOR, major.name, major.confidence, major.note, major.path, missing, settled)


def _least_sure_first(value: Uncertain) -> int:
    return 0 if value.missing else 1 + ("none", "low", "medium", "high").index(value.confidence)


def _uncertain_race(edition: Edition, race: Race) -> Uncertain:
    path = f"rosters/races/{race.name}"
    own = {f"{path}/reroll_price", f"{path}/apothecary", f"{path}/max_big_guys"}
    settled = bool(own & set(edition.house_rules))
    return Uncertain(race.name, TEAM, race.confidence, race.note, path, (), settled)


def _uncertain_position(
    edition: Edition, race: Race, position: Position, missing: tuple[str, ...]
) -> Uncertain:
    path = race.path_of(position.name)
    settled = edition.has_house_rule(path) and not missing
    return Uncertain(race.name, position.name, position.confidence, position.note, path, missing, settled)


def _missing(position: Position) -> tuple[str, ...]:
    """What a position lacks before it can be hired."""
    known = {"price": position.price, "stats": position.stats}
    return tuple(name for name, value in known.items() if value is None)
