"""A match file beside the league: its teams beside the rosters, and beside it what became of it as a match log."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.edition import Edition
from engine.formats import dugout_log
from engine.formats.counting import COUNTED, Tally, tallies
from engine.formats.matchfile import FileTeam, MatchFile, Weather
from engine.formats.matching import HIRED, Matching, folded
from engine.formats.planning import PLAYERS_FOR_HIRE, Other, hired, singular
from engine.match.log import LogRoster, MatchLog
from engine.questions import SIDES, Side
from engine.replay import Replay
from engine.words import counted, gettext_noop, named, number
from engine.words import gettext as _

_HEAD = {
    gettext_noop("race"): ("race", "race"),
    gettext_noop("value"): ("value", "strength"),
    gettext_noop("treasury"): ("treasury", "treasury"),
    gettext_noop("fan factor"): ("fan_factor", "fan_factor"),
    gettext_noop("team re-rolls"): ("rerolls", "rerolls"),
    gettext_noop("apothecary"): ("apothecaries", "apothecary"),
    gettext_noop("assistant coaches"): ("assistant_coaches", "assistant_coaches"),
    gettext_noop("cheerleaders"): ("cheerleaders", "cheerleaders"),
}
"""What a file has of a team, with its name there and in the head of a log."""
_DEEDS = ("touchdowns", "completions", "interceptions", "casualties", "mvps")
_RESULT = {
    "score": gettext_noop("score"),
    "spectators": gettext_noop("spectators"),
    "fame": gettext_noop("FAME"),
    "winnings": gettext_noop("winnings"),
    "fan_factor_change": gettext_noop("change of the fan factor"),
    "spiralling_expenses": gettext_noop("spiralling expenses"),
}


class Beside(msgspec.Struct, frozen=True):
    """One value of a team's head. ``differs``: the file has another one than the league."""

    what: str
    file: str
    league: str
    differs: bool


def head(team: FileTeam, roster: LogRoster, edition: Edition) -> tuple[Beside, ...]:
    """What the file has of the team as it came to the match, beside what the league has of it now."""
    found = []
    for what, (told, ours) in _HEAD.items():
        in_file, here = getattr(team, told), getattr(roster, ours)
        if in_file is None:
            continue
        differs = folded(in_file) != folded(here) if isinstance(in_file, str) else in_file != here
        name = edition.rules.strength_name if what == "value" else _(what)
        found.append(Beside(name, _shown(in_file), _shown(here), differs))
    return tuple(found)


def _shown(value: str | int) -> str:
    return f"{value:,}" if isinstance(value, int) else value


def differences(log: MatchLog, seen: Replay, file: MatchFile, matching: Matching) -> tuple[str, ...]:
    """Where a finished log is not what its file says, each in a sentence. Empty for one that is not finished."""
    if seen.outcome is None:
        return ()
    ours = dugout_log.match_file(log, seen)
    return (*_of_result(ours, file), *_of_inducements(ours, file), *_of_players(ours, seen, file, matching))


def _of_result(ours: MatchFile, file: MatchFile) -> Iterator[str]:
    weather, told = _weather(ours), _weather(file)
    if told and weather and folded(weather) != folded(told):
        yield _("The weather is {weather} in the log, and {told} in the file.").format(
            weather=named(weather), told=named(told)
        )
    for side in SIDES:
        for name, words in _RESULT.items():
            here, there = getattr(ours.result(side), name), getattr(file.result(side), name)
            if here is not None and there is not None and here != there:
                yield _("{team}: {words} {here} in the log, and {there} in the file.").format(
                    team=ours.team(side).name, words=_(words), here=number(here), there=number(there)
                )


def _of_inducements(ours: MatchFile, file: MatchFile) -> Iterator[str]:
    """Of what has a name of its own; players for hire are known by what they do."""
    for side in SIDES:
        had = {singular(one.name): one.count for one in ours.result(side).inducements}
        for one in file.result(side).inducements:
            here = had.get(singular(one.name), 0)
            if folded(one.name) not in PLAYERS_FOR_HIRE and here != one.count:
                yield _("{team}: {name}: {here} in the log, and {count} in the file.").format(
                    team=file.team(side).name, name=named(one.name), here=here, count=one.count
                )


def _weather(match: MatchFile) -> str:
    return next((fact.name for fact in match.facts if isinstance(fact, Weather)), "")


def _of_players(ours: MatchFile, seen: Replay, file: MatchFile, matching: Matching) -> Iterator[str]:
    here = {(one.side, one.player): one for one in tallies(ours)}
    there = {(one.side, one.player): one for one in tallies(file)}
    for side in SIDES:
        shirts = _shirts(side, seen, file, matching)
        for player in sorted({player for at, player in there if at == side}):
            told, shirt = there[side, player], shirts.get(player)
            if shirt is not None:
                yield from _of_player(here.get((side, shirt), Tally(side, shirt, "")), told)


def _of_player(here: Tally, told: Tally) -> Iterator[str]:
    who = _("{player} (number {number})").format(player=here.name or told.name, number=here.player)
    for what in _DEEDS:
        one, other_one = getattr(here, what), getattr(told, what)
        if one != other_one:
            yield _("{who}: {one} in the log, and {other} in the file.").format(
                who=who, one=counted(one, COUNTED[what]), other=other_one
            )
    mine, theirs = sorted(map(folded, here.injuries)), sorted(map(folded, told.injuries))
    if mine != theirs:
        yield _("{who}: {here} in the log, and {there} in the file.").format(
            who=who, here=_listed(here.injuries), there=_listed(told.injuries)
        )


def _listed(injuries: tuple[str, ...]) -> str:
    return ", ".join(map(named, injuries)) or _("no lasting injury")


def _shirts(side: Side, seen: Replay, file: MatchFile, matching: Matching) -> dict[int, int]:
    """Who of the file wears which shirt in the log."""
    settled = matching.of(side)
    sheet = seen.sheets[side]
    others = [Other(one.number, one.name, one.position, one.hired) for one in sheet.players if one.hired]
    shirts = {number: who for number, who in settled.items() if isinstance(who, int)}
    if HIRED in settled.values():
        shirts |= hired(file.team(side), settled, others)
    return shirts
