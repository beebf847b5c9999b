"""Freebooters, star players and wizards, hired for one match.

A coach is asked again and again until he is done. What the treasury cannot pay is not offered, and a coach who can
pay nothing is not asked.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine import stored
from engine.dice import faces_of, pool
from engine.edition import STAT_NAMES
from engine.editions.lrb4.book import Book
from engine.match import facts
from engine.match.log import StarRecord
from engine.match.signing import add, unsigned
from engine.match.state import Match, Squad, Taken
from engine.questions import Choose, Refusal, Roll, Script, Side
from engine.roster import with_stat
from engine.words import gettext as _

DONE = "done"
WIZARD = "wizard"
RUNESMITH = "runesmith"
INGREDIENTS = "ingredients"
_WIZARDS = (WIZARD, RUNESMITH)


class _Basket:
    """What one side has hired so far, in order; nothing is paid before both are done."""

    __slots__ = ("book", "match", "prices", "squad")

    def __init__(self, book: Book, match: Match, squad: Squad) -> None:
        self.book = book
        self.match = match
        self.squad = squad
        self.prices = book.for_hire[squad.roster.race]

    @property
    def picks(self) -> list[tuple[str, int]]:
        return [(one.option, one.price) for one in self.squad.basket]

    def offers(self) -> dict[str, int]:
        """What can be hired now, with its price."""
        if self.squad.purse < self.prices.least:
            return {}
        found: dict[str, int] = {}
        if len(self.squad.roster.players) + self._count(self._players()) < self.book.creation.players_max:
            found.update(self._freebooters())
            found.update(self._stars())
        found.update(self._helpers())
        return {name: price for name, price in found.items() if price <= self.squad.purse}

    def _players(self) -> set[str]:
        return {*self.prices.freebooters, *self.prices.stars}

    def _count(self, names: Iterable[str]) -> int:
        wanted = set(names)
        return sum(pick in wanted for pick, _ in self.picks)

    def _freebooters(self) -> Iterable[tuple[str, int]]:
        """Those who could sign for the team as well: the numbers of its list hold, and everybody under contract counts.

        Source: LRB4, Freebooters; lrb4-cs.txt:2671-2673
        """
        race = self.book.races[self.squad.roster.race]
        signed = [player.position for player in self.squad.roster.players] + [pick for pick, _ in self.picks]
        big = sum(signed.count(position.name) for position in race.positions if position.big_guy)
        for position in race.positions:
            price = self.prices.freebooters.get(position.name)
            if price is None or signed.count(position.name) >= position.max:
                continue
            if not position.big_guy or big < race.max_big_guys:
                yield position.name, price

    def _stars(self) -> Iterable[tuple[str, int]]:
        """LRB4, Star players; lrb4-cs.txt:914-918, 957, 1327-1328, 2451-2452: they count to no number of the list."""
        hired = {pick for pick, _ in self.picks}
        if self._count(self.prices.stars) >= self.book.hiring.stars_max:
            return
        for name, price in self.prices.stars.items():
            record = self.match.stars.get(name)
            if name not in hired and (record is None or not (record.dead or record.misses)):
                yield name, price

    def _helpers(self) -> Iterable[tuple[str, int]]:
        """One wizard or runesmith, and as many ingredients as the side can pay.

        Source: LRB4, Wizards; lrb4-cs.txt:1504-1509, 1563-1588; the trophy: 3048-3051
        """
        prices = self.prices
        if not self._count(_WIZARDS):
            holds = self.book.hiring.wizard.trophy in self.squad.roster.trophies
            wizard = prices.wizard_with_trophy if holds else prices.wizard
            if wizard is not None:
                yield WIZARD, wizard
            if prices.runesmith is not None:
                yield RUNESMITH, prices.runesmith
        if prices.ingredients is not None:
            yield INGREDIENTS, prices.ingredients

    def take(self, pick: str, price: int) -> None:
        self.squad.basket.append(Taken(pick, price))
        self.squad.purse -= price

    def stars(self) -> set[str]:
        return {pick for pick, _ in self.picks if pick in self.prices.stars}


def hire(book: Book, match: Match) -> Script[None]:
    """The home side first, then the away side; then it shows whether both have hired the same star.

    Source: LRB4, Pre-match sequence; lrb4-cs.txt:2657-2679
    """
    for record in match.stars.values():
        _check(record)
    baskets = [_Basket(book, match, squad) for squad in match.both()]
    for basket in baskets:
        while offers := basket.offers():
            pick = yield Choose(
                basket.squad.side, "hire", (DONE, *offers), about="word", prices=(0, *offers.values())
            )
            if pick == DONE:
                break
            basket.take(pick, offers[pick])
    if not any(basket.picks for basket in baskets):
        return
    wanted_by_both = baskets[0].stars() & baskets[1].stars()
    races = [basket.squad.roster.race for basket in baskets]
    withdrawn = {
        name for name in wanted_by_both if not any(race in book.stars[name].own_for for race in races)
    }
    match.facts.extend(facts.StarWithdrawn(name) for name in sorted(withdrawn))
    second = _second(book, races)
    for basket in baskets:
        seconds = wanted_by_both if basket.squad.side == second else set()
        _come(basket, withdrawn, seconds - withdrawn)


def _check(record: StarRecord) -> None:
    """A log may come from anywhere: can a star have suffered this?"""
    for stat in record.lost:
        if stat not in STAT_NAMES:
            raise Refusal(
                _("{star} cannot have lost {stat!r}: a characteristic is {stats}.").format(
                    star=record.name, stat=stat, stats=", ".join(STAT_NAMES)
                )
            )


def _second(book: Book, races: list[str]) -> Side:
    """The side whose star, where both have him, is another of his kind: the one with its own, or else the visitors."""
    own = {race for star in book.stars.values() for race in star.own_for}
    return "home" if races[0] in own and races[1] not in own else "away"


def _pay(squad: Squad, price: int, what: str) -> None:
    if price:
        squad.paid.append((price, what))


def _come(basket: _Basket, withdrawn: set[str], seconds: set[str]) -> None:
    """Everything is paid, and whoever was hired joins."""
    squad, match = basket.squad, basket.match
    side = squad.side
    bought, spent = 0, 0
    for pick, price in basket.picks:
        if pick in _WIZARDS:
            squad.wizard = pick
            _pay(squad, price, stored.HIRED_HELPER.format(kind=pick))
            match.facts.append(facts.WizardHired(side, pick, price))
        elif pick == INGREDIENTS:
            bought, spent = bought + 1, spent + price
        elif pick in basket.prices.freebooters:
            _freebooter(basket, pick, price)
        elif pick in withdrawn:
            _pay(squad, price, stored.TOOK_BOTH.format(star=pick))
        else:
            _star(basket, pick, price, pick in seconds)
    if bought:
        squad.ingredients = bought
        _pay(squad, spent, stored.INGREDIENTS)
        match.facts.append(facts.Ingredients(side, bought, spent))


def _freebooter(basket: _Basket, pick: str, price: int) -> None:
    join(
        basket.book,
        basket.match,
        basket.squad,
        pick,
        "freebooter",
        f"Freebooter {pick}",
        price,
    )
    _pay(basket.squad, price, stored.HIRED_FREEBOOTER.format(position=pick))


def join(
    book: Book,
    match: Match,
    squad: Squad,
    position_name: str,
    how: facts.How,
    name: str,
    paid: int = 0,
) -> int:
    """A player of the team's list plays this match; returns his shirt number."""
    position = book.races[squad.roster.race].position(position_name)
    assert position is not None
    assert position.stats is not None
    same = sum(one.player.name.startswith(name) for one in squad.players.values())
    name = f"{name} {same + 1}" if same else name
    player = unsigned(squad, name, position.name, position.stats, position.skills)
    return add(match, squad, player, how, paid)


