"""What a coach is offered for his gold before a match, option by option."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from engine.describe import gain_words
from engine.edition import Edition, Stats
from engine.match.log import LogRoster
from engine.questions import Choose
from engine.words import capital, named
from engine.words import gettext as _

KEY = "hire"
"""The key of the question that makes these offers, again and again until the coach is done."""
DONE = "done"

Kind = Literal["freebooter", "mercenary", "star", "helper", "inducement", "done"]


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


def offers(edition: Edition, question: Choose, roster: LogRoster) -> tuple[Offer, ...]:
    """The options of the question, in its order. ``roster`` is that of the side that is asked."""
    prices = question.prices or (0,) * len(question.options)
    return tuple(
        _offer(edition, roster, option, price) for option, price in zip(question.options, prices, strict=True)
    )


_HIRELINGS: dict[str, Callable[[str], str]] = {
    "freebooter": lambda position: _("Freebooter {position}").format(position=position),
    "mercenary": lambda position: _("Mercenary {position}").format(position=position),
}


def _offer(edition: Edition, roster: LogRoster, option: str, price: int) -> Offer:
    race = edition.races.get(roster.race)
    position = race.position(option) if race else None
    if race is not None and position is not None:
        settled = edition.has_house_rule(f"{race.path_of(option)}/price")
        return Offer(
            option,
            edition.shop.hireling,
            _HIRELINGS[edition.shop.hireling](named(option)),
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
            weapon = f"{named(weapon)} ({star.penalty_roll}+)"
        settled = edition.has_house_rule(f"stars/stars/{option}/league_price")
        proven = settled or star.price_confidence == "high"
        return Offer(option, "star", option, price, star.position, star.stats, star.skills, weapon, proven)
    inducements = {one.key: one.words for one in edition.rules.meanings(KEY)}
    if option in inducements:
        return Offer(option, "inducement", named(option), price, words=inducements[option])
    words = _(edition.prompts[KEY].options.get(option, "")) if KEY in edition.prompts else ""
    if option == DONE:
        return Offer(option, "done", capital(_(edition.shop.no_more)), price, words=words)
    return Offer(option, "helper", capital(gain_words(option)), price, words=words)
