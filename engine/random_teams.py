"""Teams by chance, within the limits of a draft and close to its budget."""

from __future__ import annotations

import random

import msgspec

from engine.acts import Draft, Line, Purchase, draft, draft_cost
from engine.edition import Edition, Position, Race
from engine.roster import Roster, evolve

_FIRST = (
    "Ar Bel Brog Cael Dor El Fen Gri Hak Ist Jor Kra Lu Mor Nym Or Pel Ruk Sna Thal Ul Vor Wil Yr Zog".split()
)
_MIDDLE = ("", "", "a", "e", "i", "o", "ar", "en", "ul")
_LAST = "bad dan dris fang gash gor lin mir nak rik sten thas wyn zik dûr".split()
_TOWNS = (
    "Altdorf Bogenhafen Grimspire Karak Lustria Middenheim Naggaroth Skavenblight "
    "Talabheim Ulthuan Zharr Marienburg Nuln Praag Erengrad Quenelles"
).split()
_CREWS = (
    "Badgers Crushers Daggers Eagles Furies Giants Hammers Jackals Lanterns Maulers "
    "Nomads Ravens Shadows Thunder Vandals Wolves"
).split()


def random_roster(edition: Edition, race: str, rng: random.Random) -> Roster:
    """A team of this race as it stands after its draft. Raises Refusal for an unknown race."""
    return evolve(Roster(), *draft(edition, random_draft(edition, race, rng)))


def random_draft(edition: Edition, race: str, rng: random.Random) -> Draft:
    """A legal draft that leaves less in the treasury than the cheapest thing would cost.

    Raises Refusal for an unknown race.
    """
    team_list = edition.race(race)
    positions = _line(edition, team_list)
    room = edition.creation.treasury - sum(position.price or 0 for position in positions)
    chosen = Draft(
        name=_team_name(rng),
        race=race,
        players=(),
        rerolls=0,
        fan_factor=edition.creation.fan_factor_min,
        assistant_coaches=0,
        cheerleaders=0,
        apothecary=0,
    )
    room -= draft_cost(edition, chosen)
    return _Shopping(edition, team_list, rng, positions, room).done(chosen)


class _Shopping:
    """Gold that is left, and what it is spent on in turn."""

    def __init__(
        self, edition: Edition, race: Race, rng: random.Random, players: list[Position], room: int
    ) -> None:
        self._edition = edition
        self._race = race
        self._rng = rng
        self._players = players
        self._room = room
        self._bought = {
            "rerolls": 0,
            "fan_factor": edition.creation.fan_factor_min,
            "assistant_coaches": 0,
            "cheerleaders": 0,
            "apothecary": 0,
        }

    def done(self, draft: Draft) -> Draft:
        limits = self._edition.creation
        self._buy("rerolls", self._race.reroll_price, self._rng.randint(1, 3))
        if self._race.apothecary:
            self._buy("apothecary", limits.apothecary_price, 1)
        self._buy("fan_factor", limits.fan_factor_price, self._rng.randint(2, 5))
        self._better_players(attempts=30)
        self._more_players(self._rng.randint(0, 2))
        self._buy("fan_factor", limits.fan_factor_price, limits.fan_factor_max - self._bought["fan_factor"])
        self._buy("assistant_coaches", limits.assistant_price, self._rng.randint(0, 4))
        self._buy("cheerleaders", limits.cheerleader_price, self._room // limits.cheerleader_price)
        return msgspec.structs.replace(draft, players=self._lines(), **self._bought)

    def _buy(self, what: str, price: int, count: int) -> None:
        count = min(count, self._room // price)
        self._bought[what] += count
        self._room -= count * price

    def _better_players(self, attempts: int) -> None:
        for _ in range(attempts):
            place = self._rng.randrange(len(self._players))
            wanted = self._rng.choice(_for_hire(self._race))
            extra = (wanted.price or 0) - (self._players[place].price or 0)
            others = self._players[:place] + self._players[place + 1 :]
            if 0 < extra <= self._room and _allowed(self._race, others, wanted):
                self._players[place] = wanted
                self._room -= extra

    def _more_players(self, count: int) -> None:
        for _ in range(count):
            for position in sorted(_for_hire(self._race), key=lambda one: one.price or 0):
                if (position.price or 0) <= self._room and _allowed(self._race, self._players, position):
                    self._players.append(position)
                    self._room -= position.price or 0
                    break

    def _lines(self) -> tuple[Line, ...]:
        names: set[str] = set()
        order = sorted(self._players, key=lambda one: (one.price or 0, one.name))
        return tuple(
            Line(position.name, _player_name(self._rng, names), number)
            for number, position in enumerate(order, 1)
        )


def replacements(edition: Edition, roster: Roster, rng: random.Random, wanted: int = 12) -> Purchase:
    """New players of the cheapest position until the team has so many, as far as the treasury and the list go."""
    race = edition.race(roster.race)
    players = [found for one in roster.active if (found := race.position(one.position)) is not None]
    numbers = {one.number for one in roster.active}
    names = {one.name for one in roster.players}
    gold = roster.treasury
    lines: list[Line] = []
    for position in sorted(_for_hire(race), key=lambda one: one.price or 0):
        price = position.price or 0
        while (
            len(roster.active) + len(lines) < wanted and price <= gold and _allowed(race, players, position)
        ):
            number = next(number for number in range(1, 100) if number not in numbers)
            numbers.add(number)
            players.append(position)
            gold -= price
            lines.append(Line(position.name, _player_name(rng, names), number))
    return Purchase(players=tuple(lines))


def _for_hire(race: Race) -> list[Position]:
    return [one for one in race.positions if one.price is not None and one.stats is not None]


def _allowed(race: Race, players: list[Position], wanted: Position) -> bool:
    """Does the team list have room for one more of this position?"""
    if sum(one.name == wanted.name for one in players) >= wanted.max:
        return False
    return not wanted.big_guy or sum(one.big_guy for one in players) < race.max_big_guys


def _line(edition: Edition, race: Race) -> list[Position]:
    """The cheapest team that is large enough."""
    players: list[Position] = []
    for position in sorted(_for_hire(race), key=lambda one: one.price or 0):
        while len(players) < edition.creation.players_min and _allowed(race, players, position):
            players.append(position)
    return players


def _player_name(rng: random.Random, taken: set[str]) -> str:
    """A name that nobody in ``taken`` has yet; it is added there."""
    while True:
        name = rng.choice(_FIRST) + rng.choice(_MIDDLE) + rng.choice(_LAST)
        if name not in taken:
            taken.add(name)
            return name


def _team_name(rng: random.Random) -> str:
    return f"{rng.choice(_TOWNS)} {rng.choice(_CREWS)}"
