"""Short words for match logs. The usual match: Gouged Eye (Orc, home) against the Reavers (Human), twelve players each.

Numbers are 1 to 12 on both sides; ids are 101 to 112 at home and 201 to 212 away. Everybody is a Lineman without
skills, with the stats 6 3 3 8, and both ratings are 100.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import msgspec

from engine.match.entries import (
    Casualty,
    Cause,
    Completion,
    Concession,
    Entry,
    Interception,
    Lineup,
    MatchEnd,
    Overtime,
    SendingOff,
    ShootOut,
    Touchdown,
    Treatment,
)
from engine.match.log import FORMAT, LogPlayer, LogRoster, MatchLog
from engine.questions import Chosen, Rolled, Side
from engine.replay import Replay, replay

STATS = (6, 3, 3, 8)


def a_team(
    name: str,
    race: str,
    first_id: int,
    size: int = 12,
    skills: Mapping[int, tuple[str, ...]] | None = None,
    niggling: Mapping[int, int] | None = None,
    spp: Mapping[int, int] | None = None,
    stats: Mapping[int, tuple[int, int, int, int]] | None = None,
    positions: Mapping[int, str] | None = None,
    misses: Collection[int] = (),
    **fields: Any,
) -> LogRoster:
    """Traits of single players are given by shirt number."""
    players = tuple(
        LogPlayer(
            id=first_id + number,
            number=number,
            name=f"{name} {number}",
            position=(positions or {}).get(number, "Lineman"),
            start=STATS,
            stats=(stats or {}).get(number, STATS),
            skills=(skills or {}).get(number, ()),
            spp=(spp or {}).get(number, 0),
            niggling=(niggling or {}).get(number, 0),
            misses=number in misses,
        )
        for number in range(1, size + 1)
    )
    return LogRoster(**({"strength": 100, "fan_factor": 3} | fields), team=name, race=race, players=players)


def orcs(**traits: Any) -> LogRoster:
    given: dict[str, Any] = {"race": "Orc", "first_id": 100}
    return a_team("Gouged Eye", **(given | traits))


def humans(**traits: Any) -> LogRoster:
    given: dict[str, Any] = {"race": "Human", "first_id": 200}
    return a_team("Reavers", **(given | traits))


def roll(key: str, side: Side, *dice: int, player: int | None = None) -> Rolled:
    return Rolled(key, side, dice, player)


def choose(key: str, side: Side, *picks: str, player: int | None = None, several: bool = False) -> Chosen:
    return Chosen(key, side, picks if several else picks[0], player)


def weather(*dice: int) -> Rolled:
    return roll("weather", "home", *dice)


def gate(*dice: int) -> Rolled:
    return roll("gate", "home", *dice)


def lineup(side: Side, *players: int, half: int = 1, turn: int = 1) -> Lineup:
    return Lineup(half, turn, side, players)


def touchdown(side: Side, player: int, half: int = 1, turn: int = 1, opponents: bool = False) -> Touchdown:
    return Touchdown(half, turn, side, player, opponents)


def completion(side: Side, player: int, half: int = 1, turn: int = 1) -> Completion:
    return Completion(half, turn, side, player)


def interception(side: Side, player: int, half: int = 1, turn: int = 1) -> Interception:
    return Interception(half, turn, side, player)


def hurt(
    side: Side,
    player: int,
    causer: int | None = None,
    cause: Cause = "block",
    die: int | None = None,
    serious: tuple[int, int] | None = None,
    half: int = 1,
    turn: int = 1,
) -> list[Entry]:
    """A casualty of this side, with the opponent's die and, where it is given, his D66."""
    foe: Side = "away" if side == "home" else "home"
    entries: list[Entry] = [Casualty(half, turn, side, player, cause, causer)]
    if die is not None:
        entries.append(roll("casualty", foe, die, player=player))
    if serious is not None:
        entries.append(roll("serious_injury", foe, *serious, player=player))
    return entries


def treatment(side: Side, player: int, half: int = 1, turn: int = 1) -> Treatment:
    return Treatment(half, turn, side, player)


def sent_off(side: Side, player: int, half: int = 1, turn: int = 1) -> SendingOff:
    return SendingOff(half, turn, side, player)


def concession(side: Side, half: int = 2, turn: int = 8) -> Concession:
    return Concession(half, turn, side)


def overtime() -> Overtime:
    return Overtime()


def shoot_out(home: int = 0, away: int = 0) -> ShootOut:
    return ShootOut(home, away)


def winnings(side: Side, die: int) -> Rolled:
    return roll("winnings", side, die)


def mvp(side: Side, place: int) -> Rolled:
    return roll("mvp", side, place)


def fan_factor(side: Side, die: int) -> Rolled:
    return roll("fan_factor", side, die)


BEFORE: tuple[Entry, ...] = (weather(3, 4), gate(1, 2, 3, 4, 5, 6))
END = MatchEnd()
AFTER: tuple[Entry, ...] = (
    winnings("home", 4),
    winnings("away", 4),
    mvp("home", 1),
    mvp("away", 1),
    fan_factor("home", 3),
    fan_factor("away", 3),
)


def a_log(
    *played: Any,
    home: LogRoster | None = None,
    away: LogRoster | None = None,
    before: Iterable[Entry] = BEFORE,
    after: Iterable[Entry] | None = (END, *AFTER),
    house_rules: Mapping[str, Any] | None = None,
) -> MatchLog:
    """A whole match with these entries, or lists of them. ``after=None`` stops the log behind the last of them."""
    entries: list[Entry] = list(before)
    for one in played:
        entries += one if isinstance(one, list) else [one]
    return MatchLog(
        FORMAT,
        "lrb4",
        home or orcs(),
        away or humans(),
        (*entries, *(after or ())),
        dict(house_rules or {}),
    )


def a_match(*played: Any, **log: Any) -> Replay:
    """The replay of a whole match, which must go through."""
    found = replay(a_log(*played, **log))
    assert found.problem is None, found.problem.message
    assert found.waiting_for is None, found.waiting_for
    return found


def so_far(*played: Any, **log: Any) -> Replay:
    """The replay of a log that stops behind these reports, and must wait for more."""
    found = replay(a_log(*played, **({"after": None} | log)))
    assert found.problem is None, found.problem.message
    assert found.waiting_for is not None
    return found


def fault(*played: Any, **log: Any) -> str:
    """The sentence that the problem of this match is told in."""
    found = replay(a_log(*played, **log))
    assert found.problem is not None
    assert found.outcome is None
    assert found.waiting_for is None
    return found.problem.message


def facts_of(found: Replay, kind: type[Any]) -> list[Any]:
    return [fact for fact in found.facts if isinstance(fact, kind)]


def events_of(found: Replay, side: Side, kind: type[Any]) -> list[Any]:
    assert found.outcome is not None
    events = found.outcome.home_events if side == "home" else found.outcome.away_events
    return [event for event in events if isinstance(event, kind)]


def cut(log: MatchLog, length: int) -> MatchLog:
    """The log as it stood after so many entries."""
    return msgspec.structs.replace(log, entries=log.entries[:length])
