"""What is typed in on the pages of drafting and buying: how many of each position, their names and numbers, and staff.

The fields are ``count-<position>``, ``name-<position>-<place>`` and ``number-<position>-<place>``: positions counted
from 0 in the order of the team list, places from 1. A name or a number that is left out is filled in.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.acts import Deal, Draft, Line, Purchase, Retirement, Share, name_key
from engine.edition import Position, Race
from engine.questions import Problem
from engine.roster import Roster
from engine.words import position_named
from league.models import League
from teams.domain import buying, drafting, foreseeing
from teams.domain.foreseeing import Foreseen
from teams.domain.ledger import KEY_LENGTH, roster_of, rosters_of
from teams.models import Team

MANY = 32
"""Players of one position that a form draws lines for; more are a slip of the finger."""


def number_in(text: str | None) -> int | None:
    """A whole number of at most six digits, or None."""
    return int(text) if text and re.fullmatch(r"-?[0-9]{1,6}", text.strip()) else None


@dataclass(frozen=True, slots=True)
class LineField:
    """A player to be hired, as the form shows him."""

    place: str
    name: str
    number: int


@dataclass(frozen=True, slots=True)
class Group:
    """A position of the team list, and how many of it are wanted. ``has`` counts those who are hired already."""

    index: int
    position: Position
    has: int
    count: int
    lines: tuple[LineField, ...]

    @property
    def field(self) -> str:
        return f"count-{self.index}"

    @property
    def room(self) -> int:
        return max(0, self.position.max - self.has)

    @property
    def for_hire(self) -> bool:
        return self.position.price is not None and self.position.stats is not None


class _Sheet:
    """The part that drafts and purchases have in common."""

    def __init__(self, data: Mapping[str, str], race: Race, roster: Roster) -> None:
        self.data = data
        self.race = race
        self.key = (data.get("key") or str(uuid.uuid4()))[:KEY_LENGTH]
        self.faults: list[str] = []
        self.groups = tuple(self._groups(roster))

    def number(self, field: str, what: str, default: int = 0) -> int:
        text = (self.data.get(field) or "").strip()
        if not text:
            return default
        found = number_in(text)
        if found is None:
            self.faults.append(
                _("{what} must be a whole number, not {text!r}.").format(what=what, text=text[:20])
            )
            return default
        return found

    def _count(self, index: int, position: Position) -> int:
        count = self.number(
            f"count-{index}", _("The number of {name}").format(name=position_named(position.name))
        )
        if 0 <= count <= MANY:
            return count
        self.faults.append(
            _("The number of {name} cannot be {count}.").format(
                name=position_named(position.name), count=count
            )
        )
        return 0

    def _groups(self, roster: Roster) -> Iterable[Group]:
        counts = [self._count(index, position) for index, position in enumerate(self.race.positions)]
        names = {name_key(one.name) for one in roster.active}
        names |= {name_key(name) for field, name in self.data.items() if field.startswith("name-")}
        worn = {one.number for one in roster.active}
        worn |= {number_in(text) or 0 for field, text in self.data.items() if field.startswith("number-")}
        for index, (position, count) in enumerate(zip(self.race.positions, counts, strict=True)):
            has = sum(one.position == position.name for one in roster.active)
            lines = [self._line(index, place, position, names, worn) for place in range(1, count + 1)]
            yield Group(index, position, has, count, tuple(lines))

    def _line(self, index: int, place: int, position: Position, names: set[str], worn: set[int]) -> LineField:
        where = f"{index}-{place}"
        name = (self.data.get(f"name-{where}") or "").strip()
        if not name:
            name = self._free_name(position, names)
        number = self.number(f"number-{where}", _("The number of {name}").format(name=name))
        if not number:
            number = next(one for one in range(1, 1000) if one not in worn)
            worn.add(number)
        return LineField(where, name, number)

    def _free_name(self, position: Position, names: set[str]) -> str:
        number = 1
        while name_key(f"{position.name} {number}") in names:
            number += 1
        names.add(name_key(f"{position.name} {number}"))
        return f"{position.name} {number}"

    @property
    def shelf(self) -> list[tuple[Group, Foreseen | None]]:
        """Each position, and what one more of it alone would make of the team; None where there is no team yet."""
        return [(group, None) for group in self.groups]

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(
            Line(group.position.name, line.name, line.number) for group in self.groups for line in group.lines
        )

    @property
    def redraws(self) -> bool:
        """Whether the players' lines on the page are not those that are wanted."""
        shown = {field.removeprefix("name-") for field in self.data if field.startswith("name-")}
        return shown != {line.place for group in self.groups for line in group.lines}

    def _with_faults(self, problems: Iterable[Problem]) -> tuple[Problem, ...]:
        return (*(Problem(fault) for fault in self.faults), *problems)


