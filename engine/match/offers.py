"""What a coach is offered for his gold before a match, option by option, and what he has taken so far."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.describe import capital, gain_words
from engine.edition import Edition, Stats
from engine.match.log import LogRoster, MatchLog
from engine.match.script import play
from engine.match.state import Match
from engine.questions import Choose, Chosen, Side

KEY = "hire"
"""The key of the question that makes these offers, again and again until the coach is done."""
DONE = "done"

Kind = Literal["freebooter", "star", "helper", "done"]


class Offer(msgspec.Struct, frozen=True):
    """One option of the question, as a coach wants to know it. ``price`` in gold pieces.

    ``stats`` and ``skills`` are given for players. ``weapon`` is a secret weapon, with the total of two dice from which
    on the referee sends him off for it. Without ``proven`` neither a source
    proves the price nor has the league set it.
    """

    option: str
    kind: Kind
    name: str
    price: int
    position: str = ""
    stats: Stats | None = None
    skills: tuple[str, ...] = ()
    weapon: str = ""
    proven: bool = True
    words: str = ""


class Taken(msgspec.Struct, frozen=True):
    """What one side has asked for so far; it is paid when both sides are done."""

    option: str
    price: int


def offers(edition: Edition, question: Choose, roster: LogRoster) -> tuple[Offer, ...]:
    """The options of the question, in its order. ``roster`` is that of the side that is asked."""
    prices = question.prices or (0,) * len(question.options)
    return tuple(
        _offer(edition, roster, option, price) for option, price in zip(question.options, prices, strict=True)
    )


def _offer(edition: Edition, roster: LogRoster, option: str, price: int) -> Offer:
    race = edition.races.get(roster.race)
    position = race.position(option) if race else None
    if race is not None and position is not None:
        settled = edition.has_house_rule(f"{race.path_of(option)}/price")
        return Offer(
            option,
            "freebooter",
            f"Freebooter {option}",
            price,
            option,
            position.stats,
            position.skills,
            proven=settled or position.confidence == "high",
        )
    star = next((one for one in edition.stars if one.name == option), None)
    if star is not None:
        weapon = star.secret_weapon
        if weapon and star.penalty_roll is not None:
            weapon = f"{weapon} ({star.penalty_roll}+)"
        settled = edition.has_house_rule(f"stars/stars/{option}/league_price")
        proven = settled or star.price_confidence == "high"
        return Offer(option, "star", option, price, star.position, star.stats, star.skills, weapon, proven)
    words = edition.prompts[KEY].options.get(option, "") if KEY in edition.prompts else ""
    if option == DONE:
        return Offer(option, "done", "Nobody else", price, words=words)
    return Offer(option, "helper", capital(gain_words(option)), price, words=words)


def taken(edition: Edition, log: MatchLog) -> dict[Side, tuple[Taken, ...]]:
    """What both sides have asked for so far, by the entries at the head of the log. They must fit."""
    found: dict[Side, list[Taken]] = {"home": [], "away": []}
    script = play(Match.of(log, edition))
    question = next(script)
    for entry in log.entries:
        if not isinstance(question, Choose) or question.key != KEY or not isinstance(entry, Chosen):
            break
        if isinstance(entry.pick, str) and entry.pick != DONE:
            price = question.prices[question.options.index(entry.pick)]
            found[question.side].append(Taken(entry.pick, price))
        question = script.send(question.accept(entry))
    script.close()
    return {side: tuple(picks) for side, picks in found.items()}
