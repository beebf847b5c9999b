"""A roster moved to another edition of the rules: what everybody is there, and what has no counterpart.

Names are matched by the ``conversion.toml`` of either edition, which holds for both ways; a commissioner may decide
what it leaves open. Whatever a player gained is kept where the new edition knows it, and is worth what it is worth
there. A position or a race without a counterpart stands in the way: nothing is dropped in silence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from engine import stored
from engine.acts.drafting import limit_problems
from engine.describe import STAT_WORDS
from engine.edition import STAT_NAMES, Conversion, Edition, Position, Race, Stats
from engine.roster import (
    Converted,
    ConvertedPlayer,
    FanFactorChanged,
    Player,
    RerollsChanged,
    Roster,
    RosterEvent,
    StadiumChanged,
    StadiumState,
    StaffChanged,
    TrophyChanged,
    evolve,
)
from engine.words import counted, gettext_noop, gold, named, position_named
from engine.words import gettext as _

Table = Literal["races", "positions", "skills"]
TEAM = gettext_noop("Team")
"""The subject of changes that concern no single player."""


class Decisions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a commissioner decides where the table says nothing, or says something else.

    Positions by the old race and the old position: ``Ogre/Goblin``.
    """

    races: dict[str, str] = {}
    positions: dict[str, str] = {}
    skills: dict[str, str] = {}


class Change(msgspec.Struct, frozen=True):
    """``subject``: a player, or the team. ``lost`` where something ends that the roster had."""

    subject: str
    words: str
    lost: bool = False


class Gap(msgspec.Struct, frozen=True):
    """What has no counterpart by the table. ``key`` is where a decision on it stands.

    ``decided`` is what was decided, empty where nothing was. ``stops``: without a decision the roster cannot move.
    """

    table: Table
    key: str
    options: tuple[str, ...]
    decided: str
    stops: bool


class Moved(msgspec.Struct, frozen=True):
    """A roster's move. Without ``events`` where ``problems`` stand in the way. ``odd``: what no draft would allow."""

    events: tuple[RosterEvent, ...]
    changes: tuple[Change, ...]
    problems: tuple[str, ...]
    gaps: tuple[Gap, ...] = ()
    odd: tuple[str, ...] = ()


class Names:
    """How what the one edition knows is called in the other; empty where it has no counterpart.

    ``old`` and ``new`` may be any two editions: where only the way back is written down, it is read backwards.
    """

    def __init__(self, old: Edition, new: Edition, decided: Decisions | None = None) -> None:
        self.old, self.new = old, new
        self.decided = decided or Decisions()
        self._table = _table(old, new)

    def race(self, name: str) -> str:
        found = self.decided.races.get(name) or self._table.races.get(name, name)
        return found if found in self.new.races else ""

    def position(self, race: str, name: str) -> str:
        found = self.decided.positions.get(f"{race}/{name}")
        found = found or self._table.positions.get(race, {}).get(name, name)
        there = self.new.races.get(self.race(race))
        return found if there is not None and there.position(found) is not None else ""

    def skill(self, name: str) -> str:
        found = self.decided.skills.get(name) or self._table.skills.get(name, name)
        return found if found in self.new.skills else ""

    def is_open(self, table: Table, key: str) -> bool:
        """Whether it has no counterpart that can be played but by a decision."""
        if table == "races":
            return not Names(self.old, self.new).race(key)
        # Of a race that was decided, the positions are asked for.
        alone = Names(self.old, self.new, Decisions(races=self.decided.races))
        if table == "skills":
            return not alone.skill(key)
        race, _, position = key.partition("/")
        there = self.new.races.get(alone.race(race))
        found = there.position(alone.position(race, position)) if there is not None else None
        return found is None or found.price is None


def _table(old: Edition, new: Edition) -> Conversion:
    found = next((one for one in new.conversions if old.key in one.editions), None)
    if found is not None:
        return found
    back = next((one for one in old.conversions if new.key in one.editions), None)
    if back is None:
        return Conversion((old.key,))
    return Conversion(
        (old.key,),
        races=_backwards(back.races),
        positions={
            back.races.get(race, race): _backwards(positions) for race, positions in back.positions.items()
        },
        skills=_backwards(back.skills),
    )


def _backwards(names: Mapping[str, str]) -> dict[str, str]:
    return {there: here for here, there in names.items()}


def convert(old: Edition, new: Edition, roster: Roster, decided: Decisions | None = None) -> Moved:
    """What the move would do to one roster. Everything is looked at: every problem is told at once."""
    return _Move(old, new, roster, decided or Decisions()).done()