class DraftSheet(_Sheet):
    """A draft as it is being filled in."""

    def __init__(self, league: League, race: Race, data: Mapping[str, str]) -> None:
        super().__init__(data, race, Roster())
        self.league = league
        limits = league.rules.creation
        self.limits = limits
        self.draft = Draft(
            name=data.get("name", ""),
            race=race.name,
            players=self.lines,
            rerolls=self.number("rerolls", _("The number of re-rolls")),
            fan_factor=self.number("fan_factor", _("The fan factor"), limits.fan_factor_min),
            assistant_coaches=self.number("assistant_coaches", _("The number of assistant coaches")),
            cheerleaders=self.number("cheerleaders", _("The number of cheerleaders")),
            apothecary=self.number("apothecary", _("The number of apothecaries")),
        )
        self.treasury = limits.treasury

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        return self._with_faults(drafting.check(self.league, self.draft))

    @cached_property
    def foreseen(self) -> Foreseen:
        return foreseeing.of_draft(self.league.rules, self.draft, self.problems)


WAYS = (("", gettext_lazy("stays")), ("retire", gettext_lazy("retires")))
"""What may become of a player while others are bought: the field ``retire-<uid>``."""
COACHING_WAYS = (*WAYS, ("coach", gettext_lazy("retires and becomes an assistant coach")))


class PurchaseSheet(_Sheet):
    """A purchase as it is being filled in. ``room``: each player under contract, and what becomes of him."""

    def __init__(self, team: Team, data: Mapping[str, str]) -> None:
        self.team = team
        edition = team.league.rules
        self.ways = COACHING_WAYS if edition.creation.retired_coach else WAYS
        roster = roster_of(team)
        self.room = tuple((one, data.get(f"retire-{one.id}", "")) for one in roster.active)
        leaving = {one.id for one, way in self.room if way}
        staying = tuple(one for one in roster.active if one.id not in leaving)
        super().__init__(data, edition.race(roster.race), msgspec.structs.replace(roster, players=staying))
        known = {way for way, _ in self.ways}
        self.faults += [
            _("Choose what becomes of {name}.").format(name=one.name)
            for one, way in self.room
            if way not in known
        ]
        self.full = len(roster.active) >= edition.creation.players_max
        self.limits = edition.creation
        self.reroll_price = roster.reroll_price * edition.creation.reroll_later_factor
        self.purchase = Purchase(
            players=self.lines,
            rerolls=self.number("rerolls", _("The number of re-rolls")),
            assistant_coaches=self.number("assistant_coaches", _("The number of assistant coaches")),
            cheerleaders=self.number("cheerleaders", _("The number of cheerleaders")),
            apothecary=self.number("apothecary", _("The number of apothecaries")),
            retire=tuple(Retirement(one.id, way == "coach") for one, way in self.room if way),
        )
        self.treasury = roster.treasury
        self.roster = roster

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        return self._with_faults(buying.check(self.team, self.purchase))

    @cached_property
    def foreseen(self) -> Foreseen:
        return foreseeing.of_purchase(self.team.league.rules, self.roster, self.purchase, self.problems)

    @cached_property
    def one_more(self) -> dict[str, Foreseen]:
        """What one of each thing alone would do, whatever is chosen."""
        return foreseeing.one_more(self.team.league.rules, self.roster)

    @property
    def shelf(self) -> list[tuple[Group, Foreseen | None]]:
        return [(group, self.one_more.get(group.position.name)) for group in self.groups]

    @property
    def strength(self) -> int:
        """What the team is worth today, by the rules in force."""
        return self.team.league.rules.rules.strength(self.roster)


class OfferSheet:
    """A trade as it is being offered: ``give`` and ``get`` are lists of players by their number in the ledger."""

    def __init__(self, team: Team, partner: Team, data: QueryDict) -> None:
        self.team, self.partner, self.data = team, partner, data
        self.words = data.get("words", "")
        self.faults: list[str] = []
        self.gold_allowed = team.league.rules.creation.gold_between_teams
        rosters = rosters_of([team, partner])
        gives, gets = self._share("give", team), self._share("get", partner)
        self.deal = Deal(gives, gets)
        self.sides = (
            OfferSide("give", team, rosters[team.pk], gives),
            OfferSide("get", partner, rosters[partner.pk], gets),
        )

    def _share(self, field: str, team: Team) -> Share:
        uids = [number_in(text) for text in self.data.getlist(field)]
        known = tuple(uid for uid in uids if uid is not None)
        if len(known) != len(uids):
            self.faults.append(
                _("Choose players of {team} by their number in the ledger.").format(team=team.name)
            )
        text = (self.data.get(f"{field}_gold") or "").strip()
        amount = number_in(text) if text else 0
        if amount is None:
            self.faults.append(
                _("The gold of {team} must be a whole number, not {text!r}.").format(
                    team=team.name, text=text[:20]
                )
            )
        return Share(amount or 0, known)


@dataclass(frozen=True, slots=True)
class OfferSide:
    """One side of an offer as the form shows it."""

    field: str
    team: Team
    roster: Roster
    share: Share
