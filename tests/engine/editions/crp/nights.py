"""What is settled before a match by the Competition Rules, in a few words: teams as they take the field, and answers.

The usual night: Orcs at home against Humans, eleven linemen each, both worth 1,000,000, without gold or a fan factor.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from engine.acts import Draft, Line, draft
from engine.edition import Edition
from engine.editions import edition
from engine.match.entries import Entry
from engine.match.log import FORMAT, LogRoster, MatchLog
from engine.questions import Choose, Chosen, Question, Roll, Rolled, Side
from engine.replay import Replay, replay
from engine.roster import Roster, evolve

CRP = edition("crp")
WORTH = 1_000_000


def side(
    race: str,
    position: str = "Lineman",
    size: int = 11,
    misses: Collection[int] = (),
    others: tuple[str, ...] = (),
    rules: Edition = CRP,
    **fields: Any,
) -> LogRoster:
    """``size`` players of the position behind ``others``, numbered from 1. ``fields`` are those of the log's roster."""
    positions = [*others, *[position] * (size - len(others))]
    lines = tuple(Line(one, f"{race} {number}", number) for number, one in enumerate(positions, 1))
    roomy = msgspec.structs.replace(
        rules, creation=msgspec.structs.replace(rules.creation, treasury=5_000_000, players_min=1)
    )
    made = evolve(Roster(), *draft(roomy, Draft(race, race, lines, fan_factor=0)))
    taken = rules.rules.take_the_field(made)
    players = tuple(
        msgspec.structs.replace(one, misses=True) if one.number in misses else one for one in taken.players
    )
    usual: dict[str, Any] = {"strength": WORTH, "treasury": 0, "players": players}
    return msgspec.structs.replace(taken, **(usual | fields))


def humans(**fields: Any) -> LogRoster:
    return side("Human", **fields)


def orcs(**fields: Any) -> LogRoster:
    return side("Orc", **fields)


def given_gold(gold: int, race: str = "Human", position: str = "Lineman", **fields: Any) -> dict[str, Any]:
    """The away side is so much weaker, and is given the gold."""
    return {"home": orcs(strength=WORTH + gold), "away": side(race, position, **fields)}


def roll(key: str, whose: Side, *dice: int, player: int | None = None) -> Rolled:
    return Rolled(key, whose, dice, player)


def choose(key: str, whose: Side, pick: str, player: int | None = None) -> Chosen:
    return Chosen(key, whose, pick, player)


def buys(whose: Side, *what: str) -> list[Entry]:
    """These, and no more."""
    return [choose("hire", whose, one) for one in (*what, "done")]


NICE = roll("weather", "home", 3, 4)
FANS = (roll("fans", "home", 3, 3), roll("fans", "away", 3, 3))
BEFORE = (NICE, *FANS)


def so_far(
    *entries: Any,
    home: LogRoster | None = None,
    away: LogRoster | None = None,
    rules: Edition = CRP,
) -> Replay:
    """The replay of a log that stops behind these entries, or lists of them, and must wait for more."""
    found = replay(a_log(*entries, home=home, away=away, rules=rules), rules)
    assert found.problem is None, found.problem.message
    assert found.waiting_for is not None
    return found


def a_log(
    *entries: Any,
    home: LogRoster | None = None,
    away: LogRoster | None = None,
    rules: Edition = CRP,
) -> MatchLog:
    flat: list[Entry] = []
    for one in entries:
        flat += one if isinstance(one, list) else [one]
    return MatchLog(FORMAT, rules.key, home or orcs(), away or humans(), tuple(flat), dict(rules.house_rules))


def fault(*entries: Any, **sides: Any) -> str:
    """The sentence that the problem of this log is told in."""
    found = replay(a_log(*entries, **sides))
    assert found.problem is not None
    return found.problem.message


def shown(found: Replay, kind: type[Any]) -> list[Any]:
    return [fact for fact in found.facts if isinstance(fact, kind)]


def asks(found: Replay) -> tuple[str, Side]:
    """The key of the question that is waited for, and who is asked."""
    question: Question | None = found.waiting_for
    assert isinstance(question, Roll | Choose), question
    return question.key, question.side


def offers(*entries: Any, **sides: Any) -> dict[str, int]:
    """What can be bought now, with prices; nothing where nobody is asked."""
    found = so_far(NICE, *entries, **sides).waiting_for
    if not isinstance(found, Choose) or found.key != "hire":
        return {}
    return {one: price for one, price in zip(found.options, found.prices, strict=True) if one != "done"}


def numbers(found: Replay, whose: Side) -> list[int]:
    return [one.number for one in found.sheets[whose].players]


def player(found: Replay, whose: Side, number: int) -> Any:
    return next(one for one in found.sheets[whose].players if one.number == number)