class _Move:
    """One roster on its way; never leaves this module."""

    def __init__(self, old: Edition, new: Edition, roster: Roster, decided: Decisions) -> None:
        self.old, self.new, self.roster = old, new, roster
        self.names = Names(old, new, decided)
        self.changes: list[Change] = []
        self.problems: list[str] = []
        self.gaps: dict[tuple[Table, str], Gap] = {}

    def done(self) -> Moved:
        race = self._race()
        if race is None:
            return Moved((), (), tuple(self.problems), tuple(self.gaps.values()))
        players = [self._player(race, one) for one in self.roster.active]
        gaps = tuple(self.gaps.values())
        if self.problems:
            return Moved((), tuple(self.changes), tuple(dict.fromkeys(self.problems)), gaps)
        valued = self._valued(race, [one for one in players if one is not None])
        event = Converted(self.old.key, self.new.key, race.name, race.reroll_price, valued)
        self._tell(race, event)
        ends = tuple(self._ends(race))
        odd = tuple(limit_problems(race, (one.position for one in valued)))
        return Moved((event, *ends), tuple(self.changes), (), gaps, odd)

    # races and positions

    def _race(self) -> Race | None:
        old = self.roster.race
        name = self.names.race(old)
        if self.names.is_open("races", old):
            self._gap("races", old, tuple(self.new.races), name, stops=True)
        if not name:
            self.problems.append(
                _("{edition} has no team list for {race}.").format(
                    edition=named(self.new.name), race=named(old)
                )
            )
            return None
        if name != old:
            self._change(TEAM, _("{before} are called {now}").format(before=named(old), now=named(name)))
        return self.new.races[name]

    def _player(self, race: Race, player: Player) -> ConvertedPlayer | None:
        old = self.roster.race
        key = f"{old}/{player.position}"
        position = race.position(self.names.position(old, player.position))
        if self.names.is_open("positions", key):
            found = position.name if position is not None and position.price is not None else ""
            self._gap("positions", key, _known(race), found, stops=True)
        if position is None:
            self.problems.append(
                _(
                    "{player} (number {number}) is {position}, and {race} of {edition} have no such position."
                ).format(
                    player=player.name,
                    number=player.number,
                    position=position_named(player.position),
                    race=named(race.name),
                    edition=named(self.new.name),
                )
            )
            return None
        if position.price is None or position.stats is None:
            self.problems.append(
                _(
                    "{player} (number {number}) would be {position}, for whom no source gives price and "
                    "characteristics; decide what he becomes."
                ).format(player=player.name, number=player.number, position=position_named(position.name))
            )
            return None
        return ConvertedPlayer(
            player=player.id,
            position=position.name,
            price=position.price,
            start=position.stats,
            stats=self._stats(player, position.stats),
            skills=position.skills,
            gained=self._gained(player, position),
        )

    def _stats(self, player: Player, start: Stats) -> Stats:
        """As far above or below the new start as above or below the old one."""
        found = [there + now - was for there, now, was in zip(start, player.stats, player.start, strict=True)]
        for place, value in enumerate(found):
            if value < 1:
                self._change(
                    player.name,
                    _("{stat} stays 1: it cannot fall further").format(
                        stat=named(STAT_WORDS[STAT_NAMES[place]])
                    ),
                )
        ma, st, ag, av = (max(1, value) for value in found)
        return ma, st, ag, av

    def _gained(self, player: Player, position: Position) -> tuple[str, ...]:
        kept: list[str] = []
        for skill in player.gained:
            name = self.names.skill(skill)
            if self.names.is_open("skills", skill):
                self._gap("skills", skill, tuple(self.new.skills), name, stops=False)
            wanted = self.names.decided.skills.get(skill)
            if not name and wanted:
                self.problems.append(
                    _("{edition} has no skill named {wanted}, which {skill} is to become.").format(
                        edition=named(self.new.name), wanted=named(wanted), skill=named(skill)
                    )
                )
            elif not name:
                self._change(
                    player.name,
                    _("loses {skill}, which {edition} does not know").format(
                        skill=named(skill), edition=named(self.new.name)
                    ),
                    lost=True,
                )
            elif name in position.skills or name in kept:
                self._change(
                    player.name,
                    _("has {name} already, for {skill}").format(name=named(name), skill=named(skill)),
                    lost=True,
                )
            else:
                kept.append(name)
                if name != skill:
                    self._change(
                        player.name,
                        _("{before} is called {now}").format(before=named(skill), now=named(name)),
                    )
        return tuple(kept)

    # what they are worth

    def _valued(self, race: Race, players: list[ConvertedPlayer]) -> tuple[ConvertedPlayer, ...]:
        """The improvements of everybody by the rules of the new edition, which ask for the player as he is there."""
        bare = tuple(msgspec.structs.replace(one, skills=(*one.skills, *one.gained)) for one in players)
        there = evolve(self.roster, Converted(self.old.key, self.new.key, race.name, race.reroll_price, bare))
        return tuple(msgspec.structs.replace(one, value=self._value(there, one)) for one in bare)

    def _value(self, there: Roster, one: ConvertedPlayer) -> int:
        """Skills and points above the start. What no characteristic shows any more, because an injury took it back,
        keeps what it was worth."""
        before = self.roster.player(one.player)
        raised = _raised(self.new, there, one.player, one.start, one.stats)
        was_raised = before.value - sum(
            self.old.rules.value_of(self.roster, one.player, skill) for skill in before.gained
        )
        shown = _raised(self.old, self.roster, one.player, before.start, before.stats)
        counts = any(self.new.rules.value_of(there, one.player, f"+{name}") for name in STAT_NAMES)
        rest = max(0, was_raised - shown) if counts else 0
        skills = sum(self.new.rules.value_of(there, one.player, skill) for skill in one.gained)
        return skills + raised + rest

    # in words

    def _tell(self, race: Race, event: Converted) -> None:
        if race.reroll_price != self.roster.reroll_price:
            self._change(
                TEAM,
                _("a team re-roll costs {now}, before {before}").format(
                    now=gold(race.reroll_price), before=gold(self.roster.reroll_price)
                ),
            )
        for one in event.players:
            before = self.roster.player(one.player)
            for words in _player_words(self.names, before, one):
                self._change(before.name, words)

    def _ends(self, race: Race) -> Iterator[RosterEvent]:
        """What the new edition does not know, or lets nobody have: with it no match could be played there."""
        roster = self.roster
        if roster.stadium and self.new.stadium(roster.stadium) is None:
            self._change(
                TEAM,
                _("{edition} knows no home field: {stadium} ends").format(
                    edition=named(self.new.name), stadium=named(roster.stadium)
                ),
                lost=True,
            )
            yield StadiumChanged("", 0)
            if roster.stadium_broken:
                yield StadiumState(False)
        # What the league itself awards is no matter of any edition, and stays.
        ending = _trophies(self.old) - _trophies(self.new)
        for trophy in roster.trophies:
            if trophy in ending:
                self._change(
                    TEAM,
                    _("{edition} knows no trophy {trophy}, which is given up").format(
                        edition=named(self.new.name), trophy=named(trophy)
                    ),
                    lost=True,
                )
                yield TrophyChanged(trophy, False)
        if roster.apothecary and not race.apothecary:
            self._change(
                TEAM,
                _("{race} may have no apothecary in {edition}: he leaves").format(
                    race=named(race.name), edition=named(self.new.name)
                ),
                lost=True,
            )
            yield StaffChanged("apothecary", -roster.apothecary)
        most, least = self.new.creation.rerolls_max, self.new.rules.least_fan_factor
        if most is not None and roster.rerolls > most:
            self._change(
                TEAM,
                _("keeps {rerolls} of {owned}").format(
                    rerolls=counted(most, "team re-roll"), owned=roster.rerolls
                ),
                lost=True,
            )
            yield RerollsChanged(most - roster.rerolls)
        if roster.fan_factor < least:
            self._change(
                TEAM,
                _("fan factor {least}, the least there, before {before}").format(
                    least=least, before=roster.fan_factor
                ),
            )
            yield FanFactorChanged(
                least - roster.fan_factor, stored.LEAST_FAN_FACTOR.format(edition=self.new.name)
            )

    def _change(self, subject: str, words: str, lost: bool = False) -> None:
        self.changes.append(Change(_(TEAM) if subject == TEAM else subject, words, lost))

    def _gap(self, table: Table, key: str, options: tuple[str, ...], decided: str, stops: bool) -> None:
        self.gaps[table, key] = Gap(table, key, options, decided, stops)


