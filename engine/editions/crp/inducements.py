"""Petty cash, and what it buys for one match: help from the bench, star players and mercenaries.

A coach is asked again and again until he is done. What his petty cash cannot pay is not offered, and a coach who can
pay nothing is not asked. What is not spent is lost.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal, TypeAlias

import msgspec

from engine import stored
from engine.dice import D6
from engine.edition import Position, Star
from engine.editions.crp import advancement
from engine.editions.crp.book import Book, comes_along
from engine.editions.crp.journeymen import with_skill
from engine.editions.crp.tables import Inducement
from engine.match import facts
from engine.match.offers import DONE, KEY
from engine.match.signing import add, free_name, unsigned
from engine.match.state import Match, Squad, Taken
from engine.questions import Choose, Roll, Script

NO_SKILL = "none"
WIZARD = "wizard"
_HOME_DECIDES_FIRST_UP_TO = 3
_MOVED_MAX = 5_000_000
"""Gold pieces, more than all inducements together: a log may give a team any treasury, and each step is an option."""

_AT_ONCE = ("apothecary", "training", "wizard")
"""Effects that the squad shows by itself: nothing of them is kept to be used up."""

_What: TypeAlias = Literal["kind", "star", "mercenary"]


class _Pick(msgspec.Struct, frozen=True):
    """One thing that a side has asked for. ``skill`` is what a mercenary was hired with besides his own."""

    what: _What
    name: str
    price: int
    skill: str = ""

    @property
    def label(self) -> str:
        return stored.MERCENARY.format(position=self.name, skill=self.skill) if self.skill else self.name


def inducements(book: Book, match: Match) -> Script[None]:
    """Gold for the inducements, then each side's shopping, the stronger side first; then it shows who comes.

    Source: Competition Rules, Petty cash, Inducements; ffb, quick sheet
    """
    order = yield from petty_cash(book, match)
    shoppers = [_Shopper(book, squad) for squad in order]
    for shopper in shoppers:
        yield from shopper.shop()
    wanted = [shopper.stars() for shopper in shoppers]
    withdrawn = set.intersection(*wanted)
    match.facts.extend(facts.StarWithdrawn(name) for name in sorted(withdrawn))
    for shopper in shoppers:
        shopper.come(match, withdrawn)


# --- petty cash -----------------------------------------------------------------------------------------------------


def petty_cash(book: Book, match: Match) -> Script[list[Squad]]:
    """Each side may move gold out of its treasury, which counts for its strength; then the weaker side is given the
    difference: so much less, the more it moved itself. Returns the squads, the stronger one first.

    Source: Competition Rules, Petty cash; ffb; the worked example of ziggyny.blogspot.com, 2013/04
    """
    step = book.inducements.petty_cash_step
    order = yield from _who_decides_first(match, step)
    for squad in order:
        squad.purse = yield from _moved(squad, step)
    weights = {squad.side: squad.strength + squad.purse for squad in order}
    strongest = max(weights.values())
    for squad in order:
        moved, given = squad.purse, strongest - weights[squad.side]
        if moved:
            squad.paid.append((moved, stored.PETTY_CASH))
        if moved or given:
            squad.purse += given
            match.facts.append(facts.PettyCash(squad.side, moved, given, weights[squad.side]))
    return sorted(order, key=lambda squad: -weights[squad.side])


def _who_decides_first(match: Match, step: int) -> Script[list[Squad]]:
    """The stronger side, or the side that the die shows; it is not rolled where one side has nothing to decide."""
    home, away = match.both()
    first_is_home = home.strength > away.strength
    if home.strength == away.strength:
        first_is_home = True
        if min(home.roster.treasury, away.roster.treasury) >= step:
            die = yield Roll("home", D6, "petty_cash.first")
            first_is_home = die <= _HOME_DECIDES_FIRST_UP_TO
    return [home, away] if first_is_home else [away, home]


def _moved(squad: Squad, step: int) -> Script[int]:
    """Gold pieces that the coach moves; he is asked if his treasury holds enough for a step."""
    amounts = tuple(range(0, min(squad.roster.treasury, _MOVED_MAX) + 1, step))
    if len(amounts) < 2:
        return 0
    pick = yield Choose(squad.side, "petty_cash", tuple(map(str, amounts)), prices=amounts)
    return int(pick)


# --- shopping -------------------------------------------------------------------------------------------------------


class _Shopper:
    """One side and what it has asked for so far, in order. It comes to the match when both sides are done."""

    __slots__ = ("book", "for_sale", "picks", "race", "squad")

    def __init__(self, book: Book, squad: Squad) -> None:
        self.book = book
        self.squad = squad
        self.race = book.races[squad.roster.race]
        self.for_sale = book.for_sale[squad.roster.race]
        self.picks: list[_Pick] = []

    def shop(self) -> Script[None]:
        squad = self.squad
        while offers := self._offers():
            prices = (0, *(one.price for one in offers.values()))
            pick = yield Choose(squad.side, KEY, (DONE, *offers), prices=prices)
            if pick == DONE:
                return
            bought = offers[pick]
            if bought.what == "mercenary":
                bought = yield from self._trained(bought)
            self.picks.append(bought)
            squad.purse -= bought.price
            squad.basket.append(Taken(bought.label, bought.price))

    def _offers(self) -> dict[str, _Pick]:
        """What can be had now, by option."""
        if self.squad.purse < self.for_sale.least:
            return {}
        return {one.name: one for one in (*self._kinds(), *self._stars(), *self._mercenaries())}

    def _affordable(self, what: _What, prices: dict[str, int]) -> list[_Pick]:
        return [_Pick(what, name, price) for name, price in prices.items() if price <= self.squad.purse]

    def _bought(self, what: _What) -> Counter[str]:
        return Counter(one.name for one in self.picks if one.what == what)

    def _kinds(self) -> list[_Pick]:
        """So many of each, and of the cards of all decks together."""
        bought, kinds = self._bought("kind"), self.book.kinds
        cards = sum(count for name, count in bought.items() if kinds[name].effect == "deck")
        no_more_cards = cards >= self.book.inducements.decks_max
        return [
            one
            for one in self._affordable("kind", self.for_sale.kinds)
            if bought[one.name] < kinds[one.name].max
            and not (no_more_cards and kinds[one.name].effect == "deck")
        ]

    def _stars(self) -> list[_Pick]:
        """Two at the most, a star and whoever always comes with him counting as two; they count to no position.

        Source: Competition Rules, Star players; obblm, ffb
        """
        hired = self.stars()
        room = min(self.book.inducements.stars_max - len(hired), self._room())
        if room < 1:
            return []
        return [
            one
            for one in self._affordable("star", self.for_sale.stars)
            if one.name not in hired and len(_party(self.book, one.name)) <= room
        ]

    def stars(self) -> set[str]:
        """Everybody who comes with those that were picked."""
        return {
            star.name for pick in self.picks if pick.what == "star" for star in _party(self.book, pick.name)
        }

    def _room(self) -> int:
        """How many more may be able to play; whoever misses the match takes nobody's place.

        Source: ffb
        """
        hired = len(self.stars()) + self._bought("mercenary").total()
        return self.book.creation.players_max - len(self.squad.fit()) - hired

    def _mercenaries(self) -> list[_Pick]:
        """The numbers of the list hold for those who can play.

        Source: Competition Rules, Mercenaries; ffb, obblm
        """
        if self._room() < 1:
            return []
        there = Counter(one.player.position for one in self.squad.fit()) + self._bought("mercenary")
        return [
            one
            for one in self._affordable("mercenary", self.for_sale.mercenaries)
            if there[one.name] < self._position(one.name).max
        ]

    def _trained(self, pick: _Pick) -> Script[_Pick]:
        """A mercenary may have one skill more, of those that his position learns on a normal roll."""
        rule = self.book.inducements.mercenaries
        skills = self._skills_of(self._position(pick.name))
        if not skills or pick.price + rule.skill_price > self.squad.purse:
            return pick
        prices = (0, *(rule.skill_price for _ in skills))
        skill = yield Choose(
            self.squad.side, "mercenary.skill", (NO_SKILL, *skills), about="skill", prices=prices
        )
        if skill == NO_SKILL:
            return pick
        return msgspec.structs.replace(pick, price=pick.price + rule.skill_price, skill=skill)

    def _skills_of(self, position: Position) -> tuple[str, ...]:
        known = with_skill(position.skills, self.book.inducements.mercenaries.skill)
        return advancement.open_skills(self.book, position.access, known)

    def _position(self, name: str) -> Position:
        position = self.race.position(name)
        assert position is not None
        return position

    # What was bought comes to the match.

    def come(self, match: Match, withdrawn: set[str]) -> None:
        for name, count in self._bought("kind").items():
            paid = sum(one.price for one in self.picks if one.name == name)
            self._induce(match, self.book.kinds[name], count, paid)
        for pick in self.picks:
            if pick.what == "mercenary":
                self._mercenary(match, pick)
            elif pick.what == "star":
                for star in _party(self.book, pick.name):
                    if star.name not in withdrawn:
                        self._star(match, star)

    def _induce(self, match: Match, kind: Inducement, count: int, paid: int) -> None:
        squad = self.squad
        if kind.effect not in _AT_ONCE:
            squad.inducements[kind.name] = count
        if kind.effect == "apothecary":
            squad.apothecaries += count
        if kind.effect == "training":
            squad.rerolls[:] = [rerolls + count for rerolls in squad.rerolls]
        if kind.effect == "wizard":
            squad.wizard = WIZARD
            match.facts.append(facts.WizardHired(squad.side, WIZARD, paid))
        else:
            match.facts.append(facts.Induced(squad.side, kind.name, count, paid))

    def _mercenary(self, match: Match, pick: _Pick) -> None:
        position = self._position(pick.name)
        assert position.stats is not None
        loner = self.book.inducements.mercenaries.skill
        skills = with_skill(position.skills, loner, *([pick.skill] if pick.skill else []))
        name = free_name(self.squad, f"Mercenary {position.name}")
        player = unsigned(self.squad, name, position.name, position.stats, skills)
        add(match, self.squad, player, "mercenary", pick.price)

    def _star(self, match: Match, star: Star) -> None:
        player = unsigned(self.squad, star.name, star.position, star.stats, star.skills)
        add(match, self.squad, player, "star", star.league_price)


def _party(book: Book, name: str) -> tuple[Star, ...]:
    """The star, with whoever comes along."""
    star = book.stars[name]
    if star.pair and comes_along(book.stars, book.stars[star.pair]):
        return star, book.stars[star.pair]
    return (star,)


# --- in the match ---------------------------------------------------------------------------------------------------


def left(book: Book, squad: Squad, effect: str) -> int:
    """How many inducements with this effect are left."""
    return sum(count for name, count in squad.inducements.items() if book.kinds[name].effect == effect)


def use(book: Book, squad: Squad, effect: str) -> None:
    """One of them is spent; there must be one."""
    name = next(
        name for name, count in squad.inducements.items() if count and book.kinds[name].effect == effect
    )
    squad.inducements[name] -= 1
