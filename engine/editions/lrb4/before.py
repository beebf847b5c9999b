"""What is rolled before the kick-off."""

from __future__ import annotations

from engine.dice import TWO_D6, faces_of, pool
from engine.editions.lrb4 import grounds, handicap, hiring, wizards
from engine.editions.lrb4.book import Book
from engine.editions.lrb4.casualty import may_be_treated
from engine.match import facts
from engine.match.state import Fielded, Match, Squad
from engine.questions import Choose, Refusal, Roll, Script
from engine.words import gettext as _
from engine.words import named

NOBODY = "none"
"""The option of the apothecary who is kept for the match."""


def before(book: Book, match: Match) -> Script[None]:
    """The pre-match sequence.

    Source: LRB4, Pre-match sequence; lrb4-cs.txt:2636-2648
    """
    for squad in match.both():
        _check(book, squad)
        squad.trophy_rerolls = len(grounds.trophies_of(book, squad))
    if match.whole_book:
        yield from hiring.hire(book, match)
    yield from weather(book, match)
    yield from grounds.before_the_gate(book, match)
    yield from gate(book, match)
    yield from handicap.handicaps(book, match)
    for squad in match.both():
        yield from niggling_injuries(book, match, squad)
    if not match.whole_book:
        return
    for squad in match.both():
        yield from wizards.before_the_kick_off(book, match, squad)
        yield from wizards.before_half(book, match, squad, 1)
    yield from grounds.before_the_kick_off(book, match)


def _check(book: Book, squad: Squad) -> None:
    """A log may come from anywhere: what its roster says must be possible under these rules."""
    roster = squad.roster
    race = book.races.get(roster.race)
    if race is None:
        raise Refusal(
            _("{team}: this edition has no team list named {race!r}.").format(
                team=roster.team, race=named(roster.race)
            )
        )
    least = book.match.fan_factor.minimum
    if roster.fan_factor < least:
        raise Refusal(
            _("{team} cannot have a fan factor of {fan_factor}: the least is {least}.").format(
                team=roster.team, fan_factor=roster.fan_factor, least=least
            )
        )
    if not 0 <= roster.apothecary <= (book.creation.apothecary_max if race.apothecary else 0):
        raise Refusal(
            _("{team} cannot have {apothecary} apothecaries ({race}).").format(
                team=roster.team, apothecary=roster.apothecary, race=named(roster.race)
            )
        )


def weather(book: Book, match: Match) -> Script[None]:
    """2D6, read from the table.

    Source: LRB4, The Weather; lrb4-cs.txt:1030-1047, 2679-2681
    """
    dice = yield Roll("home", TWO_D6, "weather")
    match.facts.append(facts.Weather(book.weather[sum(dice)].name))


def gate(book: Book, match: Match) -> Script[None]:
    """One die for each point of both fan factors, each pip so many spectators.

    Source: LRB4, The Gate; lrb4-cs.txt:2683-2693
    """
    count = match.home.fan_factor + match.away.fan_factor
    if count > 0:
        answer = yield Roll("home", pool(count), "gate")
        match.gate = sum(faces_of(answer)) * book.match.gate_per_pip
    match.gate += yield from hiring.followers(book, match)
    match.facts.append(facts.Gate(match.gate))


def niggling_injuries(book: Book, match: Match, squad: Squad) -> Script[None]:
    """One die for each niggling injury of a player; on a bad one he misses the match, unless the apothecary helps.

    Source: LRB4, Niggling Injuries; lrb4-cs.txt:2436-2439, 2780-2785
    """
    side = squad.side
    tested = [one for one in squad.fit() if one.player.niggling > 0]
    if not tested:
        return
    missing: list[Fielded] = []
    for one in sorted(tested, key=_number):
        answer = yield Roll(side, pool(one.player.niggling), "niggling", one.number)
        misses = any(face <= book.injuries.niggling_misses_on for face in faces_of(answer))
        match.facts.append(facts.Niggling(side, one.number, misses))
        if misses:
            one.condition = "missing"
            missing.append(one)
    yield from _bring_back(book, match, squad, missing)


def _bring_back(book: Book, match: Match, squad: Squad, missing: list[Fielded]) -> Script[None]:
    """An unspent apothecary may let one of them play; that always succeeds and spends him.

    Source: LRB4, Apothecaries; lrb4-cs.txt:1608-1613
    """
    patients = [str(one.number) for one in missing if may_be_treated(book, squad, one)]
    if not patients:
        return
    options = (NOBODY, *patients)
    pick = yield Choose(squad.side, "apothecary.niggling", options, about="player")
    if pick != NOBODY:
        squad.apothecaries -= 1
        squad.players[int(pick)].condition = "fit"
        match.facts.append(facts.BroughtBack(squad.side, int(pick)))


def _number(one: Fielded) -> int:
    return one.player.number
