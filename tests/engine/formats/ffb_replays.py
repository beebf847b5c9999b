"""Small replays of FFB, told report by report."""

from __future__ import annotations

import gzip
import json
from typing import Any

from engine.formats import reading
from engine.formats.matchfile import MatchFile

Json = dict[str, Any]
HOME, AWAY = "1", "2"


def player(key: str, number: int, **more: Any) -> Json:
    usual = {"playerId": key, "playerNr": number, "playerName": f"Player {key}", "positionId": "10"}
    stats = {"movement": 6, "strength": 3, "agility": 3, "passing": 4, "armour": 9}
    return usual | stats | {"skillArray": [], "lastingInjuries": [], "playerType": "Regular"} | more


def team(key: str, *players: Json, **more: Any) -> Json:
    usual = {"teamId": key, "teamName": f"Team {key}", "coach": f"Coach {key}", "race": "Orc"}
    roster = {"positionArray": [{"positionId": "10", "positionName": "Lineman"}]}
    return usual | {"playerArray": list(players), "roster": roster, "dedicatedFans": 3} | more


def counts(key: str, **more: Any) -> Json:
    return {"playerId": key, "currentSpps": 0} | more


def change(what: str, key: str | None, value: Any) -> Json:
    return {"modelChangeId": what, "modelChangeKey": key, "modelChangeValue": value}


def state(key: str, value: int) -> Json:
    return change("fieldModelSetPlayerState", key, value)


def report(kind: str, **fields: Any) -> Json:
    return {"reportId": kind} | fields


def command(*parts: Json) -> Json:
    """Changes of the model and reports, told apart by what they hold."""
    return {
        "netCommandId": "serverModelSync",
        "modelChangeList": {"modelChangeArray": [one for one in parts if "modelChangeId" in one]},
        "reportList": {"reports": [one for one in parts if "reportId" in one]},
    }


def turn(side: str, number: int) -> Json:
    return command(
        change("turnDataSetTurnNr", side, number), change("gameSetHomePlaying", None, side == "home")
    )


def hurt(victim: str, attacker: str | None, *, state: int = 7, kind: str = "block", **more: Any) -> Json:
    usual = {"defenderId": victim, "attackerId": attacker, "injuryType": kind, "injury": state}
    serious = {"seriousInjury": "Seriously Hurt (MNG)"} if state == 7 else {}
    return report("injury", **usual | {"casualtyRoll": [8, 1]} | serious | more)


def touchdown(key: str, number: int = 1) -> Json:
    return change("playerResultSetTouchdowns", key, number)


def replay_of(*commands: Json, rules: str | None = "BB2020", **more: Any) -> Json:
    """Players h1, h2 and h3 at home, a1, a2 and a3 away, with the shirts 1 to 3.

    ``home`` and ``away`` change the results of the teams, ``counts`` are those of players who have any.
    """
    told = {one["playerId"]: one for one in more.pop("counts", ())}
    teams, results = {}, {}
    for side, key in (("Home", HOME), ("Away", AWAY)):
        letter = side[0].lower()
        keys = [f"{letter}{number}" for number in (1, 2, 3)]
        extra = more.pop(f"team_{side.lower()}", {})
        players = [player(one, number) for number, one in enumerate(keys, 1)]
        teams[f"team{side}"] = team(key, *players) | extra
        keys = [one["playerId"] for one in teams[f"team{side}"]["playerArray"]]
        base = {"score": 0, "winnings": 50_000, "playerResults": [told.get(one, counts(one)) for one in keys]}
        results[f"teamResult{side}"] = base | more.pop(side.lower(), {})
    option = [{"gameOptionId": "rulesVersion", "gameOptionValue": rules}] if rules else []
    game = {"gameId": 7, "started": "2022-01-01T10:00:00", "finished": "2022-01-01T12:00:00"}
    game |= {"turnMode": "endGame", **teams, "gameResult": results} | more
    game |= {"gameOptions": {"gameOptionArray": option}}
    return {"game": game, "gameLog": {"commandArray": list(commands)}}


def packed(replay: Json) -> bytes:
    return gzip.compress(json.dumps(replay).encode(), mtime=0)


def match_of(*commands: Json, **more: Any) -> MatchFile:
    return reading.read(packed(replay_of(*commands, **more)))
