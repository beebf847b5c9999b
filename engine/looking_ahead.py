"""What the rules give two teams before their match: help for the weaker side, and what each can hire.

Nothing here knows a table. The pre-match sequence is played through with dice that fall anyhow and with coaches who
hire nobody and move no gold, and what it asked and showed is counted.
"""

from __future__ import annotations

import random

import msgspec

from engine.edition import Edition
from engine.match import facts
from engine.match.log import LogRoster, StarRecord
from engine.match.offers import DONE, KEY, Offer, offers
from engine.match.script import play
from engine.match.state import Match
from engine.questions import SIDES, Choose, Chosen, Question, Report, Roll, Rolled, Side


class Help(msgspec.Struct, frozen=True):
    """What one side has before the kick-off. Gold in gold pieces.

    ``strength`` counts the journeymen who fill the team up. ``purse`` is what it may spend on whoever is hired,
    ``given`` the part of it that makes up for a weaker team. ``rolls`` on the table of handicaps, and results of it
    that the coach picks, are ``picks``. ``offers`` is what the purse pays, each alone.
    """

    strength: int
    journeymen: int
    purse: int
    given: int
    rolls: int
    picks: int
    offers: tuple[Offer, ...]

    @property
    def helped(self) -> bool:
        return bool(self.given or self.rolls or self.picks)


class Meeting(msgspec.Struct, frozen=True):
    """Two teams before they meet."""

    home: Help
    away: Help

    @property
    def difference(self) -> int:
        """So much stronger is the home team; less than nothing where the away team is."""
        return self.home.strength - self.away.strength

    @property
    def weaker(self) -> Side | None:
        if not self.difference:
            return None
        return "away" if self.difference > 0 else "home"


def look_ahead(
    edition: Edition, home: LogRoster, away: LogRoster, stars: tuple[StarRecord, ...] = ()
) -> Meeting:
    """``stars``: what star players for hire bear. Raises Refusal for a roster that cannot play under these rules."""
    match = Match(edition, home, away, stars=stars)
    found: dict[Side, tuple[Offer, ...]] = {}
    purses: dict[Side, int] = {}
    chance = random.Random(0)
    script = play(match)
    question: Question = next(script)
    while not isinstance(question, Report):
        if isinstance(question, Choose) and question.key == KEY and question.side not in found:
            squad = match.squads[question.side]
            told = offers(edition, question, squad.roster)
            found[question.side] = tuple(one for one in told if one.option != DONE)
            purses[question.side] = squad.purse
        question = script.send(question.accept(_declining(question, chance)))
    home_help, away_help = (
        _help(match, side, found.get(side, ()), purses.get(side, match.squads[side].purse)) for side in SIDES
    )
    return Meeting(home_help, away_help)


def _declining(question: Roll | Choose, chance: random.Random) -> Rolled | Chosen:
    """Any dice; of the options the one that costs nothing, or the first."""
    if isinstance(question, Roll):
        dice = tuple(chance.randint(1, faces) for faces in question.dice.each)
        return Rolled(question.key, question.side, dice, question.player)
    if question.several:
        return Chosen(question.key, question.side, (), question.player)
    place = question.prices.index(0) if question.prices else 0
    return Chosen(question.key, question.side, question.options[place], question.player)


def _help(match: Match, side: Side, found: tuple[Offer, ...], purse: int) -> Help:
    shown = [one for one in match.facts if getattr(one, "side", None) == side]
    handicaps = [one for one in shown if isinstance(one, facts.Handicap)]
    return Help(
        strength=match.squads[side].strength,
        journeymen=sum(isinstance(one, facts.Hired) and one.how == "journeyman" for one in shown),
        purse=purse,
        given=sum(one.given for one in shown if isinstance(one, facts.PettyCash)),
        rolls=sum(not one.chosen for one in handicaps),
        picks=sum(one.chosen for one in handicaps),
        offers=found,
    )
