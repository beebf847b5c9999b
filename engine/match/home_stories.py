"""The sentences of home fields and trophies: what a field did, or did not do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.describe import Names, filled, gold
from engine.match import facts
from engine.questions import other
from engine.words import counted, listed

_WORKED = {
    "ends": "At {dice} of the four ends of {home}'s ground the fans of {away} do not stay: {fans}.",
    "trees": "Fans of {home} watch from the trees as well: {fans}.",
    "prices": "The fans of {away} will not pay what {home} ask for a seat: {fans}.",
    "snobs": "The fans of {away} would not set foot on such a stand: {fans}.",
    "waaagh": "The Waaagh of the crowd is louder than ever: {home} {add} with their fan factor.",
    "hooligans": "Hooligans of {home} look after the fans of {away}, who {add} with their fan factor.",
    "gods": "The gods of Chaos look kindly on {home}, who {add} with their fan factor.",
    "snotlings": "Thousands of snotlings have got in for nothing: {home} {add} with their fan factor at kick-offs.",
    "cold": "It is too cold for the fans of {away}, who go home: {fans}.",
    "warpstone": "There was warpstone in the hot dogs, and the fans of {away} cheer for {home} now: {fans}.",
    "referee": "The referee sees double after his refreshments: {home} may start the second half with {more}.",
    "smoke": "Smoke of the furnace drives the fans of {away} out: {fans}.",
    "buns": "The fans of {away} have eaten too many buns to shout: they {add} with their fan factor.",
}
_FAILED = {
    "ends": "The fans of {away} stay at all four ends of {home}'s ground.",
    "prices": "The fans of {away} pay what {home} ask for a seat.",
    "waaagh": "The crowd of {home} is no louder than usual.",
    "hooligans": "No hooligan of {home} gets in among the fans of {away}.",
    "gods": "The gods of Chaos look the other way.",
    "cold": "The fans of {away} bear the cold.",
    "warpstone": "The fans of {away} have eaten, and still know whom to cheer for.",
    "referee": "The referee does not touch his refreshments.",
    "smoke": "The smoke of the furnace blows the other way.",
    "buns": "The fans of {away} have room for another bun.",
}
_BY_HOUSE_RULE = "The ground of {home} does nothing for them this time."
"""Of a bonus that needs no dice by the book, and failed by those of a house rule."""
_OWN = ("own_fans", "visitors_turn")
"""Effects on the fan factor of the home team."""


def _home_field(names: Names, fact: facts.HomeField) -> str:
    team = names.team(fact.side)
    away = names.team(other(fact.side))
    parts = [
        f"{team} play at home, on their {fact.stadium}. At the home end a player of theirs who is pushed off comes "
        f"back on {fact.returns_on} or more, and one of {away} who is pushed off adds {fact.end_injury} to his injury "
        f"roll; a foul of theirs is overlooked on {fact.let_off_on} or more."
    ]
    if fact.rough_end:
        parts.append(
            f"At the rough end a visitor who is pushed off adds {fact.rough_end} to his injury roll."
        )
    if fact.invasion:
        parts.append(f"In a pitch invasion {fact.invasion} is added to every roll.")
    if fact.broken:
        parts.append("The stand has not been repaired, and its special rules rest.")
    return " ".join(parts)


def _field_bonus(names: Names, fact: facts.FieldBonus) -> str:
    home = names.team(fact.side)
    away = names.team(other(fact.side))
    them = home if fact.effect in _OWN else away
    words = {
        "home": home,
        "away": away,
        "dice": str(fact.times),
        "fans": f"the fan factor of {them} goes from {fact.before} to {fact.after} for this match",
        "add": _adding(fact.after - fact.before),
        "more": f"{counted(fact.after - fact.before, ('player', 'players'))} more",
    }
    phrase = _WORKED[fact.bonus] if fact.times else _FAILED.get(fact.bonus, _BY_HOUSE_RULE)
    return filled(phrase, words)


def _adding(change: int) -> str:
    return f"add {change} to rolls" if change >= 0 else f"take {-change} from rolls"


def _field_reroll(names: Names, fact: facts.FieldReroll) -> str:
    team = names.team(fact.side)
    half = {1: "first", 2: "second"}.get(fact.half, "coming")
    if fact.gained:
        return f"The home crowd carries {team}: a team re-roll more in the {half} half."
    return f"The home crowd brings {team} no re-roll in the {half} half."


def _trophies(names: Names, fact: facts.Trophies) -> str:
    held = listed(fact.names)
    rerolls = counted(len(fact.names), ("re-roll", "re-rolls"))
    return f"{names.team(fact.side)} hold {held}: {rerolls} more, to be used once in the match."


def _let_off(names: Names, fact: facts.LetOff) -> str:
    who, team = names.player(fact.side, fact.player), names.team(fact.side)
    return f"The referee sees the foul of {who}, looks at the crowd of {team}, and leaves it at a warning."


def _collapse(names: Names, fact: facts.Collapse) -> str:
    if fact.victims is None:
        return "The fans leap up and down, and the stand holds."
    team = names.team(fact.victims)
    if not fact.fans_lost:
        return f"The stand comes down on the fans of {team}, and the last of them crawl out alive."
    lost = counted(fact.fans_lost, ("point", "points"))
    return f"The stand comes down on the fans of {team}, who lose {lost} of fan factor for good."


def _sponsorship(names: Names, fact: facts.Sponsorship) -> str:
    return f"The sponsors of {names.team(fact.side)}, who hold {fact.trophy}, pay {gold(fact.gold)}."


def _field_broken(names: Names, fact: facts.FieldBroken) -> str:
    return (
        f"The {fact.stadium} of {names.team(fact.side)} has come down too often; its special rules rest until it is "
        f"repaired for {gold(fact.price)}."
    )


TELLERS: dict[type, Callable[[Names, Any], str]] = {
    facts.HomeField: _home_field,
    facts.FieldBonus: _field_bonus,
    facts.FieldReroll: _field_reroll,
    facts.Trophies: _trophies,
    facts.LetOff: _let_off,
    facts.Collapse: _collapse,
    facts.Sponsorship: _sponsorship,
    facts.FieldBroken: _field_broken,
}
