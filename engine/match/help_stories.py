"""The sentences of what helps a side for one match: hirelings, wizards, inducements, and the handicap table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.describe import STAT_WORDS, Names, filled, gain_words, gold
from engine.match import facts
from engine.words import counted, listed

_REROLLS = ("team re-roll", "team re-rolls")


def _hired(names: Names, fact: facts.Hired) -> str:
    team = names.team(fact.side)
    if fact.how == "talent":
        return ""
    if fact.how == "journeyman":
        return (
            f"{team} can field too few players: {fact.name} (number {fact.number}) plays this match for them."
        )
    if fact.how == "star" and not fact.paid:
        return (
            f"The star player {fact.name} (number {fact.number}) comes along, and plays for {team} as well."
        )
    what = "the star player " if fact.how == "star" else ""
    return f"{team} hire {what}{fact.name} ({fact.position}, number {fact.number}) for {gold(fact.paid)}."


def _star_withdrawn(names: Names, fact: facts.StarWithdrawn) -> str:
    return f"Both teams have hired {fact.name}, who plays for neither of them and keeps the gold of both."


def _wizard(names: Names, fact: facts.WizardHired) -> str:
    return f"{names.team(fact.side)} hire a {fact.wizard} for {gold(fact.paid)}."


def _petty_cash(names: Names, fact: facts.PettyCash) -> str:
    parts = []
    if fact.from_treasury:
        parts.append(f"take {gold(fact.from_treasury)} out of their treasury")
    if fact.given:
        parts.append(f"are given {gold(fact.given)} as the weaker side")
    return f"For inducements {names.team(fact.side)} {listed(parts)}."


def _induced(names: Names, fact: facts.Induced) -> str:
    several = f" × {fact.count}" if fact.count > 1 else ""
    return f"{names.team(fact.side)} buy for this match: {fact.name}{several}, for {gold(fact.paid)}."


def _fans(names: Names, fact: facts.Fans) -> str:
    fame = f", which gives them a FAME of {fact.fame}" if fact.fame else ""
    return f"{fact.spectators:,} fans have come for {names.team(fact.side)}{fame}."


def _bribe(names: Names, fact: facts.Bribe) -> str:
    who, team = names.player(fact.side, fact.player), names.team(fact.side)
    if fact.worked:
        return f"The referee wants to send {who} off, takes the bribe of {team}, and lets him stay."
    return f"The referee takes the bribe of {team}, and does not spare {who}."


def _ingredients(names: Names, fact: facts.Ingredients) -> str:
    dice = counted(fact.dice, ("more die", "more dice"))
    return f"The chef of {names.team(fact.side)} buys ingredients for {gold(fact.paid)}: {dice} before each half."


def _followers(names: Names, fact: facts.Followers) -> str:
    return (
        f"{fact.spectators:,} fans of his own follow {names.player(fact.side, fact.player)}, "
        f"and {names.team(fact.side)} have {fact.fan_factor} points of fan factor more in this match."
    )


def _improved(names: Names, fact: facts.Improved) -> str:
    who = names.player(fact.side, fact.player)
    if fact.kind == "nothing":
        return f"{who} has nothing left to gain by it."
    gain = gain_words(f"+{fact.gain}" if fact.kind == "stat" else fact.gain)
    return f"{who} makes a star player roll at once and gains {gain}."


def _aged(names: Names, fact: facts.Aged) -> str:
    who = names.player(fact.side, fact.player)
    if fact.effect == "niggling":
        return f"{who} shows his age: a niggling injury."
    loss = (
        f"{STAT_WORDS[fact.effect]} -1"
        if fact.applied
        else f"the {STAT_WORDS[fact.effect]} cannot fall further"
    )
    return f"{who} shows his age: {loss}."


def _rune(names: Names, fact: facts.Rune) -> str:
    team = names.team(fact.side)
    if not fact.name:
        return f"The chisel of {team}'s runesmith slips, and the rune is spoilt."
    if fact.player is None:
        return f"The runesmith of {team} has nobody to give the {fact.name} to."
    gains = listed(map(gain_words, fact.gain))
    return f"The runesmith of {team} strikes the {fact.name} for {names.player(fact.side, fact.player)}: {gains}."


def _chef(names: Names, fact: facts.Chef) -> str:
    half = "first half" if fact.half == 1 else "second half"
    if fact.thrown_out:
        return f"The chef of {names.team(fact.side)} was thrown out of the match and does not cook for the {half}."
    if not fact.gained:
        return f"The chef of {names.team(fact.side)} burns the meal: nothing is gained for the {half}."
    lost = f", and the other side loses {fact.lost}" if fact.lost else ""
    return (
        f"The chef of {names.team(fact.side)} has cooked well: {counted(fact.gained, _REROLLS)} more "
        f"for the {half}{lost}."
    )


_EFFECTS = {
    "extra_training": "{team} may use a team re-roll more in each half, {after} in place of {before}.",
    "intensive_training": "{who} has trained hard and has {gain} in this match.",
    "inspiration": "{who} is inspired, and has an award as most valuable player before the match.",
    "i_am_the_greatest": "{who} of {concerned} will not stand on the pitch together.",
    "bad_press": "The fan factor of {concerned} falls from {before} to {after} for this match.",
    "illegal_drugs": "{who} has taken something: {gain} in this match.",
    "morleys_revenge": "{who} of {concerned} drank what they should not have: a die before each kick-off, "
    "and on 1 to 3 they stay away.",
    "smelling_salts": "Knocked-out players of {team} come back on 2 or more in this match.",
    "palmed_coin": "{team} win the toss of the coin.",
    "doom_and_gloom": "{concerned} have lost heart: {rerolls} in place of {before} in the first half.",
    "it_wasnt_me": "{who} of {concerned} is arrested and misses the match.",
    "that_boys_got_talent": "{who} comes down from the stands and plays this match for {team} without a fee.",
    "duh_where_am_i": "{who} of {concerned} was out all night: {gain} in this match.",
    "bribe_the_ref": "The referee will overlook the first penalty against {team}.",
    "knuckledusters": "{who} has {gain} in this match.",
    "virus": "{who} of {concerned} caught a virus and cannot play in this match.",
    "iron_man": "{who} cannot be hurt in this match: he is stunned at the worst.",
    "buzzing": "{who} has had strong coffee: {gain}, but no ball will stay in his hands.",
}
_WITHOUT_EFFECT = "It comes to nothing: there is nobody of {concerned} whom it could befall."


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
    return filled(_EFFECTS[fact.effect] if fact.any else _WITHOUT_EFFECT, words)


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