def _star(basket: _Basket, pick: str, price: int, is_second: bool) -> None:
    star = basket.book.stars[pick]
    name = f"The Second {pick}" if is_second else pick
    player = unsigned(basket.squad, name, star.position, star.stats, star.skills)
    record = None if is_second else basket.match.stars.get(pick)
    if record is not None:
        stats = star.stats
        for stat, points in record.lost.items():
            stats = with_stat(stats, stat, -points)
        player = msgspec.structs.replace(player, stats=stats, niggling=record.niggling)
    add(basket.match, basket.squad, player, "star", price)
    _pay(basket.squad, price, stored.HIRED_STAR.format(star=name))


def followers(book: Book, match: Match) -> Script[int]:
    """Some stars have fans of their own, who come to every match of theirs. Returns how many spectators they are.

    They add to the fan factor of his side for the match, but not to the dice of the gate.

    Source: LRB4, Thrud's fans; lrb4-cs.txt:2150-2154
    """
    rule = book.hiring.followers
    spectators = 0
    for squad in match.both():
        for number in [number for number, one in squad.players.items() if rule.skill in one.player.skills]:
            dice = faces_of((yield Roll(squad.side, pool(rule.dice), "gate.followers", number)))
            came = book.match.gate_per_pip * sum(dice)
            squad.fan_factor += rule.fan_factor
            spectators += came
            match.facts.append(facts.Followers(squad.side, number, came, rule.fan_factor))
    return spectators
