"""The sentences of home fields and trophies: what a field did, or did not do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.describe import Names, filled
from engine.match import facts
from engine.questions import other
from engine.words import gettext as _
from engine.words import gettext_noop, gold, joined, listed, named, ngettext

_WORKED = {
    "ends": gettext_noop(
        "At {dice} of the four ends of {home}'s ground the fans of {away} do not stay: {fans}."
    ),
    "trees": gettext_noop("Fans of {home} watch from the trees as well: {fans}."),
    "prices": gettext_noop("The fans of {away} will not pay what {home} ask for a seat: {fans}."),
    "snobs": gettext_noop("The fans of {away} would not set foot on such a stand: {fans}."),
    "waaagh": gettext_noop(
        "The Waaagh of the crowd is louder than ever: {home} {add} with their fan factor."
    ),
    "hooligans": gettext_noop(
        "Hooligans of {home} look after the fans of {away}, who {add} with their fan factor."
    ),
    "gods": gettext_noop("The gods of Chaos look kindly on {home}, who {add} with their fan factor."),
    "snotlings": gettext_noop(
        "Thousands of snotlings have got in for nothing: {home} {add} with their fan factor at kick-offs."
    ),
    "cold": gettext_noop("It is too cold for the fans of {away}, who go home: {fans}."),
    "warpstone": gettext_noop(
        "There was warpstone in the hot dogs, and the fans of {away} cheer for {home} now: {fans}."
    ),
    "referee": gettext_noop(
        "The referee sees double after his refreshments: {home} may start the second half with {more}."
    ),
    "smoke": gettext_noop("Smoke of the furnace drives the fans of {away} out: {fans}."),
    "buns": gettext_noop(
        "The fans of {away} have eaten too many buns to shout: they {add} with their fan factor."
    ),
}
_FAILED = {
    "ends": gettext_noop("The fans of {away} stay at all four ends of {home}'s ground."),
    "prices": gettext_noop("The fans of {away} pay what {home} ask for a seat."),
    "waaagh": gettext_noop("The crowd of {home} is no louder than usual."),
    "hooligans": gettext_noop("No hooligan of {home} gets in among the fans of {away}."),
    "gods": gettext_noop("The gods of Chaos look the other way."),
    "cold": gettext_noop("The fans of {away} bear the cold."),
    "warpstone": gettext_noop("The fans of {away} have eaten, and still know whom to cheer for."),
    "referee": gettext_noop("The referee does not touch his refreshments."),
    "smoke": gettext_noop("The smoke of the furnace blows the other way."),
    "buns": gettext_noop("The fans of {away} have room for another bun."),
}
_BY_HOUSE_RULE = gettext_noop("The ground of {home} does nothing for them this time.")
"""Of a bonus that needs no dice by the book, and failed by those of a house rule."""
_OWN = ("own_fans", "visitors_turn")
"""Effects on the fan factor of the home team."""


def _home_field(names: Names, fact: facts.HomeField) -> str:
    team = names.team(fact.side)
    away = names.team(other(fact.side))
    parts = [
        _(
            "{team} play at home, on their {stadium}. At the home end a player of theirs who is pushed "
            "off comes back on {returns_on} or more, and one of {away} who is pushed off adds "
            "{end_injury} to his injury roll; a foul of theirs is overlooked on {let_off_on} or more."
        ).format(
            team=team,
            stadium=named(fact.stadium),
            returns_on=fact.returns_on,
            away=away,
            end_injury=fact.end_injury,
            let_off_on=fact.let_off_on,
        )
    ]
    if fact.rough_end:
        parts.append(
            _("At the rough end a visitor who is pushed off adds {rough_end} to his injury roll.").format(
                rough_end=fact.rough_end
            )
        )
    if fact.invasion:
        parts.append(
            _("In a pitch invasion {invasion} is added to every roll.").format(invasion=fact.invasion)
        )
    if fact.broken:
        parts.append(_("The stand has not been repaired, and its special rules rest."))
    return joined(parts)


def _field_bonus(names: Names, fact: facts.FieldBonus) -> str:
    home = names.team(fact.side)
    away = names.team(other(fact.side))
    them = home if fact.effect in _OWN else away
    words = {
        "home": home,
        "away": away,
        "dice": str(fact.times),
        "fans": _("the fan factor of {team} goes from {before} to {after} for this match").format(
            team=them, before=fact.before, after=fact.after
        ),
        "add": _adding(fact.after - fact.before),
        "more": ngettext("{n} player more", "{n} players more", fact.after - fact.before).format(
            n=fact.after - fact.before
        ),
    }
    phrase = _WORKED[fact.bonus] if fact.times else _FAILED.get(fact.bonus, _BY_HOUSE_RULE)
    return filled(_(phrase), words)


def _adding(change: int) -> str:
    return (
        _("add {change} to rolls").format(change=change)
        if change >= 0
        else _("take {change} from rolls").format(change=-change)
    )


def _field_reroll(names: Names, fact: facts.FieldReroll) -> str:
    team = names.team(fact.side)
    phrases = _CARRIED if fact.gained else _NOT_CARRIED
    return _(phrases.get(fact.half, phrases[0])).format(team=team)


_CARRIED = {
    1: gettext_noop("The home crowd carries {team}: a team re-roll more in the first half."),
    2: gettext_noop("The home crowd carries {team}: a team re-roll more in the second half."),
    0: gettext_noop("The home crowd carries {team}: a team re-roll more in the coming half."),
}
"""By the half; 0 stands for any other."""
_NOT_CARRIED = {
    1: gettext_noop("The home crowd brings {team} no re-roll in the first half."),
    2: gettext_noop("The home crowd brings {team} no re-roll in the second half."),
    0: gettext_noop("The home crowd brings {team} no re-roll in the coming half."),
}


def _trophies(names: Names, fact: facts.Trophies) -> str:
    held = listed(map(named, fact.names))
    return ngettext(
        "{team} hold {held}: {n} re-roll more, to be used once in the match.",
        "{team} hold {held}: {n} re-rolls more, to be used once in the match.",
        len(fact.names),
    ).format(team=names.team(fact.side), held=held, n=len(fact.names))


def _let_off(names: Names, fact: facts.LetOff) -> str:
    who, team = names.player(fact.side, fact.player), names.team(fact.side)
    return _(
        "The referee sees the foul of {who}, looks at the crowd of {team}, and leaves it at a warning."
    ).format(who=who, team=team)


def _collapse(names: Names, fact: facts.Collapse) -> str:
    if fact.victims is None:
        return _("The fans leap up and down, and the stand holds.")
    team = names.team(fact.victims)
    if not fact.fans_lost:
        return _("The stand comes down on the fans of {team}, and the last of them crawl out alive.").format(
            team=team
        )
    return ngettext(
        "The stand comes down on the fans of {team}, who lose {n} point of fan factor for good.",
        "The stand comes down on the fans of {team}, who lose {n} points of fan factor for good.",
        fact.fans_lost,
    ).format(team=team, n=fact.fans_lost)


def _sponsorship(names: Names, fact: facts.Sponsorship) -> str:
    return _("The sponsors of {team}, who hold {trophy}, pay {amount}.").format(
        team=names.team(fact.side), trophy=named(fact.trophy), amount=gold(fact.gold)
    )


def _field_broken(names: Names, fact: facts.FieldBroken) -> str:
    return _(
        "The {stadium} of {team} has come down too often; its special rules rest until it is "
        "repaired for {price}."
    ).format(stadium=named(fact.stadium), team=names.team(fact.side), price=gold(fact.price))


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
