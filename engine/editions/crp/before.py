"""What is settled before the kick-off: who plays, the weather, what is bought for the match, and who comes to see."""

from __future__ import annotations

from engine.dice import TWO_D6, faces_of, pool
from engine.editions.crp import half_time, inducements, journeymen
from engine.editions.crp.book import Book
from engine.match import facts
from engine.match.state import Match, Squad
from engine.questions import Refusal, Roll, Script, other
from engine.words import gettext as _
from engine.words import named


def before(book: Book, match: Match) -> Script[None]:
    """The pre-match sequence. Journeymen come first, for they count for the strength of their team.

    Source: Competition Rules, Pre-match sequence; quick sheet
    """
    for squad in match.both():
        _check(book, squad)
    for squad in match.both():
        yield from journeymen.fill_up(book, match, squad)
    yield from weather(book, match)
    yield from inducements.inducements(book, match)
    yield from fans(book, match)
    for squad in match.both():
        yield from half_time.chef(book, match, squad, 1)


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
    most = book.creation.rerolls_max
    if roster.rerolls < 0 or (most is not None and roster.rerolls > most):
        raise Refusal(
            _("{team} cannot have {rerolls} team re-rolls.").format(team=roster.team, rerolls=roster.rerolls)
        )


def weather(book: Book, match: Match) -> Script[None]:
    """2D6, read from the table (Competition Rules, Weather; crp-hu.txt:43)."""
    dice = yield Roll("home", TWO_D6, "weather")
    match.facts.append(facts.Weather(book.weather[sum(dice)].name))


def fans(book: Book, match: Match) -> Script[None]:
    """Each side's dice and its fan factor show how many come for it; who has more of them has FAME.

    Source: Competition Rules, The fans; crp-hu.txt:41
    """
    rule = book.match.fans
    for squad in match.both():
        dice = faces_of((yield Roll(squad.side, pool(rule.dice), "fans")))
        squad.fans = (sum(dice) + squad.fan_factor) * rule.spectators
    for squad in match.both():
        squad.fame = _fame(book, squad, match.squads[other(squad.side)])
        match.facts.append(facts.Fans(squad.side, squad.fans, squad.fame))
    match.gate = sum(squad.fans for squad in match.both())
    match.facts.append(facts.Gate(match.gate))


def _fame(book: Book, squad: Squad, rivals: Squad) -> int:
    """What the crowd is worth, and each favourite of the fans who can play."""
    rule = book.match.fans
    favourites = sum(rule.fame_skill in one.skills for one in squad.fit())
    if squad.fans <= rivals.fans:
        return favourites
    many = squad.fans >= rule.multiple * rivals.fans
    return favourites + (rule.many_more if many else rule.more)
