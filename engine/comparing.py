"""Two editions side by side, from the data that both are played by: tables in words, and team lists line by line.

What is called otherwise is matched as for a league that moves (``engine.acts.converting.Names``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from engine.acts.converting import Names
from engine.edition import Edition, Position, Race, Star, SummaryLine
from engine.words import gettext as _
from engine.words import gettext_noop, gold, named, position_named

MOST_SPP = 300
"""Star player points up to which levels are looked for."""
_SPP = {
    "completion": gettext_noop("Completion"),
    "touchdown": gettext_noop("Touchdown"),
    "interception": gettext_noop("Interception"),
    "casualty": gettext_noop("Casualty"),
    "mvp": gettext_noop("Most valuable player"),
}


class Pair(msgspec.Struct, frozen=True):
    """One thing in both editions; empty where one of them does not have it."""

    what: str
    old: str
    new: str
    differs: bool


class Part(msgspec.Struct, frozen=True):
    title: str
    pairs: tuple[Pair, ...]

    @property
    def differs(self) -> bool:
        return any(pair.differs for pair in self.pairs)

    @property
    def different(self) -> tuple[Pair, ...]:
        return tuple(pair for pair in self.pairs if pair.differs)


class Lines(msgspec.Struct, frozen=True):
    """A position, or a star player, in both editions, by name; empty where one of them does not have it."""

    old: str
    new: str
    pairs: tuple[Pair, ...]

    @property
    def differs(self) -> bool:
        return self.old != self.new or any(pair.differs for pair in self.pairs)

    @property
    def different(self) -> tuple[Pair, ...]:
        return tuple(pair for pair in self.pairs if pair.differs)


class RacePair(msgspec.Struct, frozen=True):
    """A team list in both editions. ``stars`` play for it."""

    old: Race | None
    new: Race | None
    pairs: tuple[Pair, ...]
    positions: tuple[Lines, ...]
    stars: tuple[Lines, ...]

    @property
    def name(self) -> str:
        found = self.new or self.old
        assert found is not None
        return found.name

    @property
    def old_name(self) -> str:
        """Its name in the first edition, where that is another."""
        return self.old.name if self.old and self.new and self.old.name != self.new.name else ""

    @property
    def different(self) -> tuple[Pair, ...]:
        return tuple(pair for pair in self.pairs if pair.differs)

    @property
    def changes(self) -> int:
        """How many lines differ."""
        return (
            sum(pair.differs for pair in self.pairs)
            + sum(one.differs for one in self.positions)
            + sum(one.differs for one in self.stars)
        )


class Comparison(msgspec.Struct, frozen=True):
    old: Edition
    new: Edition
    parts: tuple[Part, ...]
    races: tuple[RacePair, ...]

    @property
    def differs(self) -> bool:
        return any(part.differs for part in self.parts) or any(race.changes for race in self.races)

    def race(self, name: str) -> RacePair | None:
        """By its name in either edition."""
        for one in self.races:
            if name in (one.old.name if one.old else "", one.new.name if one.new else ""):
                return one
        return None


def compare(old: Edition, new: Edition) -> Comparison:
    names = Names(old, new)
    return Comparison(old, new, tuple(_parts(names)), tuple(_races(names)))


def _pair(what: str, old: str, new: str) -> Pair:
    return Pair(what, old, new, old != new)


# --- tables -------------------------------------------------------------------------------------------------------


def _parts(names: Names) -> Iterator[Part]:
    before, after = (_summary(edition) for edition in (names.old, names.new))
    for part in dict.fromkeys([*before, *after]):
        here, there = before.get(part, {}), after.get(part, {})
        whats = _merged(list(here), list(there))
        yield Part(part, tuple(_pair(what, here.get(what, ""), there.get(what, "")) for what in whats))
    yield Part(_("Skills"), tuple(_skills(names)))


def _merged(first: list[str], second: list[str]) -> list[str]:
    """Everything of both, in the order of the first; what only the second has follows what it follows there."""
    found = list(first)
    for place, one in enumerate(second):
        if one in found:
            continue
        before = next((other for other in reversed(second[:place]) if other in found), None)
        found.insert(found.index(before) + 1 if before is not None else 0, one)
    return found


def _summary(edition: Edition) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for line in (*_draft(edition), *_points(edition), *edition.rules.summary()):
        found.setdefault(line.part, {})[line.what] = line.says
    return found


def _draft(edition: Edition) -> Iterator[SummaryLine]:
    part, limits = _("The draft"), edition.creation
    yield SummaryLine(part, _("Treasury"), gold(limits.treasury))
    yield SummaryLine(
        part,
        _("Players"),
        _("{least} to {most}").format(least=limits.players_min, most=limits.players_max),
    )
    yield SummaryLine(
        part,
        _("Fan factor"),
        _("{least} to {most}, {price} each").format(
            least=limits.fan_factor_min,
            most=limits.fan_factor_max,
            price=gold(limits.fan_factor_price),
        ),
    )
    yield SummaryLine(
        part,
        _("Team re-rolls"),
        _("No limit") if limits.rerolls_max is None else _("{most} at most").format(most=limits.rerolls_max),
    )
    yield SummaryLine(
        part,
        _("A re-roll later"),
        _("{count} times the price of the list").format(count=limits.reroll_later_factor),
    )
    yield SummaryLine(part, _("Assistant coach"), gold(limits.assistant_price))
    yield SummaryLine(part, _("Cheerleader"), gold(limits.cheerleader_price))
    yield SummaryLine(
        part,
        _("Apothecary"),
        _("{price}, {most} at most").format(price=gold(limits.apothecary_price), most=limits.apothecary_max),
    )


def _points(edition: Edition) -> Iterator[SummaryLine]:
    part, rules = _("Star player points"), edition.rules
    for source, words in _SPP.items():
        yield SummaryLine(part, _(words), str(rules.spp(source)))
    level = -1
    for spp in range(MOST_SPP):
        rolls = rules.improvements_owed(spp, 0)
        if rolls != level:
            level = rolls
            yield SummaryLine(part, _("Level from {spp} points").format(spp=spp), named(rules.title(spp)))


def _skills(names: Names) -> Iterator[Pair]:
    """Each skill with its category, and the name that it has in the other edition where that is another."""
    matched = set()
    for skill in names.old.skills.values():
        there = names.skill(skill.name)
        matched.add(there)
        if not there:
            yield _pair(named(skill.name), named(skill.category), "")
            continue
        found = names.new.skills[there]
        if there == skill.name:
            says = named(found.category)
        else:
            says = _("{category}, as {skill}").format(category=named(found.category), skill=named(there))
        yield _pair(named(skill.name), named(skill.category), says)
    for skill in names.new.skills.values():
        if skill.name not in matched:
            yield _pair(named(skill.name), "", named(skill.category))


# --- team lists ---------------------------------------------------------------------------------------------------


def _races(names: Names) -> Iterator[RacePair]:
    met = set()
    pairs: list[tuple[Race | None, Race | None]] = []
    for race in names.old.races.values():
        there = names.new.races.get(names.race(race.name))
        met.add(there.name if there else "")
        pairs.append((race, there))
    pairs += [(None, race) for race in names.new.races.values() if race.name not in met]
    for old, new in sorted(pairs, key=_name_of_pair):
        yield RacePair(
            old,
            new,
            tuple(_list(old, new)),
            tuple(_positions(names, old, new)),
            tuple(_stars(names, old, new)),
        )


def _name_of_pair(pair: tuple[Race | None, Race | None]) -> str:
    old, new = pair
    found = new or old
    return found.name if found else ""


def _list(old: Race | None, new: Race | None) -> Iterator[Pair]:
    facts: dict[str, Callable[[Race], str]] = {
        _("Team re-roll"): lambda race: gold(race.reroll_price),
        _("Apothecary"): lambda race: _("yes") if race.apothecary else _("no"),
        _("Big guys at most"): lambda race: str(race.max_big_guys) if race.big_guys else "",
        _("Drafted"): lambda race: _("not here") if race.closed else _("yes"),
    }
    for what, says in facts.items():
        yield _pair(what, says(old) if old else "", says(new) if new else "")


def _positions(names: Names, old: Race | None, new: Race | None) -> Iterator[Lines]:
    met = set()
    for position in old.positions if old else ():
        there = new.position(names.position(old.name, position.name)) if old and new else None
        met.add(there.name if there else "")
        yield _lines(names, position, there, _POSITION)
    for position in new.positions if new else ():
        if position.name not in met:
            yield _lines(names, None, position, _POSITION)


def _stars(names: Names, old: Race | None, new: Race | None) -> Iterator[Lines]:
    here = {star.name: star for star in _playing(names.old, old)}
    there = {star.name: star for star in _playing(names.new, new)}
    for name in sorted({*here, *there}):
        yield _lines(names, here.get(name), there.get(name), _STAR)


def _playing(edition: Edition, race: Race | None) -> Iterable[Star]:
    return (
        star
        for star in edition.stars
        if race is not None and (not star.plays_for or race.name in star.plays_for)
    )


def _lines(names: Names, old: Any, new: Any, fields: Mapping[str, _Field]) -> Lines:
    pairs = []
    for what, read in fields.items():
        here, there = (read(one) if one is not None else () for one in (old, new))
        translated = [names.skill(one) or one for one in here]
        differs = sorted(translated) != sorted(there)
        pairs.append(Pair(_(what), ", ".join(map(named, here)), ", ".join(map(named, there)), differs))
    return Lines(_called(old), _called(new), tuple(pairs))


def _called(line: Position | Star | None) -> str:
    """A position has a name in other languages, and a star player has not."""
    if line is None:
        return ""
    return position_named(line.name) if isinstance(line, Position) else line.name


def on_a_double(position: Position) -> tuple[str, ...]:
    """Categories that a double opens besides those of every roll: editions write it down in two ways."""
    return tuple(one for one in position.doubles if one not in position.access)


def _stats(line: Position | Star) -> tuple[str, ...]:
    return (" ".join(map(str, line.stats)),) if line.stats else (_("unknown"),)


_Field = Callable[[Any], tuple[str, ...]]
_POSITION: Mapping[str, _Field] = {
    gettext_noop("At most"): lambda one: (str(one.max),),
    gettext_noop("Price"): lambda one: (gold(one.price) if one.price is not None else _("unknown"),),
    gettext_noop("MA ST AG AV"): _stats,
    gettext_noop("Skills"): lambda one: one.skills,
    gettext_noop("Learns"): lambda one: one.access,
    gettext_noop("By a double"): on_a_double,
}
_STAR: Mapping[str, _Field] = {
    gettext_noop("Price"): lambda one: (gold(one.league_price),),
    gettext_noop("MA ST AG AV"): _stats,
    gettext_noop("Skills"): lambda one: one.skills,
}
"""What is told of a line, as words in any order."""
