"""The sentences of what helps a side for one match: hirelings, wizards, inducements, and the handicap table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.describe import Names, filled, gain_words, stat_words
from engine.match import facts
from engine.words import counted, gettext_noop, gold, listed, named, number, position_named
from engine.words import gettext as _

_REROLLS = ("team re-roll", "team re-rolls")


def _hired(names: Names, fact: facts.Hired) -> str:
    team = names.team(fact.side)
    if fact.how == "talent":
        return ""
    if fact.how == "journeyman":
        return _(
            "{team} can field too few players: {player} (number {number}) plays this match for them."
        ).format(team=team, player=fact.name, number=fact.number)
    if fact.how == "star" and not fact.paid:
        return _(
            "The star player {player} (number {number}) comes along, and plays for {team} as well."
        ).format(player=fact.name, number=fact.number, team=team)
    if fact.how == "star":
        phrase = _("{team} hire the star player {player} ({position}, number {number}) for {paid}.")
    else:
        phrase = _("{team} hire {player} ({position}, number {number}) for {paid}.")
    return phrase.format(
        team=team,
        player=fact.name,
        position=position_named(fact.position),
        number=fact.number,
        paid=gold(fact.paid),
    )


def _star_withdrawn(names: Names, fact: facts.StarWithdrawn) -> str:
    return _(
        "Both teams have hired {player}, who plays for neither of them and keeps the gold of both."
    ).format(player=fact.name)


def _wizard(names: Names, fact: facts.WizardHired) -> str:
    return _("{team} hire a {wizard} for {paid}.").format(
        team=names.team(fact.side), wizard=gain_words(fact.wizard), paid=gold(fact.paid)
    )


def _petty_cash(names: Names, fact: facts.PettyCash) -> str:
    team, taken, given = names.team(fact.side), gold(fact.from_treasury), gold(fact.given)
    if not fact.given:
        phrase = _("For inducements {team} take {taken} out of their treasury.")
    elif not fact.from_treasury:
        phrase = _("For inducements {team} are given {given} as the weaker side.")
    else:
        phrase = _(
            "For inducements {team} take {taken} out of their treasury and are given {given} as the weaker side."
        )
    return phrase.format(team=team, taken=taken, given=given)


def _induced(names: Names, fact: facts.Induced) -> str:
    several = f" × {fact.count}" if fact.count > 1 else ""
    return _("{team} buy for this match: {name}{several}, for {paid}.").format(
        team=names.team(fact.side), name=named(fact.name), several=several, paid=gold(fact.paid)
    )


def _fans(names: Names, fact: facts.Fans) -> str:
    if fact.fame:
        phrase = _("{spectators} fans have come for {team}, which gives them a FAME of {fame}.")
    else:
        phrase = _("{spectators} fans have come for {team}.")
    return phrase.format(spectators=number(fact.spectators), team=names.team(fact.side), fame=fact.fame)


def _bribe(names: Names, fact: facts.Bribe) -> str:
    who, team = names.player(fact.side, fact.player), names.team(fact.side)
    if fact.worked:
        return _("The referee wants to send {who} off, takes the bribe of {team}, and lets him stay.").format(
            who=who, team=team
        )
    return _("The referee takes the bribe of {team}, and does not spare {who}.").format(team=team, who=who)


def _ingredients(names: Names, fact: facts.Ingredients) -> str:
    dice = counted(fact.dice, ("more die", "more dice"))
    return _("The chef of {team} buys ingredients for {paid}: {dice} before each half.").format(
        team=names.team(fact.side), paid=gold(fact.paid), dice=dice
    )


def _followers(names: Names, fact: facts.Followers) -> str:
    return _(
        "{spectators} fans of his own follow {who}, and {team} have {fan_factor} points of fan "
        "factor more in this match."
    ).format(
        spectators=number(fact.spectators),
        who=names.player(fact.side, fact.player),
        team=names.team(fact.side),
        fan_factor=fact.fan_factor,
    )


def _improved(names: Names, fact: facts.Improved) -> str:
    who = names.player(fact.side, fact.player)
    if fact.kind == "nothing":
        return _("{who} has nothing left to gain by it.").format(who=who)
    gain = gain_words(f"+{fact.gain}" if fact.kind == "stat" else fact.gain)
    return _("{who} makes a star player roll at once and gains {gain}.").format(who=who, gain=gain)


def _aged(names: Names, fact: facts.Aged) -> str:
    who = names.player(fact.side, fact.player)
    if fact.effect == "niggling":
        return _("{who} shows his age: a niggling injury.").format(who=who)
    loss = _("{stat} -1") if fact.applied else _("the {stat} cannot fall further")
    return _("{who} shows his age: {loss}.").format(who=who, loss=loss.format(stat=stat_words(fact.effect)))


def _rune(names: Names, fact: facts.Rune) -> str:
    team = names.team(fact.side)
    if not fact.name:
        return _("The chisel of {team}'s runesmith slips, and the rune is spoilt.").format(team=team)
    if fact.player is None:
        return _("The runesmith of {team} has nobody to give the {rune} to.").format(
            team=team, rune=named(fact.name)
        )
    gains = listed(map(gain_words, fact.gain))
    return _("The runesmith of {team} strikes the {rune} for {who}: {gains}.").format(
        team=team, rune=named(fact.name), who=names.player(fact.side, fact.player), gains=gains
    )


def _chef(names: Names, fact: facts.Chef) -> str:
    team = names.team(fact.side)
    half = _("first half") if fact.half == 1 else _("second half")
    if fact.thrown_out:
        return _("The chef of {team} was thrown out of the match and does not cook for the {half}.").format(
            team=team, half=half
        )
    if not fact.gained:
        return _("The chef of {team} burns the meal: nothing is gained for the {half}.").format(
            team=team, half=half
        )
    gained = counted(fact.gained, _REROLLS)
    if fact.lost:
        phrase = _(
            "The chef of {team} has cooked well: {gained} more for the {half}, and the other side loses {lost}."
        )
    else:
        phrase = _("The chef of {team} has cooked well: {gained} more for the {half}.")
    return phrase.format(team=team, gained=gained, half=half, lost=fact.lost)


_EFFECTS = {
    "extra_training": gettext_noop(
        "{team} may use a team re-roll more in each half, {after} in place of {before}."
    ),
    "intensive_training": gettext_noop("{who} has trained hard and has {gain} in this match."),
    "inspiration": gettext_noop(
        "{who} is inspired, and has an award as most valuable player before the match."
    ),
    "i_am_the_greatest": gettext_noop("{who} of {concerned} will not stand on the pitch together."),
    "bad_press": gettext_noop("The fan factor of {concerned} falls from {before} to {after} for this match."),
    "illegal_drugs": gettext_noop("{who} has taken something: {gain} in this match."),
    "morleys_revenge": gettext_noop(
        "{who} of {concerned} drank what they should not have: a die before each kick-off, and on 1 "
        "to 3 they stay away."
    ),
    "smelling_salts": gettext_noop("Knocked-out players of {team} come back on 2 or more in this match."),
    "palmed_coin": gettext_noop("{team} win the toss of the coin."),
    "doom_and_gloom": gettext_noop(
        "{concerned} have lost heart: {rerolls} in place of {before} in the first half."
    ),
    "it_wasnt_me": gettext_noop("{who} of {concerned} is arrested and misses the match."),
    "that_boys_got_talent": gettext_noop(
        "{who} comes down from the stands and plays this match for {team} without a fee."
    ),
    "duh_where_am_i": gettext_noop("{who} of {concerned} was out all night: {gain} in this match."),
    "bribe_the_ref": gettext_noop("The referee will overlook the first penalty against {team}."),
    "knuckledusters": gettext_noop("{who} has {gain} in this match."),
    "virus": gettext_noop("{who} of {concerned} caught a virus and cannot play in this match."),
    "iron_man": gettext_noop("{who} cannot be hurt in this match: he is stunned at the worst."),
    "buzzing": gettext_noop("{who} has had strong coffee: {gain}, but no ball will stay in his hands."),
}
_WITHOUT_EFFECT = gettext_noop("It comes to nothing: there is nobody of {concerned} whom it could befall.")


def _effect(names: Names, fact: facts.HandicapEffect) -> str:
    words = {
        "team": names.team(fact.side),
        "concerned": names.team(fact.concerned),
        "who": listed(names.player(fact.concerned, number) for number in fact.players),
        "gain": listed(map(gain_words, fact.gain)),
        "before": str(fact.before),
        "after": str(fact.after),
        "rerolls": counted(fact.after, _REROLLS),
    }
    return filled(_(_EFFECTS[fact.effect] if fact.any else _WITHOUT_EFFECT), words)


TELLERS: dict[type, Callable[[Names, Any], str]] = {
    facts.Hired: _hired,
    facts.StarWithdrawn: _star_withdrawn,
    facts.WizardHired: _wizard,
    facts.PettyCash: _petty_cash,
    facts.Induced: _induced,
    facts.Fans: _fans,
    facts.Bribe: _bribe,
    facts.Ingredients: _ingredients,
    facts.Followers: _followers,
    facts.HandicapEffect: _effect,
    facts.Improved: _improved,
    facts.Aged: _aged,
    facts.Rune: _rune,
    facts.Chef: _chef,
}
