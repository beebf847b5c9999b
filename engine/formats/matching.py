"""Who of a match file is who on a league's rosters: by number and name, and by position where that helps.

A program writes names without accents or in capitals, and positions with the race before them (``Skaven Blitzer``):
names are held against each other without all that.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeAlias

import msgspec

from engine.formats.matchfile import FilePlayer, FileTeam, MatchFile
from engine.match.log import LogPlayer, LogRoster, MatchLog
from engine.questions import Refusal, Side, other

HIRED: Literal["hired"] = "hired"
NOBODY: Literal["nobody"] = "nobody"
Who: TypeAlias = int | Literal["hired", "nobody"]
"""A shirt number of the league's roster; or whoever plays for this match alone, as a journeyman, mercenary or star
player; or nobody: what he did is left out."""
Certainty = Literal["sure", "likely", "unknown"]


class Matching(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By side, who wears the shirt that a player of the file wears."""

    home: dict[int, Who] = {}
    away: dict[int, Who] = {}

    def of(self, side: Side) -> dict[int, Who]:
        return self.home if side == "home" else self.away


class Proposal(msgspec.Struct, frozen=True):
    """Who a player of the file most likely is, how certain that is, and why."""

    player: FilePlayer
    who: Who
    certainty: Certainty
    why: str


def folded(name: str) -> str:
    """The letters and digits of a name, without accents and in small letters."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in apart if letter.isalnum())


def same_position(told: str, ours: str) -> bool:
    """Either may have the name of the race before it."""
    one, other_one = folded(told), folded(ours)
    return bool(one) and (one.endswith(other_one) or other_one.endswith(one))


def position_among(told: str, options: Iterable[str]) -> str | None:
    """The one of these positions that is told: by its very name, or else by one with or without the race."""
    found = [one for one in options if same_position(told, one)]
    return next((one for one in found if folded(one) == folded(told)), found[0] if found else None)


def propose(team: FileTeam, roster: LogRoster) -> tuple[Proposal, ...]:
    """For each player of the file's team, in its order; nobody of the roster is proposed twice."""
    found: dict[int, Proposal] = {}
    free = {one.number: one for one in roster.players}

    def settle(
        why: str, certainty: Certainty, fits: Callable[[FilePlayer, LogPlayer], bool], *, alone: bool = False
    ) -> None:
        waiting = [one for one in team.players if one.number not in found]
        for one in waiting:
            ours = [other for other in free.values() if fits(one, other)]
            rivals = [other for other in waiting if ours and fits(other, ours[0])]
            if len(ours) == 1 and (not alone or len(rivals) == 1):
                found[one.number] = Proposal(one, ours[0].number, certainty, why)
                del free[ours[0].number]

    for one in team.players:
        if one.kind != "roster":
            found[one.number] = Proposal(one, HIRED, "sure", f"{one.kind}, who plays for this match alone")
    settle("same number and name", "sure", lambda one, ours: _number(one, ours) and _name(one, ours))
    settle("same name", "sure", _name, alone=True)
    settle(
        "same number and position", "likely", lambda one, ours: _number(one, ours) and _position(one, ours)
    )
    settle("the only one of this position who is left", "likely", _position, alone=True)
    settle("same number", "unknown", _number)
    nobody = (Proposal(one, NOBODY, "unknown", "nobody on the roster is like him") for one in team.players)
    return tuple(found.get(one.player.number, one) for one in nobody)


def _number(one: FilePlayer, ours: LogPlayer) -> bool:
    return one.number == ours.number


def _name(one: FilePlayer, ours: LogPlayer) -> bool:
    return bool(folded(one.name)) and folded(one.name) == folded(ours.name)


def _position(one: FilePlayer, ours: LogPlayer) -> bool:
    return same_position(one.position, ours.position)


def sure(proposals: Iterable[Proposal]) -> dict[int, Who]:
    """What needs nobody to settle it."""
    return {one.player.number: one.who for one in proposals if one.certainty == "sure"}


def matched_for_sure(file: MatchFile, log: MatchLog) -> Matching:
    """Raises Refusal for a player who is not certain."""
    found = Matching(sure(propose(file.home, log.home)), sure(propose(file.away, log.away)))
    check(found, file, {"home": log.home, "away": log.away})
    return found


def check(matching: Matching, file: MatchFile, rosters: dict[Side, LogRoster]) -> None:
    """Raises Refusal for a player of the file who is left out, for one whom it does not have, for a number that is not
    on the roster, and for one that two players would wear."""
    for side, roster in rosters.items():
        team, settled = file.team(side), matching.of(side)
        numbers = {one.number: one for one in team.players}
        worn: dict[int, str] = {}
        for number, who in settled.items():
            if number not in numbers:
                raise Refusal(f"{team.name} has no player with the number {number} in the file.")
            if not isinstance(who, int):
                continue
            name = numbers[number].name
            if all(one.number != who for one in roster.players):
                raise Refusal(f"{roster.team} has no player with the number {who}, who {name} would be.")
            if who in worn:
                raise Refusal(f"{worn[who]} and {name} cannot both be number {who} of {roster.team}.")
            worn[who] = name
        missing = next((one for number, one in numbers.items() if number not in settled), None)
        if missing is not None:
            raise Refusal(f"Say who {missing.name} (number {missing.number}) of {team.name} is.")


def turned(file: MatchFile) -> MatchFile:
    """The match with home and away changed over: the league may have it the other way round than the file."""
    return msgspec.structs.replace(
        file,
        home=file.away,
        away=file.home,
        home_result=file.away_result,
        away_result=file.home_result,
        facts=tuple(_turned(fact) for fact in file.facts),
        totals=tuple(_turned(one) for one in file.totals),
    )


def _turned(thing: Any) -> Any:
    side = getattr(thing, "side", None)
    return thing if side is None else msgspec.structs.replace(thing, side=other(side))
