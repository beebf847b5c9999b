"""Small replays of Blood Bowl 2, told step by step.

The home team has the ids 1 to 4 and stands on the squares (5, 1) to (5, 4), the away team 37 to 40 on (6, 1) to (6, 4).
Ids and shirts differ: player 1 wears 11.
"""

from __future__ import annotations

from typing import Any

from engine.formats import reading
from engine.formats.matchfile import MatchFile
from tests.engine.formats.samples import zipped

HOME, AWAY = (1, 2, 3, 4), (37, 38, 39, 40)


def tag(name: str, *inside: str, **values: object) -> str:
    told = "".join(f"<{key}>{value}</{key}>" for key, value in values.items())
    return f"<{name}>{told}{''.join(inside)}</{name}>"


def shirt(key: int) -> int:
    return 10 + key if key in HOME else key - 26


def _player(key: int, where: tuple[int, int], situation: int = 0, **data: object) -> str:
    usual: dict[str, object] = {"Id": key, "Name": f"Player {key}", "Number": shirt(key), "IdPlayerTypes": 21}
    usual |= {"Ma": 5, "St": 3, "Ag": 3, "Av": 9}
    held = tag("Data", **{name: value for name, value in (usual | data).items() if value is not None})
    away = {"Situation": situation} if situation else {}
    return tag("PlayerState", tag("Cell", x=where[0], y=where[1]), held, Id=key, **away)


def board(turns: tuple[int, int] = (1, 0), active: int = 0, **more: Any) -> str:
    """``situations`` are by id: 5 is sent off. ``data`` are changes of players, ``also`` are further ones at home."""
    situations, data = more.pop("situations", {}), more.pop("data", {})
    teams = []
    for side, keys in enumerate((HOME, AWAY)):
        keys = (*keys, *more.get("also", ())) if side == 0 else keys
        players = "".join(
            _player(key, (5 + side, place), situations.get(key, 0), **data.get(key, {}))
            for place, key in enumerate(keys, 1)
        )
        about = tag("Data", Name=("Hosts", "Guests")[side], IdRace=4, Value=1_000, Reroll=3)
        teams.append(tag("TeamState", about, tag("ListPitchPlayers", players), GameTurn=turns[side]))
    values = {"ActiveTeam": active, "Meteo": more.get("weather", 0)}
    return tag("BoardState", tag("ListTeams", *teams), **values)


def roll(kind: int, *dice: int, done: bool = True, **more: object) -> str:
    listed = tag("CoachChoices", ListDices=f"({','.join(str(die) for die in dice)})") if dice else ""
    return tag(
        "BoardActionResult", listed, RollType=kind, **({"IsOrderCompleted": 1} if done else {}), **more
    )


def action(kind: int, player: int, *rolls: str, to: tuple[int, int] = (0, 0)) -> str:
    order = tag("Order", tag("CellTo", tag("Cell", x=to[0], y=to[1])))
    return tag("RulesEventBoardAction", order, tag("Results", *rolls), PlayerId=player, ActionType=kind)


ACTIVATE, MOVE, BLOCK, FOUL, DAMAGE = 42, 0, 1, 5, 6


def square(key: int) -> tuple[int, int]:
    return (5, HOME.index(key) + 1) if key in HOME else (6, AWAY.index(key) + 1)


def block(attacker: int, defender: int) -> str:
    return action(ACTIVATE, attacker) + action(BLOCK, attacker, roll(5, 4, 4), to=square(defender))


def damage(
    victim: int, dice: int = 44, kind: int = 5, *, armour: bool = True, final: int | None = None
) -> str:
    rolls = [roll(3, 6, 6)] if armour else []
    rolls += [roll(4, 6, 6), roll(8, dice, kind, SubResultType=kind if final is None else final)]
    return action(DAMAGE, victim, *rolls)


def step(*parts: str) -> str:
    return tag("ReplayStep", *parts)


def end_of_turn(scorer: int = -1, playing: int = 0, kind: int = 0) -> str:
    return tag("RulesEventEndTurn", TouchdownScorer=scorer, PlayingTeam=playing, NextTurnType=kind)


def result(counts: dict[int, dict[str, object]] | None = None, **more: Any) -> str:
    """``counts`` are by id: statistics, and what begins with a capital ``Casualty`` or is ``Xp`` beside them."""
    teams = []
    for side, keys in enumerate((HOME, AWAY)):
        players = []
        for key in keys:
            told = (counts or {}).get(key, {})
            beside = {name: told[name] for name in ("Xp", "Casualty1", "Casualty2") if name in told}
            inside = {name: value for name, value in told.items() if name not in beside}
            about = tag("PlayerData", Id=key, Name=f"Player {key}")
            players.append(tag("PlayerResult", tag("Statistics", **inside), about, **beside))
        values = more.get(("home", "away")[side], {})
        about = tag("TeamResult", tag("PlayerResults", *players), tag("TeamData"), **values)
        teams.append(tag("CoachResult", about))
    row = {"Finished": "2016-01-08 21:01:36.841272", "HomeScore": 0, "AwayScore": 0} | more.get("row", {})
    found = tag("MatchResult", tag("CoachResults", *teams), tag("Row", **row))
    return step(tag("RulesEventGameFinished", found))


def xml(*steps: str, ending: str | None = None, first: str | None = None) -> bytes:
    begin = step(tag("GameInfos", Id="match"), first if first is not None else board())
    return tag("Replay", begin, *steps, ending if ending is not None else result()).encode()


def match_of(*steps: str, ending: str | None = None, first: str | None = None) -> MatchFile:
    return reading.read(zipped(("Replay", xml(*steps, ending=ending, first=first))))
