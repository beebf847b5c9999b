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
from engine.words import gettext as _
from engine.words import gettext_noop

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


_KINDS = {
    "star": gettext_noop("star"),
    "mercenary": gettext_noop("mercenary"),
    "journeyman": gettext_noop("journeyman"),
    "raised": gettext_noop("raised"),
}
"""Players who are not of the roster, as a file tells them apart."""


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
            found[one.number] = Proposal(
                one,
                HIRED,
                "sure",
                _("{kind}, who plays for this match alone").format(kind=_(_KINDS.get(one.kind, one.kind))),
            )
    settle(_("same number and name"), "sure", lambda one, ours: _number(one, ours) and _name(one, ours))
    settle(_("same name"), "sure", _name, alone=True)
    settle(
        _("same number and position"), "likely", lambda one, ours: _number(one, ours) and _position(one, ours)
    )
    settle(_("the only one of this position who is left"), "likely", _position, alone=True)
    settle(_("same number"), "unknown", _number)
    nobody = (Proposal(one, NOBODY, "unknown", _("nobody on the roster is like him")) for one in team.players)
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
                raise Refusal(
                    _("{team} has no player with the number {number} in the file.").format(
                        team=team.name, number=number
                    )
                )
            if not isinstance(who, int):
                continue
            name = numbers[number].name
            if all(one.number != who for one in roster.players):
                raise Refusal(
                    _("{team} has no player with the number {number}, who {name} would be.").format(
                        team=roster.team, number=who, name=name
                    )
                )
            if who in worn:
                raise Refusal(
                    _("{other} and {name} cannot both be number {number} of {team}.").format(
                        other=worn[who], name=name, number=who, team=roster.team
                    )
                )
            worn[who] = name
        missing = next((one for number, one in numbers.items() if number not in settled), None)
        if missing is not None:
            raise Refusal(
                _("Say who {player} (number {number}) of {team} is.").format(
                    player=missing.name, number=missing.number, team=team.name
                )
            )


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