def _known(race: Race) -> tuple[str, ...]:
    """Positions whose price is known."""
    return tuple(one.name for one in race.positions if one.price is not None)


def _trophies(edition: Edition) -> set[str]:
    return {one.name for one in edition.trophies} | {one.name for one in edition.majors}


def _raised(edition: Edition, roster: Roster, player: int, start: Stats, stats: Stats) -> int:
    """What the points above the start are worth."""
    return sum(
        edition.rules.value_of(roster, player, f"+{name}") * max(0, now - was)
        for name, was, now in zip(STAT_NAMES, start, stats, strict=True)
    )


def _player_words(names: Names, before: Player, one: ConvertedPlayer) -> Iterator[str]:
    if one.position != before.position:
        yield _("{before} is called {now}").format(
            before=position_named(before.position), now=position_named(one.position)
        )
    if one.price != before.price:
        yield _("his position costs {now}, before {before}").format(
            now=gold(one.price), before=gold(before.price)
        )
    for name, was, now in zip(STAT_NAMES, before.stats, one.stats, strict=True):
        if was != now:
            yield _("{stat} {now}, before {was}").format(stat=named(STAT_WORDS[name]), now=now, was=was)
    began = {names.skill(skill) or skill for skill in before.skills if skill not in before.gained}
    begins = set(one.skills) - set(one.gained)
    if gone := began - begins - set(one.gained):
        yield _("no longer begins with {skills}").format(skills=", ".join(map(named, sorted(gone))))
    if new := begins - began - {names.skill(skill) for skill in before.gained}:
        yield _("begins with {skills}").format(skills=", ".join(map(named, sorted(new))))
    if one.value != before.value:
        yield _("his improvements are worth {now}, before {before}").format(
            now=gold(one.value), before=gold(before.value)
        )
