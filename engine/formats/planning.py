"""The reports that a match file gives rise to, in order, and who in a log did what the file tells.

Reports say what happened on the pitch. Half-time and the end of the match are among them, though no file tells of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

import msgspec

from engine.describe import cause_words
from engine.formats.matchfile import (
    Casualty,
    Completion,
    Fact,
    FilePlayer,
    FileTeam,
    Interception,
    MatchFile,
    Mvp,
    SendingOff,
    Touchdown,
)
from engine.formats.matching import HIRED, NOBODY, Matching, Who, folded, same_position
from engine.match.script import OVERTIME
from engine.questions import SIDES, Side, other
from engine.words import gettext as _
from engine.words import gettext_noop

Deed: TypeAlias = Touchdown | Completion | Interception | Casualty | SendingOff
DEEDS = (Touchdown, Completion, Interception, Casualty, SendingOff)
"""Facts that are reports in a match log."""
WITH_A_PLAYER = (*DEEDS, Mvp)
PLAYERS_FOR_HIRE = {"starplayer": "star", "mercenary": "mercenary"}
"""Inducements of a file that stand for players: their names are those of the players of this kind, if it has them."""


class Planned(msgspec.Struct, frozen=True):
    """A report that the file gives rise to: of a fact, or of the course of the match. ``side`` of what has one.

    ``asks``: a person has to report it, for the file does not say all of it.
    """

    kind: str
    side: Side | None = None
    fact: Deed | None = None
    asks: str = ""


def plan(file: MatchFile, matching: Matching) -> Iterator[Planned]:
    half = 1
    for fact in file.facts:
        if not isinstance(fact, DEEDS) or is_nobody(matching, fact.side, fact.player):
            continue
        for coming in range(half + 1, fact.half + 1):
            yield Planned("overtime" if coming == OVERTIME else "half_time")
        half = max(half, fact.half)
        yield Planned(tag_of(fact), fact.side, fact)
    given_up: list[Side] = [side for side in SIDES if file.result(side).conceded]
    if given_up:
        side = given_up[0]
        yield Planned(
            "concession", side, asks=_("{team} gave up, the file says").format(team=file.team(side).name)
        )
        return
    if half == 1:
        yield Planned("half_time")
    yield Planned("match_end")


def sentence(file: MatchFile, fact: Deed | Mvp) -> str:
    who = _("{player} (number {number}, {team})").format(
        player=file.name_of(fact.side, fact.player), number=fact.player, team=file.team(fact.side).name
    )
    where = (
        _("in half {half}, turn {turn}").format(half=fact.half, turn=fact.turn)
        if fact.half
        else _("after the match")
    )
    if isinstance(fact, Casualty):
        return _("{who} was hurt by {cause} {where}").format(
            who=who, cause=cause_words(fact.cause), where=where
        )
    return _("{what} of {who} {where}").format(what=fact_words(tag_of(fact)), who=who, where=where)


_FACTS = {
    "touchdown": gettext_noop("touchdown"),
    "completion": gettext_noop("completion"),
    "interception": gettext_noop("interception"),
    "deflection": gettext_noop("deflection"),
    "casualty": gettext_noop("casualty"),
    "foul": gettext_noop("foul"),
    "sending_off": gettext_noop("sending off"),
    "mvp": gettext_noop("mvp"),
    "half_time": gettext_noop("half time"),
    "overtime": gettext_noop("overtime"),
    "concession": gettext_noop("concession"),
    "match_end": gettext_noop("match end"),
}


def fact_words(tag: str) -> str:
    """What a kind of fact, or of entry, is called in a sentence."""
    return _(_FACTS[tag]) if tag in _FACTS else tag.replace("_", " ")


def is_nobody(matching: Matching, side: Side, number: int) -> bool:
    return matching.of(side).get(number) == NOBODY


def tag_of(thing: msgspec.Struct) -> str:
    """What this kind of fact or entry is called in JSON."""
    return str(thing.__struct_config__.tag)


def left_out(file: MatchFile, matching: Matching) -> Iterator[str]:
    """What players did who are nobody in the league, each in a sentence."""
    for fact in file.facts:
        if isinstance(fact, WITH_A_PLAYER) and is_nobody(matching, fact.side, fact.player):
            yield _("Left out, for nobody on the roster did it: {told}.").format(told=sentence(file, fact))
        elif nobody_caused(fact, matching):
            assert isinstance(fact, Casualty)
            name = file.name_of(other(fact.side), fact.causer or 0)
            yield _("Nobody on the roster caused it, and {name} has nothing for it: {told}.").format(
                name=name, told=sentence(file, fact)
            )


def nobody_caused(fact: Fact, matching: Matching) -> bool:
    return (
        isinstance(fact, Casualty)
        and fact.causer is not None
        and is_nobody(matching, other(fact.side), fact.causer)
    )


def singular(name: str) -> str:
    """``Wandering Apothecaries`` and ``Bribes`` are bought one by one. Only to be held against another such name."""
    plain = folded(name)
    return f"{plain[:-3]}y" if plain.endswith("ies") else plain.removesuffix("s")


# --- who it was -------------------------------------------------------------------------------------------------------


class Other(msgspec.Struct, frozen=True):
    """Somebody who plays in the log for this match alone."""

    number: int
    name: str
    position: str
    kind: str


_FITS: tuple[Callable[[FilePlayer, Other], bool], ...] = (
    lambda one, him: folded(one.name) == folded(him.name),
    lambda one, him: one.kind == him.kind and same_position(one.position, him.position),
    lambda one, him: one.kind == him.kind,
    lambda one, him: one.kind == "roster",
)


def hired(team: FileTeam, matching: Mapping[int, Who], others: Iterable[Other]) -> dict[int, int]:
    """Who of those that play for this match alone is whom of the file, by shirt in the file: by name, by kind and
    position, by kind, and in order."""
    waiting = [one for one in team.players if matching.get(one.number) == HIRED]
    left = list(others)
    found: dict[int, int] = {}
    for fits in _FITS:
        for one in [one for one in waiting if one.number not in found]:
            fit = next((him for him in left if fits(one, him)), None)
            if fit is not None:
                found[one.number] = fit.number
                left.remove(fit)
    return found
